//! Building terms and sorts of SMT-LIB 2 in an arena. Knows the notation, no theory: what a function is
//! and whether a term is well-sorted is for the solver to say.

use smtlib_lowlevel::Storage;
use smtlib_lowlevel::ast::{self, Identifier, Index, QualIdentifier, SortedVar, SpecConstant, VarBinding};
use smtlib_lowlevel::lexicon::{Numeral, Symbol};

use super::symbol::symbol;

/// A term in the arena.
pub type Term<'st> = &'st ast::Term<'st>;

/// A sort in the arena.
pub type Sort<'st> = ast::Sort<'st>;

/// Builds terms and sorts in an arena. All names are turned into symbols by [`symbol`].
#[derive(Clone, Copy, Debug)]
pub struct Terms<'st> {
    storage: &'st Storage,
}

impl<'st> Terms<'st> {
    /// A builder for this arena.
    pub fn new(storage: &'st Storage) -> Terms<'st> {
        Terms { storage }
    }

    /// A constant, a bound variable, or a constructor without arguments.
    pub fn name(self, name: &str) -> Term<'st> {
        self.identifier(self.simple(name))
    }

    /// `function` applied to `arguments`; the name itself when there are none.
    pub fn app(self, function: &str, arguments: &[Term<'st>]) -> Term<'st> {
        self.apply(QualIdentifier::Identifier(self.simple(function)), arguments)
    }

    /// `((_ function index ..) argument ..)`, such as `extract` or `zero_extend`.
    pub fn indexed(self, function: &str, indices: &[u128], arguments: &[Term<'st>]) -> Term<'st> {
        let indices: Vec<_> =
            indices.iter().map(|index| Index::Numeral(Numeral::from_u128(*index))).collect();
        let identifier = Identifier::Indexed(self.symbol(function), self.storage.alloc_slice(&indices));
        self.apply(QualIdentifier::Identifier(identifier), arguments)
    }

    /// `(as constructor sort)` applied to `arguments`, for constructors whose sort the arguments leave
    /// open.
    pub fn qualified(self, constructor: &str, sort: Sort<'st>, arguments: &[Term<'st>]) -> Term<'st> {
        self.apply(QualIdentifier::Sorted(self.simple(constructor), sort), arguments)
    }

    /// Whether the value of a datatype was made by `constructor`: `((_ is constructor) term)`.
    pub fn is(self, constructor: &str, term: Term<'st>) -> Term<'st> {
        let index = self.storage.alloc_slice(&[Index::Symbol(self.symbol(constructor))]);
        self.apply(QualIdentifier::Identifier(Identifier::Indexed(Symbol("is"), index)), &[term])
    }

    /// `true` or `false`.
    pub fn boolean(self, value: bool) -> Term<'st> {
        self.identifier(Identifier::Simple(Symbol(if value { "true" } else { "false" })))
    }

    /// An integer.
    pub fn int(self, value: i128) -> Term<'st> {
        let magnitude = SpecConstant::Numeral(Numeral::from_u128(value.unsigned_abs()));
        let magnitude = self.term(ast::Term::SpecConstant(magnitude));
        if value < 0 { self.app("-", &[magnitude]) } else { magnitude }
    }

    /// A bit-vector of `width` bits; the bits of `value` beyond them are dropped.
    pub fn bits(self, width: u32, value: u128) -> Term<'st> {
        let value = if width < 128 { value & ((1 << width) - 1) } else { value };
        let width = self.storage.alloc_slice(&[Index::Numeral(Numeral::from_u128(width.into()))]);
        let name = self.storage.alloc_str(&format!("bv{value}"));
        self.identifier(Identifier::Indexed(Symbol(name), width))
    }

