//! The static rules of the `pdl` dialect as data: one variant, one stable code, one title each. What MLIR's
//! own verifier enforces, no more (measured on MLIR 22.1.8, `ir/tests/pdl/`).

use crate::data::{OpId, Span};
use crate::diagnostic::{Diagnostic, Label};
use crate::rule::Rule;

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $code:ident $title:literal),+ $(,)?) => {
        /// A rule that every pattern has to keep to be PDL at all.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum StaticRule { $($(#[$doc])* $name),+ }

        impl StaticRule {
            /// All rules, by code.
            pub const ALL: &[StaticRule] = &[$(StaticRule::$name),+];

            /// The stable code, such as `P004`.
            pub fn code(self) -> Rule {
                match self { $(StaticRule::$name => Rule::$code),+ }
            }

            /// The rule in a few words.
            pub fn title(self) -> &'static str {
                match self { $(StaticRule::$name => $title),+ }
            }
        }
    };
}

rules! {
    /// The last operation of the body is no `pdl.rewrite`.
    EndsInRewrite = P001 "a pattern ends in pdl.rewrite",
    /// An operation of another dialect stands inside a pattern.
    OnlyPdl = P002 "a pattern holds only pdl operations",
    /// Nothing is matched.
    MatchesOperation = P003 "a pattern matches at least one operation",
    /// A value of the matching part is not tied to the payload.
    Bindable = P004 "what is matched is used where it can be bound",
    /// An attribute in the rewriting part without a value.
    AttributeNeedsValue = P005 "an attribute in the rewrite has a value",
    /// An operation is created without a name.
    CreatedNeedsName = P006 "a created operation has a name",
    /// The result types of a created operation are unknown.
    TypesInferable = P007 "the result types of a created operation are given or inferable",
    /// More or fewer attribute names than values.
    AttributeNames = P008 "each attribute of an operation has a name and a value",
    /// A rewrite that neither has a body nor names native code.
    RewriteNotEmpty = P009 "a rewrite has a body or an external name",
    /// A rewrite with a body and external arguments.
    ArgumentsAreExternal = P010 "only an external rewrite takes arguments",
    /// A native constraint about nothing.
    ConstraintNeedsArgument = P011 "a native constraint has an argument",
    /// A native constraint that returns an operation.
    ConstraintReturnsNoOperation = P012 "a native constraint returns no operation",
    /// A native rewrite without arguments and results.
    NativeRewriteDoesSomething = P013 "a native rewrite has an argument or a result",
    /// A range whose elements are of different kinds.
    RangeElements = P014 "the elements of a range are of its kind",
    /// A replacement by values and by an operation.
    ReplaceByOneThing = P015 "an operation is replaced by values or by an operation, not both",
    /// A range of ranges.
    NoNestedRange = P016 "a range does not hold ranges",
    /// An operation at a place where it may not stand.
    Parent = P017 "each pdl operation stands in its place",
    /// An attribute with a type and a value.
    TypeOrValue = P018 "an attribute has a type or a value, not both",
    /// A missing or wrong attribute of a pdl operation itself.
    OwnAttribute = P019 "pdl operations carry the attributes that they need",
    /// An operand of the wrong kind.
    OperandKind = P020 "operands are of the right kind",
    /// `pdl.results` of a single value without an index.
    ResultsNeedIndex = P021 "all results together are a range",
    /// A rewrite with a body and an external name.
    ExternalWithoutBody = P022 "an external rewrite has no body",
    /// A result of the wrong kind.
    ResultKind = P023 "results are of the right kind",
    /// Too many or too few operands or results.
    Counts = P024 "operands and results are of the right number",
    /// Regions, blocks, block arguments or successors that must not be there.
    Shape = P025 "pdl operations have the regions and blocks that they need",
    /// An operation after the `pdl.rewrite`.
    RewriteIsLast = P026 "nothing follows the pdl.rewrite",
    /// A value is used before it is defined.
    DefinedBeforeUse = P027 "a value is defined before it is used",
    /// An operation that the `pdl` dialect does not have.
    KnownOperation = P028 "the pdl dialect has the operation",
    /// Two symbols with one name.
    UniqueName = P029 "names of patterns are unique in their module",
    /// A value that comes from outside the pattern, or a block argument.
    OwnValues = P030 "a pattern uses only its own values",
    /// The matched operations fall apart.
    Connected = S120 "the matched operations are connected",
}

/// A rule that a pattern breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: StaticRule,
    /// The pdl operation that is to blame.
    pub op: OpId,
    /// Where it is written.
    pub span: Span,
    /// One sentence, lower case, no full stop.
    pub message: String,
    /// Further places.
    pub related: Vec<Label>,
}

impl Violation {
    /// As a message with the code of its rule.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.span, format!("{} ({})", self.message, self.rule.code()));
        diagnostic.related.clone_from(&self.related);
        diagnostic
    }
}

#[cfg(test)]
mod tests {
    use super::StaticRule;

    #[test]
    fn codes_are_unique_and_sorted_with_the_structural_one_last() {
        let codes: Vec<&str> = StaticRule::ALL.iter().map(|rule| rule.code().code()).collect();
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]), "{codes:?}");
        assert_eq!(codes.last(), Some(&"S120"));
    }
}
