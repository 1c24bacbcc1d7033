//! `assay audit` over pipelines: the acceptance pack's table, the seven steps to the LLVM dialect, completions that are run,
//! contracts that are learned and held against payloads, suppressions and bisecting. Knows no pass beyond what the texts say.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use assay_testing::Checked;
use serde_json::Value;

const SEVEN: [&str; 7] = [
    "convert-scf-to-cf",
    "convert-arith-to-llvm",
    "convert-cf-to-llvm",
    "convert-func-to-llvm",
    "expand-strided-metadata",
    "finalize-memref-to-llvm",
    "reconcile-unrealized-casts",
];

const FURTHER: &str = "lower-affine,convert-to-llvm,fold-memref-alias-ops";

const RUN_TIME: &str = "func.func @f(%m: memref<64x64xf32>, %o: index, %v: f32) {
  %a = memref.subview %m[%o, %o] [8, 8] [1, 1] : memref<64x64xf32> to memref<8x8xf32, strided<[64, 1], offset: ?>>
  scf.forall (%i, %j) in (4, 4) {
    memref.store %v, %a[%i, %j] : memref<8x8xf32, strided<[64, 1], offset: ?>>
  }
  return
}
";

const CONSTANT: &str = "func.func @f(%m: memref<64x64xf32>, %o: index, %v: f32) {
  %a = memref.subview %m[8, 8] [8, 8] [1, 1] : memref<64x64xf32> to memref<8x8xf32, strided<[64, 1], offset: 520>>
  scf.forall (%i, %j) in (4, 4) {
    memref.store %v, %a[%i, %j] : memref<8x8xf32, strided<[64, 1], offset: 520>>
  }
  return
}
";

fn assay(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay"))
        .arg("audit")
        .args(arguments)
        .output()
        .expect("the binary under test can be run")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The records of a JSON report.
fn records(arguments: &[&str]) -> Vec<Value> {
    let output = assay(&[arguments, &["--format", "json"]].concat());
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {} {}", text(&output.stdout), text(&output.stderr)));
    report["patterns"].as_array().expect("a list").clone()
}

fn findings(record: &Value) -> Vec<(String, String, String)> {
    let word = |value: &Value| value.as_str().expect("a word").to_owned();
    let list = record["findings"].as_array().expect("a list").iter();
    list.map(|one| (word(&one["code"]), word(&one["level"]), word(&one["message"]))).collect()
}

/// A file in a folder that goes with the value.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file can be written");
    let path = path.display().to_string();
    (folder, path)
}

fn root(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path).display().to_string()
}

