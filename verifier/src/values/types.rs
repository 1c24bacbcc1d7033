//! At which types a pattern is looked at. What the specs of the matched operations say of types is settled here, so that no
//! question is asked about a program that cannot be. Knows no meaning and no solver.
//!
//! A type that the pattern leaves open is an integer, `index`, a floating-point type, or something that is only passed on; that
//! of a memref has the elements that are loaded and stored and [`EXTENT`] of them in each dimension. Vectors and tensors need
//! no look of their own where every operation works on each element alone; where no scalar fits, or an operation works on whole
//! ones, they are taken to be of two integers.

use std::ops::ControlFlow;

use assay_ir::data::{Context, FloatKind, TypeId, TypeKind};
use assay_ir::spec::Registry;
use rustc_hash::FxHashMap;

use super::builder::Types;
use super::coverage::on_memory;
use crate::pattern::classes::Classes;
use crate::pattern::model::{Model, TypeIx};
use crate::witness::choose::Matched;
use assay_type_solver::concrete::Value;
use assay_type_solver::finite::listed_types;
use assay_type_solver::search::{ConjunctIndex, Values, holds};

/// One width variable goes up to here.
pub(crate) const MAX_WIDTH: u32 = 64;

/// Several are combined up to here.
const MAX_COMBINED: u32 = 16;

/// Elements of a memref in each dimension, where its type is open.
pub(crate) const EXTENT: u64 = 4;

/// Elements of a vector or a tensor, where its type is open.
const ELEMENTS: u64 = 2;

/// Open types of which several may be floating-point types that differ, or vectors beside scalars.
const MAX_MIXED: usize = 3;

/// Vector and tensor types of a pattern that its open types are tried at.
const MAX_NAMED: usize = 3;

/// Types that a pattern may leave open.
pub(super) const MAX_OPEN: usize = 6;

/// What an open type is taken to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A signless integer.
    Integer,
    /// `index`.
    Index,
    /// A floating-point type.
    Float,
    /// `f64`, beside another floating-point type.
    Double,
    /// A type that no operation computes with.
    Other,
    /// A vector of a few integers, where no scalar fits.
    Vector,
    /// A tensor of a few integers, where no scalar fits.
    Tensor,
    /// A vector or tensor type that the pattern names elsewhere, where nothing else fits.
    Named(TypeId),
}

impl Kind {
    /// Tells if it holds integers, whose width is to be chosen.
    pub(crate) fn has_width(self) -> bool {
        matches!(self, Kind::Integer | Kind::Vector | Kind::Tensor)
    }

    fn is_shaped(self) -> bool {
        matches!(self, Kind::Vector | Kind::Tensor | Kind::Named(_))
    }

    /// The type with integers of a width; `None` where it holds none.
    fn of_integers(self, ctx: &Context, width: u32) -> Option<TypeId> {
        let element = ctx.integer(width);
        match self {
            Kind::Integer => Some(element),
            Kind::Vector => {
                let shape = Box::new([(ELEMENTS, false)]);
                Some(ctx.ty(TypeKind::Vector { shape, element }))
            }
            Kind::Tensor => {
                let shape = Box::new([Some(ELEMENTS)]);
                Some(ctx.ty(TypeKind::RankedTensor { shape, element, encoding: None }))
            }
            Kind::Index | Kind::Float | Kind::Double | Kind::Other | Kind::Named(_) => None,
        }
    }
}

/// Open types as kinds, and the widths of those that are integers.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// One for each open type.
    pub kinds: Vec<Kind>,
    /// Widths of the integers among them, small ones first.
    pub widths: Vec<Vec<u32>>,
    /// Whether `index` occurs, so that both of its widths have to be looked at.
    pub index: bool,
    /// The choices for the open floating-point types.
    pub floats: Vec<FloatKind>,
    /// True if the specs admit no other widths.
    pub all_widths: bool,
}

/// What is chosen beside the widths of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The width of `index`.
    pub index: u32,
    /// What open floating-point types are.
    pub float: FloatKind,
}

impl Choice {
    /// `index` of 64 bits and `f32`.
    pub(crate) const PLAIN: Choice = Choice { index: 64, float: FloatKind::F32 };
}

impl Case {
    /// All that has to be looked at beside widths.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        let indices: &[u32] = if self.index { &[32, 64] } else { &[64] };
        self.floats
            .iter()
            .flat_map(|float| indices.iter().map(|index| Choice { index: *index, float: *float }))
            .collect()
    }
}

