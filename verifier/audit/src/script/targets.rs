//! Conditions on the operations and values that a step takes: what they hold, lie in, use and are.

use assay_ir::data::{OpId, Program, TypeKind, ValueId};
use assay_ir::ops;

use super::conditions::{Answer, Condition, table};
use super::decide::{names_around, symbol_table};
use super::kinds::{Interface, implements};
use super::loops::{dimensions, extents, is_generic};
use super::payload::Part;
use super::run::Run;
use super::text::chosen;
use super::{forms, text};

impl Run<'_> {
    /// The answer to a condition on targets; `None` for another condition.
    pub(super) fn target_condition(&mut self, op: OpId, condition: &Condition) -> Option<Answer> {
        let first = condition.arguments.first().copied().unwrap_or_default();
        Some(match condition.word {
            "results" => self.has_results(op, first),
            "blocks" => self.has_block(op, first),
            "holds" => self.holds(op, first),
            "inside" => self.all_targets(op, |run, part| match names_around(run, part) {
                Some(names) => Answer::from_bool(names.iter().any(|name| **name == *first), || {
                    format!("this needs an operation in a `{first}`")
                }),
                None => Answer::Unknown,
            }),
            "around" => self.has_loops_around(op, first),
            "within" => self.lies_within(op),
            "used-inside" => self.is_used_inside(op),
            "siblings" => self.siblings(op),
            "encoded" => self.original_targets(op, |given, target| {
                let mut all = given.operands(target).chain(given.results(target));
                let encoded = |value| {
                    matches!(
                        given.ctx().type_kind(given.value_type(value)),
                        TypeKind::RankedTensor { encoding: Some(_), .. }
                    )
                };
                Answer::from_bool(all.any(encoded), || "no operand and no result is sparse".to_owned())
            }),
            "queried" => self.original_targets(op, has_entries),
            "bare" => self.original_targets(op, |given, target| {
                Answer::from_bool(given.operand_count(target) == 0, || "the target has operands".to_owned())
            }),
            "callee" => self.callee(op),
            "member" => self.member(op),
            "annotates" => self.annotates(op),
            "params" => {
                let mut operands = self.program.operands(op).skip(1);
                let known = |value| self.state.get(value).is_some_and(|handle| handle.param.is_some());
                Answer::only(operands.all(known))
            }
            "reduction" => self.all_targets(op, |run, part| match run.loops(part) {
                Some(loops) => match loops.iter().filter(|one| one.reduces).count() {
                    1 => Answer::Holds,
                    0 => Answer::Not("the operation reduces nothing".to_owned()),
                    _ => Answer::Unknown,
                },
                None => Answer::Unknown,
            }),
            "flat" => self.all_targets(op, Run::is_elementwise),
            "elementwise" if !text::flag(self.program, op, "elementwise") => Answer::Holds,
            "elementwise" => self.all_targets(op, Run::is_elementwise),
            "projected" => self.all_targets(op, Run::lists_dimensions),
            "combines" => self.all_targets(op, Run::combines),
            "contraction" => self.is_contraction(op),
            "vectorizable" => self.all_targets(op, Run::is_vectorizable),
            "destinations" => self.destinations(op),
            "subviews" => self.has_subviews(op),
            _ => return self.value_condition(op, condition.word),
        })
    }

    fn value_condition(&self, op: OpId, word: &str) -> Option<Answer> {
        if !matches!(word, "values" | "defined" | "tensors" | "numbers" | "used") {
            return None;
        }
        let values = self.program.operand(op, 0).and_then(|value| self.state.get(value)?.values.clone());
        let (Some(values), Some(given)) = (values, self.given) else { return Some(Answer::Unknown) };
        let kind = |value: &ValueId| given.ctx().type_kind(given.value_type(*value));
        let element = |value: &ValueId| {
            let ty = given.value_type(*value);
            given.ctx().type_kind(given.ctx().element_type(ty).unwrap_or(ty))
        };
        let uses = |value: &ValueId| given.uses(*value).next().is_some();
        Some(match word {
            "defined" => {
                let all = values.iter().all(|value| given.defining_op(*value).is_some());
                Answer::from_bool(all, || "a block argument has no operation that defines it".to_owned())
            }
            "tensors" => {
                Answer::only(values.iter().all(|value| matches!(kind(value), TypeKind::RankedTensor { .. })))
            }
            "numbers" => Answer::only(
                values.len() == 1
                    && values
                        .iter()
                        .all(|value| matches!(element(value), TypeKind::Integer { .. } | TypeKind::Float(_))),
            ),
            "used" => Answer::from_bool(values.iter().all(uses), || "a value has no use".to_owned()),
            _ => Answer::Holds,
        })
    }

    /// The answer for the operations of the given program that the targets are.
    fn original_targets(&self, op: OpId, one: impl Fn(&Program, OpId) -> Answer) -> Answer {
        self.all_targets(op, |run, part| match run.original(part) {
            Some((given, target)) => one(given, target),
            None => Answer::Unknown,
        })
    }

    fn has_results(&self, op: OpId, count: &str) -> Answer {
        self.original_targets(op, |given, target| {
            let results = given.result_count(target);
            Answer::from_bool(count.parse() == Ok(results), || {
                format!("`{}` has {results} results, and this needs {count}", given.op_name(target))
            })
        })
    }

    fn has_block(&self, op: OpId, region: &str) -> Answer {
        self.original_targets(op, |given, target| {
            let region = region.parse::<usize>().ok().and_then(|index| given.op_regions(target).get(index));
            let blocks = region.map_or(0, |region| given.region(*region).blocks.len());
            Answer::from_bool(blocks == 1, || {
                format!("`{}` needs one block in each region, and one has {blocks}", given.op_name(target))
            })
        })
    }

    fn holds(&self, op: OpId, name: &str) -> Answer {
        self.original_targets(op, |given, target| {
            let is = |inner: OpId| {
                let inner = given.op_name(inner);
                inner == name || inner.split('.').next() == Some(name)
            };
            Answer::from_bool(given.walk(target).any(is), || {
                format!("`{}` holds no `{name}`", given.op_name(target))
            })
        })
    }

    fn has_loops_around(&self, op: OpId, number: &str) -> Answer {
        let number = number.parse().ok().or_else(|| text::number(self.program, op, number));
        let Some(number) = number.and_then(|number| usize::try_from(number).ok()) else {
            return Answer::Unknown;
        };
        self.all_targets(op, |run, part| match names_around(run, part) {
            Some(names) => {
                let loops =
                    names.iter().filter(|name| implements(Interface::Loop, name) == Some(true)).count();
                Answer::from_bool(loops >= number, || {
                    format!("{loops} loops are around the operation, and this needs {number}")
                })
            }
            None => Answer::Unknown,
        })
    }

    fn lies_within(&self, op: OpId) -> Answer {
        match (&self.parts(op, 0)[..], &self.parts(op, 1)[..]) {
            ([Part::Op(inner)], [Part::Op(outer)]) => {
                let inside = self.state.payload.is_within(*inner, *outer);
                Answer::from_bool(inside, || "the first operation is not in the second one".to_owned())
            }
            _ => Answer::Unknown,
        }
    }

    /// Tells if an operation of the second operand uses a result of those of the first.
    fn is_used_inside(&self, op: OpId) -> Answer {
        let parts = (self.parts(op, 0), self.parts(op, 1));
        let ([producer], [container]) = (&parts.0[..], &parts.1[..]) else { return Answer::Unknown };
        let (Some((given, producer)), Some((_, container))) =
            (self.original(*producer), self.original(*container))
        else {
            return Answer::Unknown;
        };
        let mut uses = given.results(producer).flat_map(|value| given.uses(value));
        let inside = uses.any(|slot| given.is_within(given.operand_owner(slot), container));
        Answer::from_bool(inside, || {
            format!("`{}` uses no result of `{}`", given.op_name(container), given.op_name(producer))
        })
    }

    /// Two loops of one block with the same bounds, of which none gives values.
    fn siblings(&self, op: OpId) -> Answer {
        let parts = (self.parts(op, 0), self.parts(op, 1));
        let ([first], [second]) = (&parts.0[..], &parts.1[..]) else { return Answer::Unknown };
        let (Some((given, first)), Some((_, second))) = (self.original(*first), self.original(*second))
        else {
            return Answer::Unknown;
        };
        if given.op(first).block != given.op(second).block {
            return Answer::Not("the loops are not in one block".to_owned());
        }
        let bounds = |op| forms::bounds(given, op).filter(|_| given.result_count(op) == 0);
        Answer::only(first != second && bounds(first).is_some() && bounds(first) == bounds(second))
    }

    fn callee(&self, op: OpId) -> Answer {
        let Some(name) = text::attr(self.program, op, "function_name") else { return Answer::Unknown };
        let name = assay_ir::text::attr_text(self.program.ctx(), name);
        self.original_targets(op, |given, target| match symbol_table(given, target) {
            Some(table) => defines(given, table, &name),
            None => Answer::Unknown,
        })
    }

    fn member(&self, op: OpId) -> Answer {
        let Some(name) = text::attr(self.program, op, "function_name") else { return Answer::Unknown };
        let name = assay_ir::text::attr_text(self.program.ctx(), name);
        self.original_targets(op, |given, target| defines(given, target, &name))
    }

    /// Tells if an annotation cannot break its operation.
    fn annotates(&self, op: OpId) -> Answer {
        let name = text::attr(self.program, op, "name").and_then(|name| text::string(self.program, name));
        let Some(name) = name else { return Answer::Unknown };
        let plain = !self.program.ctx().str(name).contains('.');
        self.all_targets(op, |run, part| {
            let names = run.state.payload.names(part);
            let module = names.is_none_or(|names| {
                names.iter().any(|name| super::kinds::holds_symbols(run.ctx().str(*name)) != Some(false))
            });
            let there = run.original(part).is_some_and(|(given, op)| given.attr(op, name).is_some());
            Answer::only(plain && !module && !there)
        })
    }

    // --- structured operations -------------------------------------------------------------------------------

    fn is_elementwise(&self, part: Part) -> Answer {
        let Some(names) = self.state.payload.names(part) else { return Answer::Unknown };
        let [name] = names[..] else { return Answer::Unknown };
        let name = self.ctx().str(name);
        if table().set("@elementwise").contains(&name) {
            return Answer::Holds;
        }
        let Some(loops) = self.loops(part) else { return Answer::Unknown };
        if loops.iter().any(|one| one.reduces) {
            return Answer::Not(format!("`{name}` reduces, and this takes elementwise operations"));
        }
        let Some((given, op)) = self.original(part) else { return Answer::Unknown };
        let maps = text::attr(given, op, "indexing_maps").map_or(&[][..], |maps| text::elements(given, maps));
        let identity = |map: &_| match dimensions(given, *map) {
            Some((dims, results)) => results.into_iter().eq((0..dims).map(Some)),
            None => false,
        };
        Answer::only(is_generic(given, op) && maps.iter().all(identity) && scalar_body(given, op))
    }

    /// Tells if all maps of an operation list dimensions.
    fn lists_dimensions(&self, part: Part) -> Answer {
        let Some(names) = self.state.payload.names(part) else { return Answer::Unknown };
        let [name] = names[..] else { return Answer::Unknown };
        let listed = |set: &&str| table().set(set).contains(&self.ctx().str(name));
        if ["@contraction", "@elementwise"].iter().any(listed) {
            return Answer::Holds;
        }
        let Some((given, op)) = self.original(part) else { return Answer::Unknown };
        let maps = text::attr(given, op, "indexing_maps").map_or(&[][..], |maps| text::elements(given, maps));
        let plain =
            |map: &_| dimensions(given, *map).is_some_and(|(_, list)| list.iter().all(Option::is_some));
        Answer::only(!maps.is_empty() && maps.iter().all(plain))
    }

    /// Tells if a reduction is one whose neutral element MLIR knows.
    fn combines(&self, part: Part) -> Answer {
        let Some((given, op)) = self.original(part) else { return Answer::Unknown };
        if table().set("@contraction").contains(&given.op_name(op)) {
            return Answer::Holds;
        }
        let Some(block) = text::body(given, op) else { return Answer::Unknown };
        let inner: Vec<OpId> = given.ops_in(block).collect();
        let last = given.block(block).arguments.last().copied();
        Answer::only(matches!(inner[..], [one, _] if table().set("@combiner").contains(&given.op_name(one))
            && given.operands(one).any(|value| Some(value) == last)))
    }

    fn is_vectorizable(&self, part: Part) -> Answer {
        let Some(names) = self.state.payload.names(part) else { return Answer::Unknown };
        let [name] = names[..] else { return Answer::Unknown };
        let name = self.ctx().str(name);
        let listed = ["@contraction", "@elementwise"].iter().any(|set| table().set(set).contains(&name));
        match listed || table().set("@vectorized").contains(&name) {
            true => Answer::Holds,
            false => Answer::only(self.is_elementwise(part) == Answer::Holds),
        }
    }

    /// `match.structured.body` asks for a contraction only of float products and sums.
    fn is_contraction(&self, op: OpId) -> Answer {
        let Some(list) = text::attr(self.program, op, "contraction") else { return Answer::Holds };
        let ctx = self.program.ctx();
        let words = text::elements(self.program, list)
            .iter()
            .filter_map(|word| text::string(self.program, *word).map(|word| ctx.str(word).to_owned()));
        let words: Vec<String> = words.collect();
        let known = |word: &String| word.starts_with("arith.");
        if !words.iter().all(known) {
            return Answer::Unknown;
        }
        self.original_targets(op, |given, target| {
            let float = given.operands(target).all(|value| {
                let ty = given.value_type(value);
                let element = given.ctx().element_type(ty).unwrap_or(ty);
                matches!(given.ctx().type_kind(element), TypeKind::Float(_))
            });
            let named = table().set("@contraction").contains(&given.op_name(target));
            Answer::only(named && float && words.iter().eq(table().set("@float-contraction")))
        })
    }

    /// Inputs and outputs that a matcher asks for.
    fn destinations(&self, op: OpId) -> Answer {
        let flag = |name| text::flag(self.program, op, name);
        let raw = text::integers(self.program, op, "raw_position_list").unwrap_or_default();
        let segment = usize::from(self.program.op_name(op).ends_with(".init"));
        let maps_asked = flag("permutation") || flag("projected_permutation");
        self.all_targets(op, |run, part| {
            let Some((given, target)) = run.original(part) else { return Answer::Unknown };
            let segments = text::integers(given, target, "operandSegmentSizes");
            let count = segments.and_then(|list| usize::try_from(*list.get(segment)?).ok());
            let Some(count) = count else { return Answer::Unknown };
            match chosen(&raw, flag("is_inverted"), flag("is_all"), count) {
                Err(why) => Answer::Not(why),
                Ok(_) if maps_asked && flag("permutation") => {
                    Answer::only(run.is_elementwise(part) == Answer::Holds)
                }
                Ok(_) if maps_asked => {
                    let named = table().set("@contraction").contains(&given.op_name(target));
                    Answer::only(named || run.is_elementwise(part) == Answer::Holds)
                }
                Ok(_) => Answer::Holds,
            }
        })
    }

    /// Tells if one of the operands that are promoted is a view.
    fn has_subviews(&self, op: OpId) -> Answer {
        let listed = text::integers(self.program, op, "operands_to_promote").unwrap_or_default();
        // MLIR 22 keeps 32 bits of each number.
        let listed: Vec<usize> =
            listed.iter().filter_map(|number| usize::try_from(number & 0xffff_ffff).ok()).collect();
        self.original_targets(op, |given, target| {
            let chosen = |index: usize| listed.is_empty() || listed.contains(&index);
            let is_view = |value| {
                given.defining_op(value).is_some_and(|op| table().set("@views").contains(&given.op_name(op)))
            };
            let mut operands = given.operands(target).enumerate().filter(|(index, _)| chosen(*index));
            Answer::from_bool(operands.any(|(_, value)| is_view(value)), || {
                "no operand to promote is a `memref.subview`".to_owned()
            })
        })
    }
}