/// The words between grave accents.
fn quoted(message: &str) -> Vec<String> {
    message.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn the_table_of_the_pack_is_answered_exactly() -> Checked {
    let path = assay_testing::acceptance()?.join("contracts/lowering.toml");
    let source = std::fs::read_to_string(&path).expect("the pack can be read");
    let table: toml::Table = source.parse().expect("the pack is TOML");
    let records = records(&["--pipeline", &path.display().to_string()]);
    let pipelines = table["pipeline"].as_array().expect("a list");
    assert_eq!(records.len(), pipelines.len());
    for pipeline in pipelines {
        let name = pipeline["name"].as_str();
        let record = records.iter().find(|record| record["name"].as_str() == name).expect("each is reported");
        let mut wanted = BTreeSet::new();
        for finding in pipeline["expect"].as_array().expect("a list") {
            let word = |key: &str| finding[key].as_str().expect("a word");
            let step = finding["step"].as_integer().expect("a number");
            wanted.insert(match word("kind") {
                "leftover" => {
                    format!(
                        "C501 `{}` may remain at the end: step {step} `{}` adds it",
                        word("op"),
                        word("pass")
                    )
                }
                _ => format!(
                    "C502 step {step} `{}` requires `{}`, removed by `{}`",
                    word("pass"),
                    word("op"),
                    word("removed_by")
                ),
            });
        }
        let said = findings(record).into_iter().map(|(code, _, message)| {
            let plain = match message.split_once("removed by step ") {
                Some((head, tail)) => format!("{head}removed by {}", &tail[tail.find('`').unwrap_or(0)..]),
                None => message,
            };
            format!("{code} {plain}")
        });
        assert_eq!(said.collect::<BTreeSet<_>>(), wanted, "{name:?}");
        // The contracts of the file were not held against programs.
        assert_eq!(record["verdict"] == "well-formed", wanted.is_empty(), "{name:?}");
        assert_ne!(record["verdict"], "proved", "{name:?}");
    }
    Ok(())
}

const BUFFERS: &str = "one-shot-bufferize{bufferize-function-boundaries},convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts";

/// The audit of a pipeline on a program of the pack of public reports, for the LLVM dialect.
fn reported(name: &str, passes: &str, more: &[&str]) -> Result<Value, assay_testing::Missing> {
    let path = assay_testing::acceptance()?.join("reports").join(name).display().to_string();
    let asked = ["--pipeline", passes, "--final", "llvm.*", "--payload", &path];
    Ok(records(&[&asked[..], more].concat())[0].clone())
}

fn levels(record: &Value, level: &str) -> Vec<String> {
    findings(record).into_iter().filter(|one| one.1 == level).map(|one| one.2).collect()
}

fn the_usual_pipeline_behind_bufferization_has_no_error() -> Checked {
    for name in ["pipe_bufferize_plain.mlir", "pipe_ml_global.mlir"] {
        let record = reported(name, BUFFERS, &[])?;
        assert_eq!((levels(&record, "error"), levels(&record, "warning")), (vec![], vec![]), "{name}");
        assert_eq!(record["verdict"], "proved", "{name}");
        // Without the step that lowers functions they remain for sure; it is no declaration.
        let record = reported(name, &BUFFERS.replace("convert-func-to-llvm,", ""), &[])?;
        assert!(
            levels(&record, "error").iter().any(|one| one.starts_with("`func.func{!declared}` may remain")),
            "{record}"
        );
        assert_eq!(record["verdict"], "unknown", "{name}");
    }
    Ok(())
}

fn what_a_read_outside_of_memory_adds_is_named() -> Checked {
    let last = "llvm.*,func.*,builtin.*,vector.*,ub.*,arith.constant,arith.index_cast,arith.cmpi,arith.mulf,arith.addf,memref.*";
    let path = assay_testing::acceptance()?.join("reports/pipe_late_bounds.mlir").display().to_string();
    let asked = |last: &str| {
        records(&["--pipeline", "convert-vector-to-llvm", "--final", last, "--payload", &path])[0].clone()
    };
    let found = asked(last);
    assert_eq!(found["verdict"], "unknown", "{found}");
    assert!(
        levels(&found, "warning").iter().any(|one| one.starts_with("`arith.subi` may remain")),
        "{found}"
    );
    assert_ne!(asked(&format!("{last},arith.*,tensor.*"))["verdict"], "unknown");
    Ok(())
}

fn loops_that_are_made_behind_their_lowering_are_errors() -> Checked {
    let passes = "convert-scf-to-cf,convert-vector-to-scf,convert-vector-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts";
    let found = reported("pipe_scf_behind.mlir", passes, &["--max-insertions", "6"])?;
    let errors = levels(&found, "error");
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].starts_with("`scf.for` may remain at the end: step 2 `convert-vector-to-scf` adds it"),
        "{errors:?}"
    );
    Ok(())
}

