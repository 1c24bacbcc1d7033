//! Passes, patterns and other steps that change the payload in place.

use std::rc::Rc;

use assay_ir::data::{AttrKind, OpId};

use super::function_of;
use super::handles::{Handle, Lowering};
use super::interpret::StepOutcome;
use super::kinds::Contents;
use super::payload::{NodeId, Part, What};
use super::run::{Run, Step};
use super::shapes::{self, Shape};
use super::text::{self, Role};
use crate::contract::document::ContractLookup;
use crate::contract::{Contract, Element};

/// Steps that run passes, or change nothing but marks.
const PASS_OPS: &[(&str, Step)] = &[
    ("transform.annotate", |run, op| run.annotate(op)),
    ("transform.print", |_, _| StepOutcome::Goes),
    ("transform.verify", |_, _| StepOutcome::Goes),
    ("transform.debug.emit_remark_at", |_, _| StepOutcome::Goes),
    ("transform.apply_registered_pass", |run, op| run.pass(op)),
];

impl Run<'_> {
    /// Runs a pass or patterns; `None` for another operation.
    pub(super) fn passes(&mut self, op: OpId, name: &str) -> Option<StepOutcome> {
        if let Some(step) = function_of(PASS_OPS, name) {
            return Some(step(self, op));
        }
        let (Shape::Inside, kinds) = shapes::table().shape(name)? else { return None };
        self.in_place(op, kinds);
        Some(StepOutcome::Goes)
    }

    fn annotate(&mut self, op: OpId) -> StepOutcome {
        let Some(name) =
            text::attr(self.program, op, "name").and_then(|name| text::string(self.program, name))
        else {
            return StepOutcome::Goes;
        };
        let value = match self.program.operand(op, 1) {
            None => Some(self.program.ctx().unit()),
            Some(param) => self.state.get(param).and_then(|handle| handle.param),
        };
        for part in self.parts(op, 0) {
            let marked = matches!(part, Part::Op(node) if self.state.payload.mark(node, name, value));
            self.state.payload.version += u32::from(!marked);
        }
        StepOutcome::Goes
    }

    /// Patterns over what operations hold: handles into them stay, and are pointed to what replaces their operations.
    fn in_place(&mut self, op: OpId, kinds: &[&str]) {
        self.state.payload.version += 1;
        for part in self.parts(op, 0) {
            let Part::Op(node) = part else { continue };
            self.state.payload.node_mut(node).shaken = true;
            if !kinds.is_empty() {
                let contents = match kinds {
                    ["*"] => Contents::any(),
                    _ => Contents::only(kinds.iter().filter_map(|kind| kind.parse().ok())),
                };
                self.state.payload.add_cloud(node, contents);
            }
        }
    }

    // --- registered passes ----------------------------------------------------------------------------------

    fn contract(&self, pass: OpId) -> Option<&Contract> {
        let ctx = self.program.ctx();
        let name = text::string(self.program, text::attr(self.program, pass, "pass_name")?)?;
        let options = match text::attr(self.program, pass, "options").map(|options| ctx.attr_kind(options)) {
            Some(AttrKind::Dictionary(entries)) => {
                let one = |(key, value): &(_, _)| match ctx.attr_kind(*value) {
                    AttrKind::Integer { value, ty } if *ty == ctx.integer(1) => {
                        format!("{}={}", ctx.str(*key), value.to_i64() != Some(0))
                    }
                    AttrKind::Integer { value, .. } => format!("{}={value}", ctx.str(*key)),
                    AttrKind::String { text, .. } => format!("{}={}", ctx.str(*key), ctx.str(*text)),
                    _ => format!("{}=..", ctx.str(*key)),
                };
                entries.iter().map(one).collect::<Vec<_>>().join(" ")
            }
            _ => String::new(),
        };
        match self.contracts.find(ctx.str(name), &options) {
            ContractLookup::Exact(contract) | ContractLookup::Default(contract) => Some(contract),
            ContractLookup::Unknown => None,
        }
    }

    /// Kinds that a pass removes wherever it runs.
    pub(super) fn removed(&self, pass: OpId) -> Vec<Element> {
        let rows = self.contract(pass).map_or(&[][..], |contract| &contract.removes);
        let plain = |kind: &&Element| {
            !matches!(kind, Element::Constrained { .. } | Element::ConstrainedDialect { .. })
        };
        let always = rows.iter().filter(|row| row.within.is_empty() && row.unless.is_empty());
        always.flat_map(|row| &row.kinds).filter(plain).cloned().collect()
    }

    fn pass(&mut self, op: OpId) -> StepOutcome {
        let parts = self.parts(op, 0);
        let removed = self.removed(op);
        let added: Option<Vec<Element>> = self
            .contract(op)
            .map(|contract| contract.adds.iter().flat_map(|row| &row.kinds).map(unconstrained).collect());
        // Classes such as `simplifies` fold into kinds that no contract lists.
        let closed = self.contract(op).is_some_and(|contract| contract.class.is_empty());
        self.state.payload.version += 1;
        for part in &parts {
            if let Part::Op(node) = part {
                let contents = match &added {
                    Some(added) if closed => self.left(*node, &removed, added),
                    _ => None,
                };
                let mut contents = contents.unwrap_or_else(Contents::any);
                contents.gone = removed.iter().map(|kind| (kind.clone(), op)).collect();
                self.state.payload.clear(*node);
                self.state.payload.add(Some(*node), What::Cloud(contents));
            }
            if !removed.is_empty() {
                self.state.lowerings.push(Lowering { scope: *part, by: op });
            }
        }
        if let Some(result) = self.program.result(op, 0) {
            self.state.define(result, Handle::from_parts(Role::Ops, parts));
        }
        StepOutcome::Goes
    }

    /// The operations inside of one after a pass, where all that it held is known.
    fn left(&self, node: NodeId, removed: &[Element], added: &[Element]) -> Option<Contents> {
        let mut kinds = self.kinds_in(node)?;
        kinds.retain(|kind| !removed.contains(kind));
        kinds.extend(added.iter().cloned());
        Some(Contents::only(kinds))
    }

    /// Kinds of the operations below a node; `None` where one may be anything.
    pub(super) fn kinds_in(&self, node: NodeId) -> Option<Vec<Element>> {
        let mut kinds: Vec<Element> = Vec::new();
        for below in self.state.payload.post_order(node) {
            match &self.state.payload.node(below).what {
                What::Op { name, .. } if below != node => {
                    let kind = Element::Op(self.program.ctx().str((*name)?).to_owned());
                    if !kinds.contains(&kind) {
                        kinds.push(kind);
                    }
                }
                What::Op { .. } => {}
                What::Cloud(contents) => {
                    let only: &Rc<[Element]> = contents.only.as_ref()?;
                    for kind in only.iter() {
                        if !kinds.contains(kind) {
                            kinds.push(kind.clone());
                        }
                    }
                }
            }
        }
        Some(kinds)
    }
}

/// A kind without its constraint.
fn unconstrained(kind: &Element) -> Element {
    match kind {
        Element::Constrained { op, .. } => Element::Op(op.clone()),
        Element::ConstrainedDialect { dialect, .. } => Element::Dialect(dialect.clone()),
        other => other.clone(),
    }
}
