//! The points that are known, a line each: point, cost, verdict. Each is appended to the file of the table when it is known, so that a run that was
//! ended goes on behind them.

use std::fs::File;
use std::io::Write as _;

use anyhow::{Context as _, bail};
use assay_transform::tune::{Measured, Point, Space};

use super::function::path_text;
use super::line;
use crate::args::TuneArgs;

/// The first line of a file, before what it belongs to.
const HEAD: &str = "# assay tune ";
/// The verdicts that matter for the exit code.
const REFUTED: &str = "refuted";
const DISAGREEMENT: &str = "internal disagreement";

/// A known point.
pub(super) struct Row {
    pub(super) measured: Measured,
    pub(super) verdict: String,
}

impl Row {
    pub(super) fn is_refuted(&self) -> bool {
        self.verdict.starts_with(REFUTED)
    }

    pub(super) fn is_disagreement(&self) -> bool {
        self.verdict.starts_with(DISAGREEMENT)
    }
}

/// All of them.
pub(super) struct Table<'s> {
    space: &'s Space<'s>,
    rows: Vec<Row>,
    file: Option<(File, String)>,
}

/// A cost in digits.
pub(super) fn cost(cost: f64) -> String {
    if (0.001..1e6).contains(&cost.abs()) { format!("{cost:.4}") } else { format!("{cost:.3e}") }
}

impl<'s> Table<'s> {
    /// Opens a table; the points that are in its file, where there is one.
    ///
    /// # Errors
    /// A file that cannot be read or written, or that belongs to another script.
    pub(super) fn open(args: &TuneArgs, key: &str, space: &'s Space<'s>) -> anyhow::Result<Table<'s>> {
        let mut table = Table { space, rows: Vec::new(), file: None };
        let Some(path) = &args.table else { return Ok(table) };
        let name = path_text(path);
        let old = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => bail!("cannot read {name}: {error}"),
        };
        let head = format!("{HEAD}{key}\npoint\tcost\tverdict\n");
        if !old.is_empty() && !head.starts_with(&old) && !old.starts_with(&head) {
            bail!("{name}:1: the table is of another script, program, or way to measure; name another file");
        }
        // A line that was being written when the run ended is written again.
        let whole = old.rfind('\n').map_or("", |end| &old[..=end]);
        let body = whole.strip_prefix(head.as_str()).unwrap_or("");
        table.read(body, &name)?;
        let file = File::options().create(true).write(true).truncate(false).open(path);
        let mut file = file.with_context(|| format!("cannot write {name}"))?;
        let kept = head.len() + body.len();
        let written = std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(0))
            .and_then(|_| file.write_all(head.as_bytes()))
            .and_then(|()| file.set_len(kept as u64))
            .and_then(|()| std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(kept as u64)));
        written.with_context(|| format!("cannot write {name}"))?;
        table.file = Some((file, name));
        Ok(table)
    }

    fn read(&mut self, body: &str, name: &str) -> anyhow::Result<()> {
        if body.is_empty() {
            return Ok(());
        }
        for (number, text) in body.lines().enumerate() {
            let row = self.row(text);
            let row =
                row.ok_or_else(|| anyhow::anyhow!("{name}:{}: this is no point of the script", number + 3))?;
            self.rows.push(row);
        }
        Ok(())
    }

    fn row(&self, text: &str) -> Option<Row> {
        let mut parts = text.splitn(3, '\t');
        let (point, cost, verdict) = (parts.next()?, parts.next()?, parts.next()?);
        let point = self.space.point(point)?;
        let cost = if cost == "-" { None } else { Some(cost.parse().ok()?) };
        Some(Row { measured: Measured { point, cost }, verdict: verdict.to_owned() })
    }

    /// The points in the order in which they were measured.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The points with their costs; those that are refuted have none.
    pub(super) fn measured(&self) -> Vec<Measured> {
        let one = |row: &Row| match row.is_refuted() {
            true => Measured { cost: None, ..row.measured.clone() },
            false => row.measured.clone(),
        };
        self.rows.iter().map(one).collect()
    }

    /// Adds a point, and says so.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn add(
        &mut self,
        args: &TuneArgs,
        point: Point,
        found: Option<f64>,
        verdict: String,
    ) -> anyhow::Result<()> {
        let words = self.space.words(&point);
        let verdict = verdict.replace(['\n', '\t'], " ");
        if let Some((file, name)) = &mut self.file {
            // All digits, so that a run that goes on chooses as this one.
            let exact = found.map_or_else(|| "-".to_owned(), |cost| cost.to_string());
            let text = format!("{words}\t{exact}\t{verdict}\n");
            file.write_all(text.as_bytes()).with_context(|| format!("cannot write {name}"))?;
        }
        let short = found.map_or_else(|| "-".to_owned(), cost);
        line(args, &format!("{:>4}  {words}  {short}  {verdict}", self.rows.len() + 1))?;
        self.rows.push(Row { measured: Measured { point, cost: found }, verdict });
        Ok(())
    }
}

/// The verdict about a point that does something else.
pub(super) fn refuted(code: &str) -> String {
    format!("{REFUTED} {code}")
}

/// The verdict about a point on which the engines disagree.
pub(super) fn disagreement(words: &str) -> String {
    format!("{DISAGREEMENT}: {words}")
}
