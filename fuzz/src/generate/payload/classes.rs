//! Which matched operations and values are one in a payload, and which types and attributes they have. Must not know
//! where anything stands.

use super::Placement;
use crate::config::PayloadConfig;
use crate::generate::choose::Choose;
use crate::generate::pattern::sketch::{AttributeKind, Operand, Results, Sketch};
use crate::generate::vocabulary::{ATTRIBUTES, At, PLAIN, PLAIN_ATTRIBUTES, TYPES, Ty};

/// Index of a matched value.
pub(super) type Val = usize;

/// The match before it has a place.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    /// The type of each value.
    pub(super) types: Vec<Ty>,
    /// What each value was merged with, up to the one that stands for all.
    parent: Vec<Val>,
    /// Of which operation it is a result, and which.
    pub(super) defined: Vec<Option<(usize, usize)>>,
    /// Values of the operands of each operation.
    pub(super) operands: Vec<Vec<Val>>,
    /// Values of its results.
    pub(super) results: Vec<Vec<Val>>,
    /// The operation that stands for each operation.
    class: Vec<usize>,
    /// Attributes of each operation.
    pub(super) attributes: Vec<Vec<(&'static str, At)>>,
    /// Bits of what was done.
    pub(super) placements: u32,
}

impl Classes {
    /// Chooses types, lengths, attributes and what is one; nothing when the choices contradict each other.
    pub(super) fn choose<C: Choose>(
        sketch: &Sketch,
        config: &PayloadConfig,
        dice: &mut C,
    ) -> Option<Classes> {
        let types = choose_types(sketch, config, dice);
        let mut out = Classes {
            types: Vec::new(),
            parent: Vec::new(),
            defined: Vec::new(),
            operands: Vec::new(),
            results: Vec::new(),
            class: (0..sketch.nodes.len()).collect(),
            attributes: Vec::new(),
            placements: 0,
        };
        let mut free: Vec<Vec<Val>> = Vec::with_capacity(sketch.free.len());
        for data in &sketch.free {
            let ty = data.ty.map_or(data.concrete, |ty| types[ty]);
            let length = if data.range { dice.below(config.range + 1) } else { 1 };
            free.push((0..length).map(|_| out.value(ty, None)).collect());
        }
        for (index, node) in sketch.nodes.iter().enumerate() {
            let results = match &node.results {
                Results::Types(vars) => vars
                    .iter()
                    .enumerate()
                    .map(|(at, var)| out.value(types[*var], Some((index, at))))
                    .collect(),
                Results::Range(ty) => {
                    let length = dice.below(config.range + 1);
                    (0..length).map(|at| out.value(*ty, Some((index, at)))).collect()
                }
            };
            out.results.push(results);
            let mut operands = Vec::with_capacity(node.operands.len());
            for operand in &node.operands {
                match *operand {
                    Operand::Free(at) => operands.extend_from_slice(&free[at]),
                    Operand::Result { node, index, .. } => operands.push(*out.results[node].get(index)?),
                    Operand::Results(node) => operands.extend_from_slice(&out.results[node].clone()),
                }
            }
            out.operands.push(operands);
        }
        out.choose_attributes(sketch, &types, config, dice)?;
        if dice.percent(config.aliasing) {
            out.merge(sketch, dice)?;
        }
        Some(out)
    }

    fn value(&mut self, ty: Ty, defined: Option<(usize, usize)>) -> Val {
        self.types.push(ty);
        self.defined.push(defined);
        self.parent.push(self.parent.len());
        self.parent.len() - 1
    }

    /// The value that stands for a value.
    pub(super) fn find(&self, mut value: Val) -> Val {
        while self.parent[value] != value {
            value = self.parent[value];
        }
        value
    }

    /// The operation that stands for an operation.
    pub(super) fn class_of(&self, mut node: usize) -> usize {
        while self.class[node] != node {
            node = self.class[node];
        }
        node
    }

    fn choose_attributes<C: Choose>(
        &mut self,
        sketch: &Sketch,
        types: &[Ty],
        config: &PayloadConfig,
        dice: &mut C,
    ) -> Option<()> {
        let mut chosen: Vec<At> = Vec::with_capacity(sketch.attributes.len());
        for attribute in &sketch.attributes {
            chosen.push(match attribute.kind {
                AttributeKind::Constant => attribute.concrete,
                AttributeKind::Open if dice.one_in(5) => dice.below(PLAIN_ATTRIBUTES) as At,
                AttributeKind::Open => attribute.concrete,
                AttributeKind::Typed(ty) if config.executable => {
                    let wanted = Some(types[ty]);
                    let fits: Vec<At> = (0..ATTRIBUTES.len() as At)
                        .filter(|at| ATTRIBUTES[*at as usize].1 == wanted)
                        .collect();
                    dice.pick(&fits).copied()?
                }
                AttributeKind::Typed(ty) => {
                    let wanted = Some(types[ty]);
                    match ATTRIBUTES[attribute.concrete as usize].1 == wanted {
                        true => attribute.concrete,
                        false => ATTRIBUTES.iter().position(|(_, ty)| *ty == wanted)? as At,
                    }
                }
            });
        }
        for node in &sketch.nodes {
            let named = node.attributes.iter().map(|(name, attribute)| (*name, chosen[*attribute]));
            self.attributes.push(named.collect());
        }
        Some(())
    }

