//! Drawn functions and edits of them: what runs on terms call right holds on all inputs, poison among them, when they are run, and by a
//! solver, which shares nothing with them. `ASSAY_TERM_PAIRS` says how many pairs, `ASSAY_TERM_SEED` where they begin.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::num::NonZero;

use assay_backend::interp::Interpreter;
use assay_ir::data::{Context, Program, Source};
use assay_ir::text;
use assay_smt::SolverPool;
use assay_testing::Checked;
use assay_verifier::program::{
    Answer, NoTerms, Pair, Paired, Prover, Settings, all_values, compiled, judge, pairs, prove,
};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Pairs that every run of the test asks about.
const PAIRS: u64 = 300;

/// Pairs of one round, whose terms of the solver are freed after it.
const ROUND: u64 = 64;

/// A small generator, the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// One operation on integers of 3 bits.
#[derive(Clone)]
struct Line {
    name: &'static str,
    flags: &'static str,
    operands: [usize; 2],
}

const NAMES: [&str; 14] = [
    "addi", "addi", "subi", "muli", "muli", "xori", "andi", "ori", "maxsi", "minui", "shli", "shrui",
    "divui", "remsi",
];

const FLAGS: [&str; 3] = [" overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"];

fn may_have_flags(name: &str) -> bool {
    matches!(name, "addi" | "subi" | "muli" | "shli")
}

fn commutes(name: &str) -> bool {
    matches!(name, "addi" | "muli" | "xori" | "andi" | "ori" | "maxsi" | "minui")
}

/// Lines over two arguments, which are the values 0 and 1; the values 2 and 3 are constants.
fn drawn(random: &mut Random) -> (Vec<Line>, [usize; 2]) {
    let count = 2 + random.below(5);
    let line = |at: usize, random: &mut Random| {
        // Chains of one operation can be reordered.
        let name = if random.below(3) == 0 { "addi" } else { NAMES[random.below(NAMES.len())] };
        let flags = if may_have_flags(name) && random.below(4) == 0 { FLAGS[random.below(3)] } else { "" };
        Line { name, flags, operands: [last_or_any(at, random), random.below(4 + at)] }
    };
    let lines = (0..count).map(|at| line(at, random)).collect();
    (lines, [3 + count, random.below(4 + count)])
}

/// The value of the line before, so that most lines are used, or any.
fn last_or_any(at: usize, random: &mut Random) -> usize {
    if random.below(2) == 0 { 3 + at } else { random.below(4 + at) }
}

/// The same lines after an edit, and the word for it; the right ones first.
fn edited(lines: &[Line], random: &mut Random) -> (Vec<Line>, &'static str) {
    let mut out = lines.to_vec();
    let at = random.below(out.len());
    let values = 4 + at;
    match random.below(9) {
        0 if commutes(out[at].name) => {
            out[at].operands.reverse();
            (out, "swapped")
        }
        1 if !out[at].flags.is_empty() => {
            out[at].flags = "";
            (out, "flags dropped")
        }
        2 | 3 => match (0..out.len()).rev().any(|at| reordered(&mut out, at)) {
            true => (out, "reordered"),
            false => (out, "unchanged"),
        },
        4 if may_have_flags(out[at].name) => {
            out[at].flags = FLAGS[random.below(3)];
            (out, "flags")
        }
        5 => {
            out[at].operands[random.below(2)] = random.below(values);
            (out, "operand")
        }
        6 => {
            out[at].name = NAMES[random.below(NAMES.len())];
            if !may_have_flags(out[at].name) {
                out[at].flags = "";
            }
            (out, "operation")
        }
        7 => {
            out[at].operands.reverse();
            (out, "order")
        }
        _ => {
            let (one, other) = (random.below(out.len()), at);
            out.swap(one, other);
            let is_defined = |(at, line): (usize, &Line)| line.operands.iter().all(|value| *value < 4 + at);
            match out.iter().enumerate().all(is_defined) {
                true => (out, "lines"),
                false => (lines.to_vec(), "unchanged"),
            }
        }
    }
}

/// `(a + b) + c` as `a + (b + c)` where the inner line is used here alone.
fn reordered(lines: &mut [Line], at: usize) -> bool {
    let Line { name, operands: [inner, last], .. } = lines[at].clone();
    let Some(place) = inner.checked_sub(4).filter(|place| *place < at) else { return false };
    let Line { name: other, operands: [a, b], .. } = lines[place].clone();
    let used = lines.iter().flat_map(|line| line.operands).filter(|value| *value == inner).count();
    if !matches!(name, "addi" | "muli") || name != other || used != 1 || last >= 4 + place {
        return false;
    }
    lines[place].operands = [b, last];
    lines[at].operands = [a, inner];
    true
}

