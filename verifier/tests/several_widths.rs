//! Patterns over two or three open widths that are drawn, many of them right at the narrowest widths alone: what is proved is
//! right at all widths up to five, for all numbers, as this file computes them.

mod common;

use std::collections::BTreeMap;
use std::num::NonZero;

use assay_corpus::load_builtin;
use assay_ir::data::{Context, Source};
use assay_ir::pdl::patterns;
use assay_ir::text;
use assay_testing::Checked;
use assay_verifier::pattern::Subject;
use assay_verifier::smt::SolverPool;
use assay_verifier::stage::{Options, Task};
use assay_verifier::values::analyse;
use assay_verifier::verdict::StageVerdict;

/// An expression over integers of the open widths, which are numbered, narrow ones first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    /// The operand of this number, of a width.
    Operand(usize, usize),
    Binary(&'static str, Box<Term>, Box<Term>),
    /// An extension or truncation to a width.
    Resized(&'static str, Box<Term>, usize),
}

const BINARY: [&str; 6] = ["addi", "subi", "muli", "andi", "ori", "xori"];

fn mask(width: u32) -> u64 {
    (1 << width) - 1
}

impl Term {
    fn width(&self) -> usize {
        match self {
            Term::Operand(_, width) | Term::Resized(_, _, width) => *width,
            Term::Binary(_, a, _) => a.width(),
        }
    }

    fn value(&self, widths: &[u32], operands: &[u64]) -> u64 {
        let own = widths[self.width()];
        let value = match self {
            Term::Operand(number, _) => operands[*number],
            Term::Binary(op, a, b) => {
                let (a, b) = (a.value(widths, operands), b.value(widths, operands));
                match *op {
                    "addi" => a.wrapping_add(b),
                    "subi" => a.wrapping_sub(b),
                    "muli" => a.wrapping_mul(b),
                    "andi" => a & b,
                    "ori" => a | b,
                    _ => a ^ b,
                }
            }
            Term::Resized(op, of, _) => {
                let (value, from) = (of.value(widths, operands), widths[of.width()]);
                match *op == "extsi" && value >> (from - 1) & 1 == 1 {
                    true => value | !mask(from),
                    false => value,
                }
            }
        };
        value & mask(own)
    }

    /// Widths of the operands, by their numbers, and which widths occur.
    fn seen(&self, operands: &mut BTreeMap<usize, usize>, widths: &mut Vec<usize>) {
        widths.push(self.width());
        match self {
            Term::Operand(number, width) => {
                operands.insert(*number, *width);
            }
            Term::Binary(_, a, b) => {
                a.seen(operands, widths);
                b.seen(operands, widths);
            }
            Term::Resized(_, of, _) => of.seen(operands, widths),
        }
    }

    /// Operations in PDL that match it, or make it; gives the name of the value.
    fn write(&self, out: &mut String, next: &mut usize, made: bool) -> String {
        let (name, list) = match self {
            Term::Operand(number, _) => return format!("%x{number}"),
            Term::Binary(name, a, b) => (name, vec![a.write(out, next, made), b.write(out, next, made)]),
            Term::Resized(name, of, _) => (name, vec![of.write(out, next, made)]),
        };
        let (number, ty) = (*next, self.width());
        *next += 1;
        let values = vec!["!pdl.value"; list.len()].join(", ");
        let flags = match (made, *name) {
            (true, "addi" | "subi" | "muli" | "trunci") => " {\"overflowFlags\" = %none}",
            _ => "",
        };
        *out += &format!(
            "  %o{number} = pdl.operation \"arith.{name}\"({} : {values}){flags} -> (%t{ty} : !pdl.type)\n  \
             %v{number} = pdl.result 0 of %o{number}\n",
            list.join(", ")
        );
        format!("%v{number}")
    }
}

/// A pattern that puts `by` in the place of `old`; `None` where it is none.
fn pattern(old: &Term, by: &Term) -> Option<String> {
    let (mut operands, mut widths) = (BTreeMap::new(), Vec::new());
    old.seen(&mut operands, &mut widths);
    let (mut others, mut more) = (BTreeMap::new(), Vec::new());
    by.seen(&mut others, &mut more);
    let known = others.keys().all(|number| operands.contains_key(number));
    if matches!(old, Term::Operand(..)) || !known || more.iter().any(|width| !widths.contains(width)) {
        return None;
    }
    widths.sort_unstable();
    widths.dedup();
    let mut out = String::from("pdl.pattern @p : benefit(1) {\n");
    for width in &widths {
        out += &format!("  %t{width} = pdl.type\n");
    }
    for (number, width) in &operands {
        out += &format!("  %x{number} = pdl.operand : %t{width}\n");
    }
    let mut next = 0;
    let root = old.write(&mut out, &mut next, false).replace("%v", "%o");
    out += &format!("  pdl.rewrite {root} {{\n  %none = pdl.attribute = #arith.overflow<none>\n");
    let value = by.write(&mut out, &mut next, true);
    out += &format!("  pdl.replace {root} with ({value} : !pdl.value)\n  }}\n}}\n");
    Some(out)
}

/// Whether both come to the same at widths up to `most` in order.
fn agree(a: &Term, b: &Term, count: usize, most: u32) -> bool {
    all_widths(count, most).iter().all(|widths| {
        let (mut operands, mut unused) = (BTreeMap::new(), Vec::new());
        a.seen(&mut operands, &mut unused);
        b.seen(&mut operands, &mut unused);
        let bits: u32 = operands.values().map(|width| widths[*width]).sum();
        (0..1u64 << bits).all(|mut number| {
            let mut values = vec![0; 4];
            for (operand, width) in &operands {
                values[*operand] = number & mask(widths[*width]);
                number >>= widths[*width];
            }
            a.value(widths, &values) == b.value(widths, &values)
        })
    })
}

fn all_widths(count: usize, most: u32) -> Vec<Vec<u32>> {
    let mut list: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = list.iter().flat_map(|before| {
            let first = before.last().map_or(1, |last| last + 1);
            (first..=most).map(|width| before.iter().copied().chain([width]).collect::<Vec<u32>>())
        });
        list = longer.collect();
    }
    list
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// A term of a width among `count`.
    fn term(&mut self, width: usize, count: usize, depth: usize) -> Term {
        // Two operands of the narrowest width, one of each other.
        let operand = |random: &mut Random| match width {
            0 => Term::Operand(random.below(2), 0),
            other => Term::Operand(other + 1, other),
        };
        if depth == 0 {
            return operand(self);
        }
        match self.below(5) {
            0 => operand(self),
            1 | 2 => {
                let op = BINARY[self.below(BINARY.len())];
                let (a, b) = (self.term(width, count, depth - 1), self.term(width, count, depth - 1));
                Term::Binary(op, Box::new(a), Box::new(b))
            }
            _ => {
                let from = (width + 1 + self.below(count - 1)) % count;
                let op = match from < width {
                    true => ["extui", "extsi"][self.below(2)],
                    false => "trunci",
                };
                Term::Resized(op, Box::new(self.term(from, count, depth - 1)), width)
            }
        }
    }
}

