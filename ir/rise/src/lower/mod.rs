//! Definitions as functions over memrefs with loops: from the result backwards with a place to write, functions substituted. It knows
//! types and index arithmetic and no meaning of numbers.
//!
//! Parameters come first, a memref or a number for each component of their types; memrefs for the components of the result follow.

mod emit;
mod program;
mod value;
mod views;
mod write;

use std::rc::Rc;
use std::sync::Arc;

use crate::core::{Definition, Module};
use crate::index::TooLarge;
use crate::nat::{Nat, Symbol};
use crate::sizes::Sizes;
use crate::types::Type;
use emit::{Buffer, Emitter, memory, named};
use program::{Scope, called_into, eval};
use value::{Lower, Value, components, read};
use write::{Place, write};

/// Why there is no function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// An index, or the function, is too large.
    TooLarge,
    /// A construct that is not lowered.
    Unsupported(String),
}

impl From<TooLarge> for Why {
    fn from(_: TooLarge) -> Why {
        Why::TooLarge
    }
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Why::TooLarge => f.write_str("the program or one of its indices is too large"),
            Why::Unsupported(what) => write!(f, "not supported: {what}"),
        }
    }
}

/// A lowered function.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// Its text.
    pub text: String,
    /// Lines about temporaries.
    pub costs: Vec<String>,
}

/// The function of a definition; these lengths are constants in it.
///
/// # Errors
/// Why there is none.
pub fn lower(definition: &Definition, module: &Rc<Module>, sizes: &Sizes) -> Result<Lowered, Why> {
    lower_with(definition, module, sizes, &[])
}

/// The function of a definition that calls these definitions as functions, which follow it.
///
/// # Errors
/// Why there is none.
pub fn lower_with(
    definition: &Definition,
    module: &Rc<Module>,
    sizes: &Sizes,
    kernels: &[Arc<str>],
) -> Result<Lowered, Why> {
    let mut lowered = function(definition, module, sizes, kernels)?;
    for kernel in kernels {
        let own =
            module.definition(kernel).ok_or_else(|| Why::Unsupported(format!("@{kernel} is not there")))?;
        lowered.text.push_str(&function(own, module, &Sizes::new(), &[])?.text);
    }
    Ok(lowered)
}

fn function(
    definition: &Definition,
    module: &Rc<Module>,
    sizes: &Sizes,
    kernels: &[Arc<str>],
) -> Result<Lowered, Why> {
    let constants = sizes.iter().map(|(symbol, number)| (symbol.clone(), Nat::constant(*number)));
    let mut scope = Scope::new(Rc::clone(module), constants.collect());
    let mut lower =
        Lower { out: Emitter::new(), depth: 0, nesting: 0, costs: Vec::new(), kernels: kernels.to_vec() };
    let mut buffers: Vec<Rc<Buffer>> = Vec::new();
    let mut signature: Vec<String> = Vec::new();
    let mut values: Vec<(u32, Type, Vec<Rc<Buffer>>)> = Vec::new();
    for parameter in &definition.parameters {
        let ty = scope.ty(&parameter.ty)?;
        let own = parameters(&ty, &parameter.variable.name, &mut signature)?;
        buffers.extend(own.iter().filter(|buffer| !buffer.lengths.is_empty()).cloned());
        values.push((parameter.variable.number, ty, own));
    }
    let result = scope.ty(definition.result())?;
    let outputs = outputs(&result, &mut signature)?;
    buffers.extend(outputs.iter().cloned());
    extents(definition, sizes, &buffers, &mut lower.out)?;
    for (number, ty, own) in values {
        let value = argument(&ty, &own, &mut lower)?;
        scope = scope.with(number, value);
    }
    match called_into(&definition.body, &scope, &outputs, &mut lower) {
        Some(done) => done?,
        None => {
            let value = eval(&definition.body, &scope, &mut lower)?;
            write(&value, &result, &Place::new(outputs), &mut lower)?;
        }
    }
    for buffer in lower.out.allocated.clone() {
        let line = format!("{} {} : {}", free(), buffer.name, Emitter::buffer_type(&buffer));
        lower.out.line(&line)?;
    }
    let text = format!(
        "{} @{}({}) {{\n{}  {}\n}}\n",
        named("func", "func"),
        definition.name,
        signature.join(", "),
        lower.out.text(),
        named("func", "return")
    );
    lower.costs.sort();
    lower.costs.dedup();
    Ok(Lowered { text, costs: lower.costs })
}

fn free() -> &'static str {
    assay_ir::ops::role_op("free").unwrap_or_default()
}

/// The arguments of a parameter: numbers that are no elements are no memrefs.
fn parameters(ty: &Type, name: &str, signature: &mut Vec<String>) -> Result<Vec<Rc<Buffer>>, Why> {
    let all = components(ty)?;
    let several = all.len() > 1;
    let one = |(at, (lengths, scalar)): (usize, (Vec<Nat>, crate::types::Scalar))| {
        let name = if several { format!("%{name}.{at}") } else { format!("%{name}") };
        let buffer = Buffer { name, lengths, scalar };
        let ty = match buffer.lengths.is_empty() {
            true => scalar.to_string(),
            false => Emitter::buffer_type(&buffer),
        };
        signature.push(format!("{}: {ty}", buffer.name));
        Rc::new(buffer)
    };
    Ok(all.into_iter().enumerate().map(one).collect())
}

