//! N402: patterns that end one by one and feed each other without end. Looks for the shortest cycle of patterns, each of
//! which makes what the next one matches, and shows it by a run of the greedy engine over all patterns of the set. That
//! no cycle shows proves nothing. Forms no verdict.
//!
//! Order: cycles by length, then by the text. A cycle counts only if the whole set runs forever too, with the members
//! of the cycle first among equals (MLIR leaves that order open): a pattern of higher benefit may break it.

use std::collections::VecDeque;

use assay_ir::data::{Ident, OpId, Program};
use assay_ir::pdl::Pattern;
use assay_ir::rewrite::{CompiledPattern, GreedyOptions, PdlSemantics};
use assay_ir::spec::Registry;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Endless, endless, payloads, runs_for};
use crate::pattern::AnalyzedPattern;
use crate::pattern::model::{Model, Step};
use crate::stage::{Options, Task};
use crate::verdict::{Claim, Finding, Label, Rule, Severity};
use crate::witness::{Payload, file, replay};

/// Longest cycle that is looked for.
const LONGEST: usize = 8;
/// Cycles that are run at most.
const MAX_RUNS: usize = 512;

/// A cycle that was shown.
#[derive(Clone, Debug)]
pub(crate) struct EndlessSet {
    /// The patterns of the cycle, each feeding the next one.
    pub members: Vec<OpId>,
    /// The claim, which blames the rewrite of the first member, and the run.
    pub finding: Finding,
}

/// A pattern that may take part.
struct Member<'a> {
    pattern: Pattern<'a>,
    subject: &'a AnalyzedPattern<'a>,
    model: &'a Model,
}

/// The shortest cycle among patterns of one text; those that break or never match have no place in it.
pub(crate) fn endless_set(
    program: &Program,
    registry: &Registry,
    options: &Options,
    patterns: &[OpId],
) -> Option<EndlessSet> {
    let subjects: Vec<AnalyzedPattern<'_>> = patterns
        .iter()
        .map(|op| AnalyzedPattern::new(program, *op, registry).within(options.limits))
        .collect();
    let members: Vec<Member<'_>> = subjects.iter().filter_map(member).collect();
    let feeds = Feeds::new(&members);
    let cycles = (2..=LONGEST.min(members.len())).flat_map(|length| cycles(&feeds, length));
    cycles.take(MAX_RUNS).find_map(|cycle| endless_run(options, &members, &cycle))
}

fn member<'a>(subject: &'a AnalyzedPattern<'a>) -> Option<Member<'a>> {
    let model = subject.plainest().ok()?;
    let native = !model.constraints.is_empty() || !model.makers.is_empty();
    let pattern = subject.view();
    (!native && model.impossible.is_empty()).then_some(Member { pattern, subject, model })
}

/// The relation "may feed" between patterns: one feeds another if it creates an operation of a name that the other matches,
/// or an operation of the program gets other operands and the other matches several. Kept by name, since the pairs of a large
/// set do not fit into memory.
#[derive(Default)]
struct Feeds {
    /// Number of patterns.
    count: usize,
    /// Names that each pattern creates.
    created: Vec<Vec<Ident>>,
    /// Names that each pattern matches.
    matched: Vec<Vec<Ident>>,
    /// Patterns that create operations of a name, and those that match them.
    makers: FxHashMap<Ident, Vec<usize>>,
    takers: FxHashMap<Ident, Vec<usize>>,
    /// Patterns that create anything, and those that match operations of any name.
    creating: Vec<usize>,
    any_name: Vec<usize>,
    /// Patterns that change operands, and those that match several operations.
    moving: Vec<usize>,
    several: Vec<usize>,
}

