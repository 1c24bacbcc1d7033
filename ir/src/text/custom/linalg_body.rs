//! The region that a named operation of the linalg dialect implies: MLIR builds it from the element types of the
//! operands when it reads the short form, and so does this file. One list of steps serves both directions: the
//! reader creates them, the printer asks whether a region is just them.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::data::{AttrId, AttrKind, Context, Ident, TypeId, TypeKind, known};

/// A value in a body: an argument of its block or the result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Argument(usize),
    Step(usize),
}

/// One operation of a body; it has one result.
pub(super) struct Step {
    pub(super) name: &'static str,
    pub(super) operands: SmallVec<[Value; 3]>,
    pub(super) result: TypeId,
    pub(super) properties: AttrId,
}

/// The body of one operation: what is computed, and what of it is yielded.
pub(super) struct Body {
    pub(super) steps: Vec<Step>,
    pub(super) yielded: Value,
}

/// What a named operation computes for one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind<'a> {
    /// `f(a)`
    Unary(&'a str),
    /// `f(a, b)`
    Binary(&'a str),
    /// `select(c, a, b)`
    Select,
    /// `a`
    Pass,
    /// `cast(a)`
    Copy,
    /// `out + cast(a) * cast(b)`
    Contraction,
    /// `out + (cast(a) - cast(az)) * (cast(b) - cast(bz))`
    Quantized,
    /// `f(out, cast(a))`; the second input is the window.
    Pooling(&'a str),
    /// Pseudo-random numbers between two bounds.
    Random,
}

impl Kind<'_> {
    fn inputs(self) -> usize {
        match self {
            Kind::Unary(_) | Kind::Pass | Kind::Copy => 1,
            Kind::Binary(_) | Kind::Contraction | Kind::Pooling(_) => 2,
            Kind::Select | Kind::Random => 3,
            Kind::Quantized => 4,
        }
    }
}

/// The function of one float that a name stands for, in the word of records.
fn unary_function(name: &str) -> Option<&str> {
    Some(match name {
        "exp" | "log" | "abs" | "ceil" | "floor" | "round" | "sqrt" | "rsqrt" | "tanh" | "erf" => name,
        "negf" => "neg",
        "square" => "mul",
        "reciprocal" => "div",
        _ => return None,
    })
}

/// Returns true of a name without the dialect that says what is computed.
pub(super) fn is_named(name: &str) -> bool {
    kind_of(name).is_some()
}

/// What an operation computes, by its name without the dialect. `max` and `min` are those of signed numbers.
fn kind_of(name: &str) -> Option<Kind<'_>> {
    if unary_function(name).is_some() {
        return Some(Kind::Unary(name));
    }
    Some(match name {
        "add" | "sub" | "mul" | "div" | "div_unsigned" | "powf" => Kind::Binary(name),
        "max_unsigned" | "min_unsigned" => Kind::Binary(name),
        "max" | "max_signed" => Kind::Binary("max_signed"),
        "min" | "min_signed" => Kind::Binary("min_signed"),
        "select" => Kind::Select,
        "transpose" | "broadcast" => Kind::Pass,
        "copy" | "fill" => Kind::Copy,
        "fill_rng_2d" => Kind::Random,
        "dot" | "contract" => Kind::Contraction,
        _ if name.starts_with("pooling_") => Kind::Pooling(match name {
            _ if name.ends_with("max_unsigned") => "max_unsigned",
            _ if name.ends_with("min_unsigned") => "min_unsigned",
            _ if name.ends_with("max") => "max_signed",
            _ if name.ends_with("min") => "min_signed",
            _ => "add",
        }),
        _ if name.starts_with("quantized_") || name.ends_with("_q") => Kind::Quantized,
        _ if ["mat", "vec", "conv", "mmt4d"].iter().any(|part| name.contains(part)) => Kind::Contraction,
        _ => return None,
    })
}

/// The word of an attribute such as `#linalg.elementwise_kind<add>`.
pub(super) fn enumeration<'c>(ctx: &'c Context, attr: AttrId, wanted: &str) -> Option<&'c str> {
    match ctx.attr_kind(attr) {
        AttrKind::Opaque { dialect, name, body, ty: None }
            if ctx.str(*dialect) == "linalg" && ctx.str(*name) == wanted =>
        {
            Some(ctx.str(*body))
        }
        _ => None,
    }
}

/// The type of the elements of a tensor or memref; any other type is its own.
pub(super) fn element_or_self(ctx: &Context, ty: TypeId) -> TypeId {
    ctx.element_type(ty).unwrap_or(ty)
}

