//! At which types a pattern is looked at. What the specs of the matched operations say of types is settled here, so that no
//! question is asked about a program that cannot be. Knows no meaning and no solver.
//!
//! A type that the pattern leaves open is an integer, `index`, a floating-point type, or something that is only passed on; that
//! of a memref has the elements that are loaded and stored and [`EXTENT`] of them in each dimension. Vectors and tensors need
//! no look of their own: every operation with a meaning works on each element alone.

use std::cell::RefCell;

use assay_ir::data::{AttrId, Context, FloatKind, Ident, TypeId, TypeKind};
use assay_ir::spec::{Registry, Subject};
use rustc_hash::FxHashMap;

use super::sides::Types;
use crate::pattern::classes::Classes;
use crate::pattern::model::{Model, TypeIx};
use crate::witness::assign::{node_segments, types_fit};

/// One width variable goes up to here.
pub const MAX_WIDTH: u32 = 64;

/// Several are combined up to here.
const MAX_COMBINED: u32 = 16;

/// Elements of a memref in each dimension, where its type is open.
pub const EXTENT: u64 = 4;

/// Types that a pattern may leave open.
pub(super) const MAX_OPEN: usize = 6;

/// What an open type is taken to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A signless integer.
    Integer,
    /// `index`.
    Index,
    /// A floating-point type.
    Float,
    /// A type that no operation computes with.
    Other,
}

/// Open types as kinds, and the widths of those that are integers.
#[derive(Clone, Debug)]
pub struct Case {
    /// One for each open type.
    pub kinds: Vec<Kind>,
    /// Widths of the integers among them, small ones first.
    pub widths: Vec<Vec<u32>>,
    /// Whether `index` occurs, so that both of its widths have to be looked at.
    pub index: bool,
}

/// What is chosen beside the widths of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The width of `index`.
    pub index: u32,
    /// What open floating-point types are.
    pub float: FloatKind,
}

impl Choice {
    /// `index` of 64 bits and `f32`.
    pub const PLAIN: Choice = Choice { index: 64, float: FloatKind::F32 };
}

impl Case {
    /// All that has to be looked at beside widths.
    pub fn choices(&self) -> Vec<Choice> {
        let floats: &[FloatKind] = match self.kinds.contains(&Kind::Float) {
            true => &[FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64],
            false => &[FloatKind::F32],
        };
        let indices: &[u32] = if self.index { &[32, 64] } else { &[64] };
        floats
            .iter()
            .flat_map(|float| indices.iter().map(|index| Choice { index: *index, float: *float }))
            .collect()
    }
}

/// All that has to be looked at.
#[derive(Clone, Debug)]
pub struct Plan {
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
}

/// Lists what has to be looked at, integers of up to `width_max` bits; `None` when too much is open.
pub fn plan(registry: &Registry, model: &Model, classes: &Classes<'_>, width_max: u32) -> Option<Plan> {
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
    let mut plan = Plan { open, memrefs, fixed, cases: Vec::new(), vectors: false };
    let index = plan.fixed.values().any(|ty| *ctx.type_kind(*ty) == TypeKind::Index)
        || model.nodes.iter().filter_map(|node| node.name).any(|name| ctx.str(name).starts_with("index."))
        || model.created.iter().any(|created| ctx.str(created.name).starts_with("index."));
    let fits = Fits::new((registry, model, classes), &plan.open);
    if !fits.fixed.iter().all(|node| fits.admits(*node, &plan.fixed)) {
        return Some(plan);
    }
    for kinds in all_kinds(plan.open.len()) {
        let integers = kinds.iter().filter(|kind| **kind == Kind::Integer).count();
        let width_max = width_max.min(MAX_WIDTH);
        let found = Vec::new();
        let mut search = Search { ctx, plan: &plan, kinds: &kinds, fits: &fits, integers, width_max, found };
        search.go(&mut plan.fixed.clone(), &mut Vec::new(), 0);
        let mut widths = search.found;
        widths.sort_by_key(|widths| (widths.iter().max().copied(), widths.clone()));
        if !widths.is_empty() {
            plan.cases.push(Case { index: index || kinds.contains(&Kind::Index), kinds, widths });
        }
    }
    if let Some(case) = plan.cases.first().filter(|_| !plan.open.is_empty()) {
        let widths = case.widths.first().map_or(&[][..], Vec::as_slice);
        let mut types = plan.assign(ctx, &case.kinds, widths, FloatKind::F32);
        for class in &plan.open {
            if let Some(element) = types.get(class).copied() {
                let shape = Box::new([(2, false)]);
                types.insert(*class, ctx.ty(TypeKind::Vector { shape, element }));
            }
        }
        plan.vectors = fits.all(&types);
    }
    Some(plan)
}

