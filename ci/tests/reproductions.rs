//! The failures of a review of reliability, each with its reproduction: R1 to R18 and the smaller ones. Those of names, files and
//! the surroundings are in `hostile.rs`, those of solvers in `verifier/tests/values_stubs.rs`. Runs the built program.

use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// A pattern that is refuted by S105: the erased operation has uses.
const WRONG: &str = "pdl.pattern @wrong : benefit(1) {
  %t = pdl.type
  %x = pdl.operand
  %r = pdl.operation \"lab.a\"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r { pdl.erase %r }
}
";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("tests can make folders"));
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).expect("tests can write files");
    }

    fn script(&self, name: &str, text: &str) {
        self.write(name, text);
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(self.path().join(name), executable).expect("it is there");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// A line for the shell, in which `assay` is the program.
    fn shell(&self, line: &str) -> Output {
        let line = line.replace("assay", env!("CARGO_BIN_EXE_assay"));
        Command::new("bash").args(["-c", &line]).current_dir(self.path()).output().expect("bash runs")
    }

    /// The verdict of a pattern after `assay check` with these options, in at most this memory (KiB).
    fn verdict(&self, options: &str, memory: u64) -> String {
        let line =
            format!("ulimit -v {memory}; assay check --isolated --jobs 1 --format json=out.json {options}");
        let done = self.shell(&line);
        assert!(matches!(done.status.code(), Some(0 | 1)), "{:?}: {}", done.status, err(&done));
        let report: serde_json::Value = serde_json::from_str(&self.read("out.json")).expect("JSON");
        report["patterns"][0]["verdict"].as_str().expect("a word").to_owned()
    }
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Address space that every pattern here has to do with, in KiB; that of the program and of its threads is part of it.
const SMALL: u64 = 2_000_000;

/// R1, R7 and R8: what MLIR's verifier refuses reaches no engine.
fn r01_r07_r08_a_program_that_breaks_a_rule_is_refused_before_any_engine() {
    let address = "func.func @g(%a: i64) -> memref<4xi64> {
  return %a : i64
}
func.func @f(%x: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 1311768467463790320 : i64
  %m = func.call @g(%k) : (i64) -> memref<4xi64>
  memref.store %x, %m[%c0] : memref<4xi64>
  return %x : i64
}";
    let unranked = "func.func @f(%x: i32) -> tensor<*xf32> { return %x : i32 }";
    let loops = |yields: &str| {
        format!(
            "func.func @f(%n: index) -> i32 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %z) -> (i32) {{ {yields} }}
  return %r : i32
}}"
        )
    };
    let (empty, missing) = (loops("scf.yield"), loops(""));
    let applications = "func.func @f(%n: i1) -> i32 {
  %z = arith.constant 0 : i32
  %r = scf.while (%u = %z) : (i32) -> i32 {
    scf.condition(%n) %u : i32
  } do {
  ^bb0(%u: i32):
    scf.yield
  }
  return %r : i32
}";
    let three = "func.func @f(%a: i32) -> i32 {
  %r = \"arith.addi\"(%a, %a, %a) : (i32, i32, i32) -> i32
  return %r : i32
}";
    let narrow = "func.func @f(%a: i32) -> i8 { return %a : i32 }";
    let nothing = "func.func @f(%a: i32) -> i32 { return }";
    let wide = "func.func @f(%x: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1xi8>
  \"memref.store\"(%x, %m, %c0) : (i64, memref<1xi8>, index) -> ()
  return %x : i64
}";
    let branch = "func.func @f(%a: i32) -> i32 {
  %c = arith.constant true
  %r = \"scf.if\"(%c) ({
    scf.yield %a : i32
  }, {
  }) : (i1) -> i32
  return %r : i32
}";
    for text in [address, unranked, &empty, &missing, applications, three, narrow, nothing, wide, branch] {
        let folder = Folder::new(&[("x.mlir", text)]);
        for engine in ["interp", "jit", "both"] {
            let done = folder.shell(&format!("assay run x.mlir --entry @f --engine {engine} --args 7"));
            assert_eq!(done.status.code(), Some(2), "{engine}\n{text}\n{}", err(&done));
            assert!(err(&done).contains("error[P000]") && out(&done).is_empty(), "{text}\n{}", err(&done));
        }
    }
}

