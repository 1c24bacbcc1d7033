//! Checks that MLIR 22.1.8's verifiers make in C++, by the names that `assay.relations` has for them: of the extents of
//! types and of attributes, which relations have no words for. They are decided on given types alone.

use std::iter::zip;

use crate::affine::{Map, Term};
use crate::data::{AttrId, AttrKind, Context, Dim, Ident, Signedness, TypeId, TypeKind};

use super::predicate::extents;

/// A check of an operation: the kind and the names of what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What is checked.
    pub kind: CheckKind,
    /// Operands, results and attributes, in the order that the kind expects.
    pub names: Vec<Ident>,
}

/// A kind of check. What it takes stands in parentheses; only the last one may be several values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckKind {
    /// `allocates(memref, symbols)`: the layout takes this number of symbols.
    Allocates,
    /// `bitcasts(source, result)`: what `llvm.bitcast` accepts: pointers become pointers of their address space.
    Bitcasts,
    /// `broadcasts(result, operands)`: the operands have the rank of the result, and their extents broadcast to its own
    /// (`SameOperandsAndResultRank`, `ResultsBroadcastableShape`).
    Broadcasts,
    /// `casts(source, result)`: what `tensor.cast` and `memref.cast` accept.
    Casts,
    /// `clamps(input, least, most)`: numbers of the element type in order.
    Clamps,
    /// `collapses(input, axis, output)`: one axis is reduced to one element.
    Collapses,
    /// `combines(source, kind)`: a `#vector.kind` that the element type has.
    Combines,
    /// `concatenates(result, dimension, operands..)`: the operands one behind the other along a dimension.
    Concatenates,
    /// `counts(result, operands..)`: one operand for each dimension of a vector, one for a vector without dimensions.
    Counts,
    /// `extracts(source, position, result)`: a part of a vector at a position inside of it.
    Extracts,
    /// `holds(result, operands..)`: one operand for each element of a vector, of the type of the elements.
    Holds,
    /// `initializes(value, result)`: what `llvm.mlir.constant` accepts.
    Initializes,
    /// `inserts(part, whole, position, numbers..)`: a part of a vector, or an element, at a position inside of it.
    Inserts,
    /// `loads(memref, vector, indices..)`: a vector of the elements that lie one behind the other in the last dimension, with an index
    /// for each dimension.
    Loads,
    /// `masks(sizes, result)`: the first places of each dimension of a vector.
    Masks,
    /// `packs(tensor, packed, dimensions, tiles, permutation, padding..)`: the form of a tensor in which some dimensions are in tiles,
    /// which are whole where there is no padding.
    Packs,
    /// `permutes(source, permutation, result)`: the extents of a tensor in another order, where they are known.
    Permutes,
    /// `reduces(source, dimensions, result)`: the dimensions of a vector that are left, or its element.
    Reduces,
    /// `repeats(source, result)`: a scalar or vector that `vector.broadcast` takes.
    Repeats,
    /// `reshapes(source, result)`: as many elements of the same type.
    Reshapes,
    /// `reverses(source, axis, result)`: a tensor of the same type, of whose dimensions the axis is one.
    Reverses,
    /// `selects(first, second, mask, result)`: parts of two vectors by their numbers.
    Selects,
    /// `slices(whole, offsets, sizes, strides, part, numbers..)`: the part of a tensor in its bounds, whose extents of one may be left
    /// out; as many further numbers as the lists leave open.
    Slices,
    /// `transfers(vector, source, padding, map, in_bounds, indices..)`: a vector whose dimensions are some of the source, or
    /// broadcast; with an index for each dimension of the source, and no mask.
    Transfers,
    /// `transposes(vector, permutation, result)`: the extents in another order.
    Transposes,
    /// `unpacks(packed, tensor, dimensions, tiles, permutation)`: the tensor of a form in tiles, which may leave out padding.
    Unpacks,
    /// `windows(vector, offsets, sizes, strides, result)`: the first dimensions of a vector from offsets on.
    Windows,
    /// `zeroes(result)`: a type of LLVM that has a zero.
    Zeroes,
    /// `writes_window(part, vector, offsets, strides)`: the last dimensions of a vector take a part of their rank.
    WritesWindow,
}

