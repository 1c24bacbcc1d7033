//! The version of the program, as the build script puts it together.

/// Number, revision and what can be left out of a build.
pub(crate) const VERSION: &str = env!("ASSAY_VERSION");

/// The revision that the program is built from, where it was built in a repository.
pub(crate) const COMMIT: Option<&str> = option_env!("ASSAY_COMMIT");
