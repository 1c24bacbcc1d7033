//! Reads `affine_map<..>` and `affine_set<..>` into MLIR's canonical text: dimensions become `d0, d1, ..`, symbols
//! `s0, s1, ..`, expressions are simplified as MLIR does when it builds them. Maps over values (`[%i + 1, symbol(%n)]`)
//! are read into such a map and the values that it is applied to.

use rustc_hash::FxHashMap;

use super::lexer::Kind;
use super::op_state::Use;
use super::parser::{Parser, Read, span};
use crate::data::{AttrId, AttrKind, LayoutMap};
use crate::diagnostic::Diagnostic;

/// More operators than this in one map or set are refused: expressions are trees, and trees are walked.
const MAX_OPERATORS: usize = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Mul,
    Mod,
    FloorDiv,
    CeilDiv,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Expr {
    Dim(usize),
    Symbol(usize),
    Constant(i64),
    Binary(Operator, Box<Expr>, Box<Expr>),
}

use Expr::{Binary, Constant};
use Operator::{Add, CeilDiv, FloorDiv, Mod, Mul};

impl Expr {
    /// Whether no dimension occurs.
    fn symbolic(&self) -> bool {
        match self {
            Expr::Dim(_) => false,
            Expr::Symbol(_) | Constant(_) => true,
            Binary(_, a, b) => a.symbolic() && b.symbolic(),
        }
    }

    fn constant(&self) -> Option<i64> {
        match self {
            Constant(value) => Some(*value),
            _ => None,
        }
    }

    fn negated(self) -> Expr {
        multiply(self, Constant(-1))
    }
}

/// `c` of `x * c`, 1 for anything else.
fn coefficient(expr: &Expr) -> (&Expr, i64) {
    match expr {
        Binary(Mul, a, b) => b.constant().map_or((expr, 1), |c| (a, c)),
        _ => (expr, 1),
    }
}

fn add(left: Expr, right: Expr) -> Expr {
    // What has no dimension goes to the right.
    let swap = left.constant().is_some() || left.symbolic() && !right.symbolic();
    let (left, right) = if swap && right.constant().is_none() { (right, left) } else { (left, right) };
    // Spelled without brackets, so read from the left; MLIR gets there when it reads its own print.
    if let Binary(Add, a, b) = right {
        return add(add(left, *a), *b);
    }
    if let (Some(a), Some(b)) = (left.constant(), right.constant())
        && let Some(sum) = a.checked_add(b)
    {
        return Constant(sum);
    }
    add_ordered(left, right)
}

fn add_ordered(left: Expr, right: Expr) -> Expr {
    if right == Constant(0) {
        return left;
    }
    if let (Binary(Add, a, b), Some(c)) = (&left, right.constant())
        && let Some(sum) = b.constant().and_then(|b| b.checked_add(c))
    {
        return add((**a).clone(), Constant(sum));
    }
    let ((x, c1), (y, c2)) = (coefficient(&left), coefficient(&right));
    if x == y
        && let Some(sum) = c1.checked_add(c2)
    {
        return multiply(x.clone(), Constant(sum));
    }
    // Constants go to the right: (x + 2) + y is x + y + 2.
    if let Binary(Add, a, b) = &left
        && b.constant().is_some()
    {
        return add(add((**a).clone(), right), (**b).clone());
    }
    Binary(Add, Box::new(left), Box::new(right))
}

fn multiply(left: Expr, right: Expr) -> Expr {
    if let (Some(a), Some(b)) = (left.constant(), right.constant())
        && let Some(product) = a.checked_mul(b)
    {
        return Constant(product);
    }
    if left.constant().is_some() || left.symbolic() && !right.symbolic() {
        return multiply_ordered(right, left);
    }
    multiply_ordered(left, right)
}

fn multiply_ordered(left: Expr, right: Expr) -> Expr {
    match (right.constant(), &left) {
        (Some(1), _) => left,
        (Some(0), _) => right,
        (Some(c), Binary(Mul, a, b)) => match b.constant().and_then(|b| b.checked_mul(c)) {
            Some(product) => multiply((**a).clone(), Constant(product)),
            None => Binary(Mul, Box::new(left), Box::new(right)),
        },
        _ => match &left {
            Binary(Mul, a, b) if b.constant().is_some() => {
                multiply(multiply((**a).clone(), right), (**b).clone())
            }
            _ => Binary(Mul, Box::new(left), Box::new(right)),
        },
    }
}

fn divide(operator: Operator, left: Expr, right: Expr) -> Expr {
    match (operator, left.constant(), right.constant()) {
        (Mod, Some(a), Some(b)) if b > 0 => Constant(a.rem_euclid(b)),
        (FloorDiv, Some(a), Some(b)) if b > 0 => Constant(a.div_euclid(b)),
        (CeilDiv, Some(a), Some(b)) if b > 0 && a > i64::MIN => Constant(-(-a).div_euclid(b)),
        (Mod, None, Some(1)) => Constant(0),
        (FloorDiv | CeilDiv, None, Some(1)) => left,
        _ => Binary(operator, Box::new(left), Box::new(right)),
    }
}

