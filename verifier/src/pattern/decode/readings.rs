//! What a matched operation may be where a pattern speaks of groups of its operands or results. In most operations each group
//! runs to the last value; one whose definition has segment sizes has groups of its own, and those that the pattern does
//! not speak of have some size too. An operation without a name may be of either kind: each is a reading. Knows no rewrite.

use assay_ir::data::{Ident, OpId, Program, known};
use assay_ir::pdl::{Operation, PdlOp};
use assay_ir::spec::{Group, OpSpec, Registry, Variadicity};

use super::{is_range, ops_of};

/// What a matched operation is taken for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpReading {
    /// The `pdl.operation`.
    pub op: OpId,
    /// Its name; without one it is any operation that has a group for each place.
    pub name: Option<Ident>,
    /// Sizes of the operand groups that may have several and that no place of the pattern says.
    pub operands: Vec<usize>,
    /// The same of the results.
    pub results: Vec<usize>,
}

/// What operations without a name are taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unnamed {
    /// Operations without segment sizes.
    Plain,
    /// At least one of them has a group of its own for each place.
    Grouped,
    /// At least one of them is an operation whose definition has segment sizes.
    Defined,
}

/// Groups of open size beyond which their sizes are not tried together.
const MAX_OPEN: usize = 6;

/// All ways to read the operations of a pattern together, and whether these are all; no more than `most` of them.
pub(super) fn readings(
    program: &Program,
    registry: &Registry,
    pattern: OpId,
    unnamed: Unnamed,
    most: usize,
) -> (Vec<Vec<OpReading>>, bool) {
    let mut all: Vec<Vec<OpReading>> = vec![Vec::new()];
    let (mut complete, mut wild) = (true, Vec::new());
    for op in ops_of(program, pattern) {
        let PdlOp::Operation(view) = PdlOp::view(program, op) else { continue };
        let grouped = Grouped::new(program, view);
        if !grouped.operands.speaks() && !grouped.results.speaks() && !grouped.numbered {
            continue;
        }
        let (own, whole) = match view.name() {
            Some(name) => of_named(registry, op, name, &grouped),
            None => (of_unnamed(registry, op, unnamed, &grouped), true),
        };
        if view.name().is_none() {
            wild.push(op);
        }
        complete &= whole;
        if own.len() * all.len() > most {
            complete = false;
            break;
        }
        if own != [None] {
            let with = |reading: &Option<OpReading>| {
                let more = reading.clone();
                all.iter().map(move |list| list.iter().cloned().chain(more.clone()).collect())
            };
            all = own.iter().flat_map(with).collect();
        }
    }
    if unnamed != Unnamed::Plain {
        all.retain(|list| list.iter().any(|reading| wild.contains(&reading.op)));
    }
    (all, complete)
}

/// The places of one side of a `pdl.operation`: whether each is a range.
struct Places(Vec<bool>);

impl Places {
    /// Whether the places stand for groups: a range beside something else.
    fn speaks(&self) -> bool {
        self.0.len() > 1 && self.0.contains(&true)
    }

    /// The place from which on each stands for a group.
    fn first(&self) -> usize {
        self.0.iter().position(|range| *range).unwrap_or(self.0.len())
    }
}

/// How a pattern speaks of the groups of an operation.
struct Grouped {
    operands: Places,
    results: Places,
    /// Whether a `pdl.results` asks for one group of the results.
    numbered: bool,
}

impl Grouped {
    /// Whether segment sizes of such an operation make a difference.
    fn concerns(&self, spec: &OpSpec) -> bool {
        (spec.traits.operand_segments && self.operands.speaks())
            || (spec.traits.result_segments && (self.results.speaks() || self.numbered))
    }

    fn new(program: &Program, view: Operation<'_>) -> Grouped {
        let operands = Places(view.operands().map(|value| is_range(program, value)).collect());
        let results = Places(view.result_types().map(|value| is_range(program, value)).collect());
        let asks = |value| {
            program.uses(value).any(|slot| {
                let user = program.operand_owner(slot);
                program.op(user).name == known::PDL_RESULTS && program.attr(user, known::INDEX).is_some()
            })
        };
        Grouped { operands, results, numbered: view.value().is_some_and(asks) }
    }
}

