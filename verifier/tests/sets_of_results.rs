//! Operations that may choose their result, types of which extents are open, and integers wider than any expression: what is
//! said of small patterns over them. What stands after has to be one of the results that were permitted before; where that is
//! not known, nothing is claimed.

use assay_corpus::load_builtin;
use assay_ir::data::{Context, Source};
use assay_ir::pdl::patterns;
use assay_ir::text;
use assay_smt::SolverPool;
use assay_testing::Checked;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::stage::{Options, Task};
use assay_verifier::values::analyse;
use assay_verifier::verdict::StageVerdict;

/// What a pattern matches, makes and leaves in the place of its last operation, and what is to be said. An operation is
/// `name = operation(operands) {attributes} type`; operands that nothing defines are given.
struct Case {
    types: &'static str,
    matched: &'static [&'static str],
    made: &'static [&'static str],
    by: &'static str,
    said: &'static str,
}

const fn case(
    types: &'static str,
    matched: &'static [&'static str],
    made: &'static [&'static str],
    by: &'static str,
    said: &'static str,
) -> Case {
    Case { types, matched, made, by, said }
}

/// The PDL text of a case. `types` gives those of the given operands, as `x: f32; y: f32`; `T` is any type.
fn pattern(case: &Case) -> String {
    let mut out = String::from("pdl.pattern @p : benefit(1) {\n");
    let mut types: Vec<(String, String)> = Vec::new();
    let mut class = |out: &mut String, ty: &str| {
        if let Some((_, name)) = types.iter().find(|(known, _)| known == ty) {
            return name.clone();
        }
        let name = format!("%t{}", types.len());
        *out += &match ty {
            "T" => format!("  {name} = pdl.type\n"),
            _ => format!("  {name} = pdl.type : {ty}\n"),
        };
        types.push((ty.to_owned(), name.clone()));
        name
    };
    for given in case.types.split("; ") {
        let (name, ty) = given.split_once(": ").expect("a name and a type");
        let ty = class(&mut out, ty);
        out += &format!("  %{name} = pdl.operand : {ty}\n");
    }
    let matched = operations(case.matched, &mut out, &mut class);
    out += &format!("  pdl.rewrite %{matched}_op {{\n");
    operations(case.made, &mut out, &mut class);
    out + &format!("    pdl.replace %{matched}_op with (%{} : !pdl.value)\n  }}\n}}\n", case.by)
}

/// Adds operations, and gives the name of the last one.
fn operations(
    list: &[&str],
    out: &mut String,
    class: &mut impl FnMut(&mut String, &str) -> String,
) -> String {
    let mut last = String::new();
    for line in list {
        let (name, rest) = line.split_once(" = ").expect("a name");
        let (operation, rest) = rest.split_once('(').expect("operands");
        let (operands, rest) = rest.split_once(')').expect("the end of the operands");
        let (attributes, ty) = match rest.trim().strip_prefix('{').and_then(|rest| rest.rsplit_once('}')) {
            Some((attributes, ty)) => (attributes, ty.trim()),
            None => ("", rest.trim()),
        };
        let ty = class(out, ty);
        let mut named = Vec::new();
        for (number, attribute) in attributes.split("; ").filter(|text| !text.is_empty()).enumerate() {
            let (key, value) = attribute.split_once(" = ").expect("an attribute");
            *out += &format!("  %{name}_a{number} = pdl.attribute = {value}\n");
            named.push(format!("\"{key}\" = %{name}_a{number}"));
        }
        let attributes = if named.is_empty() { String::new() } else { format!(" {{{}}}", named.join(", ")) };
        let operands: Vec<String> =
            operands.split(", ").filter(|text| !text.is_empty()).map(|text| format!("%{text}")).collect();
        let operands = match operands.is_empty() {
            true => String::new(),
            false => format!("({} : {})", operands.join(", "), vec!["!pdl.value"; operands.len()].join(", ")),
        };
        *out += &format!(
            "  %{name}_op = pdl.operation \"{operation}\"{operands}{attributes} -> ({ty} : !pdl.type)\n"
        );
        *out += &format!("  %{name} = pdl.result 0 of %{name}_op\n");
        last = name.to_owned();
    }
    last
}

