//! Whole charts.

mod recorder;
pub(crate) mod samples;

use std::path::Path;

use self::recorder::{Record, Recorder};
use super::{
    ChartSpec, Content, Cursor, Layout, Plot, Rect, Role, Scale, Series, Theme, cursor_at, data_table, draw,
    readout, stops, svg,
};

const WIDTHS: [u32; 4] = [300, 360, 560, 900];
const THEMES: [Theme; 2] = [Theme::LIGHT, Theme::DARK];

fn drawn(
    spec: &ChartSpec,
    theme: &Theme,
    size: (u32, u32),
    scale: Scale,
    cursor: Option<Cursor>,
) -> (Record, Layout) {
    let mut record = Record::default();
    let pixels = |css: u32| (f64::from(css) * scale.ratio) as u32;
    let backend = Recorder {
        size: (pixels(size.0), pixels(size.1)),
        units: scale.ratio * f64::from(scale.fine),
        record: &mut record,
    };
    let layout = draw(backend, spec, theme, scale, cursor).expect("a drawing");
    (record, layout)
}

fn fine(ratio: f64) -> Scale {
    Scale::finer(ratio, 8)
}

#[test]
fn texts_neither_overlap_nor_leave_the_picture() {
    for spec in samples::all() {
        for theme in THEMES {
            for size in WIDTHS.into_iter().flat_map(|width| [(width, 180), (width, 240), (width, 320)]) {
                for scale in [Scale::from(1.0), fine(1.0), fine(1.5), Scale::from(2.0)] {
                    let (record, _) = drawn(&spec, &theme, size, scale, None);
                    check_texts(&record, &format!("{} at {size:?} and {scale:?}", spec.key), size);
                }
            }
        }
    }
}

fn check_texts(record: &Record, what: &str, size: (u32, u32)) {
    // Whole coordinates move a text by up to a px.
    let picture = Rect::new(-1.0, -1.0, f64::from(size.0) + 1.0, f64::from(size.1) + 1.0);
    for (index, (text, rect)) in record.texts.iter().enumerate() {
        assert!(picture.holds(rect), "{what}: {text:?} is at {rect:?}");
        for (other, near) in &record.texts[..index] {
            assert!(
                !near.is_near(rect, -1.0, -1.0),
                "{what}: {text:?} at {rect:?} and {other:?} at {near:?}"
            );
        }
    }
}

#[test]
fn all_labels_are_there() {
    for spec in [samples::pool(), samples::wal(), samples::backlog()] {
        for width in WIDTHS {
            let (record, _) = drawn(&spec, &Theme::LIGHT, (width, 240), fine(1.0), None);
            let Plot::Lines { spans, levels, markers, series, .. } = &spec.plot else { panic!("lines") };
            let labels = spans.iter().map(|span| &span.label).chain(levels.iter().map(|level| &level.label));
            let named = if series.len() > 1 { series.as_slice() } else { &[] };
            let labels = labels.chain(markers.iter().map(|marker| &marker.label));
            for label in labels.chain(named.iter().map(|series| &series.name)) {
                let count = record.texts.iter().filter(|(text, _)| text == label).count();
                assert_eq!(count, 1, "{label:?} in {} at {width}", spec.key);
            }
        }
    }
}

#[test]
fn nothing_leaves_the_plot() {
    for spec in samples::all() {
        let (record, layout) = drawn(&spec, &Theme::LIGHT, (560, 240), fine(1.0), Some(Cursor::At(10.0)));
        let plot = layout.plot;
        let near = Rect::new(plot.left - 0.2, 0.0, plot.right + 0.2, plot.bottom + 0.2);
        let is_lines = matches!(layout.content, Content::Lines { .. });
        for (x, y) in record.points.iter().chain(&record.dots).filter(|_| is_lines) {
            assert!(near.holds(&Rect::new(*x, *y, *x, *y)) && *y > plot.top - 0.2, "{}: {x} {y}", spec.key);
        }
        for rect in &record.rects {
            assert!(rect.left >= 0.0 && rect.right <= 560.0 && rect.top >= 0.0 && rect.bottom <= 240.0);
        }
    }
}

