//! C++ expressions of records, and the native functions that mean the same. Compares text alone: blanks, the namespaces
//! `mlir` and `llvm`, outer parentheses and casts make no difference.

use assay_ir::natives::{Form, Role, Summary, Width};
use assay_ir::spec::Registry;
use rustc_hash::FxHashMap;

/// Expressions by their plain text.
pub(crate) struct Table {
    entries: FxHashMap<(Role, String), Native>,
}

/// A native function that an expression calls.
#[derive(Clone, Debug)]
pub(crate) struct Native {
    /// Its name.
    pub(crate) name: String,
    /// Its arguments.
    pub(crate) arguments: Vec<Given>,
    /// The number of the argument that has the type of its result.
    pub(crate) typed_as: Option<usize>,
}

/// An argument of a native function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// The meaning of a placeholder.
    Itself(usize),
    /// Its type.
    TypeOf(usize),
}

impl Table {
    /// The expressions that the summaries of a registry name: `"text"` or `"text => $1, type($0)"`, with what the function
    /// is given behind the arrow, and else everything in order.
    pub(crate) fn of(registry: &Registry) -> Table {
        let mut entries = FxHashMap::default();
        for summary in registry.natives() {
            for written in &summary.cpp {
                let (text, arguments) = match written.rsplit_once("=>") {
                    Some((text, arguments)) => (text, arguments.split(',').map_while(given).collect()),
                    None => (written.as_str(), (0..summary.arguments.len()).map(Given::Itself).collect()),
                };
                let typed_as = typed_as(summary);
                let native = Native { name: summary.name.clone(), arguments, typed_as };
                if native.arguments.len() == summary.arguments.len() {
                    entries.insert((summary.role, plain(text)), native);
                }
            }
        }
        Table { entries }
    }

    /// The native function that an expression calls.
    pub(crate) fn find(&self, role: Role, expression: &str) -> Option<&Native> {
        self.entries.get(&(role, plain(expression)))
    }
}

fn given(text: &str) -> Option<Given> {
    let text = text.trim();
    let number = |text: &str| text.trim().strip_prefix('$')?.parse().ok();
    match text.strip_prefix("type(").and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => number(inner).map(Given::TypeOf),
        None => number(text).map(Given::Itself),
    }
}

/// The argument that has the width of the first result.
fn typed_as(summary: &Summary) -> Option<usize> {
    let Some(Form::Integer(width @ Width::Open(_))) = summary.results.first() else { return None };
    summary.arguments.iter().position(|argument| match &argument.form {
        Form::Integer(other) => other == width,
        Form::Type { binds, .. } => binds.as_ref() == Some(width),
        _ => false,
    })
}

/// An expression without what makes no difference.
pub(crate) fn plain(expression: &str) -> String {
    let mut text: String = expression.chars().filter(|c| !c.is_whitespace()).collect();
    for prefix in ["::mlir::", "::llvm::", "mlir::", "llvm::"] {
        text = text.replace(prefix, "");
    }
    text = text.replace("$_self", "$0");
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
    use super::plain;

    #[test]
    fn blanks_namespaces_parentheses_and_casts_make_no_difference() {
        assert_eq!(
            plain("( $0.getType()  == ::mlir::cast<IntegerAttr>($1).getType() )"),
            "$0.getType()==$1.getType()"
        );
        assert_eq!(plain("(a) || (b)"), "(a)||(b)");
        assert_eq!(plain("::llvm::cast<mlir::TypedAttr>($_self)"), "$0");
        assert_eq!(plain("dyn_cast<A>($0)"), "dyn_cast<A>($0)");
    }
}
