//! Relations between types that IRDL cannot say, from `assay.relations`: their data and the reader of their
//! grammar, which `corpus/dialects/README.md` documents. Knows no operation and evaluates nothing.

use super::Check;
use crate::data::{AttrId, AttrKind, Context, Ident, TypeKind};

/// A statement about types. It holds when the comparison holds, or one of `otherwise` does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Left side.
    pub left: Term,
    /// How both sides compare.
    pub compare: Compare,
    /// Right side.
    pub right: Term,
    /// Alternatives, written after `or`; empty for a plain comparison.
    pub otherwise: Vec<Relation>,
}

/// A comparison in a [`Relation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `~`, between shapes: same container, same rank, and each extent equal or dynamic on one side. It is what
    /// `SameOperandsAndResultType` and `Elementwise` ask of MLIR 22.1.8's values: reflexive and symmetric, but
    /// not transitive. Vectors have no dynamic extents, so theirs are equal. Encodings of tensors have to be equal.
    Compatible,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
}

impl Compare {
    /// As the grammar writes it.
    pub fn text(self) -> &'static str {
        match self {
            Compare::Equal => "==",
            Compare::NotEqual => "!=",
            Compare::Compatible => "~",
            Compare::Less => "<",
            Compare::LessOrEqual => "<=",
        }
    }
}

/// One side of a [`Relation`]; names are operand, result or attribute names, and of regions for
/// [`Term::Count`]. A name that stands for several values states the relation for each of them, one that
/// stands for none states nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// `type(x)`: the type of a value, or of a typed attribute.
    Type(Ident),
    /// `element(x)`: the element type of a shaped type, or the type itself.
    Element(Ident),
    /// `width(x)`: the bit width of the integer or float (element) type; others have none and then no
    /// comparison holds.
    Width(Ident),
    /// `shape(x)`: container and extents: a shaped type without its element type; all scalars are alike.
    Shape(Ident),
    /// `count(x)`: how many values, regions, or elements of an array or dense attribute; the name
    /// `successors` is the number of successor blocks, `later_successors` that of all but the first.
    Count(Ident),
    /// `rank(x)`: number of extents of a shaped type with known rank; others have none and then no comparison holds.
    Rank(Ident),
    /// `dynamic(x)`: how many elements of a dense array are MLIR's mark for "dynamic", the smallest `i64` or `i32`; of an
    /// operand or result, how many extents of its shaped type are dynamic.
    Dynamic(Ident),
    /// `blocks(r)`: how many blocks a region has.
    Blocks(Ident),
    /// A written type or number.
    Constant(AttrId),
}

/// Two lists of types that are equal, element by element; each side is a concatenation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Left side.
    pub left: Vec<ListTerm>,
    /// Right side.
    pub right: Vec<ListTerm>,
}

/// A part of one side of a [`Signature`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListTerm {
    /// `types(x)`: types of the operands or results of that name.
    Types(Ident),
    /// `each(x)`: one list of one type for each operand or result of that name. Against a group of regions, the
    /// list of number N is compared with what region number N says.
    Each(Ident),
    /// `indices(a)`: as many `index` as the array or dense array attribute has elements.
    Indices(Ident),
    /// `arguments(r)`: types of the entry block arguments of a region; no statement for an empty region.
    Arguments(Ident),
    /// `yields(r)`: types of the returned operands of a `return_like` operation that ends a block of the
    /// region; stated for each such block.
    Yields(Ident),
    /// `inputs(a)`: inputs of a function type: of an attribute, of the function that a symbol attribute names, or
    /// of an operand or result whose type it is.
    Inputs(Ident),
    /// `outputs(a)`: outputs of a function type, found like [`ListTerm::Inputs`].
    Outputs(Ident),
    /// `successor(N)`: argument types of successor number N.
    Successor(u32),
    /// `successors(N)`: argument types of successor number N and all later ones.
    SuccessorsFrom(u32),
}

impl ListTerm {
    /// Tells if the list may depend on the attribute of this name, besides on operands, results, regions and successors and on
    /// how they are grouped.
    #[must_use]
    pub fn reads(&self, attribute: Ident) -> bool {
        self.name() == Some(attribute)
    }

    /// The group or region that it is about, by name.
    #[must_use]
    pub fn name(&self) -> Option<Ident> {
        match self {
            ListTerm::Types(name)
            | ListTerm::Each(name)
            | ListTerm::Indices(name)
            | ListTerm::Arguments(name)
            | ListTerm::Yields(name)
            | ListTerm::Inputs(name)
            | ListTerm::Outputs(name) => Some(*name),
            ListTerm::Successor(_) | ListTerm::SuccessorsFrom(_) => None,
        }
    }
}

impl Relation {
    /// Tells if it speaks of the elements or extents of one of these values.
    pub(super) fn is_about_shape_of(&self, names: &[Ident]) -> bool {
        let asks = |term: &Term| term.shaped().is_some_and(|name| names.contains(&name));
        let others = || self.otherwise.iter().any(|other| other.is_about_shape_of(names));
        asks(&self.left) || asks(&self.right) || others()
    }

