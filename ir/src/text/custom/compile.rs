//! The compiler of custom forms: the assembly format of a record, word by word, and its rules about types.

use assay_ops::{Attribute, Dialect, Many, Op, dialect_of};

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
    pub(super) fn compile(op: &'static Op) -> Option<OpSyntax> {
        let dialect = assay_ops::dialect(dialect_of(op.name))?;
        let linalg = dialect_of(op.name) == "linalg";
        let text = match op.form() {
            "" if linalg && op.has_flag("cpp") => NAMED,
            text => text,
        };
        let cache = if linalg { MEMOIZED } else { "" };
        let form = !text.is_empty();
        let (name, default_dialect) = (op.name, op.default_dialect());
        let table = Table::new(op, dialect, text);
        Some(OpSyntax { dialect, name, default_dialect, cache, form, table })
    }
}

impl Table {
    fn new(record: &'static Op, dialect: &'static Dialect, form: &'static str) -> Table {
        let op = record.name;
        let mut table = Table {
            ins: groups(record.operands()),
            outs: groups(record.results()),
            attrs: record.attributes().map(|one| attr(op, dialect, one)).collect(),
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
        table.rules = rules.split_ascii_whitespace().flat_map(|text| table.rule(op, text)).collect();
        let mut scan = Scan { op, strip: record.strip(), rest: form, anchors: Vec::new() };
        let items = table.items(&mut scan, &[]);
        assert!(scan.rest.trim().is_empty(), "{op}: cannot read form from `{}`", scan.rest);
        let mut elided = Vec::new();
        collect_elided(&items, &table.attrs, &mut elided);
        table.elided.extend(elided);
        table.bound = items.iter().any(|item| matches!(item, Item::Custom(call) if call.piece.binds));
        table.items = items;
        table
    }

    fn target(&self, op: &str, name: &str) -> Target {
        let find = |groups: &[Group]| groups.iter().position(|group| group.name == name);
        match (find(&self.ins), find(&self.outs)) {
            (Some(index), _) => Target::In(index),
            (None, Some(index)) => Target::Out(index),
            (None, None) if name == "operands" => Target::Operands,
            (None, None) if name == "results" => Target::Results,
            // Tables are fixed: a wrong one fails in every test.
            (None, None) => panic!("{op}: no operand or result `{name}`"),
        }
    }

    /// `a=b=c`, `a:i1`, `a=f(b,c)`
    fn rule(&self, op: &str, text: &'static str) -> Vec<Rule> {
        if let Some((name, fixed)) = text.split_once(':') {
            return vec![Rule { target: self.target(op, name), source: Source::Fixed(fixed) }];
        }
        let words: Vec<&'static str> = text.split('=').collect();
        let Some((last, targets)) = words.split_last() else { return Vec::new() };
        let Some((function, arguments)) = last.strip_suffix(')').and_then(|text| text.split_once('(')) else {
            let all: Vec<Target> = words.iter().map(|name| self.target(op, name)).collect();
            let pairs = all.iter().flat_map(|target| all.iter().map(move |other| (*target, *other)));
            let rule = |(target, other)| Rule { target, source: Source::Same(other) };
            return pairs.filter(|(target, other)| target != other).map(rule).collect();
        };
        let source = || match function {
            "attr_type" => Source::Attribute(arguments),
            _ => {
                let arguments = arguments.split(',').filter(|name| !name.is_empty());
                Source::Function(function, arguments.map(|name| self.target(op, name)).collect())
            }
        };
        targets.iter().map(|name| Rule { target: self.target(op, name), source: source() }).collect()
    }

    /// Pieces up to a `)`, or up to one of the words in `ends`, which stays.
    fn items(&self, scan: &mut Scan, ends: &[&str]) -> Vec<Item> {
        let mut items = Vec::new();
        while !ends.iter().any(|end| scan.at(end)) {
            match scan.word() {
                None | Some(")") => break,
                Some(word) => items.push(self.item(scan, word)),
            }
        }
        items
    }

    fn item(&self, scan: &mut Scan, word: &'static str) -> Item {
        if let Some(literal) = word.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) {
            return match literal {
                "" => Item::Glue,
                "\\n" => Item::Line,
                _ => Item::Literal(literal),
            };
        }
        if let Some(name) = word.strip_prefix('$') {
            return self.named(scan, name, false);
        }
        match word {
            "(" => self.optional(scan),
            "type" => {
                let name = scan.arguments()[0];
                self.type_of(scan, name, false)
            }
            "qualified" => {
                let name = scan.arguments()[0];
                match name.strip_prefix("type(").and_then(|name| name.strip_suffix(')')) {
                    Some(name) => self.type_of(scan, name.trim_start_matches('$'), true),
                    None => self.named(scan, name, true),
                }
            }
            "functional-type" => {
                let names = scan.arguments();
                Item::Functional(self.target(scan.op, names[0]), self.target(scan.op, names[1]), false)
            }
            "operands" => Item::Operands,
            "regions" => Item::Regions,
            "successors" => Item::Successors,
            "attr-dict" => Item::Dictionary { keyword: false },
            "attr-dict-with-keyword" => Item::Dictionary { keyword: true },
            "prop-dict" => Item::Properties,
            "custom" => self.custom(scan),
            "oilist" => self.clauses(scan),
            _ => panic!("{}: cannot read `{word}` in its form", scan.op),
        }
    }

