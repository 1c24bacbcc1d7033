//! Indented JSON that is written piece by piece: a value at any depth of a document, and arrays whose elements arrive one
//! after the other.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Writes a value as indented JSON whose lines, but for the first one, are `depth` levels deep.
pub(super) fn value(out: &mut dyn Write, value: &impl Serialize, depth: usize) -> io::Result<()> {
    let formatter = Indented { depth, has_value: false };
    value.serialize(&mut Serializer::with_formatter(out, formatter)).map_err(io::Error::from)
}

/// An array whose elements arrive one after the other.
#[derive(Debug)]
pub(super) struct Array {
    depth: usize,
    is_empty: bool,
}

impl Array {
    /// Opens an array on a line that is `depth` levels deep.
    pub(super) fn open(out: &mut dyn Write, depth: usize) -> io::Result<Array> {
        out.write_all(b"[")?;
        Ok(Array { depth, is_empty: true })
    }

    /// Adds an element.
    pub(super) fn push(&mut self, out: &mut dyn Write, element: &impl Serialize) -> io::Result<()> {
        if !self.is_empty {
            out.write_all(b",")?;
        }
        self.is_empty = false;
        line(out, self.depth + 1)?;
        value(out, element, self.depth + 1)
    }

    /// Closes the array.
    pub(super) fn close(self, out: &mut dyn Write) -> io::Result<()> {
        if !self.is_empty {
            line(out, self.depth)?;
        }
        out.write_all(b"]")
    }
}

/// Breaks the line; the next one is `depth` levels deep.
pub(super) fn line(out: &mut (impl Write + ?Sized), depth: usize) -> io::Result<()> {
    out.write_all(b"\n")?;
    for _ in 0..depth {
        out.write_all(b"  ")?;
    }
    Ok(())
}

/// The layout of `serde_json::to_string_pretty`, from a depth on.
struct Indented {
    depth: usize,
    has_value: bool,
}

impl Indented {
    fn end(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.has_value {
            line(out, self.depth)?;
        }
        self.has_value = true;
        out.write_all(bracket)
    }

    fn next(&self, out: &mut (impl Write + ?Sized), first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        line(out, self.depth)
    }
}

impl Formatter for Indented {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        self.has_value = false;
        out.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        self.has_value = false;
        out.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn pieces_are_laid_out_as_the_whole_would_be() {
        let elements = [json!({ "a": [], "b": [1, { "c": {} }], "d": "x\ny" }), json!(null), json!([[]])];
        let mut out = Vec::new();
        let mut array = Array::open(&mut out, 0).unwrap();
        for element in &elements {
            array.push(&mut out, element).unwrap();
        }
        array.close(&mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string_pretty(&elements).unwrap());
    }

    #[test]
    fn an_array_without_elements_is_one_pair_of_brackets() {
        let mut out = Vec::new();
        Array::open(&mut out, 3).unwrap().close(&mut out).unwrap();
        assert_eq!(out, b"[]");
    }
}