#[test]
fn any_size_is_drawn() {
    for spec in samples::all() {
        for size in [(0, 0), (1, 1), (30, 400), (400, 30), (120, 90), (4000, 2000)] {
            for scale in [Scale::from(1.0), Scale::from(0.0), Scale::from(f64::NAN), fine(3.0)] {
                let ratio = if scale.ratio > 0.0 { scale.ratio } else { 1.0 };
                drawn(&spec, &Theme::DARK, size, Scale { ratio, ..scale }, Some(Cursor::Bar(0)));
                let backend = Recorder { size, units: 1.0, record: &mut Record::default() };
                draw(backend, &spec, &Theme::DARK, scale, Some(Cursor::At(f64::NAN))).expect("a drawing");
            }
        }
    }
}

#[test]
fn the_layout_is_the_same_at_any_scale() {
    for spec in samples::all() {
        let (first, layout) = drawn(&spec, &Theme::LIGHT, (560, 240), Scale::from(1.0), None);
        for scale in [fine(1.0), Scale::from(2.0), fine(3.0)] {
            let (record, other) = drawn(&spec, &Theme::DARK, (560, 240), scale, None);
            assert_eq!(layout, other, "{}", spec.key);
            let texts =
                |record: &Record| record.texts.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
            assert_eq!(texts(&first), texts(&record));
        }
    }
}

#[test]
fn the_cursor_is_where_it_is_said_to_be() {
    let spec = samples::pool();
    let (record, layout) = drawn(&spec, &Theme::LIGHT, (560, 240), fine(1.0), Some(Cursor::At(30.0)));
    // Three series, each a dot and its rim.
    assert_eq!(record.dots.len(), 6);
    for (x, _) in &record.dots {
        assert!((x - layout.px_of(30.0)).abs() < 0.2);
    }
    assert!((record.dots[0].1 - layout.py_of(54.0)).abs() < 0.2);
    assert!((layout.x_at(layout.px_of(30.0)) - 30.0).abs() < 1e-9);
    assert_eq!(layout.cursor_at(layout.plot.left - 50.0), None);
    assert_eq!(layout.cursor_at(layout.plot.left - 5.0), Some(Cursor::At(-10.0)));
    assert_eq!(layout.bar_at(200.0), None);

    let (record, layout) =
        drawn(&samples::packing(), &Theme::LIGHT, (560, 240), fine(1.0), Some(Cursor::Bar(2)));
    let middle = layout.px_of(2.0);
    assert_eq!(layout.bar_at(middle), Some(2));
    assert_eq!(layout.cursor_at(middle), Some(Cursor::Bar(2)));
    assert_eq!(layout.x_at(middle), 2.0);
    assert_eq!(layout.bar_at(0.0), None);
    let (plain, _) = drawn(&samples::packing(), &Theme::LIGHT, (560, 240), fine(1.0), None);
    assert_eq!(record.rects.len(), plain.rects.len() + 5, "a ground and an outline");
}

#[test]
fn bars_that_do_not_fit_are_counted() {
    let spec = samples::many_bars();
    for width in WIDTHS {
        let (record, layout) = drawn(&spec, &Theme::LIGHT, (width, 240), fine(1.0), None);
        let Content::Bars { slots, hidden } = &layout.content else { panic!("bars") };
        assert_eq!(slots.len() + hidden, 40);
        assert!(record.texts.iter().any(|(text, _)| *text == format!("+ {hidden} more")));
        assert!(slots.iter().all(|(left, right)| right - left >= 26.0));
    }
}

