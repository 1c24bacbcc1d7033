//! Every program that shows a broken T rule, of the corpus and of the acceptance pack: our checker and real MLIR accept it
//! before the rewrite and refuse it after, and both name the same operation.

use std::path::Path;

use assay_corpus::{load_builtin, load_text};
use assay_ir::data::{Context, Source};
use assay_ir::pdl::{patterns, validate};
use assay_ir::spec::Registry;
use assay_ir::text;
use assay_ir::wellformed::{self, check};
use assay_mlir::opt::ParseOptions;
use assay_mlir::{Batch, Outcome};
use assay_smt::SolverPool;
use assay_testing::{Checked, Missing};
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::stage::{Options, Task};
use assay_verifier::types::analyse;
use assay_verifier::verdict::Witness;

fn readable(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file was listed")
}

/// The operations that our checker names; empty when it accepts.
fn refused(registry: &Registry, program: &str) -> Vec<String> {
    let parsed = text::parse(registry.ctx(), &Source::new("witness", program));
    // A value whose type differs from what its user was written with is refused by the reader already.
    let mut said: Vec<String> = parsed.diagnostics.iter().map(|one| one.message.clone()).collect();
    let violations = check(&parsed.program, registry, &wellformed::Options::default());
    said.extend(violations.into_iter().map(|one| one.message));
    said
}

/// The name of an operation of a message: what stands between the first quotes that hold a dot.
fn named(message: &str) -> Option<&str> {
    message.split(['\'', '`', '"']).skip(1).step_by(2).find(|part| part.contains('.'))
}

/// Witnesses of all T findings of a folder, with where they come from.
fn witnesses(folder: &Path, definitions: Option<&Path>, pool: &SolverPool) -> Vec<(String, Witness)> {
    let mut found = Vec::new();
    for path in assay_corpus::patterns(folder).unwrap_or_default().into_iter().filter_map(|file| file.path) {
        let ctx = Context::new();
        let mut registry = load_builtin(&ctx);
        if let Some(definitions) = definitions {
            load_text(&mut registry, "num.irdl.mlir", &readable(definitions));
        }
        let name = path.display().to_string();
        let program = text::parse(&ctx, &Source::new(name.as_str(), readable(&path))).program;
        for pattern in patterns(&program) {
            if !validate(pattern, Some(&registry)).is_empty() {
                continue;
            }
            let options = Options::default();
            let subject = AnalyzedPattern::new(&program, pattern.op, &registry);
            let task = Task::new(&subject, &options);
            for finding in analyse(&task, Some(pool)).findings {
                // Without result types nothing is made that could be refused.
                if finding.claim.code.code() == "T203" {
                    continue;
                }
                let at = format!("{name} @{} {}", pattern.name().unwrap_or(""), finding.claim.code);
                found.extend(finding.witness.map(|witness| (at, witness)));
            }
        }
    }
    found
}

/// Compares both answers on each witness, and returns their number.
fn compare(folder: &Path, definitions: Option<&Path>) -> Result<usize, Missing> {
    let (pool, opt) = (crate::common::pool()?, assay_testing::mlir()?);
    let found = witnesses(folder, definitions, &pool);
    let irdl = definitions.map(Path::to_path_buf);
    let options = ParseOptions { allow_unregistered: true, irdl, ..ParseOptions::default() };
    let mut batch = Batch::of_texts(&opt, &options);
    for (_, witness) in &found {
        for text in [&witness.before, &witness.after] {
            match definitions {
                // Operations that MLIR learns from IRDL have no properties, and their attributes stand with the others.
                Some(_) => batch.push_text(&text.replace("<{", "{").replace("}>", "}")),
                None => batch.push_text(text),
            }
        }
    }
    let outcomes = batch.run();
    let mut wrong = Vec::new();
    for ((at, witness), answers) in found.iter().zip(outcomes.chunks(2)) {
        let mut registry = load_builtin(&Context::new());
        if let Some(definitions) = definitions {
            load_text(&mut registry, "num.irdl.mlir", &readable(definitions));
        }
        let before = refused(&registry, &witness.before);
        if !before.is_empty() || !matches!(answers[0], Outcome::Ok(_)) {
            wrong.push(format!("{at}: before: {before:?}, MLIR {:?}\n{}", answers[0], witness.before));
        }
        let after = refused(&registry, &witness.after);
        let Outcome::Error(theirs) = &answers[1] else {
            wrong.push(format!("{at}: MLIR does not refuse: {:?}\n{}", answers[1], witness.after));
            continue;
        };
        let theirs: Vec<&str> = theirs.iter().map(|one| one.message.as_str()).collect();
        let same = after.iter().filter_map(|ours| named(ours)).any(|op| {
            let quoted = [format!("'{op}'"), format!("\"{op}\"")];
            theirs.iter().any(|message| quoted.iter().any(|name| message.contains(name)))
        });
        if !same {
            wrong.push(format!("{at}: we say {after:?}, MLIR {theirs:?}\n{}", witness.after));
        }
    }
    assay_testing::note!("{}: {} witnesses", folder.display(), found.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(found.len())
}

fn mlir_refuses_what_the_corpus_breaks() -> Checked {
    // No MLIR binary knows comb and hw; the other libraries are about values.
    let compared = compare(&assay_corpus::patterns_folder().join("arith"), None)?;
    assay_testing::note!("{compared} witnesses");
    Ok(())
}

fn mlir_refuses_what_the_acceptance_pack_breaks() -> Checked {
    let folder = assay_testing::acceptance()?.join("types");
    let definitions = folder.join("num.irdl.mlir");
    assert!(compare(&folder, Some(&definitions))? > 5);
    Ok(())
}

assay_testing::tests!(mlir_refuses_what_the_corpus_breaks, mlir_refuses_what_the_acceptance_pack_breaks,);
