//! `assay tv` over the pairs of `corpus/tv/tensors`, and what it says of tensors just inside and just outside of a rule. Knows no
//! meaning of an operation.

use std::path::{Path, PathBuf};

use assay_mlir::Outcome;
use assay_mlir::opt::ParseOptions;
use assay_testing::{Checked, compared};
use serde_json::Value;

use crate::text_pairs;

/// A line of the list of pairs.
struct Pair {
    name: String,
    before: PathBuf,
    after: PathBuf,
    is_right: bool,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/tv/tensors")
}

fn pairs() -> Vec<Pair> {
    let list = std::fs::read_to_string(folder().join("pairs.tsv")).expect("the list can be read");
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let pair = |line: &str| {
        let [name, before, after, expected, kind, why] =
            line.split('\t').collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("six columns: {line}"));
        assert!(["right", "wrong"].contains(&expected), "{line}");
        assert!(["tensor", "linalg", "tosa", "bufferization"].contains(&kind), "{line}");
        assert!(!why.is_empty(), "{line}");
        let [before, after] = [before, after].map(|file| folder().join(file));
        Pair { name: name.to_owned(), before, after, is_right: expected == "right" }
    };
    lines.map(pair).collect()
}

/// The verdict about two files, and the reason.
fn judged(before: &Path, after: &Path) -> (String, String) {
    let (records, _) = compared(env!("CARGO_BIN_EXE_assay"), before, after, &["--no-reduce"]);
    let record = &records[0];
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (word(&record["verdict"]), word(&record["reason"]["subject"]))
}

/// The verdict about two texts.
#[track_caller]
fn verdict(before: &str, after: &str) -> String {
    text_pairs::judged(before, after).0
}

#[track_caller]
fn refuted(before: &str, after: &str) {
    assert_eq!(verdict(before, after), "refuted", "{before}{after}");
}

#[track_caller]
fn holds(before: &str, after: &str) {
    let verdict = verdict(before, after);
    assert!(verdict == "proved" || verdict == "bounded", "{verdict}: {before}{after}");
}

/// A right pair is decided when it is proved, or bounded within stated extents or turns; agreement on drawn inputs does not count. A
/// wrong one is decided when it is refuted.
fn of_the_pairs_four_of_five_are_decided_and_none_wrongly() {
    let pairs = pairs();
    let count = |is_right: bool| pairs.iter().filter(|pair| pair.is_right == is_right).count();
    assert!(count(true) >= 30 && count(false) >= 30, "{} right, {} wrong", count(true), count(false));
    let (mut wrongly, mut undecided) = (Vec::new(), Vec::new());
    for pair in &pairs {
        let (verdict, why) = judged(&pair.before, &pair.after);
        let line = format!("{}: {verdict} {why}", pair.name);
        match (verdict.as_str(), pair.is_right) {
            ("proved" | "bounded", true) | ("refuted", false) => {}
            ("refuted", true) | ("proved" | "bounded", false) => wrongly.push(line),
            _ => undecided.push(line),
        }
    }
    assert!(wrongly.is_empty(), "{}", wrongly.join("\n"));
    assert!(undecided.len() * 5 <= pairs.len(), "{}", undecided.join("\n"));
}

/// With an operation that nothing uses in front, so that the texts are not the same.
fn no_function_of_the_pairs_differs_from_itself() {
    for pair in pairs().iter().filter(|pair| pair.is_right) {
        let text = std::fs::read_to_string(&pair.before).expect("it can be read");
        let longer = text.replacen("{\n", "{\n  %unused = arith.constant 77 : i8\n", 1);
        assert_ne!(verdict(&text, &longer), "refuted", "{}", pair.name);
    }
}

fn real_mlir_verifies_every_program_of_the_pairs() -> Checked {
    let mlir = assay_testing::mlir()?;
    for pair in pairs() {
        for path in [&pair.before, &pair.after] {
            let text = std::fs::read_to_string(path).expect("it can be read");
            let outcome = mlir.parse_print(&text, &ParseOptions::default());
            assert!(matches!(outcome, Outcome::Ok(_)), "{}: {outcome:?}", path.display());
        }
    }
    Ok(())
}

/// Two tensors of as many elements: which one it is depends on a number that no drawn input has.
fn extents_that_depend_on_the_path_are_no_extents_of_one_path() {
    let rare = "func.func @f(%x: i32, %a: tensor<1x2xi32>, %b: tensor<2x1xi32>) -> index {
  %k = arith.constant 305419896 : i32
  %m = arith.constant 7654321 : i32
  %y = arith.xori %x, %m : i32
  %c = arith.cmpi eq, %y, %k : i32
  %r = scf.if %c -> (tensor<?x?xi32>) {
    %p = tensor.cast %a : tensor<1x2xi32> to tensor<?x?xi32>
    scf.yield %p : tensor<?x?xi32>
  } else {
    %p = tensor.cast %b : tensor<2x1xi32> to tensor<?x?xi32>
    scf.yield %p : tensor<?x?xi32>
  }
  %c0 = arith.constant 0 : index
  %d = tensor.dim %r, %c0 : tensor<?x?xi32>
  return %d : index
}
";
    let constant = |number: u32| {
        format!(
            "func.func @f(%x: i32, %a: tensor<1x2xi32>, %b: tensor<2x1xi32>) -> index {{
  %c = arith.constant {number} : index
  return %c : index
}}
"
        )
    };
    assert_eq!(verdict(rare, &constant(2)), "unknown");
    refuted(rare, &constant(1));
}

