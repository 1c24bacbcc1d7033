//! The baseline of a command line: one that is read, or one that is written.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use assay_mlir::files;
use assay_reports::{Fixed, PatternReport, Stream};

use crate::baseline::{Baseline, Recorder};
use crate::output;
use crate::paths::Top;

/// The options `--baseline` and `--write-baseline`.
#[derive(Default)]
pub(crate) struct BaselineFiles {
    read: Option<Baseline>,
    written: Option<(PathBuf, Recorder)>,
    /// Records are missing, so that a finding that is not there may not be gone.
    is_part: bool,
}

impl BaselineFiles {
    /// Reads the baseline, or lets `stream` record one.
    ///
    /// # Errors
    /// A file that is no baseline.
    pub(crate) fn open(
        read: Option<&Path>,
        write: Option<&Path>,
        stream: &mut Stream,
    ) -> Result<BaselineFiles> {
        Ok(BaselineFiles::recorded(read.map(Baseline::read).transpose()?, write, stream))
    }

    /// A baseline that was read, or one that `stream` records.
    pub(crate) fn recorded(
        read: Option<Baseline>,
        write: Option<&Path>,
        stream: &mut Stream,
    ) -> BaselineFiles {
        let written = write.map(|path| (path.to_owned(), Recorder::default()));
        if let Some((_, recorder)) = &written {
            let renderer = output::from_the_top(Box::new(recorder.clone()));
            stream.add(renderer, Box::new(std::io::sink()), false);
        }
        BaselineFiles { read, written, is_part: false }
    }

    /// Marks the findings that the baseline lists.
    pub(crate) fn accept(&mut self, record: &mut PatternReport) {
        if let Some(baseline) = &mut self.read {
            baseline.accept(record);
        }
    }

    /// Notes that records are missing.
    pub(crate) fn part(&mut self) {
        self.is_part = true;
    }

    /// Keeps the entries of the baseline that are of these records, by file and fingerprint, and of one function where only that is
    /// asked about: a run over a part, or with other passes, does not tell if others are gone.
    pub(crate) fn keep(&mut self, records: &BTreeSet<(String, String)>, entry: Option<&str>) {
        let Some(baseline) = &mut self.read else { return };
        let top = Top::here();
        let judged: BTreeSet<(String, &str)> =
            records.iter().map(|(file, fingerprint)| (top.name(file), fingerprint.as_str())).collect();
        baseline.keep(&|file, fingerprint, pattern| {
            judged.contains(&(file.to_owned(), fingerprint)) && entry.is_none_or(|entry| entry == pattern)
        });
    }

    /// The findings of the baseline that are gone.
    pub(crate) fn fixed(&mut self) -> Vec<Fixed> {
        self.read.take().filter(|_| !self.is_part).map(Baseline::fixed).unwrap_or_default()
    }

    /// Writes the baseline that is asked for, and tells if one is. All findings of the report are in it, so that none is new.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn write(&self) -> Result<bool> {
        let Some((path, recorder)) = &self.written else { return Ok(false) };
        let (text, count) = recorder.text()?;
        files::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        let findings = if count == 1 { "finding" } else { "findings" };
        eprintln!("{}: {count} {findings}", path.display());
        Ok(true)
    }
}