fn each_step_without_a_contract_has_a_line() -> Checked {
    let passes = "func.func(tosa-to-linalg-named,tosa-to-linalg),one-shot-bufferize{bufferize-function-boundaries},func.func(convert-linalg-to-affine-loops,convert-scf-to-cf{allow-pattern-rollback=0})";
    let found = reported("pipe_tosa_clamp.mlir", passes, &[])?;
    assert_eq!(found["verdict"], "unknown");
    let lines = levels(&found, "warning");
    assert_eq!(lines, ["step 2 `tosa-to-linalg` has no contract: what it removes and adds is not known"]);
    let (_folder, path) = file("p.mlir", CONSTANT);
    let record =
        &records(&["--pipeline", "convert-scf-to-cf{allow-pattern-rollback=0}", "--payload", &path])[0];
    let line = "the options of step 1 `convert-scf-to-cf{allow-pattern-rollback=0}` have no contract: that of the default ones is taken";
    assert_eq!(levels(record, "warning"), [line]);
    let record = &records(&["--pipeline", "convert-scf-to-cf", "--payload", &path])[0];
    assert_eq!(levels(record, "warning"), Vec::<String>::new());
    Ok(())
}

/// A contract is proved over only as it was held against programs.
fn a_contract_that_is_edited_proves_nothing() -> Checked {
    let (_folder, path) = file("p.mlir", CONSTANT);
    let (_other, contract) = file(
        "c.toml",
        "[pass.convert-scf-to-cf]\nacts-on = [\"scf.*\"]\nremoves = [\"scf.*\"]\nadds = [\"cf.*\", \"arith.*\"]\n",
    );
    let asked = ["--pipeline", "convert-scf-to-cf", "--payload", &path];
    assert_eq!(records(&asked)[0]["verdict"], "proved");
    let edited = &records(&[&asked[..], &["--contracts", &contract]].concat())[0];
    assert_eq!((&edited["verdict"], &edited["scope"]), (&"well-formed".into(), &"contract".into()));
    assert!(
        edited["assumptions"].to_string().contains("without conformance: step 1 `convert-scf-to-cf`"),
        "{edited}"
    );
    Ok(())
}

/// The program of the pack whose view has a run-time offset in the first of two dimensions, and its twin.
fn one_run_time_offset_is_an_error_and_none_is_clean() -> Checked {
    for (name, errors) in [("offset", 1), ("zero", 0)] {
        let path = assay_testing::acceptance()?.join(format!("contracts/lowering.{name}.mlir"));
        let (path, passes) = (path.display().to_string(), SEVEN.join(","));
        let found = &records(&["--pipeline", &passes, "--final", "llvm.*", "--payload", &path])[0];
        let said = levels(found, "error");
        assert_eq!(said.len(), errors, "{said:?}");
        assert!(said.iter().all(|one| one.starts_with("`affine.apply` may remain")), "{said:?}");
        assert_eq!(found["verdict"] == "proved", errors == 0, "{found}");
    }
    // A constant in the place of the offset folds, whatever the type of the view says.
    let text =
        RUN_TIME.replace("  %a", "  %c = arith.constant 8 : index\n  %a").replace("[%o, %o]", "[%c, %c]");
    let (_folder, path) = file("p.mlir", &text);
    let found = &records(&["--pipeline", &SEVEN.join(","), "--final", "llvm.*", "--payload", &path])[0];
    assert_eq!(levels(found, "error"), Vec::<String>::new());
    Ok(())
}

fn a_run_time_offset_is_blamed_on_the_fifth_step() -> Checked {
    let (_folder, path) = file("p.mlir", RUN_TIME);
    let passes = SEVEN.join(",");
    let asked = ["--pipeline", &passes, "--final", "llvm.*", "--payload", &path];
    let found = findings(&records(&asked)[0]);
    assert_eq!(found[0].2, "`affine.apply` may remain at the end: step 5 `expand-strided-metadata` adds it");
    assert_eq!(found.iter().filter(|one| one.1 == "error").count(), 1, "{found:?}");
    assay_testing::mlir()?;
    let record = &records(&[&asked[..], &["--run"]].concat())[0];
    assert_eq!(record["verdict"], "refuted");
    let found = findings(record);
    let message = "`affine.apply` remains at the end: step 5 `expand-strided-metadata` added it";
    assert!(found.iter().any(|one| one.1 == "error" && one.2 == message), "{found:?}");
    let notes = record["findings"].to_string();
    assert!(notes.contains("made from line 2, column"), "{notes}");
    // The command asks the same.
    let shown = std::process::Command::new(env!("CARGO_BIN_EXE_assay"))
        .arg("audit")
        .args(asked)
        .arg("--run")
        .output();
    let shown = shown.expect("the binary under test can be run").stdout;
    let again = format!("= run: assay audit --pipeline {passes} --payload {path} --final 'llvm.*' --run\n");
    let shown = String::from_utf8_lossy(&shown);
    assert!(shown.contains(&again), "{again}{shown}");
    Ok(())
}

