//! The pages about files that a user may write, as `assay explain` prints them.

/// The name of a file of a user, and the page about it.
#[must_use]
pub fn pages() -> &'static [(&'static str, &'static str)] {
    &[
        ("meanings", include_str!("../meanings/README.md")),
        ("natives", include_str!("../natives/README.md")),
        ("contracts", include_str!("../contracts/README.md")),
        ("dialect", include_str!("../dialects/README.md")),
    ]
}
