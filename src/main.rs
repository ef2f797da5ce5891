//! The page in a browser, the `headroom` command anywhere else.

#[cfg(target_arch = "wasm32")]
fn main() {
    headroom::ui::run();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    headroom::cli::run()
}
