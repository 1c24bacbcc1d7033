//! A report on its way out: each pattern is counted and goes to every format as it comes, and is then forgotten.
//! Formats write to what they are given; this module opens nothing.

use std::io::{self, Write};

use crate::finding::Finding;
use crate::render::{Head, Renderer, Tail};
use crate::report::{Fixed, PatternReport, SetReport, Summary, Tool, sort, sort_sets};
use crate::sources::Sources;

/// A place that a format is written to.
pub trait Destination: Write {
    /// Completes what was written; called once, behind the last byte. A destination that is dropped without is incomplete.
    ///
    /// # Errors
    /// Those of the place.
    fn complete(&mut self) -> io::Result<()> {
        self.flush()
    }
}

impl Destination for io::Sink {}

/// A format and the place that it is written to.
struct Sink {
    renderer: Box<dyn Renderer>,
    out: Box<dyn Destination>,
    at_once: bool,
}

impl Sink {
    fn passed(&mut self) -> io::Result<()> {
        if self.at_once { self.out.flush() } else { Ok(()) }
    }
}

/// The formats of one report, and the counts so far.
#[derive(Default)]
pub struct Stream {
    sinks: Vec<Sink>,
    summary: Summary,
}

impl Stream {
    /// A report in no format.
    #[must_use]
    pub fn new() -> Stream {
        Stream::default()
    }

    /// Adds a format; `at_once` flushes `out` after each pattern.
    pub fn add(&mut self, renderer: Box<dyn Renderer>, out: Box<dyn Destination>, at_once: bool) {
        self.sinks.push(Sink { renderer, out, at_once });
    }

    /// The counts so far.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Starts the report with the faults of files.
    ///
    /// # Errors
    /// Those of the places that are written to.
    pub fn start(&mut self, tool: &Tool, faults: &mut [Finding], sources: &Sources) -> io::Result<()> {
        sort(faults);
        faults.iter().for_each(|finding| self.summary.add_finding(finding));
        for sink in &mut self.sinks {
            sink.renderer.start(Head { tool, faults }, sources, &mut sink.out)?;
            sink.passed()?;
        }
        Ok(())
    }

    /// Adds a pattern; patterns come in the order of the report, by file, line and name.
    ///
    /// # Errors
    /// Those of the places that are written to.
    pub fn pattern(&mut self, pattern: &mut PatternReport, sources: &Sources) -> io::Result<()> {
        sort(&mut pattern.findings);
        self.summary.add(pattern);
        for sink in &mut self.sinks {
            sink.renderer.pattern(pattern, sources, &mut sink.out)?;
            sink.passed()?;
        }
        Ok(())
    }

    /// Ends the report with sets, with the faults that only the whole run shows, and with what the baseline lists and is gone.
    ///
    /// # Errors
    /// Those of the places that are written to.
    pub fn finish(
        &mut self,
        sets: &mut [SetReport],
        late: &mut [Finding],
        fixed: &[Fixed],
        sources: &Sources,
    ) -> io::Result<()> {
        sort_sets(sets);
        sort(late);
        sets.iter().for_each(|set| self.summary.add_set(set));
        late.iter().for_each(|finding| self.summary.add_finding(finding));
        self.summary.fixed = fixed.iter().filter(|one| !one.changed).count();
        for sink in &mut self.sinks {
            let tail = Tail { sets, late, fixed, summary: &self.summary };
            sink.renderer.finish(tail, sources, &mut sink.out)?;
            sink.out.complete()?;
        }
        Ok(())
    }

    /// Says behind the report with which exit code the run ends.
    ///
    /// # Errors
    /// Those of the places that are written to.
    pub fn conclude(&mut self, code: u8) -> io::Result<()> {
        for sink in self.sinks.iter_mut().filter(|sink| sink.at_once) {
            if let Some(line) = sink.renderer.conclusion(&self.summary, code) {
                sink.out.write_all(line.as_bytes())?;
                sink.out.flush()?;
            }
        }
        Ok(())
    }
}
