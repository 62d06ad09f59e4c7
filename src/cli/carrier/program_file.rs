//! Which file a command names, and whether it can be run.

use std::fmt;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// Where some systems keep games. It is not on everybody's path.
const GAMES: &str = "/usr/games";

/// Why the file of a command cannot be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) enum NoProgram {
    /// There is no such file, or no file with this name on the path.
    Missing(PathBuf),
    /// It is a folder, or a file without the right to run it.
    NotExecutable(PathBuf),
}

impl fmt::Display for NoProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(file) => write!(f, "it cannot be started: there is no program {}", file.display()),
            Self::NotExecutable(file) => {
                write!(f, "it cannot be started: {} is no file that may be run", file.display())
            }
        }
    }
}

impl std::error::Error for NoProgram {}

/// Whether a command is a name to be looked for on the path.
fn is_bare(command: &Path) -> bool {
    command.components().count() == 1 && !command.to_string_lossy().contains(std::path::is_separator)
}

/// The first file with a bare name on the path.
fn on_path(command: &Path) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let is_file = |path: &PathBuf| path.is_file();
    std::env::split_paths(&paths).map(|folder| folder.join(command)).find(is_file)
}

/// The file of a command: a bare name that is not on the path may be that of a game.
pub(super) fn found(command: &str) -> PathBuf {
    let (path, game) = (Path::new(command), Path::new(GAMES).join(command));
    if is_bare(path) && on_path(path).is_none() && game.is_file() { game } else { path.to_owned() }
}

/// Says why a command cannot be run in a folder, as far as that can be known without running it.
pub(super) fn check(command: &Path, folder: Option<&Path>) -> Result<(), NoProgram> {
    let missing = || NoProgram::Missing(command.to_owned());
    let file = if is_bare(command) {
        on_path(command).ok_or_else(missing)?
    } else {
        folder.map_or_else(|| command.to_owned(), |folder| folder.join(command))
    };
    let known = file.metadata().map_err(|_| missing())?;
    if known.is_file() && known.permissions().mode() & 0o111 != 0 {
        Ok(())
    } else {
        Err(NoProgram::NotExecutable(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_cannot_be_run_is_told_before() {
        let folder = std::env::temp_dir().join(format!("epidote-program-{}", std::process::id()));
        fs::create_dir_all(folder.join("folder")).expect("a folder");
        fs::write(folder.join("plain"), "").expect("a file");
        fs::write(folder.join("script"), "#!/bin/sh\n").expect("a file");
        fs::set_permissions(folder.join("script"), fs::Permissions::from_mode(0o755)).expect("rights");
        let ask = |command: &str, folder: Option<&Path>| {
            check(&found(command), folder).map_err(|error| error.to_string())
        };
        let path = |name: &str| folder.join(name).to_str().expect("text").to_owned();
        assert_eq!(ask(&path("script"), None), Ok(()));
        assert_eq!(ask("./script", Some(&folder)), Ok(()), "in its folder");
        assert_eq!(ask("sh", Some(&folder)), Ok(()), "on the path, whatever the folder");
        for (command, why) in [
            (path("none"), "there is no program"),
            (path("plain"), "no file that may be run"),
            (path("folder"), "no file that may be run"),
            ("./script".to_owned(), "there is no program ./script"),
            ("no-such-program".to_owned(), "there is no program no-such-program"),
            (String::new(), "there is no program"),
        ] {
            let message = ask(&command, None).expect_err("an error");
            assert!(message.contains(why), "{command}: {message}");
        }
        fs::remove_dir_all(&folder).expect("the folder goes");
    }
}
