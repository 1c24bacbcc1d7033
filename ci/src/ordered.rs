//! Work in parallel whose results arrive in order: workers run ahead of the reader by a bounded number of items, so that
//! memory does not grow with their number. Knows nothing of what is done.

use std::any::Any;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Items per worker that may wait for an earlier one.
const AHEAD: usize = 64;

/// A result, or the panic of its worker.
type Done<T> = Result<T, Box<dyn Any + Send>>;

/// The state that workers and reader share.
struct State<T> {
    /// The next item that no worker has taken.
    next: usize,
    /// Items that were read.
    read: usize,
    /// Results that wait for an earlier one.
    waiting: BTreeMap<usize, Done<T>>,
    /// The reader stopped.
    stopped: bool,
}

struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    count: usize,
    ahead: usize,
}

/// Calls `work` for each of `0..count` on up to `threads` threads, and `read` on this one for each result, in order. One
/// thread is this one. Stops at the first error of `read`.
///
/// # Errors
/// That of `read`.
pub(crate) fn each<T: Send, E>(
    count: usize,
    threads: NonZero<usize>,
    work: impl Fn(usize) -> T + Sync,
    mut read: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let threads = threads.get().min(count);
    if threads <= 1 {
        return (0..count).try_for_each(|index| read(index, work(index)));
    }
    let state = State { next: 0, read: 0, waiting: BTreeMap::new(), stopped: false };
    let shared = Shared { state: Mutex::new(state), changed: Condvar::new(), count, ahead: AHEAD * threads };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| shared.work(&work));
        }
        let _stop = Stop(&shared);
        (0..count).try_for_each(|index| match shared.result(index) {
            Ok(result) => read(index, result),
            Err(panic) => resume_unwind(panic),
        })
    })
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // No code that can panic runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&'a self, state: MutexGuard<'a, State<T>>) -> MutexGuard<'a, State<T>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, work: &impl Fn(usize) -> T) {
        while let Some(index) = self.take() {
            let done = catch_unwind(AssertUnwindSafe(|| work(index)));
            self.lock().waiting.insert(index, done);
            self.changed.notify_all();
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
            state = self.wait(state);
        }
    }

    fn result(&self, index: usize) -> Done<T> {
        let mut state = self.lock();
        loop {
            if let Some(done) = state.waiting.remove(&index) {
                state.read = index + 1;
                drop(state);
                self.changed.notify_all();
                return done;
            }
            state = self.wait(state);
        }
    }
}

/// Lets the workers finish when the reader leaves, whichever way it does.
struct Stop<'a, T>(&'a Shared<T>);

impl<T> Drop for Stop<'_, T> {
    fn drop(&mut self) {
        self.0.lock().stopped = true;
        self.0.changed.notify_all();
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
                let read = |index: usize, result: usize| {
                    assert_eq!(result, index * 2);
                    seen.push(index);
                    Ok::<(), ()>(())
                };
                assert_eq!(each(count, threads(workers), work, read), Ok(()));
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
        assert_eq!(each(5_000, threads(2), work, read), Ok(()));
    }

    #[test]
    fn an_error_of_the_reader_stops_the_workers() {
        let read = |index, ()| if index == 10 { Err("full") } else { Ok(()) };
        assert_eq!(each(100_000, threads(3), |_| (), read), Err("full"));
    }

    #[test]
    fn a_panic_of_a_worker_reaches_the_caller() {
        let work = |index: usize| assert!(index != 3, "three");
        let run = || each(10, threads(2), work, |_, ()| Ok::<(), ()>(()));
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    }
}
