//! The reader and the printer against real MLIR (`mlir-opt-22`, `mlir-pdll-22`): what MLIR prints reads as the same
//! program as its input, and what is printed here MLIR accepts and prints back as the same program. Skipped
//! without the binaries, unless `ASSAY_REQUIRE_MLIR=1`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assay_ir::data::{Context, Program};
use assay_ir::text::{self, PrintOptions};
use assay_testing::Checked;

const PRETTY: PrintOptions = PrintOptions { generic: false, locations: false };
const GENERIC: PrintOptions = PrintOptions { generic: true, locations: false };
const LOCATED: PrintOptions = PrintOptions { generic: false, locations: true };

/// Checks that the tools are installed.
fn installed() -> Checked {
    ["mlir-opt-22", "mlir-pdll-22"].iter().try_for_each(|tool| assay_testing::program(tool).map(|_| ()))
}

/// Standard output of a tool, whatever its exit code.
fn run(tool: &str, arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(tool)
        .args(arguments)
        .env("LLVM_DISABLE_SYMBOLIZATION", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the tool was found before");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // A tool that fails early closes its end.
        let _broken_pipe = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("a child can be waited for");
    writer.join().expect("the writer does not panic");
    String::from_utf8(output.stdout).expect("MLIR prints UTF-8")
}

/// Runs MLIR over many inputs at once, separated by `// -----`; a refused one leaves its slot empty.
fn mlir(inputs: &[String], more: &[&str]) -> Vec<Option<String>> {
    const LINE: &str = "// -----";
    let mut arguments = vec!["-allow-unregistered-dialect", "-split-input-file"];
    arguments.extend_from_slice(more);
    let whole: Vec<String> = inputs.iter().map(|text| text.replace(LINE, "//")).collect();
    let output = run("mlir-opt-22", &arguments, &whole.join(&format!("\n{LINE}\n")));
    let slots: Vec<Option<String>> = output
        .split(&format!("{LINE}\n"))
        .map(|slot| (!slot.trim().is_empty()).then(|| slot.to_owned()))
        .collect();
    assert_eq!(slots.len(), inputs.len(), "MLIR answers each input");
    slots
}

fn read(what: &str, text: &str) -> Result<Program, String> {
    let parsed = text::parse_bytes(&Context::new(), what, text.as_bytes()).map_err(|d| d.message)?;
    match parsed.diagnostics.first() {
        None => Ok(parsed.program),
        Some(d) => {
            let at = parsed.program.source().map(|s| s.line_column(d.span.start));
            Err(format!("{what}: {at:?}: {}\n{text}", d.message))
        }
    }
}

fn same(what: &str, one: &str, other: &str) -> Result<(), String> {
    let mut lines = one.lines().zip(other.lines()).filter(|(a, b)| a != b);
    match lines.next() {
        Some((a, b)) => Err(format!("{what}:\n  {a}\n  {b}")),
        None if one.len() != other.len() => Err(format!("{what}: lengths differ")),
        None => Ok(()),
    }
}

/// All top operations with locations; the module around them has none of its own.
fn located(program: &Program) -> String {
    let ops = program.ops_in(program.top_block());
    ops.map(|op| text::print_op(program, op, &LOCATED)).collect::<Vec<_>>().join("\n")
}

/// One input on its way through MLIR.
struct Case {
    name: String,
    input: String,
    program: Program,
    failure: Option<String>,
}

impl Case {
    /// Notes the first failure only.
    fn note(&mut self, result: Result<(), String>) {
        if let (None, Err(e)) = (&self.failure, result) {
            self.failure = Some(format!("{}: {e}", self.name));
        }
    }
}

/// Checks named inputs that MLIR accepts; returns what failed.
fn check(inputs: Vec<(String, String)>) -> Vec<String> {
    let mut failures = Vec::new();
    let mut cases = Vec::new();
    for (name, input) in inputs {
        match read("the input", &input) {
            Ok(program) => cases.push(Case { name, input, program, failure: None }),
            Err(e) => failures.push(format!("{name}: {e}")),
        }
    }
    let texts = |cases: &[Case], print: &dyn Fn(&Case) -> String| cases.iter().map(print).collect::<Vec<_>>();
    for arguments in [&[][..], &["--mlir-print-op-generic"], &["--mlir-print-local-scope"]] {
        let printed = mlir(&texts(&cases, &|case| case.input.clone()), arguments);
        for (case, printed) in cases.iter_mut().zip(printed) {
            let read = printed
                .ok_or("MLIR refuses the input".to_owned())
                .and_then(|text| read("MLIR's print", &text));
            let ours = text::print(&case.program, &GENERIC);
            let what = format!("MLIR's print {arguments:?}");
            case.note(read.and_then(|theirs| same(&what, &ours, &text::print(&theirs, &GENERIC))));
        }
    }
    for options in [PRETTY, GENERIC] {
        let back =
            mlir(&texts(&cases, &|case| text::print(&case.program, &options)), &["--mlir-print-op-generic"]);
        for (case, back) in cases.iter_mut().zip(back) {
            let ours = text::print(&case.program, &PRETTY);
            let refused = || format!("MLIR refuses\n{}", text::print(&case.program, &options));
            let read = back.ok_or_else(refused).and_then(|text| read("printed back", &text));
            case.note(
                read.and_then(|back| same("printed here, then by MLIR", &ours, &text::print(&back, &PRETTY))),
            );
        }
    }
    let back =
        mlir(&texts(&cases, &|case| text::print(&case.program, &LOCATED)), &["--mlir-print-debuginfo"]);
    for (case, back) in cases.iter_mut().zip(back) {
        let ours = text::print(&case.program, &LOCATED);
        let read_both = || {
            let back = back.ok_or_else(|| format!("MLIR refuses\n{ours}"))?;
            same("locations", &located(&read("ours", &ours)?), &located(&read("back", &back)?))
        };
        let result = read_both();
        case.note(result);
    }
    failures.extend(cases.into_iter().filter_map(|case| case.failure));
    failures
}

fn named(paths: &[PathBuf]) -> Vec<(String, String)> {
    paths.iter().map(|path| (path.display().to_string(), std::fs::read_to_string(path).unwrap())).collect()
}

fn files(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let mut list = Vec::new();
    let mut stack = vec![dir.to_owned()];
    while let Some(dir) = stack.pop() {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                stack.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                list.push(path);
            }
        }
    }
    list.sort();
    list
}

