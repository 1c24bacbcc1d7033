//! The verdicts of the pattern libraries held against execution: each pattern is applied to programs at narrow types to
//! the end, and at wide ones by samples, and both sides run. What is written as right never differs; what is written as
//! wrong is seen to be. No solver takes part.

mod contracts;
mod natives;
mod payloads;

use std::path::Path;

use assay_backend::engine::{Engine, Options as EngineOptions, Outcome as Ran};
use assay_backend::interp::Interpreter;
use assay_backend::value::Value;
use assay_corpus::expect::{Expectation, ExpectedVerdict, Outcome, read};
use assay_corpus::{PatternFile, patterns as pattern_files, patterns_folder};
use assay_fuzz::concrete::{CannotRun, Choice, Plan, Tally, forms, search};
use assay_ir::data::{Context, Source, TypeId, TypeKind};
use assay_ir::pdl::{Pattern, patterns};
use assay_ir::rewrite::{CompiledPattern, Options, PdlSemantics};
use assay_ir::spec::Registry;
use assay_testing::Checked;

use natives::ByHand;

/// What became of the statements of one folder.
#[derive(Debug, Default)]
struct Report {
    /// Verdicts that execution bears out.
    agreed: usize,
    /// Patterns that have no straight-line programs, with the reason.
    not_run: Vec<String>,
    /// Verdicts of other rules than those about values.
    other: usize,
    /// Counterexamples that were executed.
    executed: usize,
    /// Counterexamples that name flags, and are not executed here.
    with_flags: usize,
    /// Everything that is not as it is written.
    faults: Vec<String>,
    runs: usize,
}

fn plan<'a>(registry: &'a Registry, natives: &'a ByHand) -> Plan<'a> {
    let wide = &[5, 8, 13, 16, 31, 32, 33, 63, 64];
    let (narrow, drawn, programs, inputs) = match std::env::var("ASSAY_LIBRARIES").as_deref() {
        Ok("all") => (4, 200, 4096, 90_000),
        _ => (3, 12, 64, 90),
    };
    Plan { registry, natives, narrow, wide, drawn, programs, inputs, compiled: 0, seed: 7 }
}

fn judge(name: &str, verdict: &ExpectedVerdict, tried: Result<Tally, CannotRun>, report: &mut Report) {
    let tally = match tried {
        Ok(tally) => tally,
        Err(why) => return report.not_run.push(format!("{name}: {why}")),
    };
    report.runs += tally.runs;
    let mut fault = |text: String| report.faults.push(format!("{name}: {text}"));
    let findings = || tally.findings.iter().map(|f| format!("{f:#?}")).collect::<Vec<_>>().join("\n");
    match verdict {
        ExpectedVerdict::Proved | ExpectedVerdict::Bounded | ExpectedVerdict::WellFormed => {
            if tally.matched == 0 || tally.runs == 0 {
                fault(format!("nothing was run: {tally:?}"));
            } else if !tally.findings.is_empty() {
                fault(format!("is wrong:\n{}", findings()));
            } else if let Some((before, after)) = &tally.broken {
                fault(format!("breaks the program:\n{before}\n{after}"));
            } else {
                report.agreed += 1;
            }
        }
        ExpectedVerdict::Refuted(codes) if codes.iter().all(|code| code.starts_with('V')) => {
            match codes.iter().any(|code| tally.first(code).is_some()) {
                true => report.agreed += 1,
                false => fault(format!("no difference of {codes:?}: {tally:#?}")),
            }
        }
        ExpectedVerdict::Refuted(_) => match tally.broken {
            Some(_) => report.agreed += 1,
            None => report.other += 1,
        },
        ExpectedVerdict::Vacuous if tally.matched > 0 => fault("matches".into()),
        ExpectedVerdict::Vacuous => report.agreed += 1,
        ExpectedVerdict::Unknown(_) | ExpectedVerdict::Malformed(_) => report.other += 1,
    }
}