/// R2: the memory of a counterexample is that of the elements that it touches.
fn r02_a_store_to_a_large_memref_is_refuted_in_little_memory() {
    let store = |elements: u64, rewrite: &str| {
        format!(
            "pdl.pattern @p : benefit(1) {{
  %m = pdl.type : memref<{elements}xi8>
  %i = pdl.type : index
  %t = pdl.type : i8
  %memref = pdl.operand : %m
  %index = pdl.operand : %i
  %x = pdl.operand : %t
  %root = pdl.operation \"memref.store\"(%x, %memref, %index : !pdl.value, !pdl.value, !pdl.value)
  pdl.rewrite %root {{
    {rewrite}
  }}
}}
"
        )
    };
    let again =
        "%n = pdl.operation \"memref.store\"(%x, %memref, %index : !pdl.value, !pdl.value, !pdl.value)
    pdl.replace %root with %n";
    for elements in [4, 1_000_000, 134_217_728, i64::MAX as u64] {
        let erased = Folder::new(&[("p.mlir", &store(elements, "pdl.erase %root"))]);
        assert_eq!(erased.verdict("p.mlir", SMALL), "refuted", "{elements}");
        let kept = Folder::new(&[("p.mlir", &store(elements, again))]);
        assert_eq!(kept.verdict("p.mlir --rules V", SMALL), "proved", "{elements}");
    }
}

/// `arith.muli`s in the rewrite of one, each of the two values that `of` names.
fn products(count: usize, ty: &str, of: impl Fn(usize) -> (String, String)) -> String {
    let mut body = String::new();
    for n in 0..count {
        let (a, b) = of(n);
        writeln!(
            body,
            "    %o{n} = pdl.operation \"arith.muli\"({a}, {b} : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n    \
             %n{n} = pdl.result 0 of %o{n}"
        )
        .expect("a string takes it");
    }
    let last = count - 1;
    format!(
        "pdl.pattern @p : benefit(1) {{
  %t = pdl.type : {ty}
  %a = pdl.operand : %t
  %b = pdl.operand : %t
  %r = pdl.operation \"arith.muli\"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {{
{body}    %w = pdl.operation \"arith.muli\"(%b, %n{last} : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %w
  }}
}}
"
    )
}

/// R3: the size of a product does not grow with its degree.
fn r03_thirty_squarings_and_forty_shared_products_are_decided() {
    let value = |n: usize, back: usize| n.checked_sub(back).map_or("%a".to_owned(), |n| format!("%n{n}"));
    for ty in ["i8", "i32"] {
        let folder = Folder::new(&[("p.mlir", &products(30, ty, |n| (value(n, 1), value(n, 1))))]);
        assert_eq!(folder.verdict("p.mlir", SMALL), "refuted", "{ty}");
        assert_eq!(folder.verdict("p.mlir --rules V", SMALL), "refuted", "{ty}");
    }
    let shared = products(40, "i32", |n| (value(n, 1), if n == 0 { "%b".to_owned() } else { value(n, 2) }));
    assert_eq!(Folder::new(&[("p.mlir", &shared)]).verdict("p.mlir", SMALL), "refuted");
}

/// `count` times an operation of the value before it, the last one commuted.
fn chain(count: usize) -> String {
    let mut body = String::new();
    for n in 1..count {
        let of = n - 1;
        writeln!(
            body,
            "  %o{n} = pdl.operation \"arith.addi\"(%v{of}, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
             %v{n} = pdl.result 0 of %o{n}"
        )
        .expect("a string takes it");
    }
    let last = count - 1;
    format!(
        "pdl.pattern @chain : benefit(1) {{
  %t = pdl.type : i32
  %v0 = pdl.operand : %t
  %b = pdl.operand : %t
{body}  %r = pdl.operation \"arith.addi\"(%v{last}, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {{
    %n = pdl.operation \"arith.addi\"(%b, %v{last} : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %n
  }}
}}
"
    )
}

/// R4: a long chain is decided, and the report holds the other file as well.
fn r04_a_chain_of_2300_operations_is_proved_and_loses_no_report() {
    let folder = Folder::new(&[("chain.mlir", &chain(2300)), ("wrong.mlir", WRONG)]);
    let done =
        folder.shell("assay check --isolated chain.mlir wrong.mlir --format json=out.json --format concise");
    assert_eq!(done.status.code(), Some(1), "{}", err(&done));
    let report: serde_json::Value = serde_json::from_str(&folder.read("out.json")).expect("JSON");
    let verdicts: Vec<&str> = report["patterns"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|pattern| pattern["verdict"].as_str())
        .collect();
    assert_eq!(verdicts, ["proved", "refuted"]);
}

