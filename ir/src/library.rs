//! Functions of a library of kernels. The name of such a function says its sizes and layouts, and its body is the plain nest that says
//! what it computes: a function is one of the library when it is that text.

use std::sync::Arc;

use crate::data::{OpId, Program, known};
use crate::text::{self, PrintOptions};

/// The name of a product of matrices.
pub const GEMM: &str = "gemm";

/// The letters in a name in front of the distances of rows.
const PART: &str = "ld";

/// Operations that multiply and add elements, of integers and of floats.
const ELEMENT_OPS: [[&str; 2]; 2] = [["arith.muli", "arith.addi"], ["arith.mulf", "arith.addf"]];

/// A function that adds the product of two matrices to a third one: `C[i, j] += A[i, k] * B[k, j]`, k by k.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// Extents of i, j and k.
    pub sizes: [u64; 3],
    /// True for A, or B, that is stored with its subscripts the other way round.
    pub transposed: [bool; 2],
    /// Each sum is written `product + element`.
    pub swapped: bool,
    /// The type of the elements: a float or an integer.
    pub element: String,
    /// The distances of two rows of A, B and C in memory where these are parts of larger matrices, from any place on.
    pub leading: Option<[u64; 3]>,
}

impl Product {
    /// The shapes of A, B and C in memory.
    #[must_use]
    pub fn shapes(&self) -> [[u64; 2]; 3] {
        let [m, n, k] = self.sizes;
        let a = if self.transposed[0] { [k, m] } else { [m, k] };
        let b = if self.transposed[1] { [n, k] } else { [k, n] };
        [a, b, [m, n]]
    }

    /// The name of the function, but for a number that makes it another one than those of the module.
    #[must_use]
    pub fn name(&self) -> String {
        let [m, n, k] = self.sizes;
        let letter = |transposed: bool| if transposed { 't' } else { 'n' };
        let order = if self.swapped { "r" } else { "" };
        let (a, b) = (letter(self.transposed[0]), letter(self.transposed[1]));
        let part = self.leading.map_or_else(String::new, |[a, b, c]| format!("_{PART}{a}x{b}x{c}"));
        format!("{GEMM}_{a}{b}{order}_{}_{m}x{n}x{k}{part}", self.element)
    }

    /// The types of A, B and C.
    #[must_use]
    pub fn types(&self) -> [String; 3] {
        let shapes = self.shapes();
        std::array::from_fn(|number| {
            let [rows, columns] = shapes[number];
            let layout = self.leading.map_or_else(String::new, |leading| {
                format!(", strided<[{}, 1], offset: ?>", leading[number])
            });
            format!("memref<{rows}x{columns}x{}{layout}>", self.element)
        })
    }

    /// The function as text.
    #[must_use]
    pub fn text(&self, name: &str) -> String {
        let Product { element, sizes: [m, n, k], .. } = self;
        let [mul, add] = ELEMENT_OPS[usize::from(!element.starts_with('i'))];
        let [ta, tb, tc] = self.types();
        let a = if self.transposed[0] { "%k, %i" } else { "%i, %k" };
        let b = if self.transposed[1] { "%j, %k" } else { "%k, %j" };
        let sum = if self.swapped { "%p, %z" } else { "%z, %p" };
        format!(
            "func.func private @{name}(%A: {ta}, %B: {tb}, %C: {tc}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant {m} : index
  %n = arith.constant {n} : index
  %l = arith.constant {k} : index
  scf.for %i = %c0 to %m step %c1 {{
    scf.for %j = %c0 to %n step %c1 {{
      scf.for %k = %c0 to %l step %c1 {{
        %x = memref.load %A[{a}] : {ta}
        %y = memref.load %B[{b}] : {tb}
        %z = memref.load %C[%i, %j] : {tc}
        %p = {mul} %x, %y : {element}
        %s = {add} {sum} : {element}
        memref.store %s, %C[%i, %j] : {tc}
      }}
    }}
  }}
  return
}}
"
        )
    }

    /// The product that a function is: its name says so, and its text is the one of that name.
    #[must_use]
    pub fn read(program: &Program, function: OpId) -> Option<Product> {
        let name = program.attr_text(function, known::SYM_NAME)?;
        let product = Product::of_name(name)?;
        product.is(program, function, name).then_some(product)
    }

    /// Returns true when a function with a name is this product.
    #[must_use]
    pub fn is(&self, program: &Program, function: OpId, name: &str) -> bool {
        self.function(program, name)
            .is_some_and(|(read, new)| printed(&read, new) == printed(program, function))
    }

    /// The function in a program of its own, with the types and attributes of another program.
    #[must_use]
    pub fn function(&self, program: &Program, name: &str) -> Option<(Program, OpId)> {
        let source = crate::data::Source::new(GEMM, self.text(name));
        let read = text::parse(&Arc::clone(program.ctx()), &source).program;
        let top = read.top();
        let function = match read.op(top).name == known::FUNC_FUNC {
            true => top,
            false => read.first_op(read.top_block())?,
        };
        Some((read, function))
    }

    fn of_name(name: &str) -> Option<Product> {
        let mut parts = name.split('_');
        let (GEMM, layout, element, sizes) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?)
        else {
            return None;
        };
        let (layout, swapped) = match layout.strip_suffix('r') {
            Some(layout) => (layout, true),
            None => (layout, false),
        };
        let transposed: Option<Vec<bool>> = layout
            .chars()
            .map(|letter| match letter {
                'n' => Some(false),
                't' => Some(true),
                _ => None,
            })
            .collect();
        let numbers = |text: &str| -> Option<[u64; 3]> {
            let all: Option<Vec<u64>> = text.split('x').map(|size| size.parse().ok()).collect();
            all?.try_into().ok()
        };
        let leading = match parts.next().and_then(|part| part.strip_prefix(PART)) {
            Some(leading) => Some(numbers(leading)?),
            None => None,
        };
        Some(Product {
            sizes: numbers(sizes)?,
            transposed: transposed?.try_into().ok()?,
            swapped,
            element: element.to_owned(),
            leading,
        })
    }
}

fn printed(program: &Program, op: OpId) -> String {
    text::print_op(program, op, &PrintOptions::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Context, Source};

    fn read(text: &str) -> Option<Product> {
        let program = text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
        let top = program.top();
        let function = match program.op(top).name == known::FUNC_FUNC {
            true => top,
            false => program.first_op(program.top_block())?,
        };
        Product::read(&program, function)
    }

    #[test]
    fn a_function_is_a_product_by_its_name_and_its_text() {
        for number in 0..32 {
            let [a, b, swapped, float, part] = [1, 2, 4, 8, 16].map(|bit| number & bit != 0);
            let element = if float { "f32" } else { "i32" }.to_owned();
            let leading = part.then_some([9, 8, 7]);
            let product = Product { sizes: [3, 4, 5], transposed: [a, b], swapped, element, leading };
            let name = product.name();
            let text = product.text(&name);
            assert_eq!(read(&text).as_ref(), Some(&product), "{text}");
            assert_eq!(read(&text.replace(&name, &format!("{name}_1"))).as_ref(), Some(&product));
            for (part, other) in [
                ("%c0 to %m", "%c1 to %m"),
                (name.as_str(), "gemm"),
                ("3x4x5", "3x5x4"),
                ("%z = memref.load %C[%i, %j]", "%z = memref.load %C[%c0, %j]"),
            ] {
                assert_eq!(read(&text.replacen(part, other, 1)), None, "{part}");
            }
        }
    }
}
