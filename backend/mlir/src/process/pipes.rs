//! The three pipes to a child, served together and without blocking, so that a child that floods its
//! output while we write its input cannot lock up either side.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;

use super::group::Group;

/// How often an exit is asked for where the system cannot announce it.
const EXIT_POLL: Duration = Duration::from_millis(2);

pub(super) struct Pipes {
    stdin: Option<File>,
    stdout: Option<File>,
    stderr: Option<File>,
}

impl Pipes {
    /// Takes the pipes of a child that was just started.
    pub(super) fn take(group: &mut Group) -> io::Result<Pipes> {
        let (stdin, stdout, stderr) = group.pipes();
        let (stdin, stdout, stderr) =
            (stdin.map(OwnedFd::from), stdout.map(OwnedFd::from), stderr.map(OwnedFd::from));
        Ok(Pipes { stdin: unblocked(stdin)?, stdout: unblocked(stdout)?, stderr: unblocked(stderr)? })
    }

    /// Tells the child that no input follows.
    pub(super) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Returns true when the child closed its standard output.
    pub(super) fn output_ended(&self) -> bool {
        self.stdout.is_none()
    }

    /// Waits until something can be read, or written if `writing`, or `exit` announces the end of the
    /// child. Answers false when `deadline` came first.
    pub(super) fn wait(
        &self,
        writing: bool,
        exit: Option<BorrowedFd<'_>>,
        deadline: Instant,
    ) -> io::Result<bool> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(false);
        }
        let time = if exit.is_some() { left } else { left.min(EXIT_POLL) };
        let inputs = [self.stdout.as_ref().map(AsFd::as_fd), self.stderr.as_ref().map(AsFd::as_fd), exit];
        let mut watched: Vec<PollFd<'_>> =
            inputs.into_iter().flatten().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)).collect();
        if let Some(stdin) = self.stdin.as_ref().filter(|_| writing) {
            watched.push(PollFd::new(stdin, PollFlags::OUT));
        }
        // Rounded up to a millisecond, so that the last wait before the deadline is not a busy loop.
        let timeout = Timespec::try_from(time.max(Duration::from_millis(1)))
            .unwrap_or(Timespec { tv_sec: 86_400, tv_nsec: 0 });
        match poll(&mut watched, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes and reads whatever goes without waiting; `unwritten` becomes what is left to write.
    pub(super) fn transfer(
        &mut self,
        unwritten: &mut &[u8],
        mut stdout: impl FnMut(&[u8]),
        mut stderr: impl FnMut(&[u8]),
    ) -> io::Result<()> {
        write_some(&mut self.stdin, unwritten)?;
        read_some(&mut self.stdout, &mut stdout)?;
        read_some(&mut self.stderr, &mut stderr)
    }
}

fn unblocked(pipe: Option<OwnedFd>) -> io::Result<Option<File>> {
    if let Some(pipe) = &pipe {
        ioctl_fionbio(pipe, true)?;
    }
    Ok(pipe.map(File::from))
}

fn write_some(pipe: &mut Option<File>, unwritten: &mut &[u8]) -> io::Result<()> {
    while let Some(file) = pipe
        && !unwritten.is_empty()
    {
        match file.write(unwritten) {
            Ok(count) => *unwritten = &unwritten[count..],
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                // The child does not want the rest; how it ends says why.
                *pipe = None;
                *unwritten = &[];
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Reads at most a mebibyte, so that a child that never stops writing cannot keep its deadline from
/// being looked at.
fn read_some(pipe: &mut Option<File>, take: &mut impl FnMut(&[u8])) -> io::Result<()> {
    let mut buffer = [0; 1 << 16];
    for _ in 0..16 {
        let Some(file) = pipe else { break };
        match file.read(&mut buffer) {
            Ok(0) => *pipe = None,
            Ok(count) => take(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
