//! Random programs in `affine`, `memref`, `vector` and `tensor` that terminate and compute something from their arguments:
//! loops that fill and sum up memory, views of it, and elements of vectors and tensors that move. All accesses lie inside
//! and no memory is read before it is written, so that the programs are defined. Says nothing of what they compute.

mod elements;

use std::fmt::Write;

use super::random::{PARAMETERS, RESULTS, Random, Type};

/// A dialect that programs are made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Affine,
    MemRef,
    Vector,
    Tensor,
}

pub(crate) const DIALECTS: [Dialect; 4] =
    [Dialect::Affine, Dialect::MemRef, Dialect::Vector, Dialect::Tensor];

/// Elements with a known shape.
#[derive(Clone, Debug)]
struct Shaped {
    name: String,
    /// The type as it is written.
    ty: String,
    shape: Vec<usize>,
}

struct Function<'r> {
    random: &'r mut Random,
    text: String,
    names: usize,
    depth: usize,
    /// Values of i32.
    ints: Vec<String>,
    /// Values of `index` between minus 2^20 and 2^20.
    indices: Vec<String>,
    memories: Vec<Shaped>,
    vectors: Vec<Shaped>,
    tensors: Vec<Shaped>,
    floats: Vec<Shaped>,
}

fn text_of(shape: &[usize]) -> String {
    shape.iter().map(|extent| format!("{extent}x")).collect()
}

fn vector_type(shape: &[usize], element: &str) -> String {
    format!("vector<{}{element}>", text_of(shape))
}

fn tensor_type(shape: &[usize]) -> String {
    format!("tensor<{}i32>", text_of(shape))
}

fn places(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![Vec::new()], |all, extent| {
        let more = |place: &Vec<usize>| {
            let place = place.clone();
            (0..*extent).map(move |at| place.iter().copied().chain([at]).collect::<Vec<_>>())
        };
        all.iter().flat_map(more).collect()
    })
}

fn list<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    all.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(", ")
}

/// The text of a function `@name` in one dialect, on the parameters and with the results of all generated programs.
pub(crate) fn function(random: &mut Random, dialect: Dialect, name: &str) -> String {
    let mut f = Function {
        random,
        text: String::new(),
        names: 0,
        depth: 0,
        ints: vec!["%a1".to_owned()],
        indices: Vec::new(),
        memories: Vec::new(),
        vectors: Vec::new(),
        tensors: Vec::new(),
        floats: Vec::new(),
    };
    f.begin();
    let steps = 5 + f.random.below(8);
    for _ in 0..steps {
        match dialect {
            Dialect::Affine => f.affine_step(),
            Dialect::MemRef => f.memory_step(),
            Dialect::Vector => f.vector_step(),
            Dialect::Tensor => f.tensor_step(),
        }
    }
    let parameters: Vec<String> =
        PARAMETERS.iter().enumerate().map(|(index, ty)| format!("%a{index}: {}", ty.text())).collect();
    let results = RESULTS.map(Type::text).join(", ");
    let returned = f.sum_up();
    format!(
        "func.func @{name}({}) -> ({results}) {{\n{}  return {returned} : {results}\n}}\n",
        parameters.join(", "),
        f.text
    )
}

