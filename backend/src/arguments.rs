//! Arguments as words, and words as arguments: those after `--args` on a command line and those beside a program that is
//! run again. Knows no operation.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_ir::data::{Context, FloatKind, TypeId, TypeKind};
use assay_ir::text;

use crate::constant::{static_shape, value_of};
use crate::engine::{IndexWidth, Unsupported};
use crate::float::Float;
use crate::value::{Shaped, Value, count};

/// Why a word is no argument.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordError {
    /// A decimal number that neither reading of the width has.
    #[error("{word} does not fit into {width} bits")]
    TooLarge {
        /// The text of the word.
        word: String,
        /// Bits.
        width: u32,
    },
    /// A word for a number of a format that is not computed with.
    #[error("there is no arithmetic on {ty} here")]
    NoArithmetic {
        /// The type.
        ty: String,
    },
    /// It does not read as a constant of the type.
    #[error("`{word}` is no constant of type {ty}: {why}")]
    NoConstant {
        /// The text of the word.
        word: String,
        /// The type.
        ty: String,
        /// The message of the reader.
        why: String,
    },
    /// It reads as a constant that has no value of the type.
    #[error("`{word}` is not a value of type {ty} here")]
    NoValue {
        /// The text of the word.
        word: String,
        /// The type.
        ty: String,
    },
}

/// The parts between commas that stand in no bracket.
pub fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (at, character) in text.char_indices() {
        match character {
            '<' | '[' | '(' | '{' => depth += 1,
            '>' | ']' | ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() || !parts.is_empty() {
        parts.push(last);
    }
    parts
}

/// One argument: `poison`, a constant without its type, `nan` and `inf` for a float, brackets for elements, braces for
/// many of which most are one.
///
/// # Errors
/// Why the word is none of the type.
pub fn argument(ctx: &Arc<Context>, word: &str, ty: TypeId, index: IndexWidth) -> Result<Value, WordError> {
    if let Some(fixed) = with_extents(ctx, word, ty) {
        return argument(ctx, word, fixed, index);
    }
    let wanted = match ctx.type_kind(ty) {
        TypeKind::MemRef { shape, element, .. } => {
            ctx.ty(TypeKind::RankedTensor { shape: shape.clone(), element: *element, encoding: None })
        }
        _ => ty,
    };
    let name = || text::type_text(ctx, ty);
    match (word, ctx.type_kind(ty)) {
        ("poison", _) => return Ok(Value::Poison),
        ("nan" | "inf" | "-inf", TypeKind::Float(kind)) => {
            return special(*kind, word).ok_or_else(|| WordError::NoArithmetic { ty: name() });
        }
        (_, TypeKind::Integer { width, .. }) => fits(word, *width)?,
        (_, TypeKind::Index) => fits(word, index.bits())?,
        _ => {}
    }
    if word.starts_with('{') {
        return mostly(ctx, word, ty, index);
    }
    // No constant holds poison.
    if word.starts_with('[') && word.contains("poison") {
        return elements(ctx, word, ty, index);
    }
    let is_float = matches!(ctx.type_kind(ty), TypeKind::Float(_));
    let decimal = word.trim_start_matches('-').bytes().all(|digit| digit.is_ascii_digit());
    let constant = match () {
        () if matches!(word, "true" | "false") => word.to_owned(),
        () if is_float && decimal => format!("{word}.0 : {}", text::type_text(ctx, wanted)),
        () if word.starts_with('[') => format!("dense<{word}> : {}", text::type_text(ctx, wanted)),
        () => format!("{word} : {}", text::type_text(ctx, wanted)),
    };
    let attr = text::parse_attr(ctx, &constant).map_err(|problem| WordError::NoConstant {
        word: word.to_owned(),
        ty: name(),
        why: problem.message,
    })?;
    value_of(ctx, attr, ty, index)
        .map_err(|_: Unsupported| WordError::NoValue { word: word.to_owned(), ty: name() })
}

/// A type with the extents of a word in nested brackets in the place of those that are open; a scalable extent is one of a machine whose
/// `vscale` is 1.
fn with_extents(ctx: &Context, word: &str, ty: TypeId) -> Option<TypeId> {
    let mut fixed = ctx.type_kind(ty).clone();
    match &mut fixed {
        TypeKind::Vector { shape, .. } if shape.iter().any(|(_, scalable)| *scalable) => {
            shape.iter_mut().for_each(|(_, scalable)| *scalable = false);
        }
        TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, .. }
            if word.starts_with('[') && shape.iter().any(Option::is_none) =>
        {
            let mut rest = word;
            for extent in shape.iter_mut() {
                let inside = match rest {
                    "" => "",
                    _ => rest.strip_prefix('[')?.strip_suffix(']')?,
                };
                let parts = split(inside);
                rest = parts.first().copied().unwrap_or_default();
                extent.get_or_insert(parts.len() as u64);
            }
        }
        _ => return None,
    }
    Some(ctx.ty(fixed))
}

