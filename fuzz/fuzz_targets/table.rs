//! Any text, read as a table.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    headroom_fuzz::table(text);
});
