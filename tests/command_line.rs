//! The commands of docs/command-line.md and of the examples, as they are typed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A copy of a folder, for what writes beside its files.
fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let place = to.join(entry.file_name());
        match entry.file_type().expect("a type").is_dir() {
            true => copied(&entry.path(), &place),
            false => drop(fs::copy(entry.path(), place).expect("a copy")),
        }
    }
}

fn examples(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    copied(&root().join("examples"), &folder);
    folder
}

/// Runs a line of a shell with the built command; its exit status, and all that it printed.
fn run(folder: &Path, line: &str) -> (i32, String) {
    let bin = Path::new(env!("CARGO_BIN_EXE_headroom")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-euc", line])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", bin.display()))
        .output()
        .expect("a shell");
    let texts = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.code().unwrap_or(-1), texts.concat())
}

#[test]
fn every_command_of_the_documentation_ends_as_it_says() {
    let folder = examples("documented");
    let text = fs::read_to_string(root().join("docs/command-line.md")).expect("the documentation");
    let mut commands = Vec::new();
    let mut is_within = false;
    for line in text.lines() {
        match line {
            "```sh" => is_within = true,
            _ if line.starts_with("```") => is_within = false,
            _ if is_within => commands.push(line),
            _ => {}
        }
    }
    assert!(commands.len() >= 19, "{commands:?}");
    for line in &commands {
        let expected =
            line.split_once("# ends with ").map_or(0, |(_, status)| status.parse().expect("a status"));
        let (status, printed) = run(&folder, line);
        assert_eq!(status, expected, "{line}\n{printed}");
        // mdBook asks for the status only.
        assert!(status == 0 || line.contains("supports") || !printed.trim().is_empty(), "{line} says why");
    }
    for word in ["list", "eval", "simulate", "check", "render", "mdbook"] {
        assert!(commands.iter().any(|line| line.contains(&format!("headroom {word}"))), "{word}");
    }
    for name in
        ["pooler.svg", "pooler.png", "pooler.md", "pooler.csv", "pooler.json", "built/pooler-headroom-3.svg"]
    {
        assert!(folder.join(name).exists(), "{name}");
    }
    assert!(!folder.join("pooler.gif").exists());
}

/// A file that differs must not pass, or the example would prove nothing.
#[test]
fn the_example_of_a_check_passes_and_can_fail() {
    let folder = examples("checked");
    let (status, printed) = run(&folder, "headroom check github-actions/capacity.headroom");
    assert_eq!((status, printed.trim_end()), (0, "5 scenarios as expected"));
    let file = folder.join("github-actions/capacity.headroom");
    let text = fs::read_to_string(&file).expect("the example");
    let scenarios = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
    assert_eq!(scenarios, 5);
    let line = text.lines().position(|line| line.ends_with("=> safe")).expect("a safe one") + 1;
    fs::write(&file, text.replace("wait_limit=100ms&", "")).expect("written");
    let (status, printed) = run(&folder, "headroom check github-actions/capacity.headroom");
    assert!(
        status == 1 && printed.contains(&format!("capacity.headroom:{line}: expected safe, is stuck:")),
        "{printed}"
    );
}

#[test]
fn the_commands_of_the_workflow_run() {
    let folder = examples("workflow").join("github-actions");
    let text = fs::read_to_string(folder.join("capacity.yml")).expect("the workflow");
    let commands: Vec<_> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("run: "))
        .filter(|line| !line.starts_with("cargo"))
        .collect();
    assert_eq!(commands.len(), 3, "{commands:?}");
    for command in commands {
        let (status, printed) = run(&folder, &format!("GITHUB_STEP_SUMMARY=summary.md; {command}"));
        assert_eq!(status, 0, "{command}\n{printed}");
    }
    assert!(fs::read_to_string(folder.join("summary.md")).is_ok_and(|text| text.starts_with("# ")));
}

#[test]
fn the_names_of_the_files_are_in_the_messages() {
    let folder = examples("messages");
    fs::write(folder.join("bad.headroom"), "# one\n\nwal?wirte=1MB/s => tight\n").expect("written");
    let (status, printed) = run(&folder, "headroom check bad.headroom");
    assert!(
        status == 2 && printed.contains("bad.headroom:3: wirte: ") && printed.contains("Did you mean write?"),
        "{printed}"
    );
}