fn constant_offsets_are_clean() -> Checked {
    let (_folder, path) = file("p.mlir", CONSTANT);
    let passes = SEVEN.join(",");
    let asked = ["--pipeline", &passes, "--final", "llvm.*", "--payload", &path];
    let record = &records(&asked)[0];
    assert_eq!((&record["verdict"], findings(record).len()), (&Value::from("proved"), 0));
    assay_testing::mlir()?;
    let record = &records(&[&asked[..], &["--run"]].concat())[0];
    assert_eq!((&record["verdict"], findings(record).len()), (&Value::from("bounded"), 0));
    Ok(())
}

/// The pipelines that the help of a report proposes, completed.
fn proposed(record: &Value, steps: &[&str]) -> Vec<String> {
    let help = record["findings"][0]["help"].as_array().expect("a list");
    let ways = help.iter().filter_map(|line| line.as_str()?.strip_prefix("clean with "));
    let completed = |way: &str| {
        let mut behind: Vec<Vec<String>> = vec![Vec::new(); steps.len() + 1];
        for part in way.split(" and ") {
            let at = part.rsplit("behind step ").next().and_then(|at| at.parse::<usize>().ok()).unwrap_or(0);
            behind[at].extend(quoted(part));
        }
        let mut out = behind[0].clone();
        for (step, inserted) in steps.iter().zip(&behind[1..]) {
            out.push((*step).to_owned());
            out.extend(inserted.iter().cloned());
        }
        out.join(",")
    };
    ways.map(completed).collect()
}

fn every_completion_is_clean_in_a_run() -> Checked {
    assay_testing::mlir()?;
    let (_folder, path) = file("p.mlir", RUN_TIME);
    let candidates = format!("{},{FURTHER}", SEVEN.join(","));
    let mut all = Vec::new();
    let limited = ["--candidates", candidates.as_str()];
    // Of ten passes, and of all with a contract.
    for (steps, most, limits) in [
        (&SEVEN[..], "2", &limited[..]),
        (&[][..], "4", &limited[..]),
        (&SEVEN[..], "2", &[][..]),
        (&[][..], "4", &[][..]),
    ] {
        let passes = steps.join(",");
        let asked = ["--pipeline", &passes, "--final", "llvm.*", "--payload", &path, "--show", "findings"];
        let found = proposed(&records(&[&asked[..], &["--max-insertions", most], limits].concat())[0], steps);
        assert!(found.len() == 6 || limits.is_empty() && found.len() > 6, "{found:?}");
        all.extend(found);
    }
    all.sort();
    all.dedup();
    for pipeline in all {
        let record =
            &records(&["--pipeline", &pipeline, "--final", "llvm.*", "--payload", &path, "--run"])[0];
        // A pass that is not needed any more is a remark.
        let faults: Vec<_> = findings(record).into_iter().filter(|one| one.1 != "note").collect();
        assert_eq!(
            (&record["verdict"], faults.len()),
            (&Value::from("bounded"), 0),
            "{pipeline}: {faults:?}"
        );
    }
    Ok(())
}

