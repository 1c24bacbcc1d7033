//! A predicate in words, for messages.

use super::{AttrClass, Predicate, TypeClass};
use crate::data::{Context, Signedness};

impl Predicate {
    /// What it asks for, as a noun phrase: `signless integer or index`.
    pub fn describe(&self, ctx: &Context) -> String {
        match self {
            Predicate::True => "anything".to_owned(),
            Predicate::Not(inner) => format!("no {}", inner.describe(ctx)),
            Predicate::And(list) => join(ctx, list, " and "),
            Predicate::Or(list) => join(ctx, list, " or "),
            Predicate::Type(class) => class.describe(),
            Predicate::Element(inner) => format!("shape of {}", inner.describe(ctx)),
            Predicate::Rank { min, max } if min == max => format!("shape of rank {min}"),
            Predicate::Rank { min, max: u64::MAX } => format!("shape of rank {min} or more"),
            Predicate::Rank { min, max } => format!("shape of rank {min} to {max}"),
            Predicate::StaticShape => "static shape".to_owned(),
            Predicate::IdentityLayout(_) => "memref with the identity layout".to_owned(),
            Predicate::NoneIsNegative(_) => "dense array without negative elements".to_owned(),
            Predicate::PlainDimensions(_) => "affine map to dimensions".to_owned(),
            Predicate::MinorIdentity(_) => "affine map to its last dimensions".to_owned(),
            Predicate::FirstIsDynamic(_) => "dense array with a dynamic first element".to_owned(),
            Predicate::NoExtentIs(number) => format!("shape without an extent {number}"),
            Predicate::AllExtentsAre(number) => format!("shape with extents {number} only"),
            Predicate::Attr(class) => class.describe().to_owned(),
            Predicate::TypeOfAttr(inner) => format!("attribute of type {}", inner.describe(ctx)),
            Predicate::IntRange { min, max: i64::MAX } => format!("integer of at least {min}"),
            Predicate::IntRange { min: i64::MIN, max } => format!("integer of at most {max}"),
            Predicate::IntRange { min, max } => format!("integer from {min} to {max}"),
            Predicate::PowerOfTwo(_) => "power of two".to_owned(),
            Predicate::QuantizedStorage(bits) => format!("quantized type stored in {bits} bits"),
            Predicate::ArrayOf(inner) => format!("array of {}", inner.describe(ctx)),
            Predicate::DenseArrayOf(class) => format!("dense array of {}", class.describe()),
            Predicate::Length(number) => format!("array with {number} elements"),
            Predicate::DialectType(dialect, name) => format!("`!{}.{}`", ctx.str(*dialect), ctx.str(*name)),
            Predicate::DialectAttr(dialect, name) => format!("`#{}.{}`", ctx.str(*dialect), ctx.str(*name)),
            Predicate::Unknown(text) => format!("`{}`", ctx.str(*text)),
        }
    }
}

fn join(ctx: &Context, list: &[Predicate], between: &str) -> String {
    let parts: Vec<String> = list
        .iter()
        .map(|part| match part {
            Predicate::And(_) | Predicate::Or(_) if list.len() > 1 => format!("({})", part.describe(ctx)),
            other => other.describe(ctx),
        })
        .collect();
    parts.join(between)
}

impl TypeClass {
    fn describe(self) -> String {
        let fixed = match self {
            TypeClass::Integer(sign, bits) => {
                let sign = match sign {
                    Some(Signedness::Signless) => "signless ",
                    Some(Signedness::Signed) => "signed ",
                    Some(Signedness::Unsigned) => "unsigned ",
                    None => "",
                };
                return match bits {
                    Some(bits) => format!("{sign}{bits}-bit integer"),
                    None => format!("{sign}integer"),
                };
            }
            TypeClass::Float(Some(kind)) => kind.keyword(),
            TypeClass::Float(None) => "float",
            TypeClass::Any => "type",
            TypeClass::Index => "index",
            TypeClass::None => "none",
            TypeClass::Complex => "complex",
            TypeClass::Tuple => "tuple",
            TypeClass::Function => "function type",
            TypeClass::Vector => "vector",
            TypeClass::ScalableVector => "scalable vector",
            TypeClass::RankedTensor => "ranked tensor",
            TypeClass::UnrankedTensor => "unranked tensor",
            TypeClass::MemRef => "memref",
            TypeClass::UnrankedMemRef => "unranked memref",
        };
        fixed.to_owned()
    }
}

impl AttrClass {
    fn describe(self) -> &'static str {
        match self {
            AttrClass::Any => "attribute",
            AttrClass::Integer => "integer attribute",
            AttrClass::Bool => "boolean attribute",
            AttrClass::Float => "float attribute",
            AttrClass::String => "string attribute",
            AttrClass::Array => "array attribute",
            AttrClass::Dictionary => "dictionary attribute",
            AttrClass::Unit => "unit attribute",
            AttrClass::SymbolRef => "symbol reference",
            AttrClass::FlatSymbolRef => "flat symbol reference",
            AttrClass::DenseArray => "dense array",
            AttrClass::DenseElements => "dense elements",
            AttrClass::SparseElements => "sparse elements",
            AttrClass::DenseResource => "dense resource",
            AttrClass::AffineMap => "affine map",
            AttrClass::IntegerSet => "integer set",
            AttrClass::Strided => "strided layout",
            AttrClass::Location => "location",
            AttrClass::Typed => "typed attribute",
        }
    }
}
