//! Work in parallel whose results arrive in order: workers run ahead of the reader by a bounded number of items, so that
//! memory does not grow with their number. The reader does no work, so that it can leave a worker that never returns. Knows
//! nothing of what is done.

use std::any::Any;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Items per worker that may wait for an earlier one.
const AHEAD: usize = 64;

/// Results that make it worth to wake the reader before its patience ends.
const BATCH: usize = 16;

/// Stack of a worker, in bytes; only what is used takes memory.
const STACK: usize = 64 << 20;

/// Time after which a reader that waits asks again if the run is over.
const PATIENCE: Duration = Duration::from_millis(10);

/// A result, or the panic of its worker.
type JobOutcome<T> = Result<T, Box<dyn Any + Send>>;

/// The state that workers and reader share.
struct State<T> {
    /// The next item that no worker has taken.
    next: usize,
    /// Items that were read.
    read: usize,
    /// Results that wait for an earlier one.
    waiting: BTreeMap<usize, JobOutcome<T>>,
    /// The reader waits for a result.
    reader_waits: bool,
    /// Workers that wait for the reader.
    blocked: usize,
    /// The reader stopped.
    stopped: bool,
}

struct Shared<T> {
    state: Mutex<State<T>>,
    /// Results may have come.
    ready: Condvar,
    /// Workers may go on.
    room: Condvar,
    count: usize,
    ahead: usize,
}

/// Calls `work` for each of `0..count` on up to `threads` threads, and `read` on this one for each result, in order. Stops at
/// the first error of `read`. Where a result has not come when `over` says that the run is over, `read` gets `None` instead;
/// unless it ends the process, the workers are waited for.
///
/// # Errors
/// That of `read`.
pub(crate) fn each<T: Send, E>(
    count: usize,
    threads: NonZero<usize>,
    over: impl Fn() -> bool,
    work: impl Fn(usize) -> T + Sync,
    mut read: impl FnMut(usize, Option<T>) -> Result<(), E>,
) -> Result<(), E> {
    let threads = threads.get().min(count);
    let (waiting, ahead) = (BTreeMap::new(), AHEAD * threads);
    let state = State { next: 0, read: 0, waiting, reader_waits: false, blocked: 0, stopped: false };
    let (ready, room) = (Condvar::new(), Condvar::new());
    let shared = Shared { state: Mutex::new(state), ready, room, count, ahead };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let worker = std::thread::Builder::new().stack_size(STACK);
            // Without any thread nothing is judged: as `scope.spawn` does.
            worker.spawn_scoped(scope, || shared.work(&work)).expect("the system starts a thread");
        }
        let _stop = Stop(&shared);
        (0..count).try_for_each(|index| match shared.result(index, &over) {
            Some(Ok(result)) => read(index, Some(result)),
            Some(Err(panic)) => resume_unwind(panic),
            None => read(index, None),
        })
    })
}

