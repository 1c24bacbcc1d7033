//! The text that is sent to MLIR, and the way back from its lines to those of the caller's texts.
//! Works on lines and brackets; it does not parse MLIR.

use std::fmt::Write;

use super::diagnostic::{Place, Position};

/// The two texts a submission can be made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Patterns,
    Payload,
}

/// A text for MLIR that remembers where each of its lines comes from.
pub(crate) struct Submission {
    text: String,
    modules_alone: bool,
    origins: Vec<Option<(Part, usize)>>,
}

impl Submission {
    /// The text as it is.
    pub(crate) fn of_text(text: &str) -> Submission {
        let mut submission = Submission { text: String::new(), modules_alone: false, origins: Vec::new() };
        submission.push_all(text, Part::Payload, 1);
        submission
    }

    /// The modules `@patterns` and `@ir`, with what must stand outside of them around them.
    pub(crate) fn of_pdl(patterns: &str, payload: &str) -> Submission {
        let patterns = hoist(patterns);
        let payload = without_clashes(hoist(payload), &patterns);
        let modules_alone =
            [&patterns, &payload].iter().all(|one| one.aliases.is_empty() && one.sections.is_empty());
        let mut submission = Submission { text: String::new(), modules_alone, origins: Vec::new() };
        let parts = [(&patterns, Part::Patterns, "@patterns"), (&payload, Part::Payload, "@ir")];
        for (hoisted, part, _) in parts {
            for alias in &hoisted.aliases {
                submission.push_all(&alias.text, part, alias.line);
            }
        }
        for (hoisted, part, name) in parts {
            submission.push(&format!("module {name} {{"), None);
            submission.push_all(&hoisted.body, part, 1);
            submission.push("}", None);
        }
        for (hoisted, part, _) in parts {
            for (line, section) in &hoisted.sections {
                submission.push_all(section, part, *line);
            }
        }
        submission
    }

    /// The text that is sent.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns true when it is the two modules and nothing that has to stand at the top of a file.
    pub(crate) fn is_modules_alone(&self) -> bool {
        self.modules_alone
    }

    /// How many lines that is.
    pub(crate) fn lines(&self) -> usize {
        self.origins.len()
    }

    /// Where a position of what is sent lies in the caller's texts.
    pub(crate) fn place(&self, position: Position) -> Option<Place> {
        let origin = self.origins.get(position.line.checked_sub(1)?)?;
        origin.map(|(part, line)| match part {
            Part::Patterns => Place::Patterns(Position { line, ..position }),
            Part::Payload => Place::Payload(Position { line, ..position }),
        })
    }

    fn push(&mut self, line: &str, origin: Option<(Part, usize)>) {
        self.text.push_str(line);
        self.text.push('\n');
        self.origins.push(origin);
    }

    fn push_all(&mut self, text: &str, part: Part, first: usize) {
        for (index, line) in text.lines().enumerate() {
            self.push(line, Some((part, first + index)));
        }
    }
}

/// An alias definition, taken out of its text.
struct Alias {
    /// With its `#` or `!`.
    name: String,
    line: usize,
    text: String,
}

/// A text with its file-level definitions taken out; empty lines stand in their place.
struct Hoisted {
    aliases: Vec<Alias>,
    /// `{-# .. #-}`, with the line it starts at.
    sections: Vec<(usize, String)>,
    body: String,
}

enum Inside {
    Body,
    Alias { unclosed: i64 },
    Section,
}

