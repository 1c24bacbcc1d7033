//! From structured operations to definitions: parallel dimensions are maps, in the order of the result, and reductions are `reduceSeq` in
//! the order of their loops. Knows the maps of operations and the operations of their regions, and no meaning.

use std::collections::HashMap;

use assay_ir::affine::{Map, Operator, Term};
use assay_ir::data::{AttrKind, DenseData, OpId, Program, Span, TypeKind, ValueDef, ValueId};
use assay_ir::diagnostic::Diagnostic;
use assay_ir::ops;
use assay_ir::structured;
use assay_ir::text::type_text;

use crate::arithmetic;
use crate::syntax::tree::{Body, Expr, ExprKind, Item, Name, Parameter, TypeTree};

type Raised<T> = Result<T, Box<Diagnostic>>;

/// The definitions of the functions of a program.
///
/// # Errors
/// The operation or map in the way, for each function, with its place.
pub fn raise(program: &Program) -> Result<Vec<Item>, Vec<Diagnostic>> {
    let (mut items, mut errors) = (Vec::new(), Vec::new());
    let sym = program.ctx().ident("sym_name");
    let functions = program.ops_in(program.top_block()).filter(|op| !program.op_regions(*op).is_empty());
    for function in functions {
        let Some(name) = program.attr_text(function, sym) else { continue };
        let mut raiser = Raiser { program, values: HashMap::new(), fresh: 0 };
        match raiser.function(function, name) {
            Ok(item) => items.push(item),
            Err(error) => errors.push(*error),
        }
    }
    if errors.is_empty() { Ok(items) } else { Err(errors) }
}

/// Tells if a program has structured operations.
pub fn has_structured(program: &Program) -> bool {
    program.walk(program.top()).any(|op| structured::is_structured(program.op_name(op)))
}

/// The expression of a value.
#[derive(Clone)]
enum Known {
    /// An array, or a number.
    Whole(Expr),
    /// An array all of whose elements are this number.
    Splat(Expr),
    /// Nothing was written to it.
    Empty,
}

struct Raiser<'p> {
    program: &'p Program,
    values: HashMap<ValueId, Known>,
    fresh: usize,
}

/// An operand of a structured operation: an array with the dimensions of the iteration space that it still has.
#[derive(Clone)]
struct Operand {
    value: Expr,
    dims: Vec<usize>,
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::NONE }
}

fn word(text: &str) -> Expr {
    expr(ExprKind::Name(text.to_owned()))
}

fn call(function: &str, arguments: Vec<Expr>) -> Expr {
    expr(ExprKind::Call(Box::new(word(function)), arguments))
}

/// A function on the elements below a number of dimensions.
fn mapped(depth: usize, function: Expr, array: Expr) -> Expr {
    let under = (1..depth).fold(function, |function, _| call("map", vec![function]));
    match depth {
        0 => expr(match under.kind {
            ExprKind::Call(inner, mut first) => {
                first.push(array);
                ExprKind::Call(inner, first)
            }
            kind => ExprKind::Call(Box::new(expr(kind)), vec![array]),
        }),
        _ => call("map", vec![under, array]),
    }
}

