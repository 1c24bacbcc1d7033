//! The classes, functions and constants of C++ files, found without running anything, and the bodies of rewrites among them.

use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;

use crate::syntax::{DEPTH, File, Syntax, class_text, last, squeezed, template_arguments, without_arguments};

/// A function, a method or a function template.
#[derive(Clone)]
pub(crate) struct Function<'a> {
    /// The name as it is written, with what stands before `::`.
    pub(crate) name: String,
    /// The class that it is written in.
    pub(crate) class: Option<String>,
    /// The namespaces around it.
    pub(crate) spaces: Vec<String>,
    /// Parameters.
    pub(crate) parameters: Vec<Parameter<'a>>,
    /// Names of the template's parameters.
    pub(crate) template: Vec<String>,
    /// The type that it returns, without blanks.
    pub(crate) returns: String,
    /// Its body.
    pub(crate) body: Syntax<'a>,
    /// The line of its head.
    pub(crate) line: usize,
    /// It holds text that is no C++.
    pub(crate) broken: bool,
    /// It is one of several that a call may mean.
    pub(crate) several: bool,
}

/// A parameter of a function or of a lambda.
#[derive(Clone)]
pub(crate) struct Parameter<'a> {
    /// Name; empty for one without.
    pub(crate) name: String,
    /// Its type without blanks, `const` and `&`.
    pub(crate) ty: String,
    /// The caller sees assignments to it.
    pub(crate) by_reference: bool,
    /// The value where none is passed.
    pub(crate) default: Option<Syntax<'a>>,
}

/// A class.
pub(crate) struct Class<'a> {
    /// Name without namespace.
    pub(crate) name: String,
    /// Names of the template's parameters.
    pub(crate) template: Vec<String>,
    /// Base classes as they are written, without blanks.
    pub(crate) bases: Vec<String>,
    /// Names for types that it declares.
    pub(crate) aliases: Vec<(String, String)>,
    /// Its members with a value.
    pub(crate) members: Vec<(String, Syntax<'a>)>,
    /// The namespaces around it.
    pub(crate) spaces: Vec<String>,
    /// The operation that its constructor gives to a base class.
    pub(crate) root: Option<String>,
    /// The line of its head.
    pub(crate) line: usize,
}

/// All that files declare.
#[derive(Default)]
pub(crate) struct World<'a> {
    /// Functions by the last part of their names.
    pub(crate) functions: FxHashMap<String, Vec<Function<'a>>>,
    /// Classes in the order of the files.
    pub(crate) classes: Vec<Class<'a>>,
    /// Constants of files by name.
    pub(crate) constants: FxHashMap<String, Syntax<'a>>,
    /// Namespaces that are used without being named.
    pub(crate) used: Vec<String>,
    /// Uses of templates with arguments, by the name of the template.
    pub(crate) instances: FxHashMap<String, Vec<String>>,
    /// Names for types of the files.
    pub(crate) aliases: FxHashMap<String, String>,
    /// Lines of text that is no C++, of the first file.
    pub(crate) errors: Vec<(usize, String)>,
}

