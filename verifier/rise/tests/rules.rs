//! Rules that hold at all sizes have one normal form on both sides; rules that do not hold have two.

use std::rc::Rc;

use assay_rise_proof::{Answer, rule};

fn answer(text: &str) -> Answer {
    let read = assay_rise::read(text);
    assert!(read.errors().is_empty(), "{text}: {:?}", read.errors());
    let module = Rc::new(read.module);
    let one = module.rules().last().expect("the text has a rule").clone();
    match rule(&one, &module, &[]) {
        // Without a solver, these equations stay open.
        Answer::Proved(_, open) if !open.equalities.is_empty() => Answer::Differ,
        answer => answer,
    }
}

fn proved(text: &str) {
    assert!(matches!(answer(text), Answer::Proved(..)), "{text}: {:?}", answer(text));
}

fn differs(text: &str) {
    assert_eq!(answer(text), Answer::Differ, "{text}");
}

fn maps_are_fused_and_split() {
    proved("rule r[n](f: t -> u, g: s -> t, x: n.s): map(f, map(g, x)) ~> map(g >> f, x)");
    differs("rule r[n](f: s -> s, g: s -> s, x: n.s): map(f, map(g, x)) ~> map(f >> g, x)");
    proved("rule r[m, k](f: s -> t, x: (k * m).s): map(f, x) ~> join(map(map(f), split(m, x)))");
    proved("rule r[n, m](f: s -> t, x: n.m.s): map(f, join(x)) ~> join(map(map(f), x))");
    proved("rule r(f: s -> t, g: t -> u): f >> g ~> fun(x => g(f(x)))");
}

fn views_are_index_arithmetic() {
    proved("rule r[m, k](x: (k * m).s): join(split(m, x)) ~> x");
    proved("rule r[m, k](x: k.m.s): split(m, join(x)) ~> x");
    proved("rule r[n, m](x: n.m.s): transpose(transpose(x)) ~> x");
    proved("rule r[n, m](f: s -> t, x: n.m.s): transpose(map(map(f), x)) ~> map(map(f), transpose(x))");
    proved(
        "rule r[k, v](x: ((k * v) + 2).s): slide(3, 1, x) ~> join(map(slide(3, 1), slide((v + 2), v, x)))",
    );
    proved("rule r[n](f: s -> t, x: n.s): map(f, pad(2, 1, x)) ~> pad(2, 1, map(f, x))");
    proved("rule r[n](x: n.s, y: n.t): map(fun(p => fst(p)), zip(x, y)) ~> x");
    differs("rule r[m, k](x: (k * m).s): join(transpose(split(m, x))) ~> x");
    proved("rule r[a, b, c](x: a.b.c.s): join(join(x)) ~> join(map(join, x))");
    proved("rule r[a, b, c](x: (a * b * c).s): split(b, split(c, x)) ~> map(split(c), split((b * c), x))");
    differs("rule r[n](x: n.s): pad(1, 2, x) ~> pad(2, 1, x)");
}

fn functions_of_two_arrays_change_places() {
    proved(
        "rule r[n, m](f: s -> t -> u, x: n.s, y: m.t): map(fun(a => map(fun(b => f(a, b)), y)), x) ~> transpose(map(fun(b => map(fun(a => f(a, b)), x)), y))",
    );
}

fn an_opaque_function_is_equal_to_itself_at_equal_arrays() {
    proved("rule r[n, m](f: (n * m).s -> t, x: n.m.s): f(join(x)) ~> f(join(transpose(transpose(x))))");
    differs("rule r[n](f: n.n.s -> t, x: n.n.s): f(x) ~> f(transpose(x))");
}

fn reductions_take_in_what_is_mapped() {
    proved(
        "rule r[n](op: t -> u -> u, f: s -> t, z: u, x: n.s): reduceSeq(op, z, map(f, x)) ~> reduceSeq(fun(e, acc => op(f(e), acc)), z, x)",
    );
    differs(
        "rule r[n](op: s -> s -> s, z: s, x: n.s): reduceSeq(op, z, x) ~> reduceSeq(fun(e, acc => op(acc, e)), z, x)",
    );
}

fn blocks_need_an_associative_operation_and_a_neutral_start() {
    proved(
        "rule r[m, k](x: (k * m).i32): reduceSeq(add, 0, x) ~> reduceSeq(add, 0, map(reduceSeq(add, 0), split(m, x)))",
    );
    proved(
        "rule r[m, k](x: (k * m).i8): reduceSeq(mul, 1, x) ~> reduceSeq(mul, 1, map(reduceSeq(mul, 1), split(m, x)))",
    );
    proved(
        "rule r[m, k](z: i8, x: (k * m).i8): reduceSeq(max, z, x) ~> reduceSeq(max, z, map(reduceSeq(max, z), split(m, x)))",
    );
    differs(
        "rule r[m, k](x: (k * m).f32): reduceSeq(add, 0.0, x) ~> reduceSeq(add, 0.0, map(reduceSeq(add, 0.0), split(m, x)))",
    );
    differs(
        "rule r[m, k](x: (k * m).i32): reduceSeq(add, 1, x) ~> reduceSeq(add, 1, map(reduceSeq(add, 1), split(m, x)))",
    );
    differs(
        "rule r[m, k](z: i32, x: (k * m).i32): reduceSeq(mul, z, x) ~> reduceSeq(mul, z, map(reduceSeq(mul, z), split(m, x)))",
    );
    let opaque = "rule r[m, k](op: s -> s -> s, z: s, x: (k * m).s): reduceSeq(op, z, x) ~> reduceSeq(op, z, map(reduceSeq(op, z), split(m, x)))";
    proved(&format!("{opaque} where assoc(op), neutral(z, op)"));
    proved(&format!("{opaque} where assoc(op), comm(op), idem(op)"));
    for premises in [
        "",
        " where assoc(op)",
        " where neutral(z, op)",
        " where assoc(op), comm(op)",
        " where assoc(op), idem(op)",
        " where comm(op), idem(op), neutral(z, op)",
    ] {
        differs(&format!("{opaque}{premises}"));
    }
}

