//! A folder of Markdown, rewritten into another one with pictures beside its texts.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::style::Style;
use super::super::{Output, files};
use super::blocks::{Made, replaced};
use crate::export::{Address, markdown_text};

/// Writes all of `from` to `to`, with the blocks of Markdown as pictures. Hidden files, links of the file
/// system and `to` itself are left out. Doing it again changes nothing.
pub(in super::super) fn folder(from: &Path, to: &Path, style: &Style, address: Option<&Address>) -> Output {
    let mut output = Output::default();
    let paths = match (from.canonicalize(), to.canonicalize().ok()) {
        (Err(error), _) => Err(format!("{} could not be read: {error}", from.display())),
        (Ok(from), Some(to)) if from.starts_with(&to) => {
            Err("--out would overwrite the Markdown that it is made from: take another folder.".into())
        }
        (Ok(_), to) => files_of(from, to.as_deref()),
    };
    let paths = match paths {
        Ok(paths) => paths,
        Err(error) => return Output::failed(error),
    };
    let mut pictures = 0;
    for path in paths {
        let place = to.join(path.strip_prefix(from).unwrap_or(&path));
        let done = match path.extension().is_some_and(|ending| ending == "md" || ending == "markdown") {
            true => page(&path, &place, style, address, &mut output).map(|count| pictures += count),
            false => fs::read(&path)
                .map_err(|error| format!("{} could not be read: {error}", path.display()))
                .and_then(|content| files::write(&place, &content)),
        };
        if let Err(error) = done {
            output.fail(error);
        }
    }
    let are = if pictures == 1 { "picture" } else { "pictures" };
    output.stdout += &format!("{pictures} {are} in {}\n", to.display());
    output
}

/// One Markdown file; how many pictures it has.
fn page(
    path: &Path,
    place: &Path,
    style: &Style,
    address: Option<&Address>,
    output: &mut Output,
) -> Result<usize, String> {
    let text = files::read(path)?;
    let stem = place.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let mut pictures: Vec<(String, String)> = Vec::new();
    let (text, problems) = replaced(&text, style, address, |made| {
        let name = format!("{stem}-headroom-{}.svg", made.index + 1);
        let line = image(made, &name);
        pictures.push((name, made.svg.clone()));
        line
    });
    for problem in problems {
        output.stderr += &format!("{}:{}: {}\n", path.display(), problem.line, problem.message);
        output.status = output.status.max(problem.status);
    }
    // The pictures first, so that no text names one that is not there.
    for (name, svg) in &pictures {
        if path.with_file_name(name).exists() {
            return Err(format!("{} is in the way of a picture.", path.with_file_name(name).display()));
        }
        files::write(&place.with_file_name(name), svg.as_bytes())?;
    }
    files::write(place, text.as_bytes())?;
    Ok(pictures.len())
}

/// An image of this name, and the link around it.
fn image(made: &Made, name: &str) -> String {
    let mut target = String::new();
    for char in name.chars() {
        if matches!(char, '<' | '>' | '\\') {
            target.push('\\');
        }
        target.push(char);
    }
    let image = format!("![{}](<{target}>)", markdown_text(&made.text));
    match &made.link {
        Some(link) => format!("[{image}](<{link}>)"),
        None => image,
    }
}

/// Every file in a folder and those in it, in order.
fn files_of(folder: &Path, without: Option<&Path>) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{} could not be read: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            paths.push((entry.path(), entry.file_type().map_err(failed)?));
        }
    }
    paths.sort_by(|a, b| a.0.cmp(&b.0));
    let mut files = Vec::new();
    for (path, kind) in paths {
        let is_without = without.is_some_and(|without| path.canonicalize().is_ok_and(|path| path == without));
        if kind.is_dir() && !is_without {
            files.extend(files_of(&path, without)?);
        } else if kind.is_file() {
            files.push(path);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Event, Parser, Tag};

    use super::super::super::files::tests::folder as new_folder;
    use super::*;

    const PAGE: &str = "# Pools\n\n- one\n\n  ```headroom theme=light\n  pooler?open=100ms\n  ```\n\n```headroom\nwal\n```\n";

    fn listing(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let files = files_of(folder, None).expect("a folder");
        files.into_iter().map(|path| (path.clone(), fs::read(path).expect("a file"))).collect()
    }

    #[test]
    fn a_folder_is_rewritten_with_pictures() {
        let folder = new_folder("tree");
        let (from, to) = (folder.join("docs"), folder.join("docs/built"));
        files::write(&from.join("sub dir/a page.md"), PAGE.as_bytes()).expect("a file");
        files::write(&from.join("plain.md"), b"no blocks").expect("a file");
        files::write(&from.join("logo.bin"), &[0, 159, 146]).expect("a file");
        files::write(&from.join(".git/config"), b"x").expect("a file");
        let address = Address::read("https://headroom.example/").expect("an address");

        let output = super::folder(&from, &to, &Style::default(), Some(&address));
        assert_eq!((output.status, output.stderr.as_str()), (0, ""));
        assert!(output.stdout.starts_with("2 pictures in "));
        let names: Vec<_> = listing(&to)
            .into_iter()
            .map(|(path, _)| path.strip_prefix(&to).expect("within").to_string_lossy().into_owned())
            .collect();
        assert_eq!(
            names,
            [
                "logo.bin",
                "plain.md",
                "sub dir/a page-headroom-1.svg",
                "sub dir/a page-headroom-2.svg",
                "sub dir/a page.md"
            ]
        );
        let text = files::read(&to.join("sub dir/a page.md")).expect("a page");
        let mut targets = Vec::new();
        for event in Parser::new(&text) {
            if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event {
                targets.push(dest_url.into_string());
            }
        }
        assert_eq!(
            targets,
            [
                "https://headroom.example/#/pooler?open=100ms",
                "a page-headroom-1.svg",
                "https://headroom.example/#/wal",
                "a page-headroom-2.svg"
            ]
        );
        assert!(!text.contains("```"), "{text}");

        // Again, and made from its own result: nothing changes.
        let before = listing(&to);
        super::folder(&from, &to, &Style::default(), Some(&address));
        assert_eq!(listing(&to), before);
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let folder = new_folder("tree-wrong");
        let (from, to) = (folder.join("docs"), folder.join("built"));
        let text = "```headroom\npooler?open=blue\n```\n\n```headroom\npolar\n```\n";
        files::write(&from.join("a.md"), text.as_bytes()).expect("a file");
        let output = super::folder(&from, &to, &Style::default(), None);
        assert_eq!(output.status, 2);
        let lines: Vec<_> = output.stderr.lines().collect();
        assert!(lines[0].contains("a.md:2: open: ") && lines[1].contains("a.md:6: There is no calculator"));
        assert!(files::read(&to.join("a.md")).is_ok_and(|text| text.contains("```headroom\npolar")));

        for (from, to) in [(&from, &from), (&from, &folder), (&folder.join("none"), &to)] {
            let output = super::folder(from, to, &Style::default(), None);
            assert_eq!(output.status, 2, "{} to {}", from.display(), to.display());
        }
        fs::remove_dir_all(&folder).expect("removed");
    }
}
