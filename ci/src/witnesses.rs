//! `--witness-dir`: each witness as a file that `assay replay` runs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use assay_mlir::files::{self, plain_name};
use assay_reports::{Finding, PatternReport};

use crate::shell;

/// A folder of witnesses.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// The flags with which a file is replayed, each with a space before it.
    flags: String,
    taken: BTreeSet<String>,
}

impl Folder {
    /// Opens the folder, which is made when it is missing.
    ///
    /// # Errors
    /// A folder that cannot be made.
    pub(crate) fn open(path: &Path, flags: &str) -> anyhow::Result<Folder> {
        let cannot = || format!("cannot write witnesses to {}", path.display());
        std::fs::create_dir_all(path).with_context(cannot)?;
        Ok(Folder::later(path, flags))
    }

    /// A folder that is made with its first file.
    pub(crate) fn later(path: &Path, flags: &str) -> Folder {
        Folder { path: path.to_owned(), flags: flags.to_owned(), taken: BTreeSet::new() }
    }

    /// Writes the evidence of every finding, and names the file in the finding.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn write(&mut self, report: &mut PatternReport) -> anyhow::Result<()> {
        let mut findings = std::mem::take(&mut report.findings);
        let done = findings.iter_mut().try_for_each(|finding| self.write_one(report, finding));
        report.findings = findings;
        done
    }

    /// Writes the evidence of a finding about this pattern.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn write_one(&mut self, report: &PatternReport, finding: &mut Finding) -> anyhow::Result<()> {
        let Some(evidence) = &mut finding.evidence else { return Ok(()) };
        let stem = Path::new(&report.file).file_stem().map_or("input".into(), |stem| stem.to_string_lossy());
        let pattern = match report.name.is_empty() {
            true => format!("line{}", report.line),
            false => plain_name(&report.name),
        };
        let base = format!("{}.{pattern}.{}", plain_name(&stem), finding.code);
        let mut name = format!("{base}.mlir");
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{base}.{number}.mlir");
            number += 1;
        }
        let shown = self.case(&name, &evidence.text)?;
        if let Some(witness) = &mut finding.witness {
            witness.command = Some(format!("assay replay {}{}", shell::quoted(&shown), self.flags));
            witness.path = Some(shown.clone());
        }
        evidence.path = Some(shown);
        Ok(())
    }

    /// Writes a file of this plain name; returns its path.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn case(&self, name: &str, text: &str) -> anyhow::Result<String> {
        let cannot = || format!("cannot write witnesses to {}", self.path.display());
        std::fs::create_dir_all(&self.path).with_context(cannot)?;
        let path = self.path.join(name);
        files::write(&path, text).with_context(cannot)?;
        Ok(path.display().to_string())
    }
}