/// R5: a defect of ours costs one pattern its verdict and no other one.
fn r05_a_crash_at_one_pattern_loses_no_other() {
    // Optimised builds have no fail points.
    if !cfg!(debug_assertions) {
        return;
    }
    let text = [WRONG, &WRONG.replace("@wrong", "@crash"), &WRONG.replace("@wrong", "@last")].concat();
    let folder = Folder::new(&[("a.mlir", &text)]);
    let done = folder.shell(
        "ASSAY_FAIL_AT=crash assay check --isolated a.mlir --rules S --format json=out.json --format concise",
    );
    assert_eq!(done.status.code(), Some(2), "{}", err(&done));
    assert!(err(&done).contains("internal error, please report it: a.mlir:7:"), "{}", err(&done));
    let report: serde_json::Value = serde_json::from_str(&folder.read("out.json")).expect("JSON");
    let verdicts: Vec<&str> = report["patterns"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|pattern| pattern["verdict"].as_str())
        .collect();
    assert_eq!(verdicts, ["refuted", "unknown", "refuted"]);
    assert_eq!(report["patterns"][1]["reason"]["class"], "internal");
}

/// R6: results in the opposite order, and sums whose operands MLIR does not compare.
fn r06_two_thousand_results_and_sixty_shared_sums_keep_their_verdicts() {
    let list = |word: &str, order: &mut dyn Iterator<Item = usize>, kind: &str| {
        let names: Vec<String> = order.map(|n| format!("%{word}{n}")).collect();
        let kinds = vec![kind; names.len()].join(", ");
        format!("{} : {kinds}", names.join(", "))
    };
    let count = 2000;
    let types: String = (0..count).map(|n| format!("  %t{n} = pdl.type\n")).collect();
    let read: String = (0..count).map(|n| format!("    %r{n} = pdl.result {n} of %new\n")).collect();
    let forth = list("t", &mut (0..count), "!pdl.type");
    let back = list("t", &mut (0..count).rev(), "!pdl.type");
    let values = list("r", &mut (0..count).rev(), "!pdl.value");
    let results = format!(
        "pdl.pattern @p : benefit(1) {{
{types}  %a = pdl.operand
  %old = pdl.operation \"test.many\"(%a : !pdl.value) -> ({forth})
  pdl.rewrite %old {{
    %new = pdl.operation \"test.many\"(%a : !pdl.value) -> ({back})
{read}    pdl.replace %old with ({values})
  }}
}}
"
    );
    assert_eq!(Folder::new(&[("p.mlir", &results)]).verdict("p.mlir", SMALL), "refuted");
    let sums: String = (1..=60)
        .map(|n| {
            let of = n - 1;
            format!(
                "  %o{n} = pdl.operation \"arith.addi\"(%v{of}, %v{of} : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
                 %v{n} = pdl.result 0 of %o{n}\n"
            )
        })
        .collect();
    let shared = format!(
        "pdl.pattern @p : benefit(1) {{\n  %t = pdl.type : i32\n  %v0 = pdl.operand : %t\n{sums}  \
         pdl.rewrite %o60 {{\n    pdl.replace %o60 with (%v59 : !pdl.value)\n  }}\n}}\n"
    );
    let folder = Folder::new(&[("p.mlir", &shared)]);
    assert_eq!(folder.verdict("p.mlir", SMALL), "refuted");
    // Each of the 59 results that is used twice; of an operand MLIR compares the uses.
    assert_eq!(folder.read("out.json").matches("\"code\": \"M501\"").count(), 59);
}

