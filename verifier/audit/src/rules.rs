//! The manual pages of the rules of this crate.

/// All pages.
pub const PAGES: &[&str] = &[
    include_str!("contract/rules/C501.md"),
    include_str!("contract/rules/C502.md"),
    include_str!("contract/rules/C503.md"),
    include_str!("contract/rules/C504.md"),
    include_str!("contract/rules/C505.md"),
    include_str!("script/rules/C511.md"),
    include_str!("script/rules/C512.md"),
    include_str!("script/rules/C513.md"),
    include_str!("script/rules/C514.md"),
    include_str!("script/rules/C515.md"),
    include_str!("script/rules/C516.md"),
];
