//! The compiler of custom forms: the assembly format of a record, word by word, and its rules about types.

use assay_ops::{Attribute, Dialect, Many, Op};

use super::attribute::AttrForm;
use super::format::{
    Anchor, Argument, Arity, AttrSpec, Call, Clause, Group, Item, OpSyntax, Rule, Source, Table, Target,
};
use super::pieces;

/// Attributes with maps that MLIR computes once and keeps; they say nothing new.
const MEMOIZED: &str = "linalg.memoized_indexing_maps";

/// The form of all structured operations that have none of their own.
const NAMED: &str = "`` custom<Named>() (`ins` `(` $inputs^ `:` type($inputs) `)`)? \
     (`outs` `(` $outputs^ `:` type($outputs) `)`)? custom<Results>(type($result_tensors)) custom<Implied>()";

impl OpSyntax {
    /// Compiles the form of a record.
    pub(super) fn compile(op: &'static Op) -> Result<OpSyntax, String> {
        let dialect = Dialect::of_op(op);
        let linalg = dialect.name() == "linalg";
        let text = match op.form() {
            "" if linalg && op.has_flag("cpp") => NAMED,
            text => text,
        };
        let cache = if linalg { MEMOIZED } else { "" };
        let (name, default_dialect) = (op.name, op.default_dialect());
        let (table, fault) = match Table::new(op, dialect, text) {
            Ok(table) => (table, None),
            Err(fault) => (Table::new(op, dialect, "")?, Some(fault)),
        };
        let fault = fault.or_else(|| {
            let why =
                if op.has_flag("cpp") { "C++ reads it" } else { "no format that can be read here is known" };
            text.is_empty().then(|| why.to_owned())
        });
        Ok(OpSyntax { dialect, name, default_dialect, cache, fault, table })
    }
}

impl Table {
    fn new(record: &'static Op, dialect: &'static Dialect, form: &'static str) -> Result<Table, String> {
        let mut table = Table {
            ins: groups(record.operands()),
            outs: groups(record.results()),
            attrs: record.attributes().map(|one| attr(dialect, one)).collect::<Result<_, _>>()?,
            regions: groups(record.region_groups()),
            terminator: None,
            kept: record.has_flag("kept"),
            cpp: record.has_flag("cpp"),
            ranked: record.has_flag("ranked"),
            paired: record.has_flag("paired"),
            block: record.has_flag("block"),
            nonempty: record.has_flag("nonempty"),
            verbose: record.has_flag("verbose"),
            bound: false,
            successors: groups(record.successor_groups()),
            items: Vec::new(),
            rules: Vec::new(),
            operand_segments: record.has("operand_segments"),
            result_segments: record.has("result_segments"),
            elided: vec!["operandSegmentSizes", "resultSegmentSizes"],
        };
        table.terminator = record.terminator().map(|text| {
            let (only, name) = text.split_once('=').unwrap_or(("", text));
            (table.regions.iter().position(|region| region.name == only), name)
        });
        let rules = if form.is_empty() { "" } else { record.types() };
        for text in rules.split_ascii_whitespace() {
            let rules = table.rule(text)?;
            table.rules.extend(rules);
        }
        let mut scan =
            Scan { dialect: dialect.name(), strip: record.strip(), rest: form, anchors: Vec::new() };
        let items = table.items(&mut scan, &[])?;
        if !scan.rest.trim().is_empty() {
            return Err(format!("its form cannot be read from `{}`", scan.rest));
        }
        let mut elided = Vec::new();
        collect_elided(&items, &table.attrs, &mut elided);
        table.elided.extend(elided);
        table.bound = items.iter().any(|item| matches!(item, Item::Custom(call) if call.piece.binds));
        table.items = items;
        Ok(table)
    }

    fn target(&self, name: &str) -> Result<Target, String> {
        let find = |groups: &[Group]| groups.iter().position(|group| group.name == name);
        match (find(&self.ins), find(&self.outs)) {
            (Some(index), _) => Ok(Target::In(index)),
            (None, Some(index)) => Ok(Target::Out(index)),
            (None, None) if name == "operands" => Ok(Target::Operands),
            (None, None) if name == "results" => Ok(Target::Results),
            (None, None) => Err(format!("there is no operand or result `{name}`")),
        }
    }