/// The names of checks, with the number of names that they take, or take at least.
const KINDS: [(&str, CheckKind, usize); 29] = [
    ("allocates", CheckKind::Allocates, 2),
    ("bitcasts", CheckKind::Bitcasts, 2),
    ("concatenates", CheckKind::Concatenates, 3),
    ("counts", CheckKind::Counts, 2),
    ("holds", CheckKind::Holds, 2),
    ("initializes", CheckKind::Initializes, 2),
    ("inserts", CheckKind::Inserts, 4),
    ("loads", CheckKind::Loads, 2),
    ("masks", CheckKind::Masks, 2),
    ("packs", CheckKind::Packs, 5),
    ("permutes", CheckKind::Permutes, 3),
    ("reduces", CheckKind::Reduces, 3),
    ("reshapes", CheckKind::Reshapes, 2),
    ("reverses", CheckKind::Reverses, 3),
    ("selects", CheckKind::Selects, 4),
    ("broadcasts", CheckKind::Broadcasts, 2),
    ("casts", CheckKind::Casts, 2),
    ("clamps", CheckKind::Clamps, 3),
    ("collapses", CheckKind::Collapses, 3),
    ("combines", CheckKind::Combines, 2),
    ("extracts", CheckKind::Extracts, 3),
    ("repeats", CheckKind::Repeats, 2),
    ("slices", CheckKind::Slices, 5),
    ("transfers", CheckKind::Transfers, 5),
    ("transposes", CheckKind::Transposes, 3),
    ("unpacks", CheckKind::Unpacks, 5),
    ("windows", CheckKind::Windows, 5),
    ("zeroes", CheckKind::Zeroes, 1),
    ("writes_window", CheckKind::WritesWindow, 4),
];

impl Check {
    /// Reads `name(a, b)`; `None` where the name is of no check, an error where the number of names is another one.
    pub(super) fn read(ctx: &Context, text: &str) -> Option<Result<Check, String>> {
        let (name, rest) = text.trim().split_once('(')?;
        let (_, kind, least) = KINDS.iter().find(|(known, ..)| *known == name)?;
        let names = rest.strip_suffix(')').unwrap_or(rest).split(',');
        let names: Vec<Ident> = names.map(|name| ctx.ident(name.trim())).collect();
        let several = kind.takes_more() && names.len() > *least;
        Some(match names.len() == *least || several {
            true => Ok(Check { kind: *kind, names }),
            false => Err(format!("`{name}` is about {least} names, and there are {}", names.len())),
        })
    }

    /// As the grammar writes it.
    pub fn text(&self, ctx: &Context) -> String {
        let name = KINDS.iter().find(|(_, kind, _)| *kind == self.kind).map_or("", |(name, ..)| name);
        let names: Vec<&str> = self.names.iter().map(|name| ctx.str(*name)).collect();
        format!("{name}({})", names.join(", "))
    }
}

impl CheckKind {
    /// True of a check that takes more names than its first ones.
    fn takes_more(self) -> bool {
        matches!(
            self,
            CheckKind::Broadcasts
                | CheckKind::Concatenates
                | CheckKind::Counts
                | CheckKind::Holds
                | CheckKind::Inserts
                | CheckKind::Loads
                | CheckKind::Packs
                | CheckKind::Slices
                | CheckKind::Transfers
        )
    }

