//! Kinds of the parameters of definitions: each is a strategy, a number or a text, as its definition uses it or passes it on.

use super::step::Kind;
use crate::data::Span;
use crate::diagnostic::Diagnostic;

/// The sort of an argument: a strategy, or a value of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Strategy,
    Number,
    Text,
}

impl From<Kind> for Sort {
    fn from(kind: Kind) -> Sort {
        match kind {
            Kind::Number => Sort::Number,
            Kind::Text => Sort::Text,
        }
    }
}

impl Sort {
    fn word(self) -> &'static str {
        match self {
            Sort::Strategy => "a strategy",
            Sort::Number => "a number",
            Sort::Text => "a text",
        }
    }
}

/// An argument of a call.
struct Passed {
    /// The definition that calls.
    by: usize,
    callee: usize,
    position: usize,
    /// Its kind, or the parameter that it is.
    what: Result<Sort, usize>,
    span: Span,
}

/// How definitions use their parameters.
#[derive(Default)]
pub(super) struct Uses {
    /// The definition that is being read.
    pub(super) definition: usize,
    used: Vec<(usize, usize, Sort, Span)>,
    passed: Vec<Passed>,
}

impl Uses {
    /// A parameter of the definition is used as this.
    pub(super) fn uses(&mut self, parameter: usize, what: Sort, span: Span) {
        self.used.push((self.definition, parameter, what, span));
    }

    /// A definition is called with this at a position.
    pub(super) fn passes(&mut self, callee: usize, position: usize, what: Result<Sort, usize>, span: Span) {
        self.passed.push(Passed { by: self.definition, callee, position, what, span });
    }

    /// All uses of a parameter as two kinds, and all arguments of another kind than their parameter. `heads` are names and parameters of
    /// the definitions.
    pub(super) fn check(&self, heads: &[(&str, &[String])]) -> Vec<Diagnostic> {
        let mut kinds: Vec<Vec<Option<Sort>>> =
            heads.iter().map(|(_, names)| vec![None; names.len()]).collect();
        let mut faults = Vec::new();
        for (definition, parameter, what, span) in &self.used {
            match &mut kinds[*definition][*parameter] {
                Some(other) if *other != *what => {
                    let name = &heads[*definition].1[*parameter];
                    let message = format!("`{name}` is {} here and {} elsewhere", what.word(), other.word());
                    faults.push(Diagnostic::error(*span, message));
                }
                kind => *kind = Some(*what),
            }
        }
        // A parameter that is passed on is what the callee uses it as.
        loop {
            let mut changed = false;
            for passed in &self.passed {
                if let (Err(parameter), Some(what)) = (passed.what, kinds[passed.callee][passed.position])
                    && kinds[passed.by][parameter].is_none()
                {
                    kinds[passed.by][parameter] = Some(what);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for passed in &self.passed {
            let has = match passed.what {
                Ok(what) => Some(what),
                Err(parameter) => kinds[passed.by][parameter],
            };
            let takes = kinds[passed.callee][passed.position];
            if let (Some(has), Some(takes)) = (has, takes)
                && has != takes
            {
                let (name, parameters) = heads[passed.callee];
                let message = format!(
                    "`{}` of `{name}` is {}, and not {}",
                    parameters[passed.position],
                    takes.word(),
                    has.word()
                );
                faults.push(Diagnostic::error(passed.span, message));
            }
        }
        faults
    }
}
