//! Circles of files: no file of a crate uses a name of another from which a way of such uses leads back.
//! Reads source as text: paths that begin with `crate`, `super`, `self` or a module of the file, followed through re-exports to the
//! file that defines the name. Uses by methods alone are not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// One `use` declaration after its tree is spread out.
#[derive(Clone)]
struct Import {
    path: Vec<String>,
    /// The name in this file; `*` for all.
    name: String,
    exported: bool,
}

/// One file of a crate.
struct File {
    path: String,
    /// The path of its module from the root of the crate.
    module: Vec<String>,
    imports: Vec<Import>,
    /// Names of its own items.
    defined: BTreeSet<String>,
    /// Its text without comments, strings, tests and `use` declarations.
    body: String,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The text without comments and without the contents of strings and character literals.
fn code_alone(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if let Some(hashes) = raw_string(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let open = hashes + 2 + usize::from(rest.starts_with("br"));
            let length = rest[open..].find(&end).map_or(rest.len(), |at| open + at + end.len());
            code.push_str("\"\"");
            rest = &rest[length..];
        } else if c == '"' {
            let mut escaped = false;
            let close = rest[1..].char_indices().find(|(_, c)| {
                let found = *c == '"' && !escaped;
                escaped = *c == '\\' && !escaped;
                found
            });
            code.push_str("\"\"");
            rest = &rest[close.map_or(rest.len(), |(at, _)| at + 2)..];
        } else if let Some(length) = character(rest) {
            code.push_str("' '");
            rest = &rest[length..];
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        }
        if code.ends_with(is_word) && (rest.starts_with("r\"") || rest.starts_with("r#")) {
            code.push('r');
            rest = &rest[1..];
        }
    }
    code
}

/// The number of hashes of a raw string that begins here.
fn raw_string(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    rest[hashes..].starts_with('"').then_some(hashes)
}

/// The length of a character literal that begins here; a lifetime is none.
fn character(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('\'')?;
    if let Some(escape) = rest.strip_prefix('\\') {
        let skipped = escape.chars().next()?.len_utf8();
        return escape[skipped..].find('\'').map(|at| skipped + at + 3);
    }
    let length = rest.chars().next()?.len_utf8();
    rest[length..].starts_with('\'').then_some(length + 2)
}

/// The end of the item that begins at the start of a text: its `;`, or its closing brace.
fn end_of_item(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The code without items of tests, and the modules that are files of tests.
fn without_test_items(code: &str) -> (String, Vec<String>) {
    let (mut left, mut modules) = (String::new(), Vec::new());
    let mut rest = code;
    while let Some(at) = rest.find("#[cfg(test)]") {
        left.push_str(&rest[..at]);
        rest = &rest[at + "#[cfg(test)]".len()..];
        let item = &rest[..end_of_item(rest)];
        let words: Vec<&str> = item.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
        if let (true, [.., "mod", name]) = (item.ends_with(';'), words.as_slice()) {
            modules.push((*name).to_owned());
        }
        rest = &rest[item.len()..];
    }
    (left + rest, modules)
}

/// Spreads a tree of `use` out.
fn spread(tree: &str, before: &[String], exported: bool, imports: &mut Vec<Import>) {
    let tree = tree.trim();
    if let Some((head, inner)) = tree.split_once('{') {
        let mut path = before.to_vec();
        path.extend(head.split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned));
        let inner = inner.trim_end().strip_suffix('}').unwrap_or(inner);
        let (mut depth, mut start) = (0_usize, 0);
        for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    let part = &inner[start..at];
                    start = (at + 1).min(inner.len());
                    if !part.trim().is_empty() {
                        spread(part, &path, exported, imports);
                    }
                }
                _ => {}
            }
        }
        return;
    }
    let (whole, name) = match tree.split_once(" as ") {
        Some((whole, name)) => (whole, Some(name.trim().to_owned())),
        None => (tree, None),
    };
    let mut path = before.to_vec();
    path.extend(whole.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()));
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let name = name.or_else(|| path.last().cloned()).unwrap_or_default();
    imports.push(Import { path, name, exported });
}