fn wrong_nesting_is_malformed() -> Checked {
    let record = &records(&["--pipeline", "func.func(convert-func-to-llvm),affine-loop-tile"])[0];
    assert_eq!(record["verdict"], "malformed");
    let found = findings(record);
    assert_eq!(found.len(), 2);
    assert!(found[1].2.contains("write `func.func(affine-loop-tile)`"), "{found:?}");
    Ok(())
}

fn a_suppression_accepts_and_an_idle_one_is_reported() -> Checked {
    let pipeline = "[[pipeline]]\nname = \"p\"\npasses = [\"lower-affine\"]\nfinal = [\"llvm.*\"]\nstart = [\"scf.if\"]\n";
    let allow = |kind: &str| {
        format!("{pipeline}[[allow]]\nrules = [\"C501\"]\nkind = \"{kind}\"\nreason = \"lowered later\"\n")
    };
    let (_folder, path) = file("p.toml", pipeline);
    assert_eq!(assay(&["--pipeline", &path]).status.code(), Some(1));
    let (_folder, path) = file("p.toml", &allow("scf.if"));
    assert_eq!(assay(&["--pipeline", &path]).status.code(), Some(0));
    let (_folder, path) = file("p.toml", &allow("scf.for"));
    let done = assay(&["--pipeline", &path, "--format", "concise"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(text(&done.stdout).contains("A701"), "{}", text(&done.stdout));
    Ok(())
}

fn a_baseline_holds_findings_of_pipelines() -> Checked {
    let (folder, path) = file("p.mlir", RUN_TIME);
    let passes = SEVEN.join(",");
    let baseline = folder.path().join("baseline.json").display().to_string();
    let asked = ["--pipeline", &passes, "--final", "llvm.*", "--payload", &path];
    assert_eq!(assay(&[&asked[..], &["--write-baseline", &baseline]].concat()).status.code(), Some(0));
    let known = assay(&[&asked[..], &["--baseline", &baseline, "--format", "concise"]].concat());
    assert_eq!(known.status.code(), Some(0), "{}", text(&known.stdout));
    let other = ["--pipeline", "cse", "--final", "llvm.*", "--payload", &path, "--baseline", &baseline];
    assert_eq!(assay(&other).status.code(), Some(1));
    Ok(())
}

/// A row of the observed table: kinds removed and added.
fn observed(pass: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let table =
        std::fs::read_to_string(root("corpus/contracts/observed.tsv")).expect("the table can be read");
    let row = table.lines().find(|line| line.split('\t').next() == Some(pass)).expect("the pass has a row");
    let cells: Vec<&str> = row.split('\t').collect();
    let kinds = |cell: &str| cell.split_whitespace().map(str::to_owned).collect();
    (kinds(cells[2]), kinds(cells[4]))
}

/// Every pass with a contract, beside its row of the table.
fn learned_contracts_are_those_of_the_table() -> Checked {
    assay_testing::mlir()?;
    let done = assay(&["--learn", &root("corpus/contracts/payloads/upstream.mlir")]);
    let learned: toml::Table = text(&done.stdout).parse().expect("what is learned is TOML");
    let table = learned["pass"].as_table().expect("passes");
    let mut rows = 0;
    for (pass, contract) in table {
        let kinds = |key: &str| -> BTreeSet<String> {
            let list = contract.get(key).and_then(toml::Value::as_array);
            list.into_iter().flatten().filter_map(|kind| Some(kind.as_str()?.to_owned())).collect()
        };
        let row = pass.replacen('{', "=", 1).replace('}', "");
        assert_eq!((kinds("removes"), kinds("adds")), observed(&row), "{pass}");
        rows += 1;
    }
    assert!(rows >= 61, "{rows}");
    Ok(())
}

fn contracts_hold_on_payloads_and_false_ones_do_not() -> Checked {
    assay_testing::mlir()?;
    let run = |passes: &str, contracts: &[&str]| {
        assay(&[&["--conformance", "--passes", passes, "--format", "concise"], contracts].concat())
    };
    let done = run("convert-scf-to-cf,lower-affine,convert-to-llvm,finalize-memref-to-llvm", &[]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stdout));
    for (what, contract) in [
        (
            "`cf.switch` is new",
            "acts-on = [\"scf.*\"]\nremoves = [\"scf.*\"]\nforbids = [\"scf.forall{!buffers}\"]\nadds = [\"cf.br\", \"cf.cond_br\", \"arith.*\"]",
        ),
        (
            "`memref.load{fed}` is left",
            "acts-on = [\"scf.*\"]\nremoves = [\"scf.*\", \"memref.load\"]\nforbids = [\"scf.forall{!buffers}\"]\nadds = [\"cf.*\", \"arith.*\"]",
        ),
        (
            "`scf.for` is removed by the contract and added by it",
            "acts-on = [\"scf.*\"]\nremoves = [\"scf.for\"]\nforbids = [\"scf.forall{!buffers}\"]\nadds = [\"cf.*\", \"arith.*\", \"scf.*\"]",
        ),
        (
            "no payload exhibits that it removes `scf.none`",
            "acts-on = [\"scf.*\"]\nremoves = [\"scf.*\", \"scf.none\"]\nforbids = [\"scf.forall{!buffers}\"]\nadds = [\"cf.*\", \"arith.*\"]",
        ),
        (
            "forbids nothing that is there",
            "acts-on = [\"scf.*\"]\nremoves = [\"scf.*\"]\nadds = [\"cf.*\", \"arith.*\"]",
        ),
    ] {
        let (_folder, path) = file("c.toml", &format!("[pass.convert-scf-to-cf]\n{contract}\n"));
        let done = run("convert-scf-to-cf", &["--contracts", &path]);
        assert!(text(&done.stdout).contains(what), "{what}: {}", text(&done.stdout));
    }
    Ok(())
}

fn what_does_not_exist_is_no_silent_success() -> Checked {
    let (_folder, path) = file("p.mlir", RUN_TIME);
    for arguments in [
        &["--pipeline", "cse", "--candidates", "no-such-pass"][..],
        &["--pipeline", "cse", "--start", "nodot"],
        &["--pipeline", "no-such-file.toml"],
        &["--pipeline", "cse", "--payload", "no-such-file.mlir"],
        &["--pipeline", "cse", "--payload", &path, "--run", "--mlir-opt", "/no/such/binary"],
        &["no-such-script.mlir"],
    ] {
        let done = assay(arguments);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        assert!(text(&done.stderr).contains("error:"), "{arguments:?}");
    }
    for broken in ["func.func(", "cse,,cse", "cse{a=1", "func.func(func.func(cse)"] {
        let record = &records(&["--pipeline", broken])[0];
        assert_eq!(record["verdict"], "malformed", "{broken}");
    }
    assay_testing::mlir()?;
    let done = assay(&["--pipeline", "cse,no-such-pass"]);
    assert_eq!(done.status.code(), Some(2), "{}", text(&done.stdout));
    assert!(text(&done.stderr).contains("has no pass `no-such-pass`"), "{}", text(&done.stderr));
    assert_eq!(records(&["--conformance", "--passes", "no-such-pass"])[0]["verdict"], "unknown");
    Ok(())
}

/// A kernel is put into a function of another kind, the body of an asynchronous region into one of the same.
const KERNEL: &str = "module attributes {gpu.container_module} {
  func.func @f(%m: memref<64xf32>, %v: f32, %one: index) {
    gpu.launch blocks(%a, %b, %c) in (%d = %one, %e = %one, %g = %one)
        threads(%x, %y, %z) in (%h = %one, %i = %one, %j = %one) {
      %s = arith.addf %v, %v : f32
      memref.store %s, %m[%x] : memref<64xf32>
      gpu.terminator
    }
    return
  }
}
";

