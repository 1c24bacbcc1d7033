//! The matching part: operations that values connect, by construction. Says nothing about the rewrite.

use super::sketch::{Attribute, AttributeKind, Free, Node, Operand, Results, Sketch, TypeVar};
use crate::config::PatternConfig;
use crate::generate::choose::Choose;
use crate::generate::vocabulary::{
    ATTRIBUTES, At, BRANCH, LAB, PLAIN, PLAIN_ATTRIBUTES, RETURN, Real, Ty, YIELD, real,
};

/// What a matcher is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Operations with a spec.
    pub(super) dialect: bool,
    /// Groups of open number.
    pub(super) ranges: bool,
    /// Whether operations may be left that do not feed the last one.
    pub(super) several_roots: bool,
    /// Whether no two operations have the same name, so that they cannot be one.
    pub(super) distinct: bool,
    /// Whether operations without a name, and terminators, are left out.
    pub(super) named: bool,
}

/// Makes a matcher; the last operation is the root.
pub(super) fn matcher<C: Choose>(config: &PatternConfig, dice: &mut C, style: Style) -> Sketch {
    let mut maker = MatcherGenerator { config, dice, style, sketch: Sketch::default(), read: 0 };
    let constant = maker.dice.percent(60);
    maker.sketch.types.push(TypeVar { concrete: 0, constant, bound: false });
    let nodes = 1 + maker.dice.below(config.nodes);
    for node in 0..nodes {
        maker.node(node, node + 1 == nodes);
    }
    if !style.several_roots {
        maker.join();
    }
    let last = maker.sketch.nodes.len() - 1;
    maker.sketch.root = Some(last);
    maker.sketch
}

/// The published distribution: everything `i32`, operands wherever they come from.
pub(super) fn prototype<C: Choose>(config: &PatternConfig, dice: &mut C) -> Sketch {
    let style = Style { dialect: false, ranges: false, several_roots: true, distinct: false, named: false };
    let mut maker = MatcherGenerator { config, dice, style, sketch: Sketch::default(), read: 0 };
    maker.sketch.types.push(TypeVar { concrete: 0, constant: true, bound: false });
    let nodes = 1 + maker.dice.below(config.nodes);
    for _ in 0..nodes {
        let count = maker.dice.below(config.operands + 1);
        let operands: Vec<Operand> = (0..count).map(|_| maker.prototype_operand()).collect();
        let results = maker.dice.below(config.results + 1);
        let kind = maker.dice.below(100);
        let (name, results) = match kind {
            _ if kind >= 100 - config.terminators => (Some(RETURN), 0),
            _ if kind >= 100 - config.terminators - config.wildcards => (None, results),
            _ => (Some(LAB[maker.dice.below(4)]), results),
        };
        let results = Results::Types(vec![0; results]);
        maker.sketch.nodes.push(Node { name, real: false, operands, attributes: Vec::new(), results });
    }
    maker.sketch.root = Some(nodes - 1);
    maker.sketch
}

struct MatcherGenerator<'c, C> {
    config: &'c PatternConfig,
    dice: &'c mut C,
    style: Style,
    sketch: Sketch,
    /// Operations that some operation reads.
    read: u64,
}