    /// The conjunction; `true` of nothing, the term itself of one.
    pub fn and(self, terms: &[Term<'st>]) -> Term<'st> {
        self.of_any_number("and", true, terms)
    }

    /// The disjunction; `false` of nothing, the term itself of one.
    pub fn or(self, terms: &[Term<'st>]) -> Term<'st> {
        self.of_any_number("or", false, terms)
    }

    /// The negation.
    pub fn not(self, term: Term<'st>) -> Term<'st> {
        self.app("not", &[term])
    }

    /// The implication.
    pub fn implies(self, premise: Term<'st>, conclusion: Term<'st>) -> Term<'st> {
        self.app("=>", &[premise, conclusion])
    }

    /// The equality.
    pub fn equal(self, left: Term<'st>, right: Term<'st>) -> Term<'st> {
        self.app("=", &[left, right])
    }

    /// `(ite condition then otherwise)`.
    pub fn choice(self, condition: Term<'st>, then: Term<'st>, otherwise: Term<'st>) -> Term<'st> {
        self.app("ite", &[condition, then, otherwise])
    }

    /// `body` for all values of `variables`; the body itself without any.
    pub fn forall(self, variables: &[(&str, Sort<'st>)], body: Term<'st>) -> Term<'st> {
        match variables {
            [] => body,
            _ => self.term(ast::Term::Forall(self.variables(variables), body)),
        }
    }

    /// `body` for some values of `variables`; the body itself without any.
    pub fn exists(self, variables: &[(&str, Sort<'st>)], body: Term<'st>) -> Term<'st> {
        match variables {
            [] => body,
            _ => self.term(ast::Term::Exists(self.variables(variables), body)),
        }
    }

    /// `body` with names for terms, none of which sees the others; the body itself without any.
    pub fn bind(self, bindings: &[(&str, Term<'st>)], body: Term<'st>) -> Term<'st> {
        let bound: Vec<_> = bindings.iter().map(|(name, term)| VarBinding(self.symbol(name), term)).collect();
        match bindings {
            [] => body,
            _ => self.term(ast::Term::Let(self.storage.alloc_slice(&bound), body)),
        }
    }

    /// The sort `Bool`.
    pub fn bool_sort(self) -> Sort<'st> {
        Sort::new_simple("Bool")
    }

    /// The sort `Int`.
    pub fn int_sort(self) -> Sort<'st> {
        Sort::new_simple("Int")
    }

    /// The sort of bit-vectors of `width` bits.
    pub fn bits_sort(self, width: u32) -> Sort<'st> {
        let width = Index::Numeral(Numeral::from_u128(width.into()));
        Sort::new_indexed("BitVec", self.storage.alloc_slice(&[width]))
    }

    /// A sort with numbers as parameters, such as `(_ FloatingPoint 8 24)`.
    pub fn indexed_sort(self, name: &'static str, indices: &[u128]) -> Sort<'st> {
        let indices: Vec<_> =
            indices.iter().map(|index| Index::Numeral(Numeral::from_u128(*index))).collect();
        Sort::new_indexed(name, self.storage.alloc_slice(&indices))
    }

    /// A declared sort, or one of a theory, with its parameters.
    pub fn sort(self, name: &str, parameters: &[Sort<'st>]) -> Sort<'st> {
        match parameters {
            [] => Sort::Sort(self.simple(name)),
            _ => Sort::Parametric(self.simple(name), self.storage.alloc_slice(parameters)),
        }
    }

    pub(super) fn storage(self) -> &'st Storage {
        self.storage
    }

    pub(super) fn symbol(self, name: &str) -> Symbol<'st> {
        Symbol(self.storage.alloc_str(&symbol(name)))
    }

    pub(super) fn variables(self, variables: &[(&str, Sort<'st>)]) -> &'st [SortedVar<'st>] {
        let sorted: Vec<_> =
            variables.iter().map(|(name, sort)| SortedVar(self.symbol(name), *sort)).collect();
        self.storage.alloc_slice(&sorted)
    }

    fn of_any_number(self, function: &str, of_none: bool, terms: &[Term<'st>]) -> Term<'st> {
        match terms {
            [] => self.boolean(of_none),
            [term] => term,
            _ => self.app(function, terms),
        }
    }

    fn simple(self, name: &str) -> Identifier<'st> {
        Identifier::Simple(self.symbol(name))
    }

    fn identifier(self, identifier: Identifier<'st>) -> Term<'st> {
        self.term(ast::Term::Identifier(QualIdentifier::Identifier(identifier)))
    }

    fn apply(self, function: QualIdentifier<'st>, arguments: &[Term<'st>]) -> Term<'st> {
        match arguments {
            [] => self.term(ast::Term::Identifier(function)),
            _ => self.term(ast::Term::Application(function, self.storage.alloc_slice(arguments))),
        }
    }

    fn term(self, term: ast::Term<'st>) -> Term<'st> {
        self.storage.alloc_term(term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_print_as_smt_lib() {
        let storage = Storage::new();
        let terms = Terms::new(&storage);
        let (x, y) = (terms.name("x"), terms.name("a b"));
        let printed = [
            (terms.app("f", &[]), "f"),
            (terms.app("f", &[x, y]), "(f x |a b|)"),
            (terms.int(-3), "(- 3)"),
            (terms.int(i128::MIN), "(- 170141183460469231731687303715884105728)"),
            (terms.bits(8, 257), "(_ bv1 8)"),
            (terms.bits(128, u128::MAX), "(_ bv340282366920938463463374607431768211455 128)"),
            (terms.indexed("extract", &[7, 0], &[x]), "((_ extract 7 0) x)"),
            (terms.is("vec of", x), "((_ is |vec of|) x)"),
            (terms.qualified("nil", terms.sort("List", &[terms.int_sort()]), &[]), "(as nil (List Int))"),
            (terms.and(&[]), "true"),
            (terms.and(&[x]), "x"),
            (terms.or(&[x, x]), "(or x x)"),
            (terms.or(&[]), "false"),
            (terms.forall(&[("i", terms.bits_sort(4))], x), "(forall ((i (_ BitVec 4))) x)"),
            (terms.exists(&[], x), "x"),
            (terms.bind(&[("i", y)], x), "(let ((i |a b|)) x)"),
        ];
        for (term, text) in printed {
            assert_eq!(term.to_string(), text);
        }
    }
}
