//! The settings of a run that the stages read. Holds no analysis.

use assay_backend::engine::SecondEngine;

use crate::limits::Limits;

/// The kind of the regions that a pattern is applied in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RegionKind {
    /// What the specs say (graph when every possible parent has graph regions), else SSACFG.
    #[default]
    FromSpecs,
    /// Definitions dominate their uses.
    SsaCfg,
    /// No order inside a block; operations may feed themselves.
    Graph,
}

/// Which MLIR has to run the pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Target {
    /// MLIR 22 as measured.
    #[default]
    Mlir22,
    /// Every release: what only newer ones define is an error.
    Portable,
}

/// What operations may do that no spec describes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnknownOps {
    /// They may end a block.
    pub may_terminate: bool,
    /// They may own regions that hold other matched operations.
    pub may_own_regions: bool,
    /// They may define a symbol.
    pub may_define_symbols: bool,
}

/// The settings of a run that the stages look at.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is granted to operations without a spec.
    pub unknown_ops: UnknownOps,
    /// The kind of the regions around the match.
    pub region_kind: RegionKind,
    /// The MLIR that has to run the pattern.
    pub target: Target,
    /// Operations matched without a name may be terminators, unless the pattern denies it.
    pub wildcards_may_terminate: bool,
    /// What a proof takes for granted is a finding.
    pub strict: bool,
    /// The widest integers at which values are compared one width after the other.
    pub width_max: u32,
    /// Number of rewrites after which a run that still goes on counts as endless.
    pub rewrite_budget: usize,
    /// The limits of one pattern.
    pub limits: Limits,
    /// The solver's resource units that all questions about the values of one pattern may take.
    pub units: u64,
    /// The engine that confirms refutations by running them besides the interpreter.
    pub second_engine: SecondEngine,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            unknown_ops: UnknownOps::default(),
            region_kind: RegionKind::default(),
            target: Target::default(),
            wildcards_may_terminate: true,
            strict: false,
            width_max: 64,
            rewrite_budget: 64,
            limits: Limits::default(),
            units: u64::MAX,
            second_engine: None,
        }
    }
}
