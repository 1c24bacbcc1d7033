//! Is a program well-formed? Structure, dominance, symbols, terminators and conformance with the specs: every
//! violation, not the first. An independent checker: it shares the data types with rewriting and no algorithm.
//!
//! The rules are those of MLIR 22.1.8's verifier. An operation without a spec is an unregistered one: it may be a
//! terminator, and its regions of one block know no order and need no terminator.
//! All walks are iterative, so that deep nesting cannot exhaust the stack.

mod blocks;
mod dominance;
mod in_part;
mod signatures;
mod specs;
mod symbols;
mod violation;

use std::cell::Cell;
use std::sync::Arc;

use crate::data::{Ident, OpId, Program, RegionId, Span, known};
use crate::spec::{OpSpec, Registry};

pub use in_part::check_traits;
pub use violation::{Violation, ViolationKind};

/// The part of a program to check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Only this operation and what it holds; its operands are still checked against their definitions outside.
    pub scope: Option<OpId>,
}

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// All violations, in the order of the text of the operations they blame.
    pub violations: Vec<Violation>,
    /// Texts of `irdl.c_pred` without a translation, which were taken to hold, sorted, without duplicates.
    pub unchecked: Vec<Ident>,
}

/// Every violation of a program; none means that MLIR's verifier accepts it, as far as `registry` knows the
/// operations. Both have one context. See [`check_with_report`] for what was not checked.
pub fn check(program: &Program, registry: &Registry, options: &Options) -> Vec<Violation> {
    check_with_report(program, registry, options).violations
}

/// Every violation of a program, and which predicates could not be evaluated.
pub fn check_with_report(program: &Program, registry: &Registry, options: &Options) -> Report {
    let mut checker = Checker::new(program, registry);
    let scope = options.scope.unwrap_or(program.top());
    let mut dominance = dominance::Dominance::new(program);
    for op in program.walk(scope) {
        dominance.visit(op);
        checker.operation(op, &mut dominance);
    }
    checker.report.unchecked.sort();
    checker.report.unchecked.dedup();
    checker.report
}

/// Every way in which these operations break what is known of definitions that are known in part.
pub fn check_parts(program: &Program, registry: &Registry, ops: &[OpId]) -> Vec<Violation> {
    let mut checker = Checker::new(program, registry);
    for op in ops.iter().filter(|op| !program.is_erased(**op)) {
        if let Some(spec) = registry.defined_in_part(program.op(*op).name) {
            checker.conformance(*op, spec);
        }
    }
    checker.report.violations
}

struct Checker<'a> {
    program: &'a Program,
    registry: &'a Registry,
    report: Report,
    /// Dialect of each operation name that was met.
    op_dialects: rustc_hash::FxHashMap<Ident, Ident>,
    /// Types and attributes whose own definition was checked.
    seen: rustc_hash::FxHashSet<crate::data::AttrId>,
    /// The parts of operations that conform to their spec: most programs have few kinds, see `consists_of`.
    conforming: rustc_hash::FxHashSet<Box<[u32]>>,
    shape: Vec<u32>,
    /// The latest shape that was found to conform: in most programs the next one is often the same.
    latest_shape: Vec<u32>,
    latest_spec: Cell<Option<(Ident, Option<&'a OpSpec>)>>,
    /// The block of the latest operation.
    latest_home: Option<dominance::Home>,
    /// True when the region that was last asked about has an order.
    order: Cell<Option<(RegionId, bool)>>,
    symbols: symbols::Tables,
}

