//! Running a program under limits: wall clock, memory, amount of output; the whole process group dies
//! with it. Knows nothing of what the program is.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

mod group;
mod pipes;
mod session;

pub use group::{end_all, kill_all, not_started};
pub use session::{AskError, Session};

use group::Group;
use pipes::Pipes;

/// A program to start: where it is, its arguments, and variables added to the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    path: PathBuf,
    arguments: Vec<OsString>,
    environment: Vec<(OsString, OsString)>,
}

impl Program {
    /// The program at `path`; a name without a slash is looked up in `PATH` when it is started.
    pub fn new(path: impl Into<PathBuf>) -> Program {
        Program { path: path.into(), arguments: Vec::new(), environment: Vec::new() }
    }

    /// Adds one argument.
    pub fn arg(mut self, argument: impl Into<OsString>) -> Program {
        self.arguments.push(argument.into());
        self
    }

    /// Adds several arguments.
    pub fn args<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Program {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Sets one variable of the environment; the rest is inherited.
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Program {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Where the program is, as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time from start to end; the process group is killed when it is over.
    pub wall: Duration,
    /// Bytes of address space (`RLIMIT_AS`), in force before the program's first instruction.
    pub memory: Option<u64>,
    /// Bytes kept of each of standard output and standard error; the rest is read and dropped.
    pub output: usize,
}

impl Default for Limits {
    /// Ten seconds, four gibibytes of address space, 64 mebibytes of output per stream.
    fn default() -> Limits {
        Limits { wall: Duration::from_secs(10), memory: Some(4 << 30), output: 64 << 20 }
    }
}

/// The output that was read of one stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// The first bytes, at most [`Limits::output`] of them.
    pub bytes: Vec<u8>,
    /// How many bytes came after those and were dropped.
    pub dropped: u64,
}

impl Captured {
    /// The text, with bytes that are not UTF-8 replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// Returns true when everything the program wrote is here.
    pub fn is_complete(&self) -> bool {
        self.dropped == 0
    }

    fn push(&mut self, bytes: &[u8], limit: usize) {
        let kept = bytes.len().min(limit.saturating_sub(self.bytes.len()));
        self.bytes.extend_from_slice(&bytes[..kept]);
        self.dropped += (bytes.len() - kept) as u64;
    }
}

/// How a run ended.
#[derive(Debug)]
pub enum Ending {
    /// It ended by itself with this exit code.
    Exit {
        /// The exit code.
        code: i32,
        /// Its standard output.
        stdout: Captured,
        /// Its standard error.
        stderr: Captured,
    },
    /// A signal ended it, and the signal was not ours.
    Signal {
        /// The number of the signal.
        signal: i32,
        /// Its standard output up to then.
        stdout: Captured,
        /// Its standard error up to then.
        stderr: Captured,
    },
    /// It was killed because its wall-clock time was over.
    TimedOut {
        /// Its standard output up to then.
        stdout: Captured,
        /// Its standard error up to then.
        stderr: Captured,
    },
    /// It could not be started, or the pipes to it could not be served.
    SpawnFailed(io::Error),
}

/// Runs `program` with `stdin` as its standard input until it ends or a limit is reached.
///
/// The program gets a new process group; whatever is left of the group when the program ends is
/// killed. The input is written while the outputs are read, so neither side can block the other.
pub fn run(program: &Program, stdin: &[u8], limits: &Limits) -> Ending {
    run_until_end(program, stdin, limits).unwrap_or_else(Ending::SpawnFailed)
}

fn run_until_end(program: &Program, stdin: &[u8], limits: &Limits) -> io::Result<Ending> {
    let deadline = deadline_after(limits.wall);
    let mut group = Group::spawn(program, limits.memory)?;
    group.limit_cpu(limits.wall);
    let mut pipes = Pipes::take(&mut group)?;
    let mut unwritten = stdin;
    if unwritten.is_empty() {
        pipes.close_input();
    }
    let (mut stdout, mut stderr) = (Captured::default(), Captured::default());
    let mut read = |pipes: &mut Pipes, unwritten: &mut &[u8]| {
        pipes.transfer(unwritten, |b| stdout.push(b, limits.output), |b| stderr.push(b, limits.output))
    };
    let mut timed_out = false;
    while !group.has_exited()? {
        if !pipes.wait(!unwritten.is_empty(), group.exit_watch(), deadline)? {
            timed_out = true;
            break;
        }
        read(&mut pipes, &mut unwritten)?;
        if unwritten.is_empty() {
            pipes.close_input();
        }
    }
    let status = group.end()?;
    // The output of the program is in the pipes by now; a descendant that left the group could keep them open without
    // end, so this reads what is there and does not wait for their end.
    read(&mut pipes, &mut &[][..])?;
    Ok(match (timed_out, std::os::unix::process::ExitStatusExt::signal(&status), status.code()) {
        (true, _, _) => Ending::TimedOut { stdout, stderr },
        (false, Some(signal), _) => Ending::Signal { signal, stdout, stderr },
        (false, None, Some(code)) => Ending::Exit { code, stdout, stderr },
        (false, None, None) => return Err(io::Error::other("the program neither exited nor was signalled")),
    })
}

/// The instant `wall` from now; a year from now when the clock cannot say it.
fn deadline_after(wall: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(wall).unwrap_or(now + Duration::from_secs(365 * 86_400))
}

/// The file that `name` means: itself when it contains a slash, else the first executable file of that
/// name in the directories of `PATH`.
///
/// # Errors
/// `NotFound` when there is no such file, `PermissionDenied` when it is there but not executable.
pub fn locate(name: &Path) -> io::Result<PathBuf> {
    let missing = |kind| io::Error::new(kind, format!("{}: not an executable file", name.display()));
    if name.components().count() > 1 || name.is_absolute() {
        return match name.metadata() {
            Ok(_) if is_executable(name) => Ok(name.to_path_buf()),
            Ok(_) => Err(missing(io::ErrorKind::PermissionDenied)),
            Err(error) => Err(io::Error::new(error.kind(), format!("{}: {error}", name.display()))),
        };
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .map(|directory| directory.join(name))
        .find(|candidate| is_executable(candidate))
        .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, format!("{}: not on PATH", name.display())))
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests;
