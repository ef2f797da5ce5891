//! Tables in their row form: rows by `;`, cells by `,`, trailing empty cells dropped, names
//! percent-encoded: `small,40,1,2GB;2xlarge,6,16,32GB`.

use std::borrow::Cow;

use crate::field::{Column, FieldError, Kind, Read, Value};
use crate::quantity::{Unit, show};
use crate::text::decoded;

/// The most rows that a table may have.
pub const MOST_ROWS: usize = 200;

/// The cells as texts, names decoded; nothing is checked.
pub fn split(text: &str) -> Vec<Vec<String>> {
    rows(&separated(text)).map(cells).collect()
}

/// The text with bare separators: some clients encode those too. Names never need a bare comma.
fn separated(text: &str) -> Cow<'_, str> {
    if text.contains(',') { text.into() } else { decoded(text).into() }
}

fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.split([';', '\n']).filter(|row| !row.trim().is_empty())
}

fn cells(row: &str) -> Vec<String> {
    row.split(',').map(|cell| decoded(cell.trim())).collect()
}

/// The inverse of [`split`], in canonical form.
pub fn join(rows: &[Vec<String>]) -> String {
    let mut text = rows
        .iter()
        .map(|row| {
            let filled = row.iter().rposition(|cell| !cell.trim().is_empty()).map_or(0, |last| last + 1);
            let cells: Vec<_> = row[..filled].iter().map(|cell| encode(cell.trim())).collect();
            cells.join(",")
        })
        .collect::<Vec<_>>()
        .join(";");
    // Without a bare comma the whole would be taken for a text whose separators are encoded too.
    if !text.contains(',') && text.contains('%') {
        text.push(',');
    }
    text
}

/// A cell as a link holds it: with letters and digits of ASCII as they are, with `+`, and between two
/// letters or digits with what numbers and names are made of. Elsewhere Markdown takes `_` for emphasis
/// and a linkifier takes `..` for the end.
fn encode(cell: &str) -> String {
    let bytes = cell.as_bytes();
    let plain = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let mut text = String::with_capacity(cell.len());
    for (at, byte) in bytes.iter().enumerate() {
        let is_kept = match byte {
            b'+' => true,
            b'-' | b'_' | b'.' | b'/' | b':' => plain(at.wrapping_sub(1)) && plain(at + 1),
            _ => plain(at),
        };
        if is_kept {
            text.push(char::from(*byte));
        } else {
            text.push_str(percent_encoding::percent_encode_byte(*byte));
        }
    }
    text
}

/// Reads the row form.
///
/// # Errors
/// The first cell that cannot be read, with its row and column.
pub fn read(columns: &[Column], text: &str) -> Result<Read, FieldError> {
    let mut text = separated(text);
    if columns.len() == 1 && text.contains(',') {
        // A list: a comma can only be a separator there.
        text = Cow::Owned(text.replace(',', ";"));
    }
    // Counted before anything is copied: a link may be a megabyte of separators.
    let count = rows(&text).count();
    if count == 0 {
        return Err(FieldError::new("The table is empty: it needs at least one row."));
    }
    let shown = |count: usize| show(Unit::Count, count as f64);
    if count > MOST_ROWS {
        return Err(FieldError::new(format!(
            "The table has {} rows; {MOST_ROWS} is the most.",
            shown(count)
        )));
    }
    let mut read = Vec::with_capacity(count);
    for (row_index, row) in rows(&text).enumerate() {
        let count = row.split(',').count();
        if count > columns.len() {
            return Err(FieldError {
                message: format!(
                    "Row {}: {} cells, but there are {} columns.",
                    row_index + 1,
                    shown(count),
                    columns.len()
                ),
                suggestion: None,
                cell: Some((row_index, columns.len() - 1)),
            });
        }
        let row = cells(row);
        let mut values = Vec::with_capacity(columns.len());
        for (column_index, column) in columns.iter().enumerate() {
            let cell = row.get(column_index).map_or("", String::as_str);
            values.push(read_cell(column, cell).map_err(|error| FieldError {
                message: format!("Row {}, {}: {}", row_index + 1, column.meta.label, error.message),
                suggestion: error.suggestion,
                cell: Some((row_index, column_index)),
            })?);
        }
        if let Some(Value::Text(name)) = values.first()
            && read.iter().any(|earlier: &Vec<Value>| earlier.first() == values.first())
        {
            return Err(FieldError {
                message: format!("Row {}: the name “{name}” is there twice.", row_index + 1),
                suggestion: None,
                cell: Some((row_index, 0)),
            });
        }
        read.push(values);
    }
    Ok(Value::Rows(read).into())
}

/// Reads one cell; an empty one is absent where its column allows that.
///
/// # Errors
/// As for a field of that kind.
pub fn read_cell(column: &Column, cell: &str) -> Result<Value, FieldError> {
    match column.meta.kind {
        Kind::Quantity(quantity) if cell.trim().is_empty() => match quantity.absent {
            Some(_) => Ok(Value::Absent),
            None => Err(FieldError::new("a value is missing.").suggest(column.meta.write(&column.default))),
        },
        _ => column.meta.read(cell).map(|read| read.value),
    }
}

/// The canonical text of one cell.
pub fn write_cell(column: &Column, value: &Value) -> String {
    match value {
        Value::Absent => String::new(),
        value => column.meta.write(value),
    }
}

/// The canonical row form.
pub fn write(columns: &[Column], rows: &[Vec<Value>]) -> String {
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| columns.iter().zip(row).map(|(column, value)| write_cell(column, value)).collect())
        .collect();
    join(&cells)
}
