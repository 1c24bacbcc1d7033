//! Operations on floats with the types and flags that are tried, and drawn numbers.

use super::{Shape, draw, next};

/// Operations with an operand or result of a float type.
pub(crate) fn is_on_floats(name: &str) -> bool {
    let tests = ["math.absf", "math.clampf", "math.isnan", "math.isinf", "math.isfinite", "math.isnormal"];
    let rounded = ["math.fma", "math.sqrt", "llvm.intr.fma"];
    let of_llvm = ["llvm.intr.fabs", "llvm.intr.maximum", "llvm.intr.minimum", "llvm.sitofp", "llvm.uitofp"];
    tests.contains(&name)
        || rounded.contains(&name)
        || is_exact(name)
        || of_llvm.contains(&name)
        || name.starts_with("llvm.f") && name != "llvm.freeze"
        || ["llvm.intr.maxnum", "llvm.intr.minnum"].contains(&name)
        || name.strip_prefix("arith.").is_some_and(|name| {
            name.ends_with('f') || matches!(name, "sitofp" | "uitofp" | "fptosi" | "fptoui")
        })
}

/// Tells if an operation rounds to integral numbers, or copies a sign.
fn is_exact(name: &str) -> bool {
    let short = name.trim_start_matches("math.").trim_start_matches("llvm.intr.");
    short != name && ["ceil", "copysign", "floor", "round", "roundeven", "trunc"].contains(&short)
}

pub(crate) const FLOATS: [(&str, u32); 17] = [
    ("f16", 16),
    ("bf16", 16),
    ("f32", 32),
    ("f64", 64),
    ("f8E5M2", 8),
    ("f8E4M3", 8),
    ("f8E3M4", 8),
    ("tf32", 19),
    ("f128", 128),
    ("f80", 80),
    ("f8E4M3FN", 8),
    ("f8E5M2FNUZ", 8),
    ("f8E4M3FNUZ", 8),
    ("f8E4M3B11FNUZ", 8),
    ("f4E2M1FN", 4),
    ("f6E2M3FN", 6),
    ("f6E3M2FN", 6),
];

/// The types with square roots and fused products.
const IEEE: [&str; 8] = ["f16", "bf16", "f32", "f64", "f8E5M2", "f8E4M3", "f8E3M4", "tf32"];

/// Tells if a type has no NaN, so that nothing is said of a quotient by zero.
fn is_finite(ty: &str) -> bool {
    ty.starts_with("f4") || ty.starts_with("f6") && ty != "f64"
}