const REGION: &str = "func.func @f(%a: i32) -> i32 {
  %t, %r = async.execute -> !async.value<i32> {
    %s = arith.addi %a, %a : i32
    async.yield %s : i32
  }
  %v = async.await %r : !async.value<i32>
  return %v : i32
}
";

fn a_nest_visits_functions_that_were_outlined_and_no_others() -> Checked {
    const RUNTIME: &str = "async.*,func.*,llvm.*,cf.*,builtin.*";
    for (payload, passes, last, left) in [
        (KERNEL, "gpu-kernel-outlining,func.func(convert-arith-to-llvm)", "gpu.*,memref.*,builtin.*", "addf"),
        (REGION, "async-to-async-runtime,func.func(convert-arith-to-llvm)", RUNTIME, ""),
        (REGION, "func.func(convert-arith-to-llvm),async-to-async-runtime", RUNTIME, "xori"),
    ] {
        let (_folder, path) = file("p.mlir", payload);
        let last = format!("{last},func.*,llvm.*");
        let asked = ["--pipeline", passes, "--final", &last, "--payload", &path, "--max-insertions", "0"];
        let named = |record: &Value, level: &str| {
            levels(record, level).iter().filter(|message| message.contains(left)).count()
        };
        let found = &records(&asked)[0];
        assert_eq!(found["verdict"] == "proved", left.is_empty(), "{passes}: {:?}", findings(found));
        // The contracts do not say that all of these are in a function of the other kind.
        assert_eq!(named(found, "warning") > 0, !left.is_empty(), "{passes}: {:?}", findings(found));
        assert_eq!(named(found, "error"), 0, "{passes}: {:?}", findings(found));
        assay_testing::mlir()?;
        let run = &records(&[&asked[..], &["--run"]].concat())[0];
        assert_eq!(run["verdict"] == "bounded", left.is_empty(), "{passes}: {:?}", findings(run));
        assert_eq!(named(run, "error") > 0, !left.is_empty(), "{passes}: {:?}", findings(run));
    }
    Ok(())
}