impl Function<'_> {
    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth + 1);
        let _ = writeln!(self.text, "{indent}{text}");
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn define(&mut self, right: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = {right}"));
        name
    }

    fn begin(&mut self) {
        let short = self.define("arith.trunci %a0 : i64 to i32");
        let byte = self.define("arith.extsi %a2 : i8 to i32");
        self.ints.extend([short, byte.clone()]);
        let least = self.define("arith.constant -1000 : i32");
        let most = self.define("arith.constant 1000 : i32");
        let above = self.define(&format!("arith.maxsi %a1, {least} : i32"));
        let inside = self.define(&format!("arith.minsi {above}, {most} : i32"));
        for int in [byte, inside] {
            let index = self.define(&format!("arith.index_cast {int} : i32 to index"));
            self.indices.push(index);
        }
    }

    fn int(&mut self) -> String {
        let at = self.random.below(self.ints.len());
        if self.random.one_in(6) {
            let number = self.random.integer(32) as i32;
            return self.define(&format!("arith.constant {number} : i32"));
        }
        self.ints[at].clone()
    }

    /// Any number of `index`.
    fn index(&mut self) -> String {
        let at = self.random.below(self.indices.len());
        self.indices[at].clone()
    }

    fn number(&mut self, number: usize) -> String {
        self.define(&format!("arith.constant {number} : index"))
    }

    /// A number of `index` below an extent.
    fn inside(&mut self, extent: usize) -> String {
        if self.random.one_in(2) {
            let at = self.random.below(extent);
            return self.number(at);
        }
        let any = self.index();
        let factor = 1 + self.random.below(3);
        self.define(&format!("affine.apply affine_map<(d0) -> ((d0 * {factor}) mod {extent})>({any})"))
    }

    fn all_inside(&mut self, shape: &[usize]) -> Vec<String> {
        shape.iter().map(|extent| self.inside(*extent)).collect()
    }

    fn shape(&mut self) -> Vec<usize> {
        let rank = 1 + self.random.below(2) + usize::from(self.random.one_in(4));
        (0..rank).map(|_| 1 + self.random.below(4)).collect()
    }

    fn combined(&mut self, a: &str, b: &str) -> String {
        let name =
            self.random.pick(&["addi", "subi", "muli", "xori", "andi", "ori", "maxsi", "minui", "minsi"]);
        self.define(&format!("arith.{name} {a}, {b} : i32"))
    }

    fn cast_to_int(&mut self, index: &str) -> String {
        self.define(&format!("arith.index_cast {index} : index to i32"))
    }

    /// Keeps a number of `index` of any size.
    fn keep_index(&mut self, index: String) {
        let int = self.cast_to_int(&index);
        self.ints.push(int);
        let small = self.define(&format!("affine.apply affine_map<(d0) -> (d0 mod 1021 - 300)>({index})"));
        self.indices.push(small);
    }

    /// The sum of all elements that are left, and a float of the parameters.
    fn sum_up(&mut self) -> String {
        let mut sum = self.define("arith.constant 17 : i32");
        let factor = self.define("arith.constant 31 : i32");
        let mut all: Vec<String> = self.ints.iter().rev().take(4).cloned().collect();
        for vector in self.vectors.clone().into_iter().rev().take(4) {
            for place in places(&vector.shape) {
                let place = list(place);
                let (name, ty) = (&vector.name, &vector.ty);
                let element = self.define(&format!("vector.extract {name}[{place}] : i32 from {ty}"));
                all.push(element);
            }
        }
        for tensor in self.tensors.clone().into_iter().rev().take(4) {
            for place in places(&tensor.shape) {
                let place: Vec<String> = place.into_iter().map(|at| self.number(at)).collect();
                let (name, ty) = (&tensor.name, &tensor.ty);
                let element = self.define(&format!("tensor.extract {name}[{}] : {ty}", list(place)));
                all.push(element);
            }
        }
        for memory in self.memories.clone().into_iter().rev().take(4) {
            for place in places(&memory.shape) {
                let (name, ty) = (&memory.name, &memory.ty);
                let element = self.define(&format!("affine.load {name}[{}] : {ty}", list(place)));
                all.push(element);
            }
        }
        for element in all {
            let product = self.define(&format!("arith.muli {sum}, {factor} : i32"));
            sum = self.define(&format!("arith.addi {product}, {element} : i32"));
        }
        let wide = self.define(&format!("arith.extsi {sum} : i32 to i64"));
        let narrow = self.define(&format!("arith.trunci {sum} : i32 to i13"));
        let mut float = "%a4".to_owned();
        for vector in self.floats.clone().into_iter().rev().take(3) {
            for place in places(&vector.shape) {
                let (name, ty) = (&vector.name, &vector.ty);
                let element = self.define(&format!("vector.extract {name}[{}] : f32 from {ty}", list(place)));
                float = self.define(&format!("arith.addf {float}, {element} : f32"));
            }
        }
        format!("{wide}, {narrow}, %a3, {float}")
    }
}