fn verdict(text: &str, solvers: &SolverPool) -> &'static str {
    let ctx = Context::new();
    let registry = load_builtin(&ctx);
    let parsed = text::parse(&ctx, &Source::new("case.mlir", text));
    assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
    let options = Options::default();
    let pattern = patterns(&parsed.program)[0];
    let subject = AnalyzedPattern::new(&parsed.program, pattern.op, &registry);
    let result = analyse(&Task::new(&subject, &options), Some(solvers));
    assert!(result.disagreements.is_empty(), "{text}: {:?}", result.disagreements);
    match result.verdict {
        StageVerdict::Proved => "proved",
        StageVerdict::Bounded(_) => "bounded",
        StageVerdict::Refuted => "refuted",
        StageVerdict::Vacuous => "vacuous",
        StageVerdict::Unknown(_) => "unknown",
        StageVerdict::NotChecked(_) => "not checked",
    }
}

fn all_are(cases: &[Case]) -> Checked {
    let solvers = crate::common::pool()?;
    let mut wrong = Vec::new();
    for case in cases {
        let text = pattern(case);
        let said = verdict(&text, &solvers);
        if said != case.said {
            wrong.push(format!("{said}, not {}:\n{text}", case.said));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

const X: &str = "x: f32";
const XY: &str = "x: f32; y: f32";
const XYZ: &str = "x: f32; y: f32; z: f32";

fn the_sign_of_a_zero_is_chosen_under_nsz() -> Checked {
    const ZERO: &str = "c = arith.constant() {value = 0.0 : f32} f32";
    const PLUS: &str = "r = arith.addf(x, c) {fastmath = #arith.fastmath<none>} f32";
    const PLUS_NSZ: &str = "r = arith.addf(x, c) {fastmath = #arith.fastmath<nsz>} f32";
    const MINUS_NSZ: &str = "r = arith.subf(c, x) {fastmath = #arith.fastmath<nsz>} f32";
    const MINUS: &str = "r = arith.subf(c, x) {fastmath = #arith.fastmath<none>} f32";
    const NEGATED: &str = "n = arith.negf(x) {fastmath = #arith.fastmath<none>} f32";
    all_are(&[
        case(X, &[ZERO, PLUS], &[], "x", "refuted"),
        case(X, &[ZERO, PLUS_NSZ], &[], "x", "proved"),
        case(X, &["c = arith.constant() {value = 1.0 : f32} f32", PLUS_NSZ], &[], "x", "refuted"),
        case(X, &[ZERO, MINUS_NSZ], &[NEGATED], "n", "proved"),
        case(X, &[ZERO, MINUS], &[NEGATED], "n", "refuted"),
        // A zero of the other sign was not permitted before.
        case(
            X,
            &[ZERO, MINUS],
            &["n = arith.subf(c, x) {fastmath = #arith.fastmath<nsz>} f32"],
            "n",
            "unknown",
        ),
        // Infinity times zero is NaN, which `nnan` makes poison; the sign is that of the other factor.
        case(
            X,
            &[ZERO, "r = arith.mulf(x, c) {fastmath = #arith.fastmath<nnan,nsz>} f32"],
            &["z = arith.constant() {value = 0.0 : f32} f32"],
            "z",
            "proved",
        ),
        case(
            X,
            &[ZERO, "r = arith.mulf(x, c) {fastmath = #arith.fastmath<nnan>} f32"],
            &["z = arith.constant() {value = 0.0 : f32} f32"],
            "z",
            "refuted",
        ),
        // A quotient by a zero of either sign is infinite with either sign.
        case(
            X,
            &[ZERO, "r = arith.divf(x, c) {fastmath = #arith.fastmath<nsz>} f32"],
            &[
                "z = arith.constant() {value = -0.0 : f32} f32",
                "q = arith.divf(x, z) {fastmath = #arith.fastmath<none>} f32",
            ],
            "q",
            "proved",
        ),
    ])
}

fn what_is_permitted_and_not_known_is_neither_proved_nor_refuted() -> Checked {
    const LOOSE: &str = "r = arith.addf(x, y) {fastmath = #arith.fastmath<reassoc>} f32";
    const STRICT: &str = "r = arith.addf(x, y) {fastmath = #arith.fastmath<none>} f32";
    all_are(&[
        // Flags may be dropped, and kept, and not be added.
        case(XY, &[LOOSE], &["s = arith.addf(x, y) {fastmath = #arith.fastmath<none>} f32"], "s", "proved"),
        case(
            XY,
            &[LOOSE],
            &["s = arith.addf(x, y) {fastmath = #arith.fastmath<reassoc>} f32"],
            "s",
            "proved",
        ),
        case(
            XY,
            &[STRICT],
            &["s = arith.addf(x, y) {fastmath = #arith.fastmath<reassoc>} f32"],
            "s",
            "unknown",
        ),
        case(XY, &[LOOSE], &[], "x", "refuted"),
        // A quotient may be a product with a reciprocal; a product that is added may not be rounded before.
        case(XY, &["r = arith.divf(x, y) {fastmath = #arith.fastmath<arcp>} f32"], &[], "x", "unknown"),
        case(
            XYZ,
            &[
                "m = arith.mulf(x, y) {fastmath = #arith.fastmath<contract>} f32",
                "r = arith.addf(m, z) {fastmath = #arith.fastmath<contract>} f32",
            ],
            &[],
            "z",
            "unknown",
        ),
        case(XY, &["r = arith.mulf(x, y) {fastmath = #arith.fastmath<contract>} f32"], &[], "y", "refuted"),
    ])
}

fn steps_that_flags_permit_are_proved() -> Checked {
    const FIRST: &str = "a = arith.addf(x, y) {fastmath = #arith.fastmath<reassoc>} f32";
    const SECOND: &str = "r = arith.addf(a, z) {fastmath = #arith.fastmath<reassoc>} f32";
    const STRICT: &[&str] = &[
        "b = arith.addf(y, z) {fastmath = #arith.fastmath<none>} f32",
        "s = arith.addf(x, b) {fastmath = #arith.fastmath<none>} f32",
    ];
    const PRODUCT: &str = "m = arith.mulf(x, y) {fastmath = #arith.fastmath<contract>} f32";
    const PLAIN_PRODUCT: &str = "m = arith.mulf(x, y) {fastmath = #arith.fastmath<none>} f32";
    const SUM: &str = "r = arith.addf(m, z) {fastmath = #arith.fastmath<contract>} f32";
    const FUSED: &[&str] = &["s = math.fma(x, y, z) {fastmath = #arith.fastmath<none>} f32"];
    const ONE: &str = "c = arith.constant() {value = 1.0 : f32} f32";
    const RECIPROCAL: &[&str] = &[
        ONE,
        "d = arith.divf(c, y) {fastmath = #arith.fastmath<none>} f32",
        "s = arith.mulf(x, d) {fastmath = #arith.fastmath<none>} f32",
    ];
    const OF_ANY_ZERO: &[&str] = &[
        "a = arith.addf(x, y) {fastmath = #arith.fastmath<reassoc, nsz>} f32",
        "r = arith.addf(a, z) {fastmath = #arith.fastmath<reassoc, nsz>} f32",
    ];
    const OF_ANY_ZERO_AFTER: &[&str] = &[
        "b = arith.addf(y, z) {fastmath = #arith.fastmath<reassoc, nsz>} f32",
        "s = arith.addf(x, b) {fastmath = #arith.fastmath<reassoc, nsz>} f32",
    ];
    let leaves = |matched: &'static [&'static str], made: &'static [&'static str], said: &'static str| {
        case(XYZ, matched, made, "s", said)
    };
    all_are(&[
        // Any order of the terms of a sum.
        leaves(
            &[FIRST, SECOND],
            &[
                "b = arith.addf(y, z) {fastmath = #arith.fastmath<reassoc>} f32",
                "s = arith.addf(x, b) {fastmath = #arith.fastmath<reassoc>} f32",
            ],
            "proved",
        ),
        leaves(&[FIRST, SECOND], STRICT, "proved"),
        leaves(OF_ANY_ZERO, OF_ANY_ZERO_AFTER, "proved"),
        // Of both sums; and no term is lost or doubled.
        leaves(&["a = arith.addf(x, y) {fastmath = #arith.fastmath<none>} f32", SECOND], STRICT, "refuted"),
        leaves(&[FIRST, SECOND], &["s = arith.addf(x, y) f32"], "unknown"),
        leaves(&[FIRST, SECOND], &["b = arith.addf(y, y) f32", "s = arith.addf(x, b) f32"], "unknown"),
        // After may not do more than before.
        leaves(
            &[FIRST, SECOND],
            &[
                "b = arith.addf(y, z) {fastmath = #arith.fastmath<contract>} f32",
                "s = arith.addf(x, b) {fastmath = #arith.fastmath<contract>} f32",
            ],
            "unknown",
        ),
        // A product and a sum fused, where both permit it.
        leaves(&[PRODUCT, SUM], FUSED, "proved"),
        leaves(&[PLAIN_PRODUCT, SUM], FUSED, "refuted"),
        leaves(&[PRODUCT, SUM], &["s = math.fma(x, z, y) {fastmath = #arith.fastmath<none>} f32"], "unknown"),
        // A quotient as a product with the reciprocal, and not the other way round.
        leaves(&["r = arith.divf(x, y) {fastmath = #arith.fastmath<arcp>} f32"], RECIPROCAL, "proved"),
        leaves(
            &[
                ONE,
                "d = arith.divf(c, y) {fastmath = #arith.fastmath<arcp>} f32",
                "r = arith.mulf(x, d) {fastmath = #arith.fastmath<arcp>} f32",
            ],
            &["s = arith.divf(x, y) {fastmath = #arith.fastmath<none>} f32"],
            "unknown",
        ),
    ])
}

