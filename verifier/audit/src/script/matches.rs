//! `transform.structured.match` on the payload.

use std::rc::Rc;

use assay_ir::data::{AttrId, Ident, OpId};

use super::alias::MayMust;
use super::filter::Filter;
use super::handles::Handle;
use super::interpret::{Interpreter, StepOutcome};
use super::kinds::{self, Names};
use super::payload::{NodeId, Part, Question, What};
use super::run::Run;
use super::text::Role;

impl Run<'_> {
    /// `transform.structured.match`
    pub(super) fn matched(&mut self, op: OpId) -> StepOutcome {
        let filter = Filter::read(self.program, op);
        let targets = self.parts(op, 0);
        if let (Some(nodes), Some(_)) = (self.exact(op, 0), self.given)
            && nodes.len() != 1
        {
            let message =
                format!("a match needs a handle to exactly one operation, and this one has {}", nodes.len());
            self.give(op, 0, Vec::new());
            return self.stops(op, message);
        }
        let mut parts = Vec::new();
        let mut loose = false;
        for target in &targets {
            loose |= self.search(*target, &filter, op, &mut parts);
        }
        let lowered = self.lowered(&targets, &filter.names, &parts);
        if let Some(result) = self.program.result(op, 0) {
            let mut handle = Handle::from_parts(Role::Ops, parts);
            handle.lowered = lowered;
            handle.loose = loose;
            self.state.define(result, handle);
        }
        StepOutcome::Goes
    }

    /// Adds what fits in a part; true where some of it may not.
    fn search(&mut self, target: Part, filter: &Filter, op: OpId, parts: &mut Vec<Part>) -> bool {
        let root = match target {
            Part::Op(node) => node,
            Part::Group(group) => {
                // Something in an unknown operation, or that operation.
                let within = self.state.payload.group(group).within;
                let others: Rc<[_]> = self.question_of(group, filter, op);
                self.ask(within, filter.names.clone(), others, parts);
                if let Some(Part::Group(found)) = parts.last().copied()
                    && found != group
                    && self.state.payload.group(found).inside.is_none()
                    && !kinds::meet(&filter.names, &self.state.payload.group(group).names)
                {
                    self.state.payload.lies_in(found, Some(target));
                }
                return false;
            }
        };
        let mut loose = false;
        let walk = self.state.payload.walk(root);
        let attribute = filter.attributes.first().map(|(key, _)| *key);
        for node in walk.select(
            |node| self.state.payload.untouched(node),
            self.given,
            filter.names.as_deref(),
            attribute,
        ) {
            match &self.state.payload.node(node).what {
                What::Op { .. } => match self.fits(node, filter) {
                    Some(true) => parts.push(Part::Op(node)),
                    Some(false) => {}
                    // The root of an unknown payload is taken to be no operation that is looked for.
                    None if node == self.state.root => {}
                    None => {
                        parts.push(Part::Op(node));
                        loose = true;
                    }
                },
                What::Cloud(contents) => {
                    if let Some(names) = contents.filter(&filter.names, self.program.ctx(), self.contracts) {
                        let others = filter.others(op, self.program);
                        self.ask(node, names, others, parts);
                    }
                }
            }
        }
        loose
    }

    /// Questions about different groups of one place differ.
    fn question_of(
        &self,
        group: super::payload::GroupId,
        filter: &Filter,
        op: OpId,
    ) -> Rc<[(Ident, AttrId)]> {
        let mut others = filter.others(op, self.program).to_vec();
        let ctx = self.program.ctx();
        let number = ctx.string_attr(&format!("{group:?}"));
        others.push((ctx.ident("of"), number));
        others.into()
    }

    fn ask(&mut self, within: NodeId, names: Names, others: Rc<[(Ident, AttrId)]>, parts: &mut Vec<Part>) {
        let version = self.state.payload.version;
        let group = self.state.payload.ask(Question { within, names, others, version });
        parts.push(Part::Group(group));
    }

    /// Tells if an operation fits; `None` where that is not known.
    fn fits(&self, node: NodeId, filter: &Filter) -> Option<bool> {
        let What::Op { name, payload, marks } = &self.state.payload.node(node).what else {
            return Some(false);
        };
        let name = (*name)?;
        if filter.names.as_ref().is_some_and(|names| !names.contains(&name)) {
            return Some(false);
        }
        let mut sure = Some(true);
        if let Some(interface) = filter.interface {
            match kinds::implements(interface, self.program.ctx().str(name)) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => sure = None,
            }
        }
        for (key, value) in &filter.attributes {
            let marked = marks.iter().rev().find(|(mark, _)| mark == key).map(|(_, value)| *value);
            let own = payload.zip(self.given).and_then(|(op, given)| given.attr(op, *key));
            match (marked, own) {
                (Some(Some(mark)), _) if mark == *value => {}
                (Some(None), _) => sure = None,
                (None, Some(own)) if own == *value => {}
                (None, None) if payload.is_none() => sure = None,
                _ => return Some(false),
            }
        }
        if filter.result.is_some() || filter.operands.is_some() {
            match payload.zip(self.given) {
                Some((op, given)) if !filter.types_fit(given, op) => return Some(false),
                Some(_) => {}
                None => sure = None,
            }
        }
        sure
    }

    /// The step that removed what a match looks for, where it finds nothing, or may find nothing.
    fn lowered(&self, targets: &[Part], names: &Names, found: &[Part]) -> Option<(OpId, MayMust)> {
        let names = names.as_ref()?;
        let covered = |by: OpId| {
            let removed = self.removed(by);
            names.iter().all(|name| {
                let name = self.ctx().str(*name);
                removed.iter().any(|kind| kinds::covers(kind, name, self.contracts))
            })
        };
        let near = |scope: Part| {
            targets.iter().any(|target| {
                let (at, scope) = (self.state.payload.place(*target), self.state.payload.place(scope));
                self.state.payload.is_within(scope, at) || self.state.payload.is_within(at, scope)
            })
        };
        let lowering = self.state.lowerings.iter().rev().find(|one| covered(one.by) && near(one.scope))?;
        if found.is_empty() {
            return Some((lowering.by, MayMust::Must));
        }
        // Unknown operations that are as old as the step may have been removed by it.
        let fresh = |part: &Part| match part {
            Part::Op(_) => true,
            Part::Group(group) => self.state.payload.group(*group).fresh,
        };
        let unknown = matches!(lowering.scope, Part::Group(_));
        (unknown && !found.iter().any(fresh)).then_some((lowering.by, MayMust::May))
    }
}
