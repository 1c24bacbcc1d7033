//! `mlir-runner`: a module lowered to the LLVM dialect by `mlir-opt` and run on this machine's processor. Results are printed as
//! numbers, with nothing but the C library.

use std::io;
use std::path::{Path, PathBuf};

use crate::opt::{MlirOpt, Outcome, ParseOptions, Severity, installed};
use crate::process::{Ending, Limits, Program, locate, run};

/// The name that is looked up in `PATH`.
pub const BINARY: &str = "mlir-runner-22";

/// The name of the function that is run; it takes nothing and returns nothing.
pub const MAIN: &str = "assay_main";

/// The passes that lower scalars, control flow, memrefs and vectors, in order.
pub const LOWER: [&str; 16] = [
    "--lower-affine",
    "--convert-scf-to-cf",
    // Before the expansion, which would give a minimum or maximum of two zeros any sign.
    "--convert-arith-to-llvm",
    "--arith-expand",
    "--expand-strided-metadata",
    "--memref-expand",
    "--convert-vector-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-math-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-index-to-llvm",
    "--convert-ub-to-llvm",
    "--convert-func-to-llvm",
    "--canonicalize",
    "--reconcile-unrealized-casts",
];

/// The bits that are printed for a NaN of either kind.
pub const NAN: u64 = 0x7FF8_0000_0000_DEAD;

/// A function that prints a number in sixteen digits.
pub const HEX: &str = "
func.func private @putchar(i32) -> i32
func.func @assay_hex(%x: i64) {
  %zero = arith.constant 0 : i64
  %end = arith.constant 16 : i64
  %one = arith.constant 1 : i64
  %four = arith.constant 4 : i64
  %fifteen = arith.constant 15 : i64
  %nine = arith.constant 9 : i64
  %digit = arith.constant 48 : i64
  %letter = arith.constant 87 : i64
  scf.for %i = %zero to %end step %one : i64 {
    %left = arith.subi %fifteen, %i : i64
    %amount = arith.muli %left, %four : i64
    %moved = arith.shrui %x, %amount : i64
    %nibble = arith.andi %moved, %fifteen : i64
    %high = arith.cmpi ugt, %nibble, %nine : i64
    %base = arith.select %high, %letter, %digit : i64
    %char = arith.addi %nibble, %base : i64
    %char32 = arith.trunci %char : i64 to i32
    %r = func.call @putchar(%char32) : (i32) -> i32
  }
  %newline = arith.constant 10 : i32
  %r = func.call @putchar(%newline) : (i32) -> i32
  return
}
";

/// The lines that print the value `name` of the type `ty` by [`HEX`]; names of further values begin with `fresh`. `None` for types
/// other than integers of up to 64 bits, `index`, `f32` and `f64`.
pub fn printing(ty: &str, name: &str, fresh: &str) -> Option<String> {
    let float = |float: &str, int: &str, widen: bool| {
        let (bits, number) = match widen {
            true => (format!("  {fresh}x = arith.extui {fresh}b : {int} to i64\n"), format!("{fresh}x")),
            false => (String::new(), format!("{fresh}b")),
        };
        format!(
            "  {fresh}n = arith.cmpf uno, {name}, {name} : {float}\n  {fresh}k = arith.constant {} : i64\n  \
             {fresh}b = arith.bitcast {name} : {float} to {int}\n{bits}  \
             {fresh} = arith.select {fresh}n, {fresh}k, {number} : i64\n",
            NAN as i64
        )
    };
    let (made, number) = match ty {
        "i64" => (String::new(), name),
        "index" => (format!("  {fresh} = arith.index_cast {name} : index to i64\n"), fresh),
        "f32" => (float("f32", "i32", true), fresh),
        "f64" => (float("f64", "i64", false), fresh),
        _ => {
            let width: u32 = ty.strip_prefix('i')?.parse().ok()?;
            if !(1..64).contains(&width) {
                return None;
            }
            (format!("  {fresh} = arith.extui {name} : {ty} to i64\n"), fresh)
        }
    };
    Some(format!("{made}  func.call @assay_hex({number}) : (i64) -> ()\n"))
}

/// A located `mlir-runner`, with the `mlir-opt` that lowers for it.
#[derive(Clone, Debug)]
pub struct MlirRunner {
    opt: MlirOpt,
    path: PathBuf,
    version: Option<String>,
    utilities: Option<PathBuf>,
    limits: Limits,
}

