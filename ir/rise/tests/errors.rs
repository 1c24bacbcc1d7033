//! Errors of types: the place, and what was expected and found.

use assay_rise::read;

/// The text under the first error, and its message; the type of the last definition where there is none.
fn first(text: &str) -> (String, String) {
    let read = read(text);
    match read.errors().first() {
        Some(error) => (text[error.span.range()].to_owned(), error.message.clone()),
        None => {
            let last = read.module.definitions().last();
            (String::new(), last.map_or_else(String::new, |last| last.result().to_string()))
        }
    }
}

fn expect(text: &str, place: &str, message: &str) {
    let (at, said) = first(text);
    assert_eq!((at.as_str(), said.as_str()), (place, message), "{text}");
}

fn an_argument_that_does_not_fit_is_blamed_on_its_pattern() {
    expect(
        "def f[n, k, m](A: n.k.f32, B: k.m.f32) = A |> map(fun(row => B |> map(fun(col => zip(row, col)))))",
        "zip",
        "expected arrays of one length, found lengths k and m",
    );
    expect(
        "def f(x: 12.i32) = split(5, x)",
        "split",
        "expected a length that is a multiple of 5: 12 is no multiple of 5",
    );
    expect(
        "def f(x: 8.i32) = slide(3, 2, x)",
        "slide",
        "expected a length (w - 1) * 2 + 3 for w windows: 8 is no (w - 1) * 2 + 3",
    );
    expect(
        "def f[n](x: n.i32) = transpose(x)",
        "transpose",
        "expected an array of arrays: n.i32 is no array of arrays",
    );
    expect("def f[n](x: i32) = map(id, x)", "map", "expected an array: i32 is no array");
}

fn an_error_inside_of_a_function_is_blamed_there() {
    expect(
        "def f[n](x: n.(i32, i32)) = reduceSeq(fun(acc, p => acc + fst(p)), 0, x)",
        "fst",
        "expected a pair: i32 is no pair",
    );
    expect(
        "def f[n](x: n.i32, y: n.f32) = zip(x, y) |> map(fun(p => fst(p) + snd(p)))",
        "+",
        "`+` expects numbers of one type, found i32 and f32",
    );
}

fn elements_are_data() {
    expect(
        "def f[n](x: n.i32) = x |> map(fun(e => fun(d => e + d)))",
        "map",
        "expected elements that are data: the elements are functions",
    );
}

fn lengths_are_equal_only_when_they_are_for_all_values() {
    expect("def f[n, m](x: (n + m).i32, y: (m + n).i32) = zip(x, y)", "", "(n + m).(i32, i32)");
    expect("def f[n](x: n.i32) = pad(1, 1, x) |> slide(3, 1)", "", "n.3.i32");
    expect(
        "def f[n, k](x: (n * k).f32) = split(k, x) |> map(fun(b => zip(b, b))) |> transpose",
        "",
        "k.n.(f32, f32)",
    );
    let (at, message) = first("def f[n](x: n.i32) = slide(3, 1, x)");
    assert_eq!(at, "slide");
    assert!(message.ends_with("n is no (w - 1) * 1 + 3, for n = 0"), "{message}");
}

fn the_product_without_transpose_is_accepted_where_sizes_are_one_name() {
    let text = "def f[n](A: n.n.f32, B: n.n.f32) = A |> map(fun(r => B |> map(fun(c => zip(r, c) |> map(fun(p => fst(p) * snd(p))) |> reduceSeq(add, 0.0)))))";
    expect(text, "", "n.n.f32");
}

fn there_is_no_recursion() {
    let (at, message) = first("def f(x: i32) = f(x)");
    assert_eq!(at, "f");
    assert!(message.contains("no recursion"), "{message}");
    let (_, message) = first("def f(x: i32) = g(x)\ndef g(x: i32) = x");
    assert!(message.contains("definition above"), "{message}");
}

fn all_errors_are_found_at_once() {
    let text = "def a(x: 12.i32) = split(5, x)\ndef b(x: i32 = x\ndef c(x: i3 2) = x\ndef d(x: i32) = y\n";
    let read = read(text);
    assert_eq!(read.errors().len(), 4, "{:#?}", read.errors());
}

fn deep_nesting_is_an_error() {
    for text in [
        format!("def f(x: i32) = {}x{}", "(".repeat(100_000), ")".repeat(100_000)),
        format!("def f(x: i32) = x{}", " |> id".repeat(100_000)),
        format!("def f(x: i32) = x{}", "(x)".repeat(100_000)),
        format!("def f(x: {}i32) = x", "2.".repeat(100_000)),
        format!("def f(x: {}i32) = x", "(".repeat(100_000)),
        format!("def f(x: i32) = fun({}y => x)", "y, ".repeat(100_000)),
        format!("def f(x: i32) = x{}", " + x".repeat(100_000)),
        format!("def f(x: i32) = {}", "fun(x => ".repeat(100_000)),
    ] {
        assert!(!read(&text).errors().is_empty());
    }
}

fn types_that_double_end_in_an_error() {
    let mut text = String::from("def f0(x: i32) = (x, x)\n");
    for step in 1..200 {
        text.push_str(&format!("def f{step}(x: i32) = (f{}(x), f{}(x))\n", step - 1, step - 1));
    }
    assert!(read(&text).errors().iter().any(|error| error.message.contains("the type is too large")));
    let mut text = String::from("def f(x: i32) = (x, x)");
    text.push_str(&" |> fun(x => (x, x))".repeat(90));
    assert!(!read(&text).errors().is_empty());
}

fn lengths_that_grow_end_in_an_error() {
    let text = format!("def f[n](x: n.n.i32) = {}x{}", "map(fun(y => x), ".repeat(40), ")".repeat(40));
    assert!(read(&text).errors().is_empty());
    let text =
        format!("def f(x: 4611686018427387904.i32) = x{}", " |> pad(4611686018427387904, 0)".repeat(3));
    assert!(!read(&text).errors().is_empty());
}

fn numbers_fit_their_type() {
    assert!(first("def f(x: i8) = x + 300").1.contains("more than 8 bits"));
    assert!(first("def f(x: i32) = x + 0.5").1.contains("i32 and f32"));
    expect("def f(x: i8) = x + 255", "", "i8");
}

fn operations_are_embedded() {
    expect("def f(x: i8, y: i8) = embed \"arith.divsi\"(x, y)", "", "i8");
    assert!(first("def f(x: i8, y: i8) = embed \"arith.cmpi\"(x, y)").1.contains("without attributes"));
    assert!(first("def f(x: f32) = embed \"arith.divsi\"(x, x)").1.contains("f32"));
}

assay_testing::tests!(
    an_argument_that_does_not_fit_is_blamed_on_its_pattern,
    an_error_inside_of_a_function_is_blamed_there,
    elements_are_data,
    lengths_are_equal_only_when_they_are_for_all_values,
    the_product_without_transpose_is_accepted_where_sizes_are_one_name,
    there_is_no_recursion,
    all_errors_are_found_at_once,
    deep_nesting_is_an_error,
    types_that_double_end_in_an_error,
    lengths_that_grow_end_in_an_error,
    numbers_fit_their_type,
    operations_are_embedded,
);
