//! The list of inputs that `tblgen-to-irdl` turns into IRDL: which files, under which flags, and how much each gives.
//! Runs no program and finds no files.

use std::path::Path;

use serde::Deserialize;

/// One command line of `tblgen-to-irdl`, and the counts of what it prints.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OdsInput {
    /// The dialect that is asked for.
    pub dialect: String,
    /// The ODS file, below the folder that holds MLIR's include files.
    pub td: String,
    /// Folders for includes besides that one, below it.
    #[serde(default)]
    pub include: Vec<String>,
    /// Operations in the output.
    #[serde(default)]
    pub operations: usize,
    /// Types in the output.
    #[serde(default)]
    pub types: usize,
    /// Attributes in the output.
    #[serde(default)]
    pub attributes: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    input: Vec<OdsInput>,
}

/// All inputs of MLIR 22.1.8, in the order of the file.
///
/// # Errors
/// When the list that is built into the program is no such list; a test checks that it is one.
pub fn ods_inputs() -> Result<Vec<OdsInput>, String> {
    let list: List = toml::from_str(include_str!("../ods/inputs.toml"))
        .map_err(|error| format!("ods/inputs.toml: {error}"))?;
    Ok(list.input)
}

impl OdsInput {
    /// The arguments of `tblgen-to-irdl`, given the folder that holds `mlir/Dialect` and `mlir/IR`.
    ///
    /// ```
    /// let inputs = assay_corpus::ods_inputs().unwrap();
    /// let arith = inputs.iter().find(|input| input.dialect == "arith").unwrap();
    /// let arguments = arith.arguments(std::path::Path::new("inc"));
    /// assert_eq!(arguments.join(" "), "--gen-dialect-irdl-defs --dialect=arith -I inc inc/mlir/Dialect/Arith/IR/ArithOps.td");
    /// ```
    pub fn arguments(&self, root: &Path) -> Vec<String> {
        let below = |path: &String| root.join(path).display().to_string();
        let mut arguments = vec!["--gen-dialect-irdl-defs".to_owned(), format!("--dialect={}", self.dialect)];
        let folders = self.include.iter().map(below);
        for folder in std::iter::once(root.display().to_string()).chain(folders) {
            arguments.extend(["-I".to_owned(), folder]);
        }
        arguments.push(below(&self.td));
        arguments
    }
}