impl<'a> World<'a> {
    /// Adds what a file declares; syntax errors are noted of a `subject` alone.
    pub(crate) fn add(&mut self, file: &'a File, subject: bool) {
        let Some(root) = file.root() else { return };
        // Depth first, without recursion: the text may nest as deep as it likes.
        let mut macros = FxHashSet::default();
        let mut pending = vec![(root, Vec::<String>::new(), None::<String>, Vec::<String>::new(), 0_usize)];
        while let Some((node, spaces, class, template, depth)) = pending.pop() {
            let at = Syntax { file, node };
            if subject && (node.is_error() || node.is_missing()) {
                self.errors.push((at.line(), at.brief()));
            }
            if depth > DEPTH {
                continue;
            }
            let mut inner = (spaces.clone(), class.clone(), Vec::new());
            let mut alternative = None;
            match node.kind() {
                "preproc_def" => macros.extend(at.field("name").map(Syntax::text)),
                "preproc_ifdef" => {
                    let name = at.field("name").map(Syntax::text).unwrap_or_default();
                    let is_taken = macros.contains(name) != at.text().starts_with("#ifndef");
                    alternative = Some((is_taken, node.child_by_field_name("alternative")));
                }
                "namespace_definition" => {
                    let name = at.field("name").map(Syntax::squeezed).unwrap_or_default();
                    inner.0.extend(name.split("::").filter(|part| !part.is_empty()).map(str::to_owned));
                }
                "template_declaration" => {
                    inner.2 = at.field("parameters").map(template_parameters).unwrap_or_default();
                }
                "class_specifier" | "struct_specifier" => {
                    if let (Some(name), true) = (at.field("name"), at.field("body").is_some()) {
                        let name = name.squeezed();
                        self.classes.push(class_of(at, &name, template.clone(), spaces.clone()));
                        inner.1 = Some(without_arguments(&name).to_owned());
                    }
                }
                "function_definition" => {
                    if let Some(function) = function_of(at, class.clone(), spaces.clone(), template.clone()) {
                        let key = last(&function.name).to_owned();
                        // Names inside of a function are looked up in its namespaces, too; those come last.
                        for space in without_arguments(&function.name).split("::").filter(|_| subject) {
                            if *space != key && !self.used.iter().any(|known| known == space) {
                                self.used.insert(0, space.to_owned());
                            }
                        }
                        self.functions.entry(key).or_default().push(function);
                    }
                }
                "using_declaration" if at.text().starts_with("using namespace") => {
                    let name = at.squeezed();
                    let name = name.trim_start_matches("using namespace ").trim_end_matches(';');
                    self.used.push(last(name).to_owned());
                }
                "alias_declaration" if class.is_none() => {
                    if let (Some(name), Some(ty)) = (at.field("name"), at.field("type")) {
                        self.aliases.insert(name.squeezed(), ty.squeezed());
                    }
                }
                // A base class is no pattern by itself.
                "template_type"
                    if node.parent().is_some_and(|parent| parent.kind() == "base_class_clause") => {}
                "template_type" | "template_function" => {
                    let name = at.field("name").map(Syntax::squeezed).unwrap_or_default();
                    let whole = at.squeezed();
                    let known = self.instances.entry(last(&name).to_owned()).or_default();
                    if known.len() < 64 && !known.contains(&whole) {
                        known.push(whole);
                    }
                }
                "declaration" if class.is_none() => self.constant(at),
                _ => {}
            }
            let mut cursor = node.walk();
            let children: Vec<Node<'a>> = node.children(&mut cursor).collect();
            for child in children.into_iter().rev() {
                // Of a condition on a macro one part alone is compiled.
                if alternative.is_some_and(|(is_taken, other)| is_taken == (other == Some(child))) {
                    continue;
                }
                pending.push((child, inner.0.clone(), inner.1.clone(), inner.2.clone(), depth + 1));
            }
        }
    }

    fn constant(&mut self, at: Syntax<'a>) {
        let top = at.node.parent().is_some_and(|parent| {
            matches!(
                parent.kind(),
                "translation_unit" | "declaration_list" | "preproc_ifdef" | "preproc_if" | "preproc_else"
            ) || parent.is_error()
        });
        if !top || !at.text().contains("const") {
            return;
        }
        for declared in at.fields("declarator") {
            if let (Some(name), Some(value)) = (declared.field("declarator"), declared.field("value")) {
                self.constants.insert(name.squeezed(), value);
            }
        }
    }

    /// A class by the last part of its name.
    pub(crate) fn class(&self, name: &str) -> Option<&Class<'a>> {
        let name = last(name);
        self.classes.iter().find(|class| without_arguments(&class.name) == name)
    }
}

fn template_parameters(at: Syntax<'_>) -> Vec<String> {
    let name = |parameter: Syntax<'_>| {
        let named = parameter.field("name").or(parameter.field("declarator"));
        let named = named.or_else(|| parameter.children().into_iter().next_back());
        named.map(Syntax::squeezed).unwrap_or_default()
    };
    at.children().into_iter().map(name).collect()
}

fn class_of<'a>(at: Syntax<'a>, name: &str, template: Vec<String>, spaces: Vec<String>) -> Class<'a> {
    let bases = at.child("base_class_clause").map(Syntax::children).unwrap_or_default();
    let bases = bases.into_iter().filter(|base| base.kind() != "access_specifier");
    let mut class = Class {
        name: name.to_owned(),
        template,
        bases: bases.map(Syntax::squeezed).collect(),
        aliases: Vec::new(),
        members: Vec::new(),
        spaces,
        root: None,
        line: at.line(),
    };
    for member in at.field("body").map(Syntax::children).unwrap_or_default() {
        match member.kind() {
            "alias_declaration" => {
                if let (Some(name), Some(ty)) = (member.field("name"), member.field("type")) {
                    class.aliases.push((name.squeezed(), ty.squeezed()));
                }
            }
            "function_definition" => {
                let initializers =
                    member.child("field_initializer_list").map(Syntax::squeezed).unwrap_or_default();
                let root =
                    initializers.split_once("RewritePattern(\"").and_then(|(_, rest)| rest.split_once('"'));
                class.root = class.root.take().or(root.map(|(name, _)| name.to_owned()));
            }
            "field_declaration" => {
                if let (Some(name), Some(value)) = (member.field("declarator"), member.field("default_value"))
                {
                    class.members.push((name.squeezed(), value));
                }
            }
            _ => {}
        }
    }
    class
}