fn text_of(lines: &[Line], results: [usize; 2], constants: [usize; 2]) -> String {
    let mut out = String::from("func.func @f(%v0: i3, %v1: i3) -> (i3, i3) {\n");
    for (at, constant) in constants.iter().enumerate() {
        out += &format!("%v{} = arith.constant {} : i3\n", at + 2, *constant as i64 - 4);
    }
    for (at, Line { name, flags, operands: [a, b] }) in lines.iter().enumerate() {
        out += &format!("%v{} = arith.{name} %v{a}, %v{b}{flags} : i3\n", at + 4);
    }
    let [a, b] = results.map(|result| result.min(3 + lines.len()));
    out + &format!("return %v{a}, %v{b} : i3, i3\n}}\n")
}

/// What became of a pair: the word for its edit with what terms and the solver said.
fn asked(seed: u64, solvers: &SolverPool) -> (String, Option<String>) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d);
    let (lines, results) = drawn(&mut random);
    let constants = [random.below(8), random.below(8)];
    let (after, edit) = edited(&lines, &mut random);
    let texts = [text_of(&lines, results, constants), text_of(&after, results, constants)];
    let ctx = Context::new();
    let [before, after] = texts.clone().map(|text| {
        let parsed = text::parse(&ctx, &Source::new("f.mlir", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.program
    });
    let (said, wrong) = verdicts(&before, &after, solvers);
    (format!("{edit}: {said}"), wrong.then(|| format!("{edit}: {said}\n{}{}", texts[0], texts[1])))
}

fn verdicts(before: &Program, after: &Program, solvers: &SolverPool) -> (String, bool) {
    let Paired::Both(pair) = pairs(before, after).into_iter().next().expect("a function").2 else {
        panic!("it is a pair");
    };
    let settings = Settings::default();
    let terms = all_values(&pair, &settings);
    let prints = compiled(&pair, &Settings { second_engine: Some(&Interpreter), ..settings });
    let runs = judge(&pair, &settings);
    let solved = solved(&pair, &settings, solvers);
    let is_refuted = |answer: &Answer| matches!(answer, Answer::Refuted(_));
    let by_terms = match &terms {
        Ok(found) if found.polynomials.is_some() => "right as polynomials",
        Ok(found) if found.without_flags => "right without flags",
        Ok(_) => "right",
        Err(NoTerms::Differ) => "differ",
        Err(NoTerms::Undefined) => "may be undefined",
        Err(_) => "open",
    };
    let by_others = match (is_refuted(&runs), is_refuted(&solved), &solved) {
        (false, false, Answer::Proved) => "proved",
        (true, true, _) => "refuted",
        (true, false, _) => "refuted by runs alone",
        (false, true, _) => "refuted by the solver alone",
        _ => "open",
    };
    let right = terms.is_ok() || prints.is_ok();
    (
        format!("{by_terms}, {by_others}"),
        right && by_others.starts_with("refuted") || prints.is_ok() && terms.is_err(),
    )
}

/// What a solver says, without what runs have said.
fn solved(pair: &Pair<'_>, settings: &Settings, solvers: &SolverPool) -> Answer {
    let drawn = BTreeSet::new();
    let prover = Prover { solvers, drawn: &drawn, iterations: 4 };
    prove(pair, settings, &prover, Answer::Tested { inputs: 1, unproved: None })
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn what_terms_call_right_is_right_on_all_inputs_and_by_a_solver() -> Checked {
    let solvers = SolverPool::new(crate::common::solver()?, NonZero::new(2).expect("two"));
    let (count, seed) = (number("ASSAY_TERM_PAIRS", PAIRS), number("ASSAY_TERM_SEED", 1));
    let mut table: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for start in (0..count).step_by(ROUND as usize) {
        let round = start..(start + ROUND).min(count);
        let found: Vec<_> = round
            .into_par_iter()
            .map(|at| asked(seed.wrapping_mul(1 << 32).wrapping_add(at), &solvers))
            .collect();
        for (said, why) in found {
            *table.entry(said).or_default() += 1;
            wrong.extend(why);
        }
    }
    for (said, count) in &table {
        println!("{count:7} {said}");
    }
    let total = |words: &str| {
        table.iter().filter(|(said, _)| said.contains(words)).map(|(_, count)| count).sum::<usize>()
    };
    println!("{count} pairs: right {}, of which wrong {}", total(": right"), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(total(": right") * 10 > count as usize && total("refuted") * 10 > count as usize);
    assert!(count < PAIRS || total("right as polynomials") > 0 && total("right without flags") > 0);
    Ok(())
}

assay_testing::tests!(what_terms_call_right_is_right_on_all_inputs_and_by_a_solver);