/// `affine`
impl Function<'_> {
    fn affine_step(&mut self) {
        if self.memories.is_empty() {
            return self.fill();
        }
        match self.random.below(12) {
            0 => self.fill(),
            1 | 2 => self.map(),
            3 => self.extremum(),
            4 => self.coordinates(),
            5 => self.set(),
            6 | 7 => self.carried_loop(),
            8 => self.parallel(),
            9 => self.affine_vector(),
            10 => self.load(),
            _ => self.store(),
        }
    }

    /// An expression of two dimensions and a symbol.
    fn expression(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 3 } else { 8 }) {
            0 => self.random.pick(&["d0", "d1", "s0"]).to_owned(),
            1 => "d0".to_owned(),
            2 => format!("{}", self.random.below(20) as i64 - 7),
            3 => format!("({} + {})", self.expression(depth - 1), self.expression(depth - 1)),
            4 => format!("({} * {})", self.expression(depth - 1), self.random.below(7) as i64 - 3),
            at => {
                let word = ["floordiv", "ceildiv", "mod"][at - 5];
                format!("({} {word} {})", self.expression(depth - 1), 1 + self.random.below(6))
            }
        }
    }

    fn map(&mut self) {
        let (text, [a, b, c]) = (self.expression(3), [self.index(), self.index(), self.index()]);
        let index = self.define(&format!("affine.apply affine_map<(d0, d1)[s0] -> ({text})>({a}, {b})[{c}]"));
        self.keep_index(index);
    }

    fn extremum(&mut self) {
        let name = self.random.pick(&["min", "max"]);
        let count = 1 + self.random.below(3);
        let texts: Vec<String> = (0..count).map(|_| self.expression(2)).collect();
        let [a, b, c] = [self.index(), self.index(), self.index()];
        let index = self
            .define(&format!("affine.{name} affine_map<(d0, d1)[s0] -> ({})>({a}, {b})[{c}]", list(texts)));
        self.keep_index(index);
    }

    fn coordinates(&mut self) {
        let basis: Vec<usize> = (0..2 + self.random.below(2)).map(|_| 1 + self.random.below(6)).collect();
        let dynamic: Vec<String> = basis.iter().map(|element| self.number(*element)).collect();
        let mixed = basis.iter().zip(&dynamic).map(|(fixed, name)| match self.random.one_in(3) {
            true => name.clone(),
            false => fixed.to_string(),
        });
        let mixed = list(mixed.collect::<Vec<_>>());
        let (mut linear, outer) = (self.index(), self.random.one_in(2));
        if outer {
            // An outer bound that does not hold is poison.
            let all: usize = basis.iter().product();
            linear = self.define(&format!("affine.apply affine_map<(d0) -> (d0 mod {all})>({linear})"));
        }
        let name = self.name();
        let count = basis.len() + usize::from(!outer);
        let types = list(std::iter::repeat_n("index", count));
        self.line(&format!("{name}:{count} = affine.delinearize_index {linear} into ({mixed}) : {types}"));
        let mut parts: Vec<String> = (0..count).map(|at| format!("{name}#{at}")).collect();
        for part in parts.clone() {
            self.keep_index(part);
        }
        if self.random.one_in(2) {
            parts = parts.iter().map(|_| self.index()).collect();
        }
        let back = self.define(&format!("affine.linearize_index [{}] by ({mixed}) : index", list(parts)));
        self.keep_index(back);
    }

    fn set_text(&mut self) -> String {
        let count = 1 + self.random.below(2);
        let mut constraints = Vec::new();
        for _ in 0..count {
            let order = self.random.pick(&[">=", ">=", ">=", "=="]);
            constraints.push(format!("{} {order} 0", self.expression(2)));
        }
        format!("affine_set<(d0, d1)[s0] : ({})>", list(constraints))
    }

    fn set(&mut self) {
        let (set, [a, b, c]) = (self.set_text(), [self.index(), self.index(), self.index()]);
        let name = self.name();
        self.line(&format!("{name} = affine.if {set}({a}, {b})[{c}] -> i32 {{"));
        for after in ["} else {", "}"] {
            self.depth += 1;
            let (x, y) = (self.ints[self.random.below(self.ints.len())].clone(), self.ints[0].clone());
            let value = self.combined(&x, &y);
            self.line(&format!("affine.yield {value} : i32"));
            self.depth -= 1;
            self.line(after);
        }
        self.ints.push(name);
    }

    /// Memory of a shape whose elements are computed from their places.
    fn fill(&mut self) {
        let shape = self.shape();
        let memory = self.allocated(&shape);
        let seed = self.int();
        let mut places = Vec::new();
        for extent in &shape {
            let name = self.name();
            self.line(&format!("affine.for {name} = 0 to {extent} {{"));
            self.depth += 1;
            places.push(name);
        }
        let mut value = seed;
        for place in &places {
            let int = self.cast_to_int(place);
            value = self.combined(&value, &int);
            value = self.define(&format!("arith.addi {value}, {int} : i32"));
        }
        self.line(&format!("affine.store {value}, {}[{}] : {}", memory.name, list(&places), memory.ty));
        for _ in &shape {
            self.depth -= 1;
            self.line("}");
        }
        self.memories.push(memory);
    }

    fn allocated(&mut self, shape: &[usize]) -> Shaped {
        let open = |f: &mut Self| f.random.one_in(4);
        let mut extents = Vec::new();
        let mut text = String::new();
        for extent in shape {
            match open(self) {
                true => {
                    extents.push(self.number(*extent));
                    text.push_str("?x");
                }
                false => text.push_str(&format!("{extent}x")),
            }
        }
        let ty = format!("memref<{text}i32>");
        let name = self.define(&format!("memref.alloc({}) : {ty}", list(extents)));
        Shaped { name, ty, shape: shape.to_vec() }
    }

    fn memory(&mut self) -> Shaped {
        if self.memories.is_empty() {
            self.fill();
        }
        let at = self.random.below(self.memories.len());
        self.memories[at].clone()
    }

    fn place_expressions(&mut self, shape: &[usize], names: &[String]) -> String {
        let place = |f: &mut Self, extent: &usize| {
            let name = names[f.random.below(names.len())].clone();
            match f.random.below(3) {
                0 => format!("({name} * {} + {}) mod {extent}", 1 + f.random.below(3), f.random.below(5)),
                1 => format!("({name} floordiv 2) mod {extent}"),
                _ => format!("{}", f.random.below(*extent)),
            }
        };
        let all: Vec<String> = shape.iter().map(|extent| place(self, extent)).collect();
        list(all)
    }

    fn carried_loop(&mut self) {
        let (memory, start) = (self.memory(), self.int());
        let (low, high) = (self.index(), self.index());
        let (name, at, sum) = (self.name(), self.name(), self.name());
        let lower = match self.random.below(3) {
            0 => format!("{}", self.random.below(6) as i64 - 3),
            1 => format!("affine_map<(d0) -> (d0 mod 5)>({low})"),
            _ => format!("max affine_map<(d0) -> (d0 mod 7 - 3, 1)>({low})"),
        };
        let upper = match self.random.below(3) {
            0 => format!("{}", self.random.below(9)),
            1 => format!("affine_map<(d0) -> (d0 mod 9)>({high})"),
            _ => format!("min affine_map<(d0) -> (d0 mod 12, 8)>({high})"),
        };
        let step = 1 + self.random.below(3);
        self.line(&format!(
            "{name} = affine.for {at} = {lower} to {upper} step {step} iter_args({sum} = {start}) -> (i32) {{"
        ));
        self.depth += 1;
        let place = self.place_expressions(&memory.shape, std::slice::from_ref(&at));
        let value = self.define(&format!("affine.load {}[{place}] : {}", memory.name, memory.ty));
        let int = self.cast_to_int(&at);
        let next = self.combined(&sum, &value);
        let mut next = self.define(&format!("arith.addi {next}, {int} : i32"));
        if self.random.one_in(3) {
            let (set, chosen) = (self.set_text(), self.name());
            self.line(&format!("{chosen} = affine.if {set}({at}, {at})[{low}] -> i32 {{"));
            self.line(&format!("  affine.yield {next} : i32"));
            self.line("} else {");
            self.line(&format!("  affine.yield {sum} : i32"));
            self.line("}");
            next = chosen;
        }
        if self.random.one_in(3) {
            let place = self.place_expressions(&memory.shape, &[at]);
            self.line(&format!("affine.store {next}, {}[{place}] : {}", memory.name, memory.ty));
        }
        self.line(&format!("affine.yield {next} : i32"));
        self.depth -= 1;
        self.line("}");
        self.ints.push(name);
    }

    fn parallel(&mut self) {
        let (memory, bound) = (self.memory(), self.index());
        let kind = self.random.pick(&["addi", "muli", "ori", "andi"]);
        let [name, i, j] = [self.name(), self.name(), self.name()];
        let step = 1 + self.random.below(2);
        self.line(&format!(
            "{name} = affine.parallel ({i}, {j}) = (0, 1) to (min({bound} mod 4, 3), 4) step ({step}, 1) reduce (\"{kind}\") -> i32 {{"
        ));
        self.depth += 1;
        let place = self.place_expressions(&memory.shape, &[i.clone(), j]);
        let value = self.define(&format!("affine.load {}[{place}] : {}", memory.name, memory.ty));
        let int = self.cast_to_int(&i);
        let value = self.define(&format!("arith.xori {value}, {int} : i32"));
        self.line(&format!("affine.yield {value} : i32"));
        self.depth -= 1;
        self.line("}");
        self.ints.push(name);
    }

    fn affine_vector(&mut self) {
        let memory = self.memory();
        let Some((last, first)) = memory.shape.split_last() else { return };
        let width = 1 + self.random.below(*last);
        let mut place = self.all_inside(first);
        place.push(self.random.below(last - width + 1).to_string());
        let ty = vector_type(&[width], "i32");
        let vector = self.define(&format!(
            "affine.vector_load {}[{}] : {}, {ty}",
            memory.name,
            list(&place),
            memory.ty
        ));
        if self.random.one_in(2) {
            let sum = self.define(&format!("arith.addi {vector}, {vector} : {ty}"));
            self.line(&format!(
                "affine.vector_store {sum}, {}[{}] : {}, {ty}",
                memory.name,
                list(&place),
                memory.ty
            ));
        }
        self.vectors.push(Shaped { name: vector, ty, shape: vec![width] });
    }

    fn load(&mut self) {
        let (memory, any) = (self.memory(), self.index());
        let place = self.place_expressions(&memory.shape, &[any]);
        let value = self.define(&format!("affine.load {}[{place}] : {}", memory.name, memory.ty));
        self.ints.push(value);
    }

    fn store(&mut self) {
        let (memory, any, value) = (self.memory(), self.index(), self.int());
        let place = self.place_expressions(&memory.shape, &[any]);
        self.line(&format!("affine.store {value}, {}[{place}] : {}", memory.name, memory.ty));
    }
}

