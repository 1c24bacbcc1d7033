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

/// Reduces a program. `fails` is given up to `together` programs and says which of them is the first on which the same
/// fact still fails; asking about several at once pays where each question costs a process. At most `most` programs are
/// tried.
pub fn shrink(
    program: &Program,
    most: usize,
    together: usize,
    fails: &mut dyn FnMut(&[Program]) -> Option<usize>,
) -> Shrunk {
    let mut best = program.clone();
    let mut tried = 0;
    loop {
        let mut changed = false;
        for mutator in mutate::ALL {
            let mut place = 0;
            while place < (mutator.places)(&best) {
                let mut candidates = Vec::new();
                let mut places = Vec::new();
                while place < (mutator.places)(&best) && candidates.len() < together {
                    if let Some(candidate) = (mutator.apply)(&best, place) {
                        candidates.push(candidate);
                        places.push(place);
                    }
                    place += 1;
                }
                if candidates.is_empty() {
                    break;
                }
                if tried + candidates.len() > most {
                    return Shrunk { program: best, tried };
                }
                tried += candidates.len();
                if let Some(first) = fails(&candidates) {
                    best = candidates.swap_remove(first);
                    place = places[first] + 1;
                    changed = true;
                }
            }
        }
        if !changed {
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
        for together in [1, 7] {
            let shrunk =
                shrink(&program, 10_000, together, &mut |programs: &[Program]| programs.iter().position(bad));
            assert_eq!(shown(&shrunk.program), "\"l.bad\"() : () -> ()\n");
            assert_eq!(size(&shrunk.program), 1);
        }
    }
}
