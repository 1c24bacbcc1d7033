//! The pattern libraries of the corpus through the structural stages: no disagreement, and every plain payload is matched.

use assay_ir::data::{Context, Source};
use assay_ir::pdl::{patterns, validate};
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::StageVerdict;
use assay_verifier::{matchable, structure, termination};

fn files(folder: &std::path::Path, out: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the corpus is readable") {
        let path = entry.expect("the corpus is readable").path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "mlir")
            && path.with_extension("expect").exists()
        {
            out.push(path);
        }
    }
}

#[test]
fn the_libraries_raise_no_disagreement() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let mut paths = Vec::new();
    files(&corpus.join("patterns"), &mut paths);
    files(&corpus.join("bugs"), &mut paths);
    paths.sort();
    let mut trouble = Vec::new();
    let mut proved = 0;
    for path in &paths {
        let ctx = Context::new();
        let registry = assay_corpus::load_builtin(&ctx);
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).expect("the corpus is readable");
        let parsed = assay_ir::text::parse(&ctx, &Source::new(name.clone(), text));
        for pattern in patterns(&parsed.program) {
            if !validate(pattern, Some(&registry)).is_empty() {
                continue;
            }
            let options = Options::default();
            let task = Task {
                program: &parsed.program,
                pattern: pattern.op,
                registry: &registry,
                options: &options,
            };
            let of = format!("{name} @{}", pattern.name().unwrap_or(""));
            let matchable = matchable::stage(&task);
            let structure = structure::stage(&task);
            let termination = termination::stage(&task);
            match &structure.verdict {
                StageVerdict::Proved => proved += 1,
                other => println!(
                    "{of}: {other:?} {:?}",
                    structure.findings.iter().map(|f| f.claim.code).collect::<Vec<_>>()
                ),
            }
            if !matches!(matchable.verdict, StageVerdict::Proved) {
                println!(
                    "{of}: matchable {:?} {:?}",
                    matchable.verdict,
                    matchable.findings.first().map(|f| &f.claim.message)
                );
            }
            if let StageVerdict::Refuted = termination.verdict {
                println!("{of}: endless");
            }
            trouble.extend(
                matchable
                    .disagreements
                    .iter()
                    .chain(&structure.disagreements)
                    .map(|c| format!("{of}: {} {}", c.code, c.message)),
            );
        }
    }
    println!("{} files, {proved} patterns proved", paths.len());
    assert!(trouble.is_empty(), "{trouble:#?}");
}
