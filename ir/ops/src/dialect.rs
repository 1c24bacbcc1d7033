//! The files of all dialects, and the index of each.

use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use crate::record::Op;

/// The records of one dialect.
pub struct Dialect {
    name: &'static str,
    /// Its position in the list of all; those of users come behind.
    number: usize,
    /// The generated records, which `assay-import` reads out of ODS files; empty for a dialect that is none of MLIR's.
    generated: &'static str,
    by_hand: &'static str,
    index: OnceLock<Index>,
    enums: OnceLock<FxHashMap<&'static str, Enum>>,
    constraints: OnceLock<FxHashMap<&'static str, &'static str>>,
    by_fact: OnceLock<FxHashMap<(&'static str, &'static str), &'static str>>,
    /// Operations by the small letters of their C++ classes.
    by_class: OnceLock<FxHashMap<String, &'static Op>>,
    /// The names of attributes and of types.
    names: OnceLock<[Option<&'static str>; 2]>,
}

#[derive(Default)]
struct Index {
    /// Operations by their names without that of the dialect.
    positions: FxHashMap<&'static str, usize>,
    entries: Vec<Entry>,
}

struct Entry {
    name: &'static str,
    /// Lines of the record, and the lines by hand that count above them.
    lines: [Option<&'static str>; 2],
    op: OnceLock<Op>,
}

/// The keywords of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enum {
    /// Bits of its integer type.
    pub width: u32,
    /// Keywords with their values.
    pub cases: Vec<(&'static str, i64)>,
}

macro_rules! dialects {
    (generated: $($generated:literal)*; both: $($both:literal)*; by_hand: $($by_hand:literal)*;) => {
        [
            $(Dialect::new($generated, include_str!(concat!("../ops/", $generated, ".ops")), ""),)*
            $(Dialect::new(
                $both,
                include_str!(concat!("../ops/", $both, ".ops")),
                include_str!(concat!("../ops/", $both, ".local")),
            ),)*
            $(Dialect::new($by_hand, "", include_str!(concat!("../ops/", $by_hand, ".local"))),)*
        ]
    };
}

/// The number of dialects.
pub(crate) const COUNT: usize = 50;

static DIALECTS: [Dialect; COUNT] = numbered(dialects! {
    generated:
        "acc" "amdgpu" "amx" "arm_neon" "arm_sme" "arm_sve" "async" "builtin" "gpu" "mpi" "nvgpu" "nvvm"
        "omp" "pdl_interp" "ptr" "quant" "rocdl" "shard" "sparse_tensor" "spirv" "vcix" "x86vector" "xegpu" "xevm";
    both:
        "affine" "arith" "bufferization" "cf" "complex" "emitc" "func" "index" "irdl" "linalg" "llvm" "math" "memref" "ml_program" "pdl" "scf" "shape"
        "smt" "tensor" "tosa" "transform" "ub" "vector" "wasmssa";
    by_hand: "comb" "hw";
});

/// Dialects of users, which stand behind those of MLIR.
static OF_USERS: Mutex<Vec<&'static Dialect>> = Mutex::new(Vec::new());

const fn numbered(mut dialects: [Dialect; COUNT]) -> [Dialect; COUNT] {
    let mut at = 0;
    while at < COUNT {
        dialects[at].number = at;
        at += 1;
    }
    dialects
}

/// All dialects, in no order.
pub fn dialects() -> impl Iterator<Item = &'static Dialect> {
    DIALECTS.iter()
}

/// The dialect of a name.
#[must_use]
pub fn dialect(name: &str) -> Option<&'static Dialect> {
    Some(&DIALECTS[number(name)?])
}

/// The number of operations of the dialect at a position; `None` for one of a user.
pub(crate) fn operations(dialect: usize) -> Option<usize> {
    Some(DIALECTS.get(dialect)?.index().entries.len())
}

fn number(name: &str) -> Option<usize> {
    static BY_NAME: OnceLock<FxHashMap<&'static str, usize>> = OnceLock::new();
    let numbers = || DIALECTS.iter().enumerate().map(|(at, one)| (one.name, at)).collect();
    BY_NAME.get_or_init(numbers).get(name).copied()
}

