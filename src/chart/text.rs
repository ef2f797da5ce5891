//! How wide text is, so that every backend lays out alike and none has to be asked.

use crate::text::cut;

/// The size of all labels, in CSS px.
pub const SIZE: f64 = 12.0;
/// The height of a line of text, in parts of its size.
pub const LINE: f64 = 1.2;

/// Widths of U+0020 to U+007E in thousandths of the size: those of DejaVu Sans, the widest of the usual
/// system fonts, so that a guess is rather too wide than too narrow (by up to a tenth for the narrow ones).
const WIDTHS: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636,
    636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295,
    295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838,
    500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521,
    392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

fn char_width(char: char) -> f64 {
    let thousandths = match char {
        ' '..='~' => WIDTHS[char as usize - 0x20],
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{fe0f}' => 0,
        '\u{a0}' | '·' | '‘' | '’' => 318,
        '\u{2009}' | '\u{202f}' => 200,
        '×' | '−' | '±' | '→' | '←' | '↑' | '↓' | '≈' | '≤' | '≥' | '≠' | '∞' => 838,
        '°' | '–' => 500,
        '“' | '”' => 518,
        '²' | '³' => 401,
        '…' | '—' | '½' | '¼' | '¾' | '‰' | 'Æ' | 'æ' | 'Œ' | 'œ' => 1000,
        'ì'..='ï' | 'ı' => 278,
        // Latin, Greek, Cyrillic: capitals are wider.
        '\u{a1}'..='\u{52f}' if char.is_uppercase() => 770,
        '\u{a1}'..='\u{52f}' => 620,
        '\u{530}'..='\u{10ff}' | '\u{2000}'..='\u{2bff}' => 800,
        _ => 1000,
    };
    f64::from(thousandths) / 1000.0
}

/// The width of a line of text in the unit of `size`.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(char_width).sum::<f64>() * size
}

/// The width of a label in CSS px.
pub fn label_width(text: &str) -> f64 {
    width(text, SIZE)
}

/// The text as a label that is at most so wide, cut off with `…` if need be; empty if nothing fits.
pub fn fit(text: &str, most: f64) -> String {
    if label_width(text) <= most {
        return text.into();
    }
    let mut room = most / SIZE - char_width('…');
    let kept: String = text
        .chars()
        .take_while(|char| {
            room -= char_width(*char);
            room >= 0.0
        })
        .collect();
    match kept.trim_end() {
        "" => String::new(),
        kept => format!("{kept}…"),
    }
}

/// Like [`fit`], for a text of any size.
pub fn fit_to(text: &str, size: f64, most: f64) -> String {
    fit(text, most * SIZE / size)
}

/// Like [`fit`], but cut in the middle: the ends of names of machines differ the most.
pub fn fit_both_ends(text: &str, most: f64) -> String {
    if label_width(text) <= most {
        return text.into();
    }
    let chars: Vec<char> = text.chars().collect();
    let cut = |kept: usize| {
        let (first, last) = (kept.div_ceil(2), kept / 2);
        let both = chars[..first].iter().chain(&['…']).chain(&chars[chars.len() - last..]);
        both.collect::<String>()
    };
    (1..chars.len()).rev().map(cut).find(|cut| label_width(cut) <= most).unwrap_or_default()
}

/// The text in two lines that are each at most so wide, broken after a space or a mark.
pub fn two_lines(text: &str, most: f64) -> Option<(&str, &str)> {
    text.char_indices()
        .filter(|(_, char)| matches!(char, ' ' | '-' | '.' | '/' | '_' | ',' | '('))
        .map(|(at, char)| cut(text, if char == '(' { at } else { at + char.len_utf8() }))
        .map(|(first, second)| (first.trim_end(), second.trim_start()))
        .filter(|(first, second)| !first.is_empty() && !second.is_empty())
        .map(|(first, second)| (label_width(first).max(label_width(second)), first, second))
        .filter(|(width, ..)| *width <= most)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, first, second)| (first, second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_and_cuts() {
        // As Chromium measures them in DejaVu Sans.
        for (text, measured) in
            [("surge ×3", 55.1), ("usable connections", 115.7), ("“Größe” – naïve façade", 139.0)]
        {
            assert!((label_width(text) - measured).abs() < 0.015 * measured, "{text}: {}", label_width(text));
        }
        assert_eq!(label_width(""), 0.0);
        assert!(width("é", 10.0) > 5.0);
        assert_eq!(fit("usable connections", 500.0), "usable connections");
        for most in [0.0, 8.0, 20.0, 30.0, 40.0, 60.0, 100.0] {
            for cut in [fit("usable connections", most), fit_both_ends("usable connections", most)] {
                assert!(label_width(&cut) <= most, "{cut}");
            }
        }
        assert_eq!(fit("usable connections", 60.0), "usable…");
        assert_eq!(fit_both_ends("c6i.8xlarge", 60.0), "c6i.…rge");
        assert_eq!(two_lines("m5.2xlarge", 60.0), Some(("m5.", "2xlarge")));
        assert_eq!(two_lines("runner large", 42.0), Some(("runner", "large")));
        assert_eq!(two_lines("runner", 20.0), None);
    }
}
