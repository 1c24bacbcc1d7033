//! The `assay` command line: dispatch only, one file per subcommand.

fn main() {}
