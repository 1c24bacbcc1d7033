//! `loop_vectorize(loop, width) -> loop`: turns side by side in the lanes of vectors. Loads and stores go through the last subscript, which moves by one
//! with the variable; what does not change in the loop is broadcast. A reduction is done lane by lane and combined behind the loop.

use assay_ir::data::{AttrId, AttrKind, InsertPoint, NewOp, OpId, Pos, TypeId, TypeKind, ValueId};
use assay_ir::ops;
use assay_ir::strategy::Refusal;
use assay_ir::text;
use rustc_hash::FxHashMap;

use super::reduction::{FASTMATH, Neutral, Reduction, in_another_order, reduction};
use super::step::{Call, Edit, Operand, OwnStep};
use crate::counted::{Counted, constant, is_outside};
use crate::order::{Reorder, Stride, stride};

/// Lanes of a vector.
const WIDEST: i128 = 4096;

/// Accesses of one element as those of vectors: the number of the operand that is the memory.
const ACCESS_OPS: &[(&str, &str, usize)] =
    &[("memref.load", "vector.load", 0), ("memref.store", "vector.store", 1)];

/// The operations of vectors that are made.
const VECTOR_OPS: [&str; 2] = ["vector.broadcast", "vector.reduction"];

/// The step `loop_vectorize`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vectorize;

impl OwnStep for Vectorize {
    fn name(&self) -> &'static str {
        "assay.loop_vectorize"
    }

    fn what(&self) -> &'static str {
        "`width` turns in the lanes of vectors"
    }

    fn operands(&self) -> &'static [Operand] {
        &[Operand::Consumed("loop"), Operand::Numbers("width")]
    }

    fn results(&self) -> &'static [&'static str] {
        &["loop"]
    }

    fn apply(&self, edit: &mut Edit<'_>, call: &Call) -> Result<Vec<Vec<OpId>>, Refusal> {
        let at = call.loops[0];
        let one = Counted::any_at(edit.program, at)?;
        let [width] = call.numbers[..] else { return Err(Refusal::new("it takes one number")) };
        let width = fits(edit, &one, width)?;
        let reduced = match one.initial.is_empty() {
            true => None,
            false => Some(reduction(edit.program, &one)?),
        };
        let plan = plan(edit, &one, reduced)?;
        edit.keeps_order(std::slice::from_ref(&one), &Reorder::Vectorize(width))?;
        Builder { one: &one, width, reduced, new: None, vectors: FxHashMap::default() }.build(edit, &plan)
    }
}

/// The width, where the loop has that many turns or a multiple.
fn fits(edit: &Edit<'_>, one: &Counted, width: i128) -> Result<i128, Refusal> {
    if !(1..=WIDEST).contains(&width) {
        return Err(Refusal::new(format!("a width is a number from 1 to {WIDEST}, and not {width}")));
    }
    let turns = one.turns(edit.program).ok_or_else(|| Refusal::new("the number of turns is not known"))?;
    if turns % width != 0 {
        return Err(Refusal::new(format!("{turns} turns, width {width}: split first")));
    }
    if constant(edit.program, one.step) != Some(1) {
        return Err(Refusal::new("the step of the loop is not 1"));
    }
    let inner = edit.program.ops_in(one.body).find(|op| !edit.program.op_regions(*op).is_empty());
    match inner {
        Some(inner) => Err(Refusal::new(format!(
            "the loop is not innermost: it holds `{}`",
            edit.program.op_name(inner)
        ))),
        None => Ok(width),
    }
}

/// The part of an operation in the vector loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// It stays, and computes subscripts or what does not change.
    Scalar,
    /// A load or a store of a vector.
    Access,
    /// It becomes the same on vectors.
    Lanes,
    /// It combines the carried value.
    Combines,
}