/// The body of an operation with these operand types and attributes, or why there is none.
pub(super) fn body(
    ctx: &Arc<Context>,
    name: &str,
    operands: &[TypeId],
    attributes: &[(Ident, AttrId)],
) -> Result<Body, String> {
    let find = |key: &str| attributes.iter().find(|(name, _)| ctx.str(*name) == key).map(|(_, attr)| *attr);
    let short = name.strip_prefix("linalg.").unwrap_or(name);
    let word = match short {
        "elementwise" => find("kind").and_then(|attr| enumeration(ctx, attr, "elementwise_kind")),
        _ => Some(short),
    };
    let Some(kind) = word.and_then(kind_of) else {
        return Err(format!("what `{name}` computes is not known"));
    };
    let unsigned = match find("cast") {
        // MLIR 22 takes the attribute and casts with signs all the same.
        _ if short == "batch_reduce_matmul" => false,
        Some(attr) => enumeration(ctx, attr, "type_fn") == Some("cast_unsigned"),
        None => matches!(kind, Kind::Pooling("max_unsigned" | "min_unsigned")),
    };
    if operands.len() != kind.inputs() + 1 {
        let (inputs, given) = (kind.inputs(), operands.len());
        return Err(format!("`{name}` has {inputs} inputs and one output, {given} operands are given"));
    }
    let arguments: Vec<TypeId> = operands.iter().map(|ty| element_or_self(ctx, *ty)).collect();
    let mut build = Builder { ctx, arguments, steps: Vec::new(), unsigned };
    let yielded = build.kind(kind)?;
    Ok(Body { steps: build.steps, yielded })
}

/// Properties of an operation whose attributes all have their defaults.
fn default_properties(ctx: &Arc<Context>, name: &str) -> AttrId {
    match assay_ops::op(name) {
        Some(record) => super::with_defaults(ctx, record, ctx.empty_dictionary()),
        None => ctx.empty_dictionary(),
    }
}

struct Builder<'c> {
    ctx: &'c Arc<Context>,
    arguments: Vec<TypeId>,
    steps: Vec<Step>,
    unsigned: bool,
}

