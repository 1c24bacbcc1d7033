//! `arith` against the integers of mathematics: values, poison and undefined behaviour of every operation on
//! all operands of 1 to 4 bits, poison too. Real folders leave many of these alone; this file does not.

use crate::programs::{read, run};
use assay_backend::engine::{Engine, IndexWidth, Options, Outcome, Undefined, Unsupported};
use assay_backend::int::Int;
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::{Shaped, Value};

/// What an operation should come to; a result that is `None` is poison.
type Expected = Result<Vec<Option<i64>>, Undefined>;

/// A program with one operation in `@f`, whose parameters are the operands.
fn program_of(operation: &str, properties: &str, operands: &[String], results: &[String]) -> String {
    let properties = if properties.is_empty() { String::new() } else { format!(" <{{{properties}}}>") };
    let parameters: Vec<String> =
        operands.iter().enumerate().map(|(index, ty)| format!("%o{index}: {ty}")).collect();
    let names: Vec<String> = (0..operands.len()).map(|index| format!("%o{index}")).collect();
    let returned: Vec<String> = (0..results.len()).map(|index| format!("%r#{index}")).collect();
    let (operands, types) = (operands.join(", "), results.join(", "));
    format!(
        "func.func @f({}) -> ({types}) {{\n  %r:{} = \"{operation}\"({}){properties} : ({operands}) -> ({types})\n\
         \x20 return {} : {types}\n}}\n",
        parameters.join(", "),
        results.len(),
        names.join(", "),
        returned.join(", ")
    )
}

fn ty(width: u32) -> String {
    format!("i{width}")
}

fn types(widths: &[u32]) -> Vec<String> {
    widths.iter().map(|width| ty(*width)).collect()
}

fn value(width: u32, number: Option<i64>) -> Value {
    number.map_or(Value::Poison, |number| Value::Int(Int::from_i128(width, i128::from(number))))
}

/// All signed numbers of a width, and poison.
fn every(width: u32) -> Vec<Option<i64>> {
    let half = 1 << (width - 1);
    (-half..half).map(Some).chain([None]).collect()
}

/// All combinations of operands of these widths.
fn tuples(widths: &[u32]) -> Vec<Vec<Option<i64>>> {
    widths.iter().fold(vec![Vec::new()], |tuples, width| {
        let longer = |tuple: Vec<Option<i64>>| {
            every(*width).into_iter().map(move |last| [tuple.clone(), vec![last]].concat())
        };
        tuples.into_iter().flat_map(longer).collect()
    })
}

/// Runs an operation on all operands of some widths, given as signed numbers.
fn check(
    operation: &str,
    properties: &str,
    operands: &[u32],
    results: &[u32],
    expect: impl Fn(&[Option<i64>]) -> Expected,
) {
    let program = read(&program_of(operation, properties, &types(operands), &types(results)));
    let function = find_function(&program, "f").expect("the program has @f");
    for tuple in tuples(operands) {
        let arguments: Vec<Value> =
            tuple.iter().zip(operands).map(|(number, width)| value(*width, *number)).collect();
        let run = Interpreter.run(&program, function, &arguments, &Options::default());
        let got = run.expect("the arguments have the types of the parameters").outcome;
        let what = format!("{operation} {properties} {operands:?} {tuple:?}");
        match expect(&tuple) {
            Err(expected) => {
                assert!(matches!(got, Outcome::Ub { why, .. } if why == expected), "{what}: {got:?}")
            }
            Ok(numbers) => {
                let expected = numbers.iter().zip(results).map(|(number, width)| value(*width, *number));
                assert_eq!(got, Outcome::Values(expected.collect()), "{what}");
            }
        }
    }
}

/// Expects poison for any poison operand, else what `exact` gives.
fn unless_poison(tuple: &[Option<i64>], results: usize, exact: impl Fn(&[i64]) -> Expected) -> Expected {
    match tuple.iter().copied().collect::<Option<Vec<i64>>>() {
        Some(numbers) => exact(&numbers),
        None => Ok(vec![None; results]),
    }
}

