//! Answers that were given before, in files: one file for each question, found by what the question says, and by which
//! solver, in which version, within which limits, gave the answer. An entry that cannot be read, or is not about the
//! question, counts as absent, so that a damaged folder costs time and nothing else. Each entry is signed: with a key that
//! only its users know, entries that others put into the folder count as absent too. Knows no question's meaning.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use assay_mlir::files::{self, Draft};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest, Sha256};

use crate::answer::{Answer, UnknownReason};
use crate::sexpr::SExpr;

/// First line of every entry; another version is another format.
const HEAD: &str = "assay answer 2";

/// Most bytes of an entry.
const LONGEST: u64 = 16 << 20;

/// What a cache may be used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CacheMode {
    /// Answers are taken from it and new ones are kept.
    #[default]
    ReadWrite,
    /// Answers are taken from it.
    ReadOnly,
    /// Answers are taken from it, and no solver is asked: what is not there is unknown.
    Require,
}

/// What an entry is found by: all that the answer depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheKey {
    digest: String,
}

impl CacheKey {
    /// The key for a question (its commands and what it observes), put to these solvers with these limits.
    pub fn new(solvers: &str, limits: &str, question: &str) -> CacheKey {
        let mut digest = Sha256::new();
        for part in [solvers, limits, question] {
            // Lengths keep the parts apart.
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part.as_bytes());
        }
        CacheKey { digest: hex(&digest.finalize()) }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A folder of answers; shared by threads and processes.
pub struct Cache {
    folder: PathBuf,
    mode: CacheMode,
    signature: Hmac<Sha256>,
    hits: AtomicU64,
    misses: AtomicU64,
    unsigned: AtomicU64,
}

impl Cache {
    /// A cache in a folder that only this program writes to: the key is empty.
    pub fn new(folder: &Path, mode: CacheMode) -> Cache {
        Cache::with_key(folder, mode, b"")
    }

    /// A cache in this folder, which is made when the first answer is kept. It believes only entries that were signed with
    /// this key.
    pub fn with_key(folder: &Path, mode: CacheMode, key: &[u8]) -> Cache {
        // A digest of the key, whatever its length, filled up to the block that the signature takes.
        let mut block = [0; 64];
        block[..32].copy_from_slice(&Sha256::digest(key));
        let [hits, misses, unsigned] = std::array::from_fn(|_| AtomicU64::new(0));
        Cache { folder: folder.to_owned(), mode, signature: Hmac::new(&block.into()), hits, misses, unsigned }
    }

    /// What it may be used for.
    pub fn mode(&self) -> CacheMode {
        self.mode
    }

    /// How many answers were found, and how many were not.
    pub fn counts(&self) -> (u64, u64) {
        (self.hits.load(Ordering::Relaxed), self.misses.load(Ordering::Relaxed))
    }

    /// How many entries were found that are damaged, or were signed with another key.
    pub fn unsigned(&self) -> u64 {
        self.unsigned.load(Ordering::Relaxed)
    }

    /// The answer of an entry, with the values of these constants.
    pub fn find(&self, key: &CacheKey, observed: &[&str]) -> Option<Answer> {
        let text = files::read_text(&self.path(key), LONGEST).ok();
        let whole = text.as_deref().map(|text| signed(text, &self.signature));
        self.unsigned.fetch_add(u64::from(whole == Some(None)), Ordering::Relaxed);
        let answer = whole.flatten().and_then(|body| read(body, key, observed));
        let counter = if answer.is_some() { &self.hits } else { &self.misses };
        counter.fetch_add(1, Ordering::Relaxed);
        answer
    }

    /// Keeps an answer that the same question would get again. What cannot be written is not kept.
    pub fn keep(&self, key: &CacheKey, answer: &Answer) {
        if self.mode != CacheMode::ReadWrite {
            return;
        }
        let Some(text) = write(key, answer, &self.signature) else { return };
        let path = self.path(key);
        let Some(folder) = path.parent() else { return };
        let write =
            |mut draft: Draft| draft.write_all(text.as_bytes()).and_then(|()| draft.finish_unsynced());
        // A failure is a miss in a later run.
        let _ = fs::create_dir_all(folder).and_then(|()| Draft::create(&path)).and_then(write);
    }

