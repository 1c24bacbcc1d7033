//! C++ expressions of records, and the native functions that mean the same. Compares text alone: blanks, the namespaces
//! `mlir` and `llvm`, outer parentheses and casts make no difference.

use assay_ir::natives::{Entity, Form, Product, RangeOf, Role, Summary, Width};
use assay_ir::spec::Registry;
use rustc_hash::FxHashMap;

/// Expressions by their plain text.
pub(crate) struct Table {
    entries: FxHashMap<(Role, String), Vec<Native>>,
}

/// A native function that an expression calls.
#[derive(Clone, Debug)]
pub(crate) struct Native {
    /// Its name.
    pub(crate) name: String,
    /// Its arguments.
    pub(crate) arguments: Vec<Argument>,
    /// Their kinds, as PDL writes them.
    pub(crate) kinds: Vec<&'static str>,
    /// The number of its results.
    pub(crate) results: i64,
    /// The kind of the first one: a value or an attribute.
    pub(crate) result: Option<&'static str>,
    /// The number of the argument that has the type of its result.
    pub(crate) typed_as: Option<usize>,
}

/// An argument of a native function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// The meaning of a placeholder.
    Itself(usize),
    /// Its type.
    TypeOf(usize),
}

impl Table {
    /// The expressions that the summaries of a registry name: `"text"` or `"text => $1, type($0)"`, with what the function
    /// is given behind the arrow, and else everything in order.
    pub(crate) fn from_registry(registry: &Registry) -> Table {
        let mut entries = FxHashMap::default();
        for summary in registry.natives() {
            for written in &summary.cpp {
                let written = numbered(written, Some(&()), &[]).map_or_else(String::new, |(text, _)| text);
                let (text, arguments) = match written.rsplit_once("=>") {
                    Some((text, arguments)) => (text, arguments.split(',').map_while(argument).collect()),
                    None => (written.as_str(), (0..summary.arguments.len()).map(Argument::Itself).collect()),
                };
                let typed_as = typed_as(summary);
                let kinds = summary.arguments.iter().map(|argument| kind(argument.form.entity())).collect();
                let results = summary.results.len() as i64;
                let result = summary.results.first().and_then(|form| match form.entity() {
                    Entity::Value => Some("value"),
                    Entity::Attribute => Some("attribute"),
                    _ => None,
                });
                let name = summary.name.clone();
                let native = Native { name, arguments, kinds, results, result, typed_as };
                if native.arguments.len() == summary.arguments.len() {
                    let all: &mut Vec<Native> = entries.entry((summary.role, normalized(text))).or_default();
                    all.push(native);
                }
            }
        }
        Table { entries }
    }

    /// The native functions that an expression may call, by the kinds of its arguments.
    pub(crate) fn find(&self, role: Role, expression: &str) -> &[Native] {
        self.entries.get(&(role, normalized(expression))).map_or(&[], Vec::as_slice)
    }
}

fn argument(text: &str) -> Option<Argument> {
    let text = text.trim();
    let number = |text: &str| text.trim().strip_prefix('$')?.parse().ok();
    match text.strip_prefix("type(").and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => number(inner).map(Argument::TypeOf),
        None => number(text).map(Argument::Itself),
    }
}

/// The pdl type of an entity.
fn kind(entity: Entity) -> &'static str {
    match entity {
        Entity::Attribute => "!pdl.attribute",
        Entity::Type => "!pdl.type",
        Entity::Value => "!pdl.value",
        Entity::Operation => "!pdl.operation",
        Entity::Range(RangeOf::Attributes) => "!pdl.range<attribute>",
        Entity::Range(RangeOf::Types) => "!pdl.range<type>",
        Entity::Range(RangeOf::Values) => "!pdl.range<value>",
        Entity::Range(RangeOf::Operations) => "!pdl.range<operation>",
    }
}

