//! The match of a rule at a part of a program: modulo names of bound variables, how applications are written, and eta. A parameter that
//! is applied to bound variables alone stands for a function of these. Lengths are solved for, or given.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use assay_ir::data::{InsertPoint, OpId, Program};

use super::terms::{Values, applied, argument, mentions, same, substituted};
use super::tree::{Leaf, Tree};
use crate::core::{Kind, Node, Parameter, Rule, Variable};
use crate::nat::{Nat, Symbol};
use crate::types::Type;

/// A rule that was prepared: its lengths are unknowns.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    pub(super) left: Arc<Node>,
    pub(super) right: Arc<Node>,
    parameters: Vec<Parameter>,
    /// Its lengths with the unknowns that they are.
    lengths: Vec<(Symbol, Symbol)>,
    /// Unknowns that no match says: they are given, in this order.
    pub(super) open: Vec<Symbol>,
    positive: Vec<Nat>,
    /// The right side at the types and lengths of the last match: the next one often has the same.
    last: RefCell<Option<Instance>>,
}

/// A right side at types and lengths.
#[derive(Clone, Debug)]
struct Instance {
    types: BTreeMap<Arc<str>, Type>,
    lengths: BTreeMap<Symbol, Nat>,
    right: Arc<Node>,
}

/// Why a rule does not match, in words.
pub(super) type Mismatch = String;

impl Prepared {
    pub(super) fn new(rule: &Rule) -> Option<Prepared> {
        let metas = (0u32..).map(Symbol::Meta);
        let lengths: Vec<(Symbol, Symbol)> = rule.lengths.iter().cloned().zip(metas).collect();
        let with = |symbol: &Symbol| {
            lengths.iter().find(|(name, _)| name == symbol).map(|(_, meta)| Nat::symbol(meta.clone()))
        };
        let left = instance(&rule.left, &|_| None, &with)?;
        let right = instance(&rule.right, &|_| None, &with)?;
        let parameters = rule
            .parameters
            .iter()
            .map(|one| Some(Parameter { variable: one.variable.clone(), ty: one.ty.with_lengths(&with)? }));
        let parameters = parameters.collect::<Option<Vec<_>>>()?;
        let positive = crate::core::positive(&[&left, &right]);
        let open = open_lengths(&left, &parameters, &lengths);
        Some(Prepared { left, right, parameters, lengths, open, positive, last: RefCell::default() })
    }

    fn is_parameter(&self, variable: &Variable) -> bool {
        self.parameters.iter().any(|one| one.variable == *variable)
    }
}

/// The unknowns that no length of the left side says, in their order.
fn open_lengths(left: &Node, parameters: &[Parameter], lengths: &[(Symbol, Symbol)]) -> Vec<Symbol> {
    let mut said: Vec<Nat> = Vec::new();
    left.walk(&mut |node| {
        node.ty.lengths(&mut |length| said.push(length.clone()));
        if let Kind::Primitive(_, naturals) | Kind::Definition(_, naturals) = &node.kind {
            said.extend(naturals.iter().cloned());
        }
    });
    parameters.iter().for_each(|one| one.ty.lengths(&mut |length| said.push(length.clone())));
    let (mut known, mut given): (Vec<Symbol>, Vec<Symbol>) = (Vec::new(), Vec::new());
    loop {
        let one = |length: &Nat| {
            let open: Vec<Symbol> =
                length.symbols().into_iter().filter(|symbol| !known.contains(symbol)).collect();
            let [only] = &open[..] else { return None };
            let linear = length
                .terms()
                .all(|(_, powers)| powers.iter().all(|(symbol, power)| symbol != only || *power == 1));
            linear.then(|| only.clone())
        };
        if let Some(symbol) = said.iter().find_map(one) {
            known.push(symbol);
            continue;
        }
        match lengths.iter().find(|(_, meta)| !known.contains(meta)) {
            Some((_, meta)) => {
                known.push(meta.clone());
                given.push(meta.clone());
            }
            None => return given,
        }
    }
}

