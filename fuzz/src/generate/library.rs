//! Libraries of several patterns over unregistered operations, each pattern with a benefit of its own, and programs that they
//! rewrite. Names are ordered: nearly all patterns lead to later names or to fewer operations, so that few libraries loop.

use std::fmt::Write;

use arbitrary::Unstructured;

use super::{ChoiceSource, Choose};

/// Bytes that a library with its program takes.
pub const BYTES: usize = 900;

/// Names of operations, with how many operands each has; all but the last have one result.
const NAMES: [(&str, usize); 9] = [
    ("set.a", 0),
    ("set.b", 1),
    ("set.c", 1),
    ("set.d", 2),
    ("set.e", 2),
    ("set.f", 1),
    ("set.g", 2),
    ("set.h", 1),
    ("set.end", 1),
];

const TYPES: [&str; 3] = ["i32", "i64", "f32"];

/// Patterns and a program, as text.
#[derive(Clone, Debug)]
pub struct Library {
    /// The patterns, two to eight.
    pub patterns: String,
    /// How many.
    pub count: usize,
    /// The program.
    pub program: String,
}

/// Draws a library with a program.
pub fn library(bytes: &mut Unstructured<'_>) -> Library {
    let dice = &mut ChoiceSource(bytes);
    let count = 2 + dice.below(7);
    // Multiples of odd numbers modulo 64 differ.
    let (step, first) = (2 * dice.below(32) + 1, dice.below(64));
    let mut patterns = String::new();
    for at in 0..count {
        let benefit = 1 + (first + at * step) % 64;
        let _ = write!(patterns, "pdl.pattern @p{at} : benefit({benefit}) {{\n{}}}\n", body(dice));
    }
    Library { patterns, count, program: program(dice) }
}

/// The name of an operation of this number of operands, not before `from` where there is one.
fn name(dice: &mut impl Choose, operands: usize, from: usize) -> &'static str {
    let results = &NAMES[..NAMES.len() - 1];
    let fits = |at: &usize| results[*at].1 == operands;
    let later: Vec<usize> = (from..results.len()).filter(fits).collect();
    let all: Vec<usize> = (0..results.len()).filter(fits).collect();
    let at = dice.pick(&later).or(all.last()).copied().unwrap_or(0);
    NAMES[at].0
}

/// Roots: each has a later name with as many operands.
const ROOTS: std::ops::Range<usize> = 1..6;

fn body(dice: &mut impl Choose) -> String {
    let at = ROOTS.start + dice.below(ROOTS.len());
    let (root, operands) = NAMES[at];
    // One in forty may go back to an earlier name.
    let from = if dice.one_in(40) { 0 } else { at + 1 };
    let mut text = match dice.below(4) {
        0 => format!("  %t = pdl.type : {}\n", TYPES[dice.below(TYPES.len())]),
        _ => "  %t = pdl.type\n".to_owned(),
    };
    let typed = if dice.percent(40) { " : %t" } else { "" };
    let (used, types) = match operands {
        1 => ("%x", "!pdl.value"),
        _ => ("%x, %y", "!pdl.value, !pdl.value"),
    };
    let (used, same) = if operands == 2 && dice.one_in(4) { ("%x, %x", true) } else { (used, false) };
    let _ = writeln!(text, "  %x = pdl.operand{typed}");
    if operands == 2 && !same {
        text += "  %y = pdl.operand\n";
    }
    let attribute = match dice.below(5) {
        0 => {
            let _ = writeln!(text, "  %k = pdl.attribute = {} : i32", dice.below(3));
            " {\"k\" = %k}"
        }
        1 => {
            text += "  %k = pdl.attribute\n";
            " {\"k\" = %k}"
        }
        _ => "",
    };
    // A root without a name has an attribute, so that the module around the program is none.
    let named = match attribute.is_empty() || !dice.one_in(4) {
        true => format!(" \"{root}\""),
        false => String::new(),
    };
    let below = dice.percent(35).then(|| producer(dice, &mut text));
    let used = if below.is_some() { used.replacen("%x", "%pv", 1) } else { used.to_owned() };
    let _ = writeln!(text, "  %r = pdl.operation{named}({used} : {types}){attribute} -> (%t : !pdl.type)");
    // The operation that it makes has none then: it would match again.
    let kept = if named.is_empty() || dice.one_in(2) { "" } else { attribute };
    text += "  pdl.rewrite %r {\n";
    text += &rewrite(dice, &Matched { used: &used, operands, kept, from, typed: !typed.is_empty(), below });
    text += "  }\n";
    text
}

/// An operation that defines the first operand of the root, as `%p` and `%pv`; the name of it.
fn producer(dice: &mut impl Choose, text: &mut String) -> &'static str {
    let name = name(dice, 1, 0);
    let _ = writeln!(text, "  %u = pdl.type");
    let _ = writeln!(text, "  %p = pdl.operation \"{name}\"(%x : !pdl.value) -> (%u : !pdl.type)");
    text.push_str("  %pv = pdl.result 0 of %p\n");
    name
}