fn report(failures: &[String], total: usize) {
    assert!(total > 0, "there are inputs");
    assert!(failures.is_empty(), "{} of {total} fail:\n{}", failures.len(), failures.join("\n\n"));
}

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text")
}

fn mlir_and_this_reader_agree_on_small_inputs() -> Checked {
    installed()?;
    let mut list = files(&here(), "mlir");
    // What is wrong on purpose, and dialects of CIRCT, which MLIR does not know.
    list.retain(|path| !["/errors/", "/comb.mlir"].iter().any(|part| path.to_string_lossy().contains(part)));
    report(&check(named(&list)), list.len());
    Ok(())
}

fn what_pdll_prints_is_read() -> Checked {
    installed()?;
    let list = files(&here(), "pdll");
    let print = |(name, text): (String, String)| (name, run("mlir-pdll-22", &["-x=mlir"], &text));
    report(&check(named(&list).into_iter().map(print).collect()), list.len());
    Ok(())
}

fn mlir_and_this_reader_agree_on_the_acceptance_pack() -> Checked {
    let dir = assay_testing::acceptance()?;
    installed()?;
    // A folder that was named and cannot be read, or holds nothing, is no reason to skip.
    assert!(Path::new(&dir).is_dir(), "ASSAY_ACCEPTANCE names no folder: {}", dir.display());
    // Some of the pack is refused by MLIR's verifier, on purpose.
    let all = named(&files(Path::new(&dir), "mlir"));
    let texts: Vec<String> = all.iter().map(|(_, text)| text.clone()).collect();
    let accepted = mlir(&texts, &[]);
    let inputs: Vec<_> = all.into_iter().zip(accepted).filter_map(|(case, ok)| ok.map(|_| case)).collect();
    let total = inputs.len();
    assert!(total > 0, "MLIR accepts nothing of {}", dir.display());
    report(&check(inputs), total);
    Ok(())
}

/// A text without the names of values, without comments and without white space.
fn essence(text: &str) -> String {
    let mut words = String::new();
    for line in text.lines() {
        let line = line.split(" // ").next().unwrap_or("").trim();
        // Results are named and counted in other ways.
        let rest =
            line.split_once(" = ").filter(|(results, _)| results.starts_with('%') && !results.contains('('));
        let mut parts = rest.map_or(line, |(_, rest)| rest).split('%');
        words.push_str(parts.next().unwrap_or(""));
        for part in parts {
            let end =
                part.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '#' | '.' | '$' | '-')));
            words.push('%');
            words.push_str(&part[end.unwrap_or(part.len())..]);
        }
        words.push(' ');
    }
    words.retain(|c| !c.is_ascii_whitespace());
    words
}

