//! Arguments of array programs as words and as memory: an array of pairs is one word, and one memref, for each component.

use std::sync::Arc;

use assay_ir::data::{Context, TypeId, TypeKind};
use assay_rise::nat::Nat;
use assay_rise::types::{Scalar, Type};

use super::data::Data;
use crate::arguments::{argument, split};
use crate::engine::IndexWidth;
use crate::value::{Shaped, Value};

/// A component of a type: the lengths of its dimensions and its number type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Lengths, the outermost first.
    pub lengths: Vec<Nat>,
    /// The type of the elements.
    pub scalar: Scalar,
}

/// The components of a type without functions, in order; `None` for another type.
pub fn parameter_leaves(ty: &Type) -> Option<Vec<Leaf>> {
    match ty {
        Type::Scalar(scalar) => Some(vec![Leaf { lengths: Vec::new(), scalar: *scalar }]),
        Type::Pair(first, second) => {
            let mut all = parameter_leaves(first)?;
            all.extend(parameter_leaves(second)?);
            Some(all)
        }
        Type::Array(length, element) => {
            let mut all = parameter_leaves(element)?;
            all.iter_mut().for_each(|leaf| leaf.lengths.insert(0, length.clone()));
            Some(all)
        }
        _ => None,
    }
}

/// The lengths of a type with the extents of a value.
pub fn extents(ty: &Type, value: &Data, out: &mut Vec<(Nat, i128)>) {
    match (ty, value) {
        (Type::Array(length, element), Data::Array(elements)) => {
            out.push((length.clone(), elements.len() as i128));
            if let Some(first) = elements.first() {
                extents(element, first, out);
            }
        }
        (Type::Pair(one, two), Data::Pair(pair)) => {
            extents(one, &pair.0, out);
            extents(two, &pair.1, out);
        }
        _ => {}
    }
}

/// The values of parameters from words, one for each component.
///
/// # Errors
/// A sentence.
pub fn arguments(types: &[&Type], words: &[&str]) -> Result<Vec<Data>, String> {
    let leaves: Vec<Vec<Leaf>> = types
        .iter()
        .map(|ty| parameter_leaves(ty).ok_or_else(|| format!("there is no argument of type {ty}")))
        .collect::<Result<_, _>>()?;
    let expected: usize = leaves.iter().map(Vec::len).sum();
    if expected != words.len() {
        return Err(format!("expected {expected} arguments, found {}", words.len()));
    }
    let (ctx, mut words, mut all) = (Context::new(), words.iter(), Vec::new());
    for (ty, leaves) in types.iter().zip(&leaves) {
        let values: Vec<Value> = leaves
            .iter()
            .zip(words.by_ref())
            .map(|(leaf, word)| value(&ctx, leaf, word))
            .collect::<Result<_, _>>()?;
        all.push(
            rebuilt(ty, &values).ok_or_else(|| format!("the components of {ty} differ in their extents"))?,
        );
    }
    Ok(all)
}

fn value(ctx: &Arc<Context>, leaf: &Leaf, word: &str) -> Result<Value, String> {
    let element = assay_ir::text::parse_type(ctx, &leaf.scalar.to_string()).map_err(|error| error.message)?;
    if leaf.lengths.is_empty() {
        return argument(ctx, word, element, IndexWidth::W64).map_err(|error| error.to_string());
    }
    let inside = word.strip_prefix("dense<").and_then(|word| word.strip_suffix('>')).unwrap_or(word);
    let shape = shape(inside, leaf.lengths.len());
    let ty = memref(ctx, &shape, element);
    argument(ctx, word, ty, IndexWidth::W64).map_err(|error| error.to_string())
}

/// The extents of nested brackets of this depth; those of brackets that differ are found by the reader.
fn shape(word: &str, depth: usize) -> Vec<u64> {
    let (mut shape, mut word) = (Vec::new(), word.trim());
    for _ in 0..depth {
        let inside = word.strip_prefix('[').and_then(|word| word.strip_suffix(']')).unwrap_or(word);
        let parts = split(inside);
        shape.push(parts.len() as u64);
        word = parts.first().copied().unwrap_or_default();
    }
    shape
}

fn memref(ctx: &Arc<Context>, shape: &[u64], element: TypeId) -> TypeId {
    let shape: Vec<Option<u64>> = shape.iter().copied().map(Some).collect();
    ctx.ty(TypeKind::RankedTensor { shape: shape.into(), element, encoding: None })
}

/// The components of a value, each with its shape; `shape` is that of the arrays around it.
pub fn leaves(ty: &Type, value: &Data, sizes: &assay_rise::sizes::Sizes) -> Option<Vec<Value>> {
    let types = parameter_leaves(ty)?;
    let mut numbers: Vec<Vec<Value>> = vec![Vec::new(); types.len()];
    collect(ty, value, 0, &mut numbers);
    let all = types.iter().zip(numbers).map(|(leaf, numbers)| {
        if leaf.lengths.is_empty() {
            return numbers.into_iter().next();
        }
        let number = |length: &Nat| assay_rise::sizes::number(length, sizes)?.try_into().ok();
        let shape: Vec<u64> = leaf.lengths.iter().map(number).collect::<Option<_>>()?;
        (crate::value::count(&shape) == Some(numbers.len() as u64))
            .then(|| Shaped::new(shape, numbers).into())
    });
    all.collect()
}

fn collect(ty: &Type, value: &Data, from: usize, out: &mut [Vec<Value>]) {
    match (ty, value) {
        (Type::Array(_, element), Data::Array(elements)) => {
            elements.iter().for_each(|one| collect(element, one, from, out));
        }
        (Type::Pair(first, second), Data::Pair(pair)) => {
            collect(first, &pair.0, from, out);
            let next = from + parameter_leaves(first).map_or(0, |leaves| leaves.len());
            collect(second, &pair.1, next, out);
        }
        (_, Data::Number(number)) => out[from].push(number.clone()),
        _ => {}
    }
}

/// The value of a type from its components.
pub fn rebuilt(ty: &Type, values: &[Value]) -> Option<Data> {
    let parts: Vec<(&[u64], &[Value])> = values
        .iter()
        .map(|value| match value {
            Value::Shaped(shaped) => (shaped.shape(), shaped.elements()),
            other => (&[][..], std::slice::from_ref(other)),
        })
        .collect();
    build(ty, &parts)
}

fn build(ty: &Type, parts: &[(&[u64], &[Value])]) -> Option<Data> {
    match ty {
        Type::Scalar(_) => Some(Data::Number(parts.first()?.1.first()?.clone())),
        Type::Pair(first, second) => {
            let (one, two) = parts.split_at_checked(parameter_leaves(first)?.len())?;
            Some(Data::pair(build(first, one)?, build(second, two)?))
        }
        Type::Array(_, element) => {
            let extent = *parts.first()?.0.first()?;
            let all = (0..extent as usize).map(|at| {
                let inner: Option<Vec<(&[u64], &[Value])>> = parts
                    .iter()
                    .map(|(shape, values)| {
                        let (own, rest) = shape.split_first()?;
                        let size = values.len().checked_div(*own as usize)?;
                        (*own == extent)
                            .then(|| values.get(at * size..(at + 1) * size))
                            .flatten()
                            .map(|part| (rest, part))
                    })
                    .collect();
                build(element, &inner?)
            });
            Some(Data::Array(all.collect::<Option<Vec<_>>>()?.into()))
        }
        _ => None,
    }
}
