//! Patterns as text: a connected graph of matched operations, some with a spec, and a rewrite of some actions. They
//! are mostly valid PDL; whether one is, its reader has to ask.

use std::fmt::Write as _;

use arbitrary::Unstructured;

use super::Dice;
use crate::config::PatternConfig;

fn list(values: &[String], ty: &str) -> String {
    let types = vec![ty; values.len()].join(", ");
    if values.is_empty() { String::new() } else { format!("{} : {types}", values.join(", ")) }
}

fn operation(name: &str, operands: &[String], attribute: &str, results: usize) -> String {
    let mut text = format!("pdl.operation {name}");
    if !operands.is_empty() {
        let _ = write!(text, "({})", list(operands, "!pdl.value"));
    }
    text.push_str(attribute);
    if results > 0 {
        let _ = write!(text, " -> ({})", list(&vec!["%t".to_owned(); results], "!pdl.type"));
    }
    text
}

/// Operations with a spec, and their numbers of operands; all have one result.
const REAL: &[(&str, usize)] = &[
    ("arith.addi", 2),
    ("arith.muli", 2),
    ("arith.addf", 2),
    ("arith.select", 3),
    ("arith.extsi", 1),
    ("arith.trunci", 1),
    ("arith.sitofp", 1),
    ("arith.index_cast", 1),
];

/// A pattern `@p` as text, from bytes.
pub fn pattern(config: &PatternConfig, bytes: &mut Unstructured<'_>) -> String {
    let dice = &mut Dice(bytes);
    let mut text = String::from(
        "pdl.pattern @p : benefit(1) {\n  %t = pdl.type : i32\n  %k = pdl.attribute = 1 : i32\n",
    );
    let mut free: Vec<String> = Vec::new();
    let mut results: Vec<(usize, usize)> = Vec::new();
    let mut shapes: Vec<usize> = Vec::new();
    let mut reads = 0;
    let real = dice.one_in(3);
    let nodes = 1 + dice.below(config.nodes);
    for node in 0..nodes {
        let mut operands = Vec::new();
        for _ in 0..dice.below(config.operands) + usize::from(node > 0) {
            if !results.is_empty() && dice.one_in(2) {
                let (producer, index) = results[dice.below(results.len())];
                let _ = writeln!(text, "  %r{reads} = pdl.result {index} of %n{producer}");
                operands.push(format!("%r{reads}"));
                reads += 1;
            } else if !free.is_empty() && dice.one_in(2) {
                operands.push(free[dice.below(free.len())].clone());
            } else {
                let name = format!("%x{}", free.len());
                let ty = if real { "" } else { " : %t" };
                let _ = writeln!(text, "  {name} = pdl.operand{ty}");
                free.push(name.clone());
                operands.push(name);
            }
        }
        if real && dice.one_in(2) {
            let (name, arity) = REAL[dice.below(REAL.len())];
            operands.truncate(arity);
            while operands.len() < arity {
                let name = format!("%x{}", free.len());
                let _ = writeln!(text, "  {name} = pdl.operand");
                free.push(name.clone());
                operands.push(name);
            }
            let _ = writeln!(text, "  %t{node} = pdl.type");
            let made = operation(&format!("\"{name}\""), &operands, "", 1)
                .replace("-> (%t ", &format!("-> (%t{node} "));
            let _ = writeln!(text, "  %n{node} = {made}");
            results.push((node, 0));
            shapes.push(1);
            continue;
        }
        let count =
            if node + 1 == nodes { dice.below(config.results + 1) } else { 1 + dice.below(config.results) };
        let name = match dice.below(12) {
            0 => "".to_owned(),
            1 if count == 0 && node + 1 == nodes => "\"func.return\"".to_owned(),
            other => format!("\"lab.{}\"", ["a", "b", "c"][other % 3]),
        };
        let attribute = match dice.one_in(6) {
            true => " {\"k\" = %k}",
            false if !real && node + 1 == nodes && config.once => " {\"assay.once\" = %k}",
            false => "",
        };
        let _ = writeln!(text, "  %n{node} = {}", operation(&name, &operands, attribute, count));
        results.extend((0..count).map(|index| (node, index)));
        shapes.push(count);
    }
    let root = if dice.one_in(5) { dice.below(nodes) } else { nodes - 1 };
    match dice.one_in(10) {
        true => text.push_str("  pdl.rewrite {\n"),
        false => {
            let _ = writeln!(text, "  pdl.rewrite %n{root} {{");
        }
    }
    rewrite(config, dice, &mut text, &shapes, &free, root);
    text.push_str("  }\n}\n");
    text
}

