//! The source pattern of a record as the matcher of a PDL pattern, and the names that it binds.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::attributes;
use super::builder::{Builder, TypeVar};
use super::cpp;
use super::ods::{Definition, OpArg, OpAttribute, OpValue};
use super::scope::{Attribute, Bound, OneOf, ResultType, Scope, Value};
use super::{Choices, Importer, Unmapped, Without, constraints};
use crate::records::{Arg, ArgValue, Dag, Record, Records};

/// The matcher while it is made.
pub(crate) struct Matching<'m, 'a, 'b> {
    pub(crate) importer: Importer<'a>,
    pub(crate) builder: &'m mut Builder<'b>,
    pub(crate) scope: &'m mut Scope<'a>,
    pub(crate) choices: &'m mut Choices,
}

/// The parts of a matched operation that its line names.
#[derive(Default)]
struct Parts {
    operands: Vec<(String, bool)>,
    attributes: Vec<(String, String)>,
    /// Types by the names of operands and attributes.
    types: FxHashMap<String, TypeVar>,
    /// Names of optional attributes that are absent.
    absent: Vec<String>,
    /// Conditions on operands and attributes: the record of the constraint and what it is about.
    conditions: Vec<(String, Bound)>,
}

impl<'a> Matching<'_, 'a, '_> {
    /// The root of the pattern.
    pub(crate) fn root(&mut self, dag: &Dag<'_>) -> Result<usize, Without> {
        self.operation(dag, Some("root"))
    }

    fn operation(&mut self, dag: &Dag<'_>, name: Option<&str>) -> Result<usize, Without> {
        let definition = self.importer.definitions.lookup(dag.operator);
        let definition = definition.ok_or_else(|| {
            Unmapped::new(format!("`{}` in its source pattern is no operation", dag.operator))
        })?;
        let left = self.builder.go_to(dag.operator);
        let arguments = self.arguments(dag, &definition)?;
        let mut parts = Parts::default();
        for (place, arg) in definition.args.iter().zip(&arguments) {
            match place {
                OpArg::Operand(operand) => self.operand(operand, arg, &mut parts)?,
                OpArg::Attribute(attribute) => self.attribute(attribute, arg, &mut parts)?,
            }
        }
        if definition.sized_operands {
            self.segments(&definition, &mut parts);
        }
        let local = definition.name.rsplit('.').next().unwrap_or("op");
        let wanted = name.or(dag.name).unwrap_or(local);
        let ssa = self.builder.fresh(wanted);
        let node = self.line(ssa, definition, &parts);
        if let Some(name) = dag.name {
            if self.scope.declares(name) {
                return Err(Unmapped::new(format!("`${name}` is matched in two ways")).into());
            }
            self.scope.bind(name, Bound::Node(node));
        }
        for (constraint, bound) in std::mem::take(&mut parts.conditions) {
            constraints::of_record(self.importer, self.builder, &constraint, &bound)?;
        }
        for name in parts.absent {
            let attribute = self.builder.fresh(&format!("{name}.name"));
            self.builder.line(format!("{attribute} = pdl.attribute = {}", attributes::quoted(&name)));
            let ssa = &self.scope.nodes[node].ssa;
            self.builder.line(format!(
                "pdl.apply_native_constraint \"lacks_attribute\"({ssa}, {attribute} : !pdl.operation, !pdl.attribute)"
            ));
        }
        self.builder.go_back(left);
        Ok(node)
    }

    /// The arguments of a dag, one for each argument of the operation; `either` is one of its two orders.
    fn arguments<'d>(&mut self, dag: &Dag<'d>, definition: &Definition<'_>) -> Result<Vec<Arg<'d>>, Without> {
        let mut arguments = Vec::new();
        for arg in &dag.args {
            match &arg.value {
                ArgValue::Dag(inner) if inner.operator == "either" => {
                    let mut both = inner.args.clone();
                    if self.choices.pick(2) == 1 {
                        both.reverse();
                    }
                    arguments.extend(both);
                }
                _ => arguments.push(arg.clone()),
            }
        }
        match arguments.len() == definition.args.len() {
            true => Ok(arguments),
            false => Err(Unmapped::new(format!(
                "`{}` has {} arguments, and the record gives {}",
                definition.name,
                definition.args.len(),
                arguments.len()
            ))
            .into()),
        }
    }

