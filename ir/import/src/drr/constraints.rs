//! Conditions of a record on what its source pattern binds: equations between types and values, and native constraints.

use assay_ir::natives::Role;

use super::attributes::quoted;
use super::builder::Builder;
use super::cpp::{self, Argument, Native};
use super::scope::{Bound, Scope, Value};
use super::{Importer, Unmapped, Without};
use crate::predicate;
use crate::records::{Arg, ArgValue, Dag, Record};

/// The argument of a constraint.
#[derive(Default)]
struct Applied {
    /// The meaning of `$_self`.
    this: Option<Bound>,
    /// The meanings of `$0`, `$1` and so on.
    arguments: Vec<Bound>,
    /// The root, once it is matched.
    root: Option<String>,
}

/// Appends the conditions of a record.
pub(crate) fn append(
    importer: Importer<'_>,
    builder: &mut Builder<'_>,
    scope: &mut Scope<'_>,
    record: Record<'_>,
    root: usize,
) -> Result<(), Without> {
    for dag in record.dags("constraints") {
        let left = builder.go_to(dag.operator);
        let mut applied = Applied { root: Some(scope.nodes[root].ssa.clone()), ..Applied::default() };
        applied.this = dag.name.map(|name| named(builder, scope, name)).transpose()?;
        for arg in &dag.args {
            applied.arguments.push(argument(builder, scope, arg)?);
        }
        let of_type = importer.records.get(dag.operator).is_some_and(|record| record.is("TypeConstraint"));
        if let ([one], true) = (applied.arguments.as_slice(), of_type) {
            scope.has_type(importer, builder, dag.operator, one)?;
        } else {
            apply(importer, builder, dag.operator, &applied)?;
        }
        builder.go_back(left);
    }
    Ok(())
}

fn argument(builder: &mut Builder<'_>, scope: &mut Scope<'_>, arg: &Arg<'_>) -> Result<Bound, Without> {
    match (&arg.value, arg.name) {
        (ArgValue::Unset, Some(name)) => named(builder, scope, name),
        _ => Err(Unmapped::new("a constraint is given something without a name").into()),
    }
}

fn named(builder: &mut Builder<'_>, scope: &mut Scope<'_>, name: &str) -> Result<Bound, Without> {
    let bound = scope.passed(builder, name);
    bound.ok_or_else(|| Unmapped::new(format!("a constraint is given `${name}`, which nothing binds")).into())
}

/// Appends the condition that a constraint is on one thing.
pub(crate) fn of_record(
    importer: Importer<'_>,
    builder: &mut Builder<'_>,
    constraint: &str,
    bound: &Bound,
) -> Result<(), Without> {
    apply(importer, builder, constraint, &Applied { this: Some(bound.clone()), ..Applied::default() })
}

fn apply(
    importer: Importer<'_>,
    builder: &mut Builder<'_>,
    constraint: &str,
    applied: &Applied,
) -> Result<(), Without> {
    let record = importer.records.get(constraint);
    let conditions = match record.and_then(|record| record.def("predicate")) {
        Some(predicate) => predicate::conditions(importer.records, predicate),
        None => vec![constraint.to_owned()],
    };
    let of_type = record.is_some_and(|record| record.is("TypeConstraint"));
    // `$_self` of a type constraint is the type.
    let said = |condition: &str| match of_type {
        true => condition.replace(cpp::SELF, "$_self.getType()"),
        false => condition.to_owned(),
    };
    let numbered = |condition: &str| {
        let found = cpp::numbered(&said(condition), applied.this.as_ref(), &applied.arguments);
        found.ok_or_else(|| {
            Unmapped::new(format!("`{constraint}` is about `$_self`, which the record does not name"))
        })
    };
    let (together, arguments) = numbered(&joined(&conditions))?;
    if called(builder, importer.table.find(Role::Constraint, &together), &arguments)? {
        return Ok(());
    }
    for condition in &conditions {
        let (plain, arguments) = numbered(condition)?;
        let described = one(importer, builder, &cpp::normalized(&plain), &arguments)?;
        if !described {
            undescribed(builder, condition, &arguments, applied)?;
        }
    }
    Ok(())
}

/// Conditions that all have to hold as one expression, each without what makes no difference.
fn joined(conditions: &[String]) -> String {
    let stripped = conditions.iter().map(|condition| cpp::stripped(condition));
    stripped.collect::<Vec<_>>().join("&&")
}

