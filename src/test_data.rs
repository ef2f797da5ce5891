//! Reads the tables in tests/data.

use std::collections::HashMap;

/// One line of a table.
pub struct Row(HashMap<String, String>);

impl Row {
    /// The cell in this column.
    pub fn text(&self, column: &str) -> &str {
        self.0.get(column).unwrap_or_else(|| panic!("no column {column}"))
    }

    /// The cell as a number.
    pub fn number(&self, column: &str) -> f64 {
        let text = self.text(column);
        text.parse().unwrap_or_else(|_| panic!("{column}: “{text}” is no number"))
    }
}

/// The lines of a table.
pub fn rows(file: &str) -> Vec<Row> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let mut reader =
        csv::Reader::from_path(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows: Vec<_> = reader.deserialize().map(|row| Row(row.expect("a row"))).collect();
    assert!(!rows.is_empty(), "{file} is empty");
    rows
}

/// Holds a table that is made by a test, and read by the page, current: `UPDATE_DOCS=1` writes it.
#[track_caller]
pub fn assert_current(file: &str, expected: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, expected).expect("the file can be written");
    }
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), expected, "UPDATE_DOCS=1 writes {file}");
}
