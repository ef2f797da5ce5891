//! Pictures in Markdown: a block marked `headroom` that holds a link becomes one.

mod blocks;
mod mdbook;
mod tree;

pub(super) use mdbook::{Arguments as MdbookArguments, mdbook};
pub(super) use tree::folder;
