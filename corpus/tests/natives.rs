//! The summaries of native code load, MLIR verifies their files, and every body can be read at every width.

use assay_corpus::{load_natives_text, natives};
use assay_ir::data::Context;
use assay_ir::natives::{Entity, Form, Role, Width};
use assay_mlir::Outcome;
use assay_mlir::opt::ParseOptions;
use assay_testing::Checked;

fn every_file_loads_without_a_diagnostic() {
    let ctx = Context::new();
    let mut registry = assay_corpus::load_builtin(&ctx);
    for (name, text) in natives() {
        let diagnostics = load_natives_text(&mut registry, name, text);
        assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}");
    }
}

fn every_file_of_the_folder_is_built_in() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("natives");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("the folder can be read").file_name().to_string_lossy().into_owned())
        .filter_map(|name| name.strip_suffix(".mlir").map(str::to_owned))
        .collect();
    let mut known: Vec<&str> = natives().iter().map(|(name, _)| *name).collect();
    files.sort();
    known.sort_unstable();
    assert_eq!(files, known);
}

fn every_body_can_be_read_at_every_width() {
    let ctx = Context::new();
    let registry = assay_corpus::load_builtin(&ctx);
    for summary in registry.natives() {
        for width in 1..=64 {
            let widths = vec![width; summary.widths.len()];
            if let Some(Err(why)) = summary.instance(&ctx, &widths) {
                panic!("{} at {width}: {why}", summary.name);
            }
        }
    }
}

fn a_summary_says_what_it_takes_and_gives() {
    let ctx = Context::new();
    let registry = assay_corpus::load_builtin(&ctx);
    let zero = registry.native("attr_is_zero").expect("it is built in");
    assert_eq!((zero.role, zero.exact, zero.has_body()), (Role::Constraint, true, true));
    assert_eq!(zero.arguments[0].form, Form::Integer(Width::Open(0)));
    assert!(zero.results.is_empty() && zero.widths == ["w"]);
    let narrower = registry.native("type_narrower").expect("it is built in");
    let form = |open| Form::Type { binds: Some(Width::Open(open)), number: Width::Fixed(64) };
    assert_eq!(
        narrower.arguments.iter().map(|argument| argument.form.clone()).collect::<Vec<_>>(),
        [form(0), form(1)]
    );
    let dominates = registry.native("dominates").expect("it is built in");
    let kinds: Vec<Entity> = dominates.arguments.iter().map(|argument| argument.form.entity()).collect();
    assert_eq!(kinds, [Entity::Value, Entity::Operation]);
}

fn real_mlir_verifies_every_file() -> Checked {
    let mlir = assay_testing::mlir()?;
    for (name, text) in natives() {
        let outcome = mlir.parse_print(text, &ParseOptions::default());
        assert!(matches!(outcome, Outcome::Ok(_)), "{name}: {outcome:?}");
    }
    Ok(())
}

assay_testing::tests!(
    every_file_loads_without_a_diagnostic,
    every_file_of_the_folder_is_built_in,
    every_body_can_be_read_at_every_width,
    a_summary_says_what_it_takes_and_gives,
    real_mlir_verifies_every_file,
);