/// The part of each operation.
fn plan(edit: &Edit<'_>, one: &Counted, reduced: Option<Reduction>) -> Result<Vec<(OpId, Part)>, Refusal> {
    let program = &*edit.program;
    let mut vectors: Vec<ValueId> = Vec::new();
    let mut plan = Vec::new();
    for op in program.ops_in(one.body).filter(|op| *op != one.end) {
        let name = program.op_name(op);
        let access = ACCESS_OPS.iter().find(|(known, ..)| *known == name);
        let part = if reduced.is_some_and(|reduced| reduced.op == op) {
            Part::Combines
        } else if let Some((_, _, memory)) = access {
            let stores = *memory > 0;
            let memref =
                program.operand(op, *memory).ok_or_else(|| Refusal::new("an access without memory"))?;
            if !is_outside(program, memref, one.op) {
                return Err(Refusal::new(format!("`{name}` accesses a view that each turn makes")));
            }
            let subscripts: Vec<ValueId> = program.operands(op).skip(memory + 1).collect();
            match access_stride(edit, one, &subscripts, name)? {
                0 if stores => return Err(Refusal::new("all turns store to one element")),
                0 => Part::Scalar,
                _ if !contiguous(edit, memref) => {
                    return Err(Refusal::new(
                        "the last extent of a memref is not laid out element by element",
                    ));
                }
                _ => Part::Access,
            }
        } else {
            let record = ops::op(name);
            let pure = record.is_some_and(|record| record.has("pure"));
            if !pure {
                return Err(Refusal::new(format!("`{name}` has no form on vectors")));
            }
            let of_vectors = program.operands(op).any(|value| vectors.contains(&value));
            match of_vectors {
                false => Part::Scalar,
                true if record
                    .is_some_and(|record| record.has("Elementwise") || record.has("elementwise")) =>
                {
                    Part::Lanes
                }
                true => return Err(Refusal::new(format!("`{name}` has no form on vectors"))),
            }
        };
        let loads = part == Part::Access && program.result_count(op) > 0;
        if part == Part::Lanes || loads {
            vectors.extend(program.results(op));
        }
        plan.push((op, part));
    }
    lanes_differ(edit, one, &plan, reduced)?;
    Ok(plan)
}

/// The variable of the loop, and what is computed from it, may be a subscript and not a number that lanes compute with.
fn lanes_differ(
    edit: &Edit<'_>,
    one: &Counted,
    plan: &[(OpId, Part)],
    reduced: Option<Reduction>,
) -> Result<(), Refusal> {
    let program = &*edit.program;
    let mut changing = vec![one.variable];
    for (op, part) in plan {
        if *part == Part::Scalar && program.operands(*op).any(|value| changing.contains(&value)) {
            changing.extend(program.results(*op));
        }
    }
    for (op, part) in plan {
        let data: Vec<ValueId> = match part {
            Part::Scalar => continue,
            Part::Access => {
                let memory = ACCESS_OPS.iter().find(|(known, ..)| *known == program.op_name(*op));
                program.operands(*op).take(memory.map_or(0, |(.., at)| *at)).collect()
            }
            Part::Lanes => program.operands(*op).collect(),
            Part::Combines => reduced.iter().map(|reduced| reduced.other).collect(),
        };
        if data.iter().any(|value| changing.contains(value)) {
            return Err(Refusal::new(format!(
                "`{}` computes with the variable of the loop",
                program.op_name(*op)
            )));
        }
    }
    Ok(())
}

/// By how much the last subscript moves with the variable; the others must not.
fn access_stride(
    edit: &Edit<'_>,
    one: &Counted,
    subscripts: &[ValueId],
    name: &str,
) -> Result<i128, Refusal> {
    let Some((last, others)) = subscripts.split_last() else { return Ok(0) };
    for other in others {
        if stride(edit.program, one, *other) != Stride::Known(0) {
            return Err(Refusal::new(format!(
                "a subscript of `{name}` in front of the last changes in the loop"
            )));
        }
    }
    match stride(edit.program, one, *last) {
        Stride::Known(moves @ (0 | 1)) => Ok(moves),
        Stride::Known(moves) => {
            Err(Refusal::new(format!("the last subscript of `{name}` has stride {moves}, and not 1")))
        }
        Stride::Unknown => {
            Err(Refusal::new(format!("the last subscript of `{name}` is not affine in the loop")))
        }
    }
}

/// Tells if the elements of the last extent lie side by side.
fn contiguous(edit: &Edit<'_>, memref: ValueId) -> bool {
    let ctx = edit.program.ctx();
    let TypeKind::MemRef { layout, .. } = ctx.type_kind(edit.program.value_type(memref)) else {
        return false;
    };
    match layout.map(|layout| (layout, ctx.attr_kind(layout))) {
        None => true,
        Some((layout, AttrKind::Strided { .. })) => {
            let written = text::attr_text(ctx, layout);
            let strides = written.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
            strides.is_some_and(|(list, _)| list.rsplit(',').next().is_some_and(|last| last.trim() == "1"))
        }
        Some(_) => false,
    }
}

