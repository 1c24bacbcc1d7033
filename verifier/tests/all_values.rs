//! Pairs on which a run on terms could say too much: races, orders, overlaps, undefined places, choices of floating-point operations,
//! poison. Each is held beside a twin that is right, where the method knows one.

use assay_backend::interp::Interpreter;
use assay_ir::data::{Context, Source};
use assay_ir::text;
use assay_verifier::program::{AllValues, NoTerms, Paired, Settings, all_values, compiled, pairs};

const WHOLE: AllValues = AllValues {
    extents: None,
    hashed: None,
    compiled: false,
    without_flags: false,
    polynomials: None,
    operations: None,
};

/// The answer about two modules, by their first function.
fn modules(before: &str, after: &str) -> Result<AllValues, NoTerms> {
    let ctx = Context::new();
    let read = |text: &str| {
        let parsed = text::parse(&ctx, &Source::new("f.mlir", text.to_owned()));
        assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
        parsed.program
    };
    let (before, after) = (read(before), read(after));
    match pairs(&before, &after).into_iter().find(|(name, ..)| name == "f").expect("a function").2 {
        Paired::Both(pair) => {
            let found = all_values(&pair, &Settings::default());
            let settings = Settings { second_engine: Some(&Interpreter), ..Settings::default() };
            let by_prints = compiled(&pair, &settings);
            assert!(found.is_ok() || by_prints.is_err(), "{found:?} {by_prints:?}");
            found.map(|found| AllValues { operations: None, ..found })
        }
        _ => panic!("it is a pair"),
    }
}

/// The answer about two bodies of a function.
fn bodies(signature: &str, before: &str, after: &str) -> Result<AllValues, NoTerms> {
    let text = |body: &str| {
        format!(
            "func.func @f{signature} {{\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n\
             %c2 = arith.constant 2 : index\n%c4 = arith.constant 4 : index\n{body}\n}}\n"
        )
    };
    modules(&text(before), &text(after))
}

/// Asserts that a body says nothing of itself: it has more than one outcome, or one that terms do not know.
fn assert_left_open(signature: &str, body: &str, by: &str) {
    assert_eq!(bodies(signature, body, body), Err(NoTerms::Operation(by.to_owned())), "{body}");
}

fn generic(maps: &[&str], iterator: &str, operands: &str, arguments: &str, body: &str) -> String {
    let maps: Vec<String> = maps.iter().map(|map| format!("affine_map<{map}>")).collect();
    format!(
        "linalg.generic {{indexing_maps = [{}], iterator_types = [\"{iterator}\"]}} {operands} {{\n\
         ^bb0({arguments}):\n{body}\n}}\nreturn",
        maps.join(", ")
    )
}

const GENERIC: &str = "linalg.generic";

fn writes_of_parallel_iterations_to_one_element_have_no_order() {
    let signature = "(%a: memref<4xi8>, %b: memref<4xi8>)";
    let operands = "ins(%a : memref<4xi8>) outs(%b : memref<4xi8>)";
    let arguments = "%x: i8, %y: i8";
    let copy = |map: &str, iterator: &str| {
        generic(&["(d0) -> (d0)", map], iterator, operands, arguments, "linalg.yield %x : i8")
    };
    let apart = copy("(d0) -> (d0)", "parallel");
    assert_eq!(bodies(signature, &apart, &apart), Ok(WHOLE));
    // Each iteration writes the first element; one of them is the last.
    assert_left_open(signature, &copy("(d0) -> (0)", "parallel"), GENERIC);
    assert_left_open(signature, &copy("(d0) -> (d0 floordiv 2)", "parallel"), GENERIC);
    let first = "memref.subview %b[0] [1] [1] : memref<4xi8> to memref<i8>";
    let one = |iterator: &str, body: &str| {
        let operands = "ins(%a : memref<4xi8>) outs(%o : memref<i8>)";
        let maps = ["(d0) -> (d0)", "(d0) -> ()"];
        format!("%o = {first}\n{}", generic(&maps, iterator, operands, arguments, body))
    };
    assert_left_open(signature, &one("parallel", "linalg.yield %x : i8"), GENERIC);
    assert_left_open(signature, &one("reduction", "linalg.yield %x : i8"), GENERIC);
    let sum = |op: &str| one("reduction", &format!("%s = arith.{op} : i8\nlinalg.yield %s : i8"));
    let added = sum("addi %x, %y");
    assert_eq!(bodies(signature, &added, &added), Ok(WHOLE));
    assert_left_open(signature, &sum("subi %x, %y"), GENERIC);
    assert_left_open(signature, &sum("addi %x, %y overflow<nsw>"), GENERIC);
    assert_left_open(signature, &sum("addi %y, %y"), GENERIC);
    let by_parts = "%t = arith.muli %y, %x : i8\n%s = arith.addi %t, %y : i8\nlinalg.yield %s : i8";
    assert_left_open(signature, &one("reduction", by_parts), GENERIC);
}

fn a_sum_of_integers_is_that_of_a_loop_and_no_other() {
    let signature = "(%a: memref<4xi8>, %b: memref<i8>)";
    let sum = generic(
        &["(d0) -> (d0)", "(d0) -> ()"],
        "reduction",
        "ins(%a : memref<4xi8>) outs(%b : memref<i8>)",
        "%x: i8, %y: i8",
        "%s = arith.addi %x, %y : i8\nlinalg.yield %s : i8",
    );
    let by_loop = |from: &str, op: &str| {
        format!(
            "scf.for %i = {from} to %c4 step %c1 {{\n%x = memref.load %a[%i] : memref<4xi8>\n\
             %y = memref.load %b[] : memref<i8>\n%s = arith.{op} %x, %y : i8\nmemref.store %s, %b[] : memref<i8>\n}}\nreturn"
        )
    };
    let right = by_loop("%c0", "addi");
    assert_eq!(bodies(signature, &sum, &right), Ok(WHOLE));
    assert_eq!(bodies(signature, &right, &sum), Ok(WHOLE));
    for wrong in [by_loop("%c1", "addi"), by_loop("%c0", "muli")] {
        assert_eq!(bodies(signature, &sum, &wrong), Err(NoTerms::Differ));
        assert_eq!(bodies(signature, &wrong, &sum), Err(NoTerms::Differ));
    }
}

