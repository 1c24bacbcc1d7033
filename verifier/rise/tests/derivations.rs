//! A derivation is accepted for its own rule alone: without a premise, without a law, or with another result it is refused.

use std::rc::Rc;

use assay_rise::core::{Module, Rule};
use assay_rise::nat::Nat;
use assay_rise_proof::check::{Program, check};
use assay_rise_proof::derivation::{Derivation, Law, Open, Property};
use assay_rise_proof::normal::Normal;
use assay_rise_proof::{Answer, rule};

fn read(text: &str) -> (Rule, Rc<Module>) {
    let read = assay_rise::read(text);
    assert!(read.errors().is_empty(), "{text}: {:?}", read.errors());
    let module = Rc::new(read.module);
    (module.rules().last().expect("the text has a rule").clone(), module)
}

fn derived(text: &str) -> (Derivation, Open) {
    let (one, module) = read(text);
    match rule(&one, &module, &[]) {
        Answer::Proved(derivation, open) => (derivation, open),
        other => panic!("{text}: {other:?}"),
    }
}

fn accepts(text: &str, derivation: &Derivation) -> bool {
    let (rule, module) = read(text);
    let side = |body| Program { body, parameters: &rule.parameters, module: &module, lengths: Vec::new() };
    let open = check(&side(&rule.left), &side(&rule.right), &rule.premises, derivation);
    open.is_ok_and(|open| open.equalities.is_empty())
}

/// Rules whose derivations use each law, with the premises that they need.
const STATED: [(&str, &[&str]); 3] = [
    (
        "rule r[m, k](op: s -> s -> s, z: s, x: (k * m).s): reduceSeq(op, z, x) ~> reduceSeq(op, z, map(reduceSeq(op, z), split(m, x)))",
        &["assoc(op)", "neutral(z, op)"],
    ),
    (
        "rule r[n, m](op: s -> s -> s, z: s, x: n.m.s): reduceSeq(op, z, map(reduceSeq(op, z), x)) ~> reduceSeq(op, z, map(reduceSeq(op, z), transpose(x)))",
        &["assoc(op)", "comm(op)", "idem(op)"],
    ),
    ("rule r(op: s -> s -> s, a: s, b: s): op(a, b) ~> op(b, a)", &["comm(op)"]),
];

fn each_law_without_its_premise_is_refused() {
    for (rule, premises) in STATED {
        let (derivation, _) = derived(&format!("{rule} where {}", premises.join(", ")));
        for missing in 0..premises.len() {
            let mut others = premises.to_vec();
            others.remove(missing);
            let others =
                if others.is_empty() { String::new() } else { format!(" where {}", others.join(", ")) };
            assert!(
                !accepts(&format!("{rule}{others}"), &derivation),
                "{rule} without {}",
                premises[missing]
            );
        }
    }
}

/// Rules without stated premises whose derivations have laws.
const LAWFUL: [&str; 4] = [
    "rule r[m, k](x: (k * m).i32): reduceSeq(add, 0, x) ~> reduceSeq(add, 0, map(reduceSeq(add, 0), split(m, x)))",
    "rule r[n, m](x: n.m.i16): reduceSeq(add, 0, map(reduceSeq(add, 0), x)) ~> reduceSeq(add, 0, map(reduceSeq(add, 0), transpose(x)))",
    "rule r[m, k](z: i8, x: (k * m).i8): reduceSeq(max, z, x) ~> reduceSeq(max, z, map(reduceSeq(max, z), split(m, x)))",
    "rule r[n](a: i32, x: n.i32): reduceSeq(add, 0, map(fun(e => a * e), x)) ~> a * reduceSeq(add, 0, x)",
];

fn a_derivation_without_one_of_its_laws_is_refused() {
    for text in LAWFUL {
        let (derivation, _) = derived(text);
        assert!(!derivation.laws.is_empty());
        for at in 0..derivation.laws.len() {
            let mut less = derivation.clone();
            less.laws.remove(at);
            assert!(!accepts(text, &less), "{text} without {:?}", derivation.laws[at].law);
        }
    }
}

