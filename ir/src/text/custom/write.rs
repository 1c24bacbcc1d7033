//! Prints operations by their table entry, with MLIR's spacing. Whatever the form cannot say (a type that does
//! not follow, an unknown property) makes it return `None`: the operation is then printed in generic form.

use smallvec::SmallVec;

use super::attribute::{AttrForm, numbers};
use super::format::{Anchor, Argument, Arity, Group, Groups, Item, OpSyntax, Ranges, Source, Table, Target};
use super::{infer, scf};
use crate::data::{AttrId, BlockId, Ident, OpId, RegionId, TypeId, known};
use crate::text::printer::Printer;

type TypeList = SmallVec<[TypeId; 4]>;

/// What MLIR's printers remember to place spaces.
struct Spacing {
    space: bool,
    punctuation: bool,
}

struct Writing<'t> {
    op: OpId,
    table: &'t Table,
    groups: Groups,
    spacing: Spacing,
}

pub(super) fn table(p: &mut Printer<'_>, op: OpId, syntax: &'static OpSyntax) -> Option<()> {
    let table = &syntax.table;
    let operands = match table.ranked {
        true => Some(ranked(p, op, table)?),
        false => segments(p, op, table.operand_segments, known::OPERAND_SEGMENT_SIZES)?,
    };
    let results = segments(p, op, table.result_segments, p.ctx.ident("resultSegmentSizes"))?;
    let groups = Groups {
        ins: split(&table.ins, p.program.operand_count(op), operands)?,
        outs: split(&table.outs, p.program.result_count(op), results)?,
        successors: split(&table.successors, p.program.successors(op).len(), None)?,
    };
    split(&table.regions, p.program.op_regions(op).len(), None)?;
    let program = p.program;
    if table.paired && program.op_regions(op).len() != program.operand_count(op) {
        return None;
    }
    for (key, _) in program.ctx().entries(program.op(op).properties) {
        if !syntax.is_inherent(p.ctx.str(*key)) {
            return None;
        }
    }
    for attr in &table.attrs {
        let present = attribute(p, op, attr.name).is_some();
        if !present && !attr.optional && attr.default.is_none() {
            return None;
        }
    }
    // Nothing is printed of what cannot be printed to its end: each level would be printed twice.
    for (index, region) in program.op_regions(op).iter().enumerate() {
        if let Some(name) = table.terminator(index)
            && !program.region(*region).blocks.is_empty()
        {
            scf::terminated(p, *region, name)?;
        }
    }
    let mut writing = Writing { op, table, groups, spacing: Spacing { space: true, punctuation: false } };
    if !inferable(p, &writing) {
        return None;
    }
    items(p, &mut writing, &table.items, true)
}

/// An inherent attribute of an operation.
fn attribute(p: &Printer<'_>, op: OpId, name: &str) -> Option<AttrId> {
    let entries = p.ctx.entries(p.program.op(op).properties);
    entries.iter().find(|(key, _)| p.ctx.str(*key) == name).map(|(_, value)| *value)
}

/// Sizes of groups where a property says them; the outer `None` when it is missing or wrong.
#[allow(clippy::option_option)]
fn segments(p: &Printer<'_>, op: OpId, said: bool, key: Ident) -> Option<Option<SmallVec<[usize; 4]>>> {
    if !said {
        return Some(None);
    }
    let sizes = numbers(p.ctx, p.ctx.entry(p.program.op(op).properties, key)?, 32)?;
    sizes.into_iter().map(|size| usize::try_from(size).ok()).collect::<Option<_>>().map(Some)
}