fn a_sum_of_floats_may_be_in_order_and_not_the_other_way_round() {
    let signature = "(%a: tensor<3xf32>, %b: tensor<f32>) -> tensor<f32>";
    let sum = "%r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], \
               iterator_types = [\"reduction\"]} ins(%a : tensor<3xf32>) outs(%b : tensor<f32>) {\n\
               ^bb0(%x: f32, %y: f32):\n%s = arith.addf %y, %x : f32\nlinalg.yield %s : f32\n} -> tensor<f32>\n\
               return %r : tensor<f32>";
    let in_order = |order: [&str; 3]| {
        let [a, b, c] = order;
        format!(
            "%s = tensor.extract %b[] : tensor<f32>\n%x = tensor.extract %a[{a}] : tensor<3xf32>\n\
             %y = tensor.extract %a[{b}] : tensor<3xf32>\n%z = tensor.extract %a[{c}] : tensor<3xf32>\n\
             %t = arith.addf %s, %x : f32\n%u = arith.addf %t, %y : f32\n%v = arith.addf %u, %z : f32\n\
             %r = tensor.from_elements %v : tensor<f32>\nreturn %r : tensor<f32>"
        )
    };
    assert_eq!(bodies(signature, sum, sum), Ok(WHOLE));
    assert_eq!(bodies(signature, sum, &in_order(["%c0", "%c1", "%c2"])), Ok(WHOLE));
    assert_eq!(bodies(signature, &in_order(["%c0", "%c1", "%c2"]), sum), Err(NoTerms::Differ));
    assert_eq!(bodies(signature, sum, &in_order(["%c0", "%c1", "%c1"])), Err(NoTerms::Differ));
}

fn what_is_read_from_the_memory_of_an_output_depends_on_the_order() {
    let signature = "(%a: memref<5xi8>)";
    let views = |low: &str, high: &str| {
        format!(
            "%x = memref.subview %a[{low}] [4] [1] : memref<5xi8> to memref<4xi8, strided<[1], offset: {low}>>\n\
             %y = memref.subview %a[{high}] [4] [1] : memref<5xi8> to memref<4xi8, strided<[1], offset: {high}>>\n"
        )
    };
    let negate = |operands: &str, arguments: &str, results: &str, maps: usize| {
        let body = format!("%z = arith.constant 0 : i8\n%n = arith.subi %z, %p : i8\nlinalg.yield {results}");
        generic(&vec!["(d0) -> (d0)"; maps], "parallel", operands, arguments, &body)
    };
    let one = |low: &str, high: &str| {
        let operands = format!(
            "ins(%x : memref<4xi8, strided<[1], offset: {low}>>) outs(%y : memref<4xi8, strided<[1], offset: {high}>>)"
        );
        views(low, high) + &negate(&operands, "%p: i8, %q: i8", "%n : i8", 2)
    };
    let in_place = one("1", "1");
    assert_eq!(bodies(signature, &in_place, &in_place), Ok(WHOLE));
    assert_left_open(signature, &one("0", "1"), GENERIC);
    assert_left_open(signature, &one("1", "0"), GENERIC);
    let outputs =
        "ins() outs(%x, %y : memref<4xi8, strided<[1], offset: 0>>, memref<4xi8, strided<[1], offset: 1>>)"
            .replace("ins() ", "");
    let both = views("0", "1") + &negate(&outputs, "%p: i8, %q: i8", "%n, %p : i8, i8", 2);
    assert_left_open(signature, &both, GENERIC);
    let copied = "memref.copy %x, %y : memref<4xi8, strided<[1], offset: 0>> to memref<4xi8, strided<[1], offset: 1>>\nreturn";
    let copied = views("0", "1") + copied;
    assert_eq!(bodies(signature, &copied, &copied), Err(NoTerms::Outcome));
}

fn views_with_one_element_at_two_places_are_left_open() {
    let view = |stride: usize| {
        format!(
            "%v = memref.reinterpret_cast %a to offset: [0], sizes: [4], strides: [{stride}] : memref<4xi8> to memref<4xi8, strided<[{stride}]>>\n\
             linalg.fill ins(%x : i8) outs(%v : memref<4xi8, strided<[{stride}]>>)\nreturn"
        )
    };
    let signature = "(%a: memref<4xi8>, %x: i8)";
    assert_eq!(bodies(signature, &view(1), &view(1)), Ok(WHOLE));
    assert_left_open(signature, &view(0), "memref.reinterpret_cast");
}

fn a_body_that_uses_memory_is_left_open() {
    let body = "%p = memref.load %b[%c0] : memref<4xi8>\nmemref.store %x, %b[%c0] : memref<4xi8>\nlinalg.yield %p : i8";
    let operands = "ins(%a : memref<4xi8>) outs(%d : memref<4xi8>)";
    let maps = ["(d0) -> (d0)", "(d0) -> (d0)"];
    let body = generic(&maps, "parallel", operands, "%x: i8, %y: i8", body);
    assert_left_open("(%a: memref<4xi8>, %b: memref<4xi8>, %d: memref<4xi8>)", &body, GENERIC);
}

