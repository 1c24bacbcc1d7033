//! Array programs through the command line: the acceptance pack, the shipped rules, formats and exit codes.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use assay_corpus::expect;
use assay_testing::{Checked, acceptance, mlir};
use serde_json::Value;

fn assay(arguments: &[&str]) -> Output {
    let command = env!("CARGO_BIN_EXE_assay");
    Command::new(command).args(arguments).output().expect("the command runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The records of a check.
fn checked(path: &Path) -> (Vec<Value>, Vec<Value>, Option<i32>) {
    let output = assay(&["check", &path.display().to_string(), "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let list = |name: &str| report[name].as_array().cloned().unwrap_or_default();
    (list("patterns"), list("diagnostics"), output.status.code())
}

/// A row of the pack: case, kind, entry, arguments, what is expected.
struct Row {
    file: std::path::PathBuf,
    kind: String,
    entry: String,
    arguments: Vec<String>,
    expected: String,
}

fn rows() -> Result<Vec<Row>, assay_testing::Missing> {
    let folder = acceptance()?.join("rise");
    let text = std::fs::read_to_string(folder.join("expectations.tsv")).expect("the pack has a table");
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let file = ["rise", "mlir"].map(|ending| folder.join(format!("{}.{ending}", fields[0])));
        let file = file.into_iter().find(|file| file.exists()).expect("the case is there");
        let arguments = dense(fields[3]);
        Row {
            file,
            kind: fields[1].to_owned(),
            entry: fields[2].to_owned(),
            arguments,
            expected: fields[4].to_owned(),
        }
    };
    Ok(text.lines().skip(1).map(row).collect())
}

/// Words between blanks outside of brackets.
fn dense(text: &str) -> Vec<String> {
    let (mut words, mut depth) = (vec![String::new()], 0);
    for c in text.chars() {
        depth += i32::from("<[".contains(c)) - i32::from(">]".contains(c));
        if c == ' ' && depth == 0 {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn is_rise(row: &Row) -> bool {
    row.file.extension().is_some_and(|ending| ending == "rise")
}

fn definitions_run_as_the_pack_says_by_meaning_and_compiled() -> Checked {
    let rows = rows()?;
    let rows: Vec<&Row> = rows.iter().filter(|row| row.kind == "run" && is_rise(row)).collect();
    assert!(rows.len() > 10);
    for row in rows {
        let file = row.file.display().to_string();
        let mut arguments = vec!["run", &file, "--engine", "both", "--entry", &row.entry, "--args"];
        arguments.extend(row.arguments.iter().map(String::as_str));
        let output = assay(&arguments);
        let expected = format!("= ({})  [interpreter, compiled]", row.expected);
        assert!(
            stdout(&output).contains(&expected) && output.status.success(),
            "{file}: {}\n{}{}",
            row.expected,
            stdout(&output),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(())
}

fn types_and_errors_are_those_of_the_pack() -> Checked {
    for row in rows()?.iter().filter(|row| row.kind == "type") {
        let (patterns, faults, _) = checked(&row.file);
        let name = row.file.display();
        assert!(faults.is_empty(), "{name}: {faults:?}");
        let last = patterns.last().expect("a definition");
        match row.expected.strip_prefix("error at ") {
            None => assert_eq!(last["type"], row.expected.as_str(), "{name}"),
            Some(rest) => {
                let (place, words) = rest.split_once(": ").expect("a place and words");
                assert_eq!(last["verdict"], "malformed", "{name}");
                let finding = &last["findings"][0];
                let text = std::fs::read_to_string(&row.file).expect("readable");
                let (line, column) = (finding["line"].as_u64(), finding["column"].as_u64());
                let (Some(line), Some(column)) = (line, column) else { panic!("{name}: {finding}") };
                let line = text.lines().nth(line as usize - 1).expect("a line of the file");
                assert!(line[column as usize - 1..].starts_with(place), "{name}: {place}: {finding}");
                let message = finding["message"].as_str().unwrap_or_default();
                assert!(message.contains(words), "{name}: {words}: {message}");
            }
        }
    }
    Ok(())
}

fn rules_have_the_verdicts_of_the_pack() -> Checked {
    for row in rows()?.iter().filter(|row| row.kind == "rule") {
        let (patterns, _, code) = checked(&row.file);
        let last = patterns.last().expect("a rule");
        let name = row.file.display();
        let wanted = row.expected.split(' ').next().unwrap_or_default();
        assert_eq!(last["verdict"], wanted, "{name}: {last:#}");
        if row.expected.starts_with("proved") {
            assert_eq!(last["scope"], "all sizes", "{name}");
        }
        assert_eq!(code, Some(i32::from(wanted == "refuted")), "{name}");
    }
    Ok(())
}

fn lowered_programs_have_the_loops_of_the_pack() -> Checked {
    let rows = rows()?;
    mlir()?;
    let shape = acceptance()?.join("transform-run/shape.py");
    let folder = tempfile::tempdir().expect("a folder");
    for row in rows.iter().filter(|row| row.kind == "lower") {
        let (entry, sizes) = row.entry.split_once(' ').expect("an entry and sizes");
        let out = folder.path().join("lowered.mlir");
        let (file, out) = (row.file.display().to_string(), out.display().to_string());
        let sizes = sizes.replace(' ', ",");
        let output = assay(&["lower", &file, "--entry", entry, "--sizes", &sizes, "-o", &out]);
        assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
        let printed = Command::new("python3").arg(&shape).args([&out, entry]).output().expect("python runs");
        let found = stdout(&printed);
        let found = found.trim();
        assert!(printed.status.success(), "{file}: {}", String::from_utf8_lossy(&printed.stderr));
        if row.expected.starts_with("for") {
            assert_eq!(found, format!("{entry}{{{}}}", row.expected), "{file}");
        } else {
            // The padded array is a view; a row of sums is a temporary.
            assert_eq!(found.matches("for[").count(), 5, "{file}: {found}");
            let text = std::fs::read_to_string(&out).expect("readable");
            assert_eq!(text.matches("memref.alloc").count(), 1, "{file}: {text}");
            assert!(text.contains("memref.alloc() : memref<7xi32>"), "{file}: {text}");
            assert!(text.contains("} {map = \"row\"}"), "{file}: {text}");
        }
    }
    Ok(())
}

/// The program behind a strategy, and what is said of it.
fn applied(rules: &Path, to: &Path, strategy: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let (rules, to) = (rules.display().to_string(), to.display().to_string());
    let mut words = vec!["apply", &rules, "--to", &to, "--strategy", strategy, "--trust", "proved"];
    words.extend(more);
    let output = assay(&words);
    (output.status.code(), stdout(&output), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn maps_are_fused_from_both_ends() -> Checked {
    let file = acceptance()?.join("rise/90_three_maps.rise");
    let folder = tempfile::tempdir().expect("a folder");
    let strategies =
        write(folder.path(), "s.strategy", "top = topDown(mapFusion);\nbottom = bottomUp(mapFusion)\n");
    let mut texts = Vec::new();
    for name in ["top", "bottom"] {
        let (code, text, said) = applied(&file, &file, &format!("{strategies}#{name}"), &[]);
        assert!(code == Some(0) && text.matches("map(").count() == 2, "{name}: {text}{said}");
        assert!(
            said.contains("@mapFusion 1 times, proved") && said.contains("proved for all sizes"),
            "{said}"
        );
        texts.push(write(folder.path(), &format!("{name}.rise"), &text));
    }
    assert_ne!(std::fs::read_to_string(&texts[0]).ok(), std::fs::read_to_string(&texts[1]).ok());
    let output = assay(&["tv", &texts[0], &texts[1]]);
    assert!(output.status.success() && stdout(&output).contains("all sizes: 1"), "{}", stdout(&output));
    Ok(())
}

fn a_product_of_matrices_is_tiled_by_proved_rules() -> Checked {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/rise");
    let (rules, strategies) = (folder.join("rules.rise"), folder.join("schedules.strategy"));
    let to = acceptance()?.join("rise/02_mm.rise");
    let tile = |a: u32, b: u32, sizes: &str| {
        applied(&rules, &to, &format!("{}#tile2d({a}, {b})", strategies.display()), &["--sizes", sizes])
    };
    let (code, text, said) = tile(2, 3, "n=4,k=5,m=6");
    assert_eq!(code, Some(0), "{said}");
    for words in
        ["@splitJoin 2 times", "@mapFission 1 times", "@mapMapInterchange 1 times", "certificate: proved"]
    {
        assert!(said.contains(words), "{words}: {said}");
    }
    let temporary = tempfile::tempdir().expect("a folder");
    let tiled = write(temporary.path(), "tiled.rise", &text);
    let lowered = stdout(&assay(&["lower", &tiled]));
    assert_eq!(lowered.matches("scf.for").count(), 5, "{lowered}");
    assert!(!lowered.contains("memref.alloc"), "{lowered}");
    let (code, _, said) = tile(2, 3, "n=5,k=5,m=6");
    assert!(code == Some(1) && said.contains("5 is no multiple of 2"), "{said}");
    Ok(())
}

fn a_rule_that_is_not_proved_is_not_applied() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "def f[n](x: n.f32) = reduceSeq(add, 0.0, x)\nrule blocks[k, m](x: (k * m).f32): reduceSeq(add, 0.0, x) ~> reduceSeq(add, 0.0, map(reduceSeq(add, 0.0), split(m, x)))\nrule twice[n](x: n.f32): map(id, x) ~> x\n";
    let file = write(folder.path(), "f.rise", text);
    let strategies = write(folder.path(), "s.strategy", "main = blocks(2)");
    let path = Path::new(&file);
    let (code, _, said) = applied(path, path, &strategies, &["--sizes", "n=4"]);
    assert!(code == Some(2) && said.contains("@blocks is"), "{said}");
    let unknown = write(folder.path(), "u.strategy", "main = bloks(2)");
    let (code, _, said) = applied(path, path, &unknown, &[]);
    assert!(code == Some(2) && said.contains("there is no strategy"), "{said}");
}

fn a_premise_of_a_rule_is_asked_where_it_is_applied() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/rise/rules.rise");
    let folder = tempfile::tempdir().expect("a folder");
    let strategies = write(folder.path(), "s.strategy", "main = reduceBlocks(2)");
    for (program, fits) in
        [("reduceSeq(add, 0, x)", true), ("reduceSeq(add, 1, x)", false), ("reduceSeq(sub, 0, x)", false)]
    {
        let file = write(folder.path(), "f.rise", &format!("def f(x: 8.i32) = {program}\n"));
        let (code, text, said) = applied(&rules, Path::new(&file), &strategies, &[]);
        assert_eq!(code, Some(i32::from(!fits)), "{program}: {text}{said}");
        assert!(fits == text.contains("split(2"), "{text}");
        assert!(fits || said.contains("a premise of the rule"), "{said}");
    }
}

fn the_dialect_form_is_taken_where_a_text_is() -> Checked {
    let folder = acceptance()?.join("rise");
    let form = folder.join("93_generic_dot.mlir").display().to_string();
    let arguments = ["dense<[1.0, 2.0, 3.0, 4.0]>", "dense<[5.0, 6.0, 7.0, 8.0]>"];
    let output = assay(&["run", &form, "--engine", "both", "--args", arguments[0], arguments[1]]);
    assert!(stdout(&output).contains("= (70.0)  [interpreter, compiled]"), "{}", stdout(&output));
    let (patterns, faults, code) = checked(Path::new(&form));
    assert!(patterns[0]["type"] == "f32" && faults.is_empty() && code == Some(0), "{patterns:?}");
    Ok(())
}

fn definitions_come_back_from_their_dialect_through_mlir_opt() -> Checked {
    let tools = mlir()?;
    let pack = acceptance()?.join("rise");
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["02_mm", "09_pad_twice_over", "10_pairs", "14_separable", "16_partial_application"] {
        let file = pack.join(format!("{name}.rise")).display().to_string();
        let text = stdout(&assay(&["import", "--as", "rise", &file]));
        let form = write(folder.path(), "form.mlir", &stdout(&assay(&["import", &file])));
        let read = Command::new(tools.path()).args(["-allow-unregistered-dialect", &form]).output();
        let read = read.expect("mlir-opt runs");
        assert!(read.status.success(), "{name}: {}", String::from_utf8_lossy(&read.stderr));
        let again = write(folder.path(), "again.mlir", &stdout(&read));
        for form in [&form, &again] {
            assert_eq!(stdout(&assay(&["import", "--as", "rise", form])), text, "{name}");
        }
    }
    Ok(())
}

fn a_product_in_linalg_is_a_definition_that_runs_agree_with() -> Checked {
    let file = acceptance()?.join("rise/91_linalg_matmul.mlir").display().to_string();
    let imported = assay(&["import", "--as", "rise", &file]);
    assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));
    let folder = tempfile::tempdir().expect("a folder");
    let text = stdout(&imported);
    let own = write(folder.path(), "f.rise", &text);
    for pair in [[&file, &own], [&own, &file]] {
        let output = assay(&["tv", pair[0], pair[1]]);
        assert!(output.status.success() && stdout(&output).contains("tested: 1"), "{}", stdout(&output));
    }
    let wrong = write(folder.path(), "wrong.rise", &text.replace("fst(e3) * snd(e3)", "fst(e3) - snd(e3)"));
    let output = assay(&["tv", &file, &wrong]);
    assert!(output.status.code() == Some(1) && stdout(&output).contains("V301"), "{}", stdout(&output));
    Ok(())
}

/// A campaign with a small seed passes, and fails where a fault is planted.
fn small_campaign(name: &str, count: &str) -> Checked {
    let python = assay_testing::program("python3")?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("campaigns").join(name);
    for (plant, code) in [("0", 0), ("1", 1)] {
        let run = Command::new(&python)
            .arg(&script)
            .args(["1", count])
            .env("ASSAY", env!("CARGO_BIN_EXE_assay"))
            .env("PLANT", plant)
            .output()
            .expect("python runs");
        assert_eq!(run.status.code(), Some(code), "{}{}", stdout(&run), String::from_utf8_lossy(&run.stderr));
    }
    Ok(())
}

fn products_of_matrices_are_calls_of_the_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let dot = |sum: &str, zero: &str| format!("reduceSeq(fun(p, acc => {sum}), {zero}, zip(row, col))");
    let product = |dot: &str| format!("map(fun(row => map(fun(col => {dot}), transpose(B))), A)");
    let plain = product(&dot("fst(p) * snd(p) + acc", "0.0"));
    let turned = product(&dot("acc + snd(p) * fst(p)", "0.0"));
    let bounded = format!("map(map(fun(e => max(e, 0.0))), {turned})");
    let started = product(&dot("fst(p) * snd(p) + acc", "1.0"));
    for (name, body, calls) in [("plain", &plain, 1), ("bounded", &bounded, 1), ("started", &started, 0)] {
        let text = format!("def {name}[n](A: n.4.f32, B: 4.5.f32) = {body}\n");
        let file = write(folder.path(), &format!("{name}.rise"), &text);
        let output = assay(&["lower", &file, "--sizes", "n=3", "--kernels", "gemm"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && said.contains("on 24 inputs"), "{name}: {said}");
        let lowered = stdout(&output);
        assert_eq!(lowered.matches("func.call @gemm_3x4x5_f32").count(), calls, "{name}: {lowered}");
        assert_eq!(lowered.matches("memref.alloc").count(), usize::from(name == "bounded"), "{lowered}");
        // A length that is open keeps the loops.
        let open = stdout(&assay(&["lower", &file, "--kernels", "gemm"]));
        assert!(!open.contains("func.call"), "{name}: {open}");
    }
}

fn shipped_rules_have_their_verdicts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/rise");
    let (patterns, faults, _) = checked(&folder.join("rules.rise"));
    assert!(faults.is_empty(), "{faults:?}");
    let text = std::fs::read_to_string(folder.join("rules.expect")).expect("readable");
    let statements = expect::read(&text).expect("an .expect file");
    let found: BTreeMap<&str, &str> =
        patterns.iter().filter_map(|one| Some((one["name"].as_str()?, one["verdict"].as_str()?))).collect();
    assert_eq!(statements.len(), found.len());
    for statement in &statements {
        let expect::Expectation::Verdict { pattern, verdict, .. } = &statement.expectation else {
            panic!("verdicts alone")
        };
        assert_eq!(found.get(pattern.as_str()).copied(), Some("proved"), "{verdict:?}");
    }
}

/// Each run that stands in `schedules.expect`, with what has to be so of it.
fn shipped_strategies_do_what_is_written_beside_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/rise");
    let text = std::fs::read_to_string(folder.join("schedules.expect")).expect("readable");
    let (rules, programs) = (folder.join("rules.rise"), folder.join("schedules.rise"));
    let temporary = tempfile::tempdir().expect("a folder");
    let (mut ran, mut entry) = ((None, String::new(), String::new()), "");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (word, wanted) = line.split_once(' ').expect("a word and more");
        let holds = match word {
            "run" => {
                let (strategy, definition) = wanted.split_once(" @").expect("a strategy and a definition");
                let mut words = definition.split(' ');
                entry = words.next().unwrap_or_default();
                let strategy = format!("{}#{strategy}", folder.join("schedules.strategy").display());
                let mut more = vec!["--entry", entry];
                more.extend(words.flat_map(|sizes| ["--sizes", sizes]));
                ran = applied(&rules, &programs, &strategy, &more);
                true
            }
            "exit" => wanted.parse().ok() == ran.0,
            "says" => ran.2.contains(wanted),
            "lacks" => !ran.1.contains(wanted),
            "loops" => {
                let program = write(temporary.path(), "program.rise", &ran.1);
                let lowered = stdout(&assay(&["lower", &program, "--entry", entry]));
                wanted.parse() == Ok(lowered.matches("scf.for").count()) && !lowered.contains("memref.alloc")
            }
            _ => false,
        };
        assert!(holds, "{line}: {ran:?}");
    }
}

fn a_separable_convolution_is_proved_on_integers_and_refuted_on_floats() -> Checked {
    let integers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/rise/schedules.rise");
    let floats = |text: &str| text.replace("i32", "f32").replace(", 0,", ", 0.0,");
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::fs::read_to_string(integers).expect("readable");
    let conv = floats(&text[text.find("def conv").expect("the convolution")..]);
    let rule = acceptance()?.join("rise/81_separable_i32.rise");
    let rule = floats(&std::fs::read_to_string(rule).expect("readable"));
    let strategy = write(folder.path(), "s.strategy", "main = topDown(separate)");
    let (conv, rule) = (write(folder.path(), "conv.rise", &conv), write(folder.path(), "rule.rise", &rule));
    let (code, _, said) = applied(Path::new(&rule), Path::new(&conv), &strategy, &[]);
    assert!(code == Some(2) && said.contains("not trusted"), "{said}");
    let output = assay(&["apply", &rule, "--to", &conv, "--strategy", &strategy, "--trust", "any"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && said.contains("@conv differs: n = "), "{said}");
    Ok(())
}

fn both_sides_of_a_rule_are_compared_as_definitions() -> Checked {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, code, words) in
        [("81_separable_i32", 0, "proved for all sizes"), ("82_separable_f32", 1, "V301")]
    {
        let text =
            std::fs::read_to_string(acceptance()?.join(format!("rise/{name}.rise"))).expect("readable");
        let (head, sides) = text.split_once("):").expect("a head and sides");
        let (left, right) = sides.split_once("~>").expect("two sides");
        let head = format!("{}) =", head.replacen("rule", "def", 1));
        let file = |name: &str, body: &str| write(folder.path(), name, &format!("{head}{body}"));
        let output = assay(&["tv", &file("left.rise", left), &file("right.rise", right)]);
        let said = stdout(&output);
        assert!(output.status.code() == Some(code) && said.contains(words), "{name}: {said}");
        // A proof comes before any run, and is the whole of the answer.
        assert_eq!(said.contains("inputs"), code == 1, "{name}: {said}");
    }
    Ok(())
}

/// The arguments of the pack, and these with other numbers.
fn engines_agree_where_the_pack_asks_for_it() -> Checked {
    let rows = rows()?;
    for row in rows.iter().filter(|row| row.kind == "engines") {
        let run = rows.iter().find(|one| one.kind == "run" && one.file == row.file).expect("a row to run");
        let file = row.file.display().to_string();
        for seed in 0..4u32 {
            let mut state = seed;
            let mut number = |digit: char| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                match seed {
                    0 => digit,
                    _ => char::from(b'0' + (state >> 24) as u8 % 10),
                }
            };
            let mut drawn = |text: &String| -> String {
                let first = |c: char| if c.is_ascii_digit() { number(c) } else { c };
                text.chars().map(first).collect()
            };
            let arguments: Vec<String> = run.arguments.iter().map(&mut drawn).collect();
            let mut words = vec!["run", &file, "--engine", "both", "--entry", &run.entry, "--args"];
            words.extend(arguments.iter().map(String::as_str));
            let output = assay(&words);
            let said = stdout(&output);
            assert!(output.status.success() && said.contains("[interpreter, compiled]"), "{words:?}: {said}");
        }
    }
    Ok(())
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("writable");
    path.display().to_string()
}

const SUMS: &str = "def sum[n, m](x: n.m.i32) = x |> map(reduceSeq(add, 0)) |> reduceSeq(add, 0)\n";

fn definitions_of_one_name_are_compared_for_all_sizes() {
    let folder = tempfile::tempdir().expect("a folder");
    let before = write(folder.path(), "a.rise", SUMS);
    let same = "def sum[a, b](x: a.b.i32) = transpose(x) |> map(reduceSeq(add, 0)) |> reduceSeq(add, 0)\n";
    let after = write(folder.path(), "b.rise", same);
    let output = assay(&["tv", &before, &after]);
    assert!(
        output.status.success() && stdout(&output).contains("proved for all sizes"),
        "{}",
        stdout(&output)
    );
    let wrong = write(folder.path(), "c.rise", &SUMS.replace("add, 0)\n", "add, 1)\n"));
    let output = assay(&["tv", &before, &wrong]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    assert!(stdout(&output).contains("V301"), "{}", stdout(&output));
    let other = write(folder.path(), "d.rise", "def sum[n](x: n.i32) = reduceSeq(add, 0, x)\n");
    let output = assay(&["tv", &before, &other]);
    assert!(output.status.code() == Some(1) && stdout(&output).contains("P000"), "{}", stdout(&output));
}

fn behaviour_that_is_undefined_behind_a_rule_alone_refutes_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let rule = "rule r[n](x: n.i32): reduceSeq(max, 0, x) ~> reduceSeq(max, 0, pad(1, 0, x))\n";
    let file = write(folder.path(), "r.rise", rule);
    let output = assay(&["check", &file]);
    assert!(output.status.code() == Some(1) && stdout(&output).contains("V302"), "{}", stdout(&output));
}

fn laws_premises_and_bounds_stand_in_the_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let blocks = "rule blocks[m, k](x: (k * m).i16): reduceSeq(add, 0, x) ~> reduceSeq(add, 0, map(reduceSeq(add, 0), split(m, x)))\n";
    let padded = "rule padded[n](x: n.s): pad(1, 1, pad(1, 1, x)) ~> pad(2, 2, x)\n";
    let flipped = "rule flipped[n, m](x: n.m.i32): reduceSeq(add, 0, join(transpose(x))) ~> reduceSeq(add, 0, join(x))\n";
    let file = write(folder.path(), "laws.rise", &format!("{blocks}{padded}{flipped}"));
    let (patterns, faults, code) = checked(Path::new(&file));
    assert!(faults.is_empty() && code == Some(0), "{faults:?}");
    let has = |number: usize, words: &str| patterns[number]["derivation"].to_string().contains(words);
    assert!(
        has(0, "a sum is linear") && has(0, "a reduction over blocks is one over all"),
        "{:#}",
        patterns[0]
    );
    assert!(has(0, "`arith.addi` is associative on i16: proved at all widths"), "{:#}", patterns[0]);
    assert!(patterns[1]["verdict"] == "proved" && has(1, "shown by the solver"), "{:#}", patterns[1]);
    // It holds at all sizes; that is shown up to a bound.
    assert_eq!(patterns[2]["verdict"], "bounded", "{:#}", patterns[2]);
    let scope = patterns[2]["scope"].as_str().unwrap_or_default();
    assert!(scope.starts_with("all sizes to 3"), "{scope}");
}

fn every_format_takes_array_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "def f(x: 12.i32) = split(5, x)\nrule r(x: i32): x + 1 ~> x\nrule s(x: i32): x + x ~> 2 * x\ndef g(x: i32 = x\n";
    let file = write(folder.path(), "all.rise", text);
    for format in ["human", "concise", "json", "sarif", "junit", "github", "gitlab", "markdown", "html"] {
        let output = assay(&["check", &file, "--format", format]);
        assert_eq!(output.status.code(), Some(1), "{format}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(stdout(&output).contains("all.rise"), "{format}: {}", stdout(&output));
    }
}

fn the_canonical_form_is_written_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = write(folder.path(), "f.rise", "def f [n] ( x : n.i32 )=map( fun( e=>e+1 ),x )\n");
    assert_eq!(assay(&["fmt", "--check", &file]).status.code(), Some(1));
    assert!(assay(&["fmt", &file]).status.success());
    let text = std::fs::read_to_string(&file).expect("readable");
    assert_eq!(text, "def f[n](x: n.i32) = map(fun(e => e + 1), x)\n");
    assert!(assay(&["fmt", "--check", &file]).status.success());
}

