//! Numbers for the lengths of a program: what its arguments say, and what is said beside them.

use std::collections::BTreeMap;

use crate::core::Definition;
use crate::nat::{Nat, Symbol};

/// A number for each declared length.
pub type Sizes = BTreeMap<Symbol, i128>;

/// The largest extent of an array that exists.
const MAX_EXTENT: i128 = 1 << 48;

/// The number that a length is.
pub fn number(length: &Nat, sizes: &Sizes) -> Option<i128> {
    length.value(&|symbol| sizes.get(symbol).copied())
}

/// Numbers for all lengths of a definition, so that each length is its extent; `said` are known before.
///
/// # Errors
/// A sentence: extents that do not fit, or a length that nothing says.
pub fn solve(definition: &Definition, extents: &[(Nat, i128)], said: &Sizes) -> Result<Sizes, String> {
    let mut sizes = said.clone();
    loop {
        let before = sizes.len();
        for (length, extent) in extents {
            learn(length, *extent, &mut sizes)?;
        }
        if sizes.len() == before {
            break;
        }
    }
    if let Some(open) = definition.lengths.iter().find(|length| !sizes.contains_key(*length)) {
        return Err(format!("nothing says what `{open}` is: write `--sizes {open}=NUMBER`"));
    }
    for (length, extent) in extents {
        let found = number(length, &sizes);
        if found != Some(*extent) {
            let found = found.map_or_else(|| "none".to_owned(), |found| found.to_string());
            return Err(format!("expected an extent of {length} = {found}, found {extent}"));
        }
    }
    Ok(sizes)
}

fn learn(length: &Nat, extent: i128, sizes: &mut Sizes) -> Result<(), String> {
    let known = |symbol: &Symbol| sizes.get(symbol).map(|number| Nat::constant(*number));
    let wrong = || format!("expected an extent of {length}, found {extent}");
    let left = length.substituted(&known).ok_or_else(wrong)?;
    let difference = left.minus(&Nat::constant(extent)).ok_or_else(wrong)?;
    let open: Vec<Symbol> = difference.symbols().into_iter().collect();
    let [only] = &open[..] else { return Ok(()) };
    let Some(solution) = difference.solved(only) else {
        // A square, say, is found by another extent or not at all.
        let linear = difference.terms().all(|(_, powers)| powers.iter().all(|(_, power)| *power == 1));
        return if linear { Err(wrong()) } else { Ok(()) };
    };
    let number = solution.number().filter(|number| (0..=MAX_EXTENT).contains(number)).ok_or_else(wrong)?;
    sizes.insert(only.clone(), number);
    Ok(())
}

/// The sizes that a text such as `n=4,k=5` says for a definition.
///
/// # Errors
/// A sentence.
pub fn parse(text: &str, definition: &Definition) -> Result<Sizes, String> {
    let mut sizes = Sizes::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, number) =
            part.split_once('=').ok_or_else(|| format!("expected NAME=NUMBER, found `{part}`"))?;
        let symbol = definition.lengths.iter().find(|symbol| symbol.to_string() == name.trim());
        let symbol = symbol.ok_or_else(|| format!("@{} has no length `{}`", definition.name, name.trim()))?;
        let number = number.trim().parse::<i128>().ok().filter(|number| (0..=MAX_EXTENT).contains(number));
        let number = number.ok_or_else(|| format!("expected a number from 0 to 2^48, found `{part}`"))?;
        sizes.insert(symbol.clone(), number);
    }
    Ok(sizes)
}