impl<C: Choose> MatcherGenerator<'_, C> {
    fn prototype_operand(&mut self) -> Operand {
        let with_results: Vec<usize> = (0..self.sketch.nodes.len())
            .filter(|node| self.sketch.nodes[*node].results.count().unwrap_or(0) > 0)
            .collect();
        match self.dice.below(3) {
            0 if !with_results.is_empty() => {
                let node = with_results[self.dice.below(with_results.len())];
                let index = self.dice.below(self.sketch.nodes[node].results.count().unwrap_or(1));
                let handle = self.reads_of(node, index);
                Operand::Result { node, index, handle }
            }
            1 if !self.sketch.free.is_empty() => Operand::Free(self.dice.below(self.sketch.free.len())),
            _ => {
                self.sketch.free.push(Free { concrete: 0, ty: Some(0), range: false, bound: false });
                Operand::Free(self.sketch.free.len() - 1)
            }
        }
    }

    /// How many handles a result has: the next one is new.
    fn reads_of(&self, node: usize, index: usize) -> usize {
        let read = |operand: &&Operand| matches!(operand, Operand::Result { node: n, index: i, .. } if *n == node && *i == index);
        self.sketch.nodes.iter().flat_map(|node| &node.operands).filter(read).count()
    }

    fn is_loose(&self, node: usize) -> bool {
        self.read >> node & 1 == 0
    }

    /// A result of an operation: mostly a handle of its own, now and then one that is there already.
    fn read_result(&mut self, node: usize, index: usize) -> Operand {
        self.read |= 1 << node;
        let handles = self.reads_of(node, index);
        let shares = handles > 0 && self.dice.one_in(16);
        Operand::Result { node, index, handle: if shares { handles - 1 } else { handles } }
    }

    /// A second operation that looks like an earlier one and reads one of its operands: both may be one.
    fn sibling(&mut self, index: usize) -> bool {
        let original = self.sketch.nodes[self.dice.below(index)].clone();
        if original.operands.is_empty() {
            return false;
        }
        let kept = self.dice.below(original.operands.len());
        let mut node = original;
        for slot in 0..node.operands.len() {
            let ty = match node.operands[slot] {
                Operand::Free(free) if !self.sketch.free[free].range => self.sketch.free[free],
                _ => continue,
            };
            if slot != kept && self.dice.one_in(2) {
                self.sketch.free.push(ty);
                node.operands[slot] = Operand::Free(self.sketch.free.len() - 1);
            }
        }
        for operand in &node.operands {
            if let Operand::Result { node, .. } | Operand::Results(node) = operand {
                self.read |= 1 << node;
            }
        }
        if !node.real && !self.style.named && self.dice.one_in(3) {
            node.name = None;
        }
        self.sketch.nodes.push(node);
        true
    }

    fn node(&mut self, index: usize, last: bool) {
        if self.style.several_roots && index > 0 && self.dice.one_in(3) && self.sibling(index) {
            return;
        }
        if self.style.dialect && !self.dice.one_in(5) && self.real_node(index) {
            return;
        }
        let kind = self.dice.below(100);
        let named = self.style.named;
        let terminator =
            !named && (last || self.style.several_roots) && kind >= 100 - self.config.terminators;
        let wildcard = !named && !terminator && kind >= 100 - self.config.terminators - self.config.wildcards;
        let ranges = self.style.ranges && self.dice.one_in(2);
        let mut operands = self.operands(index, ranges);
        let name = match (terminator, wildcard) {
            (true, _) => Some([RETURN, RETURN, BRANCH, YIELD][self.dice.below(4)]),
            (_, true) => None,
            _ if self.style.distinct => Some(LAB[index % LAB.len()]),
            _ => Some(LAB[self.dice.below(3)]),
        };
        // Nothing reads what the last operation makes, and every other one is there to be read.
        let least = usize::from(!last);
        let count = if terminator { 0 } else { least + self.dice.below(self.config.results + 1 - least) };
        let results = if !terminator && ranges && self.dice.one_in(2) {
            Results::Range(self.dice.below(PLAIN) as Ty)
        } else {
            Results::Types((0..count).map(|_| self.any_type()).collect())
        };
        if operands.len() > 5 {
            operands.truncate(5);
        }
        let attributes = self.attributes();
        self.sketch.nodes.push(Node { name, real: false, operands, attributes, results });
    }

    /// A type variable for something without a spec.
    fn any_type(&mut self) -> usize {
        let count = self.sketch.types.len();
        if count >= 4 || !self.dice.one_in(5) {
            return self.dice.below(count);
        }
        let (concrete, constant) = (self.dice.below(PLAIN) as Ty, self.dice.one_in(2));
        self.sketch.types.push(TypeVar { concrete, constant, bound: false });
        count
    }

    fn attributes(&mut self) -> Vec<(&'static str, usize)> {
        if !self.dice.one_in(6) {
            return Vec::new();
        }
        let name = ["k", "l"][self.dice.below(2)];
        if !self.sketch.attributes.is_empty() && self.dice.one_in(2) {
            return vec![(name, self.dice.below(self.sketch.attributes.len()))];
        }
        let concrete = self.dice.below(PLAIN_ATTRIBUTES) as At;
        let kind = match self.dice.below(3) {
            0 => AttributeKind::Constant,
            1 => AttributeKind::Open,
            _ => match self.type_of_attribute(concrete) {
                Some(ty) => AttributeKind::Typed(ty),
                None => AttributeKind::Open,
            },
        };
        self.sketch.attributes.push(Attribute { concrete, kind });
        vec![(name, self.sketch.attributes.len() - 1)]
    }

    /// A type variable that has the type of an attribute in the payload.
    fn type_of_attribute(&mut self, attribute: At) -> Option<usize> {
        let ty = ATTRIBUTES[attribute as usize].1?;
        self.sketch.types.iter().position(|var| var.concrete == ty)
    }

    /// Operands that connect an operation with those before it.
    fn operands(&mut self, index: usize, ranges: bool) -> Vec<Operand> {
        let mut operands = Vec::new();
        if index > 0 {
            let connection = self.connection(index);
            operands.push(connection);
        }
        for _ in 0..self.dice.below(self.config.operands + usize::from(index == 0)) {
            let operand = self.operand(index);
            operands.push(operand);
        }
        if operands.len() > 1 && self.dice.one_in(2) {
            operands.reverse();
        }
        if ranges
            && self.dice.one_in(2)
            && operands.iter().all(|operand| !matches!(operand, Operand::Results(_)))
        {
            self.sketch.free.push(Free {
                concrete: self.dice.below(PLAIN) as Ty,
                ty: None,
                range: true,
                bound: false,
            });
            operands.push(Operand::Free(self.sketch.free.len() - 1));
        }
        operands
    }

    /// A value that an earlier operation makes, or, with several roots, one that it reads.
    fn connection(&mut self, index: usize) -> Operand {
        let shared: Vec<usize> = if self.style.several_roots && self.dice.one_in(2) {
            (0..self.sketch.free.len()).filter(|free| !self.sketch.free[*free].range).collect()
        } else {
            Vec::new()
        };
        if let Some(free) = self.dice.pick(&shared) {
            return Operand::Free(*free);
        }
        let loose: Vec<usize> = (0..index).filter(|node| self.is_loose(*node)).collect();
        let from = match loose.as_slice() {
            [] => self.dice.below(index),
            _ => loose[self.dice.below(loose.len())],
        };
        self.result_of(from)
    }

    fn result_of(&mut self, node: usize) -> Operand {
        match self.sketch.nodes[node].results.count() {
            Some(0) | None => {
                self.read |= 1 << node;
                Operand::Results(node)
            }
            Some(count) => {
                let index = self.dice.below(count);
                self.read_result(node, index)
            }
        }
    }

    fn operand(&mut self, index: usize) -> Operand {
        let made =
            (0..index).filter(|node| self.sketch.nodes[*node].results.count().is_some_and(|count| count > 0));
        let made: Vec<usize> = made.collect();
        let free: Vec<usize> =
            (0..self.sketch.free.len()).filter(|free| !self.sketch.free[*free].range).collect();
        match self.dice.below(4) {
            0 if !made.is_empty() => {
                let node = made[self.dice.below(made.len())];
                self.result_of(node)
            }
            1 if !free.is_empty() => Operand::Free(free[self.dice.below(free.len())]),
            _ => {
                let ty = if self.dice.one_in(4) { None } else { Some(self.any_type()) };
                let concrete = ty.map_or(0, |ty| self.sketch.types[ty].concrete);
                self.sketch.free.push(Free { concrete, ty, range: false, bound: false });
                Operand::Free(self.sketch.free.len() - 1)
            }
        }
    }

    /// An operation of a real dialect that reads something there is; false when none was found.
    fn real_node(&mut self, index: usize) -> bool {
        for _ in 0..6 {
            let Some(op) = self.dice.pick(real()) else { return false };
            let signature = &op.signatures[self.dice.below(op.signatures.len())];
            let slot = match index {
                0 => None,
                _ => match self.slot_for(op, &signature.types, index) {
                    Some(slot) => Some(slot),
                    None => continue,
                },
            };
            self.real_of(op, &signature.types, &signature.attributes, slot);
            return true;
        }
        false
    }

    /// An operand place, and an earlier result that fits into it.
    fn slot_for(&mut self, op: &Real, types: &[Ty], index: usize) -> Option<(usize, usize, usize)> {
        let mut fits = Vec::new();
        let any_loose = (0..index).any(|node| self.is_loose(node));
        for node in (0..index).filter(|node| !any_loose || self.is_loose(*node)) {
            for result in 0..self.sketch.nodes[node].results.count().unwrap_or(0) {
                for (slot, ty) in types[..op.operands].iter().enumerate() {
                    if *ty == self.sketch.result_type(node, result) {
                        fits.push((slot, node, result));
                    }
                }
            }
        }
        self.dice.pick(&fits).copied()
    }

    fn real_of(
        &mut self,
        op: &Real,
        types: &[Ty],
        attributes: &[(&'static str, At)],
        slot: Option<(usize, usize, usize)>,
    ) {
        let constant = self.dice.one_in(2);
        let operands: Vec<Operand> = (0..op.operands)
            .map(|at| match slot {
                Some((place, node, result)) if place == at => self.read_result(node, result),
                _ => self.real_operand(types[at]),
            })
            .collect();
        let results = types[op.operands..].iter().map(|ty| self.type_var(*ty, constant)).collect();
        let attributes = attributes
            .iter()
            .map(|(name, value)| {
                self.sketch.attributes.push(Attribute { concrete: *value, kind: AttributeKind::Constant });
                (*name, self.sketch.attributes.len() - 1)
            })
            .collect();
        let results = Results::Types(results);
        self.sketch.nodes.push(Node { name: Some(op.name), real: true, operands, attributes, results });
    }

    fn real_operand(&mut self, ty: Ty) -> Operand {
        let same: Vec<usize> = (0..self.sketch.free.len())
            .filter(|free| !self.sketch.free[*free].range && self.sketch.free_type(*free) == ty)
            .collect();
        if !same.is_empty() && self.dice.one_in(4) {
            return Operand::Free(same[self.dice.below(same.len())]);
        }
        let var = if self.dice.one_in(2) { Some(self.type_var(ty, false)) } else { None };
        self.sketch.free.push(Free { concrete: ty, ty: var, range: false, bound: true });
        Operand::Free(self.sketch.free.len() - 1)
    }

    /// A type variable with this type, which a spec has a word in.
    fn type_var(&mut self, ty: Ty, constant: bool) -> usize {
        if let Some(found) = self.sketch.types.iter().position(|var| var.concrete == ty) {
            self.sketch.types[found].bound = true;
            return found;
        }
        self.sketch.types.push(TypeVar { concrete: ty, constant, bound: true });
        self.sketch.types.len() - 1
    }

    /// Makes the last operation read whatever nothing reads yet.
    fn join(&mut self) {
        let last = self.sketch.nodes.len() - 1;
        let loose: Vec<usize> = (0..last).filter(|node| self.is_loose(*node)).collect();
        if loose.is_empty() {
            return;
        }
        let mut operands: Vec<Operand> = Vec::new();
        for node in loose {
            let operand = self.result_of(node);
            operands.push(operand);
        }
        if !self.sketch.nodes[last].real {
            self.sketch.nodes[last].operands.extend(operands);
            return;
        }
        let operand = self.result_of(last);
        operands.push(operand);
        let count = self.dice.below(2);
        let results = Results::Types((0..count).map(|_| self.any_type()).collect());
        let name = Some(LAB[self.sketch.nodes.len() % LAB.len()]);
        self.sketch.nodes.push(Node { name, real: false, operands, attributes: Vec::new(), results });
    }
}
