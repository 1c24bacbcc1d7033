//! Messages of the S rules as data: a rule records the operations and counts that a violation is about; words are made when a
//! claim is formed. Must not judge.

use assay_ir::data::{Context, Ident};

/// An operation in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// Made by the rewrite, not matched.
    pub created: bool,
    /// The name; `None` for an operation matched without one.
    pub name: Option<Ident>,
}

impl Named {
    fn describe(self, ctx: &Context) -> String {
        let kind = if self.created { "created" } else { "matched" };
        match self.name {
            Some(name) => format!("the {kind} operation `{}`", ctx.str(name)),
            None => format!("the {kind} operation"),
        }
    }
}

/// A remaining use of an erased operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum User {
    /// A created operation.
    Created,
    /// Another matched operation.
    Matched,
    /// An operation outside of the match, in some programs.
    Outside,
}

/// The sentence of a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// S101: a terminator is erased and nothing takes its place; `certain` unless it only may be one.
    TerminatorErased {
        /// The terminator.
        op: Named,
        /// Terminator in every program.
        certain: bool,
    },
    /// S101: a created terminator that something follows.
    TerminatorNotLast(Named),
    /// S102: a creation without an insertion point.
    NoInsertionPoint(Named),
    /// S102: a creation after the root is erased.
    CreatedAfterRoot(Named),
    /// S103: a use before the replacement value.
    UseBeforeReplacement(Named),
    /// S103: the only use before the replacement value.
    OnlyUseBeforeReplacement(Named),
    /// S103: a use in a created operation before the replacement value.
    CreatedUseBeforeReplacement(Named),
    /// S104: a result of an erased operation.
    ResultOfErased(Named),
    /// S104: a read of an erased operation.
    ReadOfErased(Named),
    /// S104 and S107: erasure of an operation whose regions hold something that is used outside.
    ErasedWithHeld(Named),
    /// S105: an erased operation with uses.
    ErasedWithUses {
        /// The operation.
        op: Named,
        /// A use.
        by: User,
    },
    /// S107: an operation that is replaced by its own results.
    ReplacedByItself {
        /// The operation.
        op: Named,
        /// A use that remains.
        by: User,
    },
    /// S106: an operand that is not available before the root.
    OperandUnavailable(Named),
    /// S108: different numbers of results and replacement values.
    Counts {
        /// The replaced operation.
        op: Named,
        /// Its results.
        results: usize,
        /// Replacement values.
        values: usize,
    },
    /// S109: a second erasure.
    ErasedTwice(Named),
    /// S110: a result number out of range.
    NoSuchResult {
        /// The operation.
        op: Named,
        /// Its results.
        results: usize,
    },
    /// S111: regions, or successors, that a rewrite cannot make.
    CannotMake {
        /// The created operation.
        op: Named,
        /// Successors are needed, not regions.
        successors: bool,
    },
    /// S112: an operation inside of an erased one.
    MayHold {
        /// The erased operation.
        outer: Named,
        /// The operation in its region.
        inner: Named,
    },
    /// S113: a symbol is erased; `certain` unless the operation only may define one.
    SymbolErased {
        /// The operation.
        op: Named,
        /// Symbol in every program.
        certain: bool,
    },
    /// S113: a symbol name that may be taken.
    SymbolTaken(Named),
    /// S114: a reference to a missing symbol.
    SymbolMissing(Named),
    /// S114: a reference to a symbol of other types.
    SymbolTypes(Named),
    /// S115: a symbol outside of a symbol table.
    SymbolOutsideTable(Named),
    /// S115: a parent that does not accept the created operation beside the root.
    ChildNotAllowed {
        /// The created operation.
        op: Named,
        /// The parent.
        parent: Ident,
    },
    /// S115: a required parent that the root need not have.
    ParentRequired(Named),
    /// S115: a parent that requires another terminator.
    WrongTerminator {
        /// The created terminator.
        op: Named,
        /// The parent.
        parent: Ident,
    },
    /// S115: a created terminator with operand types other than those of the root.
    ReturnTypes(Named),
}

