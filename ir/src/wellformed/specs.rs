//! One operation against its spec: constraints, relations, required parent, signatures; and types and attributes
//! against their own definitions.

use super::{Checker, ViolationKind};
use crate::data::{AttrId, AttrKind, Ident, OpId, TypeId, TypeKind};
use crate::spec::{
    Answer, Constraint, Failure, Fault, Goal, OpInstance, OpSpec, Place, RegionShape, conform, satisfy,
};
use crate::text::attr_text;

impl Checker<'_> {
    /// `known` says that names, types and attributes were compared for a like operation.
    pub(super) fn against_spec(&mut self, op: OpId, spec: &OpSpec, known: bool) {
        self.parent(op, spec);
        if !known {
            self.conformance(op, spec);
        }
        self.signatures(op, spec);
    }

    fn parent(&mut self, op: OpId, spec: &OpSpec) {
        let parents = &spec.traits.parents;
        if parents.is_empty() {
            return;
        }
        let parent = self.program.parent_op(op).map(|parent| self.program.op(parent).name);
        if !parent.is_some_and(|parent| parents.contains(&parent)) {
            let ctx = self.program.ctx();
            let wanted: Vec<String> = parents.iter().map(|name| format!("`{}`", ctx.str(*name))).collect();
            let message = format!("`{}` expects parent op {}", self.name_of(op), wanted.join(" or "));
            self.violate(op, ViolationKind::ParentRequired, message);
        }
    }

    pub(super) fn conformance(&mut self, op: OpId, spec: &OpSpec) {
        let program = self.program;
        let operands: Vec<TypeId> = program.operands(op).map(|value| program.value_type(value)).collect();
        let results: Vec<TypeId> = program.results(op).map(|value| program.value_type(value)).collect();
        let regions: Vec<RegionShape> = program.op_regions(op).iter().map(|id| self.shape(*id)).collect();
        let attribute = |name: Ident| program.attr(op, name);
        let subject = OpInstance {
            operands: &operands,
            results: &results,
            attribute: &attribute,
            regions: &regions,
            successors: program.successors(op).len(),
        };
        let outcome = conform(self.registry, spec, &subject);
        self.report.unchecked.extend(outcome.unchecked);
        for failure in outcome.failures {
            let message = format!("`{}`: {}", self.name_of(op), self.explain(spec, &failure));
            let kind = match failure.fault {
                Fault::Segments(_) => ViolationKind::SegmentSizes,
                _ => ViolationKind::SpecViolation { op: spec.name, failure },
            };
            self.violate(op, kind, message);
        }
    }

    fn shape(&self, region: crate::data::RegionId) -> RegionShape {
        let blocks = &self.program.region(region).blocks;
        let arguments = blocks.first().map_or(&[][..], |entry| &self.program.block(*entry).arguments);
        let arguments = arguments.iter().map(|value| self.program.value_type(*value)).collect();
        RegionShape { blocks: blocks.len(), arguments }
    }

    fn explain(&self, spec: &OpSpec, failure: &Failure) -> String {
        let ctx = self.program.ctx();
        let place = match failure.place {
            Place::Operation => "the operation".to_owned(),
            Place::Operand(index) => format!("operand #{index}"),
            Place::Result(index) => format!("result #{index}"),
            Place::Attribute(name) => format!("attribute `{}`", ctx.str(name)),
            Place::Region(index) => format!("region #{index}"),
            Place::RegionArgument(region, index) => format!("argument #{index} of region #{region}"),
        };
        match &failure.fault {
            Fault::Count { what, found, expected } => {
                format!("{place} has {found} {what}, expected {expected}")
            }
            Fault::Segments(text) => text.clone(),
            Fault::MissingAttribute => format!("requires {place}"),
            Fault::Constraint { var, value } => {
                let (value, wanted) = (attr_text(ctx, *value), self.constraint_text(spec.constraint(*var)));
                format!("{place} is `{value}`, expected {wanted}")
            }
            Fault::Relation(index) => {
                format!("failed to verify that {}", spec.relations[*index].text(ctx))
            }
            Fault::Check(index) => format!("failed to verify that {}", spec.checks[*index].text(ctx)),
        }
    }

    fn constraint_text(&self, constraint: &Constraint) -> String {
        let ctx = self.program.ctx();
        match constraint {
            Constraint::Any => "what the other places of this variable hold".to_owned(),
            Constraint::Is(expected) => format!("`{}`", attr_text(ctx, *expected)),
            Constraint::Base(base) | Constraint::Parametric(base, _) => {
                self.registry.base_predicate(base).describe(ctx)
            }
            Constraint::AnyOf(_) => "one of the alternatives of `any_of`".to_owned(),
            Constraint::AllOf(_) => "all parts of `all_of`".to_owned(),
            Constraint::CPred(text) => self.registry.c_pred(*text).describe(ctx),
        }
    }

    /// Types and attributes of dialects that define them: each once.
    pub(super) fn definitions(&mut self, op: OpId) {
        let program = self.program;
        let ctx = program.ctx();
        let types = program.operands(op).chain(program.results(op)).map(|value| program.value_type(value));
        let mut pending: Vec<AttrId> = types.map(|ty| ctx.type_attr(ty)).collect();
        let data = program.op(op);
        pending.extend(ctx.entries(data.properties).iter().map(|(_, attr)| *attr));
        pending.extend(ctx.entries(data.attributes).iter().map(|(_, attr)| *attr));
        while let Some(attr) = pending.pop() {
            if self.seen.insert(attr) {
                self.definition(op, attr, &mut pending);
            }
        }
    }

    fn definition(&mut self, op: OpId, attr: AttrId, pending: &mut Vec<AttrId>) {
        let ctx = self.program.ctx();
        let (spec, params, name) = match ctx.attr_kind(attr) {
            AttrKind::Dialect { dialect, name, params } => {
                (self.registry.attribute_spec(*dialect, *name), params, name)
            }
            AttrKind::Type(ty) => match ctx.type_kind(*ty) {
                TypeKind::Dialect { dialect, name, params } => {
                    (self.registry.type_spec(*dialect, *name), params, name)
                }
                _ => return,
            },
            _ => return,
        };
        pending.extend(params);
        // Definitions without parameters come from ODS, which does not print them.
        let Some(spec) = spec.filter(|spec| !spec.parameters.is_empty()) else { return };
        let goals: Vec<Goal> = spec
            .parameters
            .iter()
            .zip(params)
            .map(|((_, var), value)| Goal { var: *var, value: *value })
            .collect();
        let fits = params.len() == spec.parameters.len()
            && !matches!(satisfy(self.registry, &spec.constraints, &goals), Answer::No);
        if !fits {
            let message = format!("the parameters of `{}` do not satisfy its definition", ctx.str(*name));
            self.violate(op, ViolationKind::ParameterViolation, message);
        }
    }
}
