//! Elements, put together by plain calls. `html!` gives every element code of its own, which makes a page
//! of this size half as large again; here an attribute is one call.

use yew::Html;
use yew::virtual_dom::{AttrValue, Key, VList, VTag, VText};

/// An element.
pub(super) struct El(Box<VTag>);

/// An element with this tag.
pub(super) fn el(tag: &'static str) -> El {
    El(Box::new(VTag::new(AttrValue::Static(tag))))
}

/// A button that is told by its id, `what` and `key`.
pub(super) fn button(class: &'static str, what: &str, key: &str) -> El {
    el("button").set("type", "button").class(class).join("id", what, key)
}

impl El {
    /// With an attribute that is always the same.
    pub(super) fn set(mut self, name: &'static str, value: &'static str) -> Self {
        self.0.add_attribute(name, AttrValue::Static(value));
        self
    }

    /// With an attribute that differs.
    pub(super) fn put(mut self, name: &'static str, value: &str) -> Self {
        self.0.add_attribute(name, AttrValue::from(value.to_owned()));
        self
    }

    /// With an attribute that is two words.
    pub(super) fn join(self, name: &'static str, first: &str, second: &str) -> Self {
        let both = [first, second].concat();
        self.put(name, &both)
    }

    /// With a class.
    pub(super) fn class(self, class: &'static str) -> Self {
        self.set("class", class)
    }

    /// With an attribute that is there or not.
    pub(super) fn flag(self, name: &'static str, on: bool) -> Self {
        if on { self.set(name, "") } else { self }
    }

    /// With an attribute that is `true` or `false`.
    pub(super) fn state(self, name: &'static str, on: bool) -> Self {
        self.set(name, if on { "true" } else { "false" })
    }

    /// Told from its siblings by this key.
    pub(super) fn key(mut self, key: &str) -> Self {
        self.0.key = Some(Key::from(key));
        self
    }

    /// With this text in its box.
    pub(super) fn value(mut self, value: &str) -> Self {
        self.0.set_value(AttrValue::from(value.to_owned()));
        self
    }

    /// Chosen or not.
    pub(super) fn checked(mut self, checked: bool) -> Self {
        self.0.set_checked(checked);
        self
    }

    /// With a text inside.
    pub(super) fn text(mut self, text: &str) -> Self {
        self.0.add_child(VText::new(AttrValue::from(text.to_owned())).into());
        self
    }

    /// With an element inside.
    pub(super) fn add(mut self, child: El) -> Self {
        self.0.add_child((*child.0).into());
        self
    }

    /// With an element inside, if there is one; its place is kept if not, so that the others stay theirs.
    pub(super) fn maybe(mut self, child: Option<El>) -> Self {
        self.0.add_child(child.map_or_else(Html::default, Html::from));
        self
    }

    /// With a list of elements inside.
    pub(super) fn all(mut self, children: Vec<El>) -> Self {
        let children = children.into_iter().map(Html::from).collect();
        self.0.add_child(VList::with_children(children, None).into());
        self
    }
}

impl From<El> for Html {
    fn from(element: El) -> Self {
        (*element.0).into()
    }
}
