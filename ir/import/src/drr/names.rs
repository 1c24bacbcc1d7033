//! Names of imported patterns: those of their records. Records without a name in the text get one from their lines, which
//! does not change when an included file does. No name is given twice.

use rustc_hash::FxHashSet;

use crate::records::Record;

/// Names that are taken.
pub(crate) struct Names {
    taken: FxHashSet<String>,
}

impl Names {
    /// The own names of these records are reserved.
    pub(crate) fn new(records: &[Record<'_>]) -> Names {
        let own = records.iter().filter(|record| record.own_name().is_none());
        Names { taken: own.map(|record| record.name.to_owned()).collect() }
    }

    /// The name of the patterns of a record: its own, or one from its line and those of the `defm`s that it comes from.
    pub(crate) fn for_record(&mut self, record: Record<'_>) -> String {
        let Some(own) = record.own_name() else { return record.name.to_owned() };
        let lines = record.lines();
        let (first, others) = lines.split_first().unwrap_or((&1, &[]));
        let start = if own.is_empty() { format!("line{first}") } else { own.to_owned() };
        let from = others.iter().map(|line| format!("_from{line}"));
        self.unique(from.fold(start, |name, part| name + &part))
    }

    /// The name of a further variant of a pattern, from 2.
    pub(crate) fn variant(&mut self, name: &str, number: usize) -> String {
        self.unique(format!("{name}_{number}"))
    }

    fn unique(&mut self, wanted: String) -> String {
        let mut name = wanted.clone();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted}_no{number}");
            number += 1;
        }
        name
    }
}
