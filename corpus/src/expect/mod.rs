//! What an `.expect` file says, as data: one grammar for the acceptance pack and for the pattern libraries here.
//! It says what is expected; who compares it with anything is a test elsewhere.

mod read;
mod tokens;

pub use read::{ReadError, read};

/// One statement with its line, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Line of the `.expect` file.
    pub line: u32,
    /// What it says.
    pub expectation: Expectation,
}

/// What is expected. Pattern names stand without `@`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// `verdict @P VERDICT [line N]`
    Verdict {
        /// Pattern.
        pattern: String,
        /// Verdict.
        verdict: ExpectedVerdict,
        /// The blamed line of the pattern file.
        line: Option<u32>,
    },
    /// `stage @P STAGE ANSWER`: the answer of one stage, such as `types proved`.
    Stage {
        /// Pattern.
        pattern: String,
        /// Stage, such as `structure`.
        stage: String,
        /// Its verdict.
        verdict: ExpectedVerdict,
    },
    /// `scope @P WORD ..`: what a verdict leaves open or takes for granted.
    Scope {
        /// Pattern.
        pattern: String,
        /// The words.
        words: Vec<String>,
    },
    /// `lint @P CODE line N`
    Lint {
        /// Pattern.
        pattern: String,
        /// Rule code.
        code: String,
        /// Line of the pattern file.
        line: u32,
    },
    /// `set @P,@Q VERDICT`
    Set {
        /// Patterns that are applied together.
        patterns: Vec<String>,
        /// Verdict.
        verdict: ExpectedVerdict,
    },
    /// `cex @P CODE in I,.. [flags %N=F,..] before R,.. after R,..`
    Counterexample {
        /// Pattern.
        pattern: String,
        /// Rule code.
        code: String,
        /// Inputs.
        inputs: Vec<Outcome>,
        /// Values of free attributes and flags of matched operations, by name without `%`.
        flags: Vec<(String, String)>,
        /// Results before.
        before: Vec<Outcome>,
        /// Results after.
        after: Vec<Outcome>,
    },
    /// `assignment @P NAME=TYPE ..`
    Assignment {
        /// Pattern.
        pattern: String,
        /// Types by name.
        types: Vec<(String, String)>,
    },
    /// `hazard @P containment`
    Hazard {
        /// Pattern.
        pattern: String,
        /// Which.
        hazard: String,
    },
    /// `profile regions`
    Profile(String),
    /// `meanings FILE`: meanings of operations that the patterns need, beside the file.
    Meanings(String),
    /// `check_subset @D @L @R holds|fails [ASSIGNMENT ..]`
    CheckSubset {
        /// The question.
        question: SubsetQuestion,
        /// An assignment that the right side refuses, as it is written.
        assignment: Vec<String>,
    },
    /// `script clean`
    ScriptClean,
    /// `script FINDING [OP] line N [consumed|removed M]`
    Script {
        /// Finding, such as `use-after-consume`.
        finding: String,
        /// Operation that a `phase-order` finding names.
        operation: Option<String>,
        /// Line of the script.
        line: u32,
        /// The line that consumed the handle or removed the operation.
        cause: Option<u32>,
    },
    /// What real MLIR does.
    Mlir(Observation),
}

/// A question about two operations of a dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubsetQuestion {
    /// Dialect.
    pub dialect: String,
    /// Left operation.
    pub left: String,
    /// Right operation.
    pub right: String,
    /// Whether everything that the left one accepts is accepted by the right one.
    pub holds: bool,
}

/// What real MLIR does with a payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observation {
    /// `irdl FILE`
    Irdl {
        /// File with IRDL definitions to load first.
        file: String,
    },
    /// `run @P[,@Q] FILE OUTCOME ..`
    Run {
        /// Patterns.
        patterns: Vec<String>,
        /// Payload.
        file: String,
        /// Outcomes, each of which will do.
        outcomes: Vec<MlirOutcome>,
        /// Whether the marked operation is still there (`still-marked`).
        still_marked: bool,
        /// Texts to look for.
        texts: Vec<TextCheck>,
    },
    /// `load @P accepted | rejected TEXT`
    Load {
        /// Pattern.
        pattern: String,
        /// Part of the message of a rejection.
        rejected: Option<String>,
    },
    /// `subset @D @L @R holds|fails FILE [TEXT]`
    Subset {
        /// The question.
        question: SubsetQuestion,
        /// Payload.
        file: String,
        /// Part of the message.
        text: Option<String>,
    },
    /// `eval @P FILE I,.. before R,.. after R,..`
    Eval {
        /// Pattern.
        pattern: String,
        /// Payload.
        file: String,
        /// Inputs.
        inputs: Vec<Outcome>,
        /// Results before.
        before: Vec<Outcome>,
        /// Results after.
        after: Vec<Outcome>,
    },
    /// `opt FILE FLAGS OUTCOME ..`
    Opt {
        /// Input.
        file: String,
        /// Flags of `mlir-opt`.
        flags: Vec<String>,
        /// Outcome, such as `valid`, `error` or `reports`.
        outcome: String,
        /// Texts to look for.
        texts: Vec<TextCheck>,
    },
}

/// How a run of real MLIR ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MlirOutcome {
    /// The pattern applied and the result passes the verifier.
    Valid,
    /// The pattern did not apply.
    NoMatch,
    /// MLIR ends well although the rewrite is wrong.
    Silent,
    /// An error.
    VerifierError,
    /// Ended by a signal.
    Crash,
    /// Did not end in time.
    Hang,
}

/// A text to look for in an output; `\n` in the file is a line break here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextCheck {
    /// `contains TEXT`
    Contains(String),
    /// `lacks TEXT`
    Lacks(String),
    /// A text alone: part of the error message.
    Message(String),
}

/// A number, or what stands in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A number, read as signed.
    Number(i128),
    /// `poison`
    Poison,
    /// `UB`
    UndefinedBehaviour,
}

/// A verdict as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedVerdict {
    /// `proved`
    Proved,
    /// `refuted(CODE|..)`: each of the codes is true and one of them is enough.
    Refuted(Vec<String>),
    /// `vacuous`
    Vacuous,
    /// `unknown(CLASS)`
    Unknown(String),
    /// `bounded`
    Bounded,
    /// `well-formed`: structure and types hold, values were not compared.
    WellFormed,
    /// `malformed`, with the rule codes in parentheses where there are some.
    Malformed(Vec<String>),
}
