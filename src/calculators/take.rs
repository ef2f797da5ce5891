//! What a calculator can take over from another one.

/// A figure of another calculator that is the same thing as an input of this one.
#[derive(Debug, PartialEq, Eq)]
pub struct Take {
    /// The word of the other calculator.
    pub from: &'static str,
    /// The key of its figure.
    pub figure: &'static str,
    /// The key of the input here.
    pub input: &'static str,
    /// Inputs that both calculators have: the key there, and the key here.
    pub also: &'static [(&'static str, &'static str)],
    /// What the input needs beside it to mean anything, as a link writes it.
    pub with: &'static [(&'static str, &'static str)],
}
