//! Any text, as a link and edits of its draft.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    headroom_fuzz::edits(text);
});
