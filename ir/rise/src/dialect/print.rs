//! From definitions to operations in generic form.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::types::{body, nat, with_prefix};
use crate::core::{Checked, Definition, Kind, Module, Node, Style};
use crate::nat::Nat;
use crate::primitive::Primitive;
use crate::syntax::printer::type_text;
use crate::syntax::tree::Item;
use crate::types::{Scalar, Type};

/// The definitions of a module, a function each.
pub fn print(module: &Module) -> String {
    let mut out = String::new();
    for (item, checked) in &module.items {
        if let Checked::Definition(definition) = checked {
            let mut printer = Printer { out: String::new(), indent: 2, next: 0, names: HashMap::new() };
            printer.definition(item, definition);
            out.push_str(&printer.out);
        }
    }
    out
}

struct Printer {
    out: String,
    indent: usize,
    next: usize,
    /// The values of bound names.
    names: HashMap<u32, String>,
}

/// The memref or number types of the components of a type.
fn components(ty: &Type, lengths: &mut Vec<Nat>, out: &mut Vec<(Vec<Nat>, Scalar)>) {
    match ty {
        Type::Array(length, element) => {
            lengths.push(length.clone());
            components(element, lengths, out);
            lengths.pop();
        }
        Type::Pair(one, two) => {
            components(one, lengths, out);
            components(two, lengths, out);
        }
        Type::Scalar(scalar) => out.push((lengths.clone(), *scalar)),
        _ => {}
    }
}

fn memory(lengths: &[Nat], scalar: Scalar) -> String {
    let extent =
        |length: &Nat| length.number().map_or_else(|| "?x".to_owned(), |number| format!("{number}x"));
    format!("memref<{}{scalar}>", lengths.iter().map(extent).collect::<String>())
}

impl Printer {
    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%{}", self.next - 1)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:width$}{text}", "", width = self.indent * 2);
    }

    /// An operation with one result.
    fn op(&mut self, text: &str, operands: &[(String, String)], ty: &Type) -> String {
        let result = self.fresh();
        let (values, types) = lists(operands);
        let (name, attributes) = text.split_once(' ').unwrap_or((text, ""));
        let attributes = if attributes.is_empty() { String::new() } else { format!(" {attributes}") };
        let ty = with_prefix(ty);
        self.line(&format!("{result} = \"{name}\"({values}){attributes} : ({types}) -> {ty}"));
        result
    }

    fn definition(&mut self, item: &Item, definition: &Definition) {
        let (mut results, mut arguments, mut ins) = (Vec::new(), Vec::new(), Vec::new());
        components(definition.result(), &mut Vec::new(), &mut results);
        let results: Vec<(String, String)> = results
            .iter()
            .enumerate()
            .map(|(at, (lengths, scalar))| (format!("%out{at}"), memory(lengths, *scalar)))
            .collect();
        for (number, parameter) in definition.parameters.iter().enumerate() {
            let mut own = Vec::new();
            components(&parameter.ty, &mut Vec::new(), &mut own);
            let own: Vec<(String, String)> = own
                .iter()
                .enumerate()
                .map(|(at, (lengths, scalar))| {
                    let ty = if lengths.is_empty() { scalar.to_string() } else { memory(lengths, *scalar) };
                    (format!("%in{number}_{at}"), ty)
                })
                .collect();
            arguments.extend(own.iter().cloned());
            ins.push(own);
        }
        let signature: Vec<String> =
            results.iter().chain(&arguments).map(|(name, ty)| format!("{name}: {ty}")).collect();
        let _ = writeln!(self.out, "func.func @{}({}) {{", definition.name, signature.join(", "));
        self.out.push_str("  \"rise.lowering_unit\"() ({\n");
        for ((parameter, own), written) in definition.parameters.iter().zip(&ins).zip(&item.parameters) {
            let text = format!(
                "rise.in {{name = \"{}\", type = \"{}\"}}",
                written.name.text,
                type_text(&written.ty)
            );
            let value = self.op(&text, own, &parameter.ty);
            self.names.insert(parameter.variable.number, value);
        }
        let value = self.value(&definition.body);
        let mut operands = results;
        operands.push((value, with_prefix(definition.result())));
        let (values, types) = lists(&operands);
        self.line(&format!("\"rise.out\"({values}) : ({types}) -> ()"));
        self.line("\"rise.return\"() : () -> ()");
        let lengths: Vec<String> = definition.lengths.iter().map(|length| format!("\"{length}\"")).collect();
        let attributes = if lengths.is_empty() {
            String::new()
        } else {
            format!(" {{lengths = [{}]}}", lengths.join(", "))
        };
        let _ = writeln!(self.out, "  }}){attributes} : () -> ()\n  func.return\n}}");
    }

    /// The value of a part; what computes it is printed.
    fn value(&mut self, node: &Arc<Node>) -> String {
        match &node.kind {
            Kind::Variable(variable) => self.names.get(&variable.number).cloned().unwrap_or_default(),
            Kind::Literal(digits) => {
                let ty = body(&node.ty);
                self.op(&format!("rise.literal {{literal = #rise.lit<{digits}, {ty}>}}"), &[], &node.ty)
            }
            Kind::Lambda(..) => self.function(node),
            Kind::Apply(..) => self.application(node),
            Kind::Primitive(primitive, naturals) => {
                let text = attributes(*primitive, naturals, &node.ty);
                self.op(&text, &[], &node.ty)
            }
            Kind::Embed(name) => {
                self.op(&format!("rise.operation {{operation = \"{name}\"}}"), &[], &node.ty)
            }
            Kind::Pair(one, two) => {
                let operands = [one, two].map(|part| (self.value(part), with_prefix(&part.ty)));
                self.op("rise.tuple", &operands, &node.ty)
            }
            Kind::Definition(name, _) => {
                self.op(&format!("rise.definition {{callee = @{name}}}"), &[], &node.ty)
            }
        }
    }

    fn function(&mut self, node: &Arc<Node>) -> String {
        let (mut inner, mut parameters, mut names) = (node, Vec::new(), Vec::new());
        while let Kind::Lambda(variable, body) = &inner.kind {
            let Type::Fun(from, _) = &inner.ty else { break };
            let value = self.fresh();
            parameters.push(format!("{value}: {}", with_prefix(from)));
            names.push(format!("\"{}\"", variable.name));
            self.names.insert(variable.number, value);
            inner = body;
        }
        let result = self.fresh();
        self.line(&format!("{result} = \"rise.lambda\"() ({{"));
        self.line(&format!("^bb0({}):", parameters.join(", ")));
        self.indent += 1;
        let value = self.value(inner);
        self.line(&format!("\"rise.return\"({value}) : ({}) -> ()", with_prefix(&inner.ty)));
        self.indent -= 1;
        self.line(&format!("}}) {{names = [{}]}} : () -> {}", names.join(", "), with_prefix(&node.ty)));
        result
    }

    /// Applications one after the other that are written as one are one operation.
    fn application(&mut self, node: &Arc<Node>) -> String {
        let (mut head, mut arguments, mut style) = (node, Vec::new(), Style::Call);
        while let Kind::Apply(function, argument, own) = &head.kind {
            let fits = arguments.is_empty() || (style == *own && style != Style::Pipe);
            if !fits {
                break;
            }
            style = *own;
            arguments.push(argument);
            head = function;
        }
        arguments.reverse();
        let mut operands = vec![(self.value(head), with_prefix(&head.ty))];
        for argument in arguments {
            let value = self.value(argument);
            operands.push((value, with_prefix(&argument.ty)));
        }
        let text = match style {
            Style::Call => "rise.apply",
            Style::Pipe => "rise.apply {style = \"pipe\"}",
            Style::Sign => "rise.apply {style = \"sign\"}",
        };
        self.op(text, &operands, &node.ty)
    }
}