/// Sizes of groups that follow from the ranks of memrefs; `None` where the form has no place for what there is.
fn ranked(p: &Printer<'_>, op: OpId, table: &Table) -> Option<SmallVec<[usize; 4]>> {
    let types = scf::operand_types(p, op);
    let (mut sizes, mut at) = (SmallVec::new(), 0);
    for group in &table.ins {
        let size = match group.arity {
            Arity::One => 1,
            Arity::Many => infer::rank(p.ctx, *types.get(at - 1)?)?,
            Arity::Optional => usize::from(at < types.len()),
        };
        sizes.push(size);
        at += size;
    }
    let optional = |size: usize| {
        table
            .ins
            .iter()
            .zip(&sizes)
            .filter(|(group, found)| group.arity == Arity::Optional && **found == size)
            .count()
    };
    let plain = p.program.op(op).attributes == p.ctx.empty_dictionary();
    (plain && (optional(0) == 0 || optional(1) == 0)).then_some(sizes)
}

/// Splits `total` values into groups.
fn split(groups: &[Group], total: usize, sizes: Option<SmallVec<[usize; 4]>>) -> Option<Ranges> {
    let sizes = match sizes {
        Some(sizes) => sizes,
        None => {
            let singles = groups.iter().filter(|group| group.arity == Arity::One).count();
            let (rest, lists) = (total.checked_sub(singles)?, (groups.len() - singles).max(1));
            // Several lists have one length.
            let share = rest / lists;
            groups.iter().map(|group| if group.arity == Arity::One { 1 } else { share }).collect()
        }
    };
    let fits = |(group, size): (&Group, &usize)| match group.arity {
        Arity::One => *size == 1,
        Arity::Optional => *size <= 1,
        Arity::Many => true,
    };
    let sum = sizes.iter().try_fold(0usize, |sum, size| sum.checked_add(*size))?;
    if sizes.len() != groups.len() || sum != total || !groups.iter().zip(&sizes).all(fits) {
        return None;
    }
    let mut start = 0;
    Some(
        sizes
            .into_iter()
            .map(|size| {
                start += size;
                (start - size, size)
            })
            .collect(),
    )
}

/// The types of a target.
fn types_of(p: &Printer<'_>, writing: &Writing<'_>, target: Target) -> TypeList {
    let program = p.program;
    let op = writing.op;
    let ty = |value| program.value_type(value);
    match target {
        Target::In(index) => {
            let (start, length) = writing.groups.ins[index];
            program.operands(op).skip(start).take(length).map(ty).collect()
        }
        Target::Out(index) => {
            let (start, length) = writing.groups.outs[index];
            program.results(op).skip(start).take(length).map(ty).collect()
        }
        Target::Operands => program.operands(op).map(ty).collect(),
        Target::Results => program.results(op).map(ty).collect(),
    }
}

