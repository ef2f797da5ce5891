//! The simulated lane against runs of the real pooler, and against tables computed independently.

mod measured;
mod tables;
