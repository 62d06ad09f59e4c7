//! The files of the built page.

use std::fs;
use std::path::{Component, Path, PathBuf};

use super::error::ServeError;

/// A file to be sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) bytes: Vec<u8>,
    /// Its type.
    pub(super) kind: &'static str,
    /// Whether the bytes are packed with brotli.
    pub(super) is_packed: bool,
}

/// The folder with the page.
#[derive(Debug, Clone)]
pub(super) struct Site {
    root: PathBuf,
}

impl Site {
    /// The page in a folder.
    ///
    /// # Errors
    /// The folder has no page.
    pub(super) fn open(folder: &Path) -> Result<Self, ServeError> {
        let root = folder.canonicalize().ok().filter(|root| {
            // Any folder may have the first file; only ours has the second one.
            ["index.html", "worker.js"].iter().all(|name| root.join(name).is_file())
        });
        let root = root.ok_or_else(|| ServeError::NoPage(folder.to_owned()))?;
        Ok(Self { root })
    }

    /// The file at a decoded path; `None` if there is none.
    pub(super) fn find(&self, path: &str, accepts_brotli: bool) -> Option<Found> {
        let mut file = self.root.clone();
        for part in path.split('/').filter(|part| !part.is_empty()) {
            // Each part has to be a plain name, which cannot lead elsewhere.
            let mut components = Path::new(part).components();
            let (Some(Component::Normal(name)), None) = (components.next(), components.next()) else {
                return None;
            };
            if part.starts_with('.') || part.contains(['\\', '\0', ':']) {
                return None;
            }
            file.push(name);
        }
        if path.is_empty() || path.ends_with('/') {
            file.push("index.html");
        }
        let kind = kind_of(&file);
        let packed = || {
            let mut name = file.clone().into_os_string();
            name.push(".br");
            self.read(Path::new(&name))
        };
        if let Some(bytes) = accepts_brotli.then(packed).flatten() {
            return Some(Found { bytes, kind, is_packed: true });
        }
        Some(Found { bytes: self.read(&file)?, kind, is_packed: false })
    }

    /// The bytes of a file, unless a link leads out of the folder.
    fn read(&self, file: &Path) -> Option<Vec<u8>> {
        let real = file.canonicalize().ok()?;
        (real.starts_with(&self.root) && real.is_file()).then(|| fs::read(real).ok()).flatten()
    }
}

/// The type of a file, by its ending.
fn kind_of(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()).unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Whether a header `Accept-Encoding` names brotli and does not forbid it.
pub(super) fn accepts_brotli(header: &str) -> bool {
    header.split(',').any(|part| {
        let mut words = part.split(';').map(str::trim);
        let is_none = |word: &str| word.strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        words.next() == Some("br") && !words.any(is_none)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with a page, and a secret beside it.
    struct Trial(PathBuf);

    impl Trial {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("epidote-site-{}-{name}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(folder.join("dist/engines")).expect("a folder");
            for (name, content) in [
                ("secret.txt", "secret"),
                ("dist/index.html", "page"),
                ("dist/worker.js", "worker"),
                ("dist/worker.js.br", "packed"),
                ("dist/engines/a b.wasm", "engine"),
                ("dist/.hidden", "hidden"),
            ] {
                fs::write(folder.join(name), content).expect("a file");
            }
            std::os::unix::fs::symlink("../secret.txt", folder.join("dist/link.txt")).expect("a link");
            Self(folder)
        }
    }

    impl Drop for Trial {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn files_of_the_page_and_no_others() {
        let trial = Trial::new("find");
        let site = Site::open(&trial.0.join("dist")).expect("a page");
        let check = |path: &str, expect: Option<(&str, &str)>| {
            let found = site.find(path, false);
            let found = found.as_ref().map(|it| (std::str::from_utf8(&it.bytes).expect("text"), it.kind));
            assert_eq!(found, expect, "{path:?}");
        };
        check("", Some(("page", "text/html; charset=utf-8")));
        check("/", Some(("page", "text/html; charset=utf-8")));
        check("index.html", Some(("page", "text/html; charset=utf-8")));
        check("worker.js", Some(("worker", "text/javascript")));
        check("engines/a b.wasm", Some(("engine", "application/wasm")));
        for path in [
            "no.txt",
            "engines",
            "engines/",
            "../secret.txt",
            "engines/../../secret.txt",
            "engines/../index.html",
            "./index.html",
            "..\\secret.txt",
            "link.txt",
            ".hidden",
            "index.html\0",
            "/etc/passwd",
            "//etc/passwd",
        ] {
            check(path, None);
        }
        let inside = trial.0.join("secret.txt");
        check(inside.to_str().expect("text"), None);
    }

    #[test]
    fn packed_files_for_those_who_take_them() {
        let trial = Trial::new("packed");
        let site = Site::open(&trial.0.join("dist")).expect("a page");
        let check = |path: &str, header: &str, expect: (&str, bool)| {
            let found = site.find(path, accepts_brotli(header)).expect("a file");
            assert_eq!(
                (found.bytes.as_slice(), found.is_packed),
                (expect.0.as_bytes(), expect.1),
                "{header}"
            );
            assert_ne!(found.kind, "application/octet-stream");
        };
        check("worker.js", "gzip, deflate, br", ("packed", true));
        check("worker.js", "br;q=0.5", ("packed", true));
        check("worker.js", "gzip", ("worker", false));
        check("worker.js", "br;q=0", ("worker", false));
        check("worker.js", "", ("worker", false));
        check("index.html", "br", ("page", false));
    }

    #[test]
    fn a_folder_without_a_page_is_told() {
        let trial = Trial::new("none");
        for folder in ["dist/engines", "no", "secret.txt"] {
            let error = Site::open(&trial.0.join(folder)).expect_err("no page").to_string();
            assert!(error.contains("make build") && error.contains(folder), "{error}");
        }
    }
}
