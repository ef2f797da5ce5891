//! Headroom: capacity calculators for two rates that race.
//!
//! The models are plain Rust that knows nothing of a browser; the page in `ui` and the command line
//! in `cli` are views over them.

pub mod analysis;
pub mod calculators;
pub mod chart;
pub mod clock;
pub mod draft;
pub mod evidence;
pub mod export;
pub mod field;
pub mod glossary;
mod inputs;
pub mod math;
pub mod quantity;
pub mod report;
pub mod scenario;
pub mod sim;
pub mod table;
#[cfg(test)]
mod test_data;
mod text;

#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
#[cfg(target_arch = "wasm32")]
pub mod ui;
