//! M501: one `pdl.result` value stands in two operand places. MLIR 22 compares it in the place that it visits first and nowhere
//! else, so that it matches more than is written. Only lists the places; a replay shows where both meanings differ.

use assay_ir::data::OpId;

use crate::structure::model::{Definition, Model};
use crate::verdict::{Claim, Level};

/// A `pdl.result` value in two places or more.
#[derive(Clone, Debug)]
pub struct Reuse {
    /// What would be claimed: the last operation in the text that takes the value is blamed.
    pub claim: Claim,
    /// The places: operation and operand number.
    pub places: Vec<(OpId, usize)>,
}

/// All values that are used so.
pub fn find(model: &Model) -> Vec<Reuse> {
    let mut out: Vec<Reuse> = Vec::new();
    let mut seen = Vec::new();
    for node in &model.nodes {
        for (operand, handle) in node.operands.iter().zip(&node.operand_handles) {
            let is_result = matches!(model.values[*operand].def, Definition::Result(..));
            if !is_result || seen.contains(handle) {
                continue;
            }
            seen.push(*handle);
            let places: Vec<(OpId, usize)> = model
                .nodes
                .iter()
                .flat_map(|node| {
                    let slots = node.operand_handles.iter().enumerate().filter(|(_, other)| *other == handle);
                    slots.map(|(slot, _)| (node.op, slot))
                })
                .collect();
            let Some((op, _)) = places.last().copied().filter(|_| places.len() > 1) else { continue };
            let span = model.nodes.iter().find(|node| node.op == op).map_or(node.span, |node| node.span);
            out.push(Reuse { claim: claim(op, span), places });
        }
    }
    out
}

fn claim(op: OpId, span: assay_ir::data::Span) -> Claim {
    Claim {
        code: "M501",
        level: Level::Error,
        op,
        span,
        message: "one pdl.result value stands in two places, which MLIR 22 does not compare".to_owned(),
        labels: Vec::new(),
        help: Some("read the result a second time for the second place".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, proved};

    use crate::structure::testing::codes_of;

    fn twice(second: &str) -> Vec<&'static str> {
        codes_of(&format!(
            "  %t = pdl.type : i32\n  %x = pdl.operand : %t
  %p = pdl.operation \"lab.p\"(%x : !pdl.value) -> (%t : !pdl.type)
  %a = pdl.result 0 of %p\n  %b = pdl.result 0 of %p
  %root = pdl.operation \"lab.sub\"(%a, {second} : !pdl.value, !pdl.value)\n  pdl.rewrite %root {{\n    pdl.erase %root\n  }}\n"
        ))
    }

    #[test]
    fn one_read_in_two_places_matches_more_than_is_written() {
        assert_eq!(twice("%a"), ["M501"]);
    }

    #[test]
    fn a_second_read_is_compared() {
        assert!(twice("%b").is_empty());
        assert!(
            proved("    pdl.replace %root with (%y : !pdl.value)")
                && codes("    pdl.erase %root") == ["S105"]
        );
    }
}
