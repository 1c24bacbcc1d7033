//! The contract of verdicts at the command line: what `proved` needs, what a gate can ask for, and that nothing hides behind
//! what is accepted. Runs the built program.

use std::process::{Command, Output};

use assay_testing::{Checked, Missing};
use serde_json::Value;

/// Right in structure and types; nothing is known of what it computes.
const RENAMED: &str = r#"pdl.pattern @renamed : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "lab.a"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "lab.b"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
"#;

/// `x * y - y` becomes `y`, and the product is erased.
const TWO_FAULTS: &str = r#"// assay: allow(S105, reason = "the driver checks one use")
pdl.pattern @bad : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %in = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %in
  %root = pdl.operation "arith.subi"(%v, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%y : !pdl.value)
    pdl.erase %in
  }
}
"#;

/// The operands change places, which no integer type allows; and tensors of other shapes break the definition.
const TYPES_AND_VALUES: &str = r#"// assay: allow(T201, reason = "shapes are equal here")
pdl.pattern @swapped : benefit(1) {
  %x = pdl.operand
  %y = pdl.operand
  %t = pdl.type
  %root = pdl.operation "arith.subi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "arith.subi"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
"#;

/// One result in two places, which MLIR 22 does not compare; and the sum of a value with itself is not that value.
const MATCHES_MORE: &str = r#"// assay: allow(M501, reason = "no other product is there")
pdl.pattern @doubled : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %in = pdl.operation "arith.muli"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %in
  %root = pdl.operation "arith.addi"(%v, %v : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%v : !pdl.value)
  }
}
"#;

const BEHIND_NATIVE: &str = r#"pdl.pattern @guarded : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  pdl.apply_native_constraint "isGood"(%x : !pdl.value)
  %root = pdl.operation "arith.subi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
"#;

/// Each makes what the other one matches.
const RING: &str = r#"pdl.pattern @there : benefit(1) {
  %root = pdl.operation "lab.a"
  pdl.rewrite %root {
    %new = pdl.operation "lab.b"
    pdl.replace %root with %new
  }
}
pdl.pattern @back : benefit(1) {
  %root = pdl.operation "lab.b"
  pdl.rewrite %root {
    %new = pdl.operation "lab.a"
    pdl.replace %root with %new
  }
}
"#;

/// MLIR takes types that nothing determines from what is replaced.
const TYPES_OF_REPLACED: &str = r#"pdl.pattern @follows : benefit(1) {
  %t = pdl.type
  %root = pdl.operation "lab.src" -> (%t : !pdl.type)
  pdl.rewrite %root {
    %u = pdl.type
    %new = pdl.operation "lab.made" -> (%u : !pdl.type)
    pdl.replace %root with %new
  }
}
"#;

/// Bodies of patterns that lose or gain an effect, a terminator or a region, with the operation that is to blame.
const LOST: &[(&str, &str)] = &[
    (
        "  %x = pdl.operands\n  %root = pdl.operation \"func.return\"(%x : !pdl.range<value>)\n  pdl.rewrite %root {
    %new = pdl.operation \"ub.unreachable\"\n    pdl.erase %root\n  }\n",
        "ub.unreachable",
    ),
    (
        "  %c = pdl.operand\n  %root = pdl.operation \"scf.if\"(%c : !pdl.value)\n  pdl.rewrite %root {
    pdl.erase %root\n  }\n",
        "scf.if",
    ),
    (
        "  %f = pdl.attribute\n  %root = pdl.operation \"func.call\" {\"callee\" = %f}\n  pdl.rewrite %root {
    pdl.erase %root\n  }\n",
        "func.call",
    ),
    (
        "  %t = pdl.type : memref<4xi32>\n  %x = pdl.operand : %t
  %root = pdl.operation \"memref.realloc\"(%x : !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %root {\n    %new = pdl.operation \"memref.alloca\" -> (%t : !pdl.type)
    pdl.replace %root with %new\n  }\n",
        "memref.realloc",
    ),
    (
        "  %t = pdl.type : i32\n  %x = pdl.operand : %t
  %root = pdl.operation \"lab.a\"(%x : !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %root {
    %p = pdl.operation \"vector.print\"(%x : !pdl.value)\n    pdl.replace %root with (%x : !pdl.value)\n  }\n",
        "vector.print",
    ),
    (
        "  %t = pdl.type : memref<4xi32>\n  %a = pdl.attribute = unit\n  %x = pdl.operand : %t\n  %y = pdl.operand : %t
  %root = pdl.operation \"gpu.memcpy\"(%x, %y : !pdl.value, !pdl.value) {\"lab.once\" = %a}\n  pdl.rewrite %root {
    %n = pdl.operation \"gpu.memcpy\"(%y, %x : !pdl.value, !pdl.value)\n    pdl.erase %root\n  }\n",
        "gpu.memcpy",
    ),
];