impl MlirRunner {
    /// The binary [`BINARY`] beside `opt`, else on `PATH`, with the default [`Limits`].
    ///
    /// # Errors
    /// When there is no such program.
    pub fn find(opt: MlirOpt) -> io::Result<MlirRunner> {
        let path = locate(&opt.path().with_file_name(BINARY)).or_else(|_| locate(Path::new(BINARY)))?;
        let version = installed(&path)?;
        Ok(MlirRunner { opt, version, utilities: utilities(&path), path, limits: Limits::default() })
    }

    /// The LLVM version it was built from, such as `22.1.8`, if it says so.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// Where the binary is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A sentence about the two versions where the program is not built from that of the `mlir-opt` that lowers for it.
    pub fn mismatch(&self) -> Option<String> {
        let own = self.version().unwrap_or("unknown");
        let other = self.opt.version();
        (own != other).then(|| format!("mlir-runner is of version {own}, mlir-opt of {other}"))
    }

    /// The same binary, with other limits of its runs.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> MlirRunner {
        MlirRunner { limits, ..self }
    }

    /// The numbers that [`MAIN`] of a module prints by [`HEX`], lowered by the passes `before` and [`LOWER`].
    ///
    /// # Errors
    /// A message: the module cannot be lowered, or its run fails.
    pub fn numbers(&self, module: &str, before: &[&str]) -> Result<Vec<u64>, String> {
        let extra = before.iter().chain(&LOWER).map(|pass| (*pass).to_owned()).collect();
        let options = ParseOptions { extra, ..ParseOptions::default() };
        let lowered = match self.opt.parse_print(module, &options) {
            Outcome::Ok(text) => text,
            Outcome::Error(diagnostics) => {
                let error = diagnostics.iter().find(|one| one.severity == Severity::Error);
                let message = error.map_or("an error", |one| one.message.as_str());
                return Err(format!("the program cannot be lowered: {message}"));
            }
            Outcome::Crash { signal, .. } => return Err(format!("lowering crashes (signal {signal})")),
            Outcome::TimedOut | Outcome::OutOfMemory => return Err("lowering does not end".to_owned()),
            Outcome::NoAnswer(why) => return Err(why.to_string()),
        };
        let mut program = Program::new(&self.path).args(["-e", MAIN, "-entry-point-result=void"]);
        if let Some(file) = &self.utilities {
            program = program.arg(format!("-shared-libs={}", file.display()));
        }
        match run(&program, lowered.as_bytes(), &self.limits) {
            Ending::Exit { code: 0, stdout, .. } if stdout.is_complete() => {
                let lines = stdout.text();
                let number = |line: &str| {
                    u64::from_str_radix(line, 16).map_err(|_| format!("it prints no number: {line:.40}"))
                };
                lines.lines().map(number).collect()
            }
            Ending::Exit { stderr, .. } => {
                Err(stderr.text().lines().next().unwrap_or("it fails without a message").to_owned())
            }
            Ending::Signal { signal, .. } => Err(format!("it ends by signal {signal}")),
            Ending::TimedOut { .. } => Err("it does not end in time".to_owned()),
            Ending::SpawnFailed(error) => Err(error.to_string()),
        }
    }
}

/// MLIR's library of functions that lowered programs call, such as copies of memory: it lies beside the program.
fn utilities(path: &Path) -> Option<PathBuf> {
    let path = std::fs::canonicalize(path).ok()?;
    let root = path.ancestors().nth(2)?;
    let files = std::fs::read_dir(root.join("lib")).ok()?;
    let mut files = files.flatten().map(|entry| entry.path());
    files.find(|file| file.to_string_lossy().contains("libmlir_c_runner_utils.so"))
}

#[cfg(test)]
mod tests {
    use super::printing;

    #[test]
    fn narrow_numbers_are_widened_and_wide_ones_are_not_printed() {
        let narrow = printing("i7", "%r", "%w").expect("it fits");
        assert_eq!(narrow, "  %w = arith.extui %r : i7 to i64\n  func.call @assay_hex(%w) : (i64) -> ()\n");
        assert_eq!(
            printing("i64", "%r", "%w").as_deref(),
            Some("  func.call @assay_hex(%r) : (i64) -> ()\n")
        );
        assert_eq!(printing("i65", "%r", "%w"), None);
        assert_eq!(printing("vector<2xi8>", "%r", "%w"), None);
    }
}
