//! All runs of one pattern, and what comes out of them together. Must not build payloads: every candidate says under which
//! merges and placements it shows, and `witness` makes the program.

use assay_ir::data::Ident;
use std::ops::ControlFlow;

use super::containments::Containments;
use super::findings::{Containment, Placement, Run, Undecided, Undefined, Violation};
use super::message::Message;
use super::roles::{Is, Roles};
use super::rules::s116_rights;
use crate::limits::Resource;
use crate::pattern::classes::Classes;
use crate::pattern::dominance::Available;
use crate::pattern::merges::{self, Merge};
use crate::pattern::model::*;
use crate::stage::{Options, RegionKind, Target};
use crate::verdict::{Assumption, Claim, Label, Rule, Severity, Unknown};

/// One way to show a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// What is one.
    pub merges: Vec<Merge>,
    /// What stands where.
    pub placement: Placement,
}

/// A rule that seems to be broken, with ways to show it, most general first.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The claim.
    pub claim: Claim,
    /// Ways to show it.
    pub scenes: Vec<Scene>,
}

/// A claim about an operation without a definition.
#[derive(Clone, Debug)]
pub struct Suspicion {
    /// The claim.
    pub claim: Claim,
    /// The operation.
    pub name: Ident,
}

/// What the analysis found.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Errors, to be replayed.
    pub candidates: Vec<Candidate>,
    /// Remarks that leave the verdict as it is.
    pub remarks: Vec<Claim>,
    /// Claims about operations without a definition, which leave the verdict open unless a known program shows them.
    pub suspicions: Vec<Suspicion>,
    /// What could not be decided.
    pub unknown: Option<Unknown>,
    /// What a proof rests on.
    pub assumptions: Vec<Assumption>,
    /// Operations looked at and steps of closures: what the time is in proportion to.
    pub steps: usize,
}

/// Scenes kept for one candidate.
const MAX_SCENES: usize = 12;

/// Whether the regions around the match have no order.
///
/// # Errors
/// When some matched operations stand in graph regions only and others do not.
pub(crate) fn is_graph(model: &Model, roles: &Roles<'_>, kind: RegionKind) -> Result<bool, Unknown> {
    match kind {
        RegionKind::Graph => return Ok(true),
        RegionKind::SsaCfg => return Ok(false),
        RegionKind::FromSpecs => {}
    }
    let graph_only = |node: &Node| {
        let Some(spec) = node.name.and_then(|name| roles.spec(name)) else { return false };
        !spec.traits.parents.is_empty()
            && spec
                .traits
                .parents
                .iter()
                .all(|parent| roles.spec(*parent).is_some_and(|spec| spec.traits.graph))
    };
    let found = model.nodes.iter().filter(|node| graph_only(node)).count();
    match found {
        0 => Ok(false),
        _ if found == model.nodes.len() => Ok(true),
        _ => Err(Unknown::Unsupported {
            what: "graph regions around a part of the match".to_owned(),
            span: model.nodes[model.anchor].span,
        }),
    }
}

/// Asks every rule in every scenario that matters. `base` are the classes of the pattern itself.
pub fn analyse(base: &Classes<'_>, roles: &Roles<'_>, options: &Options, graph: bool) -> Answer {
    let extent = Extent { thorough: false, most: options.limits.limit(Resource::Structure) };
    analyse_with(base, roles, options, graph, extent)
}

/// How far an analysis goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// Looks at sets of merges too, which never shows anything new.
    pub thorough: bool,
    /// Steps after which no further scenario is looked at.
    pub most: u64,
}