/// The effect is there again.
const KEPT: &str = r#"pdl.pattern @kept : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %once = pdl.attribute = unit
  %root = pdl.operation "lab.show"(%x : !pdl.value) {"lab.once" = %once}
  pdl.rewrite %root {
    %new = pdl.operation "lab.show"(%x : !pdl.value)
    pdl.erase %root
  }
}
"#;

const LAB: &str = "irdl.dialect @lab {
  irdl.operation @show {
    %a = irdl.any
    irdl.operands(x: %a)
  }
}
";

struct Project(tempfile::TempDir);

impl Project {
    fn new(text: &str) -> Project {
        let project = Project(tempfile::tempdir().expect("a folder for the test"));
        std::fs::write(project.0.path().join("p.mlir"), text).expect("the folder can be written");
        project
    }

    fn assay(&self, words: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_assay"))
            .current_dir(self.0.path())
            .args(words.split_whitespace())
            .env_remove("ASSAY_SOLVER")
            .output()
            .expect("the program can be run")
    }

    /// The exit code and what is printed, one line a finding.
    fn check(&self, words: &str) -> (i32, String) {
        let done = self.assay(&format!("check --isolated p.mlir --format concise {words}"));
        let code = done.status.code().expect("it exits by itself");
        let text =
            String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
        (code, text)
    }

    fn json(&self, words: &str) -> Value {
        let done = self.assay(&format!("check --isolated p.mlir --format json {words}"));
        serde_json::from_slice(&done.stdout).expect("the report is JSON")
    }
}

fn solver() -> Checked {
    assay_smt::SolverPath::find(None).map(|_| ()).map_err(Missing::new)
}

fn what_computes_something_unknown_is_well_formed_in_every_format() -> Checked {
    solver()?;
    let project = Project::new(RENAMED);
    let (code, text) = project.check("");
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("note[U010] values were not compared: the meaning of `lab.a` is not known (@renamed)")
    );
    assert!(text.contains("1 pattern: 1 well-formed (no meaning: lab.a: 1); values"), "{text}");
    for (format, part) in [
        ("human", "well-formed   1 pattern   no meaning: lab.a: 1"),
        ("github", "::notice file=p.mlir,line=4"),
        ("gitlab", "U010: values were not compared"),
        ("junit", "<skipped message=\"well-formed: no meaning: lab.a\""),
        ("markdown", "| patterns | well-formed |"),
        ("sarif", "\"kind\": \"review\""),
        ("sarif", "lab.a has no spec: taken to be no terminator"),
        ("concise", "assumes: lab.a has no spec: taken to be no terminator"),
        ("junit", "assumes: lab.a has no spec: taken to be no terminator"),
        ("github", "assumes: lab.a has no spec: taken to be no terminator"),
        ("gitlab", "assumes: lab.a has no spec: taken to be no terminator"),
        ("markdown", "lab.a has no spec: taken to be no terminator"),
    ] {
        let done = project.assay(&format!("check --isolated p.mlir --format {format}"));
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(text.contains(part), "{format} lacks {part}:\n{text}");
    }
    Ok(())
}

fn json_has_the_word_in_schema_two_and_its_old_form_in_schema_one() -> Checked {
    solver()?;
    let project = Project::new(RENAMED);
    let two = project.json("");
    assert_eq!((&two["schema"], &two["patterns"][0]["verdict"]), (&2.into(), &"well-formed".into()));
    assert_eq!(two["patterns"][0]["reason"]["subject"], "lab.a");
    assert_eq!(two["summary"]["well-formed"], 1);
    let one = project.json("--json-schema 1");
    assert_eq!((&one["schema"], &one["patterns"][0]["verdict"]), (&1.into(), &"proved".into()));
    assert_eq!(one["patterns"][0]["scope"], "structure and types");
    assert_eq!(one["summary"]["proved_by_scope"]["structure and types"], 1);
    Ok(())
}

fn a_gate_can_require_values() -> Checked {
    solver()?;
    let project = Project::new(RENAMED);
    for (require, code) in [("structure", 0), ("types", 0), ("values", 1)] {
        let (found, text) = project.check(&format!("--require {require}"));
        assert_eq!(found, code, "{require}: {text}");
        assert_eq!(text.contains("error[U014]"), code == 1, "{require}: {text}");
    }
    // A stage that is not requested shows nothing.
    assert_eq!(project.check("--rules S --require types").0, 1);
    assert_eq!(project.check("--rules S").0, 0);
    Ok(())
}

