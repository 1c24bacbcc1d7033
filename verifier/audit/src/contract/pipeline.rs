//! The text of `--pass-pipeline`: passes with options, nested in operations. Positions are kept; nothing is looked up.

use std::ops::Range;

/// One pass of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Name of the pass.
    pub pass: String,
    /// Its options, without braces and with one space between two.
    pub options: String,
    /// The operations that it is nested in, the outermost first: `builtin.module`, or `any`.
    pub anchors: Vec<String>,
    /// Bytes of its name in the text.
    pub span: Range<usize>,
}

impl Step {
    /// The pass as a pipeline writes it.
    pub fn label(&self) -> String {
        match self.options.as_str() {
            "" => self.pass.clone(),
            options => format!("{}{{{options}}}", self.pass),
        }
    }

    /// A pipeline with this step alone.
    pub fn alone(&self) -> String {
        let mut out = String::new();
        self.write_alone(&mut out);
        out
    }

    /// Appends a pipeline with this step alone.
    pub fn write_alone(&self, out: &mut String) {
        for anchor in &self.anchors {
            out.push_str(anchor);
            out.push('(');
        }
        out.push_str(&self.pass);
        if !self.options.is_empty() {
            out.push('{');
            out.push_str(&self.options);
            out.push('}');
        }
        out.extend(std::iter::repeat_n(')', self.anchors.len()));
    }
}

/// A place in the text, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Bytes of the text.
    pub span: Range<usize>,
    /// The fault.
    pub message: String,
}

/// The operation that a pipeline without anchor is for.
pub const MODULE: &str = "builtin.module";

/// The anchor that stands for every operation.
pub const ANY: &str = "any";

/// Most levels of nesting.
const DEEPEST: usize = 32;

/// A pipeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pipeline {
    /// Its passes, in order.
    pub steps: Vec<Step>,
    /// The operations that passes are nested in, as they are written: name and bytes of the text.
    pub anchors: Vec<(String, Range<usize>)>,
}

/// Reads the passes of a pipeline; those outside of an operation are those of the module.
///
/// # Errors
/// The first place that is no pipeline.
pub fn parse(text: &str) -> Result<Vec<Step>, Fault> {
    read(text).map(|pipeline| pipeline.steps)
}

/// Reads a pipeline, as [`parse`] does.
///
/// # Errors
/// The first place that is no pipeline.
pub fn read(text: &str) -> Result<Pipeline, Fault> {
    let mut reader = Reader { text, at: 0, pipeline: Pipeline::default() };
    reader.space();
    let anchored = reader.rest().find(['(', '{', ',']).is_some_and(|at| {
        let head = reader.rest()[..at].trim();
        reader.rest()[at..].starts_with('(') && (head == MODULE || head == ANY)
    });
    let mut anchors = if anchored { Vec::new() } else { vec![MODULE.to_owned()] };
    reader.list(&mut anchors)?;
    match reader.rest() {
        "" => Ok(reader.pipeline),
        _ => Err(reader.fault("expected `,` or the end of the pipeline")),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    pipeline: Pipeline,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn fault(&self, message: &str) -> Fault {
        let end = self.rest().chars().next().map_or(self.at, |c| self.at + c.len_utf8());
        Fault { span: self.at..end, message: message.to_owned() }
    }

    fn takes(&mut self, c: char) -> bool {
        self.space();
        let found = self.rest().starts_with(c);
        self.at += if found { c.len_utf8() } else { 0 };
        self.space();
        found
    }

    fn list(&mut self, anchors: &mut Vec<String>) -> Result<(), Fault> {
        self.space();
        if self.rest().is_empty() || self.rest().starts_with(')') {
            return Ok(());
        }
        loop {
            self.entry(anchors)?;
            if !self.takes(',') {
                return Ok(());
            }
        }
    }

    fn entry(&mut self, anchors: &mut Vec<String>) -> Result<(), Fault> {
        self.space();
        let length = self.rest().find(|c: char| "(){},".contains(c) || c.is_whitespace());
        let length = length.unwrap_or(self.rest().len());
        if length == 0 {
            return Err(self.fault("expected the name of a pass or an operation"));
        }
        let span = self.at..self.at + length;
        let name = self.text[span.clone()].to_owned();
        self.at = span.end;
        if self.takes('(') {
            if anchors.len() == DEEPEST {
                return Err(self.fault("the pipeline is nested too deeply"));
            }
            self.pipeline.anchors.push((name.clone(), span));
            anchors.push(name);
            self.list(anchors)?;
            anchors.pop();
            return if self.takes(')') { Ok(()) } else { Err(self.fault("expected `)`")) };
        }
        let options = if self.rest().starts_with('{') { self.options()? } else { String::new() };
        self.pipeline.steps.push(Step { pass: name, options, anchors: anchors.clone(), span });
        Ok(())
    }

    fn options(&mut self) -> Result<String, Fault> {
        let mut depth = 0usize;
        for (offset, c) in self.rest().char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let inner = self.rest()[1..offset].split_whitespace().collect::<Vec<_>>().join(" ");
                self.at += offset + 1;
                self.space();
                return Ok(inner);
            }
        }
        Err(self.fault("this `{` is not closed"))
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn steps(text: &str) -> Vec<String> {
        parse(text).expect("the text is a pipeline").iter().map(super::Step::alone).collect()
    }

    #[test]
    fn names_with_commas_run_on_the_module() {
        assert_eq!(steps("cse, canonicalize"), ["builtin.module(cse)", "builtin.module(canonicalize)"]);
        assert_eq!(steps(""), [""; 0]);
    }

    #[test]
    fn passes_are_nested() {
        assert_eq!(
            steps("builtin.module(a,func.func(b{x=1  y={2}},c),any(d))"),
            [
                "builtin.module(a)",
                "builtin.module(func.func(b{x=1 y={2}}))",
                "builtin.module(func.func(c))",
                "builtin.module(any(d))"
            ]
        );
        assert_eq!(steps("func.func(b)"), ["builtin.module(func.func(b))"]);
    }

    #[test]
    fn operations_have_their_places_with_passes_in_them_or_not() {
        let anchors = super::read("builtin.module(func.func(), any(a))").expect("it is a pipeline").anchors;
        let expected = [("builtin.module", 0..14), ("func.func", 15..24), ("any", 28..31)];
        assert_eq!(anchors, expected.map(|(name, span)| (name.to_owned(), span)));
    }

    #[test]
    fn the_place_of_a_fault_is_known() {
        for (text, at) in [("a(b", 3), ("a,,b", 2), ("a{b", 1), ("a)b", 1), ("a(b))", 4), ("a b", 2)] {
            assert_eq!(parse(text).expect_err(text).span.start, at, "{text}");
        }
    }
}
