//! The library of memory, effects and regions held against execution: each pattern is applied once to a written program,
//! and both sides run on the same inputs, memory included. A witness shows a difference, any other program none.

use std::path::Path;

use assay_backend::engine::{Engine, Options as EngineOptions, Outcome as Ran, Run};
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::Value;
use assay_corpus::{pattern_texts, patterns as pattern_files, patterns_folder};
use assay_fuzz::concrete::{Comparison, Numbers, compare, compare_values, inputs};
use assay_fuzz::execute::is_wellformed;
use assay_ir::data::{Context, OpId, Program, Source};
use assay_ir::pdl::patterns;
use assay_ir::rewrite::{CompiledPattern, Options, PdlSemantics};

use super::natives::ByHand;

/// Inputs that each program is run on.
const INPUTS: usize = 400;

fn run(program: &Program, function: OpId, list: &[Value]) -> Run {
    Interpreter.run(program, function, list, &EngineOptions::default()).expect("the inputs fit the function")
}

/// Whether some input tells the programs apart.
fn differ(before: &Program, after: &Program, name: &str) -> bool {
    let (left, right) = (find_function(before, "f"), find_function(after, "f"));
    let (left, right) = left.zip(right).unwrap_or_else(|| panic!("{name}: there is no @f"));
    let body = before.region(before.op_regions(left)[0]).blocks[0];
    let types: Vec<_> = before.block(body).arguments.iter().map(|value| before.value_type(*value)).collect();
    let mut numbers = Numbers::new(11);
    let mut decided = 0;
    let lists = inputs::lists(before.ctx(), &types, 64, true, INPUTS, &mut numbers);
    for list in &lists {
        let (one, two) = (run(before, left, list), run(after, right, list));
        match compare(&one.outcome, &two.outcome) {
            Comparison::Differs(_) => return true,
            Comparison::Undecided => panic!("{name}: {:?} and {:?}", one.outcome, two.outcome),
            Comparison::Allowed => {}
        }
        if let (Ran::Values(_), Ran::Values(_)) = (&one.outcome, &two.outcome) {
            decided += 1;
            if compare_values(&one.memory, &two.memory) != Comparison::Allowed {
                return true;
            }
        }
    }
    assert!(decided > 0, "{name}: no input is defined");
    false
}

/// Applies the pattern of a file to a program, once, at the first match.
fn applied(patterns_text: &str, name: &str, payload: &Path) -> (Program, Program) {
    let ctx = Context::new();
    let registry = assay_corpus::load_builtin(&ctx);
    let program = |name: &str, text: &str| {
        let parsed = assay_ir::text::parse(&ctx, &Source::new(name, text));
        assert!(parsed.diagnostics.is_empty(), "{name}: {:?}", parsed.diagnostics);
        parsed.program
    };
    let texts = pattern_texts(patterns_text);
    let text = texts.iter().find(|text| text.name == name).unwrap_or_else(|| panic!("there is no @{name}"));
    let rules = program(name, &text.text);
    let shown = payload.display().to_string();
    let before = program(&shown, &std::fs::read_to_string(payload).expect("a listed file can be read"));
    assert!(is_wellformed(&before, &registry), "{shown} is not in order");
    let compiled = CompiledPattern::new(patterns(&rules)[0]).expect("the pattern can be lowered");
    let options =
        Options { registry: Some(&registry), natives: &ByHand, meaning: PdlSemantics::Mlir22, work: None };
    let found = compiled.find_matches(&before, before.top(), &options);
    let found = found.first().unwrap_or_else(|| panic!("{shown}: no match"));
    let mut after = before.clone();
    compiled.apply(&mut after, found, &options).unwrap_or_else(|error| panic!("{shown}: {error:?}"));
    assert!(is_wellformed(&after, &registry), "{shown} is not in order after the rewrite");
    (before, after)
}

pub(super) fn witnesses_of_the_memory_library_differ_and_other_programs_do_not() {
    let (mut witnesses, mut others) = (0, 0);
    for file in pattern_files(&patterns_folder().join("memory")).expect("the folder can be read") {
        let text =
            std::fs::read_to_string(file.path.expect("libraries hold patterns")).expect("it can be read");
        for payload in &file.others {
            let name = payload.file_name().and_then(|name| name.to_str()).expect("names are text").to_owned();
            let mut words = name.split('.').skip(1);
            let (pattern, tag) = words.next().zip(words.next()).expect("FILE.PATTERN.TAG.mlir");
            let (before, after) = applied(&text, pattern, payload);
            let witness = tag.starts_with("witness");
            assert_eq!(differ(&before, &after, &name), witness, "{name}");
            *(if witness { &mut witnesses } else { &mut others }) += 1;
        }
    }
    assert!(witnesses >= 15 && others >= 10, "{witnesses} witnesses, {others} other programs");
}
