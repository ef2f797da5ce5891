//! Discrete-event simulation: events in order of time, seeded randomness, replications.
//!
//! The same seed gives the same numbers on every machine, in a browser too, bit for bit: draws are 64 bits
//! wide whatever the word size, logarithms are those of `libm`, no result depends on the number of threads,
//! and nothing here reads a clock.

pub mod estimate;
pub mod queue;
pub mod random;
pub mod replicate;
pub mod station;
#[cfg(test)]
mod tests;

pub use queue::Events;
pub use random::Random;
pub use replicate::{Budget, replicate};
