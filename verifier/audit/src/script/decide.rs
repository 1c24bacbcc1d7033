//! The outcome of a step as far as its text and the payload decide it: the conditions of `conditions.txt`, each of which holds,
//! does not, or is not known. `targets` has the conditions on operations of the payload, `numbers` those on attributes.
//!
//! Succeeding means that MLIR's implementation has no other way to fail; the table says for which steps that is so.

use std::rc::Rc;

use assay_ir::data::{OpId, Program};
use assay_ir::rule::Rule;

use super::conditions::{Answer, Condition, Decision, table};
use super::kinds::{self, Interface, implements, isolated};
use super::payload::{Part, What};
use super::run::Run;
use super::{effects, text};

impl Run<'_> {
    /// Decides a step before it runs.
    pub(super) fn decide(&mut self, op: OpId) -> Decision {
        match table().steps.get(self.program.op_name(op)) {
            Some(conditions) => self.conditions(op, conditions),
            None => Decision::Open,
        }
    }

    fn conditions(&mut self, op: OpId, conditions: &[Condition]) -> Decision {
        let mut open = false;
        for condition in conditions {
            if let Some((is_there, attr)) = condition.given
                && is_there != self.is_given(op, attr)
            {
                continue;
            }
            match self.answer(op, condition) {
                Answer::Holds => {}
                Answer::Not(why) if condition.decides => {
                    let of_number = super::numbers::is_one(condition.word);
                    return Decision::Fails(if of_number { Rule::C514 } else { Rule::C516 }, why);
                }
                _ => open = true,
            }
        }
        if open { Decision::Open } else { Decision::Succeeds }
    }

    /// Tells if an attribute is there and says something: no `false`, no `-1`, no list of zeros.
    pub(super) fn is_given(&self, op: OpId, attr: &str) -> bool {
        let Some(value) = text::attr(self.program, op, attr) else { return false };
        let listed = text::integers(self.program, op, attr).filter(|_| text::is_list(self.program, value));
        match (text::integer(self.program, value), listed) {
            (Some(number), _) => number != 0 && number != -1,
            (None, Some(list)) => list.iter().any(|number| *number != 0),
            (None, None) => true,
        }
    }

    fn answer(&mut self, op: OpId, condition: &Condition) -> Answer {
        let first = condition.arguments.first().copied().unwrap_or_default();
        if let Some(answer) = self.number_condition(op, condition) {
            return answer;
        }
        match condition.word {
            "op" => self.named_one_of(op, first),
            "isolated" => self.all_targets(op, |run, part| run.is_isolated(part)),
            "apart" => self.all_targets(op, |run, part| run.lies_apart(op, part)),
            "untracked" => {
                let parts = self.parts(op, 0);
                let of_it: Vec<_> = self.program.operands(op).collect();
                let hit = self.state.hits(self.program, self.program.ctx(), &parts);
                Answer::only(hit.iter().all(|(value, ..)| of_it.contains(value)))
            }
            "one" => match self.exact(op, 0) {
                Some(nodes) => Answer::from_bool(nodes.len() == 1, || {
                    format!("this needs exactly one operation, and there are {}", nodes.len())
                }),
                None => Answer::Unknown,
            },
            "exact" => Answer::only(self.exact(op, 0).is_some()),
            "form" => match super::Form::parse(first) {
                Some(form) => {
                    let parts = self.parts(op, 0);
                    let held =
                        |part: &Part| matches!(self.normal_form(*part, form), super::NormalForm::Yes(_));
                    Answer::only(parts.iter().all(held))
                }
                None => Answer::Unknown,
            },
            "patterns" => self.has_plain_patterns(op),
            "converter" => self.has_converter(op),
            "registered" => self.registered(op),
            "pass" => self.pass_succeeds(op),
            "plain" => self.plain_options(op),
            _ => self.target_condition(op, condition).unwrap_or(Answer::Unknown),
        }
    }

    /// The answer for all parts of the first operand.
    pub(super) fn all_targets(&self, op: OpId, one: impl Fn(&Self, Part) -> Answer) -> Answer {
        Answer::all(self.parts(op, 0).into_iter().map(|part| one(self, part)))
    }

    /// Tells if the targets have one of some names: `a.b`, a dialect, or a set.
    fn named_one_of(&self, op: OpId, listed: &str) -> Answer {
        self.all_targets(op, |run, part| {
            let Some(names) = run.state.payload.names(part) else { return Answer::Unknown };
            let fits = |name: &str| {
                let mut all = listed.split('|').map(|one| run.is_of(name, one));
                let known: Option<Vec<bool>> = all.try_fold(Vec::new(), |mut found, one| {
                    if one == Some(true) {
                        found.clear();
                    }
                    found.push(one?);
                    Some(found)
                });
                known.map(|known| known.contains(&true))
            };
            let names: Vec<&str> = names.iter().map(|name| run.ctx().str(*name)).collect();
            let answers: Vec<Option<bool>> = names.iter().map(|name| fits(name)).collect();
            if !answers.is_empty() && answers.iter().all(|fits| *fits == Some(true)) {
                // Names alone do not decide what a step does to unknown operations.
                return Answer::only(matches!(part, Part::Op(_)) || run.given.is_some());
            }
            // A group may hold no operation.
            let certain = matches!(part, Part::Op(_)) && answers.iter().all(|fits| *fits == Some(false));
            match names.first() {
                Some(name) if certain => {
                    let takes: Vec<String> = listed.split('|').map(described).collect();
                    Answer::Not(format!(
                        "`{name}` is no target of this step, which takes {}",
                        takes.join(", ")
                    ))
                }
                _ => Answer::Unknown,
            }
        })
    }

    /// Tells if a name is, or is in, what a word of the table says.
    fn is_of(&self, name: &str, word: &str) -> Option<bool> {
        match word {
            "@linalg" => implements(Interface::Linalg, name),
            "@tiling" => implements(Interface::Tiling, name),
            "@loop" => implements(Interface::Loop, name),
            _ if word.starts_with('@') => Some(table().set(word).contains(&name)),
            _ => Some(name == word || name.split('.').next() == Some(word)),
        }
    }

    fn is_isolated(&self, part: Part) -> Answer {
        let names = self.state.payload.names(part);
        let Some([name]) = names.as_deref() else { return Answer::Unknown };
        let name = self.ctx().str(*name);
        match isolated(name) {
            Some(true) => Answer::Holds,
            Some(false) if matches!(part, Part::Op(_)) => Answer::Not(format!(
                "`{name}` is not isolated from above, and this needs an operation that is"
            )),
            _ => Answer::Unknown,
        }
    }

    /// Tells if a target does not hold the script.
    fn lies_apart(&self, op: OpId, part: Part) -> Answer {
        let Part::Op(node) = part else { return Answer::Unknown };
        let Some(given) = self.given else { return Answer::Unknown };
        let own = std::ptr::eq(given, self.program);
        match self.state.payload.node(node).what {
            What::Op { payload: Some(target), .. } => {
                Answer::from_bool(!own || !self.program.is_within(op, target), || {
                    format!("`{}` holds the script: a step is not applied to it", given.op_name(target))
                })
            }
            // What a step makes holds no script.
            _ => Answer::Holds,
        }
    }

    /// Tells if all patterns of an application are sets that keep any payload valid.
    fn has_plain_patterns(&self, op: OpId) -> Answer {
        let body = text::body(self.program, op).map(|block| self.program.ops_in(block).collect::<Vec<_>>());
        let plain = |set: &OpId| {
            let name = self.program.op_name(*set);
            !table().steps.contains_key(name) && effects::lookup(name).is_some_and(|effects| effects.pattern)
        };
        Answer::only(body.unwrap_or_default().iter().all(plain))
    }

    /// Tells if conversion patterns have a type converter.
    fn has_converter(&self, op: OpId) -> Answer {
        let regions = self.program.op_regions(op);
        let is_empty =
            text::body(self.program, op).is_none_or(|block| self.program.first_op(block).is_none());
        Answer::from_bool(is_empty || regions.len() > 1, || {
            "the patterns need a type converter, and there is none".to_owned()
        })
    }

    // --- registered passes ------------------------------------------------------------------------------------

    fn pass_name(&self, op: OpId) -> Option<&str> {
        let name =
            text::attr(self.program, op, "pass_name").and_then(|name| text::string(self.program, name))?;
        Some(self.program.ctx().str(name))
    }

    /// The option names of a pass step with their values.
    fn options(&self, op: OpId) -> Vec<(&str, assay_ir::data::AttrId)> {
        let ctx = self.program.ctx();
        let list = text::attr(self.program, op, "options").map_or(&[][..], |list| ctx.entries(list));
        list.iter().map(|(name, value)| (ctx.str(*name), *value)).collect()
    }

    /// Tells if the pass and its options are registered.
    fn registered(&self, op: OpId) -> Answer {
        let (Some(registry), Some(name)) = (self.registry.filter(|one| !one.is_empty()), self.pass_name(op))
        else {
            return Answer::Unknown;
        };
        let Some(options) = registry.options(name) else {
            return Answer::Not(format!("there is no pass `{name}`"));
        };
        match self.options(op).into_iter().find(|(option, _)| !options.contains_key(*option)) {
            Some((option, _)) => Answer::Not(format!("the pass `{name}` has no option `{option}`")),
            None => Answer::Holds,
        }
    }

    fn pass_succeeds(&mut self, op: OpId) -> Answer {
        let row = self.pass_name(op).and_then(|name| table().steps.get(format!("pass:{name}").as_str()));
        let Some(conditions) = row else { return Answer::Unknown };
        let plain = self.plain_options(op);
        let decided = self.conditions(op, conditions);
        Answer::only(decided == Decision::Succeeds && plain == Answer::Holds)
    }

    /// Tells if all options have values of their types.
    fn plain_options(&self, op: OpId) -> Answer {
        let given = self.options(op);
        if given.is_empty() {
            return Answer::Holds;
        }
        let options = self.pass_name(op).zip(self.registry).and_then(|(name, all)| all.options(name));
        let Some(options) = options else { return Answer::Unknown };
        let ctx = self.program.ctx();
        let fits = |(name, value): &(&str, _)| match options.get(*name).map(String::as_str) {
            Some("") => text::boolean(self.program, *value).is_some() && !name.starts_with("test-"),
            Some("<int>" | "<long>") => {
                text::integer(self.program, *value).is_some_and(|value| i32::try_from(value).is_ok())
                    && ctx.attr_type(*value) != Some(ctx.integer(1))
            }
            _ => false,
        };
        Answer::only(given.iter().all(fits))
    }
}

/// A word of the table as text.
fn described(word: &str) -> String {
    match word {
        "@linalg" => "structured operations".to_owned(),
        "@tiling" => "operations that can be tiled".to_owned(),
        "@loop" => "loops".to_owned(),
        _ => match word.strip_prefix('@') {
            Some(set) => format!("{set}s"),
            None => format!("`{word}`"),
        },
    }
}

/// The names of the operations around a part, from the inside out, up to an unknown one.
pub(super) fn names_around(run: &Run<'_>, part: Part) -> Option<Vec<Rc<str>>> {
    let Part::Op(node) = part else { return None };
    let name = |node| run.state.payload.name(node).map(|name| Rc::from(run.ctx().str(name)));
    run.state.payload.ancestors(node).map(name).collect()
}

/// The operation that holds the symbols around one.
pub(super) fn symbol_table(given: &Program, op: OpId) -> Option<OpId> {
    let mut around = std::iter::successors(Some(op), |op| given.parent_op(*op));
    around.find(|op| matches!(kinds::holds_symbols(given.op_name(*op)), Some(true)))
}