/// The placeholders of an expression as numbers, and what they stand for: `$_self` is `this`, which comes first where it is
/// used, and `$0`, `$1` and so on are `arguments`. `None` where `$_self` is used and there is none.
pub(crate) fn numbered<T: Clone>(text: &str, this: Option<&T>, arguments: &[T]) -> Option<(String, Vec<T>)> {
    if !text.contains(SELF) {
        return Some((text.to_owned(), arguments.to_vec()));
    }
    let mut out = String::with_capacity(text.len());
    for (index, part) in text.split('$').enumerate() {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        match (index, part.strip_prefix(&SELF[1..]), part[..digits].parse::<usize>()) {
            (0, _, _) => out.push_str(part),
            (_, Some(rest), _) => out.extend(["$0", rest]),
            (_, None, Ok(number)) => out.extend([&format!("${}", number.saturating_add(1)), &part[digits..]]),
            (_, None, Err(_)) => out.extend(["$", part]),
        }
    }
    let all = std::iter::once(this?.clone()).chain(arguments.iter().cloned()).collect();
    Some((out, all))
}

/// The placeholder of what a condition is about.
pub(crate) const SELF: &str = "$_self";

/// The argument that has the type of the first result.
fn typed_as(summary: &Summary) -> Option<usize> {
    if let Some(Product::Value(argument)) = summary.product(0) {
        return Some(*argument);
    }
    let Some(Form::Integer(width @ Width::Open(_))) = summary.results.first() else { return None };
    summary.arguments.iter().position(|argument| match &argument.form {
        Form::Integer(other) => other == width,
        Form::Type { binds, .. } => binds.as_ref() == Some(width),
        _ => false,
    })
}

/// An expression without what makes no difference, where `$_self` is `$0`.
pub(crate) fn normalized(expression: &str) -> String {
    stripped(expression).replace(SELF, "$0")
}

/// An expression without what makes no difference.
pub(crate) fn stripped(expression: &str) -> String {
    let mut text: String = expression.chars().filter(|c| !c.is_whitespace()).collect();
    for prefix in ["::mlir::", "::llvm::", "mlir::", "llvm::"] {
        text = text.replace(prefix, "");
    }
    while let Some(stripped) = without_cast(&text).or_else(|| without_parentheses(&text)) {
        text = stripped;
    }
    text
}

/// `cast<T>(x)` as `x`, where there is one.
fn without_cast(text: &str) -> Option<String> {
    let start =
        text.match_indices("cast<").map(|(at, _)| at).find(|at| !text[..*at].ends_with(['_', '.']))?;
    let open = start + text[start..].find(">(")? + 1;
    let close = closing(text, open)?;
    Some(format!("{}{}{}", &text[..start], &text[open + 1..close], &text[close + 1..]))
}

fn without_parentheses(text: &str) -> Option<String> {
    let whole = text.starts_with('(') && closing(text, 0) == Some(text.len() - 1);
    whole.then(|| text[1..text.len() - 1].to_owned())
}

/// Where the parenthesis closes that opens at `open`.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Names of native code made of C++ that no summary describes: on one line.
pub(crate) fn as_name(expression: &str) -> String {
    expression.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{normalized, numbered};

    #[test]
    fn blanks_namespaces_parentheses_and_casts_make_no_difference() {
        assert_eq!(
            normalized("( $0.getType()  == ::mlir::cast<IntegerAttr>($1).getType() )"),
            "$0.getType()==$1.getType()"
        );
        assert_eq!(normalized("(a) || (b)"), "(a)||(b)");
        assert_eq!(normalized("::llvm::cast<mlir::TypedAttr>($_self)"), "$0");
        assert_eq!(normalized("dyn_cast<A>($0)"), "dyn_cast<A>($0)");
    }

    #[test]
    fn what_a_condition_is_about_comes_first_where_it_is_used() {
        let of = |text| numbered(text, Some(&"self"), &["a", "b"]);
        assert_eq!(of("f($1)"), Some(("f($1)".to_owned(), vec!["a", "b"])));
        assert_eq!(of("f($_self, $0, $10)"), Some(("f($0, $1, $11)".to_owned(), vec!["self", "a", "b"])));
        assert_eq!(of("f($_self, $_op)"), Some(("f($0, $_op)".to_owned(), vec!["self", "a", "b"])));
        assert_eq!(numbered("f($_self)", None, &["a"]), None);
        assert_eq!(numbered("f($0)", None, &["a"]), Some(("f($0)".to_owned(), vec!["a"])));
    }
}
