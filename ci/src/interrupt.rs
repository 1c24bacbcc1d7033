//! The end of a run before its last step: by SIGINT, SIGTERM or SIGHUP, or for want of memory. The processes that were started
//! are ended, and a run that can show what it has so far does so and leaves the rest, whatever a thread works on. A second signal
//! ends the run at once.

use std::io;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use assay_mlir::process as children;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::exit::Exit;
use crate::{memory, output, progress};

/// The signal that came; 0 before.
static CAME: AtomicI32 = AtomicI32::new(0);

/// True while a run will end by itself, soon, when it is asked to.
static COOPERATES: AtomicBool = AtomicBool::new(false);

/// Listens for signals from now on.
///
/// # Errors
/// Those of the system.
pub(crate) fn install() -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let first = CAME.swap(signal, Ordering::SeqCst) == 0;
            children::end_all();
            if !(first && COOPERATES.load(Ordering::SeqCst)) {
                // The number that a shell gives to a process that the signal ended.
                process::exit(128 + signal);
            }
        }
    })?;
    Ok(())
}

/// Announces a run that asks [`came`] between its steps, until the value is dropped.
#[must_use]
pub(crate) fn cooperate() -> Cooperation {
    COOPERATES.store(true, Ordering::SeqCst);
    Cooperation(())
}

/// A run that ends by itself.
pub(crate) struct Cooperation(());

impl Drop for Cooperation {
    fn drop(&mut self) {
        COOPERATES.store(false, Ordering::SeqCst);
    }
}

/// Returns true when a signal asked the run to end.
pub(crate) fn came() -> bool {
    CAME.load(Ordering::SeqCst) != 0
}

/// Returns true when the run shall end now: a signal came, or the process has too much memory.
pub(crate) fn is_over() -> bool {
    came() || memory::is_over()
}

/// The reason of [`is_over`], in words.
pub(crate) fn why() -> &'static str {
    if came() { "interrupted" } else { "more memory than a run may take" }
}

/// Ends the process behind what `tell` shows of the run. Threads that still work are left: none of them is asked, so that no
/// loop of theirs can delay the end.
pub(crate) fn leave(tell: impl FnOnce() -> anyhow::Result<()>) -> ! {
    children::end_all();
    progress::clear();
    if let Err(error) = tell().and_then(|()| output::written()) {
        eprintln!("error: {error:#}");
    }
    process::exit(i32::from(Exit::Trouble.code()))
}
