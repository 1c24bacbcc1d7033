//! Steps of programs in `vector`, `tensor` and `linalg`: values of known shapes whose elements move and combine.

use super::{Function, Shaped, list, tensor_type, text_of, vector_type};

const ELEMENTWISE: [&str; 6] = ["addi", "subi", "muli", "xori", "maxsi", "minui"];

/// Steps in `vector`.
impl Function<'_> {
    pub(super) fn vector_step(&mut self) {
        if self.vectors.is_empty() {
            return self.made_vector();
        }
        match self.random.below(18) {
            0 | 1 => self.made_vector(),
            2 => self.elementwise(),
            3 => self.inserted_and_extracted(),
            4 => self.shuffled(),
            5 => self.transposed(),
            6 => self.cast_shape(),
            7 => self.sliced(),
            8 => self.reduced(),
            9 => self.outer_product(),
            10 => self.contracted(),
            11 => self.masked(),
            12 => self.interleaved(),
            13 | 14 => self.transferred(),
            15 => self.loaded(),
            16 => self.scanned(),
            _ => self.float_vector(),
        }
    }

    fn keep_vector(&mut self, shape: &[usize], right: &str) {
        let name = self.define(right);
        self.vectors.push(Shaped { name, ty: vector_type(shape, "i32"), shape: shape.to_vec() });
    }

    fn vector(&mut self) -> Shaped {
        let at = self.random.below(self.vectors.len());
        self.vectors[at].clone()
    }

    /// A vector of a shape.
    fn vector_of(&mut self, shape: &[usize]) -> String {
        let known: Vec<String> = self
            .vectors
            .iter()
            .filter(|vector| vector.shape == shape)
            .map(|vector| vector.name.clone())
            .collect();
        if !known.is_empty() {
            return known[self.random.below(known.len())].clone();
        }
        let ty = vector_type(shape, "i32");
        let elements: Vec<String> = (0..shape.iter().product()).map(|_| self.int()).collect();
        self.define(&format!("vector.from_elements {} : {ty}", list(elements)))
    }

    fn made_vector(&mut self) {
        let (shape, value) = (self.shape(), self.int());
        let ty = vector_type(&shape, "i32");
        match self.random.below(4) {
            0 => self.keep_vector(&shape, &format!("vector.broadcast {value} : i32 to {ty}")),
            1 => {
                let row = self.vector_of(&shape[shape.len() - 1..]);
                let from = vector_type(&shape[shape.len() - 1..], "i32");
                self.keep_vector(&shape, &format!("vector.broadcast {row} : {from} to {ty}"));
            }
            2 => {
                let step = self.define(&format!("vector.step : vector<{}xindex>", shape[0]));
                let one = &shape[..1];
                let right = format!(
                    "arith.index_cast {step} : vector<{}xindex> to vector<{}xi32>",
                    shape[0], shape[0]
                );
                self.keep_vector(one, &right);
            }
            _ => {
                let name = self.vector_of(&shape);
                self.vectors.push(Shaped { name, ty, shape });
            }
        }
    }

    fn elementwise(&mut self) {
        let a = self.vector();
        let (b, name) = (self.vector_of(&a.shape), self.random.pick(&ELEMENTWISE));
        self.keep_vector(&a.shape, &format!("arith.{name} {}, {b} : {}", a.name, a.ty));
    }

    fn inserted_and_extracted(&mut self) {
        let (vector, value) = (self.vector(), self.int());
        let mut place: Vec<String> =
            vector.shape.iter().map(|extent| self.random.below(*extent).to_string()).collect();
        // MLIR lowers computed positions of one dimension alone.
        if vector.shape.len() == 1 && self.random.one_in(2) {
            place[0] = self.inside(vector.shape[0]);
        }
        let place = list(place);
        let ty = &vector.ty;
        self.keep_vector(
            &vector.shape,
            &format!("vector.insert {value}, {} [{place}] : i32 into {ty}", vector.name),
        );
        let element = self.define(&format!("vector.extract {}[{place}] : i32 from {ty}", vector.name));
        self.ints.push(element);
        if let [first, rest @ ..] = &vector.shape[..]
            && !rest.is_empty()
        {
            let at = self.random.below(*first);
            let part = vector_type(rest, "i32");
            self.keep_vector(rest, &format!("vector.extract {}[{at}] : {part} from {ty}", vector.name));
        }
    }

    fn shuffled(&mut self) {
        let a = self.vector();
        let b = self.vector_of(&a.shape);
        let count = 1 + self.random.below(4);
        let mask: Vec<usize> = (0..count).map(|_| self.random.below(2 * a.shape[0])).collect();
        let mut shape = a.shape.clone();
        shape[0] = count;
        self.keep_vector(
            &shape,
            &format!("vector.shuffle {}, {b} [{}] : {}, {}", a.name, list(mask), a.ty, a.ty),
        );
    }

    fn transposed(&mut self) {
        let vector = self.vector();
        let rank = vector.shape.len();
        let turn = self.random.below(rank);
        let order: Vec<usize> = (0..rank).map(|at| (at + turn) % rank).collect();
        let shape: Vec<usize> = order.iter().map(|dim| vector.shape[*dim]).collect();
        let to = vector_type(&shape, "i32");
        self.keep_vector(
            &shape,
            &format!("vector.transpose {}, [{}] : {} to {to}", vector.name, list(order), vector.ty),
        );
    }

    fn cast_shape(&mut self) {
        let vector = self.vector();
        let count: usize = vector.shape.iter().product();
        let factors: Vec<usize> = (1..=count).filter(|factor| count.is_multiple_of(*factor)).collect();
        let rows = self.random.pick(&factors);
        let shape = if self.random.one_in(3) { vec![count] } else { vec![rows, count / rows] };
        let to = vector_type(&shape, "i32");
        self.keep_vector(&shape, &format!("vector.shape_cast {} : {} to {to}", vector.name, vector.ty));
    }

    fn sliced(&mut self) {
        let vector = self.vector();
        let (mut offsets, mut sizes) = (Vec::new(), Vec::new());
        for extent in &vector.shape {
            let size = 1 + self.random.below(*extent);
            offsets.push(self.random.below(extent - size + 1));
            sizes.push(size);
        }
        let (ones, part) = (list(vec![1; sizes.len()]), vector_type(&sizes, "i32"));
        let offsets = list(offsets);
        self.keep_vector(
            &sizes,
            &format!(
                "vector.extract_strided_slice {} {{offsets = [{offsets}], sizes = [{}], strides = [{ones}]}} : {} to {part}",
                vector.name,
                list(&sizes),
                vector.ty
            ),
        );
        let small = self.vector_of(&sizes);
        self.keep_vector(
            &vector.shape,
            &format!(
                "vector.insert_strided_slice {small}, {} {{offsets = [{offsets}], strides = [{ones}]}} : {part} into {}",
                vector.name, vector.ty
            ),
        );
    }

    fn reduced(&mut self) {
        let (vector, start) = (self.vector(), self.int());
        let kind = self.random.pick(&["add", "mul", "minsi", "maxui", "and", "xor", "or"]);
        if vector.shape.len() == 1 {
            let with = if self.random.one_in(2) { format!(", {start}") } else { String::new() };
            let sum = self.define(&format!(
                "vector.reduction <{kind}>, {}{with} : {} into i32",
                vector.name, vector.ty
            ));
            return self.ints.push(sum);
        }
        let dim = self.random.below(vector.shape.len());
        let mut shape = vector.shape.clone();
        shape.remove(dim);
        let (to, start) = (vector_type(&shape, "i32"), self.vector_of(&shape));
        self.keep_vector(
            &shape,
            &format!(
                "vector.multi_reduction <{kind}>, {}, {start} [{dim}] : {} to {to}",
                vector.name, vector.ty
            ),
        );
    }

    fn outer_product(&mut self) {
        let (rows, columns) = (1 + self.random.below(3), 1 + self.random.below(3));
        let (a, b) = (self.vector_of(&[rows]), self.vector_of(&[columns]));
        let sum = self.vector_of(&[rows, columns]);
        self.keep_vector(
            &[rows, columns],
            &format!("vector.outerproduct {a}, {b}, {sum} {{kind = #vector.kind<add>}} : vector<{rows}xi32>, vector<{columns}xi32>"),
        );
    }

    fn contracted(&mut self) {
        let [rows, inner, columns] = std::array::from_fn(|_| 1 + self.random.below(3));
        let (a, b) = (self.vector_of(&[rows, inner]), self.vector_of(&[inner, columns]));
        let sum = self.vector_of(&[rows, columns]);
        self.keep_vector(
            &[rows, columns],
            &format!(
                "vector.contract {{indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], \
                 iterator_types = [\"parallel\", \"parallel\", \"reduction\"], kind = #vector.kind<add>}} {a}, {b}, {sum} : \
                 vector<{rows}x{inner}xi32>, vector<{inner}x{columns}xi32> into vector<{rows}x{columns}xi32>"
            ),
        );
    }

    /// A mask of a shape, which depends on the arguments.
    fn mask(&mut self, shape: &[usize]) -> String {
        let ty = vector_type(shape, "i1");
        let bounds: Vec<String> = shape
            .iter()
            .map(|extent| {
                let any = self.index();
                self.define(&format!("affine.apply affine_map<(d0) -> (d0 mod {})>({any})", extent + 2))
            })
            .collect();
        self.define(&format!("vector.create_mask {} : {ty}", list(bounds)))
    }

    fn masked(&mut self) {
        let vector = self.vector();
        let (mask, other) = (self.mask(&vector.shape), self.vector_of(&vector.shape));
        let bits = vector_type(&vector.shape, "i1");
        if vector.shape.len() == 1 && self.random.one_in(2) {
            let (start, kind) = (self.int(), self.random.pick(&["add", "minsi", "maxui", "xor"]));
            let sum = self.define(&format!(
                "vector.mask {mask} {{ vector.reduction <{kind}>, {}, {start} : {} into i32 }} : {bits} -> i32",
                vector.name, vector.ty
            ));
            return self.ints.push(sum);
        }
        self.keep_vector(
            &vector.shape,
            &format!("arith.select {mask}, {}, {other} : {bits}, {}", vector.name, vector.ty),
        );
    }

    fn interleaved(&mut self) {
        let vector = self.vector();
        let other = self.vector_of(&vector.shape);
        let mut shape = vector.shape.clone();
        if let Some(last) = shape.last_mut() {
            *last *= 2;
        }
        let to = vector_type(&shape, "i32");
        self.keep_vector(
            &shape,
            &format!("vector.interleave {}, {other} : {} -> {to}", vector.name, vector.ty),
        );
        if let Some(joined) = self.vectors.last().cloned() {
            let (even, odd) = (self.name(), self.name());
            self.line(&format!(
                "{even}, {odd} = vector.deinterleave {} : {to} -> {}",
                joined.name, vector.ty
            ));
            self.vectors.push(Shaped { name: odd, ..vector });
        }
    }

    /// Reads and writes of memory that go over its end.
    fn transferred(&mut self) {
        let (memory, padding) = (self.memory(), self.int());
        let rank = 1 + self.random.below(memory.shape.len().min(2));
        let shape: Vec<usize> = (0..rank).map(|_| 1 + self.random.below(4)).collect();
        let place = list(self.all_inside(&memory.shape));
        let ty = vector_type(&shape, "i32");
        let (bits, masked) = (vector_type(&shape, "i1"), self.random.one_in(3));
        let mask = if masked { self.mask(&shape) } else { String::new() };
        let (name, from) = (&memory.name, &memory.ty);
        let right = match masked {
            true => format!("vector.transfer_read {name}[{place}], {padding}, {mask} : {from}, {ty}"),
            false => format!("vector.transfer_read {name}[{place}], {padding} : {from}, {ty}"),
        };
        self.keep_vector(&shape, &right);
        let value = self.vector_of(&shape);
        let write = format!("vector.transfer_write {value}, {name}[{place}]");
        match masked {
            true if rank == 1 => {
                self.line(&format!("vector.mask {mask} {{ {write} : {ty}, {from} }} : {bits}"));
            }
            true => self.line(&format!("{write}, {mask} : {ty}, {from}")),
            false => self.line(&format!("{write} : {ty}, {from}")),
        }
    }

    fn loaded(&mut self) {
        let memory = self.memory();
        let Some((last, first)) = memory.shape.split_last() else { return };
        let width = 1 + self.random.below(*last);
        let mut place = self.all_inside(first);
        let at = self.random.below(last - width + 1);
        place.push(self.number(at));
        let (place, ty) = (list(place), vector_type(&[width], "i32"));
        let (name, from) = (&memory.name, &memory.ty);
        let (mask, other) = (self.mask(&[width]), self.vector_of(&[width]));
        let right = match self.random.one_in(2) {
            true => format!("vector.load {name}[{place}] : {from}, {ty}"),
            false => format!(
                "vector.maskedload {name}[{place}], {mask}, {other} : {from}, vector<{width}xi1>, {ty} into {ty}"
            ),
        };
        self.keep_vector(&[width], &right);
        let value = self.vector_of(&[width]);
        match self.random.one_in(2) {
            true => self.line(&format!("vector.store {value}, {name}[{place}] : {from}, {ty}")),
            false => self.line(&format!(
                "vector.maskedstore {name}[{place}], {mask}, {value} : {from}, vector<{width}xi1>, {ty}"
            )),
        }
    }

    fn scanned(&mut self) {
        let vector = self.vector();
        if vector.shape.len() < 2 {
            return;
        }
        let dim = self.random.below(vector.shape.len());
        let mut shape = vector.shape.clone();
        shape.remove(dim);
        let (initial, to) = (self.vector_of(&shape), vector_type(&shape, "i32"));
        let [all, last] = [self.name(), self.name()];
        let inclusive = self.random.one_in(2);
        self.line(&format!(
            "{all}, {last} = vector.scan <add>, {}, {initial} {{inclusive = {inclusive}, reduction_dim = {dim} : i64}} : {}, {to}",
            vector.name, vector.ty
        ));
        self.vectors.push(Shaped { name: all, ..vector });
        self.vectors.push(Shaped { name: last, ty: to, shape });
    }

    fn float_vector(&mut self) {
        let width = 1 + self.random.below(4);
        let ty = vector_type(&[width], "f32");
        let ints = self.vector_of(&[width]);
        let mut name = self.define(&format!("arith.sitofp {ints} : vector<{width}xi32> to {ty}"));
        let other = self.define(&format!("vector.broadcast %a4 : f32 to {ty}"));
        for _ in 0..1 + self.random.below(3) {
            let step = self.random.pick(&["addf", "subf", "mulf", "divf", "maximumf"]);
            name = self.define(&format!("arith.{step} {name}, {other} : {ty}"));
        }
        if self.random.one_in(2) {
            name = self.define(&format!("vector.fma {name}, {other}, {name} : {ty}"));
        }
        self.floats.push(Shaped { name, ty, shape: vec![width] });
    }
}

