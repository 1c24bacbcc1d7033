//! Generated patterns on generated programs through our engine and real MLIR: the same program up to names, or both
//! fail. `ASSAY_PAIRS=N` tries more, `ASSAY_PAIRS_SEED` others, `ASSAY_PAIRS_MODE` another kind of patterns; one in
//! `ASSAY_PAIRS_CRASHES` of the expected crashes is asked. `ASSAY_SETS=N` tries more libraries of several patterns,
//! `ASSAY_SETS_SEED` others.

use std::collections::BTreeMap;
use std::time::Duration;

use arbitrary::Unstructured;
use assay_fuzz::config::{Config, Mode};
use assay_fuzz::execute::options;
use assay_fuzz::generate::{bytes, library, pattern};
use assay_fuzz::oracle::engine_mlir::{Agreement, Question, ask, predict};
use assay_fuzz::outcome::Outcome;
use assay_fuzz::subject::{FuzzContext, GeneratedPattern, seed_of};
use assay_ir::data::{Program, Source};
use assay_ir::pdl::patterns;
use assay_ir::rewrite::{CompiledPattern, PatternSet};
use assay_mlir::Outcome as Mlir;
use assay_mlir::process::Limits;
use assay_testing::Checked;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn the_engine_does_what_mlir_does() -> Checked {
    let opt = assay_testing::mlir()?;
    let wanted = number("ASSAY_PAIRS", 250) as usize;
    let mode = std::env::var("ASSAY_PAIRS_MODE").unwrap_or_default();
    let mode = Mode::ALL.into_iter().find(|known| known.word() == mode).unwrap_or(Mode::Valid);
    let mut config = Config::for_mode(mode);
    config.pattern.once = true;
    config.payload.layouts = 4;
    let crashes = number("ASSAY_PAIRS_CRASHES", 4) as usize;
    let (mut pairs, mut index) = (0, number("ASSAY_PAIRS_SEED", 0) * 1_000_000);
    let mut table: BTreeMap<String, usize> = BTreeMap::new();
    let mut differences = Vec::new();
    while pairs < wanted {
        let world = FuzzContext::new();
        let mut questions = Vec::new();
        while questions.len() < 512.min(wanted - pairs + 4) {
            let seed = seed_of(7, index);
            index += 1;
            let noise = bytes(seed, pattern::BYTES);
            let subject = GeneratedPattern::new(&world, &config, &mut Unstructured::new(&noise));
            let Some(pattern) = subject.pattern().filter(|_| subject.valid) else { continue };
            for trial in subject.trials(&world, &config.payload, seed) {
                let payload = assay_ir::text::print(&trial.payload.program, &Default::default());
                let prediction = predict(&world, &[pattern], &trial.payload.program);
                questions.push(Question { pattern: subject.text.clone(), payload, prediction });
            }
        }
        for (question, answer) in questions.iter().zip(ask(&world, &opt, &questions, crashes)) {
            pairs += usize::from(!matches!(answer.agreement, Agreement::NotAsked(_)));
            *table.entry(answer.agreement.word().to_owned()).or_default() += 1;
            if let Agreement::Differs(why) = answer.agreement {
                differences.push(format!(
                    "{why}\nmodule @patterns {{\n{}}}\nmodule @ir {{\n{}}}\n--- ours\n{}",
                    question.pattern,
                    question.payload,
                    assay_ir::text::print(&question.prediction.after, &Default::default())
                ));
            }
        }
    }
    assay_testing::note!("{pairs} pairs: {table:?}");
    differences
        .iter()
        .take(number("ASSAY_PAIRS_SHOW", 5) as usize)
        .for_each(|difference| assay_testing::note!("{difference}"));
    assert!(differences.is_empty(), "{} of {pairs} pairs differ", differences.len());
    Ok(())
}

/// Libraries that our engine does not finish and MLIR is asked about: each takes MLIR all the time that it is given.
const ENDLESS: usize = 20;

/// The matcher of a library finds what its patterns find one after the other, everywhere in a program.
fn finds_the_same(world: &FuzzContext, library: &Program, payload: &Program) {
    let compiled = |pattern| CompiledPattern::new(pattern).expect("drawn patterns can be lowered");
    let compiled: Vec<CompiledPattern<'_>> = patterns(library).into_iter().map(compiled).collect();
    let (set, options) = (PatternSet::new(&compiled), options(&world.registry));
    let mut scratch = set.scratch();
    for op in payload.walk(payload.top()) {
        let of_set = set.match_at(payload, op, &options, &mut scratch).map(|(_, found)| found);
        let one_by_one =
            (0..compiled.len()).find_map(|rank| set.pattern(rank).match_at(payload, op, &options));
        assert_eq!(of_set, one_by_one, "{}", assay_ir::text::print(payload, &Default::default()));
    }
}

fn a_library_does_what_it_does_in_mlir() -> Checked {
    let opt = assay_testing::mlir()?;
    let wanted = number("ASSAY_SETS", 300);
    let first = number("ASSAY_SETS_SEED", 0) * 1_000_000;
    let impatient = opt.clone().with_limits(Limits { wall: Duration::from_secs(2), ..*opt.limits() });
    let mut table: BTreeMap<String, usize> = BTreeMap::new();
    let (mut compared, mut twice, mut endless) = (0, 0, 0);
    for start in (0..wanted).step_by(512) {
        let world = FuzzContext::new();
        let read = |text: &str| assay_ir::text::parse(world.ctx(), &Source::new("drawn", text)).program;
        let questions: Vec<Question> = (start..wanted.min(start + 512))
            .map(|index| {
                let noise = bytes(seed_of(11, first + index), library::BYTES);
                let drawn = library::library(&mut Unstructured::new(&noise));
                let (rules, payload) = (read(&drawn.patterns), read(&drawn.program));
                finds_the_same(&world, &rules, &payload);
                let prediction = predict(&world, &patterns(&rules), &payload);
                Question { pattern: drawn.patterns, payload: drawn.program, prediction }
            })
            .collect();
        for (question, answer) in questions.iter().zip(ask(&world, &opt, &questions, 1)) {
            let mut word = answer.agreement.word();
            if question.prediction.outcome == Outcome::Endless && endless < ENDLESS {
                let theirs = impatient.apply_pdl(&question.pattern, &question.payload, None);
                let unfinished = matches!(theirs, Mlir::TimedOut | Mlir::OutOfMemory);
                assert!(unfinished, "{theirs:?}\n{}\n{}", question.pattern, question.payload);
                (word, endless) = ("both unfinished", endless + 1);
            }
            if let Agreement::Differs(why) = answer.agreement {
                panic!("{why}\n{}\n{}", question.pattern, question.payload);
            }
            compared += usize::from(word != Agreement::NotAsked("").word());
            twice += usize::from(question.prediction.rewrites >= 2);
            *table.entry(word.to_owned()).or_default() += 1;
        }
    }
    assay_testing::note!("{compared} libraries, {twice} with two rewrites or more: {table:?}");
    assert!(5 * twice >= 2 * compared, "two of five rewrite twice or more often");
    Ok(())
}

assay_testing::tests!(the_engine_does_what_mlir_does, a_library_does_what_it_does_in_mlir,);
