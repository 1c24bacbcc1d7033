//! Tests of patterns that are decided without a solver, also such that are many operations deep. Compiled for tests only.

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use crate::structure::testing::with_pattern;
    use crate::verdict::StageVerdict;

    /// As many `arith.addi`, each of the one before it; the last one is commuted.
    fn chain(count: usize) -> String {
        let mut text =
            String::from("  %t = pdl.type : i32\n  %n0 = pdl.operand : %t\n  %b = pdl.operand : %t\n");
        let kinds = "!pdl.value, !pdl.value";
        for number in 1..count {
            let _ = writeln!(
                text,
                "  %o{number} = pdl.operation \"arith.addi\"(%n{}, %b : {kinds}) -> (%t : !pdl.type)
  %n{number} = pdl.result 0 of %o{number}",
                number - 1
            );
        }
        let last = count - 1;
        let _ = writeln!(
            text,
            "  %root = pdl.operation \"arith.addi\"(%n{last}, %b : {kinds}) -> (%t : !pdl.type)
  pdl.rewrite %root {{
    %new = pdl.operation \"arith.addi\"(%b, %n{last} : {kinds}) -> (%t : !pdl.type)
    pdl.replace %root with %new\n  }}"
        );
        text
    }

    #[test]
    fn a_chain_of_ten_thousand_operations_is_proved() {
        let verdict = with_pattern(&chain(10_000), |task| super::super::analyse(task, None).verdict);
        assert!(matches!(verdict, StageVerdict::Proved), "{verdict:?}");
    }

    /// The verdict without a solver on an operation of an unknown number and of what `inner` makes of another, which gets
    /// both in the other order.
    fn commuted(name: &str, inner: &str, ty: &str) -> StageVerdict {
        let second =
            if name.ends_with("_extended") { ", %one : !pdl.type, !pdl.type" } else { " : !pdl.type" };
        let text = format!(
            "  %t = pdl.type : {ty}\n  %one = pdl.type : i1\n  %x = pdl.operand : %t\n  %y = pdl.operand : %t
  %i = pdl.operation \"{inner}\"(%y, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %z = pdl.result 0 of %i
  %root = pdl.operation \"{name}\"(%x, %z : !pdl.value, !pdl.value) -> (%t{second})
  pdl.rewrite %root {{
    %new = pdl.operation \"{name}\"(%z, %x : !pdl.value, !pdl.value) -> (%t{second})
    pdl.replace %root with %new\n  }}"
        );
        with_pattern(&text, |task| super::super::analyse(task, None).verdict)
    }

    #[test]
    fn both_orders_of_an_operation_that_commutes_are_one_expression() {
        for ty in ["f32", "vector<4xf32>"] {
            for name in ["arith.maximumf", "arith.minimumf", "arith.addf"] {
                let verdict = commuted(name, "arith.divf", ty);
                assert!(matches!(verdict, StageVerdict::Proved), "{name} of {ty}: {verdict:?}");
            }
        }
        let verdict = commuted("arith.addui_extended", "arith.muli", "i64");
        assert!(matches!(verdict, StageVerdict::Proved), "{verdict:?}");
        // Neither is the difference of two numbers.
        let verdict = commuted("arith.subf", "arith.divf", "f32");
        assert!(!matches!(verdict, StageVerdict::Proved), "{verdict:?}");
    }
}
