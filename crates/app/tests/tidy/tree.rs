//! The files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that are made, not written.
const SKIPPED: &[&str] = &["target", "node_modules", ".git", "corpus", "artifacts"];

/// Every text file of the repository.
pub(crate) struct Tree {
    pub(crate) root: PathBuf,
    pub(crate) files: Vec<TextFile>,
}

/// A file with its path from the root, written with slashes.
pub(crate) struct TextFile {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Tree {
    /// The repository that this test belongs to.
    pub(crate) fn of_workspace() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let root = root.canonicalize().expect("the workspace is two folders above the app");
        let mut files = Vec::new();
        collect(&root, &root, &mut files);
        assert!(files.iter().any(|file| file.path == "Cargo.toml"), "the root has a manifest");
        Self { root, files }
    }

    /// The files whose name ends so.
    pub(crate) fn ending<'a>(&'a self, ending: &'a str) -> impl Iterator<Item = &'a TextFile> {
        self.files.iter().filter(move |file| file.path.ends_with(ending))
    }

    /// The file at that path, if there is one.
    pub(crate) fn get(&self, path: &str) -> Option<&TextFile> {
        self.files.iter().find(|file| file.path == path)
    }
}

impl TextFile {
    /// The lines, counted from 1.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<TextFile>) {
    let entries = fs::read_dir(folder).expect("folders of the repository can be read");
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if SKIPPED.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files);
        } else if let Ok(text) = fs::read_to_string(&path) {
            let path = path.strip_prefix(root).expect("it was found below the root");
            files.push(TextFile { path: path.to_string_lossy().replace('\\', "/"), text });
        }
    }
}
