//! The defects of MLIR 22 that `corpus/bugs/mlir` reports are there in the real binary, and Assay warns of each.
//! Knows the form of those files and no rule.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use assay_ir::data::{Context, Source};
use assay_mlir::opt::ParseOptions;
use assay_mlir::process::Limits;
use assay_mlir::{MlirOpt, Outcome};
use assay_testing::{Checked, Missing};

/// How long a run may take that is expected not to end.
const HANG: Duration = Duration::from_secs(4);

struct Bug {
    path: PathBuf,
    text: String,
}

impl Bug {
    /// What a line of the head says, such as `// outcome: crash`.
    fn says(&self, key: &str) -> &str {
        let lead = format!("// {key}: ");
        let line = self.text.lines().find_map(|line| line.strip_prefix(&lead));
        line.unwrap_or_else(|| panic!("{}: no line `{lead}`", self.path.display()))
    }

    /// The texts in `module @patterns` and `module @ir`.
    fn modules(&self) -> Option<(&str, &str)> {
        let (_, rest) = self.text.split_once("module @patterns {\n")?;
        let (patterns, rest) = rest.split_once("\n}\nmodule @ir {\n")?;
        Some((patterns, rest.trim_end().strip_suffix('}')?))
    }
}

fn bugs() -> Vec<Bug> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/bugs/mlir");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mlir"))
        .collect();
    paths.sort();
    let read = |path: PathBuf| Bug { text: std::fs::read_to_string(&path).expect("it can be read"), path };
    paths.into_iter().map(read).collect()
}

/// What happens, in the word of the files.
fn outcome(mlir: &MlirOpt, bug: &Bug) -> String {
    let Some((patterns, payload)) = bug.modules() else {
        let Outcome::Ok(printed) = mlir.parse_print(&bug.text, &ParseOptions::default()) else {
            return "not accepted".to_owned();
        };
        return match mlir.parse_print(&printed, &ParseOptions::default()) {
            Outcome::Error(_) => "unreadable".to_owned(),
            other => format!("{other:?}"),
        };
    };
    let mut limits = *mlir.limits();
    if bug.says("outcome") == "hang" {
        limits = Limits { wall: HANG, ..limits };
    }
    match mlir.clone().with_limits(limits).apply_pdl(patterns, payload, None) {
        Outcome::Ok(_) => "silent".to_owned(),
        Outcome::Crash { .. } => "crash".to_owned(),
        Outcome::TimedOut | Outcome::OutOfMemory => "hang".to_owned(),
        other => format!("{other:?}"),
    }
}

/// Files of `passes/` that end in this, by name.
fn of_passes(extension: &str) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/bugs/mlir/passes");
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let named = paths.filter(|path| path.extension().is_some_and(|found| found == extension)).map(|path| {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        (name.unwrap_or_default(), std::fs::read_to_string(&path).expect("it can be read"))
    });
    named.collect()
}

/// Operations of a program besides functions, terminators and steps of a script.
fn operations(text: &str) -> usize {
    let parsed = assay_ir::text::parse(&Context::new(), &Source::new("f.mlir", text));
    let program = parsed.program;
    let frame = ["builtin.module", "func.func", "func.return", "scf.yield", "affine.yield", "vector.yield"];
    let framed = |name: &str| frame.contains(&name) || name.starts_with("transform.");
    program.walk(program.top()).filter(|op| !framed(program.op_name(*op))).count()
}

fn each_defect_of_a_pass_is_small_argued_and_can_be_sent() {
    let (programs, texts) = (of_passes("mlir"), of_passes("md"));
    let names = |map: &BTreeMap<String, String>| map.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&programs), names(&texts), "`ci/upstream.py` writes a text beside each program");
    for (name, program) in &programs {
        let says = |key: &str| program.lines().find_map(|line| line.strip_prefix(&format!("// {key}: ")));
        let crashes = says("rule").is_some_and(|rule| rule.starts_with('X'));
        let runs: &[&str] = if crashes { &[] } else { &["input", "before"] };
        for key in ["what", "expected", "pattern", "cause", "rule", "after"].iter().chain(runs) {
            assert!(says(key).is_some_and(|text| !text.is_empty()), "{name}: no line `// {key}: `");
        }
        assert!(says("pass").or(says("set")).is_some(), "{name}: no pass");
        let count = operations(program);
        assert!((1..=8).contains(&count), "{name}: {count} operations");
        let text = &texts[name];
        for key in ["what", "expected", "cause"] {
            assert!(text.contains(says(key).unwrap_or_default()), "{name}.md: not what `// {key}: ` says");
        }
        let mut body = program.lines().filter(|line| !line.starts_with("//")).map(str::trim);
        assert!(body.all(|line| text.contains(line)), "{name}.md: another program");
    }
}

fn real_mlir_does_what_each_file_reports() -> Checked {
    let mlir = assay_testing::mlir()?;
    let wrong: Vec<String> = bugs()
        .iter()
        .filter_map(|bug| {
            let (expected, actual) = (bug.says("outcome"), outcome(&mlir, bug));
            (expected != actual).then(|| format!("{}: {actual}, not {expected}", bug.path.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

fn real_mlir_verifies_every_pattern_that_it_then_breaks_on() -> Checked {
    let mlir = assay_testing::mlir()?;
    for bug in bugs() {
        let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
        let outcome = mlir.parse_print(&bug.text, &options);
        assert!(matches!(outcome, Outcome::Ok(_)), "{}: {outcome:?}", bug.path.display());
    }
    Ok(())
}

fn assay_warns_of_every_pattern() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    for bug in bugs() {
        let done = Command::new(env!("CARGO_BIN_EXE_assay"))
            .args(["check", "--isolated", "--format", "concise"])
            .arg(&bug.path)
            .output()
            .expect("the binary under test can be run");
        let text = String::from_utf8_lossy(&done.stdout);
        let code = format!("[{}]", bug.says("rule"));
        assert!(text.contains(&code), "{}: {text}", bug.path.display());
    }
    Ok(())
}

assay_testing::tests!(
    each_defect_of_a_pass_is_small_argued_and_can_be_sent,
    real_mlir_does_what_each_file_reports,
    real_mlir_verifies_every_pattern_that_it_then_breaks_on,
    assay_warns_of_every_pattern,
);
