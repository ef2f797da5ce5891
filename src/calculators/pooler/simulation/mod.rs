//! The pooler second by second.

mod actions;
mod lane;
mod outcome;
mod plan;
mod record;
mod rules;
#[cfg(test)]
mod tests;
