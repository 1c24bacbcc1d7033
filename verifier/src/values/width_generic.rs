//! The argument that does not depend on the width, about a pattern: it is made of samples of the open widths, or of the one type that
//! is wider than numbers are here. Asks no solver.

use assay_ir::data::TypeKind;
use rustc_hash::FxHashMap;

use super::builder::Types;
use super::encode::constrained;
use super::proof::{Argument, Proof};
use super::questions::question;
use super::types::{Case, Choice, Kind, Plan};
use super::{wide_integers, width_order};
use crate::pattern::classes::Classes;
use crate::pattern::model::{Model, TypeRef};
use crate::stage::Task;
use assay_certificate::Certificate;
use assay_term::arena::TermArena;
use assay_term::model_search::random::drawn;
use assay_term::node::{Node, Sort, TermId};
use assay_term::sample::{FROM, Sample};
use assay_term::simplify::assume::replaced;
use assay_term::{sample, width_generic};

/// Expressions that all questions of an argument about several widths may have in all: many classes of a large pattern take long.
const MAX_SIZE: usize = 1 << 20;

/// A pattern of which the question is.
pub(super) struct Argued<'a> {
    pub(super) task: &'a Task<'a>,
    pub(super) model: &'a Model,
    pub(super) classes: &'a Classes<'a>,
    pub(super) plan: &'a Plan,
    pub(super) case: &'a Case,
}

impl Argued<'_> {
    /// True if nothing goes wrong, or nothing matches unless it `matches`, at any width that has no question to itself.
    pub(super) fn never_at_all(&self, proof: &mut Proof, matches: bool) -> bool {
        // A function for one width alone is not met at the others.
        if self.task.registry.describes_widths() {
            return false;
        }
        let (plan, ctx) = (self.plan, self.task.registry.ctx());
        let wide = plan.wide(ctx);
        let of_wide = |wide| {
            wide_integers::says_the_same(ctx, self.model, self.classes, wide)
                && plan.others_are_below(ctx, wide, sample::SAMPLES[0])
                && !self.task.registry.has_semantics()
        };
        if wide.is_some_and(|wide| !of_wide(wide)) {
            return false;
        }
        let samples: Vec<&[u32]> = sample::SAMPLES.chunks(1).collect();
        let made = samples.iter().map(|sample| match wide {
            Some(wide) => {
                self.instantiate(plan.narrowed(ctx, wide, sample[0]), Sample::of_wide(sample[0]), matches)
            }
            None => self.instantiate(
                plan.at(ctx, self.case, sample, Choice::PLAIN),
                Sample::of_all(sample[0]),
                matches,
            ),
        });
        let made = made.collect::<Option<Vec<_>>>();
        made.is_some_and(|made| {
            self.without_choices(proof, made, &samples, |sample| vec![format!("i{}", sample[0])])
        })
    }

    /// True if nothing goes wrong at any of several open widths that are not all below [`FROM`], in each order that the specs admit.
    pub(super) fn never_in_any_order(&self, proof: &mut Proof) -> bool {
        let ctx = self.task.registry.ctx();
        if self.task.registry.describes_widths()
            || self.case.index
            || self.case.kinds.iter().any(|kind| *kind != Kind::Integer)
            || !self.names_narrow_types_alone()
        {
            return false;
        }
        let Some(classes) = width_order::classes(self.case) else { return false };
        classes.iter().all(|class| {
            let samples = class.samples();
            let types = |sample: &[u32]| self.plan.at(ctx, self.case, &class.widths(sample), Choice::PLAIN);
            if samples.iter().all(|sample| self.is_refused(types(sample), Sample::of_several(sample))) {
                return true;
            }
            let made = samples
                .iter()
                .map(|sample| self.instantiate(types(sample), Sample::of_several(sample), true));
            let Some(mut made) = made.collect::<Option<Vec<_>>>() else { return false };
            if classes.len() * samples.len() * made[0].0.size() > MAX_SIZE {
                return false;
            }
            // Inputs that are drawn show what is wrong at once.
            if drawn(&made[0].0, made[0].1).is_some() {
                return false;
            }
            for ((pool, statement), sample) in made.iter_mut().zip(&samples) {
                *statement = without_products(pool, *statement, sample);
            }
            self.without_choices(proof, made, &samples, |sample| types(sample).describe(ctx))
        })
    }

    /// True if native constraints refuse every match at types that speak for others.
    fn is_refused(&self, types: Types, sample: Sample) -> bool {
        let types = Types { width_sample: Some(sample), ..types };
        let about = (self.task.program, self.task.registry);
        let said = constrained(about, self.model, self.classes, &types);
        said.is_some_and(|(pool, facts)| pool.value(facts) == Some(0) && !pool.width_dependent)
    }

    /// The question at types that speak for others; `None` where it does not.
    fn instantiate(&self, types: Types, sample: Sample, matches: bool) -> Option<(TermArena, TermId)> {
        let types = Types { width_sample: Some(sample), ..types };
        let (mut pool, facts, any) = question(self.task, self.model, self.classes, &types)?;
        let statement = if matches { pool.and(facts, any) } else { facts };
        Some((pool, statement)).filter(|(pool, _)| !pool.width_dependent)
    }

    fn without_choices(
        &self,
        proof: &mut Proof,
        made: Vec<(TermArena, TermId)>,
        samples: &[&[u32]],
        words: impl Fn(&[u32]) -> Vec<String>,
    ) -> bool {
        let mut cases = proof.is_recorded().then(Vec::new);
        if !width_generic::decide::never_holds(made.clone(), samples, cases.as_mut()) {
            return false;
        }
        for ((pool, statement), sample) in made.iter().zip(samples) {
            proof.note(Argument::AllWidths, pool, *statement, || words(sample));
        }
        let samples = samples.iter().map(|sample| sample.to_vec()).collect();
        if let Some(cases) = cases {
            proof.certify(Certificate { samples, cases });
        }
        true
    }

    /// True if all types that are written are integers narrower than those that are spoken for.
    fn names_narrow_types_alone(&self) -> bool {
        let ctx = self.task.registry.ctx();
        let created = self.model.created.iter().flat_map(|created| &created.results);
        let created = created.filter_map(|ty| match ty {
            TypeRef::Constant(ty) => Some(*ty),
            _ => None,
        });
        self.plan
            .fixed
            .values()
            .copied()
            .chain(created)
            .all(|ty| matches!(ctx.type_kind(ty), TypeKind::Integer { width, .. } if *width < FROM))
    }
}

/// A statement that holds wherever the given one does, with any truth values in the place of what is said of numbers that are neither
/// narrow nor of an open width or twice that: whole products of fixed widths.
fn without_products(pool: &mut TermArena, statement: TermId, open: &[u32]) -> TermId {
    let is_known =
        |width: u32| width < FROM || open.iter().any(|other| width == *other || width == 2 * other);
    let mut by: FxHashMap<TermId, TermId> = FxHashMap::default();
    for ex in pool.cone(&[statement]) {
        if let Node::Equal(a, _) | Node::Compare(_, a, _) = *pool.node(ex)
            && matches!(pool.sort(a), Sort::Bits(width) if !is_known(width))
        {
            let truth = pool.variable(format!("truth {}", by.len()), Sort::Bool);
            by.insert(ex, truth);
        }
    }
    if by.is_empty() { statement } else { replaced(pool, statement, &by) }
}
