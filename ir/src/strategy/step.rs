//! Steps: what a strategy applies at one operation. A step has a name and parameters, says where it applies and why not, and changes
//! a journaled program while a listener follows. Patterns are steps ([`PatternStep`]); steps on loops and tools that run outside
//! of the process are steps of other crates. Knows neither combinators nor traversals.

use crate::data::{Context, Ident, OpId, Program};
use crate::rewrite::{Applied, CompiledPattern, Listener, Options, RewriteError};

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number,
    /// A text.
    Text,
}

/// A parameter of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The kind of its argument.
    pub kind: Kind,
}

/// An argument of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number.
    Number(u64),
    /// A text.
    Text(Ident),
}

impl Argument {
    /// Its kind.
    pub fn kind(self) -> Kind {
        match self {
            Argument::Number(_) => Kind::Number,
            Argument::Text(_) => Kind::Text,
        }
    }

    /// The number.
    pub fn number(self) -> Option<u64> {
        match self {
            Argument::Number(number) => Some(number),
            Argument::Text(_) => None,
        }
    }

    /// The text.
    pub fn text(self, ctx: &Context) -> Option<&str> {
        match self {
            Argument::Number(_) => None,
            Argument::Text(text) => Some(ctx.str(text)),
        }
    }
}

/// Why a step does not apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason in words.
    pub message: String,
}

impl Refusal {
    /// A refusal with this reason.
    pub fn new(message: impl Into<String>) -> Refusal {
        Refusal { message: message.into() }
    }
}

/// Why a step did nothing. The program is what it was.
#[derive(Clone, Debug)]
pub enum StepError {
    /// The pattern does not match; [`Step::applies`] says why.
    Mismatch,
    /// It does not apply here.
    Refused(Refusal),
    /// The rewrite of a pattern breaks, which ends the strategy.
    Broken(RewriteError),
}

impl From<Refusal> for StepError {
    fn from(refusal: Refusal) -> StepError {
        StepError::Refused(refusal)
    }
}

/// A step of a strategy.
pub trait Step {
    /// Its name in the text of strategies.
    fn name(&self) -> &str;

    /// Its parameters, in order.
    fn parameters(&self) -> &[Parameter] {
        &[]
    }

    /// Tells if the last parameter may have several arguments.
    fn repeats(&self) -> bool {
        false
    }

    /// Tells if it applies at an operation, without a change.
    ///
    /// # Errors
    /// Why it does not.
    fn applies(&self, program: &Program, at: OpId, arguments: &[Argument]) -> Result<(), Refusal>;

    /// Applies it at an operation. It edits the program by its methods alone, so that the journal has all edits.
    ///
    /// # Errors
    /// Why it did nothing.
    fn apply(
        &self,
        program: &mut Program,
        at: OpId,
        arguments: &[Argument],
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError>;

    /// The number of ways in which it applies at an operation, for a search.
    fn ways(&self, program: &Program, at: OpId, arguments: &[Argument]) -> usize {
        usize::from(self.applies(program, at, arguments).is_ok())
    }

    /// Applies it in one of its ways, by number.
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    fn apply_way(
        &self,
        program: &mut Program,
        at: OpId,
        arguments: &[Argument],
        _way: usize,
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError> {
        self.apply(program, at, arguments, listener)
    }

    /// True where a verdict about the step itself covers each application of it, and the listener learns of every edit; other steps are
    /// judged each time.
    fn is_pattern(&self) -> bool {
        false
    }
}

/// A name and parameters by which the text of a strategy may call a step.
#[derive(Clone, Copy, Debug)]
pub struct Signature<'s> {
    /// The name.
    pub name: &'s str,
    /// The parameters.
    pub parameters: &'s [Parameter],
    /// The last parameter may have several arguments.
    pub repeats: bool,
}

impl<'s> Signature<'s> {
    /// The signature of a pattern.
    pub fn pattern(name: &'s str) -> Signature<'s> {
        Signature { name, parameters: &[], repeats: false }
    }

    /// The signature of a step.
    pub fn step(step: &'s dyn Step) -> Signature<'s> {
        Signature { name: step.name(), parameters: step.parameters(), repeats: step.repeats() }
    }
}

/// A pattern as a step.
#[derive(Clone, Copy, Debug)]
pub struct PatternStep<'a, 'p> {
    /// The number by which listeners know it.
    pub number: usize,
    /// The pattern.
    pub pattern: &'a CompiledPattern<'p>,
    /// How it matches.
    pub options: &'a Options<'a>,
}

impl PatternStep<'_, '_> {
    /// The steps of a list of patterns.
    pub fn all<'a, 'p>(
        patterns: &'a [CompiledPattern<'p>],
        options: &'a Options<'a>,
    ) -> Vec<PatternStep<'a, 'p>> {
        let step = |(number, pattern)| PatternStep { number, pattern, options };
        patterns.iter().enumerate().map(step).collect()
    }

    fn rewrite(
        &self,
        program: &mut Program,
        found: Option<crate::rewrite::Match>,
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError> {
        let found = found.ok_or(StepError::Mismatch)?;
        listener.matched(program, self.number, &found);
        match self.pattern.try_apply(program, &found, self.options, listener) {
            Ok(applied) => Ok(applied),
            Err(error) => {
                listener.undone(program, self.number);
                Err(StepError::Broken(error))
            }
        }
    }
}

impl Step for PatternStep<'_, '_> {
    fn name(&self) -> &str {
        self.pattern.pattern().name().unwrap_or_default()
    }

    fn applies(&self, program: &Program, at: OpId, _: &[Argument]) -> Result<(), Refusal> {
        match self.pattern.explain_mismatch(program, at, self.options) {
            None => Ok(()),
            Some(mismatch) => Err(Refusal::new(mismatch.message(program.ctx()))),
        }
    }

    fn apply(
        &self,
        program: &mut Program,
        at: OpId,
        _: &[Argument],
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError> {
        let found = self.pattern.match_at(program, at, self.options);
        self.rewrite(program, found, listener)
    }

    fn ways(&self, program: &Program, at: OpId, _: &[Argument]) -> usize {
        self.pattern.matches_at(program, at, self.options).len()
    }

    fn apply_way(
        &self,
        program: &mut Program,
        at: OpId,
        _: &[Argument],
        way: usize,
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError> {
        let found = self.pattern.matches_at(program, at, self.options).into_iter().nth(way);
        self.rewrite(program, found, listener)
    }

    fn is_pattern(&self) -> bool {
        true
    }
}
