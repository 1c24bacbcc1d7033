//! The payload that transforms leave, and the handles that they return. A transform that the tables here lack leaves anything in
//! the place of what it consumed, and returns handles to anything there.

use std::rc::Rc;

use assay_ir::data::{Ident, OpId};

use super::effects::{Access, Consumes, Effects};
use super::forms;
use super::interpret::{Interpreter, StepOutcome};
use super::kinds::{Contents, Names};
use super::payload::{NodeId, Part, What};
use super::run::Run;
use super::shapes::{self, Name, Shape};
use super::text::{self, Role};
use crate::contract::Element;

/// A consumed part that was taken out of the payload.
struct Taken {
    part: Part,
    /// Its place.
    place: NodeId,
    /// The operations that may be there now.
    contents: Contents,
}

impl Run<'_> {
    /// Runs a transform that takes its operations apart or changes them.
    pub(super) fn transform(&mut self, op: OpId, effects: Effects) -> StepOutcome {
        let name = self.program.op_name(op);
        if let Some(flow) = self.sizes(op, name) {
            self.anything(op);
            return flow;
        }
        if let Some(flow) = self.lacks_form(op, name) {
            self.anything(op);
            return flow;
        }
        self.state.payload.version += u32::from(effects.access == Access::Writes);
        if effects.access != Access::Writes {
            return self.found(op);
        }
        let consumed = match effects.consumes {
            Consumes::All => self.program.operand_count(op),
            Consumes::First { .. } if super::consumes(self.program, self.symbols, op, 0) => 1,
            _ => 0,
        };
        if consumed == 0 {
            // Changed in place, beside what the results point to.
            self.around(op);
            return StepOutcome::Goes;
        }
        match shapes::table().shape(name) {
            // Unrolling by one changes nothing.
            Some((Shape::Unrolled, _)) if text::number(self.program, op, "factor") == Some(1) => {
                StepOutcome::Goes
            }
            Some((shape, made)) => self.shaped(op, shape, made, consumed),
            None => {
                self.take(op, consumed, &["*"]);
                self.anything(op);
                StepOutcome::Goes
            }
        }
    }

    /// Results that may be anything near the first operand.
    pub(super) fn anything(&mut self, op: OpId) {
        let place = self.parts(op, 0).first().map_or(self.state.root, |part| self.state.payload.place(*part));
        for (index, result) in self.program.results(op).collect::<Vec<_>>().into_iter().enumerate() {
            let role = text::role(self.program, result);
            let names =
                text::typed(self.program, self.program.value_type(result)).map(|name| Rc::from([name]));
            let parts = match role {
                Role::Param => Vec::new(),
                _ => vec![Part::Group(self.fresh_group(place, names))],
            };
            self.give(op, index, parts);
        }
    }

    /// A step that looks for operations in those of its first operand.
    fn found(&mut self, op: OpId) -> StepOutcome {
        let parts = self.anything_in(op);
        for (index, result) in self.program.results(op).collect::<Vec<_>>().into_iter().enumerate() {
            let param = text::role(self.program, result) == Role::Param;
            self.give(op, index, if param { Vec::new() } else { parts.clone() });
        }
        StepOutcome::Goes
    }

    /// A transform that only reads its handles: what it makes lies beside them.
    fn around(&mut self, op: OpId) {
        let parts = self.parts(op, 0);
        let places: Vec<NodeId> = parts.iter().map(|part| self.state.payload.place(*part)).collect();
        for place in places {
            if matches!(self.state.payload.node(place).what, What::Op { .. }) {
                self.state.payload.add_cloud(place, Contents::any());
            }
        }
        self.anything(op);
    }

    /// Takes the operations of the consumed operands out, and leaves what they held and what is made, as far as kinds tell.
    fn take(&mut self, op: OpId, consumed: usize, made: &[&str]) -> Vec<Taken> {
        let mut taken = Vec::new();
        for index in 0..consumed {
            for part in self.parts(op, index) {
                if let Part::Op(node) = part {
                    if !self.state.payload.node(node).alive {
                        continue;
                    }
                    let parent = self.state.payload.node(node).parent.unwrap_or(self.state.root);
                    let contents = self.remains(node, made);
                    if node == self.state.root {
                        self.state.payload.clear(node);
                        self.state.payload.add(Some(node), What::Cloud(Contents::any()));
                    } else {
                        self.state.payload.remove(node);
                        self.state.payload.add_cloud(parent, contents.clone());
                    }
                    taken.push(Taken { part, place: parent, contents });
                } else {
                    let place = self.state.payload.place(part);
                    taken.push(Taken { part, place, contents: Contents::any() });
                }
            }
        }
        taken
    }

    /// Operations with some names only.
    fn only(&self, names: &Names) -> Contents {
        match names {
            Some(names) => {
                Contents::only(names.iter().map(|name| Element::Op(self.ctx().str(*name).to_owned())))
            }
            None => Contents::any(),
        }
    }

    /// The kinds that may be in the place of an operation.
    fn remains(&self, node: NodeId, made: &[&str]) -> Contents {
        if made == ["*"] {
            return Contents::any();
        }
        match self.kinds_in(node) {
            Some(mut kinds) => {
                kinds.extend(made.iter().filter_map(|kind| kind.parse::<Element>().ok()));
                Contents::only(kinds)
            }
            None => Contents::any(),
        }
    }

    fn shaped(&mut self, op: OpId, shape: &Shape, made: &[&str], consumed: usize) -> StepOutcome {
        match shape {
            Shape::Itself => {
                self.itself(op, made);
                return StepOutcome::Goes;
            }
            Shape::Unrolled if self.unrolled(op) => return StepOutcome::Goes,
            _ => {}
        }
        let names: Vec<Names> = (0..consumed)
            .flat_map(|index| self.parts(op, index))
            .map(|part| self.state.payload.names(part))
            .collect();
        let mut taken = self.take(op, consumed, made);
        if matches!(shape, Shape::Outlined(..)) {
            // The operation itself is in the function, too.
            taken.iter_mut().zip(&names).for_each(|(taken, names)| taken.contents.join(&self.only(names)));
        }
        let mut results = vec![Vec::new(); self.program.result_count(op)];
        // Operations that become one: the results take the place of the first.
        let count = if matches!(shape, Shape::Fused) { 1 } else { usize::MAX };
        for (taken, names) in taken.into_iter().zip(names).take(count) {
            match shape {
                Shape::Each(list) => self.each(list, &taken, &names, &mut results),
                Shape::Fused => self.each(&[Name::Same], &taken, &names, &mut results),
                Shape::InLoops(_, forall) if text::flag(self.program, op, "use_forall") => {
                    self.in_loops(forall, &taken, &names, &mut results);
                }
                Shape::InLoops(name, _) => self.in_loops(name, &taken, &names, &mut results),
                Shape::Several => {
                    let group = self.fresh_group(taken.place, names);
                    results.iter_mut().for_each(|result| result.push(Part::Group(group)));
                }
                Shape::Outlined(function, call) => self.outlined([function, call], &taken, &mut results),
                Shape::Inside | Shape::Nothing | Shape::Unrolled | Shape::Itself => {}
            }
        }
        for (index, parts) in results.into_iter().enumerate() {
            self.give(op, index, parts);
        }
        StepOutcome::Goes
    }

    fn itself(&mut self, op: OpId, made: &[&str]) {
        let parts = self.parts(op, 0);
        for part in &parts {
            if let Part::Op(node) = part {
                let contents = self.remains(*node, made);
                self.state.payload.clear(*node);
                self.state.payload.add(Some(*node), What::Cloud(contents));
            }
        }
        self.give(op, 0, parts);
    }

    /// A part that a transform makes at a place: an operation for an operation, a group for a group.
    fn create(&mut self, of: &Taken, place: NodeId, names: Names) -> Part {
        match of.part {
            Part::Op(_) => {
                let name =
                    names.and_then(|names| if names.len() == 1 { names.first().copied() } else { None });
                let node = self.state.payload.add_op(Some(place), name);
                self.state.payload.add(Some(node), What::Cloud(self.inner(name, &of.contents)));
                Part::Op(node)
            }
            Part::Group(_) => Part::Group(self.fresh_group(place, names)),
        }
    }

    /// The contents that an operation made by a transform may have.
    fn inner(&self, name: Option<Ident>, contents: &Contents) -> Contents {
        let flat = name.is_some_and(|name| self.ctx().str(name).starts_with("linalg."));
        if flat { of_kinds("@scalar") } else { contents.clone() }
    }

    fn is(&self, name: Name, same: &Names) -> Names {
        match name {
            Name::Same => same.clone(),
            Name::Is(name) => Some(Rc::from([self.ctx().ident(name)])),
            Name::Any => None,
        }
    }

    fn each(&mut self, list: &[Name], taken: &Taken, same: &Names, results: &mut [Vec<Part>]) {
        for (index, result) in results.iter_mut().enumerate() {
            let name = list.get(index).or(list.last()).copied().unwrap_or(Name::Any);
            let names = self.is(name, same);
            result.push(self.create(taken, taken.place, names));
        }
    }

    fn in_loops(&mut self, name: &str, taken: &Taken, same: &Names, results: &mut [Vec<Part>]) {
        let name = self.ctx().ident(name);
        let (mut place, mut around) = (taken.place, None);
        for result in results.iter_mut().skip(1) {
            let (made, next) = self.loop_around(taken.part, place, around, name);
            result.push(made);
            (place, around) = (next, Some(made));
        }
        let Some(first) = results.first_mut() else { return };
        let tiled = self.create(taken, place, same.clone());
        if let (Part::Group(group), Some(_)) = (tiled, around) {
            self.state.payload.lies_in(group, around);
        }
        first.push(tiled);
    }

    /// A loop that is made around what comes next, and the place in it.
    fn loop_around(&mut self, of: Part, place: NodeId, around: Option<Part>, name: Ident) -> (Part, NodeId) {
        match of {
            Part::Op(_) => {
                let node = self.state.payload.add_op(Some(place), Some(name));
                self.state.payload.add(Some(node), What::Cloud(of_kinds("@looped")));
                (Part::Op(node), node)
            }
            Part::Group(_) => {
                let group = self.fresh_group(place, Some(Rc::from([name])));
                self.state.payload.lies_in(group, around);
                (Part::Group(group), place)
            }
        }
    }

    fn outlined(&mut self, names: [&str; 2], taken: &Taken, results: &mut [Vec<Part>]) {
        let place = taken.place;
        let [function, call] = names.map(|name| self.ctx().ident(name));
        let beside = match taken.part {
            Part::Op(_) => {
                let closed = |node: &NodeId| self.state.payload.name(*node) == Some(function);
                let mut around = std::iter::once(place).chain(self.state.payload.ancestors(place));
                let inside = around.find(closed);
                inside.and_then(|node| self.state.payload.node(node).parent).unwrap_or(self.state.root)
            }
            Part::Group(_) => place,
        };
        for (index, (name, at)) in [(function, beside), (call, place)].into_iter().enumerate() {
            let made = self.create(taken, at, Some(Rc::from([name])));
            if let Some(result) = results.get_mut(index) {
                result.push(made);
            }
        }
    }

    // --- unrolling ------------------------------------------------------------------------------------------

    /// Unrolls loops whose number of iterations is known; false where one is not.
    fn unrolled(&mut self, op: OpId) -> bool {
        let factor = text::number(self.program, op, "factor").filter(|factor| *factor > 0);
        let (Some(factor), Some(nodes)) = (factor, self.exact(op, 0)) else {
            return false;
        };
        let trips: Option<Vec<i64>> = nodes.iter().map(|node| self.trips(*node)).collect();
        let Some(trips) = trips else { return false };
        if trips.iter().any(|trips| *trips > factor && trips % factor != 0) || factor > 64 || nodes.len() > 64
        {
            return false;
        }
        for (node, trips) in nodes.into_iter().zip(trips) {
            let Some(parent) = self.state.payload.node(node).parent else { continue };
            if !self.state.payload.node(node).alive {
                continue;
            }
            let what = self.state.payload.node(node).what.clone();
            let whole = trips <= factor;
            let to = match whole {
                true => parent,
                // The bounds of the loop that is left are others.
                false => self.state.payload.add(Some(parent), what),
            };
            for _ in 0..trips.min(factor) {
                self.state.payload.copy_children(node, to);
            }
            self.state.payload.remove(node);
            self.state.payload.add_cloud(to, of_kinds("@unrolled"));
        }
        true
    }

    /// The number of iterations of a loop of the given program with constant bounds.
    pub(super) fn trips(&self, node: NodeId) -> Option<i64> {
        let What::Op { payload: Some(op), .. } = self.state.payload.node(node).what else { return None };
        let given = self.given?;
        let untouched = self.state.payload.of_op(op) == Some(node) && !self.state.payload.is_shaken(node);
        let constant = |value| text::number(given, given.defining_op(value)?, "value");
        let [from, to, step] = forms::bounds(given, op).filter(|_| untouched)?.map(constant);
        let (from, to, step) = (from?, to?, step?);
        let length = to.checked_sub(from)?;
        (step > 0 && length > 0).then(|| (length - 1) / step + 1)
    }
}

/// Contents of the kinds of a set.
fn of_kinds(set: &str) -> Contents {
    Contents::only(shapes::table().kinds(set).iter().filter_map(|kind| kind.parse().ok()))
}
