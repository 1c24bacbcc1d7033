//! Time on the core: what benches divide by, as other work shares the core.

use std::time::{Duration, Instant};

/// The time that this thread ran on its core; where the system does not tell, the time on the clock.
#[derive(Clone, Copy)]
pub(crate) struct Stopwatch {
    clock: Instant,
    core: Option<u64>,
}

impl Stopwatch {
    /// It runs from now.
    pub(crate) fn start() -> Stopwatch {
        Stopwatch { clock: Instant::now(), core: Stopwatch::on_core() }
    }

    fn on_core() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok()
    }

    /// Until now.
    pub(crate) fn elapsed(&self) -> Duration {
        match (self.core, Stopwatch::on_core()) {
            (Some(from), Some(to)) => Duration::from_nanos(to.saturating_sub(from)),
            _ => self.clock.elapsed(),
        }
    }
}