/// The `use` declarations of a code, and the rest of it.
fn uses(code: &str) -> (Vec<Import>, String) {
    let (mut imports, mut body) = (Vec::new(), String::new());
    let mut rest = code;
    loop {
        let next = rest.match_indices("use ").find(|(at, _)| {
            let before = rest[..*at].trim_end_matches([' ', '\t']);
            let before = before
                .rfind("pub")
                .filter(|at| before[*at..].find(char::is_whitespace).is_none_or(|_| before.ends_with(')')))
                .map_or(before, |at| &before[..at])
                .trim_end_matches([' ', '\t']);
            before.is_empty() || before.ends_with(['\n', ';', '{', '}'])
        });
        let Some((at, _)) = next else { break };
        let end = rest[at..].find(';').map_or(rest.len(), |length| at + length);
        let line = rest[..at].rfind(['\n', ';', '{', '}']).map_or(0, |at| at + 1);
        let exported = rest[line..at].contains("pub");
        body.push_str(&rest[..line]);
        spread(&rest[at + 4..end], &[], exported, &mut imports);
        rest = &rest[end..];
    }
    body.push_str(rest);
    (imports, body)
}

/// Names of items that a body defines.
fn definitions(body: &str) -> BTreeSet<String> {
    const KINDS: [&str; 9] =
        ["fn", "struct", "enum", "trait", "type", "const", "static", "macro_rules", "union"];
    let words: Vec<&str> =
        body.split(|c: char| !is_word(c) && c != '!').filter(|word| !word.is_empty()).collect();
    words
        .windows(2)
        .filter(|pair| KINDS.contains(&pair[0].trim_end_matches('!')))
        .map(|pair| pair[1].to_owned())
        .collect()
}

/// The files of a crate outside of tests.
fn crate_files(root: &Path, folder: &str, paths: &[String]) -> Vec<File> {
    let mut files = Vec::new();
    let mut of_tests: BTreeSet<Vec<String>> = BTreeSet::new();
    for path in paths {
        let inside = path.strip_prefix(folder).unwrap_or(path).trim_start_matches('/');
        let mut module: Vec<String> = inside.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if ["mod", "lib", "main"].contains(&module.last().map(String::as_str).unwrap_or_default()) {
            module.pop();
        }
        let text = std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        let (code, modules) = without_test_items(&code_alone(&text));
        of_tests.extend(modules.into_iter().map(|name| [module.clone(), vec![name]].concat()));
        let (imports, body) = uses(&code);
        let defined = definitions(&body);
        files.push(File { path: path.clone(), module, imports, defined, body });
    }
    files.retain(|file| {
        let inside = of_tests.iter().any(|module| file.module.starts_with(module));
        !inside && !file.path.contains("/tests/") && !file.path.ends_with("/tests.rs")
    });
    files
}

struct Crate {
    files: Vec<File>,
    by_module: BTreeMap<Vec<String>, usize>,
}

impl Crate {
    fn new(files: Vec<File>) -> Self {
        let by_module = files.iter().enumerate().map(|(at, file)| (file.module.clone(), at)).collect();
        Self { files, by_module }
    }

    /// The file that a path leads to from a file, and the name there.
    fn resolve(
        &self,
        from: usize,
        path: &[String],
        seen: &mut Vec<(usize, String)>,
    ) -> Option<(usize, String)> {
        let mut module = self.files[from].module.clone();
        let mut parts = path;
        match parts.first()?.as_str() {
            "crate" => {
                module.clear();
                parts = &parts[1..];
            }
            "self" => parts = &parts[1..],
            "super" => {
                while parts.first().is_some_and(|part| part == "super") {
                    module.pop()?;
                    parts = &parts[1..];
                }
            }
            child => {
                let mut inside = module.clone();
                inside.push(child.to_owned());
                self.by_module.get(&inside)?;
            }
        }
        while let Some(part) = parts.first() {
            module.push(part.clone());
            if !self.by_module.contains_key(&module) {
                module.pop();
                break;
            }
            parts = &parts[1..];
        }
        let file = *self.by_module.get(&module)?;
        let Some(name) = parts.first() else { return Some((file, String::new())) };
        if self.files[file].defined.contains(name) || seen.contains(&(file, name.clone())) {
            return Some((file, name.clone()));
        }
        seen.push((file, name.clone()));
        let imports = &self.files[file].imports;
        let of_name = imports.iter().filter(|import| import.name == *name);
        let all = imports.iter().filter(|import| import.name == "*");
        for import in of_name.chain(all) {
            let mut path = import.path.clone();
            if import.name == "*" {
                path.pop();
                path.push(name.clone());
            }
            path.extend(parts[1..].iter().cloned());
            if let Some(found) = self.resolve(file, &path, seen) {
                if import.name != "*" || self.files[found.0].defined.contains(&found.1) {
                    return Some(found);
                }
            } else if import.name != "*" {
                return None;
            }
        }
        Some((file, name.clone()))
    }