pub(crate) fn float_shapes(name: &str) -> Vec<Shape> {
    let of_llvm = name.starts_with("llvm.");
    let short = match name.trim_start_matches("arith.") {
        "llvm.fneg" | "llvm.intr.fabs" | "math.absf" => "negf",
        "llvm.fcmp" => "cmpf",
        "llvm.fpext" => "extf",
        "llvm.fptrunc" => "truncf",
        "llvm.sitofp" => "sitofp",
        "llvm.uitofp" => "uitofp",
        "llvm.fptosi" => "fptosi",
        "llvm.fptoui" => "fptoui",
        short => short,
    };
    let flags = match of_llvm {
        true => [
            "",
            "fastmathFlags = #llvm.fastmath<nnan>",
            "fastmathFlags = #llvm.fastmath<ninf>",
            "fastmathFlags = #llvm.fastmath<nsz>",
            "fastmathFlags = #llvm.fastmath<fast>",
        ],
        false => [
            "",
            "fastmath = #arith.fastmath<nnan>",
            "fastmath = #arith.fastmath<ninf>",
            "fastmath = #arith.fastmath<nsz>",
            "fastmath = #arith.fastmath<reassoc, contract>",
        ],
    };
    let types = || FLOATS.iter().map(|(name, _)| (*name).to_owned());
    let with = |flag: &str, operands: &[&str], result: &str| -> Shape {
        (flag.to_owned(), operands.iter().map(ToString::to_string).collect(), vec![result.to_owned()])
    };
    let wider = [
        ("f16", "f32"),
        ("bf16", "f32"),
        ("f32", "f64"),
        ("bf16", "f64"),
        ("f8E5M2", "f16"),
        ("f8E4M3", "f32"),
        ("f8E3M4", "bf16"),
        ("tf32", "f32"),
        ("f32", "f80"),
        ("f80", "f128"),
        ("f8E4M3FN", "f16"),
        ("f8E5M2FNUZ", "f32"),
        ("f8E4M3FNUZ", "f64"),
        ("f8E4M3B11FNUZ", "f80"),
        ("f8E5M2FNUZ", "f128"),
        ("f4E2M1FN", "f6E3M2FN"),
        ("f4E2M1FN", "f6E2M3FN"),
    ];
    let only_wider = [("f6E2M3FN", "f8E4M3FN"), ("f6E3M2FN", "f8E5M2"), ("f4E2M1FN", "bf16")];
    match short {
        "math.fma" | "llvm.intr.fma" => {
            IEEE.iter().flat_map(|ty| flags.map(|flag| with(flag, &[ty, ty, ty], ty))).collect()
        }
        "math.sqrt" => IEEE.iter().flat_map(|ty| flags.map(|flag| with(flag, &[ty], ty))).collect(),
        "math.clampf" => types().flat_map(|ty| flags.map(|flag| with(flag, &[&ty, &ty, &ty], &ty))).collect(),
        _ if name.ends_with(".copysign") => {
            let types = types().filter(|ty| !is_finite(ty));
            types.flat_map(|ty| [0, 1, 2].map(|flag| with(flags[flag], &[&ty, &ty], &ty))).collect()
        }
        // The largest numbers of the others have digits behind the point.
        _ if is_exact(name) => {
            let types = types().filter(|ty| !["f8E3M4", "f6E2M3FN"].contains(&ty.as_str()));
            types.flat_map(|ty| flags.map(|flag| with(flag, &[&ty], &ty))).collect()
        }
        "negf" => types().flat_map(|ty| flags.map(|flag| with(flag, &[&ty], &ty))).collect(),
        "math.isnan" | "math.isinf" | "math.isfinite" | "math.isnormal" => {
            types().flat_map(|ty| flags.map(|flag| with(flag, &[&ty], "i1"))).collect()
        }
        "cmpf" => (0..16)
            .flat_map(|number| types().map(move |ty| (number, ty)))
            .map(|(number, ty)| with(&format!("predicate = {number} : i64"), &[&ty, &ty], "i1"))
            .collect(),
        "extf" => wider
            .iter()
            .chain(&only_wider)
            .flat_map(|(from, to)| flags.map(|flag| with(flag, &[from], to)))
            .collect(),
        "truncf" => wider.iter().flat_map(|(to, from)| flags.map(|flag| with(flag, &[from], to))).collect(),
        "sitofp" | "uitofp" => {
            let words: &[&str] = if name == "llvm.uitofp" { &["", "nonNeg"] } else { &[""] };
            let all = types().flat_map(|ty| {
                let each = |word: &&str| ["i1", "i8", "i32", "i64"].map(|from| with(word, &[from], &ty));
                words.iter().flat_map(each).collect::<Vec<_>>()
            });
            all.collect()
        }
        // Some numbers of f80 have two patterns.
        "bitcast" | "llvm.bitcast" => FLOATS
            .iter()
            .filter(|(ty, _)| *ty != "f80")
            .map(|(ty, width)| (*ty, format!("i{width}")))
            .flat_map(|(ty, bits)| [with("", &[ty], &bits), with("", &[&bits], ty)])
            .collect(),
        "fptosi" | "fptoui" => {
            let widths = ["i1", "i2", "i8", "i11", "i12", "i24", "i32", "i64", "i128"];
            types().flat_map(|ty| widths.map(|to| with("", &[&ty], to))).collect()
        }
        _ => {
            let divides = ["divf", "llvm.fdiv"].contains(&short);
            let types = types().filter(|ty| !(divides && is_finite(ty)));
            types.flat_map(|ty| flags.map(|flag| with(flag, &[&ty, &ty], &ty))).collect()
        }
    }
}

/// The bits of a float or an integer of this width, sometimes poison: often zeros, infinities, NaN and the smallest numbers.
pub(crate) fn draw_float(ty: &str, width: u32, state: &mut u64) -> Option<u128> {
    let ones = match ty {
        "f16" => 0x7C00u128,
        "bf16" => 0x7F80,
        "f32" => 0x7F80_0000,
        "f64" => 0x7FF0_0000_0000_0000,
        "f8E5M2" => 0x7C,
        "f8E4M3" => 0x78,
        "f8E3M4" => 0x70,
        "tf32" => 0x3FC00,
        "f128" => 0x7FFF << 112,
        "f80" => 0x7FFF_8000_0000_0000_0000,
        _ => return draw(width, state),
    };
    let sign = u128::from(next(state) & 1) << (width - 1);
    let any = match width {
        0..=64 => u128::from(next(state)),
        _ => u128::from(next(state)) << 64 | u128::from(next(state)),
    };
    let any = any & (u128::MAX >> (128 - width));
    Some(match next(state) % 10 {
        0 => return None,
        1 => sign,
        2 => sign | ones,
        3 => sign | ones | 1 << (width / 4),
        4 => sign | u128::from(next(state) % 3),
        5 => sign | (ones - u128::from(next(state) % 3)),
        // Near one.
        6 => sign | (ones / 2).wrapping_sub(u128::from(next(state) % 5)),
        _ => any,
    })
}
