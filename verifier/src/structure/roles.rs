//! What an operation may be: a terminator, an owner of regions, a definer of symbols. Read from the specs, the pattern and
//! the options; every answer that rests on an assumption is listed. Knows no rewrite.

use assay_ir::data::{Context, Ident, known};
use assay_ir::spec::{OpSpec, Registry, UpstreamOp, is_of_upstream, upstream_op};

use crate::pattern::classes::Classes;
use crate::pattern::model::*;
use crate::pattern::promises;
use crate::stage::Options;

/// Whether something is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    /// Never.
    No,
    /// In some payloads.
    Maybe,
    /// Always.
    Yes,
}

/// The knowledge of one task.
#[derive(Clone, Copy)]
pub struct Roles<'a> {
    model: &'a Model,
    registry: &'a Registry,
    options: &'a Options,
}

impl<'a> Roles<'a> {
    /// Reads from these.
    pub fn new(model: &'a Model, registry: &'a Registry, options: &'a Options) -> Roles<'a> {
        Roles { model, registry, options }
    }

    /// The spec of a name.
    pub fn spec(&self, name: Ident) -> Option<&'a OpSpec> {
        self.registry.op(name).map(|spec| &**spec)
    }

    /// Tells if an operation is a constant, by its definition or as a user says.
    pub fn is_constant_like(&self, name: Ident) -> bool {
        self.registry.is_constant_like(name)
    }

    /// Tells if the traits of an operation come from a definition.
    pub fn is_defined(&self, name: Ident) -> bool {
        self.spec(name).is_some_and(|spec| !spec.lossy)
    }

    /// Tells if there may be a definition that is not known here, or not all of it.
    pub fn leaves_open(&self, name: Ident) -> bool {
        self.registry.leaves_open(name)
    }

    /// The entry in the table of upstream's operations of one that has no definition here.
    fn upstream(&self, name: Ident) -> Option<UpstreamOp> {
        if self.is_defined(name) { None } else { upstream_op(self.text(name)) }
    }

    /// Tells if an operation belongs to a dialect of MLIR, which neither a definition nor the table lists.
    pub fn is_unlisted(&self, name: Ident) -> bool {
        let text = self.text(name);
        self.spec(name).is_none() && is_of_upstream(text) && upstream_op(text).is_none()
    }

