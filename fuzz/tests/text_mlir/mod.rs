//! Generated programs through real MLIR: what is printed here, in either form, MLIR accepts, and what MLIR prints of
//! it is the same program. Counts the distinct forms of operations that went through. `ASSAY_SEEDS=N` tries more.

use std::sync::Arc;

use arbitrary::Unstructured;
use assay_fuzz::config::ProgramConfig;
use assay_fuzz::generate;
use assay_fuzz::oracle::round_trip::read;
use assay_ir::data::{Context, Program};
use assay_ir::text::{PrintOptions, print};
use assay_mlir::opt::ParseOptions;
use assay_mlir::{Batch, MlirOpt, Outcome};
use assay_testing::Checked;
use forms::Forms;

mod forms;

const GENERIC: PrintOptions = PrintOptions { generic: true, locations: false };
const PRETTY: PrintOptions = PrintOptions { generic: false, locations: false };

/// How many distinct forms have to go through.
const FORMS: usize = 2000;

/// What MLIR makes of texts: printed in generic form, one answer for each.
fn ask(opt: &MlirOpt, texts: &[String], generic: bool) -> Vec<Outcome> {
    let options = ParseOptions { generic, allow_unregistered: true, ..ParseOptions::default() };
    let mut batch = Batch::of_texts(opt, &options);
    texts.iter().for_each(|text| batch.push_text(text));
    batch.run()
}

/// Whether MLIR's answer is the same program. A custom form that the reader does not know, and says so, tells
/// nothing.
fn compare(ctx: &Arc<Context>, program: &Program, outcome: &Outcome) -> Result<(), String> {
    let text = match outcome {
        Outcome::Ok(text) => text,
        other => return Err(format!("{other:?}")),
    };
    let theirs = match read(ctx, text) {
        Ok(theirs) => print(&theirs, &GENERIC),
        Err(failure) if failure.shown.contains("the custom form of operation") => return Ok(()),
        Err(failure) => return Err(failure.to_string()),
    };
    let ours = print(program, &GENERIC);
    if theirs == ours {
        return Ok(());
    }
    let differs = ours.lines().zip(theirs.lines()).find(|(one, other)| one != other);
    Err(format!("differs: {differs:#?}"))
}

fn generated_programs_are_the_same_to_mlir() -> Checked {
    let opt = assay_testing::mlir()?;
    let count = std::env::var("ASSAY_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(40u64);
    let mut forms = Forms::default();
    let mut failures = Vec::new();
    for first in (0..count).step_by(100) {
        let ctx = Context::new();
        let seeds: Vec<u64> = (first..count.min(first + 100)).collect();
        let programs: Vec<Program> = seeds
            .iter()
            .filter_map(|seed| {
                let bytes = generate::bytes(*seed, 4096);
                generate::program(&ctx, &ProgramConfig::VALID, &mut Unstructured::new(&bytes)).ok()
            })
            .collect();
        assert_eq!(programs.len(), seeds.len(), "every seed makes a program");
        let mut failed = vec![false; programs.len()];
        for options in [PRETTY, GENERIC] {
            let texts: Vec<String> = programs.iter().map(|program| print(program, &options)).collect();
            for answer in [false, true] {
                for (index, outcome) in ask(&opt, &texts, answer).iter().enumerate() {
                    if let Err(why) = compare(&ctx, &programs[index], outcome) {
                        failed[index] = true;
                        failures.push(format!("seed {} {options:?}: {why}\n{}", seeds[index], texts[index]));
                    }
                }
            }
        }
        programs.iter().zip(failed).filter(|(_, failed)| !failed).for_each(|(program, _)| forms.add(program));
    }
    assay_testing::note!(
        "{} distinct forms of {} operations, {} of them custom, went through MLIR in {count} programs",
        forms.count(),
        forms.names(),
        forms.custom()
    );
    failures.iter().take(8).for_each(|failure| assay_testing::note!("{failure}"));
    assert!(failures.is_empty(), "{} answers differ", failures.len());
    assert!(forms.count() >= FORMS, "fewer than {FORMS} distinct forms");
    Ok(())
}

assay_testing::tests!(generated_programs_are_the_same_to_mlir,);
