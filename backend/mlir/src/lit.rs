//! Test files as MLIR's own suite writes them: texts between `// -----` lines, and RUN lines. A RUN line is read, never given to a
//! shell: what it asks of `mlir-opt` is taken over word by word where every word is known to run passes over the text and to do
//! nothing else, and the line is refused otherwise.

use std::collections::BTreeSet;

/// One text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Byte offset in the file.
    pub offset: usize,
    /// Its text.
    pub text: String,
}

/// The texts between the lines that split a file.
pub fn chunks(text: &str) -> Vec<Chunk> {
    let (mut out, mut start, mut at) = (Vec::new(), 0, 0);
    let mut push = |start: usize, end: usize| {
        let text = &text[start..end];
        let holds = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
        if text.lines().any(holds) {
            out.push(Chunk { offset: start, text: text.to_owned() });
        }
    };
    for line in text.split_inclusive('\n') {
        if line.trim_end() == "// -----" {
            push(start, at);
            start = at + line.len();
        }
        at += line.len();
    }
    push(start, text.len());
    out
}

/// Why a RUN line is not followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It runs another program, or none.
    #[error("it does not run `{0}` on the file")]
    Program(String),
    /// A word that a shell would act on.
    #[error("a shell would act on `{0}`")]
    Shell(String),
    /// An option that is on no list.
    #[error("the option `{0}` is on no list")]
    Option(String),
    /// It runs no pass.
    #[error("it runs no pass")]
    NoPass,
}

/// Options of `mlir-opt` that change neither what is read nor what the passes do.
const PLAIN: [&str; 13] = [
    "split-input-file",
    "allow-unregistered-dialect",
    "mlir-print-op-generic",
    "mlir-print-local-scope",
    "mlir-print-debuginfo",
    "mlir-disable-threading",
    "mlir-print-value-users",
    "mlir-print-unique-ssa-ids",
    "mlir-use-nameloc-as-prefix",
    "verify-each",
    "verify-roundtrip",
    "debug-only",
    "mlir-print-elementsattrs-with-hex-if-larger",
];

/// Parts of names of passes that read or write files, start programs, or only show something.
const FORBIDDEN: [&str; 15] = [
    "binary",
    "snapshot",
    "view-",
    "preload",
    "plugin",
    "print",
    "dump",
    "jit",
    "xclbin",
    "hsaco",
    "cubin",
    "attach-target",
    "nvvm-pipeline",
    "xevm-pipeline",
    "serialize",
];

/// Parts of options of passes that name files or programs.
const FOREIGN: [&str; 8] = ["file", "path", "library", "toolkit", "plugin", "cmd", "command", "exec"];

/// The RUN lines of a text, continued lines joined.
pub fn run_lines(text: &str) -> Vec<String> {
    let (mut out, mut open): (Vec<String>, Option<String>) = (Vec::new(), None);
    for line in text.lines() {
        let Some((_, rest)) = line.split_once("RUN:").filter(|(lead, _)| lead.trim_start().starts_with("//"))
        else {
            continue;
        };
        let whole = format!("{}{}", open.take().unwrap_or_default(), rest.trim());
        match whole.strip_suffix('\\') {
            Some(part) => open = Some(format!("{} ", part.trim_end())),
            None => out.push(whole),
        }
    }
    out
}

/// The arguments of a binary that run the passes of a RUN line; `passes` are the names of all passes of the binary. The line calls it
/// by its name, by its path or as a substitution of lit, or calls `mlir-opt`.
///
/// # Errors
/// Why the line is not followed.
pub fn passes_of(line: &str, binary: &str, passes: &BTreeSet<String>) -> Result<Vec<String>, Refusal> {
    let words = split_words(line)?;
    let mut words = words.into_iter();
    let other = || Refusal::Program(binary.to_owned());
    let first = words.next().unwrap_or_default();
    let called = first.rsplit('/').next().unwrap_or_default();
    let called = called.strip_prefix('%').unwrap_or(called).trim_start_matches('{').trim_end_matches('}');
    if called != binary && first != "mlir-opt" {
        return Err(other());
    }
    let mut out = Vec::new();
    let mut reads = false;
    let mut rest = words.peekable();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "%s" => reads = true,
            "<" if rest.next_if_eq("%s").is_some() => reads = true,
            "2>&1" => {}
            _ => out.extend(option(&word, passes)?),
        }
    }
    match (reads, out.is_empty()) {
        (false, _) => Err(other()),
        (true, true) => Err(Refusal::NoPass),
        (true, false) => Ok(out),
    }
}

