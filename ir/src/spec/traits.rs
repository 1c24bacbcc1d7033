//! What IRDL cannot say about an operation, and the reader of `assay.traits`, whose grammar
//! `corpus/dialects/README.md` documents. A word that is not known is kept and reported, never dropped.

use crate::data::{Context, Ident};

/// What IRDL cannot say about an operation, read from `assay.traits`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// `terminator`: ends its block.
    pub terminator: bool,
    /// `isolated`: regions see no values from outside.
    pub isolated: bool,
    /// `graph`: regions are graph regions (no dominance).
    pub graph: bool,
    /// `single_block`: regions that are not empty have exactly one block.
    pub single_block: bool,
    /// `no_terminator`: a region of one block needs no terminator.
    pub no_terminator: bool,
    /// `implicit_terminator=d.op`: the operation that ends each block of its regions.
    pub implicit_terminator: Option<Ident>,
    /// `parents=a.b|c.d`: required parents; empty says any.
    pub parents: Vec<Ident>,
    /// `children=a.b|c.d`: all that may stand directly in its regions; empty says anything.
    pub children: Vec<Ident>,
    /// `symbol`: defines a symbol.
    pub symbol: bool,
    /// `symbol_table`: its region is a scope for symbols.
    pub symbol_table: bool,
    /// `symbol_user`: refers to symbols that have to exist.
    pub symbol_user: bool,
    /// `pure`: no effect, may be dropped.
    pub pure: bool,
    /// `deterministic`: a function of operands and attributes.
    pub deterministic: bool,
    /// `commutative`
    pub commutative: bool,
    /// `infer=..`: the result types follow from the rest, by the rules of [`Traits::infer`].
    pub infers_results: bool,
    /// `infer=type(lhs),i1(lhs)`: one rule for each result, none for `infer=none`, an operation without results.
    pub infer: Vec<Infer>,
    /// `return_like`: its operands are what its parent's region yields (`yields(r)` in relations).
    pub return_like: bool,
    /// `returns=x`: only the operands of this name are yielded.
    pub returns: Option<Ident>,
    /// `operand_segments`: carries `operandSegmentSizes`.
    pub operand_segments: bool,
    /// `result_segments`: carries `resultSegmentSizes`.
    pub result_segments: bool,
    /// `same_operand_sizes`: all groups of operands that may have several have equally many.
    pub same_operand_sizes: bool,
    /// `same_result_sizes`: the same of the results.
    pub same_result_sizes: bool,
    /// `successors=N`: exact number of successors; `None` says nothing known, plain specs mean zero.
    pub successors: Option<u32>,
    /// `any_successors`: any number of successors.
    pub any_successors: bool,
    /// `constant_like`
    pub constant_like: bool,
    /// `scoped_allocation`: an allocation scope.
    pub allocation_scope: bool,
    /// `opaque`: its results may be anything of their types.
    pub opaque: bool,
    /// `open_regions`: the definition says nothing about regions.
    pub open_regions: bool,
    /// Result types that are not written follow from the rest, in a way that only C++ says.
    pub inferred_in_cpp: bool,
    /// `checked_in_cpp`: C++ may refuse types that the definition permits.
    pub checked_in_cpp: bool,
    /// `one_shape`: shapes that the relations compare by `~` are taken to be one in every match.
    pub one_shape: bool,
    /// Words that no field above stands for, kept so that nothing is lost.
    pub other: Vec<Ident>,
}

/// How the type of one result follows from the rest, one word of `infer=a,b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Infer {
    /// `type(x)`: the type of an operand or of a typed attribute.
    Type(Ident),
    /// `element(x)`: the element type of an operand.
    Element(Ident),
    /// `i1(x)`: `i1` in the shape of an operand.
    Bool(Ident),
    /// A written integer type or `index`, as a type attribute.
    Fixed(crate::data::TypeId),
}

impl Traits {
    /// Returns true for an operation that does nothing but make its results, undefined behaviour aside.
    pub fn has_no_effect(&self) -> bool {
        self.pure || self.deterministic
    }

    /// Reads one word of `assay.traits` into `self`. False when the word is unknown or malformed; it is then
    /// kept in [`Traits::other`].
    pub(super) fn read(&mut self, ctx: &Context, word: &str) -> bool {
        let known = match word.split_once('=') {
            Some((key, value)) => self.read_with_value(ctx, key.trim(), value.trim()),
            None => self.read_flag(word.trim()),
        };
        if !known {
            self.other.push(ctx.ident(word));
        }
        known
    }