/// The result of one piece of work on another thread. Where it has not come when `over` says that the run is over, `left` is
/// called, which has to end the process, and the work is left.
pub(crate) fn one<T: Send>(
    over: impl Fn() -> bool,
    work: impl Fn() -> T + Sync,
    mut left: impl FnMut() -> T,
) -> T {
    // The one result ends the reading, as an error does.
    let read = |_, result: Option<T>| Err(result.unwrap_or_else(&mut left));
    match each(1, NonZero::<usize>::MIN, over, |_| work(), read) {
        Err(result) => result,
        Ok(()) => unreachable!("one item is read"),
    }
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // No code that can panic runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, work: &impl Fn(usize) -> T) {
        while let Some(index) = self.take() {
            let done = catch_unwind(AssertUnwindSafe(|| work(index)));
            let mut state = self.lock();
            state.waiting.insert(index, done);
            // A reader that is woken for each result costs as much as the work on a small item.
            let enough = state.waiting.len() >= BATCH || state.next >= self.count;
            let wake = state.reader_waits && enough && state.waiting.contains_key(&state.read);
            drop(state);
            if wake {
                self.ready.notify_one();
            }
        }
    }

    /// The next item, once it is near enough to those that were read; `None` at the end.
    fn take(&self) -> Option<usize> {
        let mut state = self.lock();
        loop {
            if state.stopped || state.next >= self.count {
                return None;
            }
            if state.next < state.read + self.ahead {
                state.next += 1;
                return Some(state.next - 1);
            }
            state.blocked += 1;
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.blocked -= 1;
        }
    }

    /// The result of an item; `None` where the run is over before.
    fn result(&self, index: usize, over: &impl Fn() -> bool) -> Option<JobOutcome<T>> {
        let mut state = self.lock();
        loop {
            if let Some(done) = state.waiting.remove(&index) {
                state.read = index + 1;
                let wake = state.blocked > 0 && state.next + self.ahead / 2 <= state.read + self.ahead;
                drop(state);
                if wake {
                    self.room.notify_all();
                }
                return Some(done);
            }
            if over() {
                return None;
            }
            state.reader_waits = true;
            let waited = self.ready.wait_timeout(state, PATIENCE);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            state.reader_waits = false;
        }
    }
}

/// Lets the workers finish when the reader leaves, whichever way it does.
struct Stop<'a, T>(&'a Shared<T>);

impl<T> Drop for Stop<'_, T> {
    fn drop(&mut self) {
        self.0.lock().stopped = true;
        self.0.room.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threads(count: usize) -> NonZero<usize> {
        NonZero::new(count).unwrap()
    }

    #[test]
    fn results_arrive_in_order_for_any_number_of_threads() {
        for count in [0, 1, 5, 2_000] {
            for workers in [1, 2, 7] {
                let mut seen = Vec::new();
                let work = |index: usize| {
                    if index.is_multiple_of(97) {
                        std::thread::yield_now();
                    }
                    index * 2
                };
                let read = |index: usize, result: Option<usize>| {
                    assert_eq!(result, Some(index * 2));
                    seen.push(index);
                    Ok::<(), ()>(())
                };
                assert_eq!(each(count, threads(workers), || false, work, read), Ok(()));
                assert!(seen.iter().copied().eq(0..count));
            }
        }
    }

    #[test]
    fn workers_do_not_run_far_ahead_of_the_reader() {
        let begun = std::sync::atomic::AtomicUsize::new(0);
        let work = |_: usize| begun.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        let read = |index: usize, _| {
            let ahead = begun.load(std::sync::atomic::Ordering::SeqCst) - index;
            assert!(ahead <= 2 * AHEAD + 1, "{ahead}");
            Ok::<(), ()>(())
        };
        assert_eq!(each(5_000, threads(2), || false, work, read), Ok(()));
    }

    #[test]
    fn an_error_of_the_reader_stops_the_workers() {
        let read = |index, _| if index == 10 { Err("full") } else { Ok(()) };
        assert_eq!(each(100_000, threads(3), || false, |_| (), read), Err("full"));
    }

    #[test]
    fn the_reader_does_not_wait_for_a_worker_when_the_run_is_over() {
        let (free, over) = (std::sync::Barrier::new(2), std::sync::atomic::AtomicBool::new(false));
        let work = |index: usize| {
            if index == 3 {
                over.store(true, std::sync::atomic::Ordering::SeqCst);
                free.wait();
            }
        };
        let read = |index: usize, result: Option<()>| match result {
            Some(()) => Ok(()),
            None => {
                free.wait();
                Err(index)
            }
        };
        let is_over = || over.load(std::sync::atomic::Ordering::SeqCst);
        assert_eq!(each(10, threads(1), is_over, work, read), Err(3));
    }

    #[test]
    fn a_panic_of_a_worker_reaches_the_caller() {
        let work = |index: usize| assert!(index != 3, "three");
        let run = || each(10, threads(2), || false, work, |_, _| Ok::<(), ()>(()));
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    }
}