impl Message {
    /// The sentence.
    pub(crate) fn describe(self, ctx: &Context) -> String {
        let of = |op: Named| op.describe(ctx);
        let results = |count: usize| if count == 1 { "result" } else { "results" };
        match self {
            Message::TerminatorErased { op, certain } => {
                let is = if certain { "is" } else { "may be" };
                format!("{} {is} a terminator, and no other terminator takes its place", of(op))
            }
            Message::TerminatorNotLast(op) => {
                format!("{} is a terminator but not the last operation of its block", of(op))
            }
            Message::NoInsertionPoint(op) => {
                format!(
                    "{} has no insertion point: the root was erased with the operation that held it",
                    of(op)
                )
            }
            Message::CreatedAfterRoot(op) => format!(
                "{} is created after the root is erased: MLIR 22 inserts it in its place, older releases crash",
                of(op)
            ),
            Message::UseBeforeReplacement(op) => {
                format!("the replacement value may not dominate a use of {}", of(op))
            }
            Message::OnlyUseBeforeReplacement(op) => {
                format!(
                    "the replacement value is not available at {}, the only user of the replaced result",
                    of(op)
                )
            }
            Message::CreatedUseBeforeReplacement(op) => {
                format!(
                    "the replacement value is not available at {}, which uses the replaced result",
                    of(op)
                )
            }
            Message::ResultOfErased(op) => format!("uses a result of {} after its erasure", of(op)),
            Message::ReadOfErased(op) => format!("reads {} after its erasure", of(op)),
            Message::ErasedWithHeld(op) => {
                format!("erases {} with an operation in its regions that is used outside of them", of(op))
            }
            Message::ErasedWithUses { op, by } => format!("{} is erased, but {}", of(op), by.describe()),
            Message::ReplacedByItself { op, by } => {
                format!("{} is replaced by its own results, but {}", of(op), by.describe())
            }
            Message::OperandUnavailable(op) => {
                format!("an operand of {} may not be available right before the root", of(op))
            }
            Message::Counts { op, results: needed, values } => {
                let given = if values == 1 { "replacement value is" } else { "replacement values are" };
                format!("{} has {needed} {}, but {values} {given} given", of(op), results(needed))
            }
            Message::ErasedTwice(op) => format!("erases {} a second time", of(op)),
            Message::NoSuchResult { op, results: has } => {
                format!("the result index is out of range: {} has {has} {}", of(op), results(has))
            }
            Message::CannotMake { op, successors } => {
                let needs = if successors { "successors" } else { "regions" };
                format!("{} needs {needs}, which a rewrite cannot make", of(op))
            }
            Message::MayHold { outer, inner } => {
                format!("{} may hold {} in a region, and both are erased together", of(outer), of(inner))
            }
            Message::SymbolErased { op, certain } => {
                let defines = if certain { "defines" } else { "may define" };
                format!("{} {defines} a symbol, and an operation may refer to it", of(op))
            }
            Message::SymbolTaken(op) => format!("{} defines a symbol whose name may be taken", of(op)),
            Message::SymbolMissing(op) => format!("{} refers to a symbol that may not exist", of(op)),
            Message::SymbolTypes(op) => format!("{} refers to a symbol of other types", of(op)),
            Message::SymbolOutsideTable(op) => {
                format!("{} defines a symbol, and may not be in a symbol table", of(op))
            }
            Message::ChildNotAllowed { op, parent } => {
                format!("`{}` holds the root and does not accept {}", ctx.str(parent), of(op))
            }
            Message::ParentRequired(op) => {
                format!("{} requires a parent that the root may not have", of(op))
            }
            Message::WrongTerminator { op, parent } => {
                format!("{} terminates a block of `{}`, which does not accept it", of(op), ctx.str(parent))
            }
            Message::ReturnTypes(op) => {
                format!("{} returns types other than those of the terminator it replaces", of(op))
            }
        }
    }
}

impl User {
    fn describe(self) -> &'static str {
        match self {
            User::Created => "a created operation still uses it",
            User::Matched => "another matched operation still uses it",
            User::Outside => "an operation outside of the match may use it",
        }
    }
}
