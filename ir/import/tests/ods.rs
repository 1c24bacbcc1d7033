//! The records of upstream's operations are what the ODS files of MLIR say. `ASSAY_BLESS=1` writes them; read the difference before
//! you commit.

use std::path::Path;

use assay_corpus::ods_inputs;
use assay_import::ods::Collection;
use assay_mlir::{Outcome, Tblgen};
use assay_testing::{Checked, Missing};

const HEADER: &str = "# Written from the ODS files of MLIR 22.1.8.\n";

fn the_records_of_upstream_are_what_its_ods_files_say() -> Checked {
    let (_, root) = assay_testing::ods()?;
    let tool = Tblgen::find().map_err(Missing::new)?;
    let mut collection = Collection::default();
    for input in ods_inputs().expect("the list is part of the crate") {
        let folders: Vec<_> = std::iter::once(root.clone())
            .chain(input.include.iter().map(|folder| root.join(folder)))
            .collect();
        let Outcome::Ok(json) = tool.records(format!("include \"{}\"", input.td).as_bytes(), &folders) else {
            panic!("no records of {}", input.td);
        };
        let wanted = |dialect: &str| dialect == input.dialect;
        collection.add(json.as_bytes(), wanted).expect("the tool writes records");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ops/ops");
    let bless = std::env::var_os("ASSAY_BLESS").is_some_and(|value| value == "1");
    let mut differ = Vec::new();
    for (dialect, text) in collection.texts() {
        let path = folder.join(format!("{dialect}.ops"));
        let text = format!("{HEADER}{text}");
        if std::fs::read_to_string(&path).unwrap_or_default() != text {
            differ.push(dialect.to_owned());
            if bless {
                std::fs::write(&path, text).expect("the folder can be written");
            }
        }
    }
    assert!(
        bless || differ.is_empty(),
        "the records of {differ:?} differ: write them anew with ASSAY_BLESS=1"
    );
    assert_eq!(collection.texts().count(), 48);
    Ok(())
}

assay_testing::tests!(the_records_of_upstream_are_what_its_ods_files_say);
