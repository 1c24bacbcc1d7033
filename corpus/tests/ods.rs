//! What `tblgen-to-irdl` prints for every dialect of MLIR is read whole and loaded, and is as much as the list says.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use assay_corpus::{OdsInput, ods_inputs};
use assay_ir::data::{Context, Program, Source};
use assay_ir::diagnostic::{Diagnostic, Severity};
use assay_ir::spec::{Constraint, Registry, Variadicity, load};
use assay_ir::text::{self, PrintOptions};
use assay_testing::{Checked, Missing};

fn inputs() -> Vec<OdsInput> {
    ods_inputs().expect("the list is part of the crate and read by every test here")
}

/// Output of each command line; nothing when the tool or its inputs are not installed.
fn outputs() -> Result<&'static [(OdsInput, String)], Missing> {
    static OUTPUTS: OnceLock<Result<Vec<(OdsInput, String)>, Missing>> = OnceLock::new();
    OUTPUTS.get_or_init(run_all).as_deref().map_err(Clone::clone)
}

fn run_all() -> Result<Vec<(OdsInput, String)>, Missing> {
    let (tool, root) = assay_testing::ods()?;
    let run = |input: OdsInput| {
        let text = tool.run(&input.arguments(&root)).unwrap_or_else(|error| panic!("{input:?}: {error}"));
        (input, text)
    };
    Ok(inputs().into_iter().map(run).collect())
}

fn read(input: &OdsInput, text: &str) -> Program {
    let parsed = text::parse(&Context::new(), &Source::new(&input.td, text));
    assert_eq!(parsed.diagnostics, [], "{}", input.td);
    parsed.program
}

fn count(program: &Program, name: &str) -> usize {
    program.walk(program.top()).filter(|op| program.op_name(*op) == name).count()
}

fn the_list_names_each_input_once_in_order() {
    let inputs = inputs();
    let keys: Vec<(&str, &str)> = inputs.iter().map(|one| (one.dialect.as_str(), one.td.as_str())).collect();
    assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
}

fn the_list_counts_76_inputs_of_49_dialects_with_2633_operations() {
    let inputs = inputs();
    let dialects: BTreeSet<&str> = inputs.iter().map(|one| one.dialect.as_str()).collect();
    let sum = |count: fn(&OdsInput) -> usize| inputs.iter().map(count).sum::<usize>();
    assert_eq!((inputs.len(), dialects.len(), sum(|one| one.operations)), (76, 49, 2633));
}

fn every_output_is_read_whole_and_has_the_counts_of_the_list() -> Checked {
    for (input, text) in outputs()? {
        let program = read(input, text);
        let counts = ["irdl.operation", "irdl.type", "irdl.attribute"].map(|name| count(&program, name));
        assert_eq!(
            counts,
            [input.operations, input.types, input.attributes],
            "{}: {}",
            input.dialect,
            input.td
        );
    }
    Ok(())
}