    /// Whether the check holds of these types and attributes; `None` where that is not known here.
    pub fn holds(self, ctx: &Context, about: &[AttrId]) -> Option<bool> {
        let ty = |index: usize| about.get(index).and_then(|attr| ctx.as_type(*attr));
        let numbers = |index: usize| about.get(index).and_then(|attr| numbers(ctx, *attr));
        let attr = |index: usize| about.get(index).copied();
        match self {
            CheckKind::Allocates => allocates(ctx, ty(0)?, about.len() - 1),
            CheckKind::Bitcasts => bitcasts(ctx, ty(0)?, ty(1)?),
            CheckKind::Concatenates => {
                let all: Option<Vec<TypeId>> = about[2..].iter().map(|one| ctx.as_type(*one)).collect();
                concatenates(ctx, ty(0)?, integer(ctx, attr(1)?)?, &all?)
            }
            CheckKind::Counts => {
                let (shape, _) = vector(ctx, ty(0)?)?;
                Some(about.len() - 1 == shape.len().max(1))
            }
            CheckKind::Holds => {
                let (shape, element) = vector(ctx, ty(0)?)?;
                let given = about[1..].iter().all(|one| ctx.as_type(*one) == Some(element));
                let count = shape.iter().map(|(extent, _)| u128::from(*extent)).product::<u128>();
                Some(given && count == about.len() as u128 - 1)
            }
            CheckKind::Initializes => initializes(ctx, attr(0)?, ty(1)?),
            CheckKind::Loads => loads(ctx, ty(0)?, ty(1)?, &types_from(ctx, about, 2)?),
            CheckKind::Transfers => {
                let map = Map::from_attr(ctx, attr(3)?)?;
                let rest = types_from(ctx, about, 5)?;
                transfers(ctx, [ty(0)?, ty(1)?, ty(2)?], &map, &numbers(4)?, &rest)
            }
            CheckKind::Masks => masks(ctx, &numbers(0)?, ty(1)?),
            CheckKind::Zeroes => zeroes(ctx, ty(0)?),
            CheckKind::Inserts => inserts(ctx, ty(0)?, ty(1)?, &numbers(2)?, about.len() - 3),
            CheckKind::Packs => {
                let lists = [&numbers(2)?, &numbers(3)?, &numbers(4)?];
                let padding = types_from(ctx, about, 5)?;
                let element = ctx.element_type(ty(0)?);
                if padding.iter().any(|one| Some(*one) != element) {
                    return None;
                }
                packs(ctx, ty(0)?, ty(1)?, lists, !padding.is_empty())
            }
            CheckKind::Unpacks => {
                packs(ctx, ty(1)?, ty(0)?, [&numbers(2)?, &numbers(3)?, &numbers(4)?], true)
            }
            CheckKind::Permutes => permutes(ctx, ty(0)?, &numbers(1)?, ty(2)?),
            CheckKind::Reduces => reduces(ctx, ty(0)?, &numbers(1)?, ty(2)?),
            CheckKind::Reshapes => reshapes(ctx, ty(0)?, ty(1)?),
            CheckKind::Reverses => reverses(ctx, ty(0)?, integer(ctx, attr(1)?)?, ty(2)?),
            CheckKind::Selects => selects(ctx, [ty(0)?, ty(1)?], &numbers(2)?, ty(3)?),
            CheckKind::Broadcasts => {
                let all: Option<Vec<TypeId>> = about.iter().map(|one| ctx.as_type(*one)).collect();
                let all = all?;
                broadcasts(ctx, *all.first()?, &all[1..])
            }
            CheckKind::Casts => casts(ctx, ty(0)?, ty(1)?),
            CheckKind::Clamps => clamps(ctx, ty(0)?, attr(1)?, attr(2)?),
            CheckKind::Collapses => collapses(ctx, ty(0)?, integer(ctx, attr(1)?)?, ty(2)?),
            CheckKind::Combines => combines(ctx, ty(0)?, attr(1)?),
            CheckKind::Extracts => extracts(ctx, ty(0)?, &numbers(1)?, ty(2)?),
            CheckKind::Repeats => repeats(ctx, ty(0)?, ty(1)?),
            CheckKind::Slices => {
                let lists = [numbers(1)?, numbers(2)?, numbers(3)?];
                slices(ctx, ty(0)?, &lists, ty(4)?, about.len() - 5)
            }
            CheckKind::Transposes => transposes(ctx, ty(0)?, &numbers(1)?, ty(2)?),
            CheckKind::Windows => windows(ctx, ty(0)?, [&numbers(1)?, &numbers(2)?, &numbers(3)?], ty(4)?),
            CheckKind::WritesWindow => writes_window(ctx, [ty(0)?, ty(1)?], [&numbers(2)?, &numbers(3)?]),
        }
    }
}

/// The mark of a dynamic number in `array<i64: ..>`.
const DYNAMIC: i64 = i64::MIN;

fn integer(ctx: &Context, attr: AttrId) -> Option<i64> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// The numbers of a list.
fn numbers(ctx: &Context, attr: AttrId) -> Option<Vec<i64>> {
    match ctx.attr_kind(attr) {
        AttrKind::DenseArray { values, .. } | AttrKind::Array(values) => {
            values.iter().map(|value| integer(ctx, *value)).collect()
        }
        _ => None,
    }
}

/// Extents of a vector, with those that are scalable, and its element type.
fn vector(ctx: &Context, ty: TypeId) -> Option<(&[(u64, bool)], TypeId)> {
    match ctx.type_kind(ty) {
        TypeKind::Vector { shape, element } => Some((shape, *element)),
        _ => None,
    }
}

fn types_from(ctx: &Context, about: &[AttrId], first: usize) -> Option<Vec<TypeId>> {
    about.get(first..)?.iter().map(|one| ctx.as_type(*one)).collect()
}

fn are_indices(ctx: &Context, types: &[TypeId], rank: usize) -> bool {
    types.len() == rank && types.iter().all(|ty| *ctx.type_kind(*ty) == TypeKind::Index)
}

/// `vector::LoadOp::verify` and that of `StoreOp` of MLIR 22.1.8, for memrefs of scalars.
fn loads(ctx: &Context, memref: TypeId, vector_type: TypeId, indices: &[TypeId]) -> Option<bool> {
    let TypeKind::MemRef { shape, element, layout, .. } = ctx.type_kind(memref) else { return None };
    let (extents, inner) = vector(ctx, vector_type)?;
    if vector(ctx, *element).is_some() {
        return None;
    }
    let one_element = extents.iter().all(|(extent, scalable)| *extent == 1 && !scalable);
    let unit_stride = match layout.map(|layout| ctx.attr_kind(layout)) {
        None => true,
        Some(AttrKind::Strided { strides, .. }) => strides.last().is_none_or(|stride| *stride == Some(1)),
        Some(_) => return None,
    };
    let fits = shape.len() >= extents.len() && inner == *element && are_indices(ctx, indices, shape.len());
    Some(fits && (one_element || unit_stride))
}

