//! Patterns that compute: a chain of operations that engines run, turned into another one of the same types. Some are right
//! by construction, some are right by chance, most are wrong in what they compute, and a few in their types. Knows which
//! types go together from the specs, and what operations mean only by a list of identities.

use super::sketch::{
    Action, Attribute, AttributeKind, CreatedOp, Free, MadeType, Node, OpRef, Operand, Results, Sketch,
    TypeVar, Used,
};
use crate::generate::choose::Choose;
use crate::generate::vocabulary::{ATTRIBUTES, At, COMPUTING_ATTRIBUTES, Real, Signature, Ty, computing_of};

const I1: Ty = 2;

/// One dialect at work.
struct Family {
    dialect: &'static str,
    /// What most values are, one of these.
    types: &'static [Ty],
    /// The dialect of its constants.
    constants: Option<&'static str>,
    /// Whether MLIR knows the dialect, so that it can infer types.
    known: bool,
}

const FAMILIES: [(usize, Family); 6] = [
    (45, Family { dialect: "arith", types: &[0, 5, 0, 1, 2, 4], constants: Some("arith"), known: true }),
    (20, Family { dialect: "comb", types: &[0, 5, 2, 1], constants: Some("hw"), known: false }),
    (12, Family { dialect: "index", types: &[4], constants: Some("index"), known: true }),
    (10, Family { dialect: "llvm", types: &[0, 5, 2, 1], constants: None, known: true }),
    (8, Family { dialect: "arith", types: &[3, 6], constants: Some("arith"), known: true }),
    (5, Family { dialect: "arith", types: &[7], constants: Some("arith"), known: true }),
];

/// Identities: what is matched, and what it is turned into, operands first. The last ones are none.
const IDENTITIES: [(&str, &str); 18] = [
    ("add", "y x add"),
    ("add", "x y or x y and add"),
    ("add", "x y xor x y and x y and add add"),
    ("sub", "x x x sub y sub add"),
    ("mul", "y x mul"),
    ("and", "x y or x y xor xor"),
    ("and", "x y add x y or sub"),
    ("and", "y x and"),
    ("or", "x y xor x y and or"),
    ("or", "x y and x y xor add"),
    ("or", "x y add x y and sub"),
    ("xor", "x y or x y and sub"),
    ("xor", "x y or x y and xor"),
    ("xor", "y x xor"),
    ("sub", "y x sub"),
    ("xor", "x y or"),
    ("add", "x y or"),
    ("or", "x y add"),
];

/// Makes a pattern.
pub(super) fn sketch<C: Choose>(dice: &mut C) -> Sketch {
    let mut chance = dice.below(100);
    let mut family = &FAMILIES[0].1;
    for (share, other) in &FAMILIES {
        if chance < *share {
            family = other;
            break;
        }
        chance -= share;
    }
    let base = family.types[dice.below(family.types.len())];
    let ops = computing_of(family.dialect);
    let open = dice.one_in(2);
    let mut maker = ComputingGenerator { dice, family, base, ops, open, sketch: Sketch::default(), read: 0 };
    maker.matcher();
    maker.rewrite();
    maker.sketch
}

struct ComputingGenerator<'c, C> {
    dice: &'c mut C,
    family: &'static Family,
    base: Ty,
    ops: &'static [&'static Real],
    /// Whether the pattern leaves types open.
    open: bool,
    sketch: Sketch,
    /// Matched operations that something reads.
    read: u64,
}

