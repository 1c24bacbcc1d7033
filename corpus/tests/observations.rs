//! What the `.expect` files of the libraries say about real MLIR is what real MLIR does.

use std::path::{Path, PathBuf};

use assay_corpus::expect::{Expectation, MlirOutcome, Observation, TextCheck, read};
use assay_corpus::{PatternFile, pattern_texts, patterns, patterns_folder};
use assay_mlir::opt::ParseOptions;
use assay_mlir::{Batch, Outcome};
use assay_testing::Checked;

fn read_file(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn files() -> Vec<(PathBuf, PatternFile)> {
    let mut found = Vec::new();
    for folder in [patterns_folder()] {
        for entry in std::fs::read_dir(folder).expect("the folder was built with the crate") {
            let library = entry.expect("a listed entry can be looked at").path();
            let files = patterns(&library).expect("the folder can be read");
            found.extend(files.into_iter().map(|file| (library.clone(), file)));
        }
    }
    found
}

fn observations(file: &PatternFile) -> Vec<Observation> {
    let text = read_file(file.expect.as_deref().expect("another test checks that there are some"));
    let statements = read(&text).unwrap_or_else(|errors| panic!("{}: {errors:?}", file.name));
    let observation = |expectation| match expectation {
        Expectation::Mlir(observation) => Some(observation),
        _ => None,
    };
    statements.into_iter().filter_map(|statement| observation(statement.expectation)).collect()
}

fn texts_of(file: &PatternFile, names: &[String]) -> String {
    let text = read_file(file.path.as_deref().expect("libraries hold patterns only"));
    let wanted = pattern_texts(&text).into_iter().filter(|pattern| names.contains(&pattern.name));
    wanted.map(|pattern| pattern.text).collect()
}

/// All texts are accepted by MLIR, with dialects that it does not know where the texts are about such.
fn check_accepted(texts: Vec<(String, String)>, allow_unregistered: bool) -> Checked {
    let opt = assay_testing::mlir()?;
    let options = ParseOptions { allow_unregistered, ..ParseOptions::default() };
    let mut batch = Batch::of_texts(&opt, &options);
    for (_, text) in &texts {
        batch.push_text(text);
    }
    for ((name, _), outcome) in texts.iter().zip(batch.run()) {
        assert!(matches!(outcome, Outcome::Ok(_)), "{name}: {outcome:?}");
    }
    Ok(())
}

fn mlir_reads_every_pattern() -> Checked {
    let text = |file: &PatternFile| read_file(file.path.as_deref().expect("libraries hold patterns only"));
    let (foreign, known): (Vec<_>, Vec<_>) = files()
        .iter()
        .map(|(_, file)| (file.name.clone(), text(file)))
        .partition(|(_, text)| text.contains("\"stablehlo."));
    check_accepted(known, false)?;
    check_accepted(foreign, true)
}

fn mlir_reads_every_dialect_file_as_text() -> Checked {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("dialects");
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder was built with the crate") {
        let path = entry.expect("a listed entry can be looked at").path();
        if path.extension().is_some_and(|extension| extension == "mlir") {
            texts.push((path.display().to_string(), read_file(&path)));
        }
    }
    assert!(texts.len() >= 6);
    check_accepted(texts, false)
}

fn mlir_does_what_the_expectations_say() -> Checked {
    let opt = assay_testing::mlir()?;
    let mut runs = 0;
    for (folder, file) in files() {
        for observation in observations(&file) {
            if let Observation::Run { patterns, file: payload, outcomes, still_marked, texts } = observation {
                runs += 1;
                let payload_text = read_file(&folder.join(&payload));
                let outcome = opt.apply_pdl(&texts_of(&file, &patterns), &payload_text, None);
                let marked = payload_text.contains("assay.once") && !still_marked;
                check(&payload, &outcome, &outcomes, marked, &texts);
            }
        }
    }
    assert!(runs > 24, "{runs} runs");
    Ok(())
}

fn check(name: &str, outcome: &Outcome, expected: &[MlirOutcome], marked: bool, texts: &[TextCheck]) {
    let (seen, output) = match outcome {
        Outcome::Ok(output) => (MlirOutcome::Valid, output.clone()),
        Outcome::Error(diagnostics) => {
            let messages: Vec<&str> = diagnostics.iter().map(|one| one.message.as_str()).collect();
            (MlirOutcome::VerifierError, messages.join("\n"))
        }
        Outcome::Crash { .. } => (MlirOutcome::Crash, String::new()),
        Outcome::TimedOut => (MlirOutcome::Hang, String::new()),
        other => panic!("{name}: no answer: {other:?}"),
    };
    let accepted = |wanted: &MlirOutcome| match wanted {
        MlirOutcome::Silent | MlirOutcome::NoMatch => seen == MlirOutcome::Valid,
        exact => *exact == seen,
    };
    assert!(expected.iter().any(accepted), "{name}: {outcome:?}");
    if seen == MlirOutcome::Valid && marked {
        let applied = !output.contains("assay.once");
        assert_eq!(applied, !expected.contains(&MlirOutcome::NoMatch), "{name}: {output}");
    }
    for text in texts {
        match text {
            TextCheck::Contains(part) => assert!(output.contains(part), "{name} lacks {part}: {output}"),
            TextCheck::Lacks(part) => assert!(!output.contains(part), "{name} has {part}: {output}"),
            TextCheck::Message(part) if seen == MlirOutcome::VerifierError => {
                assert!(output.contains(part), "{name}: another message: {output}");
            }
            TextCheck::Message(_) => {}
        }
    }
}

assay_testing::tests!(
    mlir_reads_every_pattern,
    mlir_reads_every_dialect_file_as_text,
    mlir_does_what_the_expectations_say,
);
