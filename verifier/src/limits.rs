//! Counts of everything that the stages may build for one pattern: no clock and no other pattern decides, so that the same pattern has the
//! same verdict on every machine and with any number of threads. Knows no stage.

use std::cell::Cell;

use assay_ir::pdl::roots;
use assay_ir::rewrite::Work;

/// A resource that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resource {
    /// Operations and values of the models of a pattern, one model for each choice of lengths.
    Models,
    /// Steps of the structure analysis: operations and uses that are looked at, over all merges and containments.
    Structure,
    /// Operations of the programs that are made to show a claim.
    Programs,
    /// Bytes of the witnesses.
    Evidence,
    /// Steps of matching a pattern on programs.
    Matching,
    /// Steps of the questions about types: conjuncts that are read, and values that are tried.
    Types,
    /// Combinations of types that open types are taken to be, over all lengths of ranges.
    Combinations,
    /// Ways from one root of a pattern to another: their limit is that of [`assay_ir::pdl::roots::MAX_EDGES`].
    Roots,
}

impl Resource {
    /// All of them.
    const ALL: [Resource; 8] = [
        Resource::Models,
        Resource::Structure,
        Resource::Programs,
        Resource::Evidence,
        Resource::Matching,
        Resource::Types,
        Resource::Combinations,
        Resource::Roots,
    ];

    /// In words, as in "more ... than the limit".
    pub fn describe(self) -> &'static str {
        match self {
            Resource::Models => "lengths of ranges",
            Resource::Structure => "ways in which operations may be one or hold each other",
            Resource::Programs => "operations of programs that show a claim",
            Resource::Evidence => "bytes of witnesses",
            Resource::Matching => "steps of matching",
            Resource::Types => "steps of questions about types",
            Resource::Combinations => "combinations of open types",
            Resource::Roots => "ways from one root to another",
        }
    }

    /// The limit at [`Limits::MEMORY`].
    fn most(self) -> u64 {
        match self {
            Resource::Models => 2_000_000,
            Resource::Structure => 40_000_000,
            Resource::Programs => 4_000_000,
            Resource::Evidence => 32_000_000,
            Resource::Matching => 100_000_000,
            Resource::Types => 50_000_000,
            Resource::Combinations => 10_000_000,
            Resource::Roots => roots::MAX_EDGES as u64,
        }
    }
}

/// How much of each resource one pattern may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits([u64; Resource::ALL.len()]);

impl Limits {
    /// The memory for which the limits are made, in bytes; they scale with it.
    pub const MEMORY: u64 = 4 << 30;

    /// The limits of a process that has this number of bytes.
    pub fn of_memory(bytes: u64) -> Limits {
        let scaled = |most: u64| u128::from(most) * u128::from(bytes) / u128::from(Limits::MEMORY);
        Limits(Resource::ALL.map(|resource| u64::try_from(scaled(resource.most())).unwrap_or(u64::MAX)))
    }

    /// The limit of a resource.
    pub fn limit(&self, resource: Resource) -> u64 {
        self.0[resource as usize]
    }

    /// A part of all of them.
    #[must_use]
    pub fn divided(mut self, by: u64) -> Limits {
        self.0.iter_mut().for_each(|most| *most /= by);
        self
    }

    /// The same limits but for one resource.
    #[must_use]
    pub fn with(mut self, resource: Resource, most: u64) -> Limits {
        self.0[resource as usize] = most;
        self
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::of_memory(Limits::MEMORY)
    }
}

/// The resources that one pattern has taken.
#[derive(Debug)]
pub struct Account {
    limits: Limits,
    used: [Cell<u64>; Resource::ALL.len()],
    matching: Work,
}

impl Account {
    /// Nothing was taken yet.
    pub fn new(limits: Limits) -> Account {
        let matching = Work::new(limits.limit(Resource::Matching));
        Account { limits, used: Default::default(), matching }
    }

    /// The limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Takes units of a resource, whether they are there or not; false when they were not.
    pub fn charge(&self, resource: Resource, units: u64) -> bool {
        let used = &self.used[resource as usize];
        used.set(used.get().saturating_add(units));
        !self.is_spent(resource)
    }

    /// The rest of a resource.
    pub fn left(&self, resource: Resource) -> u64 {
        match resource {
            Resource::Matching => self.matching.left(),
            _ => self.limits.limit(resource).saturating_sub(self.used[resource as usize].get()),
        }
    }

    /// The rest of all resources, as limits.
    pub fn rest(&self) -> Limits {
        Limits(Resource::ALL.map(|resource| self.left(resource)))
    }

    /// The first resource of which more was asked than is allowed.
    pub fn spent(&self) -> Option<Resource> {
        Resource::ALL.into_iter().find(|resource| self.is_spent(*resource))
    }

    /// Tells if more was taken than is allowed.
    pub fn is_spent(&self, resource: Resource) -> bool {
        match resource {
            Resource::Matching => self.matching.is_spent(),
            _ => self.used[resource as usize].get() > self.limits.limit(resource),
        }
    }

    /// The allowance of matching.
    pub fn matching(&self) -> &Work {
        &self.matching
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_scale_with_memory() {
        let (whole, half) = (Limits::default(), Limits::of_memory(Limits::MEMORY / 2));
        for resource in Resource::ALL {
            assert_eq!(half.limit(resource) * 2, whole.limit(resource));
        }
    }

    #[test]
    fn all_that_is_allowed_may_be_taken_and_no_more() {
        let account = Account::new(Limits::default().with(Resource::Programs, 10));
        assert!(account.charge(Resource::Programs, 10) && !account.is_spent(Resource::Programs));
        assert!(!account.charge(Resource::Programs, 1) && account.is_spent(Resource::Programs));
        assert!(!account.is_spent(Resource::Structure));
    }
}
