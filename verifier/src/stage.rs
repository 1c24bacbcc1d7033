//! What every stage of the pipeline takes and gives. Holds no analysis.

use assay_ir::data::{OpId, Program};
use assay_ir::spec::Registry;

use crate::verdict::{Assumption, Claim, Finding, Level, StageVerdict, Unknown};

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
        }
    }
}

/// One question: a pattern, where it stands, and what is known about dialects.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The program that holds the pattern.
    pub program: &'a Program,
    /// The `pdl.pattern`; it has passed PDL's own static rules.
    pub pattern: OpId,
    /// Known dialects, in the context of the program.
    pub registry: &'a Registry,
    /// Settings.
    pub options: &'a Options,
}

/// The answer of one stage.
#[derive(Clone, Debug)]
pub struct StageResult {
    /// The answer.
    pub verdict: StageVerdict,
    /// Findings with their evidence, and remarks.
    pub findings: Vec<Finding>,
    /// What a proof rests on, each once.
    pub assumptions: Vec<Assumption>,
    /// Claims whose replay did not fail: errors of ours, never the user's.
    pub disagreements: Vec<Claim>,
    /// Which types the answer speaks of, in words, where the pattern leaves types open.
    pub widths: Option<String>,
}

impl StageResult {
    /// An answer without findings.
    pub fn of(verdict: StageVerdict) -> StageResult {
        StageResult {
            verdict,
            findings: Vec::new(),
            assumptions: Vec::new(),
            disagreements: Vec::new(),
            widths: None,
        }
    }

    /// Nothing was decided.
    pub fn unknown(why: Unknown) -> StageResult {
        StageResult::of(StageVerdict::Unknown(why))
    }

    /// The verdict of what speaks against the pattern: findings, what was left open, and last claims that did not come true
    /// for the reason `why`. `None` where nothing does.
    pub(crate) fn against(&self, open: Option<Unknown>, why: &str) -> Option<StageVerdict> {
        if self.findings.iter().any(|finding| finding.claim.level == Level::Error) {
            return Some(StageVerdict::Refuted);
        }
        let untrue = || self.disagreements.first().map(|claim| not_shown(claim, why));
        open.or_else(untrue).map(StageVerdict::Unknown)
    }

    /// Adds an assumption once.
    pub fn assume(&mut self, assumption: impl Into<Assumption>) {
        let assumption = assumption.into();
        if !self.assumptions.contains(&assumption) {
            self.assumptions.push(assumption);
        }
    }
}

/// A claim for which no program shows it.
pub(crate) fn not_shown(claim: &Claim, why: &str) -> Unknown {
    Unknown::Unsupported { what: format!("a witness for {} ({why})", claim.code), span: claim.span }
}