/// The dialect of the last part of a C++ namespace.
///
/// ```
/// let name = |space| assay_ops::dialect_of_namespace(space).map(|dialect| dialect.name());
/// assert_eq!((name("LLVM"), name("arith"), name("lab")), (Some("llvm"), Some("arith"), None));
/// ```
#[must_use]
pub fn dialect_of_namespace(space: &str) -> Option<&'static Dialect> {
    static BY_SPACE: OnceLock<FxHashMap<&'static str, &'static Dialect>> = OnceLock::new();
    let dialects = || DIALECTS.iter().map(|one| (one.namespace(), one)).collect();
    BY_SPACE.get_or_init(dialects).get(space).copied()
}

/// The small letters and the digits of a name.
fn letters(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// The letters of the C++ class that follows from the name of an operation: `arith.max_x` is a `MaxXOp`.
fn usual_class(name: &str) -> String {
    letters(&name[dialect_of(name).len()..]) + "op"
}

/// Tells if the C++ class of an operation follows from its name.
///
/// ```
/// assert!(assay_ops::is_usual_class("AddUIExtendedOp", "arith.addui_extended"));
/// assert!(!assay_ops::is_usual_class("CountLeadingZerosOp", "math.ctlz"));
/// ```
#[must_use]
pub fn is_usual_class(class: &str, name: &str) -> bool {
    letters(class) == usual_class(name)
}

/// The dialect's part of the full name of an operation.
#[must_use]
pub fn dialect_of(name: &str) -> &str {
    // Names are short: a loop is faster than a search for one character in a text.
    let end = name.bytes().position(|byte| byte == b'.').unwrap_or(name.len());
    &name[..end]
}

/// The operation of `arith` that a function of integers is, by the word of its fact.
#[must_use]
pub fn integer_op(word: &str) -> Option<&'static str> {
    dialect("arith")?.op_by_fact("integer", word)
}

/// The operation of `arith` or `math` that a function of floating-point numbers is, by the word of its fact.
#[must_use]
pub fn float_op(word: &str) -> Option<&'static str> {
    ["arith", "math"].into_iter().filter_map(dialect).find_map(|dialect| dialect.op_by_fact("float", word))
}

/// The operation that does something to a memref, by the word of its fact.
#[must_use]
pub fn memory_op(word: &str) -> Option<&'static str> {
    dialect("memref")?.op_by_fact("memory", word)
}

/// Dialects with operations that have a role.
const WITH_ROLES: [&str; 7] = ["ub", "memref", "func", "scf", "cf", "bufferization", "vector"];

/// The operation that has a role in programs that are written or taken apart, by the word of its fact.
#[must_use]
pub fn role_op(word: &str) -> Option<&'static str> {
    WITH_ROLES.into_iter().filter_map(dialect).find_map(|dialect| dialect.op_by_fact("role", word))
}

/// Tells if an operation has a role, by the word of its fact.
#[must_use]
pub fn has_role(name: &str, word: &str) -> bool {
    op(name).is_some_and(|op| op.fact("role") == Some(word))
}

/// The record of an operation by its full name.
///
/// ```
/// let shift = assay_ops::op("arith.shrui").unwrap();
/// assert!(shift.has("pure") && !shift.has("commutative"));
/// assert_eq!(shift.operands().map(|operand| operand.name).collect::<Vec<_>>(), ["lhs", "rhs"]);
/// assert_eq!(shift.attributes().next().unwrap().kind, "unit");
/// assert!(assay_ops::op("lab.op").is_none());
/// ```
#[must_use]
pub fn op(name: &str) -> Option<&'static Op> {
    let dialect = dialect_of(name);
    op_in(dialect, name.get(dialect.len() + 1..)?)
}

/// The record of the operation `dialect.word`.
#[must_use]
pub fn op_in(dialect: &str, word: &str) -> Option<&'static Op> {
    self::dialect(dialect)?.op(word)
}

