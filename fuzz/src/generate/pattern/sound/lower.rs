//! Both sides of an equation as a pattern of one dialect: what is matched, what is created, which types are open. Knows the
//! spelling of operations and constants, not what they mean.

use super::expr::{EXACT, Expr, Flags, Kind, NSW, NUW, Number, Term};
use crate::generate::choose::Choose;
use crate::generate::pattern::sketch::{
    Action, Attribute, AttributeKind, CreatedOp, Free, MadeType, Node, OpRef, Operand, Results, Sketch,
    TypeVar, Used,
};
use crate::generate::vocabulary::{ATTRIBUTES, At, LAB, Ty, attribute};

/// A dialect that computes.
pub(super) struct Family {
    /// How many of 100 patterns are of it.
    pub(super) share: usize,
    /// Its types: most values, narrow ones, results of comparisons.
    types: &'static [[Ty; 3]],
    /// The dialects of its operations, of its choice between two values, and of its constants.
    dialect: &'static str,
    chooses: &'static str,
    constants: &'static str,
    /// Whether its operations carry promises.
    pub(super) flags: bool,
    /// Words of operations with any number of operands.
    pub(super) variadic: &'static [&'static str],
    /// Whether MLIR infers the types of results.
    infers: bool,
}

const I1: Ty = 2;
const I8: Ty = 5;

/// Shares add up to 100.
pub(super) const FAMILIES: [Family; 4] = [
    Family {
        share: 62,
        types: &[[0, I8, I1], [I8, I1, I1], [1, 0, I1], [0, I8, I1]],
        dialect: "arith",
        chooses: "arith",
        constants: "arith",
        flags: true,
        variadic: &[],
        infers: true,
    },
    Family {
        share: 18,
        types: &[[0, I8, I1], [I8, I1, I1], [1, 0, I1]],
        dialect: "comb",
        chooses: "comb",
        constants: "hw",
        flags: false,
        variadic: &["add", "mul", "and", "or", "xor"],
        infers: false,
    },
    Family {
        share: 10,
        types: &[[4, 4, I1]],
        dialect: "index",
        chooses: "arith",
        constants: "index",
        flags: false,
        variadic: &[],
        infers: true,
    },
    // Vectors, of one length.
    Family {
        share: 10,
        types: &[[7, 9, 9]],
        dialect: "arith",
        chooses: "arith",
        constants: "arith",
        flags: true,
        variadic: &[],
        infers: true,
    },
];

impl Family {
    pub(super) fn name(&self, word: &str) -> Option<&'static str> {
        let dialect = if word == "select" { self.chooses } else { self.dialect };
        assay_ir::ops::dialect(dialect)?.op_by_fact("integer", word)
    }

    /// The operation that makes its constants.
    fn constant(&self) -> &'static str {
        let dialect = assay_ir::ops::dialect(self.constants);
        // Each of the families has one.
        dialect.and_then(|dialect| dialect.op_by_fact("integer", "constant")).unwrap_or_default()
    }

    /// Whether it has every operation and constant of an expression.
    pub(super) fn has(&self, expr: &Expr) -> bool {
        // Indices have neither constants of truth values nor arithmetic on them.
        let truths = self.constants != "index";
        let mut all = true;
        expr.walk(&mut |part| match part {
            Expr::Op(term) => {
                let on_truths = term.kind == Kind::Bool && !matches!(term.word, "cmp" | "select");
                all &= self.name(term.word).is_some() && (truths || !on_truths);
            }
            Expr::Constant(kind, _) => all &= truths || *kind == Kind::Base,
            Expr::Leaf(..) | Expr::Range(_) => {}
        });
        all
    }
}