/// Pairs of terms that agree at the narrowest widths.
fn pairs(random: &mut Random, count: usize, wanted: usize) -> Vec<(Term, Term)> {
    let mut out = Vec::new();
    while out.len() < wanted {
        let width = random.below(count);
        let old = random.term(width, count, 3);
        for _ in 0..200 {
            let by = random.term(width, count, 2);
            if old != by && pattern(&old, &by).is_some() && agree(&old, &by, count, count as u32) {
                out.push((old, by));
                break;
            }
        }
    }
    out
}

fn what_is_proved_of_several_open_widths_is_right_at_all_small_ones() -> Checked {
    let solvers = SolverPool::new(common::solver()?, NonZero::new(2).expect("two"));
    let options = Options { width_max: 10, ..Options::default() };
    let mut random = Random(7);
    let (mut right, mut wrong, mut proved) = (0, 0, 0);
    for count in [2, 3] {
        for (old, by) in pairs(&mut random, count, 60) {
            let ctx = Context::new();
            let registry = load_builtin(&ctx);
            let written = pattern(&old, &by).expect("it was one");
            let program = text::parse(&ctx, &Source::new("drawn.mlir", written.as_str())).program;
            let one = patterns(&program).remove(0);
            let subject = Subject::new(&program, one.op, &registry);
            let verdict = analyse(&Task::new(&subject, &options), Some(&solvers)).verdict;
            let holds = agree(&old, &by, count, if count == 2 { 5 } else { 4 });
            right += usize::from(holds);
            wrong += usize::from(!holds);
            if matches!(verdict, StageVerdict::Proved) {
                assert!(holds, "{written}");
                proved += 1;
            }
        }
    }
    assay_testing::note!("{proved} proved of {right} that are right; {wrong} are wrong");
    assert!(wrong >= 20, "{wrong} wrong patterns");
    assert!(proved * 2 >= right && proved >= 20, "{proved} proved of {right}");
    Ok(())
}

assay_testing::tests!(what_is_proved_of_several_open_widths_is_right_at_all_small_ones,);
