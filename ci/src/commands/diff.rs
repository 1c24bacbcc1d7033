//! `assay diff`: what changed between two reports, and why, as far as they record it.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use assay_mlir::files;
use assay_reports::changes::{Change, Changes, Written, compare};
use assay_reports::render::changes;

use crate::args::{DiffArgs, DiffFormat, FailOnChange};
use crate::exit::Exit;
use crate::output;

/// Bytes beyond which a file is no report.
const LONGEST: u64 = 1 << 32;

/// Compares two reports and prints the changes.
pub(crate) fn run(args: &DiffArgs) -> anyhow::Result<Exit> {
    let formats = output::destinations::<DiffFormat>(&args.format, DiffFormat::Human)?;
    let changes = compare(read(&args.old)?, read(&args.new)?);
    write(&changes, formats)?;
    let found = changes.rows.iter().any(|row| fails(row.change, args.fail_on));
    Ok(if found { Exit::Findings } else { Exit::Clean })
}

fn fails(change: Change, on: FailOnChange) -> bool {
    match on {
        FailOnChange::Wrong => change.is_wrong(),
        FailOnChange::Worse => change.is_worse(),
        FailOnChange::Any => true,
    }
}

fn read(path: &Path) -> anyhow::Result<Written> {
    let name = path.display();
    let text = files::read_text(path, LONGEST).with_context(|| format!("cannot read {name}"))?;
    Written::read(&text).map_err(|why| anyhow::anyhow!("{name}: {why}"))
}

fn text(changes: &Changes, format: DiffFormat) -> String {
    match format {
        DiffFormat::Human => changes::human(changes),
        DiffFormat::Json => changes::json(changes),
        DiffFormat::Markdown => changes::markdown(changes),
        DiffFormat::Github => changes::github(changes),
    }
}

/// Writes changes in each format to its file, or to standard output.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn write(changes: &Changes, formats: Vec<(DiffFormat, Option<PathBuf>)>) -> anyhow::Result<()> {
    for (format, path) in formats {
        let text = text(changes, format);
        match path {
            Some(path) => {
                files::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
            }
            None => text.lines().for_each(|line| say!("{line}")),
        }
    }
    Ok(())
}