/// `memref`
impl Function<'_> {
    fn memory_step(&mut self) {
        if self.memories.is_empty() {
            return self.fill();
        }
        match self.random.below(13) {
            0 | 1 => self.fill(),
            2 | 3 => self.subview(),
            4 => self.reinterpret(),
            5 => self.transpose(),
            6 => self.collapse(),
            7 => self.expand(),
            8 => self.cast(),
            9 => self.copy(),
            10 => self.plain_access(),
            11 => self.metadata(),
            _ => self.store(),
        }
    }

    fn subview(&mut self) {
        let memory = self.memory();
        let (mut offsets, mut sizes, mut strides) = (Vec::new(), Vec::new(), Vec::new());
        for extent in &memory.shape {
            let size = 1 + self.random.below(*extent);
            let stride = if size == 1 { 1 } else { 1 + self.random.below((extent - 1) / (size - 1)) };
            offsets.push(self.random.below(extent - (size - 1) * stride));
            sizes.push(size);
            strides.push(stride);
        }
        let mut mixed = |numbers: &[usize]| -> String {
            let one = |f: &mut Self, number: usize| match f.random.one_in(3) {
                true => f.number(number),
                false => number.to_string(),
            };
            let all: Vec<String> = numbers.iter().map(|number| one(self, *number)).collect();
            list(all)
        };
        let texts = [mixed(&offsets), mixed(&sizes), mixed(&strides)];
        let (name, ty) = (&memory.name, &memory.ty);
        // A type that fits any view; its own type is not needed to be narrow.
        let open = |text: &str| {
            text.split(", ")
                .map(|part| if part.starts_with('%') { "?" } else { part })
                .collect::<Vec<_>>()
                .join("x")
        };
        let rank = list(std::iter::repeat_n("?", sizes.len()));
        let inner = format!("memref<{}xi32, strided<[{rank}], offset: ?>>", open(&texts[1]));
        let Some(exact) = exact_view(ty, &texts) else { return };
        let view = self.define(&format!(
            "memref.subview {name}[{}] [{}] [{}] : {ty} to {exact}",
            texts[0], texts[1], texts[2]
        ));
        let view = match exact == inner {
            true => view,
            false => self.define(&format!("memref.cast {view} : {exact} to {inner}")),
        };
        self.memories.push(Shaped { name: view, ty: inner, shape: sizes });
    }

    /// Memory of identity layout and static extents.
    fn static_identity(&mut self) -> Option<Shaped> {
        let plain: Vec<Shaped> =
            self.memories.iter().filter(|memory| !memory.ty.contains(['?', ','])).cloned().collect();
        if plain.is_empty() { None } else { Some(plain[self.random.below(plain.len())].clone()) }
    }

    fn reinterpret(&mut self) {
        let Some(memory) = self.static_identity() else { return };
        let count: usize = memory.shape.iter().product();
        let rows = 1 + self.random.below(count.min(3));
        let columns = 1 + self.random.below(count / rows);
        let offset = self.random.below(count - rows * columns + 1);
        let ty = format!("memref<{rows}x{columns}xi32, strided<[{columns}, 1], offset: {offset}>>");
        let view = self.define(&format!(
            "memref.reinterpret_cast {} to offset: [{offset}], sizes: [{rows}, {columns}], strides: [{columns}, 1] : {} to {ty}",
            memory.name, memory.ty
        ));
        self.memories.push(Shaped { name: view, ty, shape: vec![rows, columns] });
    }

    fn transpose(&mut self) {
        let Some(memory) = self.static_identity().filter(|memory| memory.shape.len() == 2) else { return };
        let [rows, columns] = memory.shape[..] else { return };
        let ty = format!("memref<{columns}x{rows}xi32, strided<[1, {columns}]>>");
        let view = self
            .define(&format!("memref.transpose {} (i, j) -> (j, i) : {} to {ty}", memory.name, memory.ty));
        self.memories.push(Shaped { name: view, ty, shape: vec![columns, rows] });
    }

    fn collapse(&mut self) {
        let Some(memory) = self.static_identity().filter(|memory| memory.shape.len() > 1) else { return };
        let (rank, at) = (memory.shape.len(), self.random.below(memory.shape.len() - 1));
        let mut groups: Vec<Vec<usize>> = (0..rank).map(|dim| vec![dim]).collect();
        let next = groups.remove(at + 1);
        groups[at].extend(next);
        let shape: Vec<usize> =
            groups.iter().map(|group| group.iter().map(|dim| memory.shape[*dim]).product()).collect();
        let ty = format!("memref<{}i32>", text_of(&shape));
        let groups = list(groups.iter().map(|group| format!("[{}]", list(group))));
        let view = self
            .define(&format!("memref.collapse_shape {} [{groups}] : {} into {ty}", memory.name, memory.ty));
        self.memories.push(Shaped { name: view, ty, shape });
    }

    fn expand(&mut self) {
        let Some(memory) = self.static_identity() else { return };
        let (rank, at) = (memory.shape.len(), self.random.below(memory.shape.len()));
        let factors: Vec<usize> =
            (1..=memory.shape[at]).filter(|factor| memory.shape[at].is_multiple_of(*factor)).collect();
        let outer = self.random.pick(&factors);
        let mut shape = memory.shape.clone();
        shape[at] /= outer;
        shape.insert(at, outer);
        let group = |dim: usize| match dim.cmp(&at) {
            std::cmp::Ordering::Less => format!("[{dim}]"),
            std::cmp::Ordering::Equal => format!("[{dim}, {}]", dim + 1),
            std::cmp::Ordering::Greater => format!("[{}]", dim + 1),
        };
        let ty = format!("memref<{}i32>", text_of(&shape));
        let view = self.define(&format!(
            "memref.expand_shape {} [{}] output_shape [{}] : {} into {ty}",
            memory.name,
            list((0..rank).map(group)),
            list(&shape),
            memory.ty
        ));
        self.memories.push(Shaped { name: view, ty, shape });
    }

    fn cast(&mut self) {
        let Some(memory) = self.static_identity() else { return };
        let extents: Vec<String> = memory
            .shape
            .iter()
            .map(|extent| if self.random.one_in(2) { "?x".to_owned() } else { format!("{extent}x") })
            .collect();
        let ty = format!("memref<{}i32>", extents.concat());
        if ty != memory.ty {
            let view = self.define(&format!("memref.cast {} : {} to {ty}", memory.name, memory.ty));
            self.memories.push(Shaped { name: view, ty, shape: memory.shape });
        }
    }

    fn copy(&mut self) {
        let memory = self.memory();
        let target = self.allocated(&memory.shape);
        self.line(&format!("memref.copy {}, {} : {} to {}", memory.name, target.name, memory.ty, target.ty));
        self.memories.push(target);
    }

    fn plain_access(&mut self) {
        let memory = self.memory();
        let place = self.all_inside(&memory.shape);
        let (name, ty, place) = (&memory.name, &memory.ty, list(place));
        let value = self.define(&format!("memref.load {name}[{place}] : {ty}"));
        let other = self.int();
        let sum = self.combined(&value, &other);
        self.line(&format!("memref.store {sum}, {name}[{place}] : {ty}"));
        self.ints.push(value);
        let dim = self.random.below(memory.shape.len());
        let dim = self.number(dim);
        let extent = self.define(&format!("memref.dim {name}, {dim} : {ty}"));
        self.keep_index(extent);
    }

    fn metadata(&mut self) {
        let memory = self.memory();
        let rank = memory.shape.len();
        let (base, offset, sizes, strides) = (self.name(), self.name(), self.name(), self.name());
        let all = list(std::iter::repeat_n("index", 1 + 2 * rank));
        self.line(&format!(
            "{base}, {offset}, {sizes}:{rank}, {strides}:{rank} = memref.extract_strided_metadata {} : {} -> memref<i32>, {all}",
            memory.name, memory.ty
        ));
        self.keep_index(offset);
        for at in 0..rank {
            self.keep_index(format!("{sizes}#{at}"));
            self.keep_index(format!("{strides}#{at}"));
        }
    }
}