/// All that has to be looked at.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The open classes of types.
    pub open: Vec<TypeIx>,
    /// The open classes that have to be memrefs: dimensions, and the class of the element type.
    pub memrefs: Vec<(TypeIx, usize, TypeIx)>,
    /// The types of all others.
    pub fixed: FxHashMap<TypeIx, TypeId>,
    /// The cases that the specs admit.
    pub cases: Vec<Case>,
    /// Whether vectors fit as well.
    pub vectors: bool,
    /// The combinations that were tried to make it.
    pub tried: u64,
}

/// Lists what has to be looked at, integers of up to `width_max` bits; `None` when too much is open.
pub(crate) fn plan(
    registry: &Registry,
    model: &Model,
    classes: &Classes<'_>,
    width_max: u32,
) -> Option<Plan> {
    let ctx = registry.ctx();
    let mut fixed = FxHashMap::default();
    let mut open = Vec::new();
    let used = model.values.iter().map(|value| value.ty).chain(model.attributes.iter().filter_map(|a| a.ty));
    for class in used.chain(0..model.types.len()).map(|ty| classes.ty(ty)) {
        match classes.type_constant(class) {
            Some(ty) => {
                fixed.insert(class, ty);
            }
            None if open.contains(&class) => {}
            None => open.push(class),
        }
    }
    let memrefs = memrefs(ctx, model, classes, &open);
    open.retain(|class| memrefs.iter().all(|(memref, ..)| memref != class));
    if open.len() > MAX_OPEN {
        return None;
    }
    let mut plan = Plan { open, memrefs, fixed, cases: Vec::new(), vectors: false, tried: 0 };
    let index = plan.fixed.values().any(|ty| *ctx.type_kind(*ty) == TypeKind::Index)
        || model.nodes.iter().filter_map(|node| node.name).any(|name| ctx.str(name).starts_with("index."))
        || model.created.iter().any(|created| ctx.str(created.name).starts_with("index."));
    let given = FxHashMap::default();
    let matched = Matched::new(registry, classes, &given);
    let statement = matched.statement();
    let unknowns = plan.open.iter().map(|class| matched.type_variable(*class));
    let Some(sheet) = ConjunctIndex::new(ctx, &statement, unknowns, true) else { return Some(plan) };
    let all: Vec<Value> =
        (1..=width_max.min(MAX_WIDTH)).map(|width| Some(ctx.type_attr(ctx.integer(width)))).collect();
    let alone = plan.open.iter().map(|class| matched.type_variable(*class));
    let alone = alone.filter_map(|unknown| ConjunctIndex::new(ctx, &statement, [unknown].into_iter(), true));
    let listed = |class: &TypeIx| listed_types(ctx, &statement, matched.type_variable(*class));
    let listed = plan.open.iter().map(listed).collect();
    let look = TypeEnumerator { ctx, sheet, alone: alone.collect(), all: &all, listed };
    let plain = [Kind::Integer, Kind::Index, Kind::Float, Kind::Other];
    plan.look(&look, &plain, index);
    let few = plan.open.len() <= MAX_MIXED;
    // Where no one floating-point type fits, two may.
    if plan.cases.is_empty() && few {
        plan.look(&look, &[Kind::Integer, Kind::Double, Kind::Float], index);
    }
    let shaped = is_shaped(ctx, model);
    if (plan.cases.is_empty() || shaped) && few {
        plan.look(&look, &[Kind::Integer, Kind::Vector, Kind::Tensor], index);
    }
    if plan.cases.is_empty() && few && !plan.open.is_empty() {
        let named = named(ctx, &plan.fixed).into_iter().map(Kind::Named);
        let kinds: Vec<Kind> = [Kind::Integer, Kind::Index].into_iter().chain(named).collect();
        plan.look(&look, &kinds, index);
    }
    let scalar = |case: &&Case| !shaped && !case.kinds.iter().any(|kind| kind.is_shaped());
    if let Some(case) = plan.cases.first().filter(scalar).filter(|_| !plan.open.is_empty()) {
        let widths = case.widths.first().map_or(&[][..], Vec::as_slice);
        let float = case.floats.first().copied().unwrap_or(FloatKind::F32);
        let mut types = plan.assign(ctx, &case.kinds, widths, float);
        for class in &plan.open {
            if let Some(element) = types.get(class).copied() {
                let shape = Box::new([(2, false)]);
                types.insert(*class, ctx.ty(TypeKind::Vector { shape, element }));
            }
        }
        let value =
            |(class, ty): (&TypeIx, &TypeId)| (matched.type_variable(*class), Some(ctx.type_attr(*ty)));
        let values: Vec<_> = types.iter().map(value).collect();
        plan.vectors = holds(ctx, &statement, &values) != Some(false);
    }
    Some(plan)
}