impl fmt::Debug for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Dialect").field(&self.name).finish()
    }
}

impl Dialect {
    const fn new(name: &'static str, generated: &'static str, by_hand: &'static str) -> Dialect {
        Dialect {
            name,
            number: COUNT,
            generated,
            by_hand,
            index: OnceLock::new(),
            enums: OnceLock::new(),
            constraints: OnceLock::new(),
            by_fact: OnceLock::new(),
            by_class: OnceLock::new(),
            names: OnceLock::new(),
        }
    }

    /// A dialect that is none of MLIR's, from records in the form of a file `DIALECT.ops`. Records live as long as the program:
    /// the same text gives the same dialect again.
    ///
    /// ```
    /// let text = "\nop lab.twice\nins x:\nouts y:\ntypes x=y\nform $x attr-dict `:` type($x)\n";
    /// let lab = assay_ops::Dialect::of_user("lab", text);
    /// assert_eq!(lab.op("twice").unwrap().name, "lab.twice");
    /// assert!(assay_ops::op("lab.twice").is_none() && !lab.is_upstream());
    /// ```
    ///
    /// # Panics
    /// When an operation is asked for that has a line of another form.
    #[must_use]
    pub fn of_user(name: &str, records: &str) -> &'static Dialect {
        // A record starts behind an empty line.
        let records = format!("\n\n{records}");
        let mut known = OF_USERS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.iter().find(|one| one.name == name && one.by_hand == records) {
            return found;
        }
        let [name, records] = [name, &records].map(|text| &*Box::leak(Box::<str>::from(text)));
        let mut dialect = Dialect::new(name, "", records);
        dialect.number = COUNT + known.len();
        let dialect = &*Box::leak(Box::new(dialect));
        known.push(dialect);
        dialect
    }

    /// The dialect of an operation.
    ///
    /// # Panics
    /// Never: dialects of users stay in their list.
    #[must_use]
    pub fn of_op(op: &Op) -> &'static Dialect {
        let [number, _] = op.number();
        match DIALECTS.get(number) {
            Some(dialect) => dialect,
            None => OF_USERS.lock().unwrap_or_else(PoisonError::into_inner)[number - COUNT],
        }
    }

    /// The record of its operation `word`.
    #[must_use]
    pub fn op(&'static self, word: &str) -> Option<&'static Op> {
        let index = self.index();
        let position = *index.positions.get(word)?;
        let entry = &index.entries[position];
        Some(entry.op.get_or_init(|| Op::read(entry.name, [self.number, position], entry.lines)))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The last part of its C++ namespace.
    #[must_use]
    pub fn namespace(&self) -> &'static str {
        self.lines("namespace ").next().unwrap_or(self.name)
    }

    /// Its operation of a C++ class.
    ///
    /// ```
    /// let math = assay_ops::dialect("math").unwrap();
    /// let name = |class| math.op_of_class(class).map(|op| op.name);
    /// assert_eq!((name("CountLeadingZerosOp"), name("SqrtOp")), (Some("math.ctlz"), Some("math.sqrt")));
    /// assert_eq!((name("CtlzOp"), name("Sqrt")), (None, None));
    /// ```
    #[must_use]
    pub fn op_of_class(&'static self, class: &str) -> Option<&'static Op> {
        let ops = || self.names().filter_map(|name| self.op(name.get(self.name.len() + 1..)?));
        let key = |op: &Op| op.unusual_class().map_or_else(|| usual_class(op.name), letters);
        self.by_class.get_or_init(|| ops().map(|op| (key(op), op)).collect()).get(&letters(class)).copied()
    }

    /// True for a dialect that MLIR ships: its records are generated.
    #[must_use]
    pub fn is_upstream(&self) -> bool {
        !self.generated.is_empty()
    }

    /// The full names of its operations, in the order of the files.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.index().entries.iter().map(|entry| entry.name)
    }

    /// The first of its operations of which a fact has a value.
    #[must_use]
    pub fn op_by_fact(&'static self, fact: &str, value: &str) -> Option<&'static str> {
        let facts = |name| op(name).into_iter().flat_map(|op| op.facts().map(move |fact| (fact, op.name)));
        let read = || {
            let all: Vec<_> = self.names().flat_map(facts).collect();
            all.into_iter().rev().collect()
        };
        self.by_fact.get_or_init(read).get(&(fact, value)).copied()
    }

    /// The full names of those of its operations that MLIR has.
    pub fn upstream_names(&self) -> impl Iterator<Item = &'static str> {
        self.index().entries.iter().filter(|entry| entry.lines[0].is_some()).map(|entry| entry.name)
    }

    /// An enumeration by its name.
    #[must_use]
    pub fn enumeration(&self, name: &str) -> Option<&Enum> {
        let read = || self.lines("enum ").filter_map(Enum::read).collect();
        self.enums.get_or_init(read).get(name)
    }

    /// The C++ text that a constraint of the records stands for.
    #[must_use]
    pub fn constraint(&self, name: &str) -> Option<&'static str> {
        let read = || self.lines("constraint ").filter_map(|line| line.split_once(" = ")).collect();
        self.constraints.get_or_init(read).get(name).copied()
    }

    /// True for a dialect that Assay judges by rules of its own: its records define nothing.
    #[must_use]
    pub fn has_own_rules(&self) -> bool {
        self.lines("own_rules").next().is_some()
    }

    /// True if it has no attribute of this name; false where its attributes are not all known.
    #[must_use]
    pub fn lacks_attribute(&self, name: &str) -> bool {
        self.known_names()[0].is_some_and(|names| names.split(' ').all(|known| known != name))
    }

    /// True if it has no type of this name; false where its types are not all known.
    #[must_use]
    pub fn lacks_type(&self, name: &str) -> bool {
        self.known_names()[1].is_some_and(|names| names.split(' ').all(|known| known != name))
    }

    fn known_names(&self) -> &[Option<&'static str>; 2] {
        self.names.get_or_init(|| ["attribute_names", "type_names"].map(|key| self.lines(key).next()))
    }

    /// The lines with a key that stand before the first operation, without it; those by hand are last.
    fn lines<'a>(&self, key: &'a str) -> impl Iterator<Item = &'static str> + use<'a> {
        let head = |text: &'static str| text.lines().take_while(|line| !line.starts_with("op "));
        [self.generated, self.by_hand]
            .into_iter()
            .flat_map(head)
            .filter_map(move |line| line.strip_prefix(key))
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut index = Index::default();
            for (layer, text) in [self.generated, self.by_hand].into_iter().enumerate() {
                for paragraph in text.split("\n\nop ").skip(1) {
                    let (name, lines) = paragraph.split_once('\n').unwrap_or((paragraph, ""));
                    index.add(self.name, name.trim_end(), lines, layer);
                }
            }
            index
        })
    }
}

