//! Lines that say again what an earlier one said: in most large programs the next operation in generic form differs from the
//! one before it in the names of its values only. Its name, attributes and types are then those that were read before.

use smallvec::SmallVec;

use super::lexer::{self, Kind};
use super::ops::{OpState, ResultName};
use super::parser::Parser;
use crate::data::{AttrId, BlockId, Ident, InsertPoint, NewOp, OpId, Pos, Span, TypeId, ValueId};

/// A line with an operation in generic form with one result, but for the names of its values.
pub(super) struct Line<'s> {
    /// The text behind the name of the result, up to the operands: ` = "d.op"(`.
    head: &'s str,
    /// The text behind the operands, with the line break: `) : (i32) -> i32`.
    tail: &'s str,
    /// How deep the line is nested: attributes count as levels.
    depth: usize,
    name: Ident,
    operands: SmallVec<[TypeId; 4]>,
    result: TypeId,
    properties: AttrId,
    attributes: AttrId,
}

/// The longest line that is kept.
const LONGEST: u32 = 256;

impl<'s> Parser<'s> {
    /// Keeps a line that was read without an error, where it may be repeated. Aliases and locations are read each time.
    pub(super) fn keep_line(&mut self, state: &OpState, names: &[ResultName<'s>], op: OpId, start: u32) {
        let [name] = names else { return };
        let plain =
            name.count == 1 && state.raw.is_some() && state.op.is_none() && state.successors.is_empty();
        // In programs that mix operations few lines are repeated.
        let again = std::mem::replace(&mut self.latest_generic, state.name) == state.name;
        if !again || !plain || self.last_end - start > LONGEST {
            return;
        }
        let [result] = state.results[..] else { return };
        let whole = self.slice_range(start as usize, self.last_end as usize + 1);
        let head = 1 + name.name.len();
        let parts = whole.find('(').zip(whole.find(')')).filter(|(open, close)| head < *open && open < close);
        let Some((open, close)) = parts else { return };
        let (before, after) = (&whole[head..=open], &whole[close..]);
        let one_name = before.bytes().filter(|byte| *byte == b'"').count() == 2 && before.ends_with("\"(");
        let read_each_time = after.contains(['#', '!']) || after.contains(" loc(");
        if !one_name || read_each_time || after.find('\n') != Some(after.len() - 1) {
            return;
        }
        let data = self.program.op(op);
        let types = state.operands.iter().map(|(value, _)| self.program.value_type(*value));
        self.latest_line = Some(Box::new(Line {
            head: before,
            tail: after,
            depth: self.depth,
            name: data.name,
            operands: types.collect(),
            result,
            properties: data.properties,
            attributes: data.attributes,
        }));
    }

    /// Reads a line that repeats the kept one with other values, all of them defined before; returns false and does nothing
    /// where the line at hand is another one.
    pub(super) fn repeated_line(&mut self, block: BlockId) -> bool {
        let Some(line) = self.latest_line.take() else { return false };
        let done = self.read_repeated(&line, block).is_some();
        self.latest_line = Some(line);
        done
    }

    fn read_repeated(&mut self, line: &Line<'s>, block: BlockId) -> Option<()> {
        let token = self.token;
        let bytes = self.text.as_bytes();
        let mut at = token.end as usize;
        if line.depth != self.depth || !bytes[at..].starts_with(line.head.as_bytes()) {
            return None;
        }
        at += line.head.len();
        let mut operands: SmallVec<[(ValueId, Pos); 4]> = SmallVec::new();
        for (index, ty) in line.operands.iter().enumerate() {
            if index > 0 {
                at += bytes[at..].starts_with(b", ").then_some(2)?;
            }
            let end = lexer::value_end(bytes, at)?;
            let value = self.scopes.numbered(self.text.get(at + 1..end)?)?;
            if self.program.value_type(value) != *ty {
                return None;
            }
            operands.push((value, Pos(at as u32)));
            at = end;
        }
        if !bytes[at..].starts_with(line.tail.as_bytes()) {
            return None;
        }
        let end = at + line.tail.len();
        let next = lexer::next(bytes, end);
        // It may be the location of this operation.
        if next.kind == Kind::Ident {
            return None;
        }
        let name = &self.slice(token)[1..];
        let value = ValueId::new(self.program.value_slots());
        if !self.scopes.define_new(name, value) {
            return None;
        }
        self.last_end = end as u32 - 1;
        self.token = next;
        let new = NewOp {
            name: line.name,
            operands: &operands,
            results: &[(line.result, Pos(token.start))],
            successors: &[],
            regions: 0,
            properties: line.properties,
            attributes: line.attributes,
            loc: self.ctx.unknown_loc(),
            span: Span { start: token.start, end: end as u32 - 1 },
        };
        self.program.create(&new, InsertPoint::End(block));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use crate::data::{Context, Source};
    use crate::text::{self, PrintOptions};

    /// The result of reading a text: the program with locations, and the diagnostics.
    fn read(text: &str) -> (String, Vec<String>) {
        let parsed = text::parse(&Context::new(), &Source::new("t", text));
        let options = PrintOptions { generic: true, locations: true };
        let said = parsed.diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect();
        (text::print(&parsed.program, &options), said)
    }

    /// Reads a text, and the same one with spaces in it, so that no line is like the one before.
    fn check(text: &str) -> (String, Vec<String>) {
        let lines = text.lines().enumerate();
        let uneven: String = lines
            .map(|(at, line)| line.replacen(" =", &format!("{} =", " ".repeat(at + 1)), 1) + "\n")
            .collect();
        let found = read(text);
        assert_eq!(found, read(&uneven), "{text}");
        found
    }

    /// Lines that are all alike but for the numbers of their values.
    fn chain(tail: &str) -> String {
        let line = |at: usize| format!("%{at} = \"l.a\"(%{}, %0) {tail}\n", at - 1);
        String::from("%0 = \"l.s\"() : () -> i32\n") + &(1..9).map(line).collect::<String>()
    }

    #[test]
    fn repeated_lines_are_read_as_others() {
        let plain = check(&chain(": (i32, i32) -> i32"));
        assert!(plain.1.is_empty() && plain.0.lines().count() == 9, "{plain:?}");
        for tail in ["{k = 1 : i8} : (i32, i32) -> i32", "<{p}> {\"a b\" = \"(%)\"} : (i32, i32) -> (i32)"] {
            assert!(check(&chain(tail)).1.is_empty());
        }
        let sums = chain(": (i32, i32) -> i32").replace("l.a", "arith.addi");
        assert!(check(&sums).0.contains("overflowFlags"));
        let nested = chain(": (i32, i32) -> i32")
            + "\"l.r\"() ({\n%x:1 = \"l.a\"(%8, %0) : (i32, i32) -> i32\n}) : () -> ()\n";
        assert!(check(&nested).1.is_empty());
    }

    #[test]
    fn errors_in_repeated_lines_are_those_of_others() {
        let text = chain(": (i32, i32) -> i32");
        let twice = text.clone() + "%8 = \"l.a\"(%1, %0) : (i32, i32) -> i32\n";
        assert_eq!(check(&twice).1, ["value `%8` is defined twice"]);
        let unknown = text.clone() + "%9 = \"l.a\"(%77, %0) : (i32, i32) -> i32\n";
        assert_eq!(check(&unknown).1, ["value `%77` is used but not defined"]);
        let own = text.clone() + "%9 = \"l.a\"(%9, %0) : (i32, i32) -> i32\n";
        assert!(check(&own).1.is_empty());
        let other = text.clone() + "%w = \"l.s\"() : () -> i8\n%9 = \"l.a\"(%w, %0) : (i32, i32) -> i32\n";
        assert_eq!(check(&other).1, ["`%w` has type `i8`, used here as `i32`"]);
        let later = text.replace("(%3, %0)", "(%8, %0)") + "%9 = \"l.a\"(%8, %0) : (i32, i32) -> i32\n";
        assert!(check(&later).1.is_empty());
    }

    #[test]
    fn a_location_in_the_next_line_belongs_to_the_line_before() {
        let text = chain(": (i32, i32) -> i32");
        let found = check(&text.replace("%6 =", "loc(\"here\")\n%6 ="));
        assert!(found.1.is_empty() && found.0.matches("loc(\"here\")").count() == 1, "{found:?}");
        let aliased = chain(": (i32, i32) -> i32 loc(#a)") + "#a = loc(\"there\")\n";
        assert_eq!(check(&aliased).0.matches("loc(\"there\")").count(), 8);
    }
}