    /// `a=b=c`, `a:i1`, `a=f(b,c)`
    fn rule(&self, text: &'static str) -> Result<Vec<Rule>, String> {
        if let Some((name, fixed)) = text.split_once(':') {
            return Ok(vec![Rule { target: self.target(name)?, source: Source::Fixed(fixed) }]);
        }
        let words: Vec<&'static str> = text.split('=').collect();
        let targets =
            |names: &[&str]| names.iter().map(|name| self.target(name)).collect::<Result<Vec<_>, _>>();
        let Some((last, before)) = words.split_last() else { return Ok(Vec::new()) };
        let Some((function, arguments)) = last.strip_suffix(')').and_then(|text| text.split_once('(')) else {
            let all = targets(&words)?;
            let pairs = all.iter().flat_map(|target| all.iter().map(move |other| (*target, *other)));
            let rule = |(target, other)| Rule { target, source: Source::Same(other) };
            return Ok(pairs.filter(|(target, other)| target != other).map(rule).collect());
        };
        let names: Vec<&str> = arguments.split(',').filter(|name| !name.is_empty()).collect();
        let needed = if function == "attr_type" { Vec::new() } else { targets(&names)? };
        let source = || match function {
            "attr_type" => Source::Attribute(arguments),
            _ => Source::Function(function, needed.clone()),
        };
        Ok(targets(before)?.into_iter().map(|target| Rule { target, source: source() }).collect())
    }

    /// Pieces up to a `)`, or up to one of the words in `ends`, which stays.
    fn items(&self, scan: &mut Scan, ends: &[&str]) -> Result<Vec<Item>, String> {
        let mut items = Vec::new();
        while !ends.iter().any(|end| scan.at(end)) {
            match scan.word() {
                None | Some(")") => break,
                Some(word) => items.push(self.item(scan, word)?),
            }
        }
        Ok(items)
    }

