//! The way back from a program that a tool printed to the text that it was made from, by the locations of its
//! operations. Reads no file.

use super::{Context, Ident, LocId, LocKind, Program, Span};

/// A place in a file, as a location names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FilePlace {
    /// File name as written.
    pub file: Ident,
    /// Line, from 1.
    pub line: u64,
    /// Column, from 1.
    pub column: u64,
}

/// Locations that are looked into behind one another, at most.
const DEPTH: usize = 64;

impl FilePlace {
    /// The file that a location names: its own, that behind a name, that of the callee, or that of the first part
    /// that has one. `None` where there is none, or only below many others.
    pub fn from_loc(ctx: &Context, loc: LocId) -> Option<FilePlace> {
        let mut open = vec![loc];
        for _ in 0..DEPTH {
            match ctx.loc_kind(open.pop()?) {
                LocKind::Unknown => {}
                LocKind::File { file, line, column, .. } => {
                    return Some(FilePlace { file: *file, line: *line, column: *column });
                }
                LocKind::Name { child, .. } => open.extend(*child),
                LocKind::CallSite { callee, caller } => open.extend([*caller, *callee]),
                LocKind::Fused { parts, .. } => open.extend(parts.iter().rev()),
            }
        }
        None
    }
}

/// Where each operation of a program was written, by its `loc(..)`.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// Spans in the order of the text, parents before what they hold.
    ops: Vec<(Span, FilePlace)>,
}

impl Written {
    /// Reads the locations of all operations that have a span.
    pub fn read(program: &Program) -> Written {
        let place = |op| {
            let data = program.op(op);
            let place = FilePlace::from_loc(program.ctx(), data.loc)?;
            (!data.span.is_none()).then_some((data.span, place))
        };
        Written { ops: program.walk(program.top()).filter_map(place).collect() }
    }

    /// Where the innermost operation was written that holds a span of the program's text, and has a place.
    ///
    /// ```
    /// use assay_ir::data::{Context, Source, Span, Written};
    /// let ctx = Context::new();
    /// let text = "\"a.b\"() : () -> () loc(\"f.pdll\":3:7)\n";
    /// let program = assay_ir::text::parse(&ctx, &Source::new("f.mlir", text)).program;
    /// let place = Written::read(&program).at(Span::new(0, 5)).unwrap();
    /// assert_eq!((ctx.str(place.file), place.line, place.column), ("f.pdll", 3, 7));
    /// ```
    pub fn at(&self, span: Span) -> Option<FilePlace> {
        let behind = self.ops.partition_point(|(op, _)| op.start <= span.start);
        let holds = |(op, _): &&(Span, FilePlace)| span.start < op.end;
        self.ops[..behind].iter().rev().find(holds).map(|(_, place)| *place)
    }

    /// Every file that is named.
    pub fn files(&self) -> impl Iterator<Item = Ident> + '_ {
        self.ops.iter().map(|(_, place)| place.file)
    }
}
