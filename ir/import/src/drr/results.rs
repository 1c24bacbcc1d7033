//! The result patterns of a record as the rewrite of a PDL pattern.

use std::rc::Rc;

use assay_ir::natives::{BUILDER, Role};
use rustc_hash::FxHashMap;

use super::attributes::{self, quoted};
use super::builder::{Builder, TypeVar};
use super::constraints;
use super::cpp;
use super::expression;
use super::ods::{Definition, OpArg, OpAttribute, OpValue};
use super::scope::{Attribute, Bound, ResultType, Scope, Value};
use super::source::operation_line;
use super::{Importer, Unmapped, Without};
use crate::records::{Arg, ArgValue, Dag, Record};

/// Appends the rewrite of a record.
pub(crate) fn rewrite<'a>(
    importer: Importer<'a>,
    builder: &mut Builder<'_>,
    scope: &mut Scope<'a>,
    record: Record<'_>,
    root: usize,
) -> Result<(), Without> {
    let delta = record.dag("benefitDelta").and_then(|dag| match dag.args.first().map(|arg| &arg.value) {
        Some(ArgValue::Number(delta)) => Some(*delta),
        _ => None,
    });
    // MLIR counts the operations of the source pattern.
    builder.benefit =
        (scope.nodes.len() as i64).saturating_add(delta.unwrap_or(0)).clamp(0, i64::from(i16::MAX));
    builder.start_rewrite();
    let patterns = record.dags("resultPatterns");
    let wanted = scope.nodes[root].definition.results.len();
    let mut making = Making { importer, builder, scope, root, whole: None };
    let first = making.first_replacing(&patterns, wanted)?;
    let mut values: Vec<Bound> = Vec::new();
    let mut whole = None;
    for (index, pattern) in patterns.iter().enumerate() {
        if index == first && making.replaces_groups(&patterns[first..]) {
            let node = making.created(pattern, Some(0))?;
            whole = Some(making.scope.nodes[node].ssa.clone());
            continue;
        }
        let replaced = (index >= first).then_some(values.len());
        let made = making.top(pattern, replaced)?;
        if index >= first {
            values.extend(made);
        }
    }
    for pattern in record.dags("supplementalPatterns") {
        making.top(&pattern, None)?;
    }
    match whole {
        Some(made) => {
            let root = making.scope.nodes[root].ssa.clone();
            making.builder.line(format!("pdl.replace {root} with {made}"));
            Ok(())
        }
        None => making.replace(values, wanted),
    }
}

struct Making<'m, 'a, 'b> {
    importer: Importer<'a>,
    builder: &'m mut Builder<'b>,
    scope: &'m mut Scope<'a>,
    root: usize,
    /// The operation whose results are all that replaces the root.
    whole: Option<String>,
}

