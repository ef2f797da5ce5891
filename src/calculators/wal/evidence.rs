//! A real log volume, and an incident.

use crate::evidence::{Exhibit, Line, Rows, against, ask, error, plain, text, with_marks, within};
use crate::quantity::Unit;

const RUNS: &str = include_str!("../../../tests/data/wal/wal_runs.csv");
const MINUTE: f64 = 60.0;

pub(super) fn exhibits() -> Vec<Exhibit> {
    vec![runs(), incident()]
}

fn runs() -> Exhibit {
    let table = Rows::read(RUNS);
    let (mut rows, mut pairs) = (Vec::new(), Vec::new());
    for row in table.iter() {
        let number = |column| row.number(column).unwrap_or_default();
        // PostgreSQL's MB are MiB.
        let kept = row.text("max_wal_size").replace('B', "iB");
        let archive = row.number("A_nominal_MBps").map_or("unlimited".into(), |rate| plain(rate) + "MB/s");
        let (used, free) = (number("used0_MB"), number("free0_MB"));
        let answer = ask(&format!(
            "wal?volume={}MB&free={}MB&kept={kept}&write={}MB/s&archive={archive}",
            plain(used + free),
            plain(free),
            row.text("W_target_MBps")
        ));
        let (predicted, measured) = (answer.value("time_to_full"), row.number("actual_full_s"));
        let both = predicted.zip(measured);
        pairs.extend(both);
        rows.push(Line {
            cells: vec![
                row.text("set").into(),
                text(Unit::Duration, predicted),
                text(Unit::Duration, measured),
                both.map(|(predicted, measured)| error(predicted, measured)).unwrap_or_default(),
            ],
            agrees: Some(match both {
                Some((predicted, measured)) => (predicted - measured).abs() <= 0.06 * measured,
                None => predicted.is_none() && measured.is_none(),
            }),
            why: "",
            link: answer.link,
        });
    }
    let never = rows.len() - pairs.len();
    Exhibit {
        title: "A small volume under a slow archive_command",
        how: "PostgreSQL 15 with its log on a volume of 256 to 512 MiB, archiving slowed down by a sleep for each segment. \
              Predicted with the nominal rate of archiving: the measured one is held back by demand.",
        says: format!("Time to full {}; {never} never filled, as predicted.", within(&pairs, 0.03)),
        charts: vec![against("evidence-full", "Time to full", Unit::Duration, &pairs)],
        columns: &["run", "predicted", "measured", "error"],
        rows,
    }
}

fn incident() -> Exhibit {
    let answer = ask("wal?write=75MB/s&burst=65MB/s&burst_for=130min&alert=71GB&from=2026-10-09T08:00Z");
    let seconds = |value| text(Unit::Duration, value);
    let (full, alert) = (answer.value("time_to_full"), answer.value("time_to_alert"));
    let published =
        |value: Option<f64>, minutes: f64| value.map(|value| (value / (minutes * MINUTE) - 1.0).abs() < 0.02);
    let row = |what: &str, value: Option<f64>, minutes: f64, words: &str| Line {
        cells: vec![what.into(), seconds(value), words.into()],
        agrees: published(value, minutes),
        why: "",
        link: answer.link.clone(),
    };
    Exhibit {
        title: "The log volume of 9 October, 08:00 to 11:15",
        how: "As published: 0.8 TB free at 08:00, 0.1 TB at 10:10, the alert at 10:28, full at 11:15. The rates of the \
              scenario are inferred from these points. A straight line through the first two said 10:28 too; the volume \
              filled 47 minutes later, for writing had slowed down: a projection is not a prediction.",
        says: format!("Predicted full after {}, published 3 h 15 min.", seconds(full)),
        charts: with_marks(
            answer.chart(0),
            "evidence-incident-wal",
            "published",
            vec![(0.0, 8e11), (130.0 * MINUTE, 1e11), (195.0 * MINUTE, 0.0)],
        ),
        columns: &["what", "predicted", "published"],
        rows: vec![
            row("full after", full, 195.0, "3 h 15 min"),
            row("alert after", alert, 148.0, "2 h 28 min"),
        ],
    }
}
