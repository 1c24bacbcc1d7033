//! Reading the diagnostics that MLIR writes to standard error. Knows their layout, not what they are
//! about.

/// How much a diagnostic matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The text is refused.
    Error,
    /// A warning.
    Warning,
    /// A remark.
    Remark,
    /// More about the diagnostic before it.
    Note,
}

/// A line and a column, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// Where a diagnostic points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Into the patterns, as they were given.
    Patterns(Position),
    /// Into the payload, or the one text, as it was given.
    Payload(Position),
    /// To another place, as MLIR printed it: a `loc(..)` of the text, the IRDL file, or nowhere.
    Elsewhere(String),
}

impl Place {
    /// Tells if MLIR named no place.
    pub fn is_nowhere(&self) -> bool {
        matches!(self, Place::Elsewhere(printed) if position(printed).is_none_or(|(_, at)| at.line == 0))
    }

    /// The file and the position in it, where [`Place::Elsewhere`] says them.
    pub fn in_file(&self) -> Option<(&str, Position)> {
        match self {
            Place::Elsewhere(printed) => position(printed).filter(|(_, position)| position.line > 0),
            Place::Patterns(_) | Place::Payload(_) => None,
        }
    }
}

/// One diagnostic of MLIR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// The message: one line, without place and severity.
    pub message: String,
    /// Where it points to.
    pub place: Place,
}

const SEVERITIES: [(&str, Severity); 4] = [
    (": error: ", Severity::Error),
    (": warning: ", Severity::Warning),
    (": remark: ", Severity::Remark),
    (": note: ", Severity::Note),
];

/// Every diagnostic in `stderr`, in order; lines that begin none, such as excerpts of the source, are
/// skipped. `place` says where a line of standard input comes from.
pub(crate) fn read_diagnostics(stderr: &str, place: impl Fn(Position) -> Option<Place>) -> Vec<Diagnostic> {
    stderr.lines().filter_map(|line| read_line(line, &place)).collect()
}

fn read_line(line: &str, place: &impl Fn(Position) -> Option<Place>) -> Option<Diagnostic> {
    let found = |(mark, severity): (&str, _)| line.find(mark).map(|at| (at, mark.len(), severity));
    let (at, length, severity) = SEVERITIES.into_iter().filter_map(found).min_by_key(|found| found.0)?;
    let (printed, message) = (&line[..at], &line[at + length..]);
    let place = match position(printed)? {
        ("<stdin>", position) => place(position).unwrap_or_else(|| Place::Elsewhere(printed.into())),
        _ => Place::Elsewhere(printed.into()),
    };
    Some(Diagnostic { severity, message: message.into(), place })
}

/// `FILE:LINE:COLUMN`, or `<unknown>:0` which means no place.
fn position(printed: &str) -> Option<(&str, Position)> {
    if printed == "<unknown>:0" {
        return Some(("<unknown>", Position { line: 0, column: 0 }));
    }
    let (rest, column) = printed.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some((file, Position { line: line.parse().ok()?, column: column.parse().ok()? }))
}
