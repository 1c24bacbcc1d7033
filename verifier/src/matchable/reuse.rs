//! M501: one `pdl.result`, `pdl.results` or `pdl.types` value is used in two places. MLIR 22 compares it in the place that it
//! visits first and nowhere else, so that it matches more than is written. Only lists the places; a replay shows where
//! both meanings differ.

use assay_ir::data::{OpId, Program, ValueId, known};
use assay_ir::pdl::PdlOp;

use crate::pattern::decode::{LoosePlace, is_range};
use crate::verdict::{Claim, Rule, Severity};

/// A value in two places or more.
#[derive(Clone, Debug)]
pub(crate) struct Reuse {
    /// What would be claimed: the last operation in the text that takes the value is blamed.
    pub claim: Claim,
    /// The places, in text order.
    pub places: Vec<LoosePlace>,
    /// Whether the value is a range.
    pub range: bool,
}

/// All values of a pattern that are used so.
pub(crate) fn find(program: &Program, pattern: OpId) -> Vec<Reuse> {
    let mut uses: Vec<(ValueId, Vec<LoosePlace>)> = Vec::new();
    let mut note = |handle: ValueId, place: LoosePlace| match uses.iter_mut().find(|(h, _)| *h == handle) {
        Some((_, places)) => places.push(place),
        None => uses.push((handle, vec![place])),
    };
    let defined_by = |handle: ValueId| program.defining_op(handle).map(|op| program.op(op).name);
    let unchecked_value =
        |handle: ValueId| matches!(defined_by(handle), Some(known::PDL_RESULT | known::PDL_RESULTS));
    let unchecked_type = |handle: ValueId| defined_by(handle) == Some(known::PDL_TYPES);
    let Some(body) = (assay_ir::pdl::Pattern { program, op: pattern }).body() else { return Vec::new() };
    for op in program.ops_in(body) {
        match PdlOp::view(program, op) {
            PdlOp::Operand(view) => {
                if let Some(ty) = view.ty().filter(|ty| unchecked_type(*ty)) {
                    note(ty, LoosePlace::Type(op, 0));
                }
            }
            PdlOp::Operation(view) => {
                for (index, operand) in view.operands().enumerate().filter(|(_, v)| unchecked_value(*v)) {
                    note(operand, LoosePlace::Operand(op, index));
                }
                for (index, ty) in view.result_types().enumerate().filter(|(_, ty)| unchecked_type(*ty)) {
                    note(ty, LoosePlace::Type(op, index));
                }
            }
            _ => {}
        }
    }
    let twice = uses.into_iter().filter(|(_, places)| places.len() > 1);
    twice.filter_map(|(handle, places)| reuse(program, handle, places)).collect()
}

fn reuse(program: &Program, handle: ValueId, places: Vec<LoosePlace>) -> Option<Reuse> {
    let (LoosePlace::Operand(op, _) | LoosePlace::Type(op, _)) = *places.last()?;
    let definition = program.defining_op(handle)?;
    let range = is_range(program, handle);
    let name = program.op_name(definition);
    let help = match program.op(definition).name {
        known::PDL_TYPES => "MLIR 22 cannot compare two ranges of types; match the types one by one",
        _ => "read the result a second time for the second place",
    };
    let claim = Claim {
        code: Rule::M501,
        level: Severity::Error,
        op,
        span: program.op(op).span,
        message: format!("one {name} value is used in two places, which MLIR 22 does not compare"),
        labels: Vec::new(),
        help: Some(help.to_owned()),
    };
    Some(Reuse { claim, places, range })
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, proved};
    use crate::verdict::Rule;

    use crate::structure::testing::codes_of;

    fn twice(second: &str) -> Vec<Rule> {
        codes_of(&format!(
            "  %t = pdl.type : i32\n  %x = pdl.operand : %t
  %p = pdl.operation \"lab.p\"(%x : !pdl.value) -> (%t : !pdl.type)
  %a = pdl.result 0 of %p\n  %b = pdl.result 0 of %p
  %root = pdl.operation \"lab.sub\"(%a, {second} : !pdl.value, !pdl.value)\n  pdl.rewrite %root {{\n    pdl.erase %root\n  }}\n"
        ))
    }

    #[test]
    fn one_read_in_two_places_matches_more_than_is_written() {
        assert_eq!(twice("%a"), [Rule::M501]);
    }

    #[test]
    fn a_second_read_is_compared() {
        assert!(twice("%b").is_empty());
        assert!(
            proved("    pdl.replace %root with (%y : !pdl.value)")
                && codes("    pdl.erase %root") == [Rule::S105]
        );
    }

    #[test]
    fn what_nothing_matches_as_it_is_written_may_match_in_mlir() {
        let of = |types: &str, results: &str, kinds: usize| {
            let kinds = vec!["!pdl.range<type>"; kinds].join(", ");
            codes_of(&format!(
                "  %x = pdl.operand\n{types}  %root = pdl.operation \"lab.r\"(%x : !pdl.value) -> ({results} : {kinds})
  pdl.rewrite %root {{\n    %n = pdl.operation \"lab.n\"(%x : !pdl.value)\n  }}\n"
            ))
        };
        // The second place is what stands from the second value on, so that it is never as long as the first one.
        assert_eq!(of("  %ts = pdl.types\n", "%ts, %ts", 2), [Rule::M501]);
        // Two places have to be passed over at once.
        assert_eq!(of("  %ts = pdl.types\n", "%ts, %ts, %ts", 3), [Rule::M501]);
        assert_eq!(of("  %ts = pdl.types : [i32, i32]\n", "%ts, %ts", 2), [Rule::M501]);
    }
}
