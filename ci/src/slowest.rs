//! The time of a run, and what took longest in it.

use std::time::Duration;

use assay_reports::PatternReport;

/// Patterns that are named.
const MOST: usize = 3;

/// The records that took longest, the slowest first.
#[derive(Debug, Default)]
pub(crate) struct Slowest(Vec<(Duration, String)>);

impl Slowest {
    /// Takes the time of a record.
    pub(crate) fn add(&mut self, report: &PatternReport, time: Duration) {
        let at = self.0.partition_point(|(other, _)| *other >= time);
        if at < MOST {
            let name = if report.name.is_empty() { String::new() } else { format!(" @{}", report.name) };
            self.0.insert(at, (time, format!("{}:{}{name}", report.file, report.line)));
            self.0.truncate(MOST);
        }
    }

    /// The time of `count` records, named by `noun`, and those that took longest.
    pub(crate) fn describe(&self, all: Duration, count: usize, noun: &str) -> String {
        let mut out = format!("{count} {noun} in {:.2} s", all.as_secs_f64());
        for (index, (time, name)) in self.0.iter().enumerate() {
            let lead = if index == 0 { "; slowest:" } else { "," };
            out.push_str(&format!("{lead} {name} {:.1} ms", time.as_secs_f64() * 1e3));
        }
        out.push('\n');
        out
    }
}