fn extrema_keep_their_order_and_zeros() {
    let signature = "(%x: f32, %y: f32, %z: f32) -> f32";
    let one = |op: &str, operands: &str, flags: &str| {
        format!("%r = arith.{op} {operands}{flags} : f32\nreturn %r : f32")
    };
    let two = |op: &str, first: &str, second: &str, flags: &str| {
        format!(
            "%s = arith.{op} {first}{flags} : f32\n%r = arith.{op} {second}{flags} : f32\nreturn %r : f32"
        )
    };
    // A maximum of numbers that are no zeros of two signs is the same in any order, and so are the zeros of `maximumf`.
    for op in ["maximumf", "minimumf"] {
        assert_eq!(bodies(signature, &one(op, "%x, %y", ""), &one(op, "%y, %x", "")), Ok(WHOLE));
    }
    for (op, flags) in
        [("maxnumf", ""), ("minnumf", ""), ("maximumf", " fastmath<nsz>"), ("minnumf", " fastmath<nsz>")]
    {
        assert_eq!(bodies(signature, &one(op, "%x, %y", flags), &one(op, "%x, %y", flags)), Ok(WHOLE));
        assert_eq!(
            bodies(signature, &one(op, "%x, %y", flags), &one(op, "%y, %x", flags)),
            Err(NoTerms::Differ)
        );
        let (left, right) = (two(op, "%x, %y", "%s, %z", flags), two(op, "%y, %z", "%x, %s", flags));
        assert_eq!(bodies(signature, &left, &right), Err(NoTerms::Differ));
    }
    let pairs = [("maximumf", "maxnumf"), ("minimumf", "minnumf"), ("maximumf", "minimumf")];
    for (op, other) in pairs {
        assert_eq!(
            bodies(signature, &one(op, "%x, %y", ""), &one(other, "%x, %y", "")),
            Err(NoTerms::Differ)
        );
        assert_eq!(
            bodies(signature, &one(other, "%x, %y", ""), &one(op, "%x, %y", "")),
            Err(NoTerms::Differ)
        );
    }
    let vector = |kind: &str| {
        format!(
            "%v = vector.from_elements %x, %y, %z : vector<3xf32>\n\
             %r = vector.reduction <{kind}>, %v : vector<3xf32> into f32\nreturn %r : f32"
        )
    };
    assert_eq!(bodies(signature, &vector("maximumf"), &vector("maxnumf")), Err(NoTerms::Differ));
    assert_eq!(
        bodies(signature, &two("maxnumf", "%x, %y", "%s, %z", ""), &vector("maxnumf")),
        Err(NoTerms::Differ)
    );
}

fn an_approximation_is_equal_to_itself_alone() {
    let signature = "(%x: f32) -> f32";
    let one = |op: &str| format!("%r = {op} %x : f32\nreturn %r : f32");
    assert_eq!(bodies(signature, &one("math.exp"), &one("math.exp")), Ok(WHOLE));
    for other in ["math.exp2", "math.expm1", "math.log"] {
        assert_eq!(bodies(signature, &one("math.exp"), &one(other)), Err(NoTerms::Differ), "{other}");
    }
    let flagged = "%r = math.exp %x fastmath<afn> : f32\nreturn %r : f32";
    assert_eq!(bodies(signature, &one("math.exp"), flagged), Err(NoTerms::Differ));
    let wide = "%w = arith.extf %x : f32 to f64\n%e = math.exp %w : f64\n%r = arith.truncf %e : f64 to f32\nreturn %r : f32";
    assert_eq!(bodies(signature, &one("math.exp"), wide), Err(NoTerms::Differ));
    let reciprocal = "%s = math.sqrt %x : f32\n%o = arith.constant 1.0 : f32\n%r = arith.divf %o, %s : f32\nreturn %r : f32";
    assert_eq!(bodies(signature, &one("math.rsqrt"), reciprocal), Err(NoTerms::Differ));
    // Of a constant, too: no digits of an approximation are known.
    let constant = |op: &str| format!("%o = arith.constant 1.0 : f32\n%r = {op} : f32\nreturn %r : f32");
    let folded = "%r = arith.constant 2.71828175 : f32\nreturn %r : f32";
    assert_eq!(bodies(signature, &constant("math.exp %o"), folded), Err(NoTerms::Differ));
    assert_eq!(bodies(signature, folded, &constant("math.exp %o")), Err(NoTerms::Differ));
    let signature = "(%x: tensor<2xf32>) -> tensor<2xf32>";
    let tensor = |op: &str| format!("%r = {op} %x : {}\nreturn %r : tensor<2xf32>", op_type(op));
    for (before, after) in [("tosa.exp", "math.exp"), ("math.exp", "tosa.exp"), ("tosa.exp", "tosa.tanh")] {
        assert_eq!(
            bodies(signature, &tensor(before), &tensor(after)),
            Err(NoTerms::Differ),
            "{before} {after}"
        );
    }
}

fn op_type(op: &str) -> &'static str {
    if op.starts_with("tosa.") { "(tensor<2xf32>) -> tensor<2xf32>" } else { "tensor<2xf32>" }
}

fn iterations_that_race_have_no_outcome() {
    let signature = "(%m: memref<4xi8>, %x: i8, %y: i8)";
    let store = |place: &str| {
        format!(
            "scf.parallel (%i) = (%c0) to (%c4) step (%c1) {{\n%k = arith.index_cast %i : index to i8\nmemref.store %k, %m[{place}] : memref<4xi8>\nscf.reduce\n}}\nreturn"
        )
    };
    assert_eq!(bodies(signature, &store("%i"), &store("%i")), Ok(WHOLE));
    assert_eq!(bodies(signature, &store("%c0"), &store("%c0")), Err(NoTerms::Outcome));
    let affine = |place: &str| {
        format!(
            "affine.parallel (%i) = (0) to (4) {{\naffine.store %x, %m[{place}] : memref<4xi8>\n}}\nreturn"
        )
    };
    assert_eq!(bodies(signature, &affine("%i"), &affine("%i")), Ok(WHOLE));
    // All write the same: a race is one all the same.
    assert_eq!(bodies(signature, &affine("0"), &affine("0")), Err(NoTerms::Outcome));
    assert_eq!(bodies(signature, &affine("%i mod 2"), &affine("%i mod 2")), Err(NoTerms::Outcome));
    let reads = "affine.parallel (%i) = (0) to (3) {\n%v = affine.load %m[%i + 1] : memref<4xi8>\naffine.store %v, %m[%i] : memref<4xi8>\n}\nreturn";
    assert_eq!(bodies(signature, reads, reads), Err(NoTerms::Outcome));
    let in_order = reads.replace("parallel (%i) = (0) to (3)", "for %i = 0 to 3");
    assert_eq!(bodies(signature, &in_order, reads), Err(NoTerms::Outcome));
    let filled = "affine.parallel (%i) = (0) to (4) {\n%v = memref.subview %m[0] [2] [1] : memref<4xi8> to memref<2xi8, strided<[1]>>\nlinalg.fill ins(%x : i8) outs(%v : memref<2xi8, strided<[1]>>)\n}\nreturn";
    assert_eq!(bodies(signature, filled, filled), Err(NoTerms::Outcome));
}