fn of_zeros_of_both_signs_either_is_the_larger_one() -> Checked {
    all_are(&[
        case(
            XY,
            &["r = arith.maxnumf(x, y) {fastmath = #arith.fastmath<none>} f32"],
            &["s = arith.maxnumf(y, x) f32"],
            "s",
            "proved",
        ),
        case(X, &["r = arith.minnumf(x, x) {fastmath = #arith.fastmath<none>} f32"], &[], "x", "proved"),
        // NaN is no number to choose.
        case(
            XY,
            &["r = arith.maxnumf(x, y) {fastmath = #arith.fastmath<none>} f32"],
            &["s = arith.maximumf(x, y) f32"],
            "s",
            "refuted",
        ),
        case(
            XY,
            &["r = arith.maxnumf(x, y) {fastmath = #arith.fastmath<none>} f32"],
            &["s = arith.minnumf(x, y) f32"],
            "s",
            "refuted",
        ),
        // The positive zero of a maximum is one of those that may be chosen, and not the other way round.
        case(
            XY,
            &["r = arith.maxnumf(x, y) {fastmath = #arith.fastmath<nnan>} f32"],
            &["s = arith.maximumf(x, y) f32"],
            "s",
            "proved",
        ),
        case(
            XY,
            &["r = arith.maximumf(x, y) {fastmath = #arith.fastmath<nnan>} f32"],
            &["s = arith.maxnumf(x, y) f32"],
            "s",
            "unknown",
        ),
    ])
}