impl Plan {
    /// Adds the cases with these kinds.
    fn look(&mut self, look: &TypeEnumerator<'_>, kinds: &[Kind], index: bool) {
        let tried = &mut self.tried;
        let fitting = look.alone.iter().map(|alone| {
            kinds.iter().copied().filter(|kind| look.may_be(alone, *kind, tried)).collect::<Vec<Kind>>()
        });
        let fitting: Vec<Vec<Kind>> = fitting.collect();
        // Scalars alone were looked at before shapes.
        let shapes = kinds.iter().any(|kind| kind.is_shaped());
        for kinds in all_kinds(&fitting) {
            if shapes && !kinds.iter().any(|kind| kind.is_shaped()) {
                continue;
            }
            self.cases.extend(cases(look, &kinds, index, &mut self.tried));
        }
    }

    /// The types of a case at these widths.
    pub(crate) fn at(&self, ctx: &Context, case: &Case, widths: &[u32], choice: Choice) -> Types {
        Types {
            of: self.assign(ctx, &case.kinds, widths, choice.float),
            index: choice.index,
            narrowed_type: None,
            width_sample: None,
        }
    }

    /// The one integer type of a pattern without open types that is wider than numbers are here.
    pub(super) fn wide(&self, ctx: &Context) -> Option<TypeId> {
        let is_wide = |ty: &TypeId| matches!(ctx.type_kind(*ty), TypeKind::Integer { width, .. } if *width > assay_term::node::MAX_WIDTH);
        let mut all = self.fixed.values().copied().filter(is_wide);
        let first = all.next().filter(|_| self.open.is_empty())?;
        all.all(|ty| ty == first).then_some(first)
    }

    /// Tells if numbers of all other types of the pattern fit into integers of `width` bits, as they do into wide ones.
    pub(super) fn others_are_below(&self, ctx: &Context, wide: TypeId, width: u32) -> bool {
        self.fixed.values().filter(|ty| **ty != wide).all(|ty| {
            match ctx.type_kind(ctx.element_type(*ty).unwrap_or(*ty)) {
                TypeKind::Integer { width: other, .. } => *other < width,
                TypeKind::Float(_) => true,
                _ => false,
            }
        })
    }

    /// The types with integers of `width` bits in the place of the wide ones.
    pub(super) fn narrowed(&self, ctx: &Context, wide: TypeId, width: u32) -> Types {
        let narrow = ctx.integer(width);
        let of = self.fixed.iter().map(|(class, ty)| (*class, if *ty == wide { narrow } else { *ty }));
        Types {
            of: of.collect(),
            index: Choice::PLAIN.index,
            narrowed_type: Some((wide, narrow)),
            width_sample: None,
        }
    }

    fn assign(
        &self,
        ctx: &Context,
        kinds: &[Kind],
        widths: &[u32],
        float: FloatKind,
    ) -> FxHashMap<TypeIx, TypeId> {
        let mut types = self.fixed.clone();
        let mut widths = widths.iter();
        for (class, kind) in self.open.iter().zip(kinds) {
            let ty = match kind {
                Kind::Index => ctx.index(),
                Kind::Float => ctx.ty(TypeKind::Float(float)),
                Kind::Double => ctx.ty(TypeKind::Float(FloatKind::F64)),
                Kind::Other => other(ctx),
                Kind::Named(ty) => *ty,
                Kind::Integer | Kind::Vector | Kind::Tensor => {
                    let width = widths.next().copied().unwrap_or(1);
                    kind.of_integers(ctx, width).unwrap_or_else(|| ctx.integer(width))
                }
            };
            types.insert(*class, ty);
        }
        for (memref, rank, element) in &self.memrefs {
            if let Some(element) = types.get(element).copied() {
                let shape = vec![Some(EXTENT); *rank].into_boxed_slice();
                let ty = ctx.ty(TypeKind::MemRef { shape, element, layout: None, space: None });
                types.insert(*memref, ty);
            }
        }
        types
    }
}

/// Tells if an operation may work on whole vectors or tensors, so that it may have no meaning on scalars.
pub(super) fn works_on_shapes(name: &str) -> bool {
    name.split_once('.').is_some_and(|(dialect, _)| ["vector", "tensor"].contains(&dialect))
}

