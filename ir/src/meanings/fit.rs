//! The function that computes an operation on given types, and its body at their widths. Evaluates nothing.

use std::sync::Arc;

use super::{Argument, Form, Semantics, Variant};
use crate::data::{AttrId, AttrKind, Context, TypeId, TypeKind};
use crate::natives::Instance;
use crate::spec::{Registry, with_element};
use crate::wellformed;

/// How the types of a function are those of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fit {
    /// The open widths, in the order of [`Variant::widths`].
    pub widths: Vec<u32>,
    /// A vector or tensor of the shape of all results, where the function computes each element.
    pub shaped: Option<TypeId>,
}

impl Semantics {
    /// The first function whose types fit.
    pub fn variant(&self, ctx: &Context, operands: &[TypeId], results: &[TypeId]) -> Option<(&Variant, Fit)> {
        self.variants.iter().find_map(|one| Some((one, one.fit(ctx, operands, results)?)))
    }
}

impl Variant {
    /// How these types fit; `None` where they do not.
    pub fn fit(&self, ctx: &Context, operands: &[TypeId], results: &[TypeId]) -> Option<Fit> {
        if operands.len() != self.operands.len() || results.len() != self.results.len() {
            return None;
        }
        let shaped = self.container(ctx, operands, results)?;
        let mut widths: Vec<Option<u32>> = vec![None; self.widths.len()];
        let operands = self.operands.iter().map(|operand| (operand.form, operand.scalar)).zip(operands);
        let results = self.results.iter().map(|form| (*form, false)).zip(results);
        for ((form, scalar), ty) in operands.chain(results) {
            let element = match self.elementwise {
                true => element_in(ctx, *ty, shaped, scalar)?,
                false => *ty,
            };
            match form {
                Form::Fixed(wanted) if wanted != element => return None,
                Form::Fixed(_) => {}
                Form::Open(open) => {
                    let width = signless(ctx, element)?;
                    if *widths[open].get_or_insert(width) != width {
                        return None;
                    }
                }
            }
        }
        Some(Fit { widths: widths.into_iter().collect::<Option<_>>()?, shaped })
    }

    /// The vector or tensor type whose shape all have; `Some(None)` for scalars.
    fn container(&self, ctx: &Context, operands: &[TypeId], results: &[TypeId]) -> Option<Option<TypeId>> {
        if !self.elementwise {
            return Some(None);
        }
        let whole = self.operands.iter().zip(operands).filter(|(operand, _)| !operand.scalar);
        let first = results.iter().chain(whole.map(|(_, ty)| ty)).next().copied()?;
        match extents(ctx, first) {
            Extents::Scalar => Some(None),
            Extents::Known(_) => Some(Some(first)),
            Extents::Open => None,
        }
    }

    /// The type of an operand or a result at these widths.
    pub fn type_of(&self, ctx: &Context, form: Form, fit: &Fit) -> TypeId {
        match form {
            Form::Fixed(ty) => ty,
            Form::Open(open) => ctx.integer(fit.widths[open]),
        }
    }

    /// The body at these widths, in a context that is the registry's or above it; `None` where it is no program at them: a
    /// constant does not fit, say.
    pub fn instance(&self, ctx: &Arc<Context>, registry: &Registry, fit: &Fit) -> Option<Instance> {
        let instance = self.body.read(ctx, &fit.widths).ok()?;
        let options = wellformed::Options::default();
        wellformed::check(&instance.program, registry, &options).is_empty().then_some(instance)
    }

    /// Returns true when all types of both are alike, so that the second is never reached.
    pub(super) fn hides(&self, other: &Variant) -> bool {
        let form = |one: Form| match one {
            Form::Open(_) => None,
            Form::Fixed(ty) => Some(ty),
        };
        let signature = |one: &Variant| {
            let operands: Vec<_> = one.operands.iter().map(|operand| form(operand.form)).collect();
            (one.elementwise, operands, one.results.iter().map(|one| form(*one)).collect::<Vec<_>>())
        };
        signature(self) == signature(other) && self.widths.len() <= other.widths.len()
    }
}

impl Argument {
    /// The place in its list that an attribute is, or none is.
    pub fn place(&self, ctx: &Context, attr: Option<AttrId>) -> Option<usize> {
        let Argument::Place { list, absent, .. } = self else { return None };
        match attr {
            None => *absent,
            Some(attr) => list.iter().position(|one| alike(ctx, *one, attr)),
        }
    }
}

/// Returns true when two attributes are the same, flags in any order.
fn alike(ctx: &Context, one: AttrId, other: AttrId) -> bool {
    let words = |attr: AttrId| match ctx.attr_kind(attr) {
        AttrKind::Opaque { dialect, name, body, .. } => {
            let mut words: Vec<&str> = ctx.str(*body).split(',').map(str::trim).collect();
            words.sort_unstable();
            Some((*dialect, *name, words))
        }
        _ => None,
    };
    one == other || words(one).is_some_and(|words_of_one| words(other) == Some(words_of_one))
}

/// Extents of a vector or tensor.
pub(super) enum Extents {
    Scalar,
    Known(usize),
    /// Not all of them are known.
    Open,
}

pub(super) fn extents(ctx: &Context, ty: TypeId) -> Extents {
    let all_known = |known: bool, rank: usize| if known { Extents::Known(rank) } else { Extents::Open };
    match ctx.type_kind(ty) {
        TypeKind::Vector { shape, .. } => all_known(shape.iter().all(|(_, scalable)| !scalable), shape.len()),
        TypeKind::RankedTensor { shape, .. } => all_known(shape.iter().all(Option::is_some), shape.len()),
        TypeKind::UnrankedTensor(_) | TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. } => {
            Extents::Open
        }
        _ => Extents::Scalar,
    }
}

/// The element of an operand or a result among vectors or tensors of one shape, or scalars.
fn element_in(ctx: &Context, ty: TypeId, shaped: Option<TypeId>, scalar: bool) -> Option<TypeId> {
    let element = element(ctx, ty);
    match (shaped, extents(ctx, ty)) {
        (Some(shaped), _) if with_element(ctx, shaped, element) == ty => Some(element),
        (None, Extents::Scalar) => Some(ty),
        (_, Extents::Scalar | Extents::Known(0)) if scalar => Some(element),
        _ => None,
    }
}

pub(super) fn element(ctx: &Context, ty: TypeId) -> TypeId {
    match ctx.type_kind(ty) {
        TypeKind::Vector { element, .. } | TypeKind::RankedTensor { element, .. } => *element,
        _ => ty,
    }
}

fn signless(ctx: &Context, ty: TypeId) -> Option<u32> {
    match ctx.type_kind(ty) {
        TypeKind::Integer { width: width @ 1.., signedness: crate::data::Signedness::Signless } => {
            Some(*width)
        }
        _ => None,
    }
}
