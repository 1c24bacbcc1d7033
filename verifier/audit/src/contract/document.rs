//! The text form of contracts: TOML with a table for each pass, and names for sets of kinds.
//!
//! ```toml
//! [pass.convert-scf-to-cf]
//! acts-on = ["scf.*"]
//! removes = ["scf.*"]
//! adds = ["cf.br", { kinds = ["cf.switch"], when = ["scf.index_switch"] }]
//! forbids = ["scf.forall{results}"]
//! ```

use std::collections::BTreeMap;

use serde::Deserialize;

use super::element::Element;
use super::narrow::CERTAIN;
use super::pipeline::Step;

/// The promises of a pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Contract {
    /// The configuration of the pass whose contract this one adds to; empty where it is complete.
    pub like: String,
    /// Operations that the pass may be nested in; empty for any.
    pub anchors: Vec<String>,
    /// Without any of these the pass changes nothing, silently. Empty where that is not known.
    pub acts_on: Vec<Element>,
    /// Without any of these the pass changes nothing, although it is there for them.
    pub requires: Vec<Element>,
    /// None of these is left.
    pub removes: Vec<Removed>,
    /// Fewer of these may be left.
    pub partly: Vec<Element>,
    /// These may appear.
    pub adds: Vec<Added>,
    /// The pass copies these with all that they hold.
    pub copies: Vec<Element>,
    /// With any of these the pass may fail.
    pub forbids: Vec<Forbidden>,
    /// The pass takes none of these away.
    pub preserves: Vec<Element>,
    /// The pass takes none of these away but what folds or is dead.
    pub leaves: Vec<Element>,
    /// The target of a conversion has these as legal: they do not fold, and of the constants that folding makes these stay.
    pub legal: Vec<Element>,
    /// Dialects that MLIR loads because of the pass, before the first pass of the pipeline runs.
    pub loads: Vec<String>,
    /// Classes of promises that passes have in common, such as `simplifies`.
    pub class: Vec<String>,
    /// A remark for readers.
    pub note: String,
}

/// Kinds that are removed, and when.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "RemovedText")]
pub struct Removed {
    /// The kinds.
    pub kinds: Vec<Element>,
    /// They are only removed where every other operation that is present is one of these; empty for always.
    pub within: Vec<Element>,
    /// They are only removed where none of these is present.
    pub unless: Vec<Element>,
}

/// Kinds with which a pass may fail, and when.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "ForbiddenText")]
pub struct Forbidden {
    /// The kinds.
    pub kinds: Vec<Element>,
    /// Only where one of these is present, too; empty for always.
    pub when: Vec<Element>,
    /// It depends on more than the kinds: no program fails for sure.
    pub possible: bool,
    /// Only where neither the program nor a pass of the pipeline loads this dialect; empty for always.
    pub unloaded: String,
}