impl Plan {
    /// The types of a case at these widths.
    pub fn at(&self, ctx: &Context, case: &Case, widths: &[u32], choice: Choice) -> Types {
        Types { of: self.assign(ctx, &case.kinds, widths, choice.float), index: choice.index }
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
                Kind::Integer => ctx.integer(widths.next().copied().unwrap_or(1)),
                Kind::Index => ctx.index(),
                Kind::Float => ctx.ty(TypeKind::Float(float)),
                Kind::Other => other(ctx),
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
        let (memref, element, before) = match node.name.map(|name| ctx.str(name)) {
            Some("memref.load") => (class(operands.first()), class(results.first()), 1),
            Some("memref.store") => (class(operands.get(1)), class(operands.first()), 2),
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

fn all_kinds(count: usize) -> Vec<Vec<Kind>> {
    let mut list: Vec<Vec<Kind>> = vec![Vec::new()];
    for _ in 0..count {
        list = [Kind::Integer, Kind::Index, Kind::Float, Kind::Other]
            .into_iter()
            .flat_map(|kind| {
                list.iter().map(move |before| before.iter().copied().chain([kind]).collect::<Vec<Kind>>())
            })
            .collect();
    }
    list.sort_by_key(|kinds| kinds.iter().filter(|kind| **kind != Kind::Integer).count());
    list
}

/// Whether widths are looked at together; `more` are still to come.
fn wanted(widths: &[u32], integers: usize) -> bool {
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

/// The widths that the specs admit, one open type after the other: each operation is asked as soon as its types are known,
/// so that nothing is enumerated that cannot be.
struct Search<'a> {
    ctx: &'a Context,
    plan: &'a Plan,
    kinds: &'a [Kind],
    fits: &'a Fits<'a>,
    integers: usize,
    width_max: u32,
    found: Vec<Vec<u32>>,
}

impl Search<'_> {
    fn go(&mut self, types: &mut FxHashMap<TypeIx, TypeId>, widths: &mut Vec<u32>, at: usize) {
        let Some(kind) = self.kinds.get(at) else {
            self.found.push(widths.clone());
            return;
        };
        let class = self.plan.open[at];
        let choices = if *kind == Kind::Integer { 1..=self.width_max } else { 0..=0 };
        for width in choices {
            let ty = match kind {
                Kind::Integer => {
                    widths.push(width);
                    self.ctx.integer(width)
                }
                Kind::Index => self.ctx.index(),
                Kind::Float => self.ctx.ty(TypeKind::Float(FloatKind::F32)),
                Kind::Other => other(self.ctx),
            };
            types.insert(class, ty);
            let wanted = *kind != Kind::Integer || wanted(widths, self.integers);
            if wanted && self.fits.known_at(at, types) {
                self.go(types, widths, at + 1);
            }
            types.remove(&class);
            if *kind == Kind::Integer {
                widths.pop();
            }
        }
    }
}

/// Most bits at which integers are combined in all ways.
pub fn combined_up_to(count: usize) -> u32 {
    match count {
        0 | 1 => MAX_WIDTH,
        2 | 3 => MAX_COMBINED,
        4 => 8,
        5 => 4,
        _ => 3,
    }
}

struct Fits<'a> {
    registry: &'a Registry,
    model: &'a Model,
    classes: &'a Classes<'a>,
    /// For each open type, the operations all of whose types are known with it, and were not before.
    settled: Vec<Vec<usize>>,
    /// Those that have no open type.
    fixed: Vec<usize>,
    /// What was asked of an operation before, by its types.
    known: RefCell<FxHashMap<(usize, Vec<TypeId>), bool>>,
}

impl<'a> Fits<'a> {
    fn new(
        (registry, model, classes): (&'a Registry, &'a Model, &'a Classes<'a>),
        open: &[TypeIx],
    ) -> Fits<'a> {
        let mut settled = vec![Vec::new(); open.len()];
        let mut fixed = Vec::new();
        for (node, matched) in model.nodes.iter().enumerate() {
            let values = matched.operands.iter().chain(&matched.results);
            let place = |value: &usize| open.iter().position(|ty| *ty == classes.ty(model.values[*value].ty));
            match values.filter_map(place).max() {
                Some(last) => settled[last].push(node),
                None => fixed.push(node),
            }
        }
        Fits { registry, model, classes, settled, fixed, known: RefCell::default() }
    }

    /// Whether the specs of all matched operations admit these types.
    fn all(&self, types: &FxHashMap<TypeIx, TypeId>) -> bool {
        (0..self.model.nodes.len()).all(|node| self.admits(node, types))
    }

    /// Whether those do whose types are known with the open type of this number.
    fn known_at(&self, at: usize, types: &FxHashMap<TypeIx, TypeId>) -> bool {
        self.settled[at].iter().all(|node| self.admits(*node, types))
    }

    fn admits(&self, node: usize, types: &FxHashMap<TypeIx, TypeId>) -> bool {
        let matched = &self.model.nodes[node];
        let values = matched.operands.iter().chain(&matched.results);
        let key: Option<Vec<TypeId>> =
            values.map(|value| types.get(&self.classes.ty(self.model.values[*value].ty)).copied()).collect();
        let Some(key) = key else { return true };
        if let Some(known) = self.known.borrow().get(&(node, key.clone())) {
            return *known;
        }
        let admits = self.one(node, types).unwrap_or(true);
        self.known.borrow_mut().insert((node, key), admits);
        admits
    }

    fn one(&self, node: usize, types: &FxHashMap<TypeIx, TypeId>) -> Option<bool> {
        let ctx = self.registry.ctx();
        let class = self.classes.node(node);
        let spec = self.registry.op(self.classes.name(class)?)?;
        let matched = &self.model.nodes[node];
        let of = |list: &[usize]| -> Option<Vec<TypeId>> {
            let ty = |value: &usize| types.get(&self.classes.ty(self.model.values[*value].ty)).copied();
            list.iter().map(ty).collect()
        };
        let (operands, results) = (of(&matched.operands)?, of(&matched.results)?);
        let mut given: Vec<(Ident, AttrId)> = node_segments(ctx, spec, matched);
        for (name, attribute) in self.classes.attributes_of(class) {
            given.extend(
                self.classes.attribute_constant(self.classes.attribute(*attribute)).map(|a| (*name, a)),
            );
        }
        let attribute = |name: Ident| given.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let subject = Subject {
            operands: &operands,
            results: &results,
            attribute: &attribute,
            regions: &[],
            successors: 0,
        };
        Some(types_fit(self.registry, spec, &subject))
    }
}
