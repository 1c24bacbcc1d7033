//! `irdl.check_subset {..} of {..}`: a question about two sets of constraints, written as an operation. Each side is a list
//! of constraint values, of which `irdl.yield` names those that the sides have in common, by position. Reads it; what the
//! answer is, the verifier says.

use super::Loader;
use crate::data::{AttrKind, Ident, OpId, Program, RegionId, Span, known};
use crate::diagnostic::Diagnostic;
use crate::spec::relation::{self, StatedRelation};
use crate::spec::{Constraint, Registry, Relation, Signature, Var};

/// A question: does every assignment of the left side extend to one of the right side?
#[derive(Clone, Debug)]
pub struct CheckSubset {
    /// Where it is written.
    pub span: Span,
    /// What is known.
    pub left: Side,
    /// What has to hold.
    pub right: Side,
}

/// One side of a question.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Constraint of each variable.
    pub constraints: Vec<(Constraint, Span)>,
    /// The variables that it has in common with the other side.
    pub yields: Vec<Var>,
    /// Variables that neither `irdl.yield` nor another constraint names: they need a value too.
    pub requires: Vec<Var>,
    /// What `irdl.relation` says.
    pub relations: Vec<Named>,
}

/// A relation between named variables.
#[derive(Clone, Debug)]
pub struct Named {
    /// Relations, of which there is one, or none.
    pub relation: Option<Relation>,
    /// Lists of types that are equal, of which there is one, or none.
    pub signature: Option<Signature>,
    /// What each name stands for; a name may stand for several.
    pub names: Vec<(Ident, Var)>,
    /// The names that are attributes and not types.
    pub attributes: Vec<Ident>,
    /// Where it is written.
    pub span: Span,
}

/// The questions of a program in order, and what is wrong with them. The registry knows the dialects of the program.
pub fn check_subsets(program: &Program, registry: &mut Registry) -> (Vec<CheckSubset>, Vec<Diagnostic>) {
    let mut loader = Loader {
        program,
        ctx: program.ctx(),
        kinds: Default::default(),
        defined: Default::default(),
        registry,
        diagnostics: Vec::new(),
    };
    let all: Vec<OpId> =
        program.walk(program.top()).filter(|op| program.op(*op).name == known::IRDL_CHECK_SUBSET).collect();
    let questions = all.into_iter().filter_map(|op| loader.check_subset(op)).collect();
    (questions, loader.diagnostics)
}