/// The lines of a text without the outermost module and without spaces that say nothing; values are numbered by
/// their first appearance in a definition.
fn essence(text: &str) -> Vec<String> {
    let wraps = |line: &str| {
        let starts = ["module {", "\"builtin.module\"", "}"];
        line.is_empty() || starts.iter().any(|start| line.starts_with(start))
    };
    let defines = |line: &str| {
        let start = line.trim_start_matches('"');
        ["irdl.operation", "irdl.type", "irdl.attribute"]
            .iter()
            .any(|name| start.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '"'])))
    };
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut lines = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !wraps(line)) {
        if defines(line) {
            numbers.clear();
        }
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ").replace("[ ", "[");
        let mut parts = line.split('%');
        let mut out = parts.next().unwrap_or("").to_owned();
        for part in parts {
            let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
            let next = numbers.len();
            let number = numbers.entry(part[..part.len() - rest.len()].to_owned()).or_insert(next);
            out += &format!("%{number}{rest}");
        }
        lines.push(out);
    }
    lines
}

fn nothing_of_any_output_is_lost() -> Checked {
    for (input, text) in outputs()? {
        let generic = text.starts_with("\"builtin.module\"");
        let options = PrintOptions { generic, ..PrintOptions::default() };
        let printed = text::print(&read(input, text), &options);
        let (written, kept) = (essence(text), essence(&printed));
        let differ = written.iter().zip(&kept).find(|(left, right)| left != right);
        assert_eq!(differ, None, "{}: {}", input.dialect, input.td);
        assert_eq!(written.len(), kept.len(), "{}: {}", input.dialect, input.td);
    }
    Ok(())
}

fn elements_of_variadic_groups_are_judged_one_by_one() -> Checked {
    for (input, text) in outputs()? {
        let program = read(input, text);
        let mut registry = Registry::new(program.ctx());
        load(&program, &mut registry);
        for spec in registry.ops().filter(|spec| !spec.variadic_per_element) {
            let mut groups = spec.operands.iter().chain(&spec.results);
            let single = groups.all(|group| group.variadicity == Variadicity::Single);
            assert!(single, "{}", program.ctx().str(spec.name));
        }
    }
    Ok(())
}

/// Dialects of which patterns are written.
const NAMED: [&str; 14] = [
    "arith", "builtin", "cf", "func", "index", "linalg", "llvm", "math", "memref", "scf", "tensor", "tosa",
    "ub", "vector",
];

fn predicates_without_a_translation_are_rare_in_the_dialects_of_patterns() -> Checked {
    let (mut uses, mut translated) = (0, 0);
    let mut without: HashMap<String, usize> = HashMap::new();
    for (input, text) in outputs()?.iter().filter(|(input, _)| NAMED.contains(&input.dialect.as_str())) {
        let program = read(input, text);
        let mut registry = Registry::new(program.ctx());
        load(&program, &mut registry);
        for spec in registry.ops() {
            for (constraint, _) in &spec.constraints {
                let Constraint::CPred(text) = constraint else { continue };
                uses += 1;
                let unknown = registry.c_pred(*text).unknown_texts();
                translated += usize::from(unknown.is_empty());
                for part in unknown {
                    *without.entry(program.ctx().str(part).to_owned()).or_default() += 1;
                }
            }
        }
    }
    let mut without: Vec<(String, usize)> = without.into_iter().collect();
    without.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    assay_testing::note!(
        "{translated} of {uses} uses are translated; without: {:#?}",
        &without[..without.len().min(12)]
    );
    assert!(translated * 100 >= uses * 95, "{translated} of {uses}");
    Ok(())
}

fn attributes_and_successors_are_left_open_where_the_tool_loses_defaults_and_traits() -> Checked {
    for (input, text) in outputs()? {
        let program = read(input, text);
        let mut registry = Registry::new(program.ctx());
        load(&program, &mut registry);
        for spec in registry.ops() {
            let name = program.ctx().str(spec.name);
            assert!(spec.lossy && spec.traits.any_successors, "{name}");
            assert!(spec.attributes.iter().all(|attribute| attribute.optional), "{name}");
        }
    }
    Ok(())
}

fn every_output_is_printed_and_read_back_as_the_same_program() -> Checked {
    for (input, text) in outputs()? {
        let program = read(input, text);
        for generic in [false, true] {
            let options = PrintOptions { generic, ..PrintOptions::default() };
            let printed = text::print(&program, &options);
            assert_eq!(text::print(&read(input, &printed), &options), printed, "{}", input.td);
        }
    }
    Ok(())
}

fn every_output_loads_without_an_error_and_declares_its_operations() -> Checked {
    for (input, text) in outputs()? {
        let program = read(input, text);
        let mut registry = Registry::new(program.ctx());
        let is_error = |one: &Diagnostic| one.severity == Severity::Error;
        let errors: Vec<Diagnostic> = load(&program, &mut registry).into_iter().filter(is_error).collect();
        assert_eq!(errors, [], "{}: {}", input.dialect, input.td);
        assert_eq!(registry.ops().count(), input.operations, "{}: {}", input.dialect, input.td);
    }
    Ok(())
}

fn the_outputs_of_one_dialect_load_together() -> Checked {
    let ctx = Context::new();
    let mut registry = Registry::new(&ctx);
    let mut operations = 0;
    for (input, text) in outputs()? {
        let parsed = text::parse(&ctx, &Source::new(&input.td, text.as_str()));
        load(&parsed.program, &mut registry);
        operations += input.operations;
    }
    assert_eq!(registry.ops().count(), operations);
    Ok(())
}

assay_testing::tests!(
    the_list_names_each_input_once_in_order,
    the_list_counts_76_inputs_of_49_dialects_with_2633_operations,
    every_output_is_read_whole_and_has_the_counts_of_the_list,
    nothing_of_any_output_is_lost,
    elements_of_variadic_groups_are_judged_one_by_one,
    predicates_without_a_translation_are_rare_in_the_dialects_of_patterns,
    attributes_and_successors_are_left_open_where_the_tool_loses_defaults_and_traits,
    every_output_is_printed_and_read_back_as_the_same_program,
    every_output_loads_without_an_error_and_declares_its_operations,
    the_outputs_of_one_dialect_load_together,
);