fn a_law_with_another_result_is_refused() {
    for text in LAWFUL {
        let (derivation, _) = derived(text);
        for at in 0..derivation.laws.len() {
            let mut other = derivation.clone();
            other.laws[at].after = Normal::Nothing;
            assert!(!accepts(text, &other), "{text}: {:?}", derivation.laws[at].law);
            let mut renamed = derivation.clone();
            renamed.laws[at].law = match renamed.laws[at].law {
                Law::Nested => Law::Order(vec![0]),
                _ => Law::Nested,
            };
            assert!(!accepts(text, &renamed), "{text}: {:?} as another law", derivation.laws[at].law);
        }
    }
}

fn an_index_with_another_result_is_refused() {
    let text = "rule r[m, k](x: k.m.s): split(m, join(x)) ~> x";
    let (derivation, _) = derived(text);
    let more = |index: &Nat| index.plus(&Nat::constant(1)).expect("a small index");
    let mut other = derivation.clone();
    assert!(!other.facts.is_empty());
    other.facts.iter_mut().for_each(|fact| fact.result = more(&fact.result));
    assert!(accepts(text, &derivation) && !accepts(text, &other));
    let mut clamped = derived("rule r[n](x: n.s): pad(0, 0, x) ~> x").0;
    assert!(!clamped.facts.is_empty());
    clamped.facts.iter_mut().for_each(|fact| fact.result = Nat::constant(0));
    assert!(!accepts("rule r[n](x: n.s): pad(0, 0, x) ~> x", &clamped));
}

fn a_derivation_of_another_rule_is_refused() {
    let (derivation, _) = derived(LAWFUL[0]);
    assert!(!accepts(
        &LAWFUL[0].replace("split(m, x)))", "split(m, map(fun(e => e + 1), x))))"),
        &derivation
    ));
    assert!(!accepts(&LAWFUL[0].replace("add, 0, x) ~>", "add, 1, x) ~>"), &derivation));
    let floats = LAWFUL[0].replace("i32", "f32").replace("0,", "0.0,").replace("0)", "0.0)");
    assert!(!accepts(&floats, &derivation), "{floats}");
}

fn an_equality_of_indices_that_no_law_shows_is_left_open() {
    let open = |text: &str| derived(text).1.equalities.len();
    assert_eq!(open("rule r[n](x: n.s): pad(1, 1, pad(1, 1, x)) ~> pad(2, 2, x)"), 1);
    assert_eq!(open("rule r[n](x: n.s): pad(1, 2, x) ~> pad(2, 1, x)"), 1);
    assert_eq!(open("rule r[n, m](x: n.m.s): transpose(transpose(x)) ~> x"), 0);
}

fn what_is_used_of_an_operation_is_answered() {
    let has = |text: &str, operation: &str, property: Property| {
        derived(text).1.premises.iter().any(|one| one.operation == operation && one.property == property)
    };
    assert!(has(LAWFUL[0], "arith.addi", Property::Associative));
    assert!(has(LAWFUL[0], "arith.addi", Property::Neutral(0)));
    assert!(has(LAWFUL[2], "arith.maxsi", Property::Idempotent));
    let product = "rule r[m, k](x: (k * m).i8): reduceSeq(mul, 1, x) ~> reduceSeq(mul, 1, map(reduceSeq(mul, 1), split(m, x)))";
    assert!(has(product, "arith.muli", Property::Neutral(1)));
}

assay_testing::tests!(
    each_law_without_its_premise_is_refused,
    a_derivation_without_one_of_its_laws_is_refused,
    a_law_with_another_result_is_refused,
    an_index_with_another_result_is_refused,
    a_derivation_of_another_rule_is_refused,
    an_equality_of_indices_that_no_law_shows_is_left_open,
    what_is_used_of_an_operation_is_answered,
);