/// Whether every type that the form does not write follows from those that it does.
fn inferable(p: &Printer<'_>, writing: &Writing<'_>) -> bool {
    let table = writing.table;
    let mut ins: SmallVec<[bool; 4]> = writing.groups.ins.iter().map(|(_, length)| *length == 0).collect();
    let mut outs: SmallVec<[bool; 4]> = writing.groups.outs.iter().map(|_| false).collect();
    written(&table.items, &mut ins, &mut outs);
    loop {
        let mut changed = false;
        for rule in &table.rules {
            let is_known = |target: Target, ins: &[bool], outs: &[bool]| match target {
                Target::In(index) => ins[index],
                Target::Out(index) => outs[index],
                Target::Operands => ins.iter().all(|known| *known),
                Target::Results => outs.iter().all(|known| *known),
            };
            if is_known(rule.target, &ins, &outs) {
                continue;
            }
            let actual = types_of(p, writing, rule.target);
            let derived: Option<TypeList> = match &rule.source {
                Source::Same(other) => is_known(*other, &ins, &outs).then(|| {
                    let types = types_of(p, writing, *other);
                    // The number of results is that of what they follow from.
                    let follows = matches!(rule.target, Target::Out(_) | Target::Results);
                    match types.len() {
                        1 if !follows => SmallVec::from_elem(types[0], actual.len()),
                        _ => types,
                    }
                }),
                Source::Fixed(text) => {
                    infer::fixed(p.program.ctx(), text).map(|ty| SmallVec::from_elem(ty, actual.len()))
                }
                Source::Attribute(name) => {
                    let properties = p.ctx.entries(p.program.op(writing.op).properties);
                    infer::property(p.program.ctx(), name, properties)
                        .and_then(|attr| infer::attr_type(p.program.ctx(), attr))
                        .map(|ty| SmallVec::from_elem(ty, actual.len()))
                }
                Source::Function(name, arguments) => {
                    let all = arguments.iter().all(|target| is_known(*target, &ins, &outs));
                    let lists: Vec<TypeList> = arguments.iter().map(|t| types_of(p, writing, *t)).collect();
                    let slices: Vec<&[TypeId]> = lists.iter().map(SmallVec::as_slice).collect();
                    let properties = p.ctx.entries(p.program.op(writing.op).properties);
                    all.then(|| infer::function(p.program.ctx(), name, &slices, properties)).flatten().map(
                        |types| {
                            if types.len() == 1 && actual.len() > 1 {
                                SmallVec::from_elem(types[0], actual.len())
                            } else {
                                SmallVec::from_slice(&types)
                            }
                        },
                    )
                }
            };
            let Some(derived) = derived else { continue };
            if derived != actual {
                return false;
            }
            match rule.target {
                Target::In(index) => ins[index] = true,
                Target::Out(index) => outs[index] = true,
                _ => continue,
            }
            changed = true;
        }
        if !changed {
            break;
        }
    }
    // Operands without a written type take it from their definitions, which may stand below: only results and
    // block arguments above are sure, so an operand type that does not follow is not written this way.
    ins.iter().all(|known| *known)
        && outs.iter().zip(&writing.groups.outs).all(|(known, (_, length))| *known || *length == 0)
}

/// Marks the groups whose types the format writes.
fn written(items: &[Item], ins: &mut [bool], outs: &mut [bool]) {
    let mut mark = |target: &Target| match target {
        Target::In(index) => ins[*index] = true,
        Target::Out(index) => outs[*index] = true,
        Target::Operands => ins.fill(true),
        Target::Results => outs.fill(true),
    };
    for item in items {
        match item {
            Item::Type(target, _) => mark(target),
            Item::Functional(a, b, _) => {
                mark(a);
                mark(b);
            }
            Item::Custom(call) => {
                call.piece.types.iter().for_each(&mut mark);
                call.arguments.iter().for_each(|one| match one {
                    Argument::Type(target) => mark(target),
                    Argument::Of(..) | Argument::Text(_) => {}
                });
            }
            _ => {}
        }
    }
    for item in items {
        match item {
            Item::Optional { then, otherwise, .. } => {
                written(then, ins, outs);
                written(otherwise, ins, outs);
            }
            Item::Clauses(clauses) => clauses.iter().for_each(|clause| written(&clause.items, ins, outs)),
            _ => {}
        }
    }
}

fn items(p: &mut Printer<'_>, writing: &mut Writing<'_>, list: &[Item], emit: bool) -> Option<()> {
    for item in list {
        write_item(p, writing, item, emit)?;
    }
    Some(())
}