/// A program with other types and lengths; `None` where a length becomes too large.
pub(super) fn instance(
    node: &Node,
    types: &dyn Fn(&str) -> Option<Type>,
    lengths: &dyn Fn(&Symbol) -> Option<Nat>,
) -> Option<Arc<Node>> {
    let put = |naturals: &[Nat]| -> Option<Vec<Nat>> {
        naturals.iter().map(|natural| natural.substituted(lengths)).collect()
    };
    let kind = match &node.kind {
        Kind::Lambda(variable, body) => Kind::Lambda(variable.clone(), instance(body, types, lengths)?),
        Kind::Apply(function, argument, style) => {
            Kind::Apply(instance(function, types, lengths)?, instance(argument, types, lengths)?, *style)
        }
        Kind::Pair(one, two) => Kind::Pair(instance(one, types, lengths)?, instance(two, types, lengths)?),
        Kind::Primitive(primitive, naturals) => Kind::Primitive(*primitive, put(naturals)?),
        Kind::Definition(name, naturals) => Kind::Definition(Arc::clone(name), put(naturals)?),
        other => other.clone(),
    };
    let ty = node.ty.instance(types, lengths)?;
    Some(Arc::new(Node { kind, ty, span: node.span }))
}

/// The value of a parameter: a program, which is a function of these bound variables.
#[derive(Clone, Debug)]
struct Bound {
    variables: Vec<(Variable, Type)>,
    body: OpId,
}

/// A match.
pub(super) struct Match<'m> {
    rule: &'m Prepared,
    tree: &'m Tree,
    program: &'m Program,
    values: BTreeMap<u32, Bound>,
    types: BTreeMap<Arc<str>, Type>,
    equations: Vec<(Nat, Nat)>,
    /// Bound variables of the rule with those of the program.
    locals: Vec<(u32, Variable, Type)>,
    lengths: BTreeMap<Symbol, Nat>,
}