fn insertions_at_one_place_leave_poison() {
    let signature = "(%a: tensor<4xi8>, %x: tensor<1xi8>) -> tensor<4xi8>";
    let each = |place: &str| {
        format!(
            "%r = scf.forall (%i) in (4) shared_outs(%o = %a) -> (tensor<4xi8>) {{\nscf.forall.in_parallel {{\n\
             tensor.parallel_insert_slice %x into %o[{place}] [1] [1] : tensor<1xi8> into tensor<4xi8>\n}}\n}}\nreturn %r : tensor<4xi8>"
        )
    };
    let once = "%r = tensor.insert_slice %x into %a[0] [1] [1] : tensor<1xi8> into tensor<4xi8>\nreturn %r : tensor<4xi8>";
    assert_eq!(bodies(signature, &each("%i"), &each("%i")), Ok(WHOLE));
    assert_eq!(bodies(signature, once, &each("0")), Err(NoTerms::Differ));
    assert_eq!(bodies(signature, &each("0"), once), Ok(WHOLE));
}

fn reductions_of_loops_without_order_have_one_outcome_or_none() {
    let sum = |ty: &str, op: &str| {
        format!(
            "%s = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%x) -> {ty} {{\n%v = memref.load %m[%i] : memref<4x{ty}>\n\
             scf.reduce(%v : {ty}) {{\n^bb0(%l: {ty}, %r: {ty}):\n%t = {op} %l, %r : {ty}\nscf.reduce.return %t : {ty}\n}}\n}}\nreturn %s : {ty}"
        )
    };
    let signature = |ty: &str| format!("(%m: memref<4x{ty}>, %x: {ty}) -> {ty}");
    let whole = sum("i8", "arith.addi");
    assert_eq!(bodies(&signature("i8"), &whole, &whole), Ok(WHOLE));
    let minus = sum("i8", "arith.subi");
    assert_eq!(bodies(&signature("i8"), &minus, &minus), Err(NoTerms::Outcome));
    let floats = sum("f32", "arith.addf");
    assert_eq!(bodies(&signature("f32"), &floats, &floats), Err(NoTerms::Outcome));
    let affine = "%s = affine.parallel (%i) = (0) to (4) reduce (\"addf\") -> (f32) {\n%v = affine.load %m[%i] : memref<4xf32>\n\
                  affine.yield %v : f32\n}\nreturn %s : f32";
    assert_eq!(bodies(&signature("f32"), affine, affine), Err(NoTerms::Outcome));
}

fn elements_outside_are_padding_or_undefined() {
    let signature = "(%m: memref<5xi8>, %p: i8) -> vector<4xi8>";
    let read = |start: &str, padding: &str, bounds: bool| {
        format!(
            "%z = arith.constant 0 : i8\n%v = vector.transfer_read %m[{start}], {padding} {{in_bounds = [{bounds}]}} : memref<5xi8>, vector<4xi8>\n\
             return %v : vector<4xi8>"
        )
    };
    let outside = read("%c2", "%p", false);
    assert_eq!(bodies(signature, &outside, &outside), Ok(WHOLE));
    assert_eq!(bodies(signature, &outside, &read("%c2", "%z", false)), Err(NoTerms::Differ));
    assert_eq!(bodies(signature, &outside, &read("%c2", "%p", true)), Err(NoTerms::Outcome));
    assert_eq!(bodies(signature, &outside, &read("%c1", "%p", true)), Err(NoTerms::Differ));
    let inside = read("%c1", "%p", true);
    assert_eq!(bodies(signature, &inside, &read("%c1", "%z", false)), Ok(WHOLE));
    let loaded = |start: &str| {
        format!("%v = vector.load %m[{start}] : memref<5xi8>, vector<4xi8>\nreturn %v : vector<4xi8>")
    };
    assert_eq!(bodies(signature, &inside, &loaded("%c1")), Ok(WHOLE));
    assert_eq!(bodies(signature, &outside, &loaded("%c2")), Err(NoTerms::Outcome));
    let signature = "(%m: memref<5xi8>, %v: vector<4xi8>)";
    let write = |start: &str, bounds: bool| {
        format!(
            "vector.transfer_write %v, %m[{start}] {{in_bounds = [{bounds}]}} : vector<4xi8>, memref<5xi8>\nreturn"
        )
    };
    assert_eq!(bodies(signature, &write("%c2", false), &write("%c2", false)), Ok(WHOLE));
    assert_eq!(bodies(signature, &write("%c2", false), &write("%c1", false)), Err(NoTerms::Differ));
    assert_eq!(bodies(signature, &write("%c2", false), &write("%c2", true)), Err(NoTerms::Outcome));
    let signature = "(%a: tensor<5xi8>, %p: i8) -> tensor<4xi8>";
    let sliced = |start: &str| {
        format!(
            "%r = tensor.extract_slice %a[{start}] [4] [1] : tensor<5xi8> to tensor<4xi8>\nreturn %r : tensor<4xi8>"
        )
    };
    assert_eq!(bodies(signature, &sliced("%c1"), &sliced("1")), Ok(WHOLE));
    assert_eq!(bodies(signature, &sliced("%c1"), &sliced("%c2")), Err(NoTerms::Outcome));
    assert_eq!(bodies(signature, &sliced("%c1"), &sliced("%c0")), Err(NoTerms::Differ));
    let signature = "(%a: tensor<3xi8>, %p: i8, %q: i8) -> tensor<5xi8>";
    let padded = |low: usize, high: usize, value: &str| {
        format!(
            "%r = tensor.pad %a low[{low}] high[{high}] {{\n^bb0(%i: index):\ntensor.yield {value} : i8\n}} : tensor<3xi8> to tensor<5xi8>\n\
             return %r : tensor<5xi8>"
        )
    };
    assert_eq!(bodies(signature, &padded(1, 1, "%p"), &padded(1, 1, "%p")), Ok(WHOLE));
    for wrong in [padded(1, 1, "%q"), padded(0, 2, "%p"), padded(2, 0, "%p")] {
        assert_eq!(bodies(signature, &padded(1, 1, "%p"), &wrong), Err(NoTerms::Differ));
    }
    let inserted = |start: &str| {
        format!(
            "%e = tensor.splat %p : tensor<5xi8>\n%r = tensor.insert_slice %a into %e[{start}] [3] [1] : tensor<3xi8> into tensor<5xi8>\n\
             return %r : tensor<5xi8>"
        )
    };
    assert_eq!(bodies(signature, &padded(1, 1, "%p"), &inserted("%c1")), Ok(WHOLE));
    assert_eq!(bodies(signature, &padded(1, 1, "%p"), &inserted("%c4")), Err(NoTerms::Outcome));
}

