//! Mistakes that people make on a command line, in a configuration and in files: each has an exit code and a message that
//! names the thing, says where it is, and what was meant.

use std::path::Path;

use assay_testing::Checked;

use crate::command::{RIGHT, assay, text};

const PDLL: &str = "Pattern Twice {
  let root = op<arith.andi>(x: Value, x);
  replace root with x;
}
";

const BEFORE: &str = "func.func @f(%a: i8) -> i8 {
  %s = arith.addi %a, %a : i8
  return %s : i8
}
";

const CUSTOM: &str = "func.func @f(%a: i8) -> i8 {
  %s = acme.avg %a, %a : i8
  return %s : i8
}
";

const DESCRIBED: &str = r#"func.func @avg(%a: i8, %b: i8) -> i8 attributes {assay.meaning = "acme.avg"} {
  return %a : i8
}
"#;

/// A folder with one file of each kind.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let wrong = RIGHT.replace("arith.andi\"(%x, %x", "arith.addi\"(%x, %x").replace("@right", "@wrong");
    let dated = format!("// assay: allow(V301, reason = \"old\", until = \"2025-01-31\")\n{wrong}");
    let long = format!("{} %x = oops\n", "\"a.b\"() : () -> () ".repeat(150));
    let texts: Vec<(&str, Vec<u8>)> = vec![
        ("right.mlir", RIGHT.into()),
        ("wrong.mlir", wrong.clone().into()),
        ("dated.mlir", dated.into()),
        ("op.mlir", RIGHT.replace("arith.andi", "arith.adi").into()),
        ("dialect.mlir", RIGHT.replace("arith.andi", "arit.andi").into()),
        ("no_reason.mlir", format!("// assay: allow(V301)\n{wrong}").into()),
        ("bad_date.mlir", format!("// assay: allow(V301, reason = \"x\", until = \"soon\")\n{wrong}").into()),
        ("other_word.mlir", format!("// assay: ignore(V301)\n{wrong}").into()),
        ("other_rule.mlir", format!("// assay: allow(V310, reason = \"x\")\n{wrong}").into()),
        ("twice.pdll", PDLL.into()),
        ("pdll.mlir", PDLL.into()),
        ("mlir.pdll", RIGHT.into()),
        ("before.mlir", BEFORE.into()),
        ("after.mlir", BEFORE.replace("addi", "subi").into()),
        ("custom.mlir", CUSTOM.into()),
        ("adi.mlir", BEFORE.replace("addi", "adi").into()),
        ("bracket.mlir", BEFORE.replace("i8) ->", "i8 ->").into()),
        ("retyped.mlir", BEFORE.replace("i8", "i16").into()),
        ("meanings.mlir", DESCRIBED.into()),
        ("typo.mlir", DESCRIBED.replace("acme.avg", "acme.avrg").into()),
        ("own.mlir", RIGHT.replace("arith.andi", "acme.avg").into()),
        ("long.mlir", long.into()),
        ("garbage.mlir", "hello there\n".into()),
        ("bytes.mlir", vec![0xff, 0xfe, b'a', 0, 1]),
        ("latin.mlir", b"// caf\xe9\n".to_vec()),
        ("empty.mlir", Vec::new()),
        ("damaged.json", "{ \"schema\"".into()),
        ("key.toml", "baselin = \"x.json\"\n".into()),
        ("far_key.toml", "colour = true\n".into()),
        ("value.toml", "require = \"value\"\n".into()),
        ("rule.toml", "[severity]\nV031 = \"note\"\n".into()),
        ("syntax.toml", "paths = [\n".into()),
        ("path.toml", "solver = \"./z3\"\n".into()),
        ("out.toml", "witness-dir = \"../out\"\n".into()),
        ("allow.toml", "[[allow]]\nrules = [\"V301\"]\nreason = \"\"\n".into()),
    ];
    for (name, bytes) in texts {
        std::fs::write(folder.path().join(name), bytes).expect("the folder can be written");
    }
    std::os::unix::fs::symlink("nowhere", folder.path().join("dangling.mlir")).expect("a link can be made");
    std::os::unix::fs::symlink("loop.mlir", folder.path().join("loop.mlir")).expect("a link can be made");
    std::fs::create_dir(folder.path().join("sub")).expect("the folder can be written");
    folder
}

