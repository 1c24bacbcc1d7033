//! The text of programs: printed, it is read back as the same.

use assay_rise::read;
use assay_rise::syntax::{parse, printer};

fn same(text: &str) {
    let (items, errors) = parse(text);
    assert!(errors.is_empty(), "{text}: {errors:?}");
    assert_eq!(printer::print(&items), text);
}

fn what_is_printed_is_read_back() {
    same(
        "def dot[n](x: n.i32, y: n.i32) = zip(x, y) |> map(fun(p => fst(p) * snd(p))) |> reduceSeq(add, 0)\n",
    );
    same("rule r[m, k](f: s -> t, x: (k * m).s): map(f, x) ~> join(map(map(f), split(m, x)))\n");
    same("rule r(op: s -> s -> s, z: s): op(z, z) ~> z where neutral(z, op), assoc(op)\n");
    same("def f(x: 3.3.i32, y: (f32, (n + 2).i8), z: i32) = (x |> f >> g, -3 * (a + b) - (c - d))\n");
    same("def f(x: i32) = embed \"arith.divsi\"(x, 0.5e-3)\n");
}

fn a_decimal_number_is_not_followed_by_a_dot() {
    assert_eq!(read("def f(x: 3.3.i32) = x").module.definition("f").unwrap().to_string(), "@f: 3.3.i32");
}

fn calls_and_functions_of_several_arguments_have_one_form() {
    let (items, _) = parse("def f(x: i32) = g(a)(b) + h(fun(x => fun(y => x)))");
    assert_eq!(printer::print(&items), "def f(x: i32) = g(a, b) + h(fun(x, y => x))\n");
}

assay_testing::tests!(
    what_is_printed_is_read_back,
    a_decimal_number_is_not_followed_by_a_dot,
    calls_and_functions_of_several_arguments_have_one_form,
);
