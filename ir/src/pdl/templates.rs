//! Templates: a pattern with `assay.benefits = [1, 5]` stands for a pattern of each of these benefits, so that a benefit can
//! depend on the match. A `pdl.attribute` with `assay.benefit` holds the benefit of the instance, for the native constraint that
//! says where it counts. MLIR reads the same text as one pattern with the benefit and the number that are written.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::pattern::{Pattern, patterns};
use crate::data::{AttrKind, InsertPoint, NewOp, OpId, Pos, Program, TypeId, ValueId, known};
use crate::diagnostic::Diagnostic;

/// The attribute of a template: an array of its benefits.
pub const BENEFITS: &str = "assay.benefits";
/// The attribute of a `pdl.attribute` that holds the benefit of an instance.
pub const BENEFIT: &str = "assay.benefit";

/// The largest benefit that PDL has.
const MOST: i64 = i16::MAX as i64;

/// Puts the instances of all templates in their place, in the order of the benefits: `@p` becomes `@p_1`, `@p_5`.
///
/// Returns what is wrong with templates; these stay as they are.
pub fn instantiate(program: &mut Program) -> Vec<Diagnostic> {
    let key = program.ctx().ident(BENEFITS);
    let is_template = |pattern: &Pattern<'_>| program.attr(pattern.op, key).is_some();
    let templates: Vec<OpId> =
        patterns(program).iter().filter(|pattern| is_template(pattern)).map(|p| p.op).collect();
    let mut troubles = Vec::new();
    for template in templates {
        match benefits(program, template) {
            Ok(benefits) => {
                for benefit in benefits {
                    let made =
                        copy(program, template, InsertPoint::Before(template), &mut FxHashMap::default());
                    set(program, made, benefit);
                }
                program.erase(template);
            }
            Err(message) => troubles.push(Diagnostic::error(program.op(template).span, message)),
        }
    }
    troubles
}

/// The benefits of a template.
fn benefits(program: &Program, template: OpId) -> Result<Vec<i64>, String> {
    let ctx = program.ctx();
    let form = || format!("`{BENEFITS}` is an array of different numbers from 0 to {MOST}");
    let Some(AttrKind::Array(listed)) =
        program.attr(template, ctx.ident(BENEFITS)).map(|attr| ctx.attr_kind(attr))
    else {
        return Err(form());
    };
    let number = |attr| match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => value.to_i64().filter(|number| (0..=MOST).contains(number)),
        _ => None,
    };
    let benefits: Vec<i64> =
        listed.iter().map(|attr| number(*attr)).collect::<Option<_>>().ok_or_else(form)?;
    let different: FxHashSet<i64> = benefits.iter().copied().collect();
    if benefits.is_empty() || different.len() < benefits.len() {
        return Err(form());
    }
    let no_number = |op: &OpId| is_benefit(program, *op) && number_type(program, *op).is_none();
    if program.walk(template).any(|op| no_number(&op)) {
        return Err(format!("`{BENEFIT}` stands on a `pdl.attribute` whose value is an integer"));
    }
    let names: FxHashSet<&str> = patterns(program)
        .iter()
        .filter(|other| other.op != template)
        .filter_map(|other| other.name())
        .collect();
    let name = program.attr_text(template, known::SYM_NAME);
    let taken = name.and_then(|name| {
        benefits.iter().map(|benefit| instance(name, *benefit)).find(|name| names.contains(name.as_str()))
    });
    taken.map_or(Ok(benefits), |name| Err(format!("an instance would be @{name}, as another pattern is")))
}

/// The name of an instance.
fn instance(template: &str, benefit: i64) -> String {
    format!("{template}_{benefit}")
}

fn is_benefit(program: &Program, op: OpId) -> bool {
    program.attr(op, program.ctx().ident(BENEFIT)).is_some()
}

/// The type of the number that a `pdl.attribute` holds.
fn number_type(program: &Program, op: OpId) -> Option<TypeId> {
    let value = program.attr(op, known::VALUE).filter(|_| program.op(op).name == known::PDL_ATTRIBUTE)?;
    match program.ctx().attr_kind(value) {
        AttrKind::Integer { ty, .. } => Some(*ty),
        _ => None,
    }
}

/// Makes an instance of a copy of a template.
fn set(program: &mut Program, made: OpId, benefit: i64) {
    let ctx = Arc::clone(program.ctx());
    let name = program.attr_text(made, known::SYM_NAME).map(|name| ctx.string_attr(&instance(name, benefit)));
    let number = ctx.integer_attr(i128::from(benefit), ctx.integer(16));
    let entries = ctx.entries(program.op(made).properties).iter().map(|(key, old)| match *key {
        known::BENEFIT => (*key, number),
        known::SYM_NAME => (*key, name.unwrap_or(*old)),
        _ => (*key, *old),
    });
    let entries: Vec<_> = entries.collect();
    program.set_properties(made, ctx.dictionary(entries));
    drop_attribute(program, made, BENEFITS);
    let holders: Vec<OpId> = program.walk(made).filter(|op| is_benefit(program, *op)).collect();
    for op in holders {
        let Some(ty) = number_type(program, op) else { continue };
        let number = ctx.integer_attr(i128::from(benefit), ty);
        let entries = ctx.entries(program.op(op).properties).iter();
        let entries: Vec<_> =
            entries.map(|(key, old)| (*key, if *key == known::VALUE { number } else { *old })).collect();
        program.set_properties(op, ctx.dictionary(entries));
        drop_attribute(program, op, BENEFIT);
    }
}

