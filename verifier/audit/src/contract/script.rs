//! A pipeline as a transform script that runs its passes: each one by `transform.apply_registered_pass`, those that are nested in an
//! operation for each operation of that name directly below. Looks no pass up.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::pipeline::{Fault, MODULE, Step};

/// The only type of handles.
const HANDLE: &str = "!transform.any_op";

/// The script of a pipeline, for the module that it is run on.
///
/// # Errors
/// Each anchor that is not the name of an operation, which no script finds, and options that are none.
pub fn script(steps: &[Step]) -> Result<String, Vec<Fault>> {
    let mut writer =
        Writer { matchers: BTreeSet::new(), body: String::new(), handles: 0, faults: Vec::new() };
    for step in steps {
        for (depth, anchor) in step.anchors.iter().enumerate() {
            let fits = if depth == 0 { anchor == MODULE } else { is_operation(anchor) };
            if !fits {
                let message = match depth {
                    0 => format!("a script is run on a `{MODULE}`, not on `{anchor}`"),
                    _ => format!("`{anchor}` is no operation that a script finds"),
                };
                writer.faults.push(Fault { span: step.span.clone(), message });
            }
        }
    }
    writer.list(steps, 1, "%module".to_owned());
    if !writer.faults.is_empty() {
        writer.faults.dedup();
        return Err(writer.faults);
    }
    let matchers: String = writer.matchers.iter().map(|(anchor, depth)| matcher(anchor, *depth)).collect();
    Ok(format!(
        "module attributes {{transform.with_named_sequence}} {{\n{matchers}  transform.named_sequence @__transform_main(%module: {HANDLE} {{transform.consumed}}) {{\n{}    transform.yield\n  }}\n}}\n",
        writer.body
    ))
}

struct Writer {
    /// Names and depths of the operations that are looked for.
    matchers: BTreeSet<(String, usize)>,
    body: String,
    handles: usize,
    faults: Vec<Fault>,
}

impl Writer {
    /// The steps that are nested in the operation of a handle, which is this deep.
    fn list(&mut self, steps: &[Step], depth: usize, mut handle: String) {
        let mut rest = steps;
        while let Some(step) = rest.first() {
            let Some(anchor) = step.anchors.get(depth) else {
                handle = self.pass(step, depth, &handle);
                rest = &rest[1..];
                continue;
            };
            let same = |other: &&Step| other.anchors.get(depth) == Some(anchor);
            let count = rest.iter().take_while(same).count();
            let (inside, others) = rest.split_at(count);
            let found = self.handle();
            let pad = indent(depth);
            self.matchers.insert((anchor.clone(), depth));
            let _ = writeln!(
                self.body,
                "{pad}{found} = transform.collect_matching @{} in {handle} : ({HANDLE}) -> {HANDLE}",
                symbol(anchor, depth)
            );
            let _ = writeln!(self.body, "{pad}transform.foreach {found} : {HANDLE} {{");
            let each = self.handle();
            let _ = writeln!(self.body, "{pad}^bb0({each}: {HANDLE}):");
            self.list(inside, depth + 1, each);
            let _ = writeln!(self.body, "{pad}}}");
            rest = others;
        }
    }

    fn pass(&mut self, step: &Step, depth: usize, handle: &str) -> String {
        let result = self.handle();
        let options = match options(&step.options) {
            Ok(options) => options,
            Err(message) => {
                self.faults.push(Fault { span: step.span.clone(), message });
                Vec::new()
            }
        };
        let options: Vec<String> =
            options.iter().map(|(key, value)| format!("{} = {}", quoted(key), quoted(value))).collect();
        let options = match options.is_empty() {
            true => String::new(),
            false => format!(" with options = {{{}}}", options.join(", ")),
        };
        let (pad, pass) = (indent(depth), quoted(&step.pass));
        let _ = writeln!(
            self.body,
            "{pad}{result} = transform.apply_registered_pass {pass}{options} to {handle} : ({HANDLE}) -> {HANDLE}"
        );
        result
    }

    fn handle(&mut self) -> String {
        self.handles += 1;
        format!("%{}", self.handles - 1)
    }
}