/// `@f(%t: tensor<?xi32>, %i: index, %n: index) -> tensor<?xi32>`.
fn on_tensor(body: &str) -> String {
    format!(
        "func.func @f(%t: tensor<?xi32>, %i: index, %n: index) -> tensor<?xi32> {{\n{body}  return %r : tensor<?xi32>\n}}\n"
    )
}

/// A slice lies in its source; behind its end it is undefined, and so is an insertion.
fn a_slice_that_leaves_its_source_is_undefined() {
    let two = |offset: &str| {
        on_tensor(&format!(
            "  %s = tensor.extract_slice %t[{offset}] [2] [1] : tensor<?xi32> to tensor<2xi32>\n  %r = tensor.cast %s : tensor<2xi32> to tensor<?xi32>\n"
        ))
    };
    let elements = "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %x = tensor.extract %t[%c0] : tensor<?xi32>\n";
    let read = |second: &str| {
        on_tensor(&format!(
            "{elements}  %y = tensor.extract %t[{second}] : tensor<?xi32>\n  %s = tensor.from_elements %x, %y : tensor<2xi32>\n  %r = tensor.cast %s : tensor<2xi32> to tensor<?xi32>\n"
        ))
    };
    holds(&two("0"), &read("%c1"));
    refuted(&two("0"), &read("%c0"));
    // Of one element there is nothing to read behind it.
    let one = on_tensor(&format!(
        "{elements}  %s = tensor.from_elements %x, %x : tensor<2xi32>\n  %r = tensor.cast %s : tensor<2xi32> to tensor<?xi32>\n"
    ));
    refuted(&one, &two("0"));
    let inserted = |target: &str| {
        on_tensor(&format!(
            "  %p = tensor.extract_slice %t[%i] [1] [1] : tensor<?xi32> to tensor<1xi32>\n  %r = tensor.insert_slice %p into {target} [1] [1] : tensor<1xi32> into tensor<?xi32>\n"
        ))
    };
    holds(&inserted("%t[%i]"), &on_tensor("  %r = tensor.cast %t : tensor<?xi32> to tensor<?xi32>\n"));
    refuted(&inserted("%t[%i]"), &inserted("%t[0]"));
}

/// "HasNo0Dimensions": an operation of `tosa` on a tensor without elements is undefined; on one element it is not.
fn an_operation_of_tosa_has_no_empty_tensors() {
    let text = |body: &str| {
        format!(
            "func.func @f(%a: tensor<?xi32>) -> tensor<?xi32> {{\n{body}  return %r : tensor<?xi32>\n}}\n"
        )
    };
    let identity = text("  %r = tosa.bitwise_or %a, %a : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>\n");
    let extent = |least: u32| {
        text(&format!(
            "  %c0 = arith.constant 0 : index\n  %k = arith.constant {least} : index\n  %n = tensor.dim %a, %c0 : tensor<?xi32>\n  %c = arith.cmpi uge, %n, %k : index\n  %q = arith.extui %c : i1 to i32\n  %one = arith.constant 1 : i32\n  %d = arith.divui %one, %q : i32\n  %r = tensor.cast %a : tensor<?xi32> to tensor<?xi32>\n"
        ))
    };
    // Divides by zero where there are fewer elements.
    holds(&identity, &extent(1));
    refuted(&identity, &extent(2));
    holds(&identity, &text("  %r = tensor.cast %a : tensor<?xi32> to tensor<?xi32>\n"));
}

/// Axes of one place are repeated at run time, too.
fn an_open_axis_of_tosa_is_repeated_where_its_extent_is_one() {
    let text = |body: &str| {
        format!(
            "func.func @f(%a: tensor<?xi32>, %b: tensor<1xi32>) -> tensor<?xi32> {{\n{body}  return %r : tensor<?xi32>\n}}\n"
        )
    };
    let sum = text("  %r = tosa.add %a, %b : (tensor<?xi32>, tensor<1xi32>) -> tensor<?xi32>\n");
    let generic = |map: &str| {
        text(&format!(
            "  %c0 = arith.constant 0 : index\n  %n = tensor.dim %a, %c0 : tensor<?xi32>\n  %e = tensor.empty(%n) : tensor<?xi32>\n  %r = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (0)>, affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]}} ins(%a, %b : tensor<?xi32>, tensor<1xi32>) outs(%e : tensor<?xi32>) {{\n  ^bb0(%x: i32, %y: i32, %o: i32):\n    %z = {map} : i32\n    linalg.yield %z : i32\n  }} -> tensor<?xi32>\n"
        ))
    };
    holds(&sum, &generic("arith.addi %x, %y"));
    refuted(&sum, &generic("arith.addi %x, %y overflow<nsw>"));
}

