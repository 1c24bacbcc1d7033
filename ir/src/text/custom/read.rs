//! Reads operations by their table entry.

use smallvec::{SmallVec, smallvec};

use super::attribute::{AttrForm, dense};
use super::format::{Anchor, Arity, Clause, CustomParse, Item, OpSyntax, Source, Table, Target, Types};
use super::lists::push;
use super::{builtin, infer, scf};
use crate::data::{AttrId, BlockId, Ident, Span, TypeId, TypeKind, known};
use crate::diagnostic::Diagnostic;
use crate::text::lexer::Kind;
use crate::text::op_state::{OpState, Use, count};
use crate::text::parser::{Failed, Parser, Read, place};

/// Reads a custom form from behind the name to the end of the format.
pub(super) fn table<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    syntax: &'static OpSyntax,
    op_start: u32,
) -> Read<()> {
    let (table, start) = (&syntax.table, p.last_end);
    let mut reading = CustomParse {
        state,
        table,
        uses: table.ins.iter().map(|_| SmallVec::new()).collect(),
        in_types: table.ins.iter().map(|_| None).collect(),
        out_types: table.outs.iter().map(|_| None).collect(),
        successors: table.successors.iter().map(|_| SmallVec::new()).collect(),
        arguments: Vec::new(),
        late: Vec::new(),
        payload: None,
        start: op_start,
    };
    read_items(p, &mut reading, &table.items).and_then(|()| finish(p, syntax, &mut reading, start))
}

fn read_items<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, items: &'static [Item]) -> Read<()> {
    items.iter().try_for_each(|item| read_item(p, reading, item))
}

fn read_item<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, item: &'static Item) -> Read<()> {
    let table = reading.table;
    match item {
        Item::Glue | Item::Line => Ok(()),
        Item::Literal(text) => literal(p, text),
        Item::In(index) => operands(p, table.ins[*index].arity, &mut reading.uses[*index]),
        Item::Operands => {
            let mut all = SmallVec::new();
            operands(p, Arity::Many, &mut all)?;
            distribute(table, all, &mut reading.uses);
            Ok(())
        }
        Item::Attr { index, qualified, required } => {
            let attr = &table.attrs[*index];
            let form = if *qualified { AttrForm::Any } else { attr.form };
            // The word in front of a unit says it all.
            if form.is_unit() || attr.optional && !required && !form.starts(p) {
                return Ok(());
            }
            let value = form.read(p)?;
            push(p, reading.state, attr.name, value);
            Ok(())
        }
        Item::Region { optional, index } => region(p, reading, *index, *optional),
        Item::Regions => {
            let mut index = 0..;
            p.comma_list(|p| region(p, reading, index.next().unwrap_or(0), false))
        }
        Item::Successor(index) => {
            let many = table.successors[*index].arity == Arity::Many;
            successors(p, many, &mut reading.successors[*index])
        }
        Item::Successors => successors(p, true, &mut reading.successors[0]),
        Item::Type(target, None) => types(p, reading, *target),
        Item::Type(target, Some((dialect, name))) => {
            let start = p.token.start;
            let ty = if p.at(Kind::Less) { p.known_type_body(dialect, name)? } else { p.read_type()? };
            let place = p.since(start);
            assign(p, reading, *target, smallvec![ty], place)
        }
        Item::Functional(ins, outs, lone) => functional(p, reading, [*ins, *outs], *lone),
        Item::Dictionary { keyword } => dictionary(p, reading, *keyword),
        Item::Properties => properties(p, reading.state),
        Item::Custom(call) => (call.piece.read)(p, reading, call),
        Item::Clauses(clauses) => read_clauses(p, reading, clauses),
        Item::Optional { anchors, then, otherwise } => {
            let first = then.iter().find(|item| !is_space(item));
            let present = first.is_some_and(|first| starts(p, table, first));
            read_items(p, reading, if present { then } else { otherwise })?;
            if present {
                anchors.iter().for_each(|anchor| push_unit(p, reading, *anchor));
            }
            Ok(())
        }
    }
}

/// Pieces that say where spaces go.
fn is_space(item: &Item) -> bool {
    matches!(item, Item::Glue | Item::Line | Item::Literal(" "))
}

