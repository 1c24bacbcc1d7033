//! A sketch as PDL text. Every name says what it stands for: `%t` types, `%a` attributes, `%x` operands, `%n` matched
//! operations, `%r` results, `%c` created operations, `%w` what the rewrite reads.

use std::fmt::Write as _;

use super::sketch::{Action, AttributeKind, MadeType, OpRef, Operand, Results, Sketch, Used};
use crate::generate::vocabulary::{ATTRIBUTES, ONCE, TYPES};

/// The text of `pdl.pattern @p`.
pub fn text(sketch: &Sketch) -> String {
    named(sketch, "p")
}

/// The text of `pdl.pattern @NAME`. `name` is a bare identifier.
pub fn named(sketch: &Sketch, name: &str) -> String {
    let mut printer = Printer { sketch, out: String::with_capacity(1024), reads: 0, lists: 0 };
    printer.pattern(name);
    printer.out
}

struct Printer<'a> {
    sketch: &'a Sketch,
    out: String,
    /// Number of values that the rewrite read.
    reads: usize,
    /// Number of type lists and constants of the rewrite.
    lists: usize,
}

/// Writing into a string cannot fail.
macro_rules! put {
    ($printer:expr, $($words:tt)*) => {
        let _ = write!($printer.out, $($words)*);
    };
}