    /// Appends the line of a matched operation.
    fn line(&mut self, ssa: String, definition: Rc<Definition<'a>>, parts: &Parts) -> usize {
        let (mut types, mut known) = (Vec::new(), parts.types.clone());
        if definition.results.len() > 1 && definition.results.iter().any(|result| result.many) {
            let range = self.builder.fresh(&format!("{}.types", ssa.trim_start_matches('%')));
            self.builder.line(format!("{range} = pdl.types"));
            types = vec![ResultType::Some(range); definition.results.len()];
        }
        for (index, result) in definition.results.iter().enumerate().skip(types.len()) {
            let name = if result.name.is_empty() {
                format!("{ssa}.{index}")
            } else {
                format!("{ssa}.{}", result.name)
            };
            if result.many {
                let range = self.builder.fresh(&format!("{}.types", name.trim_start_matches('%')));
                self.builder.line(format!("{range} = pdl.types"));
                types.push(ResultType::Many(range));
                continue;
            }
            let ty = self.builder.new_type(&name);
            self.fixed(ty, result.constraint);
            known.insert(result.name.to_owned(), ty);
            types.push(ResultType::One(ty));
        }
        join(self.builder, &definition, &known);
        let text = operation_line(&ssa, &definition.name, &parts.operands, &parts.attributes, &types);
        self.builder.line(text);
        self.scope.add(ssa, definition, types)
    }

    fn fixed(&mut self, ty: TypeVar, constraint: &str) {
        if let Some(written) = attributes::buildable(self.importer.records, constraint) {
            self.builder.fix(ty, &written);
        } else if let Some(written) = attributes::few(self.importer.records, constraint) {
            self.scope.few.push(OneOf { ty, written, by_record: false });
        }
    }

    /// The sizes of groups as the attribute that says them, where each is known.
    fn segments(&mut self, definition: &Definition<'_>, parts: &mut Parts) {
        if definition.operands().count() == parts.operands.len()
            && parts.operands.iter().all(|(_, many)| !many)
        {
            let ones = attributes::sizes(&vec![1; parts.operands.len()]);
            let sizes = self.builder.fresh("segments");
            self.builder.line(format!("{sizes} = pdl.attribute = {ones}"));
            parts.attributes.push(("operandSegmentSizes".to_owned(), sizes));
        }
    }

    fn operand(&mut self, operand: &OpValue<'_>, arg: &Arg<'_>, parts: &mut Parts) -> Result<(), Without> {
        let bound = match &arg.value {
            ArgValue::Unset => self.free(operand, arg.name),
            ArgValue::Def(constraint) => {
                let bound = self.free(operand, arg.name);
                if *constraint != operand.constraint {
                    let records = self.importer.records;
                    if !self.scope.type_is_known(records, self.builder, constraint, &bound) {
                        parts.conditions.push(((*constraint).to_owned(), bound.clone()));
                    }
                }
                bound
            }
            ArgValue::Dag(dag) if dag.operator == "variadic" => self.elements(operand, dag)?,
            ArgValue::Dag(dag) => Bound::Value(self.nested(operand, dag)?),
            ArgValue::Text(_) | ArgValue::Number(_) | ArgValue::Other => {
                return Err(Unmapped::new(format!("operand `{}` is given a literal", operand.name)).into());
            }
        };
        match &bound {
            Bound::Value(value) => {
                parts.operands.push((value.ssa.clone(), false));
                if let Some(ty) = value.ty {
                    parts.types.insert(operand.name.to_owned(), ty);
                }
            }
            Bound::List(list) => parts.operands.extend(list.iter().map(|value| (value.ssa.clone(), false))),
            Bound::Range(ssa) => parts.operands.push((ssa.clone(), true)),
            Bound::Attribute(_)
            | Bound::Absent
            | Bound::Node(_)
            | Bound::Results(_)
            | Bound::Operation(_) => {
                return Err(Unmapped::new(format!("operand `{}` is no value", operand.name)).into());
            }
        }
        Ok(())
    }

    /// An operand that is its name: the value that the name stands for, or a new one.
    fn free(&mut self, operand: &OpValue<'_>, name: Option<&str>) -> Bound {
        let name = name.filter(|name| *name != "_");
        if let Some(known) = name.and_then(|name| self.scope.get(self.builder, name)) {
            return known;
        }
        let wanted = name.unwrap_or(if operand.name.is_empty() { "operand" } else { operand.name });
        let size = name.and_then(|name| self.scope.sizes.get(name).copied());
        let bound = match (operand.many, size) {
            (true, None) => {
                let ssa = self.builder.fresh(wanted);
                self.builder.line(format!("{ssa} = pdl.operands"));
                Bound::Range(ssa)
            }
            (true, Some(size)) => {
                Bound::List((0..size).map(|_| self.fresh_operand(wanted, operand)).collect())
            }
            (false, _) => Bound::Value(self.fresh_operand(wanted, operand)),
        };
        if let Some(name) = name {
            self.scope.bind(name, bound.clone());
        }
        bound
    }

