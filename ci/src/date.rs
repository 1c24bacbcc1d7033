//! Days of the calendar, as suppressions and `--today` name them. Knows no clock.

use serde::Deserialize;

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Reads `YYYY-MM-DD`; `None` if that is no day.
    pub(crate) fn parse(text: &str) -> Option<Date> {
        let whole: toml::value::Datetime = text.parse().ok()?;
        match whole {
            toml::value::Datetime { date: Some(date), time: None, offset: None } => {
                Some(Date { year: date.year, month: date.month, day: date.day })
            }
            _ => None,
        }
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = toml::Value::deserialize(deserializer)?;
        let text = match value {
            toml::Value::String(text) => text,
            toml::Value::Datetime(moment) => moment.to_string(),
            _ => return Err(serde::de::Error::custom("a day is written YYYY-MM-DD")),
        };
        Date::parse(&text)
            .ok_or_else(|| serde::de::Error::custom(format!("`{text}` is no day; write YYYY-MM-DD")))
    }
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn a_date_is_a_day_of_the_calendar() {
        assert!(Date::parse("2026-02-28").is_some());
        for wrong in ["2026-13-01", "2026-02-30x", "26-1-1", "2026-01-01T00:00:00", ""] {
            assert!(Date::parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn dates_are_ordered_by_time() {
        assert!(Date::parse("2025-12-31") < Date::parse("2026-01-01"));
    }
}
