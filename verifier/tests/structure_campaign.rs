//! Random patterns against random payloads: what is proved must work on every payload that is tried, and what is refuted must have
//! been replayed (disagreements are none). `ASSAY_CAMPAIGN=N` sets the number of patterns; seeds are fixed.

use std::fmt::Write as _;

use assay_ir::data::{Context, Source};
use assay_ir::pdl::{Pattern, patterns, validate};
use assay_ir::spec::Registry;
use assay_verifier::confirm::{self, Outcome, PdlValue, Scenario, UsePlace};
use assay_verifier::stage::{Options, Task};
use assay_verifier::structure::decode::decode;
use assay_verifier::structure::model::{Definition, Model};
use assay_verifier::verdict::StageVerdict;
use assay_verifier::{matchable, structure};

/// A small generator of numbers.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) == 0
    }
}

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

/// One pattern as text; it need not be valid PDL.
fn pattern(dice: &mut Dice) -> String {
    let mut text = String::from(
        "pdl.pattern @p : benefit(1) {\n  %t = pdl.type : i32\n  %k = pdl.attribute = 1 : i32\n",
    );
    let mut free: Vec<String> = Vec::new();
    let mut results: Vec<(usize, usize)> = Vec::new();
    let mut shapes: Vec<usize> = Vec::new();
    let mut reads = 0;
    let real = dice.one_in(3);
    let nodes = 1 + dice.below(4);
    for node in 0..nodes {
        let mut operands = Vec::new();
        for _ in 0..dice.below(3) + usize::from(node > 0) {
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
        let count = if node + 1 == nodes { dice.below(3) } else { 1 + dice.below(2) };
        let name = match dice.below(12) {
            0 => "".to_owned(),
            1 if count == 0 && node + 1 == nodes => "\"func.return\"".to_owned(),
            other => format!("\"lab.{}\"", ["a", "b", "c"][other % 3]),
        };
        let attribute = match dice.one_in(6) {
            true => " {\"k\" = %k}",
            false if !real && node + 1 == nodes && std::env::var_os("ASSAY_CAMPAIGN_DUMP").is_some() => {
                " {\"assay.once\" = %k}"
            }
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
    rewrite(dice, &mut text, &shapes, &free, root);
    text.push_str("  }\n}\n");
    text
}

fn rewrite(dice: &mut Dice, text: &mut String, shapes: &[usize], free: &[String], root: usize) {
    let mut values: Vec<String> = free.to_vec();
    let mut ops: Vec<(String, usize)> =
        shapes.iter().enumerate().map(|(n, count)| (format!("%n{n}"), *count)).collect();
    let mut reads = 0;
    let mut pick = |dice: &mut Dice,
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
    let steps = 1 + dice.below(4);
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

fn all_values(model: &Model) -> Vec<PdlValue> {
    let name = |value: &assay_verifier::structure::model::Value| match value.def {
        Definition::Free(op) => PdlValue::Operand(op),
        Definition::Result(node, index) => PdlValue::Result(model.nodes[node].op, index as u32),
    };
    model.values.iter().map(name).collect()
}

/// A random way to lay the match out.
fn scenario(dice: &mut Dice, model: &Model) -> Scenario {
    let mut scenario = Scenario::default();
    let ops: Vec<_> = model.nodes.iter().map(|node| node.op).collect();
    let values = all_values(model);
    for _ in 0..dice.below(3) {
        match dice.one_in(2) {
            true => scenario.same_op.push((ops[dice.below(ops.len())], ops[dice.below(ops.len())])),
            false if !values.is_empty() => {
                scenario
                    .same_value
                    .push((values[dice.below(values.len())], values[dice.below(values.len())]));
            }
            false => {}
        }
    }
    scenario.order = ops.clone();
    for index in (1..ops.len()).rev() {
        scenario.order.swap(index, dice.below(index + 1));
    }
    if dice.one_in(2) {
        scenario.first = Some(ops[dice.below(ops.len())]);
    }
    scenario.late = values.iter().copied().filter(|_| dice.one_in(2)).collect();
    scenario.uses =
        values.iter().filter(|_| !dice.one_in(3)).map(|value| (*value, UsePlace::AfterDefinition)).collect();
    let wildcards: Vec<_> =
        model.nodes.iter().filter(|node| node.name.is_none()).map(|node| node.op).collect();
    // Merged with a named operation, one without a name is none of the terminators that the domain knows.
    if !wildcards.is_empty()
        && scenario.same_op.is_empty()
        && scenario.same_value.is_empty()
        && dice.one_in(2)
    {
        scenario.terminator = Some(wildcards[dice.below(wildcards.len())]);
    }
    scenario
}

#[derive(Default, Debug)]
struct Table {
    malformed: usize,
    vacuous: usize,
    proved: usize,
    refuted: usize,
    unknown: usize,
    runs: usize,
}

/// Asks about one pattern and tries to prove the answer wrong; the error is a report.
fn trial(dice: &mut Dice, registry: &Registry, text: &str, table: &mut Table) -> Result<(), String> {
    let ctx = registry.ctx();
    let parsed = assay_ir::text::parse(ctx, &Source::new("campaign", text));
    if !parsed.diagnostics.is_empty() {
        return Err(format!("does not read: {:?}", parsed.diagnostics[0]));
    }
    let program = &parsed.program;
    let pattern: Pattern<'_> = patterns(program)[0];
    if !validate(pattern, Some(registry)).is_empty() {
        table.malformed += 1;
        return Ok(());
    }
    let options = Options::default();
    let task = Task { program, pattern: pattern.op, registry, options: &options };
    let matchable = matchable::stage(&task);
    if !matchable.disagreements.is_empty() {
        return Err("the plain payload is not matched".to_owned());
    }
    if matches!(matchable.verdict, StageVerdict::Vacuous) {
        table.vacuous += 1;
        return Ok(());
    }
    let result = structure::stage(&task);
    if let Some(claim) = result.disagreements.first() {
        return Err(format!("disagreement {}: {}", claim.code, claim.message));
    }
    match &result.verdict {
        StageVerdict::Proved => table.proved += 1,
        StageVerdict::Refuted => {
            table.refuted += 1;
            for finding in &result.findings {
                if let Some(witness) = &finding.witness {
                    dump(finding.claim.code, text, &witness.before);
                }
            }
            return Ok(());
        }
        StageVerdict::Unknown(why) => {
            table.unknown += 1;
            if std::env::var_os("ASSAY_CAMPAIGN_UNKNOWN").is_some() {
                println!("unknown {why:?}\n{text}");
            }
            return Ok(());
        }
        other => return Err(format!("{other:?}")),
    }
    let model = decode(program, registry, pattern.op).map_err(|why| format!("{why:?}"))?;
    for _ in 0..24 {
        let scenario = scenario(dice, &model);
        let Ok(payload) = confirm::build(&model, registry, &scenario) else { continue };
        table.runs += 1;
        dump("ok", text, &confirm::text::program(&payload.program));
        if let Outcome::Fails { failures, .. } = confirm::replay(pattern, &payload, registry)
            && failures
                .iter()
                .any(|failure| failure.codes.iter().any(|code| code.starts_with('S') && *code != "S115"))
        {
            let before = confirm::text::program(&payload.program);
            return Err(format!("proved, but {failures:?} on\n{before}"));
        }
    }
    Ok(())
}

/// Appends one case to the file that `ASSAY_CAMPAIGN_DUMP` names, for a run by real MLIR.
fn dump(expected: &str, pattern: &str, payload: &str) {
    use std::io::Write as _;
    let Some(path) = std::env::var_os("ASSAY_CAMPAIGN_DUMP") else { return };
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let case = format!("=== {expected}\nmodule @patterns {{\n{pattern}}}\nmodule @ir {{\n{payload}}}\n");
    file.expect("the dump can be written").write_all(case.as_bytes()).expect("the dump can be written");
}

#[test]
fn what_is_proved_works_and_what_is_refuted_was_replayed() {
    let count = std::env::var("ASSAY_CAMPAIGN").ok().and_then(|text| text.parse().ok()).unwrap_or(400);
    let mut table = Table::default();
    let mut reports = Vec::new();
    let ctx = Context::new();
    let mut registry = assay_corpus::load_builtin(&ctx);
    let start: u64 =
        std::env::var("ASSAY_CAMPAIGN_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    for seed in start..start + count {
        if seed % 1000 == 999 {
            registry = assay_corpus::load_builtin(&Context::new());
        }
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1);
        let text = pattern(&mut dice);
        if let Err(report) = trial(&mut dice, &registry, &text, &mut table) {
            reports.push(format!("seed {seed}: {report}\n{text}"));
        }
    }
    println!("{table:?}");
    for report in reports.iter().take(8) {
        println!("{report}");
    }
    assert!(reports.is_empty(), "{} patterns of {count} were judged wrong", reports.len());
}
