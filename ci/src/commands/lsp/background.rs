//! The thread that answers what takes long. One text is judged at a time; the next edit of it cancels it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use assay_mlir::process;
use assay_smt::SolverPool;
use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_types::Uri;

use super::settings::Settings;
use super::view::{self, Key, Known, Memory, View};
use crate::solvers;

/// A text to judge.
pub(crate) struct Job {
    /// The document.
    pub(crate) uri: Uri,
    /// Its version.
    pub(crate) version: i32,
    /// Its name in reports.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
    /// Reports of its patterns.
    pub(crate) memory: Memory,
    /// How to judge.
    pub(crate) settings: Arc<Settings>,
    /// Set when nothing more needs to be known.
    pub(crate) cancelled: Arc<AtomicBool>,
}

/// An answer about a document.
pub(crate) enum News {
    /// A pattern was judged.
    Pattern(Uri, Key, Arc<Known>),
    /// Everything was judged, of this version.
    Whole(Uri, i32, Box<View>),
}

/// The thread.
pub(crate) struct Background {
    queue: Sender<Job>,
    /// Its answers.
    pub(crate) news: Receiver<News>,
    running: Running,
}

/// The mark of the job that is judged now. It changes under its lock, so that what is ended under the lock belongs to it.
type Running = Arc<Mutex<Option<Arc<AtomicBool>>>>;

impl Background {
    /// Starts the thread.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn start() -> std::io::Result<Background> {
        let (queue, jobs) = unbounded::<Job>();
        let (tell, news) = unbounded();
        let running = Running::default();
        let shared = Arc::clone(&running);
        thread::Builder::new().name("judge".to_owned()).spawn(move || {
            let mut solvers = None;
            for job in jobs {
                *lock(&shared) = Some(Arc::clone(&job.cancelled));
                judge(job, &mut solvers, &tell);
                *lock(&shared) = None;
            }
        })?;
        Ok(Background { queue, news, running })
    }

    /// Puts a text in the queue.
    pub(crate) fn judge(&self, job: Job) {
        // The thread ends with the process.
        let _ = self.queue.send(job);
    }

    /// Ends a job, whether it waits or runs.
    pub(crate) fn cancel(&self, job: &Arc<AtomicBool>) {
        job.store(true, Ordering::SeqCst);
        let running = lock(&self.running);
        if running.as_ref().is_some_and(|running| Arc::ptr_eq(running, job)) {
            process::kill_all();
        }
    }
}

fn lock(running: &Running) -> MutexGuard<'_, Option<Arc<AtomicBool>>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Judges one text; the solvers are kept for the next one unless they may have been ended.
fn judge(job: Job, solvers: &mut Option<(Arc<Settings>, Option<SolverPool>)>, tell: &Sender<News>) {
    let Job { uri, version, name, text, memory, settings, cancelled } = job;
    if cancelled.load(Ordering::SeqCst) {
        return;
    }
    if !solvers.as_ref().is_some_and(|(of, _)| Arc::ptr_eq(of, &settings)) {
        // Without a solver its questions are `unknown`.
        let pool = solvers::pool(&settings.request.solvers, settings.request.threads).ok();
        *solvers = Some((Arc::clone(&settings), pool));
    }
    let pool = solvers.as_ref().and_then(|(_, pool)| pool.as_ref());
    let library = view::library(&settings, &name, &text);
    let learned = |key: &Key, known: &Arc<Known>| {
        if !memory.contains_key(key) {
            let _ = tell.send(News::Pattern(uri.clone(), key.clone(), Arc::clone(known)));
        }
    };
    match View::whole(&settings, &library, &name, &memory, pool, &cancelled, learned) {
        Some(view) => {
            let _ = tell.send(News::Whole(uri, version, Box::new(view)));
        }
        None => *solvers = None,
    }
}
