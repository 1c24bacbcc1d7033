//! Findings of an audit that were known before: a baseline that is read, or one that is written.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use assay_mlir::files;
use assay_reports::{Fixed, PatternReport, Stream};

use crate::args::AuditArgs;
use crate::baseline::{Baseline, Recorder};
use crate::output;

/// The baseline of the command line.
#[derive(Default)]
pub(super) struct Known {
    read: Option<Baseline>,
    written: Option<(PathBuf, Recorder)>,
}

impl Known {
    /// Reads the baseline, or lets `stream` record one.
    ///
    /// # Errors
    /// A file that is no baseline.
    pub(super) fn open(args: &AuditArgs, stream: &mut Stream) -> Result<Known> {
        let read = args.baseline.as_deref().map(Baseline::read).transpose()?;
        let written = args.write_baseline.clone().map(|path| (path, Recorder::default()));
        if let Some((_, recorder)) = &written {
            let renderer = output::from_the_top(Box::new(recorder.clone()));
            stream.add(renderer, Box::new(std::io::sink()), false);
        }
        Ok(Known { read, written })
    }

    /// Marks the findings that the baseline lists.
    pub(super) fn accept(&mut self, record: &mut PatternReport) {
        if let Some(baseline) = &mut self.read {
            baseline.accept(record);
        }
    }

    /// The findings of the baseline that are gone.
    pub(super) fn fixed(&mut self) -> Vec<Fixed> {
        self.read.take().map(Baseline::fixed).unwrap_or_default()
    }

    /// Writes the baseline that is asked for, and tells if one is. All findings of the report are in it, so that none is new.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn write(&self) -> Result<bool> {
        let Some((path, recorder)) = &self.written else { return Ok(false) };
        let (text, count) = recorder.text()?;
        files::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        let findings = if count == 1 { "finding" } else { "findings" };
        eprintln!("{}: {count} {findings}", path.display());
        Ok(true)
    }
}
