//! `assay audit` on transform scripts: the acceptance pack, one script for each construct held against the interpreter of MLIR,
//! the effects of operations held against MLIR's own inference, a sample of the campaign, formats, suppressions and limits.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use assay_testing::Checked;
use serde_json::Value;

use crate::campaign;

fn assay(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(arguments)
        .output()
        .expect("the binary under test can be run")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A finding of a report.
#[derive(Clone, Debug)]
struct ScriptProblem {
    code: String,
    level: String,
    line: u64,
    message: String,
    related: Vec<u64>,
}

/// The findings about a file, and the verdicts.
fn audit(file: &Path, more: &[&str]) -> (Vec<ScriptProblem>, Vec<String>) {
    let name = file.display().to_string();
    let output = assay(&[&["audit", &name, "--format", "json"], more].concat());
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {name} {}{}", text(&output.stdout), text(&output.stderr)));
    let word = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let patterns = report["patterns"].as_array().expect("a list");
    let all = patterns.iter().flat_map(|pattern| pattern["findings"].as_array().expect("a list"));
    let found = all.map(|finding| ScriptProblem {
        code: word(finding, "code"),
        level: word(finding, "level"),
        line: finding["line"].as_u64().expect("a line"),
        message: word(finding, "message"),
        related: finding["related"]
            .as_array()
            .map_or_else(Vec::new, |list| list.iter().filter_map(|one| one["line"].as_u64()).collect()),
    });
    (found.collect(), patterns.iter().map(|pattern| word(pattern, "verdict")).collect())
}

/// Findings that are no remarks.
fn counted(found: &[ScriptProblem]) -> impl Iterator<Item = &ScriptProblem> {
    found.iter().filter(|finding| finding.level != "note")
}

fn invalid(found: &[ScriptProblem]) -> bool {
    counted(found).any(|finding| finding.code == "C511")
}

/// Rows of the expectations: name and outcome.
fn expectations(folder: &Path) -> Vec<(String, String)> {
    let table = std::fs::read_to_string(folder.join("expectations.tsv")).expect("the table can be read");
    let row = |line: &str| {
        let mut cells = line.split('\t');
        let name = cells.next().expect("a name").to_owned();
        (name, cells.nth(1).expect("an outcome").to_owned())
    };
    table.lines().skip(1).map(row).collect()
}

fn no_invalid_handle_of_the_pack_is_missed_and_none_is_invented() -> Checked {
    let folder = assay_testing::acceptance()?.join("transform");
    let (mut missed, mut spurious, mut any_spurious, mut wrong) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for (name, outcome) in expectations(&folder) {
        let file = folder.join(format!("{name}.mlir"));
        let (given, _) = audit(&file, &[]);
        let (any, _) = audit(&file, &["--any-payload"]);
        if outcome == "invalid handle" {
            wrong += 1;
            if !invalid(&given) || !invalid(&any) {
                missed.push(name);
            }
        } else {
            if invalid(&given) {
                spurious.push(name.clone());
            }
            if invalid(&any) {
                any_spurious.push(name);
            }
        }
    }
    assert!(wrong > 10 && missed.is_empty(), "missed: {missed:?}");
    assert!(spurious.is_empty(), "with the payload: {spurious:?}");
    assert!(any_spurious.len() <= 1, "for any payload: {any_spurious:?}");
    Ok(())
}

/// Scripts that crash `mlir-opt`, that it rejects and that it fails on have an answer, and right ones are not reported.
fn every_outcome_of_the_pack_has_its_rule() -> Checked {
    let folder = assay_testing::acceptance()?.join("transform");
    for (name, outcome) in expectations(&folder) {
        let (found, verdicts) = audit(&folder.join(format!("{name}.mlir")), &[]);
        let codes: BTreeSet<&str> = counted(&found).map(|finding| finding.code.as_str()).collect();
        match outcome.as_str() {
            "crash" => assert_eq!(codes, BTreeSet::from(["C514"]), "{name}"),
            "rejected before running" => {
                assert!(codes.contains("C512") || codes.contains("C515"), "{name}: {codes:?}");
                assert_eq!(verdicts, ["malformed"], "{name}");
            }
            "ok" => assert!(codes.iter().all(|code| *code == "C513"), "{name}: {codes:?}"),
            // Which operations patterns erase depends on the patterns.
            "failure" if name.ends_with("patterns_erase") => {}
            "failure" => assert!(!codes.is_empty(), "{name}"),
            _ => assert_eq!(verdicts, ["refuted"], "{name}"),
        }
    }
    Ok(())
}

fn codes_at(found: &[ScriptProblem], line: u64) -> BTreeSet<&str> {
    found.iter().filter(|finding| finding.line == line).map(|finding| finding.code.as_str()).collect()
}

/// `script FINDING line N consumed M` of the `.expect` files.
fn the_scripts_of_the_pack_are_blamed_at_their_lines() -> Checked {
    let folder = assay_testing::acceptance()?.join("contracts");
    let mut seen = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|end| end != "expect") {
            continue;
        }
        let expect = std::fs::read_to_string(&path).expect("it can be read");
        for line in expect.lines().filter_map(|line| line.strip_prefix("script ")) {
            let (found, _) = audit(&path.with_extension("mlir"), &[]);
            let words: Vec<&str> = line.split(' ').collect();
            let number = |key: &str| {
                let at = words.iter().position(|word| *word == key)?;
                words.get(at + 1)?.parse::<u64>().ok()
            };
            seen += 1;
            let fits = |code: &str, text: &str, other: Option<u64>| {
                found.iter().any(|finding| {
                    finding.code == code
                        && Some(finding.line) == number("line")
                        && finding.message.contains(text)
                        && other.is_none_or(|line| finding.related.contains(&line))
                })
            };
            let holds = match words[0] {
                "clean" => found.is_empty(),
                "use-after-consume" => fits("C511", "(use after consume)", number("consumed")),
                "nested-invalidation" => fits("C511", "(nested invalidation)", number("consumed")),
                "alias-invalidation" => fits("C511", "(alias invalidation)", number("consumed")),
                "recursion" => fits("C512", "includes itself", None),
                "phase-order" => fits("C502", words[1], number("removed")),
                other => panic!("unknown statement {other}"),
            };
            assert!(holds, "{}: {line}\n{found:#?}", path.display());
        }
    }
    assert!(seen > 10);
    Ok(())
}