fn a_long_pipeline_repeats_no_remark() -> Checked {
    let passes = ["convert-cf-to-llvm", "convert-scf-to-cf", "canonicalize", "cse"].repeat(250).join(",");
    let asked = [
        "--pipeline",
        &passes,
        "--start",
        "arith.addi",
        "--final",
        "llvm.*,arith.*",
        "--max-insertions",
        "0",
    ];
    let found = findings(&records(&asked)[0]);
    assert_eq!(found.iter().filter(|one| one.0 == "C504").count(), 2, "{found:?}");
    Ok(())
}

fn a_loop_with_constant_bounds_is_peeled_at_a_new_constant() -> Checked {
    assay_testing::mlir()?;
    let (_folder, path) = file(
        "p.mlir",
        "func.func @f(%k: f32, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c10 step %c4 {
    memref.store %k, %m[%i] : memref<?xf32>
  }
  return
}
",
    );
    let asked = ["--conformance", "--payload", &path, "--passes", "scf-for-loop-peeling"];
    let record = &records(&asked)[0];
    assert_eq!(record["verdict"], "bounded", "{record}");
    Ok(())
}

fn a_pass_that_comes_too_late_many_times_names_every_step() -> Checked {
    let late = ["scf-for-loop-peeling"].repeat(6).join(",");
    let passes = format!("convert-scf-to-cf,{late}");
    let asked =
        ["--pipeline", &passes, "--start", "scf.for", "--final", "cf.*,arith.*", "--max-insertions", "0"];
    let found = findings(&records(&asked)[0]);
    let said = |step: u32, more: &str| {
        let message = format!(
            "step {step} `scf-for-loop-peeling` requires `scf.for`, removed by step 1 `convert-scf-to-cf`{more}"
        );
        ("C502".to_owned(), "error".to_owned(), message)
    };
    let late: Vec<_> = found.into_iter().filter(|one| one.0 == "C502").collect();
    assert_eq!(late, [said(2, "; the same at 3 further steps"), said(3, ""), said(4, "")]);
    let text = records(&asked)[0]["findings"].to_string();
    assert!(text.contains("the further steps are 5, 6, 7"), "{text}");
    Ok(())
}

