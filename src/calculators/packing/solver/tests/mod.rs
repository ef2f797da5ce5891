//! Published and independently computed values, and properties that hold for every problem.

mod cases;
mod instances;
mod properties;
mod published;

use super::Class;

/// A file of `tests/data/packing`.
fn data(name: &str) -> String {
    let path = format!("{}/tests/data/packing/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of a table, each as column name and text. Quotes guard commas.
fn table(name: &str) -> Vec<std::collections::HashMap<String, String>> {
    let text = data(name);
    let mut rows = text.lines().map(|line| {
        let mut quoted = false;
        let cells = line.split(|c| {
            quoted ^= c == '"';
            c == ',' && !quoted
        });
        cells.map(|cell| cell.trim_matches('"').to_owned()).collect::<Vec<_>>()
    });
    let header = rows.next().expect("a header");
    rows.map(|row| header.iter().cloned().zip(row).collect()).collect()
}

/// A one-dimensional instance (`n, capacity, sizes`) or a vector one (`.vbp`: `d, capacities, n`, then
/// a size vector and a count in each row).
fn instance(name: &str) -> (Vec<f64>, Vec<Class>) {
    let text = data(name);
    let mut numbers = text.split_whitespace().map(|word| word.parse::<f64>().expect("a number"));
    let first = numbers.next().expect("a first number") as usize;
    if name.ends_with(".vbp") {
        let capacity: Vec<f64> = numbers.by_ref().take(first).collect();
        numbers.next();
        let rest: Vec<f64> = numbers.collect();
        let class = |row: &[f64]| Class { size: row[..first].to_vec(), count: row[first] as u64 };
        (capacity, rest.chunks(first + 1).map(class).collect())
    } else {
        let capacity = vec![numbers.next().expect("a capacity")];
        (capacity, numbers.map(|size| Class { size: vec![size], count: 1 }).collect())
    }
}

/// Each equal item counted once, with its number: the same instance in groups.
fn grouped(classes: &[Class]) -> Vec<Class> {
    let mut groups: Vec<Class> = Vec::new();
    for class in classes {
        match groups.iter_mut().find(|g| g.size == class.size) {
            Some(group) => group.count += class.count,
            None => groups.push(class.clone()),
        }
    }
    groups
}
