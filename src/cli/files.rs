//! Writing files: whole or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

/// Writes a file by way of a new one beside it, so that nobody ever sees half of it; a file that holds the
/// same already is left alone. Folders that are missing are made.
pub(super) fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    let failed = |error: std::io::Error| format!("{} could not be written: {error}", path.display());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(name) = path.file_name() else {
        return Err(format!("{} is no name of a file.", path.display()));
    };
    fs::create_dir_all(folder).map_err(failed)?;
    let part = folder.join(format!(".{}.{}.part", name.to_string_lossy(), std::process::id()));
    let written = fs::File::create(&part)
        .and_then(|mut file| {
            file.write_all(content)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&part, path));
    written.map_err(|error| {
        // It may never have been there.
        let _ = fs::remove_file(&part);
        failed(error)
    })
}

/// Reads a text file.
pub(super) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{} could not be read: {error}", path.display()))
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::PathBuf;

    use super::*;

    /// An empty folder of this test's own.
    pub(crate) fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("headroom-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn files_are_whole_or_not_there() {
        let folder = folder("files");
        let path = folder.join("new/out.svg");
        write(&path, b"one").expect("a file");
        write(&path, b"two").expect("a file");
        assert_eq!(read(&path).as_deref(), Ok("two"));
        let before = fs::metadata(&path).and_then(|data| data.modified()).expect("a time");
        write(&path, b"two").expect("a file");
        assert_eq!(fs::metadata(&path).and_then(|data| data.modified()).expect("a time"), before);
        // A folder cannot be replaced by a file: nothing is left behind.
        let error = write(&folder.join("new"), b"three").expect_err("a folder");
        assert!(error.contains("could not be written"), "{error}");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
