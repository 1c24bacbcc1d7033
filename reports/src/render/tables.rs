//! Tables of plain text as one offline page for a browser.

use maud::{DOCTYPE, html};

use super::text::visible;

/// A page with a title and sections, each a heading and a text in columns; `refresh` loads it again after that number of seconds.
#[must_use]
pub fn page(title: &str, sections: &[(String, String)], refresh: Option<u32>) -> String {
    let style = "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:90rem;padding:0 1rem}\
                 pre{overflow-x:auto;background:#f4f4f4;color:#111;padding:1rem}\
                 @media(prefers-color-scheme:dark){body{background:#111;color:#eee}pre{background:#222;color:#eee}}";
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                @if let Some(seconds) = refresh { meta http-equiv="refresh" content=(seconds); }
                title { (visible(title)) }
                style { (style) }
            }
            body {
                h1 { (visible(title)) }
                @for (heading, text) in sections {
                    h2 { (visible(heading)) }
                    pre { (text) }
                }
            }
        }
    };
    page.into_string()
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn texts_are_escaped_and_nothing_is_loaded() {
        let text = page("a <b>", &[("c".to_owned(), "<script>\n 1 2".to_owned())], None);
        assert!(text.contains("a &lt;b&gt;") && text.contains("&lt;script&gt;\n 1 2"));
        assert!(!text.contains("<script") && !text.contains("http"), "{text}");
    }
}