impl<'m> Match<'m> {
    /// Matches the left side of a rule at an operation; these lengths are given.
    pub(super) fn new(
        rule: &'m Prepared,
        tree: &'m Tree,
        program: &'m Program,
        op: OpId,
        numbers: &[u64],
    ) -> Result<Match<'m>, Mismatch> {
        let (values, types, locals) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        let (equations, lengths) = (Vec::new(), BTreeMap::new());
        let mut found = Match { rule, tree, program, values, types, equations, locals, lengths };
        found.part(&rule.left, op)?;
        for (symbol, number) in rule.open.iter().zip(numbers) {
            found.lengths.insert(symbol.clone(), Nat::constant(i128::from(*number)));
        }
        found.solve()?;
        Ok(found)
    }

    fn part(&mut self, pattern: &Arc<Node>, op: OpId) -> Result<(), Mismatch> {
        let own = self.tree.leaf(self.program, op).ok_or("it is no part of a program")?;
        let ty = &own.ty;
        let part = |number| self.tree.part(self.program, op, number).ok_or("a part is missing");
        let (head, arguments) = pattern.spine();
        if let Kind::Variable(variable) = &head.kind
            && self.rule.is_parameter(variable)
            && let Some(variables) = self.bound_variables(&arguments)
        {
            self.types(&pattern.ty, ty)?;
            return self.bind(variable, variables, op);
        }
        match (&pattern.kind, &own.leaf) {
            (Kind::Variable(variable), Leaf::Variable(other)) => {
                let known = self.locals.iter().rev().find(|(number, ..)| *number == variable.number);
                let same = known.is_some_and(|(_, known, _)| known == other);
                same.then_some(()).ok_or_else(|| format!("`{}` is another variable", other.name))
            }
            (Kind::Apply(function, argument, _), Leaf::Apply(_)) => {
                let (one, two) = (part(0)?, part(1)?);
                self.part(function, one)?;
                self.part(argument, two)
            }
            (Kind::Pair(first, second), Leaf::Pair) => {
                let (one, two) = (part(0)?, part(1)?);
                self.part(first, one)?;
                self.part(second, two)
            }
            (Kind::Lambda(variable, body), Leaf::Lambda(other)) => {
                let inside = part(0)?;
                self.types(&pattern.ty, ty)?;
                self.locals.push((variable.number, other.clone(), argument(ty)));
                let done = self.part(body, inside);
                self.locals.pop();
                done
            }
            // fun(x => f(x)) is f.
            (Kind::Lambda(variable, body), _) => match &body.kind {
                Kind::Apply(function, argument, _)
                    if matches!(&argument.kind, Kind::Variable(one) if one == variable)
                        && !mentions(function, variable.number) =>
                {
                    self.part(function, op)
                }
                _ => Err(format!("a function is expected, found {}", self.tree.described(self.program, op))),
            },
            (Kind::Primitive(primitive, naturals), Leaf::Primitive(other, found)) if primitive == other => {
                naturals.iter().zip(found).for_each(|(length, other)| self.equal(length, other));
                self.types(&pattern.ty, ty)
            }
            (Kind::Literal(digits), Leaf::Literal(other)) if digits == other => self.types(&pattern.ty, ty),
            (Kind::Embed(name), Leaf::Embed(other)) if name == other => self.types(&pattern.ty, ty),
            (Kind::Definition(name, naturals), Leaf::Definition(other, found)) if name == other => {
                naturals.iter().zip(found).for_each(|(length, other)| self.equal(length, other));
                Ok(())
            }
            _ => Err(format!(
                "{} is expected, found {}",
                described(pattern),
                self.tree.described(self.program, op)
            )),
        }
    }

    /// The variables of the program that arguments are, where each is another bound variable of the rule.
    fn bound_variables(&self, arguments: &[&Arc<Node>]) -> Option<Vec<(Variable, Type)>> {
        let mut found: Vec<(Variable, Type)> = Vec::new();
        for argument in arguments {
            let Kind::Variable(variable) = &argument.kind else { return None };
            let (_, own, ty) = self.locals.iter().rev().find(|(number, ..)| *number == variable.number)?;
            if found.iter().any(|(other, _)| other == own) {
                return None;
            }
            found.push((own.clone(), ty.clone()));
        }
        Some(found)
    }

    fn bind(
        &mut self,
        parameter: &Variable,
        variables: Vec<(Variable, Type)>,
        op: OpId,
    ) -> Result<(), Mismatch> {
        let outside = |variable: &Variable| !variables.iter().any(|(own, _)| own == variable);
        let (tree, program) = (self.tree, self.program);
        let caught = |own: &Variable| outside(own) && tree.mentions(program, op, own.number);
        if let Some((_, own, _)) = self.locals.iter().find(|(_, own, _)| caught(own)) {
            return Err(format!("`{}` depends on `{}`", parameter.name, own.name));
        }
        let new = Bound { variables, body: op };
        match self.values.get(&parameter.number) {
            None => {
                self.values.insert(parameter.number, new);
                Ok(())
            }
            Some(old) => {
                let numbers =
                    |bound: &Bound| bound.variables.iter().map(|(own, _)| own.number).collect::<Vec<_>>();
                let mut bound: Vec<(u32, u32)> = numbers(old).into_iter().zip(numbers(&new)).collect();
                let node = |op| tree.node(program, op).ok_or("a part is missing");
                let alike = old.variables.len() == new.variables.len()
                    && same(&*node(old.body)?, &*node(new.body)?, &mut bound);
                alike.then_some(()).ok_or_else(|| format!("`{}` is two different programs", parameter.name))
            }
        }
    }

    /// Notes what has to hold so that types are the same.
    fn types(&mut self, pattern: &Type, found: &Type) -> Result<(), Mismatch> {
        match (pattern, found) {
            (Type::Variable(name), _) => {
                let known = self.types.entry(Arc::clone(name)).or_insert_with(|| found.clone());
                (known == found).then_some(()).ok_or_else(|| format!("{known} is expected, found {found}"))
            }
            (Type::Array(length, element), Type::Array(other, inner)) => {
                self.equal(length, other);
                self.types(element, inner)
            }
            (Type::Pair(a, b), Type::Pair(c, d)) | (Type::Fun(a, b), Type::Fun(c, d)) => {
                self.types(a, c)?;
                self.types(b, d)
            }
            _ if pattern == found => Ok(()),
            _ => Err(format!("{pattern} is expected, found {found}")),
        }
    }

    /// Notes that lengths have to be the same; one of the rule that stands alone is found so.
    fn equal(&mut self, pattern: &Nat, found: &Nat) {
        match pattern.as_symbol() {
            Some(only @ Symbol::Meta(_)) => match self.lengths.get(only) {
                Some(known) if known == found => {}
                None if found.is_at_least(0) => {
                    self.lengths.insert(only.clone(), found.clone());
                }
                _ => self.equations.push((pattern.clone(), found.clone())),
            },
            _ if pattern == found => {}
            _ => self.equations.push((pattern.clone(), found.clone())),
        }
    }

    /// Solves for the lengths of the rule.
    fn solve(&mut self) -> Result<(), Mismatch> {
        let mut waiting = std::mem::take(&mut self.equations);
        loop {
            let (before, mut left) = (waiting.len(), Vec::new());
            for (pattern, found) in waiting {
                let known = |symbol: &Symbol| self.lengths.get(symbol).cloned();
                let pattern = pattern.substituted(&known).ok_or("a length is too large")?;
                let difference = pattern.minus(&found).ok_or("a length is too large")?;
                let open: Vec<Symbol> = difference
                    .symbols()
                    .into_iter()
                    .filter(|symbol| matches!(symbol, Symbol::Meta(_)))
                    .collect();
                match &open[..] {
                    [] if difference.is_zero() => {}
                    [] => return Err(format!("the length {pattern} is expected, found {found}")),
                    [only] => {
                        let solution = difference.solved(only).filter(|length| length.is_at_least(0));
                        let none = || format!("{found} is no {}", self.shown(&pattern));
                        let solution = solution.ok_or_else(none)?;
                        self.lengths.insert(only.clone(), solution);
                    }
                    _ => left.push((pattern, found)),
                }
            }
            if left.is_empty() {
                break;
            }
            if left.len() == before {
                return Err(format!("nothing says what the lengths of {} are", self.shown(&left[0].0)));
            }
            waiting = left;
        }
        let known = |symbol: &Symbol| self.lengths.get(symbol).cloned();
        for length in &self.rule.positive {
            let length = length.substituted(&known).ok_or("a length is too large")?;
            if length.number().is_some_and(|number| number < 1) {
                return Err(format!("a length of at least 1 is expected, found {length}"));
            }
        }
        Ok(())
    }

    /// A length of the rule with its own names; one with a single unknown factor as a multiple.
    fn shown(&self, length: &Nat) -> String {
        let name = |symbol: &Symbol| {
            self.rule
                .lengths
                .iter()
                .find(|(_, meta)| meta == symbol)
                .map(|(name, _)| Nat::symbol(name.clone()))
        };
        let text = length.substituted(&name).map_or_else(|| length.to_string(), |length| length.to_string());
        let terms: Vec<_> = length.terms().collect();
        match terms[..] {
            [(factor, [(_, 1)])] if factor > 1 => format!("multiple of {factor}"),
            _ => text,
        }
    }

    /// Lengths of the rule that are at least one by assumption alone.
    pub(super) fn assumed(&self) -> Vec<Nat> {
        let known = |symbol: &Symbol| self.lengths.get(symbol).cloned();
        let lengths = self.rule.positive.iter().filter_map(|length| length.substituted(&known));
        lengths.filter(|length| !length.is_at_least(1)).collect()
    }

    /// The value of a parameter; `None` for one that is applied to bound variables.
    pub(super) fn value(&self, parameter: &Variable) -> Option<Arc<Node>> {
        let bound = self.values.get(&parameter.number)?;
        if bound.variables.is_empty() { self.tree.node(self.program, bound.body) } else { None }
    }

    /// The right side at the types and lengths that were found, and what its parameters stand for.
    pub(super) fn found(self) -> Result<Found, Mismatch> {
        let mut last = self.rule.last.borrow_mut();
        let alike = last.as_ref().filter(|last| last.lengths == self.lengths && last.types == self.types);
        let right = match alike {
            Some(last) => Arc::clone(&last.right),
            None => {
                let types = |name: &str| self.types.get(name).cloned();
                let lengths = |symbol: &Symbol| self.lengths.get(symbol).cloned();
                let right = instance(&self.rule.right, &types, &lengths).ok_or("a length is too large")?;
                *last =
                    Some(Instance { types: self.types, lengths: self.lengths, right: Arc::clone(&right) });
                right
            }
        };
        Ok(Found { right, values: self.values, used: Vec::new() })
    }
}