fn sums_change_places() {
    let rule = |op: &str, z: &str, ty: &str| {
        format!(
            "rule r[n, m](x: n.m.{ty}): reduceSeq({op}, {z}, map(reduceSeq({op}, {z}), x)) ~> reduceSeq({op}, {z}, map(reduceSeq({op}, {z}), transpose(x)))"
        )
    };
    proved(&rule("add", "0", "i16"));
    proved(&rule("min", "127", "i8"));
    differs(&rule("add", "0.0", "f32"));
    differs(&rule("add", "1", "i16"));
}

fn any_order_becomes_one_order_and_not_back() {
    proved("rule r[n](x: n.f32): reduce(add, 0.0, x) ~> reduceSeq(add, 0.0, x)");
    proved("rule r[n](x: n.i32): reduceSeq(add, 0, x) ~> reduce(add, 0, x)");
    let back = answer("rule r[n](x: n.f32): reduceSeq(add, 0.0, x) ~> reduce(add, 0.0, x)");
    assert!(matches!(back, Answer::Unknown(_)), "{back:?}");
    let twice = answer("rule r(x: 3.f32): 0.0 ~> reduce(add, 0.0, x) - reduce(add, 0.0, x)");
    assert!(!matches!(twice, Answer::Proved(..)), "{twice:?}");
}

fn sums_of_constant_length_are_written_out() {
    let separable = |ty: &str, zero: &str| {
        format!(
            "rule s(wv: 3.{ty}, wh: 3.{ty}, nbh: 3.3.{ty}): reduceSeq(fun(p, acc => fst(p) * snd(p) + acc), {zero}, zip(join(nbh), join(map(fun(a => map(fun(b => a * b), wh)), wv)))) ~> reduceSeq(fun(p, acc => fst(p) * snd(p) + acc), {zero}, zip(map(fun(col => reduceSeq(fun(p, acc => fst(p) * snd(p) + acc), {zero}, zip(col, wv))), transpose(nbh)), wh))"
        )
    };
    proved(&separable("i32", "0"));
    differs(&separable("f32", "0.0"));
}

fn sums_are_linear() {
    proved(
        "rule r[n](a: i32, x: n.i32): reduceSeq(add, 0, map(fun(e => a * e), x)) ~> a * reduceSeq(add, 0, x)",
    );
    proved(
        "rule r[n](x: n.i32, y: n.i32): reduceSeq(add, 0, map(fun(p => fst(p) + snd(p)), zip(x, y))) ~> reduceSeq(add, 0, x) + reduceSeq(add, 0, y)",
    );
    differs(
        "rule r[n](a: i32, x: n.i32): reduceSeq(add, 0, map(fun(e => a + e), x)) ~> a + reduceSeq(add, 0, x)",
    );
}

fn binders_under_a_sum_keep_apart() {
    // The factor does not depend on the index of the sum: its functions, and its reductions, are those of outside.
    proved(
        "rule r[n](f: (s -> s -> s) -> i32, x: n.i32): reduceSeq(fun(e, acc => f(fun(a, b => a)) * e + acc), 0, x) ~> f(fun(a, b => a)) * reduceSeq(add, 0, x)",
    );
    differs(
        "rule r[n](f: (s -> s -> s) -> i32, x: n.i32): reduceSeq(fun(e, acc => f(fun(a, b => a)) * e + acc), 0, x) ~> f(fun(a, b => b)) * reduceSeq(add, 0, x)",
    );
    let nested = |inner: &str| {
        format!("reduceSeq(fun(e, acc => reduceSeq(fun(d, last => g(d, {inner})), acc, y)), z, y)")
    };
    let rule = |left: &str, right: &str| {
        format!(
            "rule r[n, m](f: s -> i32, g: s -> s -> s, z: s, x: n.i32, y: m.s): reduceSeq(fun(e, acc => f({left}) * e + acc), 0, x) ~> f({right}) * reduceSeq(add, 0, x)"
        )
    };
    proved(&rule(&nested("acc"), &nested("acc")));
    differs(&rule(&nested("acc"), &nested("last")));
    differs(&rule(&nested("last"), &nested("acc")));
}

assay_testing::tests!(
    binders_under_a_sum_keep_apart,
    maps_are_fused_and_split,
    views_are_index_arithmetic,
    functions_of_two_arrays_change_places,
    an_opaque_function_is_equal_to_itself_at_equal_arrays,
    reductions_take_in_what_is_mapped,
    blocks_need_an_associative_operation_and_a_neutral_start,
    sums_change_places,
    any_order_becomes_one_order_and_not_back,
    sums_of_constant_length_are_written_out,
    sums_are_linear,
);
