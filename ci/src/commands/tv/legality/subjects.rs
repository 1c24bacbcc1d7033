//! The passes and steps that nests go through, and what is known of those of MLIR: the form of loops that they look at, and how they
//! reorder turns.

use assay_fuzz::generate::nest::{Loops, MARKS};

use crate::args::{LegalityArgs, LoopForm, Turns};
use crate::commands::tv::passes::Passes;

/// A pass or a step, with the loops that it gets.
pub(super) struct Subject {
    /// The words of the user, or the name in the table.
    pub(super) label: String,
    /// The options of `assay audit` that name it.
    pub(super) options: String,
    pub(super) passes: Passes,
    pub(super) loops: Loops,
    /// The order that it gives turns, where that is known.
    pub(super) turns: Option<Turns>,
}

/// Passes of MLIR over loops of `affine`, and how they reorder turns.
const AFFINE: [(&str, Option<Turns>); 14] = [
    ("affine-loop-tile{tile-size=4}", Some(Turns::Tile(4))),
    ("affine-loop-fusion{mode=producer maximal=1}", Some(Turns::Fuse)),
    ("affine-loop-fusion{mode=sibling}", None),
    ("affine-loop-unroll{unroll-factor=3}", None),
    ("affine-loop-unroll-jam{unroll-jam-factor=2}", Some(Turns::Jam(2))),
    ("affine-parallelize", Some(Turns::Parallel)),
    ("affine-parallelize{parallel-reductions=1}", Some(Turns::Parallel)),
    ("affine-super-vectorize{virtual-vector-size=4}", Some(Turns::Vectorize(4))),
    ("affine-data-copy-generate{fast-mem-space=0 generate-dma=false}", None),
    ("affine-loop-invariant-code-motion", None),
    ("affine-scalrep", None),
    ("affine-loop-coalescing", None),
    ("affine-loop-normalize", None),
    ("lower-affine", None),
];

/// Passes of MLIR over loops of `scf`; none of them reorders turns.
const SCF: [&str; 8] = [
    "loop-invariant-code-motion",
    "scf-for-loop-peeling",
    "scf-for-loop-range-folding",
    "scf-for-loop-specialization",
    "scf-for-to-while",
    "loop-invariant-subset-hoisting",
    "control-flow-sink",
    "canonicalize",
];

/// Steps of MLIR over loops of `scf`, and how they reorder turns.
const STEPS: [(&str, Option<Turns>); 8] = [
    ("transform.loop.unroll %outer {factor = 3 : i64} : !transform.any_op", None),
    ("transform.loop.unroll_and_jam %outer {factor = 2 : i64} : !transform.any_op", Some(Turns::Jam(2))),
    ("transform.loop.coalesce %outer : (!transform.any_op) -> !transform.any_op", None),
    (
        "transform.loop.pipeline %inner {iteration_interval = 1 : i64, read_latency = 2 : i64} : (!transform.op<\"scf.for\">) -> !transform.any_op",
        None,
    ),
    (
        "transform.loop.peel %outer : (!transform.op<\"scf.for\">) -> (!transform.any_op, !transform.any_op)",
        None,
    ),
    (
        "transform.loop.fuse_sibling %outer into %behind : (!transform.any_op, !transform.any_op) -> !transform.any_op",
        Some(Turns::Fuse),
    ),
    ("transform.apply_licm to %outer : !transform.any_op", None),
    ("transform.loop.promote_if_one_iteration %outer : !transform.any_op", None),
];

/// The passes and steps of a command line; those of MLIR where it names none.
pub(super) fn subjects(args: &LegalityArgs) -> Vec<Subject> {
    if args.pass.is_empty() && args.step.is_empty() {
        let affine = AFFINE.iter().map(|(name, turns)| of_pass(name, Loops::Affine, *turns));
        let scf = SCF.iter().map(|name| of_pass(name, Loops::Scf, None));
        let steps = STEPS.iter().map(|(step, turns)| of_step(step, *turns));
        return affine.chain(scf).chain(steps).collect();
    }
    let passes = args.pass.iter().flat_map(|name| {
        let (loops, turns) = known(name);
        let loops = args.loops.map_or(loops, |form: LoopForm| vec![form.loops()]);
        loops.into_iter().map(move |loops| of_pass(name, loops, args.turns.or(turns)))
    });
    let steps = args.step.iter().map(|step| {
        let turns = STEPS.iter().find(|(known, _)| known == step).and_then(|(_, turns)| *turns);
        of_step(step, args.turns.or(turns))
    });
    passes.chain(steps).collect()
}

