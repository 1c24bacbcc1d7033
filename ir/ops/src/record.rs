//! The record of one operation, read from its lines. `ir/ops/README.md` describes them.

/// The record of an operation.
#[derive(Debug)]
pub struct Op {
    /// Full name, such as `arith.addi`.
    pub name: &'static str,
    /// The position of its dialect, and its own in that.
    number: [usize; 2],
    upstream: bool,
    ins: &'static str,
    outs: &'static str,
    attributes: Vec<Attribute>,
    regions: &'static str,
    successors: &'static str,
    traits: &'static str,
    interfaces: &'static str,
    verifier: &'static str,
    simplified: &'static str,
    relations: Vec<&'static str>,
    cpp: Vec<&'static str>,
    facts: &'static str,
    terminator: Option<&'static str>,
    flags: &'static str,
    default_dialect: &'static str,
    types: &'static str,
    strip: &'static str,
    form: &'static str,
    class: &'static str,
}

/// How many values, regions or successors a group has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Many {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Any,
    /// Any number of groups of any number.
    Lists,
}

/// A group of operands, results, regions or successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Name.
    pub name: &'static str,
    /// How many there are.
    pub many: Many,
    /// The name of the constraint on each in `Dialect::constraint`; empty where none is known.
    pub constraint: &'static str,
}

/// An attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Name.
    pub name: &'static str,
    /// The name of its constraint in `Dialect::constraint`; empty where none is known, as for a property.
    pub constraint: &'static str,
    /// How it is written in a custom form, such as `unit`, `i64`, `dense(i64)` or `enum(CmpIPredicate)`.
    pub kind: &'static str,
    /// It may be absent, and has no default.
    pub optional: bool,
    /// Its value, as text, where it is absent.
    pub default: Option<&'static str>,
}

