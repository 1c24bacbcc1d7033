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

/// What kind of patterns are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Accepted by PDL's own rules: a mixture of random, safe, aliasing and flawed ones, a third over real dialects.
    Valid,
    /// Built so that the rewrite is well-formed whatever it is applied to.
    Safe,
    /// A safe pattern with one deliberate flaw, which the verdict has to name.
    Adversarial,
    /// All over operations that have a spec.
    Dialect,
    /// The published distribution of the prototype: small, all `i32`, the last operation is the root, disconnected
    /// ones among them.
    Prototype,
    /// Right in structure by construction, right or wrong in what is computed.
    Sound,
}

impl Mode {
    /// Every mode.
    pub const ALL: [Mode; 6] =
        [Mode::Valid, Mode::Safe, Mode::Adversarial, Mode::Dialect, Mode::Prototype, Mode::Sound];

    /// Its name on command lines and in records.
    pub fn word(self) -> &'static str {
        match self {
            Mode::Valid => "valid",
            Mode::Safe => "safe",
            Mode::Adversarial => "adversarial",
            Mode::Dialect => "dialect",
            Mode::Prototype => "prototype",
            Mode::Sound => "sound",
        }
    }
}

/// How large generated patterns are, and what is in them. Shares are percentages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternConfig {
    /// The kind of pattern.
    pub mode: Mode,
    /// Most operations that a pattern matches.
    pub nodes: usize,
    /// Most operands of each but those that a spec prescribes.
    pub operands: usize,
    /// Most results of each but those that a spec prescribes.
    pub results: usize,
    /// Most actions of a random rewrite.
    pub actions: usize,
    /// Share of matched operations without a name.
    pub wildcards: usize,
    /// Share of matched operations that are terminators.
    pub terminators: usize,
    /// Share of patterns over real dialects, where the mode leaves it open.
    pub dialect: usize,
    /// Share of patterns that turn what computes into what computes, where all are over real dialects.
    pub computing: usize,
    /// Share of patterns with operands, results or types of open number.
    pub ranges: usize,
    /// Share of patterns whose free operands may feed operations that the root does not need.
    pub several_roots: usize,
    /// Share of patterns that do not name their root.
    pub rootless: usize,
    /// Whether the root has the attribute that a payload gives to one operation only, so that real MLIR applies the
    /// pattern once.
    pub once: bool,
}

impl PatternConfig {
    /// Patterns that PDL's own rules accept.
    pub const VALID: PatternConfig = PatternConfig {
        mode: Mode::Valid,
        nodes: 4,
        operands: 3,
        results: 2,
        actions: 4,
        wildcards: 8,
        terminators: 8,
        dialect: 58,
        computing: 60,
        ranges: 12,
        several_roots: 30,
        rootless: 6,
        once: false,
    };

    /// The distribution of a mode.
    pub const fn for_mode(mode: Mode) -> PatternConfig {
        let config = PatternConfig { mode, ..PatternConfig::VALID };
        match mode {
            Mode::Valid => config,
            Mode::Safe | Mode::Adversarial => {
                PatternConfig { ranges: 0, several_roots: 0, rootless: 0, ..config }
            }
            Mode::Sound => PatternConfig { dialect: 100, ranges: 34, ..config },
            Mode::Dialect => PatternConfig { dialect: 100, ranges: 0, wildcards: 2, ..config },
            Mode::Prototype => PatternConfig {
                operands: 2,
                results: 2,
                actions: 3,
                wildcards: 5,
                terminators: 5,
                dialect: 0,
                ranges: 0,
                rootless: 0,
                ..config
            },
        }
    }
}

/// Which programs a pattern meets. Shares are percentages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayloadConfig {
    /// Most layouts of a pattern that are tried.
    pub layouts: usize,
    /// How many choices may differ from the simplest one where all layouts of a small pattern are enumerated; 0 for
    /// sampling alone.
    pub exhaustive: usize,
    /// Share of layouts in which handles or operands may be one.
    pub aliasing: usize,
    /// Whether one matched operation may hold another in a region.
    pub containment: bool,
    /// Whether the match stands in a graph region.
    pub graph: bool,
    /// Whether an operation matched without a name may be a terminator.
    pub wildcard_terminators: bool,
    /// Whether the program is a function that engines can run: what is free is a parameter, and what the match makes
    /// has no use but the function's results.
    pub executable: bool,
    /// Longest list of an operand or result group of open number.
    pub range: usize,
}

impl PayloadConfig {
    /// What the default domain of a verdict covers.
    pub const DEFAULT: PayloadConfig = PayloadConfig {
        layouts: 24,
        exhaustive: 0,
        aliasing: 50,
        containment: false,
        graph: false,
        wildcard_terminators: true,
        executable: false,
        range: 2,
    };
}

/// Every knob of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Programs for the reader and the printer.
    pub program: ProgramConfig,
    /// Patterns.
    pub pattern: PatternConfig,
    /// What they meet.
    pub payload: PayloadConfig,
}

impl Config {
    /// The defaults of a mode.
    pub const fn for_mode(mode: Mode) -> Config {
        Config {
            program: ProgramConfig::VALID,
            pattern: PatternConfig::for_mode(mode),
            payload: PayloadConfig::DEFAULT,
        }
    }
}