fn integers_are_no_more_defined_before_than_after() {
    let signature = "(%x: i8, %y: i8) -> i8";
    let one = |line: &str| {
        format!(
            "%k = arith.constant 8 : i8\n%n = arith.constant -1 : i8\n%z = arith.constant 0 : i8\n%r = arith.{line} : i8\nreturn %r : i8"
        )
    };
    let flagless = [
        ("addi %x, %y", "overflow<nsw>"),
        ("muli %x, %y", "overflow<nuw>"),
        ("shli %x, %y", "overflow<nsw, nuw>"),
    ];
    for (line, flags) in flagless {
        let (without, with) = (one(line), one(&format!("{line} {flags}")));
        assert_eq!(bodies(signature, &with, &without), Ok(AllValues { without_flags: true, ..WHOLE }));
        assert_eq!(bodies(signature, &without, &with), Err(NoTerms::Differ));
    }
    for exact in ["divui %x, %y", "shrui %x, %y", "divsi %x, %y"] {
        let (op, operands) = exact.split_once(' ').expect("an operation");
        let (without, with) = (one(exact), one(&format!("{op} {operands} exact")));
        assert_eq!(
            bodies(signature, &with, &without),
            Ok(AllValues { without_flags: true, ..WHOLE }),
            "{exact}"
        );
        assert_eq!(bodies(signature, &without, &with), Err(NoTerms::Differ), "{exact}");
    }
    let unused = |line: &str| one(line).replace("return %r", "return %x");
    let same = "return %x : i8";
    for undefined in ["divui %x, %y", "remsi %x, %y", "ceildivsi %y, %x", "divsi %x, %n", "floordivsi %x, %n"]
    {
        assert_eq!(bodies(signature, same, &unused(undefined)), Err(NoTerms::Undefined), "{undefined}");
        assert_eq!(bodies(signature, &unused(undefined), same), Ok(WHOLE), "{undefined}");
        assert_eq!(bodies(signature, &unused(undefined), &unused(undefined)), Ok(WHOLE), "{undefined}");
    }
    for (before, after) in
        [("divui %x, %y", "divsi %x, %y"), ("divui %x, %y", "divui %y, %x"), ("divsi %x, %n", "divsi %y, %n")]
    {
        assert_eq!(
            bodies(signature, &unused(before), &unused(after)),
            Err(NoTerms::Undefined),
            "{before} {after}"
        );
    }
    assert_eq!(bodies(signature, same, &unused("divui %x, %z")), Err(NoTerms::Outcome));
    // A shift by the width is poison, and nothing that is a number becomes it.
    assert_eq!(bodies(signature, same, &one("shli %x, %k")), Err(NoTerms::Differ));
    assert_eq!(bodies(signature, &one("shli %x, %y"), &one("shrui %x, %y")), Err(NoTerms::Differ));
}

fn a_division_on_one_path_is_no_division_on_all() {
    let signature = "(%m: memref<4xi8>, %x: i8)";
    let each = |from: &str, inside: &str, outside: &str| {
        format!(
            "{outside}\nscf.for %i = {from} to %c4 step %c1 {{\n{inside}\nmemref.store %q, %m[%i] : memref<4xi8>\n}}\nreturn"
        )
    };
    let divided = "%k = arith.constant 7 : i8\n%q = arith.divui %k, %x : i8";
    assert_eq!(bodies(signature, &each("%c0", divided, ""), &each("%c0", "", divided)), Ok(WHOLE));
    // The loop does not run.
    assert_eq!(
        bodies(signature, &each("%c4", divided, ""), &each("%c4", "", divided)),
        Err(NoTerms::Undefined)
    );
}

