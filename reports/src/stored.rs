//! Forms in which the vocabulary of `assay-ir` is stored, for serde: words, codes, and the evidence of a difference. A report
//! that is written in them reads back as the same report. Knows no report.

use assay_ir::diagnostic::Severity;
use assay_ir::rule::{Family, Rule};
use assay_ir::verdict::{
    Application, Confirmed, Observed, Stage, Trace, TraceInput, TraceStep, UnknownKind, VerdictKind,
};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value of a closed set, stored as its word.
pub(crate) trait Word: Copy {
    /// Its word.
    fn word(self) -> &'static str;

    /// The value of a word.
    fn of_word(word: &str) -> Option<Self>;
}

macro_rules! stored_as_words {
    ($($name:ident)+) => {
        $(impl Word for $name {
            fn word(self) -> &'static str {
                $name::word(self)
            }

            fn of_word(word: &str) -> Option<Self> {
                $name::ALL.iter().copied().find(|one| one.word() == word)
            }
        })+
    };
}

stored_as_words!(Stage VerdictKind UnknownKind Confirmed Severity);

impl Word for Rule {
    fn word(self) -> &'static str {
        self.code()
    }

    fn of_word(word: &str) -> Option<Self> {
        Rule::parse(word)
    }
}

/// A family of rules, stored as its letter.
pub(crate) mod family {
    use super::{Deserialize as _, Deserializer, Family, Serializer};
    use serde::de::Error as _;

    pub(crate) fn serialize<S: Serializer>(value: &Family, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(value.letter())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Family, D::Error> {
        let letter = char::deserialize(deserializer)?;
        let found = Family::ALL.into_iter().find(|one| one.letter() == letter);
        found.ok_or_else(|| D::Error::custom(format!("`{letter}` is no family of rules")))
    }
}

/// One word.
pub(crate) mod word {
    use super::{Deserialize as _, Deserializer, Serializer, Word, parsed};

    pub(crate) fn serialize<T: Word, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.word())
    }

    pub(crate) fn deserialize<'de, T: Word, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        parsed(&String::deserialize(deserializer)?)
    }
}

/// A word that may be missing.
pub(crate) mod optional_word {
    use super::{Deserialize as _, Deserializer, Serialize as _, Serializer, Word, parsed};

    pub(crate) fn serialize<T: Word, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.map(Word::word).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, T: Word, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        Option::<String>::deserialize(deserializer)?.map(|word| parsed(&word)).transpose()
    }
}

/// A list of words.
pub(crate) mod words {
    use super::{Deserialize as _, Deserializer, Serializer, Word, parsed};

    pub(crate) fn serialize<T: Word, S: Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(|value| value.word()))
    }

    pub(crate) fn deserialize<'de, T: Word, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<T>, D::Error> {
        let words = Vec::<String>::deserialize(deserializer)?;
        words.iter().map(|word| parsed(word)).collect()
    }
}

/// A list of words with a value each.
pub(crate) mod by_word {
    use serde::de::DeserializeOwned;

    use super::{Deserialize as _, Deserializer, Serialize, Serializer, Word, parsed};

    pub(crate) fn serialize<T: Word, V: Serialize, S: Serializer>(
        values: &[(T, V)],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(|(key, value)| (key.word(), value)))
    }

    pub(crate) fn deserialize<'de, T: Word, V: DeserializeOwned, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<(T, V)>, D::Error> {
        let pairs = Vec::<(String, V)>::deserialize(deserializer)?;
        pairs.into_iter().map(|(word, value)| Ok((parsed(&word)?, value))).collect()
    }
}

fn parsed<T: Word, E: serde::de::Error>(word: &str) -> Result<T, E> {
    T::of_word(word).ok_or_else(|| E::custom(format!("`{word}` is not known")))
}

/// A list of values that are stored as `F`.
macro_rules! list_stored_as {
    ($module:ident, $value:ty, $form:ty) => {
        pub(crate) mod $module {
            use super::*;

            pub(crate) fn serialize<S: Serializer>(
                values: &[$value],
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(values.iter().map(<$form>::from))
            }

            pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Vec<$value>, D::Error> {
                let forms = Vec::<$form>::deserialize(deserializer)?;
                Ok(forms.into_iter().map(<$value>::from).collect())
            }
        }
    };
}

macro_rules! form {
    ($value:ident as $form:ident { $($field:ident: $type:ty,)+ }) => {
        #[derive(Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $form { $($field: $type,)+ }

        impl From<&$value> for $form {
            fn from(value: &$value) -> $form {
                $form { $($field: value.$field.clone(),)+ }
            }
        }

        impl From<$form> for $value {
            fn from(form: $form) -> $value {
                $value { $($field: form.$field,)+ }
            }
        }
    };
}

form!(Application as ApplicationForm { pattern: Option<String>, program: String, });
form!(TraceInput as InputForm { name: String, ty: Option<String>, value: String, });
form!(Observed as ObservedForm { place: String, before: String, after: String, });
form!(TraceStep as StepForm {
    name: String,
    op: String,
    kept: bool,
    operands: Vec<String>,
    attributes: Vec<String>,
    types: Vec<String>,
    values: Vec<String>,
    undefined: Option<String>,
});

list_stored_as!(applications, Application, ApplicationForm);
list_stored_as!(inputs, TraceInput, InputForm);
list_stored_as!(steps, TraceStep, StepForm);

/// The evidence of a difference that may be missing.
pub(crate) mod optional_trace {
    use super::*;

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct TraceForm {
        #[serde(with = "inputs")]
        inputs: Vec<TraceInput>,
        #[serde(with = "steps")]
        before: Vec<TraceStep>,
        #[serde(with = "steps")]
        after: Vec<TraceStep>,
        first_wrong: Option<usize>,
        seen: Option<ObservedForm>,
        is_whole: bool,
    }

    pub(crate) fn serialize<S: Serializer>(value: &Option<Trace>, serializer: S) -> Result<S::Ok, S::Error> {
        let form = value.as_ref().map(|trace| TraceForm {
            inputs: trace.inputs.clone(),
            before: trace.before.clone(),
            after: trace.after.clone(),
            first_wrong: trace.first_wrong,
            seen: trace.seen.as_ref().map(ObservedForm::from),
            is_whole: trace.is_whole,
        });
        form.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Trace>, D::Error> {
        let form = Option::<TraceForm>::deserialize(deserializer)?;
        let trace = form.map(|form| Trace {
            inputs: form.inputs,
            before: form.before,
            after: form.after,
            first_wrong: form.first_wrong,
            seen: form.seen.map(Observed::from),
            is_whole: form.is_whole,
        });
        match &trace {
            Some(trace) if trace.first_wrong.is_some_and(|at| at >= trace.after.len()) => {
                Err(D::Error::custom("a trace ends before its first difference"))
            }
            _ => Ok(trace),
        }
    }
}
