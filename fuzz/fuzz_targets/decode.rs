//! Any text, read as a link.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    headroom_fuzz::link(text);
});
