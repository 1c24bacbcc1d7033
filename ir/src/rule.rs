//! The codes of all rules, as names only: a finding carries one from the checker that makes it to the report that shows it.
//! The meaning of a code is its manual page, beside the code of the rule.

use std::fmt;

/// The kind of question that a rule belongs to, by the letter of its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// `A`: suppressions, baseline and gate.
    Acceptance,
    /// `C`: contracts of passes, and handles of transform scripts.
    Contracts,
    /// `D`: what drivers of patterns ask of their C++.
    Drivers,
    /// `L`: what is written and probably not meant.
    Lint,
    /// `M`: differences between MLIR's matcher and the written pattern.
    Matching,
    /// `N`: termination.
    Termination,
    /// `P`: PDL's own static rules, and matchers that never match.
    Pdl,
    /// `S`: structure.
    Structure,
    /// `T`: types.
    Types,
    /// `U`: reasons of an undecided verdict.
    Undecided,
    /// `V`: values.
    Values,
    /// `X`: passes that do not come to a program.
    Passes,
}

macro_rules! codes {
    ($($code:ident)+) => {
        /// The code of a rule. `assay explain CODE` prints its manual page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Rule { $(#[doc = concat!("The rule `", stringify!($code), "`.")] $code),+ }

        impl Rule {
            /// All rules, sorted by code.
            pub const ALL: &[Rule] = &[$(Rule::$code),+];

            /// The code as it is written, such as `S103`.
            pub const fn code(self) -> &'static str {
                match self { $(Rule::$code => stringify!($code)),+ }
            }
        }
    };
}

codes! {
    A701 A702 A703 A704
    C501 C502 C503 C504 C505
    C511 C512 C513 C514 C515 C516
    D101 D102 D103 D104 D105 D106 D107
    L601
    M501 M502
    N401 N402
    P000 P001 P002 P003 P004 P005 P006 P007 P008 P009 P010 P011 P012 P013 P014 P015
    P016 P017 P018 P019 P020 P021 P022 P023 P024 P025 P026 P027 P028 P029 P030 P101
    S101 S102 S103 S104 S105 S106 S107 S108 S109 S110 S111 S112 S113 S114 S115 S116 S120
    T201 T202 T203
    U001 U002 U003 U004 U005 U006 U010 U011 U012 U013 U014
    V301 V302 V303 V304 V305 V306
    X701 X702 X703 X704
}

impl Rule {
    /// The rule of a code; `None` for a text that is no code. Upper case only.
    pub fn parse(code: &str) -> Option<Rule> {
        let index = Rule::ALL.binary_search_by(|rule| rule.code().cmp(code)).ok()?;
        Some(Rule::ALL[index])
    }

    /// The question that it belongs to.
    pub const fn family(self) -> Family {
        match self.code().as_bytes()[0] {
            b'A' => Family::Acceptance,
            b'C' => Family::Contracts,
            b'D' => Family::Drivers,
            b'L' => Family::Lint,
            b'M' => Family::Matching,
            b'N' => Family::Termination,
            b'P' => Family::Pdl,
            b'S' => Family::Structure,
            b'T' => Family::Types,
            b'U' => Family::Undecided,
            b'X' => Family::Passes,
            _ => Family::Values,
        }
    }
}

impl Family {
    /// All families, sorted by letter.
    pub const ALL: [Family; 12] = [
        Family::Acceptance,
        Family::Contracts,
        Family::Drivers,
        Family::Lint,
        Family::Matching,
        Family::Termination,
        Family::Pdl,
        Family::Structure,
        Family::Types,
        Family::Undecided,
        Family::Values,
        Family::Passes,
    ];

    /// The letter with which the codes of the family begin.
    pub const fn letter(self) -> char {
        match self {
            Family::Acceptance => 'A',
            Family::Contracts => 'C',
            Family::Drivers => 'D',
            Family::Lint => 'L',
            Family::Matching => 'M',
            Family::Termination => 'N',
            Family::Pdl => 'P',
            Family::Structure => 'S',
            Family::Types => 'T',
            Family::Undecided => 'U',
            Family::Values => 'V',
            Family::Passes => 'X',
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::{Family, Rule};

    #[test]
    fn every_code_is_read_back() {
        for rule in Rule::ALL {
            assert_eq!(Rule::parse(rule.code()), Some(*rule));
        }
        assert_eq!(Rule::parse("S999"), None);
        assert_eq!(Rule::parse("s103"), None);
    }

    #[test]
    fn the_family_of_a_code_is_its_letter() {
        for rule in Rule::ALL {
            assert!(rule.code().starts_with(rule.family().letter()), "{rule}");
            assert!(Family::ALL.contains(&rule.family()));
        }
    }
}
