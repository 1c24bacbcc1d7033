//! Conditions of a record on what its source pattern binds: equations between types and values, and native constraints.

use assay_ir::natives::Role;

use super::builder::Builder;
use super::cpp::{self, Given, Native};
use super::predicate;
use super::records::{Arg, ArgValue, Dag, Record};
use super::source::{Bound, Scope, Value};
use super::{Importer, Unmapped, Without};

/// Appends the conditions of a record.
pub(crate) fn of(
    importer: Importer<'_>,
    builder: &mut Builder<'_>,
    scope: &mut Scope<'_>,
    record: Record<'_>,
) -> Result<(), Without> {
    for dag in record.dags("constraints") {
        let left = builder.go_to(dag.operator);
        let mut arguments = Vec::new();
        for arg in &dag.args {
            arguments.push(argument(builder, scope, arg)?);
        }
        apply(importer, builder, dag.operator, &arguments)?;
        builder.go_back(left);
    }
    Ok(())
}

fn argument(builder: &mut Builder<'_>, scope: &mut Scope<'_>, arg: &Arg<'_>) -> Result<Bound, Without> {
    let name = match (&arg.value, arg.name) {
        (ArgValue::Unset, Some(name)) => name,
        _ => return Err(Unmapped::new("a constraint is given something without a name").into()),
    };
    let bound = scope.get(builder, name);
    bound.ok_or_else(|| Unmapped::new(format!("a constraint is given `${name}`, which nothing binds")).into())
}

/// Appends the condition that a constraint is on one thing.
pub(crate) fn of_record(
    importer: Importer<'_>,
    builder: &mut Builder<'_>,
    constraint: &str,
    bound: &Bound,
) -> Result<(), Without> {
    apply(importer, builder, constraint, std::slice::from_ref(bound))
}

fn apply(
    importer: Importer<'_>,
    builder: &mut Builder<'_>,
    constraint: &str,
    arguments: &[Bound],
) -> Result<(), Without> {
    let record = importer.records.get(constraint);
    let conditions = match record.and_then(|record| record.def("predicate")) {
        Some(predicate) => predicate::conditions(importer.records, predicate),
        None => vec![constraint.to_owned()],
    };
    let together = conditions.join(" && ");
    if let Some(native) = importer.table.find(Role::Constraint, &joined(&conditions)) {
        return called(builder, native, arguments);
    }
    for condition in conditions.iter().filter(|_| !together.is_empty()) {
        one(importer, builder, condition, arguments)?;
    }
    Ok(())
}

/// Conditions that all have to hold as one expression, each without what makes no difference.
fn joined(conditions: &[String]) -> String {
    conditions.iter().map(|condition| cpp::plain(condition)).collect::<Vec<_>>().join("&&")
}

fn one(
    importer: Importer<'_>,
    builder: &mut Builder<'_>,
    condition: &str,
    arguments: &[Bound],
) -> Result<(), Without> {
    let plain = cpp::plain(condition);
    if plain == "true"
        || size(&plain).is_some_and(|(at, _)| matches!(arguments.get(at), Some(Bound::List(_))))
    {
        return Ok(());
    }
    if let Some((left, right)) = plain.split_once("==")
        && equation(builder, left, right, arguments)?
    {
        return Ok(());
    }
    match importer.table.find(Role::Constraint, condition) {
        Some(native) => called(builder, native, arguments),
        None => undescribed(builder, condition, arguments),
    }
}

/// Appends what an equation says, if it is one of types, values or absence.
fn equation(
    builder: &mut Builder<'_>,
    left: &str,
    right: &str,
    arguments: &[Bound],
) -> Result<bool, Without> {
    let numbered = |text: &str| text.strip_prefix('$')?.parse::<usize>().ok();
    let typed = |text: &str| numbered(text.strip_suffix(".getType()")?);
    if let (Some(left), "nullptr" | "{}" | "Attribute()") = (numbered(left), right) {
        return match arguments.get(left) {
            Some(Bound::Absent) => Ok(true),
            Some(Bound::Attribute(_)) => Err(Without::Match),
            _ => Ok(false),
        };
    }
    if let (Some(left), Some(right)) = (numbered(left), numbered(right)) {
        let spelled = |at: usize| arguments.get(at).and_then(|bound| spelled(bound).ok());
        return Ok(spelled(left).is_some() && spelled(left) == spelled(right));
    }
    if let (Some(left), Some(right)) = (typed(left), typed(right)) {
        let (left, right) = (arguments.get(left).and_then(type_of), arguments.get(right).and_then(type_of));
        if let (Some(left), Some(right)) = (left, right) {
            builder.join(left, right);
            return Ok(true);
        }
    }
    Ok(false)
}

