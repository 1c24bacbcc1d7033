//! What is written of one pattern: a line of JSON that says everything the tables need. Computes nothing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One payload with what every engine made of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseRecord {
    /// The program before the rewrite.
    pub payload: String,
    /// What our engine and checker say: a class, and a rule where there is one.
    pub assay: String,
    /// What MLIR did: `ok`, `error`, `crash`, `hang` or `not checked`.
    pub mlir: String,
    /// How both compare; empty when MLIR was not run.
    pub agreement: String,
    /// Whether handles are one, or one operation holds another.
    pub special: bool,
}

/// One pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its number.
    pub index: u64,
    /// The kind of pattern that was asked for.
    pub mode: String,
    /// Its text.
    pub text: String,
    /// The static verdict of the structure stage.
    pub verdict: String,
    /// Why that is unknown.
    pub why: String,
    /// The options under which the pattern was judged, as flags of `assay check`.
    #[serde(default)]
    pub options: String,
    /// Codes of all findings.
    pub codes: Vec<String>,
    /// Codes of the rules that the assumptions of a proof belong to.
    pub granted: Vec<String>,
    /// Candidates whose replay did not fail.
    pub disagreements: Vec<String>,
    /// The rule that a deliberate flaw breaks.
    pub flaw: Option<String>,
    /// Whether values connect what is matched.
    pub connected: bool,
    /// How many operations are matched.
    pub nodes: usize,
    /// Whether one of them has a spec.
    pub real: bool,
    /// Whether operands or results of open number are matched.
    #[serde(default)]
    pub ranges: bool,
    /// Payloads that were tried, and those that the pattern matched.
    pub payloads: usize,
    /// Payloads that the pattern matched.
    pub matched: usize,
    /// Layouts that were enumerated besides; of each outcome one is among the payloads.
    pub enumerated: usize,
    /// How many payloads had which outcome with our engine.
    pub outcomes: BTreeMap<String, usize>,
    /// How many payloads had which outcome with MLIR.
    pub mlir: BTreeMap<String, usize>,
    /// How many comparisons with MLIR came out how.
    pub agreement: BTreeMap<String, usize>,
    /// Whether some payload broke a structure rule.
    pub broken: bool,
    /// Whether all that broke did so only through aliasing or containment.
    pub special: bool,
    /// Whether a witness of the verdict, run again here, broke.
    pub witness_broken: bool,
    /// Whether a witness of M501, run again here, is matched by MLIR's meaning and not by what is written.
    #[serde(default)]
    pub over_matched: bool,
    /// The answer of every stage of the pipeline, and of the runs of programs.
    pub stages: BTreeMap<String, String>,
    /// Reasons of the stages that are unknown.
    #[serde(default)]
    pub reasons: BTreeMap<String, String>,
    /// Codes of all findings of all stages that have a witness.
    #[serde(default)]
    pub claimed: Vec<String>,
    /// Codes of the rules that the pattern could show to be broken.
    #[serde(default)]
    pub could: Vec<String>,
    /// What was wrong, if something was.
    pub wrong: Option<String>,
    /// Payloads that MLIR was asked about, and the first one that broke.
    pub cases: Vec<CaseRecord>,
}