struct Builder<'b> {
    one: &'b Counted,
    width: i128,
    reduced: Option<Reduction>,
    /// The loop over vectors, once it is there.
    new: Option<OpId>,
    /// The vector of each value.
    vectors: FxHashMap<ValueId, ValueId>,
}

impl Builder<'_> {
    fn build(mut self, edit: &mut Edit<'_>, plan: &[(OpId, Part)]) -> Result<Vec<Vec<OpId>>, Refusal> {
        let one = self.one;
        let at = one.op;
        let step = edit.number(at, one.lower, self.width);
        let initial = match self.reduced {
            Some(reduced) => vec![self.neutral(edit, reduced)?],
            None => Vec::new(),
        };
        let (new, body) =
            edit.loop_like(one, [one.lower, one.upper, step], &initial, InsertPoint::Before(at));
        self.new = Some(new);
        let arguments = edit.program.block(body).arguments.clone();
        edit.program.replace_uses(one.variable, arguments[0]);
        let place = InsertPoint::End(body);
        for (op, part) in plan {
            match part {
                Part::Scalar => {
                    edit.program.detach(*op);
                    edit.program.insert(*op, place);
                }
                Part::Access => self.access(edit, *op, place),
                Part::Lanes => self.lanes(edit, *op, None, place),
                Part::Combines => {
                    let reduced = self.reduced.expect("an operation combines what is carried");
                    self.lanes(edit, *op, Some((one.carried[0], arguments[1], reduced)), place);
                }
            }
        }
        let ends: Vec<ValueId> = edit.program.operands(one.end).map(|value| self.vectors[&value]).collect();
        edit.end_like(one.end, body, &ends);
        let results = self.combined(edit, new);
        for (op, part) in plan.iter().rev() {
            if *part != Part::Scalar {
                edit.program.detach(*op);
            }
        }
        edit.replace(at, &results);
        Ok(vec![vec![new]])
    }

    /// The vector type with elements of a type.
    fn vector(&self, edit: &Edit<'_>, element: TypeId) -> TypeId {
        let written = format!("vector<{}x{}>", self.width, text::type_text(edit.program.ctx(), element));
        text::parse_type(edit.program.ctx(), &written).expect("a vector of a scalar type is written so")
    }

    /// The vector of a value: its own, or the value in all lanes.
    fn lanes_of(&mut self, edit: &mut Edit<'_>, value: ValueId, place: InsertPoint) -> ValueId {
        if let Some(vector) = self.vectors.get(&value) {
            return *vector;
        }
        let ty = self.vector(edit, edit.program.value_type(value));
        // Loop-invariant values are broadcast once, in front of the loop.
        let outside = self.new.filter(|new| is_outside(edit.program, value, *new));
        let place = outside.map_or(place, InsertPoint::Before);
        let vector = edit.value(VECTOR_OPS[0], &[value], ty, &[], place);
        self.vectors.insert(value, vector);
        vector
    }

    fn access(&mut self, edit: &mut Edit<'_>, op: OpId, place: InsertPoint) {
        let name = edit.program.op_name(op);
        let (_, vector, memory) =
            ACCESS_OPS.iter().find(|(known, ..)| *known == name).expect("it is an access").to_owned();
        let mut operands: Vec<ValueId> = edit.program.operands(op).collect();
        for operand in operands.iter_mut().take(memory) {
            *operand = self.lanes_of(edit, *operand, place);
        }
        let results: Vec<TypeId> =
            edit.program.results(op).map(|value| self.vector(edit, edit.program.value_type(value))).collect();
        let new = edit.make(vector, &operands, &results, &[], place);
        self.vectors.extend(edit.program.results(op).zip(edit.program.results(new)));
    }

    /// The same operation on vectors; one that combines takes the carried vector.
    fn lanes(
        &mut self,
        edit: &mut Edit<'_>,
        op: OpId,
        carried: Option<(ValueId, ValueId, Reduction)>,
        place: InsertPoint,
    ) {
        let operands: Vec<ValueId> = edit.program.operands(op).collect();
        let operands: Vec<ValueId> = operands
            .into_iter()
            .map(|value| match carried {
                Some((scalar, vector, _)) if value == scalar => vector,
                _ => self.lanes_of(edit, value, place),
            })
            .collect();
        let results: Vec<TypeId> =
            edit.program.results(op).map(|value| self.vector(edit, edit.program.value_type(value))).collect();
        let ctx = std::sync::Arc::clone(edit.program.ctx());
        let data = edit.program.op(op);
        let (name, mut properties, loc) = (data.name, data.properties, data.loc);
        if carried.is_some() {
            properties = in_another_order(&ctx, properties);
        }
        let operands: Vec<(ValueId, Pos)> = operands.into_iter().map(|value| (value, Pos::NONE)).collect();
        let results: Vec<(TypeId, Pos)> = results.into_iter().map(|ty| (ty, Pos::NONE)).collect();
        let new =
            NewOp { operands: &operands, results: &results, properties, loc, ..NewOp::named(&ctx, name) };
        let new = edit.program.create(&new, place);
        edit.listener.inserted(edit.program, new);
        self.vectors.extend(edit.program.results(op).zip(edit.program.results(new)));
    }

    /// The neutral element in all lanes.
    fn neutral(&self, edit: &mut Edit<'_>, reduced: Reduction) -> Result<ValueId, Refusal> {
        let element = edit.program.value_type(self.one.carried[0]);
        let ctx = std::sync::Arc::clone(edit.program.ctx());
        let written = text::type_text(&ctx, element);
        let number = match ctx.type_kind(element) {
            TypeKind::Integer { width, .. } if *width <= 64 => {
                let least = -(1_i128 << (width - 1));
                let number = match reduced.how.neutral {
                    Neutral::One => 1,
                    Neutral::AllOnes => -1,
                    Neutral::LeastSigned => least,
                    Neutral::MostSigned => -(least + 1),
                    _ => 0,
                };
                number.to_string()
            }
            TypeKind::Float(kind) => float_text(reduced.how.neutral, kind.bits(), &written)
                .ok_or_else(|| Refusal::new(format!("a reduction of `{written}` is not vectorized")))?,
            _ => return Err(Refusal::new(format!("a reduction of `{written}` is not vectorized"))),
        };
        let attr: AttrId =
            text::parse_attr(&ctx, &format!("dense<{number}> : vector<{}x{written}>", self.width))
                .map_err(|_| Refusal::new(format!("a reduction of `{written}` is not vectorized")))?;
        let ty = self.vector(edit, element);
        let name = assay_ir::data::known::text(assay_ir::data::known::ARITH_CONSTANT);
        Ok(edit.value(name, &[], ty, &[("value", attr)], InsertPoint::Before(self.one.op)))
    }

    /// The result of the loop: the lanes combined, and that combined with the initial value.
    fn combined(&self, edit: &mut Edit<'_>, new: OpId) -> Vec<ValueId> {
        let Some(reduced) = self.reduced else { return Vec::new() };
        let lanes = edit.program.result(new, 0).expect("it carries a vector");
        let element = edit.program.value_type(self.one.carried[0]);
        let ctx = std::sync::Arc::clone(edit.program.ctx());
        let kind = text::parse_attr(&ctx, &format!("#vector.kind<{}>", reduced.how.kind));
        let kind = kind.expect("the kind is one of the dialect");
        let mut properties = vec![("kind", kind)];
        let flags =
            ctx.entry(in_another_order(&ctx, edit.program.op(reduced.op).properties), ctx.ident(FASTMATH));
        properties.extend(flags.map(|flags| (FASTMATH, flags)));
        let before = InsertPoint::Before(self.one.op);
        let sum = edit.value(VECTOR_OPS[1], &[lanes], element, &properties, before);
        let name = edit.program.op_name(reduced.op).to_owned();
        let flags: Vec<(&str, AttrId)> = flags.into_iter().map(|flags| (FASTMATH, flags)).collect();
        vec![edit.value(&name, &[self.one.initial[0], sum], element, &flags, before)]
    }
}

/// A neutral element of floats as MLIR writes it.
fn float_text(neutral: Neutral, bits: u32, ty: &str) -> Option<String> {
    let infinity: u64 = match ty {
        "f16" => 0x7C00,
        "bf16" => 0x7F80,
        "f32" => 0x7F80_0000,
        "f64" => 0x7FF0_0000_0000_0000,
        _ => return None,
    };
    Some(match neutral {
        Neutral::NegativeZero => "-0.0".to_owned(),
        Neutral::One => "1.0".to_owned(),
        Neutral::Infinity => format!("0x{infinity:0width$X}", width = bits as usize / 4),
        Neutral::NegativeInfinity => {
            format!("0x{:0width$X}", infinity | 1 << (bits - 1), width = bits as usize / 4)
        }
        _ => return None,
    })
}
