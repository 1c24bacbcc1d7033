//! The memory of this process: a watch that tells when a run has more than it may. Counts of what is built are the limit that
//! decides a verdict; this one only keeps the machine alive, and the run its report.

use std::fs;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Time between two looks.
const PERIOD: Duration = Duration::from_millis(5);

/// The process has had more than it may.
static OVER: AtomicBool = AtomicBool::new(false);

/// Watches from now on that the process has no more than this number of bytes. Where the system does not tell, nothing is
/// watched.
///
/// # Errors
/// Those of the system, when it starts no thread.
pub(crate) fn watch(most: u64) -> io::Result<()> {
    thread::Builder::new().name("memory".to_owned()).spawn(move || {
        while let Some(held) = resident() {
            if held > most {
                OVER.store(true, Ordering::SeqCst);
                return;
            }
            thread::sleep(PERIOD);
        }
    })?;
    Ok(())
}

/// Returns true once the process had too much.
pub(crate) fn is_over() -> bool {
    OVER.load(Ordering::SeqCst)
}

/// The bytes of the process that are in memory, where Linux tells.
fn resident() -> Option<u64> {
    /// Bytes of a page where the system does not tell its own; the tables of pages of all supported systems have these.
    const PAGE: u64 = 4096;
    let status = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = status.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}

/// Reads a size: a number of bytes, or one with `K`, `M`, `G` or `T` for powers of 1024.
///
/// # Errors
/// When it is none.
pub(crate) fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit: u64 = match &text[digits.len()..] {
        "" | "B" => 1,
        "K" | "KiB" => 1 << 10,
        "M" | "MiB" => 1 << 20,
        "G" | "GiB" => 1 << 30,
        "T" | "TiB" => 1 << 40,
        _ => return Err(format!("`{text}` is no size; write `4G` or `512M`")),
    };
    let size = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit));
    size.filter(|size| *size >= LEAST).ok_or_else(|| format!("`{text}` is no size from 64M on"))
}

/// Below this nothing can be judged.
const LEAST: u64 = 64 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_numbers_with_units() {
        assert_eq!(parse_size("4G"), Ok(4 << 30));
        assert_eq!(parse_size("100MiB"), Ok(100 << 20));
        assert_eq!(parse_size("134217728"), Ok(128 << 20));
        for wrong in ["", "G", "4Q", "-1G", "1K", "99999999999999T", "4 G"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_process_has_some_memory() {
        assert!(resident().is_none_or(|bytes| bytes > 1 << 20));
    }
}
