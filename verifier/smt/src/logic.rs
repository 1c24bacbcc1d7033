//! The logic that a query is put in: the least one that has its sorts and functions. A solver sets itself up for a logic, which for one
//! without numbers, arrays and quantifiers takes a fraction of the time. A logic that lacks something makes the solver report an error,
//! which is no answer.

use std::collections::BTreeSet;

/// Symbols that only the logic of everything has.
const EVERYTHING: [&str; 14] = [
    "forall",
    "exists",
    "match",
    "par",
    "Int",
    "Real",
    "Array",
    "String",
    "Seq",
    "RegLan",
    "declare-sort",
    "declare-datatype",
    "declare-datatypes",
    "define-fun-rec",
];

/// The logic of these commands.
pub(super) fn logic(commands: &str) -> &'static str {
    let tokens: BTreeSet<&str> = tokens(commands).collect();
    if EVERYTHING.iter().any(|token| tokens.contains(token)) {
        return "ALL";
    }
    let floats = tokens.iter().any(|token| is_of_floats(token));
    match (floats, declares_functions(commands)) {
        (false, false) => "QF_BV",
        (false, true) => "QF_UFBV",
        (true, false) => "QF_BVFP",
        (true, true) => "ALL",
    }
}

fn tokens(commands: &str) -> impl Iterator<Item = &str> {
    commands.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')')).filter(|token| !token.is_empty())
}

fn is_of_floats(token: &str) -> bool {
    ["fp", "to_fp", "to_fp_unsigned", "FloatingPoint", "RoundingMode", "NaN"].contains(&token)
        || token.starts_with("fp.")
        || token.starts_with("Float")
}

/// Tells if a function of arguments is declared; those that are defined stand for their bodies.
fn declares_functions(commands: &str) -> bool {
    commands.split("declare-fun").skip(1).any(|rest| {
        let sorts = rest.split_once('(').map(|(_, sorts)| sorts.trim_start());
        sorts.is_none_or(|sorts| !sorts.starts_with(')'))
    })
}

#[cfg(test)]
mod tests {
    use super::logic;

    #[test]
    fn a_query_is_put_in_the_least_logic_that_has_its_sorts() {
        let cases = [
            ("", "QF_BV"),
            ("(declare-const x (_ BitVec 8))\n(assert (= x (bvadd x x)))\n", "QF_BV"),
            ("(declare-fun p () Bool)\n(define-fun f ((x Bool)) Bool (not x))\n", "QF_BV"),
            ("(declare-fun f ((_ BitVec 8)) (_ BitVec 8))\n", "QF_UFBV"),
            ("(declare-fun p () Bool)\n(declare-fun f (Bool) Bool)\n", "QF_UFBV"),
            ("(declare-const x Float32)\n", "QF_BVFP"),
            ("(declare-const x (_ FloatingPoint 8 24))\n(assert (fp.isNaN x))\n", "QF_BVFP"),
            ("(declare-const x Float32)\n(declare-fun f (Float32) Float32)\n", "ALL"),
            ("(declare-const x Int)\n", "ALL"),
            ("(declare-const x (Array (_ BitVec 8) Bool))\n", "ALL"),
            ("(assert (forall ((x (_ BitVec 8))) (= x x)))\n", "ALL"),
            ("(declare-datatypes ((T 0)) (((a))))\n", "ALL"),
        ];
        for (commands, expected) in cases {
            assert_eq!(logic(commands), expected, "{commands}");
        }
    }
}
