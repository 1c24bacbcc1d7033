//! Time on the core: what benches divide by, as other work shares the core.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The time that this thread ran on its core.
#[derive(Clone, Copy)]
pub(crate) struct Stopwatch(Duration);

impl Stopwatch {
    /// It runs from now.
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(Stopwatch::on_core())
    }

    fn on_core() -> Duration {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }

    /// Until now.
    pub(crate) fn elapsed(self) -> Duration {
        Stopwatch::on_core().saturating_sub(self.0)
    }
}