fn drop_attribute(program: &mut Program, op: OpId, name: &str) {
    let ctx = Arc::clone(program.ctx());
    let key = ctx.ident(name);
    let entries = ctx.entries(program.op(op).attributes).iter().copied().filter(|(other, _)| *other != key);
    let left: Vec<_> = entries.collect();
    program.set_attributes(op, ctx.dictionary(left));
}

/// Copies an operation with all that it holds; `values` are the copies of values.
fn copy(program: &mut Program, op: OpId, at: InsertPoint, values: &mut FxHashMap<ValueId, ValueId>) -> OpId {
    let data = program.op(op).clone();
    let operands: Vec<(ValueId, Pos)> =
        program.operands(op).map(|value| (*values.get(&value).unwrap_or(&value), Pos::NONE)).collect();
    let results: Vec<(TypeId, Pos)> =
        program.results(op).map(|value| (program.value_type(value), program.value(value).pos)).collect();
    let (successors, regions) = (program.successors(op).to_vec(), program.op_regions(op).to_vec());
    let new = NewOp {
        name: data.name,
        operands: &operands,
        results: &results,
        successors: &successors,
        regions: regions.len(),
        properties: data.properties,
        attributes: data.attributes,
        loc: data.loc,
        span: data.span,
    };
    let made = program.create(&new, at);
    let pairs: Vec<_> = program.results(op).zip(program.results(made)).collect();
    values.extend(pairs);
    for (index, region) in regions.into_iter().enumerate() {
        let to = program.op_regions(made)[index];
        for block in program.region(region).blocks.clone() {
            let inner = program.add_block(to, program.block(block).span);
            for argument in program.block(block).arguments.clone() {
                let (ty, pos) = (program.value_type(argument), program.value(argument).pos);
                values.insert(argument, program.add_argument(inner, ty, pos));
            }
            for op in program.ops_in(block).collect::<Vec<_>>() {
                copy(program, op, InsertPoint::End(inner), values);
            }
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Context, Source};
    use crate::{pdl, text};

    fn template(benefits: &str) -> String {
        format!(
            "pdl.pattern @p : benefit(1) attributes {{assay.benefits = {benefits}}} {{
  %t = type
  %c = attribute = 0 : i64 attributes {{assay.benefit}}
  %x = operand
  %r = operation \"l.a\"(%x : !pdl.value) -> (%t : !pdl.type)
  apply_native_constraint \"costs\"(%r, %c : !pdl.operation, !pdl.attribute)
  rewrite %r {{
    %n = operation \"l.b\"(%x : !pdl.value) {{\"cost\" = %c}} -> (%t : !pdl.type)
    replace %r with %n
  }}
}}
"
        )
    }

    fn read(text: &str) -> Program {
        let parsed = text::parse(&Context::new(), &Source::new("t", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.program
    }

    #[test]
    fn a_template_is_a_pattern_for_each_benefit_that_reads_its_own() {
        let mut program = read(&template("[1, 5]"));
        assert!(instantiate(&mut program).is_empty());
        let found = patterns(&program);
        let seen: Vec<_> = found.iter().map(|pattern| (pattern.name(), pattern.benefit())).collect();
        assert_eq!(seen, [(Some("p_1"), 1), (Some("p_5"), 5)]);
        assert!(found.iter().all(|pattern| pdl::validate(*pattern, None).is_empty()));
        let printed = text::print(&program, &Default::default());
        assert!(
            printed.contains("= attribute = 1 : i64") || printed.contains("attribute = 1\n"),
            "{printed}"
        );
        assert!(!printed.contains("assay.") && !printed.contains("= 0"), "{printed}");
    }

    #[test]
    fn a_pattern_without_benefits_stays_as_it_is() {
        let text = template("[1]").replace(" attributes {assay.benefits = [1]}", "");
        let (mut program, before) = (read(&text), read(&text));
        assert!(instantiate(&mut program).is_empty());
        let shown = |program: &Program| text::print(program, &Default::default());
        assert_eq!(shown(&program), shown(&before));
    }

    #[test]
    fn what_is_no_list_of_benefits_is_an_error_and_changes_nothing() {
        for wrong in ["[]", "[1, 1]", "[-1]", "[40000]", "3", "[\"a\"]"] {
            let mut program = read(&template(wrong));
            let troubles = instantiate(&mut program);
            assert_eq!(troubles.len(), 1, "{wrong}");
            assert_eq!(patterns(&program).len(), 1);
        }
        let mut program = read(&format!("{}{}", template("[1, 5]"), template("[7]").replace("@p", "@p_5")));
        assert_eq!(instantiate(&mut program).len(), 1);
        let mut program = read(&template("[1]").replace("= 0 : i64", "= \"x\""));
        assert!(instantiate(&mut program)[0].message.contains("integer"));
    }
}
