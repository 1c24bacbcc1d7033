//! What is known by hand of the transforms of MLIR: the payload that each leaves, and how it takes its handles (`shapes.txt`).

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

/// Name of an operation that a transform returns.
#[derive(Clone, Copy, Debug)]
pub(super) enum Name {
    /// That of the consumed operation.
    Same,
    /// This one.
    Is(&'static str),
    /// Not known.
    Any,
}

/// Results of a transform.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Patterns over what its operations hold: handles into them stay.
    Inside,
    /// No operation is returned; those are rewritten in place.
    Nothing,
    /// The same, by copies of the body where the number of iterations is known.
    Unrolled,
    /// One operation for each consumed one, in its place; further results are siblings.
    Each(Vec<Name>),
    /// One operation with the name of the first for all.
    Fused,
    /// Any number of operations with the name of the consumed one, in its place.
    Several,
    /// The first result lies in the loops that the others are, from the outside in; of the second name with `use_forall`.
    InLoops(&'static str, &'static str),
    /// The operand itself, changed inside.
    Itself,
    /// A function beside the one around the operation, and a call in its place.
    Outlined(&'static str, &'static str),
}

/// The arguments of a word of `shapes.txt` by the transform that it speaks of.
type Arguments = FxHashMap<&'static str, Vec<&'static str>>;

/// The lines of `shapes.txt`.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    kinds: FxHashMap<&'static str, Vec<&'static str>>,
    shapes: FxHashMap<&'static str, (Shape, Vec<&'static str>)>,
    words: FxHashMap<&'static str, Arguments>,
}

impl Shapes {
    /// Kinds of operations by the name of their set.
    pub(super) fn kinds(&self, set: &str) -> &[&'static str] {
        self.kinds.get(set).map_or(&[], Vec::as_slice)
    }

    /// The results of a transform, and the kinds of the code beside them.
    pub(super) fn shape(&self, transform: &str) -> Option<(&Shape, &[&'static str])> {
        self.shapes.get(transform).map(|(shape, kinds)| (shape, kinds.as_slice()))
    }

    /// Tells if a word is said of a transform.
    pub(super) fn has(&self, word: &str, transform: &str) -> bool {
        self.arguments(word, transform).is_some()
    }

    /// The arguments of a word for a transform.
    pub(super) fn arguments(&self, word: &str, transform: &str) -> Option<&[&'static str]> {
        self.words.get(word)?.get(transform).map(Vec::as_slice)
    }

    fn with_sets(&self, kinds: &[&'static str]) -> Vec<&'static str> {
        let one = |kind: &&'static str| match kind.starts_with('@') {
            true => self.kinds(kind).to_vec(),
            false => vec![*kind],
        };
        kinds.iter().flat_map(one).collect()
    }

    fn add(&mut self, line: &'static str) -> Option<()> {
        let words: Vec<&'static str> = line.split(' ').collect();
        match words[..] {
            ["kinds", set, ref kinds @ ..] => {
                let kinds = self.with_sets(kinds);
                self.kinds.insert(set, kinds);
            }
            ["shape", name, shape, ref kinds @ ..] => {
                let kinds = self.with_sets(kinds);
                self.shapes.insert(name, (Shape::read(shape)?, kinds));
            }
            [word @ ("sizes" | "calls"), name, ref arguments @ ..] => {
                self.words.entry(word).or_default().insert(name, arguments.to_vec());
            }
            [word, ref names @ ..] => {
                self.words.entry(word).or_default().extend(names.iter().map(|name| (*name, Vec::new())));
            }
            [] => return None,
        }
        Some(())
    }
}

impl Shape {
    fn read(text: &'static str) -> Option<Shape> {
        let (word, names) = text.split_once(':').unwrap_or((text, ""));
        let (first, second) = names.split_once(',').unwrap_or((names, names));
        let name = |name| match name {
            "=" => Name::Same,
            "?" => Name::Any,
            name => Name::Is(name),
        };
        Some(match word {
            "inside" => Shape::Inside,
            "none" => Shape::Nothing,
            "unrolled" => Shape::Unrolled,
            "each" => Shape::Each(names.split(',').map(name).collect()),
            "fused" => Shape::Fused,
            "several" => Shape::Several,
            "loops" => Shape::InLoops(first, second),
            "itself" => Shape::Itself,
            "outlined" => Shape::Outlined(first, second),
            _ => return None,
        })
    }
}

fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("shapes.txt").lines().filter(|line| !line.starts_with('#'))
}

/// All lines.
pub(super) fn table() -> &'static Shapes {
    static ALL: OnceLock<Shapes> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Shapes::default();
        for line in lines() {
            all.add(line);
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::super::effects;
    use super::*;
    use crate::contract::Element;

    #[test]
    fn every_line_is_read_and_names_transforms() {
        let mut all = Shapes::default();
        for line in lines() {
            assert!(all.add(line).is_some(), "{line}");
        }
        let named = all.shapes.keys().chain(all.words.values().flat_map(FxHashMap::keys));
        let unknown: Vec<_> = named.filter(|name| effects::lookup(name).is_none()).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        let kinds = all.shapes.values().flat_map(|(_, kinds)| kinds).chain(all.kinds.values().flatten());
        let wrong: Vec<_> = kinds.filter(|kind| kind.parse::<Element>().is_err()).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
