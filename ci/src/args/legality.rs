//! Arguments of `audit --legality`.

use std::path::PathBuf;

use assay_fuzz::generate::nest::{Condition, Loops};
use clap::{Args, ValueEnum};

use super::SolverArgs;

/// Forms of loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LoopForm {
    /// Loops of affine
    Affine,
    /// Loops of scf
    Scf,
}

impl LoopForm {
    /// The form for the generator.
    pub(crate) fn loops(self) -> Loops {
        match self {
            LoopForm::Affine => Loops::Affine,
            LoopForm::Scf => Loops::Scf,
        }
    }
}

/// How a pass reorders the turns of loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turns {
    /// Tiles of this size.
    Tile(u32),
    /// This number of turns of the outer loop in each turn of the inner one.
    Jam(u32),
    /// Neighbours become one loop.
    Fuse,
    /// This number of turns side by side.
    Vectorize(u32),
    /// All turns at once.
    Parallel,
}

/// Reads `tile=4`, `jam=2`, `fuse`, `vectorize=4` or `parallel`.
fn turns(text: &str) -> Result<Turns, String> {
    let (name, number) = match text.split_once('=') {
        Some((name, number)) => (name, number.parse::<u32>().ok().filter(|number| *number > 0)),
        None => (text, None),
    };
    match (name, number, text.contains('=')) {
        ("tile", Some(size), _) => Ok(Turns::Tile(size)),
        ("jam", Some(factor), _) => Ok(Turns::Jam(factor)),
        ("vectorize", Some(width), _) => Ok(Turns::Vectorize(width)),
        ("fuse", _, false) => Ok(Turns::Fuse),
        ("parallel", _, false) => Ok(Turns::Parallel),
        _ => Err("one of tile=N, jam=N, fuse, vectorize=N, parallel".to_owned()),
    }
}

fn condition(name: &str) -> Result<Condition, String> {
    let known = || Condition::ALL.map(Condition::name).join(", ");
    Condition::of_name(name).ok_or_else(|| format!("one of {}", known()))
}

/// Arguments of `audit --legality`.
#[derive(Debug, Args)]
pub(crate) struct LegalityArgs {
    /// Draw nests of loops for each condition that decides if turns may change their order, and hold loop passes against
    /// them: does a pass respect the condition, ignore it, or refuse nests that are legal? (default: the loop passes and
    /// steps of MLIR)
    #[arg(long, conflicts_with_all = ["files", "pipeline", "payload", "conformance", "learn", "bisect_patterns"])]
    pub(crate) legality: bool,
    /// A pass of --legality, repeatable: a name with options, such as `affine-loop-tile{tile-size=4}`, or a pipeline
    #[arg(long, value_name = "PASS", requires = "legality", allow_hyphen_values = true)]
    pub(crate) pass: Vec<String>,
    /// A transform step of --legality, repeatable, in the names `%outer`, `%inner` and `%behind` of its loops, of type
    /// `!transform.any_op`
    #[arg(long, value_name = "STEP", requires = "legality")]
    pub(crate) step: Vec<String>,
    /// How the passes that are named reorder turns, for nests that they refuse: tile=N, jam=N, fuse, vectorize=N or
    /// parallel (default: known of the loop passes of MLIR, and nothing of others)
    #[arg(long, value_name = "TURNS", requires = "legality", value_parser = turns)]
    pub(crate) turns: Option<Turns>,
    /// The form of loops that the passes that are named get (default: known of the loop passes of MLIR, and both for others)
    #[arg(long, value_name = "FORM", requires = "legality")]
    pub(crate) loops: Option<LoopForm>,
    /// Conditions (default: all)
    #[arg(long, value_name = "CONDITIONS", value_delimiter = ',', requires = "legality", value_parser = condition)]
    pub(crate) conditions: Vec<Condition>,
    /// Nests of each condition; --seed draws others
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nests: u64,
    /// Inputs on which each nest is run before and after
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub(crate) inputs: usize,
    /// A folder for what is known so far of --legality, or for the results of shards: a run that was stopped goes on from there
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Which solvers are asked about the order of accesses, and how
    #[command(flatten)]
    pub(crate) solvers: SolverArgs,
}

#[cfg(test)]
mod tests {
    use super::{Turns, turns};

    #[test]
    fn turns_are_read_with_their_number() {
        assert_eq!(turns("tile=4"), Ok(Turns::Tile(4)));
        assert_eq!(turns("fuse"), Ok(Turns::Fuse));
        for wrong in ["tile", "tile=0", "fuse=2", "jam=x", ""] {
            assert!(turns(wrong).is_err(), "{wrong}");
        }
    }
}
