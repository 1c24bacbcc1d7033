//! Random control flow and nesting, with uses placed anywhere: the checker and MLIR agree on every program.

use std::fmt::Write;

use super::{judge, mlir_accepts};
use assay_testing::Checked;

/// A small generator of numbers: the programs are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

struct Writer {
    numbers: Numbers,
    text: String,
    next_value: usize,
    next_block: usize,
    /// Names that the regions around define, outermost first.
    scopes: Vec<Vec<String>>,
}

/// What owns a region.
#[derive(Clone, Copy, PartialEq)]
enum Owner {
    Function,
    Unregistered,
    ExecuteRegion,
    Module,
}

impl Writer {
    /// Blocks of a region. Names are chosen first, so that uses may come before definitions.
    fn region(&mut self, owner: Owner, depth: usize) {
        let blocks = if owner == Owner::Module { 1 } else { 1 + self.numbers.below(4) };
        let ops: Vec<usize> = (0..blocks).map(|_| self.numbers.below(4)).collect();
        let labels: Vec<usize> = (0..blocks).map(|at| self.next_block + at).collect();
        self.next_block += blocks;
        let first = self.next_value;
        let total: usize = ops.iter().sum();
        self.next_value += total;
        self.scopes.push((first..first + total).map(|value| format!("%v{value}")).collect());
        let mut value = first;
        for (at, count) in ops.into_iter().enumerate() {
            // The first block has no label, so that nothing can branch to it by accident of this generator.
            if at > 0 {
                let _ = writeln!(self.text, "^bb{}:", labels[at]);
            }
            for _ in 0..count {
                self.operation(value, depth);
                value += 1;
            }
            self.terminator(owner, &labels[1..]);
        }
        self.scopes.pop();
    }

    fn any_value(&mut self) -> Option<String> {
        let names: Vec<String> = self.scopes.iter().flatten().cloned().collect();
        (!names.is_empty()).then(|| names[self.numbers.below(names.len())].clone())
    }

    /// A value that is likely to be in order: one of the last ones before `value`.
    fn earlier_value(&mut self, value: usize) -> Option<String> {
        let back = 1 + self.numbers.below(2);
        let name = format!("%v{}", value.checked_sub(back)?);
        self.scopes.iter().flatten().any(|known| *known == name).then_some(name)
    }

    fn operation(&mut self, value: usize, depth: usize) {
        let operand = match self.numbers.below(4) {
            0 => None,
            1 | 2 => self.earlier_value(value),
            _ if self.numbers.one_in(2) => self.any_value(),
            _ => None,
        };
        let (names, types) = match operand {
            Some(name) => (name, "i32"),
            None => (String::new(), ""),
        };
        let nested = depth < 3 && self.numbers.one_in(3);
        if !nested {
            let _ = writeln!(self.text, "%v{value} = \"lab.op\"({names}) : ({types}) -> i32");
            return;
        }
        let owner = [Owner::Unregistered, Owner::Unregistered, Owner::ExecuteRegion, Owner::Module]
            [self.numbers.below(4)];
        match owner {
            Owner::ExecuteRegion => {
                let _ = writeln!(self.text, "%v{value} = \"scf.execute_region\"() ({{");
                self.region(owner, depth + 1);
                self.text.push_str("}) : () -> i32\n");
            }
            Owner::Module => {
                self.text.push_str("\"builtin.module\"() ({\n");
                self.region(owner, depth + 1);
                let _ = writeln!(self.text, "}}) : () -> ()\n%v{value} = \"lab.op\"() : () -> i32");
            }
            _ => {
                let _ = writeln!(self.text, "%v{value} = \"lab.scope\"({names}) ({{");
                self.region(owner, depth + 1);
                let _ = writeln!(self.text, "}}) : ({types}) -> i32");
            }
        }
    }

    fn terminator(&mut self, owner: Owner, targets: &[usize]) {
        if owner == Owner::Module {
            return self.text.push_str("\"lab.end\"() : () -> ()\n");
        }
        if !targets.is_empty() && !self.numbers.one_in(3) {
            let (one, other) =
                (targets[self.numbers.below(targets.len())], targets[self.numbers.below(targets.len())]);
            let _ = writeln!(self.text, "\"lab.br\"()[^bb{one}, ^bb{other}] : () -> ()");
            return;
        }
        let yielded = if owner == Owner::ExecuteRegion { self.any_value() } else { None };
        let _ = match yielded {
            Some(name) => writeln!(self.text, "\"scf.yield\"({name}) : (i32) -> ()"),
            None => writeln!(self.text, "\"lab.end\"() : () -> ()"),
        };
    }
}

fn program(seed: u64) -> String {
    let mut writer = Writer {
        numbers: Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)),
        text: String::from("func.func @f() {\n"),
        next_value: 0,
        next_block: 0,
        scopes: Vec::new(),
    };
    writer.region(Owner::Function, 0);
    writer.text.push_str("}\n");
    writer.text
}

pub(super) fn mlir_and_the_checker_agree_on_random_programs() -> Checked {
    let programs: Vec<String> = (0..1500).map(program).collect();
    let texts: Vec<&str> = programs.iter().map(String::as_str).collect();
    let answers = mlir_accepts(&texts)?;
    let (mut accepted, mut refused) = (0, 0);
    for (text, answer) in texts.iter().zip(answers) {
        let ours = judge("random", text);
        assert_eq!(ours.is_empty(), answer.is_ok(), "we say {ours:?}, MLIR {answer:?}\n{text}");
        *if answer.is_ok() { &mut accepted } else { &mut refused } += 1;
    }
    assert!(accepted > 300 && refused > 300, "{accepted} accepted, {refused} refused");
    Ok(())
}
