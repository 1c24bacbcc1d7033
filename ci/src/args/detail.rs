//! The detail of a report for people.

use assay_reports::render::human::{Extent, Layout};
use clap::Args;

use super::Show;

/// The parts of a report for people that are written out or left out.
#[derive(Debug, Default, Args)]
pub(crate) struct DetailArgs {
    /// Write out what the report for people else counts or folds, repeatable
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) show: Vec<Show>,
    /// Write out everything, and programs beside the values of their operations
    #[arg(long, conflicts_with = "statistics")]
    pub(crate) verbose: bool,
    /// Only the number of findings of each rule, and of verdicts
    #[arg(long, conflicts_with = "show")]
    pub(crate) statistics: bool,
}

impl DetailArgs {
    /// A layout with what is asked for beside it.
    pub(crate) fn layout(&self, usual: Layout) -> Layout {
        let shows = |part| self.verbose || self.show.contains(&part);
        Layout {
            extent: match self.statistics {
                true => Extent::Counts,
                false if shows(Show::Findings) => Extent::All,
                false => usual.extent,
            },
            assumptions: usual.assumptions || shows(Show::Assumptions),
            bounded: usual.bounded || shows(Show::Bounded),
            named: if self.verbose { usize::MAX } else { usual.named },
            ..usual
        }
    }
}
