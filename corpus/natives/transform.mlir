// The rewrite of patterns for `transform.pdl_match`. `README.md` describes the form.

// Never runs: the matched operations are handed to the script.
func.func private @"transform.dialect"(!pdl.operation)
    attributes {assay.native = "rewrite", assay.matches_only}
