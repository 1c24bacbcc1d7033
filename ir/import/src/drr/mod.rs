//! Declarative rewrite rules (`Pattern` and `Pat` of TableGen) as PDL. `llvm-tblgen --dump-json` gives the records; each
//! becomes the PDL patterns that match what it matches. Nothing is dropped: a condition in C++ that no summary describes
//! becomes a native constraint of that text, and a record that PDL cannot express becomes a pattern whose rewrite is
//! native code named after the reason.
//!
//! Two things are narrower than the record. `ConstantLikeMatcher` matches any constant operation; the pattern matches
//! `arith.constant`. Values whose types the traits of their operation compare up to shapes of tensors have one type here.

mod attributes;
mod builder;
mod constraints;
mod cpp;
mod definition;
mod expression;
mod names;
mod ods;
mod results;
mod scope;
mod source;
mod source_text;
mod traits;

use std::sync::Arc;

use assay_ir::data::{Context, Source};
use assay_ir::spec::{OpSpec, Registry};
use assay_ir::{pdl, text};

pub use crate::records::Error;

use crate::records::{Record, Records};
use builder::Builder;
use cpp::Table;
use names::Names;
use ods::Definitions;
use source_text::SourceText;

/// The PDL of a file of records.
#[derive(Clone, Debug)]
pub struct Imported {
    /// PDL; each operation has a location in a file that is named as [`import`] was told to.
    pub text: String,
    /// The number of records.
    pub records: usize,
    /// Records whose patterns do not read back. Each is an internal error; the pattern in its place says nothing of its rewrite.
    pub faults: Vec<Fault>,
    /// The definitions of the operations that they name.
    pub definitions: Vec<OpSpec>,
}

/// A record whose patterns the reader of PDL refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The name of its first pattern.
    pub record: String,
    /// The first thing that is refused.
    pub message: String,
}

/// A record that has no PDL, with the reason in words.
pub(crate) struct Unmapped(String);

/// The reason for which there is no pattern of a record.
enum Without {
    /// It has none in PDL.
    Pdl(Unmapped),
    /// These choices contradict each other: another variant matches.
    Match,
}

impl From<Unmapped> for Without {
    fn from(why: Unmapped) -> Without {
        Without::Pdl(why)
    }
}

impl Unmapped {
    fn new(why: impl Into<String>) -> Unmapped {
        Unmapped(why.into())
    }
}

/// Variants of one record, at most: each optional attribute and each `either` doubles them.
const VARIANTS: usize = 32;

/// The patterns of `json`, as `llvm-tblgen --dump-json` prints them of a file called `file` whose text is `text` (empty when
/// it is not known). `registry` has the summaries that say which C++ is which native.
///
/// # Errors
/// When `json` is no such text.
pub fn import(json: &[u8], file: &str, text: &str, registry: &Registry) -> Result<Imported, Error> {
    let records = Records::read(json)?;
    let table = Table::from_registry(registry);
    let definitions = Definitions::new(&records);
    let reader = definition::Reader::new(&records, registry.ctx());
    let source = SourceText::new(file, text);
    let patterns = records.patterns();
    let mut names = Names::new(&patterns);
    let mut imported = Imported {
        text: String::new(),
        records: patterns.len(),
        faults: Vec::new(),
        definitions: Vec::new(),
    };
    for record in &patterns {
        let importer = Importer {
            records: &records,
            table: &table,
            definitions: &definitions,
            source: &source,
            registry,
            reader: &reader,
        };
        importer.record(*record, &mut names, &mut imported);
    }
    imported.definitions = reader.all(&definitions);
    Ok(imported)
}

/// The definitions of all operations in records, as `llvm-tblgen --dump-json` prints them, by name.
///
/// # Errors
/// When `json` is no such text.
pub fn definitions(json: &[u8], ctx: &Arc<Context>) -> Result<Vec<OpSpec>, Error> {
    let records = Records::read(json)?;
    let known = Definitions::new(&records);
    records.instances("Op").for_each(|record| drop(known.lookup(record.name)));
    Ok(definition::Reader::new(&records, ctx).all(&known))
}

/// Everything that the import of a record looks at.
#[derive(Clone, Copy)]
struct Importer<'a> {
    records: &'a Records,
    table: &'a Table,
    definitions: &'a Definitions<'a>,
    source: &'a SourceText<'a>,
    registry: &'a Registry,
    reader: &'a definition::Reader<'a>,
}

