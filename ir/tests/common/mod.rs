//! What the tests of this crate share: reading programs, the acceptance pack, and asking a real `mlir-opt-22`.
#![allow(unreachable_pub)]

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use assay_ir::data::{BlockId, Context, OpId, Program, Source, known};
use assay_ir::diagnostic::Severity;
use assay_ir::pdl::{Answer, Bound, NativeCall, NativeFailure, Natives, Rewriter};
use assay_ir::text::PrintOptions;
use assay_testing::Missing;

/// Reads a program that has to be free of errors.
pub fn read(ctx: &Arc<Context>, name: &str, text: &str) -> Program {
    match try_read(ctx, name, text) {
        Ok(program) => program,
        Err(errors) => panic!("{name} does not read:\n{errors}\n{text}"),
    }
}

/// Reads a program; the errors as text where there are some.
pub fn try_read(ctx: &Arc<Context>, name: &str, text: &str) -> Result<Program, String> {
    let source = Source::new(name, text);
    let parsed = assay_ir::text::parse(ctx, &source);
    let errors: Vec<String> = parsed
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| format!("{}: {}", source.line_column(d.span.start).line, d.message))
        .collect();
    if errors.is_empty() { Ok(parsed.program) } else { Err(errors.join("\n")) }
}

/// Reads a program; one with custom forms that the reader does not know is put into generic form by MLIR first.
///
/// # Errors
/// When MLIR is needed and missing.
pub fn read_or_ask(ctx: &Arc<Context>, name: &str, text: &str) -> Result<Program, Missing> {
    if let Ok(program) = try_read(ctx, name, text) {
        return Ok(program);
    }
    match Mlir::find()?.run(&["-mlir-print-op-generic"], text) {
        Ended::Ok(generic) => Ok(read(ctx, name, &generic)),
        other => panic!("{name}: {other:?}"),
    }
}

/// The line on which an operation is written.
pub fn line(program: &Program, op: OpId) -> u32 {
    let source = program.source().expect("programs of tests are read from text");
    source.line_column(program.op(op).span.start).line
}

/// The text of a file of the tests.
pub fn file(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A folder below `ir/tests`.
pub fn tests_folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The files of a folder with an ending, sorted.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(ending));
    paths.sort();
    paths
}

/// A real `mlir-opt-22`.
pub struct Mlir;

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With this output.
    Ok(String),
    /// With an error message.
    Error(String),
    /// By a signal.
    Crash,
    /// Not within the time.
    Hang,
}

impl Mlir {
    /// The installed one.
    ///
    /// # Errors
    /// When there is none.
    pub fn find() -> Result<Mlir, Missing> {
        assay_testing::program("mlir-opt-22").map(|_| Mlir)
    }

    /// Runs it on a text.
    pub fn run(&self, flags: &[&str], text: &str) -> Ended {
        let mut child = Command::new("timeout")
            .args(["--signal=KILL", "20", "mlir-opt-22", "-allow-unregistered-dialect"])
            .args(flags)
            .env("LLVM_DISABLE_SYMBOLIZATION", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("mlir-opt-22 ran before");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let text = text.to_owned();
        // The child may end without reading all: then the pipe breaks, which is no concern of ours.
        let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
        let output = child.wait_with_output().expect("the child was started");
        let _ = writer.join();
        match output.status.code() {
            Some(0) => Ended::Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            Some(1..128) => Ended::Error(String::from_utf8_lossy(&output.stderr).into_owned()),
            // `timeout` dies of the signal that its child died of.
            code if code == Some(137) || output.status.signal() == Some(9) => Ended::Hang,
            _ => Ended::Crash,
        }
    }

    /// Applies patterns to a payload with its greedy driver and prints all in generic form.
    pub fn rewrite(&self, flags: &[&str], patterns: &str, payload: &str) -> Ended {
        let text = format!("module @patterns {{\n{patterns}\n}}\nmodule @ir {{\n{payload}\n}}\n");
        let mut all = vec!["-test-pdl-bytecode-pass", "-mlir-print-op-generic"];
        all.extend(flags);
        self.run(&all, &text)
    }
}

/// A pattern that nothing matches: with it MLIR's driver only folds and tidies.
pub const NO_PATTERN: &str = "pdl.pattern : benefit(1) {
  %root = pdl.operation \"assay.nothing\"
  pdl.rewrite %root {
    pdl.erase %root
  }
}";

