//! Attributes as meanings read them: known ones directly, unknown ones as variables, one for each role that an attribute
//! plays. Knows no operation.

use assay_ir::data::{
    AttrId, AttrKind, Context, DenseData, Ident, IntValue, OpId, TypeId, TypeKind, ValueId,
};
use rustc_hash::FxHashMap;

use crate::{Element, ElementCtx, Scalar, Unsupported};
use assay_term::arena::TermArena;
use assay_term::bits::mask;
use assay_term::float::From;
use assay_term::node::{Compare, Sort, TermId};
use assay_term::nondet::Choices;

/// An attribute that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// What a `pdl.attribute` binds.
    Bound(ValueId),
    /// One that the pattern does not name, of what a `pdl.operation` binds.
    Unlisted(OpId, Ident),
}

/// The attribute in some place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// There is none.
    Absent,
    /// This one.
    Known(AttrId),
    /// Any that fits there, also none where it may be missing.
    Unknown(Key),
    /// Numbers that were computed.
    Number(TermId),
}

/// What an unknown attribute is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Whether it promises that nothing wraps in the signed reading.
    Signed,
    /// Whether it promises that nothing wraps in the unsigned reading.
    Unsigned,
    /// Whether it is there.
    Present,
    /// Whether it promises that nothing is NaN.
    NoNans,
    /// Whether it promises that nothing is infinite.
    NoInfinities,
    /// The number of a comparison.
    Predicate,
    /// The number of a comparison of floating-point numbers: each of four bits is one.
    FloatPredicate,
    /// The element of this number, of `bits` bits.
    Number {
        /// Which.
        element: usize,
        /// Bits.
        width: u32,
    },
    /// The place in a list of `count` attributes, as a number of `bits` bits.
    Place {
        /// Entries of the list.
        count: usize,
        /// Bits.
        bits: u32,
    },
}

impl Role {
    /// A number that tells apart what an attribute cannot be read as at once.
    fn family(self) -> usize {
        match self {
            Role::Signed | Role::Unsigned => 0,
            Role::Present => 1,
            Role::NoNans | Role::NoInfinities => 2,
            Role::Predicate => 3,
            Role::Number { .. } => 4,
            Role::FloatPredicate => 5,
            Role::Place { count, bits } => 6 + 64 * count + bits as usize,
        }
    }
}

/// A function with the operands that it was applied to.
#[derive(Clone, Debug)]
pub struct Application {
    /// The function: an operation of `math` without the name of the dialect, or `remf`.
    pub function: Box<str>,
    /// The operands.
    pub operands: Vec<TermId>,
    /// The variable of the result.
    pub result: TermId,
}

/// The variables that stand for unknown attributes.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    variables: FxHashMap<(Key, Role), TermId>,
    order: Vec<(Key, Role)>,
    /// What is known of them.
    pub facts: Vec<TermId>,
    /// Fast-math flags that the pattern binds were read.
    pub keeps_flags: bool,
    /// Results that operations may choose.
    pub choices: Choices,
    /// Applications of functions of real numbers, each behind those that it depends on; `None` where they have no meaning.
    pub functions: Option<Vec<Application>>,
    /// The type of those that are numbers.
    pub types: FxHashMap<Key, TypeId>,
    /// The lists of those that are places, and the place that an absent one has.
    pub lists: FxHashMap<Key, (Box<[AttrId]>, Option<usize>)>,
}

impl Roles {
    /// Every role of every unknown attribute, in the order in which they were first met.
    pub fn list(&self) -> impl Iterator<Item = (Key, Role, TermId)> + '_ {
        self.order.iter().map(|(key, role)| (*key, *role, self.variables[&(*key, *role)]))
    }

    /// Tells if an unknown attribute was read in this role.
    pub(crate) fn reads_as(&self, key: Key, role: Role) -> bool {
        self.variables.contains_key(&(key, role))
    }

    /// An unknown attribute that is read in two ways, so that its numbers do not fit together.
    pub fn at_odds(&self) -> Option<Key> {
        let odd = |(key, role): &(Key, Role)| {
            self.order.iter().any(|(other, read)| other == key && read.family() != role.family())
        };
        self.order.iter().find(|one| odd(one)).map(|(key, _)| *key)
    }

    /// The variable for a role.
    pub fn variable(&mut self, pool: &mut TermArena, key: Key, role: Role) -> TermId {
        if let Some(known) = self.variables.get(&(key, role)) {
            return *known;
        }
        let sort = match role {
            Role::Signed | Role::Unsigned | Role::Present | Role::NoNans | Role::NoInfinities => Sort::Bool,
            Role::Predicate | Role::FloatPredicate => Sort::Bits(4),
            Role::Number { width, .. } => Sort::Bits(width),
            Role::Place { bits, .. } => Sort::Bits(bits),
        };
        let variable = pool.variable(format!("a{}", pool.variables().len()), sort);
        if role == Role::Predicate {
            let end = pool.number(4, 10);
            let valid = pool.compare(Compare::ULt, variable, end);
            self.facts.push(valid);
        }
        if let Role::Place { count, bits } = role {
            let last = pool.number(bits, count as u128 - 1);
            let valid = pool.compare(Compare::ULe, variable, last);
            self.facts.push(valid);
        }
        self.variables.insert((key, role), variable);
        self.order.push((key, role));
        variable
    }
}