/// Kinds that may appear, and when.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "AddedText")]
pub struct Added {
    /// The kinds.
    pub kinds: Vec<Element>,
    /// Only where one of these is present; empty for always.
    pub when: Vec<Element>,
    /// Only where one of these is present, too; empty for always.
    pub and: Vec<Element>,
    /// Only where an operation is present besides these; empty for always.
    pub beyond: Vec<Element>,
    /// Each of these kinds, which another row names, is there behind the pass wherever one of `when` is there before it, dead code
    /// and folding aside.
    pub always: bool,
    /// Beside `always`: they have effects, or effects need them, also where they are made of dead code.
    pub live: bool,
    /// They need not be there where one of these is present.
    pub unless: Vec<Element>,
    /// None of these is meant by the kinds and by `when`.
    pub but: Vec<Element>,
    /// Some payload of the contract shows each of these kinds.
    pub exercised: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RemovedText {
    One(Element),
    Conditional(RemovedTable),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RemovedTable {
    kinds: Vec<Element>,
    #[serde(default)]
    within: Vec<Element>,
    #[serde(default)]
    unless: Vec<Element>,
}

impl From<RemovedText> for Removed {
    fn from(text: RemovedText) -> Removed {
        match text {
            RemovedText::One(kind) => Removed { kinds: vec![kind], within: Vec::new(), unless: Vec::new() },
            RemovedText::Conditional(RemovedTable { kinds, within, unless }) => {
                Removed { kinds, within, unless }
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ForbiddenText {
    One(Element),
    Conditional(ForbiddenTable),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForbiddenTable {
    kinds: Vec<Element>,
    #[serde(default)]
    when: Vec<Element>,
    #[serde(default)]
    possible: bool,
    #[serde(default)]
    unloaded: String,
}

impl From<ForbiddenText> for Forbidden {
    fn from(text: ForbiddenText) -> Forbidden {
        match text {
            ForbiddenText::One(kind) => {
                Forbidden { kinds: vec![kind], when: Vec::new(), possible: false, unloaded: String::new() }
            }
            ForbiddenText::Conditional(ForbiddenTable { kinds, when, possible, unloaded }) => {
                Forbidden { kinds, when, possible, unloaded }
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum AddedText {
    One(Element),
    Conditional(AddedTable),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AddedTable {
    kinds: Vec<Element>,
    #[serde(default)]
    when: Vec<Element>,
    #[serde(default)]
    and: Vec<Element>,
    #[serde(default)]
    beyond: Vec<Element>,
    #[serde(default)]
    always: bool,
    #[serde(default)]
    live: bool,
    #[serde(default)]
    unless: Vec<Element>,
    #[serde(default)]
    but: Vec<Element>,
    #[serde(default = "yes")]
    exercised: bool,
}

fn yes() -> bool {
    true
}

impl From<AddedText> for Added {
    fn from(text: AddedText) -> Added {
        match text {
            AddedText::One(kind) => Added {
                kinds: vec![kind],
                when: Vec::new(),
                and: Vec::new(),
                beyond: Vec::new(),
                always: false,
                live: false,
                unless: Vec::new(),
                but: Vec::new(),
                exercised: true,
            },
            AddedText::Conditional(AddedTable {
                kinds,
                when,
                and,
                beyond,
                always,
                live,
                unless,
                but,
                exercised,
            }) => Added { kinds, when, and, beyond, always, live, unless, but, exercised },
        }
    }
}

/// Contracts by pass. A name with options in braces, such as `one-shot-bufferize{bufferize-function-boundaries}`, is that
/// configuration of the pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Contracts {
    /// The contracts.
    #[serde(rename = "pass")]
    pub passes: BTreeMap<String, Contract>,
    /// Promises that passes have in common.
    pub class: BTreeMap<String, Contract>,
    /// The operations of each interface that contracts name.
    pub interface: BTreeMap<String, Vec<String>>,
    /// The contracts that programs were held against and that none of them breaks, by pass.
    pub conformance: BTreeMap<String, Conformance>,
}

/// The result of holding a contract against programs, none of which breaks it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conformance {
    /// The fingerprint of the contract.
    pub contract: String,
    /// The programs.
    pub programs: usize,
    /// Those that the pass changed.
    pub changed: usize,
}

/// A contract as a pipeline finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContractLookup<'c> {
    /// The contract of this configuration.
    Exact(&'c Contract),
    /// The contract of the pass with its default options.
    Default(&'c Contract),
    /// None.
    Unknown,
}

impl Contracts {
    /// Reads files, each with its name; a later one replaces what an earlier one says about a pass.
    ///
    /// # Errors
    /// A message for each file that is no file of contracts, and for each class or interface that is named and not defined.
    pub fn read<'t>(texts: impl IntoIterator<Item = (&'t str, &'t str)>) -> Result<Contracts, Vec<String>> {
        let mut all = Contracts::default();
        let mut faults = Vec::new();
        for (name, text) in texts {
            match toml::from_str::<Contracts>(text) {
                Ok(read) => all.extend(read),
                Err(error) => faults.push(format!("{name}: {}", error.to_string().trim_end())),
            }
        }
        faults.extend(all.faults());
        if faults.is_empty() { Ok(all) } else { Err(faults) }
    }

    /// Adds contracts; they replace those of the same passes.
    pub fn extend(&mut self, other: Contracts) {
        self.passes.extend(other.passes);
        self.class.extend(other.class);
        self.interface.extend(other.interface);
        self.conformance.extend(other.conformance);
        // A chain of contracts that add to another one is as long as there are contracts.
        for _ in 0..self.passes.len() {
            let open = self.passes.iter().filter(|(_, contract)| !contract.like.is_empty());
            let complete = open.filter_map(|(name, contract)| {
                let base = self.passes.get(&contract.like).filter(|base| base.like.is_empty())?;
                Some((name.clone(), contract.added_to(base)))
            });
            let complete: Vec<(String, Contract)> = complete.collect();
            if complete.is_empty() {
                break;
            }
            self.passes.extend(complete);
        }
    }

    /// Names that are used and not defined.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, contract) in self.passes.iter().chain(&self.class) {
            if !contract.like.is_empty() {
                faults.push(format!("pass `{name}`: there is no contract of `{}` to add to", contract.like));
            }
            for class in &contract.class {
                if !self.class.contains_key(class) {
                    faults.push(format!("pass `{name}`: there is no class `{class}`"));
                }
            }
            for element in contract.conditions() {
                if let Element::Constrained { constraint, .. }
                | Element::ConstrainedDialect { constraint, .. } = element
                    && CERTAIN.contains(&constraint.as_str())
                {
                    faults.push(format!(
                        "pass `{name}`: `{element}` says what is certain: it stands in rows with `always`, in `leaves` and in `preserves` alone"
                    ));
                }
            }
            for element in contract.elements() {
                if let Element::Interface(interface) = element
                    && !self.interface.contains_key(interface)
                {
                    faults.push(format!("pass `{name}`: the operations of `{interface}` are not listed"));
                }
            }
        }
        faults
    }

    /// The classes of a contract, and theirs.
    pub fn classes<'c>(&'c self, contract: &'c Contract) -> Vec<(&'c str, &'c Contract)> {
        let mut out: Vec<(&str, &Contract)> = Vec::new();
        let mut open: Vec<&String> = contract.class.iter().collect();
        while let Some(name) = open.pop() {
            if let Some(class) = self.class.get(name)
                && out.iter().all(|(known, _)| known != name)
            {
                out.push((name, class));
                open.extend(&class.class);
            }
        }
        out
    }

    /// The fingerprint of a contract with its classes: it changes with every promise.
    pub fn fingerprint(&self, contract: &Contract) -> String {
        let mut text = contract.promises();
        self.classes(contract).iter().for_each(|(_, class)| text.push_str(&class.promises()));
        // FNV-1a: a fingerprint tells edits apart, not attacks.
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
    }

    /// Tells if the contract that is taken for a step is one that programs were held against, as it is.
    pub fn conforms(&self, step: &Step) -> bool {
        let labels = [step.label(), step.pass.clone()];
        let Some(label) = labels.iter().find(|label| self.passes.contains_key(*label)) else { return false };
        let known = self.conformance.get(label);
        known.is_some_and(|known| known.contract == self.fingerprint(&self.passes[label]))
    }

    /// Tells if an operation implements an interface.
    pub fn implements(&self, interface: &str, op: &str) -> bool {
        self.interface.get(interface).is_some_and(|ops| ops.iter().any(|one| one == op))
    }

    /// The first operation that implements an interface.
    pub fn implementer(&self, interface: &str) -> Option<&str> {
        self.interface.get(interface)?.first().map(String::as_str)
    }

    /// The contract that is taken for a step.
    pub fn found(&self, step: &Step) -> Option<&Contract> {
        match self.find(&step.pass, &step.options) {
            ContractLookup::Exact(contract) | ContractLookup::Default(contract) => Some(contract),
            ContractLookup::Unknown => None,
        }
    }

    /// The contract of a pass with options as a pipeline writes them.
    pub fn find(&self, name: &str, options: &str) -> ContractLookup<'_> {
        if !options.is_empty()
            && let Some(contract) = self.passes.get(&format!("{name}{{{options}}}"))
        {
            return ContractLookup::Exact(contract);
        }
        match (self.passes.get(name), options.is_empty()) {
            (Some(contract), true) => ContractLookup::Exact(contract),
            (Some(contract), false) => ContractLookup::Default(contract),
            (None, _) => ContractLookup::Unknown,
        }
    }
}

impl Contract {
    /// The promises of another contract and its own.
    fn added_to(&self, base: &Contract) -> Contract {
        let mut out = base.clone();
        if !self.anchors.is_empty() {
            out.anchors.clone_from(&self.anchors);
        }
        out.acts_on.extend_from_slice(&self.acts_on);
        out.requires.extend_from_slice(&self.requires);
        out.removes.extend_from_slice(&self.removes);
        out.partly.extend_from_slice(&self.partly);
        out.adds.extend_from_slice(&self.adds);
        out.copies.extend_from_slice(&self.copies);
        out.forbids.extend_from_slice(&self.forbids);
        out.preserves.extend_from_slice(&self.preserves);
        out.leaves.extend_from_slice(&self.leaves);
        out.legal.extend_from_slice(&self.legal);
        out.loads.extend_from_slice(&self.loads);
        out.class.extend_from_slice(&self.class);
        out.note.clone_from(&self.note);
        out
    }

    /// Its promises as a text.
    fn promises(&self) -> String {
        let mut out = self.anchors.join(" ");
        let mut list = |name: &str, words: &[Element]| {
            out.push_str(name);
            words.iter().for_each(|word| out.push_str(&format!(" {word}")));
        };
        for (name, words) in [
            ("acts-on", &self.acts_on),
            ("requires", &self.requires),
            ("partly", &self.partly),
            ("copies", &self.copies),
            ("preserves", &self.preserves),
        ] {
            list(name, words);
        }
        for (name, words) in [("leaves", &self.leaves), ("legal", &self.legal)] {
            if !words.is_empty() {
                list(name, words);
            }
        }
        for row in &self.removes {
            list("removes", &row.kinds);
            list("within", &row.within);
            list("unless", &row.unless);
        }
        for row in &self.adds {
            list(if row.always { "always" } else { "adds" }, &row.kinds);
            if row.live {
                list("live", &[]);
            }
            list("when", &row.when);
            if !row.and.is_empty() {
                list("and", &row.and);
            }
            list("beyond", &row.beyond);
            list("unless", &row.unless);
            if !row.but.is_empty() {
                list("but", &row.but);
            }
        }
        for row in &self.forbids {
            list("forbids", &row.kinds);
            list("when", &row.when);
            if !row.unloaded.is_empty() {
                list(&format!("unloaded {}", row.unloaded), &[]);
            }
        }
        if !self.loads.is_empty() {
            list(&format!("loads {}", self.loads.join(" ")), &[]);
        }
        out
    }

    /// The words that decide what may be there.
    fn conditions(&self) -> impl Iterator<Item = &Element> {
        let plain = [&self.acts_on, &self.requires, &self.partly, &self.copies, &self.legal];
        let removed =
            self.removes.iter().flat_map(|row| row.kinds.iter().chain(&row.within).chain(&row.unless));
        let added = self.adds.iter().flat_map(|row| {
            let certain = if row.always { [&[][..], &[]] } else { [&row.kinds[..], &row.when[..]] };
            [&row.and[..], &row.beyond, &row.unless, &row.but].into_iter().chain(certain).flatten()
        });
        let forbidden = self.forbids.iter().flat_map(|row| row.kinds.iter().chain(&row.when));
        plain.into_iter().flatten().chain(removed).chain(added).chain(forbidden)
    }

    /// Every word of it.
    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        let plain = [
            &self.acts_on,
            &self.requires,
            &self.partly,
            &self.copies,
            &self.preserves,
            &self.leaves,
            &self.legal,
        ];
        let removed =
            self.removes.iter().flat_map(|row| row.kinds.iter().chain(&row.within).chain(&row.unless));
        let added = self.adds.iter().flat_map(|row| {
            [&row.kinds, &row.when, &row.and, &row.beyond, &row.unless, &row.but].into_iter().flatten()
        });
        let forbidden = self.forbids.iter().flat_map(|row| row.kinds.iter().chain(&row.when));
        plain.into_iter().flatten().chain(removed).chain(added).chain(forbidden)
    }
}

#[cfg(test)]
mod tests {
    use super::{ContractLookup, Contracts};

    const TEXT: &str = r#"
[pass.p]
acts-on = ["a.*"]
removes = ["a.*", { kinds = ["b.x"], within = ["c.*"] }]
adds = ["c.y", { kinds = ["c.z"], when = ["a.z"], exercised = false }]
[pass."p{opt=1}"]
"#;

    #[test]
    fn rows_are_words_or_tables() {
        let contracts = Contracts::read([("t", TEXT)]).expect("the text is right");
        let contract = &contracts.passes["p"];
        assert_eq!(contract.removes[1].within[0].to_string(), "c.*");
        assert!(contract.adds[0].exercised && !contract.adds[1].exercised);
        assert_eq!(contract.adds[1].when[0].to_string(), "a.z");
    }

    #[test]
    fn a_configuration_has_its_own_contract() {
        let contracts = Contracts::read([("t", TEXT)]).expect("the text is right");
        assert!(
            matches!(contracts.find("p", "opt=1"), ContractLookup::Exact(found) if found.removes.is_empty())
        );
        assert!(matches!(contracts.find("p", "opt=2"), ContractLookup::Default(_)));
        assert_eq!(contracts.find("q", ""), ContractLookup::Unknown);
    }

    #[test]
    fn a_contract_that_is_edited_has_no_conformance() {
        let step = |pass: &str| crate::contract::pipeline::parse(pass).expect("a pipeline").remove(0);
        let fingerprint = |text: &str| {
            let contracts = Contracts::read([("t", text)]).expect("the text is right");
            contracts.fingerprint(&contracts.passes["p"])
        };
        let plain = "[class.k]\nadds = [\"a.z\"]\n[pass.p]\nclass = [\"k\"]\nremoves = [\"a.*\"]\n";
        let record = format!(
            "[conformance]\np = {{ contract = \"{}\", programs = 1, changed = 1 }}\n",
            fingerprint(plain)
        );
        let conforms = |text: &str| {
            let texts = [("t", text), ("r", record.as_str())];
            Contracts::read(texts).expect("the texts are right").conforms(&step("p"))
        };
        assert!(conforms(plain) && conforms(&format!("{plain}note = \"a remark\"\n")));
        assert!(!conforms(&format!("{plain}adds = [\"b.x\"]\n")));
        assert!(!conforms(&plain.replace("a.z", "a.y")), "the class is part of it");
    }

    #[test]
    fn a_contract_adds_to_another_one() {
        let text = "[pass.\"p{a=1}\"]\nlike = \"p\"\nremoves = [\"b.x\"]\n[pass.\"p{b=1}\"]\nlike = \"p{a=1}\"\n[pass.p]\nremoves = [\"a.x\"]\nclass = [\"k\"]\n[class.k]";
        let contracts = Contracts::read([("t", text)]).expect("the text is right");
        let removed = |name: &str| contracts.passes[name].removes.len();
        assert_eq!((removed("p"), removed("p{a=1}"), removed("p{b=1}")), (1, 2, 2));
        assert_eq!(contracts.passes["p{b=1}"].class, ["k"]);
        let fault = Contracts::read([("t", "[pass.p]\nlike = \"q\"")]).expect_err("there is no q");
        assert_eq!(fault, ["pass `p`: there is no contract of `q` to add to"]);
    }

    #[test]
    fn every_fault_is_reported() {
        let texts = [
            ("a", "[pass.p]\nclass = [\"no\"]\nadds = [\"SomeInterface\"]"),
            ("b", "[pass.q]\nremove = []"),
            ("c", "[pass.q]\nadds = [\"nodot\"]"),
        ];
        let faults = Contracts::read(texts).expect_err("all are wrong");
        assert_eq!(faults.len(), 4, "{faults:?}");
    }
}
