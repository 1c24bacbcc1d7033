//! One renderer per format, each a pure function from a report, its texts and options to bytes.
//! A renderer decides nothing: what is reported, and how bad it is, stands in the report.

pub mod concise;
pub mod explain;
mod fix;
pub mod funnel;
pub mod human;
pub mod json;
mod snippet;
mod text;
mod witness;

/// How a text is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether to use ANSI colours.
    pub color: bool,
    /// Columns to fill.
    pub width: usize,
}

impl Default for Options {
    /// No colours, 80 columns.
    fn default() -> Self {
        Options { color: false, width: 80 }
    }
}