/// Promises of an operation that nothing wraps, as truth values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overflow {
    pub(crate) signed: TermId,
    pub(crate) unsigned: TermId,
}

impl ElementCtx<'_, '_> {
    /// The overflow flags.
    pub(crate) fn overflow(&mut self) -> Result<Overflow, Unsupported> {
        match self.attribute("overflowFlags") {
            Attribute::Absent => Ok(self.no_promise()),
            Attribute::Known(attr) => {
                let (signed, unsigned) =
                    overflow_flags(self.subject.ctx, attr).ok_or(Unsupported::Attribute)?;
                Ok(Overflow { signed: self.pool.boolean(signed), unsigned: self.pool.boolean(unsigned) })
            }
            Attribute::Unknown(key) => Ok(Overflow {
                signed: self.roles.variable(self.pool, key, Role::Signed),
                unsigned: self.roles.variable(self.pool, key, Role::Unsigned),
            }),
            Attribute::Number(bits) if self.pool.width(bits) == 2 => {
                let [signed, unsigned] = [0, 1].map(|at| {
                    let bit = self.pool.extract(bits, at, 1);
                    self.pool.truth(bit)
                });
                Ok(Overflow { signed, unsigned })
            }
            Attribute::Number(_) => Err(Unsupported::Attribute),
        }
    }

    pub(crate) fn no_promise(&mut self) -> Overflow {
        let no = self.pool.boolean(false);
        Overflow { signed: no, unsigned: no }
    }

    /// Whether a unit attribute is there.
    pub(crate) fn present(&mut self, name: &str) -> Result<TermId, Unsupported> {
        Ok(match self.attribute(name) {
            Attribute::Absent => self.pool.boolean(false),
            Attribute::Known(attr) => {
                let no = AttrKind::Integer { value: IntValue::Small(0), ty: self.subject.ctx.integer(1) };
                let there = *self.subject.ctx.attr_kind(attr) != no;
                self.pool.boolean(there)
            }
            // What is bound is there.
            Attribute::Unknown(Key::Bound(_)) => self.pool.boolean(true),
            Attribute::Unknown(key) => self.roles.variable(self.pool, key, Role::Present),
            Attribute::Number(_) => return Err(Unsupported::Attribute),
        })
    }

    /// The number of a comparison, as four bits.
    pub(crate) fn predicate(&mut self, name: &str, words: &[&str]) -> Result<TermId, Unsupported> {
        match self.attribute(name) {
            Attribute::Absent => Err(Unsupported::Attribute),
            Attribute::Known(attr) => {
                let number = enumerant(self.subject.ctx, attr, words).ok_or(Unsupported::Attribute)?;
                Ok(self.pool.number(4, number))
            }
            Attribute::Unknown(key) => Ok(self.roles.variable(self.pool, key, Role::Predicate)),
            Attribute::Number(number) if self.pool.width(number) >= 4 => Ok(self.pool.extract(number, 0, 4)),
            Attribute::Number(_) => Err(Unsupported::Attribute),
        }
    }

    /// The known number of an attribute that counts something.
    pub(crate) fn count(&self, name: &str) -> Result<u32, Unsupported> {
        let Attribute::Known(attr) = self.attribute(name) else { return Err(Unsupported::Attribute) };
        match self.subject.ctx.attr_kind(attr) {
            AttrKind::Integer { value: IntValue::Small(value), .. } => {
                u32::try_from(*value).map_err(|_| Unsupported::Attribute)
            }
            _ => Err(Unsupported::Attribute),
        }
    }

