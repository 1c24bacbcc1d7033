//! `assay tv` on programs that run for long: a product of matrices is 10,000 operations and more, and so is a sweep over a plane.

use std::process::Command;

use assay_testing::{Checked, compared, program};

use crate::campaign;

/// A product of matrices of `size`, its two outer loops in this order, from this place of the innermost one.
fn product(size: u32, outer: [&str; 2], from: u32) -> String {
    let [a, b] = outer;
    format!(
        "func.func @product(%x: memref<{size}x{size}xi32>, %y: memref<{size}x{size}xi32>, %z: memref<{size}x{size}xi32>) {{
  affine.for %{a} = 0 to {size} {{
    affine.for %{b} = 0 to {size} {{
      affine.for %k = {from} to {size} {{
        %0 = affine.load %x[%i, %k] : memref<{size}x{size}xi32>
        %1 = affine.load %y[%k, %j] : memref<{size}x{size}xi32>
        %2 = affine.load %z[%i, %j] : memref<{size}x{size}xi32>
        %3 = arith.muli %0, %1 : i32
        %4 = arith.addi %2, %3 : i32
        affine.store %4, %z[%i, %j] : memref<{size}x{size}xi32>
      }}
    }}
  }}
  return
}}
"
    )
}

/// A sweep over a plane of `size` that adds to each element the one above, and `left` or not the one beside it.
fn sweep(size: u32, applications: u32, left: bool) -> String {
    let beside = if left { "%j - 1" } else { "%j" };
    format!(
        "func.func @sweep(%x: memref<{size}x{size}xi32>) {{
  affine.for %t = 0 to {applications} {{
    affine.for %i = 1 to {size} {{
      affine.for %j = 1 to {size} {{
        %0 = affine.load %x[%i - 1, %j] : memref<{size}x{size}xi32>
        %1 = affine.load %x[%i, {beside}] : memref<{size}x{size}xi32>
        %2 = arith.addi %0, %1 : i32
        affine.store %2, %x[%i, %j] : memref<{size}x{size}xi32>
      }}
    }}
  }}
  return
}}
"
    )
}

/// The record of a pair: its verdict, the codes of its findings, and its whole text.
fn judged(before: &str, after: &str) -> (String, Vec<String>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [("before.mlir", before), ("after.mlir", after)].map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("writable");
        path
    });
    let (records, _) = compared(env!("CARGO_BIN_EXE_assay"), &files[0], &files[1], &[]);
    let [record] = &records[..] else { panic!("{records:?}") };
    let findings = record["findings"].as_array().expect("a list");
    let codes = findings.iter().map(|one| one["code"].as_str().unwrap_or_default().to_owned()).collect();
    (record["verdict"].as_str().unwrap_or_default().to_owned(), codes, record.to_string())
}

fn a_wrong_long_program_is_refuted() -> Checked {
    program("z3")?;
    for (before, after) in [
        (product(14, ["i", "j"], 0), product(14, ["j", "i"], 1)),
        (product(48, ["i", "j"], 0), product(48, ["i", "j"], 1)),
        (sweep(16, 20, true), sweep(16, 20, false)),
    ] {
        let (verdict, codes, said) = judged(&before, &after);
        assert!(verdict == "refuted" && codes.iter().any(|code| code == "V304"), "{said}");
    }
    Ok(())
}

/// Compiled code knows nothing of poison.
fn what_only_poison_shows_is_refuted() -> Checked {
    program("z3")?;
    let product = product(10, ["i", "j"], 0);
    let [before, after] =
        ["constant 0", "subi %1, %1"].map(|operation| product.replace("muli %0, %1", operation));
    let (verdict, codes, said) = judged(&before, &after);
    assert!(verdict == "refuted" && !codes.is_empty(), "{said}");
    let (verdict, _, said) = judged(&after, &before);
    assert!(!matches!(verdict.as_str(), "refuted" | "internal"), "{said}");
    Ok(())
}

/// One number that is none would hide all others.
fn a_wrong_index_among_floats_is_refuted() -> Checked {
    program("z3")?;
    for size in [10, 24] {
        let right = product(size, ["i", "j"], 0).replace("i32", "f32");
        let right = right.replace("muli", "mulf").replace("addi", "addf");
        let (verdict, codes, said) = judged(&right, &right.replace("%y[%k, %j]", "%y[%j, %k]"));
        assert!(verdict == "refuted" && codes.iter().any(|code| code == "V304"), "{said}");
    }
    Ok(())
}

fn a_right_long_program_is_proved_for_all_values() -> Checked {
    program("z3")?;
    for (before, after) in [
        (product(48, ["i", "j"], 0), product(48, ["j", "i"], 0)),
        (sweep(20, 40, true), sweep(20, 40, true).replace("arith.addi %0, %1", "arith.addi %1, %0")),
    ] {
        let (verdict, _, said) = judged(&before, &after);
        assert!(verdict == "proved" && said.contains("all values at these sizes"), "{said}");
    }
    // Seven operations in each turn of the innermost loop, and around it each loop and the end of each turn.
    let (_, _, said) = judged(&product(24, ["i", "j"], 0), &product(24, ["j", "i"], 0));
    let executed = 24 * 24 * 24 * 7 + 24 * 24 * 2 + 24 * 2 + 2;
    assert!(
        said.contains(&format!("\"operations\":{{\"after\":{executed},\"before\":{executed}}}")),
        "{said}"
    );
    Ok(())
}