/// The vector and tensor types that a pattern names, in their order; few.
fn named(ctx: &Context, fixed: &FxHashMap<TypeIx, TypeId>) -> Vec<TypeId> {
    let is_shaped =
        |ty: &TypeId| matches!(ctx.type_kind(*ty), TypeKind::Vector { .. } | TypeKind::RankedTensor { .. });
    let mut classes: Vec<&TypeIx> = fixed.keys().collect();
    classes.sort_unstable();
    let mut out: Vec<TypeId> = Vec::new();
    for ty in classes.into_iter().map(|class| fixed[class]).filter(is_shaped) {
        if !out.contains(&ty) {
            out.push(ty);
        }
    }
    out.truncate(MAX_NAMED);
    out
}

/// Widths beyond those of an open type that is looked at.
const BEYOND: [u32; 8] = [65, 66, 80, 96, 127, 128, 129, 256];

/// The types that fit a pattern with open types of which none that is looked at does, in words.
pub(super) fn unfit(registry: &Registry, model: &Model, classes: &Classes<'_>, plan: &Plan) -> String {
    let ctx = registry.ctx();
    let given = FxHashMap::default();
    let matched = Matched::new(registry, classes, &given);
    let statement = matched.statement();
    let integer = |width: u32| -> Value { Some(ctx.type_attr(ctx.integer(width))) };
    let unknowns = || plan.open.iter().map(|class| matched.type_variable(*class));
    let fits = |widths: &[u32]| {
        let Some(sheet) = ConjunctIndex::new(ctx, &statement, unknowns(), true) else { return false };
        let list = |_: usize| Box::new(widths.iter().map(|width| integer(*width))) as Values<'_>;
        let (mut found, mut tried) = (false, 0u32);
        sheet.dive(&list, &mut |chosen, allowed| {
            tried += 1;
            found |= allowed && chosen.len() == plan.open.len();
            if found || tried > MAX_UNFIT { ControlFlow::Break(()) } else { ControlFlow::Continue(allowed) }
        });
        found
    };
    let narrow = [0, 1, 2, 3];
    let wide: Vec<u32> = [1, 8, 32, 64].into_iter().chain(BEYOND).collect();
    match () {
        () if fits(&narrow) => "open types of which one can only be `i0`".to_owned(),
        () if fits(&wide) => format!("open integer types of which one has more than {MAX_WIDTH} bits"),
        () if model.nodes.len() == 1 => "an open type that is none of those that are tried".to_owned(),
        () => "open types that are none of those that are tried together".to_owned(),
    }
}

/// Combinations that are tried to say what hinders.
const MAX_UNFIT: u32 = 1 << 14;

/// Tells if some operation works on whole vectors or tensors.
fn is_shaped(ctx: &Context, model: &Model) -> bool {
    let matched = model.nodes.iter().filter_map(|node| node.name);
    let mut names = matched.chain(model.created.iter().map(|created| created.name));
    names.any(|name| works_on_shapes(ctx.str(name)))
}

/// Open types of memrefs that are loaded from or stored to.
fn memrefs(
    ctx: &Context,
    model: &Model,
    classes: &Classes<'_>,
    open: &[TypeIx],
) -> Vec<(TypeIx, usize, TypeIx)> {
    let mut out: Vec<(TypeIx, usize, TypeIx)> = Vec::new();
    for node in &model.nodes {
        let class = |value: Option<&usize>| value.map(|value| classes.ty(model.values[*value].ty));
        let (operands, results) = (&node.operands, &node.results);
        let (memref, element, before) = match node.name.and_then(|name| on_memory(ctx.str(name))) {
            Some("load") => (class(operands.first()), class(results.first()), 1),
            Some("store") => (class(operands.get(1)), class(operands.first()), 2),
            _ => continue,
        };
        let (Some(memref), Some(element)) = (memref, element) else { continue };
        if open.contains(&memref) && memref != element && out.iter().all(|(known, ..)| *known != memref) {
            out.push((memref, operands.len().saturating_sub(before), element));
        }
    }
    out
}

/// A type that no dialect knows.
fn other(ctx: &Context) -> TypeId {
    let (dialect, name) = (ctx.ident("assay"), ctx.ident("any"));
    ctx.ty(TypeKind::Dialect { dialect, name, params: Box::new([]) })
}