/// Runs each row; the faults of all are reported.
fn hold(folder: &Path, rows: &[(&str, i32, &[&str])]) {
    let mut faults = Vec::new();
    for (command, code, parts) in rows {
        let words: Vec<&str> = command.split_whitespace().collect();
        let done = assay(folder, &words);
        let said = text(&done);
        let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
        if done.status.code() != Some(*code) {
            faults
                .push(format!("assay {command}: exit code {:?} and not {code}\n{said}", done.status.code()));
        }
        for part in parts.iter().filter(|part| !flat.contains(*part)) {
            faults.push(format!("assay {command}: `{part}` is not in the message\n{said}"));
        }
        for never in ["panicked", ".draft", "\\u{", "error: error"] {
            if said.contains(never) {
                faults.push(format!("assay {command}: `{never}` is in the message\n{said}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

pub(crate) fn on_the_command_line() -> Checked {
    assay_smt::SolverPath::find(None).map_err(assay_testing::Missing::new)?;
    let folder = folder();
    hold(
        folder.path(),
        &[
            ("", 2, &["Usage: assay"]),
            ("chekc right.mlir", 2, &["unrecognized subcommand 'chekc'", "'check'"]),
            ("check --formt json right.mlir", 2, &["unexpected argument '--formt'", "'--format'"]),
            ("check", 2, &["no PATHS"]),
            ("check nope.mlir", 2, &["cannot read nope.mlir: no such file"]),
            ("check right.mlir nope.mlir", 2, &["nope.mlir", "proved"]),
            ("check right.mlir --format humn", 2, &["`humn` is no format", "did you mean `human`?"]),
            (
                "check right.mlir --format json --format sarif",
                2,
                &["only one format can go to standard output"],
            ),
            ("check right.mlir --format json=", 2, &["a path is missing after `=`"]),
            ("check right.mlir --format json=none/x.json", 2, &["cannot write none/x.json: No such file"]),
            ("check right.mlir --format json=sub", 2, &["cannot write sub: Is a directory"]),
            ("check right.mlir --rules V031", 2, &["`V031` is neither a rule", "did you mean `V301`?"]),
            (
                "check right.mlir --rules V031,S999,Q",
                2,
                &[
                    "`V031` is neither",
                    "did you mean `V301`?",
                    "error: `S999` is neither",
                    "error: `Q` is neither",
                ],
            ),
            ("check right.mlir --rules Y", 2, &["`Y` is neither a rule nor a family"]),
            ("check right.mlir --only rihgt", 2, &["no pattern @rihgt", "right"]),
            ("check right.mlir --only right.mlir:99", 2, &["no pattern at right.mlir:99; there are @right"]),
            ("check right.mlir --require value", 2, &["'value'", "'values'"]),
            ("check right.mlir --jobs 0", 2, &["at least 1"]),
            ("check right.mlir --jobs 257", 2, &["at most 256"]),
            ("tv before.mlir after.mlir --jobs 0", 2, &["at least 1"]),
            ("check right.mlir --timeout -1", 2, &["seconds, at least 1"]),
            ("check right.mlir --timeout 0", 2, &["seconds, at least 1"]),
            ("check right.mlir --timeout 1.5", 2, &["seconds, at least 1"]),
            ("check right.mlir --memory 1X", 2, &["`1X` is no size; write `4G`"]),
            ("check right.mlir --width-max 65", 2, &["65", "1..=64"]),
            ("check right.mlir --cross-check 200%", 2, &["a share is 1% to 100%"]),
            ("check right.mlir --cache-mode require", 2, &["`--cache-mode` needs `--cache DIR`"]),
            ("check right.mlir --today soon", 2, &["write YYYY-MM-DD"]),
            ("check right.mlir --changed-since nope", 2, &["not a git repository"]),
            ("check right.mlir --solver ./none", 2, &["./none"]),
            ("check right.mlir --baseline nope.json", 2, &["nope.json; `assay baseline` writes one"]),
            ("check right.mlir --baseline damaged.json", 2, &["damaged.json"]),
            ("fuzz right.mlir --time soon", 2, &["such as 90s or 10m"]),
            ("fuzz right.mlir --time 0s", 2, &["such as 90s or 10m"]),
            ("fuzz right.mlir --time -5", 2, &["such as 90s or 10m"]),
            ("tv --generate x --pass cse", 2, &["a whole number, such as 100"]),
            ("fuzz right.mlir --seed x", 2, &["a whole number, such as 100"]),
            ("tv before.mlir after.mlir --entry @g", 2, &["no function @g; there are @f"]),
            ("meaning addi", 2, &["did you mean `arith.addi`?"]),
            ("explain V031", 2, &["no rule has the code `V031`", "did you mean `V301`?"]),
            ("explain nonsense", 2, &["no rule has the code `nonsense`; `assay explain` lists them all"]),
            ("meaning arith.adi", 2, &["did you mean `arith.addi`?"]),
            ("completions bsh", 2, &["'bsh'", "bash"]),
            ("replay right.mlir", 2, &["right.mlir"]),
            ("replay nope.mlir", 2, &["nope.mlir"]),
            ("run before.mlir --args=1,2", 2, &["takes 1 arguments, not 2"]),
            ("run before.mlir --entry g --args=1", 2, &["@g"]),
            ("tv before.mlir", 2, &["give two files, or passes"]),
            ("tv", 2, &["no programs: give files"]),
            ("tv before.mlir before.mlir", 0, &["both are the same file"]),
            ("tv before.mlir retyped.mlir", 1, &["error[V306]", "has the type (i16) -> (i16)"]),
            ("tv before.mlir adi.mlir", 2, &["`arith.adi` is not known", "did you mean `arith.addi`?"]),
            ("tv before.mlir custom.mlir", 2, &["`acme.avg` is not known", "--mlir-opt PATH"]),
            ("tv right.mlir wrong.mlir", 3, &["no function with a body to judge"]),
            ("apply right.mlir", 2, &["--to <FILE>"]),
            ("apply right.mlir --to nope.mlir", 2, &["nope.mlir"]),
        ],
    );
    Ok(())
}

pub(crate) fn in_files() -> Checked {
    assay_smt::SolverPath::find(None).map_err(assay_testing::Missing::new)?;
    let folder = folder();
    hold(
        folder.path(),
        &[
            (
                "check op.mlir",
                1,
                &["the dialect arith has no operation `arith.adi`", "did you mean `arith.addi`?"],
            ),
            ("check op.mlir --require values", 1, &["did you mean `arith.addi`?"]),
            ("check dialect.mlir", 0, &["did you mean"]),
            ("check dialect.mlir --require values", 1, &["did you mean"]),
            ("check pdll.mlir", 1, &["pdll.mlir:1:1", "this looks like PDLL"]),
            ("check long.mlir", 1, &["long.mlir:1:", "`oops` is not the name of an operation"]),
            ("check garbage.mlir", 1, &["garbage.mlir:1:1", "`hello` is not the name of an operation"]),
            ("check bytes.mlir", 2, &["bytes.mlir"]),
            ("check latin.mlir", 2, &["latin.mlir"]),
            ("check empty.mlir", 3, &["empty.mlir"]),
            ("check before.mlir", 3, &["before.mlir"]),
            ("check dangling.mlir", 2, &["dangling.mlir"]),
            ("check loop.mlir", 2, &["loop.mlir"]),
            ("check no_reason.mlir", 1, &["reason"]),
            ("check bad_date.mlir", 1, &["YYYY-MM-DD"]),
            ("check other_word.mlir", 1, &["allow"]),
            ("check other_rule.mlir", 1, &["`V310` is no rule", "did you mean"]),
            ("check dated.mlir", 0, &["1 suppression has an `until`", "--today"]),
            ("check dated.mlir --today 2026-01-01", 1, &["2025-01-31"]),
            ("check right.mlir --meanings garbage.mlir", 2, &["garbage.mlir:1:1"]),
            ("check right.mlir --dialect garbage.mlir", 2, &["garbage.mlir"]),
            ("check right.mlir --natives garbage.mlir", 2, &["garbage.mlir"]),
            ("check own.mlir --meanings typo.mlir", 0, &["acme.avrg", "did you mean `acme.avg`?"]),
            ("check --config key.toml right.mlir", 2, &["key.toml:1:1", "did you mean `baseline`?"]),
            ("check --config key.toml", 2, &["did you mean `baseline`?"]),
            ("check --config far_key.toml right.mlir", 2, &["unknown key `colour`; known are paths"]),
            ("check --config value.toml right.mlir", 2, &["value.toml:1:", "did you mean `values`?"]),
            ("check --config rule.toml right.mlir", 2, &["rule.toml:2:1", "did you mean `V301`?"]),
            ("check --config syntax.toml right.mlir", 2, &["syntax.toml:"]),
            ("check --config path.toml right.mlir", 2, &["`--solver`"]),
            ("check --config out.toml right.mlir", 2, &["leads out of the folder"]),
            ("check --config allow.toml right.mlir", 2, &["an allow needs a reason"]),
            ("check --config none.toml right.mlir", 2, &["none.toml"]),
        ],
    );
    let key = text(&assay(folder.path(), &["check", "--config", "key.toml"]));
    assert_eq!(key.lines().count(), 1, "{key}");
    Ok(())
}

pub(crate) fn about_binaries() -> Checked {
    assay_testing::mlir()?;
    assay_smt::SolverPath::find(None).map_err(assay_testing::Missing::new)?;
    let folder = folder();
    hold(
        folder.path(),
        &[
            ("check mlir.pdll", 1, &["this looks like MLIR: name the file `.mlir`"]),
            ("tv before.mlir --pass canonicalise", 2, &["did you mean `canonicalize`?"]),
            ("tv before.mlir --pass cse --mlir-opt ./none", 2, &["./none"]),
            ("tv before.mlir --pass cse --mlir-opt /bin/true", 2, &["/bin/true"]),
            ("audit --pipeline convert-scf-to-cff --final llvm.*", 2, &["did you mean `convert-scf-to-cf`?"]),
            ("audit --pipeline cse --final !scf.*", 2, &["names what may be there, such as `func.*,llvm.*`"]),
            ("tv before.mlir --pass canonicalise,csee", 2, &["`canonicalize`?", "`cse`?"]),
            (
                "audit --pipeline canonicalise,convert-scf-to-cff",
                2,
                &["`canonicalize`?", "`convert-scf-to-cf`?"],
            ),
            (
                "audit --pipeline convert-scf-to-cf --final llvm.*",
                2,
                &["`--start KINDS`", "`--payload FILE`"],
            ),
            ("audit --pipeline cse --start scff.*", 2, &["no dialect `scff`; did you mean `scf`?"]),
            ("audit --pipeline cse --start scf", 2, &["its dialect is `scf.*`"]),
            (
                "audit --pipeline canonicalise --payload before.mlir --bisect",
                2,
                &["did you mean `canonicalize`?"],
            ),
        ],
    );
    Ok(())
}

/// Files that are named and that the binary does not read.
pub(crate) fn in_programs_behind_passes() -> Checked {
    assay_testing::mlir()?;
    let folder = folder();
    std::fs::write(folder.path().join("sub/bracket.mlir"), BEFORE.replace("i8) ->", "i8 ->"))
        .expect("the folder can be written");
    hold(
        folder.path(),
        &[
            ("tv bracket.mlir --pass cse", 1, &["error[P000]", "bracket.mlir:1:20", "`--mlir-opt PATH`"]),
            (
                "tv before.mlir bracket.mlir custom.mlir --pass cse",
                1,
                &["bracket.mlir:1:20", "custom.mlir:2:8", "proved 1 function"],
            ),
            ("tv before.mlir bracket.mlir --pass cse --write-baseline b.json", 1, &["b.json: 0 findings"]),
            (
                "tv before.mlir nope.mlir n2.mlir --pass cse",
                2,
                &["read nope.mlir", "error: cannot read n2.mlir"],
            ),
            ("tv before.mlir latin.mlir --pass cse", 2, &["latin.mlir is not UTF-8"]),
            (
                "tv before.mlir sub --pass cse",
                0,
                &["does not read 1 program of folders", "proved 1 function"],
            ),
        ],
    );
    Ok(())
}

/// Operations that passes are nested in, and pipelines without a pass.
pub(crate) fn in_pipelines() -> Checked {
    assay_testing::mlir()?;
    let folder = folder();
    let meant: &[&str] = &["`func.fnc` is no operation", "did you mean `func.func`?"];
    hold(
        folder.path(),
        &[
            ("tv before.mlir --pass-pipeline func.fnc(canonicalize)", 2, meant),
            (
                "tv before.mlir --pass-pipeline builtin.module(func.fnc(cse))",
                2,
                &["(func.fnc(cse))` at 16: "],
            ),
            ("tv before.mlir --pass func.fnc(canonicalize)", 2, meant),
            ("tv before.mlir --pass pass-pipeline=builtin.module(func.fnc(cse))", 2, meant),
            ("tv before.mlir --pass-pipeline=", 2, &["there is no pass in the pipeline"]),
            ("tv before.mlir --pass canonicalize,", 2, &["the name of a pass is missing"]),
            ("tv before.mlir --pass-pipeline gpu.module(cse)", 0, &["no program has a `gpu.module`"]),
            ("tv before.mlir --pass-pipeline any(cse)", 0, &["proved 1 function"]),
            ("audit --pipeline func.fnc(cse)", 1, meant),
            ("audit --pipeline func.fnc(cse) --payload before.mlir --bisect", 2, meant),
            ("audit --pipeline cse --payload before.mlir --bisect --run", 2, &["'--bisect'", "'--run'"]),
            ("audit --pipeline cse --payload before.mlir --bisect --final llvm.*", 2, &["'--final <KINDS>'"]),
        ],
    );
    Ok(())
}

pub(crate) fn a_full_disk_is_named() -> Checked {
    assay_smt::SolverPath::find(None).map_err(assay_testing::Missing::new)?;
    let folder = folder();
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has one");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_assay"));
    let done = command.args(["check", "right.mlir"]).current_dir(folder.path()).stdout(full).output();
    let done = done.expect("the binary under test can be run");
    assert_eq!(done.status.code(), Some(2));
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(said.contains("cannot write to standard output: No space left on device"), "{said}");
    Ok(())
}

assay_testing::tests!(
    on_the_command_line,
    in_files,
    about_binaries,
    in_programs_behind_passes,
    in_pipelines,
    a_full_disk_is_named
);
