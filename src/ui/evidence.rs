//! The evidence: for each model, what it says beside what was measured.

use super::answer::Shown;
use super::chart;
use super::el::{El, el};
use super::icons::{self, icon};
use crate::calculators::Card;
use crate::evidence::{Case, Exhibit, Exhibits, Line, agreed};

/// More rows than this are shown on demand.
const FEW_ROWS: usize = 8;

/// All exhibits.
pub(super) fn view(exhibits: &Exhibits, shown: Shown<'_>) -> El {
    let says = "What the models say, beside what was measured on real systems, published of incidents, or worked out \
                apart from this project where nothing was measured. The predictions are made here and now, by the same \
                code as everywhere; every row leads to its scenario. None is left out because it disagrees.";
    let overview = el("ul").class("overview").all(exhibits.cases.iter().map(entry).collect());
    let hero = el("div")
        .class("hero")
        .add(el("h1").set("id", "title").set("tabindex", "-1").text("Evidence"))
        .add(el("p").text(says))
        .add(overview);
    let cases = exhibits.cases.iter().map(|case| show(case, shown)).collect();
    el("main").class("front evidence").add(hero).all(cases)
}

/// A calculator in the overview: how many rows agree.
fn entry((card, exhibits): &Case) -> El {
    let counts = exhibits.iter().map(|exhibit| agreed(&exhibit.rows));
    let (yes, said) = counts.fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    let words = match said {
        0 => "nothing was measured".to_owned(),
        _ => format!("{yes} of {said} agree"),
    };
    el("li")
        .add(el("button").set("type", "button").class("small").join("id", "see-", card.id).text(card.title))
        .text(" ")
        .text(&words)
}

fn show((card, exhibits): &Case, shown: Shown<'_>) -> El {
    let title = el("h2").join("id", "field-", card.id).set("tabindex", "-1");
    let link = el("a").join("href", "#/", card.id).text(card.title);
    el("section")
        .class("case")
        .put("data-evidence", card.id)
        .add(title.add(link))
        .all(exhibits.iter().map(|exhibit| one(exhibit, card, shown)).collect())
}

fn one(exhibit: &Exhibit, card: &Card, shown: Shown<'_>) -> El {
    let charts = exhibit.charts.iter().map(|spec| chart::view(spec, shown)).collect();
    let table = table(exhibit);
    let table = match exhibit.rows.len() {
        0..=FEW_ROWS => table,
        many => el("details").add(el("summary").text(&format!("All {many} rows"))).add(table),
    };
    // What disagrees is never folded away.
    let differs: Vec<El> = exhibit.rows.iter().filter(|row| row.agrees == Some(false)).map(differs).collect();
    let differs = (!differs.is_empty()).then(|| {
        let head = el("h4").text("Where they differ");
        el("div").class("differs").add(head).add(el("ul").all(differs))
    });
    el("div")
        .class("exhibit")
        .put("data-calculator", card.id)
        .add(el("h3").text(exhibit.title))
        .add(el("p").class("says").add(el("b").text(&exhibit.says)))
        .add(el("p").class("sub").text(exhibit.how))
        .maybe(differs)
        .add(el("div").class("charts").all(charts))
        .add(table)
}

fn differs(row: &Line) -> El {
    let name = row.cells.first().map_or("", String::as_str);
    el("li").add(el("a").join("href", "#/", &row.link).text(name)).text(": ").text(row.why)
}

fn table(exhibit: &Exhibit) -> El {
    let head = |name: &&str| el("th").set("scope", "col").text(name);
    let heads = exhibit.columns.iter().map(head).collect();
    let says = el("th").set("scope", "col").text("agree");
    let head = el("thead").add(el("tr").all(heads).add(says).add(el("th").set("scope", "col").text("why")));
    let body = el("tbody").all(exhibit.rows.iter().map(|row| line(row, exhibit.columns.len())).collect());
    el("div").class("scroll").add(el("table").add(head).add(body))
}

fn line(row: &Line, columns: usize) -> El {
    let cell = |(index, cell): (usize, &String)| match index {
        0 => el("th").set("scope", "row").add(el("a").join("href", "#/", &row.link).text(cell)),
        _ => el("td").text(cell),
    };
    let blank = || el("td");
    let missing = (row.cells.len()..columns).map(|_| blank()).collect();
    let (sign, word) = match row.agrees {
        Some(true) => (Some(icons::CHECK), "yes"),
        Some(false) => (Some(icons::STOP), "no"),
        None => (None, "—"),
    };
    let agrees = el("td").class("agrees").put("data-agrees", word).maybe(sign.map(icon)).text(" ").text(word);
    el("tr")
        .all(row.cells.iter().enumerate().map(cell).collect())
        .all(missing)
        .add(agrees)
        .add(el("td").class("why").text(row.why))
}