/// Spells an expression; `tight` when it stands beside an operator that binds closely.
fn spell(out: &mut String, expr: &Expr, tight: bool) {
    match expr {
        Expr::Dim(index) => out.push_str(&format!("d{index}")),
        Expr::Symbol(index) => out.push_str(&format!("s{index}")),
        Constant(value) => out.push_str(&value.to_string()),
        Binary(operator, left, right) => {
            out.push_str(if tight { "(" } else { "" });
            match operator {
                Add => spell_sum(out, left, right),
                Mul if right.constant() == Some(-1) => {
                    out.push('-');
                    spell(out, left, true);
                }
                _ => {
                    spell(out, left, true);
                    out.push_str(match operator {
                        Mul => " * ",
                        Mod => " mod ",
                        FloorDiv => " floordiv ",
                        CeilDiv => " ceildiv ",
                        Add => " + ",
                    });
                    spell(out, right, true);
                }
            }
            out.push_str(if tight { ")" } else { "" });
        }
    }
}

fn spell_sum(out: &mut String, left: &Expr, right: &Expr) {
    spell(out, left, false);
    match (right, coefficient(right)) {
        (Constant(value), _) if *value < 0 => out.push_str(&format!(" - {}", value.unsigned_abs())),
        (Binary(Mul, ..), (factor, -1)) => {
            out.push_str(" - ");
            spell(out, factor, matches!(factor, Binary(Add, ..)));
        }
        (Binary(Mul, ..), (factor, c)) if c < -1 => {
            out.push_str(" - ");
            spell(out, factor, true);
            out.push_str(&format!(" * {}", c.unsigned_abs()));
        }
        _ => {
            out.push_str(" + ");
            spell(out, right, false);
        }
    }
}

/// Names in scope and how many operators were read.
struct Scope<'s> {
    names: FxHashMap<&'s str, Expr>,
    operators: usize,
    /// Where values stand for dimensions and symbols.
    values: Option<Values<'s>>,
}

/// Values that stand for dimensions and symbols, in the order of their first uses.
#[derive(Default)]
struct Values<'s> {
    known: FxHashMap<(&'s str, u32, bool), Expr>,
    dims: Vec<Use<'s>>,
    symbols: Vec<Use<'s>>,
}

/// A map over values while it is read.
pub(super) struct ValueMap<'s> {
    scope: Scope<'s>,
    results: Vec<String>,
}

impl<'s> ValueMap<'s> {
    pub(super) fn new() -> Self {
        let values = Some(Values::default());
        ValueMap { scope: Scope { names: FxHashMap::default(), operators: 0, values }, results: Vec::new() }
    }

    /// The map, the values of its dimensions and those of its symbols.
    pub(super) fn finish(self, p: &Parser<'s>) -> (AttrId, Vec<Use<'s>>, Vec<Use<'s>>) {
        let Values { dims, symbols, .. } = self.scope.values.unwrap_or_default();
        let mut text = format!("({})", names("d", dims.len()));
        if !symbols.is_empty() {
            text.push_str(&format!("[{}]", names("s", symbols.len())));
        }
        text.push_str(&format!(" -> ({})", self.results.join(", ")));
        let map = p.ctx.attr(AttrKind::AffineMap(LayoutMap(p.ctx.ident(&text))));
        (map, dims, symbols)
    }
}

/// What a canonical map or set text says of itself: how many dimensions and symbols, and its results as text.
pub(super) struct MapParts<'t> {
    pub(super) dims: usize,
    pub(super) symbols: usize,
    pub(super) results: Vec<&'t str>,
}

/// Takes a canonical text apart.
pub(super) fn map_parts(text: &str) -> Option<MapParts<'_>> {
    let count = |list: &str| if list.is_empty() { 0 } else { list.matches(',').count() + 1 };
    let (dims, rest) = text.strip_prefix('(')?.split_once(')')?;
    let (symbols, rest) = match rest.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => ("", rest),
    };
    let rest = rest.strip_prefix(" -> ").or_else(|| rest.strip_prefix(" : "))?;
    let list = rest.strip_prefix('(')?.strip_suffix(')')?;
    // No expression holds a comma.
    let results = if list.is_empty() { Vec::new() } else { list.split(", ").collect() };
    Some(MapParts { dims: count(dims), symbols: count(symbols), results })
}