/// The argument that an option of a RUN line becomes; nothing for one that says how to print.
///
/// # Errors
/// [`Refusal::Option`] for one that is on no list.
pub fn option(word: &str, passes: &BTreeSet<String>) -> Result<Option<String>, Refusal> {
    let refuse = || Err(Refusal::Option(word.to_owned()));
    let Some(name) = word.strip_prefix("--").or_else(|| word.strip_prefix('-')) else { return refuse() };
    let (name, value) = name.split_once('=').map_or((name, ""), |(name, value)| (name, value));
    if PLAIN.contains(&name) {
        return Ok(None);
    }
    let is_safe = |name: &str| passes.contains(name) && !FORBIDDEN.iter().any(|part| name.contains(part));
    let foreign = |text: &str| {
        text.contains(['/', '\\', '~', '$', '`']) || FOREIGN.iter().any(|part| text.contains(part))
    };
    if foreign(value) {
        return refuse();
    }
    if name == "pass-pipeline" {
        let known = names_in(value).iter().all(|name| is_safe(name) || name.contains('.') || name == "any");
        return if known { Ok(Some(format!("--{name}={value}"))) } else { refuse() };
    }
    if !is_safe(name) {
        return refuse();
    }
    Ok(Some(format!("--{}", &word.trim_start_matches('-'))))
}

/// The names of passes and operations in the text of a pipeline; what stands in braces are their options.
fn names_in(pipeline: &str) -> Vec<String> {
    let (mut out, mut name, mut depth) = (Vec::new(), String::new(), 0usize);
    for c in pipeline.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '(' | ')' | ',' if depth == 0 => out.push(std::mem::take(&mut name)),
            _ if depth == 0 => name.push(c),
            _ => {}
        }
    }
    out.push(name);
    out.into_iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