impl Raiser<'_> {
    fn error<T>(&self, op: OpId, message: impl Into<String>) -> Raised<T> {
        Err(Box::new(Diagnostic::error(self.program.op(op).span, message)))
    }

    fn fresh(&mut self, text: &str) -> String {
        self.fresh += 1;
        format!("{text}{}", self.fresh)
    }

    /// The extents and elements of a type.
    fn shape(&self, value: ValueId, op: OpId) -> Raised<(Vec<u64>, String)> {
        let (ctx, ty) = (self.program.ctx(), self.program.value_type(value));
        let (shape, element) = match ctx.type_kind(ty) {
            TypeKind::RankedTensor { shape, element, .. } | TypeKind::MemRef { shape, element, .. } => {
                (shape.to_vec(), *element)
            }
            _ => (Vec::new(), ty),
        };
        match shape.into_iter().collect::<Option<Vec<u64>>>() {
            Some(shape) => Ok((shape, type_text(ctx, element))),
            None => self.error(op, "expected extents that are constant"),
        }
    }

    fn function(&mut self, function: OpId, name: &str) -> Raised<Item> {
        let program = self.program;
        let region = program.op_regions(function)[0];
        let [block] = program.region(region).blocks[..] else {
            return self.error(function, "expected a body of one block");
        };
        let arguments = program.block(block).arguments.clone();
        let mut parameters = Vec::new();
        for (number, argument) in arguments.iter().enumerate() {
            let (shape, element) = self.shape(*argument, function)?;
            let text = format!("x{number}");
            self.values.insert(*argument, Known::Whole(word(&text)));
            let scalar = TypeTree::Name(Name { text: element, span: Span::NONE });
            let integer = |extent: &u64| expr(ExprKind::Integer(extent.to_string()));
            let ty =
                shape.iter().rev().fold(scalar, |ty, extent| TypeTree::Array(integer(extent), Box::new(ty)));
            parameters.push(Parameter { name: Name { text, span: Span::NONE }, ty });
        }
        let mut written: Option<ValueId> = None;
        let mut result = None;
        for op in program.ops_in(block) {
            if program.next_op(op).is_none() {
                let values: Vec<ValueId> = program.operands(op).collect();
                result = match (&values[..], written) {
                    ([value], _) => Some(*value),
                    ([], Some(memory)) => Some(memory),
                    _ => return self.error(op, "expected one result"),
                };
            } else if let Some(memory) = self.operation(op)? {
                let argument = matches!(program.value(memory).def, ValueDef::Argument(..));
                written = if argument { Some(memory) } else { written };
            }
        }
        let body = match result.and_then(|value| self.values.get(&value)) {
            Some(Known::Whole(body)) => body.clone(),
            _ => return self.error(function, "expected a result that is an array"),
        };
        let name = Name { text: name.to_owned(), span: Span::NONE };
        let span = program.op(function).span;
        Ok(Item { name, lengths: Vec::new(), parameters, body: Body::Definition(body), span })
    }

    /// Reads an operation; answers the memory that it writes.
    fn operation(&mut self, op: OpId) -> Raised<Option<ValueId>> {
        let program = self.program;
        let name = program.op_name(op);
        if structured::is_structured(name) {
            return self.structured(op);
        }
        let Some(result) = program.result(op, 0) else {
            return match ops::role_op("free") == Some(name) {
                true => Ok(None),
                false => self.error(op, format!("expected a structured operation, found `{name}`")),
            };
        };
        let known = match name {
            _ if ops::integer_op("constant") == Some(name) => self.constant(op)?,
            _ if EMPTY_OPS.contains(&name) => Known::Empty,
            _ if JOIN_OPS.contains(&name) => self.joined(op)?,
            _ => return self.error(op, format!("expected a structured operation, found `{name}`")),
        };
        self.values.insert(result, known);
        Ok(None)
    }

    fn constant(&self, op: OpId) -> Raised<Known> {
        let ctx = self.program.ctx();
        let attr = self.program.attr(op, ctx.ident("value"));
        let (attr, splat) = match attr.map(|attr| (attr, ctx.attr_kind(attr))) {
            Some((_, AttrKind::Dense { data: DenseData::Splat(one), .. })) => (Some(*one), true),
            Some((_, AttrKind::Dense { .. })) | None => (None, false),
            Some((attr, _)) => (Some(attr), false),
        };
        let number = attr.and_then(|attr| arithmetic::number(ctx, attr));
        match number {
            Some(number) if splat => Ok(Known::Splat(number)),
            Some(number) => Ok(Known::Whole(number)),
            None => self
                .error(op, "expected a number, or one number for all elements: other arrays are arguments"),
        }
    }

    /// An array whose dimensions are put together: two neighbours at a time.
    fn joined(&mut self, op: OpId) -> Raised<Known> {
        let program = self.program;
        let (Some(source), Some(result)) = (program.operand(op, 0), program.result(op, 0)) else {
            return self.error(op, "expected an array");
        };
        let Some(Known::Whole(mut value)) = self.values.get(&source).cloned() else {
            return self.error(op, "expected an array that was computed");
        };
        let (from, to) = (self.shape(source, op)?.0, self.shape(result, op)?.0);
        let (mut at, mut depth) = (0, 0);
        for extent in &to {
            let mut whole = *from.get(at).unwrap_or(&1);
            at += 1;
            while whole < *extent && at < from.len() {
                value = mapped(depth, word("join"), value);
                whole *= from[at];
                at += 1;
            }
            if whole != *extent {
                return self.error(op, "expected neighbouring dimensions that become one");
            }
            depth += 1;
        }
        Ok(Known::Whole(value))
    }

    fn structured(&mut self, op: OpId) -> Raised<Option<ValueId>> {
        let program = self.program;
        let operands: Vec<ValueId> = program.operands(op).collect();
        let shapes =
            operands.iter().map(|value| Ok(self.shape(*value, op)?.0)).collect::<Raised<Vec<_>>>()?;
        let ranks: Vec<usize> = shapes.iter().map(Vec::len).collect();
        let (maps, inputs) = match structured::maps(program, op, &ranks) {
            Ok(found) => found,
            Err(why) => return self.error(op, format!("its maps are not understood: {why:?}")),
        };
        if operands.len() != inputs + 1 {
            return self.error(op, "expected one output");
        }
        let out = &maps[inputs];
        let Some(parallel) = (0..out.len()).map(|at| out.dim(at)).collect::<Option<Vec<usize>>>() else {
            return self.error(op, format!("expected dimensions of the result, found {}", map_text(out)));
        };
        let mut sorted = parallel.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() != parallel.len() {
            return self.error(op, format!("expected each dimension once, found {}", map_text(out)));
        }
        let reductions: Vec<usize> = (0..out.dims).filter(|dim| !parallel.contains(dim)).collect();
        let extents = extents(&maps, &shapes, out.dims);
        let block = program.op_regions(op).first().and_then(|region| program.region(*region).blocks.first());
        let Some(block) = block.copied() else { return self.error(op, "expected a region") };
        let arguments = program.block(block).arguments.clone();
        let output = *operands.last().unwrap_or(&operands[0]);
        let Some(accumulator) = arguments.get(inputs).copied() else {
            return self.error(op, "expected a region");
        };
        let reads_output = program.has_uses(accumulator);
        let mut arrays: Vec<(ValueId, Operand)> = Vec::new();
        let mut scope: HashMap<ValueId, Expr> = HashMap::new();
        let count = if reads_output { inputs + 1 } else { inputs };
        for at in 0..count {
            if !program.has_uses(arguments[at]) {
                continue;
            }
            match self.values.get(&operands[at]).cloned() {
                Some(Known::Whole(value)) => {
                    let operand = self.operand(op, value, &maps[at], &extents, &shapes[at])?;
                    arrays.push((arguments[at], operand));
                }
                Some(Known::Splat(number)) => {
                    scope.insert(arguments[at], number);
                }
                _ => return self.error(op, "expected an operand that was computed"),
            }
        }
        let whole = self.nest(op, &parallel, &reductions, arrays, scope, accumulator)?;
        let known = match (parallel.is_empty(), whole) {
            (_, Nest::Array(value)) => Known::Whole(value),
            (true, Nest::Number(value)) => Known::Whole(value),
            (false, Nest::Number(value)) => Known::Splat(value),
        };
        match program.result(op, 0) {
            Some(result) => {
                self.values.insert(result, known);
                Ok(None)
            }
            None => {
                self.values.insert(output, known);
                Ok(Some(output))
            }
        }
    }

    /// An operand with one dimension of the iteration space for each of its own: windows are dimensions of two.
    fn operand(
        &self,
        op: OpId,
        mut value: Expr,
        map: &Map,
        extents: &[Option<u64>],
        shape: &[u64],
    ) -> Raised<Operand> {
        let mut dims = Vec::new();
        for (at, term) in map.results.iter().enumerate() {
            if let Term::Dim(dim) = term {
                dims.push(*dim);
                continue;
            }
            let window = window(term);
            let size = window.and_then(|(_, _, inner)| extents.get(inner).copied().flatten());
            let (Some((outer, step, inner)), Some(size)) = (window, size) else {
                return self.error(op, format!("expected dimensions and windows, found {}", map_text(map)));
            };
            let rest = shape[at].checked_sub(size);
            if rest.is_none_or(|rest| rest % step != 0) {
                return self.error(op, format!("expected windows that fill {} elements", shape[at]));
            }
            let integer = |number: u64| expr(ExprKind::Integer(number.to_string()));
            value = mapped(dims.len(), call("slide", vec![integer(size), integer(step)]), value);
            dims.extend([outer, inner]);
        }
        let mut sorted = dims.clone();
        sorted.sort_unstable();
        sorted.dedup();
        match sorted.len() == dims.len() {
            true => Ok(Operand { value, dims }),
            false => self.error(op, format!("expected each dimension once, found {}", map_text(map))),
        }
    }

    /// Maps over the parallel dimensions, then reductions over the others.
    fn nest(
        &mut self,
        op: OpId,
        parallel: &[usize],
        reductions: &[usize],
        arrays: Vec<(ValueId, Operand)>,
        mut scope: HashMap<ValueId, Expr>,
        accumulator: ValueId,
    ) -> Raised<Nest> {
        let Some((dim, rest)) = parallel.split_first() else {
            let mut open = Vec::new();
            for (argument, operand) in arrays {
                match operand.dims.is_empty() {
                    true => drop(scope.insert(argument, operand.value)),
                    false => open.push((argument, operand)),
                }
            }
            return self.reduced(op, reductions, open, scope, accumulator).map(Nest::Number);
        };
        if !arrays.iter().any(|(_, operand)| operand.dims.contains(dim)) {
            // All elements along it are alike.
            return match self.nest(op, rest, reductions, arrays, scope, accumulator)? {
                Nest::Number(value) => Ok(Nest::Number(value)),
                Nest::Array(_) => self.error(op, format!("no operand has the dimension d{dim}")),
            };
        }
        let element = self.fresh("e");
        let (zipped, inside) = along(*dim, arrays, &element);
        match self.nest(op, rest, reductions, inside, scope, accumulator)? {
            Nest::Array(body) => Ok(Nest::Array(call("map", vec![function(&[&element], body), zipped]))),
            Nest::Number(body) if rest.is_empty() => {
                Ok(Nest::Array(call("map", vec![function(&[&element], body), zipped])))
            }
            Nest::Number(_) => self.error(op, "no operand has one of its dimensions"),
        }
    }

    /// Reductions one in the other: the last result of the outer one is the start of the inner one.
    fn reduced(
        &mut self,
        op: OpId,
        reductions: &[usize],
        arrays: Vec<(ValueId, Operand)>,
        mut scope: HashMap<ValueId, Expr>,
        accumulator: ValueId,
    ) -> Raised<Expr> {
        let Some((dim, rest)) = reductions.split_first() else {
            let region = self.program.op_regions(op)[0];
            let block = self.program.region(region).blocks[0];
            scope.extend(arrays.into_iter().map(|(argument, operand)| (argument, operand.value)));
            return arithmetic::returned(self.program, block, &mut |value| {
                scope.get(&value).cloned().or_else(|| match self.values.get(&value) {
                    Some(Known::Whole(number) | Known::Splat(number)) => Some(number.clone()),
                    _ => None,
                })
            });
        };
        if !arrays.iter().any(|(_, operand)| operand.dims.contains(dim)) {
            return self.error(op, format!("no operand has the dimension d{dim}"));
        }
        let Some(start) = scope.get(&accumulator).cloned() else {
            return self.error(op, "expected a reduction with a start");
        };
        let (element, last) = (self.fresh("e"), self.fresh("acc"));
        let (zipped, inside) = along(*dim, arrays, &element);
        scope.insert(accumulator, word(&last));
        let (done, inside): (Vec<_>, Vec<_>) =
            inside.into_iter().partition(|(_, operand)| operand.dims.is_empty());
        scope.extend(done.into_iter().map(|(argument, operand)| (argument, operand.value)));
        let body = self.reduced(op, rest, inside, scope, accumulator)?;
        Ok(call("reduceSeq", vec![function(&[&element, &last], body), start, zipped]))
    }
}

