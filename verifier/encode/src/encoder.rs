//! What the encodings of both functions of a pair share: expressions, arguments, limits.

use crate::layout::{layout_of, unmodelled};
use crate::unsupported::EncodeError;
use std::collections::{BTreeMap, BTreeSet};

use assay_ir::data::{Context, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::records::AnyState;
use crate::records::Events;
use crate::records::HISTORY_GLOBAL;
use crate::records::LoopAbstraction;
use assay_semantics::Application;
use assay_semantics::{Element, Layout, Roles, Scalar, Value};
use assay_term::arena::TermArena;
use assay_term::node::{Sort, TermId, Var};
use assay_term::nondet::{Choices, Side};

/// Expressions of both sides together, beyond which nothing is encoded.
const MOST_EXPRESSIONS: usize = 400_000;

/// An argument of both functions.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A number, vector or tensor.
    Numbers(Value),
    /// A memref in a block of memory of its own: the contents, in row-major order of its shape.
    Memory(Value),
}

impl Argument {
    /// The numbers of an argument, or of its contents.
    pub fn value(&self) -> &Value {
        match self {
            Argument::Numbers(value) | Argument::Memory(value) => value,
        }
    }
}

/// What a function does, as expressions over its arguments.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The behaviour is undefined.
    pub undefined: TermId,
    /// The function is ended by an assertion.
    pub trapped: TermId,
    /// A loop has more iterations than are followed; the rest says nothing about these arguments.
    pub cut: TermId,
    /// The results; of a memref the contents.
    pub results: Vec<Value>,
    /// The contents of each argument that is a memref, at the end.
    pub memory: Vec<Value>,
    /// The condition under which each such argument is stored to or freed, of those that the function before only reads.
    pub touched: Vec<TermId>,
    /// The condition under which each such argument is not freed at the end.
    pub live: Vec<TermId>,
    /// The contents of each global that is not constant, at the end, by name.
    pub globals: BTreeMap<String, Value>,
    /// The number that stands for the calls of functions without a body, in their order.
    pub history: TermId,
    /// The place of each result that is a memref.
    pub views: Vec<Returned>,
    /// Memory of the function's own that functions without a body were given.
    pub kept: Vec<EscapedMemory>,
}

/// The memory that a memref is in, as others can tell it from other memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// That of the argument of this number.
    Argument(usize),
    /// A global of this name.
    Global(String),
    /// Memory of the function's own: the one of this number that a function without a body was given.
    Kept(usize),
    /// Memory of the function's own, which the result of this number shows first.
    Own(usize),
}

/// A memref that is returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// The memory.
    pub of: Provenance,
    /// The element at which it starts, from that of the first result in the same memory where that is the function's own.
    pub offset: i64,
    /// Elements from one place of a dimension to the next, where others see the same memory; empty where none does.
    pub strides: Vec<i64>,
}

/// Memory that others may see after the function has returned.
#[derive(Clone, Debug)]
pub struct EscapedMemory {
    /// The contents.
    pub contents: Value,
    /// It is there.
    pub live: TermId,
}

/// The expressions of both functions of a pair.
#[derive(Debug, Default)]
pub struct Encoder {
    /// All expressions.
    pub pool: TermArena,
    pub(crate) roles: Roles,
    /// Turns of a loop that are followed where its bounds are not constants.
    pub iterations: usize,
    pub(crate) events: Events,
    pub(crate) kept: LoopAbstraction,
    /// Loops of which one iteration is encoded, where loops are.
    pub(crate) any_states: Option<Vec<AnyState>>,
    /// The arguments, among those that are memory, that the function before only reads.
    pub only_read: Vec<bool>,
    /// Remainders and quotients by dividend and divisor.
    pub(crate) divisions: FxHashMap<(TermId, TermId), [Option<TermId>; 2]>,
    /// The contents of globals at the start, by name.
    globals: BTreeMap<String, Initial>,
}

/// The contents of a global that is not constant, at the start of a function.
#[derive(Clone, Debug)]
pub struct Initial {
    /// Variables, since calls before this one may have written to it.
    pub any: Value,
    /// The contents at the start of the program.
    pub first: Value,
}

impl Encoder {
    /// An encoder that follows a loop whose bounds are not known for this number of iterations.
    pub fn new(iterations: usize) -> Encoder {
        let mut encoder = Encoder { iterations, ..Encoder::default() };
        encoder.roles.choices.side = Some(Side::Before);
        encoder.roles.functions = Some(Vec::new());
        encoder
    }

    /// The results that operations of both functions may choose.
    pub fn choices(&self) -> &Choices {
        &self.roles.choices
    }

    /// Functions of real numbers with what they were applied to, each behind those that it depends on.
    pub fn functions(&self) -> &[Application] {
        self.roles.functions.as_deref().unwrap_or_default()
    }