/// Prints one piece; without `emit` only the spacing moves on, as in MLIR's generated printers.
fn write_item(p: &mut Printer<'_>, writing: &mut Writing<'_>, item: &Item, emit: bool) -> Option<()> {
    match item {
        Item::Glue => {
            writing.spacing = Spacing { space: false, punctuation: true };
            return Some(());
        }
        Item::Literal(text) => {
            literal(p, &mut writing.spacing, text, emit);
            return Some(());
        }
        Item::Dictionary { keyword } => {
            if emit {
                dictionary(p, writing, *keyword)?;
            }
            writing.spacing.punctuation = false;
            return Some(());
        }
        Item::Optional { anchors, then, otherwise } => {
            let present = emit && anchors.iter().any(|anchor| is_present(p, writing, *anchor));
            items(p, writing, then, present)?;
            return items(p, writing, otherwise, emit && !present);
        }
        Item::Clauses(clauses) => {
            for clause in clauses {
                if emit && clause.anchors.iter().any(|anchor| is_present(p, writing, *anchor)) {
                    literal(p, &mut writing.spacing, clause.word, true);
                    items(p, writing, &clause.items, true)?;
                }
            }
            return Some(());
        }
        Item::Line => {
            if emit {
                p.line();
            }
            writing.spacing = Spacing { space: false, punctuation: false };
            return Some(());
        }
        Item::Properties => {
            if emit {
                properties(p, writing);
            }
            writing.spacing.punctuation = false;
            return Some(());
        }
        Item::Attr { index, .. } if writing.table.attrs[*index].form.is_unit() => return Some(()),
        _ => {}
    }
    let space = writing.spacing.space || !writing.spacing.punctuation;
    writing.spacing = Spacing { space: true, punctuation: false };
    if !emit {
        return Some(());
    }
    let before = p.length();
    p.write(if space { " " } else { "" });
    let start = p.length();
    piece(p, writing, item)?;
    if p.length() == start {
        p.truncate(before);
    }
    Some(())
}

/// Prints one piece behind the space in front of it.
fn piece(p: &mut Printer<'_>, writing: &Writing<'_>, item: &Item) -> Option<()> {
    let program = p.program;
    match item {
        Item::In(index) => {
            let (first, length) = writing.groups.ins[*index];
            p.values(program.operands(writing.op).skip(first).take(length));
        }
        Item::Operands => p.values(program.operands(writing.op)),
        Item::Attr { index, qualified, .. } => {
            let attr = &writing.table.attrs[*index];
            if let Some(value) = attribute(p, writing.op, attr.name) {
                let form = if *qualified { AttrForm::Any } else { attr.form };
                form.print(p, value)?;
            }
        }
        Item::Region { index, optional } => {
            let one = *program.op_regions(writing.op).get(*index)?;
            region(p, writing, one, *index, *optional)?;
        }
        Item::Regions if program.op_regions(writing.op).is_empty() => return None,
        Item::Regions => {
            for (index, one) in program.op_regions(writing.op).iter().enumerate() {
                p.write(if index > 0 { ", " } else { "" });
                region(p, writing, *one, index, false)?;
            }
        }
        Item::Successor(index) => {
            let (first, length) = writing.groups.successors[*index];
            blocks(p, &program.successors(writing.op)[first..first + length]);
        }
        Item::Successors => blocks(p, program.successors(writing.op)),
        Item::Type(target, stripped) => {
            let types = types_of(p, writing, *target);
            match (stripped, &types[..]) {
                (Some((dialect, name)), [ty]) => {
                    let text = crate::text::type_text(p.ctx, *ty);
                    let body = text.strip_prefix('!').and_then(|text| text.strip_prefix(dialect));
                    let body = body.and_then(|text| text.strip_prefix('.')?.strip_prefix(name));
                    p.write(body.filter(|body| body.starts_with('<')).unwrap_or(&text));
                }
                _ => p.types(types),
            }
        }
        Item::Functional(ins, outs, lone) => {
            let (ins, outs) = (types_of(p, writing, *ins), types_of(p, writing, *outs));
            match ins[..] {
                [one] if *lone && outs.is_empty() => p.ty(one),
                _ => p.functional_type(&ins, &outs),
            }
        }
        Item::Custom(call) => (call.piece.print)(p, writing.op, &writing.groups, call)?,
        _ => {}
    }
    Some(())
}