    /// The text of a name.
    pub fn text(&self, name: Ident) -> &'a str {
        self.registry.ctx().str(name)
    }

    /// The context of names and types.
    pub fn context(&self) -> &'a Context {
        self.registry.ctx()
    }

    /// Whether blocks of one kind of operation have to end with another kind.
    pub fn requires(&self, parent: Ident, terminator: Ident) -> bool {
        self.spec(parent).is_some_and(|spec| {
            let regions = spec.regions.iter().flatten();
            spec.traits.implicit_terminator == Some(terminator)
                || regions.into_iter().any(|region| region.terminator == Some(terminator))
        })
    }

    /// Whether operations without a name are said to be no terminators.
    fn wildcards_stay(&self) -> bool {
        self.model.wildcards_deny_terminators || !self.options.wildcards_may_terminate
    }

    /// Whether an operation without a name is taken for a terminator although it is said to be none.
    pub fn is_denied(&self, node: NodeIx) -> bool {
        let name = self.model.nodes[node].name;
        self.wildcards_stay() && name.is_some_and(|name| self.named_terminator(name) == Is::Yes)
    }

    /// Whether a matched operation ends its block.
    pub fn terminator(&self, classes: &Classes<'_>, node: NodeIx) -> Is {
        if promises::no_terminator(classes, node) {
            return Is::No;
        }
        match classes.name(node) {
            Some(name) => self.named_terminator(name),
            None if self.wildcards_stay() => Is::No,
            None => Is::Maybe,
        }
    }

    /// Whether an operation of this name ends its block.
    pub fn named_terminator(&self, name: Ident) -> Is {
        match self.spec(name) {
            Some(spec) if spec.traits.terminator => Is::Yes,
            Some(spec) if !spec.lossy => Is::No,
            _ if let Some(op) = self.upstream(name) => yes_or_no(op.has("terminator")),
            _ if self.options.unknown_ops.may_terminate => Is::Maybe,
            _ => Is::No,
        }
    }

    /// Whether a matched operation may hold other matched operations in its regions.
    pub fn owns_regions(&self, classes: &Classes<'_>, node: NodeIx) -> Is {
        match classes.name(node).and_then(|name| self.spec(name)) {
            Some(spec) => match &spec.regions {
                Some(list) if list.is_empty() => Is::No,
                _ => Is::Yes,
            },
            None if self.options.unknown_ops.may_own_regions => Is::Yes,
            None => match classes.name(node).and_then(|name| self.upstream(name)) {
                Some(op) if op.regions() == (0, false) => Is::No,
                _ => Is::Maybe,
            },
        }
    }

    /// Whether a matched operation may define a symbol.
    pub fn symbol(&self, classes: &Classes<'_>, node: NodeIx) -> Is {
        match classes.name(node) {
            Some(name) => match self.named_symbol(name) {
                Is::No if !self.is_defined(name) && is_named(classes, node) => Is::Yes,
                is => is,
            },
            // No known operation with operands or results defines a symbol.
            None if self.model.nodes[node].operands.is_empty()
                && self.model.nodes[node].results.is_empty() =>
            {
                Is::Maybe
            }
            None => Is::No,
        }
    }

    /// Whether an operation of this name defines a symbol.
    pub fn named_symbol(&self, name: Ident) -> Is {
        match self.spec(name) {
            Some(spec) if spec.traits.symbol => Is::Yes,
            Some(spec) if !spec.lossy => Is::No,
            _ if let Some(op) = self.upstream(name) => yes_or_no(op.has("symbol")),
            _ if self.options.unknown_ops.may_define_symbols => Is::Maybe,
            _ => Is::No,
        }
    }

    /// What the analysis took for granted of operations without a spec, and of native code.
    pub fn assumptions(&self) -> Vec<String> {
        let mut names: Vec<Ident> = self.model.nodes.iter().filter_map(|node| node.name).collect();
        names.extend(self.model.created.iter().map(|created| created.name));
        let mut out: Vec<String> = Vec::new();
        for name in names.into_iter().filter(|name| self.upstream(*name).is_none()) {
            let lacking = match self.spec(name) {
                None => "has no spec",
                Some(spec) if spec.lossy => "has a spec without traits",
                Some(_) => continue,
            };
            let unknown = self.options.unknown_ops;
            let mut taken: Vec<&str> = Vec::new();
            if !unknown.may_terminate {
                taken.push("to be no terminator");
            }
            if !unknown.may_own_regions && self.spec(name).is_none() {
                taken.push("to own no regions");
            }
            if !unknown.may_define_symbols {
                taken.push("to define no symbol");
            }
            if !taken.is_empty() {
                out.push(format!("{} {lacking}: taken {}", self.text(name), taken.join(", ")));
            }
        }
        for created in &self.model.created {
            let open = created.types_of.is_some();
            if open && self.spec(created.name).is_some_and(|spec| spec.lossy) {
                let name = self.text(created.name);
                out.push(format!(
                    "{name} has a spec without traits: taken to have the types of what it replaces"
                ));
            }
        }
        if self.model.nodes.iter().any(|node| node.name.is_none()) {
            out.push("an operation matched without a name: taken to own no regions that hold other matched operations".to_owned());
        }
        let grouped = |node: &Node| node.places.len() > 1 && node.places.iter().any(|place| place.len != 1);
        if self.model.nodes.iter().any(|node| node.name.is_none() && grouped(node)) {
            out.push("an operation matched without a name: taken to have segment sizes only where its spec says so".to_owned());
        }
        for call in &self.model.constraints {
            out.push(promises::assumption(self.registry, &call.name));
        }
        for call in &self.model.makers {
            out.extend(promises::assumption_of_rewrite(self.registry, &call.name));
        }
        out.sort();
        out.dedup();
        out
    }
}

fn yes_or_no(holds: bool) -> Is {
    if holds { Is::Yes } else { Is::No }
}

/// Tells if a pattern names the symbol of an operation.
fn is_named(classes: &Classes<'_>, node: NodeIx) -> bool {
    classes.attributes_of(node).iter().any(|(name, _)| *name == known::SYM_NAME)
}
