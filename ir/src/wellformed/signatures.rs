//! Lists of types that a spec relates: operands of a branch and block arguments, operands of a return and results,
//! arguments of an entry block, operands of a call.

use super::{Checker, ViolationKind};
use crate::data::{AttrKind, BlockId, Ident, OpId, RegionId, TypeId, TypeKind, ValueId, known};
use crate::spec::{ListTerm, OpSpec, Signature, operand_groups, result_groups};
use crate::text::type_text;

/// One reading of a list: the types, and the operation to blame when they do not fit.
#[derive(Clone)]
struct Candidate {
    types: Vec<TypeId>,
    blamed: OpId,
    /// Which element or region of a group it belongs to; only readings of one number are compared.
    number: Option<usize>,
}

impl Candidate {
    fn goes_with(&self, other: &Candidate) -> bool {
        self.number.is_none() || other.number.is_none() || self.number == other.number
    }
}

impl Checker<'_> {
    pub(super) fn signatures(&mut self, op: OpId, spec: &OpSpec) {
        for signature in &spec.signatures {
            let (Some(left), Some(right)) =
                (self.readings(op, spec, &signature.left), self.readings(op, spec, &signature.right))
            else {
                continue;
            };
            for left in &left {
                for right in right.iter().filter(|right| left.goes_with(right)) {
                    self.compare(op, signature, left, right);
                }
            }
        }
    }

    fn compare(&mut self, op: OpId, signature: &Signature, left: &Candidate, right: &Candidate) {
        if left.types == right.types {
            return;
        }
        let blamed = if left.blamed != op { left.blamed } else { right.blamed };
        let (kind, what) = describe(signature);
        let (found, wanted) = (left.types.len(), right.types.len());
        let how = if found != wanted {
            format!("{found} against {wanted}")
        } else {
            let at = left.types.iter().zip(&right.types).position(|(l, r)| l != r).unwrap_or(0);
            let ctx = self.program.ctx();
            format!(
                "`{}` against `{}` at #{at}",
                type_text(ctx, left.types[at]),
                type_text(ctx, right.types[at])
            )
        };
        let message = format!("`{}`: {what}: {how}", self.name_of(blamed));
        self.violate(blamed, kind, message);
    }

    /// All readings of a concatenation: several where a region ends in several returns. `None` when some part says
    /// nothing here.
    fn readings(&mut self, op: OpId, spec: &OpSpec, terms: &[ListTerm]) -> Option<Vec<Candidate>> {
        let mut all = vec![Candidate { types: Vec::new(), blamed: op, number: None }];
        for term in terms {
            let parts = self.term(op, spec, term)?;
            let mut extended = Vec::with_capacity(all.len() * parts.len());
            for reading in &all {
                for part in parts.iter().filter(|part| reading.goes_with(part)) {
                    let types = reading.types.iter().chain(&part.types).copied().collect();
                    let blamed = if part.blamed == op { reading.blamed } else { part.blamed };
                    extended.push(Candidate { types, blamed, number: reading.number.or(part.number) });
                }
            }
            all = extended;
        }
        Some(all)
    }

    fn term(&mut self, op: OpId, spec: &OpSpec, term: &ListTerm) -> Option<Vec<Candidate>> {
        let one = |types: Vec<TypeId>| Some(vec![Candidate { types, blamed: op, number: None }]);
        match term {
            ListTerm::Types(name) => one(self.group_types(op, spec, *name)?),
            ListTerm::Each(name) => {
                let types = self.group_types(op, spec, *name)?;
                let reading = |(at, ty)| Candidate { types: vec![ty], blamed: op, number: Some(at) };
                Some(types.into_iter().enumerate().map(reading).collect())
            }
            ListTerm::Indices(name) => one(self.indices(op, *name)?),
            ListTerm::Arguments(name) => Some(self.arguments(op, spec, *name)?),
            ListTerm::Yields(name) => Some(self.yields(op, spec, *name)?),
            ListTerm::Inputs(name) => one(self.function(op, spec, *name)?.0),
            ListTerm::Outputs(name) => one(self.function(op, spec, *name)?.1),
            ListTerm::Successor(number) => {
                one(self.argument_types(*self.program.successors(op).get(*number as usize)?))
            }
            ListTerm::SuccessorsFrom(number) => {
                let blocks = self.program.successors(op).get(*number as usize..)?;
                one(blocks.iter().flat_map(|block| self.argument_types(*block)).collect())
            }
        }
    }

    fn arguments(&self, op: OpId, spec: &OpSpec, name: Ident) -> Option<Vec<Candidate>> {
        let regions = self.regions_named(op, spec, name)?;
        let entries = regions.iter().map(|region| self.program.region(*region).blocks.first());
        let reading = |(at, entry): (usize, Option<&BlockId>)| {
            let types = self.argument_types(*entry?);
            Some(Candidate { types, blamed: op, number: Some(at) })
        };
        Some(entries.enumerate().filter_map(reading).collect())
    }

    fn indices(&self, op: OpId, name: Ident) -> Option<Vec<TypeId>> {
        let ctx = self.program.ctx();
        let count = match ctx.attr_kind(self.program.attr(op, name)?) {
            AttrKind::Array(items) | AttrKind::DenseArray { values: items, .. } => items.len(),
            _ => return None,
        };
        Some(vec![ctx.index(); count])
    }

    fn types_of(&self, values: impl Iterator<Item = ValueId>) -> Vec<TypeId> {
        values.map(|value| self.program.value_type(value)).collect()
    }

    fn argument_types(&self, block: BlockId) -> Vec<TypeId> {
        self.types_of(self.program.block(block).arguments.iter().copied())
    }

    fn regions_named(&self, op: OpId, spec: &OpSpec, name: Ident) -> Option<Vec<RegionId>> {
        let specs = spec.regions.as_ref()?;
        let at = specs.iter().position(|region| region.name == name)?;
        let regions = self.program.op_regions(op).get(at..)?;
        let count = if specs[at].variadic { regions.len() } else { 1 };
        Some(regions.iter().take(count).copied().collect())
    }

    fn group_types(&self, op: OpId, spec: &OpSpec, name: Ident) -> Option<Vec<TypeId>> {
        let program = self.program;
        if let Some(at) = spec.operands.iter().position(|group| group.name == name) {
            let segments = program.attr(op, known::OPERAND_SEGMENT_SIZES);
            let ranges = operand_groups(program.ctx(), spec, program.operand_count(op), segments).ok()?;
            let range = ranges[at].clone();
            return Some(self.types_of(program.operands(op).skip(range.start).take(range.len())));
        }
        let at = spec.results.iter().position(|group| group.name == name)?;
        let segments = program.attr(op, known::RESULT_SEGMENT_SIZES);
        let ranges = result_groups(program.ctx(), spec, program.result_count(op), segments).ok()?;
        let range = ranges[at].clone();
        Some(self.types_of(program.results(op).skip(range.start).take(range.len())))
    }

    fn yields(&mut self, op: OpId, spec: &OpSpec, name: Ident) -> Option<Vec<Candidate>> {
        let mut readings = Vec::new();
        for (at, region) in self.regions_named(op, spec, name)?.into_iter().enumerate() {
            for &block in &self.program.region(region).blocks {
                let Some(last) = self.program.last_op(block) else { continue };
                let Some(last_spec) = self.spec(last).filter(|spec| spec.traits.return_like) else {
                    continue;
                };
                let types = match last_spec.traits.returns {
                    Some(group) => self.group_types(last, last_spec, group),
                    None => Some(self.types_of(self.program.operands(last))),
                };
                readings.extend(types.map(|types| Candidate { types, blamed: last, number: Some(at) }));
            }
        }
        Some(readings)
    }

    fn function(&mut self, op: OpId, spec: &OpSpec, name: Ident) -> Option<(Vec<TypeId>, Vec<TypeId>)> {
        let ctx = self.program.ctx();
        let ty = match self.group_types(op, spec, name) {
            Some(types) => *types.first()?,
            None => {
                let mut attr = self.program.attr(op, name)?;
                if let AttrKind::SymbolRef { .. } = ctx.attr_kind(attr) {
                    attr = self.function_type(op, attr)?;
                }
                let AttrKind::Type(ty) = ctx.attr_kind(attr) else { return None };
                *ty
            }
        };
        match ctx.type_kind(ty) {
            TypeKind::Function { inputs, results } => Some((inputs.to_vec(), results.to_vec())),
            _ => None,
        }
    }
}

/// The kind of a violation of a signature, and what it relates in words.
fn describe(signature: &Signature) -> (ViolationKind, &'static str) {
    let terms = || signature.left.iter().chain(&signature.right);
    let any = |wanted: fn(&ListTerm) -> bool| terms().any(wanted);
    if any(|term| matches!(term, ListTerm::Yields(_))) {
        return (ViolationKind::ReturnTypesMismatch, "operands differ from what the parent returns");
    }
    if any(|term| matches!(term, ListTerm::Successor(_) | ListTerm::SuccessorsFrom(_))) {
        return (
            ViolationKind::SuccessorArgumentMismatch,
            "branch operands differ from the arguments of the successor",
        );
    }
    if any(|term| matches!(term, ListTerm::Arguments(_))) {
        return (ViolationKind::EntryArgumentsMismatch, "entry block arguments differ from the signature");
    }
    if any(|term| matches!(term, ListTerm::Inputs(_) | ListTerm::Outputs(_))) {
        return (ViolationKind::CallMismatch, "operands or results differ from the function");
    }
    (ViolationKind::SignatureMismatch, "related types differ")
}
