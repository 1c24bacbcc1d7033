//! Lines that say again what an earlier one said: in most programs many an operation differs from one before it in the names of
//! its values only. Its name, attributes and types are then those that were read before.

use crate::text::lines::LinePlace;
use crate::text::lines::OPERANDS;
use smallvec::SmallVec;

use super::lexer::{self, Kind, Token};
use super::lines::{Line, Lines, Role};
use super::op_state::{OpState, ResultName};
use super::parser::Parser;
use crate::data::{BlockId, InsertPoint, NewOp, OpId, Pos, Span, ValueId};

/// The beginning of an operation with a result.
const DEFINITION: u8 = 2;

/// The longest line that is kept.
const LONGEST: usize = 256;

/// The most lines that are kept.
const MOST: usize = 1 << 12;

/// After as many lines as this it is seen how many were found; with less than a quarter, none are looked for so long.
const WINDOW: u32 = 256;
const REST: u32 = 16 * WINDOW;

impl<'s> Parser<'s> {
    /// Keeps a line that was read without an error, where it may be repeated. Aliases, locations and the names of blocks are read
    /// each time.
    pub(super) fn keep_line(&mut self, state: &OpState, names: &[ResultName<'s>], op: OpId, start: u32) {
        let asked = self.lines.as_mut().and_then(|lines| lines.asked.take());
        let Some((_, hash)) = asked.filter(|asked| asked.0 == start) else { return };
        let plain = state.op.is_none() && state.loc.is_none() && state.successors.is_empty();
        let named = names.len() <= 1 && names.iter().all(|name| name.count == 1);
        if !plain || !named || names.len() != state.results.len() {
            return;
        }
        let Some(lines) = &mut self.lines else { return };
        let Some(known) = lines.numbers.get(&hash).copied() else {
            if lines.numbers.len() < 2 * MOST {
                lines.numbers.insert(hash, None);
            }
            return;
        };
        let Some(mut line) = self.line(state, op, start) else { return };
        let Some(lines) = &mut self.lines else { return };
        match known {
            Some(number) => {
                let old = &mut lines.kept[number as usize];
                line.next = old.next;
                let seen = std::mem::replace(&mut old.followed_by, line.followed_by);
                if *old == line {
                    old.followed_by |= seen;
                } else {
                    *old = line;
                }
            }
            None if lines.kept.len() < MOST => {
                lines.latest = lines.kept.len();
                line.next = lines.latest;
                lines.numbers.insert(hash, Some(lines.latest as u32));
                lines.kept.push(line);
            }
            None => {}
        }
    }

    /// The line of an operation that was read; `None` where its text does not say it all.
    fn line(&self, state: &OpState, op: OpId, start: u32) -> Option<Line<'s>> {
        let text = self.slice_range(start as usize, self.last_end as usize + 1);
        let whole = text.strip_suffix('\n').is_some_and(|rest| !rest.contains('\n'));
        if text.len() > LONGEST || !whole || text.contains(" loc(") {
            return None;
        }
        let bytes = text.as_bytes();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$.".contains(byte);
        // `!dialect.type` is no alias.
        let alias =
            |at: usize| !bytes[at + 1..].iter().take_while(|byte| is_part(byte)).any(|byte| *byte == b'.');
        if bytes.iter().enumerate().any(|(at, byte)| *byte == b'#' || *byte == b'!' && alias(at)) {
            return None;
        }
        let mut names = SmallVec::new();
        let (mut at, mut said) = (0, 0);
        while let Some(next) = bytes[at..].iter().position(|byte| *byte == b'%') {
            at += next;
            let pos = Pos(start + at as u32);
            let mut operands = state.operands.iter().zip(0..).filter(|((_, other), _)| *other == pos);
            let role = match (operands.next(), &state.results[..]) {
                (Some(((value, _), number)), _) => Role::Operand(number, self.program.value_type(*value)),
                (None, [ty]) if at == 0 => Role::Result(*ty),
                _ => return None,
            };
            if operands.next().is_some() {
                return None;
            }
            names.push((&text[said..at], role));
            at = lexer::value_end(bytes, at)?;
            said = at;
        }
        let data = self.program.op(op);
        let operands = state.operands.len();
        let all = names.len() == operands + state.results.len() && operands <= OPERANDS;
        all.then(|| Line {
            names,
            tail: &text[said..],
            operands,
            depth: self.depth,
            dialect: self.default_dialect(),
            name: data.name,
            properties: data.properties,
            attributes: data.attributes,
            begins: self.beginning(lexer::next(self.text.as_bytes(), start as usize)),
            followed_by: self.beginning(self.token),
            next: 0,
        })
    }

