//! What may go wrong at given types, as statements: the rewritten program is undefined, poison or another value where the
//! original was a value, or effects differ. Each thing that can be seen is a question of its own. Knows no solver.

use super::builder::{Change, Encoding, Observable};
use crate::verdict::Rule;
use assay_semantics::compare;
use assay_term::node::TermId;

/// Something that must never hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Broken {
    /// The rule that is broken where it holds.
    pub code: Rule,
    /// Which of [`Encoding::observed`] it is about.
    pub observed: usize,
    /// The statement.
    pub statement: TermId,
}

/// All that must never hold, in the order in which it is worth telling.
pub(crate) fn broken(sides: &mut Encoding) -> Vec<Broken> {
    let defined = sides.pool.not(sides.undefined_before);
    let defined_after = sides.pool.not(sides.undefined_after);
    let both = sides.pool.and(defined, defined_after);
    // Where an operation that the rewrite makes reads memory, what it reads may have changed since it was read before.
    let read_anew = sides.memory.reads.iter().any(|read| read.created);
    let quiet = if read_anew { sides.memory.quiet(&mut sides.pool) } else { sides.pool.boolean(true) };
    let changed = sides.pool.not(quiet);
    let mut out = Vec::new();
    for observed in 0..sides.observed.len() {
        let seen = sides.observed[observed].clone();
        let runs = sides.pool.not(seen.undefined);
        let both = sides.pool.and(both, runs);
        let (differs, poisoned) = compare(&mut sides.pool, &seen.before, &seen.after);
        let either = sides.pool.or(differs, poisoned);
        let statements = match seen.seen {
            Observable::Stored(_, Change::Gone | Change::New) => vec![(Rule::V304, vec![either])],
            _ => vec![
                (Rule::V301, vec![quiet, differs]),
                (Rule::V303, vec![quiet, poisoned]),
                (Rule::V304, vec![changed, either]),
            ],
        };
        for (code, parts) in statements {
            let what = sides.pool.all(parts);
            let statement = sides.pool.and(both, what);
            if sides.pool.value(statement) != Some(0) {
                out.push(Broken { code, observed, statement });
            }
        }
    }
    let undefined = sides.pool.and(defined, sides.undefined_after);
    let last = sides.observed.len().saturating_sub(1);
    out.push(Broken { code: Rule::V302, observed: last, statement: undefined });
    out
}
