//! One case of a pattern with open types: the kinds of all of them. It is asked about at widths one after the other, until an
//! argument speaks for those that are left, or time is up.

use assay_ir::data::FloatKind;

use super::display::{named, shapes, spans};
use super::questions::question;
use super::scope::Scope;
use super::state::{LEAST_WIDTH, Next, STEPS_BEHIND, Stage, TypedOutcome, UNITS_BEHIND, not_asked};
use super::types::{Case, Choice, Kind, Plan};
use super::width_generic::Argued;
use super::{poison, wide_integers};
use crate::pattern::classes::Classes;
use crate::pattern::model::Model;
use crate::verdict::Unknown;
use assay_term::decide::Decider;
use assay_term::enumerate::Decision;
use assay_term::sample;

/// Resource units for one of many widths.
pub(super) const UNITS_OF_ONE_WIDTH: u64 = 1_000_000;

/// Most widths without a question of their own that are tried on inputs that are drawn.
const MAX_DRAWN: usize = 8;

/// A case, and what is known of it so far.
pub(super) struct CaseSearch<'a> {
    model: &'a Model,
    classes: &'a Classes<'a>,
    plan: &'a Plan,
    case: &'a Case,
    /// Open types that are integers or have such elements.
    integers: usize,
    /// Integers of one open width are all there is.
    alone: bool,
    /// The widest of the widths that were decided last, and how many were.
    last: u32,
    decided: usize,
    /// Those of them at which every operation is described.
    described: Vec<&'a [u32]>,
    /// Something matches at the widths so far.
    matched: bool,
    timed_out: bool,
    tried_orders: bool,
}

/// The way on behind one combination of widths.
enum WidthOutcome {
    /// It was decided, or is left open.
    All,
    /// A user does not describe an operation at these types.
    NotDescribed,
    /// Nothing further is asked of the case.
    Last(Next),
}

impl<'a> CaseSearch<'a> {
    pub(super) fn new(
        model: &'a Model,
        classes: &'a Classes<'a>,
        plan: &'a Plan,
        case: &'a Case,
    ) -> CaseSearch<'a> {
        CaseSearch {
            model,
            classes,
            plan,
            case,
            integers: case.kinds.iter().filter(|kind| kind.has_width()).count(),
            alone: case.kinds == [Kind::Integer] && !case.index,
            last: 0,
            decided: 0,
            described: Vec::new(),
            matched: false,
            timed_out: false,
            tried_orders: false,
        }
    }

    /// Tells if enough widths were decided to leave the others out.
    fn has_enough(&self) -> bool {
        self.integers > 0 && self.last >= LEAST_WIDTH
    }

    /// Takes down that a combination of widths was decided.
    fn decides(&mut self, widths: &'a [u32]) {
        self.described.push(widths);
        self.last = widths.iter().copied().max().unwrap_or(0);
        self.decided += 1;
    }

    /// The widths that an argument for all from [`sample::FROM`] on speaks for, with those before.
    fn all_widths(&self, scope: &Scope) -> String {
        let wide = || format!("integers of {} bits and more", sample::FROM);
        match (scope.undescribed.is_some(), self.described.is_empty()) {
            (false, _) => "integers of all widths".to_owned(),
            (true, true) => wide(),
            (true, false) => format!("{}, {}", spans(&self.described), wide()),
        }
    }
}