impl<C: Choose> ComputingGenerator<'_, C> {
    // ---- what is matched

    fn matcher(&mut self) {
        let identity = self.dice.one_in(4);
        let before = self.dice.below(3);
        for _ in 0..before {
            self.node(None);
        }
        let (word, _) = IDENTITIES[self.dice.below(IDENTITIES.len())];
        let name = self.named(word).filter(|_| identity);
        if name.is_none() || !self.node(name) {
            self.node(None);
        }
        // Where chance found nothing that keeps to the types, any operation will do.
        if self.sketch.nodes.is_empty()
            && let Some((op, signature)) = self.ops.iter().find_map(|op| Some((*op, op.signatures.first()?)))
        {
            self.place(op, signature, None);
        }
        self.sketch.root = self.sketch.nodes.len().checked_sub(1);
    }

    /// The operation of the family that a word of the identities stands for.
    fn named(&self, word: &str) -> Option<&'static Real> {
        let spelled = format!(
            "{}.{word}{}",
            self.family.dialect,
            if self.family.dialect == "arith" { "i" } else { "" }
        );
        self.ops.iter().find(|op| op.name == spelled).copied()
    }

    /// Whether a signature keeps to the type that most values have, and to what comparisons make of it.
    fn keeps(&self, signature: &Signature) -> bool {
        signature.types.iter().all(|ty| *ty == self.base || *ty == I1 || self.base == 7 && *ty == 9)
    }

    /// A way to use an operation, mostly one that keeps to the types of the pattern.
    fn signature(
        &mut self,
        op: &'static Real,
        fits: impl Fn(&Signature) -> bool,
    ) -> Option<&'static Signature> {
        let strange = self.dice.one_in(8);
        let fits: Vec<&Signature> =
            op.signatures.iter().filter(|one| (strange || self.keeps(one)) && fits(one)).collect();
        self.dice.pick(&fits).copied()
    }

    /// A matched operation that reads what the one before makes; false when none was found.
    fn node(&mut self, wanted: Option<&'static Real>) -> bool {
        let last = self.sketch.nodes.len().checked_sub(1);
        let offered = match last {
            Some(last) => self.results_of(last),
            None => Vec::new(),
        };
        for _ in 0..12 {
            let Some(op) = wanted.or_else(|| self.dice.pick(self.ops).copied()) else { return false };
            let reads = |one: &Signature| {
                last.is_none() || one.types[..op.operands].iter().any(|ty| offered.contains(ty))
            };
            let Some(signature) = self.signature(op, reads) else { continue };
            self.place(op, signature, last);
            return true;
        }
        false
    }

    fn results_of(&self, node: usize) -> Vec<Ty> {
        let count = self.sketch.nodes[node].results.count().unwrap_or(0);
        (0..count).map(|index| self.sketch.result_type(node, index)).collect()
    }

    fn place(&mut self, op: &'static Real, signature: &'static Signature, last: Option<usize>) {
        let (ins, outs) = signature.types.split_at(op.operands);
        let mut slot = None;
        if let Some(last) = last {
            let made = self.results_of(last);
            let pairs = ins.iter().enumerate().flat_map(|(at, ty)| {
                made.iter()
                    .enumerate()
                    .filter(move |(_, made)| *made == ty)
                    .map(move |(index, _)| (at, index))
            });
            let pairs: Vec<(usize, usize)> = pairs.collect();
            slot = self.dice.pick(&pairs).copied();
        }
        let mut operands = Vec::with_capacity(ins.len());
        for (at, ty) in ins.iter().enumerate() {
            operands.push(match (slot, last) {
                (Some((place, index)), Some(node)) if place == at => self.read(node, index),
                _ => self.operand(*ty),
            });
        }
        let results = Results::Types(outs.iter().map(|ty| self.type_var(*ty)).collect());
        let attributes =
            signature.attributes.iter().map(|(name, value)| (*name, self.constant_attribute(*value)));
        let attributes = attributes.collect();
        self.sketch.nodes.push(Node { name: Some(op.name), real: true, operands, attributes, results });
    }

    fn constant_attribute(&mut self, concrete: At) -> usize {
        self.sketch.attributes.push(Attribute { concrete, kind: AttributeKind::Constant });
        self.sketch.attributes.len() - 1
    }

    fn read(&mut self, node: usize, index: usize) -> Operand {
        self.read |= 1 << node;
        Operand::Result { node, index, handle: 0 }
    }

    /// Something to read: what is read already, what an earlier operation makes, a constant, or anything.
    fn operand(&mut self, ty: Ty) -> Operand {
        let same: Vec<usize> =
            (0..self.sketch.free.len()).filter(|free| self.sketch.free_type(*free) == ty).collect();
        if self.dice.one_in(3)
            && let Some(free) = self.dice.pick(&same)
        {
            return Operand::Free(*free);
        }
        if self.dice.one_in(6) {
            let made = (0..self.sketch.nodes.len()).flat_map(|node| {
                let types = self.results_of(node).into_iter().enumerate();
                types.filter(move |(_, made)| *made == ty).map(move |(index, _)| (node, index))
            });
            let made: Vec<(usize, usize)> = made.collect();
            if let Some((node, index)) = self.dice.pick(&made).copied() {
                return self.read(node, index);
            }
        }
        let var = if self.dice.one_in(4) { None } else { Some(self.type_var(ty)) };
        self.sketch.free.push(Free { concrete: ty, ty: var, range: false, bound: true });
        Operand::Free(self.sketch.free.len() - 1)
    }

    fn type_var(&mut self, ty: Ty) -> usize {
        if let Some(found) = self.sketch.types.iter().position(|var| var.concrete == ty) {
            return found;
        }
        let constant = !self.open;
        self.sketch.types.push(TypeVar { concrete: ty, constant, bound: true });
        self.sketch.types.len() - 1
    }

    // ---- what it is turned into

    fn rewrite(&mut self) {
        let root = self.sketch.nodes.len() - 1;
        let target = OpRef::Node(root);
        let types = self.results_of(root);
        match self.dice.below(20) {
            0..=5 if self.identity(root) => {}
            0..=7 => {
                let made = self.recreate_root(root);
                self.sketch.actions.push(Action::ReplaceByOp(target, made));
            }
            8 => self.ill_typed(target, &types),
            chance => {
                // Without anything new in a quarter of the cases.
                let depth = if chance < 12 { 0 } else { 1 + self.dice.below(2) };
                let values: Option<Vec<Used>> = types.iter().map(|ty| self.value(*ty, depth)).collect();
                match values {
                    Some(values) => self.sketch.actions.push(Action::ReplaceByValues(target, values)),
                    None => {
                        let made = self.recreate_root(root);
                        self.sketch.actions.push(Action::ReplaceByOp(target, made));
                    }
                }
            }
        }
        if self.dice.one_in(12) {
            self.drop_dead(root);
        }
    }

    /// Now and then an operation that fed the root is erased, which is right where nothing else reads it.
    fn drop_dead(&mut self, root: usize) {
        if root > 0 {
            self.sketch.actions.push(Action::Erase(OpRef::Node(root - 1)));
        }
    }

    fn used(&self, operand: Operand) -> Used {
        match operand {
            Operand::Free(free) => Used::Free(free),
            Operand::Result { node, index, handle } => Used::Bound { node, index, handle },
            Operand::Results(node) => Used::Results(OpRef::Node(node)),
        }
    }

    /// The root over again, mostly with its two operands in the other order.
    fn recreate_root(&mut self, root: usize) -> OpRef {
        let node = self.sketch.nodes[root].clone();
        let mut operands: Vec<Used> = node.operands.iter().map(|operand| self.used(*operand)).collect();
        if let [one, other] = operands.as_mut_slice()
            && !self.dice.one_in(3)
        {
            std::mem::swap(one, other);
        }
        let concrete = |(name, at): &(&'static str, usize)| (*name, self.sketch.attributes[*at].concrete);
        let attributes = node.attributes.iter().map(concrete).collect();
        let vars = match node.results {
            Results::Types(vars) => vars,
            Results::Range(_) => Vec::new(),
        };
        let results: Vec<MadeType> = vars.into_iter().map(MadeType::Var).collect();
        self.push(CreatedOp {
            name: node.name.unwrap_or("lab.a"),
            operands,
            attributes,
            carried: Vec::new(),
            count: results.len(),
            results,
        })
    }

    fn push(&mut self, made: CreatedOp) -> OpRef {
        self.sketch.actions.push(Action::Create(made));
        OpRef::Made(self.sketch.actions.len() - 1)
    }

    /// One of the identities, where the root is what one of them is about.
    fn identity(&mut self, root: usize) -> bool {
        let node = self.sketch.nodes[root].clone();
        let [x, y] = node.operands.as_slice() else { return false };
        let (x, y) = (self.used(*x), self.used(*y));
        let about = |word: &str| self.named(word).map(|op| op.name) == node.name;
        let about: Vec<&str> =
            IDENTITIES.iter().filter(|(word, _)| about(word)).map(|(_, turned)| *turned).collect();
        let Some(turned) = self.dice.pick(&about).copied() else { return false };
        let ty = self.sketch.result_type(root, 0);
        let mut stack: Vec<Used> = Vec::new();
        for word in turned.split(' ') {
            let value = match (word, self.named(word)) {
                ("x", _) => x,
                ("y", _) => y,
                (_, Some(op)) => {
                    let (Some(second), Some(first)) = (stack.pop(), stack.pop()) else { return false };
                    self.make(op, vec![first, second], Vec::new(), &[ty])
                }
                // The family has no such operation.
                _ => return false,
            };
            stack.push(value);
        }
        self.sketch.actions.push(Action::ReplaceByValues(OpRef::Node(root), stack));
        true
    }

    fn make(
        &mut self,
        op: &'static Real,
        operands: Vec<Used>,
        attributes: Vec<(&'static str, At)>,
        types: &[Ty],
    ) -> Used {
        let inferred = op.infers && self.family.known && self.dice.one_in(2);
        let results: Vec<MadeType> = types.iter().map(|ty| self.made_type(*ty)).collect();
        let count = results.len();
        let results = if inferred { Vec::new() } else { results };
        let of =
            self.push(CreatedOp { name: op.name, operands, attributes, carried: Vec::new(), results, count });
        Used::Result { of, index: 0 }
    }

    fn made_type(&mut self, ty: Ty) -> MadeType {
        match self.sketch.types.iter().position(|var| var.concrete == ty) {
            Some(var) => MadeType::Var(var),
            None => MadeType::Constant(ty),
        }
    }

    /// What stands in the places of operands, of a type.
    fn there(&self, ty: Ty) -> Vec<Used> {
        let free =
            (0..self.sketch.free.len()).filter(|free| self.sketch.free_type(*free) == ty).map(Used::Free);
        let root = self.sketch.nodes.len() - 1;
        let results = (0..root).flat_map(|node| {
            let types = self.results_of(node).into_iter().enumerate();
            types.filter(move |(_, made)| *made == ty).map(move |(index, _)| (node, index))
        });
        // What nothing reads has no handle in the matcher.
        let results = results.map(|(node, index)| Used::Result { of: OpRef::Node(node), index });
        free.chain(results).collect()
    }

    /// A value of a type: one that is there, a constant, or a new operation over such values.
    fn value(&mut self, ty: Ty, depth: usize) -> Option<Used> {
        if depth > 0 {
            for _ in 0..8 {
                let op = self.dice.pick(self.ops).copied()?;
                let makes = |one: &Signature| op.results == 1 && one.types[op.operands] == ty;
                let Some(signature) = self.signature(op, makes) else { continue };
                let operands = signature.types[..op.operands].iter();
                let operands: Option<Vec<Used>> = operands
                    .map(|ty| {
                        let deeper = depth > 1 && self.dice.one_in(2);
                        self.value(*ty, if deeper { depth - 1 } else { 0 })
                    })
                    .collect();
                let Some(operands) = operands else { continue };
                return Some(self.make(op, operands, signature.attributes.clone(), &[ty]));
            }
        }
        let there = self.there(ty);
        if !there.is_empty() && !self.dice.one_in(6) {
            return self.dice.pick(&there).copied();
        }
        self.constant(ty).or_else(|| there.first().copied())
    }

    /// A constant, where the type is written in the pattern.
    fn constant(&mut self, ty: Ty) -> Option<Used> {
        let fits = (0..COMPUTING_ATTRIBUTES as At).filter(|at| ATTRIBUTES[*at as usize].1 == Some(ty));
        let fits: Vec<At> = fits.collect();
        let open = self.sketch.types.iter().any(|var| var.concrete == ty && !var.constant);
        let dialect = self.family.constants.filter(|dialect| !open && (*dialect != "index" || ty == 4))?;
        let name = assay_ir::ops::dialect(dialect)?.op_by_fact("integer", "constant")?;
        let value = self.dice.pick(&fits).copied()?;
        let results = vec![self.made_type(ty)];
        let attributes = vec![("value", value)];
        let made =
            CreatedOp { name, operands: Vec::new(), attributes, carried: Vec::new(), count: 1, results };
        let of = self.push(made);
        Some(Used::Result { of, index: 0 })
    }

    /// A value of another type for the first result.
    fn ill_typed(&mut self, target: OpRef, types: &[Ty]) {
        let other = if types.first() == Some(&self.base) { I1 } else { self.base };
        let first = self.value(other, 1);
        let rest: Option<Vec<Used>> = types.iter().skip(1).map(|ty| self.value(*ty, 0)).collect();
        match (first, rest) {
            (Some(first), Some(rest)) => {
                let values = std::iter::once(first).chain(rest).collect();
                self.sketch.actions.push(Action::ReplaceByValues(target, values));
            }
            _ => {
                let made = self.recreate_root(self.sketch.nodes.len() - 1);
                self.sketch.actions.push(Action::ReplaceByOp(target, made));
            }
        }
    }
}
