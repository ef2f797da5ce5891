//! Two scenarios of one calculator in one link: the second one's differences stand behind `b.`, as in
//! `pooler?open=100ms&b.open=20ms`.

use super::Scenario;
use super::link::{self, Decoded, MOST_PAIRS};
use crate::calculators;

/// What stands before the keys of the second scenario.
pub(super) const SECOND: &str = "b.";

/// The second scenario of a link; none if it holds only one.
///
/// What the first one's link holds counts for the second one too, unless it says otherwise.
pub fn second(link: &str) -> Option<Decoded> {
    let parts = link::split(link);
    let calculator = calculators::find(parts.name)?;
    let pairs: Vec<(&str, &str)> = link::inputs(&parts).take(MOST_PAIRS).collect();
    let own: Vec<(&str, &str)> =
        pairs.iter().filter_map(|(key, text)| key.strip_prefix(SECOND).map(|key| (key, *text))).collect();
    if own.is_empty() {
        return None;
    }
    let inherited = pairs.iter().copied().filter(|(key, _)| {
        !key.starts_with(SECOND) && (*key == "v" || !own.iter().any(|(own, _)| own == key))
    });
    // The version is that of the whole link.
    let own = own.iter().copied().filter(|(key, _)| *key != "v");
    Some(link::decode_pairs(calculator, &mut inherited.chain(own)))
}

/// The canonical link of two scenarios of one calculator.
pub fn encode(first: &Scenario, second: &Scenario) -> String {
    let calculator = first.calculator;
    let (first_applies, second_applies) =
        (calculator.applies(&first.values), calculator.applies(&second.values));
    let mut out = first.encode();
    let mut separator = if out.contains('?') { '&' } else { '?' };
    let mut add = |key: &str, text: &str| {
        out.push(separator);
        out += SECOND;
        out += key;
        out.push('=');
        out += text;
        separator = '&';
    };
    let mut are_same = true;
    for (index, meta) in calculator.fields().iter().enumerate() {
        let inherited =
            if first_applies[index] { &first.values[index] } else { &calculator.defaults()[index] };
        if second_applies[index] && second.values[index] != *inherited {
            add(meta.key, &meta.write(&second.values[index]));
            are_same = false;
        }
    }
    if are_same {
        // It is a comparison all the same, only that nothing differs yet.
        add("v", &calculator.version().to_string());
    }
    out
}