impl Op {
    pub(crate) fn read(name: &'static str, number: [usize; 2], lines: [Option<&'static str>; 2]) -> Op {
        let mut op = Op {
            name,
            number,
            upstream: lines[0].is_some(),
            ins: "",
            outs: "",
            attributes: Vec::new(),
            regions: "",
            successors: "",
            traits: "",
            interfaces: "",
            verifier: "",
            simplified: "",
            relations: Vec::new(),
            cpp: Vec::new(),
            facts: "",
            terminator: None,
            flags: "",
            default_dialect: "",
            types: "",
            strip: "",
            form: "",
            class: "",
        };
        let lines = lines.into_iter().flatten().flat_map(str::lines);
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).for_each(|line| op.add(line));
        op
    }

    /// Adds a line, which replaces an earlier one of the same key; one of an attribute, an earlier one of that attribute.
    fn add(&mut self, line: &'static str) {
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        let field = match key {
            "attr" => return self.add_attribute(Attribute::read(rest)),
            "relation" => return self.relations.push(rest),
            // One without a condition takes back those of before: a relation says them.
            "cpp" if rest.is_empty() => return self.cpp.clear(),
            "cpp" => return self.cpp.push(rest),
            "terminator" => return self.terminator = Some(rest),
            "ins" => &mut self.ins,
            "outs" => &mut self.outs,
            "regions" => &mut self.regions,
            "successors" => &mut self.successors,
            "traits" => &mut self.traits,
            "interfaces" => &mut self.interfaces,
            "verifier" => &mut self.verifier,
            "simplified" => &mut self.simplified,
            "fact" => &mut self.facts,
            "flags" => &mut self.flags,
            "dialect" => &mut self.default_dialect,
            "types" => &mut self.types,
            "strip" => &mut self.strip,
            "form" => &mut self.form,
            "class" => &mut self.class,
            // The records are part of the program: a test reads all of them.
            _ => panic!("{}: no line of a record: {line}", self.name),
        };
        *field = rest;
    }

    fn add_attribute(&mut self, mut attribute: Attribute) {
        let same = |other: &Attribute| other.name == attribute.name;
        if let Some(at) = self.attributes.iter().position(same) {
            let old = self.attributes.remove(at);
            if attribute.constraint.is_empty() {
                attribute.constraint = old.constraint;
            }
        }
        self.attributes.push(attribute);
    }

    /// True for an operation that MLIR has: a dialect of MLIR may have others here.
    #[must_use]
    pub fn is_upstream(&self) -> bool {
        self.upstream
    }

    /// The name of its C++ class, where that does not follow from its own.
    #[must_use]
    pub fn unusual_class(&self) -> Option<&'static str> {
        Some(self.class).filter(|class| !class.is_empty())
    }

    /// The positions of its dialect, and of itself in that.
    pub(crate) fn number(&self) -> [usize; 2] {
        self.number
    }

    /// Groups of operands in order.
    pub fn operands(&self) -> impl Iterator<Item = Group> {
        groups(self.ins)
    }

    /// Groups of results in order.
    pub fn results(&self) -> impl Iterator<Item = Group> {
        groups(self.outs)
    }

    /// Attributes, but for the sizes of groups.
    pub fn attributes(&self) -> impl Iterator<Item = Attribute> {
        self.attributes.iter().copied()
    }

    /// The names of its attributes, those of the sizes of groups included.
    pub fn attribute_names(&self) -> impl Iterator<Item = &'static str> {
        let segments = |word: &str, name| self.has(word).then_some(name);
        let operands = segments("operand_segments", "operandSegmentSizes");
        let results = segments("result_segments", "resultSegmentSizes");
        self.attributes.iter().map(|one| one.name).chain(operands).chain(results)
    }

    /// True for the name of one of its attributes, those of the sizes of groups included.
    #[must_use]
    pub fn is_inherent(&self, key: &str) -> bool {
        self.attribute_names().any(|name| name == key)
    }

    /// The value, as text, that one of its attributes has where none is written.
    #[must_use]
    pub fn default_of(&self, key: &str) -> Option<&'static str> {
        self.attributes.iter().find(|one| one.name == key)?.default
    }

    /// Groups of regions in order.
    pub fn region_groups(&self) -> impl Iterator<Item = Group> {
        groups(self.regions)
    }

    /// The least number of its regions, and true if there may be more.
    #[must_use]
    pub fn regions(&self) -> (usize, bool) {
        least(self.region_groups())
    }

    /// Groups of successors in order.
    pub fn successor_groups(&self) -> impl Iterator<Item = Group> {
        groups(self.successors)
    }

    /// The least number of its successors, and true if there may be more.
    #[must_use]
    pub fn successors(&self) -> (usize, bool) {
        least(self.successor_groups())
    }

    fn traits(&self) -> impl Iterator<Item = &'static str> {
        self.traits.split_ascii_whitespace()
    }

    /// Traits by the words of `assay.traits`, as `corpus/dialects/README.md` lists them.
    pub fn flags(&self) -> impl Iterator<Item = &'static str> {
        self.traits().filter(|name| is_word(name))
    }

    /// The other traits by their C++ names, those of dialects with a namespace.
    pub fn cpp_traits(&self) -> impl Iterator<Item = &'static str> {
        self.traits().filter(|name| !is_word(name))
    }

    /// Tells if there is a trait of this name.
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        self.traits().any(|other| other == word)
    }

    /// The value of a trait `word=value`.
    #[must_use]
    pub fn value(&self, word: &str) -> Option<&'static str> {
        self.traits().find_map(|other| other.strip_prefix(word)?.strip_prefix('='))
    }

    /// The C++ names of its interfaces.
    pub fn interfaces(&self) -> impl Iterator<Item = &'static str> {
        self.interfaces.split_ascii_whitespace()
    }

    /// Tells if it has a folder in C++.
    pub fn has_folder(&self) -> bool {
        self.simplified.split_ascii_whitespace().any(|word| word == "fold")
    }

    /// Tells if there is an interface of this C++ name.
    #[must_use]
    pub fn has_interface(&self, name: &str) -> bool {
        self.interfaces().any(|other| other == name)
    }

    /// The verifiers in C++ that check it: `op`, `regions` after its regions, and interfaces by name.
    pub fn verifiers(&self) -> impl Iterator<Item = &'static str> {
        self.verifier.split_ascii_whitespace()
    }

    /// Relations between types that its traits ask for, in the grammar of `assay.relations`.
    pub fn relations(&self) -> impl Iterator<Item = &'static str> {
        self.relations.iter().copied()
    }

    /// C++ conditions of its traits that the grammar of relations cannot say.
    pub fn cpp_conditions(&self) -> impl Iterator<Item = &'static str> {
        self.cpp.iter().copied()
    }

    /// Facts by hand, `word` or `word=value`, as `ir/ops/README.md` lists them.
    pub fn facts(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.facts.split_ascii_whitespace().map(|fact| fact.split_once('=').unwrap_or((fact, "")))
    }

    /// The value of a fact; empty for one without a value.
    #[must_use]
    pub fn fact(&self, word: &str) -> Option<&'static str> {
        self.facts().find(|(other, _)| *other == word).map(|(_, value)| value)
    }

    /// The terminator that its regions may leave out; `region=name` for one region only.
    #[must_use]
    pub fn terminator(&self) -> Option<&'static str> {
        let name = self.terminator.or_else(|| self.value("implicit_terminator"))?;
        (!name.is_empty()).then_some(name)
    }

    /// Tells if there is a flag of the custom form of this name.
    #[must_use]
    pub fn has_flag(&self, word: &str) -> bool {
        self.flags.split(' ').any(|other| other == word)
    }

    /// The dialect whose prefix may be left out in its regions; empty for none.
    #[must_use]
    pub fn default_dialect(&self) -> &'static str {
        self.default_dialect
    }

    /// Types that the custom form does not write: `a=b`, `a:i1`, `a=function(b)`.
    #[must_use]
    pub fn types(&self) -> &'static str {
        self.types
    }

    /// Groups whose types the custom form writes without the name of their dialect: `a=dialect.type`.
    #[must_use]
    pub fn strip(&self) -> &'static str {
        self.strip
    }

    /// The assembly format; empty for an operation that is written in the generic form.
    #[must_use]
    pub fn form(&self) -> &'static str {
        self.form
    }
}