/// Where two texts part, with some words around.
fn parting(ours: &str, theirs: &str) -> String {
    let same = ours.bytes().zip(theirs.bytes()).take_while(|(a, b)| a == b).count();
    let show = |text: &str| {
        let shown = text.get(same.saturating_sub(60)..(same + 100).min(text.len()));
        shown.unwrap_or("").to_owned()
    };
    format!("ours   {}\n  theirs {}", show(ours), show(theirs))
}

fn every_custom_form_is_written_as_mlir_writes_it() -> Checked {
    installed()?;
    let mut list = files(&here(), "mlir");
    // Written otherwise on purpose: digits of odd formats, patterns that MLIR prints and cannot read, terminators of
    // transform sequences. Dialects of CIRCT, which MLIR does not know.
    let other = ["attributes.mlir", "pdl_odd.mlir", "transform.mlir", "comb.mlir"];
    let core = |path: &Path| path.file_name().is_some_and(|name| !other.iter().any(|other| name == *other));
    list.retain(|path| core(path) && !path.to_string_lossy().contains("/errors/"));
    // The first difference of each function is shown.
    let mut failures = Vec::new();
    let texts: Vec<String> = named(&list).into_iter().map(|(_, text)| text).collect();
    for (path, (text, theirs)) in
        list.iter().zip(texts.iter().zip(mlir(&texts, &["--mlir-print-local-scope"])))
    {
        let theirs = theirs.expect("MLIR accepts the inputs");
        let program = read("the input", text).unwrap();
        let (ours, theirs) = (essence(&text::print(&program, &PRETTY)), essence(&theirs));
        let theirs =
            theirs.strip_prefix("module{").and_then(|rest| rest.strip_suffix('}')).unwrap_or(&theirs);
        let functions = |text: &str| text.split("func.func").map(str::to_owned).collect::<Vec<_>>();
        for (ours, theirs) in functions(&ours).iter().zip(functions(theirs)) {
            if *ours != theirs {
                failures.push(format!("{}\n  {}", path.display(), parting(ours, &theirs)));
            }
        }
    }
    report(&failures, list.len());
    Ok(())
}

/// Patterns of bits, and numbers of few digits, of which MLIR prints some in short, some in full and some in hexadecimal.
fn floats_are_printed_as_mlir_prints_them() -> Checked {
    installed()?;
    let mut state = 11u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let mut text = String::new();
    for _ in 0..2_000 {
        let (ty, digits) = [("f16", 4), ("bf16", 4), ("f32", 8), ("f64", 16)][draw() as usize % 4];
        let places = draw() as usize % 8;
        let number = match draw() % 3 {
            0 => format!(
                "0x{:0>digits$X}",
                (draw() << 33 ^ draw() << 20 ^ draw()) & (u64::MAX >> (64 - 4 * digits))
            ),
            1 => format!("{}.{:0>places$}1", draw() % 10u64.pow(places as u32 + 1), draw() % 10),
            _ => format!("{}.0e{}", draw() % 10u64.pow(places as u32 + 1), places),
        };
        text.push_str(&format!("\"lab.use\"() {{a = {number} : {ty}}} : () -> ()\n"));
    }
    let theirs = run("mlir-opt-22", &["-allow-unregistered-dialect"], &text);
    let ctx = Context::new();
    let parsed = text::parse(&ctx, &assay_ir::data::Source::new("floats", text.as_str()));
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let ours = text::print(&parsed.program, &PRETTY);
    let uses = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.contains("lab.use")).map(|line| line.trim().to_owned()).collect()
    };
    assert_eq!(uses(&theirs).len(), 2_000);
    let differ: Vec<_> =
        uses(&ours).into_iter().zip(uses(&theirs)).filter(|(ours, theirs)| ours != theirs).collect();
    assert!(differ.is_empty(), "{} differ: {:#?}", differ.len(), &differ[..differ.len().min(5)]);
    Ok(())
}

assay_testing::tests!(
    floats_are_printed_as_mlir_prints_them,
    mlir_and_this_reader_agree_on_small_inputs,
    what_pdll_prints_is_read,
    mlir_and_this_reader_agree_on_the_acceptance_pack,
    every_custom_form_is_written_as_mlir_writes_it,
);
