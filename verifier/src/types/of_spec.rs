//! Parts of definitions: one with equal shapes, its statements about results, the result types that it infers.

use assay_ir::data::{Context, Ident};
use assay_ir::spec::{Compare, Constraint, Infer, OpSpec, Relation, Term as Side, sizes_by_count};

use super::fits::constant_type;
use super::question::{Part, known};
use assay_type_solver::term::Term;

/// A definition with equal shapes in place of compatible ones, where matches are taken to have these.
pub(super) fn of_one_shape(spec: &OpSpec) -> Option<OpSpec> {
    fn narrow(relation: &Relation) -> Relation {
        let compare = match relation.compare {
            Compare::Compatible => Compare::Equal,
            other => other,
        };
        let otherwise = relation.otherwise.iter().map(narrow).collect();
        Relation { compare, otherwise, ..relation.clone() }
    }
    let relations = || spec.relations.iter().map(narrow).collect();
    spec.traits.one_shape.then(|| OpSpec { relations: relations(), ..spec.clone() })
}

/// The statements of a definition about its results.
pub(super) fn of_results(spec: &OpSpec) -> OpSpec {
    let is_result = |name: &Ident| spec.results.iter().any(|group| group.name == *name);
    let said = |relation: &Relation| {
        let all = std::iter::once(relation).chain(&relation.otherwise);
        all.flat_map(|one| [&one.left, &one.right]).filter_map(Side::name).any(|name| is_result(&name))
    };
    let mut own = OpSpec { attributes: Vec::new(), signatures: Vec::new(), ..spec.clone() };
    own.relations.retain(said);
    for group in &spec.operands {
        own.constraints[group.var.0 as usize].0 = Constraint::Any;
    }
    own
}

/// The result types that follow from operands and attributes; `None` when what they follow from is not known.
pub(super) fn infer(
    ctx: &Context,
    spec: &OpSpec,
    operands: &[Part],
    attributes: &[(Ident, Term)],
) -> Option<Vec<Part>> {
    let operands = known(operands)?;
    let readings = match spec.traits.same_operand_sizes {
        true => sizes_by_count(&spec.operands, operands.len()).into_iter().collect(),
        false => assay_type_solver::segments::readings(&spec.operands, operands.len())?,
    };
    let [sizes] = &readings[..] else { return None };
    let first = |name: Ident| {
        let mut start = 0;
        for (group, size) in spec.operands.iter().zip(sizes) {
            if group.name == name {
                return (*size > 0).then(|| operands[start].clone());
            }
            start += size;
        }
        attributes.iter().find(|(known, _)| *known == name).map(|(_, term)| term.type_of())
    };
    let bool_type = constant_type(ctx, ctx.integer(1));
    let rule = |rule: &Infer| {
        Some(Part::One(match rule {
            Infer::Type(name) => first(*name)?,
            Infer::Element(name) => first(*name)?.element(),
            Infer::Bool(name) => first(*name)?.with_element(&bool_type),
            Infer::Fixed(ty) => constant_type(ctx, *ty),
        }))
    };
    spec.traits.infer.iter().map(rule).collect()
}
