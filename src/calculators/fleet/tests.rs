mod answers;
mod properties;