    /// As the grammar writes it.
    pub fn text(&self, ctx: &Context) -> String {
        let mut text = self.comparison(ctx);
        for other in &self.otherwise {
            text.push_str(" or ");
            text.push_str(&other.comparison(ctx));
        }
        text
    }

    fn comparison(&self, ctx: &Context) -> String {
        format!("{} {} {}", self.left.text(ctx), self.compare.text(), self.right.text(ctx))
    }
}

impl Term {
    /// The value of whose elements or extents it speaks.
    fn shaped(&self) -> Option<Ident> {
        match self {
            Term::Element(name)
            | Term::Width(name)
            | Term::Shape(name)
            | Term::Rank(name)
            | Term::Dynamic(name) => Some(*name),
            Term::Type(_) | Term::Count(_) | Term::Blocks(_) | Term::Constant(_) => None,
        }
    }

    /// The operand, result, attribute or region that it speaks of.
    pub fn name(&self) -> Option<Ident> {
        match self {
            Term::Type(name)
            | Term::Element(name)
            | Term::Width(name)
            | Term::Shape(name)
            | Term::Count(name)
            | Term::Rank(name)
            | Term::Dynamic(name)
            | Term::Blocks(name) => Some(*name),
            Term::Constant(_) => None,
        }
    }

    fn text(&self, ctx: &Context) -> String {
        let (function, name) = match self {
            Term::Type(name) => ("type", name),
            Term::Element(name) => ("element", name),
            Term::Width(name) => ("width", name),
            Term::Shape(name) => ("shape", name),
            Term::Count(name) => ("count", name),
            Term::Rank(name) => ("rank", name),
            Term::Dynamic(name) => ("dynamic", name),
            Term::Blocks(name) => ("blocks", name),
            Term::Constant(attr) => return constant_text(ctx, *attr),
        };
        format!("{function}({})", ctx.str(*name))
    }
}

impl Signature {
    /// As the grammar writes it.
    pub fn text(&self, ctx: &Context) -> String {
        let side = |list: &[ListTerm]| {
            let parts: Vec<String> = list.iter().map(|term| term.text(ctx)).collect();
            parts.join(" + ")
        };
        format!("{} == {}", side(&self.left), side(&self.right))
    }
}

impl ListTerm {
    fn text(&self, ctx: &Context) -> String {
        let (function, name) = match self {
            ListTerm::Types(name) => ("types", name),
            ListTerm::Each(name) => ("each", name),
            ListTerm::Indices(name) => ("indices", name),
            ListTerm::Arguments(name) => ("arguments", name),
            ListTerm::Yields(name) => ("yields", name),
            ListTerm::Inputs(name) => ("inputs", name),
            ListTerm::Outputs(name) => ("outputs", name),
            ListTerm::Successor(number) => return format!("successor({number})"),
            ListTerm::SuccessorsFrom(number) => return format!("successors({number})"),
        };
        format!("{function}({})", ctx.str(*name))
    }
}

fn constant_text(ctx: &Context, attr: AttrId) -> String {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => value.to_string(),
        AttrKind::Type(ty) => match ctx.type_kind(*ty) {
            TypeKind::Integer { width, .. } => format!("i{width}"),
            _ => "index".to_owned(),
        },
        _ => String::new(),
    }
}

/// What one text of `assay.relations` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StatedRelation {
    Relation(Relation),
    Signature(Signature),
    Check(Check),
}

/// Reads one text of `assay.relations`; the error is a sentence for the user.
pub(super) fn read(ctx: &Context, text: &str) -> Result<StatedRelation, String> {
    if let Some(check) = Check::read(ctx, text) {
        return check.map(StatedRelation::Check);
    }
    let first = text.split('(').next().unwrap_or("").trim();
    match first {
        "types" | "each" | "indices" | "arguments" | "yields" | "inputs" | "outputs" | "successor"
        | "successors" => read_signature(ctx, text).map(StatedRelation::Signature),
        _ => read_relation(ctx, text).map(StatedRelation::Relation),
    }
}

fn read_relation(ctx: &Context, text: &str) -> Result<Relation, String> {
    let mut parts = text.split(" or ").map(|part| read_comparison(ctx, part));
    // `split` yields at least one part.
    let mut first = parts.next().unwrap_or_else(|| Err("a relation is empty".to_owned()))?;
    first.otherwise = parts.collect::<Result<_, _>>()?;
    Ok(first)
}

fn read_comparison(ctx: &Context, text: &str) -> Result<Relation, String> {
    const SIGNS: [Compare; 5] =
        [Compare::Equal, Compare::NotEqual, Compare::LessOrEqual, Compare::Less, Compare::Compatible];
    let found = SIGNS.iter().find_map(|sign| text.split_once(sign.text()).map(|sides| (*sign, sides)));
    let Some((compare, (left, right))) = found else {
        return Err(format!("`{}` compares nothing: expected ==, !=, ~, < or <=", text.trim()));
    };
    Ok(Relation {
        left: read_term(ctx, left)?,
        compare,
        right: read_term(ctx, right)?,
        otherwise: Vec::new(),
    })
}

