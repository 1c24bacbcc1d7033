//! Normal forms of `assay audit`: the table of steps held against mlir-opt over payloads, and the forms that a script is said to
//! have at its end against the program that the interpreter leaves. Knows no step beyond what the table and a few scripts name.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use assay_audit::contract::Contracts;
use assay_audit::script::{self, Form, HandleFate, NormalForm, On, all_have};
use assay_fuzz::generate::function;
use assay_ir::data::{Context, Program, Source};
use assay_ir::text;
use assay_mlir::opt::ParseOptions;
use assay_mlir::{Batch, MlirOpt, Outcome, lit};
use assay_testing::Checked;
use serde_json::Value;

/// Generated payloads beside the written ones.
const GENERATED: u64 = 12;

/// A program, with the number of its operations.
struct Read {
    program: Program,
    size: usize,
}

fn read(ctx: &Arc<Context>, source: &str) -> Option<Read> {
    let parsed = text::parse(ctx, &Source::new("payload", source));
    let size = parsed.program.walk(parsed.program.top()).count();
    parsed.diagnostics.is_empty().then_some(Read { program: parsed.program, size })
}

/// Programs in generic form that mlir-opt takes.
fn payloads(opt: &MlirOpt) -> Vec<String> {
    let written = assay_corpus::contract_payloads().iter().map(|(_, text)| (*text).to_owned());
    let forms = include_str!("audit_scripts/forms.mlir").replace("func.func", "// -----\nfunc.func");
    let chunks = written.chain([forms]).flat_map(|text| lit::chunks(&text)).map(|chunk| chunk.text);
    let texts: Vec<String> = chunks.chain((0..GENERATED).map(|index| function::text(1, index))).collect();
    after(opt, &texts, Vec::new()).into_iter().flatten().collect()
}

/// The texts behind mlir-opt; `None` where it fails.
fn after(opt: &MlirOpt, texts: &[String], extra: Vec<String>) -> Vec<Option<String>> {
    let options = ParseOptions { generic: true, allow_unregistered: true, extra, ..ParseOptions::default() };
    let mut batch = Batch::of_texts(opt, &options);
    texts.iter().for_each(|text| batch.push_text(text));
    let answer = |outcome| match outcome {
        Outcome::Ok(text) => Some(text),
        _ => None,
    };
    batch.run().into_iter().map(answer).collect()
}

/// The text of a script that runs steps one after the other; `%x` is the payload at each.
fn script_of(steps: &[String]) -> String {
    let mut at = "%root".to_owned();
    let mut lines = String::new();
    for (index, step) in steps.iter().enumerate() {
        lines.push_str(&step.replace("%x", &at).replace('$', &index.to_string()));
        lines.push('\n');
        if step.starts_with("%next$ =") {
            at = format!("%next{index}");
        }
    }
    // A wrong annotation is warned of, and one process no longer answers for all payloads.
    let how = if steps.iter().any(|step| step.starts_with("%next$ =")) { "consumed" } else { "readonly" };
    let text = format!(
        "module attributes {{transform.with_named_sequence}} {{\n\
         transform.named_sequence @__transform_main(%root: !any {{transform.{how}}}) {{\n{lines}transform.yield\n}}\n}}\n"
    );
    text.replace("!any", "!transform.any_op")
}

/// The step of the table as text.
fn spelled(step: &str) -> String {
    if let Some(pass) = step.strip_prefix("pass:") {
        return format!("%next$ = transform.apply_registered_pass \"{pass}\" to %x : (!any) -> !any");
    }
    if let Some(set) = step.strip_prefix("patterns:") {
        return format!("transform.apply_patterns to %x {{\n{set}\n}} : !any");
    }
    match step {
        "transform.bufferization.one_shot_bufferize" => {
            format!("%next$ = {step} %x {{bufferize_function_boundaries = true}} : (!any) -> !any")
        }
        "transform.structured.rewrite_in_destination_passing_style" => format!(
            "%m$ = transform.structured.match ops{{[\"tensor.pad\", \"tensor.generate\", \"tensor.from_elements\"]}} in %x \
             : (!any) -> !any\ntransform.foreach %m$ : !any {{\n^bb0(%e$: !any):\n%d$ = {step} %e$ : (!any) -> !any\n}}"
        ),
        "transform.apply_licm" => format!(
            "%m$ = transform.structured.match interface{{LoopLikeInterface}} in %x : (!any) -> !any\n{step} to %m$ : !any"
        ),
        _ => format!("{step} to %x : !any"),
    }
}