/// `$n.size()==k`: the number of values that an argument has.
fn size(plain: &str) -> Option<(usize, usize)> {
    let (left, right) = plain.split_once("==")?;
    let at = left.strip_suffix(".size()")?.strip_prefix('$')?.parse().ok()?;
    Some((at, right.parse().ok()?))
}

/// Names of values that conditions of a record give a number of.
pub(crate) fn sizes(importer: Importer<'_>, constraints: &[Dag<'_>]) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for dag in constraints {
        let predicate = importer.records.get(dag.operator).and_then(|record| record.def("predicate"));
        for condition in predicate.map(|it| predicate::conditions(importer.records, it)).unwrap_or_default() {
            let Some((at, size)) = size(&cpp::plain(&condition)) else { continue };
            if let Some(name) = dag.args.get(at).and_then(|arg| arg.name) {
                found.push((name.to_owned(), size));
            }
        }
    }
    found
}

/// Pairs of names of which a record says that they are one value.
pub(crate) fn equal(importer: Importer<'_>, constraints: &[Dag<'_>]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for dag in constraints {
        let predicate = importer.records.get(dag.operator).and_then(|record| record.def("predicate"));
        for condition in predicate.map(|it| predicate::conditions(importer.records, it)).unwrap_or_default() {
            let names = dag.args.iter().map(|arg| arg.name).collect::<Option<Vec<_>>>();
            if let ("$0==$1", Some([left, right])) = (cpp::plain(&condition).as_str(), names.as_deref()) {
                found.push(((*left).to_owned(), (*right).to_owned()));
            }
        }
    }
    found
}

/// The type of something, if a `pdl.type` says it.
pub(crate) fn type_of(bound: &Bound) -> Option<super::builder::TypeVar> {
    match bound {
        Bound::Value(value) => value.ty,
        Bound::Attribute(attribute) => attribute.ty,
        _ => None,
    }
}

/// An argument of native code: its name and its kind.
pub(crate) fn spelled(bound: &Bound) -> Result<Vec<(String, &'static str)>, Without> {
    let value = |value: &Value| (value.ssa.clone(), "!pdl.value");
    Ok(match bound {
        Bound::Value(one) => vec![value(one)],
        Bound::Range(ssa) => vec![(ssa.clone(), "!pdl.range<value>")],
        Bound::List(list) => list.iter().map(value).collect(),
        Bound::Attribute(attribute) => vec![(attribute.ssa.clone(), "!pdl.attribute")],
        Bound::Absent | Bound::Node(_) => {
            return Err(Unmapped::new("native code is given something that PDL cannot pass").into());
        }
    })
}

/// The arguments of a native function that is described.
pub(crate) fn given(native: &Native, arguments: &[Bound]) -> Result<Vec<(String, &'static str)>, Without> {
    let mut all = Vec::new();
    for given in &native.arguments {
        let index = match given {
            Given::Itself(index) | Given::TypeOf(index) => *index,
        };
        let bound = arguments
            .get(index)
            .ok_or_else(|| Unmapped::new(format!("`{}` is given too few arguments", native.name)))?;
        match given {
            Given::Itself(_) => all.extend(spelled(bound)?),
            Given::TypeOf(_) => {
                let ty = type_of(bound).ok_or_else(|| {
                    Unmapped::new(format!("`{}` needs a type that is not known", native.name))
                })?;
                all.push((Builder::say(ty), "!pdl.type"));
            }
        }
    }
    Ok(all)
}

/// Arguments and their kinds in parentheses.
pub(crate) fn list(arguments: &[(String, &str)]) -> String {
    let names: Vec<&str> = arguments.iter().map(|(name, _)| name.as_str()).collect();
    let kinds: Vec<&str> = arguments.iter().map(|(_, kind)| *kind).collect();
    if names.is_empty() { "()".to_owned() } else { format!("({} : {})", names.join(", "), kinds.join(", ")) }
}

fn called(builder: &mut Builder<'_>, native: &Native, arguments: &[Bound]) -> Result<(), Without> {
    let arguments = given(native, arguments)?;
    builder.line(format!("pdl.apply_native_constraint {:?}{}", native.name, list(&arguments)));
    Ok(())
}

fn undescribed(builder: &mut Builder<'_>, condition: &str, arguments: &[Bound]) -> Result<(), Without> {
    let mut all = Vec::new();
    for argument in arguments {
        match argument {
            // The condition speaks of an attribute that is not there: nothing is known of it.
            Bound::Absent => {}
            bound => all.extend(spelled(bound)?),
        }
    }
    builder.line(format!("pdl.apply_native_constraint {:?}{}", cpp::as_name(condition), list(&all)));
    Ok(())
}
