//! The JSON of sample reports conforms to the published schema.
//! A small checker for the keywords that the schema uses; it refuses any other, so that none is ignored.

use assay_reports::render::json;
use serde_json::Value;

use crate::samples;

/// Adds to `faults` every place where `value` does not conform to `schema`.
fn check(root: &Value, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    let mut fault = |what: String| faults.push(format!("{at}: {what}"));
    let Some(keywords) = schema.as_object() else {
        return fault("the schema is no object".to_owned());
    };
    let mut nested: Vec<(&Value, &Value, String)> = Vec::new();
    for (keyword, rule) in keywords {
        match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => {}
            "$ref" => {
                let path = rule.as_str().and_then(|path| path.strip_prefix('#')).unwrap_or("/nowhere");
                match root.pointer(path) {
                    Some(target) => nested.push((target, value, at.to_owned())),
                    None => fault(format!("{path} is not in the schema")),
                }
            }
            "const" if value != rule => fault(format!("{value} is not {rule}")),
            "enum" if !rule.as_array().is_some_and(|all| all.contains(value)) => {
                fault(format!("{value} is none of {rule}"));
            }
            "type" if !types(rule).contains(&kind(value)) => fault(format!("{} is no {rule}", kind(value))),
            "minimum" if value.as_i64().is_some_and(|number| number < rule.as_i64().unwrap_or(0)) => {
                fault(format!("{value} is below {rule}"));
            }
            "pattern" => {
                // The only pattern in use is that of a code.
                let code = value.as_str().unwrap_or_default().as_bytes();
                let is_code = matches!(code, [letter, digits @ ..]
                    if letter.is_ascii_uppercase() && digits.len() == 3 && digits.iter().all(u8::is_ascii_digit));
                if rule != "^[A-Z][0-9]{3}$" || !is_code {
                    fault(format!("{value} does not match {rule}"));
                }
            }
            "required" => {
                for name in rule.as_array().into_iter().flatten().filter_map(Value::as_str) {
                    if value.as_object().is_some_and(|object| !object.contains_key(name)) {
                        fault(format!("{name} is missing"));
                    }
                }
            }
            "properties" => {
                for (name, schema) in rule.as_object().into_iter().flatten() {
                    if let Some(member) = value.get(name) {
                        nested.push((schema, member, format!("{at}/{name}")));
                    }
                }
            }
            "additionalProperties" => {
                let known = keywords.get("properties").and_then(Value::as_object);
                for (name, member) in value.as_object().into_iter().flatten() {
                    if known.is_some_and(|known| known.contains_key(name)) {
                        continue;
                    }
                    match rule {
                        Value::Bool(false) => fault(format!("{name} is not in the schema")),
                        schema => nested.push((schema, member, format!("{at}/{name}"))),
                    }
                }
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    nested.push((rule, item, format!("{at}/{index}")));
                }
            }
            "const" | "enum" | "type" | "minimum" => {}
            other => fault(format!("this test does not know the keyword {other}")),
        }
    }
    for (schema, value, at) in nested {
        check(root, schema, value, &at, faults);
    }
}

fn types(rule: &Value) -> Vec<&str> {
    match rule {
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn schema() -> Value {
    serde_json::from_str(json::SCHEMA_TEXT).expect("the schema is JSON")
}

fn sample() -> Value {
    let text = json::render(&samples::report(), &samples::sources()).expect("a report is JSON");
    serde_json::from_str(&text).expect("what was written can be read")
}

fn faults(value: &Value) -> Vec<String> {
    let (schema, mut faults) = (schema(), Vec::new());
    check(&schema, &schema, value, "", &mut faults);
    faults
}

#[test]
fn a_report_conforms_to_the_schema() {
    assert_eq!(faults(&sample()), Vec::<String>::new());
}

#[test]
fn the_schema_is_that_of_the_number_in_the_report() {
    assert_eq!(schema()["properties"]["schema"]["const"], json::SCHEMA);
}

#[test]
fn a_field_that_is_not_in_the_schema_is_noticed() {
    let mut value = sample();
    value["patterns"][0]["extra"] = Value::Null;
    assert_eq!(faults(&value), ["/patterns/0: extra is not in the schema"]);
}

#[test]
fn a_verdict_that_is_not_in_the_schema_is_noticed() {
    let mut value = sample();
    value["patterns"][0]["verdict"] = "maybe".into();
    assert_eq!(faults(&value).len(), 1);
}

#[test]
fn a_line_zero_is_noticed() {
    let mut value = sample();
    value["diagnostics"][0]["line"] = 0.into();
    assert_eq!(faults(&value), ["/diagnostics/0/line: 0 is below 1"]);
}

#[test]
fn stages_keep_the_order_in_which_they_ran() {
    let mut report = samples::report();
    let stages = ["wellformed", "structure", "types", "values", "alpha"];
    report.patterns[0].stages = stages.map(|stage| (stage.to_owned(), "proved".to_owned())).to_vec();
    let text = json::render(&report, &samples::sources()).expect("a report is JSON");
    let places: Vec<_> = stages.map(|stage| text.find(&format!("\"{stage}\": \"proved\""))).to_vec();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
}