/// `commonVerifierPackAndUnPackOp` of MLIR 22.1.8, where all extents and tiles are written and no tile is left out.
fn packs(
    ctx: &Context,
    tensor: TypeId,
    packed: TypeId,
    [dims, tiles, permutation]: [&Vec<i64>; 3],
    padded: bool,
) -> Option<bool> {
    let known = |ty: TypeId| extents(ctx, ty)?.into_iter().collect::<Option<Vec<u64>>>();
    let (shape, packed_shape) = (known(tensor)?, known(packed)?);
    let places = |list: &[i64]| -> Option<Vec<usize>> {
        let place = |number: &i64| usize::try_from(*number).ok().filter(|place| *place < shape.len());
        let places = list.iter().map(place).collect::<Option<Vec<usize>>>()?;
        let once = (0..places.len()).all(|at| !places[..at].contains(&places[at]));
        once.then_some(places)
    };
    let tiles = tiles.iter().map(|tile| u64::try_from(*tile).ok()).collect::<Option<Vec<u64>>>()?;
    let (Some(dims), Some(mut order)) = (places(dims), places(permutation)) else { return Some(false) };
    if order.is_empty() {
        order.extend(0..shape.len());
    }
    if dims.len() != tiles.len() || order.len() != shape.len() || tiles.contains(&0) {
        return Some(false);
    }
    let mut outer = shape;
    for (dim, tile) in zip(&dims, &tiles) {
        if !padded && !outer[*dim].is_multiple_of(*tile) {
            return Some(false);
        }
        outer[*dim] = outer[*dim].div_ceil(*tile);
    }
    let wanted: Vec<u64> = order.iter().map(|dim| outer[*dim]).chain(tiles).collect();
    let fits = ctx.element_type(tensor) == ctx.element_type(packed) && wanted.len() == packed_shape.len();
    // A packed form that is larger is accepted where extents are open.
    (fits && wanted == packed_shape).then_some(true).or((!fits).then_some(false))
}

/// `verifyTransferOp` and `verifyPermutationMap` of MLIR 22.1.8, where elements are scalars of one type and nothing is masked.
fn transfers(
    ctx: &Context,
    [vector_type, source, padding]: [TypeId; 3],
    map: &Map,
    in_bounds: &[i64],
    rest: &[TypeId],
) -> Option<bool> {
    let (extents, element) = vector(ctx, vector_type)?;
    let rank = match ctx.type_kind(source) {
        TypeKind::MemRef { shape, .. } | TypeKind::RankedTensor { shape, .. } => shape.len(),
        _ => return Some(false),
    };
    if ctx.element_type(source) != Some(element) || rest.iter().any(|ty| vector(ctx, *ty).is_some()) {
        return None;
    }
    let dims: Vec<Option<usize>> = (0..map.results.len()).map(|at| map.dim(at)).collect();
    let is_broadcast = |at: usize| matches!(map.results[at], Term::Constant(0));
    let once = dims.iter().enumerate().all(|(at, dim)| match dim {
        Some(_) => !dims[..at].contains(dim),
        None => is_broadcast(at),
    });
    // An element of a broadcast dimension is always there.
    if (0..dims.len()).any(|at| is_broadcast(at) && in_bounds.get(at) == Some(&0)) {
        return None;
    }
    let fits = padding == element
        && map.symbols == 0
        && map.dims == rank
        && map.results.len() == extents.len()
        && in_bounds.len() == extents.len()
        && are_indices(ctx, rest, rank);
    Some(fits && once)
}

fn allocates(ctx: &Context, ty: TypeId, symbols: usize) -> Option<bool> {
    match ctx.type_kind(ty) {
        TypeKind::MemRef { layout: None, .. } => Some(symbols == 0),
        _ => None,
    }
}

/// The extent that two extents broadcast to (`OpTrait::util::getBroadcastedShape`).
fn broadcast(a: Dim, b: Dim) -> Option<Dim> {
    match (a, b) {
        (Some(1), other) | (other, Some(1)) => Some(other),
        (Some(a), Some(b)) => (a == b).then_some(Some(a)),
        (None, Some(known)) | (Some(known), None) if known > 1 => Some(Some(known)),
        _ => Some(None),
    }
}

fn fits(a: Dim, b: Dim) -> bool {
    a.is_none() || b.is_none() || a == b
}

