//! Constraints on the operands, results and attributes of the operations of the transform dialect: a table that
//! `corpus/ods/operands.py` writes from MLIR's ODS files. MLIR refuses a script that breaks one before it runs.

use std::sync::OnceLock;

use assay_ir::data::{AttrKind, OpId, Program, TypeId, TypeKind, ValueId};
use assay_ir::rule::Rule;
use rustc_hash::FxHashMap;

use super::Problem;
use super::alias::MayMust;
use super::text;

/// The number of values of an operand or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    One,
    AtMostOne,
    Any,
}

/// An operand or a result.
#[derive(Clone, Copy, Debug)]
struct Place {
    count: Count,
    /// The accepted types, as the table writes them.
    types: &'static str,
}

/// The constraints of an operation.
#[derive(Debug, Default)]
struct Signature {
    operands: Vec<Place>,
    results: Vec<Place>,
    attributes: Vec<(&'static str, &'static str)>,
}

fn read(line: &'static str) -> (&'static str, Signature) {
    let mut words = line.split(' ');
    let name = words.next().unwrap_or_default();
    let mut signature = Signature::default();
    for (kind, rest) in words.filter_map(|word| word.split_once(':')) {
        let Some((name, constraint)) = rest.split_once('=') else { continue };
        let count = match name.as_bytes().last() {
            Some(b'*') => Count::Any,
            Some(b'?') => Count::AtMostOne,
            _ => Count::One,
        };
        match kind {
            "in" => signature.operands.push(Place { count, types: constraint }),
            "out" => signature.results.push(Place { count, types: constraint }),
            _ => signature.attributes.push((name, constraint)),
        }
    }
    (name, signature)
}

fn signature(name: &str) -> Option<&'static Signature> {
    static ALL: OnceLock<FxHashMap<&'static str, Signature>> = OnceLock::new();
    let lines = || include_str!("operands.txt").lines().filter(|line| !line.starts_with('#')).map(read);
    ALL.get_or_init(|| lines().collect()).get(name)
}

/// Tells if the type of a result is fixed by its operation.
pub(super) fn fixes_result(program: &Program, op: OpId, index: usize) -> bool {
    let types = signature(program.op_name(op)).and_then(|signature| {
        let places = spread(&signature.results, program.result_count(op), None)?;
        places.get(index).copied()
    });
    types.is_some_and(|types| types.starts_with("op("))
}

/// The types of each value of a list of places; `None` where the counts do not tell.
fn spread(places: &[Place], count: usize, segments: Option<&[i64]>) -> Option<Vec<&'static str>> {
    let open = places.iter().filter(|place| place.count != Count::One).count();
    let fixed = places.len() - open;
    let mut out = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let number = match (place.count, segments) {
            (_, Some(segments)) => usize::try_from(*segments.get(index)?).ok()?,
            (Count::One, None) => 1,
            (_, None) if open == 1 => count.checked_sub(fixed)?,
            _ => return None,
        };
        out.extend(std::iter::repeat_n(place.types, number.min(count)));
    }
    (out.len() == count).then_some(out)
}

/// The faults of an operation.
pub(super) fn check(program: &Program, op: OpId, out: &mut Vec<Problem>) {
    let Some(signature) = signature(program.op_name(op)) else { return };
    let problem =
        |rule, message| Problem { rule, certainty: MayMust::Must, at: op, message, related: Vec::new() };
    let segments = text::integers(program, op, "operandSegmentSizes");
    let operands: Vec<ValueId> = program.operands(op).collect();
    let results: Vec<ValueId> = program.results(op).collect();
    for (values, places, segments) in
        [(operands, &signature.operands, segments.as_deref()), (results, &signature.results, None)]
    {
        let Some(types) = spread(places, values.len(), segments) else { continue };
        for (value, types) in values.into_iter().zip(types) {
            let ty = program.value_type(value);
            if accepts(program, ty, types) == Some(false) {
                let message = format!(
                    "{} has the type `{}`, and `{}` takes {}",
                    text::spelled(program, value),
                    assay_ir::text::type_text(program.ctx(), ty),
                    program.op_name(op),
                    describe(types)
                );
                out.push(problem(Rule::C516, message));
            }
        }
    }
    for (name, condition) in &signature.attributes {
        if let Some(why) = breaks(program, op, name, condition) {
            out.push(problem(Rule::C514, format!("`{name}` {why}")));
        }
    }
}

