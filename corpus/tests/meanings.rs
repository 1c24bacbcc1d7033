//! MLIR verifies the files of meanings.

use assay_mlir::Outcome;
use assay_mlir::opt::ParseOptions;
use assay_testing::Checked;

fn real_mlir_verifies_every_file() -> Checked {
    let mlir = assay_testing::mlir()?;
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("meanings");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|extension| extension == "mlir") {
            let text = std::fs::read_to_string(&path).expect("the file can be read");
            let outcome = mlir
                .parse_print(&text, &ParseOptions { allow_unregistered: true, ..ParseOptions::default() });
            assert!(matches!(outcome, Outcome::Ok(_)), "{}: {outcome:?}", path.display());
            files += 1;
        }
    }
    assert!(files > 0, "there are files");
    Ok(())
}

assay_testing::tests!(real_mlir_verifies_every_file);