impl Feeds {
    fn new(members: &[Member<'_>]) -> Feeds {
        let mut feeds = Feeds { count: members.len(), ..Feeds::default() };
        let moves = |step: &Step| matches!(step, Step::Replace { values, .. } if !values.is_empty());
        for (index, member) in members.iter().enumerate() {
            let mut created: Vec<Ident> = member.model.created.iter().map(|created| created.name).collect();
            let mut matched: Vec<Ident> = member.model.nodes.iter().filter_map(|node| node.name).collect();
            for (names, users) in [(&mut created, &mut feeds.makers), (&mut matched, &mut feeds.takers)] {
                names.sort_unstable();
                names.dedup();
                names.iter().for_each(|name| users.entry(*name).or_default().push(index));
            }
            let roles = [
                (!created.is_empty(), &mut feeds.creating),
                (member.model.nodes.iter().any(|node| node.name.is_none()), &mut feeds.any_name),
                (member.model.actions.iter().any(|action| moves(&action.step)), &mut feeds.moving),
                (member.model.nodes.len() > 1, &mut feeds.several),
            ];
            roles.into_iter().filter(|(has, _)| *has).for_each(|(_, list)| list.push(index));
            feeds.created.push(created);
            feeds.matched.push(matched);
        }
        feeds
    }

    /// The patterns that one feeds, in order.
    fn next(&self, from: usize) -> Vec<usize> {
        let takers = self.created[from].iter().filter_map(|name| self.takers.get(name));
        let any_name = (!self.created[from].is_empty()).then_some(&self.any_name);
        let several = self.moving.binary_search(&from).is_ok().then_some(&self.several);
        let mut next: Vec<usize> = takers.chain(any_name).chain(several).flatten().copied().collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    /// Tells if one pattern feeds another.
    fn feeds(&self, from: usize, to: usize) -> bool {
        let in_list = |list: &[usize], member: usize| list.binary_search(&member).is_ok();
        (in_list(&self.moving, from) && in_list(&self.several, to))
            || (in_list(&self.creating, from) && in_list(&self.any_name, to))
            || self.created[from].iter().any(|name| self.matched[to].binary_search(name).is_ok())
    }

    /// Number of steps from each pattern to `goal`, over patterns that come after it in the text.
    fn distances(&self, goal: usize) -> Vec<usize> {
        let mut out = vec![usize::MAX; self.count];
        out[goal] = 0;
        let mut queue = VecDeque::from([goal]);
        let (mut names, mut any_name, mut several) = (FxHashSet::default(), false, false);
        while let Some(at) = queue.pop_front() {
            // Those that feed one pattern by a name, or in another way, feed all others of that way: they are met once.
            let fresh = self.matched[at].iter().filter(|name| names.insert(**name));
            let mut before: Vec<&Vec<usize>> = fresh.filter_map(|name| self.makers.get(name)).collect();
            for (list, seen, feeders) in
                [(&self.any_name, &mut any_name, &self.creating), (&self.several, &mut several, &self.moving)]
            {
                if !*seen && list.binary_search(&at).is_ok() {
                    *seen = true;
                    before.push(feeders);
                }
            }
            for from in before.into_iter().flatten().filter(|from| **from >= goal) {
                if out[*from] == usize::MAX {
                    out[*from] = out[at] + 1;
                    queue.push_back(*from);
                }
            }
        }
        out
    }
}

/// Simple cycles of one length, each from its first member in the text.
fn cycles(feeds: &Feeds, length: usize) -> Vec<Vec<usize>> {
    let mut out = Vec::new();
    for first in 0..feeds.count {
        let back = feeds.distances(first);
        let mut stack = vec![vec![first]];
        while let Some(path) = stack.pop() {
            let last = path[path.len() - 1];
            if path.len() == length {
                if feeds.feeds(last, first) {
                    out.push(path);
                }
                continue;
            }
            let rest = length - path.len();
            let next = feeds.next(last);
            let fits = |to: &&usize| **to > first && !path.contains(to) && back[**to] <= rest;
            let longer = |to: &usize| path.iter().copied().chain([*to]).collect();
            stack.extend(next.iter().rev().filter(fits).map(longer));
            if out.len() + stack.len() > 16 * MAX_RUNS {
                return out;
            }
        }
    }
    out
}

/// An endless run of the cycle, in which the whole set takes part.
fn endless_run(options: &Options, members: &[Member<'_>], cycle: &[usize]) -> Option<EndlessSet> {
    let limits = runs_for(options);
    for start in 0..cycle.len() {
        let order: Vec<usize> = cycle[start..].iter().chain(&cycle[..start]).copied().collect();
        let first = &members[order[0]];
        for mut payload in payloads(&Task::new(first.subject, options), first.model) {
            let Some(Endless { failure, after, applications }) = run(members, &order, &mut payload, &limits)
            else {
                continue;
            };
            let others = (0..members.len()).filter(|member| !cycle.contains(member));
            let all: Vec<usize> = others.chain(cycle.iter().copied()).collect();
            if all.len() > order.len() && run(members, &all, &mut payload, &limits).is_none() {
                continue;
            }
            let part: Vec<Pattern<'_>> = order.iter().map(|member| members[*member].pattern).collect();
            let witness = Some(file::endless(&part, &payload, after, failure, applications));
            let claim = claim(members, cycle);
            let members = cycle.iter().map(|member| members[*member].pattern.op).collect();
            return Some(EndlessSet { members, finding: Finding { claim, witness } });
        }
    }
    None
}

/// A run of the members in this order that does not end.
fn run(
    members: &[Member<'_>],
    order: &[usize],
    payload: &mut Payload,
    limits: &GreedyOptions<'_>,
) -> Option<Endless> {
    let registry = members[*order.first()?].subject.registry;
    let compiled: Option<Vec<CompiledPattern<'_>>> =
        order.iter().map(|member| members[*member].subject.compiled().ok()).collect();
    endless(&compiled?, payload, &replay::options(registry, PdlSemantics::Mlir22), limits)
}

fn claim(members: &[Member<'_>], cycle: &[usize]) -> Claim {
    let name = |member: usize| match members[member].pattern.name() {
        Some(name) => format!("@{name}"),
        None => "a pattern without a name".to_owned(),
    };
    let names: Vec<String> = cycle.iter().map(|member| name(*member)).collect();
    let span = |member: usize| {
        let model = members[member].model;
        members[member].pattern.program.op(model.rewrite).span
    };
    let labels = cycle.iter().enumerate().map(|(at, member)| {
        let next = name(cycle[(at + 1) % cycle.len()]);
        Label { span: span(*member), text: format!("makes what {next} matches") }
    });
    Claim {
        code: Rule::N402,
        level: Severity::Error,
        op: members[cycle[0]].model.rewrite,
        span: span(cycle[0]),
        message: format!("{} apply to each other's output forever", names.join(", ")),
        labels: labels.collect(),
        help: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Rule;
    use assay_ir::data::{Context, Source};
    use assay_ir::pdl;

    /// Patterns that turn one operation into another, given as name, benefit and operands of what is made.
    fn cycle_of(renamings: &[(&str, usize, &str, usize)]) -> Vec<String> {
        let ctx = Context::new();
        let registry = assay_corpus::load_builtin(&ctx);
        let list = |count: usize| match count {
            0 => String::new(),
            _ => format!("({} : {})", vec!["%x"; count].join(", "), vec!["!pdl.value"; count].join(", ")),
        };
        let one = |(from, operands, to, made): &(&str, usize, &str, usize)| {
            format!(
                "pdl.pattern @{from}_{to} : benefit(1) {{\n  %t = pdl.type : i32\n  %x = pdl.operand : %t
  %root = pdl.operation \"lab.{from}\"{} -> (%t : !pdl.type)\n  pdl.rewrite %root {{
    %n = pdl.operation \"lab.{to}\"{} -> (%t : !pdl.type)\n    pdl.replace %root with %n\n  }}\n}}\n",
                list(*operands),
                list(*made)
            )
        };
        let text: String = renamings.iter().map(one).collect();
        let parsed = assay_ir::text::parse(&ctx, &Source::new("test", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let program = &parsed.program;
        let all: Vec<OpId> = pdl::patterns(program).iter().map(|pattern| pattern.op).collect();
        let found = endless_set(program, &registry, &Options::default(), &all);
        let names = |set: EndlessSet| {
            assert_eq!(set.finding.claim.code, Rule::N402);
            assert!(set.finding.witness.is_some(), "a cycle is shown by a run");
            let name = |op: &OpId| Pattern { program, op: *op }.name().unwrap_or_default().to_owned();
            set.members.iter().map(name).collect()
        };
        found.map_or_else(Vec::new, names)
    }

    #[test]
    fn the_shortest_cycle_is_found() {
        let found = cycle_of(&[("a", 1, "b", 1), ("b", 1, "c", 1), ("c", 1, "a", 1), ("b", 1, "a", 1)]);
        assert_eq!(found, ["a_b", "b_a"]);
        assert_eq!(cycle_of(&[("a", 1, "b", 1), ("b", 1, "c", 1), ("c", 1, "a", 1)]), ["a_b", "b_c", "c_a"]);
    }

    #[test]
    fn what_does_not_match_breaks_a_cycle() {
        assert!(cycle_of(&[("a", 1, "b", 2), ("b", 1, "a", 1)]).is_empty());
        assert!(cycle_of(&[("a", 1, "b", 1), ("b", 1, "c", 1)]).is_empty());
    }
}
