//! Views of memory: a subscript of a view as one of the memory that it looks at.

use assay_audit::script::text as script;
use assay_ir::data::{OpId, Program, TypeKind, ValueId};
use assay_ir::ops;

use super::affine::{Form, Space};

/// Memory with the views through which it is accessed.
#[derive(Clone, Debug)]
pub(super) struct Base {
    /// The memory.
    pub(super) memory: ValueId,
    /// The views, the accessed one first.
    views: Vec<View>,
}

/// The subscripts of a view in those of its source.
#[derive(Clone, Debug)]
enum View {
    /// They are the same.
    Same,
    /// A part of the source: for each of its dimensions the offset, the stride, and the dimension of the view that it is, if it is one.
    Part(Vec<(Offset, i128, Option<usize>)>),
}

#[derive(Clone, Copy, Debug)]
enum Offset {
    Number(i128),
    Value(ValueId),
}

/// The memory that a memref looks at, up to the first view that is not composed here.
pub(super) fn base(program: &Program, memref: ValueId) -> Base {
    let mut base = Base { memory: memref, views: Vec::new() };
    while let Some(op) = program.defining_op(base.memory) {
        let (Some(view), Some(source)) = (view(program, op), program.operand(op, 0)) else { break };
        base.views.push(view);
        base.memory = source;
    }
    base
}

fn view(program: &Program, op: OpId) -> Option<View> {
    match ops::op(program.op_name(op))?.fact("memory")? {
        "cast" => Some(View::Same),
        "part" => part(program, op),
        _ => None,
    }
}

/// A part whose strides are numbers; of dimensions that are left out it is known which they are.
fn part(program: &Program, op: OpId) -> Option<View> {
    let numbers = |name: &str| script::integers(program, op, name);
    let dynamic = i64::MIN;
    let (offsets, sizes, strides) =
        (numbers("static_offsets")?, numbers("static_sizes")?, numbers("static_strides")?);
    if [sizes.len(), strides.len()] != [offsets.len(); 2] || strides.contains(&dynamic) {
        return None;
    }
    let ty = program.value_type(program.result(op, 0)?);
    let TypeKind::MemRef { shape, .. } = program.ctx().type_kind(ty) else { return None };
    let gone = sizes.len().checked_sub(shape.len())?;
    let single = sizes.iter().filter(|size| **size == 1).count();
    if gone != 0 && gone != single {
        return None;
    }
    let (mut kept, mut dims) = (0.., Vec::with_capacity(sizes.len()));
    let mut operands = program.operands(op).skip(1);
    for ((offset, size), stride) in offsets.iter().zip(&sizes).zip(&strides) {
        let offset = match *offset {
            number if number == dynamic => Offset::Value(operands.next()?),
            number => Offset::Number(i128::from(number)),
        };
        let is_gone = gone != 0 && *size == 1;
        dims.push((offset, i128::from(*stride), if is_gone { None } else { kept.next() }));
    }
    Some(View::Part(dims))
}

impl Base {
    /// The subscripts in the memory, of those in the view at a turn; `None` where an offset is not affine. `elements` are accessed side by
    /// side along the last one, and have to be so in the memory.
    pub(super) fn subscripts(
        &self,
        space: &mut Space<'_>,
        mut subscripts: Vec<Form>,
        side: usize,
        elements: i128,
    ) -> Option<Vec<Form>> {
        for view in &self.views {
            let View::Part(dims) = view else { continue };
            let (_, stride, last) = dims.last()?;
            if elements != 1 && (*stride != 1 || last.is_none()) {
                return None;
            }
            let mut outer = Vec::with_capacity(dims.len());
            for (offset, stride, dim) in dims {
                let offset = match offset {
                    Offset::Number(number) => Form::number(*number),
                    Offset::Value(value) => space.form(*value, side, 0)?,
                };
                outer.push(match dim {
                    Some(dim) => offset.plus(subscripts.get(*dim)?, *stride)?,
                    None => offset,
                });
            }
            subscripts = outer;
        }
        Some(subscripts)
    }
}