/// Payloads behind a script; a pass that runs on functions alone is run on each of them.
fn run(opt: &MlirOpt, folder: &Path, payloads: &[String], steps: &[String]) -> Vec<Option<String>> {
    let library = folder.join("script.mlir");
    std::fs::write(&library, script_of(steps)).expect("a file can be written");
    let pipeline = format!(
        "--pass-pipeline=builtin.module(transform-preload-library{{transform-library-paths={}}},transform-interpreter)",
        library.display()
    );
    after(opt, payloads, vec![pipeline])
}

/// The step over all functions, where it is a pass that does not run on a module.
fn on_functions(step: &str) -> String {
    let inner = spelled(step).replace("%x", "%f$").replace("%next$", "%g$");
    format!(
        "%m$ = transform.structured.match ops{{[\"func.func\"]}} in %x : (!any) -> !any\n\
         transform.foreach %m$ : !any {{\n^bb0(%f$: !any):\n{inner}\n}}"
    )
}

fn runs_of(opt: &MlirOpt, folder: &Path, payloads: &[String], step: &str) -> Vec<Option<String>> {
    let on_modules = run(opt, folder, &["module {}".to_owned()], &[spelled(step)]);
    let text = if on_modules.iter().any(Option::is_some) { spelled(step) } else { on_functions(step) };
    run(opt, folder, payloads, &[text])
}

/// Behind a step that makes a form, all operations that it speaks of have the form.
fn every_step_that_makes_a_form_makes_it() -> Checked {
    assay_testing::mlir()?;
    let opt = MlirOpt::find().expect("it is there");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let payloads = payloads(&opt);
    let ctx = Context::new();
    let before: Vec<Option<Read>> = payloads.iter().map(|text| read(&ctx, text)).collect();
    for maker in script::makers() {
        let (mut made, mut had) = (0, 0);
        for (index, after) in runs_of(&opt, folder.path(), &payloads, maker.step).iter().enumerate() {
            let (Some(before), Some(after)) =
                (&before[index], after.as_ref().and_then(|text| read(&ctx, text)))
            else {
                continue;
            };
            let has = |program: &Program| match maker.of.as_slice() {
                [] => all_have(program, program.top(), maker.form),
                names => program
                    .walk(program.top())
                    .filter(|op| names.contains(&program.op_name(*op)))
                    .all(|op| script::has(program, op, maker.form)),
            };
            assert!(has(&after.program), "{maker:?} on {}\n{}", payloads[index], index);
            made += usize::from(!has(&before.program));
            had += 1;
        }
        assert!(had > 20 && made > 0, "{maker:?}: {had} payloads, {made} of them without the form");
    }
    Ok(())
}

