//! The text of a lowered function while it grows: values with names, constants in front, indices as arithmetic, loads that are made once
//! in a body. Knows no pattern.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::Rc;

use assay_ir::ops;

use super::Why;
use crate::index::{Atom, Atoms};
use crate::nat::{Nat, Symbol};
use crate::types::Scalar;

/// An operation on memory, by the word of its fact.
pub(super) fn memory(word: &str) -> &'static str {
    ops::memory_op(word).unwrap_or_default()
}

/// The full name of an operation of a dialect.
pub(super) fn named(dialect: &str, word: &str) -> &'static str {
    ops::op_in(dialect, word).map_or("", |op| op.name)
}

/// Memory that a function reads or writes.
#[derive(Debug)]
pub(super) struct Buffer {
    /// Its name.
    pub(super) name: String,
    /// Lengths of its dimensions.
    pub(super) lengths: Vec<Nat>,
    /// The type of its elements.
    pub(super) scalar: Scalar,
}

/// Names of indices that are computed.
type Indices = BTreeMap<Nat, String>;

/// Names of elements that are loaded, by buffer and indices.
type Loads = BTreeMap<(String, Vec<Nat>), String>;

/// A text that is written.
pub(super) struct Emitter {
    /// Indices.
    pub(super) atoms: Atoms,
    /// Constants and extents, in front of everything.
    head: String,
    body: String,
    indent: usize,
    values: usize,
    constants: BTreeMap<String, String>,
    /// Names of extents.
    pub(super) extents: BTreeMap<Symbol, String>,
    /// The variable of each loop, by level.
    variables: BTreeMap<u32, String>,
    /// Indices and loads that the enclosing bodies have computed, outermost first.
    known: Vec<(Indices, Loads)>,
    /// Buffers that were allocated.
    pub(super) allocated: Vec<Rc<Buffer>>,
    /// Lines that may still be written.
    lines: usize,
}

/// The most lines of a function.
const MAX_LINES: usize = 20_000;

impl Emitter {
    pub(super) fn new() -> Emitter {
        Emitter {
            atoms: Atoms::default(),
            head: String::new(),
            body: String::new(),
            indent: 2,
            values: 0,
            constants: BTreeMap::new(),
            extents: BTreeMap::new(),
            variables: BTreeMap::new(),
            known: vec![Default::default()],
            allocated: Vec::new(),
            lines: MAX_LINES,
        }
    }

    /// The text so far: constants, then the rest.
    pub(super) fn text(&self) -> String {
        format!("{}{}", self.head, self.body)
    }

    fn fresh(&mut self) -> String {
        self.values += 1;
        format!("%{}", self.values - 1)
    }

    pub(super) fn line(&mut self, text: &str) -> Result<(), Why> {
        self.lines = self.lines.checked_sub(1).ok_or(Why::TooLarge)?;
        let _ = writeln!(self.body, "{:width$}{text}", "", width = self.indent * 2 - 2);
        Ok(())
    }

    /// A line in front of everything.
    pub(super) fn head_line(&mut self, text: &str) {
        let _ = writeln!(self.head, "  {text}");
    }

    /// An operation with one result.
    pub(super) fn operation(&mut self, text: &str) -> Result<String, Why> {
        let name = self.fresh();
        self.line(&format!("{name} = {text}"))?;
        Ok(name)
    }

    /// An operation with one result in front of everything.
    pub(super) fn head_operation(&mut self, text: &str) -> String {
        let name = self.fresh();
        self.head_line(&format!("{name} = {text}"));
        name
    }

    /// A constant as it is written with its type.
    pub(super) fn constant(&mut self, text: &str) -> String {
        if let Some(name) = self.constants.get(text) {
            return name.clone();
        }
        let operation = ops::integer_op("constant").unwrap_or_default();
        let name = self.head_operation(&format!("{operation} {text}"));
        self.constants.insert(text.to_owned(), name.clone());
        name
    }

    /// A number as an index.
    pub(super) fn number(&mut self, number: i128) -> String {
        self.constant(&format!("{number} : index"))
    }

    fn binary(&mut self, word: &str, left: &str, right: &str) -> Result<String, Why> {
        let operation = ops::integer_op(word).unwrap_or_default();
        self.operation(&format!("{operation} {left}, {right} : index"))
    }