    fn path(&self, key: &CacheKey) -> PathBuf {
        let (first, rest) = key.digest.split_at(2);
        self.folder.join(first).join(rest)
    }
}

/// The entry for an answer; `None` for one that is an accident of the machine or the moment.
fn write(key: &CacheKey, answer: &Answer, signature: &Hmac<Sha256>) -> Option<String> {
    let body = match answer {
        Answer::Unsat => "unsat".to_owned(),
        Answer::Sat(model) => {
            let pairs = model.iter().map(|(name, value)| {
                SExpr::List(vec![SExpr::Symbol(name.clone()), value.clone()]).to_string()
            });
            std::iter::once("sat".to_owned()).chain(pairs).collect::<Vec<_>>().join("\n")
        }
        Answer::Unknown(UnknownReason::SolverUnknown(why)) => format!("unknown\n{}", one_line(why)),
        Answer::Unknown(UnknownReason::Exhausted(why)) => format!("exhausted\n{}", one_line(why)),
        Answer::Unknown(_) => return None,
    };
    let text = format!("{HEAD}\n{}\n{body}\n", key.digest);
    let signed = signature.clone().chain_update(&text).finalize().into_bytes();
    Some(format!("{text}{}\n", hex(&signed)))
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.as_bytes().chunks(2);
    digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An entry without its signature, which is that of the key.
fn signed<'t>(text: &'t str, signature: &Hmac<Sha256>) -> Option<&'t str> {
    let (before, signed) = text.strip_suffix('\n')?.rsplit_once('\n')?;
    let whole = format!("{before}\n");
    signature.clone().chain_update(whole).verify_slice(&bytes(signed)?).ok()?;
    Some(before)
}