fn read_term(ctx: &Context, text: &str) -> Result<Term, String> {
    let text = text.trim();
    if let Some((function, argument)) = call(text) {
        let name = ctx.ident(argument);
        return match function {
            "type" => Ok(Term::Type(name)),
            "element" => Ok(Term::Element(name)),
            "width" => Ok(Term::Width(name)),
            "shape" => Ok(Term::Shape(name)),
            "count" => Ok(Term::Count(name)),
            "rank" => Ok(Term::Rank(name)),
            "dynamic" => Ok(Term::Dynamic(name)),
            "blocks" => Ok(Term::Blocks(name)),
            _ => Err(format!("`{function}` is no function of relations")),
        };
    }
    if let Ok(number) = text.parse::<i128>() {
        return Ok(Term::Constant(ctx.integer_attr(number, ctx.index())));
    }
    match constant_type(ctx, text) {
        Some(attr) => Ok(Term::Constant(attr)),
        None => Err(format!("`{text}` is neither a function, a number, `index` nor an integer type")),
    }
}

fn constant_type(ctx: &Context, text: &str) -> Option<AttrId> {
    if text == "index" {
        return Some(ctx.type_attr(ctx.index()));
    }
    let width = text.strip_prefix('i')?.parse().ok()?;
    Some(ctx.type_attr(ctx.integer(width)))
}

fn read_signature(ctx: &Context, text: &str) -> Result<Signature, String> {
    let Some((left, right)) = text.split_once("==") else {
        return Err(format!("`{}` compares nothing: lists of types need ==", text.trim()));
    };
    Ok(Signature { left: read_list(ctx, left)?, right: read_list(ctx, right)? })
}

fn read_list(ctx: &Context, text: &str) -> Result<Vec<ListTerm>, String> {
    text.split('+').map(|part| read_list_term(ctx, part.trim())).collect()
}

fn read_list_term(ctx: &Context, text: &str) -> Result<ListTerm, String> {
    let Some((function, argument)) = call(text) else {
        return Err(format!("`{text}` is no list of types"));
    };
    let number = || argument.parse::<u32>().map_err(|_| format!("`{argument}` is no successor number"));
    let name = ctx.ident(argument);
    match function {
        "types" => Ok(ListTerm::Types(name)),
        "each" => Ok(ListTerm::Each(name)),
        "indices" => Ok(ListTerm::Indices(name)),
        "arguments" => Ok(ListTerm::Arguments(name)),
        "yields" => Ok(ListTerm::Yields(name)),
        "inputs" => Ok(ListTerm::Inputs(name)),
        "outputs" => Ok(ListTerm::Outputs(name)),
        "successor" => number().map(ListTerm::Successor),
        "successors" => number().map(ListTerm::SuccessorsFrom),
        _ => Err(format!("`{function}` is no list of types")),
    }
}

fn call(text: &str) -> Option<(&str, &str)> {
    let (function, rest) = text.split_once('(')?;
    Some((function.trim(), rest.trim_end().strip_suffix(')')?.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_reads_with_its_alternatives() {
        let ctx = Context::new();
        let (a, b) = (ctx.ident("a"), ctx.ident("b"));
        let i1 = ctx.type_attr(ctx.integer(1));
        let read = read(&ctx, "type(a) == i1 or shape(a) ~ shape(b)");
        let other = Relation {
            left: Term::Shape(a),
            compare: Compare::Compatible,
            right: Term::Shape(b),
            otherwise: Vec::new(),
        };
        let relation = Relation {
            left: Term::Type(a),
            compare: Compare::Equal,
            right: Term::Constant(i1),
            otherwise: vec![other],
        };
        assert_eq!(read, Ok(StatedRelation::Relation(relation)));
    }

    #[test]
    fn lists_concatenate_with_plus() {
        let ctx = Context::new();
        let read = read(&ctx, "arguments(body) == types(lower) + types(init)");
        let name = |text| ctx.ident(text);
        let signature = Signature {
            left: vec![ListTerm::Arguments(name("body"))],
            right: vec![ListTerm::Types(name("lower")), ListTerm::Types(name("init"))],
        };
        assert_eq!(read, Ok(StatedRelation::Signature(signature)));
    }

    #[test]
    fn relations_and_signatures_print_as_they_are_read() {
        let ctx = Context::new();
        for text in [
            "type(a) == i1 or shape(a) ~ shape(b)",
            "arguments(body) == types(lower) + types(init)",
            "successors(1) == each(x)",
            "transposes(vector, permutation, result)",
        ] {
            let printed = match read(&ctx, text).expect("it is one") {
                StatedRelation::Relation(relation) => relation.text(&ctx),
                StatedRelation::Signature(signature) => signature.text(&ctx),
                StatedRelation::Check(check) => check.text(&ctx),
            };
            assert_eq!(printed, text);
        }
    }

    #[test]
    fn what_is_no_relation_is_an_error_with_its_text() {
        let ctx = Context::new();
        for text in [
            "",
            "width(a)",
            "width(a) < colour(b)",
            "types(a) < types(b)",
            "successor(x) == types(a)",
            "casts(a)",
        ] {
            assert!(read(&ctx, text).is_err(), "{text}");
        }
    }
}