fn data_ends_the_run_wherever_it_decides() {
    let signature =
        "(%c: i1, %i: index, %m: memref<4xi8>, %t: tensor<4xi8>, %v: vector<4xi8>, %b: vector<4xi1>) -> i8";
    let number = "%x = memref.load %m[%c0] : memref<4xi8>\n";
    let decided = [
        ("scf.for", "scf.for %j = %c0 to %i step %c1 {\n}"),
        ("scf.while", "scf.while : () -> () {\nscf.condition(%c)\n} do {\nscf.yield\n}"),
        ("cf.cond_br", "cf.cond_br %c, ^one, ^one\n^one:"),
        ("scf.index_switch", "scf.index_switch %i\ncase 1 {\nscf.yield\n}\ndefault {\nscf.yield\n}"),
        ("affine.if", "affine.if affine_set<(d0) : (d0 >= 0)>(%i) {\n}"),
        ("affine.load", "%a = affine.load %m[%i] : memref<4xi8>"),
        ("memref.store", "memref.store %x, %m[%i] : memref<4xi8>"),
        ("tensor.extract", "%a = tensor.extract %t[%i] : tensor<4xi8>"),
        ("tensor.insert", "%a = tensor.insert %x into %t[%i] : tensor<4xi8>"),
        ("vector.extract", "%a = vector.extract %v[%i] : i8 from vector<4xi8>"),
        ("vector.insert", "%a = vector.insert %x, %v[%i] : i8 into vector<4xi8>"),
        ("vector.transfer_read", "%a = vector.transfer_read %m[%i], %x : memref<4xi8>, vector<2xi8>"),
        ("vector.create_mask", "%a = vector.create_mask %i : vector<4xi1>"),
        ("memref.alloc", "%a = memref.alloc(%i) : memref<?xi8>"),
        (
            "memref.subview",
            "%a = memref.subview %m[%i] [1] [1] : memref<4xi8> to memref<1xi8, strided<[1], offset: ?>>",
        ),
        ("cf.assert", "cf.assert %c, \"no\""),
    ];
    for (name, line) in decided {
        let body = format!("{number}{line}\nreturn %x : i8");
        let found = bodies(signature, &body, &body);
        assert!(
            matches!(&found, Err(NoTerms::Data(at) | NoTerms::Operation(at)) if at == name || name == "scf.while" && at == "scf.condition"),
            "{name}: {found:?}"
        );
    }
    for masked in [
        "%a = vector.transfer_read %m[%c0], %x, %b : memref<4xi8>, vector<4xi8>",
        "vector.transfer_write %v, %m[%c0], %b : vector<4xi8>, memref<4xi8>",
        "%a = vector.maskedload %m[%c0], %b, %v : memref<4xi8>, vector<4xi1>, vector<4xi8> into vector<4xi8>",
    ] {
        let body = format!("{number}{masked}\nreturn %x : i8");
        assert!(
            matches!(bodies(signature, &body, &body), Err(NoTerms::Data(_) | NoTerms::Operation(_))),
            "{masked}"
        );
    }
    // A selection is a term, and no branch.
    let selected = |other: &str| {
        format!(
            "{number}%y = vector.extract %v[0] : i8 from vector<4xi8>\n%r = arith.select %c, {other} : i8\nreturn %r : i8"
        )
    };
    assert_eq!(bodies(signature, &selected("%x, %y"), &selected("%x, %y")), Ok(WHOLE));
    assert_eq!(bodies(signature, &selected("%x, %y"), &selected("%y, %x")), Err(NoTerms::Differ));
}

fn products_of_other_types_than_their_sum_are_left_open() {
    let signature = |sum: &str| format!("(%a: vector<4xi8>, %b: vector<4xi8>, %c: {sum}) -> {sum}");
    let contract = |sum: &str| {
        format!(
            "%r = vector.contract {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], \
             iterator_types = [\"reduction\"], kind = #vector.kind<add>}} %a, %b, %c : vector<4xi8>, vector<4xi8> into {sum}\nreturn %r : {sum}"
        )
    };
    assert_eq!(bodies(&signature("i8"), &contract("i8"), &contract("i8")), Ok(WHOLE));
    assert_left_open(&signature("i32"), &contract("i32"), "vector.contract");
    let signature = "(%a: vector<2xf32>, %b: vector<2xf32>, %c: f32) -> f32";
    let floats = contract("f32").replace("4xi8", "2xf32");
    let element =
        |of: &str, at: usize| format!("%{of}{at} = vector.extract %{of}[{at}] : f32 from vector<2xf32>\n");
    let elements: String = ["a", "b"].iter().flat_map(|of| [element(of, 0), element(of, 1)]).collect();
    let in_order = |first: usize, second: usize| {
        format!(
            "{elements}%p = arith.mulf %a{first}, %b{first} : f32\n%s = arith.addf %c, %p : f32\n\
             %q = arith.mulf %a{second}, %b{second} : f32\n%t = arith.addf %s, %q : f32\nreturn %t : f32"
        )
    };
    assert_eq!(bodies(signature, &floats, &floats), Ok(WHOLE));
    assert_eq!(bodies(signature, &floats, &in_order(0, 1)), Ok(WHOLE));
    assert_eq!(bodies(signature, &floats, &in_order(1, 1)), Err(NoTerms::Differ));
    assert_eq!(bodies(signature, &in_order(0, 1), &floats), Err(NoTerms::Differ));
}

fn memory_that_is_freed_or_not_written_is_no_number() {
    let signature = "(%m: memref<2xi8>, %x: i8) -> i8";
    let freed = "%n = memref.alloc() : memref<2xi8>\nmemref.store %x, %n[%c0] : memref<2xi8>\nmemref.dealloc %n : memref<2xi8>\n\
                 %r = memref.load %n[%c0] : memref<2xi8>\nreturn %r : i8";
    assert_eq!(bodies(signature, "return %x : i8", freed), Err(NoTerms::Outcome));
    let kept = freed.replace("memref.dealloc %n : memref<2xi8>\n", "");
    assert_eq!(bodies(signature, "return %x : i8", &kept), Ok(WHOLE));
    let beside = kept.replace("load %n[%c0]", "load %n[%c1]");
    assert_eq!(bodies(signature, "return %x : i8", &beside), Err(NoTerms::Differ));
    let ended = "memref.dealloc %m : memref<2xi8>\nreturn %x : i8";
    // Its contents are gone.
    assert_eq!(bodies(signature, "return %x : i8", ended), Err(NoTerms::Differ));
    let empty =
        "%e = tensor.empty() : tensor<2xi8>\n%r = tensor.extract %e[%c0] : tensor<2xi8>\nreturn %r : i8";
    assert_eq!(bodies(signature, "return %x : i8", empty), Err(NoTerms::Differ));
    assert_eq!(bodies(signature, empty, "return %x : i8"), Ok(WHOLE));
}

fn other_functions_and_poison_are_no_numbers() {
    let called = |times: usize| {
        let calls = "func.call @g(%x) : (i8) -> ()\n".repeat(times);
        format!("func.func private @g(i8)\nfunc.func @f(%x: i8) -> i8 {{\n{calls}return %x : i8\n}}\n")
    };
    assert!(modules(&called(1), &called(2)).is_err() && modules(&called(1), &called(1)).is_err());
    let signature = "(%x: i8) -> i8";
    let poison = "%p = ub.poison : i8\n%r = arith.addi %p, %x : i8\nreturn %r : i8";
    let bare = "%p = ub.poison : i8\nreturn %p : i8";
    assert_eq!(bodies(signature, bare, "return %x : i8"), Ok(WHOLE));
    assert_eq!(bodies(signature, "return %x : i8", bare), Err(NoTerms::Differ));
    assert_eq!(bodies(signature, "return %x : i8", poison), Err(NoTerms::Differ));
    let frozen = "%p = llvm.mlir.poison : i8\n%r = llvm.freeze %p : i8\nreturn %r : i8";
    assert!(matches!(bodies(signature, frozen, frozen), Err(NoTerms::Operation(_))));
    let by_poison = "%p = ub.poison : i8\n%r = arith.divui %x, %p : i8\nreturn %x : i8";
    assert_eq!(bodies(signature, "return %x : i8", by_poison), Err(NoTerms::Outcome));
}