/// Makes the pattern.
pub(super) fn lower<C: Choose>(
    dice: &mut C,
    family: &'static Family,
    before: &Expr,
    after: &Expr,
    leaves: &[(Kind, usize)],
) -> Sketch {
    let types = family.types[dice.below(family.types.len())];
    let mut maker = Lowering {
        dice,
        family,
        types,
        sketch: Sketch::default(),
        leaves: vec![None; leaves.len()],
        ranges: Vec::new(),
        open: Vec::new(),
        matched: Vec::new(),
        created: Vec::new(),
    };
    maker.types_of(before, after);
    let root = maker.node(before);
    maker.sketch.root = Some(root);
    maker.rewrite(root, after);
    maker.sketch
}

struct Lowering<'d, 'e, C> {
    dice: &'d mut C,
    family: &'static Family,
    types: [Ty; 3],
    sketch: Sketch,
    /// The free operand of each leaf, or the matched operation without a meaning that makes it.
    leaves: Vec<Option<Operand>>,
    ranges: Vec<usize>,
    /// The attribute of each open constant, with its type.
    open: Vec<(Kind, u8, usize)>,
    /// What each matched operation computes.
    matched: Vec<(&'e Expr, usize)>,
    /// What was created.
    created: Vec<(&'e Expr, Used)>,
}

impl<'e, C: Choose> Lowering<'_, 'e, C> {
    /// One type variable for each kind, open unless a constant of it is written.
    fn types_of(&mut self, before: &Expr, after: &Expr) {
        let mut open = !self.dice.one_in(3);
        before.walk(&mut |part| {
            // Where the types of a range are open, there is little that can be decided.
            if matches!(part, Expr::Range(_)) {
                open = self.dice.one_in(6);
            }
        });
        for kind in Kind::ALL {
            let concrete = self.ty(kind);
            let mut written = kind == Kind::Bool || matches!(concrete, 4 | 7 | 9);
            for side in [before, after] {
                side.walk(&mut |part| {
                    written |= matches!(part, Expr::Constant(of, number) if *of == kind && !matches!(number, Number::Open(_)));
                });
            }
            self.sketch.types.push(TypeVar { concrete, constant: written || !open, bound: true });
        }
    }

    fn ty(&self, kind: Kind) -> Ty {
        self.types[kind as usize]
    }

    // ---- what is matched

    /// Matches an operation after what feeds it.
    fn node(&mut self, expr: &'e Expr) -> usize {
        let (name, operands, attributes) = match expr {
            Expr::Op(term) => {
                let operands = term.args.iter().map(|arg| self.operand(arg)).collect();
                let attributes = self.attributes(term);
                let attributes: Vec<(&'static str, usize)> =
                    attributes.into_iter().map(|(name, at)| (name, self.constant_attribute(at))).collect();
                (self.family.name(term.word).unwrap_or(LAB[0]), operands, attributes)
            }
            Expr::Constant(kind, number) => {
                let attribute = match number {
                    Number::Open(place) => self.open_attribute(*kind, *place),
                    _ => {
                        let at = self.number(*kind, *number);
                        self.constant_attribute(at)
                    }
                };
                (self.family.constant(), Vec::new(), vec![("value", attribute)])
            }
            Expr::Leaf(..) | Expr::Range(_) => (LAB[0], Vec::new(), Vec::new()),
        };
        let results = Results::Types(vec![expr.kind() as usize]);
        self.sketch.nodes.push(Node { name: Some(name), real: true, operands, attributes, results });
        let node = self.sketch.nodes.len() - 1;
        self.matched.push((expr, node));
        node
    }

    fn operand(&mut self, expr: &'e Expr) -> Operand {
        match expr {
            Expr::Leaf(kind, leaf) => {
                if let Some(operand) = self.leaves[*leaf] {
                    return operand;
                }
                let operand = self.input(*kind);
                self.leaves[*leaf] = Some(operand);
                operand
            }
            Expr::Range(range) => {
                while self.ranges.len() <= *range {
                    let concrete = self.ty(Kind::Base);
                    let base = Kind::Base as usize;
                    let written = self.sketch.types[base].constant && !self.dice.one_in(6);
                    let ty = written.then_some(base);
                    self.ranges.push(self.sketch.free.len());
                    self.sketch.free.push(Free { concrete, ty, range: true, bound: true });
                }
                Operand::Free(self.ranges[*range])
            }
            _ => {
                let node = self.node(expr);
                Operand::Result { node, index: 0, handle: 0 }
            }
        }
    }

    /// A value that the match is given: mostly an operand, now and then the result of an operation without a meaning.
    fn input(&mut self, kind: Kind) -> Operand {
        let ty = kind as usize;
        if self.dice.one_in(24) {
            let name = Some(LAB[self.sketch.nodes.len() % LAB.len()]);
            let (operands, attributes, results) = (Vec::new(), Vec::new(), Results::Types(vec![ty]));
            self.sketch.nodes.push(Node { name, real: false, operands, attributes, results });
            return Operand::Result { node: self.sketch.nodes.len() - 1, index: 0, handle: 0 };
        }
        let concrete = self.ty(kind);
        self.sketch.free.push(Free { concrete, ty: Some(ty), range: false, bound: true });
        Operand::Free(self.sketch.free.len() - 1)
    }

    fn constant_attribute(&mut self, concrete: At) -> usize {
        self.sketch.attributes.push(Attribute { concrete, kind: AttributeKind::Constant });
        self.sketch.attributes.len() - 1
    }

    fn open_attribute(&mut self, kind: Kind, place: u8) -> usize {
        let known = self.open.iter().find(|(of, at, _)| (*of, *at) == (kind, place));
        if let Some((.., attribute)) = known {
            return *attribute;
        }
        let concrete = self.number(kind, Number::One);
        let attribute = Attribute { concrete, kind: AttributeKind::Typed(kind as usize) };
        self.sketch.attributes.push(attribute);
        let attribute = self.sketch.attributes.len() - 1;
        self.open.push((kind, place, attribute));
        attribute
    }

    // ---- spelling

    fn number(&self, kind: Kind, number: Number) -> At {
        let ty = self.ty(kind);
        let fits = |at: &At| ATTRIBUTES[*at as usize].1 == Some(ty);
        let all: Vec<At> = (0..ATTRIBUTES.len() as At).filter(fits).collect();
        let spelled = |text: &str| {
            let starts = |at: &At| {
                let word = ATTRIBUTES[*at as usize].0;
                word.split(" :").next() == Some(text)
            };
            all.iter().copied().find(starts)
        };
        let (scalar, vector, truth) = match number {
            Number::Zero => ("0", "dense<0>", ["false", "dense<false>"]),
            Number::One => ("1", "dense<1>", ["true", "dense<true>"]),
            Number::Ones => ("-1", "dense<-1>", ["true", "dense<true>"]),
            Number::Other(place) | Number::Open(place) => {
                return all.get(usize::from(place) % all.len().max(1)).copied().unwrap_or_default();
            }
        };
        let found = [scalar, vector, truth[0], truth[1]].into_iter().find_map(spelled);
        found.or(all.first().copied()).unwrap_or_default()
    }

    fn attributes(&self, term: &Term) -> Vec<(&'static str, At)> {
        let mut out = Vec::new();
        if let Some(predicate) = term.predicate {
            out.push(match self.family.constants {
                "index" => ("pred", attribute(&format!("#index<cmp_predicate {}>", name_of(predicate)))),
                _ => ("predicate", attribute(&format!("{predicate} : i64"))),
            });
        }
        if self.family.flags {
            out.extend(promise(term.flags));
        }
        out
    }

    // ---- what it is turned into

    fn rewrite(&mut self, root: usize, after: &'e Expr) {
        if self.dice.one_in(12) {
            self.unused(after);
        }
        let value = self.value(after);
        let target = OpRef::Node(root);
        let action = match value {
            Used::Result { of: of @ OpRef::Made(_), index: 0 } if self.dice.one_in(2) => {
                Action::ReplaceByOp(target, of)
            }
            value => Action::ReplaceByValues(target, vec![value]),
        };
        self.sketch.actions.push(action);
    }

    /// Something created that nothing reads.
    fn unused(&mut self, after: &'e Expr) {
        let mut parts: Vec<&'e Expr> = Vec::new();
        after.walk(&mut |part| parts.extend(matches!(part, Expr::Op(_)).then_some(part)));
        if let Some(part) = self.dice.pick(&parts).copied()
            && let Expr::Op(term) = part
        {
            self.create(term);
        }
    }

    fn value(&mut self, expr: &'e Expr) -> Used {
        // What the root computes is no longer there when it is replaced.
        let root = self.sketch.nodes.len() - 1;
        let there =
            self.matched.iter().find(|(other, node)| *other == expr && *node != root).map(|(_, node)| *node);
        if let Some(node) = there
            && !self.dice.one_in(3)
        {
            return Used::Bound { node, index: 0, handle: 0 };
        }
        let known = self.created.iter().find(|(other, _)| *other == expr).map(|(_, value)| *value);
        if let Some(value) = known
            && self.dice.one_in(2)
        {
            return value;
        }
        let value = match expr {
            Expr::Leaf(_, leaf) => return self.used(self.leaves[*leaf]),
            Expr::Range(range) => return self.used(self.ranges.get(*range).map(|free| Operand::Free(*free))),
            Expr::Constant(kind, number) => self.create_constant(*kind, *number),
            Expr::Op(term) => self.create(term),
        };
        self.created.push((expr, value));
        value
    }

    /// What the matcher binds; what it has no name for is the first value that it has.
    fn used(&self, operand: Option<Operand>) -> Used {
        match operand {
            Some(Operand::Free(free)) => Used::Free(free),
            Some(Operand::Result { node, index, handle }) => Used::Bound { node, index, handle },
            Some(Operand::Results(node)) => Used::Results(OpRef::Node(node)),
            None => Used::Free(0),
        }
    }

    fn create(&mut self, term: &'e Term) -> Used {
        let operands: Vec<Used> = term.args.iter().map(|arg| self.value(arg)).collect();
        let attributes = self.attributes(term);
        // Types of results are left out where MLIR infers them: conversions name theirs.
        let conversion = matches!(term.word, "trunc" | "extu" | "exts");
        let infers = self.family.infers && !conversion && self.dice.one_in(2);
        let results = if infers { Vec::new() } else { vec![MadeType::Var(term.kind as usize)] };
        self.push(CreatedOp {
            name: self.family.name(term.word).unwrap_or(LAB[0]),
            operands,
            attributes,
            carried: Vec::new(),
            results,
            count: 1,
        })
    }

    fn create_constant(&mut self, kind: Kind, number: Number) -> Used {
        let open = self.open.iter().find(|(of, place, _)| (*of, Number::Open(*place)) == (kind, number));
        let carried: Vec<(&'static str, usize)> =
            open.map(|(.., attribute)| ("value", *attribute)).into_iter().collect();
        let attributes = match carried.as_slice() {
            [] => vec![("value", self.number(kind, number))],
            _ => Vec::new(),
        };
        let (name, operands) = (self.family.constant(), Vec::new());
        let results = vec![MadeType::Var(kind as usize)];
        self.push(CreatedOp { name, operands, attributes, carried, results, count: 1 })
    }

    fn push(&mut self, made: CreatedOp) -> Used {
        self.sketch.actions.push(Action::Create(made));
        Used::Result { of: OpRef::Made(self.sketch.actions.len() - 1), index: 0 }
    }
}

fn name_of(predicate: u8) -> &'static str {
    super::expr::PREDICATES[usize::from(predicate)]
}

/// The attribute that carries promises.
fn promise(flags: Flags) -> Option<(&'static str, At)> {
    let overflow = match flags & (NSW | NUW) {
        NSW => "nsw",
        NUW => "nuw",
        0 => return (flags & EXACT != 0).then(|| ("isExact", attribute("unit"))),
        _ => "nsw, nuw",
    };
    Some(("overflowFlags", attribute(&format!("#arith.overflow<{overflow}>"))))
}