// --- the interpreter of MLIR ---------------------------------------------------------------------------------------------

/// The outcome of a run of the interpreter.
#[derive(Debug, PartialEq, Eq)]
enum Ran {
    Through,
    Invalid(u64),
    Other,
}

fn interpret(file: &Path) -> Ran {
    let done = Command::new("mlir-opt-22")
        .args(["--transform-interpreter", "-o", "/dev/null"])
        .arg(file)
        .output()
        .expect("mlir-opt-22 can be run");
    let said = text(&done.stderr);
    let wrong = said.lines().find_map(|line| {
        let (place, message) = line.split_once(": error: ")?;
        let invalid = message.starts_with("op uses a handle invalidated")
            || message.starts_with("op uses a handle associated with empty payload and invalidated");
        invalid.then(|| place.rsplit(':').nth(1)?.parse().ok())?
    });
    match wrong {
        Some(line) => Ran::Invalid(line),
        None if done.status.success() => Ran::Through,
        None => Ran::Other,
    }
}

/// Steps that need a form, each with what it does to `%h`.
const FORMED: [(&str, &str); 13] = [
    ("scf", "%r = transform.loop.coalesce %h : (!any) -> (!any)"),
    ("scf", "transform.loop.unroll_and_jam %h {factor = 2} : !any"),
    (
        "scf",
        "%k = transform.cast %h : !any to !transform.op<\"scf.for\">\n\
         %r = transform.loop.pipeline %k : (!transform.op<\"scf.for\">) -> !any",
    ),
    ("linalg", "%r:2 = transform.structured.fuse %h tile_sizes [2] : (!any) -> (!any, !any)"),
    ("linalg", "transform.structured.vectorize %h : !any"),
    ("linalg", "transform.structured.vectorize %h vector_sizes [8, 8, 16] : !any"),
    ("linalg", "%r = transform.structured.convert_to_loops %h : (!any) -> !any"),
    ("linalg", "%r, %n = transform.structured.bufferize_to_allocation %h : !any"),
    (
        "linalg",
        "%a, %b, %c, %d = transform.structured.split_reduction %h {split_factor = 4, insert_split_dimension = 0} \
         : (!any) -> (!any, !any, !any, !any)",
    ),
    (
        "linalg",
        "%a, %b, %c, %d = transform.structured.tile_reduction_using_for %h by tile_sizes = [0, 0, 4] \
         : (!any) -> (!any, !any, !any, !any)",
    ),
    ("linalg", "%r = transform.structured.pack %h packed_sizes = [2, 2, 2] : (!any) -> !any"),
    ("linalg", "%r = transform.structured.transpose_matmul %h : (!any) -> !any"),
    ("linalg", "%r:2 = transform.structured.tile_using_for %h tile_sizes [2] : (!any) -> (!any, !any)"),
];

