//! Expressions of one pattern and templates of rules over them: parsing, matching, building. Knows no dialect.

use crate::generate::choose::Choose;

/// The types of a pattern, by role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Kind {
    /// The type that most values have.
    Base,
    /// A narrower one.
    Narrow,
    /// The result of comparisons.
    Bool,
}

impl Kind {
    pub(super) const ALL: [Kind; 3] = [Kind::Base, Kind::Narrow, Kind::Bool];
}

/// Promises that an operation carries, as bits.
pub(super) type Flags = u8;
pub(super) const NSW: Flags = 1;
pub(super) const NUW: Flags = 2;
pub(super) const EXACT: Flags = 4;

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Zero,
    One,
    /// All bits set.
    Ones,
    /// Another one, by its place among those of its type.
    Other(u8),
    /// An attribute that the pattern leaves open, by its place.
    Open(u8),
}

/// What is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expr {
    /// A value that the match is given.
    Leaf(Kind, usize),
    /// A range of such values, as operands of one operation.
    Range(usize),
    Constant(Kind, Number),
    Op(Box<Term>),
}

/// An operation with its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) word: &'static str,
    /// The type of its result.
    pub(super) kind: Kind,
    pub(super) predicate: Option<u8>,
    pub(super) flags: Flags,
    pub(super) args: Vec<Expr>,
}

impl Expr {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Expr::Leaf(kind, _) | Expr::Constant(kind, _) => *kind,
            Expr::Range(_) => Kind::Base,
            Expr::Op(term) => term.kind,
        }
    }

    /// How many operations it has, constants among them.
    pub(super) fn size(&self) -> usize {
        match self {
            Expr::Leaf(..) | Expr::Range(_) => 0,
            Expr::Constant(..) => 1,
            Expr::Op(term) => 1 + term.args.iter().map(Expr::size).sum::<usize>(),
        }
    }

    /// Visits it and all its parts, operands after what reads them.
    pub(super) fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        visit(self);
        if let Expr::Op(term) = self {
            term.args.iter().for_each(|arg| arg.walk(visit));
        }
    }

    /// The part with this number, in the order of [`Expr::walk`].
    pub(super) fn part(&mut self, number: &mut usize) -> Option<&mut Expr> {
        if *number == 0 {
            return Some(self);
        }
        *number -= 1;
        match self {
            Expr::Op(term) => term.args.iter_mut().find_map(|arg| arg.part(number)),
            _ => None,
        }
    }

    /// The number of its parts.
    pub(super) fn parts(&self) -> usize {
        let mut count = 0;
        self.walk(&mut |_| count += 1);
        count
    }
}

/// The predicate of a comparison in a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Predicate {
    Is(u8),
    /// Any one.
    Any,
    /// That of the other side with operands in the other order.
    Swapped,
    /// The opposite of that of the other side.
    Inverted,
}

/// The predicates of `arith.cmpi`, in their order.
pub(super) const PREDICATES: [&str; 10] =
    ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const SWAPPED: [u8; 10] = [0, 1, 4, 5, 2, 3, 8, 9, 6, 7];
const INVERTED: [u8; 10] = [1, 0, 5, 4, 3, 2, 9, 8, 7, 6];

/// One side of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Template {
    /// `x y z` of one type, `n m` narrow, `c d` results of comparisons.
    Variable(char),
    Constant(Number),
    Op {
        word: &'static str,
        predicate: Option<Predicate>,
        flags: Flags,
        args: Vec<Template>,
    },
}

/// What the variables of a rule stand for.
#[derive(Clone, Debug, Default)]
pub(super) struct Bindings {
    pub(super) variables: Vec<(char, Expr)>,
    predicate: Option<u8>,
}

impl Bindings {
    fn get(&self, name: char) -> Option<&Expr> {
        self.variables.iter().find(|(other, _)| *other == name).map(|(_, expr)| expr)
    }

    /// The type of `x`, `y` and `z`.
    fn base(&self) -> Kind {
        let of = |(name, expr): &(char, Expr)| matches!(name, 'x'..='z').then(|| expr.kind());
        self.variables.iter().find_map(of).unwrap_or(Kind::Base)
    }
}

impl Template {
    /// Reads `(word arg ..)`, a variable or a constant; words are `add`, `add.nsw`, `cmp:slt`.
    ///
    /// # Panics
    /// When the text of a rule is none, which a test excludes.
    pub(super) fn read(text: &'static str) -> Template {
        let mut tokens = Tokens { text };
        tokens.template()
    }

    /// Its variables, each as often as it occurs.
    pub(super) fn variables(&self, out: &mut Vec<char>) {
        match self {
            Template::Variable(name) => out.push(*name),
            Template::Constant(_) => {}
            Template::Op { args, .. } => args.iter().for_each(|arg| arg.variables(out)),
        }
    }

