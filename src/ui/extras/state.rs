//! What is chosen in the panel for sharing.

use crate::scenario::embed::Part;

/// The forms a scenario can be shared in: key and name.
pub(in crate::ui) const FORMS: [(&str, &str); 6] = [
    ("link", "Link"),
    ("markdown", "Markdown link"),
    ("frame", "Frame"),
    ("element", "Element"),
    ("report", "Report"),
    ("files", "Files"),
];

/// What is chosen in the panel for sharing.
#[derive(Clone, Debug)]
pub(in crate::ui) struct Share {
    /// Which of the [`FORMS`].
    pub(in crate::ui) form: &'static str,
    /// The inputs that readers of an embed may change, by position.
    pub(in crate::ui) edit: Vec<usize>,
    /// The parts that an embed shows.
    pub(in crate::ui) show: Vec<Part>,
}

impl Default for Share {
    fn default() -> Self {
        Self { form: FORMS[0].0, edit: Vec::new(), show: Part::ALL.to_vec() }
    }
}

impl Share {
    /// Chooses another form.
    pub(in crate::ui) fn choose(&mut self, key: &str) {
        if let Some((form, _)) = FORMS.iter().find(|form| form.0 == key) {
            self.form = form;
        }
    }

    /// Lets readers change an input, or not.
    pub(in crate::ui) fn toggle_edit(&mut self, index: usize) {
        let place = self.edit.iter().position(|known| *known >= index).unwrap_or(self.edit.len());
        if self.edit.get(place) == Some(&index) {
            self.edit.remove(place);
        } else {
            self.edit.insert(place, index);
        }
    }

    /// Shows a part, or not; one stays.
    pub(in crate::ui) fn toggle_show(&mut self, part: Part) {
        let shown = |other: &Part| self.show.contains(other) != (*other == part);
        let show: Vec<Part> = Part::ALL.into_iter().filter(shown).collect();
        if !show.is_empty() {
            self.show = show;
        }
    }
}
