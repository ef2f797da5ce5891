//! The cells of a table as they are typed. A draft has them in row form, which drops what is blank and
//! trims the rest; here they stay as they are until the text changes from elsewhere.

use crate::field::{Column, Value};
use crate::table;

/// What a person does to the cells.
pub(super) enum Change {
    /// Types a text into the cell at this row and column.
    Type(usize, usize, String),
    /// Adds a row.
    Add(Vec<String>),
    /// Removes the row.
    Remove(usize),
}

/// The cells of a table.
#[derive(Default)]
pub(super) struct Cells {
    text: String,
    /// The rows.
    pub(super) rows: Vec<Vec<String>>,
}

impl Cells {
    /// Takes over a text, unless it is what these cells gave.
    pub(super) fn follow(&mut self, text: &str) {
        if self.text != text {
            self.text = text.to_owned();
            self.rows = table::split(text);
        }
    }

    /// Changes the cells and gives them in row form.
    pub(super) fn change(&mut self, change: Change) -> String {
        match change {
            Change::Type(row, column, text) => {
                if let Some(cells) = self.rows.get_mut(row) {
                    // Trailing blanks are not there until something is typed into them.
                    cells.resize(cells.len().max(column + 1), String::new());
                    cells[column] = text;
                }
            }
            Change::Add(cells) => self.rows.push(cells),
            Change::Remove(row) => {
                if row < self.rows.len() {
                    self.rows.remove(row);
                }
            }
        }
        self.text = table::join(&self.rows);
        self.text.clone()
    }

    /// The text of a cell.
    pub(super) fn text(&self, row: usize, column: usize) -> &str {
        self.rows.get(row).and_then(|cells| cells.get(column)).map_or("", String::as_str)
    }

    /// The number of a row among those that are not blank, which errors go by.
    pub(super) fn place(&self, row: usize) -> usize {
        self.rows[..row].iter().filter(|cells| cells.iter().any(|cell| !cell.trim().is_empty())).count()
    }

    /// The cells of a new row: the defaults, with a name that no other row has.
    pub(super) fn new_row(&self, columns: &[Column]) -> Vec<String> {
        let mut cells: Vec<String> =
            columns.iter().map(|column| table::write_cell(column, &column.default)).collect();
        if let (Some(Column { default: Value::Text(name), .. }), Some(first)) =
            (columns.first(), cells.first_mut())
        {
            let mut number = 1;
            while (0..self.rows.len()).any(|row| self.text(row, 0).trim() == first) {
                number += 1;
                *first = format!("{name}{number}");
            }
        }
        cells
    }
}