fn binary(operation: &str, exact: impl Fn(u32, i64, i64) -> i64) {
    for width in 1..=4 {
        check(operation, "", &[width, width], &[width], |tuple| {
            unless_poison(tuple, 1, |numbers| Ok(vec![Some(exact(width, numbers[0], numbers[1]))]))
        });
    }
}

fn unsigned(width: u32, signed: i64) -> i64 {
    signed.rem_euclid(1 << width)
}

fn fits_signed(width: u32, number: i64) -> bool {
    (-(1 << (width - 1))..1 << (width - 1)).contains(&number)
}

fn fits_unsigned(width: u32, number: i64) -> bool {
    (0..1 << width).contains(&number)
}

const FLAGS: [(&str, bool, bool); 4] =
    [("none", false, false), ("nsw", true, false), ("nuw", false, true), ("nsw, nuw", true, true)];

/// An operation with overflow flags, from its exact result in the integers; `None` is poison in any case.
fn flagged(operation: &str, exact: impl Fn(u32, i64, i64) -> Option<i64>, amount_is_unsigned: bool) {
    for (width, (flags, nsw, nuw)) in (1..=4).flat_map(|width| FLAGS.map(|flags| (width, flags))) {
        let properties = format!("overflowFlags = #arith.overflow<{flags}>");
        check(operation, &properties, &[width, width], &[width], |tuple| {
            unless_poison(tuple, 1, |numbers| {
                let (a, b) = (numbers[0], numbers[1]);
                let (ua, ub) = (unsigned(width, a), unsigned(width, b));
                let signed = exact(width, a, if amount_is_unsigned { ub } else { b });
                let broken = nsw && signed.is_none_or(|number| !fits_signed(width, number))
                    || nuw && exact(width, ua, ub).is_none_or(|number| !fits_unsigned(width, number));
                Ok(vec![signed.filter(|_| !broken)])
            })
        });
    }
}

fn sums_differences_and_products_wrap_or_are_poison_where_a_flag_says_that_they_do_not() {
    flagged("arith.addi", |_, a, b| Some(a + b), false);
    flagged("arith.subi", |_, a, b| Some(a - b), false);
    flagged("arith.muli", |_, a, b| Some(a * b), false);
}

fn a_left_shift_multiplies_by_a_power_of_two_and_is_poison_from_the_width_on() {
    flagged("arith.shli", |width, a, b| (b < i64::from(width)).then(|| a << b), true);
}

fn a_right_shift_divides_by_a_power_of_two_rounding_down() {
    for (width, exact) in (1..=4).flat_map(|width| [(width, false), (width, true)]) {
        for (operation, signed) in [("arith.shrsi", true), ("arith.shrui", false)] {
            let properties = if exact { "isExact" } else { "" };
            check(operation, properties, &[width, width], &[width], |tuple| {
                unless_poison(tuple, 1, |numbers| {
                    let a = if signed { numbers[0] } else { unsigned(width, numbers[0]) };
                    let amount = unsigned(width, numbers[1]);
                    let broken = amount >= i64::from(width) || exact && a.rem_euclid(1 << amount) != 0;
                    Ok(vec![(!broken).then(|| a.div_euclid(1 << amount))])
                })
            });
        }
    }
}

/// The operands of a division, or why it is undefined; `None` when the dividend alone is poison.
fn divisible(width: u32, tuple: &[Option<i64>], signed: bool) -> Result<Option<(i64, i64)>, Undefined> {
    let smallest = -(1 << (width - 1));
    match (tuple[0], tuple[1]) {
        (_, None) => Err(Undefined::DivisionByPoison),
        (_, Some(0)) => Err(Undefined::DivisionByZero),
        (None, Some(-1)) if signed => Err(Undefined::DivisionOverflow),
        (Some(a), Some(-1)) if signed && a == smallest => Err(Undefined::DivisionOverflow),
        (None, Some(_)) => Ok(None),
        (Some(a), Some(b)) if signed => Ok(Some((a, b))),
        (Some(a), Some(b)) => Ok(Some((unsigned(width, a), unsigned(width, b)))),
    }
}

