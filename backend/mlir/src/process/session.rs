//! A long-lived child that answers requests over its pipes, each with a deadline. A child that dies,
//! hangs or floods its output costs one answer, never the caller. Knows nothing of what is said.

use std::io;
use std::time::{Duration, Instant};

use super::group::Group;
use super::pipes::Pipes;
use super::{Captured, Program, deadline_after};

/// Bytes of standard error that are kept for the message about a child that died.
const STDERR_KEPT: usize = 4096;

/// Why a request got no answer. The child is killed whatever the reason; start a new session to go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The child ended, closed its output, or had been killed for an earlier failure.
    #[error("the process ended before it answered")]
    Died {
        /// Its standard output after the last answer.
        stdout: String,
        /// The beginning of what it wrote to standard error in its whole life.
        stderr: String,
    },
    /// The deadline came first.
    #[error("the process did not answer in time")]
    TimedOut,
    /// It wrote more than the limit without finishing its answer.
    #[error("the process wrote more than the limit")]
    Flooded {
        /// The beginning of what it wrote.
        head: String,
    },
    /// The pipes could not be served.
    #[error("the pipes to the process failed: {0}")]
    Pipe(String),
}

/// A child process in dialogue. Dropping it kills its process group.
pub struct Session {
    group: Group,
    pipes: Pipes,
    unread: Vec<u8>,
    stderr: Captured,
    output: usize,
    closed: bool,
}

impl Session {
    /// Starts `program` with an address space of at most `memory` bytes; an answer may be `output` bytes
    /// long.
    ///
    /// # Errors
    /// That of the operating system when the program cannot be started.
    pub fn start(program: &Program, memory: Option<u64>, output: usize) -> io::Result<Session> {
        let mut group = Group::spawn(program, memory)?;
        let pipes = Pipes::take(&mut group)?;
        let stderr = Captured::default();
        Ok(Session { group, pipes, unread: Vec::new(), stderr, output, closed: false })
    }

    /// Writes `request`, then reads until a line for which `is_last` holds (it is given the line without
    /// its line break), and answers the text before that line. Text that came unasked after the previous
    /// answer is part of this one.
    ///
    /// # Errors
    /// Every error ends the session: the child is killed, and all later requests answer
    /// [`AskError::Died`].
    pub fn ask(
        &mut self,
        request: &[u8],
        timeout: Duration,
        is_last: impl Fn(&[u8]) -> bool,
    ) -> Result<Vec<u8>, AskError> {
        let answer = self.exchange(request, timeout, is_last);
        if answer.is_err() {
            self.close();
        }
        answer
    }

    /// Kills the child; later requests answer [`AskError::Died`].
    pub fn close(&mut self) {
        self.closed = true;
        // Nothing more can be done about a child that cannot be killed and reaped.
        let _ = self.group.end();
    }

    fn exchange(
        &mut self,
        request: &[u8],
        timeout: Duration,
        is_last: impl Fn(&[u8]) -> bool,
    ) -> Result<Vec<u8>, AskError> {
        if self.closed {
            return Err(self.died());
        }
        let mut turn = Turn::new(&self.group, timeout);
        let mut unwritten = request;
        let mut scanned = 0;
        loop {
            self.transfer(&mut unwritten)?;
            while let Some(length) = self.unread[scanned..].iter().position(|&byte| byte == b'\n') {
                let line = &self.unread[scanned..scanned + length];
                if is_last(line.strip_suffix(b"\r").unwrap_or(line)) {
                    let rest = self.unread.split_off(scanned + length + 1);
                    let mut answer = std::mem::replace(&mut self.unread, rest);
                    answer.truncate(scanned);
                    return Ok(answer);
                }
                scanned += length + 1;
            }
            if self.unread.len() > self.output {
                return Err(AskError::Flooded { head: head(&self.unread) });
            }
            if self.pipes.output_ended() {
                return Err(self.died());
            }
            if self.group.has_exited().map_err(pipe)? {
                // Descendants go with it; one that left the group could hold the pipe open, so what is
                // in the pipe counts and its end is not waited for.
                self.group.end().map_err(pipe)?;
                let before = self.unread.len();
                self.transfer(&mut &[][..])?;
                if self.unread.len() == before {
                    return Err(self.died());
                }
                continue;
            }
            let writing = !unwritten.is_empty();
            let came = self.pipes.wait(writing, self.group.exit_watch(), turn.deadline).map_err(pipe)?;
            if !came && !turn.goes_on(&self.group) {
                return Err(AskError::TimedOut);
            }
        }
    }

    fn transfer(&mut self, unwritten: &mut &[u8]) -> Result<(), AskError> {
        let (unread, stderr) = (&mut self.unread, &mut self.stderr);
        self.pipes
            .transfer(
                unwritten,
                |bytes| unread.extend_from_slice(bytes),
                |bytes| stderr.push(bytes, STDERR_KEPT),
            )
            .map_err(pipe)
    }

    fn died(&self) -> AskError {
        AskError::Died { stdout: head(&self.unread), stderr: self.stderr.text() }
    }
}

/// The time of one request. A child that works on it has `timeout` of the processor, so that a busy machine makes no answer
/// late; one that waits for nothing, or whose processor time is not known, has `timeout` of the clock.
struct Turn {
    timeout: Duration,
    began: Instant,
    /// Processor time of the child when the request began, and when it was looked at last.
    before: Option<Duration>,
    seen: Option<Duration>,
    deadline: Instant,
}

/// However busy the machine is, a request takes no more than this many times its limit.
const PATIENCE: u32 = 20;

impl Turn {
    fn new(group: &Group, timeout: Duration) -> Turn {
        let before = group.processor_time();
        Turn { timeout, began: Instant::now(), before, seen: before, deadline: deadline_after(timeout) }
    }

    /// Puts the deadline off where the child is at work and had less than its time.
    fn goes_on(&mut self, group: &Group) -> bool {
        let now = group.processor_time();
        let used = |since: Option<Duration>| now?.checked_sub(since?);
        let (Some(all), Some(last)) = (used(self.before), used(self.seen)) else { return false };
        self.seen = now;
        let rest = rest(self.timeout, self.began.elapsed(), all, last);
        self.deadline = deadline_after(rest.unwrap_or_default());
        rest.is_some()
    }
}

/// The time after which a child is looked at again that had `used` of the processor in `waited` of the clock, `last` of it since
/// the last look; `None` when its time is over.
fn rest(timeout: Duration, waited: Duration, used: Duration, last: Duration) -> Option<Duration> {
    let works = !last.is_zero() && used < timeout && waited < timeout.saturating_mul(PATIENCE);
    works.then(|| timeout - used)
}

fn pipe(error: io::Error) -> AskError {
    AskError::Pipe(error.to_string())
}

fn head(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(STDERR_KEPT)]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_that_works_has_its_time_on_the_processor() {
        let seconds = Duration::from_secs;
        assert_eq!(rest(seconds(60), seconds(60), seconds(9), seconds(9)), Some(seconds(51)));
        assert_eq!(rest(seconds(60), seconds(111), seconds(59), seconds(50)), Some(seconds(1)));
        assert_eq!(rest(seconds(60), seconds(111), seconds(60), seconds(51)), None);
        // It sleeps, from the beginning or since a while.
        assert_eq!(rest(seconds(60), seconds(60), seconds(0), seconds(0)), None);
        assert_eq!(rest(seconds(60), seconds(111), seconds(9), seconds(0)), None);
        // It works too little for any machine.
        assert_eq!(rest(seconds(60), seconds(1200), seconds(9), seconds(1)), None);
    }
}