/// The words of a line up to a pipe into `FileCheck`.
fn split_words(line: &str) -> Result<Vec<String>, Refusal> {
    let (mut out, mut word, mut quote, mut open) = (Vec::new(), String::new(), None, false);
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(end), _) if c == end => quote = None,
            (Some(_), '$' | '`' | '\\') => return Err(Refusal::Shell(line[at..].to_owned())),
            (Some(_), _) => word.push(c),
            (None, '\'' | '"') => (quote, open) = (Some(c), true),
            (None, '|') => {
                let after = line[at + 1..].trim_start();
                if !after.starts_with("FileCheck ") || after.contains(['|', ';', '&', '`', '$', '>', '<']) {
                    return Err(Refusal::Shell(line[at..].to_owned()));
                }
                break;
            }
            (None, ' ' | '\t') if word.is_empty() && !open => {}
            (None, ' ' | '\t') => {
                out.push(std::mem::take(&mut word));
                open = false;
            }
            (None, _) => word.push(c),
        }
    }
    if quote.is_some() {
        return Err(Refusal::Shell(line.to_owned()));
    }
    if !word.is_empty() {
        out.push(word);
    }
    let harmless = |word: &&String| !matches!(word.as_str(), "<" | "2>&1");
    let acts = |word: &&String| {
        word.contains([';', '&', '<', '>', '`', '$', '\n']) || word.contains("%t") || word.contains("%S")
    };
    match out.iter().filter(harmless).find(acts) {
        Some(word) => Err(Refusal::Shell(word.clone())),
        None => Ok(out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes() -> BTreeSet<String> {
        [
            "canonicalize",
            "cse",
            "print-ir",
            "gpu-module-to-binary",
            "affine-loop-tile",
            "transform-preload-library",
        ]
        .map(str::to_owned)
        .into()
    }

    #[test]
    fn texts_lie_between_the_lines_that_split_them() {
        let text = "// RUN: x\n// -----\nfunc.func @a()\n// -----\n\n// -----\nfunc.func @b()\n";
        let found: Vec<(usize, String)> =
            chunks(text).into_iter().map(|chunk| (chunk.offset, chunk.text)).collect();
        assert_eq!(found, [(19, "func.func @a()\n".to_owned()), (53, "func.func @b()\n".to_owned())]);
    }

    #[test]
    fn passes_of_a_run_line_are_taken_over() {
        let line = |text: &str| passes_of(text, "acme-opt", &passes());
        assert_eq!(
            line("mlir-opt %s -canonicalize --cse -split-input-file | FileCheck %s"),
            Ok(vec!["--canonicalize".into(), "--cse".into()])
        );
        assert_eq!(
            line("mlir-opt -affine-loop-tile=\"tile-size=4 separate\" < %s 2>&1 | FileCheck %s"),
            Ok(vec!["--affine-loop-tile=tile-size=4 separate".into()])
        );
        assert_eq!(
            line("mlir-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{top-down=0}))'"),
            Ok(vec!["--pass-pipeline=builtin.module(func.func(cse,canonicalize{top-down=0}))".into()])
        );
        assert_eq!(line("mlir-opt %s | FileCheck %s"), Err(Refusal::NoPass));
    }

    #[test]
    fn a_binary_is_called_by_its_name_its_path_or_a_substitution() {
        let line = |text: &str| passes_of(text, "acme-opt", &passes());
        for name in ["acme-opt", "build/bin/acme-opt", "%acme-opt", "%{acme-opt}", "mlir-opt"] {
            assert_eq!(line(&format!("{name} %s --cse | FileCheck %s")), Ok(vec!["--cse".into()]), "{name}");
        }
        for name in ["acme-opt-2", "acme", "other/acme", "sh"] {
            let refused = Err(Refusal::Program("acme-opt".to_owned()));
            assert_eq!(line(&format!("{name} %s --cse | FileCheck %s")), refused, "{name}");
        }
    }

    #[test]
    fn continued_run_lines_are_one() {
        let text =
            "// RUN: mlir-opt %s \\\n// RUN:   -cse | FileCheck %s\n// CHECK: RUN: no\nx RUN: mlir-opt\n";
        assert_eq!(run_lines(text)[0], "mlir-opt %s -cse | FileCheck %s");
    }

    #[test]
    fn hostile_run_lines_are_refused() {
        for line in [
            "rm -rf /",
            "mlir-opt %s -cse; touch x",
            "mlir-opt %s -cse && touch x",
            "mlir-opt %s -cse & touch x",
            "mlir-opt %s -cse | sh",
            "mlir-opt %s -cse | FileCheck %s; touch x",
            "mlir-opt %s -cse | FileCheck %s | sh",
            "mlir-opt %s -cse | FileCheck %s > x",
            "mlir-opt %s -cse > x",
            "mlir-opt %s -cse >x",
            "mlir-opt %s -cse -o x",
            "mlir-opt %s -cse -o=x",
            "mlir-opt %s -cse --output-file=x",
            "mlir-opt $(touch x) %s -cse",
            "mlir-opt `touch x` %s -cse",
            "mlir-opt \"$(touch x)\" %s -cse",
            "mlir-opt %s -cse 'x\n' ; y",
            "/tmp/mlir-opt %s -cse",
            "./mlir-opt %s -cse",
            "env X=1 mlir-opt %s -cse",
            "not mlir-opt %s -cse",
            "mlir-opt %s -load-pass-plugin=x.so -cse",
            "mlir-opt %s --load-dialect-plugin=x.so -cse",
            "mlir-opt %s --irdl-file=x -cse",
            "mlir-opt /etc/passwd -cse",
            "mlir-opt < /etc/passwd -cse",
            "mlir-opt %S/other.mlir -cse",
            "mlir-opt %s -cse -mlir-print-ir-tree-dir=x",
            "mlir-opt %s -cse --mlir-generate-reproducer=x",
            "mlir-opt %s -cse --mlir-pass-pipeline-crash-reproducer=x",
            "mlir-opt %s -cse --log-actions-to=x",
            "mlir-opt %s -cse --profile-actions-to=x",
            "mlir-opt %s -cse -emit-bytecode",
            "mlir-opt %s -gpu-module-to-binary",
            "mlir-opt %s --transform-preload-library=transform-library-paths=x",
            "mlir-opt %s --canonicalize=file=x",
            "mlir-opt %s --canonicalize=x=/etc/passwd",
            "mlir-opt %s --pass-pipeline='builtin.module(gpu-module-to-binary)'",
            "mlir-opt %s --pass-pipeline='builtin.module(unknown-pass)'",
            "mlir-opt %s -print-ir",
            "mlir-opt %s -cse 'open",
            "mlir-opt -cse @response",
        ] {
            assert!(passes_of(line, "acme-opt", &passes()).is_err(), "{line}");
        }
    }
}
