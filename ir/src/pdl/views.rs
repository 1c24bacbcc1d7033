//! One typed view for each operation of the `pdl` dialect. A view of a malformed operation answers with
//! nothing where something is missing; it never panics.

use smallvec::SmallVec;

use crate::data::{AttrId, AttrKind, BlockId, Ident, OpId, Program, Span, TypeId, TypeKind, ValueId, known};

/// An operation of a pattern.
#[derive(Clone, Copy, Debug)]
pub enum PdlOp<'a> {
    /// `pdl.operation`
    Operation(Operation<'a>),
    /// `pdl.operand` or `pdl.operands`
    Operand(Operand<'a>),
    /// `pdl.attribute`
    Attribute(Attribute<'a>),
    /// `pdl.type`
    Type(Type<'a>),
    /// `pdl.types`
    Types(Types<'a>),
    /// `pdl.result` or `pdl.results`
    Result(ResultOf<'a>),
    /// `pdl.range`
    Range(Range<'a>),
    /// `pdl.replace`
    Replace(Replace<'a>),
    /// `pdl.erase`
    Erase(Erase<'a>),
    /// `pdl.apply_native_constraint`
    NativeConstraint(NativeConstraint<'a>),
    /// `pdl.apply_native_rewrite`
    NativeRewrite(NativeRewrite<'a>),
    /// `pdl.rewrite`
    Rewrite(Rewrite<'a>),
    /// Anything else.
    Other(OpId),
}

macro_rules! views {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'a> {
            /// The program that holds it.
            pub program: &'a Program,
            /// The operation.
            pub op: OpId,
        }

        impl<'a> $name<'a> {
            /// Where it is written.
            pub fn span(self) -> Span {
                self.program.op(self.op).span
            }

            /// Its first result, the pdl value it stands for.
            pub fn value(self) -> Option<ValueId> {
                self.program.result(self.op, 0)
            }
        }
    )+};
}

views! {
    /// `pdl.operation`: matched in the matching part, created in the rewriting part.
    Operation,
    /// `pdl.operand` and `pdl.operands`.
    Operand,
    /// `pdl.attribute`.
    Attribute,
    /// `pdl.type`.
    Type,
    /// `pdl.types`.
    Types,
    /// `pdl.result` and `pdl.results`.
    ResultOf,
    /// `pdl.range`.
    Range,
    /// `pdl.replace`.
    Replace,
    /// `pdl.erase`.
    Erase,
    /// `pdl.apply_native_constraint`.
    NativeConstraint,
    /// `pdl.apply_native_rewrite`.
    NativeRewrite,
    /// `pdl.rewrite`.
    Rewrite,
}

impl<'a> PdlOp<'a> {
    /// The view of an operation.
    pub fn view(program: &'a Program, op: OpId) -> PdlOp<'a> {
        match program.op(op).name {
            known::PDL_OPERATION => PdlOp::Operation(Operation { program, op }),
            known::PDL_OPERAND | known::PDL_OPERANDS => PdlOp::Operand(Operand { program, op }),
            known::PDL_ATTRIBUTE => PdlOp::Attribute(Attribute { program, op }),
            known::PDL_TYPE => PdlOp::Type(Type { program, op }),
            known::PDL_TYPES => PdlOp::Types(Types { program, op }),
            known::PDL_RESULT | known::PDL_RESULTS => PdlOp::Result(ResultOf { program, op }),
            known::PDL_RANGE => PdlOp::Range(Range { program, op }),
            known::PDL_REPLACE => PdlOp::Replace(Replace { program, op }),
            known::PDL_ERASE => PdlOp::Erase(Erase { program, op }),
            known::PDL_NATIVE_CONSTRAINT => PdlOp::NativeConstraint(NativeConstraint { program, op }),
            known::PDL_NATIVE_REWRITE => PdlOp::NativeRewrite(NativeRewrite { program, op }),
            known::PDL_REWRITE => PdlOp::Rewrite(Rewrite { program, op }),
            _ => PdlOp::Other(op),
        }
    }

    /// The operation itself.
    pub fn op(self) -> OpId {
        match self {
            PdlOp::Operation(v) => v.op,
            PdlOp::Operand(v) => v.op,
            PdlOp::Attribute(v) => v.op,
            PdlOp::Type(v) => v.op,
            PdlOp::Types(v) => v.op,
            PdlOp::Result(v) => v.op,
            PdlOp::Range(v) => v.op,
            PdlOp::Replace(v) => v.op,
            PdlOp::Erase(v) => v.op,
            PdlOp::NativeConstraint(v) => v.op,
            PdlOp::NativeRewrite(v) => v.op,
            PdlOp::Rewrite(v) => v.op,
            PdlOp::Other(op) => op,
        }
    }
}

impl<'a> Operation<'a> {
    /// The operation name, `None` for any operation.
    pub fn name(self) -> Option<Ident> {
        string(self.program, self.op, known::OP_NAME)
    }

    /// The operands: values and ranges of values.
    pub fn operands(self) -> impl ExactSizeIterator<Item = ValueId> + DoubleEndedIterator + 'a {
        segment(self.program, self.op, 0, 3)
    }

    /// The attribute values, in the order of [`Operation::attribute_names`].
    pub fn attribute_values(self) -> impl ExactSizeIterator<Item = ValueId> + DoubleEndedIterator + 'a {
        segment(self.program, self.op, 1, 3)
    }

    /// The attribute names; entries that are no strings are left out.
    pub fn attribute_names(self) -> impl Iterator<Item = Ident> + 'a {
        let ctx = self.program.ctx();
        let list = match self.program.attr(self.op, known::ATTRIBUTE_VALUE_NAMES).map(|a| ctx.attr_kind(a)) {
            Some(AttrKind::Array(items)) => &items[..],
            _ => &[],
        };
        list.iter().filter_map(|item| match ctx.attr_kind(*item) {
            AttrKind::String { text, .. } => Some(*text),
            _ => None,
        })
    }

    /// The attributes by name.
    pub fn attributes(self) -> impl Iterator<Item = (Ident, ValueId)> + 'a {
        self.attribute_names().zip(self.attribute_values())
    }

    /// The result types: types and ranges of types.
    pub fn result_types(self) -> impl ExactSizeIterator<Item = ValueId> + DoubleEndedIterator + 'a {
        segment(self.program, self.op, 2, 3)
    }

    /// Whether no result types are written: no results in the matching part; in the rewriting part they may
    /// follow from inference or from the replaced operation.
    pub fn types_are_left_open(self) -> bool {
        self.result_types().len() == 0
    }
}

impl Operand<'_> {
    /// Whether it is `pdl.operands`.
    pub fn is_range(self) -> bool {
        self.program.op(self.op).name == known::PDL_OPERANDS
    }

    /// The type or range of types after the colon.
    pub fn ty(self) -> Option<ValueId> {
        self.program.operand(self.op, 0)
    }
}

impl Attribute<'_> {
    /// The type after the colon.
    pub fn ty(self) -> Option<ValueId> {
        self.program.operand(self.op, 0)
    }

    /// The constant after `=`.
    pub fn constant(self) -> Option<AttrId> {
        self.program.attr(self.op, known::VALUE)
    }
}

impl Type<'_> {
    /// The constant type.
    pub fn constant(self) -> Option<TypeId> {
        as_type(self.program, self.program.attr(self.op, known::CONSTANT_TYPE)?)
    }
}

impl Types<'_> {
    /// The constant types.
    pub fn constants(self) -> Option<Vec<TypeId>> {
        let attr = self.program.attr(self.op, known::CONSTANT_TYPES)?;
        match self.program.ctx().attr_kind(attr) {
            AttrKind::Array(items) => items.iter().map(|item| as_type(self.program, *item)).collect(),
            _ => None,
        }
    }
}