fn broadcasts(ctx: &Context, result: TypeId, operands: &[TypeId]) -> Option<bool> {
    let ranked: Vec<Vec<Dim>> = operands.iter().filter_map(|ty| extents(ctx, *ty)).collect();
    let result = extents(ctx, result);
    let mut ranks = ranked.iter().chain(&result).map(Vec::len);
    let rank = ranks.next();
    if ranks.any(|other| Some(other) != rank) {
        return Some(false);
    }
    let Some((first, rest)) = ranked.split_first() else { return Some(true) };
    let mut shape = first.clone();
    for other in rest {
        let Some(next) = zip(&shape, other).map(|(a, b)| broadcast(*a, *b)).collect() else {
            return Some(false);
        };
        shape = next;
    }
    Some(result.is_none_or(|result| zip(shape, result).all(|(a, b)| fits(a, b))))
}

fn casts(ctx: &Context, source: TypeId, result: TypeId) -> Option<bool> {
    if ctx.element_type(source) != ctx.element_type(result) {
        return Some(false);
    }
    let shapes = match (extents(ctx, source), extents(ctx, result)) {
        (Some(a), Some(b)) => a.len() == b.len() && zip(a, b).all(|(a, b)| fits(a, b)),
        _ => true,
    };
    match (ctx.type_kind(source), ctx.type_kind(result)) {
        (
            TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_),
            TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_),
        ) => Some(shapes),
        (TypeKind::MemRef { layout: a, space: s, .. }, TypeKind::MemRef { layout: b, space: t, .. }) => {
            match shapes && s == t {
                true if a.is_some() || b.is_some() => None,
                fit => Some(fit),
            }
        }
        (TypeKind::MemRef { space: s, .. }, TypeKind::UnrankedMemRef { space: t, .. })
        | (TypeKind::UnrankedMemRef { space: s, .. }, TypeKind::MemRef { space: t, .. }) => Some(s == t),
        _ => Some(false),
    }
}

fn clamps(ctx: &Context, input: TypeId, least: AttrId, most: AttrId) -> Option<bool> {
    let element = ctx.element_type(input)?;
    if [least, most].iter().any(|attr| ctx.attr_type(*attr) != Some(element)) {
        // Quantized elements have the numbers of their storage type.
        return if matches!(ctx.type_kind(element), TypeKind::Opaque { .. }) { None } else { Some(false) };
    }
    match ctx.type_kind(element) {
        TypeKind::Integer { width: 1, .. } => Some(integer(ctx, least)? & 1 <= integer(ctx, most)? & 1),
        TypeKind::Integer { signedness: Signedness::Signless, .. } => {
            Some(integer(ctx, least)? <= integer(ctx, most)?)
        }
        _ => None,
    }
}

fn collapses(ctx: &Context, input: TypeId, axis: i64, output: TypeId) -> Option<bool> {
    let Ok(axis) = usize::try_from(axis) else { return Some(false) };
    let inside = |list: &Vec<Dim>| axis < list.len() || (axis == 0 && list.is_empty());
    let (input_extents, output_extents) = (extents(ctx, input), extents(ctx, output));
    let one = |list: &Vec<Dim>| list.is_empty() || fits(list[axis], Some(1));
    let fit = match (&input_extents, &output_extents) {
        (Some(from), Some(to)) => {
            let others = zip(from, to).enumerate().all(|(at, (a, b))| at == axis || fits(*a, *b));
            from.len() == to.len() && inside(from) && one(to) && others
        }
        (Some(from), None) => inside(from),
        (None, Some(to)) => inside(to) && one(to),
        (None, None) => true,
    };
    Some(fit && ctx.element_type(input) == ctx.element_type(output))
}

fn combines(ctx: &Context, source: TypeId, kind: AttrId) -> Option<bool> {
    let element = ctx.element_type(source)?;
    let integer = matches!(ctx.type_kind(element), TypeKind::Integer { .. } | TypeKind::Index);
    let float = matches!(ctx.type_kind(element), TypeKind::Float(_));
    let word = match ctx.attr_kind(kind) {
        AttrKind::Opaque { body, .. } => *body,
        AttrKind::Dialect { params, .. } => match ctx.attr_kind(*params.first()?) {
            AttrKind::String { text, .. } => *text,
            _ => return None,
        },
        _ => return None,
    };
    Some(match ctx.str(word).split_whitespace().next_back()? {
        "add" | "mul" => integer || float,
        "minui" | "minsi" | "maxui" | "maxsi" | "and" | "or" | "xor" => integer,
        _ => float,
    })
}

/// Positions lie inside of the extents, or are open, or the mark of poison.
fn inside(shape: &[(u64, bool)], position: &[i64]) -> bool {
    position.len() <= shape.len()
        && zip(position, shape).all(|(at, (extent, _))| {
            *at == DYNAMIC || *at == -1 || u64::try_from(*at).is_ok_and(|at| at < *extent)
        })
}