fn the_responsible_passes_are_found() -> Checked {
    assay_testing::mlir()?;
    let (_folder, path) = file(
        "p.mlir",
        "func.func @f(%p: i1) -> f32 {
  %z = arith.constant 0.0 : f32
  %n = arith.constant -0.0 : f32
  %a = arith.select %p, %z, %n : f32
  %b = arith.select %p, %n, %z : f32
  %m = arith.maximumf %a, %b : f32
  return %m : f32
}
",
    );
    let passes = "cse,arith-expand,canonicalize,symbol-dce";
    let grows = assay(&["--pipeline", passes, "--payload", &path, "--bisect", "--predicate", "grows"]);
    assert_eq!(text(&grows.stdout), "step 2 `arith-expand`\n");
    // The zero that `arith-expand` of this release picks is the wrong one.
    let values = assay(&["--pipeline", passes, "--payload", &path, "--bisect"]);
    assert_eq!(text(&values.stdout), "step 2 `arith-expand`\n", "{}", text(&values.stderr));
    let script =
        assay(&["--pipeline", passes, "--payload", &path, "--bisect", "--predicate", "grep -q maximumf"]);
    assert_eq!(text(&script.stdout), "step 2 `arith-expand`\n", "{}", text(&script.stderr));
    let right = assay(&["--pipeline", "cse", "--payload", &path, "--bisect", "--predicate", "fails"]);
    assert_eq!(right.status.code(), Some(0));
    Ok(())
}

fn steps_that_runs_say_nothing_about_are_named() -> Checked {
    let (_folder, path) = file(
        "u.mlir",
        "func.func @f(%a: memref<?xcomplex<f32>>) -> i8 {
  %x = \"acme.get\"() : () -> i8
  %z = arith.constant 0 : i8
  %s = arith.addi %x, %z : i8
  \"acme.put\"(%a, %s) : (memref<?xcomplex<f32>>, i8) -> ()
  return %s : i8
}
",
    );
    assay_testing::mlir()?;
    let words = ["--pipeline", "cse,canonicalize", "--payload", &path, "--bisect"];
    let said = assay(&words);
    assert!(text(&said.stdout).contains("step 2 `canonicalize`: unknown @f: "), "{}", text(&said.stdout));
    assert_eq!(said.status.code(), Some(0));
    let strict = assay(&[&words[..], &["--fail-on", "unknown"]].concat());
    assert_eq!(strict.status.code(), Some(4));
    Ok(())
}

assay_testing::tests!(
    steps_that_runs_say_nothing_about_are_named,
    the_table_of_the_pack_is_answered_exactly,
    the_usual_pipeline_behind_bufferization_has_no_error,
    what_a_read_outside_of_memory_adds_is_named,
    loops_that_are_made_behind_their_lowering_are_errors,
    each_step_without_a_contract_has_a_line,
    a_contract_that_is_edited_proves_nothing,
    a_run_time_offset_is_blamed_on_the_fifth_step,
    one_run_time_offset_is_an_error_and_none_is_clean,
    constant_offsets_are_clean,
    every_completion_is_clean_in_a_run,
    wrong_nesting_is_malformed,
    a_suppression_accepts_and_an_idle_one_is_reported,
    a_baseline_holds_findings_of_pipelines,
    learned_contracts_are_those_of_the_table,
    contracts_hold_on_payloads_and_false_ones_do_not,
    what_does_not_exist_is_no_silent_success,
    a_nest_visits_functions_that_were_outlined_and_no_others,
    a_long_pipeline_repeats_no_remark,
    a_loop_with_constant_bounds_is_peeled_at_a_new_constant,
    a_pass_that_comes_too_late_many_times_names_every_step,
    the_responsible_passes_are_found,
);
