//! What may go wrong at given types, as statements: the rewritten program is undefined, poison or another value where the
//! original was a value. Each result of each replacement is a question of its own. Knows no solver.

use super::expr::{Ex, Pool};
use super::meaning::Value;
use super::sides::Sides;
use crate::verdict::Code;

/// Something that must never hold.
#[derive(Clone, Copy, Debug)]
pub struct Broken {
    /// The rule that is broken where it holds.
    pub code: Code,
    /// Which of [`Sides::replaced`] it is about.
    pub replaced: usize,
    /// The statement.
    pub statement: Ex,
}

/// All that must never hold, in the order in which it is worth telling.
pub fn broken(sides: &mut Sides) -> Vec<Broken> {
    let defined = sides.pool.not(sides.undefined_before);
    let defined_after = sides.pool.not(sides.undefined_after);
    let both = sides.pool.and(defined, defined_after);
    let mut out = Vec::new();
    for replaced in 0..sides.replaced.len() {
        let (before, after) =
            (sides.replaced[replaced].before.clone(), sides.replaced[replaced].after.clone());
        let (differs, poisoned) = compare(&mut sides.pool, &before, &after);
        for (code, what) in [("V301", differs), ("V303", poisoned)] {
            out.push(Broken { code, replaced, statement: sides.pool.and(both, what) });
        }
    }
    let undefined = sides.pool.and(defined, sides.undefined_after);
    let last = sides.replaced.len().saturating_sub(1);
    out.push(Broken { code: "V302", replaced: last, statement: undefined });
    out
}

/// When a value differs, and when it is poison where it was none.
fn compare(pool: &mut Pool, before: &Value, after: &Value) -> (Ex, Ex) {
    let (mut differs, mut poisoned) = (pool.boolean(false), pool.boolean(false));
    for (old, new) in before.elements.iter().zip(&after.elements) {
        let sound = pool.not(old.poison);
        let worse = pool.and(sound, new.poison);
        poisoned = pool.or(poisoned, worse);
        let still = pool.not(new.poison);
        let other = pool.differ(old.bits, new.bits);
        let both = pool.and(sound, still);
        let other = pool.and(both, other);
        differs = pool.or(differs, other);
    }
    (differs, poisoned)
}