fn extracts(ctx: &Context, source: TypeId, position: &[i64], result: TypeId) -> Option<bool> {
    let (shape, element) = vector(ctx, source)?;
    if !inside(shape, position) {
        return Some(false);
    }
    let rest = &shape[position.len()..];
    let one = |ty: TypeId| vector(ctx, ty).is_some_and(|(shape, of)| *shape == [(1, false)] && of == element);
    Some(match vector(ctx, result) {
        Some((shape, of)) => {
            (shape == rest && of == element && !rest.is_empty()) || (rest.is_empty() && one(result))
        }
        None => result == element && (rest.is_empty() || *rest == [(1, false)]),
    })
}

fn repeats(ctx: &Context, source: TypeId, result: TypeId) -> Option<bool> {
    let (shape, element) = vector(ctx, result)?;
    let Some((part, of)) = vector(ctx, source) else { return Some(source == element) };
    let fits = |((from, scalable), (to, scales)): (&(u64, bool), &(u64, bool))| {
        let mixed =
            (*from == 1 && *scalable && *to != 1) || (scalable != scales && (*from != 1 || *scalable));
        (*from == 1 || from == to) && !mixed
    };
    let behind = shape.len().checked_sub(part.len());
    Some(of == element && behind.is_some_and(|start| zip(part, &shape[start..]).all(fits)))
}

/// The verifier of `llvm.bitcast` of MLIR 22.1.8, which asks nothing of what is no pointer.
fn bitcasts(ctx: &Context, source: TypeId, result: TypeId) -> Option<bool> {
    let element = |ty: TypeId| ctx.element_type(ty).unwrap_or(ty);
    let is_number =
        |ty: TypeId| matches!(ctx.type_kind(element(ty)), TypeKind::Integer { .. } | TypeKind::Float(_));
    match (is_number(source), is_number(result)) {
        (true, true) => Some(true),
        _ if element(source) == element(result) => Some(true),
        _ => None,
    }
}

/// The verifiers of `tensor.concat` and `tosa.concat` of MLIR 22.1.8.
fn concatenates(ctx: &Context, result: TypeId, axis: i64, operands: &[TypeId]) -> Option<bool> {
    let to = extents(ctx, result)?;
    let from: Vec<Vec<Dim>> = operands.iter().map(|ty| extents(ctx, *ty)).collect::<Option<_>>()?;
    let alike = operands.iter().all(|ty| ctx.element_type(*ty) == ctx.element_type(result));
    let Some(axis) = usize::try_from(axis).ok().filter(|axis| *axis < to.len()) else { return Some(false) };
    if from.is_empty() || !alike || from.iter().any(|one| one.len() != to.len()) {
        return Some(false);
    }
    let others = |at: usize| {
        let all = from.iter().map(|one| one[at]).chain([to[at]]);
        let known: Vec<u64> = all.flatten().collect();
        known.windows(2).all(|pair| pair[0] == pair[1])
    };
    let sum: Option<u64> = from.iter().map(|one| one[axis]).sum();
    Some((0..to.len()).all(|at| at == axis || others(at)) && fits(sum, to[axis]))
}

/// The verifier of `llvm.mlir.constant` of MLIR 22.1.8, for numbers.
fn initializes(ctx: &Context, value: AttrId, result: TypeId) -> Option<bool> {
    match (ctx.attr_kind(value), ctx.type_kind(result)) {
        (AttrKind::Integer { .. }, kind) => Some(matches!(kind, TypeKind::Integer { .. })),
        (AttrKind::Float { ty, .. }, TypeKind::Float(_)) => Some(*ty == result),
        (AttrKind::Float { ty, .. }, TypeKind::Integer { width, .. }) => match ctx.type_kind(*ty) {
            TypeKind::Float(kind) => Some(kind.bits() == *width),
            _ => None,
        },
        (AttrKind::Dense { ty, .. }, TypeKind::Vector { .. }) if *ty == result => Some(true),
        _ => None,
    }
}

/// The verifier of `llvm.mlir.zero` of MLIR 22.1.8, which asks of types of targets if they have a zero.
fn zeroes(ctx: &Context, result: TypeId) -> Option<bool> {
    matches!(ctx.type_kind(result), TypeKind::Integer { .. } | TypeKind::Float(_) | TypeKind::Vector { .. })
        .then_some(true)
}

/// The verifier of `vector.constant_mask` of MLIR 22.1.8, for vectors of fixed lengths.
fn masks(ctx: &Context, sizes: &[i64], result: TypeId) -> Option<bool> {
    let (shape, _) = vector(ctx, result)?;
    if shape.iter().any(|(_, scalable)| *scalable) {
        return None;
    }
    let shape: Vec<u64> = match shape {
        [] => vec![1],
        _ => shape.iter().map(|(extent, _)| *extent).collect(),
    };
    let inside = |(size, extent): (&i64, &u64)| u64::try_from(*size).is_ok_and(|size| size <= *extent);
    let empty = sizes.iter().filter(|size| **size == 0).count();
    let whole = empty == 0 || empty == sizes.len();
    Some(sizes.len() == shape.len() && zip(sizes, &shape).all(inside) && whole)
}