/// A step fails where its operation lacks the form that it needs, and only there; also behind steps that keep the form, and
/// behind one that makes the opposite of it.
fn a_step_that_lacks_its_form_is_reported() -> Checked {
    assay_testing::mlir()?;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let payload = include_str!("audit_scripts/forms.mlir");
    let functions: Vec<String> =
        payload.split("func.func").skip(1).map(|function| format!("func.func{function}")).collect();
    let find = "%h = transform.structured.match attributes {x} in %root : (!any) -> !any";
    let before = [
        ("", find.to_owned()),
        ("scf", format!("{find}\ntransform.apply_licm to %h : !any")),
        (
            "linalg",
            format!(
                "%q = transform.bufferization.one_shot_bufferize %root {{bufferize_function_boundaries = true}} \
                 : (!any) -> !any\n{}",
                find.replace("%root", "%q")
            ),
        ),
    ];
    let (mut failed, mut missed, mut wrong) = (0, 0, Vec::new());
    for (which, start) in &before {
        for (dialect, step) in FORMED.iter().filter(|(dialect, _)| which.is_empty() || dialect == which) {
            for function in functions.iter().filter(|function| function.contains(&format!("{dialect}."))) {
                let script = format!(
                    "module attributes {{transform.with_named_sequence}} {{\n{function}transform.named_sequence \
                     @__transform_main(%root: !any {{transform.consumed}}) {{\n{start}\n{step}\ntransform.yield\n}}\n}}\n"
                );
                let file = folder.path().join("script.mlir");
                std::fs::write(&file, script.replace("!any", "!transform.any_op"))
                    .expect("it can be written");
                let (found, _) = audit(&file, &[]);
                let said = counted(&found).any(|one| one.code == "C516" || one.code == "C502");
                match (said, interpret(&file) == Ran::Other) {
                    (true, true) => failed += 1,
                    (false, true) => missed += 1,
                    (true, false) => wrong.push(format!("{start}\n{step}\n{function}\n{found:#?}")),
                    (false, false) => {}
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // What licm leaves of a nest that was none, and shapes behind bufferization, are not followed.
    assert!(failed >= 35 && missed <= 8, "{failed} failures were told, {missed} were not");
    Ok(())
}

fn every_construct_is_followed_as_the_interpreter_does() -> Checked {
    assay_testing::mlir()?;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (mut through, mut wrong) = (0, 0);
    for (index, script) in include_str!("audit_scripts/constructs.mlir").split("// -----\n").enumerate() {
        let file = folder.path().join(format!("{index}.mlir"));
        std::fs::write(&file, script).expect("a file can be written");
        let name = script.lines().next().unwrap_or_default();
        let (given, _) = audit(&file, &[]);
        let (any, _) = audit(&file, &["--any-payload"]);
        match interpret(&file) {
            Ran::Invalid(line) => {
                wrong += 1;
                assert!(codes_at(&given, line).contains("C511"), "{name}: {given:#?}");
                assert!(codes_at(&any, line).contains("C511"), "{name}, any payload: {any:#?}");
            }
            Ran::Through => {
                through += 1;
                let quiet = counted(&given).all(|finding| finding.code == "C502" || finding.code == "C513");
                assert!(quiet, "{name}: {given:#?}");
                assert!(
                    any.iter().all(|finding| finding.code != "C511" || finding.level != "error"),
                    "{name}"
                );
            }
            Ran::Other => assert!(!invalid(&given), "{name}: {given:#?}"),
        }
    }
    assert!(through >= 15 && wrong >= 15, "{through} through, {wrong} wrong");
    Ok(())
}

/// A sample of `ci/campaigns/scripts.py`.
fn generated_scripts_hide_no_invalid_handle() -> Checked {
    assay_testing::mlir()?;
    campaign::sample("scripts.py", &["7", "60"]);
    Ok(())
}

/// Scripts of one step from public reports: what MLIR refuses or crashes on is never proved, what it runs never refuted.
fn no_step_that_fails_is_proved_and_none_that_runs_is_refuted() -> Checked {
    let folder = assay_testing::acceptance()?.join("reports");
    let cases = std::fs::read_to_string(folder.join("cases.jsonl")).expect("the cases can be read");
    let (mut refuted, mut failing, mut proved, mut running) = (0, 0, 0, 0);
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        let word = |key: &str| case[key].as_str().unwrap_or_default();
        if !word("file").starts_with("ts") {
            continue;
        }
        let (_, verdicts) = audit(&folder.join(word("file")), &[]);
        let said = |one: &str| verdicts.iter().any(|verdict| verdict == one);
        if word("right_answer").starts_with("refuted") {
            assert!(!said("proved"), "{}: {}", word("id"), word("right_answer"));
            failing += 1;
            refuted += usize::from(said("refuted") || said("malformed"));
        } else {
            assert!(!said("refuted") && !said("malformed"), "{}: {verdicts:?}", word("id"));
            running += 1;
            proved += usize::from(said("proved"));
        }
    }
    assert!(failing >= 50 && refuted * 100 >= failing * 90, "{refuted} of {failing} are refuted");
    assert!(running >= 30 && proved * 100 >= running * 70, "{proved} of {running} are proved");
    Ok(())
}

/// A sample of `ci/campaigns/steps.py`.
fn steps_are_decided_as_the_interpreter_runs_them() -> Checked {
    assay_testing::mlir()?;
    campaign::sample("steps.py", &["7", "112"]);
    Ok(())
}

/// Values that a block yields have the types of the results; MLIR compares them for all of these but a structured match, where it crashes
/// on a handle that becomes one of another role.
fn yielded_values_have_the_types_of_the_results() -> Checked {
    let opt = assay_testing::mlir()?.path().to_owned();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let script = |step: &str, outside: &str| {
        format!(
            "module attributes {{transform.with_named_sequence}} {{
            func.func @f(%a: i32) -> i32 {{
              %r = arith.addi %a, %a : i32
              return %r : i32
            }}
            {outside}
            transform.named_sequence @__transform_main(%root: !ONE) {{
              %m = transform.structured.match ops{{[\"func.func\"]}} in %root : (!ONE) -> !ONE
              {step}
              transform.yield
            }}
            }}"
        )
        .replace("ONE", "transform.any_op")
    };
    let of_a_block = |head: &str, result: &str, end: &str| {
        let step = format!("%r = {head} -> {result} {{\n^bb0(%x: !ONE):\n{end} %x : !ONE\n}}");
        script(&step, "")
    };
    let sequence = |result: &str| {
        let step =
            "%r = transform.include @s failures(propagate) (%m) : (!ONE) -> RESULT".replace("RESULT", result);
        let callee = format!(
            "transform.named_sequence @s(%x: !ONE {{transform.readonly}}) -> {result} {{ transform.yield %x : !ONE }}"
        );
        script(&step, &callee)
    };
    let (one, function, value) =
        ("!transform.any_op", "!transform.op<\"func.func\">", "!transform.any_value");
    let mut scripts = Vec::new();
    for (head, end) in [
        ("transform.foreach %m : !ONE", "transform.yield"),
        ("transform.alternatives %m : !ONE", "transform.yield"),
    ] {
        scripts.push((of_a_block(head, one, end), true));
        scripts.push((of_a_block(head, function, end), false));
        scripts.push((of_a_block(head, value, end), false));
    }
    scripts.push((sequence(one), true));
    scripts.push((sequence(value), false));
    for (text, runs) in scripts {
        let file = write(&folder, "script.mlir", &text);
        let run =
            Command::new(&opt).args([&file, "--transform-interpreter"]).output().expect("mlir-opt starts");
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.success(), runs, "{text}\n{said}");
        let (_, verdicts) = audit(Path::new(&file), &[]);
        assert_eq!(verdicts.contains(&"malformed".to_owned()), !runs, "{verdicts:?}\n{text}\n{said}");
    }
    let matched = |result: &str| {
        let head = "transform.match.structured %n : (!ONE)";
        let step = format!(
            "%n = transform.structured.match ops{{[\"linalg.fill\"]}} in %root : (!ONE) -> !ONE
             %r = {head} -> {result} {{\n^bb0(%x: !ONE):\n transform.match.structured.yield %x : !ONE\n}}"
        );
        script(&step, "")
    };
    for (result, malformed) in [(one, false), ("!transform.op<\"linalg.fill\">", false), (value, true)] {
        let file = write(&folder, "script.mlir", &matched(result));
        let verdicts = audit(Path::new(&file), &[]).1;
        assert_eq!(verdicts.contains(&"malformed".to_owned()), malformed, "{result}: {verdicts:?}");
    }
    Ok(())
}

/// MLIR 22 tiles with a negative size that does not divide the extent of its loop, and fails with one that does; the last result
/// of an operation is at position -1, and what `split_handle` has too much of goes to a result that exists.
fn numbers_are_judged_as_mlir_reads_them() -> Checked {
    let opt = assay_testing::mlir()?.path().to_owned();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let tiled = |step: &str| {
        let matched = "transform.structured.match ops{[\"linalg.matmul\"]} in %root";
        format!(
            "module attributes {{transform.with_named_sequence}} {{
            func.func @f(%a: tensor<8x4xf32>, %b: tensor<4x16xf32>, %c: tensor<8x16xf32>) -> tensor<8x16xf32> {{
              %r = linalg.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x16xf32>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
              return %r : tensor<8x16xf32>
            }}
            transform.named_sequence @__transform_main(%root: !ONE) {{
              %m = {matched} : (!ONE) -> !ONE
              {step}
              transform.yield
            }}
            }}"
        )
        .replace("ONE", "transform.any_op")
    };
    let for_each = |sizes: &str| {
        format!(
            "%t, %l:2 = transform.structured.tile_using_for %m tile_sizes [{sizes}] : (!ONE) -> (!ONE, !ONE, !ONE)"
        )
    };
    let fused = |sizes: &str| {
        format!("%t, %l:2 = transform.structured.fuse %m tile_sizes [{sizes}] : (!ONE) -> (!ONE, !ONE, !ONE)")
    };
    let forall = |sizes: &str| {
        format!(
            "%t, %l = transform.structured.tile_using_forall %m tile_sizes [{sizes}] : (!ONE) -> (!ONE, !ONE)"
        )
    };
    let threads = |number: &str| {
        format!(
            "%t, %l = transform.structured.tile_using_forall %m num_threads [{number}] : (!ONE) -> (!ONE, !ONE)"
        )
    };
    let result = |position: &str| {
        format!(
            "%n = transform.structured.match ops{{[\"linalg.matmul\"]}} in %root : (!ONE) -> !ONE
             transform.match.structured %n : !ONE {{
             ^bb0(%s: !ONE):
               %r = transform.match.structured.result %s[{position}] : (!ONE) -> !transform.any_value
               transform.match.structured.yield
             }}"
        )
    };
    let continuous = |size: &str| {
        format!(
            "%t, %c = transform.structured.continuous_tile_sizes %m {{dimension = 1 : i64, target_size = {size} : i64}} : (!ONE) -> !transform.param<i64>"
        )
    };
    let split = |index: &str| {
        format!(
            "%h = transform.merge_handles %m, %m : !ONE
             %s = transform.split_handle %h {{overflow_result = {index} : i64}} : (!ONE) -> !ONE"
        )
    };
    // MLIR ends with a division by zero.
    let file = write(&folder, "script.mlir", &tiled(&continuous("4611686018427387904")));
    assert!(!audit(Path::new(&file), &[]).1.contains(&"proved".to_owned()));
    let scripts = [
        (continuous("4"), true),
        (for_each("4, -3"), true),
        (for_each("4, -4"), false),
        (for_each("-8, 4"), false),
        (fused("-5, 4"), true),
        (fused("4, -1"), false),
        (forall("4, -3"), true),
        (forall("4, -2"), false),
        (threads("-3"), true),
        (result("-1"), true),
        (result("-2"), false),
        (split("0"), true),
        (split("1"), false),
        (split("-1"), false),
        (split("4611686018427387904"), false),
    ];
    for (step, runs) in scripts {
        let file = write(&folder, "script.mlir", &tiled(&step));
        let done = Command::new(&opt).args(["--transform-interpreter", &file]).output();
        assert_eq!(done.expect("mlir-opt can be run").status.success(), runs, "{step}");
        let (_, verdicts) = audit(Path::new(&file), &[]);
        assert_eq!(verdicts.contains(&"refuted".to_owned()), !runs, "{step}: {verdicts:?}");
    }
    Ok(())
}

// --- formats, suppressions, limits --------------------------------------------------------------------------------------

const TWICE: &str = r#"module attributes {transform.with_named_sequence} {
  // HERE
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %l {factor = 2} : !transform.any_op
    transform.loop.unroll %l {factor = 2} : !transform.any_op
    transform.yield
  }
}
"#;