    fn fresh_operand(&mut self, wanted: &str, operand: &OpValue<'_>) -> Value {
        let ssa = self.builder.fresh(wanted);
        let ty = self.builder.new_type(&ssa);
        self.fixed(ty, operand.constraint);
        self.builder.line(format!("{ssa} = pdl.operand : {}", Builder::say(ty)));
        Value { ssa, ty: Some(ty) }
    }

    /// The operands of `variadic`: there are exactly these.
    fn elements(&mut self, operand: &OpValue<'_>, dag: &Dag<'_>) -> Result<Bound, Without> {
        let element = OpValue { many: false, ..*operand };
        let mut list = Vec::new();
        for arg in &dag.args {
            match &arg.value {
                ArgValue::Unset => match self.free(&element, arg.name) {
                    Bound::Value(value) => list.push(value),
                    _ => return Err(Unmapped::new("an element of `variadic` is no single value").into()),
                },
                ArgValue::Dag(dag) => list.push(self.nested(operand, dag)?),
                _ => return Err(Unmapped::new("an element of `variadic` has a condition").into()),
            }
        }
        let bound = Bound::List(list);
        if let Some(name) = dag.name {
            self.scope.bind(name, bound.clone());
        }
        Ok(bound)
    }

    /// A nested pattern: a result of another operation, or a constant. The C++ asks which operation defines the operand, and
    /// not which of its results it is, so that each result is a variant.
    fn nested(&mut self, operand: &OpValue<'_>, dag: &Dag<'_>) -> Result<Value, Without> {
        let records = self.importer.records;
        if let Some(native) = records.get(dag.operator).filter(|record| record.is("NativeCodeCall")) {
            return self.constant(native, dag);
        }
        let node = self.operation(dag, None)?;
        let definition = Rc::clone(&self.scope.nodes[node].definition);
        if definition.results.is_empty() || definition.results.iter().any(|result| result.many) {
            let why = match definition.results.is_empty() {
                true => format!("the nested `{}` has no results", definition.name),
                false => format!("the nested `{}` has a group of results", definition.name),
            };
            return Err(Unmapped::new(why).into());
        }
        let count = definition.results.len();
        let index = if count == 1 { 0 } else { self.choices.pick(count) };
        let known = |constraint: &str| attributes::buildable(records, constraint);
        if let (Some(wanted), Some(found)) =
            (known(operand.constraint), known(definition.results[index].constraint))
            && wanted != found
            && count > 1
        {
            return Err(Without::Match);
        }
        match self.scope.result(self.builder, node, index) {
            Some(Bound::Value(value)) => Ok(value),
            _ => Err(Unmapped::new(format!("`{}` has no result {index}", definition.name)).into()),
        }
    }

    /// `ConstantLikeMatcher`: a constant, and the attribute that it is made of.
    fn constant(&mut self, native: Record<'_>, dag: &Dag<'_>) -> Result<Value, Without> {
        let text = native.text("expression").unwrap_or_default();
        let [arg] = dag.args.as_slice() else {
            return Err(matched_by_cpp(text).into());
        };
        if cpp::normalized(text) != CONSTANT_LIKE {
            return Err(matched_by_cpp(text).into());
        }
        let left = self.builder.go_to(arg.name.unwrap_or(dag.operator));
        let attribute = self.attribute_of(arg, "value", Some(&["AnyAttr", "TypedAttrInterface"]))?;
        let Bound::Attribute(value) = &attribute.0 else {
            return Err(Unmapped::new("the value of a constant is no attribute").into());
        };
        let ty = match value.ty {
            Some(ty) => ty,
            None => self.builder.new_type(&value.ssa),
        };
        let node = self.builder.fresh("constant");
        self.builder.line(format!(
            "{node} = pdl.operation \"arith.constant\" {{\"value\" = {}}} -> ({} : !pdl.type)",
            value.ssa,
            Builder::say(ty)
        ));
        let result = self.builder.fresh(&format!("{}.0", node.trim_start_matches('%')));
        self.builder.line(format!("{result} = pdl.result 0 of {node}"));
        if let Some(constraint) = attribute.1 {
            constraints::of_record(self.importer, self.builder, &constraint, &attribute.0)?;
        }
        self.builder.go_back(left);
        Ok(Value { ssa: result, ty: Some(ty) })
    }

