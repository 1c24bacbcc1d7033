//! The vocabulary of answers, from the stage that finds one to the report that shows it: stages, verdicts, kinds of unknowns, ways
//! of confirmation, traces. Forms no verdict.

mod trace;

use std::fmt;

pub use trace::{Application, Observed, Trace, TraceInput, TraceStep};

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: &[$name] = &[$($name::$variant,)+];

            /// Its word in reports.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

words! {
    /// A stage of the pipeline, in the order in which they run.
    Stage {
        /// PDL's own static rules.
        Wellformed = "wellformed",
        /// Existence of a match.
        Matchable = "matchable",
        /// Structure of the rewritten program: S rules.
        Structure = "structure",
        /// Types of the rewritten program: T rules.
        Types = "types",
        /// Values that the rewritten program computes: V rules.
        Values = "values",
        /// Termination of repeated rewriting: N rules.
        Termination = "termination",
    }
}

words! {
    /// The overall answer about a pattern, a set or a pair of functions.
    VerdictKind {
        /// Every rule that was asked holds on every program of the domain.
        Proved = "proved",
        /// Every rule holds on the finite set that was looked at; see the scope.
        Bounded = "bounded",
        /// The rewritten program is well-formed; its values were not compared, see the reason.
        WellFormed = "well-formed",
        /// A rule breaks, and a replayed witness shows it.
        Refuted = "refuted",
        /// The pattern can never match.
        Vacuous = "vacuous",
        /// No answer; see the reason.
        Unknown = "unknown",
        /// The text is no valid pattern.
        Malformed = "malformed",
    }
}

words! {
    /// The kind of obstacle that leaves a question undecided.
    UnknownKind {
        /// A construct that is not analysed.
        Unsupported = "unsupported",
        /// Native code without a summary.
        Native = "native",
        /// An operation without a meaning.
        NoMeaning = "no meaning",
        /// An operation without a spec.
        NoSpec = "no spec",
        /// An operation whose C++ verifier checks more than what its record says.
        Verifier = "verifier",
        /// Rules that were not requested.
        NotRequested = "not requested",
        /// No obstacle: the pattern rewrites nothing.
        MatchesOnly = "matches only",
        /// The solver ran out of its limits.
        Timeout = "timeout",
        /// No solver is installed.
        NoSolver = "no solver",
        /// The solver gave no usable answer.
        Solver = "solver",
        /// The pattern is larger than what is looked at.
        Limit = "limit",
        /// Drawn inputs alone were run, and all of them agree.
        Tested = "tested",
        /// A stage failed: a defect of Assay.
        Internal = "internal",
    }
}

words! {
    /// The strongest way in which a finding was confirmed.
    Confirmed {
        /// Compiled code ran before and after the rewrite, and the outcomes differ.
        Executed = "executed",
        /// The interpreter ran before and after the rewrite, and the outcomes differ.
        Interpreted = "interpreted",
        /// The rewrite was applied to the witness, and the result is not well-formed.
        Replayed = "replayed",
        /// Real MLIR was asked and agrees.
        Mlir = "mlir",
        /// Nothing to replay: a remark, or a fault of the text itself.
        None = "none",
    }
}