    fn default_dialect(&self) -> &'static str {
        self.default_dialects.last().copied().unwrap_or("")
    }

    /// The kind of what begins with a token, as a bit; zero for what may belong to the line before.
    fn beginning(&self, token: Token) -> u8 {
        let defines = |end: u32| self.text.as_bytes()[end as usize..].starts_with(b" =");
        match token.kind {
            Kind::RBrace => 1,
            Kind::Percent if defines(token.end) => DEFINITION,
            Kind::Ident if self.slice(token).contains('.') => 4,
            Kind::Str => 8,
            _ => 0,
        }
    }

    /// Reads a line that repeats a kept one with other values, all of them defined before; returns false and does nothing where
    /// the line at hand is another one.
    pub(super) fn repeated_line(&mut self, block: BlockId) -> bool {
        let mut lines = self.lines.take().unwrap_or_default();
        let done = self.repeated(&mut lines, block);
        self.lines = Some(lines);
        done
    }

    fn repeated(&mut self, lines: &mut Lines<'s>, block: BlockId) -> bool {
        lines.asked = None;
        // In many programs lines follow one another as they did before.
        if let Some(latest) = lines.kept.get(lines.latest)
            && self.read_repeated(&lines.kept[latest.next], block)
        {
            lines.latest = latest.next;
            return true;
        }
        if lines.rest > 0 {
            lines.rest -= 1;
            return false;
        }
        let start = self.token.start;
        let Some(hash) = hash(&self.text.as_bytes()[start as usize..]) else { return false };
        let number = lines.numbers.get(&hash).copied().flatten().map(|number| number as usize);
        let found = number.filter(|number| self.read_repeated(&lines.kept[*number], block));
        lines.looked += 1;
        lines.found += u32::from(found.is_some());
        if lines.looked == WINDOW {
            lines.rest = if lines.found < WINDOW / 4 { REST } else { 0 };
            (lines.looked, lines.found) = (0, 0);
        }
        match found {
            Some(number) => {
                lines.kept[lines.latest].next = number;
                lines.latest = number;
            }
            None => lines.asked = Some((start, hash)),
        }
        found.is_some()
    }

    /// Reads lines that repeat one, as many as follow one another.
    fn read_repeated(&mut self, line: &Line<'s>, block: BlockId) -> bool {
        let bytes = self.text.as_bytes();
        if line.depth != self.depth || !std::ptr::eq(line.dialect, self.default_dialect()) {
            return false;
        }
        let Some(mut found) = line.at(bytes, self.token.start as usize) else { return false };
        let mut any = false;
        loop {
            let next = lexer::skip_trivia(bytes, found.end);
            let again =
                if line.begins & line.followed_by == DEFINITION { line.at(bytes, next) } else { None };
            let token = if again.is_some() { self.token } else { lexer::next(bytes, next) };
            let ends = again.is_some() || self.beginning(token) & line.followed_by != 0;
            if !ends || !self.make(line, &found, block) {
                // The token is that of the first line so far.
                self.seek(found.start);
                return any;
            }
            any = true;
            self.last_end = found.end as u32 - 1;
            match again {
                Some(again) => found = again,
                None => {
                    self.token = token;
                    return true;
                }
            }
        }
    }

    /// Makes the operation of a line; returns false and does nothing where a value is not what the line says.
    fn make(&mut self, line: &Line<'s>, found: &LinePlace, block: BlockId) -> bool {
        let mut operands = [(ValueId::new(0), Pos::NONE); OPERANDS];
        let mut result = None;
        for ((_, role), (start, end)) in line.names.iter().zip(&found.names) {
            let name = self.slice_range(*start as usize + 1, *end as usize);
            match role {
                Role::Operand(number, ty) => {
                    let Some(value) = self.scopes.one(name) else { return false };
                    if self.program.value_type(value) != *ty {
                        return false;
                    }
                    operands[*number as usize] = (value, Pos(*start));
                }
                Role::Result(ty) => result = Some((name, *ty)),
            }
        }
        let value = ValueId::new(self.program.value_slots());
        if let Some((name, _)) = result
            && !self.scopes.define_new(name, value)
            && !self.scopes.define_word(name, value, 1)
        {
            return false;
        }
        let start = found.start as u32;
        let results = result.map(|(_, ty)| (ty, Pos(start)));
        let new = NewOp {
            name: line.name,
            operands: &operands[..line.operands],
            results: results.as_slice(),
            successors: &[],
            regions: 0,
            properties: line.properties,
            attributes: line.attributes,
            loc: self.ctx.unknown_loc(),
            span: Span { start, end: found.end as u32 - 1 },
        };
        self.program.create(&new, InsertPoint::End(block));
        true
    }
}