fn function_of<'a>(
    at: Syntax<'a>,
    class: Option<String>,
    spaces: Vec<String>,
    template: Vec<String>,
) -> Option<Function<'a>> {
    let body = at.field("body")?;
    let mut declarator = at.field("declarator")?;
    for _ in 0..8 {
        if declarator.kind() == "function_declarator" {
            break;
        }
        declarator = declarator.field("declarator").or_else(|| declarator.children().into_iter().next())?;
    }
    let name = declarator.field("declarator")?.squeezed();
    let parameters = declarator.field("parameters").map(parameters).unwrap_or_default();
    let returns = at.field("type").map(Syntax::squeezed).unwrap_or_default();
    let broken = at.node.has_error();
    Some(Function {
        name,
        class,
        spaces,
        parameters,
        template,
        returns,
        body,
        line: at.line(),
        broken,
        several: false,
    })
}

/// The parameters of a list.
pub(crate) fn parameters(list: Syntax<'_>) -> Vec<Parameter<'_>> {
    let kinds = ["parameter_declaration", "optional_parameter_declaration"];
    let all = list.children().into_iter().filter(|child| kinds.contains(&child.kind()));
    all.map(|one| {
        let declarator = one.field("declarator");
        let text = declarator.map(Syntax::squeezed).unwrap_or_default();
        let constant = one.text().trim_start().starts_with("const ") || one.text().contains(" const ");
        let name: String = text.trim_start_matches(['&', '*', ' ']).to_owned();
        let name = name.strip_prefix("const ").unwrap_or(&name).to_owned();
        let ty = one.field("type").map(Syntax::squeezed).unwrap_or_default();
        Parameter {
            name,
            ty,
            by_reference: text.starts_with(['&', '*']) && !constant,
            default: one.field("default_value"),
        }
    })
    .collect()
}

/// The kind of a rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The method of a rewrite pattern.
    Pattern,
    /// The method of a conversion pattern.
    Conversion,
    /// A folder.
    Fold,
    /// `canonicalize` of an operation.
    Canonicalize,
}

impl Kind {
    /// Its word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Pattern => "pattern",
            Kind::Conversion => "conversion",
            Kind::Fold => "fold",
            Kind::Canonicalize => "canonicalize",
        }
    }
}

/// A body that rewrites, found in the text.
pub(crate) struct Found {
    /// Name in reports.
    pub(crate) name: String,
    /// Kind.
    pub(crate) kind: Kind,
    /// The C++ class of the operation that it matches; empty for any.
    pub(crate) op: String,
    /// Types that stand for names.
    pub(crate) types: FxHashMap<String, String>,
    /// Classes whose methods it may call, the most derived first.
    pub(crate) classes: Vec<String>,
    /// Place in `World::functions`.
    pub(crate) function: (String, usize),
    /// The line that findings about the whole point to.
    pub(crate) line: usize,
    /// Namespaces around it.
    pub(crate) spaces: Vec<String>,
    /// Its type converter is that of the dialect `llvm`, which keeps all integers and floating-point numbers.
    pub(crate) to_llvm: bool,
}

/// The base class of conversions to the dialect `llvm`.
const TO_LLVM: &str = "ConvertOpToLLVMPattern";

/// The base classes that make a class a pattern, without their arguments.
const PATTERN_BASES: [(&str, Kind); 8] = [
    ("OpRewritePattern", Kind::Pattern),
    ("OpInterfaceRewritePattern", Kind::Pattern),
    ("OpTraitRewritePattern", Kind::Pattern),
    ("RewritePattern", Kind::Pattern),
    ("OpConversionPattern", Kind::Conversion),
    (TO_LLVM, Kind::Conversion),
    ("ConversionPattern", Kind::Conversion),
    ("OpInterfaceConversionPattern", Kind::Conversion),
];

/// The most base classes between a pattern and MLIR's.
const BASES: usize = 8;