/// The cases in which the open types are of these kinds.
fn cases(look: &TypeEnumerator<'_>, kinds: &[Kind], index: bool, tried: &mut u64) -> Vec<Case> {
    let mut found: Vec<Case> = Vec::new();
    for float in floats(kinds) {
        let (mut widths, all_widths) = look.admitted(kinds, *float, tried);
        widths.sort_unstable_by(|a, b| a.iter().max().cmp(&b.iter().max()).then_with(|| a.cmp(b)));
        let index = index || kinds.contains(&Kind::Index);
        match found.iter_mut().find(|case| case.widths == widths) {
            _ if widths.is_empty() => {}
            Some(case) => case.floats.push(*float),
            None => {
                let (kinds, floats) = (kinds.to_vec(), vec![*float]);
                found.push(Case { kinds, widths, index, floats, all_widths });
            }
        }
    }
    found
}

/// Combinations of kinds, one of each list for each open type, those with few others than integers first.
fn all_kinds(kinds: &[Vec<Kind>]) -> Vec<Vec<Kind>> {
    let mut list: Vec<Vec<Kind>> = vec![Vec::new()];
    for kinds in kinds {
        let longer = kinds.iter().flat_map(|kind| {
            list.iter().map(|before| before.iter().copied().chain([*kind]).collect::<Vec<Kind>>())
        });
        list = longer.collect();
    }
    list.sort_by_key(|kinds| kinds.iter().filter(|kind| **kind != Kind::Integer).count());
    list
}

/// Whether widths are looked at together; `more` are still to come.
pub(super) fn wanted(widths: &[u32], integers: usize) -> bool {
    let most = combined_up_to(integers);
    match widths {
        _ if widths.iter().all(|width| *width <= most) => true,
        [a, b] if integers == 2 => {
            let (low, high) = (*a.min(b), *a.max(b));
            high == low + 1 || high == 2 * low || low == 1 || high == MAX_WIDTH
        }
        [_] => integers == 2,
        _ => false,
    }
}

/// Claims of the specs about the open types.
struct TypeEnumerator<'s> {
    ctx: &'s Context,
    sheet: ConjunctIndex<'s>,
    /// Claims about each of them by itself.
    alone: Vec<ConjunctIndex<'s>>,
    /// The integer types, narrow ones first.
    all: &'s [Value],
    /// All types of each unknown, where the claims list them.
    listed: Vec<Option<Vec<TypeId>>>,
}

impl TypeEnumerator<'_> {
    /// The types of a kind, integers of at most this many bits.
    fn values(&self, kind: Kind, most: usize, float: FloatKind) -> Values<'_> {
        let ctx = self.ctx;
        let one = match kind {
            Kind::Integer => return Box::new(self.all.iter().take(most).copied()),
            Kind::Vector | Kind::Tensor => {
                let types = (1..)
                    .take(most.min(self.all.len()))
                    .filter_map(move |width| kind.of_integers(ctx, width));
                return Box::new(types.map(|ty| Some(ctx.type_attr(ty))));
            }
            Kind::Index => ctx.index(),
            Kind::Float => ctx.ty(TypeKind::Float(float)),
            Kind::Double => ctx.ty(TypeKind::Float(FloatKind::F64)),
            Kind::Other => other(ctx),
            Kind::Named(ty) => ty,
        };
        Box::new(std::iter::once(Some(ctx.type_attr(one))))
    }

    fn widths(&self, kinds: &[Kind], chosen: &[Value]) -> Vec<u32> {
        let width = |(kind, value): (&Kind, &Value)| {
            let ty = self.ctx.as_type((*value)?).filter(|_| kind.has_width())?;
            match self.ctx.type_kind(self.ctx.element_type(ty).unwrap_or(ty)) {
                TypeKind::Integer { width, .. } => Some(*width),
                _ => None,
            }
        };
        kinds.iter().zip(chosen).filter_map(width).collect()
    }

    /// The widths that the specs admit of the integers among these kinds, `tried` being counted up, and whether they admit no
    /// others.
    fn admitted(&self, kinds: &[Kind], float: FloatKind, tried: &mut u64) -> (Vec<Vec<u32>>, bool) {
        let integers = kinds.iter().filter(|kind| kind.has_width()).count();
        let most = if integers > 2 { combined_up_to(integers) as usize } else { self.all.len() };
        let list = |place: usize| self.values(kinds[place], most, float);
        let looked_at = |ty: &TypeId| match self.ctx.type_kind(*ty) {
            TypeKind::Integer { width, .. } => *width as usize <= most,
            TypeKind::Float(kind) => LOOKED_AT.contains(kind),
            TypeKind::Index => true,
            _ => false,
        };
        let are_listed = |(kind, listed): (&Kind, &Option<Vec<TypeId>>)| {
            *kind != Kind::Integer || listed.as_ref().is_some_and(|types| types.iter().all(looked_at))
        };
        let mut all = !kinds.iter().any(|kind| matches!(kind, Kind::Vector | Kind::Tensor))
            && kinds.iter().zip(&self.listed).all(are_listed);
        let mut found = Vec::new();
        self.sheet.dive(&list, &mut |chosen, allowed| {
            *tried += 1;
            let widths = self.widths(kinds, chosen);
            let goes_on = allowed && wanted(&widths, integers);
            all &= goes_on || !allowed;
            if goes_on && chosen.len() == kinds.len() {
                found.push(widths);
            }
            ControlFlow::Continue(goes_on)
        });
        (found, all)
    }

    /// Tells if the specs admit one of these kinds of an open type, whatever the others are.
    fn may_be(&self, alone: &ConjunctIndex<'_>, kind: Kind, tried: &mut u64) -> bool {
        floats(&[kind]).iter().any(|float| {
            let list = |_: usize| self.values(kind, self.all.len(), *float);
            let mut found = false;
            alone.dive(&list, &mut |_, allowed| {
                *tried += 1;
                found |= allowed;
                if found { ControlFlow::Break(()) } else { ControlFlow::Continue(false) }
            });
            found
        })
    }
}