/// The verifier of `vector.insert` of MLIR 22.1.8, which does not hold extents against each other.
fn inserts(ctx: &Context, part: TypeId, whole: TypeId, position: &[i64], given: usize) -> Option<bool> {
    let (shape, element) = vector(ctx, whole)?;
    let (small, of) = vector(ctx, part).unwrap_or((&[], part));
    let ranks = position.len() + small.len() == shape.len();
    if of != element || !ranks || !inside(shape, position) {
        return Some(false);
    }
    let open = position.iter().filter(|at| **at == DYNAMIC).count();
    let is_plain = vector(ctx, part).is_none_or(|(shape, _)| !shape.is_empty());
    (is_plain && open == given).then_some(true)
}

/// The verifier of `tosa.transpose` of MLIR 22.1.8.
fn permutes(ctx: &Context, source: TypeId, permutation: &[i64], result: TypeId) -> Option<bool> {
    let (from, to) = (extents(ctx, source)?, extents(ctx, result)?);
    let mut sorted = permutation.to_vec();
    sorted.sort_unstable();
    let is_permutation = sorted.iter().copied().eq(0..from.len() as i64);
    let moved = || zip(permutation, &to).all(|(at, extent)| fits(from[*at as usize], *extent));
    Some(from.len() == to.len() && is_permutation && moved())
}

/// The type of a reduction of a vector (`MultiDimReductionOp::inferReturnTypes`).
fn reduces(ctx: &Context, source: TypeId, dimensions: &[i64], result: TypeId) -> Option<bool> {
    let (shape, element) = vector(ctx, source)?;
    // Numbers behind the last dimension are taken, and change nothing.
    if dimensions.iter().any(|at| *at < 0) {
        return None;
    }
    let stays = |(at, _): &(usize, &(u64, bool))| !dimensions.contains(&(*at as i64));
    let left: Vec<(u64, bool)> = shape.iter().enumerate().filter(stays).map(|(_, extent)| *extent).collect();
    Some(match vector(ctx, result) {
        Some((extents, of)) => !left.is_empty() && *extents == *left && of == element,
        None => left.is_empty() && result == element,
    })
}

/// The verifier of `vector.shape_cast` of MLIR 22.1.8, for vectors of fixed lengths.
fn reshapes(ctx: &Context, source: TypeId, result: TypeId) -> Option<bool> {
    let [(from, x), (to, y)] = [vector(ctx, source)?, vector(ctx, result)?];
    if from.iter().chain(to).any(|(_, scalable)| *scalable) {
        return None;
    }
    let count = |shape: &[(u64, bool)]| shape.iter().map(|(extent, _)| u128::from(*extent)).product::<u128>();
    Some(x == y && count(from) == count(to))
}

/// The verifier of `tosa.reverse` of MLIR 22.1.8.
fn reverses(ctx: &Context, source: TypeId, axis: i64, result: TypeId) -> Option<bool> {
    let from = extents(ctx, source)?;
    let inside = usize::try_from(axis).is_ok_and(|axis| axis < from.len());
    if !inside || ctx.element_type(source) != ctx.element_type(result) {
        return Some(false);
    }
    // The verifier does not hold extents against each other.
    let to = extents(ctx, result)?;
    (from.len() == to.len()).then_some(true)
}

/// The verifier of `vector.shuffle` of MLIR 22.1.8; a vector without dimensions has one element.
fn selects(ctx: &Context, sources: [TypeId; 2], mask: &[i64], result: TypeId) -> Option<bool> {
    let [(first, x), (second, y), (to, z)] =
        [vector(ctx, sources[0])?, vector(ctx, sources[1])?, vector(ctx, result)?];
    let one_element: &[(u64, bool)] = &[(1, false)];
    let [first, second] = [first, second].map(|shape| if shape.is_empty() { one_element } else { shape });
    let ([(one, _), rest @ ..], [(other, _), others @ ..]) = (first, second) else { return None };
    let Some(((length, _), left)) = to.split_first() else { return Some(false) };
    let known = -1..=one.checked_add(*other).and_then(|sum| i64::try_from(sum).ok())? - 1;
    let alike = x == y && y == z && rest == others && others == left;
    Some(
        alike && !mask.is_empty() && mask.len() as u64 == *length && mask.iter().all(|at| known.contains(at)),
    )
}

