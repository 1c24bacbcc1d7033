//! The plan of a campaign: what is drawn, which oracle judges, and the record of what went wrong.

use std::sync::Arc;

use assay_ir::data::Source;
use assay_mlir::MlirOpt;
use assay_verifier::stage::Options;
use serde::{Deserialize, Serialize};

use super::learn::Guide;
use crate::check_options;
use crate::config::Config;
use crate::generate::{bytes, pattern};
use crate::oracle::verdict;
use crate::subject::Trial;

/// Inputs of a program that is run before and after a rewrite.
pub const INPUTS: usize = 16;

/// Which fact is put to the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OracleKind {
    /// The static verdict against execution.
    Verdict,
    /// The engine against MLIR.
    Engine,
    /// The checker against MLIR's verifier.
    Wellformed,
    /// Printed programs read back.
    Print,
    /// A rewrite on a copy leaves the original alone.
    Undo,
    /// Both engines compute the same, before a rewrite and after it.
    Execution,
}

impl OracleKind {
    /// All of them.
    pub const ALL: [OracleKind; 6] = [
        OracleKind::Verdict,
        OracleKind::Engine,
        OracleKind::Wellformed,
        OracleKind::Print,
        OracleKind::Undo,
        OracleKind::Execution,
    ];

    /// Its name on command lines and in files.
    pub fn word(self) -> &'static str {
        match self {
            OracleKind::Verdict => "verdict",
            OracleKind::Engine => "engine",
            OracleKind::Wellformed => "wellformed",
            OracleKind::Print => "print",
            OracleKind::Undo => "undo",
            OracleKind::Execution => "execution",
        }
    }

    /// Real MLIR is asked, too.
    pub fn needs_mlir(self) -> bool {
        matches!(self, OracleKind::Engine | OracleKind::Wellformed)
    }
}

/// The work of a campaign.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The knobs.
    pub config: Config,
    /// The fact.
    pub oracle: OracleKind,
    /// The seed.
    pub seed: u64,
    /// How many patterns.
    pub count: u64,
    /// Real MLIR, if it takes part.
    pub mlir: Option<MlirOpt>,
    /// How many payloads of each pattern MLIR is asked about.
    pub mlir_payloads: usize,
    /// Sampling: one of `crashes` expected crashes goes to MLIR.
    pub crashes: usize,
    /// Every stage is asked, and programs run before and after each rewrite.
    pub all_stages: bool,
    /// Meanings of operations that have none in Assay, such as `lab.a`.
    pub meanings: Vec<Arc<Source>>,
    /// Shapes near which patterns are drawn, in a campaign that learns.
    pub guide: Option<Guide>,
}

impl Plan {
    /// The settings that decide the records, as one line of JSON: campaigns of the same line go on in one folder. How
    /// many patterns there are is no part of it.
    pub fn line(&self) -> String {
        let (pattern, payload) = (&self.config.pattern, &self.config.payload);
        let mut said = serde_json::json!({
            "mode": pattern.mode.word(),
            "oracle": self.oracle.word(),
            "seed": self.seed,
            "payloads": payload.layouts,
            "exhaustive": payload.exhaustive,
            "containment": payload.containment,
            "once": pattern.once,
            "mlir": if self.mlir.is_some() { self.mlir_payloads } else { 0 },
            "crashes": self.crashes,
            "all-stages": self.all_stages,
        });
        if !self.meanings.is_empty() {
            said["meanings"] = self.meanings.iter().map(|source| source.text()).collect();
        }
        if let Some(guide) = &self.guide {
            said["corpus"] = guide.digest().into();
        }
        format!("{said}\n")
    }

    /// The bytes that a pattern is made of.
    pub(super) fn noise(&self, seed: u64) -> Vec<u8> {
        match &self.guide {
            Some(guide) => guide.draw(seed, pattern::BYTES),
            None => bytes(seed, pattern::BYTES),
        }
    }

    /// The seed that the options of a pattern are drawn from; `None` where all patterns have the same.
    pub(super) fn drawn(&self, seed: u64) -> Option<u64> {
        self.all_stages.then_some(seed)
    }

    /// The options under which a pattern is judged.
    pub(super) fn options(&self, seed: u64) -> Options {
        match self.drawn(seed) {
            Some(seed) => check_options::options(seed),
            None => verdict::options_for(&self.config.payload),
        }
    }
}

/// Something wrong, with what shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The fact that does not hold.
    pub what: String,
    /// Text of the pattern.
    pub pattern: String,
    /// Text of the program, if it takes one.
    pub payload: String,
    /// The seed that the options were drawn from, if they were.
    pub options: Option<u64>,
}

pub(super) fn print(trial: &Trial) -> String {
    assay_ir::text::print(&trial.payload.program, &Default::default())
}

/// The fact that the engine and MLIR have to agree on.
pub const ENGINE: &str = "the engine does what MLIR does";
