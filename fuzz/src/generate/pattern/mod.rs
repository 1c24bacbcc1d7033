//! Patterns: a connected graph of matched operations, some with a spec, and a rewrite of some actions. Modules in
//! reading order: `sketch` the data, `print` its text; the rest makes sketches.

mod computing;
mod flaw;
mod matcher;
mod print;
mod rewrite;
pub mod sketch;
mod sound;

use arbitrary::Unstructured;

use super::{ChoiceSource, Choose};
use crate::config::{Mode, PatternConfig};
use matcher::{Style, matcher};
use rewrite::Rewriter;

pub use print::{named, text};
pub use sketch::Sketch;

/// Bytes that decide about any pattern.
pub const BYTES: usize = 384;

/// A pattern, from bytes.
pub fn sketch(config: &PatternConfig, bytes: &mut Unstructured<'_>) -> Sketch {
    let dice = &mut ChoiceSource(bytes);
    let mut sketch = generate(config, dice);
    sketch.once = config.once;
    sketch
}

/// A pattern from choices, wherever they come from.
pub fn generate<C: Choose>(config: &PatternConfig, dice: &mut C) -> Sketch {
    let dialect = dice.percent(config.dialect);
    match config.mode {
        Mode::Prototype => {
            let sketch = matcher::prototype(config, dice);
            Rewriter::new(dice, sketch, false).random(config)
        }
        Mode::Sound => sound::sketch(dice, config.ranges),
        Mode::Safe => safe(config, dice, dialect),
        Mode::Adversarial => flawed(config, dice, dialect),
        Mode::Dialect if dice.percent(config.computing) => computing::sketch(dice),
        Mode::Valid | Mode::Dialect => match dice.below(100) {
            0..25 => safe(config, dice, dialect),
            25..40 => rewrite::aliasing(dice, dialect),
            40..55 => flawed(config, dice, dialect),
            _ => random(config, dice, dialect),
        },
    }
}

fn safe<C: Choose>(config: &PatternConfig, dice: &mut C, dialect: bool) -> Sketch {
    let style =
        Style { dialect, ranges: false, several_roots: false, distinct: true, named: !dice.one_in(8) };
    let mut sketch = matcher(config, dice, style);
    // Operations of real dialects have the names that they have: two of one name may be one.
    let names: Vec<&str> = sketch.nodes.iter().filter_map(|node| node.name).collect();
    let distinct = (1..names.len()).all(|at| !names[..at].contains(&names[at]));
    let wild = sketch.nodes.iter().any(|node| node.name.is_none());
    if !distinct || wild {
        sketch = matcher(
            &PatternConfig { nodes: 1, wildcards: 0, ..*config },
            dice,
            Style { named: true, ..style },
        );
    }
    Rewriter::new(dice, sketch, dialect).safe()
}

fn flawed<C: Choose>(config: &PatternConfig, dice: &mut C, dialect: bool) -> Sketch {
    let sketch = safe(config, dice, dialect);
    flaw::flawed(dice, sketch)
}

fn random<C: Choose>(config: &PatternConfig, dice: &mut C, dialect: bool) -> Sketch {
    let ranges = dice.percent(config.ranges);
    let several_roots = dice.percent(config.several_roots);
    let style = Style { dialect, ranges, several_roots, distinct: false, named: false };
    let mut sketch = matcher(config, dice, style);
    if several_roots && dice.one_in(3) {
        sketch.root = Some(dice.below(sketch.nodes.len()));
    }
    let mut sketch = Rewriter::new(dice, sketch, dialect).random(config);
    if dice.percent(config.rootless) && sketch.root.is_some_and(|root| root + 1 == sketch.nodes.len()) {
        let root = sketch.root.take();
        if !sketch.actions.iter().any(|action| mentions(action, root)) {
            sketch.root = root;
        }
    }
    sketch
}

/// Whether the rewrite names an operation.
fn mentions(action: &sketch::Action, node: Option<usize>) -> bool {
    use sketch::{Action, OpRef};
    let is = |op: &OpRef| node.map(OpRef::Node) == Some(*op);
    match action {
        Action::Create(_) => false,
        Action::ReplaceByOp(target, by) => is(target) || is(by),
        Action::ReplaceByValues(target, _) | Action::Erase(target) => is(target),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::bytes;
    use assay_ir::data::{Context, Source};
    use assay_ir::pdl::{patterns, validate};

    fn draw(mode: Mode, seed: u64) -> Sketch {
        sketch(&PatternConfig::for_mode(mode), &mut Unstructured::new(&bytes(seed, BYTES)))
    }

    #[test]
    fn the_same_seed_gives_the_same_pattern() {
        assert_eq!(text(&draw(Mode::Valid, 3)), text(&draw(Mode::Valid, 3)));
        assert_ne!(text(&draw(Mode::Valid, 3)), text(&draw(Mode::Valid, 4)));
    }

    /// All modes but the prototype's keep PDL's own rules, and values connect what they match.
    #[test]
    fn valid_patterns_are_connected_and_keep_the_rules_of_pdl() {
        let mut wrong = Vec::new();
        for mode in [Mode::Valid, Mode::Safe, Mode::Adversarial, Mode::Dialect, Mode::Sound] {
            let registry = assay_corpus::load_builtin(&Context::new());
            for seed in 0..1000 {
                let sketch = draw(mode, seed);
                assert!(sketch.is_connected(), "{mode:?} {seed}\n{}", text(&sketch));
                let parsed = assay_ir::text::parse(registry.ctx(), &Source::new("pattern", text(&sketch)));
                assert!(parsed.diagnostics.is_empty(), "{:?}\n{}", parsed.diagnostics, text(&sketch));
                let pattern = patterns(&parsed.program)[0];
                let found = validate(pattern, Some(&registry));
                if let Some(first) = found.first() {
                    wrong.push(format!("{mode:?} {seed}: {}\n{}", first.message, text(&sketch)));
                }
            }
        }
        assert!(wrong.is_empty(), "{} are wrong\n{}", wrong.len(), wrong[..wrong.len().min(4)].join("\n"));
    }
}