fn division(operation: &str, properties: &str, signed: bool, exact: impl Fn(f64, f64) -> Option<f64>) {
    for width in 1..=4 {
        check(operation, properties, &[width, width], &[width], |tuple| {
            let quotient = divisible(width, tuple, signed)?.and_then(|(a, b)| exact(a as f64, b as f64));
            Ok(vec![quotient.map(|number| number as i64)])
        });
    }
}

fn divisions_round_as_their_names_say() {
    division("arith.divsi", "", true, |a, b| Some((a / b).trunc()));
    division("arith.divui", "", false, |a, b| Some((a / b).trunc()));
    division("arith.ceildivsi", "", true, |a, b| Some((a / b).ceil()));
    division("arith.ceildivui", "", false, |a, b| Some((a / b).ceil()));
    division("arith.floordivsi", "", true, |a, b| Some((a / b).floor()));
}

fn an_exact_division_with_a_remainder_is_poison() {
    let exact = |a: f64, b: f64| Some(a / b).filter(|quotient| quotient.fract() == 0.0);
    division("arith.divsi", "isExact", true, exact);
    division("arith.divui", "isExact", false, exact);
}

fn a_remainder_is_what_truncated_division_leaves() {
    division("arith.remsi", "", true, |a, b| Some(a - b * (a / b).trunc()));
    division("arith.remui", "", false, |a, b| Some(a - b * (a / b).trunc()));
}

fn bitwise_operations_work_bit_by_bit() {
    binary("arith.andi", |_, a, b| a & b);
    binary("arith.ori", |_, a, b| a | b);
    binary("arith.xori", |_, a, b| a ^ b);
}

fn minimum_and_maximum_read_their_operands_as_their_names_say() {
    binary("arith.maxsi", |_, a, b| a.max(b));
    binary("arith.minsi", |_, a, b| a.min(b));
    binary("arith.maxui", |width, a, b| unsigned(width, a).max(unsigned(width, b)));
    binary("arith.minui", |width, a, b| unsigned(width, a).min(unsigned(width, b)));
}

fn extended_operations_give_the_whole_result_in_two_parts() {
    for width in 1..=4 {
        let both = [width, width];
        check("arith.addui_extended", "", &both, &[width, 1], |tuple| {
            unless_poison(tuple, 2, |numbers| {
                let sum = unsigned(width, numbers[0]) + unsigned(width, numbers[1]);
                Ok(vec![Some(sum), Some(sum >> width)])
            })
        });
        for (operation, signed) in [("arith.mulsi_extended", true), ("arith.mului_extended", false)] {
            check(operation, "", &both, &both, |tuple| {
                unless_poison(tuple, 2, |numbers| {
                    let read = |number| if signed { number } else { unsigned(width, number) };
                    let product = read(numbers[0]) * read(numbers[1]);
                    Ok(vec![Some(product), Some(product.div_euclid(1 << width))])
                })
            });
        }
    }
}

fn comparisons_read_their_operands_as_their_predicate_says() {
    let predicates: [fn(&i64, &i64) -> bool; 6] = [i64::eq, i64::ne, i64::lt, i64::le, i64::gt, i64::ge];
    for (number, width) in (0..10usize).flat_map(|number| (1..=4).map(move |width| (number, width))) {
        check("arith.cmpi", &format!("predicate = {number} : i64"), &[width, width], &[1], |tuple| {
            unless_poison(tuple, 1, |numbers| {
                let read = |number| if number < 6 { |_, n| n } else { unsigned };
                let (a, b) = (read(number)(width, numbers[0]), read(number)(width, numbers[1]));
                let predicate = predicates[if number < 6 { number } else { number - 4 }];
                Ok(vec![Some(i64::from(predicate(&a, &b)))])
            })
        });
    }
}