fn permissions_of_floats_are_not_taken_from_nothing() {
    let signature = "(%x: f32, %y: f32, %z: f32) -> f32";
    let by_two = |one: &str, other: &str| {
        format!("%p = arith.mulf %x, %y{one} : f32\n%r = arith.addf %p, %z{other} : f32\nreturn %r : f32")
    };
    let fused = "%r = math.fma %x, %y, %z : f32\nreturn %r : f32";
    let contract = " fastmath<contract>";
    let both = by_two(contract, contract);
    assert_eq!(bodies(signature, &both, &both), Ok(WHOLE));
    assert_eq!(bodies(signature, &both, &by_two("", "")), Ok(WHOLE));
    for after in [&both, fused, &by_two(contract, ""), &by_two("", contract)] {
        assert_eq!(bodies(signature, &by_two("", ""), after), Err(NoTerms::Differ), "{after}");
    }
    assert_eq!(bodies(signature, fused, &by_two("", "")), Err(NoTerms::Differ));
    assert_eq!(bodies(signature, fused, &both), Err(NoTerms::Differ));
    assert_eq!(bodies(signature, &by_two(contract, ""), &both), Err(NoTerms::Differ));
    for flags in
        [" fastmath<reassoc>", " fastmath<arcp>", " fastmath<nnan>", " fastmath<ninf>", " fastmath<fast>"]
    {
        assert_eq!(bodies(signature, &by_two("", ""), &by_two("", flags)), Err(NoTerms::Differ), "{flags}");
        assert!(bodies(signature, &by_two("", flags), &by_two("", "")).is_ok(), "{flags}");
    }
    // Two results may be chosen apart, and one not.
    let signature = "(%x: f32, %y: f32, %z: f32) -> (f32, f32)";
    let list = |names: &str| {
        format!(
            "%p = arith.addf %x, %y fastmath<nsz> : f32\n%q = arith.addf %x, %y fastmath<nsz> : f32\nreturn {names} : f32, f32"
        )
    };
    assert_eq!(bodies(signature, &list("%p, %q"), &list("%p, %q")), Ok(WHOLE));
    assert_eq!(bodies(signature, &list("%p, %p"), &list("%p, %q")), Err(NoTerms::Differ));
}

/// The answer, without the degree and the chain.
fn polynomials(signature: &str, before: &str, after: &str) -> Result<Option<bool>, NoTerms> {
    bodies(signature, before, after).map(|found| found.polynomials.map(|one| one.reals))
}

fn integers_are_a_ring_without_promises_and_floats_are_none() {
    let signature = "(%x: i8, %y: i8, %z: i8) -> i8";
    let sum = |one: &str, other: &str, flags: &str| {
        format!("%s = arith.addi {one} : i8\n%r = arith.addi {other}{flags} : i8\nreturn %r : i8")
    };
    let before = sum("%x, %y", "%s, %z", "");
    assert_eq!(polynomials(signature, &before, &sum("%y, %z", "%x, %s", "")), Ok(Some(false)));
    assert_eq!(polynomials(signature, &before, &sum("%y, %z", "%y, %s", "")), Err(NoTerms::Differ));
    assert_eq!(
        polynomials(signature, &before, &sum("%y, %z", "%x, %s", " overflow<nsw>")),
        Err(NoTerms::Differ)
    );
    assert_eq!(
        polynomials(signature, &sum("%x, %y", "%s, %z", " overflow<nsw>"), &sum("%y, %z", "%x, %s", "")),
        Ok(Some(false))
    );
    let product = |lines: &str| format!("{lines}\nreturn %r : i8");
    let before = product("%s = arith.addi %y, %z : i8\n%r = arith.muli %x, %s : i8");
    let apart = |last: &str| {
        product(&format!(
            "%a = arith.muli %x, %y : i8\n%b = arith.muli {last} : i8\n%r = arith.addi %a, %b : i8"
        ))
    };
    assert_eq!(polynomials(signature, &before, &apart("%x, %z")), Ok(Some(false)));
    assert_eq!(polynomials(signature, &before, &apart("%y, %z")), Err(NoTerms::Differ));
    let minus = product("%m = arith.constant -1 : i8\n%r = arith.muli %x, %m : i8");
    let from =
        |number: u8| product(&format!("%n = arith.constant {number} : i8\n%r = arith.subi %n, %x : i8"));
    assert_eq!(polynomials(signature, &minus, &from(0)), Ok(Some(false)));
    assert_eq!(polynomials(signature, &minus, &from(1)), Err(NoTerms::Differ));
    // A number that cancels is poison where it was not used before.
    let same = product("%r = arith.addi %x, %y : i8");
    let cancelled =
        product("%s = arith.addi %y, %z : i8\n%t = arith.subi %s, %z : i8\n%r = arith.addi %x, %t : i8");
    assert_eq!(polynomials(signature, &same, &cancelled), Err(NoTerms::Differ));
    let by_zero = product(
        "%n = arith.constant 0 : i8\n%s = arith.muli %z, %n : i8\n%t = arith.addi %x, %s : i8\n%r = arith.addi %t, %y : i8",
    );
    assert_eq!(polynomials(signature, &same, &by_zero), Err(NoTerms::Differ));
    // A truncated sum is one of truncated numbers, which a ring of one width does not say; and a wider sum is another one.
    let wide = |lines: &str| product(&format!("{lines}\n%r = arith.trunci %w : i16 to i8"));
    let first =
        "%a = arith.extsi %x : i8 to i16\n%b = arith.extsi %y : i8 to i16\n%w = arith.addi %a, %b : i16";
    let then = "%s = arith.addi %x, %y : i8\n%w = arith.extsi %s : i8 to i16";
    assert_eq!(polynomials(signature, &wide(first), &wide(then)), Err(NoTerms::Differ));
}

