//! Programs as processes: in groups of their own, with limits, and ended with the referee.

use std::fs::File;
use std::io::{self, BufRead as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};

use super::program_file::{NoProgram, check, found};
use crate::cli::located::Located as _;
use rustix::process::{Pid, Signal, kill_process_group};

/// How a program is started.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::cli) struct ProgramSpec {
    /// The file, or a name that the shell's path knows.
    pub(in crate::cli) command: PathBuf,
    /// The arguments of the program, without its name.
    pub(in crate::cli) arguments: Vec<String>,
    /// Where it runs.
    pub(in crate::cli) folder: Option<PathBuf>,
    /// Most memory in MiB.
    pub(in crate::cli) memory_mib: Option<u64>,
}

impl ProgramSpec {
    /// A command with its arguments. `epidote` is this program, and alone its engine.
    pub(in crate::cli) fn of(command: &str, mut arguments: Vec<String>) -> Self {
        let own = std::env::current_exe().ok().filter(|_| command == "epidote");
        if own.is_some() && arguments.is_empty() {
            arguments.push("uci".to_owned());
        }
        Self { command: own.unwrap_or_else(|| found(command)), arguments, ..Self::default() }
    }

    /// Checks that there is a file to run.
    ///
    /// # Errors
    /// Why it cannot be started, as far as that can be known in advance.
    pub(in crate::cli) fn check(&self) -> Result<(), NoProgram> {
        check(&self.command, self.folder.as_deref())
    }
}

/// A program that was started.
pub(in crate::cli) struct Program {
    child: Child,
    group: Pid,
    how: Option<String>,
}

impl Program {
    /// Starts a program. Returns it with its output, its input and its standard error.
    pub(in crate::cli) fn start(spec: &ProgramSpec) -> io::Result<(Self, OwnedFd, OwnedFd, OwnedFd)> {
        let mut command = Command::new(&spec.command);
        command.args(&spec.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // It gets a process group of its own: signals of the terminal are for the referee only, and its
        // children end with it.
        command.process_group(0);
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        let mut child = command.spawn()?;
        let gone = || io::Error::other("the program has no standard streams");
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw).ok_or_else(gone)?;
        limit_memory(group, spec.memory_mib)?;
        let output = child.stdin.take().ok_or_else(gone)?.into();
        let input = child.stdout.take().ok_or_else(gone)?.into();
        let errors = child.stderr.take().ok_or_else(gone)?.into();
        Ok((Self { child, group, how: None }, input, output, errors))
    }

    /// Its process group.
    pub(in crate::cli) fn group(&self) -> Pid {
        self.group
    }

    /// How it ended, if it did.
    pub(in crate::cli) fn has_ended(&mut self) -> Option<String> {
        if self.how.is_none() {
            match self.child.try_wait() {
                Ok(Some(status)) => self.how = Some(status.to_string()),
                Ok(None) => {}
                Err(error) => self.how = Some(error.to_string()),
            }
        }
        self.how.clone()
    }

    /// Kills it with all its children.
    pub(in crate::cli) fn kill(&mut self) {
        // One that is gone already needs no killing.
        let _ = kill_process_group(self.group, Signal::KILL);
    }

    /// Waits for its end.
    pub(in crate::cli) fn wait(&mut self) {
        // As above.
        let _ = self.child.wait();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
        self.wait();
    }
}

#[cfg(target_os = "linux")]
fn limit_memory(pid: Pid, memory_mib: Option<u64>) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, prlimit};
    if let Some(mib) = memory_mib {
        let most = Some(mib.saturating_mul(1024 * 1024));
        prlimit(Some(pid), Resource::As, Rlimit { current: most, maximum: most })?;
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_: Pid, memory_mib: Option<u64>) -> io::Result<()> {
    match memory_mib {
        None => Ok(()),
        Some(_) => Err(io::Error::other("memory can be limited on Linux only")),
    }
}