fn frozen_poison_is_any_value() -> Checked {
    const GIVEN: &str = "x: i8; y: i8";
    all_are(&[
        case(GIVEN, &["a = llvm.freeze(x) i8", "r = llvm.freeze(a) i8"], &[], "a", "proved"),
        case(
            GIVEN,
            &["a = llvm.add(x, y) i8", "r = llvm.freeze(a) i8"],
            &["b = llvm.freeze(x) i8", "c = llvm.freeze(y) i8", "s = llvm.add(b, c) i8"],
            "s",
            "proved",
        ),
        // Two choices need not be one.
        case(
            GIVEN,
            &["a = llvm.freeze(x) i8", "r = llvm.sub(a, a) i8"],
            &["b = llvm.freeze(x) i8", "c = llvm.freeze(x) i8", "s = llvm.sub(b, c) i8"],
            "s",
            "unknown",
        ),
        // Users of the one that stays see that another one chooses otherwise.
        case(
            GIVEN,
            &[
                "a = llvm.freeze(x) i8",
                "c = llvm.mlir.constant() {value = -1 : i8} i8",
                "r = llvm.and(a, c) i8",
            ],
            &["s = llvm.freeze(x) i8"],
            "s",
            "unknown",
        ),
        case(
            GIVEN,
            &[
                "a = llvm.freeze(x) i8",
                "c = llvm.mlir.constant() {value = -1 : i8} i8",
                "r = llvm.and(a, c) i8",
            ],
            &[],
            "a",
            "proved",
        ),
        // Before it was poison wherever the choices differ.
        case(
            GIVEN,
            &["c = llvm.mlir.constant() {value = 0 : i8} i8", "r = llvm.and(x, c) i8"],
            &["a = llvm.freeze(x) i8", "b = llvm.freeze(x) i8", "s = llvm.sub(a, b) i8"],
            "s",
            "proved",
        ),
        // Poison is no value.
        case(GIVEN, &["r = llvm.freeze(x) i8"], &[], "x", "unknown"),
        case(GIVEN, &["a = llvm.xor(x, y) i8", "r = llvm.freeze(a) i8"], &[], "y", "refuted"),
    ])
}