/// The bodies of the first file, in the order of their lines.
pub(crate) fn bodies(world: &World<'_>, subject: &str) -> Vec<Found> {
    let mut found = Vec::new();
    for class in &world.classes {
        if class.template.is_empty() {
            instance(world, class, FxHashMap::default(), &class.name, subject, &mut found);
            continue;
        }
        for used in world.instances.get(last(&class.name)).into_iter().flatten() {
            let arguments = template_arguments(used);
            // Names of parameters stand for what others pass.
            let open =
                |argument: &String| world.classes.iter().any(|class| class.template.contains(argument));
            if arguments.len() > class.template.len() || arguments.iter().any(open) || arguments.is_empty() {
                continue;
            }
            let types = class.template.iter().cloned().zip(arguments).collect();
            instance(world, class, types, used, subject, &mut found);
        }
    }
    for (key, list) in &world.functions {
        for (number, function) in list.iter().enumerate().filter(|(_, one)| one.body.file.name == subject) {
            let kind = match last(&function.name) {
                "fold" => Kind::Fold,
                "canonicalize" => Kind::Canonicalize,
                _ => continue,
            };
            let written = without_arguments(&function.name);
            let Some((op, _)) = written.rsplit_once("::").filter(|_| function.class.is_none()) else {
                continue;
            };
            found.push(Found {
                name: format!("{op}::{}", kind.word()),
                kind,
                op: op.to_owned(),
                types: FxHashMap::default(),
                classes: vec![last(op).to_owned()],
                function: (key.clone(), number),
                line: function.line,
                spaces: function.spaces.clone(),
                to_llvm: false,
            });
        }
    }
    found.sort_by(|a, b| (a.line, &a.name).cmp(&(b.line, &b.name)));
    found.dedup_by(|a, b| a.name == b.name && a.line == b.line);
    found
}

/// Adds the body of a class with types for its parameters, if it is a pattern.
fn instance(
    world: &World<'_>,
    class: &Class<'_>,
    mut types: FxHashMap<String, String>,
    name: &str,
    subject: &str,
    found: &mut Vec<Found>,
) {
    let mut classes = vec![last(&class.name).to_owned()];
    let mut at = class;
    let mut base = None;
    'up: for _ in 0..BASES {
        for (alias, ty) in &at.aliases {
            let ty = substituted(ty, &types);
            types.insert(alias.clone(), ty);
        }
        for written in &at.bases {
            let written = substituted(written, &types);
            let short = last(&written).to_owned();
            if let Some((name, kind)) = PATTERN_BASES.iter().find(|(known, _)| *known == short) {
                let op = template_arguments(&written).into_iter().next().unwrap_or_default();
                base = Some((*name, *kind, op));
                break 'up;
            }
        }
        let next = at.bases.iter().find_map(|written| {
            let written = substituted(written, &types);
            let parent = world.class(&written)?;
            (last(&parent.name) != last(&at.name)).then_some((parent, written))
        });
        let Some((parent, written)) = next else { return };
        for (parameter, argument) in parent.template.iter().zip(template_arguments(&written)) {
            types.insert(parameter.clone(), argument);
        }
        classes.push(last(&parent.name).to_owned());
        at = parent;
    }
    let Some((base, kind, op)) = base else { return };
    let op = match (&class.root, op.is_empty()) {
        (Some(name), true) => class_text(name),
        _ => op,
    };
    let methods = ["matchAndRewrite", "matchAndRewriteImpl"];
    let method = methods.iter().find_map(|method| {
        let list = world.functions.get(*method)?;
        classes.iter().find_map(|class| {
            let of_class = |one: &Function<'_>| {
                let qualified = one.name.rsplit_once("::").map(|(class, _)| last(class).to_owned());
                one.class.as_ref().or(qualified.as_ref()) == Some(class)
            };
            list.iter().position(of_class).map(|number| ((*method).to_owned(), number))
        })
    });
    let Some(function) = method else { return };
    let Some(one) = world.functions.get(&function.0).and_then(|list| list.get(function.1)) else { return };
    if one.body.file.name != subject {
        return;
    }
    found.push(Found {
        name: squeezed(name),
        kind,
        op,
        types,
        classes,
        function,
        line: class.line,
        spaces: class.spaces.clone(),
        to_llvm: base == TO_LLVM,
    });
}

/// A type with what stands for the names in it.
pub(crate) fn substituted(text: &str, types: &FxHashMap<String, String>) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut String| {
        out.push_str(types.get(word.as_str()).unwrap_or(word));
        word.clear();
    };
    for c in text.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else {
            flush(&mut word, &mut out);
            out.push(c);
        }
    }
    flush(&mut word, &mut out);
    out
}
