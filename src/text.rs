//! Parts of texts.
//!
//! The standard library's search for one `str` in another is made for long texts, some kilobytes of the
//! page, and each index brings a panic with its place; these do without. A place that is none gives no
//! text.

/// The text before a place.
pub fn before(text: &str, at: usize) -> &str {
    text.get(..at).unwrap_or_default()
}

/// The text from a place on.
pub fn behind(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// Both.
pub fn cut(text: &str, at: usize) -> (&str, &str) {
    (before(text, at), behind(text, at))
}

/// The first place from `start` on where a part begins.
pub fn find(text: &str, part: &str, start: usize) -> Option<usize> {
    (start..=text.len()).find(|at| text.get(*at..).is_some_and(|rest| rest.starts_with(part)))
}

/// A percent-encoded text, decoded.
pub fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn finds_as_the_standard_library(text in "[ab…–]{0,12}", part in "[ab…–]{0,3}") {
            prop_assert_eq!(find(&text, &part, 0), text.find(&part));
            for (at, _) in text.char_indices() {
                prop_assert_eq!(cut(&text, at), text.split_at(at));
                prop_assert_eq!(find(&text, &part, at), text[at..].find(&part).map(|found| at + found));
            }
        }
    }
}