/// The name of a pass without its options.
fn base(name: &str) -> &str {
    name.split('{').next().unwrap_or_default()
}

/// The loops that a pass gets, and how it reorders turns: of other options than those of the table nothing is known.
fn known(name: &str) -> (Vec<Loops>, Option<Turns>) {
    let affine = AFFINE.iter().filter(|(known, _)| base(known) == base(name));
    let turns = affine.clone().find(|(known, _)| *known == name).and_then(|(_, turns)| *turns);
    let is_scf = SCF.iter().any(|known| base(known) == base(name));
    match (affine.count() > 0, is_scf) {
        (true, _) => (vec![Loops::Affine], turns),
        (false, true) => (vec![Loops::Scf], None),
        (false, false) => (vec![Loops::Affine, Loops::Scf], None),
    }
}

fn of_pass(name: &str, loops: Loops, turns: Option<Turns>) -> Subject {
    // Some passes of MLIR are on functions alone.
    let on_functions = loops == Loops::Affine && AFFINE.iter().any(|(known, _)| base(known) == base(name));
    let passes = match on_functions {
        true => Passes::of_arguments(Passes::of_names(&format!("func.func({name})"))),
        false => Passes::of_arguments(Passes::of_names(name)),
    };
    let options = format!(" --pass {}", crate::shell::quoted(name));
    Subject {
        label: name.to_owned(),
        options,
        passes: Passes { label: name.to_owned(), ..passes },
        loops,
        turns,
    }
}

/// A step behind the search for its operands; a nest that it fails on stays as it is.
fn of_step(step: &str, turns: Option<Turns>) -> Subject {
    let mut script = String::from(
        "transform.named_sequence @__transform_main(%assay_root: !transform.any_op {transform.readonly}) {\n  \
         transform.sequence %assay_root : !transform.any_op failures(suppress) {\n  ^bb0(%assay_f: !transform.any_op):\n",
    );
    let typed = "!transform.op<\"scf.for\">";
    for mark in MARKS.into_iter().filter(|mark| step.contains(&format!("%{mark}"))) {
        let ty = if step.contains(typed) { typed } else { "!transform.any_op" };
        script.push_str(&format!(
            "    %{mark} = transform.structured.match attributes{{{mark}}} in %assay_f : (!transform.any_op) -> {ty}\n"
        ));
    }
    // A loop that a step makes has no name here.
    let results = step.rsplit_once("->").map_or(0, |(_, types)| types.matches('!').count());
    let names: Vec<String> = (0..results).map(|number| format!("%made{number}")).collect();
    let lead = if names.is_empty() || step.trim_start().starts_with('%') {
        String::new()
    } else {
        format!("{} = ", names.join(", "))
    };
    script.push_str(&format!("    {lead}{step}\n  }}\n  transform.yield\n}}\n"));
    let label =
        step.split_whitespace().find(|word| word.starts_with("transform.")).unwrap_or(step).to_owned();
    let options = format!(" --step {}", crate::shell::quoted(step));
    let passes = Passes {
        arguments: vec!["--transform-interpreter".to_owned()],
        script: Some(script),
        label: label.clone(),
        again: String::new(),
    };
    Subject { label, options, passes, loops: Loops::Scf, turns }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_of_mlir_get_the_loops_that_they_look_at() {
        assert_eq!(known("affine-loop-tile{tile-size=4}"), (vec![Loops::Affine], Some(Turns::Tile(4))));
        assert_eq!(known("affine-loop-tile{tile-size=2}"), (vec![Loops::Affine], None));
        assert_eq!(known("canonicalize"), (vec![Loops::Scf], None));
        assert_eq!(known("lab-tile"), (vec![Loops::Affine, Loops::Scf], None));
    }

    #[test]
    fn results_of_a_step_get_names() {
        let script = of_step(STEPS[4].0, None).passes.script.unwrap_or_default();
        assert!(script.contains("%made0, %made1 = transform.loop.peel %outer"), "{script}");
        assert!(script.contains("%outer = transform.structured.match attributes{outer}"), "{script}");
        assert!(!script.contains("%behind"), "{script}");
    }
}