impl Builder<'_> {
    fn ty(&self, value: Value) -> TypeId {
        match value {
            Value::Argument(index) => self.arguments[index],
            Value::Step(index) => self.steps[index].result,
        }
    }

    fn with_properties(
        &mut self,
        name: &'static str,
        operands: &[Value],
        result: TypeId,
        properties: AttrId,
    ) -> Value {
        self.steps.push(Step { name, operands: operands.into(), result, properties });
        Value::Step(self.steps.len() - 1)
    }

    fn step(&mut self, name: &'static str, operands: &[Value], result: TypeId) -> Value {
        let properties = default_properties(self.ctx, name);
        self.with_properties(name, operands, result, properties)
    }

    /// The operation that is a function of integers, in the word of records.
    fn integer(&mut self, function: &str, operands: &[Value], result: TypeId) -> Result<Value, String> {
        let name = assay_ops::integer_op(function).ok_or_else(|| format!("`{function}` is no function"))?;
        Ok(self.step(name, operands, result))
    }

    /// The operation that is a function of floats, in the word of records.
    fn float(&mut self, function: &str, operands: &[Value], result: TypeId) -> Result<Value, String> {
        let name = assay_ops::float_op(function).ok_or_else(|| format!("`{function}` is no function"))?;
        Ok(self.step(name, operands, result))
    }

    fn output(&self) -> Value {
        Value::Argument(self.arguments.len() - 1)
    }

    fn kind(&mut self, kind: Kind<'_>) -> Result<Value, String> {
        let [a, b, c, d] = [0, 1, 2, 3].map(Value::Argument);
        let out = self.output();
        match kind {
            Kind::Unary(name) => self.unary(name, a),
            Kind::Binary(name) => self.binary(name, a, b),
            Kind::Select => {
                if self.ty(b) != self.ty(c) || self.ty(a) != self.ctx.integer(1) {
                    return Err("`select` needs a condition of type i1 and two values of one type".into());
                }
                let result = self.ty(b);
                self.integer("select", &[a, b, c], result)
            }
            Kind::Pass => Ok(a),
            Kind::Copy => self.cast(a),
            Kind::Contraction => {
                let (left, right) = (self.cast(a)?, self.cast(b)?);
                let product = self.binary("mul", left, right)?;
                self.binary("add", out, product)
            }
            Kind::Quantized => {
                let (value, zero) = (self.cast(a)?, self.cast(c)?);
                let left = self.binary("sub", value, zero)?;
                let (value, zero) = (self.cast(b)?, self.cast(d)?);
                let right = self.binary("sub", value, zero)?;
                let product = self.binary("mul", left, right)?;
                self.binary("add", out, product)
            }
            Kind::Pooling(name) => {
                let value = self.cast(a)?;
                self.binary(name, out, value)
            }
            Kind::Random => self.random(),
        }
    }

    fn unary(&mut self, name: &str, a: Value) -> Result<Value, String> {
        let ty = self.ty(a);
        if !matches!(self.ctx.type_kind(ty), TypeKind::Float(_)) {
            let shown = crate::text::type_text(self.ctx, ty);
            return Err(format!("`{name}` needs a floating-point element, not `{shown}`"));
        }
        let operands = match name {
            "square" => vec![a, a],
            "reciprocal" => {
                let shown = crate::text::type_text(self.ctx, ty);
                vec![self.constant(&format!("1.0 : {shown}"), ty)?, a]
            }
            _ => vec![a],
        };
        self.float(unary_function(name).unwrap_or(name), &operands, ty)
    }

    /// An operation of two values of one type, which decides what it is.
    fn binary(&mut self, name: &str, a: Value, b: Value) -> Result<Value, String> {
        let ty = self.ty(a);
        let shown = |ty| crate::text::type_text(self.ctx, ty);
        if ty != self.ty(b) {
            return Err(format!(
                "`{name}` needs two elements of one type, not `{}` and `{}`",
                shown(ty),
                shown(self.ty(b))
            ));
        }
        let bits = self.ctx.integer(1) == ty;
        // The functions of floats, of complex numbers, of integers and of truth values.
        let (float, complex, integer, boolean) = match name {
            "add" => ("add", "add", "add", "or"),
            "sub" => ("sub", "sub", "sub", ""),
            "mul" => ("mul", "mul", "mul", "and"),
            "div" => ("div", "div", "divs", ""),
            "div_unsigned" => ("", "", "divu", ""),
            "max_signed" => ("maximum", "", "maxs", "maxs"),
            "min_signed" => ("minimum", "", "mins", "mins"),
            "max_unsigned" => ("", "", "maxu", ""),
            "min_unsigned" => ("", "", "minu", ""),
            _ => ("pow", "", "", ""),
        };
        let op = match self.ctx.type_kind(ty) {
            TypeKind::Float(_) => assay_ops::float_op(float),
            TypeKind::Complex(_) => assay_ops::op_in("complex", complex).map(|record| record.name),
            TypeKind::Integer { .. } if bits => assay_ops::integer_op(boolean),
            TypeKind::Integer { .. } => assay_ops::integer_op(integer),
            _ => None,
        };
        let Some(op) = op else {
            return Err(format!("`{name}` cannot be computed on elements of type `{}`", shown(ty)));
        };
        if op.starts_with("complex.") {
            let fast = AttrKind::Opaque {
                dialect: self.ctx.ident("arith"),
                name: self.ctx.ident("fastmath"),
                body: self.ctx.ident("none"),
                ty: None,
            };
            let properties = self.ctx.dictionary([(self.ctx.ident("fastmath"), self.ctx.attr(fast))]);
            return Ok(self.with_properties(op, &[a, b], ty, properties));
        }
        Ok(self.step(op, &[a, b], ty))
    }

    /// A value in the type of the output's elements.
    fn cast(&mut self, a: Value) -> Result<Value, String> {
        let to = self.ty(self.output());
        self.cast_to(a, to)
    }

    fn cast_to(&mut self, a: Value, to: TypeId) -> Result<Value, String> {
        let from = self.ty(a);
        if from == to {
            return Ok(a);
        }
        let width = |ty: TypeId| match self.ctx.type_kind(ty) {
            TypeKind::Integer { width, .. } => Some(*width),
            TypeKind::Float(kind) => Some(kind.bits()),
            _ => None,
        };
        let wider = width(to) > width(from);
        match (self.ctx.type_kind(from), self.ctx.type_kind(to)) {
            (TypeKind::Integer { .. }, TypeKind::Integer { .. }) => {
                let extension = if self.unsigned { "extu" } else { "exts" };
                self.integer(if wider { extension } else { "trunc" }, &[a], to)
            }
            (TypeKind::Integer { .. }, TypeKind::Float(_)) => {
                self.float(if self.unsigned { "fromunsigned" } else { "fromsigned" }, &[a], to)
            }
            (TypeKind::Float(_), TypeKind::Integer { .. }) => {
                self.float(if self.unsigned { "tounsigned" } else { "tosigned" }, &[a], to)
            }
            (TypeKind::Float(_), TypeKind::Float(_)) if wider => self.float("ext", &[a], to),
            (TypeKind::Float(_), TypeKind::Float(_)) if width(to) < width(from) => {
                self.float("trunc", &[a], to)
            }
            (TypeKind::Index, TypeKind::Integer { .. }) => self.integer("cast", &[a], to),
            _ => {
                let shown = |ty| crate::text::type_text(self.ctx, ty);
                Err(format!("there is no cast from `{}` to `{}` here", shown(from), shown(to)))
            }
        }
    }

    fn constant(&mut self, text: &str, ty: TypeId) -> Result<Value, String> {
        let value = crate::text::parse_attr(self.ctx, text).map_err(|d| d.message)?;
        let properties = self.ctx.dictionary([(known::VALUE, value)]);
        let name = assay_ops::integer_op("constant").ok_or("there is no constant")?;
        Ok(self.with_properties(name, &[], ty, properties))
    }

    fn index(&mut self, dim: i128) -> Value {
        let dim = self.ctx.integer_attr(dim, self.ctx.integer(64));
        let properties = self.ctx.dictionary([(self.ctx.ident("dim"), dim)]);
        let index = self.ctx.index();
        self.with_properties("linalg.index", &[], index, properties)
    }

    /// A 64-bit constant in 32 bits.
    fn number(&mut self, value: i64) -> Result<Value, String> {
        let (i64, i32) = (self.ctx.integer(64), self.ctx.integer(32));
        let wide = self.constant(&format!("{value} : i64"), i64)?;
        self.integer("trunc", &[wide], i32)
    }

    /// The linear congruential generator of `linalg.fill_rng_2d`.
    fn random(&mut self) -> Result<Value, String> {
        let [low, high, seed] = [0, 1, 2].map(Value::Argument);
        let (i32, i64) = (self.ctx.integer(32), self.ctx.integer(64));
        let f64 = self.ctx.ty(TypeKind::Float(crate::data::FloatKind::F64));
        if [self.ty(low), self.ty(high), self.ty(seed)] != [f64, f64, i32] {
            return Err("the inputs of `linalg.fill_rng_2d` are of types f64, f64 and i32".into());
        }
        let most = self.constant("2147483647 : i64", i64)?;
        let most = self.float("fromsigned", &[most], f64)?;
        let column = self.index(1);
        let column = self.integer("cast", &[column], i32)?;
        let row = self.index(0);
        let row = self.integer("cast", &[row], i32)?;
        let mut state = self.integer("add", &[row, seed], i32)?;
        for round in 0..2 {
            if round == 1 {
                state = self.integer("add", &[column, state], i32)?;
            }
            let factor = self.number(1_103_515_245)?;
            state = self.integer("mul", &[state, factor], i32)?;
            let increment = self.number(12_345)?;
            state = self.integer("add", &[state, increment], i32)?;
        }
        let state = self.float("fromsigned", &[state], f64)?;
        let above = self.float("add", &[most, state], f64)?;
        let span = self.float("sub", &[high, low], f64)?;
        let unit = self.constant("2.3283063999999999E-10 : f64", f64)?;
        let scale = self.float("mul", &[span, unit], f64)?;
        let value = self.float("mul", &[above, scale], f64)?;
        let value = self.float("add", &[value, low], f64)?;
        self.cast(value)
    }
}

