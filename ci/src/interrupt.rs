//! SIGINT, SIGTERM and SIGHUP: the processes that were started are ended, and a run that can show what it has so far is
//! asked to do so. A second signal ends the run at once.

use std::io;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use assay_mlir::process as children;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

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