/// The floating-point types that open types are taken to be.
const LOOKED_AT: [FloatKind; 4] = [FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64];

/// The open floating-point types that are looked at with these kinds.
fn floats(kinds: &[Kind]) -> &'static [FloatKind] {
    match kinds.contains(&Kind::Float) {
        true => &LOOKED_AT,
        false => &[FloatKind::F32],
    }
}

/// Most bits at which integers are combined in all ways.
pub(crate) fn combined_up_to(count: usize) -> u32 {
    match count {
        0 | 1 => MAX_WIDTH,
        2 | 3 => MAX_COMBINED,
        4 => 8,
        5 => 4,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Source};
    use assay_ir::pdl::patterns;

    use crate::pattern::AnalyzedPattern;
    use crate::stage::{Options, Task};
    use crate::verdict::{StageVerdict, Unknown};

    /// The hindrance of a pattern that matches an operation from an open type to a written one.
    fn hindrance(operation: &str, written: &str) -> String {
        let text = format!(
            "pdl.pattern @p : benefit(1) {{
  %s = pdl.type
  %t = pdl.type : {written}
  %x = pdl.operand : %s
  %root = pdl.operation \"{operation}\"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {{
    %new = pdl.operation \"{operation}\"(%x : !pdl.value) -> (%t : !pdl.type)
    %other = pdl.operation \"{operation}\"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %other
  }}
}}"
        );
        unsupported(&text)
    }

    /// The part that is not analysed in the values of a pattern.
    fn unsupported(text: &str) -> String {
        let ctx = Context::new();
        let registry = assay_corpus::load_builtin(&ctx);
        let program = assay_ir::text::parse(&ctx, &Source::new("p.mlir", text)).program;
        let pattern = patterns(&program).remove(0);
        let subject = AnalyzedPattern::new(&program, pattern.op, &registry);
        match crate::values::analyse(&Task::new(&subject, &Options::default()), None).verdict {
            StageVerdict::Unknown(Unknown::Unsupported { what, .. }) => what,
            other => panic!("{other}"),
        }
    }

    #[test]
    fn what_no_type_that_is_tried_fits_is_named() {
        assert_eq!(hindrance("arith.extui", "i1"), "open types of which one can only be `i0`");
        assert_eq!(hindrance("arith.trunci", "i64"), "open integer types of which one has more than 64 bits");
    }

    #[test]
    fn tensors_of_mixed_shapes_are_named() {
        let text = r#"pdl.pattern @p : benefit(1) {
  %s = pdl.type : tensor<3xi8>
  %t = pdl.type : tensor<?xi8>
  %x = pdl.operand : %s
  %y = pdl.operand : %t
  %root = pdl.operation "arith.andi"(%x, %y : !pdl.value, !pdl.value) -> (%s : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "arith.ori"(%x, %y : !pdl.value, !pdl.value) -> (%s : !pdl.type)
    pdl.replace %root with %new
  }
}"#;
        let words = "`arith.andi` on tensors of mixed shapes, `tensor<3xi8>` and `tensor<?xi8>`";
        assert_eq!(unsupported(text), words);
    }
}
