//! The functions that `assay tv` counts.

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

assay_testing::tests!(a_function_counts_once_whatever_a_nested_pass_does_to_others);
