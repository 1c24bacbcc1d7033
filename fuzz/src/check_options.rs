//! The options of `check` that change a verdict, drawn for a pattern from its seed, and the payloads that they speak about.

use arbitrary::Unstructured;
use assay_jit::Jit;
use assay_verifier::stage::{Options, RegionKind, Target, UnknownOps};

use crate::config::PayloadConfig;
use crate::generate::{ChoiceSource, Choose, bytes};

/// The largest width of integers that is asked about: a value mismatch nearly always shows at a narrower one.
pub const WIDTH_MAX: u32 = 12;

/// Draws the options; the defaults, but for the width, in two of five cases.
pub fn options(seed: u64) -> Options {
    let noise = bytes(seed ^ 0x0970_1025, 32);
    let dice = &mut ChoiceSource(&mut Unstructured::new(&noise));
    let mut options = Options { width_max: WIDTH_MAX, second_engine: Some(&Jit), ..Options::default() };
    if dice.percent(40) {
        return options;
    }
    options.region_kind = match dice.below(5) {
        0 | 1 => RegionKind::FromSpecs,
        2 => RegionKind::SsaCfg,
        _ => RegionKind::Graph,
    };
    options.unknown_ops = UnknownOps {
        may_terminate: dice.one_in(5),
        may_own_regions: dice.one_in(4),
        may_define_symbols: dice.one_in(6),
    };
    if dice.one_in(5) {
        options.target = Target::Portable;
    }
    options.wildcards_may_terminate = !dice.one_in(5);
    options.strict = dice.one_in(5);
    options.width_max = [WIDTH_MAX, WIDTH_MAX, 8, 4, 1][dice.below(5)];
    options
}

/// The payloads that a verdict under these options speaks about.
pub fn payloads(config: &PayloadConfig, options: &Options) -> PayloadConfig {
    PayloadConfig {
        containment: config.containment || options.unknown_ops.may_own_regions,
        graph: config.graph || options.region_kind == RegionKind::Graph,
        wildcard_terminators: config.wildcard_terminators && options.wildcards_may_terminate,
        ..*config
    }
}

/// The options as flags of `assay check`; empty for the defaults.
pub fn flags(options: &Options) -> String {
    let default = Options::default();
    let unknown = options.unknown_ops;
    let granted = [
        (unknown.may_terminate, "may-terminate"),
        (unknown.may_own_regions, "may-own-regions"),
        (unknown.may_define_symbols, "may-define-symbols"),
    ];
    let granted: Vec<&str> = granted.into_iter().filter_map(|(is, word)| is.then_some(word)).collect();
    let mut out: Vec<String> = Vec::new();
    match options.region_kind {
        RegionKind::FromSpecs => {}
        RegionKind::SsaCfg => out.push("--region-kind ssacfg".to_owned()),
        RegionKind::Graph => out.push("--region-kind graph".to_owned()),
    }
    if !granted.is_empty() {
        out.push(format!("--unknown-ops {}", granted.join(",")));
    }
    if options.target == Target::Portable {
        out.push("--mlir portable".to_owned());
    }
    if !options.wildcards_may_terminate {
        out.push("--matches-terminator false".to_owned());
    }
    if options.strict {
        out.push("--strict".to_owned());
    }
    if options.width_max != default.width_max {
        out.push(format!("--width-max {}", options.width_max));
    }
    out.join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_option_is_drawn_and_the_defaults_are_most_frequent() {
        let drawn: Vec<String> = (0..2000).map(|seed| flags(&options(seed))).collect();
        let words: BTreeSet<&str> = drawn.iter().flat_map(|flags| flags.split(['-', ' ', ','])).collect();
        for word in ["graph", "ssacfg", "terminate", "regions", "symbols", "portable", "false", "strict", "4"]
        {
            assert!(words.contains(word), "{word}");
        }
        let plain = drawn.iter().filter(|flags| *flags == "--width-max 12").count();
        assert!((700..1100).contains(&plain), "{plain}");
        assert_eq!(flags(&options(7)), flags(&options(7)));
    }

    #[test]
    fn payloads_keep_to_what_the_options_say() {
        let graph = Options { region_kind: RegionKind::Graph, ..Options::default() };
        assert!(payloads(&PayloadConfig::DEFAULT, &graph).graph);
        assert_eq!(payloads(&PayloadConfig::DEFAULT, &Options::default()), PayloadConfig::DEFAULT);
    }
}