/// R10: a campaign that was killed between its findings and its records finds the same again.
fn r10_findings_come_before_records_and_a_record_file_that_cannot_be_read_is_trouble() {
    // A tool that takes everything, so that each program that MLIR refuses is a finding.
    let opt = "#!/bin/bash\ncase \"$*\" in *--version*) exec \"$(type -P mlir-opt-22)\" --version;; esac\nexec cat\n";
    let folder = Folder::new(&[]);
    std::fs::create_dir(folder.path().join("tools")).expect("it can be made");
    let line = "fuzz --mode adversarial --mlir 1 --count 40 --seed 5 --jobs 1 --out campaign";
    let opt = opt.replace(
        "$(type -P mlir-opt-22)",
        out(&folder.shell("type -P mlir-opt-22 || echo mlir-opt-22")).trim(),
    );
    folder.script("tools/mlir-opt-22", &opt);
    let run = |folder: &Folder| folder.shell(&format!("PATH=$PWD/tools:$PATH assay {line}"));
    let done = run(&folder);
    if err(&done).contains("mlir-opt") && done.status.code() == Some(2) && !opt.contains('/') {
        return;
    }
    let findings = |folder: &Folder| {
        let files = std::fs::read_dir(folder.path().join("campaign/findings")).expect("it is there");
        let mut names: Vec<_> = files.map(|file| file.expect("it reads").file_name()).collect();
        names.sort();
        names
    };
    let (records, found) = (folder.read("campaign/records.jsonl"), findings(&folder));
    assert!(!found.is_empty(), "{} {}", out(&done), err(&done));
    // A kill behind the findings leaves no record of them.
    folder.write("campaign/records.jsonl", "");
    let again = run(&folder);
    assert_eq!(again.status.code(), done.status.code(), "{}", err(&again));
    assert_eq!((folder.read("campaign/records.jsonl"), findings(&folder)), (records, found));
    std::fs::remove_file(folder.path().join("campaign/records.jsonl")).expect("it is there");
    std::fs::create_dir(folder.path().join("campaign/records.jsonl")).expect("it can be made");
    assert_eq!(run(&folder).status.code(), Some(2));
}

/// R13: commands that are shown are quoted, whatever patterns and folders are called.
fn r13_commands_that_are_shown_start_nothing_else() {
    let text = WRONG.replace("@wrong", "@\"a;touch PWN;\"");
    let folder = Folder::new(&[("semi colon.mlir", &text)]);
    let done = folder
        .shell("assay check --isolated --rules S 'semi colon.mlir' --witness-dir 'w 3' --show findings");
    let commands: Vec<String> =
        out(&done).lines().filter_map(|line| Some(line.split_once("run: ")?.1.to_owned())).collect();
    assert!(!commands.is_empty(), "{}", out(&done));
    for command in commands {
        assert_eq!(folder.shell(&command).status.code(), Some(1), "{command}");
    }
    assert!(!folder.path().join("PWN").exists());
}

/// R14: entries of a cache that another key signed are not believed, and special files in their places are misses.
fn r14_forged_entries_change_no_verdict() {
    let folder = Folder::new(&[("rare.mlir", &rare(0x9E37_79B1, 0x1234_5678))]);
    let check = |key: &str| {
        let done = folder.shell(&format!(
            "ASSAY_CACHE_KEY={key} assay check --isolated rare.mlir --rules V --cache cache --format concise"
        ));
        out(&done).lines().next().unwrap_or_default().to_owned()
    };
    let first = check("ours");
    assert!(first.contains("[V30"), "{first}");
    let entries = out(&folder.shell("find cache -type f"));
    assert!(!entries.is_empty());
    // Every answer becomes `unsat`, signed without a key.
    folder.shell("rm -rf cache");
    folder.script("liar.sh", UNSAT);
    let lies = "ASSAY_CACHE_KEY= assay check --isolated rare.mlir --rules V --cache cache --solver ./liar.sh";
    folder.shell(lies);
    assert_eq!(check("ours"), first);
    for entry in entries.lines() {
        folder.shell(&format!("rm -f {entry}; mkdir -p $(dirname {entry}); ln -s /dev/zero {entry}"));
    }
    assert_eq!(check("ours"), first);
}

/// A checkout that names a cache of its own, with answers signed as anybody can: they are ignored, and a note says so. Those of the
/// user's own key are used.
fn a_checkout_brings_no_answers_of_its_own() {
    let folder = Folder::new(&[
        ("rare.mlir", &rare(0x9E37_79B1, 0x1234_5678)),
        ("assay.toml", "cache = \"cache\"\nrules = [\"V\"]\npaths = [\"rare.mlir\"]\n"),
    ]);
    folder.script("liar.sh", UNSAT);
    let check = |home: &str, more: &str| {
        let environment = format!("unset ASSAY_CACHE_KEY XDG_CONFIG_HOME; HOME=$PWD/{home}");
        folder.shell(&format!("{environment} assay check --format concise {more}"))
    };
    // Another user makes the answers, with a solver that lies.
    assert_eq!(check("other", "--solver ./liar.sh").status.code(), Some(0));
    let done = check("home", "");
    assert!(out(&done).contains("[V30"), "{done:?}");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(folder.path().join("cache").is_dir() && !said.contains("not signed"), "{said}");
    // The same question of the same solver, signed by the other user.
    let from = "find cache -type f | xargs sed -i 's/^sat$/unsat/'";
    folder.shell(from);
    let done = check("home", "");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(out(&done).contains("[V30") && said.contains("not signed with your key"), "{said}");
    // The answers that this user's runs kept are used: no solver is asked.
    let done = check("home", "--cache-mode require");
    assert!(out(&done).contains("[V30"), "{done:?}");
    assert_eq!(check("other", "--cache-mode require").status.code(), Some(2));
}