/// Adds a unit attribute that a group stands for.
fn push_unit<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, anchor: Anchor) {
    if let Anchor::Attr(index) = anchor
        && let attr = &reading.table.attrs[index]
        && attr.form.is_unit()
    {
        let unit = p.ctx.unit();
        push(p, reading.state, attr.name, unit);
    }
}

fn region<'s>(
    p: &mut Parser<'s>,
    reading: &mut CustomParse<'s, '_>,
    index: usize,
    optional: bool,
) -> Read<()> {
    let table = reading.table;
    let start = p.token.start;
    if !reading.late.is_empty() {
        infer_types(p, reading);
        for (index, target) in std::mem::take(&mut reading.late) {
            if let Some(ty) = known(reading, target).and_then(|types| types.first()) {
                reading.arguments[index].ty = *ty;
            }
        }
    }
    p.region(reading.state, &std::mem::take(&mut reading.arguments))?;
    let last = scf::last_region(p, reading.state);
    if last.is_some_and(|region| p.program.region(region).blocks.is_empty()) {
        if table.nonempty {
            return p.error_since(start, "the body of a function is not empty");
        }
        if optional {
            return Ok(());
        }
    }
    if let (Some(terminator), Some(region)) = (table.terminator(index), last) {
        scf::ensure_terminator(p, region, terminator);
    } else if table.block {
        builtin::ensure_block(p, reading.state);
    }
    Ok(())
}

fn successors(p: &mut Parser<'_>, many: bool, list: &mut SmallVec<[BlockId; 1]>) -> Read<()> {
    list.push(p.successor()?);
    while many && p.eat(Kind::Comma) {
        list.push(p.successor()?);
    }
    Ok(())
}

/// `(inputs) -> results`, or the type of the lone input where the results may be left out.
fn functional<'s>(
    p: &mut Parser<'s>,
    reading: &mut CustomParse<'s, '_>,
    [ins, outs]: [Target; 2],
    lone: bool,
) -> Read<()> {
    let start = p.token.start;
    let (inputs, results) =
        if lone && !p.at(Kind::LParen) { (vec![p.read_type()?], Vec::new()) } else { p.function_parts()? };
    let place = p.since(start);
    assign(p, reading, ins, inputs.into(), place)?;
    assign(p, reading, outs, results.into(), place)
}

/// Clauses in any order; one that was read is not looked for again.
fn read_clauses<'s>(
    p: &mut Parser<'s>,
    reading: &mut CustomParse<'s, '_>,
    clauses: &'static [Clause],
) -> Read<()> {
    let mut seen = SmallVec::<[&str; 4]>::new();
    while !p.at(Kind::Eof)
        && let Some(clause) = clauses.iter().find(|clause| p.spelling() == clause.word)
    {
        if seen.contains(&clause.word) {
            return p.error_here(format!("`{}` is given twice", clause.word));
        }
        seen.push(clause.word);
        p.bump();
        read_items(p, reading, &clause.items)?;
        clause.anchors.iter().for_each(|anchor| push_unit(p, reading, *anchor));
    }
    Ok(())
}

fn literal(p: &mut Parser<'_>, text: &str) -> Read<()> {
    if text == " " {
        return Ok(());
    }
    if p.at(Kind::Eof) || p.spelling() != text {
        return p.expected(&format!("`{text}`"));
    }
    p.bump();
    Ok(())
}

/// Whether the first piece of an optional group starts here.
fn starts(p: &Parser<'_>, table: &Table, item: &Item) -> bool {
    match item {
        Item::Literal(text) => !p.at(Kind::Eof) && p.spelling() == *text,
        Item::In(_) | Item::Operands => p.at(Kind::Percent) && !p.result_definition_follows(),
        Item::Attr { index, .. } => table.attrs[*index].form.starts(p),
        Item::Region { .. } | Item::Regions => p.at(Kind::LBrace),
        Item::Successor(_) | Item::Successors => p.at(Kind::Caret),
        Item::Type(_, stripped) => p.at_type() || stripped.is_some() && p.at(Kind::Less),
        Item::Functional(..) => p.at_type(),
        Item::Custom(call) => match call.piece.name {
            "DynamicIndexList" => p.at(Kind::LSquare) || p.at(Kind::LParen),
            _ => true,
        },
        Item::Clauses(clauses) => clauses.iter().any(|clause| p.spelling() == clause.word),
        Item::Glue | Item::Line | Item::Dictionary { .. } | Item::Properties | Item::Optional { .. } => false,
    }
}

