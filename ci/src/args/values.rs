//! Values of options, with the reason why one is refused.

use std::num::NonZero;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Most threads of a run: more only cost memory, since each has a stack and, for types, a solver.
pub(crate) const MAX_THREADS: usize = 256;

/// A number of threads.
pub(crate) fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let number: Option<NonZero<usize>> = text.parse().ok();
    number
        .filter(|number| number.get() <= MAX_THREADS)
        .ok_or_else(|| format!("a number of threads, at least 1 and at most {MAX_THREADS}"))
}

/// A folder that is there or can be made.
pub(crate) fn folder(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.exists() && !path.is_dir() {
        true => Err("this is a file; a folder is asked for".to_owned()),
        false => Ok(path),
    }
}

/// A number, such as that of programs or of a seed.
pub(crate) fn whole<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "a whole number, such as 100".to_owned())
}

/// A limit in seconds.
pub(crate) fn seconds(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "whole seconds, at least 1".to_owned())
}

/// A stretch of time.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).ok();
    time.filter(|time| !time.is_zero()).ok_or_else(|| "a time has a unit, such as 90s or 10m".to_owned())
}
