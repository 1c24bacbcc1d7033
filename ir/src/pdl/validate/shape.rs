//! What the declarations of the pdl operations ask for (rules P016 to P030): operands, results, attributes,
//! regions and parents of the right kind, and values that are visible where they are used.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::Checker;
use crate::data::{
    AttrKind, BlockId, Ident, OpId, Program, Signedness, SmallMap, TypeId, TypeKind, ValueDef, known,
};
use crate::pdl::rules::StaticRule;
use crate::pdl::views::{range_element, segment_sizes};

/// The kinds of pdl values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Attribute,
    Operation,
    Type,
    Value,
    Types,
    Values,
    /// A range of anything else.
    OtherRange,
    NotPdl,
}

use Kind::{Attribute, Operation, Type, Types, Value, Values};

const ANY: &[Kind] = &[Attribute, Operation, Type, Value, Types, Values, Kind::OtherRange];

/// One operand segment: which kinds, at least and at most how many.
struct Segment(&'static [Kind], usize, usize);

const MANY: usize = usize::MAX;

/// What one pdl operation declares.
struct Declared {
    operands: &'static [Segment],
    results: &'static [Kind],
    /// Any number of results of any kind instead.
    any_results: bool,
    parent: Option<Ident>,
    regions: usize,
}

const fn declared(operands: &'static [Segment], results: &'static [Kind]) -> Declared {
    Declared { operands, results, any_results: false, parent: None, regions: 0 }
}

/// Whether the pdl dialect has this operation.
pub(super) fn is_declared(name: Ident) -> bool {
    declaration(name).is_some()
}

/// From `PDLOps.td` of LLVM 22.
fn declaration(name: Ident) -> Option<&'static Declared> {
    const IN_PATTERN: Option<Ident> = Some(known::PDL_PATTERN);
    const IN_REWRITE: Option<Ident> = Some(known::PDL_REWRITE);
    Some(match name {
        known::PDL_PATTERN => const { &Declared { regions: 1, ..declared(&[], &[]) } },
        known::PDL_REWRITE => {
            const {
                &Declared {
                    parent: IN_PATTERN,
                    regions: 1,
                    ..declared(&[Segment(&[Operation], 0, 1), Segment(ANY, 0, MANY)], &[])
                }
            }
        }
        known::PDL_OPERATION => {
            const {
                &declared(
                    &[
                        Segment(&[Value, Values], 0, MANY),
                        Segment(&[Attribute], 0, MANY),
                        Segment(&[Type, Types], 0, MANY),
                    ],
                    &[Operation],
                )
            }
        }
        known::PDL_OPERAND => {
            const { &Declared { parent: IN_PATTERN, ..declared(&[Segment(&[Type], 0, 1)], &[Value]) } }
        }
        known::PDL_OPERANDS => {
            const { &Declared { parent: IN_PATTERN, ..declared(&[Segment(&[Types], 0, 1)], &[Values]) } }
        }
        known::PDL_ATTRIBUTE => const { &declared(&[Segment(&[Type], 0, 1)], &[Attribute]) },
        known::PDL_TYPE => const { &declared(&[], &[Type]) },
        known::PDL_TYPES => const { &declared(&[], &[Types]) },
        known::PDL_RESULT => const { &declared(&[Segment(&[Operation], 1, 1)], &[Value]) },
        known::PDL_RESULTS => const { &declared(&[Segment(&[Operation], 1, 1)], &[Value, Values]) },
        known::PDL_RANGE => {
            const { &Declared { parent: IN_REWRITE, ..declared(&[Segment(ANY, 0, MANY)], &[Types, Values]) } }
        }
        known::PDL_REPLACE => {
            const {
                &Declared {
                    parent: IN_REWRITE,
                    ..declared(
                        &[
                            // MLIR's verifier counts no target (measured on MLIR 22.1.8: none and two are accepted).
                            Segment(&[Operation], 0, MANY),
                            Segment(&[Operation], 0, 1),
                            Segment(&[Value, Values], 0, MANY),
                        ],
                        &[],
                    )
                }
            }
        }
        known::PDL_ERASE => {
            const { &Declared { parent: IN_REWRITE, ..declared(&[Segment(&[Operation], 1, 1)], &[]) } }
        }
        known::PDL_NATIVE_CONSTRAINT => {
            const { &Declared { parent: IN_PATTERN, any_results: true, ..declared(&[Segment(ANY, 0, MANY)], &[]) } }
        }
        known::PDL_NATIVE_REWRITE => {
            const { &Declared { parent: IN_REWRITE, any_results: true, ..declared(&[Segment(ANY, 0, MANY)], &[]) } }
        }
        _ => return None,
    })
}