fn value(ctx: &Context, ty: TypeId, outcome: Outcome) -> Option<Value> {
    Some(match (outcome, ctx.type_kind(ty)) {
        (Outcome::Number(number), TypeKind::Integer { width, .. }) => {
            Value::Int(assay_backend::int::Int::from_i128(*width, number))
        }
        (Outcome::Poison, _) => Value::Poison,
        _ => return None,
    })
}

/// Whether a run came to these results of its root.
fn came_to(ctx: &Context, run: &Ran, types: &[TypeId], at: usize, wanted: &[Outcome]) -> bool {
    match (run, wanted) {
        (Ran::Ub { .. }, [Outcome::UndefinedBehaviour]) => true,
        (Ran::Values(values), _) => {
            let found = values.iter().skip(at).zip(types.iter().skip(at));
            let mut found = found.take(wanted.len()).zip(wanted);
            found.all(|((found, ty), wanted)| value(ctx, *ty, *wanted).as_ref() == Some(found))
        }
        _ => false,
    }
}

struct Example<'a> {
    inputs: &'a [Outcome],
    before: &'a [Outcome],
    after: &'a [Outcome],
}

/// Runs a counterexample as it is written.
fn execute(pattern: Pattern<'_>, registry: &Registry, example: &Example<'_>) -> Result<(), String> {
    let ctx = registry.ctx();
    let compiled = CompiledPattern::new(pattern).map_err(|error| format!("{error:?}"))?;
    let forms = forms(pattern, registry).map_err(|error| error.to_string())?;
    let form = forms.first().ok_or("it has no form")?;
    let types: Option<Vec<TypeId>> = form.types.iter().copied().collect();
    let types = types.ok_or("types are open")?;
    let attributes = form.attributes.iter().map(|slot| slot.constant).collect();
    let choice = Choice { types, attributes, flags: vec![None; form.flags.len()] };
    let instance = form.build(&choice).ok_or("no program")?;
    let (before, anchor) = (&instance.payload.program, instance.payload.anchor);
    let options =
        Options { registry: Some(registry), natives: &ByHand, meaning: PdlSemantics::Mlir22, work: None };
    let found = compiled.match_at(before, anchor, &options).ok_or("no match")?;
    let mut after = before.clone();
    compiled.apply(&mut after, &found, &options).map_err(|error| format!("{error:?}"))?;
    let parameters = instance.parameter_types();
    let inputs = parameters.iter().zip(example.inputs).map(|(ty, input)| value(ctx, *ty, *input));
    let arguments: Option<Vec<Value>> = inputs.collect();
    let arguments = arguments.ok_or("an input has no such type")?;
    let results = form.returned();
    let at = results.iter().take_while(|(node, _)| *node != form.model.anchor).count();
    let type_of = |(node, index): &(usize, usize)| {
        let model = &form.model;
        choice.types[model.values[model.nodes[*node].results[*index]].ty]
    };
    let returned: Vec<TypeId> = results.iter().map(type_of).collect();
    for (program, wanted) in [(before, example.before), (&after, example.after)] {
        let run = Interpreter.run(program, instance.function, &arguments, &EngineOptions::default());
        let run = run.map_err(|error| error.to_string())?.outcome;
        if !came_to(ctx, &run, &returned, at, wanted) {
            return Err(format!("came to {run:?}, not {wanted:?}"));
        }
    }
    Ok(())
}