    /// The value of an index.
    pub(super) fn index(&mut self, index: &Nat) -> Result<String, Why> {
        if let Some(number) = index.number() {
            return Ok(self.number(number));
        }
        if let Some(symbol) = index.as_symbol() {
            return self.symbol(&symbol.clone());
        }
        if let Some(known) = self.known.iter().find_map(|(indices, _)| indices.get(index)) {
            return Ok(known.clone());
        }
        let terms: Vec<(i128, Vec<(Symbol, u32)>)> =
            index.terms().map(|(factor, powers)| (factor, powers.to_vec())).collect();
        let (mut sum, mut rest): (Option<String>, i128) = (None, 0);
        // Positive terms first, so that no product with -1 is needed.
        let (positive, negative): (Vec<_>, Vec<_>) = terms.into_iter().partition(|(factor, _)| *factor > 0);
        for (factor, powers) in positive.into_iter().chain(negative) {
            if powers.is_empty() {
                rest = factor;
                continue;
            }
            let product = self.product(factor.abs(), &powers)?;
            sum = Some(match sum {
                None if factor > 0 => product,
                None => {
                    let zero = self.number(0);
                    self.binary("sub", &zero, &product)?
                }
                Some(sum) => self.binary(if factor > 0 { "add" } else { "sub" }, &sum, &product)?,
            });
        }
        let mut value = sum.unwrap_or_default();
        if rest != 0 {
            let constant = self.number(rest.abs());
            value = self.binary(if rest > 0 { "add" } else { "sub" }, &value, &constant)?;
        }
        if let Some((indices, _)) = self.known.last_mut() {
            indices.insert(index.clone(), value.clone());
        }
        Ok(value)
    }

    fn product(&mut self, factor: i128, powers: &[(Symbol, u32)]) -> Result<String, Why> {
        let mut product: Option<String> = None;
        for (symbol, power) in powers {
            for _ in 0..*power {
                let value = self.symbol(symbol)?;
                product = Some(match product {
                    None => value,
                    Some(product) => self.binary("mul", &product, &value)?,
                });
            }
        }
        let product = product.unwrap_or_default();
        if factor == 1 {
            return Ok(product);
        }
        let constant = self.number(factor);
        self.binary("mul", &product, &constant)
    }

    fn symbol(&mut self, symbol: &Symbol) -> Result<String, Why> {
        let whole = Nat::symbol(symbol.clone());
        let Some(atom) = self.atoms.atom_of(symbol).cloned() else {
            return self.extents.get(symbol).cloned().ok_or(Why::TooLarge);
        };
        if let Atom::Variable(level, _) = atom {
            return self.variables.get(&level).cloned().ok_or(Why::TooLarge);
        }
        if let Some(known) = self.known.iter().find_map(|(indices, _)| indices.get(&whole)) {
            return Ok(known.clone());
        }
        let (word, one, two) = match atom {
            // Indices that are divided are not negative.
            Atom::Quotient(one, two) => ("divu", one, two),
            Atom::Minimum(one, two) => ("mins", one, two),
            Atom::Maximum(one, two) => ("maxs", one, two),
            Atom::Variable(..) => return Err(Why::TooLarge),
        };
        let (one, two) = (self.index(&one)?, self.index(&two)?);
        let value = self.binary(word, &one, &two)?;
        if let Some((indices, _)) = self.known.last_mut() {
            indices.insert(whole, value.clone());
        }
        Ok(value)
    }

    /// The type of a buffer.
    pub(super) fn buffer_type(buffer: &Buffer) -> String {
        let extent =
            |length: &Nat| length.number().map_or_else(|| "?".to_owned(), |number| number.to_string());
        let extents: String = buffer.lengths.iter().map(|length| extent(length) + "x").collect();
        format!("memref<{extents}{}>", buffer.scalar)
    }

    /// The element of a buffer; one that the bodies around have loaded is not loaded twice.
    pub(super) fn load(&mut self, buffer: &Buffer, indices: &[Nat]) -> Result<String, Why> {
        let key = (buffer.name.clone(), indices.to_vec());
        if let Some(known) = self.known.iter().find_map(|(_, loads)| loads.get(&key)) {
            return Ok(known.clone());
        }
        let at = self.indices(indices)?;
        let (load, ty) = (memory("load"), Emitter::buffer_type(buffer));
        let value = self.operation(&format!("{load} {}[{at}] : {ty}", buffer.name))?;
        if let Some((_, loads)) = self.known.last_mut() {
            loads.insert(key, value.clone());
        }
        Ok(value)
    }