    /// Tells if what a function of real numbers is applied to depends on what an operation chooses.
    pub fn applies_to_choices(&self) -> bool {
        let operands = self.functions().iter().flat_map(|one| one.operands.iter().copied());
        let operands: Vec<TermId> = operands.collect();
        let chosen = self.roles.choices.variables().filter_map(|ex| self.pool.as_variable(ex));
        let chosen: FxHashSet<Var> = chosen.collect();
        self.pool.variables_of(&operands).iter().any(|var| chosen.contains(var))
    }

    /// The encoder for which nothing is known of what these functions do; calls of them are events.
    #[must_use]
    pub fn without(mut self, unknown: &BTreeSet<String>) -> Encoder {
        self.events.unknown.clone_from(unknown);
        self
    }

    /// The encoder that does not follow loops whose bounds are not known, but keeps them.
    #[must_use]
    pub fn keeping_loops(mut self) -> Encoder {
        self.kept.on = true;
        self
    }

    /// The statements with the choices before said by those after; `seen` are the numbers that are compared.
    pub fn substitute_choices(
        &mut self,
        facts: TermId,
        statements: Vec<TermId>,
        seen: &[(TermId, TermId)],
    ) -> Vec<TermId> {
        let Encoder { pool, roles, .. } = self;
        if roles.choices.is_empty() {
            return statements;
        }
        let each = statements.into_iter().map(|statement| {
            let (facts, wrong) = roles.choices.substitute_choices(pool, (facts, statement), seen);
            pool.and(facts, wrong)
        });
        each.collect()
    }

    /// What follows is the program after.
    pub fn begin_target(&mut self) {
        self.kept.after = true;
        self.roles.choices.side = Some(Side::After);
    }

    /// Tells if nothing is known of what a function does.
    pub(crate) fn is_unknown(&self, name: &str) -> bool {
        self.events.unknown.contains(name)
    }

    /// Tells if a global is the one that the bodies that are drawn use.
    pub(crate) fn is_drawn(&self, global: &str) -> bool {
        global == HISTORY_GLOBAL && !self.events.unknown.is_empty()
    }

    /// Globals that a function of the pair may use and that are not constant, as they are at the start.
    pub fn globals(&self) -> &BTreeMap<String, Initial> {
        &self.globals
    }

    /// A global as it is at the start; `first` are its contents at the start of the program.
    pub(crate) fn global(&mut self, name: &str, layout: &Layout, first: Value) -> Value {
        if let Some(known) = self.globals.get(name) {
            return known.any.clone();
        }
        let any = self.fresh(&format!("@{name}"), layout);
        self.globals.insert(name.to_owned(), Initial { any: any.clone(), first });
        any
    }

    /// Variables for the arguments of a function, which are of these types.
    ///
    /// # Errors
    /// A type whose values have no symbolic form.
    pub fn arguments(&mut self, ctx: &Context, types: &[TypeId]) -> Result<Vec<Argument>, EncodeError> {
        types.iter().enumerate().map(|(at, ty)| self.argument(ctx, &format!("arg{at}"), *ty)).collect()
    }

    fn argument(&mut self, ctx: &Context, name: &str, ty: TypeId) -> Result<Argument, EncodeError> {
        match ctx.type_kind(ty) {
            TypeKind::MemRef { shape, element, layout: None, .. } => {
                let extents: Option<Box<[u64]>> = shape.iter().copied().collect();
                let extents = extents.ok_or_else(|| unmodelled(ctx, ty))?;
                let mut layout = layout_of(ctx, *element)?;
                layout.shape = Some(extents);
                if layout.size() > crate::layout::MOST_PLACES {
                    return Err(unmodelled(ctx, ty));
                }
                Ok(Argument::Memory(self.fresh(name, &layout)))
            }
            _ => {
                let layout = layout_of(ctx, ty)?;
                Ok(Argument::Numbers(self.fresh(name, &layout)))
            }
        }
    }

    /// Variables for a value, each of which may be poison.
    fn fresh(&mut self, name: &str, layout: &Layout) -> Value {
        let pool = &mut self.pool;
        let elements = (0..layout.size()).map(|element| {
            let name = match layout.shape {
                Some(_) => format!("{name}.{element}"),
                None => name.to_owned(),
            };
            let bits = match layout.element {
                Element::Empty => pool.zero(1),
                _ => pool.variable(name.as_str(), layout.sort()),
            };
            Scalar { bits, poison: pool.variable(format!("{name}.poison"), Sort::Bool) }
        });
        Value { shape: layout.shape.clone(), elements: elements.collect() }
    }

    /// Fails when there are too many expressions.
    pub(crate) fn bounded(&self) -> Result<(), EncodeError> {
        if self.pool.size() > MOST_EXPRESSIONS { Err(EncodeError::Size) } else { Ok(()) }
    }
}
