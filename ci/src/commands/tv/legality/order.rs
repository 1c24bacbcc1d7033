//! The order of turns of a nest under a pass, as the steps on loops of `assay transform` ask about it: a nest that such a step does is
//! legal. Where the step refuses, nothing is known.

use assay_fuzz::generate::nest::Shape;
use assay_ir::data::{Context, OpId, Program};
use assay_ir::rewrite::Silent;
use assay_smt::SolverPool;
use assay_transform::order::Policy;
use assay_transform::steps::own::{Call, Edit, by_name};

use crate::args::Turns;
use crate::commands::tv::smaller::reparse;

/// Tells if the turns of a nest in loops of `scf` may be reordered like this.
pub(super) fn is_legal(text: &str, shape: Shape, turns: Turns, solvers: Option<&SolverPool>) -> bool {
    let is_nested = shape == Shape::Nested;
    let asked: Vec<(&str, &[&str], Vec<i128>)> = match turns {
        Turns::Tile(size) if is_nested => vec![("loop_tile", &["outer"], vec![size.into(); 2])],
        Turns::Tile(size) => vec![("loop_tile", &["outer"], vec![size.into()])],
        // A size of 1 keeps the inner loop around the turns that are side by side.
        Turns::Jam(factor) if is_nested => vec![("loop_tile", &["outer"], vec![factor.into(), 1])],
        Turns::Fuse if !is_nested => vec![("loop_fuse", &["outer", "behind"], Vec::new())],
        Turns::Vectorize(width) if is_nested => vec![("loop_vectorize", &["inner"], vec![width.into()])],
        // All turns may run at once where they may run from the last to the first.
        Turns::Parallel if is_nested => {
            vec![("loop_reverse", &["outer"], Vec::new()), ("loop_reverse", &["inner"], Vec::new())]
        }
        Turns::Parallel => vec![("loop_reverse", &["outer"], Vec::new())],
        Turns::Jam(_) | Turns::Fuse | Turns::Vectorize(_) => Vec::new(),
    };
    asked.into_iter().any(|(step, marks, numbers)| is_done(text, step, marks, numbers, solvers))
}

/// Tells if a step does what it is asked to.
fn is_done(text: &str, step: &str, marks: &[&str], numbers: Vec<i128>, solvers: Option<&SolverPool>) -> bool {
    let Some(step) = by_name(&format!("assay.{step}")) else { return false };
    let Some(mut program) = reparse(&Context::new(), text) else { return false };
    let loops: Option<Vec<OpId>> = marks.iter().map(|mark| marked(&program, mark)).collect();
    let Some(loops) = loops else { return false };
    let policy = Policy { solvers, ..Policy::default() };
    let (mut listener, mut notes) = (Silent, Vec::new());
    let mut edit = Edit { program: &mut program, listener: &mut listener, policy, notes: &mut notes };
    step.apply(&mut edit, &Call { loops, numbers, text: String::new() }).is_ok()
}

/// The operation with a mark.
fn marked(program: &Program, mark: &str) -> Option<OpId> {
    let name = program.ctx().ident(mark);
    program.walk(program.top()).find(|op| program.attr(*op, name).is_some())
}

#[cfg(test)]
mod tests {
    use assay_fuzz::generate::nest::{Condition, Loops, nest};

    use super::*;

    #[test]
    fn distances_decide_without_a_solver_where_they_are_known() {
        let legal = |condition, turns| {
            let one = nest(1, condition, 0, Loops::Scf);
            is_legal(&one.text, one.shape, turns, None)
        };
        for turns in [Turns::Tile(4), Turns::Jam(2), Turns::Parallel] {
            assert!(legal(Condition::Independent, turns), "{turns:?}");
            assert!(!legal(Condition::Call, turns), "{turns:?}");
        }
        assert!(legal(Condition::Forward, Turns::Tile(4)));
        assert!(!legal(Condition::Mixed, Turns::Tile(4)));
    }
}