fn write(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file can be written");
    path.display().to_string()
}

/// A script on any payload with these steps behind three matches.
fn script(steps: &[&str]) -> String {
    let one = "(!transform.any_op) -> !transform.any_op";
    let mut out = String::from("module attributes {transform.with_named_sequence} {\n");
    out.push_str(
        "transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {\n",
    );
    for name in ["a", "b", "c"] {
        let found = format!("transform.structured.match ops{{[\"scf.for\"]}} attributes{{{name}}} in %root");
        let _ = writeln!(out, "%{name} = {found} : {one}");
    }
    for step in steps {
        let _ = writeln!(out, "{}", step.replace("ONE", one));
    }
    out.push_str("transform.yield\n}\n}\n");
    out
}

fn a_handle_that_may_be_invalid_becomes_so_for_certain() -> Checked {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let unroll = |name: &str| format!("transform.loop.unroll %{name} {{factor = 2}} : !transform.any_op");
    let annotate = |name: &str| format!("transform.annotate %{name} \"late\" : !transform.any_op");
    // Consuming `%a` may invalidate all others; by the second consumption one becomes invalid for certain, and `%c` does not.
    let parents = ["%x = transform.get_parent_op %b : ONE", &unroll("a"), &unroll("x")];
    let two = "(!transform.any_op) -> (!transform.any_op, !transform.any_op)";
    let split = format!("%x, %y = transform.split_handle %b : {two}");
    let shares = [split.as_str(), &unroll("a"), &unroll("x")];
    let inner = ["%x = transform.structured.match ops{[\"scf.if\"]} in %b : ONE", &unroll("a"), &unroll("b")];
    for (steps, used) in [(parents, "b"), (shares, "b"), (inner, "x")] {
        let late = [annotate(used), annotate("c")];
        let steps: Vec<&str> = steps.into_iter().chain(late.iter().map(String::as_str)).collect();
        let name = write(&folder, "script.mlir", &script(&steps));
        let (found, _) = audit(Path::new(&name), &[]);
        let level = |line: u64| {
            let of_line = found.iter().find(|one| one.line == line && one.code == "C511");
            of_line.map(|one| one.level.clone()).unwrap_or_default()
        };
        // Five lines come before the first step.
        assert_eq!((level(9).as_str(), level(10).as_str()), ("error", "warning"), "{steps:?}: {found:?}");
    }
    Ok(())
}

