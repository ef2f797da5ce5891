//! Questions about answers.

pub mod compare;