    /// The attribute that an argument matches, and the record of a condition that it has to meet.
    fn attribute_of(
        &mut self,
        arg: &Arg<'_>,
        wanted: &str,
        free: Option<&[&str]>,
    ) -> Result<(Bound, Option<String>), Without> {
        let name = arg.name.filter(|name| *name != "_");
        if let Some(known) = name.and_then(|name| self.scope.get(self.builder, name)) {
            return Ok((known, None));
        }
        let records = self.importer.records;
        let mut condition = None;
        let (mut ty, mut constant) = (None, None);
        match &arg.value {
            ArgValue::Unset => {}
            ArgValue::Def(def) => {
                let record = records.get(def).filter(|record| attributes::is_constant(*record));
                match record {
                    Some(record) => {
                        constant = Some(attributes::constant(records, record).ok_or_else(|| {
                            Unmapped::new(format!(
                                "the constant `{}` is not known",
                                record.text("value").unwrap_or(def)
                            ))
                        })?);
                    }
                    None => match attributes::type_of_attribute(records, def) {
                        Some(written) => ty = Some(self.builder.constant_type(&written)),
                        None if free.is_some_and(|free| free.contains(def)) => {}
                        None => condition = Some((*def).to_owned()),
                    },
                }
            }
            ArgValue::Number(_) | ArgValue::Text(_) | ArgValue::Dag(_) | ArgValue::Other => {
                return Err(
                    Unmapped::new(format!("the attribute `{wanted}` is matched by something else")).into()
                );
            }
        }
        let ssa = self.builder.fresh(name.unwrap_or(wanted));
        match &constant {
            Some(constant) => self.builder.line(format!("{ssa} = pdl.attribute = {constant}")),
            None => {
                let of = ty.unwrap_or_else(|| self.builder.new_type(&ssa));
                // The type of an attribute that has none is no type of PDL.
                let typed = free.is_some() || ty.is_some();
                ty = typed.then_some(of);
                let said = if typed { format!(" : {}", Builder::say(of)) } else { String::new() };
                self.builder.line(format!("{ssa} = pdl.attribute{said}"));
            }
        }
        if let Some((_, written)) = constant.as_deref().and_then(|constant| constant.rsplit_once(" : ")) {
            ty = Some(self.builder.constant_type(written));
        } else if constant.as_deref().is_some_and(|constant| constant == "true" || constant == "false") {
            ty = Some(self.builder.constant_type("i1"));
        }
        let bound = Bound::Attribute(Attribute { ssa, ty });
        if let Some(name) = name {
            self.scope.bind(name, bound.clone());
        }
        Ok((bound, condition))
    }

    fn attribute(
        &mut self,
        place: &OpAttribute<'_>,
        arg: &Arg<'_>,
        parts: &mut Parts,
    ) -> Result<(), Without> {
        if place.optional && matches!(arg.value, ArgValue::Unset) {
            let name = arg.name.filter(|name| *name != "_" && self.scope.used_elsewhere(name));
            let Some(name) = name else { return Ok(()) };
            if self.choices.pick(2) == 1 {
                self.scope.bind(name, Bound::Absent);
                parts.absent.push(place.name.to_owned());
                return Ok(());
            }
        } else if arg.name == Some("_") && matches!(arg.value, ArgValue::Unset) {
            return Ok(());
        }
        let typed = attributes::type_of_attribute(self.importer.records, place.constraint);
        let (bound, condition) = self.attribute_of(arg, place.name, None)?;
        let Bound::Attribute(attribute) = &bound else {
            return Err(Unmapped::new(format!("`{}` is no attribute", place.name)).into());
        };
        if let Some(condition) = condition.filter(|condition| condition != place.constraint) {
            parts.conditions.push((condition, bound.clone()));
        }
        if let Some(ty) = attribute.ty {
            parts.types.insert(place.name.to_owned(), ty);
        } else if let (Some(written), Some(name)) = (typed, arg.name.filter(|name| *name != "_")) {
            let ty = Some(self.builder.constant_type(&written));
            self.scope.bind(name, Bound::Attribute(Attribute { ssa: attribute.ssa.clone(), ty }));
        }
        parts.attributes.push((place.name.to_owned(), attribute.ssa.clone()));
        Ok(())
    }
}

/// Combinations of types that definitions permit for which one record becomes several patterns, at most.
const MOST_TYPES: usize = 8;

/// `matchPattern` with `m_Constant`, plainly.
const CONSTANT_LIKE: &str = "success(matchPattern($0->getResult(0),m_Constant(&$0)))";