/// Operations whose result has no contents yet, and those that put dimensions together.
const EMPTY_OPS: [&str; 2] = ["tensor.empty", "memref.alloc"];
const JOIN_OPS: [&str; 1] = ["tensor.collapse_shape"];

/// The result of a nest: an array, or one number for all elements.
enum Nest {
    Array(Expr),
    Number(Expr),
}

fn function(names: &[&str], body: Expr) -> Expr {
    let mut all: Vec<Name> =
        names.iter().map(|text| Name { text: (*text).to_owned(), span: Span::NONE }).collect();
    expr(match body.kind {
        ExprKind::Lambda(inner, body) => {
            all.extend(inner);
            ExprKind::Lambda(all, body)
        }
        kind => ExprKind::Lambda(all, Box::new(expr(kind))),
    })
}

/// The arrays that have a dimension, with it in front, as one array of pairs; and what they are for one of its elements.
fn along(dim: usize, arrays: Vec<(ValueId, Operand)>, element: &str) -> (Expr, Vec<(ValueId, Operand)>) {
    let with: Vec<usize> = (0..arrays.len()).filter(|at| arrays[*at].1.dims.contains(&dim)).collect();
    let mut zipped: Option<Expr> = None;
    let mut inside = arrays;
    for (place, at) in with.iter().enumerate() {
        let operand = &mut inside[*at].1;
        let from = operand.dims.iter().position(|other| *other == dim).unwrap_or(0);
        let mut value = operand.value.clone();
        for depth in (0..from).rev() {
            value = mapped(depth, word("transpose"), value);
        }
        zipped = Some(match zipped {
            None => value,
            Some(zipped) => call("zip", vec![zipped, value]),
        });
        operand.dims.remove(from);
        // Pairs lean to the left: the first of the first of .. is the first array.
        let mut part = word(element);
        for _ in place.max(1)..with.len().saturating_sub(1).max(place.max(1)) {
            part = call("fst", vec![part]);
        }
        operand.value = match (with.len(), place) {
            (1, _) => part,
            (_, 0) => call("fst", vec![part]),
            _ => call("snd", vec![part]),
        };
    }
    (zipped.unwrap_or_else(|| word(element)), inside)
}