fn judge_file(file: &PatternFile, report: &mut Report) {
    let (Some(path), Some(expect)) = (&file.path, &file.expect) else { return };
    let ctx = Context::new();
    let registry = assay_corpus::load_builtin(&ctx);
    let text = std::fs::read_to_string(path).expect("a listed file can be read");
    let parsed = assay_ir::text::parse(&ctx, &Source::new(path.display().to_string(), text));
    assert!(parsed.diagnostics.is_empty(), "{}: {:?}", path.display(), parsed.diagnostics);
    let all = patterns(&parsed.program);
    let find = |name: &str| {
        let found = all.iter().find(|pattern| pattern.name() == Some(name)).copied();
        found.unwrap_or_else(|| panic!("{}: there is no @{name}", path.display()))
    };
    let statements = read(&std::fs::read_to_string(expect).expect("a listed file can be read"));
    for statement in statements.unwrap_or_else(|errors| panic!("{}: {errors:?}", expect.display())) {
        match statement.expectation {
            Expectation::Verdict { pattern, verdict, .. } => {
                let tried = search(find(&pattern), &plan(&registry, &ByHand));
                judge(&format!("{} @{pattern}", file.name), &verdict, tried, report);
            }
            Expectation::Counterexample { pattern, inputs, flags, before, after, .. } => {
                // Flags are for the verdict to choose, and its own replay runs them.
                if !flags.is_empty() {
                    report.with_flags += 1;
                    continue;
                }
                let example = Example { inputs: &inputs, before: &before, after: &after };
                match execute(find(&pattern), &registry, &example) {
                    Ok(()) => report.executed += 1,
                    Err(why) => {
                        report.faults.push(format!("{} @{pattern}: counterexample: {why}", file.name))
                    }
                }
            }
            _ => {}
        }
    }
}

fn judge_folder(folder: &Path) -> Report {
    let mut report = Report::default();
    for file in pattern_files(folder).expect("the folder can be read") {
        judge_file(&file, &mut report);
    }
    assay_testing::note!(
        "{}: {} verdicts agree, {} of other rules, {} counterexamples executed and {} with flags not, {} runs; not run: {:#?}",
        folder.display(),
        report.agreed,
        report.other,
        report.executed,
        report.with_flags,
        report.runs,
        report.not_run
    );
    assert!(report.faults.is_empty(), "{} faults:\n{}", report.faults.len(), report.faults.join("\n"));
    report
}

fn library(name: &str) -> Report {
    judge_folder(&patterns_folder().join(name))
}

fn the_values_part_of_the_acceptance_pack_is_borne_out_by_execution() -> Checked {
    let report = judge_folder(&assay_testing::acceptance()?.join("values"));
    assert!(report.agreed >= 60 && report.executed >= 20, "{report:?}");
    Ok(())
}

fn verdicts_of_the_arith_library_are_borne_out_by_execution() {
    let report = library("arith");
    assert!(report.agreed >= 40, "{report:?}");
}

fn verdicts_of_the_expansions_are_borne_out_by_execution() {
    let report = library("arith-expand");
    assert!(report.agreed >= 80, "{report:?}");
    assert!(report.not_run.is_empty(), "{report:?}");
}

fn verdicts_of_the_comb_library_are_borne_out_by_execution() {
    let report = library("comb");
    // The six that feed themselves in graph regions are refuted without a run.
    assert!(report.agreed >= 89 && report.other <= 6, "{report:?}");
    assert!(report.not_run.is_empty(), "{report:?}");
}

fn verdicts_of_the_arith_library_at_open_widths_are_borne_out_by_execution() {
    let report = library("arith-open");
    assert!(report.agreed >= 50, "{report:?}");
    assert!(report.not_run.is_empty(), "{report:?}");
}

fn the_traps_are_what_they_are_said_to_be() {
    let report = library("traps");
    assert!(report.agreed >= 25, "{report:?}");
    assert!(report.not_run.is_empty(), "{report:?}");
}

assay_testing::tests!(
    the_values_part_of_the_acceptance_pack_is_borne_out_by_execution,
    verdicts_of_the_arith_library_are_borne_out_by_execution,
    verdicts_of_the_expansions_are_borne_out_by_execution,
    verdicts_of_the_comb_library_are_borne_out_by_execution,
    verdicts_of_the_arith_library_at_open_widths_are_borne_out_by_execution,
    the_traps_are_what_they_are_said_to_be,
    contracts::summaries_of_native_code_do_what_is_written_by_hand,
    payloads::witnesses_of_the_memory_library_differ_and_other_programs_do_not,
);
