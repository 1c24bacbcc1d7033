//! The table language of custom forms: ODS assembly formats over named operands, results, attributes, regions
//! and successors, compiled once. Knows neither reading nor printing.

use super::{PrintFn, ReadFn, directives};

/// One operation as the dialect files write it.
pub(crate) struct Spec {
    pub(super) name: &'static str,
    /// Operand groups: `name`, `name?` (optional), `name*` (variadic).
    pub(super) ins: &'static str,
    /// Result groups, alike.
    pub(super) outs: &'static str,
    /// Inherent attributes: `name:kind`, `name:kind?`, `name:kind=default`.
    pub(super) attrs: &'static str,
    /// Region names; `name:op` for a terminator that may be left out.
    pub(super) regions: &'static str,
    /// Successor groups.
    pub(super) successors: &'static str,
    /// Types that the form does not write: `a=b`, `a=i1`, `a=function(b)`; see `infer`.
    pub(super) types: &'static str,
    /// The assembly format.
    pub(super) form: &'static str,
    /// Whether operand groups are told apart by `operandSegmentSizes`.
    pub(super) segments: bool,
    pub(super) default_dialect: &'static str,
    /// Whether its regions see no values from outside.
    pub(super) isolated: bool,
    /// A discardable attribute that MLIR adds by itself and that says nothing: it is not kept.
    pub(super) cache: &'static str,
    pub(super) hand: Option<(ReadFn, PrintFn)>,
}

/// The start of a table entry.
pub(super) const fn op(name: &'static str) -> Spec {
    Spec {
        name,
        ins: "",
        outs: "",
        attrs: "",
        regions: "",
        successors: "",
        types: "",
        form: "attr-dict",
        segments: false,
        default_dialect: "",
        isolated: false,
        cache: "",
        hand: None,
    }
}

impl Spec {
    pub(super) const fn ins(mut self, ins: &'static str) -> Spec {
        self.ins = ins;
        self
    }
    pub(super) const fn outs(mut self, outs: &'static str) -> Spec {
        self.outs = outs;
        self
    }
    pub(super) const fn attrs(mut self, attrs: &'static str) -> Spec {
        self.attrs = attrs;
        self
    }
    pub(super) const fn regions(mut self, regions: &'static str) -> Spec {
        self.regions = regions;
        self
    }
    pub(super) const fn successors(mut self, successors: &'static str) -> Spec {
        self.successors = successors;
        self
    }
    pub(super) const fn types(mut self, types: &'static str) -> Spec {
        self.types = types;
        self
    }
    pub(super) const fn form(mut self, form: &'static str) -> Spec {
        self.form = form;
        self
    }
    pub(super) const fn segments(mut self) -> Spec {
        self.segments = true;
        self
    }
    pub(super) const fn isolated(mut self) -> Spec {
        self.isolated = true;
        self
    }
    pub(super) const fn cache(mut self, cache: &'static str) -> Spec {
        self.cache = cache;
        self
    }
    pub(super) const fn dialect(mut self, dialect: &'static str) -> Spec {
        self.default_dialect = dialect;
        self
    }
    pub(super) const fn hand(mut self, read: ReadFn, print: PrintFn) -> Spec {
        self.hand = Some((read, print));
        self
    }
}

/// How many values a group has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arity {
    One,
    Optional,
    Many,
}

pub(super) struct Group {
    pub(super) name: &'static str,
    pub(super) arity: Arity,
}

pub(super) struct AttrSpec {
    pub(super) name: &'static str,
    /// Name of the kind, see `directives`.
    pub(super) kind: &'static str,
    pub(super) optional: bool,
    pub(super) default: Option<&'static str>,
}

/// What `type(..)` and a type rule speak about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    In(usize),
    Out(usize),
    Operands,
    Results,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    In(usize),
    Out(usize),
    Attr(usize),
    Region(usize),
    Successor(usize),
}

