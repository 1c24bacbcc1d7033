//! The rewriting part: at random, safe by construction, or safe unless two handles are one. Knows which steps are safe
//! by the list of structure.md and decides nothing.

use super::sketch::{
    Action, CreatedOp, Free, MadeType, Node, OpRef, Operand, Results, Sketch, TypeVar, Used,
};
use crate::config::PatternConfig;
use crate::generate::choose::Choose;
use crate::generate::vocabulary::{BRANCH, LAB, MADE, RETURN, Real, SCOPE, Ty, YIELD, is_terminator, real};

/// A rewrite under construction.
pub(super) struct Rewriter<'c, C> {
    pub(super) dice: &'c mut C,
    pub(super) sketch: Sketch,
    /// Operations that were erased or replaced.
    ended: Vec<OpRef>,
    /// Whether steps avoid what is surely broken.
    careful: bool,
    dialect: bool,
}

impl<'c, C: Choose> Rewriter<'c, C> {
    pub(super) fn new(dice: &'c mut C, sketch: Sketch, dialect: bool) -> Rewriter<'c, C> {
        Rewriter { dice, sketch, ended: Vec::new(), careful: true, dialect }
    }

    // ---- at random

    /// Random actions; afterwards every matched operation has a use somewhere, as PDL asks.
    pub(super) fn random(mut self, config: &PatternConfig) -> Sketch {
        self.careful = !self.dice.one_in(3);
        for _ in 0..1 + self.dice.below(config.actions) {
            match self.dice.below(10) {
                0..=3 => self.create_any(),
                4..=7 => self.replace_any(),
                _ => self.erase_any(),
            }
        }
        self.use_all();
        self.sketch
    }

    /// Operations that nothing reads and that are no root have to be used by the rewrite.
    fn use_all(&mut self) {
        for node in 0..self.sketch.nodes.len() {
            if self.is_used(node) {
                continue;
            }
            let count = self.sketch.nodes[node].results.count();
            match count {
                Some(count) if count > 0 && self.dice.one_in(2) => {
                    let operands =
                        vec![Used::Result { of: OpRef::Node(node), index: self.dice.below(count) }];
                    self.push_made(MADE[0], operands, Vec::new());
                }
                _ => self.push(Action::Erase(OpRef::Node(node))),
            }
        }
    }

    fn is_used(&self, node: usize) -> bool {
        let reads = |operand: &Operand| matches!(operand, Operand::Result { node: n, .. } | Operand::Results(n) if *n == node);
        self.sketch.root == Some(node)
            || self.sketch.nodes.iter().any(|other| other.operands.iter().any(reads))
            || self.sketch.actions.iter().any(|action| names(action, OpRef::Node(node)))
    }

    fn push(&mut self, action: Action) {
        if let Action::ReplaceByOp(target, _) | Action::ReplaceByValues(target, _) | Action::Erase(target) =
            &action
        {
            self.ended.push(*target);
        }
        self.sketch.actions.push(action);
    }

    fn push_made(&mut self, name: &'static str, operands: Vec<Used>, results: Vec<MadeType>) -> OpRef {
        let count = results.len();
        let made = CreatedOp { name, operands, attributes: Vec::new(), carried: Vec::new(), results, count };
        self.sketch.actions.push(Action::Create(made));
        OpRef::Made(self.sketch.actions.len() - 1)
    }

    fn is_ended(&self, op: OpRef) -> bool {
        self.ended.contains(&op)
    }

    /// Operations that an action may name.
    fn ops(&self) -> Vec<OpRef> {
        let made = self.sketch.actions.iter().enumerate();
        let made =
            made.filter(|(_, action)| matches!(action, Action::Create(_))).map(|(at, _)| OpRef::Made(at));
        let all = (0..self.sketch.nodes.len()).map(OpRef::Node).chain(made);
        all.filter(|op| !self.careful || !self.is_ended(*op)).collect()
    }

    fn type_of(&self, value: Used) -> Option<Ty> {
        match value {
            Used::Free(free) => Some(self.sketch.free_type(free)),
            Used::Bound { node, index, .. } => Some(self.sketch.result_type(node, index)),
            Used::Result { of: OpRef::Node(node), index } => Some(self.sketch.result_type(node, index)),
            Used::Result { of: OpRef::Made(action), index } => match self.sketch.actions.get(action)? {
                Action::Create(made) => match made.results.get(index)? {
                    MadeType::Var(ty) => Some(self.sketch.types[*ty].concrete),
                    MadeType::Constant(ty) => Some(*ty),
                },
                _ => None,
            },
            Used::Results(_) => None,
        }
    }

    /// Values that an action may name; of this type, where one is asked for.
    fn values(&self, ty: Option<Ty>) -> Vec<Used> {
        let mut out = Vec::new();
        for (free, data) in self.sketch.free.iter().enumerate() {
            if !data.range {
                out.push(Used::Free(free));
            }
        }
        for node in &self.sketch.nodes {
            for operand in &node.operands {
                if let Operand::Result { node, index, handle } = *operand
                    && !(self.careful && self.is_ended(OpRef::Node(node)))
                    && handle == 0
                {
                    out.push(Used::Bound { node, index, handle });
                }
            }
        }
        for of in self.ops() {
            for index in 0..self.sketch.result_count(of).unwrap_or(0) {
                out.push(Used::Result { of, index });
            }
        }
        if let Some(ty) = ty {
            out.retain(|value| self.type_of(*value) == Some(ty));
        }
        out
    }

    fn value(&mut self, ty: Option<Ty>) -> Option<Used> {
        let values = self.values(ty);
        self.dice.pick(&values).copied()
    }

    /// How a result type is written.
    fn made_type(&mut self, ty: Ty) -> MadeType {
        match self.sketch.types.iter().position(|var| var.concrete == ty) {
            Some(var) => MadeType::Var(var),
            None => MadeType::Constant(ty),
        }
    }

    fn create_any(&mut self) {
        if self.dialect && self.dice.one_in(2) && self.create_real().is_some() {
            return;
        }
        let mut operands: Vec<Used> = Vec::new();
        for _ in 0..self.dice.below(3) {
            operands.extend(self.value(None));
        }
        if let Some(range) = self.some_range() {
            operands.push(range);
        }
        let (name, most) = if self.dice.one_in(20) {
            ([RETURN, BRANCH, YIELD, SCOPE][self.dice.below(4)], 0)
        } else {
            (MADE[self.dice.below(MADE.len())], 2)
        };
        let results =
            (0..self.dice.below(most + 1)).map(|_| MadeType::Var(self.dice.below(self.sketch.types.len())));
        let results: Vec<MadeType> = results.collect();
        let carried = match self.sketch.attributes.is_empty() || !self.dice.one_in(4) {
            true => Vec::new(),
            false => vec![("m", self.dice.below(self.sketch.attributes.len()))],
        };
        let made = self.push_made(name, operands, results);
        if let (OpRef::Made(at), false) = (made, carried.is_empty())
            && let Some(Action::Create(made)) = self.sketch.actions.get_mut(at)
        {
            made.carried = carried;
        }
    }

    /// Now and then a group of open number.
    fn some_range(&mut self) -> Option<Used> {
        let mut ranges: Vec<Used> = (0..self.sketch.free.len())
            .filter(|free| self.sketch.free[*free].range)
            .map(Used::Free)
            .collect();
        let open = |node: &usize| self.sketch.nodes[*node].results.count().is_none();
        let nodes = (0..self.sketch.nodes.len()).filter(open).map(OpRef::Node);
        ranges.extend(nodes.filter(|op| !self.careful || !self.is_ended(*op)).map(Used::Results));
        if ranges.is_empty() || !self.dice.one_in(3) { None } else { self.dice.pick(&ranges).copied() }
    }

    /// An operation of a real dialect over values there are.
    fn create_real(&mut self) -> Option<OpRef> {
        for _ in 0..4 {
            let op: &Real = self.dice.pick(real())?;
            let signature = &op.signatures[self.dice.below(op.signatures.len())];
            let operands: Option<Vec<Used>> =
                signature.types[..op.operands].iter().map(|ty| self.value(Some(*ty))).collect();
            let Some(operands) = operands else { continue };
            let open = op.infers && self.dice.one_in(2);
            let results: Vec<MadeType> =
                signature.types[op.operands..].iter().map(|ty| self.made_type(*ty)).collect();
            let count = results.len();
            let results = if open { Vec::new() } else { results };
            let made = CreatedOp {
                name: op.name,
                operands,
                attributes: signature.attributes.clone(),
                carried: Vec::new(),
                results,
                count,
            };
            self.sketch.actions.push(Action::Create(made));
            return Some(OpRef::Made(self.sketch.actions.len() - 1));
        }
        None
    }

    fn target(&mut self) -> Option<OpRef> {
        let root = self.sketch.root.map(OpRef::Node).filter(|root| !self.careful || !self.is_ended(*root));
        if let Some(root) = root
            && self.dice.one_in(2)
        {
            return Some(root);
        }
        let ops = self.ops();
        self.dice.pick(&ops).copied()
    }

    fn replace_any(&mut self) {
        let Some(target) = self.target() else { return self.create_any() };
        let Some(count) = self.sketch.result_count(target) else {
            let values = self.some_range().into_iter().collect();
            return self.push(Action::ReplaceByValues(target, values));
        };
        let same: Vec<OpRef> = self
            .ops()
            .into_iter()
            .filter(|op| *op != target && self.sketch.result_count(*op) == Some(count))
            .collect();
        if self.dice.one_in(2)
            && let Some(by) = self.dice.pick(&same).copied()
        {
            return self.push(Action::ReplaceByOp(target, by));
        }
        let wrong = !self.careful && self.dice.one_in(10);
        let values: Vec<Used> = (0..count + usize::from(wrong))
            .filter_map(|index| {
                let ty = self.type_of(Used::Result { of: target, index });
                self.value(ty.filter(|_| self.careful))
            })
            .collect();
        if self.careful && values.len() != count {
            return self.create_any();
        }
        self.push(Action::ReplaceByValues(target, values));
    }

    fn erase_any(&mut self) {
        match self.target() {
            Some(target) => self.push(Action::Erase(target)),
            None => self.create_any(),
        }
    }

    // ---- safe

    /// Values that dominate the root: all but its own results.
    fn dominating(&self, ty: Option<Ty>) -> Vec<Used> {
        let root = self.sketch.marked();
        let mut values = self.values(ty);
        values.retain(|value| {
            !matches!(value, Used::Bound { node, .. } | Used::Result { of: OpRef::Node(node), .. } if *node == root)
        });
        values
    }

    fn create_safe(&mut self, results: Vec<MadeType>) -> OpRef {
        let mut operands = Vec::new();
        for _ in 0..self.dice.below(3) {
            let values = self.dominating(None);
            operands.extend(self.dice.pick(&values).copied());
        }
        let name = MADE[self.dice.below(2)];
        self.push_made(name, operands, results)
    }

    fn root_types(&self) -> Vec<usize> {
        match &self.sketch.nodes[self.sketch.marked()].results {
            Results::Types(types) => types.clone(),
            Results::Range(_) => Vec::new(),
        }
    }

    /// Steps that keep programs well-formed whatever they are applied to, provided that no two operations have the same
    /// name and all of them feed the root.
    pub(super) fn safe(mut self) -> Sketch {
        for _ in 0..self.dice.below(3) {
            if self.dialect && self.dice.one_in(2) && self.create_real_safe().is_some() {
                continue;
            }
            let count = self.dice.below(2);
            let results =
                (0..count).map(|_| MadeType::Var(self.dice.below(self.sketch.types.len()))).collect();
            let made = self.create_safe(results);
            if self.dice.one_in(8) {
                self.push(Action::Erase(made));
            }
        }
        self.end_root();
        if self.dice.one_in(3) {
            self.replace_by_operand();
        }
        self.sketch
    }

    fn create_real_safe(&mut self) -> Option<OpRef> {
        // The root's own results are not there yet where operations are created.
        let root = OpRef::Node(self.sketch.marked());
        self.ended.push(root);
        let made = self.create_real();
        self.ended.retain(|op| *op != root);
        let OpRef::Made(at) = made? else { return None };
        let own = |value: &Used| matches!(value, Used::Bound { node, .. } if OpRef::Node(*node) == root);
        let reads_root = match &self.sketch.actions[at] {
            Action::Create(made) => made.operands.iter().any(own),
            _ => false,
        };
        if reads_root {
            self.sketch.actions.pop();
            return None;
        }
        made
    }

    /// Replaces the root by what dominates it, or erases it where it has no results.
    fn end_root(&mut self) {
        let root = self.sketch.marked();
        let target = OpRef::Node(root);
        let types = self.root_types();
        let terminator = self.sketch.nodes[root].name.is_none_or(is_terminator);
        if terminator {
            return self.end_terminator(root);
        }
        if types.is_empty() && self.dice.one_in(2) {
            return self.push(Action::Erase(target));
        }
        if !types.is_empty() && self.dice.one_in(2) {
            let mut values = Vec::new();
            for ty in &types {
                let fits: Vec<Used> = self
                    .dominating(Some(self.sketch.types[*ty].concrete))
                    .into_iter()
                    .filter(|value| self.has_type(*value, *ty))
                    .collect();
                values.extend(self.dice.pick(&fits).copied());
            }
            if values.len() == types.len() {
                return self.push(Action::ReplaceByValues(target, values));
            }
        }
        let made = self.create_safe(types.into_iter().map(MadeType::Var).collect());
        self.push(Action::ReplaceByOp(target, made));
    }

    /// Whether a value has the type of a variable whatever that stands for.
    fn has_type(&self, value: Used, ty: usize) -> bool {
        let var = self.sketch.types[ty];
        match value {
            Used::Free(free) => self.sketch.free[free].ty == Some(ty),
            Used::Bound { node, index, .. } | Used::Result { of: OpRef::Node(node), index } => {
                matches!(&self.sketch.nodes[node].results, Results::Types(types) if types.get(index) == Some(&ty))
            }
            Used::Result { .. } => var.constant && self.type_of(value) == Some(var.concrete),
            Used::Results(_) => false,
        }
    }

    /// A terminator is replaced by one of its kind with the same operands; what may be one is left alone.
    fn end_terminator(&mut self, root: usize) {
        let node = &self.sketch.nodes[root];
        let Some(name) = node.name.filter(|name| *name != BRANCH) else {
            self.create_safe(Vec::new());
            return;
        };
        let operands: Vec<Used> = node.operands.iter().map(|operand| used(*operand)).collect();
        let made = self.push_made(name, operands, Vec::new());
        self.push(Action::ReplaceByOp(OpRef::Node(root), made));
    }

    /// Replaces an operation with one result by an operand of the same type.
    fn replace_by_operand(&mut self) {
        let root = self.sketch.marked();
        let fits: Vec<(usize, Used)> = (0..self.sketch.nodes.len())
            .filter(|node| *node != root)
            .filter_map(|node| self.own_operand(node))
            .collect();
        if let Some((node, value)) = self.dice.pick(&fits).copied() {
            self.push(Action::ReplaceByValues(OpRef::Node(node), vec![value]));
        }
    }

    fn own_operand(&self, node: usize) -> Option<(usize, Used)> {
        let data = &self.sketch.nodes[node];
        let Results::Types(types) = &data.results else { return None };
        let [ty] = types.as_slice() else { return None };
        data.name?;
        let mut operands = data.operands.iter().map(|operand| used(*operand));
        operands.find(|value| self.has_type(*value, *ty)).map(|value| (node, value))
    }
}

fn used(operand: Operand) -> Used {
    match operand {
        Operand::Free(free) => Used::Free(free),
        Operand::Result { node, index, handle } => Used::Bound { node, index, handle },
        Operand::Results(node) => Used::Results(OpRef::Node(node)),
    }
}

/// Whether an action names an operation.
fn names(action: &Action, op: OpRef) -> bool {
    let reads = |value: &Used| matches!(value, Used::Result { of, .. } | Used::Results(of) if *of == op);
    match action {
        Action::Create(made) => made.operands.iter().any(reads),
        Action::ReplaceByOp(target, by) => *target == op || *by == op,
        Action::ReplaceByValues(target, values) => *target == op || values.iter().any(reads),
        Action::Erase(target) => *target == op,
    }
}

/// A pattern that is safe unless two of its handles, or a handle and an operand, are one.
pub(super) fn aliasing<C: Choose>(dice: &mut C, dialect: bool) -> Sketch {
    let constant = dice.one_in(2);
    let mut sketch =
        Sketch { types: vec![TypeVar { concrete: 0, constant, bound: false }], ..Sketch::default() };
    let same: Vec<&Real> = real().iter().filter(|op| endomorphic(op).is_some()).collect();
    let op = if dialect { dice.pick(&same).copied() } else { None };
    let pairs = 1 + dice.below(2);
    match dice.below(3) {
        // Two producers of one kind, each replaced by its own operand.
        0 => {
            let first = producer(&mut sketch, op);
            let second = producer(&mut sketch, op);
            consumer(&mut sketch, &[first, second], false);
            let mut rewriter = Rewriter::new(dice, sketch, dialect);
            rewriter.end_root();
            rewriter.replace_own(first);
            rewriter.replace_own(second);
            rewriter.sketch
        }
        // A producer is replaced, and afterwards an operand is used that may be its result.
        1 => {
            let first = producer(&mut sketch, op);
            consumer(&mut sketch, &[first], true);
            let other = sketch.free.len() - 1;
            let mut rewriter = Rewriter::new(dice, sketch, dialect);
            rewriter.replace_own(first);
            let types = rewriter.root_types().into_iter().map(MadeType::Var).collect();
            let made = rewriter.push_made(MADE[0], vec![Used::Free(other)], types);
            rewriter.push(Action::ReplaceByOp(OpRef::Node(rewriter.sketch.marked()), made));
            rewriter.sketch
        }
        // Several users of one value, all erased.
        _ => {
            let free = sketch.free.len();
            sketch.free.push(Free { concrete: 0, ty: Some(0), range: false, bound: false });
            let nodes = 1 + pairs;
            for node in 0..nodes {
                let name = Some(if dialect && node == 0 { LAB[1] } else { LAB[0] });
                let operands = vec![Operand::Free(free)];
                let results = Results::Types(Vec::new());
                sketch.nodes.push(Node { name, real: false, operands, attributes: Vec::new(), results });
            }
            sketch.root = Some(nodes - 1);
            let mut rewriter = Rewriter::new(dice, sketch, dialect);
            for node in 0..nodes {
                rewriter.push(Action::Erase(OpRef::Node(node)));
            }
            rewriter.sketch
        }
    }
}

/// A signature with one result that has the type of an operand.
fn endomorphic(op: &Real) -> Option<(&crate::generate::vocabulary::Signature, usize)> {
    if op.results != 1 {
        return None;
    }
    op.signatures.iter().find_map(|signature| {
        let result = signature.types[op.operands];
        signature.types[..op.operands].iter().position(|ty| *ty == result).map(|slot| (signature, slot))
    })
}

/// A matched operation with one result of the type of its first operand.
fn producer(sketch: &mut Sketch, op: Option<&Real>) -> usize {
    let free = sketch.free.len();
    match op.and_then(|op| Some((op, endomorphic(op)?))) {
        Some((op, (signature, slot))) => {
            let ty = signature.types[slot];
            let var = match sketch.types.iter().position(|var| var.concrete == ty) {
                Some(var) => var,
                None => {
                    sketch.types.push(TypeVar { concrete: ty, constant: true, bound: true });
                    sketch.types.len() - 1
                }
            };
            sketch.types[var].bound = true;
            let mut operands = Vec::new();
            for (index, ty) in signature.types[..op.operands].iter().enumerate() {
                let ty_var = (index == slot).then_some(var);
                sketch.free.push(Free { concrete: *ty, ty: ty_var, range: false, bound: true });
                operands.push(Operand::Free(free + index));
            }
            let mut attributes = Vec::new();
            for (name, value) in &signature.attributes {
                let kind = super::sketch::AttributeKind::Constant;
                sketch.attributes.push(super::sketch::Attribute { concrete: *value, kind });
                attributes.push((*name, sketch.attributes.len() - 1));
            }
            let results = Results::Types(vec![var]);
            sketch.nodes.push(Node { name: Some(op.name), real: true, operands, attributes, results });
        }
        None => {
            sketch.free.push(Free { concrete: 0, ty: Some(0), range: false, bound: false });
            let operands = vec![Operand::Free(free)];
            let results = Results::Types(vec![0]);
            sketch.nodes.push(Node {
                name: Some(LAB[1]),
                real: false,
                operands,
                attributes: Vec::new(),
                results,
            });
        }
    }
    sketch.nodes.len() - 1
}

/// The root: reads the results of some operations and, where asked, one more operand.
fn consumer(sketch: &mut Sketch, of: &[usize], more: bool) {
    let mut operands: Vec<Operand> =
        of.iter().map(|node| Operand::Result { node: *node, index: 0, handle: 0 }).collect();
    let ty = match &sketch.nodes[of[0]].results {
        Results::Types(types) => types[0],
        Results::Range(_) => 0,
    };
    if more {
        sketch.free.push(Free {
            concrete: sketch.types[ty].concrete,
            ty: Some(ty),
            range: false,
            bound: false,
        });
        operands.push(Operand::Free(sketch.free.len() - 1));
    }
    let results = Results::Types(vec![ty]);
    sketch.nodes.push(Node { name: Some(LAB[0]), real: false, operands, attributes: Vec::new(), results });
    sketch.root = Some(sketch.nodes.len() - 1);
}

impl<C: Choose> Rewriter<'_, C> {
    fn replace_own(&mut self, node: usize) {
        if let Some((node, value)) = self.own_operand(node) {
            self.push(Action::ReplaceByValues(OpRef::Node(node), vec![value]));
        }
    }
}
