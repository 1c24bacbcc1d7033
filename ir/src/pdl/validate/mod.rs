//! PDL's static rules: what MLIR's verifier refuses, all of it at once and with places. It looks at one
//! pattern as text; it does not ask whether the rewrite is right.

mod connected;
mod shape;
mod types;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use self::shape::Shapes;
use super::pattern::Pattern;
use super::rules::{StaticRule, Violation};
use super::views::{PdlOp, range_element};
use crate::data::{AttrId, BlockId, Ident, OpId, Program, TypeKind, known};
use crate::diagnostic::Label;
use crate::spec::Registry;

/// Every static rule that one pattern breaks, in text order of the blamed operations. Whether the name of
/// the pattern is unique is asked by [`validate_all`].
///
/// `registry` holds the dialects that count as loaded: only for their operations can
/// [`StaticRule::TypesInferable`] be decided, as in MLIR.
pub fn validate(pattern: Pattern<'_>, registry: Option<&Registry>) -> Vec<Violation> {
    validate_beside(pattern, registry, &mut Shapes::default())
}

/// The same, beside other patterns of one program.
fn validate_beside(pattern: Pattern<'_>, registry: Option<&Registry>, shapes: &mut Shapes) -> Vec<Violation> {
    let mut checker = Checker { program: pattern.program, pattern, registry, found: Vec::new(), shapes };
    checker.pattern();
    let mut found = checker.found;
    found.sort_by_key(|violation| (violation.span.start, violation.rule));
    found
}

/// [`validate`] for all patterns of a program, with the names compared as well.
pub fn validate_all<'a>(
    program: &'a Program,
    registry: Option<&Registry>,
) -> Vec<(Pattern<'a>, Vec<Violation>)> {
    let patterns = super::patterns(program);
    let mut shapes = Shapes::default();
    let mut found: Vec<_> =
        patterns.into_iter().map(|p| (p, validate_beside(p, registry, &mut shapes))).collect();
    let same = same_names(program, &found);
    if same.is_empty() {
        return found;
    }
    let slots: FxHashMap<OpId, usize> =
        found.iter().enumerate().map(|(slot, (pattern, _))| (pattern.op, slot)).collect();
    for (first, second) in same {
        let second_is_pattern = program.op(second).name == known::PDL_PATTERN;
        let (blamed, other) = if second_is_pattern { (second, first) } else { (first, second) };
        if let Some(slot) = slots.get(&blamed) {
            let (pattern, violations) = &mut found[*slot];
            violations.push(taken(*pattern, other));
        }
    }
    found
}