fn operands<'s>(p: &mut Parser<'s>, arity: Arity, into: &mut SmallVec<[Use<'s>; 2]>) -> Read<()> {
    if arity != Arity::One && !p.at(Kind::Percent) {
        return Ok(());
    }
    into.push(p.value_use()?);
    while arity == Arity::Many && p.eat(Kind::Comma) {
        into.push(p.value_use()?);
    }
    Ok(())
}

/// Deals a flat operand list out to groups: the one group that is not single takes what the others leave.
fn distribute<'s>(table: &Table, all: SmallVec<[Use<'s>; 2]>, uses: &mut [SmallVec<[Use<'s>; 2]>]) {
    let singles = table.ins.iter().filter(|group| group.arity == Arity::One).count();
    let mut rest = all.len().saturating_sub(singles);
    let mut all = all.into_iter();
    for (group, list) in table.ins.iter().zip(uses) {
        let take = if group.arity == Arity::One { 1 } else { std::mem::take(&mut rest) };
        list.extend(all.by_ref().take(take));
    }
}

fn types<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, target: Target) -> Read<()> {
    let table = reading.table;
    let start = p.token.start;
    let mut list = Types::new();
    let many = match target {
        Target::In(index) => table.ins[index].arity != Arity::One,
        Target::Out(index) => table.outs[index].arity != Arity::One,
        Target::Operands | Target::Results => true,
    };
    if many {
        if p.at_type() {
            p.type_list(&mut list)?;
        }
    } else {
        list.push(p.read_type()?);
    }
    let place = p.since(start);
    assign(p, reading, target, list, place)
}

fn assign<'s>(
    p: &mut Parser<'s>,
    reading: &mut CustomParse<'s, '_>,
    target: Target,
    list: Types,
    place: Span,
) -> Read<()> {
    let table = reading.table;
    match target {
        Target::In(index) => reading.in_types[index] = Some(list),
        Target::Out(index) => reading.out_types[index] = Some(list),
        Target::Operands => {
            let total: usize = reading.uses.iter().map(SmallVec::len).sum();
            if total != list.len() {
                let (types, values) = (count(list.len(), "operand type"), count(total, "operand"));
                return p.error_at(place, format!("{types} for {values}"));
            }
            let mut list = list.into_iter();
            for (uses, types) in reading.uses.iter().zip(&mut reading.in_types) {
                *types = Some(list.by_ref().take(uses.len()).collect());
            }
        }
        Target::Results => {
            let singles = table.outs.iter().filter(|group| group.arity == Arity::One).count();
            let mut rest = list.len().saturating_sub(singles);
            let mut list = list.into_iter();
            for (group, types) in table.outs.iter().zip(&mut reading.out_types) {
                let take = if group.arity == Arity::One { 1 } else { std::mem::take(&mut rest) };
                *types = Some(list.by_ref().take(take).collect());
            }
        }
    }
    Ok(())
}

/// The attributes that the rest of the form does not say; forms in C++ do not take others.
fn dictionary(p: &mut Parser<'_>, reading: &mut CustomParse<'_, '_>, keyword: bool) -> Read<()> {
    let (state, table) = (&mut *reading.state, reading.table);
    let present = if keyword { p.eat_keyword("attributes") } else { p.at(Kind::LBrace) };
    if !present {
        return Ok(());
    }
    let start = p.token.start;
    p.nested(|p| p.dictionary_entries(&mut state.attributes))?;
    let said = |key: &Ident| state.properties.iter().any(|(other, _)| other == key);
    let inferred = table.bound && table.elided.contains(&"sym_visibility");
    let visibility = |key: &Ident| inferred && p.ctx.str(*key) == "sym_visibility";
    match state.attributes.iter().find(|(key, _)| table.cpp && (said(key) || visibility(key))) {
        Some((key, _)) => {
            let message = format!("attribute `{}` is said outside of the dictionary", p.ctx.str(*key));
            p.error_since(start, message)
        }
        None => Ok(()),
    }
}

/// `<{..}>`
fn properties(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    if !p.eat(Kind::Less) {
        return Ok(());
    }
    p.nested(|p| p.dictionary_entries(&mut state.properties))?;
    p.expect(Kind::Greater, "`>` behind the properties").map(|_| ())
}

