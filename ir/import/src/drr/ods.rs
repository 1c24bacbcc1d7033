//! Operations as ODS defines them: operands, attributes and results in order, and what traits say of their types. Knows
//! nothing of patterns.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::records::{ArgValue, Record, Records};

/// Definitions by the names of their records, each read once.
pub(crate) struct Definitions<'a> {
    records: &'a Records,
    known: RefCell<FxHashMap<String, Option<Rc<Definition<'a>>>>>,
}

/// An operation.
#[derive(Debug)]
pub(crate) struct Definition<'a> {
    /// Its name, such as `arith.addi`.
    pub(crate) name: String,
    /// Its arguments, in order.
    pub(crate) args: Vec<OpArg<'a>>,
    /// Its results.
    pub(crate) results: Vec<OpValue<'a>>,
    /// Names of values and attributes that have one type.
    pub(crate) same: Vec<Vec<String>>,
    /// A created one has the type of its first operand.
    pub(crate) types_of_operand: bool,
    /// A created one has the type of its first attribute.
    pub(crate) types_of_attribute: bool,
    /// A created one finds the types of its results by itself.
    pub(crate) infers: bool,
    /// Sizes of groups are an attribute.
    pub(crate) sized_operands: bool,
}

/// An argument of an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OpArg<'a> {
    /// An operand.
    Operand(OpValue<'a>),
    /// An attribute or a property.
    Attribute(OpAttribute<'a>),
}

/// An operand or a result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpValue<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// The record of its type constraint; of the elements where there may be any number.
    pub(crate) constraint: &'a str,
    /// It stands for any number of values, or for one or none.
    pub(crate) many: bool,
    /// It stands for one or none.
    pub(crate) optional: bool,
}

/// An attribute or a property.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpAttribute<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// The record of its constraint.
    pub(crate) constraint: &'a str,
    /// It may be absent.
    pub(crate) optional: bool,
    /// It has a value where it is absent.
    pub(crate) has_default: bool,
}

impl<'a> Definitions<'a> {
    /// Definitions in the records.
    pub(crate) fn new(records: &'a Records) -> Definitions<'a> {
        Definitions { records, known: RefCell::default() }
    }

    /// The operation that a record defines.
    pub(crate) fn lookup(&self, record: &str) -> Option<Rc<Definition<'a>>> {
        if let Some(known) = self.known.borrow().get(record) {
            return known.clone();
        }
        let found = self.records.get(record).and_then(|found| self.read(found)).map(Rc::new);
        self.known.borrow_mut().insert(record.to_owned(), found.clone());
        found
    }

    /// The operations that were asked for, each with its record.
    pub(crate) fn read_so_far(&self) -> Vec<(String, Rc<Definition<'a>>)> {
        let known = self.known.borrow();
        let found = known.iter().filter_map(|(record, op)| Some((record.clone(), Rc::clone(op.as_ref()?))));
        found.collect()
    }

    fn read(&self, record: Record<'a>) -> Option<Definition<'a>> {
        if !record.is("Op") {
            return None;
        }
        let dialect = self.records.get(record.def("opDialect")?)?.text("name")?;
        let values = |field: &str| -> Vec<OpArg<'a>> {
            let dag = record.dag(field);
            let args = dag.map(|dag| dag.args).unwrap_or_default();
            args.into_iter().filter_map(|arg| self.argument(arg.value, arg.name.unwrap_or(""))).collect()
        };
        let results = values("results").into_iter().filter_map(|result| match result {
            OpArg::Operand(value) => Some(value),
            OpArg::Attribute(_) => None,
        });
        let mut definition = Definition {
            name: format!("{dialect}.{}", record.text("opName")?),
            args: values("arguments"),
            results: results.collect(),
            same: Vec::new(),
            types_of_operand: false,
            types_of_attribute: false,
            infers: false,
            sized_operands: false,
        };
        for name in record.defs("traits") {
            self.of_trait(name, &mut definition);
        }
        Some(definition)
    }

    fn argument(&self, value: ArgValue<'a>, name: &'a str) -> Option<OpArg<'a>> {
        let ArgValue::Def(constraint) = value else { return None };
        let record = self.records.get(constraint)?;
        if record.is("OpVariable") {
            // What its decorators say is about effects.
            return self.argument(ArgValue::Def(record.def("constraint")?), name);
        }
        if record.is("Property") {
            let optional = record.text("interfaceType").is_some_and(|ty| ty.contains("optional<"))
                || record.is("UnitProp")
                || constraint == "UnitProp";
            return Some(OpArg::Attribute(OpAttribute { name, constraint, optional, has_default: true }));
        }
        if record.is("AttrConstraint") {
            let optional = record.number("isOptional") == Some(1);
            let has_default = record.text("defaultValue").is_some();
            return Some(OpArg::Attribute(OpAttribute { name, constraint, optional, has_default }));
        }
        let many = ["Variadic", "Optional", "VariadicOfVariadic"].iter().any(|class| record.is(class));
        let element = record.def("baseType").filter(|_| many).unwrap_or(constraint);
        Some(OpArg::Operand(OpValue { name, constraint: element, many, optional: record.is("Optional") }))
    }

    fn of_trait(&self, name: &'a str, definition: &mut Definition<'a>) {
        let Some(record) = self.records.get(name) else { return };
        let operands = || definition.operands().map(|operand| operand.name.to_owned()).collect::<Vec<_>>();
        let results = || definition.results.iter().map(|result| result.name.to_owned()).collect::<Vec<_>>();
        match name {
            "SameOperandsAndResultType" => {
                let all = [operands(), results()].concat();
                definition.types_of_operand = true;
                definition.same.push(all);
            }
            "SameTypeOperands" => {
                let all = operands();
                definition.same.push(all);
            }
            "FirstAttrDerivedResultType" => definition.types_of_attribute = true,
            "AttrSizedOperandSegments" => definition.sized_operands = true,
            _ if record.is("AllTypesMatch") => {
                let all = record.list("values").iter().filter_map(|name| name.as_str());
                let all: Vec<String> = all.map(str::to_owned).collect();
                definition.infers |= all.iter().any(|name| definition.has_result(name));
                definition.same.push(all);
            }
            _ if record.is("TypesMatchWith") => {
                let side = |field| record.text(field).unwrap_or_default().to_owned();
                let (left, right) = (side("lhs"), side("rhs"));
                definition.infers |= definition.has_result(&right);
                if record.text("transformer").map(str::trim) == Some("$_self") {
                    definition.same.push(vec![left, right]);
                }
            }
            _ if record.text("cppInterfaceName") == Some("InferTypeOpInterface") => definition.infers = true,
            // A list of traits, one of which may be that.
            _ if record.is("TraitList") => {
                for part in record.defs("traits") {
                    self.of_trait(part, definition);
                }
            }
            _ => {}
        }
    }
}

impl<'a> Definition<'a> {
    /// Its operands, in order.
    pub(crate) fn operands(&self) -> impl Iterator<Item = OpValue<'a>> + '_ {
        self.args.iter().filter_map(|arg| match arg {
            OpArg::Operand(value) => Some(*value),
            OpArg::Attribute(_) => None,
        })
    }

    fn has_result(&self, name: &str) -> bool {
        self.results.iter().any(|result| result.name == name)
    }
}