fn without_values_no_pattern_is_proved() -> Checked {
    solver()?;
    let right = RENAMED.replace("lab.a", "arith.negf").replace("lab.b", "arith.negf").replace("i32", "f32");
    for (text, rules, verdict) in [
        (RENAMED, "S", "well-formed"),
        (&right, "S,T", "well-formed"),
        (&right, "V", "proved"),
        (RENAMED, "V", "unknown"),
    ] {
        let report = Project::new(text).json(&format!("--rules {rules}"));
        assert_eq!(report["patterns"][0]["verdict"], verdict, "{rules}");
    }
    Ok(())
}

fn what_every_meaning_keeps_needs_no_meaning() -> Checked {
    solver()?;
    for (body, name) in LOST {
        let report =
            Project::new(&format!("pdl.pattern @p : benefit(1) {{\n{body}}}\n")).json("--rules S,T,V");
        let pattern = &report["patterns"][0];
        assert_eq!(pattern["verdict"], "unknown", "{body}");
        // A created operation without a definition is open before its meaning is.
        let class = pattern["reason"]["class"].as_str().unwrap_or_default();
        assert!(["no meaning", "no spec", "verifier"].contains(&class), "{body}: {class}");
        let subject = &pattern["reason"]["subject"];
        assert!(
            subject == name
                || ["no spec", "verifier"].contains(&class)
                    && body.contains(&format!("\"{}\"", subject.as_str().unwrap_or_default())),
            "{body}: {subject}"
        );
    }
    let kept = Project::new(KEPT);
    std::fs::write(kept.0.path().join("lab.irdl.mlir"), LAB).expect("the folder can be written");
    let kept = kept.json("--dialect lab.irdl.mlir --rules S,T,V");
    assert_eq!(kept["patterns"][0]["verdict"], "proved");
    Ok(())
}

fn an_accepted_finding_hides_no_other_stage() -> Checked {
    solver()?;
    let (code, text) = Project::new(TWO_FAULTS).check("");
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("error[V301]") && !text.contains("error[S105]"), "{text}");
    Ok(())
}

fn an_accepted_finding_about_types_hides_no_miscompile() -> Checked {
    solver()?;
    for rules in ["T201", "T202, T201"] {
        let project = Project::new(&TYPES_AND_VALUES.replace("T201", rules));
        let (code, text) = project.check("");
        assert_eq!(code, 1, "{text}");
        assert!(text.contains("error[V301]") && !text.contains("error[T201]"), "{text}");
    }
    // MLIR matches more than is written, and what is written is wrong.
    let (code, text) = Project::new(MATCHES_MORE).check("");
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("error[V301]") && !text.contains("error[M501]"), "{text}");
    Ok(())
}

fn what_breaks_behind_an_undescribed_constraint_is_a_warning() -> Checked {
    solver()?;
    let (code, text) = Project::new(BEHIND_NATIVE).check("");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("warning[V301]") && text.contains("unless `isGood` excludes it"), "{text}");
    assert!(text.contains("note[U002]"), "{text}");
    Ok(())
}

fn a_baseline_holds_findings_of_sets() -> Checked {
    solver()?;
    let project = Project::new(RING);
    let (code, text) = project.check("");
    assert!(code == 1 && text.contains("error[N402]") && text.contains("1 refuted set"), "{text}");
    assert!(project.assay("baseline p.mlir -o b.json --isolated").status.success());
    let (code, text) = project.check("--baseline b.json");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("1 accepted") && !text.contains("refuted set"), "{text}");
    Ok(())
}

fn a_name_that_no_pattern_has_is_an_error() -> Checked {
    solver()?;
    let project = Project::new(RING);
    for names in ["--only there --only nowhere", "--only nowhere"] {
        let (code, text) = project.check(names);
        assert_eq!(code, 2, "{text}");
        assert!(text.contains("no pattern @nowhere; there are @back, @there"), "{text}");
    }
    Ok(())
}

fn types_that_nothing_determines_are_those_of_what_is_replaced() -> Checked {
    solver()?;
    let (code, text) = Project::new(TYPES_OF_REPLACED).check("");
    assert!(code == 0 && text.contains("1 well-formed"), "{text}");
    Ok(())
}

assay_testing::tests!(
    what_computes_something_unknown_is_well_formed_in_every_format,
    json_has_the_word_in_schema_two_and_its_old_form_in_schema_one,
    a_gate_can_require_values,
    without_values_no_pattern_is_proved,
    what_every_meaning_keeps_needs_no_meaning,
    an_accepted_finding_hides_no_other_stage,
    an_accepted_finding_about_types_hides_no_miscompile,
    what_breaks_behind_an_undescribed_constraint_is_a_warning,
    a_baseline_holds_findings_of_sets,
    a_name_that_no_pattern_has_is_an_error,
    types_that_nothing_determines_are_those_of_what_is_replaced,
);