    /// Paths that a file uses: its declarations, but for names that it only exports, and what its code writes out.
    fn paths(&self, at: usize) -> Vec<Vec<String>> {
        let file = &self.files[at];
        let words: BTreeSet<&str> = file.body.split(|c| !is_word(c)).collect();
        let used = |import: &&Import| {
            !import.exported || words.contains(import.name.as_str()) && !file.module.is_empty()
        };
        let mut paths: Vec<Vec<String>> = Vec::new();
        for import in file.imports.iter().filter(used) {
            let mut path = import.path.clone();
            if import.name == "*" {
                path.pop();
            }
            paths.push(path);
        }
        for (start, _) in file.body.match_indices("::") {
            let head = file.body[..start].rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
            // A later part of a path that was read from its head.
            if file.body[..head].ends_with("::") || head == start {
                continue;
            }
            let end = file.body[start..]
                .find(|c: char| !is_word(c) && c != ':')
                .map_or(file.body.len(), |length| start + length);
            let written = file.body[head..end].split("::").take_while(|part| !part.is_empty());
            let mut path: Vec<String> = written.map(str::to_owned).collect();
            if let Some(import) = file.imports.iter().find(|import| import.name == path[0]) {
                path.splice(..1, import.path.iter().cloned());
            }
            paths.push(path);
        }
        paths
    }

    /// The names that each file takes of each other one.
    fn uses(&self) -> BTreeMap<usize, BTreeMap<usize, BTreeSet<String>>> {
        let mut all: BTreeMap<usize, BTreeMap<usize, BTreeSet<String>>> = BTreeMap::new();
        for at in 0..self.files.len() {
            for path in self.paths(at) {
                let Some((to, name)) = self.resolve(at, &path, &mut Vec::new()) else { continue };
                // The file of a module is the face of those inside it.
                let inside = self.files[to].module.starts_with(&self.files[at].module);
                if to != at && !inside {
                    let names = all.entry(at).or_default().entry(to).or_default();
                    names.extend(Some(name).filter(|name| !name.is_empty()));
                }
            }
        }
        all
    }

    /// Sets of files from each of which a way leads to each other one, with the uses that tie them.
    fn circles(&self) -> Vec<String> {
        let uses = self.uses();
        let reached = |start: usize| {
            let (mut seen, mut stack) = (BTreeSet::new(), vec![start]);
            while let Some(at) = stack.pop() {
                let next = uses.get(&at).into_iter().flat_map(BTreeMap::keys);
                stack.extend(next.copied().filter(|next| seen.insert(*next)));
            }
            seen
        };
        let reach: Vec<BTreeSet<usize>> = (0..self.files.len()).map(reached).collect();
        let mut circles = Vec::new();
        let mut listed = BTreeSet::new();
        for at in 0..self.files.len() {
            if !reach[at].contains(&at) || listed.contains(&at) {
                continue;
            }
            let members: BTreeSet<usize> =
                reach[at].iter().copied().filter(|to| reach[*to].contains(&at)).collect();
            listed.extend(members.iter().copied());
            let mut lines = format!("{} files", members.len());
            for from in &members {
                for (to, names) in uses.get(from).into_iter().flatten().filter(|(to, _)| members.contains(to))
                {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    let (from, to) = (&self.files[*from].path, &self.files[*to].path);
                    lines += &format!("\n    {from} -> {to}: {}", names.join(", "));
                }
            }
            circles.push(lines);
        }
        circles
    }
}

/// The circles of the files of a folder.
pub(crate) fn circles(root: &Path, folder: &str, paths: &[String]) -> Vec<String> {
    Crate::new(crate_files(root, folder, paths)).circles()
}