fn hoist(text: &str) -> Hoisted {
    let mut hoisted = Hoisted { aliases: Vec::new(), sections: Vec::new(), body: String::new() };
    let mut inside = Inside::Body;
    let mut depth = 0;
    for (index, line) in text.lines().enumerate() {
        let brackets = Brackets::count(line);
        if let Inside::Body = inside
            && depth == 0
        {
            if let Some(name) = defined_alias(line) {
                hoisted.aliases.push(Alias { name, line: index + 1, text: String::new() });
                inside = Inside::Alias { unclosed: 0 };
            } else if line.trim_start().starts_with("{-#") {
                hoisted.sections.push((index + 1, String::new()));
                inside = Inside::Section;
            }
        }
        let body = &mut hoisted.body;
        inside = match (inside, hoisted.aliases.last_mut(), hoisted.sections.last_mut()) {
            (Inside::Alias { unclosed }, Some(alias), _) => {
                push_line(&mut alias.text, line);
                push_line(body, "");
                let unclosed = unclosed + brackets.round + brackets.angle;
                let unfinished = unclosed > 0 || alias.text.trim_end().ends_with('=');
                if unfinished { Inside::Alias { unclosed } } else { Inside::Body }
            }
            (Inside::Section, _, Some((_, section))) => {
                push_line(section, line);
                push_line(body, "");
                if line.contains("#-}") { Inside::Body } else { Inside::Section }
            }
            _ => {
                depth += brackets.round;
                push_line(body, line);
                Inside::Body
            }
        };
    }
    hoisted
}

fn push_line(text: &mut String, line: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}

/// The name, with its `#` or `!`, if the line begins the definition of an alias.
fn defined_alias(line: &str) -> Option<String> {
    let line = line.trim_start();
    let sigil = line.chars().next().filter(|sigil| matches!(sigil, '#' | '!'))?;
    let length = identifier_length(&line[1..]);
    let rest = line[1 + length..].trim_start();
    let defines = length > 0 && rest.starts_with('=') && !rest.starts_with("==");
    defines.then(|| format!("{sigil}{}", &line[1..1 + length]))
}

fn identifier_length(text: &str) -> usize {
    let in_identifier = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-');
    text.find(|c| !in_identifier(c)).unwrap_or(text.len())
}

/// How many more brackets a line opens than it closes.
#[derive(Default)]
struct Brackets {
    /// Of `( [ {`.
    round: i64,
    /// Of `<`, where it is not part of an arrow or a comparison.
    angle: i64,
}

impl Brackets {
    fn count(line: &str) -> Brackets {
        let mut brackets = Brackets::default();
        for_each_code_piece(line, |_, code| {
            let bytes = code.as_bytes();
            for (index, byte) in bytes.iter().enumerate() {
                let before = index.checked_sub(1).map(|index| bytes[index]);
                let compares = bytes.get(index + 1) == Some(&b'=');
                match byte {
                    b'(' | b'[' | b'{' => brackets.round += 1,
                    b')' | b']' | b'}' => brackets.round -= 1,
                    b'<' if !compares => brackets.angle += 1,
                    b'>' if !compares && before != Some(b'-') => brackets.angle -= 1,
                    _ => {}
                }
            }
        });
        brackets
    }
}

/// Calls `each` with the pieces of a line that are neither in a string nor in a comment, and with where
/// in the line they start; neither strings nor comments go over the end of a line in MLIR.
fn for_each_code_piece(line: &str, mut each: impl FnMut(usize, &str)) {
    let mut start = 0;
    loop {
        let rest = &line[start..];
        let Some(length) = [rest.find('"'), rest.find("//")].into_iter().flatten().min() else {
            return each(start, rest);
        };
        each(start, &rest[..length]);
        if rest[length..].starts_with("//") {
            return;
        }
        start += length + string_length(&rest[length..]);
    }
}

/// Bytes of the string literal at the start of `text`, quotes included.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (index, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => return index + 1,
            _ => escaped = byte == b'\\' && !escaped,
        }
    }
    text.len()
}

/// Renames the aliases of the payload whose names the patterns use too.
fn without_clashes(mut payload: Hoisted, patterns: &Hoisted) -> Hoisted {
    let clashes: Vec<String> = payload
        .aliases
        .iter()
        .map(|alias| alias.name.clone())
        .filter(|name| patterns.aliases.iter().any(|other| other.name == *name))
        .collect();
    for name in clashes {
        let mut fresh = format!("{name}_payload");
        while [&payload, patterns].into_iter().any(|text| text.mentions(&fresh)) {
            fresh.push('_');
        }
        payload.rename(&name, &fresh);
    }
    payload
}

impl Hoisted {
    fn mentions(&self, name: &str) -> bool {
        self.body.contains(name) || self.aliases.iter().any(|alias| alias.text.contains(name))
    }