    fn indices(&mut self, indices: &[Nat]) -> Result<String, Why> {
        let values = indices.iter().map(|index| self.index(index)).collect::<Result<Vec<_>, Why>>()?;
        Ok(values.join(", "))
    }

    /// Stores an element. What was loaded of the buffer is known no more.
    pub(super) fn store(&mut self, value: &str, buffer: &Buffer, indices: &[Nat]) -> Result<(), Why> {
        let at = self.indices(indices)?;
        let (store, ty) = (memory("store"), Emitter::buffer_type(buffer));
        self.line(&format!("{store} {value}, {}[{at}] : {ty}", buffer.name))?;
        self.forget(buffer);
        Ok(())
    }

    fn forget(&mut self, buffer: &Buffer) {
        for (_, loads) in &mut self.known {
            loads.retain(|(name, _), _| *name != buffer.name);
        }
    }

    /// Allocates a buffer in front of everything: its lengths are those of the function.
    pub(super) fn allocate(&mut self, lengths: Vec<Nat>, scalar: Scalar) -> Result<Rc<Buffer>, Why> {
        let mut buffer = Buffer { name: String::new(), lengths, scalar };
        let mut sizes = Vec::new();
        let body = std::mem::take(&mut self.body);
        let (indent, known) = (std::mem::replace(&mut self.indent, 2), std::mem::take(&mut self.known));
        self.known.push(Default::default());
        for length in buffer.lengths.iter().filter(|length| length.number().is_none()) {
            sizes.push(self.index(length)?);
        }
        let alloc = memory("allocate");
        let ty = Emitter::buffer_type(&buffer);
        buffer.name = self.operation(&format!("{alloc}({}) : {ty}", sizes.join(", ")))?;
        self.head.push_str(&std::mem::replace(&mut self.body, body));
        (self.indent, self.known) = (indent, known);
        let buffer = Rc::new(buffer);
        self.allocated.push(Rc::clone(&buffer));
        Ok(buffer)
    }

    /// Opens a loop from zero below a length, with values that it carries.
    pub(super) fn open(
        &mut self,
        level: u32,
        (length, name): (&Nat, Option<&str>),
        carried: &[(String, Scalar)],
    ) -> Result<Loop, Why> {
        let (zero, one) = (self.number(0), self.number(1));
        let upper = self.index(length)?;
        let variable = self.fresh();
        let inside: Vec<String> = carried.iter().map(|_| self.fresh()).collect();
        let results: Vec<String> = carried.iter().map(|_| self.fresh()).collect();
        let types: Vec<String> = carried.iter().map(|(_, scalar)| scalar.to_string()).collect();
        let types = types.join(", ");
        let end = name.map_or_else(|| "}".to_owned(), |name| format!("}} {{map = \"{name}\"}}"));
        let operation = named("scf", "for");
        let mut start = format!("{operation} {variable} = {zero} to {upper} step {one}");
        if !carried.is_empty() {
            let pairs =
                inside.iter().zip(carried).map(|(inside, (outside, _))| format!("{inside} = {outside}"));
            let pairs: Vec<String> = pairs.collect();
            start = format!("{} = {start} iter_args({}) -> ({types})", results.join(", "), pairs.join(", "));
        }
        self.line(&format!("{start} {{"))?;
        self.indent += 1;
        self.known.push(Default::default());
        self.variables.insert(level, variable);
        let known = self.atoms.known();
        let index = self.atoms.variable(level, length);
        Ok(Loop { index, inside, results, types, known, end })
    }

    /// Closes a loop; these are the next values that it carries. Answers their last ones.
    pub(super) fn close(&mut self, level: u32, opened: Loop, next: &[String]) -> Result<Vec<String>, Why> {
        self.atoms.forget(opened.known);
        if !next.is_empty() {
            let yields = named("scf", "yield");
            self.line(&format!("{yields} {} : {}", next.join(", "), opened.types))?;
        }
        self.known.pop();
        self.variables.remove(&level);
        self.indent -= 1;
        self.line(&opened.end)?;
        Ok(opened.results)
    }
}

/// A loop that is written.
pub(super) struct Loop {
    /// Its index.
    pub(super) index: Nat,
    /// The values that it carries, inside.
    pub(super) inside: Vec<String>,
    results: Vec<String>,
    types: String,
    known: usize,
    end: String,
}