fn outputs(ty: &Type, signature: &mut Vec<String>) -> Result<Vec<Rc<Buffer>>, Why> {
    let one = |(at, (lengths, scalar)): (usize, (Vec<Nat>, crate::types::Scalar))| {
        let buffer = Buffer { name: format!("%out.{at}"), lengths, scalar };
        signature.push(format!("{}: {}", buffer.name, Emitter::buffer_type(&buffer)));
        Rc::new(buffer)
    };
    Ok(components(ty)?.into_iter().enumerate().map(one).collect())
}

/// The value of a parameter.
fn argument(ty: &Type, buffers: &[Rc<Buffer>], lower: &mut Lower) -> Result<Value, Why> {
    match (ty, buffers) {
        (Type::Scalar(scalar), [buffer]) => Ok(Value::Number(buffer.name.as_str().into(), *scalar)),
        (Type::Pair(first, second), _) => {
            let (one, two) = buffers.split_at(components(first)?.len());
            let first = argument(first, one, lower)?;
            Ok(Value::Pair(Rc::new((first, argument(second, two, lower)?))))
        }
        _ => read(ty, buffers, Vec::new(), lower),
    }
}

/// The lengths that extents of memrefs give; two extents of one length are compared.
fn extents(
    definition: &Definition,
    sizes: &Sizes,
    buffers: &[Rc<Buffer>],
    out: &mut Emitter,
) -> Result<(), Why> {
    let open: Vec<&Symbol> =
        definition.lengths.iter().filter(|symbol| !sizes.contains_key(*symbol)).collect();
    let mut compared: Vec<(usize, usize)> = Vec::new();
    for symbol in open {
        let found = buffers.iter().enumerate().find_map(|(number, buffer)| {
            let alone = |length: &Nat| length.symbols().len() == 1 && length.symbols().contains(symbol);
            let at = buffer.lengths.iter().position(|length| alone(length) && is_linear(length, symbol))?;
            Some((number, at))
        });
        let Some((number, at)) = found else {
            return Err(Why::Unsupported(format!(
                "no extent says what `{symbol}` is: write `--sizes {symbol}=NUMBER`"
            )));
        };
        let value = extent(&buffers[number], at, out);
        let value = solved(&buffers[number].lengths[at], symbol, &value, out);
        out.extents.insert(symbol.clone(), value);
        if buffers[number].lengths[at].as_symbol().is_some() {
            compared.push((number, at));
        }
    }
    for (number, buffer) in buffers.iter().enumerate() {
        for (at, length) in buffer.lengths.iter().enumerate() {
            if length.number().is_some() || compared.contains(&(number, at)) {
                continue;
            }
            let expected = out.index(length)?;
            let text = extent_text(buffer, at, out);
            let found = out.operation(&text)?;
            let compare = assay_ir::ops::integer_op("cmp").unwrap_or_default();
            let same = out.operation(&format!("{compare} eq, {expected}, {found} : index"))?;
            let assert = assay_ir::ops::role_op("assertion").unwrap_or_default();
            out.line(&format!("{assert} {same}, \"the extent of {} is not {length}\"", buffer.name))?;
        }
    }
    Ok(())
}

fn is_linear(length: &Nat, symbol: &Symbol) -> bool {
    length.terms().all(|(_, powers)| powers.iter().all(|(other, power)| other == symbol && *power == 1))
}

fn extent_text(buffer: &Buffer, at: usize, out: &mut Emitter) -> String {
    let dimension = out.number(at as i128);
    format!("{} {}, {dimension} : {}", memory("extent"), buffer.name, Emitter::buffer_type(buffer))
}

fn extent(buffer: &Buffer, at: usize, out: &mut Emitter) -> String {
    let text = extent_text(buffer, at, out);
    out.head_operation(&text)
}

/// The symbol of a length `a * symbol + c` whose value is known.
fn solved(length: &Nat, symbol: &Symbol, value: &str, out: &mut Emitter) -> String {
    let rest = length.value(&|_| Some(0)).unwrap_or(0);
    let factor = length.value(&|other| Some(i128::from(other == symbol))).unwrap_or(1) - rest;
    let mut value = value.to_owned();
    let operation = |word: &str| assay_ir::ops::integer_op(word).unwrap_or_default();
    if rest != 0 {
        let constant = out.number(rest);
        value = out.head_operation(&format!("{} {value}, {constant} : index", operation("sub")));
    }
    if factor != 1 {
        let constant = out.number(factor);
        value = out.head_operation(&format!("{} {value}, {constant} : index", operation("divu")));
    }
    value
}
