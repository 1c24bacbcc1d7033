//! The values of C++ that a run computes with.

use std::rc::Rc;

use assay_ops::Op;

use crate::source::Parameter;
use crate::syntax::{Syntax, last};
use crate::term::Term;

/// A reason to stop the run of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    /// The construct.
    pub(crate) what: String,
    /// Its line.
    pub(crate) line: usize,
}

/// A result, or the reason to stop.
pub(crate) type Run<T> = Result<T, Stop>;

/// A floating-point number that is computed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Float {
    /// The value of an attribute.
    Attribute(usize),
    /// An operation of `arith` or `math` on others.
    Computed(&'static str, Vec<Float>),
    /// An operation of `arith` on another number, which may be an integer, with the type of its result.
    Cast(&'static str, Box<Float>, usize),
    /// An element of an attribute that is a list.
    Part(usize, usize),
    /// A number by its text, of a type where one is known.
    Number(String, Option<usize>),
}

/// An argument, with the variable that it is, if it is one.
pub(crate) struct Argument<'a> {
    pub(crate) value: Value<'a>,
    pub(crate) slot: Option<usize>,
}

/// A value of C++.
#[derive(Clone)]
pub(crate) enum Value<'a> {
    /// Nothing.
    Void,
    /// A null value, operation, attribute or type, an empty optional, or a failed result with a value.
    Null,
    /// An optional number that is there.
    Present(Box<Value<'a>>),
    /// A number of C++; true for an unsigned one.
    Int(Term, bool),
    /// A truth value.
    Bool(Term),
    /// An `APInt`.
    Wide(Term),
    /// An `APFloat`.
    Float(Float),
    /// A question about an `APFloat`, by the operation that answers it.
    Test(&'static str, Float),
    /// An integer that a conversion is to fill, by its width; true for an unsigned one.
    Target(Term, bool),
    /// An attribute of a class that becomes an operation where a folder returns it.
    Becomes(&'static Op),
    /// An element of an attribute that is a list.
    Part(usize, usize),
    /// The number of elements of an attribute that is a list.
    Size(usize),
    /// The status of a conversion, or the order of two numbers, by its words.
    Status(String),
    /// A string.
    Text,
    /// A floating-point number of C++, by its text.
    Real(String),
    /// An operand that may be assigned.
    Operand(usize, usize),
    /// A type of MLIR.
    Type(usize),
    /// An SSA value.
    Ssa(usize),
    /// An operation.
    Op(usize),
    /// The operation that defines a value, where nothing is known of it yet.
    Definer(usize),
    /// The attributes of an operation by the names of their fields.
    Properties(usize),
    /// Attributes for an operation that is to be made.
    Record(Vec<(String, Value<'a>)>),
    /// An attribute.
    Attr(usize),
    /// The constant that an operand of a folder may be: an attribute or null.
    MaybeConstant(usize),
    /// A list of known length.
    List(Vec<Value<'a>>),
    /// A variable, by reference.
    Slot(usize),
    /// A lambda.
    Lambda(Rc<Lambda<'a>>),
    /// A matcher.
    Matcher(Rc<Matcher<'a>>),
    /// The operands of the matched operation as a folder sees them.
    Adaptor(usize),
    /// The operands of the matched operation as a conversion has them.
    Converted(usize),
    /// A `LogicalResult`.
    Logical(bool),
    /// Rewriters, builders, contexts, locations.
    Handle(Handle),
    /// A name that no variable has: an enumerator, a function, a class.
    Name(String),
    /// The pattern itself.
    This,
}

/// Things of which no body asks anything but to be passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handle {
    /// A rewriter or a builder.
    Rewriter,
    /// A context.
    Context,
    /// A location.
    Location,
    /// A type converter.
    Converter,
}

/// A lambda with what it captures.
pub(crate) struct Lambda<'a> {
    /// Parameters.
    pub(crate) parameters: Vec<Parameter<'a>>,
    /// The type of its result, where one is written.
    pub(crate) returns: String,
    /// Body.
    pub(crate) body: Syntax<'a>,
    /// Variables around it by name.
    pub(crate) captured: Vec<(String, usize)>,
}

impl<'a> Lambda<'a> {
    /// The same function with a result of this type.
    pub(crate) fn returning(&self, ty: &str) -> Lambda<'a> {
        let parameters = self.parameters.clone();
        Lambda { parameters, returns: ty.to_owned(), body: self.body, captured: self.captured.clone() }
    }
}

/// A matcher of `matchPattern`.
#[derive(Clone)]
pub(crate) enum Matcher<'a> {
    /// `m_Constant`, with what is bound.
    Constant(Option<usize>),
    /// `m_ConstantInt`, with what is bound.
    Integer(Option<usize>),
    /// A constant integer for which a lambda holds.
    IntegerWhere(Value<'a>),
    /// A constant of floating-point numbers, by its texts.
    FloatIs(&'static [&'static str]),
    /// A constant that is a zero or one of its kind.
    AnyNumber(i128, &'static str),
    /// `m_Op` with a class and matchers of the operands.
    Op(String, Vec<Value<'a>>),
    /// Exactly this value.
    Same(usize),
    /// Any value, bound.
    Any(Option<usize>),
}

impl Value<'_> {
    /// True where an argument may be one of a declared class: enough to choose between helpers of one name.
    pub(crate) fn suits(&self, ty: &str) -> bool {
        match (last(ty), self) {
            ("APInt", Value::Float(_) | Value::Int(..)) | ("APFloat", Value::Wide(_)) => false,
            ("Type", Value::Ssa(_) | Value::Attr(_) | Value::Op(_) | Value::Int(..) | Value::Wide(_)) => {
                false
            }
            (
                "int64_t" | "unsigned" | "int",
                Value::Type(_) | Value::Wide(_) | Value::Attr(_) | Value::Ssa(_),
            ) => false,
            ("Value", Value::Type(_) | Value::Attr(_)) | ("Operation", Value::Ssa(_)) => false,
            ("Attribute" | "IntegerAttr", Value::Ssa(_) | Value::Type(_) | Value::Int(..)) => false,
            (ty, Value::Attr(_)) if ty.ends_with("Predicate") || ty.ends_with("Flags") => false,
            (ty, Value::Int(..)) if ty.ends_with("Attr") => false,
            _ => true,
        }
    }

    /// A short word for messages.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Value::Void => "nothing",
            Value::Null => "null",
            Value::Present(_) => "an optional number",
            Value::Int(..) => "a number",
            Value::Bool(_) | Value::Test(..) => "a truth value",
            Value::Wide(_) => "an APInt",
            Value::Float(_) => "an APFloat",
            Value::Target(..) => "an integer that is not computed yet",
            Value::Becomes(_) => "an attribute that becomes an operation",
            Value::Part(..) => "an attribute of a list",
            Value::Size(_) => "a number of attributes",
            Value::Status(_) => "a status",
            Value::Text => "a string",
            Value::Real(_) => "a floating-point number",
            Value::Operand(..) => "an operand",
            Value::Type(_) => "a type",
            Value::Ssa(_) => "a value",
            Value::Op(_) | Value::Definer(_) => "an operation",
            Value::Properties(_) | Value::Record(_) => "properties",
            Value::Attr(_) | Value::MaybeConstant(_) => "an attribute",
            Value::List(_) => "a list",
            Value::Slot(_) => "a reference",
            Value::Lambda(_) => "a lambda",
            Value::Matcher(_) => "a matcher",
            Value::Adaptor(_) | Value::Converted(_) => "an adaptor",
            Value::Logical(_) => "a result",
            Value::Handle(_) => "a handle",
            Value::Name(_) => "a name",
            Value::This => "the pattern",
        }
    }
}