impl ResultOf<'_> {
    /// Whether it is `pdl.results`.
    pub fn is_results(self) -> bool {
        self.program.op(self.op).name == known::PDL_RESULTS
    }

    /// Whether it stands for a range: `pdl.results`, unless its type is a single value.
    pub fn is_range(self) -> bool {
        self.value().is_some_and(|value| is_range(self.program, value))
    }

    /// The number of the result or of the result group; `None` is all results. A negative index is the large
    /// unsigned number that MLIR makes of it (`pdl.results` with -1 is all results, measured on MLIR 22.1.8).
    pub fn index(self) -> Option<u32> {
        let raw = integer(self.program, self.op, known::INDEX)? as u32;
        (!(self.is_results() && raw == u32::MAX)).then_some(raw)
    }

    /// The operation value whose results these are.
    pub fn parent(self) -> Option<ValueId> {
        self.program.operand(self.op, 0)
    }

    /// The operation that defines [`ResultOf::parent`].
    pub fn parent_op(self) -> Option<OpId> {
        self.program.defining_op(self.parent()?)
    }
}

impl<'a> Range<'a> {
    /// The parts, values and ranges, in order.
    pub fn elements(self) -> impl ExactSizeIterator<Item = ValueId> + 'a {
        self.program.operands(self.op)
    }
}

impl<'a> Replace<'a> {
    /// The operation that is replaced.
    pub fn target(self) -> Option<ValueId> {
        segment(self.program, self.op, 0, 3).next()
    }

    /// The operation whose results take over.
    pub fn by_operation(self) -> Option<ValueId> {
        segment(self.program, self.op, 1, 3).next()
    }

    /// The values and ranges of values that take over.
    pub fn by_values(self) -> impl ExactSizeIterator<Item = ValueId> + 'a {
        segment(self.program, self.op, 2, 3)
    }
}

impl Erase<'_> {
    /// The operation that is erased.
    pub fn target(self) -> Option<ValueId> {
        self.program.operand(self.op, 0)
    }
}

macro_rules! native_views {
    ($($name:ident),+) => {$(
        impl<'a> $name<'a> {
            /// The name of the native code.
            pub fn name(self) -> Option<Ident> {
                string(self.program, self.op, known::NAME)
            }

            /// The arguments, in order.
            pub fn arguments(self) -> impl ExactSizeIterator<Item = ValueId> + 'a {
                self.program.operands(self.op)
            }

            /// The results, in order.
            pub fn results(self) -> impl ExactSizeIterator<Item = ValueId> {
                self.program.results(self.op)
            }
        }
    )+};
}

