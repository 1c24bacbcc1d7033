//! Memory as statements: what a place holds at a moment is a variable, and one place holds one value at one moment. Knows no
//! pattern and no solver.
//!
//! Between two matched operations stand others that the pattern does not see, so that each moment has a memory of its own;
//! what rewritten operations at one moment store is seen by those after them. Two memrefs are the same memory, element
//! by element, or do not overlap.

use assay_ir::data::{AttrId, Context, OpId, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::pattern::model::OpRef;
use assay_semantics::{Attribute, Element, Layout, Scalar, Value};
use assay_term::arena::TermArena;
use assay_term::node::{Compare, TermId};

/// An element of a memref.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Which memref.
    pub memref: Scalar,
    /// Where in it.
    pub indices: Vec<Scalar>,
    /// The type of the memref.
    pub ty: TypeId,
}

/// What a place holds at a moment.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    /// The matched `pdl.operation` right before which that is.
    pub moment: OpId,
    /// Where.
    pub place: Place,
    /// What it holds.
    pub value: Value,
    /// Whether an operation reads it that the rewrite makes.
    pub created: bool,
}

/// What an operation stores.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    /// The `pdl.operation`.
    pub op: OpId,
    /// Where.
    pub place: Place,
    /// What.
    pub value: Value,
}

/// What memory holds, as far as it was asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    /// All that was asked, in order.
    pub reads: Vec<Read>,
    /// Memrefs that are made of others, or allocated.
    pub(super) views: Views,
}

/// Extents and element type of a memref whose elements lie one after the other, all of them known.
pub(crate) fn plain_memref(ctx: &Context, ty: TypeId) -> Option<(Vec<u64>, TypeId)> {
    match ctx.type_kind(ty) {
        TypeKind::MemRef { shape, element, layout: None, .. } => {
            Some((shape.iter().copied().collect::<Option<_>>()?, *element))
        }
        _ => None,
    }
}

impl Place {
    /// When it is no place: an index or the memref is poison, or an index is not inside.
    pub(crate) fn outside(&self, pool: &mut TermArena, extents: &[u64]) -> TermId {
        let mut outside = self.memref.poison;
        for (index, extent) in self.indices.iter().zip(extents) {
            let width = pool.width(index.bits);
            // Where an index cannot count so far, it is inside.
            let inside = match width < 64 && extent >> width > 0 {
                true => pool.boolean(true),
                false => {
                    let extent = pool.number(width, u128::from(*extent));
                    pool.compare(Compare::ULt, index.bits, extent)
                }
            };
            let beyond = pool.not(inside);
            let bad = pool.or(index.poison, beyond);
            outside = pool.or(outside, bad);
        }
        outside
    }

    /// When two places are one.
    fn is(&self, pool: &mut TermArena, other: &Place) -> TermId {
        let mut same = pool.equal(self.memref.bits, other.memref.bits);
        for (a, b) in self.indices.iter().zip(&other.indices) {
            let equal = pool.equal(a.bits, b.bits);
            same = pool.and(same, equal);
        }
        same
    }
}

impl Memory {
    /// What a place holds right before a matched operation.
    pub(crate) fn read(
        &mut self,
        pool: &mut TermArena,
        facts: &mut Vec<TermId>,
        (moment, created): (OpId, bool),
        place: &Place,
        layout: &Layout,
    ) -> Value {
        if let Some(known) = self.reads.iter_mut().find(|r| r.moment == moment && r.place == *place) {
            known.created |= created;
            return known.value.clone();
        }
        let value = fresh(pool, self.reads.len(), layout);
        for other in self.reads.iter().filter(|read| read.moment == moment && read.place.ty == place.ty) {
            let one = place.is(pool, &other.place);
            let agree = identical(pool, &value, &other.value);
            let apart = pool.not(one);
            facts.push(pool.or(apart, agree));
        }
        self.reads.push(Read { moment, place: place.clone(), value: value.clone(), created });
        value
    }

    /// When nothing was stored between the moments that were asked about.
    pub(crate) fn quiet(&self, pool: &mut TermArena) -> TermId {
        let mut quiet = pool.boolean(true);
        for (number, read) in self.reads.iter().enumerate() {
            let others = self.reads[..number].iter();
            for other in others.filter(|o| o.moment != read.moment && o.place.ty == read.place.ty) {
                let one = read.place.is(pool, &other.place);
                let agree = identical(pool, &read.value, &other.value);
                let apart = pool.not(one);
                let implied = pool.or(apart, agree);
                quiet = pool.and(quiet, implied);
            }
        }
        quiet
    }
}

/// What a place holds after some stores, given what it held before them; `None` where stores through memrefs of another type
/// may have changed it.
pub(crate) fn after(pool: &mut TermArena, writes: &[Write], place: &Place, before: Value) -> Option<Value> {
    writes.iter().try_fold(before, |held, write| {
        if write.place.ty != place.ty {
            return None;
        }
        let here = place.is(pool, &write.place);
        Some(choice(pool, here, &write.value, &held))
    })
}