/// The readings of an operation with a name; nothing stands for the only one.
fn of_named(registry: &Registry, op: OpId, name: Ident, grouped: &Grouped) -> (Vec<Option<OpReading>>, bool) {
    let spec = registry.definition(name).filter(|spec| grouped.concerns(spec));
    let Some(spec) = spec else { return (vec![None], true) };
    let operands = sizes(&spec.operands, spec.traits.operand_segments, &grouped.operands, false);
    let results = sizes(&spec.results, spec.traits.result_segments, &grouped.results, grouped.numbered);
    let (Some(operands), Some(results)) = (operands, results) else { return (vec![None], true) };
    let mut out = Vec::new();
    for first in &operands.0 {
        for second in &results.0 {
            let (operands, results) = (first.clone(), second.clone());
            out.push(Some(OpReading { op, name: Some(name), operands, results }));
        }
    }
    (out, operands.1 && results.1)
}

/// The readings of an operation without a name; nothing stands for the one without segment sizes. Of a definition only the
/// sizes matter that let the places stand for different values, and the least ones: nothing names what else there is.
fn of_unnamed(registry: &Registry, op: OpId, unnamed: Unnamed, grouped: &Grouped) -> Vec<Option<OpReading>> {
    let mut out = vec![None];
    let speaks = grouped.operands.speaks() || grouped.results.speaks();
    match unnamed {
        Unnamed::Grouped if speaks => {
            out.push(Some(OpReading { op, name: None, operands: Vec::new(), results: Vec::new() }));
        }
        Unnamed::Defined if speaks || grouped.numbered => {
            let mut specs: Vec<&OpSpec> = registry.ops().map(|spec| &**spec).collect();
            specs.retain(|spec| grouped.concerns(spec));
            specs.sort_by_key(|spec| registry.ctx().str(spec.name));
            for spec in specs {
                let operands = sizes(&spec.operands, spec.traits.operand_segments, &grouped.operands, false);
                let segments = spec.traits.result_segments;
                let results = sizes(&spec.results, segments, &grouped.results, grouped.numbered);
                let (Some(operands), Some(results)) = (operands, results) else { continue };
                let ends = |list: &[Vec<usize>]| [list.last().cloned(), list.first().cloned()];
                for (operands, results) in ends(&operands.0).into_iter().zip(ends(&results.0)) {
                    let (operands, results) = (operands.unwrap_or_default(), results.unwrap_or_default());
                    out.push(Some(OpReading { op, name: Some(spec.name), operands, results }));
                }
            }
            out.dedup();
        }
        _ => {}
    }
    out
}

/// Sizes of the groups of one side that no place says, in all ways, and whether these are all; nothing when the places are
/// more than the groups.
fn sizes(
    groups: &[Group],
    segmented: bool,
    places: &Places,
    numbered: bool,
) -> Option<(Vec<Vec<usize>>, bool)> {
    let open = |group: &Group| group.variadicity != Variadicity::Single;
    let untold: Vec<&Group> = match (segmented, places.speaks()) {
        (true, true) if places.0.len() > groups.len() => return None,
        (true, true) => {
            let (first, told) = (places.first(), places.0.len());
            let untold = groups.iter().enumerate().filter(|(at, _)| *at < first || *at >= told);
            untold.map(|(_, group)| group).filter(|group| open(group)).collect()
        }
        (true, false) if numbered => groups.iter().filter(|group| open(group)).collect(),
        _ => Vec::new(),
    };
    // Without places that say it, the sizes have to make up a number of values that may be as large as any range.
    let longest = |group: &Group| match group.variadicity {
        Variadicity::Variadic if !places.speaks() => 2,
        _ => 1,
    };
    let mut out: Vec<Vec<usize>> = vec![Vec::new()];
    for group in untold.iter().take(MAX_OPEN) {
        let with = |size: usize| {
            out.iter().map(move |list| list.iter().copied().chain([size]).collect::<Vec<usize>>())
        };
        out = (0..=longest(group)).flat_map(with).collect();
    }
    out.iter_mut().for_each(|list| list.resize(untold.len(), 0));
    Some((out, untold.len() <= MAX_OPEN))
}

#[cfg(test)]
mod tests {
    use super::super::{Unnamed, instances, instances_of};
    use crate::structure::testing::{codes_of, with_pattern};
    use crate::verdict::Rule;

    const GROUPS: &str = "  %c = pdl.operand\n  %xs = pdl.operands\n  %ys = pdl.operands\n";
    const PLACES: &str = "(%c, %xs, %ys : !pdl.value, !pdl.range<value>, !pdl.range<value>)";