impl Index {
    fn add(&mut self, dialect: &str, name: &'static str, lines: &'static str, layer: usize) {
        let word = name.get(dialect.len() + 1..).unwrap_or_default();
        let position = *self.positions.entry(word).or_insert_with(|| {
            self.entries.push(Entry { name, lines: [None, None], op: OnceLock::new() });
            self.entries.len() - 1
        });
        self.entries[position].lines[layer] = Some(lines);
    }
}

impl Enum {
    /// The value of a keyword.
    #[must_use]
    pub fn value(&self, word: &str) -> Option<i64> {
        self.cases.iter().find(|(case, _)| *case == word && !word.is_empty()).map(|(_, value)| *value)
    }

    /// The keyword of a value.
    #[must_use]
    pub fn keyword(&self, value: i64) -> Option<&'static str> {
        self.cases.iter().find(|(case, other)| *other == value && !case.is_empty()).map(|(case, _)| *case)
    }

    /// `Name i32 first second=4`
    fn read(line: &'static str) -> Option<(&'static str, Enum)> {
        let mut words = line.split(' ');
        let name = words.next()?;
        let width = words.next()?.strip_prefix('i')?.parse().ok()?;
        let cases = words.enumerate().filter_map(|(index, word)| match word.rsplit_once('=') {
            Some((word, value)) => Some((word, value.parse().ok()?)),
            None => Some((word, i64::try_from(index).ok()?)),
        });
        Some((name, Enum { width, cases: cases.collect() }))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_is_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ops");
        let there: BTreeSet<String> = std::fs::read_dir(folder)
            .expect("the records lie in this crate")
            .map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned())
            .collect();
        let file = |dialect: &Dialect, text: &str, end: &str| {
            (!text.is_empty()).then(|| format!("{}.{end}", dialect.name))
        };
        let read = |one| [file(one, one.generated, "ops"), file(one, one.by_hand, "local")];
        assert_eq!(DIALECTS.iter().flat_map(read).flatten().collect::<BTreeSet<_>>(), there);
    }

    #[test]
    fn every_record_is_read_and_names_what_is_there() {
        let mut count = 0;
        for dialect in dialects() {
            for name in dialect.names() {
                let op = op(name).expect("it is listed");
                assert_eq!((op.name, dialect_of(name)), (name, dialect.name));
                let groups = op.operands().chain(op.results()).chain(op.region_groups());
                let named =
                    groups.map(|group| group.constraint).chain(op.attributes().map(|one| one.constraint));
                for constraint in named.filter(|name| !name.is_empty()) {
                    assert!(dialect.constraint(constraint).is_some(), "{name}: {constraint}");
                }
                count += usize::from(op.is_upstream());
            }
        }
        assert_eq!(count, 2633);
    }

    #[test]
    fn facts_are_known_and_name_what_is_there() {
        let all = dialects().flat_map(Dialect::names).filter_map(op);
        for record in all {
            for (word, value) in record.facts() {
                let named = || {
                    value.split('|').map(|name| op(name).unwrap_or_else(|| panic!("{}: {name}", record.name)))
                };
                let back = |word: &str| {
                    named().all(|other| {
                        other.fact(word).is_some_and(|names| names.split('|').any(|name| name == record.name))
                    })
                };
                let holds = match word {
                    "signed" => back("unsigned"),
                    "unsigned" => back("signed"),
                    "rounding" => back("rounding"),
                    "mistaken" => named().count() == 1,
                    "neutral" | "absorbing" | "zeroing" => {
                        matches!(value, "0" | "1" | "-1" | "least" | "most" | "0.0" | "-0.0" | "1.0")
                    }
                    "idempotent" | "cancels" | "either_zero" | "nan_bits" | "any_order" | "orderless"
                    | "without_zero_signs" | "float_quotient" | "unreachable" | "folds" | "moves"
                    | "sums" | "stack" | "applies" | "scales" => value.is_empty(),
                    "integer" | "float" => {
                        !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_lowercase())
                    }
                    "poison" => value == "amount",
                    "memory" => {
                        matches!(value, "load" | "store" | "allocate" | "cast" | "extent" | "part" | "copy")
                    }
                    "address" => matches!(value, "allocate" | "store"),
                    "role" => {
                        WITH_ROLES.contains(&dialect_of(record.name)) && role_op(value) == Some(record.name)
                    }
                    "global" => record.attributes().any(|one| one.name == value),
                    "one_result" => matches!(value, "" | "integers"),
                    "structured" => matches!(value, "parallel" | "reduction"),
                    _ => false,
                };
                assert!(holds, "{}: {word}={value}", record.name);
            }
        }
    }

    #[test]
    fn lines_by_hand_replace_generated_ones() {
        let select = op("arith.select").expect("a record");
        assert_eq!((select.types(), select.has("pure")), ("true_value=false_value=result", true));
        let function = op("llvm.func").expect("a record");
        assert_eq!(function.attributes().filter(|one| one.name == "linkage").count(), 1);
    }

    #[test]
    fn enumerations_by_hand_count_above_generated_ones() {
        let linkage = dialect("llvm").and_then(|llvm| llvm.enumeration("Linkage")).expect("an enumeration");
        assert_eq!(linkage.cases[0], ("external", 0));
    }
}
