//! Programs, patterns and dialect specs; knows no meaning, no solver, no files.
