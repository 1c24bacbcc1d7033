//! Prints one operation: in its custom form where it has one that says all, else in generic form.

use super::custom;
use super::printer::Printer;
use crate::data::OpId;

impl Printer<'_> {
    /// One operation without the names of its results.
    pub(super) fn op_without_results(&mut self, op: OpId) {
        if self.repeat(op) {
            return;
        }
        let program = self.program;
        let start = self.length();
        let mut done = false;
        if !self.options.generic
            && let Some(syntax) = self.record(op).and_then(custom::form)
        {
            self.custom_name(syntax.name);
            self.default_dialects.push(syntax.default_dialect);
            self.tried += 1;
            done = custom::print(self, op, syntax).is_some();
            self.tried -= 1;
            self.default_dialects.pop();
            if !done {
                self.truncate(start);
            }
        }
        if !done {
            self.generic(op);
        }
        if self.options.locations {
            self.location(program.op(op).loc);
        }
    }
}