fn choice(pool: &mut TermArena, condition: TermId, yes: &Value, no: &Value) -> Value {
    let elements = yes.elements.iter().zip(&no.elements);
    let elements = elements
        .map(|(yes, no)| Scalar {
            bits: pool.choice(condition, yes.bits, no.bits),
            poison: pool.choice(condition, yes.poison, no.poison),
        })
        .collect();
    Value { shape: yes.shape.clone(), elements }
}

/// Equal bits, equally poison.
pub(super) fn identical(pool: &mut TermArena, a: &Value, b: &Value) -> TermId {
    let mut all = pool.boolean(true);
    for (a, b) in a.elements.iter().zip(&b.elements) {
        let bits = pool.equal(a.bits, b.bits);
        let poison = pool.equal(a.poison, b.poison);
        let both = pool.and(bits, poison);
        all = pool.and(all, both);
    }
    all
}

fn fresh(pool: &mut TermArena, number: usize, layout: &Layout) -> Value {
    use assay_term::node::Sort;
    let elements = (0..layout.size()).map(|element| {
        let bits = match layout.element {
            Element::Empty => pool.zero(1),
            _ => pool.variable(format!("m{number}.{element}"), layout.sort()),
        };
        let poison = pool.variable(format!("m{number}.{element}.poison"), Sort::Bool);
        Scalar { bits, poison }
    });
    Value { shape: layout.shape.clone(), elements: elements.collect() }
}

/// Where a part of a memref begins, and its steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Slice {
    pub(super) offsets: Vec<TermId>,
    pub(super) strides: Vec<i64>,
}

/// A memref, as all of another one or a part of it.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The memref that it is of.
    pub(super) memref: Scalar,
    /// The type of that.
    pub(super) ty: TypeId,
    /// Its own extents, as far as they are known.
    pub(super) sizes: Vec<Option<TermId>>,
    /// `None` for all of it.
    pub(super) slice: Option<Slice>,
}

/// An allocation that is matched.
#[derive(Clone, Debug)]
pub(super) struct Allocated {
    pub(super) op: OpRef,
    pub(super) like: Like,
    pub(super) bits: TermId,
    /// One that is made is the same memory.
    pub(super) again: bool,
}

/// The properties that two allocations have to share.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Like {
    pub(super) name: String,
    pub(super) element: TypeId,
    pub(super) space: Option<AttrId>,
    pub(super) sizes: Vec<Option<TermId>>,
    pub(super) alignment: Attribute,
}

/// A part by what it is of, its place, extents and type.
pub(super) type Part = (TermId, Slice, Vec<Option<TermId>>, TypeId);

/// Facts about memrefs, by the bits that stand for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Views {
    pub(super) of: FxHashMap<TermId, View>,
    pub(super) parts: FxHashMap<Part, TermId>,
    pub(super) allocated: Vec<Allocated>,
    /// Those that are allocated or parts: nothing tells them from others.
    pub(super) named: FxHashSet<TermId>,
    /// Those that the rewrite allocates.
    pub(super) made: FxHashSet<TermId>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_term::eval::Evaluator;
    use assay_term::node::Sort;

    fn scalar(pool: &mut TermArena, name: &str, width: u32) -> Scalar {
        Scalar { bits: pool.variable(name, Sort::Bits(width)), poison: pool.boolean(false) }
    }

    /// What two reads of one bit come to at two places: when memory is quiet, and when the facts hold.
    fn two_reads(moments: [usize; 2]) -> impl Fn(u128, u128, bool) -> (bool, bool) {
        let ctx = Context::new();
        let (element, width) = (Element::Integer, 1);
        let layout = Layout { shape: None, element, width };
        move |first: u128, second: u128, one_place: bool| {
            let mut pool = TermArena::default();
            let (mut memory, mut facts) = (Memory::default(), Vec::new());
            let memref = scalar(&mut pool, "m", 4);
            let mut values = Vec::new();
            for (number, moment) in moments.into_iter().enumerate() {
                let index = scalar(&mut pool, &format!("i{number}"), 4);
                let place = Place { memref, indices: vec![index], ty: ctx.index() };
                let moment = (OpId::new(moment), false);
                values.push(memory.read(&mut pool, &mut facts, moment, &place, &layout).elements[0].bits);
            }
            let quiet = memory.quiet(&mut pool);
            let facts = pool.all(facts);
            let [a, b] = [values[0], values[1]].map(|value| pool.as_variable(value).expect("a variable"));
            let mut evaluator = Evaluator::new(&pool, &[quiet, facts]);
            evaluator.run(&|var| match pool.variables()[var.0 as usize].name.as_str() {
                "i1" => u128::from(!one_place),
                _ if var == a => first,
                _ if var == b => second,
                _ => 0,
            });
            (evaluator.holds(quiet), evaluator.holds(facts))
        }
    }

    #[test]
    fn memory_is_quiet_where_one_place_holds_one_value_at_all_moments() {
        let read = two_reads([1, 2]);
        assert!(read(0, 0, true).0);
        assert!(!read(0, 1, true).0, "a store came between");
        assert!(read(0, 1, false).0, "two places");
    }

    #[test]
    fn one_place_holds_one_value_at_one_moment() {
        let read = two_reads([1, 1]);
        assert_eq!(read(0, 1, true), (true, false));
        assert_eq!(read(0, 1, false), (true, true));
        assert_eq!(read(1, 1, true), (true, true));
    }
}