    /// The constant in this element.
    pub(crate) fn constant(&mut self, name: &str) -> Result<Scalar, Unsupported> {
        let width = self.result_width()?;
        let element = self.subject.results.first().map(|layout| layout.element);
        let held = held_bits(element, width);
        if self.subject.results.first().is_some_and(|layout| layout.element == Element::Opaque) {
            return Err(Unsupported::Type);
        }
        let sound = self.pool.boolean(false);
        let is_empty = self.subject.results.first().is_some_and(|layout| layout.element == Element::Empty);
        let bits = match self.attribute(name) {
            Attribute::Absent => return Err(Unsupported::Attribute),
            Attribute::Unknown(_) if is_empty => self.pool.zero(1),
            Attribute::Known(attr) => {
                if is_poison(self.subject.ctx, attr) {
                    return Ok(Scalar { bits: self.blank()?, poison: self.pool.boolean(true) });
                }
                let value =
                    element_bits(self.subject.ctx, attr, self.element).ok_or(Unsupported::Attribute)?;
                self.pool.number(width, value & mask(width))
            }
            Attribute::Unknown(key) => {
                let ty = self.subject.result_types.first().copied().ok_or(Unsupported::Type)?;
                self.roles.types.insert(key, ty);
                let role = Role::Number { element: self.element, width: held };
                let number = self.roles.variable(self.pool, key, role);
                self.pool.extract(number, 0, width)
            }
            Attribute::Number(bits) if self.pool.width(bits) == held => self.pool.extract(bits, 0, width),
            Attribute::Number(_) => return Err(Unsupported::Type),
        };
        let bits = match element {
            Some(Element::Float(format)) => self.pool.float_from(From::Bits, bits, format),
            _ => bits,
        };
        Ok(Scalar { bits, poison: sound })
    }
}

/// The bits of the number in an attribute whose values have `width` bits: a constant of `index` keeps 64, of which a target of
/// 32 bits takes the low half.
pub(crate) fn held_bits(element: Option<Element>, width: u32) -> u32 {
    if element == Some(Element::Index) { width.max(64) } else { width }
}

/// `nsw` and `nuw` of an attribute.
pub fn overflow_flags(ctx: &Context, attr: AttrId) -> Option<(bool, bool)> {
    let (dialect, name, body) = match ctx.attr_kind(attr) {
        AttrKind::Opaque { dialect, name, body, .. } => (dialect, name, body),
        // The number that `llvm` gives them.
        AttrKind::Integer { value: IntValue::Small(number @ 0..=3), .. } => {
            return Some((number & 1 != 0, number & 2 != 0));
        }
        _ => return None,
    };
    if !matches!(ctx.str(*dialect), "arith" | "llvm") || ctx.str(*name) != "overflow" {
        return None;
    }
    let mut flags = (false, false);
    for word in ctx.str(*body).split(',').map(str::trim) {
        match word {
            "nsw" => flags.0 = true,
            "nuw" => flags.1 = true,
            "none" => {}
            _ => return None,
        }
    }
    Some(flags)
}

/// Whether an attribute says that a value is poison.
pub(crate) fn is_poison(ctx: &Context, attr: AttrId) -> bool {
    match ctx.attr_kind(attr) {
        AttrKind::Opaque { dialect, name, .. } | AttrKind::Dialect { dialect, name, .. } => {
            ctx.str(*dialect) == "ub" && ctx.str(*name) == "poison"
        }
        _ => false,
    }
}

/// The number of an enumerated attribute, written as a number or as a word.
pub(crate) fn enumerant(ctx: &Context, attr: AttrId, words: &[&str]) -> Option<u128> {
    let number = match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => u128::try_from(value.to_i64()?).ok()?,
        AttrKind::Opaque { body, .. } => {
            let last = ctx.str(*body).split_whitespace().next_back()?;
            words.iter().position(|word| *word == last)? as u128
        }
        AttrKind::Dialect { params, .. } => match ctx.attr_kind(*params.first()?) {
            AttrKind::String { text, .. } => words.iter().position(|word| *word == ctx.str(*text))? as u128,
            _ => return None,
        },
        _ => return None,
    };
    (number < words.len() as u128).then_some(number)
}

/// The longest list that is written as one number.
const MOST_IN_LIST: u64 = 4096;

/// The integers of a list, or the one of a number.
pub fn integers(ctx: &Context, attr: AttrId) -> Option<Vec<i64>> {
    let number = |attr: AttrId| match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => Some(vec![value.to_i64()?]),
        AttrKind::DenseArray { values, .. }
        | AttrKind::Array(values)
        | AttrKind::Dense { data: DenseData::Elements(values), .. } => {
            values.iter().map(|value| number(*value)).collect()
        }
        AttrKind::Dense { ty, data: DenseData::Splat(one) } => {
            let count = match ctx.type_kind(*ty) {
                TypeKind::RankedTensor { shape, .. } => {
                    shape.iter().try_fold(1, |all, one| Some(all * (*one)?))?
                }
                _ => 1,
            };
            (count <= MOST_IN_LIST).then(|| number(*one).map(|one| vec![one; count as usize]))?
        }
        _ => None,
    }
}

/// The bits of an element of a constant.
pub(crate) fn element_bits(ctx: &Context, attr: AttrId, index: usize) -> Option<u128> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value: IntValue::Small(value), .. } => Some(*value as u128),
        AttrKind::Float { bits, .. } => Some(*bits),
        AttrKind::Dense { data: DenseData::Splat(one), .. } => element_bits(ctx, *one, 0),
        AttrKind::Dense { data: DenseData::Elements(list), .. } => element_bits(ctx, *list.get(index)?, 0),
        _ => None,
    }
}