/// The extent of each dimension that an operand has.
fn extents(maps: &[Map], shapes: &[Vec<u64>], dims: usize) -> Vec<Option<u64>> {
    let mut extents = vec![None; dims];
    for (map, shape) in maps.iter().zip(shapes) {
        for (at, extent) in shape.iter().enumerate() {
            if let Some(dim) = map.dim(at) {
                extents[dim] = Some(*extent);
            }
        }
    }
    extents
}

/// A window: the dimension of its place, the distance of places, the dimension in it.
fn window(term: &Term) -> Option<(usize, u64, usize)> {
    let Term::Binary(Operator::Add, one, two) = term else { return None };
    let factor = |term: &Term| match term {
        Term::Dim(dim) => Some((*dim, 1)),
        Term::Binary(Operator::Mul, one, two) => match (&**one, &**two) {
            (Term::Dim(dim), Term::Constant(factor)) | (Term::Constant(factor), Term::Dim(dim)) => {
                u64::try_from(*factor).ok().map(|factor| (*dim, factor))
            }
            _ => None,
        },
        _ => None,
    };
    let ((a, p), (b, q)) = (factor(one)?, factor(two)?);
    (q == 1 && p >= 1).then_some((a, p, b))
}

/// A map in words.
fn map_text(map: &Map) -> String {
    fn term(of: &Term) -> String {
        match of {
            Term::Dim(dim) => format!("d{dim}"),
            Term::Symbol(number) => format!("s{number}"),
            Term::Constant(number) => number.to_string(),
            Term::Binary(operator, one, two) => {
                let sign = match operator {
                    Operator::Add => "+",
                    Operator::Mul => "*",
                    Operator::FloorDiv => "floordiv",
                    Operator::CeilDiv => "ceildiv",
                    Operator::Mod => "mod",
                };
                format!("({} {sign} {})", term(one), term(two))
            }
        }
    }
    let results: Vec<String> = map.results.iter().map(term).collect();
    format!("the map ({})", results.join(", "))
}
