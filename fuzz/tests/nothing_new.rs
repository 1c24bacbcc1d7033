//! What the analysis need not look at shows nothing new: the arguments for single merges of handles, and for the lengths that
//! ranges reach, tried on generated patterns.

use std::collections::BTreeSet;
use std::ops::Range;

use arbitrary::Unstructured;
use assay_fuzz::config::{Mode, PatternConfig};
use assay_fuzz::generate;
use assay_ir::data::{Context, Source};
use assay_ir::pdl::{patterns, validate};
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::stage::{Options, Task};
use assay_verifier::structure::{self, Beyond};

/// Rules that are broken somewhere, with what is looked at beyond; nothing when the pattern is not analysed.
fn codes(task: &Task<'_>, beyond: Beyond) -> Option<BTreeSet<&'static str>> {
    let answers = structure::claims(task, beyond).ok()?;
    let all = answers.iter().flat_map(|answer| &answer.candidates);
    Some(all.map(|candidate| candidate.claim.code.code()).collect())
}

/// Compares the claims on the patterns of `seeds` with those of a more thorough analysis.
fn nothing_new(config: &PatternConfig, seeds: Range<u64>, beyond: Beyond, least: usize) {
    let registry = assay_corpus::load_builtin(&Context::new());
    let options = Options::default();
    let (mut asked, mut broken) = (0, 0);
    for seed in seeds {
        let bytes = generate::bytes(seed, 4096);
        let text = generate::pattern::text(&generate::sketch(config, &mut Unstructured::new(&bytes)));
        let parsed = assay_ir::text::parse(registry.ctx(), &Source::new("pattern", text.as_str()));
        let Some(pattern) = patterns(&parsed.program).first().copied() else { continue };
        let ranges = ["= pdl.types", "= pdl.operands"].map(|range| text.matches(range).count());
        let several = ranges.iter().sum::<usize>();
        if !validate(pattern, Some(&registry)).is_empty() || beyond.longer > 0 && !(1..=3).contains(&several)
        {
            continue;
        }
        let subject = AnalyzedPattern::new(&parsed.program, pattern.op, &registry);
        let task = Task::new(&subject, &options);
        let decided = codes(&task, Beyond::default());
        assert_eq!(decided, codes(&task, beyond), "{text}");
        if let Some(claims) = decided {
            asked += 1;
            broken += usize::from(!claims.is_empty());
        }
    }
    assert!(asked > least && broken > least / 3, "{asked} patterns, {broken} with claims");
}

fn sets_of_merges_show_nothing_that_single_ones_do_not() {
    let config = PatternConfig { nodes: 5, ..PatternConfig::for_mode(Mode::Valid) };
    nothing_new(&config, 0..600, Beyond { sets: true, longer: 0 }, 300);
}

fn longer_ranges_show_nothing_that_short_ones_do_not() {
    let config = PatternConfig { nodes: 3, ranges: 60, ..PatternConfig::for_mode(Mode::Valid) };
    nothing_new(&config, 0..2000, Beyond { sets: false, longer: 2 }, 150);
}

assay_testing::tests!(
    sets_of_merges_show_nothing_that_single_ones_do_not,
    longer_ranges_show_nothing_that_short_ones_do_not,
);