/// A pattern that is wrong for the one number of 32 bits that the factor takes to `product`.
fn rare(factor: u32, product: u32) -> String {
    let (factor, product) = (factor as i32, product as i32);
    format!(
        "pdl.pattern @rare : benefit(1) {{
  %t = pdl.type : i32
  %c = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %fa = pdl.attribute = {factor} : i32
  %fo = pdl.operation \"arith.constant\" {{\"value\" = %fa}} -> (%t : !pdl.type)
  %f = pdl.result 0 of %fo
  %ka = pdl.attribute = {product} : i32
  %ko = pdl.operation \"arith.constant\" {{\"value\" = %ka}} -> (%t : !pdl.type)
  %k = pdl.result 0 of %ko
  %mo = pdl.operation \"arith.muli\"(%x, %f : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %m = pdl.result 0 of %mo
  %eq = pdl.attribute = 0 : i64
  %po = pdl.operation \"arith.cmpi\"(%m, %k : !pdl.value, !pdl.value) {{\"predicate\" = %eq}} -> (%c : !pdl.type)
  %p = pdl.result 0 of %po
  %r = pdl.operation \"arith.select\"(%p, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {{
    pdl.replace %r with (%y : !pdl.value)
  }}
}}
"
    )
}

/// A solver that says `unsat` where Z3 says `sat`.
const UNSAT: &str = "#!/bin/bash\nexec stdbuf -oL z3 -in -smt2 | stdbuf -oL sed 's/^sat$/unsat/'\n";

/// R15: drawn inputs show a lie where they can, and a second solver names it where they cannot.
fn r15_a_solver_that_lies_unsat_hides_no_difference_that_inputs_show() {
    let sums = "pdl.pattern @sums : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation \"arith.ori\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %a {
    %n = pdl.operation \"arith.xori\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %a with %n
  }
}
";
    let folder = Folder::new(&[("sums.mlir", sums), ("rare.mlir", &rare(0x9E37_79B1, 0x1234_5678))]);
    folder.script("liar.sh", UNSAT);
    assert_eq!(folder.verdict("sums.mlir --rules V --solver ./liar.sh", 2 * SMALL), "refuted");
    // One number of 2^32: no drawn input shows it, and the lie does what it can.
    assert_eq!(folder.verdict("rare.mlir --rules V", 2 * SMALL), "refuted");
    assert_eq!(folder.verdict("rare.mlir --rules V --solver ./liar.sh", 2 * SMALL), "proved");
    let checked = "rare.mlir --rules V --solver ./liar.sh --cross-check 100% --second-solver z3";
    assert_eq!(folder.verdict(checked, 2 * SMALL), "unknown");
    let report: serde_json::Value = serde_json::from_str(&folder.read("out.json")).expect("JSON");
    let subject = report["patterns"][0]["reason"]["subject"].as_str().expect("a reason");
    assert!(subject.contains("disagree") && subject.contains("liar.sh"), "{subject}");
}

/// R16: every command that prints says that it could not.
fn r16_output_that_is_lost_is_trouble_for_every_command() {
    let program = "func.func @f(%a: i32) -> i32 { return %a : i32 }\n";
    let folder = Folder::new(&[("f.mlir", program), ("ugly.mlir", "module  {\n}\n")]);
    for command in [
        "assay run f.mlir --args 3",
        "assay fmt --check ugly.mlir",
        "assay fuzz --count 5 --payloads 1 --out c",
        "assay tv f.mlir f.mlir",
        "assay meaning",
    ] {
        let done = folder.shell(&format!("{command} > /dev/full"));
        assert_eq!(done.status.code(), Some(2), "{command}: {}", err(&done));
    }
}