/// Nested brackets, some of whose elements are poison.
fn elements(ctx: &Arc<Context>, word: &str, ty: TypeId, index: IndexWidth) -> Result<Value, WordError> {
    let none = || WordError::NoValue { word: word.to_owned(), ty: text::type_text(ctx, ty) };
    let (shape, element) = static_shape(ctx, ty).ok_or_else(none)?;
    let mut words = Vec::new();
    leaves(word, shape.len(), &mut words).ok_or_else(none)?;
    if count(&shape) != Some(words.len() as u64) {
        return Err(none());
    }
    let values: Result<Vec<Value>, WordError> =
        words.into_iter().map(|word| argument(ctx, word, element, index)).collect();
    Ok(Shaped::new(shape, values?).into())
}

/// Many elements: the one that most are, then others after their numbers in row-major order, as in `{0, 7: 1}`.
fn mostly(ctx: &Arc<Context>, word: &str, ty: TypeId, index: IndexWidth) -> Result<Value, WordError> {
    let none = || WordError::NoValue { word: word.to_owned(), ty: text::type_text(ctx, ty) };
    let (shape, element) = static_shape(ctx, ty).ok_or_else(none)?;
    let size = count(&shape).ok_or_else(none)?;
    let inside = word.strip_prefix('{').and_then(|word| word.strip_suffix('}')).ok_or_else(none)?;
    let mut words = split(inside).into_iter();
    let most = argument(ctx, words.next().ok_or_else(none)?, element, index)?;
    let mut others = BTreeMap::new();
    for word in words {
        let (at, word) = word.split_once(':').ok_or_else(none)?;
        let at = at.trim().parse().ok().filter(|at| *at < size).ok_or_else(none)?;
        others.insert(at, argument(ctx, word.trim(), element, index)?);
    }
    Ok(Shaped::mostly(shape, most, others).into())
}

/// The words in nested brackets of this depth.
fn leaves<'w>(word: &'w str, depth: usize, out: &mut Vec<&'w str>) -> Option<()> {
    if depth == 0 {
        out.push(word);
        return Some(());
    }
    let inside = word.strip_prefix('[')?.strip_suffix(']')?;
    split(inside).into_iter().try_for_each(|part| leaves(part, depth - 1, out))
}

/// A value as a word that reads as the same value of its type.
pub fn word(value: &Value) -> String {
    match value {
        Value::Float(float) => {
            format!("0x{:0digits$X}", float.bits, digits = float.kind.bits().div_ceil(4) as usize)
        }
        Value::Shaped(shaped) => {
            if let Some((most, others)) = shaped.few() {
                let others = others.iter().map(|(at, value)| format!(", {at}: {}", word(value)));
                return format!("{{{}{}}}", word(most), others.collect::<String>());
            }
            let mut words: Vec<String> = shaped.elements().iter().map(word).collect();
            if shaped.shape().is_empty() && !shaped.elements().iter().any(Value::has_poison) {
                return format!("dense<{}>", words.concat());
            }
            for extent in shaped.shape().iter().rev() {
                let size = (*extent).max(1) as usize;
                words = words.chunks(size).map(|part| format!("[{}]", part.join(", "))).collect();
            }
            words.into_iter().next().unwrap_or_else(|| "[]".to_owned())
        }
        other => other.to_string(),
    }
}

/// Refuses a decimal number that neither reading of the width has.
fn fits(word: &str, width: u32) -> Result<(), WordError> {
    let digits = word.trim_start_matches('-');
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Ok(());
    }
    let (Ok(magnitude), true) = (digits.parse::<u128>(), width <= 128) else { return Ok(()) };
    let fits = match word.starts_with('-') {
        true => magnitude <= 1 << (width.max(1) - 1),
        false => width == 128 || magnitude >> width == 0,
    };
    if fits { Ok(()) } else { Err(WordError::TooLarge { word: word.to_owned(), width }) }
}