    fn item(&self, scan: &mut Scan, word: &'static str) -> Result<Item, String> {
        if let Some(literal) = word.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) {
            return Ok(match literal {
                "" => Item::Glue,
                "\\n" => Item::Line,
                _ => Item::Literal(literal),
            });
        }
        if let Some(name) = word.strip_prefix('$') {
            return self.named(scan, name, false);
        }
        Ok(match word {
            "(" => self.optional(scan)?,
            "type" => {
                let name = scan.argument()?;
                self.type_of(scan, name, false)?
            }
            "qualified" => {
                let name = scan.argument()?;
                match name.strip_prefix("type(").and_then(|name| name.strip_suffix(')')) {
                    Some(name) => self.type_of(scan, name.trim_start_matches('$'), true)?,
                    None => self.named(scan, name, true)?,
                }
            }
            "functional-type" => {
                let [inputs, results] = scan.arguments()?[..] else {
                    return Err("`functional-type` has two arguments".to_owned());
                };
                Item::Functional(self.target(inputs)?, self.target(results)?, false)
            }
            "operands" => Item::Operands,
            "regions" => Item::Regions,
            "successors" => Item::Successors,
            "attr-dict" => Item::Dictionary { keyword: false },
            "attr-dict-with-keyword" => Item::Dictionary { keyword: true },
            "prop-dict" => Item::Properties,
            "custom" => self.custom(scan)?,
            "oilist" => self.clauses(scan)?,
            _ => return Err(format!("`{word}` cannot be read in its form")),
        })
    }

    fn optional(&self, scan: &mut Scan) -> Result<Item, String> {
        let outer = std::mem::take(&mut scan.anchors);
        let mut then = self.items(scan, &[])?;
        if let Some(Item::Region { optional, .. }) = then.first_mut() {
            *optional = true;
        }
        let mut anchors = std::mem::replace(&mut scan.anchors, outer);
        if anchors.is_empty() {
            collect_anchors(&then, &mut anchors);
        }
        for item in then.iter_mut().skip(1) {
            if let Item::Attr { index, required, .. } = item {
                *required = anchors.contains(&Anchor::Attr(*index));
            }
        }
        let otherwise = if scan.eat(":") && scan.eat("(") { self.items(scan, &[])? } else { Vec::new() };
        scan.expect("?")?;
        Ok(Item::Optional { anchors, then, otherwise })
    }

    fn type_of(&self, scan: &mut Scan, name: &str, qualified: bool) -> Result<Item, String> {
        let target = self.target(name)?;
        match target {
            Target::In(index) => scan.caret(Anchor::In(index)),
            Target::Out(index) => scan.caret(Anchor::Out(index)),
            Target::Operands | Target::Results => {}
        }
        let mut pairs = scan.strip.split_ascii_whitespace().filter_map(|pair| pair.split_once('='));
        let stripped = pairs.find(|(group, _)| *group == name && !qualified);
        Ok(Item::Type(target, stripped.and_then(|(_, kind)| kind.split_once('.'))))
    }

    fn custom(&self, scan: &mut Scan) -> Result<Item, String> {
        let name = scan.word().unwrap_or("");
        let mut arguments = Vec::new();
        for text in scan.arguments()? {
            arguments.extend(self.argument(text)?);
        }
        let anchors = arguments.iter().filter_map(|one| match one {
            Argument::Of(anchor, _) => Some(*anchor),
            _ => None,
        });
        if scan.eat("^") {
            scan.anchors = anchors.collect();
        }
        if name == "SemiFunctionType"
            && let [Argument::Type(ins), Argument::Type(outs), ..] = arguments[..]
        {
            let lone = arguments.len() == 2 || arguments[2] == Argument::Text("\"true\"");
            return Ok(Item::Functional(ins, outs, lone));
        }
        match pieces::piece(scan.dialect, name) {
            Some(piece) => Ok(Item::Custom(Call { piece, arguments })),
            None => Err(format!("there is no piece `{name}`")),
        }
    }

    /// An argument of a piece; none for what it only looks at.
    fn argument(&self, text: &'static str) -> Result<Option<Argument>, String> {
        if text.starts_with('"') {
            return Ok(Some(Argument::Text(text)));
        }
        if let Some(inside) = text.strip_prefix("type(").and_then(|text| text.strip_suffix(')')) {
            return Ok(Some(Argument::Type(self.target(inside.trim_start_matches('$'))?)));
        }
        if text.starts_with("ref(") || text.is_empty() {
            return Ok(None);
        }
        Ok(Some(Argument::Of(self.anchor(text)?, text)))
    }

    fn clauses(&self, scan: &mut Scan) -> Result<Item, String> {
        scan.expect("(")?;
        let mut clauses = Vec::new();
        loop {
            let word = scan.word().unwrap_or("").trim_matches('`');
            let items = self.items(scan, &["|", ")"])?;
            let mut anchors = Vec::new();
            collect_anchors(&items, &mut anchors);
            clauses.push(Clause { word, items, anchors });
            if !scan.eat("|") {
                break;
            }
        }
        scan.expect(")")?;
        Ok(Item::Clauses(clauses))
    }

    fn named(&self, scan: &mut Scan, name: &str, qualified: bool) -> Result<Item, String> {
        let anchor = self.anchor(name)?;
        scan.caret(anchor);
        Ok(match anchor {
            Anchor::In(index) => Item::In(index),
            Anchor::Attr(index) => Item::Attr { index, qualified, required: false },
            Anchor::Region(index) => Item::Region { index, optional: false },
            Anchor::Successor(index) => Item::Successor(index),
            Anchor::Out(_) => return Err(format!("a form cannot write the result `${name}`")),
        })
    }

    fn anchor(&self, name: &str) -> Result<Anchor, String> {
        let find = |groups: &[Group]| groups.iter().position(|group| group.name == name);
        None.or_else(|| find(&self.ins).map(Anchor::In))
            .or_else(|| self.attrs.iter().position(|attr| attr.name == name).map(Anchor::Attr))
            .or_else(|| find(&self.regions).map(Anchor::Region))
            .or_else(|| find(&self.successors).map(Anchor::Successor))
            .or_else(|| find(&self.outs).map(Anchor::Out))
            .ok_or_else(|| format!("`${name}` names nothing"))
    }
}

fn collect_elided(items: &[Item], attrs: &[AttrSpec], elided: &mut Vec<&'static str>) {
    for item in items {
        match item {
            Item::Optional { anchors, then, otherwise } => {
                elided.extend(anchors.iter().filter_map(|anchor| match anchor {
                    Anchor::Attr(index) => Some(attrs[*index].name),
                    _ => None,
                }));
                collect_elided(then, attrs, elided);
                collect_elided(otherwise, attrs, elided);
            }
            Item::Clauses(clauses) => {
                clauses.iter().for_each(|clause| collect_elided(&clause.items, attrs, elided));
            }
            Item::Attr { index, .. } => elided.push(attrs[*index].name),
            Item::Custom(call) => {
                elided.extend((0..call.arguments.len()).filter_map(|index| call.attribute(index)));
                elided.extend(call.piece.attrs);
            }
            Item::Properties => elided.extend(attrs.iter().map(|attr| attr.name)),
            _ => {}
        }
    }
}