/// The matched part, for the rewrite.
struct Matched<'t> {
    used: &'t str,
    operands: usize,
    kept: &'t str,
    from: usize,
    /// The operand `%x` has the type of the result.
    typed: bool,
    /// The name of the operation that defines the first operand.
    below: Option<&'static str>,
}

fn rewrite(dice: &mut impl Choose, matched: &Matched<'_>) -> String {
    let Matched { used, operands, kept, from, typed, below } = *matched;
    let types = ["!pdl.value"; 2][..operands].join(", ");
    let made = |name: &str, used: &str, types: &str| {
        format!(
            "    %n = pdl.operation \"{name}\"({used} : {types}){kept} -> (%t : !pdl.type)\n    pdl.replace %r with %n\n"
        )
    };
    match dice.below(6) {
        // An operand in place of the result.
        0 if typed => "    pdl.replace %r with (%x : !pdl.value)\n".to_owned(),
        // Around the producer.
        1 if below.is_some() => made(name(dice, 1, 0), "%x", "!pdl.value"),
        // The producer goes too, which breaks where something else uses it.
        2 if below.is_some() && dice.one_in(6) => {
            format!("{}    pdl.erase %p\n", made(name(dice, 1, 0), "%x", "!pdl.value"))
        }
        3 => {
            let (inner, outer) = (name(dice, operands, from), name(dice, 1, from));
            format!(
                "    %m = pdl.operation \"{inner}\"({used} : {types}) -> (%t : !pdl.type)\n    %mv = pdl.result 0 of %m\n{}",
                made(outer, "%mv", "!pdl.value")
            )
        }
        4 if operands == 2 => {
            let mut swapped: Vec<&str> = used.split(", ").collect();
            swapped.reverse();
            made(name(dice, 2, from), &swapped.join(", "), &types)
        }
        _ => made(name(dice, operands, from), used, &types),
    }
}

/// A program of four to twenty operations, one in four with a part of it in a region.
fn program(dice: &mut impl Choose) -> String {
    let count = 4 + dice.below(17);
    let region = dice.one_in(4).then(|| dice.below(count));
    let mut text = String::new();
    let mut values: Vec<(usize, usize)> = Vec::new();
    for at in 0..count {
        if region == Some(at) {
            text += "\"set.region\"() ({\n";
        }
        let ty = dice.below(TYPES.len());
        let wanted = NAMES[dice.below(NAMES.len())];
        let (name, operands) = if values.is_empty() { NAMES[0] } else { wanted };
        let held: Vec<(usize, usize)> = (0..operands).map(|_| pick(dice, &values)).collect();
        // Half of the results have the type of the first operand.
        let ty = if dice.one_in(2) { held.first().map_or(ty, |(_, ty)| *ty) } else { ty };
        let attribute =
            if dice.one_in(3) { format!(" {{k = {} : i32}}", dice.below(3)) } else { String::new() };
        let uses: Vec<String> = held.iter().map(|(value, _)| format!("%v{value}")).collect();
        let types: Vec<&str> = held.iter().map(|(_, ty)| TYPES[*ty]).collect();
        let (uses, types) = (uses.join(", "), types.join(", "));
        if name == "set.end" {
            let _ = writeln!(text, "\"{name}\"({uses}){attribute} : ({types}) -> ()");
        } else {
            let _ = writeln!(text, "%v{at} = \"{name}\"({uses}){attribute} : ({types}) -> {}", TYPES[ty]);
            values.push((at, ty));
        }
    }
    if region.is_some() {
        text += "}) : () -> ()\n";
    }
    text
}

/// A value to use: the latest ones more often than the earlier ones, so that producers stand next to users.
fn pick(dice: &mut impl Choose, values: &[(usize, usize)]) -> (usize, usize) {
    let near = &values[values.len().saturating_sub(3)..];
    let from = if dice.percent(70) { near } else { values };
    dice.pick(from).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use assay_ir::data::{Context, Source};
    use assay_ir::pdl::{patterns, validate};
    use assay_ir::text;

    use super::super::bytes;
    use super::*;

    #[test]
    fn libraries_keep_the_rules_of_pdl_and_their_benefits_differ() {
        let ctx = Context::new();
        for seed in 0..200 {
            let noise = bytes(seed, BYTES);
            let drawn = library(&mut Unstructured::new(&noise));
            let read = |text: &str| {
                let parsed = text::parse(&ctx, &Source::new("drawn", text));
                assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
                parsed.program
            };
            let program = read(&drawn.patterns);
            let all = patterns(&program);
            assert_eq!(all.len(), drawn.count);
            for pattern in &all {
                assert_eq!(validate(*pattern, None), [], "{}", drawn.patterns);
            }
            let benefits: BTreeSet<u16> = all.iter().map(|pattern| pattern.benefit()).collect();
            assert_eq!(benefits.len(), all.len());
            read(&drawn.program);
        }
    }
}
