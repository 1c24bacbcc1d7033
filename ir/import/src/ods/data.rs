//! What the records of ODS say of an operation.

use super::constraints::Constraint;
use crate::records::Record;

/// A group of operands, results, regions or successors.
pub(super) struct Group {
    pub(super) name: String,
    /// `*`, `?`, `**` or nothing.
    pub(super) many: &'static str,
    pub(super) constraint: Option<Constraint>,
}

/// An attribute.
pub(super) struct Attribute {
    pub(super) name: String,
    pub(super) constraint: Option<Constraint>,
    /// `None` for a kind that forms cannot write.
    pub(super) kind: Option<String>,
    pub(super) optional: bool,
    pub(super) default: Option<String>,
}

/// An operation.
pub(super) struct Operation {
    /// Full name.
    pub(super) name: String,
    /// The last part of its C++ namespace.
    pub(super) namespace: String,
    /// Its C++ class.
    pub(super) class: String,
    pub(super) ins: Vec<Group>,
    pub(super) outs: Vec<Group>,
    pub(super) attributes: Vec<Attribute>,
    pub(super) regions: Vec<Group>,
    pub(super) successors: Vec<Group>,
    /// C++ names of traits, interfaces included.
    pub(super) traits: Vec<String>,
    /// Those that are neither interfaces nor predicates, with the namespaces of dialects.
    pub(super) native_traits: Vec<String>,
    pub(super) interfaces: Vec<String>,
    pub(super) verifiers: Vec<String>,
    /// Its simplifications in C++: `fold`, `canonicalize`.
    pub(super) simplified: Vec<String>,
    /// Relations between types, and C++ of those that the grammar cannot say.
    pub(super) relations: [Vec<String>; 2],
    /// The custom form that the record gives; `None` for none, or for one that the reader does not read.
    pub(super) form: Option<Form>,
    /// Its parser is C++.
    pub(super) cpp: bool,
    pub(super) default_dialect: String,
}

/// Type rules of a form: targets have the type that a source says, which follows once the needed ones are known.
pub(super) struct Rule {
    pub(super) targets: Vec<String>,
    /// `None` where only C++ knows.
    pub(super) source: Option<String>,
    pub(super) needs: Vec<String>,
}

impl Operation {
    /// True for a value that is there once (or, where that is permitted, may be absent) and for an attribute.
    pub(super) fn is_single(&self, name: &str, optional: bool) -> bool {
        match self.ins.iter().chain(&self.outs).find(|group| group.name == name) {
            Some(group) => group.many.is_empty() || optional && group.many == "?",
            None => self.attributes.iter().any(|attribute| attribute.name == name),
        }
    }
}

/// Operands and results with the records of their constraints.
#[derive(Default)]
pub(super) struct Listed<'r> {
    pub(super) ins: Vec<(String, Record<'r>)>,
    pub(super) outs: Vec<(String, Record<'r>)>,
}

/// A custom form that the reader reads.
pub(super) struct Form {
    /// The format, with one blank for all white space.
    pub(super) text: String,
    /// Type rules: `a=b`, `a:i1`, `a=function(b)`.
    pub(super) rules: Vec<String>,
    /// Groups whose types are written without the name of their dialect: `a=dialect.type`.
    pub(super) stripped: Vec<String>,
}