impl Printer<'_> {
    fn pattern(&mut self, name: &str) {
        let sketch = self.sketch;
        put!(self, "pdl.pattern @{name} : benefit(1) {{\n");
        self.types();
        for (index, attribute) in sketch.attributes.iter().enumerate() {
            match attribute.kind {
                AttributeKind::Constant => {
                    let value = ATTRIBUTES[attribute.concrete as usize].0;
                    put!(self, "  %a{index} = pdl.attribute = {value}\n");
                }
                AttributeKind::Open => {
                    put!(self, "  %a{index} = pdl.attribute\n");
                }
                AttributeKind::Typed(ty) => {
                    put!(self, "  %a{index} = pdl.attribute : %t{ty}\n");
                }
            }
        }
        if sketch.once {
            self.out.push_str("  %once = pdl.attribute = unit\n");
        }
        self.nodes();
        match sketch.root {
            Some(root) => {
                put!(self, "  pdl.rewrite %n{root} {{\n");
            }
            None => self.out.push_str("  pdl.rewrite {\n"),
        }
        for (index, action) in sketch.actions.iter().enumerate() {
            self.action(index, action);
        }
        self.out.push_str("  }\n}\n");
    }

    /// Types that something names.
    fn types(&mut self) {
        let sketch = self.sketch;
        let (mut typed, mut matched, mut made) = (0u128, 0u128, 0u128);
        for attribute in &sketch.attributes {
            if let AttributeKind::Typed(ty) = attribute.kind {
                typed |= 1 << ty;
            }
        }
        sketch
            .free
            .iter()
            .filter(|free| !free.range)
            .filter_map(|free| free.ty)
            .for_each(|ty| matched |= 1 << ty);
        for node in &sketch.nodes {
            if let Results::Types(types) = &node.results {
                types.iter().for_each(|ty| matched |= 1 << ty);
            }
        }
        for action in &sketch.actions {
            if let Action::Create(create) = action {
                for ty in &create.results {
                    if let MadeType::Var(ty) = ty {
                        made |= 1 << ty;
                    }
                }
            }
        }
        let named = typed | matched | made;
        // What no value of the matcher has must be written, for what is created; the type of an attribute does not count.
        let written = made & !matched;
        for (index, ty) in sketch.types.iter().enumerate().filter(|(index, _)| named >> index & 1 == 1) {
            match ty.constant || written >> index & 1 == 1 {
                true => {
                    put!(self, "  %t{index} = pdl.type : {}\n", TYPES[ty.concrete as usize]);
                }
                false => {
                    put!(self, "  %t{index} = pdl.type\n");
                }
            }
        }
    }

    fn nodes(&mut self) {
        let sketch = self.sketch;
        let mut free = 0u64;
        let mut results: Vec<(usize, usize, usize)> = Vec::new();
        let mut groups = 0u64;
        for (index, node) in sketch.nodes.iter().enumerate() {
            for operand in &node.operands {
                match *operand {
                    Operand::Free(at) => {
                        if free >> at & 1 == 0 {
                            free |= 1 << at;
                            self.free(at);
                        }
                    }
                    Operand::Result { node, index, handle } => {
                        if !results.contains(&(node, index, handle)) {
                            results.push((node, index, handle));
                            put!(self, "  %r{node}_{index}_{handle} = pdl.result {index} of %n{node}\n");
                        }
                    }
                    Operand::Results(node) => {
                        if groups >> node & 1 == 0 {
                            groups |= 1 << node;
                            put!(self, "  %rs{node} = pdl.results of %n{node}\n");
                        }
                    }
                }
            }
            if let Results::Range(_) = node.results {
                put!(self, "  %ts{index} = pdl.types\n");
            }
            put!(self, "  %n{index} = pdl.operation");
            if let Some(name) = node.name {
                put!(self, " \"{name}\"");
            }
            self.operands(node);
            self.attributes(index, node);
            self.results(index, node);
            self.out.push('\n');
        }
    }

    fn free(&mut self, at: usize) {
        let free = self.sketch.free[at];
        if let (true, Some(ty)) = (free.range, free.ty) {
            let ty = TYPES[self.sketch.types[ty].concrete as usize];
            put!(self, "  %tx{at} = pdl.types : [{ty}, {ty}]\n  %x{at} = pdl.operands : %tx{at}\n");
            return;
        }
        let word = if free.range { "operands" } else { "operand" };
        put!(self, "  %x{at} = pdl.{word}");
        if let Some(ty) = free.ty {
            put!(self, " : %t{ty}");
        }
        self.out.push('\n');
    }

    fn operands(&mut self, node: &super::sketch::Node) {
        if node.operands.is_empty() {
            return;
        }
        self.out.push('(');
        for (at, operand) in node.operands.iter().enumerate() {
            self.comma(at);
            match *operand {
                Operand::Free(free) => {
                    put!(self, "%x{free}");
                }
                Operand::Result { node, index, handle } => {
                    put!(self, "%r{node}_{index}_{handle}");
                }
                Operand::Results(node) => {
                    put!(self, "%rs{node}");
                }
            }
        }
        self.out.push_str(" : ");
        for (at, operand) in node.operands.iter().enumerate() {
            self.comma(at);
            let range = match *operand {
                Operand::Free(free) => self.sketch.free[free].range,
                Operand::Result { .. } => false,
                Operand::Results(_) => true,
            };
            self.out.push_str(if range { "!pdl.range<value>" } else { "!pdl.value" });
        }
        self.out.push(')');
    }

    fn attributes(&mut self, index: usize, node: &super::sketch::Node) {
        let once = self.sketch.once && index == self.sketch.marked();
        if node.attributes.is_empty() && !once {
            return;
        }
        self.out.push_str(" {");
        for (at, (name, attribute)) in node.attributes.iter().enumerate() {
            self.comma(at);
            put!(self, "\"{name}\" = %a{attribute}");
        }
        if once {
            self.comma(node.attributes.len());
            put!(self, "\"{ONCE}\" = %once");
        }
        self.out.push('}');
    }

    fn results(&mut self, index: usize, node: &super::sketch::Node) {
        match &node.results {
            Results::Types(types) if types.is_empty() => {}
            Results::Types(types) => {
                self.out.push_str(" -> (");
                for (at, ty) in types.iter().enumerate() {
                    self.comma(at);
                    put!(self, "%t{ty}");
                }
                self.out.push_str(" : ");
                self.types_of_types(types.len());
                self.out.push(')');
            }
            Results::Range(_) => {
                put!(self, " -> (%ts{index} : !pdl.range<type>)");
            }
        }
    }

    fn types_of_types(&mut self, count: usize) {
        for at in 0..count {
            self.comma(at);
            self.out.push_str("!pdl.type");
        }
    }

    fn comma(&mut self, at: usize) {
        if at > 0 {
            self.out.push_str(", ");
        }
    }

    fn op(&self, op: OpRef) -> String {
        match op {
            OpRef::Node(node) => format!("%n{node}"),
            OpRef::Made(action) => format!("%c{action}"),
        }
    }

    /// Reads what the values need; their names and whether they are ranges.
    fn values(&mut self, values: &[Used]) -> Vec<(String, bool)> {
        let mut out = Vec::with_capacity(values.len());
        for value in values {
            out.push(match *value {
                Used::Free(free) => (format!("%x{free}"), self.sketch.free[free].range),
                Used::Bound { node, index, handle } => (format!("%r{node}_{index}_{handle}"), false),
                Used::Result { of, index } => {
                    let name = format!("%w{}", self.reads);
                    let op = self.op(of);
                    put!(self, "    {name} = pdl.result {index} of {op}\n");
                    self.reads += 1;
                    (name, false)
                }
                Used::Results(of) => {
                    let name = format!("%w{}", self.reads);
                    let op = self.op(of);
                    put!(self, "    {name} = pdl.results of {op}\n");
                    self.reads += 1;
                    (name, true)
                }
            });
        }
        out
    }

    fn list(&mut self, values: &[(String, bool)]) {
        for (at, (name, _)) in values.iter().enumerate() {
            self.comma(at);
            self.out.push_str(name);
        }
        self.out.push_str(" : ");
        for (at, (_, range)) in values.iter().enumerate() {
            self.comma(at);
            self.out.push_str(if *range { "!pdl.range<value>" } else { "!pdl.value" });
        }
    }

    fn action(&mut self, index: usize, action: &Action) {
        match action {
            Action::Create(made) => self.create(index, made),
            Action::ReplaceByOp(target, by) => {
                let (target, by) = (self.op(*target), self.op(*by));
                put!(self, "    pdl.replace {target} with {by}\n");
            }
            Action::ReplaceByValues(target, values) => {
                let values = self.values(values);
                let target = self.op(*target);
                // MLIR does not read its own pretty form when an operation with results follows.
                put!(self, "    \"pdl.replace\"({target}");
                for (name, _) in &values {
                    put!(self, ", {name}");
                }
                put!(
                    self,
                    ") <{{operandSegmentSizes = array<i32: 1, 0, {}>}}> : (!pdl.operation",
                    values.len()
                );
                for (_, range) in &values {
                    self.out.push_str(if *range { ", !pdl.range<value>" } else { ", !pdl.value" });
                }
                self.out.push_str(") -> ()\n");
            }
            Action::Erase(target) => {
                let target = self.op(*target);
                put!(self, "    pdl.erase {target}\n");
            }
        }
    }

    fn create(&mut self, index: usize, made: &super::sketch::CreatedOp) {
        let operands = self.values(&made.operands);
        let first = self.lists;
        for (_, attribute) in &made.attributes {
            let value = ATTRIBUTES[*attribute as usize].0;
            put!(self, "    %k{} = pdl.attribute = {value}\n", self.lists);
            self.lists += 1;
        }
        let mut types: Vec<String> = Vec::with_capacity(made.results.len());
        for ty in &made.results {
            match ty {
                MadeType::Var(ty) => types.push(format!("%t{ty}")),
                MadeType::Constant(ty) => {
                    put!(self, "    %k{} = pdl.type : {}\n", self.lists, TYPES[*ty as usize]);
                    types.push(format!("%k{}", self.lists));
                    self.lists += 1;
                }
            }
        }
        put!(self, "    %c{index} = pdl.operation \"{}\"", made.name);
        if !operands.is_empty() {
            self.out.push('(');
            self.list(&operands);
            self.out.push(')');
        }
        if !made.attributes.is_empty() || !made.carried.is_empty() {
            self.out.push_str(" {");
            for (at, (name, _)) in made.attributes.iter().enumerate() {
                self.comma(at);
                put!(self, "\"{name}\" = %k{}", first + at);
            }
            for (at, (name, attribute)) in made.carried.iter().enumerate() {
                self.comma(made.attributes.len() + at);
                put!(self, "\"{name}\" = %a{attribute}");
            }
            self.out.push('}');
        }
        if !types.is_empty() {
            put!(self, " -> ({} : ", types.join(", "));
            self.types_of_types(types.len());
            self.out.push(')');
        }
        self.out.push('\n');
    }
}