/// Behind a step that keeps a form, what had it has it, and by the stronger word what lacked it lacks it.
fn every_step_that_keeps_a_form_keeps_it() -> Checked {
    assay_testing::mlir()?;
    let opt = MlirOpt::find().expect("it is there");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let payloads = payloads(&opt);
    let ctx = Context::new();
    let before: Vec<Option<Read>> = payloads.iter().map(|text| read(&ctx, text)).collect();
    let mut steps: Vec<&str> = script::keepers().iter().map(|(step, ..)| *step).collect();
    steps.dedup();
    let mut wrong = Vec::new();
    for step in steps {
        let after = runs_of(&opt, folder.path(), &payloads, step);
        let mut changed = 0;
        for (index, after) in after.iter().enumerate() {
            let (Some(before), Some(text)) = (&before[index], after) else { continue };
            let Some(after) = read(&ctx, text) else { continue };
            changed += usize::from(*text != payloads[index]);
            for (_, form, kept) in script::keepers().iter().filter(|(one, ..)| *one == step) {
                let had = all_have(&before.program, before.program.top(), *form);
                let has = all_have(&after.program, after.program.top(), *form);
                let gained = *kept == HandleFate::Same && !had && has && after.size >= before.size;
                if (had && !has) || gained {
                    wrong.push(format!("{step} {form:?}: had {had}, has {has}\n{}\n{text}", payloads[index]));
                }
            }
        }
        assert!(changed > 0, "{step} changes nothing");
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    Ok(())
}

/// Steps of scripts: those of the table, and some that change what they are given.
fn steps() -> Vec<String> {
    let one = "%m$ = transform.structured.match ops{[\"OP\"]} in %x : (!any) -> !any\n";
    let body = |op: &str, inner: &str| {
        format!("{}transform.foreach %m$ : !any {{\n^bb0(%e$: !any):\n{inner}\n}}", one.replace("OP", op))
    };
    let mut out: Vec<String> = script::makers().iter().map(|maker| spelled(maker.step)).collect();
    out.extend(script::keepers().iter().map(|(step, ..)| spelled(step)));
    out.push(body("scf.for", "transform.loop.unroll %e$ {factor = 2} : !any"));
    out.push(body("scf.forall", "%l$ = transform.loop.forall_to_for %e$ : (!any) -> !any"));
    out.push(body(
        "linalg.matmul",
        "%t$, %l$ = transform.structured.tile_using_for %e$ tile_sizes [3] : (!any) -> (!any, !any)",
    ));
    out.push(body("linalg.matmul", "%g$ = transform.structured.generalize %e$ : (!any) -> !any"));
    out.push(spelled("pass:convert-linalg-to-loops"));
    out.push(spelled("pass:expand-strided-metadata"));
    out.push(spelled("pass:convert-scf-to-cf"));
    out.push(spelled("pass:convert-arith-to-llvm"));
    out.push(on_functions("pass:canonicalize"));
    out.push(on_functions("pass:affine-loop-normalize"));
    out.sort();
    out.dedup();
    out
}

/// A form that a script is said to have at its end is there in what the interpreter leaves, and one that it is said to lack is not.
fn forms_at_the_end_of_scripts_are_those_of_the_program() -> Checked {
    assay_testing::mlir()?;
    let opt = MlirOpt::find().expect("it is there");
    let folder = tempfile::tempdir().expect("a folder can be made");
    // A script that fails on some payloads takes a process for each of them.
    let payloads: Vec<String> = payloads(&opt).into_iter().step_by(4).collect();
    let contracts = Contracts::read(assay_corpus::contracts().iter().copied()).expect("they are right");
    let steps = steps();
    let (mut held, mut lacking, mut unknown, mut by_step) = (0, 0, 0, 0);
    let mut state = 7_u64;
    for _ in 0..16 {
        let mut chosen = Vec::new();
        for _ in 0..=state % 3 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            chosen.push(steps[(state >> 33) as usize % steps.len()].clone());
        }
        let outcomes = run(&opt, folder.path(), &payloads, &chosen);
        let script = script_of(&chosen);
        for (payload, after) in payloads.iter().zip(&outcomes) {
            let ctx = Context::new();
            let (Some(program), Some(given)) = (read(&ctx, &script), read(&ctx, payload)) else { continue };
            let known = script::Known { contracts: &contracts, registry: None };
            let Some(after) = after.as_ref().and_then(|text| read(&ctx, text)) else { continue };
            let found = script::audit(&program.program, On::Program(&given.program), known, &[]);
            for (form, said) in found.iter().flat_map(|one| &one.forms) {
                let has = all_have(&after.program, after.program.top(), *form);
                let right = match said {
                    NormalForm::Yes(by) => {
                        by_step += usize::from(by.is_some());
                        held += 1;
                        has
                    }
                    NormalForm::No(_) => {
                        lacking += 1;
                        !has
                    }
                    NormalForm::Unknown(_) => {
                        unknown += 1;
                        true
                    }
                };
                assert!(right, "{form:?} is said to be {said:?}\n{script}\n{payload}");
            }
        }
    }
    assert!(
        held > 600 && by_step > 20 && lacking > 30,
        "{held} held, {by_step} of them by a step, {lacking} lacking, {unknown} unknown"
    );
    Ok(())
}

