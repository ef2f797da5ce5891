//! The simulated lane against runs of the real pooler, and against tables computed independently.

mod answers;
mod measured;
mod tables;
