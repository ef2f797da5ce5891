//! The terms of the field, as the calculators use them.
//!
//! `terms.txt` has a term a line: its name, its symbol, what it is, and the inputs and figures that are it, as
//! `pooler.rate`; a column of a table is `packing.jobs.cpu`.

/// A term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// How formulas write it; empty where they do not.
    pub symbol: &'static str,
    /// What it is.
    pub line: &'static str,
    /// The inputs and figures that are it.
    pub uses: Vec<&'static str>,
}

/// Every term, in the order of the alphabet.
pub fn terms() -> Vec<Term> {
    include_str!("terms.txt").lines().map(term).collect()
}

fn term(line: &'static str) -> Term {
    let mut parts = line.split('|').map(str::trim);
    let mut part = || parts.next().unwrap_or_default();
    Term { name: part(), symbol: part(), line: part(), uses: part().split_whitespace().collect() }
}

impl Term {
    /// Whether an input, a column or a figure such as `pooler.rate` is it.
    pub fn is(&self, what: &str) -> bool {
        self.uses.contains(&what)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::terms;
    use crate::calculators;
    use crate::field::Kind;
    use crate::scenario::decode;

    /// All inputs, columns, and figures of the defaults and of every preset.
    fn labels() -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        for calculator in calculators::all() {
            let id = calculator.id();
            for meta in calculator.fields() {
                all.insert(format!("{id}.{}", meta.key));
                if let Kind::Table(table) = meta.kind {
                    all.extend(
                        table.columns().iter().map(|column| format!("{id}.{}.{}", meta.key, column.meta.key)),
                    );
                }
            }
            let presets = calculator.presets().iter().map(|preset| calculator.card().link(preset));
            for link in std::iter::once(id.to_owned()).chain(presets) {
                let report = decode(&link).expect("a calculator").scenario.evaluate(&[]).expect("a report");
                all.extend(report.figures.iter().map(|figure| format!("{id}.{}", figure.key)));
            }
        }
        all
    }

    #[test]
    fn every_label_has_one_term_and_every_term_is_a_line() {
        let mut uses = BTreeMap::new();
        let terms = terms();
        for term in &terms {
            assert!(!term.name.is_empty() && term.line.ends_with('.') && term.line.len() <= 160, "{term:?}");
            for what in &term.uses {
                assert_eq!(uses.insert((*what).to_owned(), term.name), None, "{what} is two terms");
            }
        }
        let used: BTreeSet<String> = uses.into_keys().collect();
        let labels = labels();
        assert_eq!(labels.difference(&used).collect::<Vec<_>>(), Vec::<&String>::new(), "without a term");
        assert_eq!(used.difference(&labels).collect::<Vec<_>>(), Vec::<&String>::new(), "no such label");
        let names: Vec<String> = terms.iter().map(|term| term.name.to_lowercase()).collect();
        let mut sorted = names.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(names, sorted, "in the order of the alphabet, none twice");
    }
}