impl<'s> Parser<'s> {
    /// `affine_map<(d0)[s0] -> (d0 + s0)>`, `affine_set<(d0) : (d0 >= 0)>`
    pub(super) fn affine_attr(&mut self) -> Read<AttrId> {
        let set = self.bump();
        let set = self.slice(set) == "affine_set";
        self.expect(Kind::Less, "`<`")?;
        let text = self.affine_text(set)?;
        self.expect(Kind::Greater, "`>`")?;
        let map = LayoutMap(self.ctx.ident(&text));
        Ok(self.ctx.attr(if set { AttrKind::IntegerSet(map) } else { AttrKind::AffineMap(map) }))
    }

    /// `(d0, d1) -> (d1, d0)` without anything around it.
    pub(super) fn affine_map_inside(&mut self) -> Read<AttrId> {
        let text = self.nested(|p| p.affine_text(false))?;
        Ok(self.ctx.attr(AttrKind::AffineMap(LayoutMap(self.ctx.ident(&text)))))
    }

    /// One expression over values, as the next result of a map.
    pub(super) fn affine_value_result(&mut self, map: &mut ValueMap<'s>) -> Read<()> {
        let expr = self.nested(|p| p.affine_sum(&mut map.scope))?;
        let mut text = String::new();
        spell(&mut text, &expr, false);
        map.results.push(text);
        Ok(())
    }

    /// `%i` or the `%n` of `symbol(%n)` in an expression.
    fn affine_value(&mut self, scope: &mut Scope<'s>, symbol: bool) -> Read<Expr> {
        let one = self.value_use()?;
        let Some(values) = &mut scope.values else { return self.expected("an affine expression") };
        let list = if symbol { &mut values.symbols } else { &mut values.dims };
        let make = if symbol { Expr::Symbol } else { Expr::Dim };
        let expr = values.known.entry((one.name, one.number, symbol)).or_insert_with(|| {
            list.push(one);
            make(list.len() - 1)
        });
        Ok(expr.clone())
    }

    /// The inside of a map or set, canonical.
    fn affine_text(&mut self, set: bool) -> Read<String> {
        let mut scope = Scope { names: FxHashMap::default(), operators: 0, values: None };
        self.expect(Kind::LParen, "`(` and the dimensions")?;
        let dims = self.affine_names(Kind::RParen, Expr::Dim, &mut scope)?;
        let mut out = format!("({})", names("d", dims));
        if self.eat(Kind::LSquare) {
            let symbols = self.affine_names(Kind::RSquare, Expr::Symbol, &mut scope)?;
            if symbols > 0 {
                out.push_str(&format!("[{}]", names("s", symbols)));
            }
        }
        let arrow = if set { Kind::Colon } else { Kind::Arrow };
        self.expect(arrow, if set { "`:`" } else { "`->`" })?;
        out.push_str(if set { " : (" } else { " -> (" });
        self.expect(Kind::LParen, "`(` and expressions")?;
        let mut first = true;
        self.list_until(Kind::RParen, "`)`, `,` or an operator", |p| {
            out.push_str(if std::mem::take(&mut first) { "" } else { ", " });
            if set {
                p.affine_constraint(&mut scope, &mut out)
            } else {
                p.affine_result(&mut scope, &mut out)
            }
        })?;
        out.push(')');
        Ok(out)
    }

    fn affine_names(&mut self, close: Kind, make: fn(usize) -> Expr, scope: &mut Scope<'s>) -> Read<usize> {
        let mut count = 0;
        self.list_until(close, "`,` or the end of the list", |p| {
            let token = p.token;
            let name = p.keyword("a name")?;
            if scope.names.insert(name, make(count)).is_some() {
                return p.error_at(span(token), format!("`{name}` is listed twice"));
            }
            count += 1;
            Ok(())
        })?;
        Ok(count)
    }

    fn affine_result(&mut self, scope: &mut Scope<'s>, out: &mut String) -> Read<()> {
        let expr = self.affine_sum(scope)?;
        spell(out, &expr, false);
        Ok(())
    }

    /// `a >= b`, `a <= b` or `a == b`, spelled against zero.
    fn affine_constraint(&mut self, scope: &mut Scope<'s>, out: &mut String) -> Read<()> {
        let left = self.affine_sum(scope)?;
        let relation = self.kind();
        if !matches!(relation, Kind::Greater | Kind::Less | Kind::Equal) {
            return self.expected("`==`, `>=` or `<=`");
        }
        self.bump();
        self.expect(Kind::Equal, "`==`, `>=` or `<=`")?;
        let right = self.affine_sum(scope)?;
        let difference =
            if relation == Kind::Less { add(right, left.negated()) } else { add(left, right.negated()) };
        spell(out, &difference, false);
        out.push_str(if relation == Kind::Equal { " == 0" } else { " >= 0" });
        Ok(())
    }

