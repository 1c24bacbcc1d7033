//! `assay transform --of-pipeline`: the script that is printed does what the pipeline does, byte for byte, and what no script does is
//! refused with its place.

use std::path::Path;
use std::process::{Command, Output};

use assay_testing::{Checked, acceptance, mlir};

/// Pipelines with nested anchors and options.
const PIPELINES: [&str; 8] = [
    "builtin.module(canonicalize,cse,convert-scf-to-cf)",
    "builtin.module(func.func(canonicalize,loop-invariant-code-motion),cse,func.func(convert-scf-to-cf))",
    "canonicalize,cse",
    "func.func(canonicalize{max-iterations=3 top-down=false disable-patterns=a,b})",
    "builtin.module(inline{op-pipelines={func.func(cse)} default-pipeline=canonicalize},symbol-dce)",
    "builtin.module(builtin.module(func.func(cse)),func.func(canonicalize))",
    "builtin.module(func.func(scf-for-loop-canonicalization,convert-scf-to-cf),convert-to-llvm)",
    "builtin.module()",
];

/// Functions directly in the module and in one inside of it, with something for each pass.
const PAYLOAD: &str = r#"func.func @f(%m: memref<4xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    %s = arith.muli %v, %v : i32
    %t = arith.addi %s, %zero : i32
    %u = func.call @twice(%t) : (i32) -> i32
    memref.store %u, %m[%i] : memref<4xi32>
  }
  return
}
func.func private @twice(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}
module @inside {
  func.func @g(%x: i32) -> i32 {
    %zero = arith.constant 0 : i32
    %a = arith.addi %x, %zero : i32
    %b = arith.addi %x, %zero : i32
    %c = arith.muli %a, %b : i32
    return %c : i32
  }
}
"#;

fn script(pipeline: &str) -> Output {
    let command = env!("CARGO_BIN_EXE_assay");
    Command::new(command).args(["transform", "--of-pipeline", pipeline]).output().expect("the command runs")
}

fn a_script_prints_what_the_pipeline_prints() -> Checked {
    let opt = mlir()?;
    let folder = tempfile::tempdir().expect("a folder");
    let (file, own) = (folder.path().join("script.mlir"), folder.path().join("payload.mlir"));
    std::fs::write(&own, PAYLOAD).expect("writable");
    let mut payloads = vec![own];
    if let Ok(pack) = acceptance() {
        payloads.extend(
            ["69_pipeline_flat", "70_pipeline_anchored"]
                .map(|name| pack.join(format!("transform-run/{name}.mlir"))),
        );
    }
    let printed = |payload: &Path, arguments: &[String]| {
        let done = Command::new(opt.path()).arg(payload).args(arguments).output().expect("mlir-opt runs");
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("a text")
    };
    let mut changed = 0;
    for pipeline in PIPELINES {
        let made = script(pipeline);
        assert!(made.status.success(), "{pipeline}: {}", String::from_utf8_lossy(&made.stderr));
        std::fs::write(&file, &made.stdout).expect("writable");
        let library = format!("--transform-preload-library=transform-library-paths={}", file.display());
        for payload in &payloads {
            let plain = printed(payload, &[format!("--pass-pipeline={}", anchored(pipeline))]);
            assert_eq!(
                printed(payload, &[library.clone(), "--transform-interpreter".to_owned()]),
                plain,
                "{pipeline}"
            );
            changed += usize::from(plain != printed(payload, &[]));
        }
    }
    assert!(
        changed > PIPELINES.len() * payloads.len() / 3,
        "{changed} of {}",
        PIPELINES.len() * payloads.len()
    );
    Ok(())
}

/// The pipeline as `mlir-opt` takes it.
fn anchored(pipeline: &str) -> String {
    match pipeline.starts_with("builtin.module(") {
        true => pipeline.to_owned(),
        false => format!("builtin.module({pipeline})"),
    }
}

fn what_no_script_does_is_refused_with_its_place() -> Checked {
    mlir()?;
    for (pipeline, said) in [
        (
            "builtin.module(any(cse),func(cse))",
            "--of-pipeline:20: `any` is no operation that a script finds\n--of-pipeline:30: `func` is no operation",
        ),
        ("builtin.module(cse", "--of-pipeline:19: expected `)`"),
        (
            "canonicalze",
            "has no pass `canonicalze` (`--mlir-opt` names another one); did you mean `canonicalize`?",
        ),
        ("canonicalize{maximum=3}", "no such option maximum"),
        ("func.func(canonicalize{=3})", "`=3` is no option"),
    ] {
        let done = script(pipeline);
        let stderr = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{pipeline}: {stderr}");
        assert!(stderr.contains(said) && done.stdout.is_empty(), "{pipeline}: {stderr}");
    }
    Ok(())
}

assay_testing::tests!(
    a_script_prints_what_the_pipeline_prints,
    what_no_script_does_is_refused_with_its_place,
);
