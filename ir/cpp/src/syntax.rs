//! The syntax tree of a C++ file, and what is read off its nodes. Knows no meaning.

use tree_sitter::{Node, Parser, Tree};

/// The deepest nesting of nodes that is looked into.
pub(crate) const DEPTH: usize = 400;

/// A file with its tree.
pub(crate) struct File {
    /// Its name.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
    tree: Option<Tree>,
}

impl File {
    /// Reads a text; one that the parser gives up on has no tree.
    pub(crate) fn new(name: &str, text: &str) -> File {
        let mut parser = Parser::new();
        let ready = parser.set_language(&tree_sitter_cpp::LANGUAGE.into()).is_ok();
        let tree = if ready { parser.parse(without_generated(text), None) } else { None };
        File { name: name.to_owned(), text: text.to_owned(), tree }
    }

    /// The whole file.
    pub(crate) fn root(&self) -> Option<Node<'_>> {
        self.tree.as_ref().map(Tree::root_node)
    }
}

/// The text with blanks for the lines that put generated code in, which may stand inside of an expression.
fn without_generated(text: &str) -> String {
    let is_generated = |line: &str| {
        let line = line.trim_start();
        line.starts_with("#include") || line.starts_with("#define GET_") || line.starts_with("#undef GET_")
    };
    let shown = |line: &str| match is_generated(line) {
        true => line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect(),
        false => line.to_owned(),
    };
    text.split_inclusive('\n').map(shown).collect()
}

/// A node with the file that it stands in.
#[derive(Clone, Copy)]
pub(crate) struct Syntax<'a> {
    /// The file.
    pub(crate) file: &'a File,
    /// The node.
    pub(crate) node: Node<'a>,
}

impl<'a> Syntax<'a> {
    /// Another node of the same file.
    pub(crate) fn with(self, node: Node<'a>) -> Syntax<'a> {
        Syntax { file: self.file, node }
    }

    /// The kind of its node.
    pub(crate) fn kind(self) -> &'a str {
        self.node.kind()
    }

    /// Its text.
    pub(crate) fn text(self) -> &'a str {
        self.file.text.get(self.node.byte_range()).unwrap_or_default()
    }

    /// Its text without blanks.
    pub(crate) fn squeezed(self) -> String {
        squeezed(self.text())
    }

    /// Its line, from 1.
    pub(crate) fn line(self) -> usize {
        self.node.start_position().row + 1
    }

    /// A child by the name of its field.
    pub(crate) fn field(self, name: &str) -> Option<Syntax<'a>> {
        self.node.child_by_field_name(name).map(|node| self.with(node))
    }

    /// All children of a field.
    pub(crate) fn fields(self, name: &str) -> Vec<Syntax<'a>> {
        let mut cursor = self.node.walk();
        self.node.children_by_field_name(name, &mut cursor).map(|node| self.with(node)).collect()
    }

    /// Named children but for comments.
    pub(crate) fn children(self) -> Vec<Syntax<'a>> {
        let mut cursor = self.node.walk();
        let all = self.node.named_children(&mut cursor);
        all.filter(|node| node.kind() != "comment").map(|node| self.with(node)).collect()
    }

    /// The first named child of a kind.
    pub(crate) fn child(self, kind: &str) -> Option<Syntax<'a>> {
        self.children().into_iter().find(|child| child.kind() == kind)
    }

    /// The operator of an expression, or another part without a name.
    pub(crate) fn operator(self) -> &'a str {
        self.field("operator").map(Syntax::text).unwrap_or_default()
    }

    /// A short form of its text for messages.
    pub(crate) fn brief(self) -> String {
        let words = self.text().split_whitespace().collect::<Vec<_>>().join(" ");
        match words.char_indices().nth(60) {
            Some((end, _)) => format!("{}...", &words[..end]),
            None => words,
        }
    }
}

/// Before the name of an operation that stands for its class, and between the parts of that name.
const NAMED: &str = "operation__";
const DOT: &str = "__dot__";

/// A text that stands for the class of an operation.
pub(crate) fn class_text(name: &str) -> String {
    format!("{NAMED}{}", name.replace('.', DOT))
}

/// The name of the operation of such a text.
pub(crate) fn class_of_text(text: &str) -> Option<String> {
    Some(text.strip_prefix(NAMED)?.replace(DOT, "."))
}

/// A text without blanks, where none is between two words.
pub(crate) fn squeezed(text: &str) -> String {
    let mut out = String::new();
    let mut pending = false;
    for c in text.chars() {
        if c.is_whitespace() {
            pending = true;
            continue;
        }
        let word = |c: char| c.is_alphanumeric() || c == '_';
        if pending && word(c) && out.chars().next_back().is_some_and(word) {
            out.push(' ');
        }
        pending = false;
        out.push(c);
    }
    out
}

/// The arguments of a template in the text of a type or of a name: `A<B, C<D>>` has `B` and `C<D>`.
pub(crate) fn template_arguments(text: &str) -> Vec<String> {
    let Some(open) = text.find('<') else { return Vec::new() };
    let mut depth = 0_usize;
    let mut parts = Vec::new();
    let mut part = String::new();
    for c in text[open..].chars() {
        match c {
            '<' | '(' => {
                depth += 1;
                if depth == 1 {
                    continue;
                }
            }
            '>' | ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
            }
            ',' if depth == 1 => {
                parts.push(squeezed(&part));
                part.clear();
                continue;
            }
            _ => {}
        }
        part.push(c);
    }
    if !part.trim().is_empty() {
        parts.push(squeezed(&part));
    }
    parts
}

/// A name without its template arguments: `A::B<C>` is `A::B`.
pub(crate) fn without_arguments(text: &str) -> &str {
    text.split('<').next().unwrap_or(text).trim()
}

/// The last part of a qualified name without template arguments.
pub(crate) fn last(text: &str) -> &str {
    without_arguments(text).rsplit("::").next().unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_of_templates_are_split_at_the_commas_outside() {
        assert_eq!(template_arguments("A<B, C<D, E>>"), ["B", "C<D,E>"]);
        assert!(template_arguments("A").is_empty());
    }

    #[test]
    fn blanks_stay_between_words_alone() {
        assert_eq!(squeezed("const  APInt & a"), "const APInt&a");
        assert_eq!(last("mlir::arith::AddIOp"), "AddIOp");
    }
}
