//! `assay lower --kernels gemm`: parts of a definition that are proved to be the product of two matrices become calls.

use std::rc::Rc;
use std::sync::Arc;

use assay_rise::core::{Definition, Kind, Module, Node, Parameter, Style, Variable};
use assay_rise::nat::{Nat, Symbol};
use assay_rise::sizes::Sizes;
use assay_rise::types::{Scalar, Type};
use assay_verifier::rise::{self, Premises, Verdict};

/// The largest extent of a product.
const LARGEST: i128 = 1 << 24;

/// A definition in which products are calls, the module that has what is called, and its names.
pub(super) struct WithKernels {
    pub(super) definition: Definition,
    pub(super) module: Rc<Module>,
    pub(super) kernels: Vec<Arc<str>>,
}

/// The definition at these sizes with calls for all its products.
pub(super) fn products(
    entry: &Definition,
    module: &Rc<Module>,
    said: &Sizes,
    premises: &Premises<'_>,
) -> WithKernels {
    let mut search = Search { module, said, premises, kernels: Module::default(), names: Vec::new() };
    let body = search.node(&entry.body);
    let mut all = Module::clone(&search.kernels);
    all.items.extend(module.items.iter().cloned());
    WithKernels {
        definition: Definition { body, ..entry.clone() },
        module: Rc::new(all),
        kernels: search.names,
    }
}

struct Search<'a> {
    module: &'a Rc<Module>,
    said: &'a Sizes,
    premises: &'a Premises<'a>,
    kernels: Module,
    names: Vec<Arc<str>>,
}

/// A matrix: its extents and elements.
fn matrix(ty: &Type) -> Option<(i128, i128, Scalar)> {
    let Type::Array(rows, row) = ty else { return None };
    let Type::Array(columns, element) = &**row else { return None };
    let extent = |length: &Nat| length.number().filter(|number| (1..=LARGEST).contains(number));
    Some((extent(rows)?, extent(columns)?, element.scalar()?))
}

/// Names that a program does not bind, in the order in which they come.
fn free(node: &Node, bound: &mut Vec<u32>, found: &mut Vec<(Variable, Type)>) {
    match &node.kind {
        Kind::Variable(variable)
            if !bound.contains(&variable.number) && !found.iter().any(|(other, _)| other == variable) =>
        {
            found.push((variable.clone(), node.ty.clone()));
        }
        Kind::Lambda(variable, body) => {
            bound.push(variable.number);
            free(body, bound, found);
            bound.pop();
        }
        Kind::Apply(one, two, _) | Kind::Pair(one, two) => {
            free(one, bound, found);
            free(two, bound, found);
        }
        _ => {}
    }
}

impl Search<'_> {
    fn node(&mut self, node: &Arc<Node>) -> Arc<Node> {
        if let Some(call) = self.product(node) {
            return call;
        }
        let kind = match &node.kind {
            Kind::Lambda(variable, body) => Kind::Lambda(variable.clone(), self.node(body)),
            Kind::Apply(function, argument, style) => {
                Kind::Apply(self.node(function), self.node(argument), *style)
            }
            Kind::Pair(one, two) => Kind::Pair(self.node(one), self.node(two)),
            _ => return Arc::clone(node),
        };
        Arc::new(Node { kind, ..(**node).clone() })
    }

    /// The call for a part that is a product.
    fn product(&mut self, node: &Arc<Node>) -> Option<Arc<Node>> {
        let put = |symbol: &Symbol| self.said.get(symbol).map(|number| Nat::constant(*number));
        let at = |ty: &Type| ty.with_lengths(&put);
        let (n, m, scalar) = matrix(&at(&node.ty)?)?;
        let mut names = Vec::new();
        free(node, &mut Vec::new(), &mut names);
        let [one, two] = &names[..] else { return None };
        for (left, right) in [(one, two), (two, one)] {
            let (Some((rows, k, a)), Some((inner, columns, b))) =
                (matrix(&at(&left.1)?), matrix(&at(&right.1)?))
            else {
                continue;
            };
            if (rows, inner, columns, a, b) != (n, k, m, scalar, scalar) {
                continue;
            }
            let name: Arc<str> = format!("gemm_{n}x{k}x{m}_{scalar}").into();
            let read = assay_rise::read(&text(&name, [n, k, m], scalar));
            let library = read.module.definition(&name)?.clone();
            let parameter = |(variable, ty): &(Variable, Type)| {
                Some(Parameter { variable: variable.clone(), ty: at(ty)? })
            };
            let own = Definition {
                name: Arc::clone(&name),
                lengths: Vec::new(),
                parameters: vec![parameter(left)?, parameter(right)?],
                body: super::apply::at_lengths(
                    node,
                    &self
                        .said
                        .iter()
                        .map(|(symbol, number)| (symbol.clone(), Nat::constant(*number)))
                        .collect::<Vec<_>>(),
                )?,
                span: node.span,
            };
            let verdict = rise::definitions(
                (&own, self.module),
                (&library, &Rc::new(read.module.clone())),
                self.premises,
            );
            if !matches!(verdict, Verdict::Proved(_)) {
                continue;
            }
            if !self.names.contains(&name) {
                self.names.push(Arc::clone(&name));
                self.kernels.items.extend(read.module.items);
            }
            return Some(call(&library, left, right, node));
        }
        None
    }
}

/// The product of the library as a definition.
fn text(name: &str, [n, k, m]: [i128; 3], scalar: Scalar) -> String {
    let zero = if scalar.is_float() { "0.0" } else { "0" };
    format!(
        "def {name}(A: {n}.{k}.{scalar}, B: {k}.{m}.{scalar}) = A |> map(fun(row => transpose(B) |> map(fun(col => zip(row, col) |> reduceSeq(fun(p, acc => fst(p) * snd(p) + acc), {zero})))))\n"
    )
}

fn call(library: &Definition, left: &(Variable, Type), right: &(Variable, Type), node: &Node) -> Arc<Node> {
    let span = node.span;
    let types = [&left.1, &right.1].map(Type::clone);
    let ty = Type::curried(types, node.ty.clone());
    let mut call = Arc::new(Node { kind: Kind::Definition(Arc::clone(&library.name), Vec::new()), ty, span });
    for (variable, own) in [left, right] {
        let argument = Arc::new(Node { kind: Kind::Variable(variable.clone()), ty: own.clone(), span });
        let ty = match &call.ty {
            Type::Fun(_, to) => (**to).clone(),
            other => other.clone(),
        };
        call = Arc::new(Node { kind: Kind::Apply(call, argument, Style::Call), ty, span });
    }
    call
}