/// The native code of `mlir-opt-22`'s tests that the acceptance pack uses (`TestPDLByteCode.cpp`).
pub struct TestNatives;

impl Natives for TestNatives {
    fn constraint(&self, program: &Program, call: &NativeCall<'_>) -> Answer {
        match (call.name, call.arguments) {
            ("single_entity_constraint", [Bound::Operation(op)]) => {
                if program.op_name(*op) == "test.op" {
                    Answer::Holds(Vec::new())
                } else {
                    Answer::Fails
                }
            }
            _ => Answer::Unknown,
        }
    }

    fn rewrite(
        &self,
        rewriter: &mut dyn Rewriter,
        call: &NativeCall<'_>,
    ) -> Result<Vec<Bound>, NativeFailure> {
        use assay_ir::data::{NewOp, Pos};
        let ctx = Arc::clone(rewriter.program().ctx());
        let success = ctx.ident("test.success");
        match (call.name, call.arguments) {
            ("str_creator", []) => Ok(vec![Bound::Attribute(Some(ctx.string_attr("test.str")))]),
            ("creator", [Bound::Operation(_)]) => {
                Ok(vec![Bound::Operation(rewriter.create(&NewOp::named(&ctx, success))?)])
            }
            ("rewriter", [Bound::Operation(root), Bound::Value(value)]) => {
                let operands = [(*value, Pos::NONE)];
                rewriter.create(&NewOp { operands: &operands, ..NewOp::named(&ctx, success) })?;
                rewriter.erase(*root)?;
                Ok(Vec::new())
            }
            _ => Err(NativeFailure::Unknown),
        }
    }
}

/// The patterns of a file of the acceptance pack by name: each starts with `pdl.pattern` and ends with `}` in
/// column 0.
pub fn patterns_of(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("pdl.pattern") {
            let name = rest.trim_start().trim_start_matches('@');
            let end = name.find(|c: char| c.is_whitespace() || c == ':').unwrap_or(name.len());
            found.push((name[..end].to_owned(), String::new()));
            inside = true;
        }
        if let (true, Some((_, text))) = (inside, found.last_mut()) {
            text.push_str(line);
            text.push('\n');
            inside = !line.starts_with('}');
        }
    }
    found
}

/// The words of one line of an `.expect` file; none for a comment.
pub fn split_words(line: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut chars = line.trim().chars().peekable();
    if chars.peek() == Some(&'#') {
        return all;
    }
    while let Some(&c) = chars.peek() {
        if c.is_whitespace() {
            chars.next();
            continue;
        }
        let mut word = String::new();
        let mut quoted = false;
        while let Some(&c) = chars.peek() {
            match c {
                '"' => quoted = !quoted,
                '\\' => {
                    chars.next();
                    match chars.peek() {
                        Some(&next @ ('"' | '\\')) => word.push(next),
                        Some(&next) => word.extend(['\\', next]),
                        None => word.push('\\'),
                    }
                }
                c if c.is_whitespace() && !quoted => break,
                c => word.push(c),
            }
            chars.next();
        }
        all.push(word);
    }
    all
}

/// The operations of a block in generic form, values named in order.
pub fn generic(program: &Program, block: BlockId) -> String {
    let options = PrintOptions { generic: true, ..PrintOptions::default() };
    let parent = program.block_parent_op(block);
    let text = assay_ir::text::print_op(program, parent, &options);
    // Only the operations of the module: the first line opens it and the last one closes it.
    let lines: Vec<&str> = text.trim().lines().collect();
    assert!(lines.len() >= 2 && lines[0].ends_with('{'), "{text}");
    let inner = lines[1..lines.len() - 1].iter().filter(|line| line.trim() != "^bb0:");
    inner.copied().collect::<Vec<_>>().join("\n")
}

/// What MLIR left of `module @ir`, read and printed again by us.
pub fn payload(ended: &Ended) -> Option<String> {
    let Ended::Ok(text) = ended else { return None };
    let ctx = Context::new();
    let program = read(&ctx, "mlir-opt output", text);
    let block = module_named(&program, "ir").unwrap_or_else(|| panic!("no module @ir in {text}"));
    Some(generic(&program, block))
}

/// The block of a module with a name, at the top.
pub fn module_named(program: &Program, name: &str) -> Option<BlockId> {
    let wanted = |op: &OpId| program.attr_text(*op, known::SYM_NAME) == Some(name);
    let module = program.walk(program.top()).find(wanted)?;
    program.region(*program.op_regions(module).first()?).blocks.first().copied()
}