fn the_bits_of_a_nan_are_any_that_make_one() -> Checked {
    const BITS: &str = "b = arith.bitcast(x) i16";
    const MASK: &str = "m = arith.constant() {value = 32767 : i16} i16";
    const ABSOLUTE: &str = "a = math.absf(x) {fastmath = #arith.fastmath<none>} f16";
    const HALF: &str = "x: f16";
    all_are(&[
        case(
            HALF,
            &[ABSOLUTE, "r = arith.bitcast(a) i16"],
            &[BITS, MASK, "s = arith.andi(b, m) i16"],
            "s",
            "proved",
        ),
        // Before, the sign of a NaN was plus.
        case(
            HALF,
            &[BITS, MASK, "r = arith.andi(b, m) i16"],
            &[ABSOLUTE, "s = arith.bitcast(a) i16"],
            "s",
            "unknown",
        ),
        case(HALF, &[BITS, MASK, "r = arith.xori(b, m) i16"], &["s = arith.bitcast(x) i16"], "s", "refuted"),
        case("x: i16", &["f = arith.bitcast(x) f16", "r = arith.bitcast(f) i16"], &[], "x", "proved"),
        case("x: f16", &[BITS, "r = arith.bitcast(b) f16"], &[], "x", "proved"),
        // Users of the first one may see other bits of a NaN.
        case("x: f16", &[BITS, "r = arith.bitcast(b) i16"], &["s = arith.bitcast(x) i16"], "s", "unknown"),
    ])
}

fn numbers_become_integers_where_they_fit() -> Checked {
    all_are(&[
        case("x: i8", &["f = arith.sitofp(x) f32", "r = arith.fptosi(f) i8"], &[], "x", "proved"),
        case("x: i8", &["f = arith.sitofp(x) f16", "r = arith.fptosi(f) i8"], &[], "x", "proved"),
        case("x: i16", &["f = arith.sitofp(x) bf16", "r = arith.fptosi(f) i16"], &[], "x", "refuted"),
        case("x: i1", &["f = arith.uitofp(x) f32", "r = arith.fptoui(f) i1"], &[], "x", "proved"),
        case("x: i1", &["f = arith.sitofp(x) f32", "r = arith.fptosi(f) i1"], &[], "x", "proved"),
        case(
            "x: f16",
            &["a = arith.fptosi(x) i8", "r = arith.extsi(a) i32"],
            &["s = arith.fptosi(x) i32"],
            "s",
            "proved",
        ),
        case(
            "x: f16",
            &["r = arith.fptosi(x) i32"],
            &["a = arith.fptosi(x) i8", "s = arith.extsi(a) i32"],
            "s",
            "refuted",
        ),
        case("x: f16", &["r = arith.fptoui(x) i8"], &["s = arith.fptosi(x) i8"], "s", "refuted"),
    ])
}

