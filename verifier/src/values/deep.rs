//! Tests of patterns that are many operations deep. Compiled for tests only.

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
}
