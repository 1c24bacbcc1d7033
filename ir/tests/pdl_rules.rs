//! PDL's static rules against MLIR's own verifier: what it refuses, `validate` refuses, and nothing else.
//! `pdl/accepted` and `pdl/rejected` hold one case per file; the name of a rejected one begins with its rule.

use std::path::Path;
use std::sync::Arc;

use crate::common::{Ended, Mlir, file, files, line, patterns_of, read, split_words, tests_folder, try_read};
use assay_ir::data::{Context, Source};
use assay_ir::pdl::{Violation, patterns, validate, validate_all};
use assay_ir::spec::Registry;
use assay_testing::Checked;

/// The few operations of loaded dialects that the cases create.
fn registry(ctx: &Arc<Context>) -> Registry {
    let text = file(&tests_folder("pdl").join("loaded.irdl.mlir"));
    let program = read(ctx, "loaded.irdl.mlir", &text);
    let mut registry = Registry::new(ctx);
    let diagnostics = assay_ir::spec::load(&program, &mut registry);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    registry
}

/// Errors of the reader, or the violations of all patterns.
fn refused(path: &Path) -> Result<Vec<Violation>, String> {
    let ctx = Context::new();
    let registry = registry(&ctx);
    let program = try_read(&ctx, &path.to_string_lossy(), &file(path))?;
    Ok(validate_all(&program, Some(&registry)).into_iter().flat_map(|(_, found)| found).collect())
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn rejected_cases_break_the_rule_that_names_them_and_no_other() {
    for path in files(&tests_folder("pdl/rejected"), ".mlir") {
        let name = stem(&path);
        match refused(&path) {
            // A range of ranges may be refused as a type already.
            Err(errors) => assert!(name.starts_with("P016"), "{name} does not read: {errors}"),
            Ok(found) => {
                assert!(!found.is_empty(), "{name} is accepted");
                for violation in found {
                    assert!(name.starts_with(violation.rule.code().code()), "{name}: {violation:?}");
                }
            }
        }
    }
}

fn accepted_cases_break_no_rule() {
    for path in files(&tests_folder("pdl/accepted"), ".mlir") {
        assert_eq!(refused(&path), Ok(Vec::new()), "{}", stem(&path));
    }
}

fn mlir_refuses_what_is_refused_and_accepts_what_is_accepted() -> Checked {
    let mlir = Mlir::find()?;
    for path in files(&tests_folder("pdl/rejected"), ".mlir") {
        // A used block argument crashes MLIR 22.1.8.
        let ended = mlir.run(&[], &file(&path));
        assert!(!matches!(ended, Ended::Ok(_)), "MLIR accepts {}", stem(&path));
    }
    for path in files(&tests_folder("pdl/accepted"), ".mlir") {
        let ended = mlir.run(&[], &file(&path));
        assert!(matches!(ended, Ended::Ok(_)), "{}: {ended:?}", stem(&path));
    }
    Ok(())
}

fn every_rule_has_a_case_on_both_sides() {
    let names = |folder| files(&tests_folder(folder), ".mlir").iter().map(|p| stem(p)).collect::<Vec<_>>();
    let (accepted, rejected) = (names("pdl/accepted"), names("pdl/rejected"));
    for rule in assay_ir::pdl::StaticRule::ALL {
        let code = rule.code().code();
        assert!(rejected.iter().any(|name| name.starts_with(code)), "no case breaks {code}");
        assert!(accepted.iter().any(|name| name.starts_with(code)), "no case keeps {code}");
    }
}

/// The patterns of the acceptance pack, with the blamed line of the malformed ones.
fn the_acceptance_pack_is_refused_where_it_says_so() -> Checked {
    let pack = assay_testing::acceptance()?;
    let mut seen = 0;
    for folder in ["structure", "types", "values"] {
        for expect in files(&pack.join(folder), ".expect") {
            let rows: Vec<Vec<String>> = file(&expect).lines().map(split_words).collect();
            let source = expect.with_extension("mlir");
            if !source.exists() {
                continue;
            }
            for (name, text) in patterns_of(&file(&source)) {
                seen += 1;
                let blamed = rows.iter().find_map(|row| malformed_line(row, &name));
                check_pattern(&source, &name, &text, blamed);
            }
        }
    }
    assert!(seen > 100, "only {seen} patterns");
    Ok(())
}

fn malformed_line(row: &[String], name: &str) -> Option<u32> {
    match row {
        [verdict, who, what, _, line] if verdict == "verdict" && who[1..] == *name && what == "malformed" => {
            line.parse().ok()
        }
        _ => None,
    }
}

fn check_pattern(source: &Path, name: &str, text: &str, blamed: Option<u32>) {
    let ctx = Context::new();
    let whole = file(source);
    // The pattern stands where it stands in the file, so that lines agree.
    let before = whole.find(text).map_or(0, |at| whole[..at].lines().count());
    let text = format!("{}{text}", "\n".repeat(before));
    let program = match (try_read(&ctx, &source.to_string_lossy(), &text), blamed) {
        (Ok(program), _) => program,
        // What the reader refuses already is malformed as well.
        (Err(errors), Some(wanted)) => {
            assert!(errors.starts_with(&format!("{wanted}: ")), "@{name}: {errors}");
            return;
        }
        (Err(errors), None) => panic!("{}: @{name}: {errors}", source.display()),
    };
    let all = patterns(&program);
    assert_eq!(all.len(), 1, "{name}");
    let found = validate(all[0], None);
    let lines: Vec<u32> = found.iter().map(|violation| line(&program, violation.op)).collect();
    match blamed {
        None => assert!(found.is_empty(), "{}: @{name}: {found:?}", source.display()),
        Some(wanted) => {
            let message = format!("{}: @{name}: {found:?}", source.display());
            assert!(!found.is_empty() && lines.iter().all(|line| *line == wanted), "{message}");
        }
    }
}

fn all_violations_are_found_and_not_the_first_only() {
    let ctx = Context::new();
    let text = "pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %y = pdl.operand
  %root = pdl.operation \"lab.a\"(%x : !pdl.value)
  pdl.rewrite %root {
    %k = pdl.attribute
    %n = pdl.operation(%x : !pdl.value)
    pdl.erase %root
  }
}";
    let program = read(&ctx, "p.mlir", text);
    let found = validate(patterns(&program)[0], None);
    let codes: Vec<&str> = found.iter().map(|violation| violation.rule.code().code()).collect();
    assert_eq!(codes, ["P004", "P005", "P006"]);
    let source = Source::new("p.mlir", text);
    let lines: Vec<u32> = found.iter().map(|v| source.line_column(v.span.start).line).collect();
    assert_eq!(lines, [3, 6, 7]);
}

assay_testing::tests!(
    rejected_cases_break_the_rule_that_names_them_and_no_other,
    accepted_cases_break_no_rule,
    mlir_refuses_what_is_refused_and_accepts_what_is_accepted,
    every_rule_has_a_case_on_both_sides,
    the_acceptance_pack_is_refused_where_it_says_so,
    all_violations_are_found_and_not_the_first_only,
);
