//! The tables of upstream's operations are what the ODS files give, and the dialects of the corpus agree with them.

use std::path::{Path, PathBuf};
use std::process::Command;

use assay_corpus::load_builtin;
use assay_ir::data::Context;
use assay_ir::spec::{OpSpec, upstream_op};
use assay_testing::Checked;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text files of a folder that the script writes, with their names.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let by_hand = ["comb.txt", "hw.txt", "local.txt"];
    let read = |path: PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        (name, std::fs::read_to_string(path).expect("the file was listed"))
    };
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut list: Vec<_> = entries.map(|entry| read(entry.expect("it can be listed").path())).collect();
    list.retain(|(name, _)| !by_hand.contains(&name.as_str()));
    list.sort();
    list
}

fn the_tables_are_what_the_script_writes() -> Checked {
    let (_, include) = assay_testing::ods()?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("forms");
    let (forms, traits) = (folder.join("forms"), folder.join("upstream.txt"));
    std::fs::create_dir_all(&folder).expect("cargo gives a folder for tests");
    let script = root().join("corpus/ods/forms.py");
    let run = Command::new("python3").arg(script).arg(include).arg(&forms).arg(&traits).output();
    let output = run.expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (written, kept) = (texts(&forms), texts(&root().join("ir/src/text/forms")));
    for (new, old) in written.iter().zip(&kept) {
        assert!(new == old, "{} differs: run corpus/ods/forms.py", new.0);
    }
    assert_eq!(written.len(), kept.len());
    let read = |path: &Path| std::fs::read_to_string(path).expect("the script wrote it");
    assert!(read(&traits) == read(&root().join("ir/src/spec/upstream.txt")), "upstream.txt differs");
    Ok(())
}

/// Traits by the words of `assay.traits`, as a spec here has them.
fn words(spec: &OpSpec) -> [(&'static str, bool); 11] {
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
        for (word, here) in words(spec) {
            if here != upstream.has(word) {
                differ.push(format!("{name}: `{word}` is {here} here"));
            }
        }
        let theirs = upstream.traits(&ctx);
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

assay_testing::tests!(the_tables_are_what_the_script_writes, the_dialects_here_have_the_traits_of_upstream);