impl Importer<'_> {
    /// Appends the patterns of a record: one for each way to choose, or one that says why there is none.
    fn record(&self, record: Record<'_>, names: &mut Names, imported: &mut Imported) {
        let name = names.for_record(record);
        let text = match self.variants(record) {
            Ok(found) => {
                let mut text = String::new();
                for (index, builder) in found.iter().enumerate() {
                    let variant = if index == 0 { name.clone() } else { names.variant(&name, index + 1) };
                    builder.print(&variant, &mut text);
                }
                text
            }
            Err(why) => self.opaque(record, &name, &why),
        };
        match refused(&text, self.registry) {
            None => imported.text += &text,
            Some(message) => {
                let why = Unmapped::new(format!("its import does not read back: {message}"));
                imported.text += &self.opaque(record, &name, &why);
                imported.faults.push(Fault { record: name, message });
            }
        }
    }

    /// The pattern for each way to choose.
    fn variants<'r>(&'r self, record: Record<'r>) -> Result<Vec<Builder<'r>>, Unmapped> {
        let mut choices = Choices::default();
        let mut found = Vec::new();
        loop {
            if choices.count > VARIANTS {
                return Err(Unmapped::new(format!("it stands for more than {VARIANTS} patterns")));
            }
            let mut builder = Builder::new(self.source.record(record));
            match self.pattern(record, &mut builder, &mut choices) {
                Ok(()) => found.push(builder),
                Err(Without::Match) => {}
                Err(Without::Pdl(why)) => return Err(why),
            }
            if !choices.advance() {
                break;
            }
        }
        match found.is_empty() {
            true => Err(Unmapped::new("its conditions contradict each other")),
            false => Ok(found),
        }
    }

    fn pattern(
        &self,
        record: Record<'_>,
        builder: &mut Builder<'_>,
        choices: &mut Choices,
    ) -> Result<(), Without> {
        let source = record.dag("sourcePattern").ok_or_else(|| Unmapped::new("it has no source pattern"))?;
        let constraints = record.dags("constraints");
        let sizes = constraints::sizes(*self, &constraints).into_iter().collect();
        let equal = constraints::equal(*self, &constraints).into_iter().map(|(one, other)| (other, one));
        let mut scope = scope::Scope::new(record, sizes, equal.collect());
        let root = source::Matching { importer: *self, builder, scope: &mut scope, choices }.root(&source)?;
        constraints::append(*self, builder, &mut scope, record, root)?;
        scope.choose_types(builder, choices)?;
        results::rewrite(*self, builder, &mut scope, record, root)?;
        Ok(())
    }

    /// Tells if the definition of an operation says how the types of its results follow, from its record or as it is known.
    fn infers(&self, record: &str, definition: &ods::Definition<'_>) -> bool {
        let name = self.registry.ctx().ident(&definition.name);
        match self.registry.op(name) {
            Some(spec) => spec.traits.infers_results,
            None => self.reader.spec(record, definition).is_some_and(|spec| spec.traits.infers_results),
        }
    }

    /// A pattern that matches the root of a record, and of whose rewrite nothing is known.
    fn opaque(&self, record: Record<'_>, name: &str, why: &Unmapped) -> String {
        let mut builder = Builder::new(self.source.record(record));
        let root = record.dag("sourcePattern").map(|dag| dag.operator.to_owned()).unwrap_or_default();
        let definition =
            self.definitions.lookup(&root).map(|op| format!("\"{}\" ", op.name)).unwrap_or_default();
        builder.matched("%operands = pdl.operands".to_owned());
        builder.matched("%types = pdl.types".to_owned());
        builder.matched(format!(
            "%root = pdl.operation {definition}(%operands : !pdl.range<value>) -> (%types : !pdl.range<type>)"
        ));
        builder.external(&format!("DRR: {}", why.0));
        let mut text = String::new();
        builder.print(name, &mut text);
        text
    }
}

/// The first thing that the reader, or a rule of PDL, says against patterns.
fn refused(patterns: &str, registry: &Registry) -> Option<String> {
    let parsed = text::parse(registry.ctx(), &Source::new("import", patterns));
    let unreadable = parsed.diagnostics.first().map(|diagnostic| diagnostic.message.clone());
    let broken = || {
        let all = pdl::validate_all(&parsed.program, Some(registry)).into_iter();
        all.flat_map(|(_, violations)| violations).next().map(|violation| violation.message)
    };
    unreadable.or_else(broken)
}

/// The choices of one variant, in the order in which they come up, and how to get to the next variant.
#[derive(Default)]
struct Choices {
    picks: Vec<(usize, usize)>,
    at: usize,
    count: usize,
}

impl Choices {
    /// One of `of` ways.
    fn pick(&mut self, of: usize) -> usize {
        if self.at == self.picks.len() {
            self.picks.push((0, of));
        }
        self.at += 1;
        self.picks[self.at - 1].0
    }

    /// Goes to the next variant; false after the last one.
    fn advance(&mut self) -> bool {
        self.at = 0;
        self.count += 1;
        while let Some((pick, of)) = self.picks.pop() {
            if pick + 1 < of {
                self.picks.push((pick + 1, of));
                return true;
            }
        }
        false
    }
}