/// As [`analyse`], to a given extent.
pub(crate) fn analyse_with(
    base: &Classes<'_>,
    roles: &Roles<'_>,
    options: &Options,
    graph: bool,
    extent: Extent,
) -> Answer {
    let mut answer =
        Answer { steps: base.steps(), assumptions: assumptions(base, roles), ..Answer::default() };
    let available = Available::new(graph);
    let mut run = Run::new(base, &available, roles, graph, None);
    run.execute();
    collect(&mut answer, &run, &[], options);
    let ends = run.state.nodes_ended;
    let size = base.model().nodes.len();
    let goes_on = |answer: &mut Answer| {
        let goes_on = answer.steps as u64 <= extent.most;
        if !goes_on {
            answer.unknown.get_or_insert(Unknown::Limit(Resource::Structure));
        }
        goes_on
    };
    merges::each_set(base, &available, graph, extent.thorough, &mut |set, classes| {
        let available = Available::new(graph);
        let mut run = Run::new(&classes, &available, roles, graph, None);
        run.execute();
        collect(&mut answer, &run, set, options);
        answer.steps += available.steps() + classes.steps() - base.steps() + size;
        if goes_on(&mut answer) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let scene = Base { base, available: &available, roles, graph, ends: &ends };
    contained(&mut answer, &scene, &goes_on);
    answer.steps += available.steps();
    goes_on(&mut answer);
    answer
}

fn assumptions(base: &Classes<'_>, roles: &Roles<'_>) -> Vec<Assumption> {
    let mut out: Vec<Assumption> = roles.assumptions().into_iter().map(Assumption::from).collect();
    out.extend(s116_rights::assumptions(base.model(), base, roles));
    out
}

fn collect(answer: &mut Answer, run: &Run<'_, '_>, merges: &[Merge], options: &Options) {
    answer.steps += run.state.steps();
    for violation in &run.violations {
        let scene = Scene { merges: merges.to_vec(), placement: violation.placement.clone() };
        add(answer, run, violation, scene);
    }
    for undecided in &run.undecided {
        note_unknown(answer, undecided);
    }
    for undefined in &run.undefined {
        note_undefined(answer, run, undefined);
    }
    for created in &run.after_root {
        let remark = after_root(run, *created, options);
        if !answer.remarks.iter().any(|other| other.code == remark.code && other.op == remark.op) {
            answer.remarks.push(remark);
        }
    }
}

fn add(answer: &mut Answer, run: &Run<'_, '_>, violation: &Violation, scene: Scene) {
    let same = |other: &&mut Candidate| other.claim.code == violation.code && other.claim.op == violation.op;
    match answer.candidates.iter_mut().find(same) {
        Some(candidate) => {
            if candidate.scenes.len() < MAX_SCENES && !candidate.scenes.contains(&scene) {
                candidate.scenes.push(scene);
            }
        }
        None => {
            answer.candidates.push(Candidate { claim: claim(run, violation), scenes: vec![scene] });
        }
    }
}

fn claim(run: &Run<'_, '_>, violation: &Violation) -> Claim {
    let erased = |step: usize| erased_here(run, "it is erased here", step);
    Claim {
        code: violation.code,
        level: Severity::Error,
        op: violation.op,
        span: violation.span,
        message: violation.message.describe(run.roles.context()),
        labels: violation.erased.map(erased).into_iter().collect(),
        help: None,
    }
}

fn erased_here(run: &Run<'_, '_>, text: &str, step: usize) -> Label {
    Label { span: run.model.actions[step].span, text: text.to_owned() }
}

fn note_unknown(answer: &mut Answer, undecided: &Undecided) {
    if answer.unknown.is_none() {
        answer.unknown = Some(Unknown::Unsupported { what: undecided.what.to_owned(), span: undecided.span });
    }
}

/// An operation without a definition keeps the answer open; the rule that it seems to break is a claim that no program of ours shows.
fn note_undefined(answer: &mut Answer, run: &Run<'_, '_>, undefined: &Undefined) {
    let name = run.roles.text(undefined.name);
    let Some((code, message)) = &undefined.broken else {
        answer.unknown.get_or_insert_with(|| Unknown::undefined(name, undefined.span));
        return;
    };
    let claim = Claim {
        code: *code,
        level: Severity::Error,
        op: undefined.op,
        span: undefined.span,
        message: message.describe(run.roles.context()),
        labels: Vec::new(),
        help: None,
    };
    let same = |other: &Suspicion| other.claim.code == claim.code && other.claim.op == claim.op;
    if !answer.suspicions.iter().any(same) {
        answer.suspicions.push(Suspicion { claim, name: undefined.name });
    }
}

fn after_root(run: &Run<'_, '_>, created: CreatedIx, options: &Options) -> Claim {
    let made = &run.model.created[created];
    let erased = run.state.nodes_ended[run.anchor()];
    let labels = erased.map(|step| erased_here(run, "the root is erased here", step)).into_iter().collect();
    let message = Message::CreatedAfterRoot(run.named(OpRef::Created(created)));
    let portable = options.target == Target::Portable;
    Claim {
        code: Rule::S102,
        level: if portable { Severity::Error } else { Severity::Warning },
        op: made.op,
        span: made.span,
        message: message.describe(run.roles.context()),
        labels,
        help: Some("create it before the root is erased or replaced".to_owned()),
    }
}

/// The match in which everything that may differ does, with what it takes to run the rewrite on it.
struct Base<'c, 'a> {
    base: &'c Classes<'a>,
    available: &'c Available,
    roles: &'c Roles<'a>,
    graph: bool,
    /// The step that ends each class of operations.
    ends: &'c [Option<usize>],
}

/// Operations inside of operations that end: an error where the outer one is known to own regions, else a remark.
fn contained(answer: &mut Answer, scene: &Base<'_, '_>, goes_on: &dyn Fn(&mut Answer) -> bool) {
    let Base { base, roles, .. } = *scene;
    let mut outers: Vec<usize> =
        merges::erased_nodes(base.model()).into_iter().map(|node| base.node(node)).collect();
    outers.dedup();
    let owners: Vec<(usize, Is)> =
        outers.into_iter().map(|outer| (outer, roles.owns_regions(base, outer))).collect();
    if owners.iter().all(|(_, owns)| *owns == Is::No) {
        return;
    }
    let mut containments = Containments::new(base, scene.available, scene.ends);
    for (outer, owns) in owners.into_iter().filter(|(_, owns)| *owns != Is::No) {
        for number in 0..containments.candidates() {
            let Some(containment) = containments.get(outer, number) else { continue };
            if has_remark(answer, base, &containment) {
                break;
            }
            hold(answer, scene, &containment, owns);
            if !goes_on(answer) {
                return;
            }
        }
    }
}

/// Runs the rewrite where one operation holds others.
fn hold(answer: &mut Answer, scene: &Base<'_, '_>, containment: &Containment, owns: Is) {
    let Base { base, available, roles, graph, .. } = *scene;
    let mut run = Run::new(base, available, roles, graph, Some(containment));
    run.execute();
    answer.steps += run.state.steps();
    for violation in &run.violations {
        let known = answer
            .candidates
            .iter()
            .any(|candidate| candidate.claim.op == violation.op && candidate.claim.code == violation.code);
        if known {
            continue;
        }
        if owns == Is::Yes {
            let scene = Scene { merges: Vec::new(), placement: violation.placement.clone() };
            add(answer, &run, violation, scene);
        } else if !has_remark(answer, base, containment) {
            answer.remarks.push(hazard(base, &run, containment));
        }
    }
}

fn has_remark(answer: &Answer, base: &Classes<'_>, containment: &Containment) -> bool {
    let op = base.model().nodes[containment.outer].op;
    answer.remarks.iter().any(|remark| remark.code == Rule::S112 && remark.op == op)
}

fn hazard(base: &Classes<'_>, run: &Run<'_, '_>, containment: &Containment) -> Claim {
    let outer = &base.model().nodes[containment.outer];
    let inner = &base.model().nodes[containment.inner];
    let named = |node: usize| run.named(OpRef::Node(node));
    let message = Message::MayHold { outer: named(containment.outer), inner: named(containment.inner) };
    Claim {
        code: Rule::S112,
        level: Severity::Warning,
        op: outer.op,
        span: outer.span,
        message: message.describe(run.roles.context()),
        labels: vec![Label { span: inner.span, text: "may be inside".to_owned() }],
        help: None,
    }
}
