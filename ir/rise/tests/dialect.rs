//! The dialect form: what is printed is read back to the same text, and what is no program is said with its place.

use assay_ir::data::{Context, Source};
use assay_rise::dialect;
use assay_rise::syntax::printer;

/// The text of the definitions that a text of MLIR says, or the first error.
fn from_dialect(text: &str) -> Result<String, String> {
    let parsed = assay_ir::text::parse(&Context::new(), &Source::new("test", text));
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:?}", parsed.diagnostics);
    match dialect::read(&parsed.program) {
        Ok(items) => Ok(printer::print(&items)),
        Err(errors) => Err(errors[0].message.clone()),
    }
}

fn definitions_come_back_as_they_were() {
    for text in [
        "def f[n](x: n.i32, a: i32) = x |> map(fun(e => e + a)) |> map(fun(e => e * e)) |> map(fun(e => e - a))\n",
        "def f[n, k](x: n.k.f32, y: k.f32) =\n  map(fun(row => zip(row, y) |> reduceSeq(fun(p, acc => fst(p) * snd(p) + acc), 0.0)), x)\n",
        "def f[n, m](x: (n * m + 2).(i8, f64)) = map(fun(p => (snd(p), fst(p))), x)\n",
        "def f[k, v](x: ((2 * v * k + 3) / 1).i32) = slide(3, 1, pad(0, 0, x))\n",
        "def f[n](x: (4 * n).i32) = join(map(map(fun(e => min(e, -3))), split(4, x)))\n",
        "def f(x: 3.i32) = map(fun(e => e + 1) >> fun(e => e * 2), x)\n",
        "def f(a: i32, b: i32) = embed \"arith.divsi\"(a, b)\n",
        "def g[n](x: n.i32) = map(id, x)\ndef h[k](y: k.i32) = g(to_mem(y)) |> reduce(add, 0)\n",
        "def f[n](x: n.n.i32) = transpose(map(map(add(1)), x))\n",
    ] {
        let read = assay_rise::read(text);
        assert!(read.errors().is_empty(), "{text}: {:?}", read.errors());
        let form = dialect::print(&read.module);
        assert!(dialect::holds_programs(&form));
        assert_eq!(from_dialect(&form).as_deref(), Ok(text), "{form}");
    }
}

fn unit(body: &str) -> String {
    format!(
        "func.func @f(%o: memref<2xi32>, %x: memref<2xi32>) {{\n\"rise.lowering_unit\"() ({{\n%0 = \"rise.in\"(%x) : (memref<2xi32>) -> !rise.array<2, scalar<i32>>\n{body}\"rise.return\"() : () -> ()\n}}) : () -> ()\nreturn\n}}\n"
    )
}

const ARRAY: &str = "!rise.array<2, scalar<i32>>";

fn names_that_are_not_there_are_made() {
    let out = format!("\"rise.out\"(%o, %0) : (memref<2xi32>, {ARRAY}) -> ()\n");
    assert_eq!(from_dialect(&unit(&out)).as_deref(), Ok("def f(x0: 2.i32) = x0\n"));
}

fn what_is_no_program_is_said() {
    let wrong = |body: &str, message: &str| {
        let found = from_dialect(&unit(body)).expect_err(body);
        assert!(found.contains(message), "{body}: {found}");
    };
    wrong("", "expected `rise.out`");
    wrong("\"rise.out\"() : () -> ()\n", "expected a value that comes out");
    let out = format!("\"rise.out\"(%o, %1) : (memref<2xi32>, {ARRAY}) -> ()\n");
    wrong(&format!("%1 = \"rise.zap\"() : () -> {ARRAY}\n{out}"), "found `rise.zap`");
    wrong(&format!("%1 = \"rise.split\"() : () -> {ARRAY}\n{out}"), "expected the length `m`");
    wrong(
        &format!("%1 = \"rise.split\"() {{m = #rise.nat<\"2 *\">}} : () -> {ARRAY}\n{out}"),
        "expected the length `m`",
    );
    wrong(&format!("%1 = \"rise.apply\"() : () -> {ARRAY}\n{out}"), "expected a function");
    wrong(
        &format!("%1 = \"rise.literal\"() {{literal = #rise.lit<a>}} : () -> {ARRAY}\n{out}"),
        "expected a number",
    );
    wrong("%1 = \"rise.in\"() : () -> i32\n", "expected a type of the dialect");
    wrong("\"rise.out\"(%o) : (memref<2xi32>) -> ()\n", "expected a value of the program");
}

fn a_value_that_doubles_ends_in_an_error() {
    let mut body = String::new();
    for at in 1..60 {
        let last = at - 1;
        body += &format!("%{at} = \"rise.tuple\"(%{last}, %{last}) : ({ARRAY}, {ARRAY}) -> {ARRAY}\n");
    }
    body += &format!("\"rise.out\"(%o, %59) : (memref<2xi32>, {ARRAY}) -> ()\n");
    assert!(from_dialect(&unit(&body)).expect_err("too large").contains("too large"));
}

assay_testing::tests!(
    definitions_come_back_as_they_were,
    names_that_are_not_there_are_made,
    what_is_no_program_is_said,
    a_value_that_doubles_ends_in_an_error,
);
