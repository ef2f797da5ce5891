//! The table of inputs in docs/inputs.md, made from the declarations.

use crate::calculators::{self, AnyCalculator};

/// The inputs of every calculator, as Markdown.
pub fn inputs_markdown() -> String {
    let mut out = String::from(
        "# Inputs\n\nMade by `headroom list --markdown` from the declarations; a test keeps it current.\n",
    );
    for calculator in calculators::all() {
        out.push('\n');
        out += &calculator_markdown(*calculator);
    }
    out
}

pub(super) fn calculator_markdown(calculator: &dyn AnyCalculator) -> String {
    let mut out = format!(
        "## {}\n\n{} `{}`, link version {}. States: {}.\n\n| key | input | accepts | default | |\n|---|---|---|---|---|\n",
        calculator.card().title,
        calculator.card().question,
        calculator.id(),
        calculator.version(),
        calculator.states().iter().map(|state| format!("`{state}`")).collect::<Vec<_>>().join(", ")
    );
    for (meta, default) in calculator.fields().iter().zip(calculator.defaults()) {
        out += &format!(
            "| `{}` | {} | {}: {} | `{}` | {} |\n",
            meta.key,
            meta.label,
            meta.kind.unit_name(),
            meta.kind.range_text(),
            meta.write(default),
            meta.help.replace('|', "\\|")
        );
    }
    out
}