/// A right side whose parameters stand for parts of a program.
pub(super) struct Found {
    right: Arc<Node>,
    values: BTreeMap<u32, Bound>,
    used: Vec<u32>,
}

impl Found {
    /// Puts the right side at a place. What is used for the first time is moved there; bound variables get new numbers.
    pub(super) fn put(mut self, tree: &Tree, program: &mut Program, at: InsertPoint) -> OpId {
        let right = Arc::clone(&self.right);
        self.node(&right, &BTreeMap::new(), (tree, program), at)
    }

    fn node(
        &mut self,
        node: &Arc<Node>,
        locals: &BTreeMap<u32, Variable>,
        (tree, program): (&Tree, &mut Program),
        at: InsertPoint,
    ) -> OpId {
        let (head, arguments) = node.spine();
        if let Kind::Variable(variable) = &head.kind
            && let Some(bound) = self.values.get(&variable.number).cloned()
            && arguments.len() <= bound.variables.len()
        {
            return self.value((variable.number, &bound), node, locals, (tree, program), at);
        }
        let (leaf, parts): (Leaf, Vec<&Arc<Node>>) = match &node.kind {
            Kind::Variable(variable) => {
                let own = locals.get(&variable.number).unwrap_or(variable);
                (Leaf::Variable(own.clone()), Vec::new())
            }
            Kind::Lambda(variable, body) => {
                let new = tree.names.borrow_mut().fresh(&variable.name);
                let mut inside = locals.clone();
                inside.insert(variable.number, new.clone());
                let op = tree.make(program, Leaf::Lambda(new), (&node.ty, node.span), 1, at);
                let place = tree.place(program, op, 0);
                self.node(body, &inside, (tree, program), place);
                return op;
            }
            Kind::Apply(function, argument, style) => (Leaf::Apply(*style), vec![function, argument]),
            Kind::Pair(one, two) => (Leaf::Pair, vec![one, two]),
            _ => return tree.put(program, node, at),
        };
        let op = tree.make(program, leaf, (&node.ty, node.span), parts.len(), at);
        for (number, part) in parts.into_iter().enumerate() {
            let place = tree.place(program, op, number);
            self.node(part, locals, (tree, program), place);
        }
        op
    }