impl<'a> Making<'_, 'a, '_> {
    /// The first of the result patterns whose values replace results of the root; those before only make operations.
    fn first_replacing(&self, patterns: &[Dag<'_>], wanted: usize) -> Result<usize, Unmapped> {
        let mut open = wanted;
        let mut first = patterns.len();
        for (index, pattern) in patterns.iter().enumerate().rev() {
            let count = self.count(pattern);
            if open == 0 {
                break;
            }
            open = open.checked_sub(count).ok_or_else(|| {
                Unmapped::new("some results of one result pattern replace the root and others do not")
            })?;
            first = index;
        }
        match open {
            0 => Ok(first),
            _ => Err(Unmapped::new("its result patterns make too few values")),
        }
    }

    /// The number of values, or groups of values, that a result pattern makes.
    fn count(&self, pattern: &Dag<'_>) -> usize {
        match self.importer.definitions.lookup(pattern.operator) {
            Some(definition) => definition.results.len(),
            None => {
                let record = self.importer.records.get(pattern.operator);
                let returns = record.and_then(|record| record.number("numReturns")).unwrap_or(1);
                usize::try_from(returns).unwrap_or(1)
            }
        }
    }

    /// Tells if one operation replaces a root whose results are in several groups.
    fn replaces_groups(&self, patterns: &[Dag<'_>]) -> bool {
        let groups = matches!(self.scope.nodes[self.root].types.first(), Some(ResultType::Some(_)));
        let [only] = patterns else { return false };
        groups && self.importer.definitions.lookup(only.operator).is_some()
    }

    fn replace(&mut self, values: Vec<Bound>, wanted: usize) -> Result<(), Without> {
        let root = self.scope.nodes[self.root].ssa.clone();
        if wanted == 0 {
            self.builder.line(format!("pdl.erase {root}"));
            return Ok(());
        }
        if let Some(whole) = &self.whole {
            self.builder.line(format!("pdl.replace {root} with {whole}"));
            return Ok(());
        }
        let mut all = Vec::new();
        for value in &values {
            match value {
                Bound::Attribute(_) => {
                    return Err(Unmapped::new("an attribute replaces a result").into());
                }
                value => all.extend(constraints::spelled(value)?),
            }
        }
        self.builder.line(format!("pdl.replace {root} with {}", constraints::list(&all)));
        Ok(())
    }

    /// A result pattern that is nested in none; `replaced` is the first result of the root that it replaces.
    fn top(&mut self, dag: &Dag<'_>, replaced: Option<usize>) -> Result<Vec<Bound>, Without> {
        if dag.operator == "replaceWithValue" {
            let [arg] = dag.args.as_slice() else {
                return Err(Unmapped::new("`replaceWithValue` is given no single value").into());
            };
            return match &arg.value {
                ArgValue::Dag(inner) => Ok(vec![self.value(inner)?]),
                _ => Ok(vec![self.named(arg)?]),
            };
        }
        let record = self.importer.records.get(dag.operator);
        if let Some(native) = record.filter(|record| record.is("NativeCodeCall")) {
            let used = replaced.is_some() || dag.name.is_some_and(|name| self.scope.used_elsewhere(name));
            let made = self.native(native, dag, used.then_some("value"))?;
            return Ok(made.into_iter().collect());
        }
        let node = self.created(dag, replaced)?;
        let made = &self.scope.nodes[node];
        let count = made.types.len();
        // PDL counts results one by one where the operation has no definition, and groups elsewhere.
        let groups = made.definition.results.iter().any(|result| result.many);
        if groups && replaced == Some(0) && count == self.scope.nodes[self.root].types.len() {
            self.whole = Some(made.ssa.clone());
            return Ok(Vec::new());
        }
        match replaced {
            Some(_) => (0..count).map(|index| self.result(node, index)).collect(),
            None => Ok(Vec::new()),
        }
    }

    fn result(&mut self, node: usize, index: usize) -> Result<Bound, Without> {
        let bound = self.scope.result(self.builder, node, index);
        bound.ok_or_else(|| Unmapped::new("a result that an operation does not have").into())
    }

    /// The value that an argument names.
    fn named(&mut self, arg: &Arg<'_>) -> Result<Bound, Without> {
        let name = arg.name.ok_or_else(|| Unmapped::new("an argument of a result pattern has no name"))?;
        let bound = self.scope.get(self.builder, name);
        bound.ok_or_else(|| {
            Unmapped::new(format!("`${name}` stands for nothing, or for several results")).into()
        })
    }

    /// The C++ value of an argument that is a name.
    fn passed(&mut self, arg: &Arg<'_>) -> Result<Bound, Without> {
        let name = arg.name.ok_or_else(|| Unmapped::new("an argument of native code has no name"))?;
        let bound = self.scope.passed(self.builder, name);
        bound.ok_or_else(|| Unmapped::new(format!("`${name}` stands for nothing")).into())
    }

    /// A nested pattern as an operand.
    fn value(&mut self, dag: &Dag<'_>) -> Result<Bound, Without> {
        let record = self.importer.records.get(dag.operator);
        if let Some(native) = record.filter(|record| record.is("NativeCodeCall")) {
            let made = self.native(native, dag, Some("value"))?;
            return made.ok_or_else(|| Unmapped::new("native code without a result is an operand").into());
        }
        if dag.operator == "variadic" {
            let mut list = Vec::new();
            for arg in &dag.args {
                match self.operand(arg)? {
                    Bound::Value(value) => list.push(value),
                    Bound::List(more) => list.extend(more),
                    _ => return Err(Unmapped::new("an element of `variadic` is no single value").into()),
                }
            }
            return Ok(Bound::List(list));
        }
        let node = self.created(dag, None)?;
        match self.scope.nodes[node].types.len() {
            1 => self.result(node, 0),
            count => {
                let name = &self.scope.nodes[node].definition.name;
                Err(Unmapped::new(format!("the nested `{name}` has {count} results")).into())
            }
        }
    }

    fn operand(&mut self, arg: &Arg<'_>) -> Result<Bound, Without> {
        match &arg.value {
            ArgValue::Dag(dag) => self.value(dag),
            ArgValue::Unset => self.named(arg),
            _ => Err(Unmapped::new("an operand of a result pattern is no value").into()),
        }
    }

    fn created(&mut self, dag: &Dag<'_>, replaced: Option<usize>) -> Result<usize, Without> {
        let definition = self.importer.definitions.lookup(dag.operator);
        let definition = definition.ok_or_else(|| {
            Unmapped::new(format!("`{}` in a result pattern is no operation", dag.operator))
        })?;
        let left = self.builder.go_to(dag.operator);
        let directive =
            |arg: &Arg<'_>, name: &str| matches!(&arg.value, ArgValue::Dag(dag) if dag.operator == name);
        let returned = dag.args.iter().find(|arg| directive(arg, "returnType"));
        let arguments: Vec<&Arg<'_>> = dag
            .args
            .iter()
            .filter(|arg| !directive(arg, "returnType") && !directive(arg, "location"))
            .collect();
        if arguments.len() != definition.args.len() {
            let why = format!(
                "`{}` has {} arguments, and the result pattern gives {}: its builder is C++",
                definition.name,
                definition.args.len(),
                arguments.len()
            );
            return Err(Unmapped::new(why).into());
        }
        let mut parts = Parts::default();
        for (place, arg) in definition.args.iter().zip(arguments) {
            match place {
                OpArg::Operand(operand) => self.operand_of(operand, arg, &mut parts)?,
                OpArg::Attribute(attribute) => self.attribute_of(attribute, arg, &mut parts)?,
            }
        }
        if definition.sized_operands {
            self.segments(&mut parts)?;
        }
        let types = match returned {
            Some(Arg { value: ArgValue::Dag(dag), .. }) => self.returned(dag, &definition)?,
            _ => self.types(dag.operator, &definition, &parts, replaced)?,
        };
        let local = definition.name.rsplit('.').next().unwrap_or("op");
        let ssa = self.builder.fresh(dag.name.unwrap_or(local));
        self.builder.line(operation_line(&ssa, &definition.name, &parts.operands, &parts.attributes, &types));
        let node = self.scope.add(ssa, definition, types);
        if let Some(name) = dag.name {
            self.scope.bind(name, Bound::Node(node));
        }
        self.builder.go_back(left);
        Ok(node)
    }

    fn operand_of(&mut self, operand: &OpValue<'_>, arg: &Arg<'_>, parts: &mut Parts) -> Result<(), Without> {
        let before = parts.operands.len();
        match self.operand(arg)? {
            Bound::Value(value) => {
                parts.first_operand.get_or_insert(value.ty);
                if let Some(ty) = value.ty {
                    parts.types.insert(operand.name.to_owned(), ty);
                }
                parts.operands.push((value.ssa, false));
            }
            Bound::List(list) => {
                for value in list {
                    parts.first_operand.get_or_insert(value.ty);
                    parts.operands.push((value.ssa, false));
                }
            }
            Bound::Range(ssa) => parts.operands.push((ssa, true)),
            Bound::Attribute(_)
            | Bound::Absent
            | Bound::Node(_)
            | Bound::Results(_)
            | Bound::Operation(_) => {
                return Err(Unmapped::new(format!("operand `{}` is given no value", operand.name)).into());
            }
        }
        parts.groups.push(parts.operands.len() - before);
        Ok(())
    }

    fn segments(&mut self, parts: &mut Parts) -> Result<(), Unmapped> {
        if parts.operands.iter().any(|(_, many)| *many) {
            return Err(Unmapped::new("groups of operands of which one has any number"));
        }
        let name = self.builder.fresh("segments");
        self.builder.line(format!("{name} = pdl.attribute = {}", attributes::sizes(&parts.groups)));
        parts.attributes.push(("operandSegmentSizes".to_owned(), name));
        Ok(())
    }

    fn attribute_of(
        &mut self,
        place: &OpAttribute<'_>,
        arg: &Arg<'_>,
        parts: &mut Parts,
    ) -> Result<(), Without> {
        let Some(attribute) = self.attribute(place, arg)? else { return Ok(()) };
        parts.first_attribute.get_or_insert(attribute.ty);
        if let Some(ty) = attribute.ty {
            parts.types.insert(place.name.to_owned(), ty);
        }
        parts.attributes.push((place.name.to_owned(), attribute.ssa));
        Ok(())
    }

    /// The attribute of a created operation; `None` where it goes without.
    fn attribute(&mut self, place: &OpAttribute<'_>, arg: &Arg<'_>) -> Result<Option<Attribute>, Without> {
        let records = self.importer.records;
        match &arg.value {
            ArgValue::Unset => match self.named(arg)? {
                Bound::Attribute(attribute) => Ok(Some(attribute)),
                Bound::Absent => Ok(None),
                _ => Err(Unmapped::new(format!("attribute `{}` is given no attribute", place.name)).into()),
            },
            ArgValue::Def(def) => {
                let record = records.get(def).filter(|record| attributes::is_constant(*record));
                let written = record.and_then(|record| attributes::constant(records, record));
                let written = written
                    .ok_or_else(|| Unmapped::new(format!("attribute `{}` is given `{def}`", place.name)))?;
                Ok(Some(self.constant(place.name, &written)))
            }
            ArgValue::Text(text) => Ok(Some(self.constant(place.name, &quoted(text)))),
            ArgValue::Dag(dag) => {
                let native = records.get(dag.operator).filter(|record| record.is("NativeCodeCall"));
                let native = native.ok_or_else(|| {
                    Unmapped::new(format!("attribute `{}` is given an operation", place.name))
                })?;
                match self.native(native, dag, Some("attribute"))? {
                    Some(Bound::Attribute(attribute)) => Ok(Some(attribute)),
                    _ => Err(Unmapped::new(format!("attribute `{}` is given a value", place.name)).into()),
                }
            }
            ArgValue::Number(_) | ArgValue::Other => {
                Err(Unmapped::new(format!("attribute `{}` is given a literal", place.name)).into())
            }
        }
    }

    fn constant(&mut self, name: &str, written: &str) -> Attribute {
        let ssa = self.builder.fresh(name);
        self.builder.line(format!("{ssa} = pdl.attribute = {written}"));
        let of = match (written, written.rsplit_once(" : ")) {
            ("true" | "false", _) => Some("i1"),
            (_, Some((_, ty))) if !written.starts_with(['"', '#']) => Some(ty),
            _ => None,
        };
        let ty = of.map(|ty| self.builder.constant_type(ty));
        Attribute { ssa, ty }
    }

    /// The result of native code; `None` where it has none, or where nothing uses it, which `kind` says.
    fn native(
        &mut self,
        record: Record<'_>,
        dag: &Dag<'_>,
        kind: Option<&str>,
    ) -> Result<Option<Bound>, Without> {
        let text = record.text("expression").unwrap_or_default();
        let returns = record.number("numReturns").unwrap_or(1);
        let left = self.builder.go_to(dag.operator);
        let mut arguments = Vec::new();
        for arg in &dag.args {
            if !matches!(&arg.value, ArgValue::Dag(dag) if dag.operator == "location") {
                arguments.push(self.native_argument(arg)?);
            }
        }
        let made = self.called(text, returns, &arguments, kind)?;
        if let (Some(name), Some(made)) = (dag.name, &made) {
            self.scope.bind(name, made.clone());
        }
        self.builder.go_back(left);
        Ok(made)
    }

    fn native_argument(&mut self, arg: &Arg<'_>) -> Result<Bound, Without> {
        let records = self.importer.records;
        match &arg.value {
            ArgValue::Dag(dag) => {
                let native = records.get(dag.operator).filter(|record| record.is("NativeCodeCall"));
                match native {
                    Some(native) => self
                        .native(native, dag, Some("attribute"))?
                        .ok_or_else(|| Unmapped::new("native code without a result is an argument").into()),
                    None => self.value(dag),
                }
            }
            ArgValue::Unset => self.passed(arg),
            ArgValue::Def(def) => {
                let record = records.get(def).filter(|record| attributes::is_constant(*record));
                let written = record.and_then(|record| attributes::constant(records, record));
                let written =
                    written.ok_or_else(|| Unmapped::new(format!("native code is given `{def}`")))?;
                Ok(Bound::Attribute(self.constant("constant", &written)))
            }
            ArgValue::Text(text) => Ok(Bound::Attribute(self.constant("text", &quoted(text)))),
            ArgValue::Number(number) => {
                Ok(Bound::Attribute(self.constant("number", &format!("{number} : i64"))))
            }
            ArgValue::Other => Err(Unmapped::new("native code is given a list").into()),
        }
    }

    fn called(
        &mut self,
        text: &str,
        returns: i64,
        arguments: &[Bound],
        kind: Option<&str>,
    ) -> Result<Option<Bound>, Without> {
        if let (Some(number), 1) = (cpp::normalized(text).strip_prefix('$'), returns) {
            // Only a cast: the thing itself.
            if let Some(bound) = number.parse().ok().and_then(|index: usize| arguments.get(index)) {
                return Ok(Some(bound.clone()));
            }
        }
        if returns > 1 {
            return Err(
                Unmapped::new(format!("native code has {returns} results: {}", cpp::as_name(text))).into()
            );
        }
        if returns == 1
            && kind == Some("attribute")
            && let Some(written) = expression::attribute(text)
        {
            return Ok(Some(Bound::Attribute(self.constant("made", &written))));
        }
        let described = constraints::described(self.importer.table.find(Role::Rewrite, text), arguments)?;
        let native = described.as_ref().map(|(native, _)| *native);
        let (name, mut given, ty) = match described {
            Some((native, given)) => {
                let typed = native.typed_as.and_then(|at| native.arguments.get(at));
                let ty = typed.and_then(|given| match given {
                    cpp::Argument::Itself(index) | cpp::Argument::TypeOf(index) => arguments.get(*index),
                });
                (native.name.clone(), given, ty.and_then(constraints::type_of))
            }
            None => (cpp::as_name(text), constraints::all_spelled(arguments)?, None),
        };
        let returns = match (kind, native) {
            (Some(_), _) => returns,
            (None, native) => native.map_or(0, |native| native.results).min(returns),
        };
        if returns == 0 && given.is_empty() {
            // PDL has no native code about nothing.
            given.push((self.scope.nodes[self.root].ssa.clone(), "!pdl.operation"));
        }
        let list = if given.is_empty() { String::new() } else { constraints::list(&given) };
        if returns == 0 {
            self.builder.line(format!("pdl.apply_native_rewrite {}{list}", quoted(&name)));
            return Ok(None);
        }
        let kind = native.and_then(|native| native.result).or(kind).unwrap_or("value");
        let ssa = self.builder.fresh(if kind == "attribute" { "made" } else { "value" });
        self.builder.line(format!("{ssa} = pdl.apply_native_rewrite {}{list} : !pdl.{kind}", quoted(&name)));
        Ok(Some(match kind {
            "attribute" => Bound::Attribute(Attribute { ssa, ty }),
            _ => Bound::Value(Value { ssa, ty }),
        }))
    }

    /// The types that `returnType` says.
    fn returned(&mut self, dag: &Dag<'_>, definition: &Definition<'_>) -> Result<Vec<ResultType>, Without> {
        let mut types = Vec::new();
        for arg in &dag.args {
            let ty = match &arg.value {
                ArgValue::Text(text) => match attributes::type_of_builder(text) {
                    Some(written) => self.builder.constant_type(&written),
                    None => {
                        return Err(
                            Unmapped::new(format!("`returnType` is C++: {}", cpp::as_name(text))).into()
                        );
                    }
                },
                ArgValue::Unset => {
                    let bound = self.named(arg)?;
                    constraints::type_of(&bound)
                        .ok_or_else(|| Unmapped::new("`returnType` of something whose type is not known"))?
                }
                ArgValue::Dag(inner) => {
                    let native = self.importer.records.get(inner.operator);
                    let text = native.and_then(|native| native.text("expression")).unwrap_or_default();
                    let known =
                        match (attributes::type_of_builder(text), expression::type_of_placeholder(text)) {
                            (Some(written), _) => Some(self.builder.constant_type(&written)),
                            (None, Some(at)) => match inner.args.get(at) {
                                Some(arg) => constraints::type_of(&self.native_argument(arg)?),
                                None => None,
                            },
                            (None, None) => None,
                        };
                    known.ok_or_else(|| {
                        Unmapped::new(format!("`returnType` is C++: {}", cpp::as_name(text)))
                    })?
                }
                _ => return Err(Unmapped::new("`returnType` of something else than a name").into()),
            };
            types.push(ResultType::One(ty));
        }
        match types.len() == definition.results.len() {
            true => Ok(types),
            false => Err(Unmapped::new("`returnType` gives another number of types").into()),
        }
    }

    /// The types of the results of a created operation, as the code that MLIR generates finds them.
    fn types(
        &mut self,
        record: &str,
        definition: &Rc<Definition<'a>>,
        parts: &Parts,
        replaced: Option<usize>,
    ) -> Result<Vec<ResultType>, Without> {
        let infers = self.importer.infers(record, definition);
        let count = definition.results.len();
        let first = match (parts.first_operand, parts.first_attribute) {
            (Some(operand), _) if definition.types_of_operand => Some(operand),
            (_, Some(attribute)) if definition.types_of_attribute => Some(attribute),
            _ => None,
        };
        if let Some(first) = first {
            return match (first, infers) {
                (Some(ty), _) => Ok(vec![ResultType::One(ty); count]),
                (None, true) => Ok(vec![ResultType::Open; count]),
                (None, false) => {
                    let ty = self.made_by_builder(definition);
                    Ok(vec![ResultType::One(ty); count])
                }
            };
        }
        if let Some(first) = replaced {
            let all = &self.scope.nodes[self.root].types;
            if let Some(types) = all.get(first..first + count) {
                let part = types.len() < all.len() && matches!(types.first(), Some(ResultType::Some(_)));
                return match part {
                    true => Err(Unmapped::new("some of several groups of results are replaced").into()),
                    false => Ok(types.to_vec()),
                };
            }
        }
        let mut found = Vec::new();
        for result in &definition.results {
            let same = definition.same.iter().filter(|group| group.iter().any(|name| name == result.name));
            let other = same.flatten().find_map(|name| parts.types.get(name));
            let written = attributes::buildable(self.importer.records, result.constraint);
            found.push(match (other, written) {
                (Some(other), _) => ResultType::One(*other),
                (None, Some(written)) => ResultType::One(self.builder.constant_type(&written)),
                // PDL says all types of an operation or none.
                (None, None) if infers => return Ok(vec![ResultType::Open; count]),
                (None, None) if result.many => {
                    let why = format!("the builder of `{}` that finds its types is C++", definition.name);
                    return Err(Unmapped::new(why).into());
                }
                (None, None) => ResultType::One(self.made_by_builder(definition)),
            });
        }
        Ok(found)
    }

    /// A type that C++ finds for a result.
    fn made_by_builder(&mut self, definition: &Definition<'_>) -> TypeVar {
        let code = format!("{BUILDER}`{}`", definition.name);
        self.builder.made_type(&code)
    }
}

/// The parts of a created operation that its line names.
#[derive(Default)]
struct Parts {
    operands: Vec<(String, bool)>,
    attributes: Vec<(String, String)>,
    types: FxHashMap<String, TypeVar>,
    /// Sizes of the groups of operands.
    groups: Vec<usize>,
    /// The type of the first operand, once there is one.
    first_operand: Option<Option<TypeVar>>,
    first_attribute: Option<Option<TypeVar>>,
}