fn rewrite(
    config: &PatternConfig,
    dice: &mut Dice<'_, '_>,
    text: &mut String,
    shapes: &[usize],
    free: &[String],
    root: usize,
) {
    let mut values: Vec<String> = free.to_vec();
    let mut ops: Vec<(String, usize)> =
        shapes.iter().enumerate().map(|(n, count)| (format!("%n{n}"), *count)).collect();
    let mut reads = 0;
    let mut pick = |dice: &mut Dice<'_, '_>,
                    text: &mut String,
                    ops: &[(String, usize)],
                    values: &mut Vec<String>|
     -> Option<String> {
        if dice.one_in(2) && !values.is_empty() {
            return Some(values[dice.below(values.len())].clone());
        }
        let with: Vec<&(String, usize)> = ops.iter().filter(|(_, count)| *count > 0).collect();
        if with.is_empty() {
            return values.first().cloned();
        }
        let (op, count) = with[dice.below(with.len())];
        let index = dice.below(*count);
        let _ = writeln!(text, "    %w{reads} = pdl.result {index} of {op}");
        reads += 1;
        values.push(format!("%w{}", reads - 1));
        values.last().cloned()
    };
    let steps = 1 + dice.below(config.actions);
    for step in 0..steps {
        match dice.below(10) {
            0..=3 => {
                let operands: Vec<String> =
                    (0..dice.below(3)).filter_map(|_| pick(dice, text, &ops, &mut values)).collect();
                let count = dice.below(3);
                let name = if dice.one_in(20) {
                    "\"func.return\""
                } else {
                    ["\"lab.n\"", "\"lab.m\"", "\"lab.a\""][dice.below(3)]
                };
                let count = if name == "\"func.return\"" { 0 } else { count };
                let _ = writeln!(text, "    %c{step} = {}", operation(name, &operands, "", count));
                ops.push((format!("%c{step}"), count));
            }
            4..=7 => {
                let (target, count) =
                    if dice.one_in(2) { ops[root].clone() } else { ops[dice.below(ops.len())].clone() };
                let same: Vec<&(String, usize)> =
                    ops.iter().filter(|(op, c)| *c == count && *op != target).collect();
                if dice.one_in(2) && !same.is_empty() {
                    let by = &same[dice.below(same.len())].0;
                    let _ = writeln!(text, "    pdl.replace {target} with {by}");
                } else {
                    let count = if dice.one_in(15) { count + 1 } else { count };
                    let by: Vec<String> =
                        (0..count).filter_map(|_| pick(dice, text, &ops, &mut values)).collect();
                    let types = vec!["!pdl.value"; by.len()];
                    let sizes = format!("operandSegmentSizes = array<i32: 1, 0, {}>", by.len());
                    let all: Vec<String> = std::iter::once(target.clone()).chain(by).collect();
                    let types = std::iter::once("!pdl.operation").chain(types).collect::<Vec<_>>().join(", ");
                    let _ = writeln!(
                        text,
                        "    \"pdl.replace\"({}) <{{{sizes}}}> : ({types}) -> ()",
                        all.join(", ")
                    );
                }
            }
            _ => {
                let (target, _) = &ops[dice.below(ops.len())];
                let _ = writeln!(text, "    pdl.erase {target}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::bytes;

    #[test]
    fn the_same_seed_gives_the_same_pattern() {
        let text = |seed| pattern(&PatternConfig::VALID, &mut Unstructured::new(&bytes(seed, 512)));
        assert_eq!(text(3), text(3));
        assert_ne!(text(3), text(4));
    }
}