fn lengths_are_read_from_extents_and_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = write(folder.path(), "f.rise", "def f[n](x: (2 * n).i32, y: n.i32) = zip(split(2, x), y)\n");
    let output = assay(&["run", &file, "--args", "dense<[1, 2, 3, 4]>", "dense<[5, 6, 7]>"]);
    assert_eq!(output.status.code(), Some(2));
    let output = assay(&["run", &file, "--args", "dense<[1, 2, 3, 4]>", "dense<[5, 6]>", "--engine", "both"]);
    assert!(stdout(&output).contains("[([1, 2], 5), ([3, 4], 6)]"), "{}", stdout(&output));
    let open = assay(&["lower", &file]);
    assert!(open.status.success(), "{}", String::from_utf8_lossy(&open.stderr));
    assert!(
        stdout(&open).contains("memref<?xi32>") && stdout(&open).contains("cf.assert"),
        "{}",
        stdout(&open)
    );
}

fn drawn_programs_run_alike_and_a_planted_difference_is_found() -> Checked {
    small_campaign("rise_programs.py", "25")
}

fn a_network_in_linalg_is_fused_and_runs_alike() -> Checked {
    small_campaign("rise_network.py", "1")
}

fn drawn_programs_with_an_edit_are_refused_or_run() -> Checked {
    small_campaign("rise_types.py", "25")
}

