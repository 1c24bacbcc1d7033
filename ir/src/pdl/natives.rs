//! Native code that patterns call by name, as an interface: what a constraint answers on concrete bindings
//! and what a rewrite does. Implementations live on higher floors; this file knows no name.

use crate::data::{AttrId, NewOp, OpId, Program, TypeId, ValueId};
use crate::spec::Registry;

/// What a pdl value stands for while a pattern runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// `!pdl.attribute`; `None` is MLIR's null attribute (`null_attr_creator` makes one).
    Attribute(Option<AttrId>),
    /// `!pdl.type`
    Type(TypeId),
    /// `!pdl.value`
    Value(ValueId),
    /// `!pdl.operation`
    Operation(OpId),
    /// `!pdl.range<type>`
    Types(Vec<TypeId>),
    /// `!pdl.range<value>`
    Values(Vec<ValueId>),
}

/// One call of native code.
#[derive(Clone, Copy, Debug)]
pub struct NativeCall<'a> {
    /// The name in quotes.
    pub name: &'a str,
    /// The arguments; of an external rewrite the root comes first, if it is named.
    pub arguments: &'a [Bound],
    /// The pdl types of the wanted results, in the context of the pattern.
    pub results: &'a [TypeId],
}

/// What a native constraint says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It holds and yields these results, one for each wanted one.
    Holds(Vec<Bound>),
    /// It does not hold.
    Fails,
    /// Without a summary.
    Unknown,
}

/// Why a native rewrite gave no results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NativeFailure {
    /// Without a summary.
    Unknown,
    /// It ran and failed.
    Failed,
    /// It asked the [`Rewriter`] for something that cannot be done; the rewriter remembers what.
    Broken,
}

/// What native code may do to the program: the same steps that a pattern can take, with the same checks.
pub trait Rewriter {
    /// The program as it is now.
    fn program(&self) -> &Program;

    /// The definitions and summaries that are known, if there are any.
    fn registry(&self) -> Option<&Registry>;

    /// Makes an operation where the pattern would put it.
    ///
    /// # Errors
    /// [`NativeFailure::Broken`] when there is no such place any more, or an operand is gone.
    fn create(&mut self, new: &NewOp<'_>) -> Result<OpId, NativeFailure>;

    /// Moves all uses of the results of `op` and erases it.
    ///
    /// # Errors
    /// [`NativeFailure::Broken`] as `pdl.replace` would be.
    fn replace(&mut self, op: OpId, values: &[ValueId]) -> Result<(), NativeFailure>;

    /// Erases an operation.
    ///
    /// # Errors
    /// [`NativeFailure::Broken`] as `pdl.erase` would be.
    fn erase(&mut self, op: OpId) -> Result<(), NativeFailure>;
}

/// The concrete meaning of native code, by name.
pub trait Natives: Sync {
    /// Asks a constraint. It must not depend on anything but the program and the arguments.
    fn constraint(&self, program: &Program, call: &NativeCall<'_>) -> Answer;

    /// Runs a rewrite and returns its results, one for each wanted one.
    ///
    /// # Errors
    /// See [`NativeFailure`].
    fn rewrite(
        &self,
        rewriter: &mut dyn Rewriter,
        call: &NativeCall<'_>,
    ) -> Result<Vec<Bound>, NativeFailure>;
}

/// Knows no native code at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoNatives;

impl Natives for NoNatives {
    fn constraint(&self, _: &Program, _: &NativeCall<'_>) -> Answer {
        Answer::Unknown
    }

    fn rewrite(&self, _: &mut dyn Rewriter, _: &NativeCall<'_>) -> Result<Vec<Bound>, NativeFailure> {
        Err(NativeFailure::Unknown)
    }
}
