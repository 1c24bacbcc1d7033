//! Reduces a program on which a fact fails: every step that leaves the failure is taken, until none does. The fact is a
//! predicate; the steps are those of [`mutate`].

use assay_ir::data::Program;

use crate::mutate;

/// What reducing came to.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The reduced program.
    pub program: Program,
    /// How many programs were tried.
    pub tried: usize,
}

/// How many operations a program has besides its modules.
pub fn size(program: &Program) -> usize {
    program.walk(program.top()).filter(|op| program.op_name(*op) != "builtin.module").count()
}

/// Reduces a program; `fails` says whether the same fact still fails on another one. At most `most` programs are tried.
pub fn shrink(program: &Program, most: usize, fails: &mut dyn FnMut(&Program) -> bool) -> Shrunk {
    let mut best = program.clone();
    let mut tried = 0;
    loop {
        let before = tried;
        let mut changed = false;
        for mutator in mutate::ALL {
            let mut place = 0;
            while place < (mutator.places)(&best) {
                if tried >= most {
                    return Shrunk { program: best, tried };
                }
                if let Some(candidate) = (mutator.apply)(&best, place) {
                    tried += 1;
                    if fails(&candidate) {
                        best = candidate;
                        changed = true;
                    }
                }
                place += 1;
            }
        }
        if !changed || tried == before {
            return Shrunk { program: best, tried };
        }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    //! Programs of the mutators' tests.

    use assay_ir::data::{Context, Program, Source};

    /// Reads.
    pub(crate) fn read(text: &str) -> Program {
        let parsed = assay_ir::text::parse(&Context::new(), &Source::new("t", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.program
    }

    /// Prints.
    pub(crate) fn shown(program: &Program) -> String {
        assay_ir::text::print(program, &Default::default())
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{read, shown};
    use super::*;

    #[test]
    fn what_the_failure_does_not_need_goes() {
        let program = read(
            "func.func @f(%a: f32) -> f32 {\n  %0 = \"l.a\"(%a) {x} : (f32) -> f32\n  \"l.bad\"(%0) : (f32) -> ()\n  \
             cf.br ^bb1\n^bb1:\n  return %0 : f32\n}",
        );
        let bad = |program: &Program| program.walk(program.top()).any(|op| program.op_name(op) == "l.bad");
        let shrunk = shrink(&program, 10_000, &mut |program| bad(program));
        assert_eq!(shown(&shrunk.program), "\"l.bad\"() : () -> ()\n");
        assert_eq!(size(&shrunk.program), 1);
    }
}