impl Stage<'_> {
    pub(super) fn case(&mut self, mut asking: CaseSearch<'_>, scope: &mut Scope) -> Next {
        let CaseSearch { model, classes, plan, case, .. } = asking;
        // Where many widths are asked, none of them may take long.
        self.decider.units = (!plan.open.is_empty()).then_some(UNITS_OF_ONE_WIDTH);
        if !plan.open.is_empty() {
            self.budget.types_are_open();
        }
        let argued = Argued { task: self.task, model, classes, plan, case };
        if !self.functions.alone
            && plan.wide(self.task.registry.ctx()).is_some()
            && !argued.never_at_all(self.proof, false)
            && argued.never_at_all(self.proof, true)
        {
            scope.asked = true;
            return Next::On;
        }
        if self.breaks_extended(model, classes, plan) {
            return Next::On;
        }
        for widths in &case.widths {
            if asking.decided > 0 && scope.is_spent() {
                break;
            }
            if let Some(native) = self.behind.as_ref().filter(|_| self.budget.is_spent()) {
                self.result.leave_open(native.clone());
                break;
            }
            if self.argues_for_the_rest(&argued, &mut asking, widths, scope) {
                return Next::On;
            }
            if asking.has_enough() && self.budget.is_spent_on_widths() {
                asking.timed_out = true;
                break;
            }
            let told = self.at_widths(&mut asking, widths, scope);
            if let WidthOutcome::Last(next) = told {
                return next;
            }
            if self.result.open.is_some() || asking.timed_out {
                break;
            }
            if self.behind.is_some() && asking.integers > 1 {
                self.budget.charge_steps(STEPS_BEHIND);
            }
            if matches!(told, WidthOutcome::All) {
                asking.decides(widths);
            }
        }
        self.sums_up(&asking, scope);
        Next::On
    }

    /// Tells if an argument speaks for these widths and all that come behind them.
    fn argues_for_the_rest(
        &mut self,
        argued: &Argued<'_>,
        asking: &mut CaseSearch<'_>,
        widths: &[u32],
        scope: &mut Scope,
    ) -> bool {
        if self.functions.alone {
            return false;
        }
        if asking.alone && *widths == [sample::FROM] && self.result.open.is_none() {
            // Where nothing matched so far, the question is whether anything ever does.
            let matches = asking.matched;
            if argued.never_at_all(self.proof, matches) {
                if matches {
                    scope.enough = true;
                    scope.words.push(asking.all_widths(scope));
                }
                return true;
            }
        }
        if asking.tried_orders || asking.integers < 2 || widths.iter().all(|width| *width < sample::FROM) {
            return false;
        }
        // All widths below were asked about, each by itself.
        asking.tried_orders = true;
        let asked = asking.matched && scope.undescribed.is_none() && self.result.open.is_none();
        let never = asked && argued.never_in_any_order(self.proof);
        if never {
            scope.enough = true;
            scope.words.push("integers of all widths".to_owned());
        }
        never
    }

    /// Asks at one combination of widths, with each choice of the other types.
    fn at_widths(&mut self, asking: &mut CaseSearch<'_>, widths: &[u32], scope: &mut Scope) -> WidthOutcome {
        let CaseSearch { model, classes, plan, case, integers, .. } = *asking;
        let mut told = WidthOutcome::All;
        for choice in case.choices() {
            let types = plan.at(self.task.registry.ctx(), case, widths, choice);
            (scope.count, scope.of_model) = (scope.count + 1, scope.of_model + 1);
            match self.at(model, classes, &types) {
                TypedOutcome::Holds => {}
                TypedOutcome::Empty => continue,
                TypedOutcome::Refuted => {
                    let the_match = poison::Match { registry: self.task.registry, model, classes };
                    if let Some(name) = the_match.without_spec(plan).filter(|_| scope.asked) {
                        self.only_where_allowed(name);
                    }
                    return WidthOutcome::Last(Next::On);
                }
                TypedOutcome::NoMeaning(name, op) => {
                    return WidthOutcome::Last(Next::Stop(Box::new(not_asked(name, self.span(op)))));
                }
                TypedOutcome::Undescribed(what, op) => {
                    let span = self.span(op);
                    if plan.open.is_empty() {
                        self.result.leave_open(Unknown::Unsupported { what, span });
                        return WidthOutcome::Last(Next::On);
                    }
                    // Types that the user does not speak of are left out, and the scope says what is not.
                    scope.omit("types without a description");
                    scope.undescribed.get_or_insert((what, span));
                    told = WidthOutcome::NotDescribed;
                    continue;
                }
                TypedOutcome::Open(Unknown::Timeout) if asking.has_enough() => asking.timed_out = true,
                TypedOutcome::Open(Unknown::Timeout)
                    if integers == 0 && (scope.enough || asking.matched) && !plan.open.is_empty() =>
                {
                    scope.timeouts.push(match case.index {
                        true => format!("index at {} bits", choice.index),
                        false => choice.float.keyword().to_owned(),
                    });
                    asking.timed_out = true;
                    continue;
                }
                TypedOutcome::Open(why) => self.result.leave_open(self.behind.clone().unwrap_or(why)),
            }
            scope.asked = true;
            asking.matched = true;
        }
        told
    }

    /// Says what was decided of a case.
    fn sums_up(&mut self, asking: &CaseSearch<'_>, scope: &mut Scope) {
        let CaseSearch { model, classes, plan, case, integers, last, decided, timed_out, .. } = *asking;
        if asking.described.is_empty() && !timed_out && scope.undescribed.is_some() {
            return;
        }
        let unsolved = self.behind.is_some() && self.result.open.is_some() && self.result.findings.is_empty();
        if integers > 0 && (timed_out || unsolved) {
            let rest = &case.widths[decided..];
            if self.breaks_by_drawn_inputs((model, classes), plan, case, rest) {
                return;
            }
            scope.timeouts.extend(named(rest).filter(|_| timed_out));
        }
        if integers > 0 {
            // That nothing matches up to some width does not say that nothing ever does.
            scope.asked |= asking.alone;
            let all = case.all_widths && asking.described.len() == case.widths.len();
            if !all {
                scope.omit(if integers == 1 { "wider integers" } else { "other combinations of widths" });
            }
            scope.words.push(match (integers, all || scope.undescribed.is_some()) {
                (_, true) => spans(&asking.described),
                (1, false) => format!("i1..i{last}"),
                _ => format!("{decided} combinations of widths, each at most {last}"),
            });
        }
        scope.words.extend(shapes(&case.kinds).map(str::to_owned));
        if case.kinds.iter().any(|kind| matches!(kind, Kind::Named(_))) {
            scope.omit("other vectors and tensors");
        }
        scope.enough |= asking.has_enough();
        if case.index && asking.matched && !timed_out && self.functions.pairs == 0 {
            scope.words.push("index at 32 and 64 bits".to_owned());
        }
        if case.kinds.contains(&Kind::Float) {
            let timed_out = |float: &FloatKind| scope.timeouts.iter().any(|text| text == float.keyword());
            let decided =
                case.choices().into_iter().map(|choice| choice.float).filter(|float| !timed_out(float));
            scope.words.push(decided.map(FloatKind::keyword).collect::<Vec<_>>().join(", "));
        }
    }

    /// Tells if it is refuted, or warned of, at some of the widths that no solver is asked about, by inputs that are drawn.
    fn breaks_by_drawn_inputs(
        &mut self,
        (model, classes): (&Model, &Classes<'_>),
        plan: &Plan,
        case: &Case,
        rest: &[Vec<u32>],
    ) -> bool {
        if self.functions.alone {
            return false;
        }
        let alone = Decider { solvers: None, budget: None, ..self.decider };
        let step = rest.len().div_ceil(MAX_DRAWN).max(1);
        // The widest are the farthest from what was decided.
        rest.iter().rev().step_by(step).any(|widths| {
            let types = plan.at(self.task.registry.ctx(), case, widths, Choice::PLAIN);
            let breaks = question(self.task, model, classes, &types).is_some_and(|(mut pool, facts, any)| {
                matches!(alone.decide(&mut pool, &[facts, any]), Decision::Holds(_))
            });
            breaks
                && (matches!(self.at(model, classes, &types), TypedOutcome::Refuted)
                    || self.behind.is_some() && !self.result.findings.is_empty())
        })
    }

    /// Tells if a pattern over integers that are wider than expressions breaks: values that break it at a smaller width are
    /// extended, and count where the programs differ on them. Of narrow numbers that break nothing nothing follows.
    fn breaks_extended(&mut self, model: &Model, classes: &Classes<'_>, plan: &Plan) -> bool {
        let ctx = self.task.registry.ctx();
        let Some(wide) = plan.wide(ctx) else { return false };
        let (open, units) = (self.result.open.take(), self.decider.units);
        self.decider.units = Some(UNITS_BEHIND);
        for width in wide_integers::NARROW {
            let asked = self.at(model, classes, &plan.narrowed(ctx, wide, width));
            // A number that is written may be another one at the first width.
            let holds = || {
                wide_integers::says_the_same(ctx, model, classes, wide)
                    && matches!(asked, TypedOutcome::Holds)
            };
            if self.refuted() || holds() {
                break;
            }
        }
        (self.result.open, self.decider.units) = (open, units);
        self.refuted()
    }
}