fn drawn_rules_have_no_wrong_verdict() -> Checked {
    small_campaign("rise_rules.py", "20")
}

assay_testing::tests!(
    drawn_programs_run_alike_and_a_planted_difference_is_found,
    definitions_run_as_the_pack_says_by_meaning_and_compiled,
    types_and_errors_are_those_of_the_pack,
    rules_have_the_verdicts_of_the_pack,
    lowered_programs_have_the_loops_of_the_pack,
    maps_are_fused_from_both_ends,
    a_product_of_matrices_is_tiled_by_proved_rules,
    a_rule_that_is_not_proved_is_not_applied,
    a_premise_of_a_rule_is_asked_where_it_is_applied,
    the_dialect_form_is_taken_where_a_text_is,
    definitions_come_back_from_their_dialect_through_mlir_opt,
    a_product_in_linalg_is_a_definition_that_runs_agree_with,
    a_network_in_linalg_is_fused_and_runs_alike,
    drawn_programs_with_an_edit_are_refused_or_run,
    drawn_rules_have_no_wrong_verdict,
    products_of_matrices_are_calls_of_the_library,
    shipped_rules_have_their_verdicts,
    shipped_strategies_do_what_is_written_beside_them,
    a_separable_convolution_is_proved_on_integers_and_refuted_on_floats,
    both_sides_of_a_rule_are_compared_as_definitions,
    engines_agree_where_the_pack_asks_for_it,
    definitions_of_one_name_are_compared_for_all_sizes,
    behaviour_that_is_undefined_behind_a_rule_alone_refutes_it,
    laws_premises_and_bounds_stand_in_the_report,
    every_format_takes_array_programs,
    the_canonical_form_is_written_and_kept,
    lengths_are_read_from_extents_and_compared,
);