/// A number for a line without the names of its values (FNV-1a); `None` for a long one.
fn hash(bytes: &[u8]) -> Option<u64> {
    let (mut hash, mut at) = (0xcbf2_9ce4_8422_2325_u64, 0);
    while at < LONGEST {
        let byte = *bytes.get(at)?;
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        at = match byte {
            b'\n' => return Some(hash),
            b'%' => lexer::value_end(bytes, at).unwrap_or(at + 1),
            _ => at + 1,
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, OPERANDS, Parser, REST, WINDOW};
    use crate::data::{Context, Source};
    use crate::text::{self, PrintOptions};

    /// The result of reading a text: the program with locations, the text of each operation, and the diagnostics.
    fn read(text: &str) -> (String, Vec<String>, Vec<String>) {
        let parsed = text::parse(&Context::new(), &Source::new("t", text));
        let options = PrintOptions { generic: true, locations: true };
        let said = parsed.diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect();
        let program = &parsed.program;
        let spans = program.walk(program.top()).skip(1).map(|op| program.op(op).span);
        let texts = spans.map(|span| text[span.start as usize..span.end as usize].to_owned());
        (text::print(program, &options), texts.collect(), said)
    }

    /// Reads a text, and the same one with a comment behind each line, so that none is kept.
    fn check(text: &str) -> (String, Vec<String>) {
        let commented: String = text.lines().map(|line| format!("{line} // c\n")).collect();
        let (found, other) = (read(text), read(&commented));
        let texts = |texts: &[String]| texts.iter().map(|text| text.replace(" // c", "")).collect::<Vec<_>>();
        assert_eq!((&found.0, &found.2), (&other.0, &other.2), "{text}");
        assert_eq!(found.1, texts(&other.1), "{text}");
        (found.0, found.2)
    }

    /// The lines that are kept of a text, those that were looked for since the last count, and those that will not be.
    fn counts(text: &str) -> (usize, u32, u32) {
        let mut parser = Parser::new(&Context::new(), text);
        let top = parser.program.top_block();
        parser.op_list(top);
        assert!(parser.diagnostics.is_empty(), "{:?}", parser.diagnostics);
        let lines = parser.lines.unwrap_or_default();
        (lines.kept.len(), lines.looked, lines.rest)
    }

    #[test]
    fn a_line_is_kept_when_it_is_read_again_and_is_neither_long_nor_wide() {
        let line = |text: &str, times: usize| counts(&text.repeat(times)).0;
        assert_eq!([1, 2, 3, 9].map(|times| line("\"l.a\"() : () -> ()\n", times)), [0, 1, 1, 1]);
        let long = |length: usize| format!("\"l.{}\"() : () -> ()\n", "a".repeat(length - 18));
        assert_eq!(long(LONGEST).len(), LONGEST);
        assert_eq!([LONGEST, LONGEST + 1].map(|length| line(&long(length), 4)), [1, 0]);
        let wide = |operands: usize| {
            let (names, types) = (vec!["%0"; operands].join(", "), vec!["i32"; operands].join(", "));
            let again = format!("\"l.a\"({names}) : ({types}) -> ()\n").repeat(4);
            counts(&format!("%0 = \"l.s\"() : () -> i32\n{again}")).0
        };
        assert_eq!([OPERANDS, OPERANDS + 1].map(wide), [1, 0]);
        let others = [
            "\"l.a\"() : () -> () loc(unknown)\n",
            "\"l.a\"() {a = #l.b} : () -> ()\n",
            "\"l.a\"() : () -> () // c\n",
        ];
        assert_eq!(others.map(|text| line(text, 4)), [0, 0, 0]);
    }

    #[test]
    fn where_no_line_is_repeated_none_is_looked_for_for_a_while() {
        let apart =
            |count: u32| (0..count).map(|at| format!("\"l.a{at}\"() : () -> ()\n")).collect::<String>();
        assert_eq!(counts(&apart(WINDOW - 1)), (0, WINDOW - 1, 0));
        assert_eq!(counts(&apart(WINDOW)), (0, 0, REST));
        let again = "\"l.b\"() : () -> ()\n".repeat(REST as usize + 2);
        assert_eq!(counts(&(apart(WINDOW) + &again)), (1, 2, 0));
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

    /// A pattern with these lines in its body, behind values of all kinds that were read several times.
    fn pattern(lines: &str) -> String {
        let mut body = String::new();
        for at in 0..5 {
            body += &format!("%t{at} = pdl.type\n%x{at} = pdl.operand\n%y{at} = pdl.operand : %t{at}\n");
            body += &format!("%o{at} = pdl.operation \"a.b\"(%x{at}, %y{at} : !pdl.value, !pdl.value)\n");
            body += &format!("%z{at} = pdl.result 0 of %o{at}\n");
        }
        let rewrite = "pdl.rewrite %o4 {\npdl.replace %o4 with (%x4 : !pdl.value)\n}\n";
        format!("pdl.pattern : benefit(1) {{\n{body}{lines}{rewrite}}}\n").repeat(3)
    }

    #[test]
    fn repeated_lines_of_custom_forms_are_read_as_others() {
        let plain = check(&pattern(""));
        assert!(plain.1.is_empty() && plain.0.matches("pdl.operand").count() == 30, "{plain:?}");
        for next in ["  : %t1\n", "\n: %t1\n", "// c\n : %t1\n"] {
            let found = check(&pattern(&format!("%x9 = pdl.operand\n{next}")));
            assert!(found.1.is_empty() && found.0.matches("\"pdl.operand\"(%").count() == 18, "{found:?}");
        }
        let unknown = check(&pattern("%y9 = pdl.operand : %t9\n"));
        assert!(unknown.1.iter().all(|said| said.contains("%t9")) && !unknown.1.is_empty(), "{unknown:?}");
        let typed = check(&pattern("%y9 = pdl.operand : %x1\n"));
        assert!(typed.1.iter().all(|said| said.contains("has type")) && !typed.1.is_empty(), "{typed:?}");
        let twice = check(&pattern("%t1 = pdl.type\n"));
        assert!(
            twice.1.iter().all(|said| said.contains("defined twice")) && !twice.1.is_empty(),
            "{twice:?}"
        );
    }

    #[test]
    fn operands_keep_their_order_and_aliases_are_looked_up() {
        let store =
            "memref.store %v, %m[%i, %j] : memref<4x4xi32>\nmemref.store %v, %m[%j, %i] : memref<4x4xi32>\n";
        let arguments = "%v: i32, %m: memref<4x4xi32>, %i: index, %j: index";
        let found = check(&format!("func.func @f({arguments}) {{\n{}return\n}}\n", store.repeat(4)));
        assert!(found.1.is_empty(), "{found:?}");
        assert_eq!(found.0.matches("\"memref.store\"(%arg0, %arg1, %arg2, %arg3)").count(), 4, "{found:?}");
        let cast = |at: usize| format!("%{at} = \"l.a\"(%{}) : (!a) -> !a\n", at - 1);
        let casts: String = (1..6).map(cast).collect();
        let aliased = check(&format!("!a = i32\n%0 = \"l.s\"() : () -> i32\n{casts}"));
        assert!(aliased.1.is_empty() && aliased.0.matches("(i32) -> i32").count() == 5, "{aliased:?}");
        let strings: String =
            (0..6).map(|at| format!("%{at} = \"l.s\"() {{k = \"%{at}\"}} : () -> i32\n")).collect();
        let strings = check(&strings);
        assert!((0..6).all(|at| strings.0.contains(&format!("k = \"%{at}\""))), "{strings:?}");
        let parts: String =
            (1..6).map(|at| format!("%{at} = \"l.a\"(%0#1, %0) : (i8, i32) -> i32\n")).collect();
        let parts = check(&format!("%0:2 = \"l.s\"() : () -> (i32, i8)\n{parts}"));
        assert!(parts.1.is_empty() && parts.0.matches("%0#1, %0#0").count() == 5, "{parts:?}");
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