    /// Binds the variables so that the template is the expression.
    pub(super) fn matches(&self, expr: &Expr, bound: &mut Bindings) -> bool {
        match (self, expr) {
            (_, Expr::Range(_)) => false,
            (Template::Variable(name), _) => {
                if let Some(same) = bound.get(*name) {
                    return same == expr;
                }
                let fits = match name {
                    'n' | 'm' => expr.kind() == Kind::Narrow,
                    'c' | 'd' => expr.kind() == Kind::Bool,
                    _ => {
                        let any = bound.variables.iter().any(|(name, _)| matches!(name, 'x'..='z'));
                        !any || bound.base() == expr.kind()
                    }
                };
                bound.variables.push((*name, expr.clone()));
                fits
            }
            (Template::Constant(number), Expr::Constant(_, other)) => number == other,
            (Template::Op { word, predicate, flags, args }, Expr::Op(term)) => {
                let predicates = match (predicate, term.predicate) {
                    (None, _) => true,
                    (Some(Predicate::Is(one)), Some(other)) => *one == other,
                    (Some(Predicate::Any), Some(other)) => {
                        bound.predicate = Some(other);
                        true
                    }
                    _ => false,
                };
                predicates
                    && *word == term.word
                    && term.flags & flags == *flags
                    && args.len() == term.args.len()
                    && args.iter().zip(&term.args).all(|(arg, expr)| arg.matches(expr, bound))
            }
            _ => false,
        }
    }

    /// The expression with the variables replaced; a predicate that is open is drawn. `None` for a variable that nothing
    /// binds.
    pub(super) fn build<C: Choose>(&self, bound: &mut Bindings, dice: &mut C) -> Option<Expr> {
        let base = bound.base();
        Some(match self {
            Template::Variable(name) => bound.get(*name)?.clone(),
            Template::Constant(number) => Expr::Constant(base, *number),
            Template::Op { word, predicate, flags, args } => {
                let args: Option<Vec<Expr>> = args.iter().map(|arg| arg.build(bound, dice)).collect();
                let args = args?;
                let mut drawn = || *bound.predicate.get_or_insert_with(|| dice.below(PREDICATES.len()) as u8);
                let predicate = predicate.map(|predicate| match predicate {
                    Predicate::Is(one) => one,
                    Predicate::Any => drawn(),
                    Predicate::Swapped => SWAPPED[usize::from(drawn())],
                    Predicate::Inverted => INVERTED[usize::from(drawn())],
                });
                term(word, predicate, *flags, args)
            }
        })
    }
}

/// An operation of the type that its operands make.
pub(super) fn term(word: &'static str, predicate: Option<u8>, flags: Flags, args: Vec<Expr>) -> Expr {
    let kind = match (word, args.as_slice()) {
        ("cmp", _) => Kind::Bool,
        ("trunc", _) => Kind::Narrow,
        ("extu" | "exts", _) => Kind::Base,
        ("select", [_, then, ..]) => then.kind(),
        (_, [first, ..]) => first.kind(),
        _ => Kind::Base,
    };
    // A constant has the type of what stands beside it.
    let side = args.iter().find(|arg| !matches!(arg, Expr::Constant(..))).map_or(kind, Expr::kind);
    let fit = |(at, arg)| match arg {
        Expr::Constant(_, number) if word == "select" && at > 0 => Expr::Constant(kind, number),
        Expr::Constant(_, number) if word != "select" => Expr::Constant(side, number),
        other => other,
    };
    let args: Vec<Expr> = args.into_iter().enumerate().map(fit).collect();
    let kind = match word {
        "cmp" | "trunc" | "extu" | "exts" | "select" => kind,
        _ => side,
    };
    Expr::Op(Box::new(Term { word, kind, predicate, flags, args }))
}

struct Tokens {
    text: &'static str,
}

impl Tokens {
    fn word(&mut self) -> &'static str {
        let end = self.text.find([' ', '(', ')']).unwrap_or(self.text.len());
        let (word, rest) = self.text.split_at(end);
        self.text = rest;
        word
    }

    fn template(&mut self) -> Template {
        self.text = self.text.trim_start();
        let Some(inside) = self.text.strip_prefix('(') else {
            return match self.word() {
                "0" => Template::Constant(Number::Zero),
                "1" => Template::Constant(Number::One),
                "-1" => Template::Constant(Number::Ones),
                name => Template::Variable(name.chars().next().expect("a rule names its variables")),
            };
        };
        self.text = inside;
        let head = self.word();
        let (word, rest) = head.split_at(head.find(['.', ':']).unwrap_or(head.len()));
        let flags = match rest {
            ".nsw" => NSW,
            ".nuw" => NUW,
            ".exact" => EXACT,
            _ => 0,
        };
        let predicate = rest.strip_prefix(':').map(|name| match name {
            "p" => Predicate::Any,
            "swapped" => Predicate::Swapped,
            "inverted" => Predicate::Inverted,
            _ => {
                let place = PREDICATES.iter().position(|known| *known == name);
                Predicate::Is(place.expect("a rule names predicates that there are") as u8)
            }
        });
        let mut args = Vec::new();
        loop {
            self.text = self.text.trim_start();
            if let Some(rest) = self.text.strip_prefix(')') {
                self.text = rest;
                return Template::Op { word, predicate, flags, args };
            }
            assert!(!self.text.is_empty(), "a rule closes its parentheses");
            args.push(self.template());
        }
    }
}