/// The findings of an audit with `--forms`: code, level and message.
fn asked(file: &Path, forms: &str, more: &[&str]) -> Vec<(String, String, String)> {
    let output = Command::new(env!("CARGO_BIN_EXE_assay"))
        .arg("audit")
        .arg(file)
        .args(["--format", "json", "--forms", forms])
        .args(more)
        .output()
        .expect("the binary under test can be run");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let list = report["patterns"].as_array().expect("a list").iter();
    let findings = list.flat_map(|one| one["findings"].as_array().expect("a list"));
    let word = |one: &Value, key: &str| one[key].as_str().unwrap_or_default().to_owned();
    findings.map(|one| (word(one, "code"), word(one, "level"), word(one, "message"))).collect()
}

fn a_form_that_a_later_step_may_lose_is_reported() -> Checked {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("s.mlir");
    let write = |steps: &[&str]| {
        let steps: Vec<String> = steps.iter().map(|step| (*step).to_owned()).collect();
        std::fs::write(&file, script_of(&steps)).expect("a file can be written");
    };
    let canonical = spelled("pass:canonicalize");
    let unroll = "%m$ = transform.structured.match ops{[\"scf.for\"]} in %x : (!any) -> !any\n\
                  transform.loop.unroll %m$ {factor = 4} : !any";
    write(&[&canonical]);
    assert_eq!(asked(&file, "canonical", &[]), []);
    write(&[&canonical, "transform.apply_dce to %x : !any"]);
    assert_eq!(asked(&file, "canonical", &[]), []);
    write(&[&canonical, unroll]);
    let found = asked(&file, "canonical,buffers", &[]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|one| one.0 == "C501" && one.1 == "warning"), "{found:?}");
    assert!(found[0].2.contains("`transform.loop.unroll` does not keep it"), "{found:?}");
    write(&[unroll, &canonical]);
    assert_eq!(asked(&file, "canonical", &[]), []);
    // A step that may be skipped, or fail unnoticed, makes nothing known.
    let suppressed = format!(
        "transform.sequence %x : !any failures(suppress) {{\n^bb0(%y: !any):\n{}\n}}",
        spelled("patterns:transform.apply_patterns.canonicalization").replace("%x", "%y")
    );
    write(&[&suppressed]);
    assert_eq!(asked(&file, "canonical", &[]).len(), 1);
    let payload = folder.path().join("p.mlir");
    std::fs::write(&payload, "func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>) -> tensor<4xf32> {\n  %r = linalg.exp ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>\n  return %r : tensor<4xf32>\n}\n")
        .expect("a file can be written");
    let payload = payload.display().to_string();
    write(&[]);
    let found = asked(&file, "buffers,canonical,static-shapes", &["--payload", &payload]);
    assert_eq!(found.iter().map(|one| one.1.as_str()).collect::<Vec<_>>(), ["error"], "{found:?}");
    assert!(found[0].2.contains("lacks the form `buffers`"), "{found:?}");
    write(&["transform.apply_cse to %x : !any"]);
    let found = asked(&file, "buffers,canonical,static-shapes", &["--payload", &payload]);
    assert_eq!(
        found.iter().map(|one| one.1.as_str()).collect::<Vec<_>>(),
        ["warning", "warning"],
        "{found:?}"
    );
    Ok(())
}

fn a_word_that_is_no_form_is_refused() -> Checked {
    let done = Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(["audit", "s.mlir", "--forms", "canonic"])
        .output()
        .expect("the binary under test can be run");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(said.contains("`canonic` is none of nest"), "{said}");
    assert!(Form::ALL.iter().all(|(_, name, _)| said.contains(name)), "{said}");
    Ok(())
}

assay_testing::tests!(
    every_step_that_makes_a_form_makes_it,
    every_step_that_keeps_a_form_keeps_it,
    forms_at_the_end_of_scripts_are_those_of_the_program,
    a_form_that_a_later_step_may_lose_is_reported,
    a_word_that_is_no_form_is_refused,
);