native_views!(NativeConstraint, NativeRewrite);

impl NativeConstraint<'_> {
    /// Whether the constraint has to fail: `{isNegated = true}`.
    pub fn is_negated(self) -> bool {
        integer(self.program, self.op, known::IS_NEGATED).is_some_and(|v| v != 0)
    }
}

impl<'a> Rewrite<'a> {
    /// The root value, if one is named.
    pub fn root(self) -> Option<ValueId> {
        segment(self.program, self.op, 0, 2).next()
    }

    /// The name of the external rewrite.
    pub fn external(self) -> Option<Ident> {
        string(self.program, self.op, known::NAME)
    }

    /// The arguments of the external rewrite, without the root.
    pub fn external_arguments(self) -> impl ExactSizeIterator<Item = ValueId> + 'a {
        segment(self.program, self.op, 1, 2)
    }

    /// The block of the rewriting part.
    pub fn body(self) -> Option<BlockId> {
        single_block(self.program, self.op)
    }

    /// The operations of the rewriting part, in order.
    pub fn ops(self) -> impl Iterator<Item = PdlOp<'a>> {
        let program = self.program;
        self.body()
            .into_iter()
            .flat_map(move |block| program.ops_in(block))
            .map(move |op| PdlOp::view(program, op))
    }
}

/// Whether a pdl value has type `!pdl.range<..>`.
pub(crate) fn is_range(program: &Program, value: ValueId) -> bool {
    range_element(program, program.value_type(value)).is_some()
}

/// Whether a pdl value has type `!pdl.range<ELEMENT>`.
pub(crate) fn range_is_of(program: &Program, value: ValueId, element: Ident) -> bool {
    range_element(program, program.value_type(value)).is_some_and(|ty| ty == program.ctx().pdl_type(element))
}

/// The element type of `!pdl.range<element>`.
pub(crate) fn range_element(program: &Program, ty: TypeId) -> Option<TypeId> {
    match program.ctx().type_kind(ty) {
        TypeKind::Dialect { dialect: known::D_PDL, name: known::T_RANGE, params } => match **params {
            [element] => as_type(program, element),
            _ => None,
        },
        _ => None,
    }
}

/// The lengths in `operandSegmentSizes`; `None` when it is missing or no list of 32-bit integers.
pub(crate) fn segment_sizes(program: &Program, op: OpId, key: Ident) -> Option<SmallVec<[i64; 4]>> {
    match program.ctx().attr_kind(program.attr(op, key)?) {
        AttrKind::DenseArray { values, .. } => {
            values.iter().map(|value| integer_of(program, *value)).collect()
        }
        _ => None,
    }
}

/// The one block of the one region of an operation.
pub(crate) fn single_block(program: &Program, op: OpId) -> Option<BlockId> {
    match program.op_regions(op) {
        [region] => match program.region(*region).blocks[..] {
            [block] => Some(block),
            _ => None,
        },
        _ => None,
    }
}

pub(crate) fn as_type(program: &Program, attr: AttrId) -> Option<TypeId> {
    match program.ctx().attr_kind(attr) {
        AttrKind::Type(ty) => Some(*ty),
        _ => None,
    }
}

pub(crate) fn integer(program: &Program, op: OpId, key: Ident) -> Option<i64> {
    integer_of(program, program.attr(op, key)?)
}

fn integer_of(program: &Program, attr: AttrId) -> Option<i64> {
    match program.ctx().attr_kind(attr) {
        AttrKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

fn string(program: &Program, op: OpId, key: Ident) -> Option<Ident> {
    match program.ctx().attr_kind(program.attr(op, key)?) {
        AttrKind::String { text, .. } => Some(*text),
        _ => None,
    }
}

/// The operands of segment `index` of `count`; none when the segment sizes are missing or do not add up.
fn segment<'a>(
    program: &'a Program,
    op: OpId,
    index: usize,
    count: usize,
) -> impl ExactSizeIterator<Item = ValueId> + DoubleEndedIterator + use<'a> {
    // Without operands there is nothing in any segment.
    let range = || segment_range(program, op, index, count);
    let (start, len) = (program.operand_count(op) > 0).then(range).flatten().unwrap_or((0, 0));
    program.operand_ids(op).skip(start).take(len).map(|slot| program.operand_value(slot))
}

fn segment_range(program: &Program, op: OpId, index: usize, count: usize) -> Option<(usize, usize)> {
    let attr = program.attr(op, known::OPERAND_SEGMENT_SIZES)?;
    let AttrKind::DenseArray { values, .. } = program.ctx().attr_kind(attr) else { return None };
    if values.len() != count {
        return None;
    }
    let (mut start, mut len, mut total) = (0usize, 0usize, 0usize);
    for (number, value) in values.iter().enumerate() {
        let size = usize::try_from(integer_of(program, *value)?).ok()?;
        if number == index {
            (start, len) = (total, size);
        }
        total = total.checked_add(size)?;
    }
    (total == program.operand_count(op)).then_some((start, len))
}