/// The parts of operations that were found to have the shape that they declare: those of most patterns are of few kinds.
#[derive(Default)]
pub(super) struct Shapes {
    known: FxHashSet<SmallVec<[u32; 8]>>,
}

impl Shapes {
    /// Most shapes that are kept.
    const MOST: usize = 1 << 12;

    /// All that the shape of an operation without regions depends on.
    fn shape(program: &Program, op: OpId) -> Option<SmallVec<[u32; 8]>> {
        let data = program.op(op);
        if !program.op_regions(op).is_empty() || !program.successors(op).is_empty() {
            return None;
        }
        let mut shape = SmallVec::new();
        let parts = [data.name.index(), data.properties.index(), data.attributes.index()];
        // Arenas hold fewer than 2^32 entries.
        shape.extend(parts.map(|part| part as u32));
        shape.push(program.operand_count(op) as u32);
        shape.extend(program.operands(op).map(|value| program.value_type(value).index() as u32));
        shape.extend(program.results(op).map(|value| program.value_type(value).index() as u32));
        Some(shape)
    }
}

impl Checker<'_> {
    /// Whether an operation has the shape that it declares; what is asked later builds on that.
    pub(super) fn shape_of(&mut self, op: OpId) -> bool {
        let before = self.found.len();
        let Some(declared) = declaration(self.program.op(op).name) else {
            let message = format!("the pdl dialect has no `{}`", self.program.op_name(op));
            self.report(StaticRule::KnownOperation, op, message);
            return false;
        };
        let shape = Shapes::shape(self.program, op);
        if shape.as_ref().is_some_and(|shape| self.shapes.known.contains(shape.as_slice())) {
            return true;
        }
        self.regions(op, declared);
        self.operands(op, declared);
        self.results(op, declared);
        self.own_attributes(op);
        let fine = self.found.len() == before;
        if let Some(shape) = shape.filter(|_| fine && self.shapes.known.len() < Shapes::MOST) {
            self.shapes.known.insert(shape);
        }
        fine
    }

    pub(super) fn parent_of(&mut self, op: OpId, parent: OpId) {
        let wanted = declaration(self.program.op(op).name).and_then(|declared| declared.parent);
        if let Some(wanted) = wanted.filter(|wanted| self.program.op(parent).name != *wanted) {
            let message =
                format!("`{}` stands in a `{}` only", self.program.op_name(op), self.name_of(wanted));
            self.report(StaticRule::Parent, op, message);
        }
    }

    /// The first block of the first region.
    pub(super) fn first_block(&self, op: OpId) -> Option<BlockId> {
        let region = self.program.op_regions(op).first()?;
        self.program.region(*region).blocks.first().copied()
    }

    fn regions(&mut self, op: OpId, declared: &Declared) {
        let regions = self.program.op_regions(op);
        let is_rewrite = self.program.op(op).name == known::PDL_REWRITE;
        let block_count = |region| self.program.region(region).blocks.len();
        let mut wrong = regions.len() != declared.regions || !self.program.successors(op).is_empty();
        for region in regions {
            let arguments =
                self.first_block(op).is_some_and(|block| !self.program.block(block).arguments.is_empty());
            wrong |= block_count(*region) > 1
                || (!is_rewrite && block_count(*region) == 0)
                || (is_rewrite && arguments);
        }
        if wrong {
            let message = format!("wrong regions, blocks or successors of `{}`", self.program.op_name(op));
            self.report(StaticRule::Shape, op, message);
        }
    }

    fn operands(&mut self, op: OpId, declared: &Declared) {
        let count = self.program.operand_count(op);
        let segments = declared.operands;
        let sizes: SmallVec<[usize; 4]> = if segments.len() < 2 {
            segments.iter().map(|_| count).collect()
        } else {
            // MLIR reads missing sizes as zeros (measured on MLIR 22.1.8).
            match segment_sizes(self.program, op, known::OPERAND_SEGMENT_SIZES) {
                Some(sizes) => sizes.into_iter().filter_map(|size| usize::try_from(size).ok()).collect(),
                None if self.program.attr(op, known::OPERAND_SEGMENT_SIZES).is_some() => SmallVec::new(),
                None => segments.iter().map(|_| 0).collect(),
            }
        };
        let total = sizes.iter().try_fold(0usize, |sum, size| sum.checked_add(*size));
        if sizes.len() != segments.len() || total != Some(count) {
            let message = format!("the number of operands of `{}` is wrong", self.program.op_name(op));
            self.report(StaticRule::Counts, op, message);
            return;
        }
        let mut start = 0;
        for (Segment(kinds, least, most), size) in segments.iter().zip(sizes) {
            if size < *least || size > *most {
                let message = format!("the number of operands of `{}` is wrong", self.program.op_name(op));
                self.report(StaticRule::Counts, op, message);
            }
            for slot in start..start + size {
                self.operand(op, slot, kinds);
            }
            start += size;
        }
    }

    fn operand(&mut self, op: OpId, slot: usize, kinds: &[Kind]) {
        let Some(value) = self.program.operand(op, slot) else { return };
        if !kinds.contains(&self.kind(self.program.value_type(value))) {
            let message = format!("operand {slot} of `{}` is of the wrong kind", self.program.op_name(op));
            self.report(StaticRule::OperandKind, op, message);
        }
    }

    fn results(&mut self, op: OpId, declared: &Declared) {
        let kinds: SmallVec<[Kind; 4]> =
            self.program.results(op).map(|value| self.kind(self.program.value_type(value))).collect();
        let wanted = if declared.any_results { ANY } else { declared.results };
        if !declared.any_results && kinds.len() != usize::from(!declared.results.is_empty()) {
            let message = format!("the number of results of `{}` is wrong", self.program.op_name(op));
            self.report(StaticRule::Counts, op, message);
        } else if kinds.iter().any(|kind| !wanted.contains(kind)) {
            let message = format!("a result of `{}` is of the wrong kind", self.program.op_name(op));
            self.report(StaticRule::ResultKind, op, message);
        }
        if self.program.results(op).any(|value| self.is_nested_range(self.program.value_type(value))) {
            self.report(StaticRule::NoNestedRange, op, "the type of a result is a range of ranges");
        }
    }

    fn is_nested_range(&self, ty: TypeId) -> bool {
        range_element(self.program, ty).is_some_and(|element| range_element(self.program, element).is_some())
    }

    fn kind(&self, ty: TypeId) -> Kind {
        let ctx = self.program.ctx();
        if let Some(element) = range_element(self.program, ty) {
            return match self.kind(element) {
                Kind::Type => Kind::Types,
                Kind::Value => Kind::Values,
                Kind::NotPdl => Kind::NotPdl,
                _ => Kind::OtherRange,
            };
        }
        match ctx.type_kind(ty) {
            TypeKind::Dialect { dialect: known::D_PDL, name, params } if params.is_empty() => match *name {
                known::T_ATTRIBUTE => Kind::Attribute,
                known::T_OPERATION => Kind::Operation,
                known::T_TYPE => Kind::Type,
                known::VALUE => Kind::Value,
                _ => Kind::NotPdl,
            },
            _ => Kind::NotPdl,
        }
    }

    fn own_attributes(&mut self, op: OpId) {
        use Wanted::{Benefit, Bool, Index, Text, Texts, TypeAttr, TypesAttr};
        let wanted: &[(Ident, bool, Wanted)] = match self.program.op(op).name {
            known::PDL_PATTERN => &[(known::BENEFIT, true, Benefit), (known::SYM_NAME, false, Text)],
            known::PDL_REWRITE => &[(known::NAME, false, Text)],
            known::PDL_OPERATION => {
                &[(known::OP_NAME, false, Text), (known::ATTRIBUTE_VALUE_NAMES, true, Texts)]
            }
            known::PDL_TYPE => &[(known::CONSTANT_TYPE, false, TypeAttr)],
            known::PDL_TYPES => &[(known::CONSTANT_TYPES, false, TypesAttr)],
            known::PDL_RESULT => &[(known::INDEX, true, Index)],
            known::PDL_RESULTS => &[(known::INDEX, false, Index)],
            known::PDL_NATIVE_CONSTRAINT => &[(known::NAME, true, Text), (known::IS_NEGATED, false, Bool)],
            known::PDL_NATIVE_REWRITE => &[(known::NAME, true, Text)],
            _ => &[],
        };
        for (key, required, kind) in wanted {
            let wrong = match self.program.attr(op, *key) {
                None => *required,
                Some(attr) => !self.fits(attr, *kind),
            };
            if wrong {
                let (name, key) = (self.program.op_name(op), self.name_of(*key));
                let message = format!("the attribute `{key}` of `{name}` is missing or of the wrong kind");
                self.report(StaticRule::OwnAttribute, op, message);
            }
        }
    }

    fn fits(&self, attr: crate::data::AttrId, wanted: Wanted) -> bool {
        let ctx = self.program.ctx();
        let all = |items: &[crate::data::AttrId], kind| items.iter().all(|item| self.fits(*item, kind));
        let width = |ty: &TypeId, bits: u32| match ctx.type_kind(*ty) {
            TypeKind::Integer { width, signedness } => *width == bits && *signedness == Signedness::Signless,
            _ => false,
        };
        match (ctx.attr_kind(attr), wanted) {
            (AttrKind::Integer { value, ty }, Wanted::Benefit) => {
                width(ty, 16) && value.to_i64().is_some_and(|v| v >= 0)
            }
            (AttrKind::Integer { ty, .. }, Wanted::Index) => width(ty, 32),
            (AttrKind::Integer { ty, .. }, Wanted::Bool) => width(ty, 1),
            (AttrKind::String { .. }, Wanted::Text) | (AttrKind::Type(_), Wanted::TypeAttr) => true,
            (AttrKind::Array(items), Wanted::Texts) => all(items, Wanted::Text),
            (AttrKind::Array(items), Wanted::TypesAttr) => all(items, Wanted::TypeAttr),
            _ => false,
        }
    }

    /// Rules P027 and P030: what is used was defined before, in this pattern.
    pub(super) fn visibility(&mut self, body: BlockId) {
        let mut order: SmallMap<OpId, usize> = SmallMap::default();
        for op in self.program.ops_in(body) {
            order.add(op, order.entries().len());
            if self.program.op(op).name == known::PDL_REWRITE
                && let Some(inner) = self.first_block(op)
            {
                let inner = self.program.ops_in(inner);
                order.extend(inner.zip(order.entries().len()..));
            }
        }
        for (op, slot) in order.entries() {
            let program = self.program;
            for value in program.operands(*op) {
                match program.value(value).def {
                    ValueDef::Argument(..) => {
                        self.report(StaticRule::OwnValues, *op, "a block argument is used in a pattern");
                    }
                    ValueDef::Result(def, _) => match order.get(def) {
                        None => {
                            self.report(
                                StaticRule::OwnValues,
                                *op,
                                "a value from outside the pattern is used",
                            );
                        }
                        Some(defined) if defined >= slot || !self.sees(*op, def, body) => {
                            self.report(
                                StaticRule::DefinedBeforeUse,
                                *op,
                                "a value is used before it is defined",
                            );
                        }
                        Some(_) => {}
                    },
                }
            }
        }
    }

    fn sees(&self, op: OpId, def: OpId, body: BlockId) -> bool {
        let defined_in = self.program.op(def).block;
        defined_in == Some(body) || defined_in == self.program.op(op).block
    }
}

/// What an inherent attribute of a pdl operation has to be.
#[derive(Clone, Copy)]
enum Wanted {
    Benefit,
    Index,
    Bool,
    Text,
    Texts,
    TypeAttr,
    TypesAttr,
}