// --- types and operands -------------------------------------------------------------------------------------

/// What a rule's target is known to be.
fn known<'a>(reading: &'a CustomParse<'_, '_>, target: Target) -> Option<&'a Types> {
    match target {
        Target::In(index) => reading.in_types[index].as_ref(),
        Target::Out(index) => reading.out_types[index].as_ref(),
        Target::Operands => reading.in_types.first()?.as_ref(),
        Target::Results => reading.out_types.first()?.as_ref(),
    }
}

/// How many values a target has, where the text says so.
fn size(reading: &CustomParse<'_, '_>, target: Target) -> Option<usize> {
    let (state, table) = (&*reading.state, reading.table);
    match target {
        Target::In(index) => Some(reading.uses[index].len()),
        Target::Out(index) if table.outs[index].arity == Arity::One => Some(1),
        Target::Out(_) => Some(state.named_results),
        Target::Operands => Some(reading.uses.iter().map(SmallVec::len).sum()),
        Target::Results => Some(state.named_results),
    }
}

/// Whether a target is a group of results whose number the text need not say.
fn is_list(table: &Table, target: Target) -> bool {
    matches!(target, Target::Out(index) if table.outs[index].arity != Arity::One)
}

/// Applies the type rules until nothing new follows.
fn infer_types<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>) {
    let table = reading.table;
    loop {
        let (mut changed, mut open) = (false, false);
        for rule in &table.rules {
            if known(reading, rule.target).is_some() {
                continue;
            }
            let Some(size) = size(reading, rule.target) else {
                open = true;
                continue;
            };
            let found: Option<Types> = match &rule.source {
                Source::Same(other) => known(reading, *other).and_then(|types| match types.len() {
                    length if length == size || is_list(table, rule.target) => Some(types.clone()),
                    1 => Some(std::iter::repeat_n(types[0], size).collect()),
                    _ => None,
                }),
                Source::Fixed(text) => p.fixed_type(text).map(|ty| std::iter::repeat_n(ty, size).collect()),
                Source::Attribute(name) => infer::property(&p.ctx, name, &reading.state.properties)
                    .and_then(|attr| infer::attr_type(&p.ctx, attr))
                    .map(|ty| std::iter::repeat_n(ty, size).collect()),
                Source::Function(name, arguments) => {
                    let arguments: Option<Vec<&[TypeId]>> = arguments
                        .iter()
                        .map(|target| known(reading, *target).map(SmallVec::as_slice))
                        .collect();
                    arguments
                        .and_then(|arguments| {
                            infer::function(&p.ctx, name, &arguments, &reading.state.properties)
                        })
                        .map(|types| {
                            if types.len() == 1 && size > 1 {
                                Types::from_elem(types[0], size)
                            } else {
                                types
                            }
                        })
                        .filter(|types| types.len() == size || is_list(table, rule.target))
                }
            };
            let Some(found) = found else {
                open = true;
                continue;
            };
            match rule.target {
                Target::In(index) => reading.in_types[index] = Some(found),
                Target::Out(index) => reading.out_types[index] = Some(found),
                _ => continue,
            }
            changed = true;
        }
        if !changed || !open {
            return;
        }
    }
}

