//! The manual pages of all rules, for those who show them. A test holds the list against the folders.

/// Markdown of each page, by code: `# CODE: title`, then the sections What, Why, Example, Fix, In MLIR 22.
pub const PAGES: &[&str] = &[
    include_str!("lint/rules/L601.md"),
    include_str!("matchable/rules/M501.md"),
    include_str!("matchable/rules/M502.md"),
    include_str!("termination/rules/N401.md"),
    include_str!("termination/rules/N402.md"),
    include_str!("verdict/rules/P000.md"),
    include_str!("verdict/rules/P001.md"),
    include_str!("verdict/rules/P002.md"),
    include_str!("verdict/rules/P003.md"),
    include_str!("verdict/rules/P004.md"),
    include_str!("verdict/rules/P005.md"),
    include_str!("verdict/rules/P006.md"),
    include_str!("verdict/rules/P007.md"),
    include_str!("verdict/rules/P008.md"),
    include_str!("verdict/rules/P009.md"),
    include_str!("verdict/rules/P010.md"),
    include_str!("verdict/rules/P011.md"),
    include_str!("verdict/rules/P012.md"),
    include_str!("verdict/rules/P013.md"),
    include_str!("verdict/rules/P014.md"),
    include_str!("verdict/rules/P015.md"),
    include_str!("verdict/rules/P016.md"),
    include_str!("verdict/rules/P017.md"),
    include_str!("verdict/rules/P018.md"),
    include_str!("verdict/rules/P019.md"),
    include_str!("verdict/rules/P020.md"),
    include_str!("verdict/rules/P021.md"),
    include_str!("verdict/rules/P022.md"),
    include_str!("verdict/rules/P023.md"),
    include_str!("verdict/rules/P024.md"),
    include_str!("verdict/rules/P025.md"),
    include_str!("verdict/rules/P026.md"),
    include_str!("verdict/rules/P027.md"),
    include_str!("verdict/rules/P028.md"),
    include_str!("verdict/rules/P029.md"),
    include_str!("verdict/rules/P030.md"),
    include_str!("verdict/rules/P101.md"),
    include_str!("structure/rules/S101.md"),
    include_str!("structure/rules/S102.md"),
    include_str!("structure/rules/S103.md"),
    include_str!("structure/rules/S104.md"),
    include_str!("structure/rules/S105.md"),
    include_str!("structure/rules/S106.md"),
    include_str!("structure/rules/S107.md"),
    include_str!("structure/rules/S108.md"),
    include_str!("structure/rules/S109.md"),
    include_str!("structure/rules/S110.md"),
    include_str!("structure/rules/S111.md"),
    include_str!("structure/rules/S112.md"),
    include_str!("structure/rules/S113.md"),
    include_str!("structure/rules/S114.md"),
    include_str!("structure/rules/S115.md"),
    include_str!("structure/rules/S116.md"),
    include_str!("structure/rules/S120.md"),
    include_str!("types/rules/T201.md"),
    include_str!("types/rules/T202.md"),
    include_str!("types/rules/T203.md"),
    include_str!("verdict/rules/U001.md"),
    include_str!("verdict/rules/U002.md"),
    include_str!("verdict/rules/U003.md"),
    include_str!("verdict/rules/U004.md"),
    include_str!("verdict/rules/U005.md"),
    include_str!("verdict/rules/U006.md"),
    include_str!("verdict/rules/U010.md"),
    include_str!("verdict/rules/U011.md"),
    include_str!("verdict/rules/U012.md"),
    include_str!("verdict/rules/U013.md"),
    include_str!("values/rules/V301.md"),
    include_str!("values/rules/V302.md"),
    include_str!("values/rules/V303.md"),
    include_str!("values/rules/V304.md"),
    include_str!("program/rules/V305.md"),
    include_str!("program/rules/V306.md"),
    include_str!("program/rules/X701.md"),
    include_str!("program/rules/X702.md"),
    include_str!("program/rules/X703.md"),
    include_str!("program/rules/X704.md"),
];

#[cfg(test)]
mod tests {
    use super::PAGES;

    fn pages_below(folder: &std::path::Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("the sources of this crate can be read") {
            let path = entry.expect("a folder of the sources can be listed").path();
            if path.is_dir() {
                pages_below(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(std::fs::read_to_string(&path).expect("a page is UTF-8 text"));
            }
        }
    }

    #[test]
    fn every_page_of_the_sources_is_listed() {
        let mut found = Vec::new();
        pages_below(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        found.sort();
        let mut listed: Vec<String> = PAGES.iter().map(|page| (*page).to_owned()).collect();
        listed.sort();
        assert_eq!(listed, found);
    }
}
