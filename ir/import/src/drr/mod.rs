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
mod ods;
mod predicate;
mod records;
mod results;
mod source;
mod source_text;

use assay_ir::spec::Registry;

pub use records::Error;

use builder::Builder;
use cpp::Table;
use ods::Definitions;
use records::{Record, Records};
use source_text::SourceText;

/// The PDL of a file of records.
#[derive(Clone, Debug)]
pub struct Imported {
    /// PDL; each operation has a location in a file that is named as [`import`] was told to.
    pub text: String,
    /// The number of records.
    pub records: usize,
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
    let table = Table::of(registry);
    let definitions = Definitions::new(&records);
    let source = SourceText::new(file, text);
    let mut out = String::new();
    let patterns = records.patterns();
    for record in &patterns {
        let importer =
            Importer { records: &records, table: &table, definitions: &definitions, source: &source };
        importer.record(*record, &mut out);
    }
    Ok(Imported { text: out, records: patterns.len() })
}

/// Everything that the import of a record looks at.
#[derive(Clone, Copy)]
struct Importer<'a> {
    records: &'a Records,
    table: &'a Table,
    definitions: &'a Definitions<'a>,
    source: &'a SourceText<'a>,
}

impl Importer<'_> {
    /// Appends the patterns of a record: one for each way to choose, or one that says why there is none.
    fn record(&self, record: Record<'_>, out: &mut String) {
        let mut choices = Choices::default();
        let mut found = Vec::new();
        let why = loop {
            if choices.count > VARIANTS {
                break Some(Unmapped::new(format!("it stands for more than {VARIANTS} patterns")));
            }
            let mut builder = Builder::new(self.source.record(record));
            match self.pattern(record, &mut builder, &mut choices) {
                Ok(()) => found.push(builder),
                Err(Without::Match) => {}
                Err(Without::Pdl(why)) => break Some(why),
            }
            if !choices.advance() {
                break found.is_empty().then(|| Unmapped::new("its conditions contradict each other"));
            }
        };
        let name = self.source.name(record);
        match why {
            Some(why) => self.opaque(record, &name, &why, out),
            None => {
                for (index, builder) in found.iter().enumerate() {
                    let name = if index == 0 { name.clone() } else { format!("{name}_{}", index + 1) };
                    builder.print(&name, out);
                }
            }
        }
    }

    fn pattern(
        &self,
        record: Record<'_>,
        builder: &mut Builder<'_>,
        choices: &mut Choices,
    ) -> Result<(), Without> {
        let source = record.dag("sourcePattern").ok_or_else(|| Unmapped::new("it has no source pattern"))?;
        let mut scope = source::Scope::new(*self, record);
        let root = source::Matching { importer: *self, builder, scope: &mut scope, choices }.root(&source)?;
        constraints::of(*self, builder, &mut scope, record)?;
        scope.choose_types(builder, choices)?;
        results::rewrite(*self, builder, &mut scope, record, root)?;
        Ok(())
    }

    /// A pattern that matches the root of a record, and of whose rewrite nothing is known.
    fn opaque(&self, record: Record<'_>, name: &str, why: &Unmapped, out: &mut String) {
        let mut builder = Builder::new(self.source.record(record));
        let root = record.dag("sourcePattern").map(|dag| dag.operator.to_owned()).unwrap_or_default();
        let definition = self.definitions.of(&root).map(|op| format!("\"{}\" ", op.name)).unwrap_or_default();
        builder.matched("%operands = pdl.operands".to_owned());
        builder.matched("%types = pdl.types".to_owned());
        builder.matched(format!(
            "%root = pdl.operation {definition}(%operands : !pdl.range<value>) -> (%types : !pdl.range<type>)"
        ));
        builder.external(&format!("DRR: {}", why.0));
        builder.print(name, out);
    }
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