fn collect_anchors(items: &[Item], anchors: &mut Vec<Anchor>) {
    for item in items {
        match item {
            Item::In(index) => anchors.push(Anchor::In(*index)),
            Item::Attr { index, .. } => anchors.push(Anchor::Attr(*index)),
            Item::Region { index, .. } => anchors.push(Anchor::Region(*index)),
            Item::Optional { anchors: inner, .. } => anchors.extend(inner),
            Item::Custom(call) => anchors.extend(call.arguments.iter().filter_map(|one| match one {
                Argument::Of(anchor, _) => Some(*anchor),
                _ => None,
            })),
            _ => {}
        }
    }
}

fn groups(groups: impl Iterator<Item = assay_ops::Group>) -> Vec<Group> {
    let arity = |many| match many {
        Many::One => Arity::One,
        Many::Optional => Arity::Optional,
        Many::Any | Many::Lists => Arity::Many,
    };
    groups.map(|group| Group { name: group.name, arity: arity(group.many) }).collect()
}

fn attr(dialect: &'static Dialect, attribute: Attribute) -> Result<AttrSpec, String> {
    let Attribute { name, constraint, kind, optional, default } = attribute;
    let form = AttrForm::parse(kind, dialect);
    let form = form.ok_or_else(|| format!("there is no kind `{kind}` of attributes"))?;
    Ok(AttrSpec {
        name,
        optional: optional || form.is_unit(),
        form,
        default,
        property: constraint.is_empty(),
    })
}

/// Words of an assembly format.
struct Scan {
    dialect: &'static str,
    strip: &'static str,
    rest: &'static str,
    /// The anchors of the group that is open.
    anchors: Vec<Anchor>,
}

impl Scan {
    fn word(&mut self) -> Option<&'static str> {
        self.rest = self.rest.trim_start();
        let first = self.rest.bytes().next()?;
        let name = |text: &str, more: &str| {
            text.find(|c: char| !(c.is_alphanumeric() || c == '_' || more.contains(c))).unwrap_or(text.len())
        };
        let length = match first {
            b'`' => self.rest[1..].find('`').map_or(self.rest.len(), |at| at + 2),
            b'(' | b')' => 1,
            b'<' => self.rest.find('>').map_or(self.rest.len(), |at| at + 1),
            b'$' => 1 + name(&self.rest[1..], ""),
            _ => name(self.rest, "-"),
        };
        let (word, rest) = self.rest.split_at(length.max(1));
        self.rest = rest;
        Some(word.strip_prefix('<').and_then(|word| word.strip_suffix('>')).unwrap_or(word))
    }

    fn at(&self, text: &str) -> bool {
        self.rest.trim_start().starts_with(text)
    }

    fn eat(&mut self, text: &str) -> bool {
        match self.rest.trim_start().strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        if self.eat(text) { Ok(()) } else { Err(format!("`{text}` is expected before `{}`", self.rest)) }
    }

    /// The first argument.
    fn argument(&mut self) -> Result<&'static str, String> {
        self.arguments()?.first().copied().ok_or_else(|| "an argument is missing".to_owned())
    }

    fn caret(&mut self, anchor: Anchor) {
        if self.eat("^") {
            self.anchors = vec![anchor];
        }
    }

    /// `($a, type($b))`: the texts between the commas, names without `$`.
    fn arguments(&mut self) -> Result<Vec<&'static str>, String> {
        self.expect("(")?;
        let (mut depth, mut start, mut list) = (0usize, 0, Vec::new());
        for (at, c) in self.rest.char_indices() {
            match c {
                '(' => depth += 1,
                ')' if depth > 0 => depth -= 1,
                ',' | ')' if depth == 0 => {
                    list.push(self.rest[start..at].trim().trim_start_matches('$'));
                    start = at + 1;
                    if c == ')' {
                        self.rest = &self.rest[start..];
                        return Ok(list);
                    }
                }
                _ => {}
            }
        }
        Err(format!("`)` is expected in `{}`", self.rest))
    }
}