impl<'a> Checker<'a> {
    fn new(program: &'a Program, registry: &'a Registry) -> Checker<'a> {
        Checker {
            program,
            registry,
            report: Report::default(),
            op_dialects: Default::default(),
            seen: Default::default(),
            conforming: Default::default(),
            shape: Vec::new(),
            latest_shape: Vec::new(),
            latest_spec: Cell::new(None),
            latest_home: None,
            order: Default::default(),
            symbols: Default::default(),
        }
    }

    fn operation(&mut self, op: OpId, dominance: &mut dominance::Dominance) {
        let spec = self.spec(op);
        self.operands(op, dominance);
        let known = self.consists_of_what_conforms(op);
        let reported = self.report.violations.len();
        match spec {
            Some(spec) => self.against_spec(op, spec, known),
            None if known => {}
            None => self.without_spec(op),
        }
        if !known {
            self.definitions(op);
            if self.report.violations.len() == reported && self.program.op_regions(op).is_empty() {
                self.conforming.insert(self.shape.as_slice().into());
            }
        }
        if !self.program.op_regions(op).is_empty() {
            self.regions(op, spec);
        }
        self.symbol(op, spec);
    }

    /// Returns true when an operation without regions has the same name, types and attributes as one that conforms. Fills
    /// `shape` where it returns false.
    fn consists_of_what_conforms(&mut self, op: OpId) -> bool {
        if self.is_of_latest_shape(op) {
            return true;
        }
        let (program, shape) = (self.program, &mut self.shape);
        let data = program.op(op);
        let numbers = [
            data.name.index(),
            data.properties.index(),
            data.attributes.index(),
            program.successors(op).len(),
            program.operand_count(op),
        ];
        shape.clear();
        // Arenas hold fewer than 2^32 entries.
        shape.extend(numbers.map(|number| number as u32));
        let values = program.operands(op).chain(program.results(op));
        shape.extend(values.map(|value| program.value_type(value).index() as u32));
        if !program.op_regions(op).is_empty() {
            return false;
        }
        let conforms = self.conforming.contains(shape.as_slice());
        if conforms {
            self.latest_shape.clone_from(shape);
        }
        conforms
    }

    /// Returns true when an operation has the latest shape that was found to conform.
    fn is_of_latest_shape(&self, op: OpId) -> bool {
        let program = self.program;
        let [name, properties, attributes, successors, operands, types @ ..] = &self.latest_shape[..] else {
            return false;
        };
        let data = program.op(op);
        let same = |number: usize, other: &u32| number as u32 == *other;
        let operand_count = program.operand_count(op);
        let mut rest = types.iter();
        let mut typed = |value| rest.next().is_some_and(|ty| same(program.value_type(value).index(), ty));
        same(data.name.index(), name)
            && same(data.properties.index(), properties)
            && same(data.attributes.index(), attributes)
            && same(operand_count, operands)
            && types.len() == operand_count + program.result_count(op)
            && same(program.successors(op).len(), successors)
            && program.operands(op).all(&mut typed)
            && program.results(op).all(&mut typed)
            && program.op_regions(op).is_empty()
    }

    /// The spec of an operation: `None` for one that MLIR would call unregistered.
    fn spec(&self, op: OpId) -> Option<&'a OpSpec> {
        let name = self.program.op(op).name;
        match self.latest_spec.get() {
            Some((latest, spec)) if latest == name => spec,
            _ => {
                let spec = self.registry.op(name).map(Arc::as_ref);
                self.latest_spec.set(Some((name, spec)));
                spec
            }
        }
    }

    fn is_registered(&self, op: OpId) -> bool {
        self.registry.op(self.program.op(op).name).is_some()
    }

    /// The dialect of an operation's name: the part before the first dot.
    fn dialect(&mut self, op: OpId) -> Ident {
        let ctx = self.program.ctx();
        let name = self.program.op(op).name;
        *self.op_dialects.entry(name).or_insert_with(|| {
            let text = ctx.str(name);
            ctx.ident(text.split('.').next().unwrap_or(text))
        })
    }

    fn without_spec(&mut self, op: OpId) {
        let dialect = self.dialect(op);
        if self.registry.is_complete(dialect) {
            let ctx = self.program.ctx();
            let (name, dialect) = (self.program.op_name(op), ctx.str(dialect));
            let message =
                format!("unregistered operation `{name}` found in dialect `{dialect}`, which is known");
            self.violate(op, ViolationKind::UnknownOpInKnownDialect, message);
        }
    }

    fn violate(&mut self, op: OpId, kind: ViolationKind, message: impl Into<String>) {
        self.violate_at(op, self.program.op(op).span, kind, message);
    }

    fn violate_at(&mut self, op: OpId, span: Span, kind: ViolationKind, message: impl Into<String>) {
        self.report.violations.push(Violation { kind, op, span, message: message.into() });
    }

    /// Returns true when definitions of a region come before their uses within one block. They need not in a region of
    /// one block whose owner is `graph` or has no spec with traits; with several blocks they do, whatever owns it.
    fn has_order(&self, region: RegionId) -> bool {
        if let Some((last, order)) = self.order.get()
            && last == region
        {
            return order;
        }
        let data = self.program.region(region);
        let owner = self.registry.op(self.program.op(data.op).name);
        let order = data.blocks.len() > 1 || owner.is_some_and(|spec| !spec.traits.graph && !spec.lossy);
        self.order.set(Some((region, order)));
        order
    }

    fn name_of(&self, op: OpId) -> &'a str {
        self.program.op_name(op)
    }

    fn is_top_module(&self, op: OpId) -> bool {
        op == self.program.top() && self.program.op(op).name == known::BUILTIN_MODULE
    }
}