impl Loader<'_> {
    fn check_subset(&mut self, op: OpId) -> Option<CheckSubset> {
        let [left, right] = self.program.op_regions(op) else {
            self.error(op, "`irdl.check_subset` needs two sides, `{..} of {..}`");
            return None;
        };
        let [left, right] = [*left, *right].map(|region| self.side(op, region));
        let (left, right) = (left?, right?);
        if left.yields.len() != right.yields.len() {
            let (l, r) = (left.yields.len(), right.yields.len());
            self.error(op, format!("one side yields {l} variables and the other one {r}"));
            return None;
        }
        Some(CheckSubset { span: self.place(op), left, right })
    }

    fn side(&mut self, op: OpId, region: RegionId) -> Option<Side> {
        let [block] = self.program.region(region).blocks[..] else {
            self.error(op, "a side of `irdl.check_subset` has one block");
            return None;
        };
        let before = self.diagnostics.len();
        let children: Vec<OpId> = self.program.ops_in(block).collect();
        let definition = self.definition_of(&children, known::EMPTY);
        let mut side = Side { constraints: definition.constraints.clone(), ..Side::default() };
        let (last, others) = match definition.others.split_last() {
            Some((last, others)) if self.program.op(*last).name == known::IRDL_YIELD => (*last, others),
            _ => {
                self.error(op, "a side of `irdl.check_subset` ends with `irdl.yield`");
                return None;
            }
        };
        side.yields = self.operand_vars(last, &definition);
        for other in others {
            match self.program.op(*other).name {
                known::IRDL_RELATION => {
                    let named = self.named_relation(*other, &definition);
                    side.relations.extend(named);
                }
                _ => {
                    let text = self.program.op_name(*other);
                    self.error(*other, format!("`{text}` does not belong into `irdl.check_subset`"));
                }
            }
        }
        let mut used = vec![false; side.constraints.len()];
        for (constraint, _) in &side.constraints {
            if let Constraint::AnyOf(parts) | Constraint::AllOf(parts) | Constraint::Parametric(_, parts) =
                constraint
            {
                parts.iter().for_each(|part| used[part.0 as usize] = true);
            }
        }
        side.yields.iter().for_each(|var| used[var.0 as usize] = true);
        let open = (0..side.constraints.len()).filter(|slot| !used[*slot]);
        side.requires = open.map(|slot| Var(slot as u32)).collect();
        (self.diagnostics.len() == before).then_some(side)
    }

    fn named_relation(&mut self, op: OpId, definition: &super::Definition) -> Option<Named> {
        let Some(text) = self.attr_text(op, "text") else {
            self.error(op, "empty `irdl.relation`");
            return None;
        };
        let (relation, signature) = match relation::read(self.ctx, text) {
            Ok(StatedRelation::Relation(relation)) => (Some(relation), None),
            Ok(StatedRelation::Signature(signature)) => (None, Some(signature)),
            Ok(StatedRelation::Check(_)) => {
                self.error(op, "a check belongs to the definition of an operation");
                return None;
            }
            Err(message) => {
                self.error(op, message);
                return None;
            }
        };
        let names = self.parameters(op, definition);
        let listed = self.attr(op, "attributes").map(|attr| match self.ctx.attr_kind(attr) {
            AttrKind::Array(items) => items.to_vec(),
            _ => Vec::new(),
        });
        let texts = listed.unwrap_or_default().into_iter().filter_map(|item| super::string(self.ctx, item));
        let attributes = texts.map(|text| self.ctx.ident(text)).collect();
        Some(Named { relation, signature, names, attributes, span: self.place(op) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Context, Source};
    use crate::text;

    fn read(text: &str) -> (Vec<CheckSubset>, Vec<String>) {
        let ctx = Context::new();
        let parsed = text::parse(&ctx, &Source::new("q", text));
        assert_eq!(parsed.diagnostics, []);
        let printed = text::print(&parsed.program, &text::PrintOptions::default());
        let again = text::parse(&ctx, &Source::new("q", printed.as_str()));
        assert_eq!(text::print(&again.program, &text::PrintOptions::default()), printed);
        let (questions, said) = check_subsets(&parsed.program, &mut Registry::new(&ctx));
        (questions, said.into_iter().map(|one| one.message).collect())
    }

    #[test]
    fn both_sides_are_read_with_what_they_yield_and_require() {
        let text = "irdl.check_subset {\n  %0 = irdl.any\n  %1 = irdl.is i32\n  %2 = irdl.all_of(%0, %1)\n  \
                    irdl.relation \"width(a) < width(b)\"(a: %0, b: %1)\n  irdl.yield %0\n} of {\n  \
                    %0 = irdl.any_of()\n  irdl.yield %0\n}\n";
        let (questions, said) = read(text);
        assert_eq!(said, [""; 0]);
        let [question] = &questions[..] else { panic!("{questions:?}") };
        assert_eq!((&question.left.yields[..], &question.left.requires[..]), (&[Var(0)][..], &[Var(2)][..]));
        assert_eq!(question.left.relations[0].names.len(), 2);
        assert_eq!(question.right.constraints[0].0, Constraint::AnyOf(Vec::new()));
    }

    #[test]
    fn what_is_no_question_is_an_error() {
        let one = "irdl.check_subset {\n  %0 = irdl.any\n  irdl.yield %0\n} of {\n  irdl.yield\n}\n";
        let (questions, said) = read(one);
        assert!(questions.is_empty());
        assert_eq!(said, ["one side yields 1 variables and the other one 0"]);
        let (_, said) = read("irdl.check_subset {\n  %0 = irdl.any\n} of {\n  irdl.yield\n}\n");
        assert_eq!(said, ["a side of `irdl.check_subset` ends with `irdl.yield`"]);
    }
}