    fn read_flag(&mut self, word: &str) -> bool {
        let flag = match word {
            "terminator" => &mut self.terminator,
            "isolated" => &mut self.isolated,
            "graph" => &mut self.graph,
            "single_block" => &mut self.single_block,
            "no_terminator" => &mut self.no_terminator,
            "symbol" => &mut self.symbol,
            "symbol_table" => &mut self.symbol_table,
            "symbol_user" => &mut self.symbol_user,
            "pure" => &mut self.pure,
            "deterministic" => &mut self.deterministic,
            "commutative" => &mut self.commutative,
            "return_like" => &mut self.return_like,
            "operand_segments" => &mut self.operand_segments,
            "result_segments" => &mut self.result_segments,
            "same_operand_sizes" => &mut self.same_operand_sizes,
            "same_result_sizes" => &mut self.same_result_sizes,
            "any_successors" => &mut self.any_successors,
            "constant_like" => &mut self.constant_like,
            "scoped_allocation" => &mut self.allocation_scope,
            "opaque" => &mut self.opaque,
            "open_regions" => &mut self.open_regions,
            "inferred_in_cpp" => &mut self.inferred_in_cpp,
            "checked_in_cpp" => &mut self.checked_in_cpp,
            "one_shape" => &mut self.one_shape,
            _ => return false,
        };
        *flag = true;
        true
    }

    fn read_with_value(&mut self, ctx: &Context, key: &str, value: &str) -> bool {
        if value.is_empty() {
            return false;
        }
        match key {
            "implicit_terminator" => self.implicit_terminator = Some(ctx.ident(value)),
            "parents" => self.parents = value.split('|').map(|name| ctx.ident(name.trim())).collect(),
            "children" => self.children = value.split('|').map(|name| ctx.ident(name.trim())).collect(),
            "returns" => {
                self.return_like = true;
                self.returns = Some(ctx.ident(value));
            }
            "successors" => match value.parse() {
                Ok(count) => self.successors = Some(count),
                Err(_) => return false,
            },
            "infer" => match read_infer(ctx, value) {
                Some(rules) => {
                    self.infers_results = true;
                    self.infer = rules;
                }
                None => return false,
            },
            _ => return false,
        }
        true
    }
}

fn read_infer(ctx: &Context, text: &str) -> Option<Vec<Infer>> {
    if text == "none" {
        return Some(Vec::new());
    }
    text.split(',').map(|part| read_infer_rule(ctx, part.trim())).collect()
}

fn read_infer_rule(ctx: &Context, text: &str) -> Option<Infer> {
    if let Some(argument) = text.strip_prefix("type(").and_then(|rest| rest.strip_suffix(')')) {
        return Some(Infer::Type(ctx.ident(argument)));
    }
    if let Some(argument) = text.strip_prefix("element(").and_then(|rest| rest.strip_suffix(')')) {
        return Some(Infer::Element(ctx.ident(argument)));
    }
    if let Some(argument) = text.strip_prefix("i1(").and_then(|rest| rest.strip_suffix(')')) {
        return Some(Infer::Bool(ctx.ident(argument)));
    }
    if text == "index" {
        return Some(Infer::Fixed(ctx.index()));
    }
    let width = text.strip_prefix('i')?.parse().ok()?;
    Some(Infer::Fixed(ctx.integer(width)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_fields() {
        let ctx = Context::new();
        let mut traits = Traits::default();
        for word in ["terminator", "parents=func.func|a.b", "infer=type(lhs),i1(lhs)", "successors=2"] {
            assert!(traits.read(&ctx, word), "{word}");
        }
        let lhs = ctx.ident("lhs");
        assert!(traits.terminator && traits.infers_results);
        assert_eq!(traits.parents, [ctx.ident("func.func"), ctx.ident("a.b")]);
        assert_eq!(traits.infer, [Infer::Type(lhs), Infer::Bool(lhs)]);
        assert_eq!(traits.successors, Some(2));
    }

    #[test]
    fn an_unknown_word_is_kept() {
        let ctx = Context::new();
        let mut traits = Traits::default();
        assert!(!traits.read(&ctx, "purple") && !traits.read(&ctx, "successors=two"));
        assert_eq!(traits.other, [ctx.ident("purple"), ctx.ident("successors=two")]);
    }
}
