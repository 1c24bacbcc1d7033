//! The patterns of a campaign as one MLIR text, without the campaign. A pattern has the text that its record has, but for its
//! symbol name, which holds its number.

use std::io::{self, Write};
use std::ops::Range;

use arbitrary::Unstructured;

use crate::config::PatternConfig;
use crate::generate::{bytes, pattern};
use crate::subject::seed_of;

/// Writes the patterns with these numbers, one after the other, each named `@p` followed by its number.
///
/// # Errors
/// When `out` cannot be written to.
pub fn emit(config: &PatternConfig, seed: u64, numbers: Range<u64>, out: &mut dyn Write) -> io::Result<()> {
    for index in numbers {
        let noise = bytes(seed_of(seed, index), pattern::BYTES);
        let sketch = pattern::sketch(config, &mut Unstructured::new(&noise));
        out.write_all(pattern::named(&sketch, &format!("p{index}")).as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use assay_ir::data::{Context, Source};
    use assay_ir::pdl::patterns;

    use super::*;
    use crate::config::Mode;

    fn text(mode: Mode, seed: u64, numbers: Range<u64>) -> String {
        let mut out = Vec::new();
        emit(&PatternConfig::for_mode(mode), seed, numbers, &mut out).expect("memory can be written to");
        String::from_utf8(out).expect("patterns are UTF-8")
    }

    #[test]
    fn patterns_of_every_mode_read_back_under_distinct_names() {
        for mode in Mode::ALL {
            let text = text(mode, 3, 0..60);
            let parsed = assay_ir::text::parse(&Context::new(), &Source::new("emitted", text.as_str()));
            assert!(parsed.diagnostics.is_empty(), "{mode:?} {:?}", parsed.diagnostics);
            let found = patterns(&parsed.program);
            let names: BTreeSet<String> =
                found.iter().filter_map(|pattern| pattern.name().map(str::to_owned)).collect();
            assert_eq!((found.len(), names.len()), (60, 60), "{mode:?}");
        }
    }

    #[test]
    fn ranges_of_numbers_join_to_the_whole() {
        let whole = text(Mode::Valid, 9, 0..20);
        assert_eq!(whole, text(Mode::Valid, 9, 0..7) + &text(Mode::Valid, 9, 7..20));
        assert_ne!(whole, text(Mode::Valid, 10, 0..20));
    }
}