/// Appends a condition in plain C++ if its meaning is known.
fn one(
    importer: Importer<'_>,
    builder: &mut Builder<'_>,
    plain: &str,
    arguments: &[Bound],
) -> Result<bool, Without> {
    if plain == "true" || size(plain).is_some_and(|(at, _)| matches!(arguments.get(at), Some(Bound::List(_))))
    {
        return Ok(true);
    }
    if let Some((left, right)) = plain.split_once("==")
        && equation(builder, left, right, arguments)?
    {
        return Ok(true);
    }
    called(builder, importer.table.find(Role::Constraint, plain), arguments)
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

/// Conditions of a record in plain C++, and the names of what they are about.
fn conditions<'d>(importer: Importer<'_>, constraints: &[Dag<'d>]) -> Vec<(String, Vec<Option<&'d str>>)> {
    let mut found = Vec::new();
    for dag in constraints {
        let names: Vec<Option<&str>> = dag.args.iter().map(|arg| arg.name).collect();
        let predicate = importer.records.get(dag.operator).and_then(|record| record.def("predicate"));
        for condition in predicate.map(|it| predicate::conditions(importer.records, it)).unwrap_or_default() {
            let this = dag.name.map(Some);
            found.extend(
                cpp::numbered(&condition, this.as_ref(), &names)
                    .map(|(text, names)| (cpp::normalized(&text), names)),
            );
        }
    }
    found
}

/// Names of values that conditions of a record give a number of.
pub(crate) fn sizes(importer: Importer<'_>, constraints: &[Dag<'_>]) -> Vec<(String, usize)> {
    let all = conditions(importer, constraints).into_iter();
    all.filter_map(|(plain, names)| {
        let (at, size) = size(&plain)?;
        Some(((*names.get(at)?)?.to_owned(), size))
    })
    .collect()
}

/// Pairs of names of which a record says that they are one value.
pub(crate) fn equal(importer: Importer<'_>, constraints: &[Dag<'_>]) -> Vec<(String, String)> {
    let all = conditions(importer, constraints).into_iter();
    all.filter_map(|(plain, names)| match (plain.as_str(), names.as_slice()) {
        ("$0==$1", [Some(left), Some(right)]) => Some(((*left).to_owned(), (*right).to_owned())),
        _ => None,
    })
    .collect()
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
        Bound::Operation(ssa) => vec![(ssa.clone(), "!pdl.operation")],
        Bound::Results(all) => {
            let all: Vec<_> = all.iter().map(spelled).collect::<Result<_, _>>()?;
            all.concat()
        }
        Bound::Absent | Bound::Node(_) => {
            return Err(Unmapped::new("native code is given something that PDL cannot pass").into());
        }
    })
}

/// All arguments of native code that is not described. An attribute that is absent is left out.
pub(crate) fn all_spelled(arguments: &[Bound]) -> Result<Vec<(String, &'static str)>, Without> {
    let there = arguments.iter().filter(|bound| !matches!(bound, Bound::Absent));
    Ok(there.map(spelled).collect::<Result<Vec<_>, _>>()?.concat())
}

/// The arguments of a native function that is described; `None` where they are of other kinds than it takes.
fn native_arguments(native: &Native, arguments: &[Bound]) -> Result<Option<TypedNames>, Without> {
    let mut all = Vec::new();
    for given in &native.arguments {
        let index = match given {
            Argument::Itself(index) | Argument::TypeOf(index) => *index,
        };
        let Some(bound) = arguments.get(index) else { return Ok(None) };
        match given {
            Argument::Itself(_) => all.extend(spelled(bound)?),
            Argument::TypeOf(_) => {
                let ty = type_of(bound).ok_or_else(|| {
                    Unmapped::new(format!("`{}` needs a type that is not known", native.name))
                })?;
                all.push((Builder::say(ty), "!pdl.type"));
            }
        }
    }
    let fit = all.iter().map(|(_, kind)| *kind).eq(native.kinds.iter().copied());
    Ok(fit.then_some(all))
}

/// Arguments and their kinds in parentheses.
pub(crate) fn list(arguments: &[(String, &str)]) -> String {
    let names: Vec<&str> = arguments.iter().map(|(name, _)| name.as_str()).collect();
    let kinds: Vec<&str> = arguments.iter().map(|(_, kind)| *kind).collect();
    if names.is_empty() { "()".to_owned() } else { format!("({} : {})", names.join(", "), kinds.join(", ")) }
}

/// Appends the call of the native function that is described and takes these arguments.
fn called(builder: &mut Builder<'_>, natives: &[Native], arguments: &[Bound]) -> Result<bool, Without> {
    let Some((native, arguments)) = described(natives, arguments)? else { return Ok(false) };
    builder.line(format!("pdl.apply_native_constraint {}{}", quoted(&native.name), list(&arguments)));
    Ok(true)
}

/// The names of arguments of a native function, each with its kind.
type TypedNames = Vec<(String, &'static str)>;

/// The native function of some that takes these arguments.
pub(crate) fn described<'n>(
    natives: &'n [Native],
    arguments: &[Bound],
) -> Result<Option<(&'n Native, TypedNames)>, Without> {
    let mut refused = Ok(None);
    for native in natives {
        match native_arguments(native, arguments) {
            Ok(Some(given)) => return Ok(Some((native, given))),
            Ok(None) => {}
            Err(why) => refused = Err(why),
        }
    }
    refused
}

/// Appends a condition of which nothing is known. PDL has no constraint about nothing: one without arguments is about what
/// it is applied to, or about the root.
fn undescribed(
    builder: &mut Builder<'_>,
    condition: &str,
    arguments: &[Bound],
    applied: &Applied,
) -> Result<(), Without> {
    let mut all = all_spelled(arguments)?;
    if all.is_empty() {
        all = all_spelled(applied.this.as_slice())?;
    }
    if all.is_empty() {
        all.extend(applied.root.iter().map(|root| (root.clone(), "!pdl.operation")));
    }
    builder.line(format!("pdl.apply_native_constraint {}{}", quoted(&cpp::as_name(condition)), list(&all)));
    Ok(())
}