fn a_selection_ignores_the_arm_that_is_not_taken() {
    for width in 1..=4 {
        check("arith.select", "", &[1, width, width], &[width], |tuple| {
            Ok(vec![tuple[0].and_then(|condition| if condition == 0 { tuple[2] } else { tuple[1] })])
        });
    }
}

fn extensions_keep_the_number_that_their_name_reads() {
    for (from, to) in (1..=4).flat_map(|from| (from + 1..=5).map(move |to| (from, to))) {
        check("arith.extsi", "", &[from], &[to], |tuple| Ok(vec![tuple[0]]));
        check("arith.extui", "", &[from], &[to], |tuple| {
            Ok(vec![tuple[0].map(|number| unsigned(from, number))])
        });
    }
}

fn a_truncation_drops_bits_or_is_poison_where_a_flag_says_that_none_count() {
    for (from, to) in (2..=5).flat_map(|from| (1..from).map(move |to| (from, to))) {
        for (flags, nsw, nuw) in FLAGS {
            let properties = format!("overflowFlags = #arith.overflow<{flags}>");
            check("arith.trunci", &properties, &[from], &[to], |tuple| {
                let broken = |number: &i64| {
                    nsw && !fits_signed(to, *number) || nuw && !fits_unsigned(to, unsigned(from, *number))
                };
                Ok(vec![tuple[0].filter(|number| !broken(number))])
            });
        }
    }
}

fn a_bitcast_of_an_integer_changes_nothing() {
    (1..=4).for_each(|width| check("arith.bitcast", "", &[width], &[width], |tuple| Ok(vec![tuple[0]])));
}

/// Runs one cast on one number at a width of `index`.
fn cast(operation: &str, index: IndexWidth, from: &str, to: &str, number: Value) -> Outcome {
    let program = read(&program_of(operation, "", &[from.to_owned()], &[to.to_owned()]));
    let options = Options { index, ..Options::default() };
    crate::programs::run_with(&program, "f", &[number], &options).outcome
}

fn index_casts_extend_or_truncate_to_the_width_that_index_has() {
    let minus_one = |width| Value::Int(Int::all_ones(width));
    for index in [IndexWidth::W32, IndexWidth::W64] {
        let bits = index.bits();
        let all = |operation, from, to, number| cast(operation, index, from, to, number);
        let one = |value: Value| Outcome::Values(vec![value]);
        assert_eq!(all("arith.index_cast", "i8", "index", minus_one(8)), one(minus_one(bits)));
        assert_eq!(all("arith.index_castui", "i8", "index", minus_one(8)), one(Value::int(bits, 255)));
        assert_eq!(all("arith.index_cast", "index", "i8", Value::int(bits, 0x1ff)), one(minus_one(8)));
        assert_eq!(
            all("arith.index_castui", "index", "i8", Value::int(bits, 0x17f)),
            one(Value::int(8, 0x7f))
        );
        let ones = if bits == 32 { Value::int(64, 0xffff_ffff) } else { minus_one(64) };
        assert_eq!(all("arith.index_castui", "index", "i64", minus_one(bits)), one(ones));
        assert_eq!(all("arith.index_cast", "index", "i64", Value::Poison), one(Value::Poison));
    }
}

fn a_constant_is_taken_modulo_two_to_its_width() {
    let program = |attr: &str, ty: &str| {
        format!(
            "func.func @f() -> {ty} {{\n  %r = \"arith.constant\"() <{{value = {attr}}}> : () -> {ty}\n  return %r : {ty}\n}}\n"
        )
    };
    let of = |attr, ty| run(&program(attr, ty), &[]);
    assert_eq!(of("255 : i8", "i8"), Outcome::Values(vec![Value::Int(Int::all_ones(8))]));
    assert_eq!(of("true", "i1"), Outcome::Values(vec![Value::bool(true)]));
    let wide = Int::new(200, 1).shl(160).add(&Int::new(200, 1));
    let text = format!("{} : i200", wide.to_signed());
    assert_eq!(of(&text, "i200"), Outcome::Values(vec![Value::Int(wide)]));
}

