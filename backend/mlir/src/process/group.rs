//! One child in a new process group: started under a memory limit, killed as a whole, reaped exactly once. Knows
//! nothing of pipes beyond creating them.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use process_wrap::std::{ChildWrapper, CommandWrap, ProcessGroup};
use rustix::param::clock_ticks_per_second;
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitId, WaitIdOptions, kill_process_group, pidfd_open,
    prlimit, waitid,
};

use super::{Program, locate};

/// Sets the soft limit before the program is there at all, so that nothing of it, and nothing it starts,
/// ever runs without; `exec` keeps the process id. When the limit cannot be set because a lower one is in
/// force already, that one stays.
const UNDER_MEMORY_LIMIT: &str =
    r#"ulimit -S -v "$1" 2>/dev/null || [ "$(ulimit -v)" != unlimited ] || exit 125; shift; exec "$@""#;

/// The groups that run now: their leaders are not reaped, so each id names its group and no other.
struct Running {
    leaders: Vec<Pid>,
    /// No group is started any more.
    closed: bool,
}

static RUNNING: Mutex<Running> = Mutex::new(Running { leaders: Vec::new(), closed: false });

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every running group, and lets no other start in this process: it is about to end.
pub fn end_all() {
    let mut running = running();
    running.closed = true;
    for leader in &running.leaders {
        let _ = kill_process_group(*leader, Signal::KILL);
    }
}

/// Kills every running group; others may start.
pub fn kill_all() {
    for leader in &running().leaders {
        let _ = kill_process_group(*leader, Signal::KILL);
    }
}

/// A running child and its process group. Dropping it kills the group.
pub(super) struct Group {
    child: Box<dyn ChildWrapper>,
    pid: Pid,
    exit: Option<OwnedFd>,
    ended: Option<ExitStatus>,
    /// The program that a shell starts under a limit.
    in_shell: Option<String>,
}

/// The first program that could not be started, and why.
static NOT_STARTED: Mutex<Option<String>> = Mutex::new(None);

/// The first program of this process that could not be started, and why; `None` as long as all were.
pub fn not_started() -> Option<String> {
    NOT_STARTED.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

fn note_not_started(program: &str, why: &str) {
    let mut first = NOT_STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    first.get_or_insert_with(|| format!("cannot start {program}: {why}"));
}

/// The exit codes of a shell that could not set a limit, or not start the program.
const OF_SHELL: std::ops::RangeInclusive<i32> = 125..=127;

impl Group {
    /// Starts `program` with pipes for its three streams.
    pub(super) fn spawn(program: &Program, memory: Option<u64>) -> io::Result<Group> {
        Group::start(program, memory)
            .inspect_err(|error| note_not_started(&program.path.display().to_string(), &error.to_string()))
    }

    fn start(program: &Program, memory: Option<u64>) -> io::Result<Group> {
        let path = locate(&program.path)?;
        let mut command = match memory {
            // Programs print the name that they were called by.
            None => {
                let mut command = Command::new(path);
                command.arg0(&program.path);
                command
            }
            Some(bytes) => {
                let mut shell = Command::new("/bin/sh");
                let kibibytes = (bytes / 1024).max(1).to_string();
                shell.args(["-c", UNDER_MEMORY_LIMIT, "sh", &kibibytes]).arg(path);
                shell
            }
        };
        command.args(&program.arguments).envs(program.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = running();
        if running.closed {
            return Err(io::Error::new(io::ErrorKind::Interrupted, "this run was asked to end"));
        }
        let child = CommandWrap::from(command).wrap(ProcessGroup::leader()).spawn()?;
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let pid = pid.ok_or_else(|| io::Error::other("the process id is out of range"))?;
        running.leaders.push(pid);
        drop(running);
        // Old kernels and some sandboxes have no pidfd; the exit is then found by polling.
        let exit = pidfd_open(pid, PidfdFlags::empty()).ok();
        let in_shell = memory.map(|_| program.path.display().to_string());
        Ok(Group { child, pid, exit, ended: None, in_shell })
    }

    /// The pipes to the three streams of the child, once.
    pub(super) fn pipes(&mut self) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        (self.child.stdin().take(), self.child.stdout().take(), self.child.stderr().take())
    }

    /// Becomes readable when the child exits; `None` where the system cannot tell.
    pub(super) fn exit_watch(&self) -> Option<BorrowedFd<'_>> {
        self.exit.as_ref().map(AsFd::as_fd)
    }

    /// Returns true when the child has exited. It is left unreaped, so that its id stays ours.
    pub(super) fn has_exited(&self) -> io::Result<bool> {
        if self.ended.is_some() {
            return Ok(true);
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        loop {
            match waitid(WaitId::Pid(self.pid), options) {
                Ok(status) => return Ok(status.is_some()),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The processor time that the child has had, without that of its own children, where Linux tells.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        let path = format!("/proc/{}/stat", self.pid.as_raw_nonzero());
        let status = std::fs::read_to_string(path).ok()?;
        // The name of the program, in parentheses, may hold anything; user and system time are the 12th and 13th word behind it.
        let mut words = status.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
        let ticks: u64 = words.next()?.parse::<u64>().ok()?.checked_add(words.next()?.parse().ok()?)?;
        Some(Duration::from_millis(ticks.saturating_mul(1000) / clock_ticks_per_second().max(1)))
    }

    /// Bounds the processor time of a child that outlives us because we were killed ourselves. It lies
    /// above anything the wall clock allows, so it never decides an outcome; hence a failure to set it
    /// is no error.
    pub(super) fn limit_cpu(&self, wall: Duration) {
        let processors = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
        let seconds = wall.as_secs().saturating_add(2).saturating_mul(processors);
        let limit = Rlimit { current: Some(seconds), maximum: Some(seconds) };
        let _ = prlimit(Some(self.pid), Resource::Cpu, limit);
    }

    /// Kills what is left of the group and reaps the child.
    pub(super) fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.ended {
            return Ok(status);
        }
        // The child is not reaped yet, so its id still names this group and no other. An error can only mean that the
        // group is empty.
        let _ = self.child.start_kill();
        // From here on the id may become that of another process.
        running().leaders.retain(|leader| *leader != self.pid);
        let status = self.child.wait()?;
        self.ended = Some(status);
        if let (Some(program), Some(code)) =
            (&self.in_shell, status.code().filter(|code| OF_SHELL.contains(code)))
        {
            note_not_started(program, &format!("exit code {code} of the shell"));
        }
        Ok(status)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = self.end();
    }
}
