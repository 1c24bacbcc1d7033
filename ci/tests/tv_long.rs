//! `assay tv` on programs that run for long: a product of matrices is 10,000 operations and more, and so is a sweep over a plane.

use std::path::Path;
use std::process::Command;

use assay_testing::{Checked, compared, program};

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
fn sweep(size: u32, turns: u32, left: bool) -> String {
    let beside = if left { "%j - 1" } else { "%j" };
    format!(
        "func.func @sweep(%x: memref<{size}x{size}xi32>) {{
  affine.for %t = 0 to {turns} {{
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
    Ok(())
}

/// The program after is as long, so that only compiled code comes to its end.
fn a_right_very_long_program_is_bounded_by_compiled_code_and_a_wrong_one_is_not() -> Checked {
    program("z3")?;
    let before = product(80, ["i", "j"], 0);
    let (verdict, _, said) = judged(&before, &product(80, ["j", "i"], 0));
    let scope = ["all values at these sizes", "collision bound 2^-", "by compiled code"];
    assert!(verdict == "bounded" && scope.iter().all(|words| said.contains(words)), "{said}");
    let (verdict, _, said) = judged(&before, &product(80, ["j", "i"], 1));
    assert!(!matches!(verdict.as_str(), "proved" | "bounded" | "internal"), "{said}");
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
    assert!(headline.chars().count() <= 160 && headline.contains("%arg2[0, 0] = "), "{headline}");
    assert!(said.len() < 6000, "{}", said.len());
    Ok(())
}

/// A sample of `ci/campaigns/kernels.py`.
fn loop_passes_over_a_drawn_kernel_are_judged_right() -> Checked {
    assay_testing::mlir()?;
    program("z3")?;
    program("mlir-runner-22")?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("campaigns/kernels.py");
    let done = Command::new("python3")
        .arg(script)
        .args(["5", "--kernels", "1", "--assay", env!("CARGO_BIN_EXE_assay")])
        .output()
        .expect("python3 can be run");
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success() && said.contains("8 pairs") && said.contains("wrong 0"), "{said}");
    Ok(())
}

assay_testing::tests!(
    a_wrong_long_program_is_refuted,
    what_only_poison_shows_is_refuted,
    a_wrong_index_among_floats_is_refuted,
    a_right_long_program_is_proved_for_all_values,
    a_right_very_long_program_is_bounded_by_compiled_code_and_a_wrong_one_is_not,
    a_long_witness_is_cut_to_its_first_difference,
    loop_passes_over_a_drawn_kernel_are_judged_right,
);