fn numbers_of_no_bits_are_all_zero() {
    let zero = Value::int(0, 0);
    let of = |operation: &str| {
        let text = program_of(operation, "", &types(&[0, 0]), &types(&[0]));
        run(&text, &[zero.clone(), zero.clone()])
    };
    for operation in ["arith.addi", "arith.subi", "arith.muli", "arith.xori", "arith.maxsi", "arith.minui"] {
        assert_eq!(of(operation), Outcome::Values(vec![zero.clone()]), "{operation}");
    }
    for operation in ["arith.divsi", "arith.floordivsi", "arith.remui"] {
        let outcome = of(operation);
        assert!(matches!(outcome, Outcome::Ub { why: Undefined::DivisionByZero, .. }), "{operation}");
    }
    assert_eq!(of("arith.shli"), Outcome::Values(vec![Value::Poison]));
}

fn types_without_a_meaning_are_said_to_have_none() {
    let two = ["f32".to_owned(), "f32".to_owned()];
    let program = program_of("arith.addi", "", &two, &two[..1]);
    let outcome = run(&program, &[Value::Poison, Value::Poison]);
    assert!(
        matches!(outcome, Outcome::Unsupported { name, gap: Unsupported::Type, .. } if name == "arith.addi")
    );
}

fn vectors_are_poison_or_undefined_element_by_element() {
    let two = ["vector<2xi8>".to_owned(), "vector<2xi8>".to_owned()];
    let of = |operation: &str, a: [u128; 2], b: Value| {
        let vector = Shaped::new([2], a.map(|a| Value::int(8, a)));
        run(&program_of(operation, "", &two, &two[..1]), &[vector.into(), b])
    };
    let vector = |elements: [Value; 2]| Value::from(Shaped::new([2], elements));
    let half = vector([Value::int(8, 3), Value::Poison]);
    let sum = vector([Value::int(8, 4), Value::Poison]);
    assert_eq!(of("arith.addi", [1, 2], half.clone()), Outcome::Values(vec![sum]));
    assert_eq!(
        of("arith.addi", [1, 2], Value::Poison),
        Outcome::Values(vec![vector([Value::Poison, Value::Poison])])
    );
    assert!(matches!(of("arith.divui", [1, 2], half), Outcome::Ub { why: Undefined::DivisionByPoison, .. }));
}

assay_testing::tests!(
    sums_differences_and_products_wrap_or_are_poison_where_a_flag_says_that_they_do_not,
    a_left_shift_multiplies_by_a_power_of_two_and_is_poison_from_the_width_on,
    a_right_shift_divides_by_a_power_of_two_rounding_down,
    divisions_round_as_their_names_say,
    an_exact_division_with_a_remainder_is_poison,
    a_remainder_is_what_truncated_division_leaves,
    bitwise_operations_work_bit_by_bit,
    minimum_and_maximum_read_their_operands_as_their_names_say,
    extended_operations_give_the_whole_result_in_two_parts,
    comparisons_read_their_operands_as_their_predicate_says,
    a_selection_ignores_the_arm_that_is_not_taken,
    extensions_keep_the_number_that_their_name_reads,
    a_truncation_drops_bits_or_is_poison_where_a_flag_says_that_none_count,
    a_bitcast_of_an_integer_changes_nothing,
    index_casts_extend_or_truncate_to_the_width_that_index_has,
    a_constant_is_taken_modulo_two_to_its_width,
    numbers_of_no_bits_are_all_zero,
    types_without_a_meaning_are_said_to_have_none,
    vectors_are_poison_or_undefined_element_by_element,
);
