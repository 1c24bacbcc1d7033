//! The knobs of the generators, each once.

/// How large and how odd generated programs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramConfig {
    /// Most operations of a program.
    pub operations: usize,
    /// Deepest nesting of regions.
    pub region_depth: usize,
    /// Most blocks of a region.
    pub blocks: usize,
    /// Deepest nesting of types.
    pub type_depth: usize,
    /// Deepest nesting of attributes.
    pub attribute_depth: usize,
    /// Deepest nesting of locations.
    pub location_depth: usize,
    /// Longest list of operands, results, types or attributes.
    pub list: usize,
    /// Whether the numbers of `distinct[..]` attributes are free: MLIR counts them anew.
    pub distinct: bool,
    /// Whether uses may stand where their definition does not dominate them: MLIR refuses that.
    pub undominated: bool,
    /// Whether known operations may have any number of operands, results, regions and attributes of any type.
    pub malformed: bool,
}

impl ProgramConfig {
    /// Programs that MLIR accepts.
    pub const VALID: ProgramConfig = ProgramConfig {
        operations: 40,
        region_depth: 4,
        blocks: 4,
        type_depth: 4,
        attribute_depth: 4,
        location_depth: 4,
        list: 4,
        distinct: false,
        undominated: false,
        malformed: false,
    };

    /// Programs that have a text, whether they make sense or not.
    pub const ANY: ProgramConfig =
        ProgramConfig { distinct: true, undominated: true, malformed: true, ..ProgramConfig::VALID };
}

/// How large generated patterns are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternConfig {
    /// Most operations that a pattern matches.
    pub nodes: usize,
    /// Most operands of each but those that a spec prescribes.
    pub operands: usize,
    /// Most results of each.
    pub results: usize,
    /// Most actions of the rewrite.
    pub actions: usize,
    /// Whether the last operation may have the attribute that a payload gives to one operation only, so that real
    /// MLIR applies the pattern once.
    pub once: bool,
}

impl PatternConfig {
    /// Patterns that PDL's own rules mostly accept.
    pub const VALID: PatternConfig =
        PatternConfig { nodes: 4, operands: 3, results: 2, actions: 4, once: false };
}