/// The program after is as long, so that only compiled code comes to its end.
fn a_right_very_long_program_is_bounded_by_compiled_code() -> Checked {
    program("z3")?;
    let before = product(80, ["i", "j"], 0);
    let (verdict, _, said) = judged(&before, &product(80, ["j", "i"], 0));
    let scope = ["all values at these sizes", "collision bound 2^-", "by compiled code"];
    assert!(verdict == "bounded" && scope.iter().all(|words| said.contains(words)), "{said}");
    Ok(())
}

/// No run of the interpreter comes to the end of such a program.
fn compiled_code_alone_refutes_what_is_too_long_for_the_interpreter_and_has_no_poison() -> Checked {
    program("z3")?;
    let before = product(88, ["i", "j"], 0);
    let after = product(88, ["i", "j"], 1);
    let (verdict, codes, said) = judged(&before, &after);
    assert!(verdict == "refuted" && codes == ["V304"], "{said}");
    // A machine has some number where the product is poison.
    let before = before.replace("muli %0, %1", "muli %0, %1 overflow<nsw>");
    let (verdict, _, said) = judged(&before, &after);
    assert!(!matches!(verdict.as_str(), "refuted" | "proved" | "bounded" | "internal"), "{said}");
    Ok(())
}

/// The pass is a function of the program: what it does to a plane of 40,000 x 40,000, which nothing runs, it does to a small one.
fn a_wrong_pass_is_refuted_with_small_extents() -> Checked {
    assay_testing::mlir()?;
    program("z3")?;
    let source = |from: u32, columns: u32, row: &str| {
        format!(
            "func.func @f(%m: memref<40000x{columns}xi32>) {{
  affine.for %i = {from} to 40000 {{
    affine.for %j = 0 to 39999 {{
      %0 = affine.load %m[{row}, %j + 1] : memref<40000x{columns}xi32>
      affine.store %0, %m[%i, %j] : memref<40000x{columns}xi32>
    }}
  }}
  return
}}
"
        )
    };
    let asked = |text: String| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("f.mlir");
        std::fs::write(&file, text).expect("writable");
        let run = Command::new(env!("CARGO_BIN_EXE_assay"))
            .args([
                "tv",
                &file.display().to_string(),
                "--pass",
                "affine-loop-tile=tile-size=2",
                "--format",
                "json",
            ])
            .output()
            .expect("it runs");
        let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("a report");
        report["patterns"].as_array().expect("a list").clone()
    };
    let wrong = asked(source(1, 40_000, "%i - 1"));
    let said = format!("{wrong:?}");
    let [whole, small] = &wrong[..] else { panic!("{said}") };
    assert!(whole["name"] == "f" && whole["verdict"] == "unknown", "{said}");
    assert!(small["name"] == "f with small extents" && small["verdict"] == "refuted", "{said}");
    let program = small["findings"][0]["evidence"].to_string();
    assert!(program.contains("memref<") && !program.contains("40000"), "{program}");
    // Each row reads of itself alone.
    let right = asked(source(0, 40_000, "%i"));
    assert!(right.len() == 1 && right[0]["verdict"] != "refuted", "{right:?}");
    Ok(())
}

/// Memory of 24 x 24 numbers is no headline.
fn a_long_witness_is_cut_to_its_first_difference() -> Checked {
    program("z3")?;
    let before = product(24, ["i", "j"], 0);
    let after = before.replace("%y[%k, %j]", "%y[%j, %k]");
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("before.mlir", &before), ("after.mlir", &after)] {
        std::fs::write(folder.path().join(name), text).expect("writable");
    }
    let run = Command::new(env!("CARGO_BIN_EXE_assay"))
        .current_dir(folder.path())
        .args(["tv", "before.mlir", "after.mlir", "--no-proof"])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    let (_, headline) = said.split_once("error[V304]: ").expect("a finding");
    let (headline, _) = headline.split_once("-->").expect("a place");
    let headline: Vec<&str> = headline.split_whitespace().collect();
    let headline = headline.join(" ");
    assert!(headline.chars().count() <= 160 && headline.contains("%z[0, 0] = "), "{headline}");
    assert!(said.len() < 6000, "{}", said.len());
    Ok(())
}

/// A sample of `ci/campaigns/kernels.py`.
fn loop_passes_over_a_drawn_kernel_are_judged_right() -> Checked {
    assay_testing::mlir()?;
    program("z3")?;
    program("mlir-runner-22")?;
    let said = campaign::sample("kernels.py", &["5", "--kernels", "1"]);
    assert!(said.contains("8 pairs") && said.contains("wrong 0"), "{said}");
    Ok(())
}

assay_testing::tests!(
    a_wrong_long_program_is_refuted,
    what_only_poison_shows_is_refuted,
    a_wrong_index_among_floats_is_refuted,
    a_right_long_program_is_proved_for_all_values,
    a_right_very_long_program_is_bounded_by_compiled_code,
    compiled_code_alone_refutes_what_is_too_long_for_the_interpreter_and_has_no_poison,
    a_wrong_pass_is_refuted_with_small_extents,
    a_long_witness_is_cut_to_its_first_difference,
    loop_passes_over_a_drawn_kernel_are_judged_right,
);
