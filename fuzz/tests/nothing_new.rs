//! Single merges of handles show everything that sets of merges show: the argument of the analysis, tried on generated
//! patterns.

use std::collections::BTreeSet;

use arbitrary::Unstructured;
use assay_fuzz::config::{Mode, PatternConfig};
use assay_fuzz::generate;
use assay_ir::data::{Context, Source};
use assay_ir::pdl::{patterns, validate};
use assay_verifier::stage::{Options, Task};
use assay_verifier::structure::{self, Outlook};

#[test]
fn sets_of_merges_show_nothing_that_single_ones_do_not() {
    let registry = assay_corpus::load_builtin(&Context::new());
    let config = PatternConfig { nodes: 5, ..PatternConfig::of(Mode::Valid) };
    let options = Options::default();
    let (mut asked, mut broken) = (0, 0);
    for seed in 0..600 {
        let bytes = generate::bytes(seed, 4096);
        let text = generate::pattern::text(&generate::sketch(&config, &mut Unstructured::new(&bytes)));
        let parsed = assay_ir::text::parse(registry.ctx(), &Source::new("pattern", text.as_str()));
        let Some(pattern) = patterns(&parsed.program).first().copied() else { continue };
        if !validate(pattern, Some(&registry)).is_empty() {
            continue;
        }
        let task =
            Task { program: &parsed.program, pattern: pattern.op, registry: &registry, options: &options };
        let claims = |thorough: bool| -> Option<BTreeSet<_>> {
            let answers = structure::claims(&task, thorough).ok()?;
            let all = answers.iter().flat_map(|answer| &answer.candidates);
            Some(all.map(|candidate| (candidate.claim.code, candidate.claim.op)).collect())
        };
        let (single, sets) = (claims(false), claims(true));
        let codes = |claims: &Option<BTreeSet<(&'static str, _)>>| {
            claims.as_ref().map(|claims| claims.iter().map(|(code, _)| *code).collect::<BTreeSet<_>>())
        };
        assert_eq!(single.as_ref().map(BTreeSet::is_empty), sets.as_ref().map(BTreeSet::is_empty), "{text}");
        assert_eq!(codes(&single), codes(&sets), "{text}");
        if let Some(claims) = &single {
            let broken = structure::outlook(&task) == Outlook::Broken;
            assert_eq!(broken, !claims.is_empty(), "the short way and the long way differ\n{text}");
        }
        asked += usize::from(single.is_some());
        broken += usize::from(single.is_some_and(|claims| !claims.is_empty()));
    }
    assert!(asked > 300 && broken > 100, "{asked} patterns, {broken} with claims");
}