    /// Makes some operations and values one.
    fn merge<C: Choose>(&mut self, sketch: &Sketch, dice: &mut C) -> Option<()> {
        let nodes = sketch.nodes.len();
        if nodes > 1 && dice.one_in(2) {
            for _ in 0..1 + dice.below(2) {
                let pairs = self.mergeable(sketch);
                if let Some((one, other)) = dice.pick(&pairs).copied() {
                    self.merge_ops(sketch, one, other)?;
                    self.placements |= Placement::SameOp.bit();
                }
            }
        }
        if dice.one_in(2) && self.types.len() > 1 {
            let free: Vec<Val> =
                (0..self.types.len()).filter(|value| self.defined[*value].is_none()).collect();
            for _ in 0..1 + dice.below(2) {
                let (Some(one), other) = (dice.pick(&free).copied(), dice.below(self.types.len())) else {
                    break;
                };
                // A value that may be the same mostly is of the same type: look on from a random one.
                let fits = (0..self.types.len()).map(|step| (other + step) % self.types.len());
                let other =
                    fits.into_iter().find(|other| *other != one && self.types[*other] == self.types[one]);
                if let Some(other) = other
                    && self.find(one) != self.find(other)
                {
                    self.merge_values(sketch, one, other)?;
                    self.placements |= Placement::SameValue.bit();
                }
            }
        }
        Some(())
    }

    /// Operations that look as if they could be one.
    fn mergeable(&self, sketch: &Sketch) -> Vec<(usize, usize)> {
        let nodes = sketch.nodes.len();
        let pairs = (0..nodes).flat_map(|one| (one + 1..nodes).map(move |other| (one, other)));
        let fits = |(one, other): &(usize, usize)| {
            let (a, b) = (&sketch.nodes[*one], &sketch.nodes[*other]);
            (a.name.is_none() || b.name.is_none() || a.name == b.name)
                && self.operands[*one].len() == self.operands[*other].len()
                && self.results[*one].len() == self.results[*other].len()
                && self.class_of(*one) != self.class_of(*other)
        };
        pairs.filter(fits).collect()
    }

    fn merge_ops(&mut self, sketch: &Sketch, one: usize, other: usize) -> Option<()> {
        let (one, other) = (self.class_of(one), self.class_of(other));
        if one == other {
            return Some(());
        }
        let (a, b) = (&sketch.nodes[one], &sketch.nodes[other]);
        let names = a.name.is_none() || b.name.is_none() || a.name == b.name;
        if !names
            || self.operands[one].len() != self.operands[other].len()
            || self.results[one].len() != self.results[other].len()
        {
            return None;
        }
        for (name, value) in &self.attributes[other] {
            if self.attributes[one].iter().any(|(n, v)| n == name && v != value) {
                return None;
            }
        }
        // The one with a name stands for both.
        let (keep, gone) = if a.name.is_some() { (one, other) } else { (other, one) };
        self.class[gone] = keep;
        let more: Vec<(&'static str, At)> = self.attributes[gone].clone();
        for (name, value) in more {
            if !self.attributes[keep].iter().any(|(n, _)| *n == name) {
                self.attributes[keep].push((name, value));
            }
        }
        for slot in 0..self.operands[keep].len() {
            self.merge_values(sketch, self.operands[keep][slot], self.operands[gone][slot])?;
        }
        for slot in 0..self.results[keep].len() {
            let (kept, lost) = (self.find(self.results[keep][slot]), self.find(self.results[gone][slot]));
            if self.types[kept] != self.types[lost] {
                return None;
            }
            if kept != lost {
                self.parent[lost] = kept;
            }
        }
        Some(())
    }

    fn merge_values(&mut self, sketch: &Sketch, one: Val, other: Val) -> Option<()> {
        let (one, other) = (self.find(one), self.find(other));
        if one == other {
            return Some(());
        }
        if self.types[one] != self.types[other] {
            return None;
        }
        match (self.defined[one], self.defined[other]) {
            (Some((a, i)), Some((b, j))) if i == j => self.merge_ops(sketch, a, b),
            (Some(_), Some(_)) => None,
            (Some(_), None) => {
                self.parent[other] = one;
                Some(())
            }
            _ => {
                self.parent[one] = other;
                Some(())
            }
        }
    }
}

/// Types that may stand for each other in a program that is to run: integers, floats.
const KINDS: [&[Ty]; 2] = [&[0, 1, 4, 5], &[3, 6]];

/// A type for each variable: mostly the sketched one, now and then another one where nothing is written.
fn choose_types<C: Choose>(sketch: &Sketch, config: &PayloadConfig, dice: &mut C) -> Vec<Ty> {
    let vary = dice.one_in(3);
    let mut types = Vec::with_capacity(sketch.types.len());
    for var in &sketch.types {
        types.push(match (var.constant || !vary, var.bound) {
            (true, _) => var.concrete,
            // What is to run keeps to types of its kind; no type stands for the results of comparisons but their own.
            (false, _) if config.executable => match KINDS.iter().find(|kind| kind.contains(&var.concrete)) {
                Some(kind) => kind[dice.below(kind.len())],
                None => var.concrete,
            },
            (false, false) => dice.below(PLAIN) as Ty,
            // Whether a spec takes it is asked afterwards.
            (false, true) => dice.below(TYPES.len()) as Ty,
        });
    }
    types
}