    fn count_operator(&mut self, scope: &mut Scope<'s>) -> Read<()> {
        scope.operators += 1;
        if scope.operators > MAX_OPERATORS {
            return self
                .error_here(format!("more than {MAX_OPERATORS} operators in one affine expression list"));
        }
        Ok(())
    }

    fn affine_sum(&mut self, scope: &mut Scope<'s>) -> Read<Expr> {
        let mut left = self.affine_product(scope)?;
        loop {
            let minus = self.at(Kind::Minus);
            if !minus && !self.at(Kind::Plus) {
                return Ok(left);
            }
            self.count_operator(scope)?;
            self.bump();
            let right = self.affine_product(scope)?;
            left = add(left, if minus { right.negated() } else { right });
        }
    }

    fn affine_product(&mut self, scope: &mut Scope<'s>) -> Read<Expr> {
        let mut left = self.affine_operand(scope)?;
        loop {
            let operator = match self.kind() {
                Kind::Star => Mul,
                Kind::Ident => match self.spelling() {
                    "mod" => Mod,
                    "floordiv" => FloorDiv,
                    "ceildiv" => CeilDiv,
                    _ => return Ok(left),
                },
                _ => return Ok(left),
            };
            self.count_operator(scope)?;
            let place = self.here();
            self.bump();
            let right = self.affine_operand(scope)?;
            if !right.symbolic() && (operator != Mul || !left.symbolic()) {
                return self.fail(
                    Diagnostic::error(place, "this expression is not affine")
                        .label("one side must hold no dimension"),
                );
            }
            left = if operator == Mul { multiply(left, right) } else { divide(operator, left, right) };
        }
    }

    fn affine_operand(&mut self, scope: &mut Scope<'s>) -> Read<Expr> {
        let token = self.token;
        match token.kind {
            Kind::Percent if scope.values.is_some() => self.affine_value(scope, false),
            Kind::Ident if scope.values.is_some() && self.at_keyword("symbol") => {
                self.bump();
                self.expect(Kind::LParen, "`(` and a value")?;
                let expr = self.affine_value(scope, true)?;
                self.expect(Kind::RParen, "`)`")?;
                Ok(expr)
            }
            Kind::Ident => {
                let name = self.spelling();
                match scope.names.get(name).cloned() {
                    Some(expr) => {
                        self.bump();
                        Ok(expr)
                    }
                    None => self.fail(
                        Diagnostic::error(
                            span(token),
                            format!("`{name}` is no dimension and no symbol here"),
                        )
                        .label("not listed"),
                    ),
                }
            }
            Kind::Int => self.small_int("a number").map(Constant),
            Kind::Minus => {
                self.bump();
                self.count_operator(scope)?;
                Ok(self.nested(|p| p.affine_operand(scope))?.negated())
            }
            Kind::LParen => self.nested(|p| {
                p.bump();
                let inside = p.affine_sum(scope)?;
                p.expect(Kind::RParen, "`)` or an operator")?;
                Ok(inside)
            }),
            _ => self.expected("an affine expression"),
        }
    }
}

/// `d0, d1, d2`
fn names(prefix: &str, count: usize) -> String {
    (0..count).map(|index| format!("{prefix}{index}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use crate::data::Context;
    use crate::text::{attr_text, parse_attr};

    fn canonical(text: &str) -> String {
        let ctx = Context::new();
        parse_attr(&ctx, text).map_or_else(|d| d.message, |attr| attr_text(&ctx, attr))
    }

    #[test]
    fn maps_are_spelled_as_mlir_spells_them() {
        let map =
            "affine_map<(i, j)[n] -> (i+j*2, -i floordiv 4, (i mod n) + 1, 2 * i - 1, i - j, 3 - 1, 1 + i)>";
        assert_eq!(
            canonical(map),
            "affine_map<(d0, d1)[s0] -> (d0 + d1 * 2, (-d0) floordiv 4, d0 mod s0 + 1, d0 * 2 - 1, d0 - d1, 2, d0 + 1)>"
        );
    }

    #[test]
    fn constraints_are_spelled_against_zero() {
        assert_eq!(
            canonical("affine_set<(i)[n] : (i >= 1, i <= n - 1)>"),
            "affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 - 1 >= 0)>"
        );
    }

    #[test]
    fn a_sum_without_dimensions_in_front_of_one_is_spelled_as_it_reads_back() {
        let set = canonical("affine_set<(i)[n] : (i <= 1 - n, n + 1 + i >= 0)>");
        assert_eq!(set, "affine_set<(d0)[s0] : (-d0 - s0 + 1 >= 0, d0 + s0 + 1 >= 0)>");
        assert_eq!(canonical(&set), set);
    }

    #[test]
    fn products_of_dimensions_are_refused() {
        assert_eq!(canonical("affine_map<(i, j) -> (i * j)>"), "this expression is not affine");
    }
}