fn a_finding_is_printed_in_every_format_and_names_the_consumer() -> Checked {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = write(&folder, "twice.mlir", TWICE);
    for format in ["human", "concise", "json", "sarif", "junit", "github", "gitlab", "markdown"] {
        let output = assay(&["audit", &file, "--format", format]);
        assert_eq!(output.status.code(), Some(1), "{format}: {}", text(&output.stderr));
        assert!(text(&output.stdout).contains("C511"), "{format}");
    }
    let (found, verdicts) = audit(Path::new(&file), &[]);
    assert_eq!((found[0].line, &found[0].related[..]), (6, &[5][..]));
    assert_eq!(verdicts, ["refuted"]);
    Ok(())
}

fn a_comment_and_a_baseline_accept_a_finding() -> Checked {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let allowed = TWICE.replace("HERE", r#"assay: allow(C511, reason = "a test")"#);
    let file = write(&folder, "allowed.mlir", &allowed);
    assert_eq!(assay(&["audit", &file]).status.code(), Some(0));
    let other = write(&folder, "other.mlir", &TWICE.replace("HERE", r#"assay: allow(C512, reason = "no")"#));
    assert_eq!(assay(&["audit", &other]).status.code(), Some(1));
    let baseline = folder.path().join("baseline.json").display().to_string();
    assert_eq!(assay(&["audit", &other, "--write-baseline", &baseline]).status.code(), Some(0));
    let known = assay(&["audit", &other, "--baseline", &baseline, "--format", "concise"]);
    assert_eq!(known.status.code(), Some(0), "{}", text(&known.stdout));
    let more = write(&folder, "more.mlir", &TWICE.replace("HERE", "another"));
    assert_eq!(assay(&["audit", &other, &more, "--baseline", &baseline]).status.code(), Some(1));
    Ok(())
}

/// Each is named, and the others are judged all the same.
fn files_that_cannot_be_read_are_trouble() -> Checked {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = write(&folder, "twice.mlir", TWICE);
    let bytes = folder.path().join("bytes.mlir");
    std::fs::write(&bytes, [0xff, 0xfe]).expect("a file can be written");
    let bytes = bytes.display().to_string();
    let output = assay(&["audit", &bytes, "nowhere.mlir", &file, "--format", "concise"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("bytes.mlir is not UTF-8") && said.contains("nowhere.mlir"), "{said}");
    assert!(text(&output.stdout).contains("C511"), "{}", text(&output.stdout));
    let output = assay(&["audit", &file, "--payload", &bytes]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    Ok(())
}

fn a_payload_of_another_file_makes_matches_exact() -> Checked {
    let pack = assay_testing::acceptance()?.join("transform");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let whole = std::fs::read_to_string(pack.join("07_sibling_survives.mlir")).expect("it can be read");
    let start = whole.find("  transform.named_sequence").expect("a script");
    let script = format!("module attributes {{transform.with_named_sequence}} {{\n{}", &whole[start..]);
    let (script, payload) =
        (write(&folder, "s.mlir", &script), write(&folder, "p.mlir", &format!("{}}}\n", &whole[..start])));
    assert!(invalid(&audit(Path::new(&script), &[]).0));
    assert!(!invalid(&audit(Path::new(&script), &["--payload", &payload]).0));
    Ok(())
}

fn an_operation_without_known_effects_is_unknown() -> Checked {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let odd = TWICE.replace(
        "transform.loop.unroll %l {factor = 2} : !transform.any_op\n    transform.yield",
        "\"transform.vendor.thing\"(%root) : (!transform.any_op) -> ()\n    transform.yield",
    );
    let (_, verdicts) = audit(Path::new(&write(&folder, "odd.mlir", &odd)), &[]);
    assert_eq!(verdicts, ["unknown"]);
    Ok(())
}

fn a_step_that_is_not_decided_is_said_and_one_of_another_dialect_is_refuted() -> Checked {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let once = "transform.loop.unroll %l {factor = 2} : !transform.any_op\n    transform.yield";
    let twice = "    transform.loop.unroll %l {factor = 2} : !transform.any_op\n    transform.loop.unroll";
    let one = TWICE.replace(twice, "    transform.loop.unroll");
    let file = write(&folder, "any.mlir", &one);
    // Lines of the report are broken where the terminal ends.
    let shown = text(&assay(&["audit", &file]).stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    let words = ["well-formed", "handles", "whether `transform.loop.unroll` succeeds is not decided"];
    assert!(words.iter().all(|word| shown.contains(word)), "{shown}");
    let other = one.replace(once, "%c = arith.constant 4 : index\n    transform.yield");
    let shown = text(&assay(&["audit", &write(&folder, "other.mlir", &other)]).stdout);
    assert!(shown.contains("`arith.constant` is no transform operation"), "{shown}");
    Ok(())
}

/// Sequences that include each other along a chain, twice each: 2^60 calls if each were followed.
fn calls_that_multiply_and_deep_nests_have_an_answer() -> Checked {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut chain = "module attributes {transform.with_named_sequence} {\n".to_owned();
    for level in 0..300 {
        let call = format!(
            "    transform.include @s{} failures(propagate) (%x) : (!transform.any_op) -> ()\n",
            level + 1
        );
        let body = if level < 299 { call.repeat(2) } else { String::new() };
        let argument = "(%x: !transform.any_op {transform.readonly})";
        let _ = write!(
            chain,
            "  transform.named_sequence @s{level}{argument} {{\n{body}    transform.yield\n  }}\n"
        );
    }
    let (_, verdicts) = audit(Path::new(&write(&folder, "chain.mlir", &format!("{chain}}}\n"))), &[]);
    assert_eq!(verdicts, ["unknown"]);
    let mut nest = "module attributes {transform.with_named_sequence} {\n  transform.named_sequence @__transform_main(%r0: !transform.any_op) {\n".to_owned();
    for level in 0..150 {
        let _ = write!(
            nest,
            "transform.sequence %r{level} : !transform.any_op failures(propagate) {{\n^bb0(%r{}: !transform.any_op):\n",
            level + 1
        );
    }
    nest.push_str(&"}\n".repeat(150));
    nest.push_str("transform.yield\n}\n}\n");
    let (_, verdicts) = audit(Path::new(&write(&folder, "nest.mlir", &nest)), &[]);
    assert_eq!(verdicts, ["proved"]);
    Ok(())
}

assay_testing::tests!(
    no_invalid_handle_of_the_pack_is_missed_and_none_is_invented,
    every_outcome_of_the_pack_has_its_rule,
    the_scripts_of_the_pack_are_blamed_at_their_lines,
    a_step_that_lacks_its_form_is_reported,
    every_construct_is_followed_as_the_interpreter_does,
    generated_scripts_hide_no_invalid_handle,
    no_step_that_fails_is_proved_and_none_that_runs_is_refuted,
    steps_are_decided_as_the_interpreter_runs_them,
    numbers_are_judged_as_mlir_reads_them,
    yielded_values_have_the_types_of_the_results,
    a_step_that_is_not_decided_is_said_and_one_of_another_dialect_is_refuted,
    a_handle_that_may_be_invalid_becomes_so_for_certain,
    a_finding_is_printed_in_every_format_and_names_the_consumer,
    a_comment_and_a_baseline_accept_a_finding,
    files_that_cannot_be_read_are_trouble,
    a_payload_of_another_file_makes_matches_exact,
    an_operation_without_known_effects_is_unknown,
    calls_that_multiply_and_deep_nests_have_an_answer,
);