fn finish<'s>(
    p: &mut Parser<'s>,
    syntax: &'static OpSyntax,
    reading: &mut CustomParse<'s, '_>,
    start: u32,
) -> Read<()> {
    let table = &syntax.table;
    for list in &reading.successors {
        reading.state.successors.extend_from_slice(list);
    }
    // Groups without values need no types.
    for (uses, types) in reading.uses.iter().zip(&mut reading.in_types) {
        if uses.is_empty() && types.is_none() {
            *types = Some(Types::new());
        }
    }
    infer_types(p, reading);
    for index in 0..table.ins.len() {
        if reading.in_types[index].is_none() {
            // The definitions themselves know.
            let types: Option<Types> =
                reading.uses[index].clone().iter().map(|one| p.type_of_use(one)).collect();
            reading.in_types[index] = types;
            infer_types(p, reading);
        }
    }
    if !table.regions.is_empty() {
        let op = p.holder(reading.state);
        let least = table.regions.iter().filter(|group| group.arity == Arity::One).count();
        while p.program.op_regions(op).len() < least {
            p.program.add_region(op);
        }
    }
    let optional = |uses: usize| {
        let groups = table.ins.iter().zip(&reading.uses);
        groups.filter(|(group, found)| group.arity == Arity::Optional && found.len() == uses).count()
    };
    if table.ranked && optional(0) > 0 && optional(1) > 0 {
        return p.error_since(start, "a stride needs a number of elements, and nothing follows them");
    }
    if table.paired {
        let op = p.holder(reading.state);
        let (regions, values) =
            (p.program.op_regions(op).len(), reading.uses.iter().map(SmallVec::len).sum());
        if regions != values {
            let (regions, values) = (count(regions, "region"), count(values, "operand"));
            return p.error_since(start, format!("{regions} for {values}"));
        }
    }
    let mut failed = false;
    for (index, group) in table.ins.iter().enumerate() {
        let uses = &reading.uses[index];
        if group.arity == Arity::One && uses.is_empty() {
            let place = p.since(start);
            p.report(Diagnostic::error(place, format!("`{}` needs operand `{}`", syntax.name, group.name)));
            failed = true;
        }
        let types = reading.in_types[index].take();
        match &types {
            Some(types) if types.len() == uses.len() => {
                for (one, ty) in uses.iter().zip(types) {
                    let value = p.resolve(one, *ty);
                    reading.state.operands.push((value, one.pos));
                }
            }
            other => {
                if let Some(types) = other {
                    let place = p.since(start);
                    let (types, values) = (count(types.len(), "operand type"), count(uses.len(), "operand"));
                    p.report(Diagnostic::error(place, format!("{types} for {values}")));
                } else {
                    let place = p.since(start);
                    let message = format!("the type of operand `{}` cannot be told", group.name);
                    p.report(Diagnostic::error(place, message).help("define the value above its use"));
                }
                failed = true;
                let none = p.ctx.ty(TypeKind::None);
                for one in uses {
                    let value = p.resolve_any(one, none);
                    reading.state.operands.push((value, one.pos));
                }
            }
        }
    }
    let mut results = SmallVec::<[i64; 4]>::new();
    for (group, types) in table.outs.iter().zip(&mut reading.out_types) {
        let types = types.take();
        results.push(types.as_ref().map_or(0, |types| types.len() as i64));
        match types {
            Some(types) => reading.state.results.extend_from_slice(&types),
            None if group.arity != Arity::One => {}
            None => {
                let place = p.since(start);
                let message = format!("the type of result `{}` cannot be told", group.name);
                p.report(Diagnostic::error(place, message));
                failed = true;
            }
        }
    }
    if table.operand_segments {
        let sizes: SmallVec<[i64; 4]> = reading.uses.iter().map(|list| list.len() as i64).collect();
        let sizes = p.segment_sizes(&sizes);
        reading.state.properties.push((known::OPERAND_SEGMENT_SIZES, sizes));
    }
    if table.result_segments {
        let sizes = p.segment_sizes(&results);
        push(p, reading.state, "resultSegmentSizes", sizes);
    }
    if failed { Err(Failed) } else { Ok(()) }
}

impl Parser<'_> {
    /// A type that a rule names; the same text is read once.
    pub(super) fn fixed_type(&mut self, text: &'static str) -> Option<TypeId> {
        if let Some(known) = self.fixed_types.get(&place(text)) {
            return *known;
        }
        let ty = infer::fixed(&self.ctx, text);
        self.fixed_types.insert(place(text), ty);
        ty
    }

    /// The sizes of groups as an attribute.
    fn segment_sizes(&mut self, sizes: &[i64]) -> AttrId {
        if let Some(known) = self.segment_sizes.get(sizes) {
            return *known;
        }
        let attr = dense(&self.ctx, 32, sizes);
        self.segment_sizes.insert(SmallVec::from_slice(sizes), attr);
        attr
    }

    /// Whether `%x` here starts the next operation (`%x = ..`, `%x, %y = ..`, `%x:2 = ..`) and is no operand.
    /// After `pdl.replace %a with (..)` only this tells the two apart.
    pub(in crate::text) fn result_definition_follows(&self) -> bool {
        let next = self.peek();
        match next.kind {
            Kind::Equal => true,
            Kind::Comma | Kind::Colon => self.results_follow(),
            _ => false,
        }
    }
}
