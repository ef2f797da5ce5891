//! Where the page is: what stands before `#/` in a link.

use std::fmt;

use crate::scenario::Scenario;
use crate::text::{before, find};

/// The address of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

/// A text that is no address of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressError(String);

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AddressError {}

impl Address {
    /// Reads an address; what stands behind a `#` is not part of it.
    ///
    /// # Errors
    /// If it does not begin with `https://`, `http://`, `file://`, `/` or `.`, or holds a character that no
    /// address holds: such a text would end up as a link in a document.
    pub fn read(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        let text = before(text, find(text, "#", 0).unwrap_or(text.len()));
        let lower = text.to_ascii_lowercase();
        if !["https://", "http://", "file://", "/", "."].iter().any(|start| lower.starts_with(start)) {
            return Err(AddressError(
                "An address begins with https://, http://, file://, / or a dot, as https://your.host/headroom/ does."
                    .into(),
            ));
        }
        let is_foreign =
            |char: char| char.is_whitespace() || char.is_control() || "<>\"'\\`{}|^".contains(char);
        match text.chars().find(|char| is_foreign(*char)) {
            Some(char) => Err(AddressError(format!("An address holds no “{}”.", char.escape_default()))),
            None => Ok(Self(text.into())),
        }
    }

    /// The link of a scenario.
    pub fn link(&self, scenario: &Scenario) -> String {
        format!("{}#/{}", self.0, scenario.encode())
    }
}
