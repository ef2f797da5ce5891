//! Any text, read as a quantity of every unit.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    for unit in headroom_fuzz::UNITS {
        headroom_fuzz::quantity(unit, text);
    }
});
