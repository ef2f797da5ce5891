//! The `inputs!` macro: one list gives the struct that a model reads and the table of fields that
//! everything else reads. `choices!` does the same for a choice of words.

/// Declares the inputs of a calculator, or the columns of a table.
///
/// The doc comment of a field is its help text; `when` hides a field that the others make meaningless.
#[macro_export]
macro_rules! inputs {
    (
        $(#[$struct_doc:meta])*
        pub struct $name:ident {
            $(
                $(#[doc = $help:literal])+
                $field:ident: $type:ty = {
                    key: $key:literal, label: $label:literal, group: $group:literal,
                    default: $default:expr, kind: $kind:expr $(, when: $when:expr)? $(,)?
                },
            )+
        }
    ) => {
        $(#[$struct_doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(
                $(#[doc = $help])+
                pub $field: $type,
            )+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        impl $crate::field::Declared for $name {
            fn fields() -> &'static [$crate::field::FieldSpec<Self>] {
                static FIELDS: &[$crate::field::FieldSpec<$name>] = &[$(
                    $crate::field::FieldSpec {
                        meta: $crate::field::Meta {
                            key: $key,
                            label: $label,
                            group: $group,
                            help: concat!($($help),+).trim_ascii_start(),
                            kind: $kind,
                        },
                        get: |input| $crate::field::FieldType::to_value(&input.$field),
                        set: |input, value| {
                            if let Some(value) = $crate::field::FieldType::from_value(value) {
                                input.$field = value;
                            }
                        },
                        applies: $crate::inputs!(@when $($when)?),
                    },
                )+];
                FIELDS
            }
        }
    };
    (@when) => { |_| true };
    (@when $when:expr) => { $when };
}

/// Declares a choice: an enum, its words in the link and its labels in the form.
#[macro_export]
macro_rules! choices {
    (
        $(#[$enum_doc:meta])*
        pub enum $name:ident {
            $($(#[$doc:meta])* $variant:ident = $key:literal: $label:literal,)+
        }
    ) => {
        $(#[$enum_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// The words and labels, in order.
            pub const CHOICES: &'static [$crate::field::Choice] = &[$(
                $crate::field::Choice { key: $key, label: $label },
            )+];
            /// The kind of a field of this type.
            pub const KIND: $crate::field::Kind = $crate::field::Kind::Choice(Self::CHOICES);
            /// The word in the link.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$variant => $key,)+ }
            }
        }

        impl $crate::field::FieldType for $name {
            fn to_value(&self) -> $crate::field::Value {
                $crate::field::Value::Choice(self.key())
            }
            fn from_value(value: &$crate::field::Value) -> Option<Self> {
                match value {
                    $($crate::field::Value::Choice($key) => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}