/// Tells if a type is one of those that a place accepts; `None` for one of another dialect.
fn accepts(program: &Program, ty: TypeId, types: &str) -> Option<bool> {
    if types.is_empty() {
        return None;
    }
    if let Some(name) = types.strip_prefix("op(") {
        let name = name.trim_end_matches(')');
        let typed = text::typed(program, ty);
        return Some(typed.is_some_and(|typed| program.ctx().str(typed) == name));
    }
    let kind = match (text::kind(program, ty), program.ctx().type_kind(ty)) {
        (Some("any_op" | "op"), _) => "ops",
        (Some("any_value"), _) => "value",
        (Some("any_param" | "param" | "affine_map" | "type"), _) => "param",
        (_, TypeKind::Dialect { .. } | TypeKind::Opaque { .. }) => return None,
        _ => return Some(false),
    };
    Some(types.split('|').any(|one| one == kind))
}

fn describe(types: &str) -> String {
    if let Some(name) = types.strip_prefix("op(") {
        return format!("handles to `{}` alone", name.trim_end_matches(')'));
    }
    let word = |one| match one {
        "ops" => "handles to operations",
        "value" => "handles to values",
        _ => "parameters",
    };
    types.split('|').map(word).collect::<Vec<_>>().join(", ")
}

/// The way in which an attribute breaks a condition.
fn breaks(program: &Program, op: OpId, name: &str, condition: &str) -> Option<String> {
    let attr = text::attr(program, op, name)?;
    let listed = !matches!(program.ctx().attr_kind(attr), AttrKind::Integer { .. });
    let numbers = match listed {
        true => text::integers(program, op, name)?,
        false => vec![text::integer(program, attr)?],
    };
    if let Some(sizes) = condition.strip_prefix("size=") {
        let fits = sizes.split('|').any(|size| size.parse() == Ok(numbers.len()));
        return (!fits).then(|| {
            format!("has {} elements, and {} are taken", numbers.len(), sizes.replace('|', " or "))
        });
    }
    let most = condition.strip_prefix("max=").and_then(|most| most.parse::<i64>().ok());
    let wrong = numbers.into_iter().find(|number| match condition {
        "positive" => *number <= 0,
        "non-negative" => *number < 0,
        _ => most.is_some_and(|most| !(0..=most).contains(number)),
    })?;
    Some(match most {
        Some(_) => format!("is {wrong}, which names no case"),
        None => format!("is {wrong}, and has to be {condition}"),
    })
}

#[cfg(test)]
mod tests {
    use super::super::effects;
    use super::*;

    #[test]
    fn every_operation_has_its_constraints() {
        for name in effects::names() {
            assert!(signature(name).is_some(), "{name}");
        }
        let peel = signature("transform.loop.peel").expect("a signature");
        assert_eq!((peel.operands[0].types, peel.results.len()), ("op(scf.for)", 2));
        let unroll = signature("transform.loop.unroll").expect("a signature");
        assert_eq!(unroll.attributes, [("factor", "positive")]);
    }

