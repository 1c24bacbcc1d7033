//! The records of upstream's operations are what the ODS files give, and the dialects of the corpus agree with them.

use std::path::{Path, PathBuf};
use std::process::Command;

use assay_corpus::load_builtin;
use assay_ir::data::Context;
use assay_ir::spec::{OpSpec, Traits, upstream_op};
use assay_testing::Checked;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files of a folder that the script writes, with their names.
fn generated(folder: &Path) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    let mut list: Vec<(String, String)> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "ops"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("the file was listed");
            (path.display().to_string().rsplit('/').next().unwrap_or_default().to_owned(), text)
        })
        .collect();
    list.sort();
    list
}

fn the_records_are_what_the_script_writes() -> Checked {
    let (_, include) = assay_testing::ods()?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ops");
    std::fs::create_dir_all(&folder).expect("cargo gives a folder for tests");
    let script = root().join("corpus/ods/ops.py");
    let output =
        Command::new("python3").arg(script).arg(include).arg(&folder).output().expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (written, kept) = (generated(&folder), generated(&root().join("ir/ops/ops")));
    for (new, old) in written.iter().zip(&kept) {
        assert!(new == old, "{} differs: run corpus/ods/ops.py", new.0);
    }
    assert_eq!(written.len(), kept.len());
    Ok(())
}

/// Traits by the words of `assay.traits`, as a spec here has them.
fn trait_names(spec: &OpSpec) -> [(&'static str, bool); 11] {
    let traits = &spec.traits;
    [
        ("terminator", traits.terminator),
        ("isolated", traits.isolated),
        ("graph", traits.graph),
        ("single_block", traits.single_block),
        ("no_terminator", traits.no_terminator),
        ("symbol", traits.symbol),
        ("symbol_table", traits.symbol_table),
        ("commutative", traits.commutative),
        ("operand_segments", traits.operand_segments),
        ("constant_like", traits.constant_like),
        ("scoped_allocation", traits.allocation_scope),
    ]
}

fn the_dialects_here_have_the_traits_of_upstream() {
    let ctx = Context::new();
    let registry = load_builtin(&ctx);
    let mut differ = Vec::new();
    for spec in registry.ops() {
        let name = ctx.str(spec.name);
        let Some(upstream) = upstream_op(name) else { continue };
        for (word, here) in trait_names(spec) {
            if here != upstream.has(word) {
                differ.push(format!("{name}: `{word}` is {here} here"));
            }
        }
        let theirs = Traits::of_record(&ctx, upstream);
        // An operation that upstream calls pure may have an effect that the spec here knows of, not the other way.
        for (word, same) in [
            ("pure", !spec.traits.pure || theirs.pure),
            ("implicit_terminator", spec.traits.implicit_terminator == theirs.implicit_terminator),
            ("parents", spec.traits.parents.iter().all(|name| theirs.parents.contains(name))),
            ("return_like", !theirs.return_like || spec.traits.return_like),
        ] {
            if !same {
                differ.push(format!("{name}: `{word}` differs"));
            }
        }
    }
    differ.sort();
    assert!(differ.is_empty(), "{} differ:\n{}", differ.len(), differ.join("\n"));
}

assay_testing::tests!(the_records_are_what_the_script_writes, the_dialects_here_have_the_traits_of_upstream);
