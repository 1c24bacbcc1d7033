//! Indented JSON that is written piece by piece: a value at any depth of a document, and arrays whose elements arrive one
//! after the other.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Bytes that are gathered before they are written.
const GATHERED: usize = 1 << 16;

/// Indentation; deeper lines repeat it.
const SPACES: [u8; 64] = [b' '; 64];

/// Writes a value as indented JSON whose lines, but for the first one, are `depth` levels deep.
pub(super) fn value(out: &mut dyn Write, value: &impl Serialize, depth: usize) -> io::Result<()> {
    let formatter = Indented { depth, has_value: false };
    let mut gathered = Gathered { out, bytes: Vec::with_capacity(1024) };
    value.serialize(&mut Serializer::with_formatter(&mut gathered, formatter)).map_err(io::Error::from)?;
    gathered.pass()
}

/// A place that gets the short pieces of a document in long ones.
struct Gathered<'o> {
    out: &'o mut dyn Write,
    bytes: Vec<u8>,
}

impl Gathered<'_> {
    fn pass(&mut self) -> io::Result<()> {
        self.out.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }
}

impl Write for Gathered<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.bytes.len() >= GATHERED {
            self.pass()?;
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass()?;
        self.out.flush()
    }
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
    let mut left = 2 * depth;
    while left > 0 {
        let now = left.min(SPACES.len());
        out.write_all(&SPACES[..now])?;
        left -= now;
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
    fn a_value_longer_than_what_is_gathered_is_whole_and_in_order() {
        let long = json!((0..40_000).collect::<Vec<u32>>());
        let mut out = Vec::new();
        value(&mut out, &long, 0).unwrap();
        assert!(out.len() > 4 * GATHERED);
        assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string_pretty(&long).unwrap());
    }

    #[test]
    fn lines_deeper_than_the_spaces_at_hand_are_indented() {
        let mut out = Vec::new();
        line(&mut out, 100).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), format!("\n{}", "  ".repeat(100)));
    }

    #[test]
    fn an_array_without_elements_is_one_pair_of_brackets() {
        let mut out = Vec::new();
        Array::open(&mut out, 3).unwrap().close(&mut out).unwrap();
        assert_eq!(out, b"[]");
    }
}
