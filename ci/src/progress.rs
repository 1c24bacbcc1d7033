//! A bar on standard error while patterns are judged; nothing when standard error is no terminal.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// The bar, or nothing.
pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    /// Starts counting to `total`.
    pub(crate) fn start(total: usize, quiet: bool) -> Progress {
        if quiet || total < 2 || !std::io::stderr().is_terminal() {
            return Progress(None);
        }
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} patterns, {per_sec}, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        Progress(Some(ProgressBar::new(total as u64).with_style(style)))
    }

    /// One more is done.
    pub(crate) fn step(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