/// A number that MLIR has no word for.
fn special(kind: FloatKind, word: &str) -> Option<Value> {
    let float = match word {
        "nan" => Float::nan(kind)?,
        "inf" => Float::from_f64(kind, f64::INFINITY)?,
        _ => Float::from_f64(kind, f64::NEG_INFINITY)?,
    };
    Some(float.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_that_do_not_fit_open_extents_are_refused() {
        let ctx = Context::new();
        for (word, ty) in
            [("[[1], [2, 3]]", "tensor<?x?xi8>"), ("[1, 2]", "memref<?x?xi8>"), ("[[1]]", "memref<?x2xi8>")]
        {
            let read = text::parse_type(&ctx, ty).expect("it is a type");
            assert!(argument(&ctx, word, read, IndexWidth::W64).is_err(), "{word} : {ty}");
        }
    }

    #[test]
    fn commas_in_brackets_separate_nothing() {
        assert_eq!(split("1, dense<[1, 2]>, -3"), ["1", "dense<[1, 2]>", "-3"]);
        assert_eq!(split(""), [""; 0]);
        assert_eq!(split("1,"), ["1", ""]);
    }

    #[test]
    fn a_number_fits_when_one_reading_of_the_width_has_it() {
        for (word, width, expected) in [
            ("255", 8, true),
            ("-128", 8, true),
            ("256", 8, false),
            ("-129", 8, false),
            ("0xFFFF", 8, true),
            ("1", 1, true),
            ("-1", 1, true),
            ("2", 1, false),
            ("340282366920938463463374607431768211455", 128, true),
        ] {
            assert_eq!(fits(word, width).is_ok(), expected, "{word} in {width} bits");
        }
    }

    #[test]
    fn a_word_of_a_value_reads_as_that_value() {
        let ctx = Context::new();
        let i8s = |list: &[u128]| -> Vec<Value> { list.iter().map(|bits| Value::int(8, *bits)).collect() };
        let cases = [
            ("i1", Value::bool(true)),
            ("i8", Value::int(8, 200)),
            ("index", Value::int(64, u128::from(u64::MAX))),
            ("f32", Value::f32(-0.0)),
            ("f64", Value::f64(f64::from_bits(0x7FF8_0000_0000_0001))),
            ("i8", Value::Poison),
            ("vector<3xi8>", Shaped::new([3], i8s(&[1, 2, 255])).into()),
            ("memref<2x2xi8>", Shaped::new([2, 2], i8s(&[1, 2, 3, 4])).into()),
            ("memref<i8>", Shaped::new([], i8s(&[7])).into()),
            (
                "memref<134217728xi8>",
                Shaped::mostly([1 << 27], Value::int(8, 0), [(9, Value::int(8, 1))].into()).into(),
            ),
            (
                "memref<134217728xi8>",
                Shaped::mostly([1 << 27], Value::Poison, [(9, Value::int(8, 1))].into()).into(),
            ),
            ("tensor<2x1xi8>", Shaped::new([2, 1], [Value::Poison, Value::int(8, 9)]).into()),
            ("memref<?xi8>", Shaped::new([2], i8s(&[0, 1])).into()),
            ("memref<?x2xi8>", Shaped::new([3, 2], i8s(&[1, 2, 3, 4, 5, 6])).into()),
            ("memref<2x?xi8, strided<[?, 1]>>", Shaped::new([2, 1], i8s(&[1, 2])).into()),
            ("tensor<?x?xi8>", Shaped::new([1, 2], [Value::Poison, Value::int(8, 9)]).into()),
            ("vector<[2]xi8>", Shaped::new([2], i8s(&[1, 2])).into()),
            ("tensor<?xi8>", Shaped::new([0], []).into()),
            ("tensor<?x4xi8>", Shaped::new([0, 4], []).into()),
        ];
        for (ty, value) in cases {
            let read = text::parse_type(&ctx, ty).expect("it is a type");
            let written = word(&value);
            assert_eq!(argument(&ctx, &written, read, IndexWidth::W64), Ok(value), "{written} : {ty}");
        }
    }
}