/// Pairs of operations in the blocks of patterns that have one name: the first with it, and each later one.
fn same_names(program: &Program, found: &[(Pattern<'_>, Vec<Violation>)]) -> Vec<(OpId, OpId)> {
    let mut blocks: Vec<BlockId> = found.iter().filter_map(|(p, _)| program.op(p.op).block).collect();
    blocks.dedup();
    let mut asked = FxHashSet::default();
    let mut same = Vec::new();
    for block in blocks {
        if !asked.insert(block) {
            continue;
        }
        let mut seen: FxHashMap<AttrId, OpId> = FxHashMap::default();
        for op in program.ops_in(block) {
            let Some(name) = program.attr(op, known::SYM_NAME) else { continue };
            let first = *seen.entry(name).or_insert(op);
            if first != op {
                same.push((first, op));
            }
        }
    }
    same
}

/// The name of `pattern` is that of `other`, too.
fn taken(pattern: Pattern<'_>, other: OpId) -> Violation {
    Violation {
        rule: StaticRule::UniqueName,
        op: pattern.op,
        span: pattern.span(),
        message: format!("the name @{} is taken", pattern.name().unwrap_or("")),
        related: vec![Label {
            span: pattern.program.op(other).span,
            text: "the other one with this name".to_owned(),
        }],
    }
}

/// The state of one validation.
struct Checker<'a> {
    program: &'a Program,
    pattern: Pattern<'a>,
    registry: Option<&'a Registry>,
    found: Vec<Violation>,
    shapes: &'a mut Shapes,
}

impl<'a> Checker<'a> {
    fn report(&mut self, rule: StaticRule, op: OpId, message: impl Into<String>) -> &mut Violation {
        let span = self.program.op(op).span;
        self.found.push(Violation { rule, op, span, message: message.into(), related: Vec::new() });
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    fn also(&self, op: OpId, text: &str) -> Label {
        Label { span: self.program.op(op).span, text: text.to_owned() }
    }

    fn pattern(&mut self) {
        let pattern = self.pattern;
        self.shape_of(pattern.op);
        self.named_in_a_symbol_table();
        self.foreign();
        let Some(body) = self.first_block(pattern.op) else { return };
        let ops: SmallVec<[OpId; 16]> = self.program.ops_in(body).collect();
        self.terminator(&ops);
        if !ops.iter().any(|op| self.program.op(*op).name == known::PDL_OPERATION) {
            self.report(StaticRule::MatchesOperation, pattern.op, "the pattern matches no operation");
        }
        for op in ops {
            self.op(op, pattern.op);
            if self.program.op(op).name == known::PDL_REWRITE
                && let Some(body) = self.first_block(op)
            {
                let program = self.program;
                program.ops_in(body).for_each(|inner| self.op(inner, op));
            }
        }
        self.visibility(body);
        self.connected(body);
    }

    /// MLIR: a symbol stands in a symbol table; of the pdl operations none is one.
    fn named_in_a_symbol_table(&mut self) {
        let pattern = self.pattern;
        let in_pdl = self.program.parent_op(pattern.op).is_some_and(|parent| self.is_pdl(parent));
        if pattern.name().is_some() && in_pdl {
            self.report(StaticRule::Parent, pattern.op, "a named pattern stands in a module");
        }
    }

    fn is_pdl(&self, op: OpId) -> bool {
        // Most are operations that are known; their names need not be looked at.
        shape::is_declared(self.program.op(op).name) || self.program.op_name(op).starts_with("pdl.")
    }

    fn foreign(&mut self) {
        let foreign: Vec<OpId> = self.program.walk(self.pattern.op).filter(|op| !self.is_pdl(*op)).collect();
        if let Some(first) = foreign.first() {
            let name = self.program.op_name(*first);
            let message = format!("the pattern holds `{name}`, which is no pdl operation");
            let related = foreign.iter().map(|op| self.also(*op, "not a pdl operation")).collect();
            self.report(StaticRule::OnlyPdl, self.pattern.op, message).related = related;
        }
    }

    fn terminator(&mut self, ops: &[OpId]) {
        let is_rewrite = |op: &OpId| self.program.op(*op).name == known::PDL_REWRITE;
        let early: Vec<OpId> = ops.iter().rev().skip(1).filter(|op| is_rewrite(op)).copied().collect();
        if !ops.last().is_some_and(is_rewrite) {
            let related = ops.last().map(|op| self.also(*op, "this comes last")).into_iter().collect();
            let message = "the body does not end in `pdl.rewrite`";
            self.report(StaticRule::EndsInRewrite, self.pattern.op, message).related = related;
        }
        for op in early {
            self.report(StaticRule::RewriteIsLast, op, "`pdl.rewrite` is not the last operation");
        }
    }

    /// The rules of one operation below `parent`.
    fn op(&mut self, op: OpId, parent: OpId) {
        if self.program.op(op).name == known::PDL_PATTERN || !self.is_pdl(op) {
            return;
        }
        self.parent_of(op, parent);
        if !self.shape_of(op) {
            return;
        }
        let in_rewrite = self.program.op(parent).name == known::PDL_REWRITE;
        match PdlOp::view(self.program, op) {
            PdlOp::Operation(view) => self.operation(view, in_rewrite),
            PdlOp::Attribute(view) => self.attribute(view, in_rewrite),
            PdlOp::Type(view) if view.constant().is_none() => self.bindable(op),
            PdlOp::Types(view) if view.constants().is_none() => self.bindable(op),
            PdlOp::Operand(_) => self.bindable(op),
            PdlOp::Result(view) => {
                let single = !view.is_range() && self.program.attr(op, known::INDEX).is_none();
                if view.is_results() && single {
                    self.report(StaticRule::ResultsNeedIndex, op, "without an index the results are a range");
                }
            }
            PdlOp::Rewrite(view) => self.rewrite(view),
            PdlOp::Replace(view) => self.replace(view),
            PdlOp::Range(view) => self.range(view),
            PdlOp::NativeConstraint(view) => self.native_constraint(view),
            PdlOp::NativeRewrite(view) => self.native_rewrite(view),
            _ => {}
        }
    }

    fn operation(&mut self, view: super::Operation<'a>, in_rewrite: bool) {
        let (names, values) = (view.attribute_names().count(), view.attribute_values().len());
        if names != values {
            let message = format!("{names} attribute names and {values} attribute values");
            self.report(StaticRule::AttributeNames, view.op, message);
        }
        if !in_rewrite {
            self.bindable(view.op);
        } else if view.name().is_none() {
            self.report(StaticRule::CreatedNeedsName, view.op, "the created operation has no name");
        } else {
            self.inferable(view);
        }
    }

    fn attribute(&mut self, view: super::Attribute<'a>, in_rewrite: bool) {
        match view.constant() {
            None if in_rewrite => {
                let message = "an attribute of the rewriting part has no value";
                self.report(StaticRule::AttributeNeedsValue, view.op, message);
            }
            None => self.bindable(view.op),
            Some(_) if view.ty().is_some() => {
                self.report(StaticRule::TypeOrValue, view.op, "the attribute has a type and a value");
            }
            Some(_) => {}
        }
    }

    fn rewrite(&mut self, view: super::Rewrite<'a>) {
        let has_body =
            view.program.op_regions(view.op).iter().any(|r| !view.program.region(*r).blocks.is_empty());
        let (rule, message) = match (view.external(), has_body) {
            (Some(_), true) => (StaticRule::ExternalWithoutBody, "an external rewrite has a body"),
            (Some(_), false) => return,
            (None, false) => {
                (StaticRule::RewriteNotEmpty, "the rewrite has neither a body nor an external name")
            }
            (None, true) if view.external_arguments().len() > 0 => {
                (StaticRule::ArgumentsAreExternal, "a rewrite with a body takes no arguments")
            }
            (None, true) => return,
        };
        self.report(rule, view.op, message);
    }

    fn replace(&mut self, view: super::Replace<'a>) {
        if view.by_operation().is_some() && view.by_values().len() > 0 {
            let message = "the operation is replaced by values and by an operation";
            self.report(StaticRule::ReplaceByOneThing, view.op, message);
        }
    }

    fn native_rewrite(&mut self, view: super::NativeRewrite<'a>) {
        if view.arguments().len() == 0 && view.results().len() == 0 {
            let message = "the native rewrite has neither arguments nor results";
            self.report(StaticRule::NativeRewriteDoesSomething, view.op, message);
        }
    }

    fn range(&mut self, view: super::Range<'a>) {
        let program = self.program;
        let own = view.value().and_then(|value| range_element(program, program.value_type(value)));
        let mixed = view.elements().any(|element| {
            let ty = program.value_type(element);
            Some(range_element(program, ty).unwrap_or(ty)) != own
        });
        if mixed {
            self.report(StaticRule::RangeElements, view.op, "an element is not of the kind of the range");
        }
    }

    fn native_constraint(&mut self, view: super::NativeConstraint<'a>) {
        if view.arguments().len() == 0 {
            let message = "the native constraint has no argument";
            self.report(StaticRule::ConstraintNeedsArgument, view.op, message);
        }
        let operation = |ty: &TypeKind| {
            matches!(ty, TypeKind::Dialect { dialect: known::D_PDL, name: known::T_OPERATION, .. })
        };
        let ctx = self.program.ctx();
        if view.results().any(|value| operation(ctx.type_kind(self.program.value_type(value)))) {
            let message = "the native constraint returns an operation";
            self.report(StaticRule::ConstraintReturnsNoOperation, view.op, message);
        }
    }

    /// MLIR's `verifyHasBindingUse`: something other than a bare `pdl.result` uses it.
    fn bindable(&mut self, op: OpId) {
        if self.pattern.in_matcher(op) && !self.has_binding_use(op) {
            let name = self.program.op_name(op);
            let message = format!("nothing that can be matched uses this `{name}`");
            self.report(StaticRule::Bindable, op, message);
        }
    }

    fn has_binding_use(&self, op: OpId) -> bool {
        let mut stack: SmallVec<[OpId; 8]> = SmallVec::from_slice(&[op]);
        while let Some(op) = stack.pop() {
            for user in users(self.program, op) {
                match self.program.op(user).name {
                    known::PDL_RESULT | known::PDL_RESULTS => stack.push(user),
                    _ => return true,
                }
            }
        }
        false
    }

    fn name_of(&self, name: Ident) -> &'a str {
        self.program.ctx().str(name)
    }
}

/// The operations that use a result of `op`.
fn users(program: &Program, op: OpId) -> impl Iterator<Item = OpId> + '_ {
    program.results(op).flat_map(|value| program.uses(value)).map(|slot| program.operand_owner(slot))
}
