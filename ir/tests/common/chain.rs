//! The chain of operations that tests and benches of the rewrite engine rewrite from end to end, and the pattern for it.

/// A pattern that gives each operation of a chain another name.
pub(crate) const PATTERN: &str = "pdl.pattern @p : benefit(1) {
  %t = pdl.type
  %x = pdl.operand
  %r = pdl.operation \"foo.x\"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation \"foo.y\"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
";

/// The text of a chain of this many operations, each of the one before it.
pub(crate) fn text(size: usize) -> String {
    let mut text = String::from("%v0 = \"foo.s\"() : () -> i32\n");
    for at in 1..=size {
        text += &format!("%v{at} = \"foo.x\"(%v{}) : (i32) -> i32\n", at - 1);
    }
    text
}
