//! What is wrong with a text, and what is not worth a word.

use crate::text::{before, behind, cut, find};

/// How much of a text an error quotes, in characters.
const QUOTED: usize = 30;
/// The longest text that is looked at, in characters.
pub(super) const LONGEST: usize = 200;

/// What is wrong with a text.
#[derive(Debug)]
pub(super) struct Slip {
    /// A sentence about it.
    pub message: String,
    /// The whole text without it.
    pub corrected: Option<String>,
}

impl Slip {
    /// A slip that cannot be put right.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), corrected: None }
    }

    /// The whole text with `wrong` replaced.
    pub fn replace(mut self, whole: &str, wrong: &str, right: &str) -> Self {
        let (head, rest) = cut(whole, find(whole, wrong, 0).unwrap_or(whole.len()));
        let tail = rest.strip_prefix(wrong).map_or(String::new(), |tail| right.to_owned() + tail);
        self.corrected = Some(head.to_owned() + &tail);
        self
    }
}

/// The start of a text, in quotes.
pub(super) fn quote(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match text.trim().char_indices().nth(QUOTED) {
        Some((end, _)) => format!("“{}…”", before(text.trim(), end).trim_end()),
        None => format!("“{}”", text.trim()),
    }
}

/// The text without what carries no meaning: quotes, hedges, a full stop, kinds of spaces.
pub(super) fn tidy(text: &str) -> Result<String, Slip> {
    let text = text.trim();
    if text.len() > 4 * LONGEST || text.chars().count() > LONGEST {
        let head: String = text.chars().take(QUOTED + 1).collect();
        return Err(Slip::new(format!("{} is too long: {LONGEST} characters are the most.", quote(&head))));
    }
    let text: String = text
        .chars()
        .filter(
            |c| !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'),
        )
        .map(|c| match c {
            '’' | '‘' => '\'',
            'μ' => 'µ',
            '−' => '-',
            c if c.is_whitespace() => ' ',
            c => c,
        })
        .collect();
    let mut rest = text.trim_matches([' ', '"', '\'', '`', '“', '”', '„', '«', '»']);
    if !rest.ends_with("..") {
        rest = rest.strip_suffix(['.', ',', ';']).unwrap_or(rest);
    }
    let hedges = [
        "~",
        "≈",
        "+",
        "about ",
        "around ",
        "roughly ",
        "approximately ",
        "approx. ",
        "approx ",
        "ca. ",
        "circa ",
    ];
    while let Some(hedge) = hedges.iter().find(|hedge| starts_with_word(rest, hedge)) {
        rest = behind(rest, hedge.len()).trim_start();
    }
    if rest.trim().is_empty() { Err(Slip::new("This is empty.")) } else { Ok(rest.trim().to_owned()) }
}

/// Whether a text starts with a word, in any case.
pub(super) fn starts_with_word(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}