    /// Names and sizes of the operand groups that an operation is taken to have, where it has any.
    fn taken(operation: &str) -> Vec<(String, Vec<usize>)> {
        let body = format!(
            "{GROUPS}  %root = pdl.operation {operation}\n  pdl.rewrite %root {{\n    pdl.erase %root\n  }}\n"
        );
        with_pattern(&body, |task| {
            let found = [Unnamed::Plain, Unnamed::Defined].map(|unnamed| {
                let found = instances_of(task.program, task.registry, task.pattern, unnamed);
                found.expect("it is analysed")
            });
            assert!(found.iter().all(|found| found.complete));
            let models = found.iter().flat_map(|found| &found.models);
            let models = models.filter(|model| model.impossible.is_empty());
            let mut out: Vec<(String, Vec<usize>)> = models
                .filter_map(|model| {
                    let node = &model.nodes[0];
                    let name = node.name.map_or("", |name| task.registry.ctx().str(name));
                    Some((name.to_owned(), node.operand_sizes.clone()?))
                })
                .collect();
            out.dedup();
            out
        })
    }

    #[test]
    fn an_operation_without_a_name_may_have_groups_of_its_own() {
        let found = taken(PLACES);
        assert!(found.contains(&("cf.cond_br".to_owned(), vec![1, 0, 2])), "{found:?}");
        assert!(found.iter().all(|(name, _)| !name.is_empty()), "{found:?}");
    }

    #[test]
    fn an_operation_with_a_name_has_the_groups_of_its_definition() {
        let found = taken(&format!("\"cf.cond_br\"{PLACES}"));
        assert!(found.iter().all(|(name, sizes)| name == "cf.cond_br" && sizes[0] == 1), "{found:?}");
        assert!(taken(&format!("\"lab.a\"{PLACES}")).is_empty());
    }

    #[test]
    fn groups_that_the_pattern_does_not_speak_of_have_some_size() {
        let places = "(%c, %xs : !pdl.value, !pdl.range<value>)";
        let body = format!("{GROUPS}  %root = pdl.operation \"cf.cond_br\"{places}\n")
            .replace("  %ys = pdl.operands\n", "");
        let erased = format!(
            "{body}  pdl.rewrite %root {{\n    %n = pdl.operation \"lab.n\"(%c : !pdl.value)\n  }}\n"
        );
        assert!(codes_of(&erased).is_empty());
        with_pattern(&erased, |task| {
            let found = instances(task.program, task.registry, task.pattern).expect("it is analysed");
            let sizes = |size: usize| {
                found.models.iter().any(|model| {
                    model.impossible.is_empty() && model.nodes[0].operand_sizes == Some(vec![1, 1, size])
                })
            };
            assert!(sizes(0) && sizes(1));
        });
    }

    #[test]
    fn a_numbered_group_of_results_runs_to_the_last_one() {
        let body = |index: u32, kind: &str| {
            format!(
                "  %t = pdl.type : i32\n  %ts = pdl.types\n  %x = pdl.operand : %t
  %inner = pdl.operation (%x : !pdl.value) -> (%t, %ts : !pdl.type, !pdl.range<type>)
  %v = pdl.result 0 of %inner\n  %root = pdl.operation \"lab.a\"(%v : !pdl.value)\n  pdl.rewrite %root {{
    %rs = pdl.results {index} of %inner -> {kind}
    %n = pdl.operation \"lab.n\"(%rs : {kind})\n  }}\n"
            )
        };
        // Checked with mlir-opt-22: of `i32, i64, f32` group 1 is `i64, f32`.
        assert!(codes_of(&body(1, "!pdl.range<value>")).is_empty());
        assert_eq!(codes_of(&body(2, "!pdl.range<value>")), [Rule::S110]);
        assert_eq!(codes_of(&body(1, "!pdl.value")), [Rule::S110]);
    }

    #[test]
    fn what_holds_in_every_reading_is_proved() {
        let body = |rewrite: &str| {
            format!(
                "  %t = pdl.type : i32\n{GROUPS}  %inner = pdl.operation {PLACES} -> (%t : !pdl.type)
  %v = pdl.result 0 of %inner\n  %root = pdl.operation \"lab.a\"(%v : !pdl.value)\n  pdl.rewrite %root {{
{rewrite}\n    pdl.erase %root\n  }}\n"
            )
        };
        assert!(codes_of(&body("    %n = pdl.operation \"lab.n\"(%ys : !pdl.range<value>)")).is_empty());
        assert!(
            codes_of(&body("    pdl.replace %inner with (%ys : !pdl.range<value>)")).contains(&Rule::S108)
        );
    }
}
