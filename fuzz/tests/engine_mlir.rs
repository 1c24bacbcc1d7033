//! Generated patterns on generated programs through our engine and real MLIR: the same program up to names, or both
//! fail. `ASSAY_PAIRS=N` tries more, `ASSAY_PAIRS_SEED` others, `ASSAY_PAIRS_MODE` another kind of patterns; one in
//! `ASSAY_PAIRS_CRASHES` of the expected crashes is asked.

use std::collections::BTreeMap;

use arbitrary::Unstructured;
use assay_fuzz::config::{Config, Mode};
use assay_fuzz::generate::{bytes, pattern};
use assay_fuzz::oracle::engine_mlir::{Agreement, Question, ask, predict};
use assay_fuzz::subject::{Subject, World, seed_of};
use assay_testing::Checked;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn the_engine_does_what_mlir_does() -> Checked {
    let opt = assay_testing::mlir()?;
    let wanted = number("ASSAY_PAIRS", 250) as usize;
    let mode = std::env::var("ASSAY_PAIRS_MODE").unwrap_or_default();
    let mode = Mode::ALL.into_iter().find(|known| known.word() == mode).unwrap_or(Mode::Valid);
    let mut config = Config::of(mode);
    config.pattern.once = true;
    config.payload.layouts = 4;
    let crashes = number("ASSAY_PAIRS_CRASHES", 4) as usize;
    let (mut pairs, mut index) = (0, number("ASSAY_PAIRS_SEED", 0) * 1_000_000);
    let mut table: BTreeMap<String, usize> = BTreeMap::new();
    let mut differences = Vec::new();
    while pairs < wanted {
        let world = World::new();
        let mut questions = Vec::new();
        while questions.len() < 512.min(wanted - pairs + 4) {
            let seed = seed_of(7, index);
            index += 1;
            let noise = bytes(seed, pattern::BYTES);
            let subject = Subject::new(&world, &config, &mut Unstructured::new(&noise));
            let Some(pattern) = subject.pattern().filter(|_| subject.valid) else { continue };
            for trial in subject.trials(&world, &config.payload, seed) {
                let payload = assay_ir::text::print(&trial.payload.program, &Default::default());
                let prediction = predict(&world, pattern, &trial.payload.program);
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

assay_testing::tests!(the_engine_does_what_mlir_does,);
