//! The payloads of the acceptance pack: what MLIR accepts has no violation, and the other way round.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_corpus::expect::{Expectation, Observation, read};
use assay_corpus::{PatternFile, load_builtin, load_text, patterns};
use assay_ir::data::{Context, Source};
use assay_ir::text;
use assay_ir::wellformed::{Options, check};
use assay_mlir::opt::ParseOptions;
use assay_mlir::{Batch, MlirOpt, Outcome};
use assay_testing::Checked;

fn read_file(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Files with IRDL definitions that a pattern file asks for.
fn definitions(folder: &Path, file: &PatternFile) -> Vec<PathBuf> {
    let Some(expect) = &file.expect else { return Vec::new() };
    let statements = read(&read_file(expect)).unwrap_or_else(|errors| panic!("{}: {errors:?}", file.name));
    let definition = |expectation| match expectation {
        Expectation::Mlir(Observation::Irdl { file }) => Some(folder.join(file)),
        _ => None,
    };
    statements.into_iter().filter_map(|statement| definition(statement.expectation)).collect()
}

/// Payloads of a folder, by the definitions they need.
fn payloads(folder: &Path) -> BTreeMap<Vec<PathBuf>, Vec<PathBuf>> {
    let mut found: BTreeMap<Vec<PathBuf>, Vec<PathBuf>> = BTreeMap::new();
    for file in patterns(folder).expect("the pack has this folder") {
        let definitions = definitions(folder, &file);
        let payloads = file.others.iter().filter(|path| !path.to_string_lossy().ends_with(".irdl.mlir"));
        found.entry(definitions).or_default().extend(payloads.cloned());
    }
    found
}

/// What we say about a program: nothing, or what is wrong first.
fn judge(definitions: &[PathBuf], program: &str) -> Result<(), String> {
    let ctx = Context::new();
    let mut registry = load_builtin(&ctx);
    for definition in definitions {
        load_text(&mut registry, "definitions", &read_file(definition));
    }
    let ctx = Arc::clone(registry.ctx());
    let parsed = text::parse(&ctx, &Source::new("payload", program));
    if let Some(first) = parsed.diagnostics.first() {
        return Err(format!("text: {}", first.message));
    }
    match check(&parsed.program, &registry, &Options::default()).first() {
        Some(first) => Err(format!("{}: {}", first.kind.name(), first.message)),
        None => Ok(()),
    }
}

fn mlir(opt: &MlirOpt, definitions: &[PathBuf], paths: &[PathBuf]) -> Vec<Outcome> {
    let options = ParseOptions {
        allow_unregistered: true,
        generic: true,
        irdl: definitions.first().cloned(),
        ..ParseOptions::default()
    };
    let mut batch = Batch::of_texts(opt, &options);
    paths.iter().for_each(|path| batch.push_text(&read_file(path)));
    batch.run()
}

pub(super) fn mlir_and_the_checker_agree_on_the_payloads_of_the_acceptance_pack() -> Checked {
    let (pack, opt) = (assay_testing::acceptance()?, assay_testing::mlir()?);
    let (mut wrong, mut count) = (Vec::new(), 0);
    for folder in ["structure", "types", "values"] {
        for (definitions, paths) in payloads(&pack.join(folder)) {
            for (path, outcome) in paths.iter().zip(mlir(&opt, &definitions, &paths)) {
                count += 1;
                // What MLIR accepted is read in its generic form: custom forms are a question of their own.
                let ours = match &outcome {
                    Outcome::Ok(generic) => judge(&definitions, generic),
                    _ => judge(&definitions, &read_file(path)),
                };
                if matches!(outcome, Outcome::Ok(_)) != ours.is_ok() {
                    wrong.push(format!("{}: {ours:?} against {outcome:?}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 300, "{count} payloads");
    Ok(())
}