    /// A parameter on arguments that stand for its first variables.
    fn value(
        &mut self,
        (parameter, bound): (u32, &Bound),
        node: &Arc<Node>,
        locals: &BTreeMap<u32, Variable>,
        (tree, program): (&Tree, &mut Program),
        at: InsertPoint,
    ) -> OpId {
        let again = self.used.contains(&parameter);
        self.used.push(parameter);
        if bound.variables.is_empty() && !again {
            program.detach(bound.body);
            program.insert(bound.body, at);
            return bound.body;
        }
        let Some(body) = tree.node(program, bound.body) else { return bound.body };
        // Arguments are parts of their own: they are put somewhere, read and taken away.
        let (_, arguments) = node.spine();
        let mut values = Vec::new();
        for argument in arguments {
            let op = self.node(argument, locals, (tree, program), InsertPoint::Detached);
            values.extend(tree.node(program, op));
            program.erase(op);
        }
        let names = &mut tree.names.borrow_mut();
        let numbers = bound.variables.iter().map(|(variable, _)| variable.number);
        let whole = match values.len() == bound.variables.len() {
            true => substituted(&body, &numbers.zip(values).collect(), names),
            false => {
                let mut function = body;
                for (variable, ty) in bound.variables.iter().rev() {
                    let (ty, span) = (Type::function(ty.clone(), function.ty.clone()), function.span);
                    function = Arc::new(Node { kind: Kind::Lambda(variable.clone(), function), ty, span });
                }
                let function = substituted(&function, &Values::new(), names);
                values.into_iter().fold(function, applied)
            }
        };
        tree.put(program, &whole, at)
    }
}

/// A part in words.
fn described(node: &Node) -> String {
    match &node.kind {
        Kind::Variable(variable) => format!("`{}`", variable.name),
        Kind::Literal(digits) => digits.to_string(),
        Kind::Lambda(..) => "a function".to_owned(),
        Kind::Apply(..) => match &node.spine().0.kind {
            Kind::Primitive(primitive, _) => format!("`{}` on arguments", primitive.name()),
            _ => "an application".to_owned(),
        },
        Kind::Primitive(primitive, _) => format!("`{}`", primitive.name()),
        Kind::Embed(name) => format!("`{name}`"),
        Kind::Pair(..) => "a pair".to_owned(),
        Kind::Definition(name, _) => format!("`{name}`"),
    }
}

impl Tree {
    /// A part in words.
    pub(super) fn described(&self, program: &Program, op: OpId) -> String {
        self.node(program, op).map_or_else(|| "no part of a program".to_owned(), |node| described(&node))
    }
}