/// An allocated tensor holds anything, and a copy what it is made of.
fn an_allocated_tensor_is_a_copy_or_unspecified() {
    let copied = on_tensor("  %r = bufferization.alloc_tensor() copy(%t) : tensor<?xi32>\n");
    let itself = on_tensor("  %r = tensor.cast %t : tensor<?xi32> to tensor<?xi32>\n");
    holds(&copied, &itself);
    let sized = |kind: &str| {
        on_tensor(&format!(
            "  %c0 = arith.constant 0 : index\n  %d = tensor.dim %t, %c0 : tensor<?xi32>\n  %r = {kind} : tensor<?xi32>\n"
        ))
    };
    let fresh = sized("bufferization.alloc_tensor(%d)");
    holds(&fresh, &itself);
    holds(&fresh, &sized("tensor.empty(%d)"));
    refuted(&itself, &fresh);
}

/// "the tile does not perfectly divide the dimension" is undefined without a value for padding, and fine with one.
fn packing_without_padding_takes_whole_tiles() {
    let packed = |shape: &str, padding: &str| {
        format!(
            "func.func @f(%t: tensor<{shape}xi8>, %v: i8) -> tensor<2x2xi8> {{\n  %e = tensor.empty() : tensor<2x2xi8>\n  %r = linalg.pack %t {padding}inner_dims_pos = [0] inner_tiles = [2] into %e : tensor<{shape}xi8> -> tensor<2x2xi8>\n  return %r : tensor<2x2xi8>\n}}\n"
        )
    };
    let poison = |shape: &str| {
        format!(
            "func.func @f(%t: tensor<{shape}xi8>, %v: i8) -> tensor<2x2xi8> {{\n  %r = ub.poison : tensor<2x2xi8>\n  return %r : tensor<2x2xi8>\n}}\n"
        )
    };
    holds(&packed("?", "padding_value(%v : i8) "), &packed("?", "padding_value(%v : i8) "));
    refuted(&packed("4", ""), &poison("4"));
    refuted(&packed("3", "padding_value(%v : i8) "), &poison("3"));
    // An open extent of three is a tile that is not whole, of four it is none: what is right for four is right.
    holds(&packed("?", ""), &packed("?", "padding_value(%v : i8) "));
    refuted(&packed("?", "padding_value(%v : i8) "), &packed("?", ""));
}

/// `@f(%m: memref<6xi8>, %s: memref<2xindex>) -> i8`.
fn reshaped(shape: [u32; 2], body: &str) -> String {
    let [rows, columns] = shape;
    format!(
        "func.func @f(%m: memref<6xi8>, %s: memref<2xindex>) -> i8 {{\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %rows = arith.constant {rows} : index\n  %columns = arith.constant {columns} : index\n  memref.store %rows, %s[%c0] : memref<2xindex>\n  memref.store %columns, %s[%c1] : memref<2xindex>\n{body}  return %x : i8\n}}\n"
    )
}

/// Extents are those that memory holds when the operation runs, and their product is that of the source.
fn a_reshape_reads_its_extents_once_and_keeps_the_order_of_elements() {
    let view = "  %r = memref.reshape %m(%s) : (memref<6xi8>, memref<2xindex>) -> memref<?x?xi8>\n";
    let later = "  memref.store %c0, %s[%c1] : memref<2xindex>\n";
    let read = "  %x = memref.load %r[%c1, %c1] : memref<?x?xi8>\n";
    let element = |at: u32| {
        format!("{later}  %k = arith.constant {at} : index\n  %x = memref.load %m[%k] : memref<6xi8>\n")
    };
    let program = reshaped([2, 3], &format!("{view}{later}{read}"));
    holds(&program, &reshaped([2, 3], &element(4)));
    refuted(&program, &reshaped([2, 3], &element(3)));
    holds(&reshaped([3, 2], &format!("{view}{later}{read}")), &reshaped([3, 2], &element(3)));
    // Four elements of six: undefined.
    let undefined = reshaped([2, 2], &format!("{view}{later}{read}"));
    refuted(&reshaped([2, 2], &element(0)), &undefined);
}

assay_testing::tests!(
    packing_without_padding_takes_whole_tiles,
    a_reshape_reads_its_extents_once_and_keeps_the_order_of_elements,
    of_the_pairs_four_of_five_are_decided_and_none_wrongly,
    no_function_of_the_pairs_differs_from_itself,
    real_mlir_verifies_every_program_of_the_pairs,
    extents_that_depend_on_the_path_are_no_extents_of_one_path,
    a_slice_that_leaves_its_source_is_undefined,
    an_operation_of_tosa_has_no_empty_tensors,
    an_open_axis_of_tosa_is_repeated_where_its_extent_is_one,
    an_allocated_tensor_is_a_copy_or_unspecified,
);
