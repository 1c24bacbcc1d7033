//! Reduces a program on which a fact fails: every step that leaves the failure is taken, until none does. The fact is a
//! predicate; the steps are those of [`mutate`].

use assay_ir::data::{Program, known};

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
    program.walk(program.top()).filter(|op| program.op(*op).name != known::BUILTIN_MODULE).count()
}

/// Reduces a program. `read` takes down what there is to be asked about an edited program, which is then put back: no program
/// is copied. `fails` is given up to `together` of these and says which is the first on which the same fact still fails;
/// asking about several at once pays where each question costs a process. At most `most` programs are tried.
pub fn shrink<Q>(
    mut program: Program,
    most: usize,
    together: usize,
    read: &mut dyn FnMut(&Program) -> Q,
    fails: &mut dyn FnMut(&[Q]) -> Option<usize>,
) -> Shrunk {
    let mut tried = 0;
    loop {
        let mut changed = false;
        for mutator in mutate::ALL {
            let mut place = 0;
            while place < (mutator.places)(&program) {
                let mut candidates = Vec::new();
                let mut places = Vec::new();
                while place < (mutator.places)(&program) && candidates.len() < together {
                    let edited = program
                        .tentatively(|program| (mutator.apply)(program, place).map(|()| read(program)));
                    if let Some(candidate) = edited {
                        candidates.push(candidate);
                        places.push(place);
                    }
                    place += 1;
                }
                if candidates.is_empty() {
                    break;
                }
                if tried + candidates.len() > most {
                    return Shrunk { program, tried };
                }
                tried += candidates.len();
                if let Some(first) = fails(&candidates) {
                    // The same edit again, to stay.
                    let _ = (mutator.apply)(&mut program, places[first]);
                    place = places[first] + 1;
                    changed = true;
                }
            }
        }
        if !changed {
            return Shrunk { program, tried };
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
    pub(crate) fn print(program: &Program) -> String {
        assay_ir::text::print(program, &Default::default())
    }

    /// The program after each step of a mutator.
    pub(crate) fn after_each(
        apply: fn(&mut Program, usize) -> Option<()>,
        places: usize,
        program: &mut Program,
    ) -> Vec<String> {
        let before = print(program);
        let step = |place| program.tentatively(|program| apply(program, place).map(|()| print(program)));
        let all = (0..places).filter_map(step).collect();
        assert_eq!(print(program), before);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{print, read};
    use super::*;

    #[test]
    fn what_the_failure_does_not_need_goes() {
        let program = read(
            "func.func @f(%a: f32) -> f32 {\n  %0 = \"l.a\"(%a) {x} : (f32) -> f32\n  \"l.bad\"(%0) : (f32) -> ()\n  \
             cf.br ^bb1\n^bb1:\n  return %0 : f32\n}",
        );
        let mut bad =
            |program: &Program| program.walk(program.top()).any(|op| program.op_name(op) == "l.bad");
        for together in [1, 7] {
            let mut first = |found: &[bool]| found.iter().position(|bad| *bad);
            let shrunk = shrink(program.clone(), 10_000, together, &mut bad, &mut first);
            assert_eq!(print(&shrunk.program), "\"l.bad\"() : () -> ()\n");
            assert_eq!(size(&shrunk.program), 1);
        }
    }
}
