//! A bar on standard error while patterns are judged, with the one that takes longest; a line a minute when standard error is no
//! terminal or one that cannot go back. What goes to standard output beside it takes the bar away first.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// Time after which a running pattern is named.
const LONG: Duration = Duration::from_secs(1);

/// Time between two lines where no bar is drawn.
const LINE: Duration = Duration::from_secs(60);

/// Time between two drawings where nothing else happens.
const TICK: Duration = Duration::from_millis(250);

/// The bar that is drawn now.
static DRAWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// The patterns that are being judged: start, number and name of each, the oldest first.
type Running = Arc<Mutex<Vec<(Instant, usize, String)>>>;

/// The bar, or nothing.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    running: Running,
    /// Where no bar is drawn.
    lines: Option<Lines>,
}

/// Lines about what is done, for a log.
struct Lines {
    total: usize,
    noun: &'static str,
    started: Instant,
    /// The number that is done, and when the last line was written.
    done: Mutex<(usize, Instant)>,
}

impl Lines {
    fn new(total: usize, noun: &'static str, started: Instant) -> Lines {
        Lines { total, noun, started, done: Mutex::new((0, started)) }
    }

    /// The line behind one more that is done at this time, where one is due.
    fn step(&self, now: Instant) -> Option<String> {
        let mut done = locked(&self.done);
        done.0 += 1;
        if now.saturating_duration_since(done.1) < LINE || done.0 == self.total {
            return None;
        }
        done.1 = now;
        let seconds = now.saturating_duration_since(self.started).as_secs();
        Some(format!("{} of {} {} after {seconds} s", done.0, self.total, self.noun))
    }
}

impl Progress {
    /// Starts counting to `total` of what `noun` names.
    pub(crate) fn start(total: usize, noun: &'static str, quiet: bool) -> Progress {
        let running = Running::default();
        if quiet || total < 2 || !can_draw() {
            let lines = (!quiet).then(|| Lines::new(total, noun, Instant::now()));
            return Progress { bar: None, running, lines };
        }
        let shown = Arc::clone(&running);
        let style = ProgressStyle::with_template(&format!(
            "{{bar:30}} {{pos}}/{{len}} {noun}, {{elapsed}}{{slowest}}"
        ))
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("slowest", move |_: &ProgressState, out: &mut dyn fmt::Write| {
            out.write_str(&slowest(&locked(&shown), Instant::now())).unwrap_or(());
        });
        let bar = ProgressBar::new(total as u64).with_style(style);
        bar.enable_steady_tick(TICK);
        *locked(&DRAWN) = Some(bar.clone());
        Progress { bar: Some(bar), running, lines: None }
    }

    /// Starts without a total; [`Progress::say`] tells what is known so far.
    pub(crate) fn open_ended(quiet: bool) -> Progress {
        let running = Running::default();
        if quiet || !can_draw() {
            return Progress { bar: None, running, lines: None };
        }
        let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = ProgressBar::new_spinner().with_style(style);
        bar.enable_steady_tick(TICK);
        *locked(&DRAWN) = Some(bar.clone());
        Progress { bar: Some(bar), running, lines: None }
    }

    /// Tells if a bar is drawn.
    pub(crate) fn is_shown(&self) -> bool {
        self.bar.is_some()
    }

    /// Shows a line beside a spinner.
    pub(crate) fn say(&self, line: String) {
        if let Some(bar) = &self.bar {
            bar.set_message(line);
        }
    }

    /// Names the work of this number as running until the guard is dropped.
    pub(crate) fn running(&self, number: usize, name: impl FnOnce() -> String) -> Guard<'_> {
        if self.bar.is_some() {
            locked(&self.running).push((Instant::now(), number, name()));
        }
        Guard { progress: self, number }
    }

    /// One more is done.
    pub(crate) fn step(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
        if let Some(line) = self.lines.as_ref().and_then(|lines| lines.step(Instant::now())) {
            eprintln!("note: {line}");
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            *locked(&DRAWN) = None;
            bar.finish_and_clear();
        }
    }
}

/// Tells if standard error is a terminal that can go back.
fn can_draw() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    !is_dumb && std::io::stderr().is_terminal()
}

/// Work that runs.
pub(crate) struct Guard<'p> {
    progress: &'p Progress,
    number: usize,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if self.progress.bar.is_some() {
            locked(&self.progress.running).retain(|(_, number, _)| *number != self.number);
        }
    }
}

/// Takes away the bar that is drawn, wherever its owner is.
pub(crate) fn clear() {
    if let Some(bar) = locked(&DRAWN).take() {
        bar.finish_and_clear();
    }
}

/// Writes to standard output, with no bar in the way where that is the same terminal.
pub(crate) fn aside<T>(write: impl FnOnce() -> T) -> T {
    let bar = locked(&DRAWN).clone().filter(|_| io::stdout().is_terminal());
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// The pattern that has been running longest, once it takes long.
fn slowest(running: &[(Instant, usize, String)], now: Instant) -> String {
    let oldest = running.iter().min_by_key(|(start, number, _)| (*start, *number));
    match oldest.map(|(start, _, name)| (now.saturating_duration_since(*start), name)) {
        Some((time, name)) if time >= LONG => format!(", {} s at {name}", time.as_secs()),
        _ => String::new(),
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No panic leaves the list half changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_has_a_line_a_minute_and_none_at_the_end() {
        let start = Instant::now();
        let lines = Lines::new(4, "programs", start);
        let step = |seconds: u64| lines.step(start + Duration::from_secs(seconds));
        assert_eq!((step(1), step(61)), (None, Some("2 of 4 programs after 61 s".to_owned())));
        assert_eq!((step(90), step(200)), (None, None));
    }

    #[test]
    fn the_pattern_that_runs_longest_is_named_once_it_takes_long() {
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let running = [(at(3), 2, "b.mlir:9 @slow".to_owned()), (at(1), 1, "a.mlir:1 @slower".to_owned())];
        assert_eq!(slowest(&running, at(1)), "");
        assert_eq!(slowest(&running, at(6)), ", 5 s at a.mlir:1 @slower");
        assert_eq!(slowest(&[], at(6)), "");
    }
}