/// R17: a run that is asked to end does so, whatever its threads work on.
fn r17_an_interrupted_run_waits_for_no_loop_of_ours() {
    // The first file is judged; the second one takes minutes; the solver of the third one interrupts the run.
    let folder =
        Folder::new(&[("a.mlir", WRONG), ("b.mlir", &chain(6000)), ("c.mlir", &rare(0x9E37_79B1, 3))]);
    for signal in ["INT", "TERM", "HUP"] {
        let script = format!(
            "#!/bin/bash\nwhile IFS= read -r line; do\n  case \"$line\" in *check-sat*) kill -{signal} $PPID; \
             sleep 600;; esac\n  printf '%s\\n' \"$line\"\ndone | z3 -in -smt2\n"
        );
        folder.script("solver.sh", &script);
        // Seconds of the processor that no run here needs unless it waits for the chain.
        let done = folder.shell(
            "ulimit -t 20; assay check --isolated a.mlir b.mlir c.mlir --solver ./solver.sh --jobs 2 --format concise",
        );
        assert_eq!(done.status.code(), Some(2), "{signal}: {:?} {}", done.status, err(&done));
        assert!(out(&done).contains("[S105]"), "{}", out(&done));
        assert!(err(&done).contains("interrupted: 1 of 3 patterns were judged"), "{}", err(&done));
    }
}

/// The smaller ones: numbers out of range in the file are named with their place.
fn numbers_out_of_range_in_the_configuration_are_refused_with_their_place() {
    let folder = Folder::new(&[("a.mlir", WRONG)]);
    for line in ["jobs = 99999", "jobs = 0", "width-max = 65", "timeout = 0", "jobs = 18446744073709551615"] {
        folder.write("assay.toml", line);
        let done = folder.shell("assay check a.mlir");
        assert_eq!(done.status.code(), Some(2), "{line}: {}", err(&done));
        assert!(err(&done).contains("assay.toml:1:"), "{line}: {}", err(&done));
    }
}

/// The smaller ones: products of 128 bits are asked as sums are.
fn a_product_of_128_bits_is_associative() {
    let text = "pdl.pattern @p : benefit(1) {
  %t = pdl.type : i128
  %a = pdl.operand : %t
  %b = pdl.operand : %t
  %c = pdl.operand : %t
  %o = pdl.operation \"arith.OP\"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %o
  %r = pdl.operation \"arith.OP\"(%v, %c : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %q = pdl.operation \"arith.OP\"(%b, %c : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %w = pdl.result 0 of %q
    %n = pdl.operation \"arith.OP\"(%a, %w : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
";
    for op in ["addi", "muli"] {
        let folder = Folder::new(&[("p.mlir", &text.replace("OP", op))]);
        assert_eq!(folder.verdict("p.mlir --rules V", SMALL), "proved", "{op}");
    }
}

/// The smaller ones: many errors are told shortly.
fn errors_without_number_are_told_in_few_lines() {
    let symbols = "func.func private @f()\n".repeat(20_000);
    let mut undefined = String::new();
    for n in 0..20_000 {
        writeln!(undefined, "\"lab.a\"(%u{n}) : (i32) -> ()").expect("a string takes it");
    }
    for text in [symbols, undefined] {
        let folder = Folder::new(&[("a.mlir", &text)]);
        let done = folder.shell("ulimit -t 60; assay fmt --check --well-formed a.mlir");
        assert_eq!(done.status.code(), Some(1), "{:?} {}", done.status, err(&done).len());
        assert!(err(&done).len() < 300_000, "{} bytes", err(&done).len());
    }
}

assay_testing::tests!(
    r01_r07_r08_a_program_that_breaks_a_rule_is_refused_before_any_engine,
    r02_a_store_to_a_large_memref_is_refuted_in_little_memory,
    r03_thirty_squarings_and_forty_shared_products_are_decided,
    r04_a_chain_of_2300_operations_is_proved_and_loses_no_report,
    r05_a_crash_at_one_pattern_loses_no_other,
    r06_two_thousand_results_and_sixty_shared_sums_keep_their_verdicts,
    r10_findings_come_before_records_and_a_record_file_that_cannot_be_read_is_trouble,
    r13_commands_that_are_shown_start_nothing_else,
    r14_forged_entries_change_no_verdict,
    a_checkout_brings_no_answers_of_its_own,
    r15_a_solver_that_lies_unsat_hides_no_difference_that_inputs_show,
    r16_output_that_is_lost_is_trouble_for_every_command,
    r17_an_interrupted_run_waits_for_no_loop_of_ours,
    numbers_out_of_range_in_the_configuration_are_refused_with_their_place,
    a_product_of_128_bits_is_associative,
    errors_without_number_are_told_in_few_lines,
);
