//! What a scenario and its answer are taken away as: tables, text, JSON, pictures.
//!
//! Pure functions from data to text, for the page and the command line alike.

mod address;
mod csv;
mod json;
mod markdown;
mod number;
mod picture;
#[cfg(test)]
mod tests;

pub use address::{Address, AddressError};
pub use csv::{csv, csv_all};
pub use json::{json, simulation_json};
pub use markdown::markdown;
pub use picture::{LEAST_CHART, Picture};

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use markdown::escaped as markdown_text;
