//! Descriptions of the operations of dialects outside MLIR, for `--meanings`: their texts are built into the program, and no command
//! takes them unasked, since they say of each operation only as much as its specification and its reading by the file.

/// Dialect and text of each description. See `corpus/meanings/README.md` for the form.
pub fn meanings() -> &'static [(&'static str, &'static str)] {
    &[("stablehlo", include_str!("../meanings/stablehlo.mlir"))]
}

/// The dialect of a description that says the meaning of an operation.
pub fn meaning_of(operation: &str) -> Option<&'static str> {
    let line = format!("assay.meaning = \"{operation}\"");
    meanings().iter().find(|(_, text)| text.contains(&line)).map(|(dialect, _)| *dialect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_found_by_their_whole_name() {
        assert_eq!(meaning_of("stablehlo.and"), Some("stablehlo"));
        assert_eq!(meaning_of("stablehlo.an"), None);
        assert_eq!(meaning_of("arith.addi"), None);
    }
}
