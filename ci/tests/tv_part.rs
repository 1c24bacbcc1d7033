//! The functions that `assay tv` counts, and the entries of a baseline that a run over a part calls fixed.

use assay_testing::Checked;

use crate::command::{assay, text};

/// A function with something for `canonicalize` to do.
fn folds(name: &str) -> String {
    format!(
        "func.func @{name}(%a: i8) -> i8 {{\n  %k = arith.constant 0 : i8\n  %x = arith.addi %a, %k : i8\n  return %x : i8\n}}\n"
    )
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    folder
}

fn a_function_counts_once_whatever_a_nested_pass_does_to_others() -> Checked {
    assay_testing::mlir()?;
    let idle = "func.func @idle(%a: i8) -> i8 {\n  return %a : i8\n}\n";
    let many: String = (0..5).map(|number| folds(&format!("f{number}"))).collect();
    let folder = folder(&[("many.mlir", &(many + idle))]);
    for pipeline in ["func.func(canonicalize)", "func.func(canonicalize,cse)"] {
        let said = text(&assay(folder.path(), &["tv", "many.mlir", "--pass-pipeline", pipeline]));
        assert!(said.contains("proved        6 functions"), "{said}");
    }
    Ok(())
}

fn a_finding_of_a_file_or_a_pass_that_is_not_judged_is_not_called_fixed() -> Checked {
    let opt = assay_testing::mlir()?;
    let files = [("a.mlir", folds("f")), ("b.mlir", folds("g"))];
    let folder = folder(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    // A canonicalizer that takes the zero for a one.
    let tool = folder.path().join("wrong-opt");
    let script = format!(
        "#!/bin/sh\nfor word; do\n  if [ \"$word\" = --canonicalize ]; then exec {0} \"$@\" <<END\n$(sed 's/constant 0/constant 1/')\nEND\n  fi\ndone\nexec {0} \"$@\"\n",
        opt.path().display()
    );
    std::fs::write(&tool, script).expect("a file can be written");
    std::fs::set_permissions(&tool, std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .expect("it can be made executable");
    let tv = |words: &str| {
        let words: Vec<&str> = words.split_whitespace().collect();
        text(&assay(folder.path(), &[&["tv", "--no-reduce"], &words[..]].concat()))
    };
    let wrong = "--mlir-opt ./wrong-opt --pass canonicalize";
    let written = tv(&format!("a.mlir b.mlir {wrong} --write-baseline k.json"));
    assert!(written.contains("k.json: 2 findings"), "{written}");
    for words in [
        format!("a.mlir {wrong}"),
        format!("a.mlir {wrong} --entry f"),
        "a.mlir b.mlir --pass cse".to_owned(),
    ] {
        let said = tv(&format!("{words} --baseline k.json"));
        assert!(!said.contains("fixed"), "{words}: {said}");
    }
    let said = tv("a.mlir --pass canonicalize --baseline k.json");
    assert!(said.contains("V301 of @f in a.mlir") && !said.contains("b.mlir"), "{said}");
    Ok(())
}

assay_testing::tests!(
    a_function_counts_once_whatever_a_nested_pass_does_to_others,
    a_finding_of_a_file_or_a_pass_that_is_not_judged_is_not_called_fixed
);