/// A process that outlives the referee for a moment, to end the programs left behind.
pub(in crate::cli) struct Warden {
    child: Child,
    /// Closed with the referee, however it ends.
    line: Option<ChildStdin>,
}

impl Warden {
    /// The argument by which this program becomes a warden.
    pub(in crate::cli) const ARGUMENT: &str = "argus-warden";

    /// Starts one.
    pub(in crate::cli) fn start() -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(Self::ARGUMENT).stdin(Stdio::piped()).stdout(Stdio::null()).process_group(0);
        let mut child = command.spawn()?;
        let line = child.stdin.take();
        Ok(Self { child, line })
    }

    pub(in crate::cli) fn watch(&mut self, group: Pid) {
        self.tell(format_args!("+{}\n", group.as_raw_nonzero()));
    }

    pub(in crate::cli) fn forget(&mut self, group: Pid) {
        self.tell(format_args!("-{}\n", group.as_raw_nonzero()));
    }

    fn tell(&mut self, what: std::fmt::Arguments<'_>) {
        if let Some(line) = &mut self.line {
            // If the warden is gone, the referee still ends its programs itself.
            let _ = line.write_fmt(what);
        }
    }

    /// What the warden does: it notes groups until its input ends, and then kills those that are left.
    pub(in crate::cli) fn watch_over() {
        let mut groups = std::collections::BTreeSet::new();
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            let (sign, number) = line.split_at_checked(1).unwrap_or(("", ""));
            let Some(group) = number.parse().ok().and_then(Pid::from_raw) else { continue };
            match sign {
                "+" => groups.insert(group.as_raw_nonzero()),
                _ => groups.remove(&group.as_raw_nonzero()),
            };
        }
        for group in groups.into_iter().filter_map(|group| Pid::from_raw(group.get())) {
            // One that is gone already needs no killing.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Warden {
    fn drop(&mut self) {
        self.line = None;
        let _ = self.child.wait();
    }
}

/// Both ends of a pair of named pipes: `BASE.pc0` from the client, `BASE.pc1` to it. They are created if they
/// are not there.
pub(in crate::cli) fn open_pipes(base: &str) -> io::Result<(OwnedFd, OwnedFd)> {
    let open = |name: String| -> io::Result<File> {
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        match rustix::fs::mknodat(rustix::fs::CWD, name.as_str(), rustix::fs::FileType::Fifo, mode, 0) {
            // The other side may create it at the same moment.
            Ok(()) | Err(rustix::io::Errno::EXIST) => {}
            Err(error) => return Err(io::Error::from(error)).at(&name)?,
        }
        // It is opened for reading and writing: so it neither waits for the other side nor ends with it.
        Ok(File::options().read(true).write(true).open(&name).at(&name)?)
    };
    Ok((open(format!("{base}.pc0"))?.into(), open(format!("{base}.pc1"))?.into()))
}

/// Both ends of the user's terminal. It is opened once more, so that nothing changes for the shell.
pub(in crate::cli) fn open_terminal() -> io::Result<(OwnedFd, OwnedFd)> {
    let open = || File::options().read(true).write(true).open("/dev/tty");
    let no_terminal = |error: io::Error| {
        io::Error::new(error.kind(), format!("a human needs a terminal, or fifo=BASE: {error}"))
    };
    Ok((open().map_err(no_terminal)?.into(), open().map_err(no_terminal)?.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    #[test]
    fn both_sides_may_make_their_pipes_at_once() {
        let folder = std::env::temp_dir().join(format!("epidote-pipes-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for round in 0..100 {
            let base = folder.join(round.to_string()).to_str().expect("text").to_owned();
            let barrier = Barrier::new(2);
            let open = || {
                barrier.wait();
                open_pipes(&base).map(|_| ())
            };
            std::thread::scope(|scope| {
                let sides = [scope.spawn(open), scope.spawn(open)];
                for side in sides {
                    side.join().expect("no panic").expect("pipes");
                }
            });
        }
        std::fs::remove_dir_all(&folder).expect("the folder goes");
    }
}
