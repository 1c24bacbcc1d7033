//! Terms and sorts of SMT-LIB 2 as text. Knows the notation, no theory: the solver says what a function is and whether a
//! term is well-sorted.

use std::fmt::Display;

use crate::symbol::symbol;

/// A constant, a bound variable, a function or a constructor.
pub fn name(name: &str) -> String {
    symbol(name).into_owned()
}

/// `(function argument ..)`; the function itself when there are no arguments. `function` is a symbol of SMT-LIB.
pub fn app<T: Display>(function: impl Display, arguments: &[T]) -> String {
    if arguments.is_empty() {
        return function.to_string();
    }
    let mut text = format!("({function}");
    for argument in arguments {
        text.push_str(&format!(" {argument}"));
    }
    text + ")"
}

/// `(_ function index ..)`, such as `extract` or `zero_extend`, or a sort such as `FloatingPoint`.
pub fn indexed(function: &str, indices: &[u32]) -> String {
    app(format!("_ {function}"), indices)
}

/// An integer.
pub fn int(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

/// A bit-vector of `width` bits; the bits of `value` beyond them are dropped.
pub fn bits(width: u32, value: u128) -> String {
    let value = if width < 128 { value & ((1 << width) - 1) } else { value };
    indexed(&format!("bv{value}"), &[width])
}

/// The sort of bit-vectors of `width` bits.
pub fn bits_sort(width: u32) -> String {
    indexed("BitVec", &[width])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_print_as_smt_lib() {
        let (x, y) = (name("x"), name("a b"));
        let printed = [
            (app::<String>("f", &[]), "f"),
            (app("f", &[&x, &y]), "(f x |a b|)"),
            (int(-3), "(- 3)"),
            (int(i128::MIN), "(- 170141183460469231731687303715884105728)"),
            (bits(8, 257), "(_ bv1 8)"),
            (bits(128, u128::MAX), "(_ bv340282366920938463463374607431768211455 128)"),
            (app(indexed("extract", &[7, 0]), &[x]), "((_ extract 7 0) x)"),
            (bits_sort(4), "(_ BitVec 4)"),
        ];
        for (term, text) in printed {
            assert_eq!(term, text);
        }
    }
}
