//! No bytes make the reader of C++ panic or go on without end, and each path that it reads is PDL that reads back, with summaries of
//! native code that do.

use std::cell::OnceCell;

use assay_cpp::{ALIASES, Table};
use assay_ir::data::{Context, Source};
use assay_ir::pdl::patterns;
use assay_ir::text;

use super::Failure;

/// Reads bytes as C++: the number of paths that were read.
///
/// # Errors
/// The first fact that does not hold.
pub fn check(bytes: &[u8]) -> Result<usize, Failure> {
    thread_local! {
        static API: OnceCell<Vec<Table>> = const { OnceCell::new() };
    }
    let Ok(source) = std::str::from_utf8(bytes) else { return Ok(0) };
    let reading = API.with(|api| {
        let tables = api.get_or_init(|| vec![Table::read("api.txt", assay_corpus::cpp_api())]);
        assay_cpp::read("input.cpp", source, &[], tables, false)
    });
    let lines = source.lines().count().max(1);
    for (line, message) in &reading.errors {
        if !(1..=lines + 1).contains(line) {
            return Err(Failure::new(
                "errors point into the text",
                format!("line {line} of {lines}: {message}"),
            ));
        }
    }
    let mut read = 0;
    for path in reading.bodies.iter().flat_map(|body| &body.paths).filter(|path| path.unread.is_none()) {
        let ctx = Context::new();
        let parsed = text::parse(&ctx, &Source::new("path", path.pattern.pdl.as_str()));
        let first = parsed.diagnostics.first().map(|one| one.message.clone());
        if first.is_some() || patterns(&parsed.program).len() != 1 {
            let shown = format!("{}\n{}", first.unwrap_or_default(), path.pattern.pdl);
            return Err(Failure::new("a path that is read is one pattern", shown));
        }
        let natives = format!("{ALIASES}{}", path.pattern.natives);
        if let Some(error) = text::parse(&ctx, &Source::new("natives", natives.as_str())).diagnostics.first()
        {
            return Err(Failure::new("summaries of a path read", format!("{}\n{natives}", error.message)));
        }
        read += 1;
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn paths_of_the_corpus_are_patterns() {
        let source = include_str!("../../../corpus/cpp/patterns.cpp");
        assert!(matches!(check(source.as_bytes()), Ok(read) if read > 10));
        assert!(matches!(check(b"struct {{{ ="), Ok(0)));
    }
}
