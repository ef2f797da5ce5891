//! Tables in their row form: rows by `;`, cells by `,`, trailing empty cells dropped, names
//! percent-encoded: `small,40,1,2GB;2xlarge,6,16,32GB`.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::field::{Column, FieldError, Kind, Read, Value};
use crate::text::decoded;

/// The most rows that a table may have.
pub const MOST_ROWS: usize = 200;

/// What a cell keeps unencoded: only characters that linkifiers keep; a rate such as `3k/s` needs the
/// slash.
const CELL: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'+').remove(b'/').remove(b':');

/// The cells as texts, names decoded; nothing is checked.
pub fn split(text: &str) -> Vec<Vec<String>> {
    // Some clients encode the separators too; names never need a bare comma.
    let whole = if text.contains(',') { text.to_owned() } else { decoded(text) };
    whole
        .split([';', '\n'])
        .filter(|row| !row.trim().is_empty())
        .map(|row| row.split(',').map(|cell| decoded(cell.trim())).collect())
        .collect()
}

/// The inverse of [`split`], in canonical form.
pub fn join(rows: &[Vec<String>]) -> String {
    rows.iter()
        .map(|row| {
            let filled = row.iter().rposition(|cell| !cell.trim().is_empty()).map_or(0, |last| last + 1);
            let cells: Vec<_> = row[..filled].iter().map(|cell| encode(cell.trim())).collect();
            cells.join(",")
        })
        .collect::<Vec<_>>()
        .join(";")
}

fn encode(cell: &str) -> String {
    utf8_percent_encode(cell, CELL).to_string()
}

/// Reads the row form.
///
/// # Errors
/// The first cell that cannot be read, with its row and column.
pub fn read(columns: &[Column], text: &str) -> Result<Read, FieldError> {
    let mut rows = split(text);
    if columns.len() == 1 {
        // A list: a comma can only be a separator there.
        rows = rows.into_iter().flatten().map(|cell| vec![cell]).collect();
    }
    if rows.is_empty() {
        return Err(FieldError::new("The table is empty: it needs at least one row."));
    }
    if rows.len() > MOST_ROWS {
        return Err(FieldError::new(format!("The table has {} rows; {MOST_ROWS} is the most.", rows.len())));
    }
    let mut read = Vec::with_capacity(rows.len());
    for (row_index, row) in rows.iter().enumerate() {
        if row.len() > columns.len() {
            return Err(FieldError {
                message: format!(
                    "Row {}: {} cells, but there are {} columns.",
                    row_index + 1,
                    row.len(),
                    columns.len()
                ),
                suggestion: None,
                cell: Some((row_index, columns.len() - 1)),
            });
        }
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