impl Attribute {
    /// `name:Constraint kind`, `name kind?`, `name kind = default`
    fn read(line: &'static str) -> Attribute {
        let (head, default) = match line.split_once(" = ") {
            Some((head, default)) => (head, Some(default)),
            None => (line, None),
        };
        let (name, kind) = head.split_once(' ').unwrap_or((head, "any"));
        let (name, constraint) = name.split_once(':').unwrap_or((name, ""));
        Attribute {
            name,
            constraint,
            kind: kind.trim_end_matches('?'),
            optional: kind.ends_with('?'),
            default,
        }
    }
}

/// `name`, `name?`, `name*`, `name**`, each with `:Constraint`
fn groups(text: &'static str) -> impl Iterator<Item = Group> {
    text.split_ascii_whitespace().map(|word| {
        let (word, constraint) = word.split_once(':').unwrap_or((word, ""));
        let name = word.trim_end_matches(['?', '*']);
        let many = match &word[name.len()..] {
            "" => Many::One,
            "?" => Many::Optional,
            "*" => Many::Any,
            _ => Many::Lists,
        };
        Group { name, many, constraint }
    })
}

/// C++ names start with a capital or a namespace.
fn is_word(name: &str) -> bool {
    name.starts_with(char::is_lowercase) && !name.contains("::")
}

fn least(groups: impl Iterator<Item = Group>) -> (usize, bool) {
    groups.fold((0, false), |(count, more), group| match group.many {
        Many::One => (count + 1, more),
        _ => (count, true),
    })
}