    fn rename(&mut self, old: &str, new: &str) {
        self.body = renamed(&self.body, old, new);
        for alias in &mut self.aliases {
            alias.text = renamed(&alias.text, old, new);
            if alias.name == old {
                alias.name = new.into();
            }
        }
    }
}

/// `text` with the alias `old`, sigil included, called `new` outside strings and comments.
fn renamed(text: &str, old: &str, new: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for line in text.lines() {
        let mut copied = 0;
        for_each_code_piece(line, |start, code| {
            for (at, _) in code.match_indices(old) {
                let tail = &code[at + old.len()..];
                if identifier_length(tail) == 0 {
                    result.push_str(&line[copied..start + at]);
                    result.push_str(new);
                    copied = start + at + old.len();
                }
            }
        });
        result.push_str(&line[copied..]);
        result.push('\n');
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(patterns: &str, payload: &str) -> String {
        Submission::of_pdl(patterns, payload).text().to_owned()
    }

    #[test]
    fn aliases_move_to_the_top_and_leave_an_empty_line() {
        let text = sent("pdl.pattern {\n}", "#a = 1 : i32\n\"t.x\"() {k = #a} : () -> ()");
        let expected = "#a = 1 : i32\nmodule @patterns {\npdl.pattern {\n}\n}\nmodule @ir {\n\n\"t.x\"() {k = #a} : () -> ()\n}\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn an_alias_goes_on_until_its_brackets_close() {
        let text = sent(
            "",
            "#a = #dlti.dl_spec<\n  i32 = 3,\n  x = (i1) -> (i2)\n>\n!b =\n  tuple<i32>\n\"t.x\"() : () -> ()",
        );
        let aliases = "#a = #dlti.dl_spec<\n  i32 = 3,\n  x = (i1) -> (i2)\n>\n!b =\n  tuple<i32>\n";
        assert!(text.starts_with(&format!("{aliases}module @patterns")), "{text}");
    }

    #[test]
    fn an_assignment_inside_brackets_is_no_alias() {
        let text = sent("", "\"t.x\"() {\n#a = 1\n} : () -> ()");
        assert!(text.starts_with("module @patterns"), "{text}");
    }

    #[test]
    fn brackets_in_strings_and_comments_do_not_count() {
        let text = sent("", "\"t.x\"() {k = \"{\\\"(\"} : () -> () // {{\n#a = 1");
        assert!(text.starts_with("#a = 1\n"), "{text}");
    }

    #[test]
    fn a_comparison_in_an_alias_is_no_bracket() {
        let text = sent("", "#a = affine_set<(d0) : (d0 - 1 >= 0)>\n\"t.x\"() : () -> ()");
        assert!(text.starts_with("#a = affine_set<(d0) : (d0 - 1 >= 0)>\nmodule"), "{text}");
    }

    #[test]
    fn resources_move_behind_the_modules() {
        let text = sent("", "\"t.x\"() : () -> ()\n{-#\n  external_resources: {}\n#-}\n");
        assert!(text.ends_with("}\n{-#\n  external_resources: {}\n#-}\n"), "{text}");
    }

    #[test]
    fn an_alias_both_texts_define_is_renamed_in_the_payload() {
        let text =
            sent("#a = 1\n// #a", "#a = 2\n#ab = [#a]\n\"t.x\"() {k = #a, s = \"#a\", t = #ab} : () -> ()");
        assert!(text.starts_with("#a = 1\n#a_payload = 2\n#ab = [#a_payload]\nmodule"), "{text}");
        assert!(text.contains("{k = #a_payload, s = \"#a\", t = #ab}"), "{text}");
    }

    #[test]
    fn places_are_those_of_the_callers_texts() {
        let submission = Submission::of_pdl("#p = 1\npdl.pattern {\n}", "\n#a = 2\n\"t.x\"() : () -> ()");
        let place = |line| submission.place(Position { line, column: 7 });
        let at = |line| Position { line, column: 7 };
        assert_eq!(place(1), Some(Place::Patterns(at(1))));
        assert_eq!(place(2), Some(Place::Payload(at(2))));
        assert_eq!(place(3), None);
        assert_eq!(place(5), Some(Place::Patterns(at(2))));
        assert_eq!(place(11), Some(Place::Payload(at(3))));
        assert_eq!(place(99), None);
    }
}
