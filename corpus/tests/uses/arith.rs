//! Uses of arith: each operation at valid types, and every single type of those replaced by others.

use super::Use;

/// How an operation takes its types, by kinds of operands and results.
enum Shape {
    /// Some operands and results of one type.
    Alike(usize, usize),
    /// Two operands of one type and a boolean result.
    Compare,
    /// Two operands and two results, the second one boolean.
    WithBoolean,
    /// One type to another.
    Cast(&'static [(&'static str, &'static str)]),
    /// A value and a scale to another type.
    Scaled(&'static [(&'static str, &'static str)]),
    /// A condition and two values.
    Select,
}

const INTEGERS: &[&str] = &["i1", "i8", "i32", "i64", "i37", "index"];
const FLOATS: &[&str] = &["f16", "bf16", "f32", "f64", "f8E5M2", "tf32"];
const EXTEND: &[(&str, &str)] = &[("i1", "i8"), ("i8", "i32"), ("i32", "i64"), ("i0", "i1")];
const TRUNCATE: &[(&str, &str)] = &[("i8", "i1"), ("i32", "i8"), ("i64", "i32"), ("i9", "i3")];
const EXTEND_FLOAT: &[(&str, &str)] = &[("f16", "f32"), ("f32", "f64"), ("bf16", "f32"), ("tf32", "f32")];
const TRUNCATE_FLOAT: &[(&str, &str)] = &[("f32", "f16"), ("f64", "f32"), ("f32", "bf16"), ("f32", "tf32")];
const TO_FLOAT: &[(&str, &str)] = &[("i1", "f16"), ("i32", "f32"), ("i64", "f64"), ("i8", "bf16")];
const FROM_FLOAT: &[(&str, &str)] = &[("f16", "i1"), ("f32", "i32"), ("f64", "i64"), ("bf16", "i8")];
const INDEX: &[(&str, &str)] = &[("i32", "index"), ("index", "i64"), ("i1", "index"), ("index", "i8")];
const BITS: &[(&str, &str)] =
    &[("i32", "f32"), ("f16", "i16"), ("f64", "i64"), ("bf16", "f16"), ("i8", "i8")];
const SCALE: &[(&str, &str)] = &[("f8E5M2", "f32"), ("f4E2M1FN", "f16"), ("f16", "f32"), ("bf16", "f64")];
const UNSCALE: &[(&str, &str)] = &[("f32", "f8E5M2"), ("f16", "f4E2M1FN"), ("f32", "f16"), ("f64", "bf16")];

/// Containers around an element type.
const CONTAINERS: &[&str] =
    &["T", "vector<4xT>", "tensor<4xT>", "tensor<?xT>", "tensor<*xT>", "vector<2x[4]xT>"];

/// What a single type is replaced by.
const OTHERS: &[&str] = &[
    "i1",
    "i8",
    "i32",
    "si32",
    "ui8",
    "index",
    "f16",
    "f32",
    "none",
    "vector<4xi1>",
    "vector<4xi8>",
    "vector<4xi32>",
    "vector<[4]xi32>",
    "vector<4xf32>",
    "vector<2x[4]xi32>",
    "tensor<4xi1>",
    "tensor<4xi8>",
    "tensor<4xi32>",
    "tensor<?xi1>",
    "tensor<?xi32>",
    "tensor<?xf32>",
    "tensor<*xi1>",
    "tensor<*xi32>",
    "memref<4xi32>",
    "memref<?xi32>",
    "complex<f32>",
    "tuple<i32>",
    "!llvm.ptr",
    "tensor<4xindex>",
];

const INT_BINARY: &[&str] = &[
    "addi",
    "subi",
    "muli",
    "shli",
    "divui",
    "divsi",
    "shrui",
    "shrsi",
    "ceildivui",
    "ceildivsi",
    "floordivsi",
    "remui",
    "remsi",
    "andi",
    "ori",
    "xori",
    "maxsi",
    "maxui",
    "minsi",
    "minui",
];
const FLOAT_BINARY: &[&str] =
    &["addf", "subf", "mulf", "divf", "remf", "maximumf", "maxnumf", "minimumf", "minnumf"];

/// Types of one use.
#[derive(Clone)]
struct Types {
    operands: Vec<String>,
    results: Vec<String>,
}

pub(super) fn uses() -> Vec<Use> {
    let mut uses = Vec::new();
    let mut add = |names: &[&str], shape: Shape, elements: &[&str], properties: &str| {
        for name in names {
            of_op(&mut uses, &format!("arith.{name}"), &shape, elements, properties);
        }
    };
    add(INT_BINARY, Shape::Alike(2, 1), INTEGERS, "");
    add(FLOAT_BINARY, Shape::Alike(2, 1), FLOATS, "");
    add(&["negf"], Shape::Alike(1, 1), FLOATS, "");
    add(&["mulsi_extended", "mului_extended"], Shape::Alike(2, 2), INTEGERS, "");
    add(&["addui_extended"], Shape::WithBoolean, INTEGERS, "");
    add(&["extui", "extsi"], Shape::Cast(EXTEND), &[], "");
    add(&["trunci"], Shape::Cast(TRUNCATE), &[], "");
    add(&["extf"], Shape::Cast(EXTEND_FLOAT), &[], "");
    add(&["truncf"], Shape::Cast(TRUNCATE_FLOAT), &[], "");
    add(&["uitofp", "sitofp"], Shape::Cast(TO_FLOAT), &[], "");
    add(&["fptoui", "fptosi"], Shape::Cast(FROM_FLOAT), &[], "");
    add(&["index_cast", "index_castui"], Shape::Cast(INDEX), &[], "");
    add(&["bitcast"], Shape::Cast(BITS), &[], "");
    add(&["scaling_extf"], Shape::Scaled(SCALE), &[], "");
    add(&["scaling_truncf"], Shape::Scaled(UNSCALE), &[], "");
    add(&["cmpi"], Shape::Compare, INTEGERS, "predicate = 2 : i64");
    add(&["cmpf"], Shape::Compare, FLOATS, "predicate = 3 : i64");
    add(&["select"], Shape::Select, &["i32", "f32", "index", "none", "!llvm.ptr"], "");
    uses.extend(attributes());
    uses.extend(constants());
    uses.extend(casts_of_memrefs());
    uses
}

/// Casts between memrefs whose extents may agree.
fn casts_of_memrefs() -> Vec<Use> {
    let cast = |op: &str, from: &str, to: &str| {
        let types = Types { operands: vec![from.to_owned()], results: vec![to.to_owned()] };
        render(op, &types, "")
    };
    vec![
        cast("arith.index_cast", "memref<?xi32>", "memref<4xindex>"),
        cast("arith.index_castui", "memref<?xi32>", "memref<4xindex>"),
        cast("arith.bitcast", "memref<?xi32>", "memref<4xf32>"),
        cast("arith.bitcast", "memref<4xi32>", "memref<4xf32>"),
    ]
}

fn of_op(uses: &mut Vec<Use>, op: &str, shape: &Shape, elements: &[&str], properties: &str) {
    let mut mutation = 0;
    for (at, types) in valid_types(shape, elements).into_iter().enumerate() {
        uses.push(render(op, &types, properties));
        for position in 0..types.operands.len() + types.results.len() {
            for other in others(shape) {
                // Every twenty-third replacement, in turn: enough to meet each type at each place.
                mutation += 1;
                if (mutation + at).is_multiple_of(23) {
                    let mut changed = types.clone();
                    let places = changed.operands.iter_mut().chain(&mut changed.results);
                    if let Some(place) = places.into_iter().nth(position) {
                        *place = other.to_owned();
                    }
                    uses.push(render(op, &changed, properties));
                }
            }
        }
        if at == 0 {
            uses.extend(wrong_counts(op, &types, properties));
        }
    }
}

/// Casts of unranked tensors are left out: MLIR 22.1.8 crashes on them (it asks for their shape).
fn ranked_only(shape: &Shape) -> bool {
    matches!(shape, Shape::Cast(_) | Shape::Scaled(_))
}

fn others(shape: &Shape) -> impl Iterator<Item = &'static str> {
    let ranked = ranked_only(shape);
    OTHERS.iter().copied().filter(move |ty| !ranked || !ty.starts_with("tensor<*"))
}

fn valid_types(shape: &Shape, elements: &[&str]) -> Vec<Types> {
    let inside = |container: &str, element: &str| container.replace('T', element);
    let mut found = Vec::new();
    let mut push = |operands: &[String], results: &[String]| {
        found.push(Types { operands: operands.to_vec(), results: results.to_vec() });
    };
    for container in CONTAINERS.iter().filter(|text| !ranked_only(shape) || **text != "tensor<*xT>") {
        // Elements of tensors and vectors are what both accept.
        let fits = |element: &&&str| *container == "T" || !matches!(**element, "none" | "!llvm.ptr");
        match shape {
            Shape::Alike(operands, results) => {
                for element in elements.iter().filter(fits) {
                    let ty = inside(container, element);
                    push(&vec![ty.clone(); *operands], &vec![ty; *results]);
                }
            }
            Shape::Compare => {
                for element in elements.iter().filter(fits) {
                    let ty = inside(container, element);
                    push(&[ty.clone(), ty], &[inside(container, "i1")]);
                }
            }
            Shape::WithBoolean => {
                for element in elements.iter().filter(fits) {
                    let ty = inside(container, element);
                    push(&[ty.clone(), ty.clone()], &[ty, inside(container, "i1")]);
                }
            }
            Shape::Cast(pairs) => {
                for (from, to) in *pairs {
                    push(&[inside(container, from)], &[inside(container, to)]);
                }
            }
            Shape::Scaled(pairs) => {
                for (from, to) in *pairs {
                    push(
                        &[inside(container, from), inside(container, "f8E8M0FNU")],
                        &[inside(container, to)],
                    );
                }
            }
            Shape::Select => {
                for element in elements.iter().filter(fits) {
                    let ty = inside(container, element);
                    push(&["i1".to_owned(), ty.clone(), ty.clone()], std::slice::from_ref(&ty));
                    push(&[inside(container, "i1"), ty.clone(), ty.clone()], &[ty]);
                }
            }
        }
    }
    found
}

fn wrong_counts(op: &str, types: &Types, properties: &str) -> Vec<Use> {
    let mut found = Vec::new();
    let first = types.operands[0].clone();
    let mut push = |operands: Vec<String>, results: Vec<String>| {
        found.push(render(op, &Types { operands, results }, properties));
    };
    push(types.operands[1..].to_vec(), types.results.clone());
    push([types.operands.clone(), vec![first.clone()]].concat(), types.results.clone());
    push(types.operands.clone(), types.results[1..].to_vec());
    push(types.operands.clone(), [types.results.clone(), vec![first]].concat());
    found
}

fn render(op: &str, types: &Types, properties: &str) -> Use {
    let parameters: Vec<String> =
        types.operands.iter().enumerate().map(|(at, ty)| format!("%a{at}: {ty}")).collect();
    let names: Vec<String> = (0..types.operands.len()).map(|at| format!("%a{at}")).collect();
    let bound = match types.results.len() {
        0 => String::new(),
        count => format!("%r:{count} = "),
    };
    let properties = if properties.is_empty() { String::new() } else { format!(" <{{{properties}}}>") };
    let text = format!(
        "func.func @f({}) {{\n  {bound}\"{op}\"({}){properties} : ({}) -> ({})\n  return\n}}\n",
        parameters.join(", "),
        names.join(", "),
        types.operands.join(", "),
        types.results.join(", "),
    );
    Use::new(op, text)
}

/// Attributes that are there, missing, or of the wrong kind.
fn attributes() -> Vec<Use> {
    let mut uses = Vec::new();
    let mut add = |ops: &[&str], ty: &str, operands: usize, result: &str, attributes: &[&str]| {
        for op in ops {
            for attribute in attributes {
                let types =
                    Types { operands: vec![ty.to_owned(); operands], results: vec![result.to_owned()] };
                uses.push(render(&format!("arith.{op}"), &types, attribute));
            }
        }
    };
    let flags =
        ["none", "nsw", "nuw", "nsw, nuw"].map(|flag| format!("overflowFlags = #arith.overflow<{flag}>"));
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let wrong = ["overflowFlags = 1 : i32", "overflowFlags = #arith.fastmath<fast>", "overflowFlags"];
    add(&["addi", "subi", "muli", "shli"], "i32", 2, "i32", &[&flags[..], &wrong[..]].concat());
    add(&["trunci"], "i32", 1, "i8", &[&flags[..], &wrong[..]].concat());
    add(
        &["divui", "divsi", "shrui", "shrsi"],
        "i32",
        2,
        "i32",
        &["isExact", "isExact = true", "isExact = 1 : i32"],
    );
    let fast =
        ["fastmath = #arith.fastmath<none>", "fastmath = #arith.fastmath<nnan,ninf>", "fastmath = \"fast\""];
    add(FLOAT_BINARY, "f32", 2, "f32", &fast);
    add(&["negf"], "f32", 1, "f32", &fast);
    add(&["extf"], "f32", 1, "f64", &fast);
    add(
        &["truncf"],
        "f32",
        1,
        "f16",
        &[&fast[..], &["roundingmode = 2 : i32", "roundingmode = 5 : i32", "roundingmode = 1 : i64"]]
            .concat(),
    );
    let predicates = [
        "predicate = 0 : i64",
        "predicate = 9 : i64",
        "predicate = 10 : i64",
        "predicate = -1 : i64",
        "predicate = 1 : i32",
        "predicate = \"eq\"",
        "predicate",
        "",
        "predicate = 15 : i64",
        "predicate = 16 : i64",
    ];
    add(&["cmpi"], "i32", 2, "i1", &predicates);
    add(&["cmpf"], "f32", 2, "i1", &predicates);
    add(
        &["cmpf"],
        "f32",
        2,
        "i1",
        &["predicate = 1 : i64, fastmath = #arith.fastmath<fast>", "predicate = 1 : i64, fastmath = unit"],
    );
    uses
}

fn constants() -> Vec<Use> {
    let values = [
        ("1 : i32", "i32"),
        ("true", "i1"),
        ("-7 : i8", "i8"),
        ("3 : index", "index"),
        ("1.5 : f32", "f32"),
        ("0x7FC0 : bf16", "bf16"),
        ("dense<1> : tensor<4xi32>", "tensor<4xi32>"),
        ("dense<[1, 2]> : vector<2xi8>", "vector<2xi8>"),
        ("dense<1.0> : vector<4xf64>", "vector<4xf64>"),
        ("12345678901234567890 : i128", "i128"),
        ("dense<true> : tensor<i1>", "tensor<i1>"),
        ("-1 : i1", "i1"),
        ("0 : i0", "i0"),
        ("-3 : index", "index"),
        ("0.0 : f16", "f16"),
        ("-0.0 : f64", "f64"),
        ("0xFF800000 : f32", "f32"),
        ("dense<> : tensor<0xi32>", "tensor<0xi32>"),
        ("dense<-1> : vector<2x3xindex>", "vector<2x3xindex>"),
        ("dense<[[1.0], [2.0]]> : tensor<2x1xbf16>", "tensor<2x1xbf16>"),
        ("dense<false> : vector<[4]xi1>", "vector<[4]xi1>"),
        ("170141183460469231731687303715884105727 : i128", "i128"),
        ("1 : i32", "i1"),
        ("1 : i32", "f32"),
        ("1.0 : f32", "i32"),
        ("dense<1.0> : tensor<4xf32>", "tensor<4xi32>"),
        ("dense<1> : tensor<4xi32>", "tensor<?xi32>"),
        ("1 : i64", "i32"),
        ("1 : si32", "si32"),
        ("1 : ui8", "ui8"),
        ("\"a\"", "i32"),
        ("\"a\" : i32", "i32"),
        ("unit", "none"),
        ("i32", "i32"),
        ("[1 : i32]", "i32"),
        ("1.0 : f32", "f64"),
        ("1 : i32", "index"),
        ("dense<1> : tensor<4xi32>", "tensor<5xi32>"),
        ("dense<1> : vector<4xi32>", "tensor<4xi32>"),
        ("1 : i32", "vector<4xi32>"),
        ("@f", "i32"),
        ("array<i32: 1>", "i32"),
        ("{}", "i32"),
    ];
    let mut uses: Vec<Use> = Vec::new();
    for (value, result) in values {
        let types = Types { operands: Vec::new(), results: vec![result.to_owned()] };
        uses.push(render("arith.constant", &types, &format!("value = {value}")));
    }
    let types = Types { operands: Vec::new(), results: vec!["i32".to_owned()] };
    uses.push(render("arith.constant", &types, ""));
    let types = Types { operands: vec!["i32".to_owned()], results: vec!["i32".to_owned()] };
    uses.push(render("arith.constant", &types, "value = 1 : i32"));
    uses
}
