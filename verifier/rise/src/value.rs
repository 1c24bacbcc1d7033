//! Values of programs at indices that are not known: arrays are functions of an index, numbers are expressions. Knows no normal form.

use std::collections::BTreeSet;
use std::rc::Rc;

use assay_rise::nat::Nat;
use assay_rise::types::{Scalar, Type};

use assay_rise::index::{Atoms, TooLarge};

use crate::derivation::Instance;

/// Why no normal form is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It costs more than it may.
    Limit,
    /// A construct that is not analysed.
    Unsupported(String),
}

impl From<TooLarge> for Why {
    fn from(_: TooLarge) -> Why {
        Why::Limit
    }
}

/// The state of a proof.
pub struct Proof {
    /// Indices.
    pub atoms: Atoms,
    /// Work that may still be done.
    pub fuel: u64,
    /// Binders around what is looked at.
    pub depth: u32,
    /// Calls that wait.
    pub nesting: u32,
    /// Laws of reductions that were used.
    pub laws: BTreeSet<Instance>,
    /// Operations of embedded dialects that may be undefined are in it.
    pub traps: bool,
    /// A `reduce` whose order matters is in it.
    pub orders: bool,
    /// Arrays of constant lengths are looked at element by element.
    pub by_elements: bool,
}

/// Calls that may wait at a time.
const MAX_NESTING: u32 = 300;

impl Proof {
    /// Takes fuel.
    pub fn spend(&mut self, work: u64) -> Result<(), Why> {
        self.fuel = self.fuel.checked_sub(work).ok_or(Why::Limit)?;
        Ok(())
    }

    /// Does something that may nest.
    pub fn nested<T>(&mut self, work: impl FnOnce(&mut Proof) -> Result<T, Why>) -> Result<T, Why> {
        if self.nesting >= MAX_NESTING {
            return Err(Why::Limit);
        }
        self.spend(1)?;
        self.nesting += 1;
        let result = work(self);
        self.nesting -= 1;
        result
    }
}

/// An element at an index.
pub type Element = Rc<dyn Fn(&mut Proof, &Nat) -> Result<Value, Why>>;
/// A function.
pub type Function = Rc<dyn Fn(&mut Proof, Value) -> Result<Value, Why>>;
/// The next result of a reduction, of an index and the last result.
pub type Step = Rc<dyn Fn(&mut Proof, &Nat, Value) -> Result<Value, Why>>;

/// A value.
#[derive(Clone)]
pub enum Value {
    /// Something that is not known, with accesses.
    Neutral(Rc<Neutral>),
    /// A literal.
    Literal(Rc<str>, Scalar),
    /// An operation on numbers of a type.
    Operation(Rc<str>, Scalar, Rc<Vec<Value>>),
    /// A pair.
    Pair(Rc<(Value, Value)>),
    /// An array.
    Array(Nat, Element),
    /// A function.
    Function(Function),
}

/// The start of what is not known.
#[derive(Clone)]
pub enum Origin {
    /// A parameter.
    Parameter(u32),
    /// The binder of each level.
    Bound(u32),
    /// A reduction.
    Reduction(Rc<Reduced>),
}

/// A reduction of elements that are not known.
pub struct Reduced {
    /// The number of elements.
    pub length: Nat,
    /// The start.
    pub start: Value,
    /// The next result.
    pub step: Step,
    /// The type of the result.
    pub ty: Type,
    /// The elements may be combined in any order.
    pub any_order: bool,
}

/// An access of what is not known.
#[derive(Clone)]
pub enum Use {
    /// An element.
    Index(Nat),
    /// The first of a pair.
    First,
    /// The second of a pair.
    Second,
    /// The result for an argument of a type.
    Argument(Value, Type),
}

/// Something that is not known, with accesses.
#[derive(Clone)]
pub struct Neutral {
    /// Its start.
    pub origin: Origin,
    /// The accesses, in order.
    pub uses: Vec<Use>,
}

impl Neutral {
    /// With one access more.
    fn then(&self, access: Use) -> Rc<Neutral> {
        let mut uses = self.uses.clone();
        uses.push(access);
        Rc::new(Neutral { origin: self.origin.clone(), uses })
    }
}

/// Something of a type that is not known, as a value of its form.
pub fn reflect(ty: &Type, neutral: Rc<Neutral>) -> Value {
    match ty {
        Type::Pair(first, second) => {
            let one = reflect(first, neutral.then(Use::First));
            let two = reflect(second, neutral.then(Use::Second));
            Value::Pair(Rc::new((one, two)))
        }
        Type::Array(length, element) => {
            let element = (**element).clone();
            Value::Array(
                length.clone(),
                Rc::new(move |_, index| Ok(reflect(&element, neutral.then(Use::Index(index.clone()))))),
            )
        }
        Type::Fun(from, to) => {
            let (from, to) = ((**from).clone(), (**to).clone());
            Value::Function(Rc::new(move |_, argument| {
                Ok(reflect(&to, neutral.then(Use::Argument(argument, from.clone()))))
            }))
        }
        _ => Value::Neutral(neutral),
    }
}

/// The element of an array at an index.
///
/// # Errors
/// Why there is none.
pub fn element(array: &Value, index: &Nat, proof: &mut Proof) -> Result<Value, Why> {
    match array {
        Value::Array(_, element) => proof.nested(|proof| element(proof, index)),
        _ => Err(Why::Unsupported("an array of another form".to_owned())),
    }
}

/// The result of a function.
///
/// # Errors
/// Why there is none.
pub fn apply(function: &Value, argument: Value, proof: &mut Proof) -> Result<Value, Why> {
    match function {
        Value::Function(function) => proof.nested(|proof| function(proof, argument)),
        _ => Err(Why::Unsupported("a function of another form".to_owned())),
    }
}
