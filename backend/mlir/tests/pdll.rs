//! PDLL through `mlir-pdll`.

use std::path::PathBuf;

use assay_mlir::opt::{Place, Position, Severity};
use assay_mlir::{MlirPdll, Outcome};
use assay_testing::{Checked, Missing};

fn outcome(text: &str, include: &[PathBuf]) -> Result<Outcome, Missing> {
    let pdll = MlirPdll::find().map_err(Missing::new)?;
    Ok(pdll.to_pdl(text.as_bytes(), include))
}

fn a_pattern_comes_out_as_pdl_with_places_in_the_text() -> Checked {
    let outcome = outcome("Pattern Gone => erase op<foo.a>(x: Value);\n", &[])?;
    let Outcome::Ok(pdl) = outcome else { panic!("{outcome:?}") };
    assert!(pdl.contains("pdl.pattern @Gone"), "{pdl}");
    assert!(pdl.contains("loc(\"<stdin>\":1:23)"), "{pdl}");
    Ok(())
}

fn an_error_has_its_place() -> Checked {
    let outcome = outcome("\nPattern A { erase none; }\n", &[])?;
    let Outcome::Error(diagnostics) = outcome else { panic!("{outcome:?}") };
    assert_eq!(diagnostics[0].place, Place::Payload(Position { line: 2, column: 19 }));
    assert_eq!(diagnostics[0].severity, Severity::Error);
    Ok(())
}

fn included_files_are_found_in_the_folders_and_named_in_errors() -> Checked {
    let folder = tempfile::tempdir().expect("tests can make folders");
    let included = folder.path().join("part.pdll");
    std::fs::write(&included, "\nPattern A { erase none; }\n").expect("tests can write files");
    let outcome = outcome("#include \"part.pdll\"\n", &[folder.path().to_owned()])?;
    let Outcome::Error(diagnostics) = outcome else { panic!("{outcome:?}") };
    let expected = (included.display().to_string(), Position { line: 2, column: 19 });
    let (file, position) = diagnostics[0].place.in_file().expect("the error is in a file");
    assert_eq!((file.to_owned(), position), expected);
    Ok(())
}

assay_testing::tests!(
    a_pattern_comes_out_as_pdl_with_places_in_the_text,
    an_error_has_its_place,
    included_files_are_found_in_the_folders_and_named_in_errors,
);