fn formats_of_few_bits_are_compared() -> Checked {
    let solvers = crate::common::pool()?;
    let few = ["f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ"];
    for ty in ["f8E5M2", "f8E4M3", "f8E3M4", "tf32"].into_iter().chain(few) {
        let sum = |operands: &str, first: &str, second: &str| {
            format!(
                "pdl.pattern @p : benefit(1) {{\n  %t = pdl.type : {ty}\n  %x = pdl.operand : %t\n  %y = pdl.operand : %t\n  \
                 %r = pdl.operation \"{first}\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
                 pdl.rewrite %r {{\n    %s = pdl.operation \"{second}\"({operands} : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n    \
                 pdl.replace %r with %s\n  }}\n}}\n"
            )
        };
        assert_eq!(verdict(&sum("%y, %x", "arith.addf", "arith.addf"), &solvers), "proved", "{ty}");
        assert_eq!(verdict(&sum("%y, %x", "arith.subf", "arith.subf"), &solvers), "refuted", "{ty}");
        assert_eq!(verdict(&sum("%x, %y", "arith.mulf", "arith.divf"), &solvers), "refuted", "{ty}");
    }
    Ok(())
}

/// What a format has no pattern for decides: a second zero, an infinity, a NaN.
fn numbers_that_a_format_lacks_are_not_there() -> Checked {
    all_are(&[
        // The sign of zero is lost where there is one zero alone.
        case(
            "x: f8E5M2FNUZ",
            &["n = arith.negf(x) f8E5M2FNUZ", "r = arith.negf(n) f8E5M2FNUZ"],
            &[],
            "x",
            "proved",
        ),
        case(
            "x: f8E4M3FN",
            &["c = arith.constant() {value = 0.0 : f8E4M3FN} f8E4M3FN", "r = arith.subf(c, x) f8E4M3FN"],
            &["s = arith.negf(x) f8E4M3FN"],
            "s",
            "refuted",
        ),
        case(
            "x: f8E4M3FNUZ",
            &[
                "c = arith.constant() {value = 0.0 : f8E4M3FNUZ} f8E4M3FNUZ",
                "r = arith.subf(c, x) f8E4M3FNUZ",
            ],
            &["s = arith.negf(x) f8E4M3FNUZ"],
            "s",
            "proved",
        ),
        case(
            "x: f4E2M1FN; y: f4E2M1FN",
            &["r = arith.addf(x, y) f4E2M1FN"],
            &["s = arith.addf(y, x) f4E2M1FN"],
            "s",
            "proved",
        ),
        // Beyond the largest number is that number, so that a sum is not taken back.
        case(
            "x: f6E3M2FN; y: f6E3M2FN",
            &["a = arith.addf(x, y) f6E3M2FN", "r = arith.subf(a, y) f6E3M2FN"],
            &[],
            "x",
            "refuted",
        ),
        // 0.5 / 0.5 is 1, and the format has both.
        case("x: f4E2M1FN; y: f4E2M1FN", &["r = arith.divf(x, y) f4E2M1FN"], &[], "x", "refuted"),
        case("x: f32", &["r = arith.truncf(x) f4E2M1FN"], &["s = arith.truncf(x) f4E2M1FN"], "s", "unknown"),
        case(
            "x: f8E8M0FNU; y: f8E8M0FNU",
            &["r = arith.addf(x, y) f8E8M0FNU"],
            &["s = arith.addf(y, x) f8E8M0FNU"],
            "s",
            "unknown",
        ),
        case("x: f80; y: f80", &["r = arith.addf(x, y) f80"], &["s = arith.addf(y, x) f80"], "s", "proved"),
        case("x: f80; y: f80", &["r = arith.addf(x, y) f80"], &["s = arith.subf(x, y) f80"], "s", "refuted"),
        case(
            "x: f128; y: f128",
            &["r = arith.mulf(x, y) f128"],
            &["s = arith.addf(x, y) f128"],
            "s",
            "refuted",
        ),
        case(
            "x: f8E4M3FN",
            &["w = arith.extf(x) f16", "r = arith.extf(w) f32"],
            &["s = arith.extf(x) f32"],
            "s",
            "proved",
        ),
        case(
            "x: f64",
            &["w = arith.extf(x) f80", "r = arith.extf(w) f128"],
            &["s = arith.extf(x) f128"],
            "s",
            "proved",
        ),
    ])
}

fn open_extents_are_compared_where_elements_are() -> Checked {
    const OPEN: &str = "x: tensor<?xi8>; y: tensor<?xi8>";
    const SCALES: &str = "x: vector<[4]xi8>; y: vector<[4]xi8>";
    all_are(&[
        case(
            OPEN,
            &["a = arith.subi(x, y) tensor<?xi8>", "r = arith.addi(a, y) tensor<?xi8>"],
            &[],
            "x",
            "proved",
        ),
        case(
            OPEN,
            &["a = arith.subi(x, y) tensor<?xi8>", "r = arith.addi(a, x) tensor<?xi8>"],
            &[],
            "x",
            "refuted",
        ),
        case(
            SCALES,
            &["a = arith.subi(x, y) vector<[4]xi8>", "r = arith.addi(a, y) vector<[4]xi8>"],
            &[],
            "x",
            "proved",
        ),
        case(
            SCALES,
            &["a = arith.subi(x, y) vector<[4]xi8>", "r = arith.addi(a, y) vector<[4]xi8>"],
            &[],
            "y",
            "refuted",
        ),
        // An operation that looks at other elements speaks of one extent at a time.
        case(
            SCALES,
            &["r = vector.interleave(x, y) vector<[8]xi8>"],
            &["s = vector.interleave(y, x) vector<[8]xi8>"],
            "s",
            "unknown",
        ),
    ])
}

fn exact_functions_of_floats_are_compared() -> Checked {
    const ONE: &str = "x: f32";
    const TWO: &str = "x: f64; y: f64";
    all_are(&[
        case(
            ONE,
            &["a = math.floor(x) f32", "r = math.ceil(a) f32"],
            &["s = math.floor(x) f32"],
            "s",
            "proved",
        ),
        case(
            ONE,
            &["a = arith.negf(x) f32", "b = math.floor(a) f32", "r = arith.negf(b) f32"],
            &["s = math.ceil(x) f32"],
            "s",
            "proved",
        ),
        // Of 0.5 and -0.5.
        case(ONE, &["r = math.round(x) f32"], &["s = math.roundeven(x) f32"], "s", "refuted"),
        // Of numbers between minus one and zero.
        case(ONE, &["r = math.trunc(x) f32"], &["s = math.floor(x) f32"], "s", "refuted"),
        // The sign of a NaN makes no difference.
        case(
            TWO,
            &["a = math.copysign(x, y) f64", "r = math.absf(a) f64"],
            &["s = math.absf(x) f64"],
            "s",
            "proved",
        ),
        case(TWO, &["r = math.copysign(x, y) f64"], &[], "x", "refuted"),
    ])
}

/// A result of known numbers leaves nothing of the width behind: it counts only where it is the same at all widths.
fn known_numbers_that_a_width_does_not_hold_prove_nothing() -> Checked {
    const SHIFT: &str = "r = arith.shli(x, e) {overflowFlags = #arith.overflow<none>} T";
    let by = |number: &'static str, extended: &'static str, shifted: &'static str, said| Case {
        types: "x: T",
        matched: Box::leak(Box::new([number, extended, shifted])),
        made: &[],
        by: "x",
        said,
    };
    const SIXTY: &str = "c = arith.constant() {value = 60 : i7} i7";
    all_are(&[
        // Poison at the widths that speak for others, and none at 64.
        by(SIXTY, "e = arith.extui(c) T", SHIFT, "refuted"),
        by(SIXTY, "e = arith.extui(c) T", "r = arith.shrui(x, e) T", "refuted"),
        // Poison up to 100 bits; nothing wider is asked.
        by("c = arith.constant() {value = 100 : i8} i8", "e = arith.extui(c) T", SHIFT, "bounded"),
        by("c = arith.constant() {value = 0 : i7} i7", "e = arith.extui(c) T", SHIFT, "proved"),
        case(
            "x: i256",
            &[
                "c = arith.constant() {value = 60 : i256} i256",
                "r = arith.shli(x, c) {overflowFlags = #arith.overflow<none>} i256",
            ],
            &[],
            "x",
            "refuted",
        ),
        // Below 2^61 at the widths that speak for others, and not at 62 bits.
        case(
            "x: T",
            &[
                "c = arith.constant() {value = 2305843009213693952 : i64} i64",
                "e = arith.extui(x) i64",
                "r = arith.cmpi(e, c) {predicate = 6 : i64} i1",
            ],
            &["s = arith.constant() {value = true} i1"],
            "s",
            "refuted",
        ),
        // An index has 64 bits or 32.
        case(
            "x: i256",
            &["i = arith.index_cast(x) index", "r = arith.index_cast(i) i256"],
            &[],
            "x",
            "refuted",
        ),
        // The zeros before the last one are as many as the width says.
        case(
            "x: T",
            &[
                "c = arith.constant() {value = 1 : i7} i7",
                "e = arith.extui(c) T",
                "z = math.ctlz(e) T",
                "m = arith.constant() {value = 63 : i7} i7",
                "n = arith.extui(m) T",
                "r = arith.cmpi(z, n) {predicate = 6 : i64} i1",
            ],
            &["s = arith.constant() {value = true} i1"],
            "s",
            "refuted",
        ),
    ])
}

fn integers_wider_than_expressions_are_those_of_all_widths() -> Checked {
    const WIDE: &str = "x: i256; y: i256";
    all_are(&[
        case(WIDE, &["a = arith.subi(x, y) i256", "r = arith.addi(a, y) i256"], &[], "x", "proved"),
        case(WIDE, &["a = arith.andi(x, y) i256", "r = arith.ori(a, x) i256"], &[], "x", "proved"),
        case(WIDE, &["a = arith.andi(x, y) i256", "r = arith.ori(a, x) i256"], &[], "y", "refuted"),
        case(WIDE, &["r = arith.divui(x, y) i256"], &["s = arith.divsi(x, y) i256"], "s", "refuted"),
        // 2^100 is no zero, although it is one at smaller widths.
        case(
            WIDE,
            &[
                "c = arith.constant() {value = 1267650600228229401496703205376 : i256} i256",
                "r = arith.addi(x, c) i256",
            ],
            &[],
            "x",
            "refuted",
        ),
        case(
            WIDE,
            &["c = arith.constant() {value = 0 : i256} i256", "r = arith.addi(x, c) i256"],
            &[],
            "x",
            "proved",
        ),
        // Wrong only at the least number of 200 bits: its negation overflows.
        case(
            "x: i200",
            &["c = arith.constant() {value = 0 : i200} i200", "r = arith.subi(c, x) i200"],
            &["s = arith.subi(c, x) {overflowFlags = #arith.overflow<nsw>} i200"],
            "s",
            "refuted",
        ),
        // A type between the two.
        case("x: i200", &["a = arith.trunci(x) i100", "r = arith.extui(a) i200"], &[], "x", "refuted"),
        // 2^150 is zero at all widths that are tried, and none in the functions of this one.
        case(
            WIDE,
            &[
                "c = arith.constant() {value = 1427247692705959881058285969449495136382746624 : i256} i256",
                "r = arith.addi(x, c) i256",
            ],
            &[],
            "x",
            "refuted",
        ),
        // Both halves of a product of 128 bits.
        case(
            "x: i128; y: i128",
            &["r = arith.muli(x, y) {overflowFlags = #arith.overflow<none>} i128"],
            &["s = arith.muli(y, x) i128"],
            "s",
            "proved",
        ),
    ])
}

/// A pattern whose first operation names a vector as its result and says nothing of its operands.
fn beside_a_vector(by: &str) -> String {
    format!(
        "pdl.pattern @p : benefit(1) {{
  %t = pdl.type : vector<4xi32>
  %ones = pdl.attribute = dense<-1> : vector<4xi32>
  %x = pdl.operand
  %y = pdl.operand
  %xor_op = pdl.operation \"arith.xori\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %xor = pdl.result 0 of %xor_op
  %k_op = pdl.operation \"arith.constant\" {{\"value\" = %ones}} -> (%t : !pdl.type)
  %k = pdl.result 0 of %k_op
  %root = pdl.operation \"arith.ori\"(%xor, %k : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {{
    pdl.replace %root with (%{by} : !pdl.value)
  }}
}}
"
    )
}

/// An operand that may be of another type than the result is looked at as the vector that the pattern names; that is a bound.
fn an_open_type_beside_a_vector_is_that_vector() -> Checked {
    let solvers = crate::common::pool()?;
    assert_eq!(verdict(&beside_a_vector("k"), &solvers), "bounded");
    assert_eq!(verdict(&beside_a_vector("xor"), &solvers), "refuted");
    Ok(())
}

assay_testing::tests!(
    the_sign_of_a_zero_is_chosen_under_nsz,
    what_is_permitted_and_not_known_is_neither_proved_nor_refuted,
    steps_that_flags_permit_are_proved,
    of_zeros_of_both_signs_either_is_the_larger_one,
    frozen_poison_is_any_value,
    the_bits_of_a_nan_are_any_that_make_one,
    numbers_become_integers_where_they_fit,
    formats_of_few_bits_are_compared,
    numbers_that_a_format_lacks_are_not_there,
    open_extents_are_compared_where_elements_are,
    exact_functions_of_floats_are_compared,
    known_numbers_that_a_width_does_not_hold_prove_nothing,
    integers_wider_than_expressions_are_those_of_all_widths,
    an_open_type_beside_a_vector_is_that_vector,
);
