//! `--witness-dir`: each witness as a file of its own that `assay replay` runs.

use std::collections::BTreeSet;
use std::path::Path;

use assay_reports::PatternReport;

/// Writes the evidence of every finding to `folder` (made when missing) and says so in the findings.
pub(crate) fn write(folder: &Path, reports: &mut [PatternReport]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut taken = BTreeSet::new();
    for report in reports {
        let stem = Path::new(&report.file).file_stem().map_or("input".into(), |stem| stem.to_string_lossy());
        for finding in &mut report.findings {
            let Some(evidence) = &mut finding.evidence else { continue };
            let base = format!("{stem}.{}.{}", report.name, finding.code);
            let mut name = format!("{base}.mlir");
            let mut number = 2;
            while !taken.insert(name.clone()) {
                name = format!("{base}.{number}.mlir");
                number += 1;
            }
            let path = folder.join(name);
            std::fs::write(&path, &evidence.text)?;
            let shown = path.display().to_string();
            if let Some(witness) = &mut finding.witness {
                witness.command = Some(format!("assay replay {shown}"));
                witness.path = Some(shown.clone());
            }
            evidence.path = Some(shown);
        }
    }
    Ok(())
}