/// Prints a region; one that would read back as another is not printed. The names of bound arguments are written.
fn region(
    p: &mut Printer<'_>,
    writing: &Writing<'_>,
    region: RegionId,
    index: usize,
    optional: bool,
) -> Option<()> {
    let table = writing.table;
    let bound = table.bound && index == 0;
    if let Some(terminator) = table.terminator(index) {
        let kept = table.kept || table.cpp && p.program.result_count(writing.op) > 0;
        let skip = scf::terminated(p, region, terminator)? && !kept;
        p.region(region, !bound, skip);
        return Some(());
    }
    if bound {
        // An empty body without arguments would read as a region without blocks.
        let program = p.program;
        let empty = |block: &BlockId| {
            program.first_op(*block).is_none() && program.block(*block).arguments.is_empty()
        };
        p.region(region, program.region(region).blocks.first().is_some_and(empty), false);
        return Some(());
    }
    let mut arguments = true;
    if table.block && !optional {
        let [block] = p.program.region(region).blocks[..] else { return None };
        arguments = !p.program.block(block).arguments.is_empty();
        if arguments && p.program.first_op(block).is_none() {
            return None;
        }
    }
    p.region(region, arguments, false);
    Some(())
}

fn blocks(p: &mut Printer<'_>, blocks: &[crate::data::BlockId]) {
    for (index, block) in blocks.iter().enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.block_name(*block);
    }
}

/// Prints ` <{..}>` with the properties that nothing else writes.
fn properties(p: &mut Printer<'_>, writing: &Writing<'_>) {
    let entries = p.ctx.entries(p.program.op(writing.op).properties);
    if !entries.is_empty() {
        p.write(" <");
        p.dictionary(entries);
        p.write(">");
    }
}

fn literal(p: &mut Printer<'_>, spacing: &mut Spacing, text: &str, emit: bool) {
    let first = text.as_bytes()[0];
    let before = if text.len() != 1 && text != "->" {
        true
    } else if spacing.punctuation {
        !b">)}],".contains(&first)
    } else {
        !b"<>(){}[],".contains(&first)
    };
    if emit {
        p.write(if spacing.space && before { " " } else { "" });
        p.write(text);
    }
    spacing.space = text.len() != 1 || !b"<({[".contains(&first);
    spacing.punctuation = first != b'_' && !first.is_ascii_alphabetic();
}

/// Prints the attributes that nothing else writes; `None` for one that MLIR would not read back from a dictionary.
fn dictionary(p: &mut Printer<'_>, writing: &Writing<'_>, keyword: bool) -> Option<()> {
    let (data, table) = (p.program.op(writing.op), writing.table);
    let ctx = p.program.ctx();
    let mut entries: Vec<(Ident, AttrId)> = ctx.entries(data.attributes).to_vec();
    for (key, value) in ctx.entries(data.properties) {
        let name = ctx.str(*key);
        if table.elided.contains(&name) {
            continue;
        }
        if let Some(attr) = table.attrs.iter().find(|attr| attr.name == name) {
            if !table.verbose && attr.default.is_some_and(|text| p.default_attr(text) == Some(*value)) {
                continue;
            }
            (table.cpp || attr.admits(ctx, *value, true)).then_some(())?;
        }
        entries.push((*key, *value));
    }
    if !entries.is_empty() {
        entries.sort_by(|a, b| ctx.str(a.0).cmp(ctx.str(b.0)));
        p.write(if keyword { " attributes " } else { " " });
        p.dictionary(&entries);
    }
    Some(())
}

/// Whether an optional group is printed.
fn is_present(p: &Printer<'_>, writing: &Writing<'_>, anchor: Anchor) -> bool {
    match anchor {
        Anchor::In(index) => writing.groups.ins[index].1 > 0,
        Anchor::Out(index) => writing.groups.outs[index].1 > 0,
        Anchor::Attr(index) => {
            let attr = &writing.table.attrs[index];
            let Some(value) = attribute(p, writing.op, attr.name) else { return false };
            match attr.default {
                Some(text) => p.default_attr(text) != Some(value),
                None => true,
            }
        }
        Anchor::Region(index) => {
            let region = p.program.op_regions(writing.op).get(index);
            region.is_some_and(|region| !p.program.region(*region).blocks.is_empty())
        }
        Anchor::Successor(index) => writing.groups.successors[index].1 > 0,
    }
}