#[test]
fn the_readout_is_exact() {
    let pairs = |spec: &ChartSpec, cursor| {
        let parts = readout(spec, cursor);
        parts.into_iter().map(|(name, text)| format!("{name}: {text}")).collect::<Vec<_>>().join("; ")
    };
    let pool = samples::pool();
    assert_eq!(
        pairs(&pool, Cursor::At(60.0)),
        "since the surge began: 60 s · surge over · surge ×3 ends; needed by the load: 54 → 18; \
         reopened each second: 2.91; usable: 0"
    );
    assert_eq!(
        pairs(&samples::wal(), Cursor::At(3600.0)),
        "time: 09:00 UTC; written: 598 GB; archived: 440 GB"
    );
    assert_eq!(pairs(&pool, Cursor::At(1e9)).matches(';').count(), 0, "there is nothing beyond the end");
    assert_eq!(pairs(&samples::packing(), Cursor::Bar(3)), "m6i.large: ×1; lint: 0.5; unit: 1; free: 0.5");
    assert_eq!(readout(&samples::packing(), Cursor::Bar(99)), []);
    assert_eq!(readout(&pool, Cursor::Bar(0)), []);
}

#[test]
fn stops_and_tables_cover_the_chart() {
    for spec in samples::all() {
        let stops = stops(&spec);
        assert!(stops.len() <= 200 && stops.windows(2).all(|pair| pair[0] < pair[1]), "{}", spec.key);
        for stop in &stops {
            assert!(!readout(&spec, cursor_at(&spec, *stop)).is_empty());
        }
        let (head, rows) = data_table(&spec);
        assert!(!rows.is_empty() && rows.iter().all(|row| row.len() == head.len()), "{}", spec.key);
        for cell in rows.iter().flatten() {
            assert!(!cell.contains("NaN") && !cell.contains("inf"), "{cell}");
        }
        if let Plot::Lines { markers, x, .. } = &spec.plot {
            let shown = markers.iter().filter(|marker| marker.x >= x.from && marker.x <= x.to);
            for marker in shown {
                assert!(stops.iter().any(|stop| (stop - marker.x).abs() < 1e-6 * (x.to - x.from)));
                assert!(rows.iter().any(|row| row[0].contains(&marker.label)), "{}", marker.label);
            }
            assert!(
                (9..=30).contains(&rows.len()) || spec.key == "broken",
                "{} has {} rows",
                spec.key,
                rows.len()
            );
        }
    }
}

#[test]
fn series_know_their_values() {
    let series = Series::line("a", Role::Primary, vec![(0.0, 10.0), (2.0, 20.0), (2.0, 0.0), (4.0, 4.0)]);
    for (x, value) in [
        (-1.0, None),
        (0.0, Some(10.0)),
        (1.0, Some(15.0)),
        (2.0, Some(20.0)),
        (3.0, Some(2.0)),
        (4.0, Some(4.0)),
        (4.1, None),
    ] {
        assert_eq!(series.at(x), value, "{x}");
    }
    assert_eq!(Series::line("none", Role::Primary, vec![]).at(0.0), None);
}

/// `UPDATE_GOLDEN=1 cargo test golden` writes them anew: look at them before you commit them.
#[test]
fn golden_pictures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/charts");
    let charts = [
        ("lines-light", svg(&samples::pool(), &Theme::LIGHT, 640, 280)),
        ("lines-dark-narrow", svg(&samples::pool(), &Theme::DARK, 320, 240)),
        ("clock-light", svg(&samples::wal(), &Theme::LIGHT, 640, 280)),
        ("bars-dark", svg(&samples::packing(), &Theme::DARK, 640, 280)),
        ("many-bars-light", svg(&samples::many_bars(), &Theme::LIGHT, 480, 280)),
    ];
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    for (name, text) in charts {
        assert!(!text.contains("NaN"), "{name}");
        let path = folder.join(format!("{name}.svg"));
        if update {
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(&path, &text).expect("a golden file");
        }
        let golden = std::fs::read_to_string(&path).expect("a golden file; UPDATE_GOLDEN=1 writes it");
        assert!(golden == text, "{} differs: UPDATE_GOLDEN=1 writes it anew", path.display());
    }
}

#[test]
fn svg_is_sound() {
    for spec in samples::all() {
        for theme in THEMES {
            let text = svg(&spec, &theme, 480, 240);
            assert!(!text.contains("NaN") && !text.contains("inf\"") && !text.contains("style="), "{text}");
            assert_eq!(text.matches("<text").count(), text.matches("</text>").count());
            assert!(!text.contains("& ") && text.ends_with("</svg>\n"));
        }
    }
}