/// Steps in `tensor` and `linalg`.
impl Function<'_> {
    pub(super) fn tensor_step(&mut self) {
        if self.tensors.is_empty() {
            return self.made_tensor();
        }
        match self.random.below(14) {
            0 | 1 => self.made_tensor(),
            2 => self.generated(),
            3 => self.inserted_element(),
            4 => self.extracted_slice(),
            5 => self.inserted_slice(),
            6 => self.padded(),
            7 => self.reshaped(),
            8 => self.concatenated(),
            9 => self.generic(),
            10 => self.product(),
            11 => self.transposed_tensor(),
            12 => self.reduced_tensor(),
            _ => self.dynamic_slice(),
        }
    }

    fn keep_tensor(&mut self, shape: &[usize], right: &str) {
        let name = self.define(right);
        self.tensors.push(Shaped { name, ty: tensor_type(shape), shape: shape.to_vec() });
    }

    fn tensor(&mut self) -> Shaped {
        let at = self.random.below(self.tensors.len());
        self.tensors[at].clone()
    }

    fn tensor_of(&mut self, shape: &[usize]) -> String {
        let known: Vec<String> = self
            .tensors
            .iter()
            .filter(|tensor| tensor.shape == shape)
            .map(|tensor| tensor.name.clone())
            .collect();
        if !known.is_empty() {
            return known[self.random.below(known.len())].clone();
        }
        let elements: Vec<String> = (0..shape.iter().product()).map(|_| self.int()).collect();
        self.define(&format!("tensor.from_elements {} : {}", list(elements), tensor_type(shape)))
    }

    fn made_tensor(&mut self) {
        let shape = self.shape();
        let ty = tensor_type(&shape);
        if self.random.one_in(3) {
            let value = self.int();
            return self.keep_tensor(&shape, &format!("tensor.splat {value} : {ty}"));
        }
        let name = self.tensor_of(&shape);
        self.tensors.push(Shaped { name, ty, shape });
    }

    fn generated(&mut self) {
        let (shape, value) = (self.shape(), self.int());
        let (name, ty) = (self.name(), tensor_type(&shape));
        let places: Vec<String> = shape.iter().map(|_| self.name()).collect();
        self.line(&format!("{name} = tensor.generate {{"));
        self.line(&format!("^bb0({}):", list(places.iter().map(|place| format!("{place}: index")))));
        self.depth += 1;
        let mut sum = value;
        for place in &places {
            let int = self.cast_to_int(place);
            sum = self.combined(&sum, &int);
        }
        self.line(&format!("tensor.yield {sum} : i32"));
        self.depth -= 1;
        self.line(&format!("}} : {ty}"));
        self.tensors.push(Shaped { name, ty, shape });
    }

    fn inserted_element(&mut self) {
        let (tensor, value) = (self.tensor(), self.int());
        let place = list(self.all_inside(&tensor.shape));
        let element = self.define(&format!("tensor.extract {}[{place}] : {}", tensor.name, tensor.ty));
        self.ints.push(element);
        self.keep_tensor(
            &tensor.shape,
            &format!("tensor.insert {value} into {}[{place}] : {}", tensor.name, tensor.ty),
        );
    }

    /// Offsets, sizes and strides inside of a shape, as text, and the sizes.
    fn slice(&mut self, shape: &[usize]) -> (String, Vec<usize>) {
        let (mut offsets, mut sizes, mut strides) = (Vec::new(), Vec::new(), Vec::new());
        for extent in shape {
            let size = 1 + self.random.below(*extent);
            let stride = if size == 1 { 1 } else { 1 + self.random.below((extent - 1) / (size - 1)) };
            let room = extent - (size - 1) * stride;
            offsets.push(match self.random.one_in(2) {
                true => self.inside(room),
                false => self.random.below(room).to_string(),
            });
            sizes.push(size);
            strides.push(stride);
        }
        (format!("[{}] [{}] [{}]", list(offsets), list(&sizes), list(strides)), sizes)
    }

    fn extracted_slice(&mut self) {
        let tensor = self.tensor();
        let (slice, sizes) = self.slice(&tensor.shape);
        let to = tensor_type(&sizes);
        self.keep_tensor(
            &sizes,
            &format!("tensor.extract_slice {}{slice} : {} to {to}", tensor.name, tensor.ty),
        );
    }

    fn inserted_slice(&mut self) {
        let tensor = self.tensor();
        let (slice, sizes) = self.slice(&tensor.shape);
        let source = self.tensor_of(&sizes);
        self.keep_tensor(
            &tensor.shape,
            &format!(
                "tensor.insert_slice {source} into {}{slice} : {} into {}",
                tensor.name,
                tensor_type(&sizes),
                tensor.ty
            ),
        );
    }

    /// A slice whose sizes the type leaves open.
    fn dynamic_slice(&mut self) {
        let tensor = self.tensor();
        if tensor.shape.len() != 1 {
            return;
        }
        let size = self.inside(tensor.shape[0]);
        let size = self.define(&format!("affine.apply affine_map<(d0) -> (d0 + 1)>({size})"));
        let part = self.define(&format!(
            "tensor.extract_slice {}[0] [{size}] [1] : {} to tensor<?xi32>",
            tensor.name, tensor.ty
        ));
        let zero = self.number(0);
        let extent = self.define(&format!("tensor.dim {part}, {zero} : tensor<?xi32>"));
        self.keep_index(extent);
        self.keep_tensor(
            &tensor.shape,
            &format!(
                "tensor.insert_slice {part} into {}[0] [{size}] [1] : tensor<?xi32> into {}",
                tensor.name, tensor.ty
            ),
        );
    }

    fn padded(&mut self) {
        let (tensor, value) = (self.tensor(), self.int());
        let low: Vec<usize> = tensor.shape.iter().map(|_| self.random.below(2)).collect();
        let high: Vec<usize> = tensor.shape.iter().map(|_| self.random.below(3)).collect();
        let shape: Vec<usize> =
            tensor.shape.iter().enumerate().map(|(dim, extent)| low[dim] + extent + high[dim]).collect();
        let (name, to) = (self.name(), tensor_type(&shape));
        let places: Vec<String> = shape.iter().map(|_| format!("{}: index", self.name())).collect();
        self.line(&format!("{name} = tensor.pad {} low[{}] high[{}] {{", tensor.name, list(low), list(high)));
        self.line(&format!("^bb0({}):", list(places)));
        self.line(&format!("  tensor.yield {value} : i32"));
        self.line(&format!("}} : {} to {to}", tensor.ty));
        self.tensors.push(Shaped { name, ty: to, shape });
    }

    fn reshaped(&mut self) {
        let tensor = self.tensor();
        let rank = tensor.shape.len();
        if rank < 2 {
            let factors: Vec<usize> =
                (1..=tensor.shape[0]).filter(|factor| tensor.shape[0].is_multiple_of(*factor)).collect();
            let rows = self.random.pick(&factors);
            let shape = [rows, tensor.shape[0] / rows];
            let to = tensor_type(&shape);
            let right = format!(
                "tensor.expand_shape {} [[0, 1]] output_shape [{}] : {} into {to}",
                tensor.name,
                list(shape),
                tensor.ty
            );
            return self.keep_tensor(&shape, &right);
        }
        let shape = [tensor.shape.iter().product()];
        let to = tensor_type(&shape);
        let right =
            format!("tensor.collapse_shape {} [[{}]] : {} into {to}", tensor.name, list(0..rank), tensor.ty);
        self.keep_tensor(&shape, &right);
    }

    fn concatenated(&mut self) {
        let tensor = self.tensor();
        let dim = self.random.below(tensor.shape.len());
        let mut other = tensor.shape.clone();
        other[dim] = 1 + self.random.below(3);
        let (second, ty) = (self.tensor_of(&other), tensor_type(&other));
        let mut shape = tensor.shape.clone();
        shape[dim] += other[dim];
        let to = tensor_type(&shape);
        self.keep_tensor(
            &shape,
            &format!("tensor.concat dim({dim}) {}, {second} : ({}, {ty}) -> {to}", tensor.name, tensor.ty),
        );
    }

    /// A structured operation with a permuted operand.
    fn generic(&mut self) {
        let (rows, columns) = (1 + self.random.below(3), 1 + self.random.below(3));
        let (a, b) = (self.tensor_of(&[rows, columns]), self.tensor_of(&[columns, rows]));
        let (start, name) = (self.tensor_of(&[rows, columns]), self.name());
        let to = tensor_type(&[rows, columns]);
        let [x, y, z] = [self.name(), self.name(), self.name()];
        self.line(&format!(
            "{name} = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], \
             iterator_types = [\"parallel\", \"parallel\"]}} ins({a}, {b} : {to}, {}) outs({start} : {to}) {{",
            tensor_type(&[columns, rows])
        ));
        self.line(&format!("^bb0({x}: i32, {y}: i32, {z}: i32):"));
        self.depth += 1;
        let at = self.define("linalg.index 0 : index");
        let int = self.cast_to_int(&at);
        let sum = self.combined(&x, &y);
        let sum = self.combined(&sum, &z);
        let sum = self.combined(&sum, &int);
        self.line(&format!("linalg.yield {sum} : i32"));
        self.depth -= 1;
        self.line(&format!("}} -> {to}"));
        self.tensors.push(Shaped { name, ty: to, shape: vec![rows, columns] });
    }

    fn product(&mut self) {
        let [rows, inner, columns] = std::array::from_fn(|_| 1 + self.random.below(3));
        let (a, b) = (self.tensor_of(&[rows, inner]), self.tensor_of(&[inner, columns]));
        let sum = self.tensor_of(&[rows, columns]);
        let to = tensor_type(&[rows, columns]);
        self.keep_tensor(
            &[rows, columns],
            &format!(
                "linalg.matmul ins({a}, {b} : {}, {}) outs({sum} : {to}) -> {to}",
                tensor_type(&[rows, inner]),
                tensor_type(&[inner, columns])
            ),
        );
    }

    fn transposed_tensor(&mut self) {
        let tensor = self.tensor();
        let rank = tensor.shape.len();
        let turn = self.random.below(rank);
        let order: Vec<usize> = (0..rank).map(|at| (at + turn) % rank).collect();
        let shape: Vec<usize> = order.iter().map(|dim| tensor.shape[*dim]).collect();
        let (to, into) = (tensor_type(&shape), self.tensor_of(&shape));
        self.keep_tensor(
            &shape,
            &format!(
                "linalg.transpose ins({} : {}) outs({into} : {to}) permutation = [{}]",
                tensor.name,
                tensor.ty,
                list(order)
            ),
        );
    }

    fn reduced_tensor(&mut self) {
        let tensor = self.tensor();
        if tensor.shape.len() < 2 {
            return;
        }
        let dim = self.random.below(tensor.shape.len());
        let mut shape = tensor.shape.clone();
        shape.remove(dim);
        let (to, start) = (tensor_type(&shape), self.tensor_of(&shape));
        let kind = self.random.pick(&["addi", "xori", "maxsi"]);
        self.keep_tensor(
            &shape,
            &format!(
                "linalg.reduce {{ arith.{kind} }} ins({} : tensor<{}i32>) outs({start} : {to}) dimensions = [{dim}]",
                tensor.name,
                text_of(&tensor.shape)
            ),
        );
    }
}