/// The type that a view has by MLIR's inference, from the type of its source; `None` where that is not read here.
fn exact_view(source: &str, [offsets, sizes, strides]: &[String; 3]) -> Option<String> {
    let numbers =
        |text: &str| -> Vec<Option<i64>> { text.split(", ").map(|part| part.parse().ok()).collect() };
    let inner = source.strip_prefix("memref<")?.strip_suffix('>')?;
    let (shape, layout) =
        inner.split_once(", strided<[").map_or((inner, None), |(shape, layout)| (shape, Some(layout)));
    let extents: Vec<Option<i64>> =
        shape.strip_suffix("xi32")?.split('x').map(|part| part.parse().ok()).collect();
    let (old, start) = match layout {
        None => {
            let mut stride = Some(1);
            let mut all: Vec<Option<i64>> = Vec::new();
            for extent in extents.iter().rev() {
                all.push(stride);
                stride = stride.zip(*extent).map(|(stride, extent): (i64, i64)| stride * extent);
            }
            all.reverse();
            (all, Some(0))
        }
        Some(layout) => {
            let (list, rest) = layout.split_once(']')?;
            let start = rest
                .strip_prefix(", offset: ")
                .map_or(Some(0), |text| text.trim_end_matches('>').parse().ok());
            (numbers(list), start)
        }
    };
    let offset = numbers(offsets).iter().zip(&old).fold(start, |sum, (offset, stride)| {
        if *offset == Some(0) { sum } else { Some(sum? + (*offset)? * (*stride)?) }
    });
    let strides: Vec<Option<i64>> =
        numbers(strides).iter().zip(&old).map(|(a, b)| Some((*a)? * (*b)?)).collect();
    let shown = |number: &Option<i64>| number.map_or("?".to_owned(), |number| number.to_string());
    let sizes: Vec<String> = numbers(sizes).iter().map(shown).collect();
    let offset = if offset == Some(0) { String::new() } else { format!(", offset: {}", shown(&offset)) };
    Some(format!("memref<{}xi32, strided<[{}]{offset}>>", sizes.join("x"), list(strides.iter().map(shown))))
}
