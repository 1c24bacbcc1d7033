//! The table of custom forms: one file of `forms` per dialect, written by `corpus/ods/forms.py`, and `local.txt`, which
//! adds what upstream's files do not say. An entry is compiled when its operation is first met.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::format::{Enum, Fields, OpSyntax};

/// The entries of one dialect.
struct Dialect {
    name: &'static str,
    text: &'static str,
    index: OnceLock<Index>,
}

/// Entries by operation, enumerations by name, and the names of attributes and types where the table lists them all.
#[derive(Default)]
pub(super) struct Index {
    ops: FxHashMap<&'static str, Entry>,
    attribute_names: Option<&'static str>,
    type_names: Option<&'static str>,
    enums: FxHashMap<&'static str, Enum>,
}

struct Entry {
    fields: Fields,
    compiled: OnceLock<Option<OpSyntax>>,
}

macro_rules! dialects {
    ($($name:literal)*) => {
        [$(Dialect {
            name: $name,
            text: include_str!(concat!("../forms/", $name, ".txt")),
            index: OnceLock::new(),
        }),*]
    };
}

static DIALECTS: [Dialect; 50] = dialects![
    "acc" "affine" "amdgpu" "amx" "arith" "arm_neon" "arm_sme" "arm_sve" "async" "bufferization" "builtin" "cf"
    "comb" "complex" "emitc" "func" "gpu" "hw" "index" "irdl" "linalg" "llvm" "math" "memref" "ml_program" "mpi"
    "nvgpu" "nvvm" "omp" "pdl" "pdl_interp" "ptr" "quant" "rocdl" "scf" "shape" "shard" "smt" "sparse_tensor" "spirv"
    "tensor" "tosa" "transform" "ub" "vcix" "vector" "wasmssa" "x86vector" "xegpu" "xevm"
];

const LOCAL: &str = include_str!("../forms/local.txt");

/// The name of an operation's dialect.
pub(super) fn dialect_of(name: &str) -> &str {
    // Names are short: a loop is faster than a search for one character in a text.
    let end = name.bytes().position(|byte| byte == b'.').unwrap_or(name.len());
    &name[..end]
}

fn dialect(name: &str) -> Option<&'static Dialect> {
    static BY_NAME: OnceLock<FxHashMap<&'static str, &'static Dialect>> = OnceLock::new();
    BY_NAME.get_or_init(|| DIALECTS.iter().map(|one| (one.name, one)).collect()).get(name).copied()
}

/// Tells if there is a table for a dialect.
pub(in crate::text) fn has_forms(name: &str) -> bool {
    dialect(name).is_some()
}

fn index_of(name: &str) -> Option<&'static Index> {
    let found = dialect(name)?;
    Some(found.index.get_or_init(|| index(found)))
}

fn index(dialect: &Dialect) -> Index {
    let mut index = Index::default();
    for paragraph in dialect.text.split("\n\n").chain(LOCAL.split("\n\n")) {
        add(&mut index, dialect.name, paragraph);
    }
    index
}

/// Adds a paragraph: the lines of an operation of that dialect, or enumerations.
fn add(index: &mut Index, dialect: &str, paragraph: &'static str) {
    let mut lines = paragraph.lines().filter(|line| !line.starts_with('#'));
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("op ") {
            if dialect_of(name) == dialect {
                let new = || Entry { fields: Fields::default(), compiled: OnceLock::new() };
                let entry = index.ops.entry(name).or_insert_with(new);
                lines.by_ref().for_each(|line| entry.fields.add(line));
            }
            return;
        }
        if let Some((name, found)) = Enum::parse(line) {
            index.enums.insert(name, found);
        } else if let Some(names) = line.strip_prefix("attribute_names") {
            index.attribute_names = Some(names);
        } else if let Some(names) = line.strip_prefix("type_names") {
            index.type_names = Some(names);
        }
    }
}

/// The syntax of an operation by its full name; `None` for one that is not known.
pub(in crate::text) fn syntax(name: &str) -> Option<&'static OpSyntax> {
    let index = index_of(dialect_of(name))?;
    let (name, entry) = index.ops.get_key_value(name)?;
    entry.compiled.get_or_init(|| OpSyntax::compile(name, &entry.fields, index)).as_ref()
}

/// The syntax of `dialect.word`.
pub(in crate::text) fn syntax_in(dialect: &str, word: &str) -> Option<&'static OpSyntax> {
    let mut name = [0u8; 96];
    let length = dialect.len() + 1 + word.len();
    if dialect.is_empty() || length > name.len() {
        return None;
    }
    name[..dialect.len()].copy_from_slice(dialect.as_bytes());
    name[dialect.len()] = b'.';
    name[dialect.len() + 1..length].copy_from_slice(word.as_bytes());
    syntax(std::str::from_utf8(&name[..length]).ok()?)
}

/// The names of the attributes that an operation of MLIR has; `None` for one that is not known.
pub fn attribute_names(name: &str) -> Option<impl Iterator<Item = &'static str>> {
    let entry = index_of(dialect_of(name))?.ops.get(name)?;
    Some(entry.fields.attribute_names())
}

/// Tells if a dialect of MLIR has no type, or else no attribute, of this name.
pub(in crate::text) fn lacks(dialect: &str, is_type: bool, name: &str) -> bool {
    let names =
        index_of(dialect).and_then(|index| if is_type { index.type_names } else { index.attribute_names });
    names.is_some_and(|names| names.split(' ').all(|known| known != name))
}

/// An enumeration of a dialect.
pub(super) fn enumeration(dialect: &str, name: &str) -> Option<&'static Enum> {
    index_of(dialect)?.enumeration(name)
}

impl Index {
    /// An enumeration of the dialect.
    pub(super) fn enumeration(&'static self, name: &str) -> Option<&'static Enum> {
        self.enums.get(name)
    }
}

#[cfg(test)]
pub(super) fn names() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = DIALECTS
        .iter()
        .flat_map(|dialect| dialect.text.lines().chain(LOCAL.lines()))
        .filter_map(|line| line.strip_prefix("op "))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}