/// Types that are ranked tensors.
pub(super) fn tensors(ctx: &Context, types: &[TypeId]) -> Vec<TypeId> {
    let ranked = |ty: &TypeId| matches!(ctx.type_kind(*ty), TypeKind::RankedTensor { .. });
    types.iter().copied().filter(ranked).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(name: &str, types: &[&str]) -> Result<Vec<&'static str>, String> {
        let ctx = Context::new();
        let types: Vec<TypeId> =
            types.iter().map(|text| crate::text::parse_type(&ctx, text).expect("a type")).collect();
        body(&ctx, name, &types, &[]).map(|body| body.steps.iter().map(|step| step.name).collect())
    }

    #[test]
    fn a_contraction_casts_multiplies_and_adds() {
        let types = ["tensor<?x?xi8>", "tensor<?x?xi32>", "tensor<?x?xi32>"];
        assert_eq!(steps("linalg.matmul", &types), Ok(vec!["arith.extsi", "arith.muli", "arith.addi"]));
        let bits = ["tensor<?xi1>"; 3];
        assert_eq!(steps("linalg.conv_1d", &bits), Ok(vec!["arith.andi", "arith.ori"]));
    }

    #[test]
    fn what_mlir_cannot_compute_has_no_body() {
        assert!(steps("linalg.exp", &["tensor<?xi32>"; 2]).is_err());
        assert!(steps("linalg.add", &["tensor<?xindex>"; 3]).is_err());
        assert!(steps("linalg.sub", &["tensor<?xi1>"; 3]).is_err());
        assert!(steps("linalg.add", &["tensor<?xf32>"; 2]).is_err());
        assert!(steps("linalg.nothing", &["f32"]).is_err());
    }
}