/// Extents, offsets, sizes and strides in step, in the order of dimensions; `verifyInBoundsSlice` and the verifier of
/// `OffsetSizeAndStrideOpInterface` of MLIR 22.1.8.
fn slices(
    ctx: &Context,
    whole: TypeId,
    [offsets, sizes, strides]: &[Vec<i64>; 3],
    part: TypeId,
    given: usize,
) -> Option<bool> {
    let (from, to) = (extents(ctx, whole)?, extents(ctx, part)?);
    let open = |list: &Vec<i64>| list.iter().filter(|number| **number == DYNAMIC).count();
    let fits = [offsets, sizes, strides].iter().all(|list| list.len() == from.len())
        && [offsets, sizes, strides].into_iter().map(open).sum::<usize>() == given
        && ctx.element_type(whole) == ctx.element_type(part)
        && [offsets, sizes].into_iter().flatten().all(|number| *number >= 0 || *number == DYNAMIC);
    let inside = |at: usize| {
        let known = |number: i64| (number != DYNAMIC).then_some(i128::from(number));
        let (Some(extent), Some(offset)) = (from[at], known(offsets[at])) else { return true };
        if offset >= i128::from(extent) {
            // An empty slice may start behind the last element.
            return sizes[at] == 0 && offset == i128::from(extent);
        }
        let (Some(size), Some(stride)) = (known(sizes[at]), known(strides[at])) else { return true };
        size == 0 || (0..i128::from(extent)).contains(&(offset + (size - 1) * stride))
    };
    if !fits || !(0..from.len()).all(inside) {
        return Some(false);
    }
    let taken: Vec<Dim> = sizes.iter().map(|size| u64::try_from(*size).ok()).collect();
    Some(is_rank_reduced(&taken, &to))
}

/// Tells if extents are what is left of others when some that are one are left out (`isRankReducedType`).
fn is_rank_reduced(taken: &[Dim], left: &[Dim]) -> bool {
    let mut rest = left.iter().peekable();
    let mut dropped = taken.iter().filter(|extent| {
        let stays = rest.peek() == Some(extent);
        if stays {
            rest.next();
        }
        !stays
    });
    let units = dropped.all(|extent| *extent == Some(1));
    units && rest.next().is_none()
}

/// The verifier of `vector.extract_strided_slice` of MLIR 22.1.8.
fn windows(
    ctx: &Context,
    source: TypeId,
    [offsets, sizes, strides]: [&[i64]; 3],
    result: TypeId,
) -> Option<bool> {
    let [(from, x), (to, y)] = [vector(ctx, source)?, vector(ctx, result)?];
    if from.iter().chain(to).any(|(_, scalable)| *scalable) {
        return None;
    }
    let fits = offsets.len() <= from.len()
        && [sizes.len(), strides.len()].iter().all(|length| *length == offsets.len())
        && strides.iter().all(|stride| *stride == 1);
    let inside = |((offset, size), (extent, _)): ((&i64, &i64), &(u64, bool))| {
        let extent = i128::from(*extent);
        (0..extent).contains(&i128::from(*offset))
            && (1..=extent).contains(&i128::from(*size))
            && i128::from(*offset) + i128::from(*size) <= extent
    };
    let taken = || {
        let extents = from.iter().map(|(extent, _)| *extent).skip(sizes.len());
        sizes.iter().map(|size| u64::try_from(*size).unwrap_or(0)).chain(extents)
    };
    Some(
        x == y
            && fits
            && zip(zip(offsets, sizes), from).all(inside)
            && taken().eq(to.iter().map(|(extent, _)| *extent)),
    )
}

/// The verifier of `vector.insert_strided_slice` of MLIR 22.1.8.
fn writes_window(ctx: &Context, [part, whole]: [TypeId; 2], [offsets, strides]: [&[i64]; 2]) -> Option<bool> {
    let [(small, x), (large, y)] = [vector(ctx, part)?, vector(ctx, whole)?];
    if small.iter().chain(large).any(|(_, scalable)| *scalable) {
        return None;
    }
    let Some(front) = large.len().checked_sub(small.len()) else { return Some(false) };
    let fits = offsets.len() == large.len()
        && strides.len() == small.len()
        && strides.iter().all(|stride| *stride == 1);
    let inside = |(at, (extent, _)): (usize, &(u64, bool))| {
        let size = at.checked_sub(front).map_or(1, |at| i128::from(small[at].0));
        let offset = i128::from(offsets[at]);
        (0..i128::from(*extent)).contains(&offset) && offset + size <= i128::from(*extent)
    };
    Some(x == y && fits && large.iter().enumerate().all(inside))
}

fn transposes(ctx: &Context, source: TypeId, permutation: &[i64], result: TypeId) -> Option<bool> {
    let [(from, x), (to, y)] = [vector(ctx, source)?, vector(ctx, result)?];
    let mut sorted = permutation.to_vec();
    sorted.sort_unstable();
    let is_permutation = sorted.iter().copied().eq(0..from.len() as i64);
    let moved = || zip(permutation, to).all(|(at, (extent, _))| from[*at as usize].0 == *extent);
    Some(x == y && from.len() == to.len() && is_permutation && moved())
}