/// One piece of an assembly format.
#[derive(Debug)]
pub(super) enum Item {
    Literal(&'static str),
    /// ` `` `: no space here.
    Glue,
    In(usize),
    Operands,
    Attr(usize),
    Region(usize),
    Successor(usize),
    Type(Target),
    Functional(Target, Target),
    Dictionary {
        keyword: bool,
    },
    Custom(&'static str),
    Optional {
        anchor: Option<Anchor>,
        then: Vec<Item>,
        otherwise: Vec<Item>,
    },
}

/// A type rule: the target has the type that a source says.
pub(super) struct Rule {
    pub(super) target: Target,
    pub(super) source: Source,
}

pub(super) enum Source {
    /// The same as another one.
    Same(Target),
    /// A fixed type, as text.
    Fixed(&'static str),
    /// A function of other types, by name.
    Function(&'static str, Vec<Target>),
}

/// A compiled entry.
pub(super) struct Table {
    pub(super) ins: Vec<Group>,
    pub(super) outs: Vec<Group>,
    pub(super) attrs: Vec<AttrSpec>,
    pub(super) regions: Vec<Group>,
    /// Terminators that may be left out, by region.
    pub(super) terminators: Vec<Option<&'static str>>,
    pub(super) successors: Vec<Group>,
    pub(super) items: Vec<Item>,
    pub(super) rules: Vec<Rule>,
    pub(super) segments: bool,
    /// Inherent attributes that the format writes outside of the dictionary.
    pub(super) elided: Vec<&'static str>,
}

impl Table {
    pub(super) fn new(spec: &Spec) -> Table {
        let mut table = Table {
            ins: groups(spec.ins),
            outs: groups(spec.outs),
            attrs: spec.attrs.split_ascii_whitespace().map(attr).collect(),
            regions: spec.regions.split_ascii_whitespace().map(region_group).collect(),
            terminators: spec
                .regions
                .split_ascii_whitespace()
                .map(|word| word.split_once(':').map(|(_, terminator)| terminator))
                .collect(),
            successors: groups(spec.successors),
            items: Vec::new(),
            rules: Vec::new(),
            segments: spec.segments,
            elided: Vec::new(),
        };
        table.rules = spec.types.split_ascii_whitespace().flat_map(|text| table.rule(spec, text)).collect();
        if spec.hand.is_none() {
            let mut scan = Scan { spec, rest: spec.form, anchor: None };
            table.items = table.items(&mut scan);
            assert!(scan.rest.trim().is_empty(), "{}: cannot read form from `{}`", spec.name, scan.rest);
            let mut elided = Vec::new();
            collect_elided(&table.items, &table.attrs, &mut elided);
            if spec.segments {
                elided.push("operandSegmentSizes");
            }
            table.elided = elided;
        }
        table
    }

    fn target(&self, spec: &Spec, name: &str) -> Target {
        let find = |groups: &[Group]| groups.iter().position(|group| group.name == name);
        match (find(&self.ins), find(&self.outs)) {
            (Some(index), _) => Target::In(index),
            (None, Some(index)) => Target::Out(index),
            (None, None) if name == "operands" => Target::Operands,
            (None, None) if name == "results" => Target::Results,
            // Tables are fixed: a wrong one fails in every test.
            (None, None) => panic!("{}: no operand or result `{name}`", spec.name),
        }
    }

    /// `a=b=c`, `a=i1`, `a=f(b,c)`
    fn rule(&self, spec: &Spec, text: &'static str) -> Vec<Rule> {
        let mut parts = text.split('=');
        let last = text.rsplit('=').next().unwrap_or("");
        let targets: Vec<&'static str> = parts.by_ref().take(text.matches('=').count()).collect();
        let known = |name: &str| {
            self.ins.iter().chain(&self.outs).any(|group| group.name == name)
                || name == "operands"
                || name == "results"
        };
        let mut rules = Vec::new();
        if known(last) {
            let all: Vec<Target> =
                targets.iter().chain([&last]).map(|name| self.target(spec, name)).collect();
            for (index, target) in all.iter().enumerate() {
                for other in all.iter().skip(index + 1) {
                    rules.push(Rule { target: *target, source: Source::Same(*other) });
                    rules.push(Rule { target: *other, source: Source::Same(*target) });
                }
            }
            return rules;
        }
        for name in targets {
            let source = match last.strip_suffix(')').and_then(|text| text.split_once('(')) {
                Some((function, arguments)) => {
                    let arguments = arguments.split(',').filter(|a| !a.is_empty());
                    Source::Function(function, arguments.map(|name| self.target(spec, name)).collect())
                }
                None => Source::Fixed(last),
            };
            rules.push(Rule { target: self.target(spec, name), source });
        }
        rules
    }

    fn items(&self, scan: &mut Scan) -> Vec<Item> {
        let mut items = Vec::new();
        while let Some(word) = scan.word() {
            if word == ")" {
                break;
            }
            items.push(self.item(scan, word));
        }
        items
    }

    fn item(&self, scan: &mut Scan, word: &'static str) -> Item {
        if let Some(literal) = word.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) {
            return if literal.is_empty() { Item::Glue } else { Item::Literal(literal) };
        }
        if let Some(name) = word.strip_prefix('$') {
            let (item, anchor) = self.named(scan.spec, name);
            if scan.caret() {
                scan.anchor = Some(anchor);
            }
            return item;
        }
        match word {
            "(" => {
                let outer = scan.anchor.take();
                let then = self.items(scan);
                let anchor = std::mem::replace(&mut scan.anchor, outer);
                let otherwise = if scan.eat(":(") { self.items(scan) } else { Vec::new() };
                assert!(scan.eat("?"), "{}: group without `?` before `{}`", scan.spec.name, scan.rest);
                Item::Optional { anchor, then, otherwise }
            }
            "type" => {
                let target = scan.arguments();
                let target = self.target(scan.spec, target[0]);
                if scan.caret() {
                    scan.anchor = match target {
                        Target::In(index) => Some(Anchor::In(index)),
                        Target::Out(index) => Some(Anchor::Out(index)),
                        _ => None,
                    };
                }
                Item::Type(target)
            }
            "functional-type" => {
                let arguments = scan.arguments();
                Item::Functional(self.target(scan.spec, arguments[0]), self.target(scan.spec, arguments[1]))
            }
            "operands" => Item::Operands,
            "attr-dict" => Item::Dictionary { keyword: false },
            "attr-dict-with-keyword" => Item::Dictionary { keyword: true },
            "custom" => {
                let name = scan.word().unwrap_or("");
                Item::Custom(name)
            }
            _ => panic!("{}: cannot read `{word}` in its form", scan.spec.name),
        }
    }

    fn named(&self, spec: &Spec, name: &str) -> (Item, Anchor) {
        let find = |groups: &[Group]| groups.iter().position(|group| group.name == name);
        if let Some(index) = find(&self.ins) {
            return (Item::In(index), Anchor::In(index));
        }
        if let Some(index) = self.attrs.iter().position(|attr| attr.name == name) {
            return (Item::Attr(index), Anchor::Attr(index));
        }
        if let Some(index) = find(&self.regions) {
            return (Item::Region(index), Anchor::Region(index));
        }
        if let Some(index) = find(&self.successors) {
            return (Item::Successor(index), Anchor::Successor(index));
        }
        panic!("{}: `${name}` names nothing", spec.name)
    }
}

fn collect_elided(items: &[Item], attrs: &[AttrSpec], elided: &mut Vec<&'static str>) {
    for item in items {
        match item {
            Item::Attr(index) => elided.push(attrs[*index].name),
            Item::Custom(name) => elided.extend(directives::bound_by(name)),
            Item::Optional { anchor, then, otherwise } => {
                if let Some(Anchor::Attr(index)) = anchor {
                    elided.push(attrs[*index].name);
                }
                collect_elided(then, attrs, elided);
                collect_elided(otherwise, attrs, elided);
            }
            _ => {}
        }
    }
}

fn region_group(word: &'static str) -> Group {
    let name = word.split_once(':').map_or(word, |(name, _)| name);
    Group { name, arity: Arity::One }
}

fn groups(text: &'static str) -> Vec<Group> {
    text.split_ascii_whitespace()
        .map(|word| match (word.strip_suffix('?'), word.strip_suffix('*')) {
            (Some(name), _) => Group { name, arity: Arity::Optional },
            (None, Some(name)) => Group { name, arity: Arity::Many },
            (None, None) => Group { name: word, arity: Arity::One },
        })
        .collect()
}

fn attr(word: &'static str) -> AttrSpec {
    let (head, default) = match word.split_once('=') {
        Some((head, default)) => (head, Some(default)),
        None => (word, None),
    };
    let (name, kind) = head.split_once(':').unwrap_or((head, "any"));
    let optional = kind.ends_with('?') || kind == "unit";
    AttrSpec { name, kind: kind.trim_end_matches('?'), optional, default }
}

/// Words of an assembly format.
struct Scan<'a> {
    spec: &'a Spec,
    rest: &'static str,
    /// The anchor of the group that is open.
    anchor: Option<Anchor>,
}

impl Scan<'_> {
    fn word(&mut self) -> Option<&'static str> {
        self.rest = self.rest.trim_start();
        let first = self.rest.bytes().next()?;
        let length = match first {
            b'`' => self.rest[1..].find('`').map_or(self.rest.len(), |at| at + 2),
            b'(' | b')' => 1,
            b'<' => self.rest.find('>').map_or(self.rest.len(), |at| at + 1),
            b'$' => {
                1 + self.rest[1..]
                    .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .unwrap_or(self.rest.len() - 1)
            }
            _ => self
                .rest
                .find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
                .unwrap_or(self.rest.len()),
        };
        let (word, rest) = self.rest.split_at(length.max(1));
        self.rest = rest;
        Some(word.strip_prefix('<').and_then(|word| word.strip_suffix('>')).unwrap_or(word))
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

    fn caret(&mut self) -> bool {
        self.eat("^")
    }

    /// `($a, $b)` as names.
    fn arguments(&mut self) -> Vec<&'static str> {
        assert!(self.eat("("), "{}: `(` expected before `{}`", self.spec.name, self.rest);
        let end = self.rest.find(')').unwrap_or(self.rest.len());
        let (inside, rest) = self.rest.split_at(end);
        self.rest = rest.get(1..).unwrap_or("");
        inside.split(',').map(|name| name.trim().trim_start_matches('$')).collect()
    }
}