    fn optional(&self, scan: &mut Scan) -> Item {
        let outer = std::mem::take(&mut scan.anchors);
        let mut then = self.items(scan, &[]);
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
        let otherwise = if scan.eat(":") && scan.eat("(") { self.items(scan, &[]) } else { Vec::new() };
        assert!(scan.eat("?"), "{}: group without `?` before `{}`", scan.op, scan.rest);
        Item::Optional { anchors, then, otherwise }
    }

    fn type_of(&self, scan: &mut Scan, name: &str, qualified: bool) -> Item {
        let target = self.target(scan.op, name);
        match target {
            Target::In(index) => scan.caret(Anchor::In(index)),
            Target::Out(index) => scan.caret(Anchor::Out(index)),
            Target::Operands | Target::Results => {}
        }
        let mut pairs = scan.strip.split_ascii_whitespace().filter_map(|pair| pair.split_once('='));
        let stripped = pairs.find(|(group, _)| *group == name && !qualified);
        Item::Type(target, stripped.and_then(|(_, kind)| kind.split_once('.')))
    }

    fn custom(&self, scan: &mut Scan) -> Item {
        let name = scan.word().unwrap_or("");
        let arguments: Vec<Argument> =
            scan.arguments().into_iter().filter_map(|text| self.argument(scan, text)).collect();
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
            return Item::Functional(ins, outs, lone);
        }
        match pieces::piece(dialect_of(scan.op), name) {
            Some(piece) => Item::Custom(Call { piece, arguments }),
            None => panic!("{}: no piece `{name}`", scan.op),
        }
    }

    /// An argument of a piece; none for what it only looks at.
    fn argument(&self, scan: &Scan, text: &'static str) -> Option<Argument> {
        if text.starts_with('"') {
            return Some(Argument::Text(text));
        }
        if let Some(inside) = text.strip_prefix("type(").and_then(|text| text.strip_suffix(')')) {
            return Some(Argument::Type(self.target(scan.op, inside.trim_start_matches('$'))));
        }
        (!text.starts_with("ref(") && !text.is_empty())
            .then(|| Argument::Of(self.anchor(scan.op, text), text))
    }

    fn clauses(&self, scan: &mut Scan) -> Item {
        assert!(scan.eat("("), "{}: `(` expected before `{}`", scan.op, scan.rest);
        let mut clauses = Vec::new();
        loop {
            let word = scan.word().unwrap_or("").trim_matches('`');
            let items = self.items(scan, &["|", ")"]);
            let mut anchors = Vec::new();
            collect_anchors(&items, &mut anchors);
            clauses.push(Clause { word, items, anchors });
            if !scan.eat("|") {
                break;
            }
        }
        assert!(scan.eat(")"), "{}: `)` expected before `{}`", scan.op, scan.rest);
        Item::Clauses(clauses)
    }

    fn named(&self, scan: &mut Scan, name: &str, qualified: bool) -> Item {
        let anchor = self.anchor(scan.op, name);
        scan.caret(anchor);
        match anchor {
            Anchor::In(index) => Item::In(index),
            Anchor::Attr(index) => Item::Attr { index, qualified, required: false },
            Anchor::Region(index) => Item::Region { index, optional: false },
            Anchor::Successor(index) => Item::Successor(index),
            Anchor::Out(_) => panic!("{}: a form cannot write the result `${name}`", scan.op),
        }
    }

    fn anchor(&self, op: &str, name: &str) -> Anchor {
        let find = |groups: &[Group]| groups.iter().position(|group| group.name == name);
        None.or_else(|| find(&self.ins).map(Anchor::In))
            .or_else(|| self.attrs.iter().position(|attr| attr.name == name).map(Anchor::Attr))
            .or_else(|| find(&self.regions).map(Anchor::Region))
            .or_else(|| find(&self.successors).map(Anchor::Successor))
            .or_else(|| find(&self.outs).map(Anchor::Out))
            .unwrap_or_else(|| panic!("{op}: `${name}` names nothing"))
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

fn attr(op: &str, dialect: &'static Dialect, attribute: Attribute) -> AttrSpec {
    let Attribute { name, constraint, kind, optional, default } = attribute;
    let form = AttrForm::parse(kind, dialect);
    let form = form.unwrap_or_else(|| panic!("{op}: no kind `{kind}` of attributes"));
    AttrSpec { name, optional: optional || form.is_unit(), form, default, property: constraint.is_empty() }
}

/// Words of an assembly format.
struct Scan {
    op: &'static str,
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

    fn caret(&mut self, anchor: Anchor) {
        if self.eat("^") {
            self.anchors = vec![anchor];
        }
    }

    /// `($a, type($b))`: the texts between the commas, names without `$`.
    fn arguments(&mut self) -> Vec<&'static str> {
        assert!(self.eat("("), "{}: `(` expected before `{}`", self.op, self.rest);
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
                        return list;
                    }
                }
                _ => {}
            }
        }
        panic!("{}: `)` expected in `{}`", self.op, self.rest)
    }
}