fn read(body: &str, key: &CacheKey, observed: &[&str]) -> Option<Answer> {
    let mut lines = body.lines();
    if (lines.next()?, lines.next()?) != (HEAD, key.digest.as_str()) {
        return None;
    }
    let verdict = lines.next()?;
    let rest: Vec<&str> = lines.collect();
    match (verdict, rest.as_slice()) {
        ("unsat", []) => Some(Answer::Unsat),
        ("unknown", [why]) => Some(Answer::Unknown(UnknownReason::SolverUnknown((*why).to_owned()))),
        ("exhausted", [why]) => Some(Answer::Unknown(UnknownReason::Exhausted((*why).to_owned()))),
        ("sat", pairs) if pairs.len() == observed.len() => {
            let value = |(line, name): (&&str, &&str)| match SExpr::read_all(line).ok()?.as_slice() {
                [SExpr::List(pair)] => match pair.as_slice() {
                    [term, value] if term.name() == Some(*name) => Some(((*name).to_owned(), value.clone())),
                    _ => None,
                },
                _ => None,
            };
            pairs.iter().zip(observed).map(value).collect::<Option<Vec<_>>>().map(Answer::Sat)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(folder: &Path, mode: CacheMode) -> Cache {
        Cache::with_key(folder, mode, b"secret")
    }

    fn key(question: &str) -> CacheKey {
        CacheKey::new("Z3 4.8.12", "20000000", question)
    }

    fn model() -> Answer {
        let value = SExpr::read_all("(IntT (- 3) |a b|)").expect("written well").remove(0);
        Answer::Sat(vec![("x".to_owned(), value), ("a b".to_owned(), SExpr::Numeral("7".to_owned()))])
    }

    #[test]
    fn an_answer_comes_back_as_it_was_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let exhausted = UnknownReason::Exhausted("(resource limits reached)".to_owned());
        for answer in [Answer::Unsat, model(), Answer::Sat(Vec::new()), Answer::Unknown(exhausted)] {
            let cache = open(folder.path(), CacheMode::ReadWrite);
            let observed: Vec<&str> = match &answer {
                Answer::Sat(model) => model.iter().map(|(name, _)| name.as_str()).collect(),
                _ => Vec::new(),
            };
            cache.keep(&key("q"), &answer);
            assert_eq!(cache.find(&key("q"), &observed), Some(answer.clone()), "{answer:?}");
            assert_eq!(cache.find(&key("other"), &observed), None);
            assert_eq!(cache.counts(), (1, 1));
        }
    }

    #[test]
    fn accidents_are_not_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = open(folder.path(), CacheMode::ReadWrite);
        let accidents =
            [UnknownReason::TimedOut, UnknownReason::SolverDied(String::new()), UnknownReason::NotCached];
        for why in accidents {
            cache.keep(&key("q"), &Answer::Unknown(why));
            assert_eq!(cache.find(&key("q"), &[]), None);
        }
    }

    #[test]
    fn only_read_write_keeps() {
        let folder = tempfile::tempdir().expect("a folder");
        for mode in [CacheMode::ReadOnly, CacheMode::Require] {
            let cache = open(folder.path(), mode);
            cache.keep(&key("q"), &Answer::Unsat);
            assert_eq!(cache.find(&key("q"), &[]), None);
        }
    }

    #[test]
    fn solver_limits_and_question_all_count() {
        let keys = [
            CacheKey::new("a", "b", "c"),
            CacheKey::new("ab", "", "c"),
            CacheKey::new("a", "bc", ""),
            CacheKey::new("a", "b", "d"),
        ];
        for (index, one) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(one));
        }
    }

    #[test]
    fn an_entry_of_another_key_is_no_answer() {
        let folder = tempfile::tempdir().expect("a folder");
        let with = |key: &[u8]| Cache::with_key(folder.path(), CacheMode::ReadWrite, key);
        with(b"secret").keep(&key("q"), &Answer::Unsat);
        assert_eq!(with(b"secret").find(&key("q"), &[]), Some(Answer::Unsat));
        assert_eq!(with(b"secret").unsigned(), 0);
        let guessed = with(b"guessed");
        assert_eq!(guessed.find(&key("q"), &[]), None);
        assert_eq!(guessed.find(&key("absent"), &[]), None);
        assert_eq!(guessed.unsigned(), 1);
        assert_eq!(with(b"").find(&key("q"), &[]), None);
    }

    #[test]
    fn a_pipe_in_place_of_an_entry_is_a_miss() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = open(folder.path(), CacheMode::ReadWrite);
        let path = cache.path(&key("q"));
        fs::create_dir_all(path.parent().expect("below the folder")).expect("made");
        let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo runs");
        assert!(made.success());
        assert_eq!(cache.find(&key("q"), &[]), None);
        assert_eq!(cache.counts(), (0, 1));
    }

    #[test]
    fn a_damaged_entry_is_no_answer() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = open(folder.path(), CacheMode::ReadWrite);
        cache.keep(&key("q"), &model());
        let path = cache.path(&key("q"));
        let whole = fs::read(&path).expect("it was kept");
        let observed = ["x", "a b"];
        assert_eq!(cache.find(&key("q"), &observed), Some(model()));
        // Every single byte counts, and so does every end.
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            fs::write(&path, bytes).expect("writable");
            assert_eq!(cache.find(&key("q"), &observed), None, "byte {at}");
            fs::write(&path, &whole[..at]).expect("writable");
            assert_eq!(cache.find(&key("q"), &observed), None, "cut at {at}");
        }
        // An entry in the place of another one is none either, and a question with other constants has another answer.
        fs::write(&path, &whole).expect("writable");
        assert_eq!(cache.find(&key("q"), &["y", "a b"]), None);
        let other = cache.path(&key("r"));
        fs::create_dir_all(other.parent().expect("below the folder")).expect("writable");
        fs::write(other, &whole).expect("writable");
        assert_eq!(cache.find(&key("r"), &observed), None);
        // It is replaced by the next answer.
        cache.keep(&key("q"), &Answer::Unsat);
        assert_eq!(cache.find(&key("q"), &[]), Some(Answer::Unsat));
    }
}