fn floats_are_real_numbers_where_all_of_the_program_before_may_be_reordered() {
    let signature = "(%x: f32, %y: f32, %z: f32) -> f32";
    let sum = |one: &str, other: &str, flags: &str| {
        format!("%s = arith.addf {one}{flags} : f32\n%r = arith.addf {other}{flags} : f32\nreturn %r : f32")
    };
    let (old, new) = (["%x, %y", "%s, %z"], ["%y, %z", "%x, %s"]);
    let asked = |old_flags: &str, new_flags: &str| {
        polynomials(signature, &sum(old[0], old[1], old_flags), &sum(new[0], new[1], new_flags))
    };
    assert_eq!(asked(" fastmath<reassoc>", ""), Ok(Some(true)));
    assert_eq!(asked(" fastmath<reassoc>", " fastmath<reassoc>"), Ok(Some(true)));
    assert_eq!(asked(" fastmath<fast>", " fastmath<fast>"), Ok(Some(true)));
    assert_eq!(asked("", " fastmath<reassoc>"), Err(NoTerms::Differ));
    assert_eq!(asked("", ""), Err(NoTerms::Differ));
    assert_eq!(asked(" fastmath<reassoc>", " fastmath<reassoc,nnan>"), Err(NoTerms::Differ));
    assert_eq!(asked(" fastmath<contract>", ""), Err(NoTerms::Differ));
    let wrong = sum("%y, %z", "%y, %s", "");
    assert_eq!(
        polynomials(signature, &sum(old[0], old[1], " fastmath<reassoc>"), &wrong),
        Err(NoTerms::Differ)
    );
    // One of two sums may not be reordered.
    let half = sum(old[0], old[1], " fastmath<reassoc>").replacen(" fastmath<reassoc>", "", 1);
    assert_eq!(polynomials(signature, &half, &sum(new[0], new[1], "")), Err(NoTerms::Differ));
    // Nor may a product be taken apart that is none to reorder.
    let product = |flags: &str| {
        format!(
            "%s = arith.addf %y, %z fastmath<reassoc> : f32\n%r = arith.mulf %x, %s{flags} : f32\nreturn %r : f32"
        )
    };
    let apart = "%a = arith.mulf %x, %y : f32\n%b = arith.mulf %x, %z : f32\n%r = arith.addf %a, %b : f32\nreturn %r : f32";
    assert_eq!(polynomials(signature, &product(""), apart), Err(NoTerms::Differ));
    assert_eq!(polynomials(signature, &product(" fastmath<reassoc>"), apart), Ok(Some(true)));
}

/// A sum of 4 numbers as two of 2.
fn a_structured_sum_may_be_split_and_a_loop_may_not() {
    let signature = "(%a: memref<4xf32>, %b: memref<f32>)";
    let structured = generic(
        &["(d0) -> (d0)", "(d0) -> ()"],
        "reduction",
        "ins(%a : memref<4xf32>) outs(%b : memref<f32>)",
        "%x: f32, %y: f32",
        "%s = arith.addf %x, %y : f32\nlinalg.yield %s : f32",
    );
    let part = |name: &str, from: u32, to: u32| {
        format!(
            "%{name} = affine.for %i = {from} to {to} iter_args(%s = %zero) -> (f32) {{\n%v = affine.load %a[%i] : memref<4xf32>\n\
             %n = arith.addf %s, %v : f32\naffine.yield %n : f32\n}}\n"
        )
    };
    let split = |middle: u32, last: u32| {
        format!(
            "%zero = arith.constant 0.0 : f32\n{}{}%o = affine.load %b[] : memref<f32>\n%t = arith.addf %p, %q : f32\n\
             %u = arith.addf %o, %t : f32\naffine.store %u, %b[] : memref<f32>\nreturn",
            part("p", 0, middle),
            part("q", middle, last)
        )
    };
    let looped = "affine.for %i = 0 to 4 {\n%v = affine.load %a[%i] : memref<4xf32>\n%o = affine.load %b[] : memref<f32>\n\
                  %n = arith.addf %o, %v : f32\naffine.store %n, %b[] : memref<f32>\n}\nreturn";
    assert_eq!(polynomials(signature, looped, &split(2, 4)), Err(NoTerms::Differ));
    assert_eq!(polynomials(signature, &structured, looped), Ok(None));
    for middle in 0..4 {
        assert_eq!(polynomials(signature, &structured, &split(middle, 4)), Ok(Some(true)), "{middle}");
        assert_eq!(polynomials(signature, &structured, &split(middle, 3)), Err(NoTerms::Differ), "{middle}");
    }
}

assay_testing::tests!(
    integers_are_a_ring_without_promises_and_floats_are_none,
    floats_are_real_numbers_where_all_of_the_program_before_may_be_reordered,
    a_structured_sum_may_be_split_and_a_loop_may_not,
    writes_of_parallel_iterations_to_one_element_have_no_order,
    a_sum_of_integers_is_that_of_a_loop_and_no_other,
    a_sum_of_floats_may_be_in_order_and_not_the_other_way_round,
    what_is_read_from_the_memory_of_an_output_depends_on_the_order,
    views_with_one_element_at_two_places_are_left_open,
    a_body_that_uses_memory_is_left_open,
    extrema_keep_their_order_and_zeros,
    an_approximation_is_equal_to_itself_alone,
    iterations_that_race_have_no_outcome,
    insertions_at_one_place_leave_poison,
    reductions_of_loops_without_order_have_one_outcome_or_none,
    elements_outside_are_padding_or_undefined,
    integers_are_no_more_defined_before_than_after,
    a_division_on_one_path_is_no_division_on_all,
    data_ends_the_run_wherever_it_decides,
    products_of_other_types_than_their_sum_are_left_open,
    memory_that_is_freed_or_not_written_is_no_number,
    other_functions_and_poison_are_no_numbers,
    permissions_of_floats_are_not_taken_from_nothing,
);
