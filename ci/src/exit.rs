//! Exit codes, the contract with scripts that call `assay`; the table is frozen by tests.

use std::process::ExitCode;

/// What a run came to, as the caller's shell sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Exit {
    /// Nothing at or above the level that was asked to fail on.
    Clean,
    /// A finding at or above that level.
    Findings,
    /// Wrong usage or configuration, a file that is missing, unreadable or binary, no solver although one is
    /// needed, or a disagreement among our own judges.
    Trouble,
    /// No pattern in any input.
    NoPattern,
    /// Nothing refuted, but something unknown, where that was asked to fail.
    Unknown,
}

impl Exit {
    /// The number.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Trouble => 2,
            Exit::NoPattern => 3,
            Exit::Unknown => 4,
        }
    }

    fn rank(self) -> u8 {
        match self {
            Exit::Trouble => 4,
            Exit::Findings => 3,
            Exit::Unknown => 2,
            Exit::NoPattern => 1,
            Exit::Clean => 0,
        }
    }

    /// The one that wins when both apply: 2, 1, 4, 3, 0.
    pub(crate) fn and(self, other: Exit) -> Exit {
        if other.rank() > self.rank() { other } else { self }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::Exit::{self, *};

    #[test]
    fn precedence_is_two_one_four_three_zero() {
        let order = [Trouble, Findings, Unknown, NoPattern, Clean];
        for (high, winner) in order.iter().enumerate() {
            for loser in &order[high..] {
                assert_eq!(winner.and(*loser), *winner);
                assert_eq!(loser.and(*winner), *winner);
            }
        }
    }

    #[test]
    fn the_numbers_are_those_of_the_contract() {
        let numbers: Vec<u8> = [Clean, Findings, Trouble, NoPattern, Unknown].map(Exit::code).to_vec();
        assert_eq!(numbers, [0, 1, 2, 3, 4]);
    }
}