/// Accepts the operations of a name that are this deep below the module: passes are nested in those that are directly
/// inside of the operation around.
fn matcher(anchor: &str, depth: usize) -> String {
    let symbol = symbol(anchor, depth);
    let above = depth + 1;
    format!(
        "  transform.named_sequence @{symbol}(%op: {HANDLE} {{transform.readonly}}) -> {HANDLE} {{
    transform.match.operation_name %op [\"{anchor}\"] : {HANDLE}
    %inside = transform.get_parent_op %op {{nth_parent = {depth} : i64}} : ({HANDLE}) -> {HANDLE}
    %above = transform.get_parent_op %op {{allow_empty_results, nth_parent = {above} : i64}} : ({HANDLE}) -> {HANDLE}
    %count = transform.num_associations %above : ({HANDLE}) -> !transform.param<i64>
    %zero = transform.param.constant 0 : i64 -> !transform.param<i64>
    transform.match.param.cmpi eq %count, %zero : !transform.param<i64>
    transform.yield %op : {HANDLE}
  }}
"
    )
}

fn symbol(anchor: &str, depth: usize) -> String {
    format!("{}_at_{depth}", anchor.replace(['.', '$'], "_"))
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth + 1)
}

/// True of what may be the name of an operation.
fn is_operation(anchor: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
    anchor.contains('.')
        && anchor.chars().all(is_part)
        && !anchor.starts_with(|c: char| !c.is_ascii_lowercase())
}

/// Names and values of options. One that has several values has them in one list; one without a value is set.
fn options(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut out: Vec<(String, String)> = Vec::new();
    for word in split_options(text) {
        let (key, value) = word.split_once('=').unwrap_or((&word, "true"));
        if key.is_empty() {
            return Err(format!("`{word}` is no option"));
        }
        match out.iter_mut().find(|(name, _)| name == key) {
            Some((_, values)) => *values = format!("{values},{value}"),
            None => out.push((key.to_owned(), value.to_owned())),
        }
    }
    Ok(out)
}

/// The words of a text; blanks in braces and in quotation marks separate none.
fn split_options(text: &str) -> Vec<String> {
    let (mut out, mut word) = (Vec::new(), String::new());
    let (mut depth, mut quote) = (0i32, None);
    for c in text.chars() {
        match (c, quote) {
            (' ', None) if depth == 0 => out.push(std::mem::take(&mut word)),
            ('"' | '\'', None) => quote = Some(c),
            (_, Some(open)) if open == c => quote = None,
            ('{' | '(' | '[', None) => depth += 1,
            ('}' | ')' | ']', None) => depth -= 1,
            _ => {}
        }
        if c != ' ' || depth > 0 || quote.is_some() {
            word.push(c);
        }
    }
    out.push(word);
    out.retain(|word| !word.is_empty());
    out
}

/// A string as MLIR writes it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\22"),
            '\\' => out.push_str("\\5C"),
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::super::pipeline::parse;
    use super::*;

    fn script_of(text: &str) -> Result<String, Vec<Fault>> {
        script(&parse(text).expect("the text is a pipeline"))
    }

    #[test]
    fn passes_of_a_module_follow_each_other() {
        let text =
            script_of("builtin.module(canonicalize{max-iterations=3 top-down},cse)").expect("a script");
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| line.starts_with('%')).collect();
        assert_eq!(
            lines,
            [
                r#"%0 = transform.apply_registered_pass "canonicalize" with options = {"max-iterations" = "3", "top-down" = "true"} to %module : (!transform.any_op) -> !transform.any_op"#,
                r#"%1 = transform.apply_registered_pass "cse" to %0 : (!transform.any_op) -> !transform.any_op"#,
            ]
        );
    }

    #[test]
    fn options_are_read_as_mlir_reads_them() {
        let read = |text: &str| options(text).expect("options");
        let pairs = |list: &[(&str, &str)]| -> Vec<(String, String)> {
            list.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
        };
        assert_eq!(read(""), []);
        assert_eq!(read("a=1 b=x,y a=2"), pairs(&[("a", "1,2"), ("b", "x,y")]));
        assert_eq!(
            read("op-pipelines={func.func(cse{a=1 b=2})} s='x y'"),
            pairs(&[("op-pipelines", "{func.func(cse{a=1 b=2})}"), ("s", "'x y'")])
        );
        assert!(options("=1").is_err());
    }

    #[test]
    fn what_no_script_finds_is_refused_with_its_place() {
        let faults =
            script_of("builtin.module(any(cse),func.func(a),func(b))").expect_err("two anchors are none");
        let said: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(
            said,
            ["`any` is no operation that a script finds", "`func` is no operation that a script finds"]
        );
        assert_eq!(faults[0].span, 19..22);
        assert!(script_of("any(cse)").is_err());
    }
}
