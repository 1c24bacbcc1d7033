//! Guidance between rounds: the bytes that generators turn into patterns are drawn near those that showed something. A feature is what
//! a generator can steer by and no judge hides: rules, answers of stages with their reasons, operation x action x placement. The
//! corpus holds the shortest bytes for each feature, ties by content, so that it depends on no order.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde::{Deserialize, Serialize};

use super::record::Record;
use crate::coverage::Coverage;
use crate::generate::bytes;

/// The shortest bytes that showed each feature.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Corpus {
    /// Bytes in hexadecimal digits, by feature.
    inputs: BTreeMap<String, String>,
}

impl Corpus {
    /// Tells if it has no input.
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// The number of features.
    pub fn features(&self) -> usize {
        self.inputs.len()
    }

    /// Adds bytes that showed a feature.
    fn add(&mut self, feature: &str, input: &str) {
        let better = |known: &String| (input.len(), input) < (known.len(), known.as_str());
        if self.inputs.get(feature).is_none_or(better) {
            self.inputs.insert(feature.to_owned(), input.to_owned());
        }
    }

    /// Adds all of another corpus.
    pub fn merge(&mut self, more: &Corpus) {
        more.inputs.iter().for_each(|(feature, input)| self.add(feature, input));
    }

    /// Adds the bytes of a pattern under all that it showed.
    pub fn count(&mut self, used: &[u8], record: &Record, coverage: &Coverage) {
        let input: String = used.iter().map(|byte| format!("{byte:02x}")).collect();
        features(record, coverage).iter().for_each(|feature| self.add(feature, &input));
    }

    /// The distinct inputs, in order.
    fn distinct(&self) -> Vec<Vec<u8>> {
        let texts: BTreeSet<&String> = self.inputs.values().collect();
        let byte =
            |text: &str, at: usize| text.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
        texts.iter().map(|text| (0..text.len() / 2).filter_map(|at| byte(text, 2 * at)).collect()).collect()
    }
}

fn features(record: &Record, coverage: &Coverage) -> BTreeSet<String> {
    let mut all: BTreeSet<String> = coverage.met().into_iter().collect();
    let codes = record.codes.iter().chain(&record.granted).chain(&record.claimed);
    all.extend(codes.map(|code| format!("rule {code}")));
    all.extend(record.outcomes.keys().map(|outcome| format!("outcome {outcome}")));
    all.extend(record.stages.iter().map(|(stage, word)| format!("{stage} {word}")));
    all.extend(record.reasons.iter().map(|(stage, reason)| format!("{stage} unknown {reason}")));
    all
}

/// Draws bytes near those of a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guide {
    inputs: Vec<Vec<u8>>,
}

impl Guide {
    /// A guide by what the rounds before showed; of an empty corpus, one that draws as if there were none.
    pub fn new(corpus: &Corpus) -> Guide {
        Guide { inputs: corpus.distinct() }
    }

    /// Names what is drawn from.
    pub fn digest(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.inputs.hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }

    /// The bytes of a pattern: every other one is new, and the others are an input of the corpus with a few changes.
    pub fn draw(&self, seed: u64, length: usize) -> Vec<u8> {
        // Rounds before drew the bytes of the seed itself.
        let round = u64::from_str_radix(&self.digest(), 16).unwrap_or(0);
        let noise = bytes(seed ^ round, length + CHOICES);
        let (choices, fresh) = noise.split_at(CHOICES);
        let below = |at: usize, limit: usize| {
            let two = [choices[2 * at], choices[2 * at + 1]];
            usize::from(u16::from_le_bytes(two)) % limit.max(1)
        };
        if self.inputs.is_empty() || below(0, 2) == 0 {
            return fresh.to_vec();
        }
        let base = &self.inputs[below(1, self.inputs.len())];
        let mut out = base.clone();
        // The rest is drawn where a changed pattern asks for more bytes.
        out.extend_from_slice(&fresh[out.len().min(length)..]);
        let used = base.len().max(1);
        match below(2, 3) {
            0 => {
                for change in 0..=below(3, 4) {
                    let at = below(4 + change, used);
                    out[at] = fresh[at];
                }
            }
            1 => {
                let at = below(4, used);
                out[at..].copy_from_slice(&fresh[at..]);
            }
            _ => {
                let other = &self.inputs[below(3, self.inputs.len())];
                let at = below(4, used.min(other.len().max(1)));
                let end = other.len();
                if at < end {
                    out[at..end].copy_from_slice(&other[at..]);
                }
            }
        }
        out
    }
}

/// Bytes that decide how an input is changed.
const CHOICES: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    fn record(codes: &[&str]) -> Record {
        Record { codes: codes.iter().map(|code| (*code).to_owned()).collect(), ..Record::default() }
    }

    #[test]
    fn the_shortest_input_of_each_feature_stays_in_any_order() {
        let (short, long) = (vec![1u8, 2], vec![0u8; 9]);
        let inputs = [(&short, record(&["S103"])), (&long, record(&["S103", "S107"]))];
        let corpus = |order: [usize; 2]| {
            let mut all = Corpus::default();
            for (input, record) in order.map(|at| &inputs[at]) {
                let mut one = Corpus::default();
                one.count(input, record, &Coverage::default());
                all.merge(&one);
            }
            all
        };
        assert_eq!(corpus([0, 1]), corpus([1, 0]));
        assert_eq!(corpus([0, 1]).distinct(), [long, short]);
    }

    #[test]
    fn draws_are_a_function_of_corpus_and_seed_and_half_of_them_are_near_it() {
        let mut corpus = Corpus::default();
        corpus.count(&[7; 200], &record(&["S103"]), &Coverage::default());
        let guide = Guide::new(&corpus);
        let near = (0..400).filter(|seed| {
            let drawn = guide.draw(*seed, 384);
            assert_eq!((drawn.len(), &drawn), (384, &guide.draw(*seed, 384)));
            drawn.iter().filter(|byte| **byte == 7).count() > 20
        });
        assert!((150..250).contains(&near.count()));
        let empty = Guide::new(&Corpus::default());
        assert_ne!(empty.draw(1, 384), empty.draw(2, 384));
    }
}