fn matched_by_cpp(text: &str) -> Unmapped {
    Unmapped::new(format!("its source pattern matches in C++: {}", cpp::as_name(text)))
}

impl<'a> Scope<'a> {
    /// Says the type of a value that the record constrains, if the constraint leaves one or a few.
    fn type_is_known(
        &mut self,
        records: &Records,
        builder: &mut Builder<'_>,
        constraint: &str,
        bound: &Bound,
    ) -> bool {
        match (attributes::buildable(records, constraint), attributes::few(records, constraint), bound) {
            (Some(written), _, Bound::Value(_) | Bound::List(_)) => fix_value(builder, bound, &written),
            (None, Some(written), Bound::Value(Value { ty: Some(ty), .. })) => {
                self.few.push(OneOf { ty: *ty, written, by_record: true });
            }
            _ => return false,
        }
        true
    }

    /// Appends the condition that a type constraint is on a value.
    pub(crate) fn has_type(
        &mut self,
        importer: Importer<'_>,
        builder: &mut Builder<'_>,
        constraint: &str,
        bound: &Bound,
    ) -> Result<(), Without> {
        match self.type_is_known(importer.records, builder, constraint, bound) {
            true => Ok(()),
            false => constraints::of_record(importer, builder, constraint, bound),
        }
    }

    /// Makes each type that is one of a few one of them.
    pub(crate) fn choose_types(
        &mut self,
        builder: &mut Builder<'_>,
        choices: &mut Choices,
    ) -> Result<(), Without> {
        let mut ways = 1;
        for OneOf { ty, written, by_record } in std::mem::take(&mut self.few) {
            match builder.constant(ty) {
                Some(known) if written.iter().any(|one| one == known) => {}
                Some(_) => return Err(Without::Match),
                None if by_record || ways * written.len() <= MOST_TYPES => {
                    ways *= written.len();
                    let pick = choices.pick(written.len());
                    builder.fix(ty, &written[pick]);
                }
                // The definition of the operation has to say it.
                None => {}
            }
        }
        Ok(())
    }
}

/// Joins the types that traits say are one.
pub(crate) fn join(
    builder: &mut Builder<'_>,
    definition: &Definition<'_>,
    types: &FxHashMap<String, TypeVar>,
) {
    for group in &definition.same {
        let mut known = group.iter().filter_map(|name| types.get(name));
        if let Some(first) = known.next() {
            known.for_each(|other| builder.join(*first, *other));
        }
    }
}

/// Says the type of a value or of all values of a list.
pub(crate) fn fix_value(builder: &mut Builder<'_>, bound: &Bound, written: &str) {
    let fix = |builder: &mut Builder<'_>, value: &Value| {
        if let Some(ty) = value.ty {
            builder.fix(ty, written);
        }
    };
    match bound {
        Bound::Value(value) => fix(builder, value),
        Bound::List(list) => list.iter().for_each(|value| fix(builder, value)),
        _ => {}
    }
}

/// The line of a `pdl.operation`.
pub(crate) fn operation_line(
    ssa: &str,
    name: &str,
    operands: &[(String, bool)],
    attributes: &[(String, String)],
    types: &[ResultType],
) -> String {
    let mut line = format!("{ssa} = pdl.operation \"{name}\"");
    if !operands.is_empty() {
        let names: Vec<&str> = operands.iter().map(|(name, _)| name.as_str()).collect();
        let kinds: Vec<&str> =
            operands.iter().map(|(_, many)| if *many { "!pdl.range<value>" } else { "!pdl.value" }).collect();
        line += &format!("({} : {})", names.join(", "), kinds.join(", "));
    }
    if !attributes.is_empty() {
        let all: Vec<String> =
            attributes.iter().map(|(name, value)| format!("\"{name}\" = {value}")).collect();
        line += &format!(" {{{}}}", all.join(", "));
    }
    let said = |ty: &ResultType| match ty {
        ResultType::One(ty) => Some((Builder::say(*ty), "!pdl.type")),
        ResultType::Many(range) => Some((range.clone(), "!pdl.range<type>")),
        ResultType::Some(_) | ResultType::Open => None,
    };
    let all: Option<Vec<(String, &str)>> = match types.first() {
        Some(ResultType::Some(range)) => Some(vec![(range.clone(), "!pdl.range<type>")]),
        _ => types.iter().map(said).collect(),
    };
    if let Some(all) = all.filter(|all| !all.is_empty()) {
        let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
        let kinds: Vec<&str> = all.iter().map(|(_, kind)| *kind).collect();
        line += &format!(" -> ({} : {})", names.join(", "), kinds.join(", "));
    }
    line
}