fn lists(operands: &[(String, String)]) -> (String, String) {
    let values: Vec<&str> = operands.iter().map(|(value, _)| value.as_str()).collect();
    let types: Vec<&str> = operands.iter().map(|(_, ty)| ty.as_str()).collect();
    (values.join(", "), types.join(", "))
}

/// A pattern with its lengths and types as attributes.
fn attributes(primitive: Primitive, naturals: &[Nat], ty: &Type) -> String {
    let mut all: Vec<(String, String)> = Vec::new();
    let mut note = |key: &str, value: String| {
        if !all.iter().any(|(known, _)| known == key) {
            all.push((key.to_owned(), value));
        }
    };
    for (natural, key) in naturals.iter().zip(primitive.naturals()) {
        note(key, nat(natural));
    }
    let length = |length: &Nat| nat(length);
    let data = |ty: &Type| format!("#rise.{}", body(ty));
    let mut arguments = Vec::new();
    let mut rest = ty;
    while let Type::Fun(from, to) = rest {
        arguments.push(&**from);
        rest = to;
    }
    match (primitive, &arguments[..]) {
        (Primitive::Map | Primitive::MapSeq, [Type::Fun(s, t), Type::Array(n, _)]) => {
            note("n", length(n));
            note("s", data(s));
            note("t", data(t));
        }
        (Primitive::Reduce | Primitive::ReduceSeq, [Type::Fun(s, _), t, Type::Array(n, _)]) => {
            note("n", length(n));
            note("s", data(s));
            note("t", data(t));
        }
        (Primitive::Zip, [Type::Array(n, s), Type::Array(_, t)]) => {
            note("n", length(n));
            note("s", data(s));
            note("t", data(t));
        }
        (Primitive::First | Primitive::Second, [Type::Pair(s, t)]) => {
            note("s", data(s));
            note("t", data(t));
        }
        (Primitive::Join | Primitive::Transpose, [Type::Array(n, row)]) => {
            if let Type::Array(m, s) = &**row {
                note("n", length(n));
                note("m", length(m));
                note("s", data(s));
            }
        }
        (Primitive::Split | Primitive::Slide | Primitive::Pad, [Type::Array(n, s)]) => {
            let windows = match rest {
                Type::Array(windows, _) if primitive != Primitive::Pad => windows,
                _ => n,
            };
            note("n", length(windows));
            note("s", data(s));
        }
        (_, [s, ..]) if !s.has_function() => note("s", data(s)),
        _ => {}
    }
    all.sort();
    let all: Vec<String> = all.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    let name = format!("rise.{}", primitive.name());
    if all.is_empty() { name } else { format!("{name} {{{}}}", all.join(", ")) }
}