/// Tells if the body computes scalars of at least one operation, and nothing else.
fn scalar_body(given: &Program, op: OpId) -> bool {
    let Some(block) = text::body(given, op) else { return false };
    let inner: Vec<OpId> = given.ops_in(block).collect();
    let scalar = |op: &OpId| {
        let name = given.op_name(*op);
        let ends = ops::op(name).is_some_and(|record| record.has("terminator"));
        ends || name.starts_with("arith.") && !forms::is_constant(given, *op)
    };
    let plain = |value: ValueId| extents(given, value).is_none();
    inner.len() > 1 && inner.iter().all(|op| scalar(op) && given.results(*op).all(plain))
}

/// Tells if an operation, or one around it, has entries that a query may find.
fn has_entries(given: &Program, op: OpId) -> Answer {
    let mut around = std::iter::successors(Some(op), |op| given.parent_op(*op));
    let has = |op: OpId| {
        let data = given.op(op);
        let lists = [data.properties, data.attributes].map(|list| given.ctx().entries(list));
        lists.into_iter().flatten().any(|(name, _)| given.ctx().str(*name).starts_with("dlti."))
    };
    Answer::from_bool(around.any(has), || "no operation around has a specification to query".to_owned())
}

/// Tells if an operation holds a symbol of a name, written `@name`.
fn defines(given: &Program, table: OpId, name: &str) -> Answer {
    let key = given.ctx().ident("sym_name");
    let mut symbols = given.walk(table).filter_map(|op| given.attr(op, key));
    let is = |attr| {
        text::string(given, attr).is_some_and(|one| given.ctx().str(one) == name.trim_matches(['@', '"']))
    };
    Answer::from_bool(symbols.any(is), || format!("there is no symbol `{name}`"))
}