    /// An operation with its attributes and their kinds, and whether it has operand segments.
    type Described = (&'static str, Vec<(&'static str, &'static str)>, bool);

    /// The operations by their records.
    fn attributes() -> Vec<Described> {
        let transform = assay_ir::ops::dialect("transform").expect("it is one of MLIR's");
        let described = |name| {
            let op = assay_ir::ops::op(name).expect("it is listed");
            let attributes = op.attributes().map(|one| (one.name, one.kind)).collect();
            (name, attributes, op.has("operand_segments"))
        };
        transform.names().map(described).collect()
    }

    const PAYLOAD: &str = "module attributes {transform.with_named_sequence} {
        func.func @f(%a: tensor<8x8xf32>, %m: memref<64xi32>, %x: i32) -> tensor<8x8xf32> {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c16 = arith.constant 16 : index
        scf.for %i = %c0 to %c16 step %c1 {
          memref.store %x, %m[%i] : memref<64xi32>
        }
        %r = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
        return %r : tensor<8x8xf32>
        }
        transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
        %one = transform.structured.match ops{[\"OP\"]} in %root : (!transform.any_op) -> !transform.any_op
        %h = transform.merge_handles MERGED : !transform.any_op
        %v = transform.get_operand %h[0] : (!transform.any_op) -> !transform.any_value
        %p = transform.param.constant 4 : i64 -> !transform.param<i64>
        ";

    fn typed(types: &str) -> (&'static str, String) {
        match types {
            "value" => ("%v", "!transform.any_value".to_owned()),
            "param" => ("%p", "!transform.param<i64>".to_owned()),
            "" => ("%h", "!transform.any_op".to_owned()),
            _ => match types.strip_prefix("op(") {
                Some(name) => ("%h", format!("!transform.op<\"{}\">", name.trim_end_matches(')'))),
                None => ("%h", "!transform.any_op".to_owned()),
            },
        }
    }

    /// A script with one operation, in the generic form, on operations that are matched.
    fn script(name: &str, attributes: &str, segments: bool, target: &str, merged: &str) -> String {
        let signature = signature(name).expect("a signature");
        let join = |places: &[Place], part: fn((&'static str, String)) -> String| {
            places.iter().map(|place| part(typed(place.types))).collect::<Vec<_>>().join(", ")
        };
        let ones = vec!["1"; signature.operands.len()].join(", ");
        let segments =
            if segments { format!(", operandSegmentSizes = array<i32: {ones}>") } else { String::new() };
        let results: Vec<String> = (0..signature.results.len()).map(|index| format!("%r{index}")).collect();
        let given = if results.is_empty() { String::new() } else { format!("{} = ", results.join(", ")) };
        format!(
            "{}{given}\"{name}\"({}) <{{{attributes}{segments}}}> : ({}) -> ({})\ntransform.yield\n}}\n}}\n",
            PAYLOAD.replace("OP", target).replace("MERGED", merged),
            join(&signature.operands, |one| one.0.to_owned()),
            join(&signature.operands, |one| one.1),
            join(&signature.results, |one| one.1),
        )
    }

    #[test]
    fn no_value_of_an_attribute_panics() {
        let contracts = crate::contract::Contracts::read([]).expect("no contracts");
        let known = super::super::Known { contracts: &contracts, registry: None };
        let mut asked = 0;
        for (name, attributes, segments) in attributes() {
            for (index, (attribute, kind)) in attributes.into_iter().enumerate() {
                let target = ["scf.for", "linalg.matmul"][index % 2];
                for number in [0, -1, i64::MIN, i64::MAX, 1 << 62] {
                    let value = match kind.split(['(', ')']).collect::<Vec<_>>().as_slice() {
                        ["dense", element @ ("i64" | "i32"), ..] => {
                            let number = if *element == "i32" {
                                number.clamp(-2147483648, 2147483647)
                            } else {
                                number
                            };
                            format!("array<{element}: {number}, {number}>")
                        }
                        ["array", ..] => format!("[{number}, {number}]"),
                        ["enum" | "i32", ..] => format!("{} : i32", number.clamp(-2147483648, 2147483647)),
                        ["unit" | "bool" | "str" | "sym" | "symname" | "type" | "dict", ..] => continue,
                        _ => format!("{number} : i64"),
                    };
                    // One operation, and more than a step has results for.
                    for merged in ["%one", "%one, %one, %one"] {
                        let text = script(name, &format!("{attribute} = {value}"), segments, target, merged);
                        let ctx = assay_ir::data::Context::new();
                        let source = assay_ir::data::Source::new("script", text.as_str());
                        let program = assay_ir::text::parse(&ctx, &source).program;
                        let on = super::super::On::Program(&program);
                        super::super::audit(&program, on, known, &[]);
                        asked += 1;
                    }
                }
            }
        }
        assert!(asked > 1000, "{asked}");
    }

    #[test]
    fn segments_and_a_single_open_place_spread() {
        let place = |count| Place { count, types: "ops" };
        let places = [place(Count::One), place(Count::Any)];
        assert_eq!(spread(&places, 3, None).map(|list| list.len()), Some(3));
        assert_eq!(spread(&places, 0, None), None);
        let open = [place(Count::Any), place(Count::Any)];
        assert_eq!(spread(&open, 3, None), None);
        assert_eq!(spread(&open, 3, Some(&[1, 2])).map(|list| list.len()), Some(3));
    }
}
