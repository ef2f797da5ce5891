//! `headroom mdbook`: a preprocessor of mdBook.
//!
//! mdBook asks `headroom mdbook supports html` first, then sends the pair of context and book as JSON and
//! takes the book back from standard output.

use std::io::Read;

use serde_json::Value;

use super::super::Output;
use super::super::style::{Style, ThemeName};
use super::blocks::replaced;
use crate::export::Address;

#[derive(clap::Args)]
pub(in super::super) struct Arguments {
    #[command(subcommand)]
    command: Option<Question>,
}

#[derive(clap::Subcommand)]
enum Question {
    /// Whether pictures can be put into what this renderer makes: exit status 0 if so, 1 if not.
    Supports {
        /// Its name: html can take them.
        renderer: String,
    },
}

/// Scales a picture down where a column is narrower.
const NARROW: &str = "<style>.headroom-picture>svg{max-width:100%;height:auto}</style>";

/// What `[preprocessor.headroom]` in book.toml says.
struct Settings {
    style: Style,
    address: Option<Address>,
    /// Whether the book is built in spite of a bad block.
    only_warns: bool,
}

pub(in super::super) fn mdbook(arguments: &Arguments, stdin: &mut dyn Read) -> Output {
    if let Some(Question::Supports { renderer }) = &arguments.command {
        return Output { status: u8::from(renderer != "html"), ..Output::default() };
    }
    let (context, mut book) = match serde_json::from_reader::<_, (Value, Value)>(stdin) {
        Ok(pair) => pair,
        Err(error) => {
            return Output::failed(format!("mdBook sends the pair of context and book as JSON: {error}."));
        }
    };
    let settings = match settings(&context["config"]["preprocessor"]["headroom"]) {
        Ok(settings) => settings,
        Err(error) => return Output::failed(format!("[preprocessor.headroom] in book.toml: {error}")),
    };
    let mut output = Output::default();
    // Up to mdBook 0.4 they were called sections.
    for name in ["items", "sections"] {
        if let Some(items) = book.get_mut(name) {
            chapters(items, &settings, &mut output);
        }
    }
    if settings.only_warns {
        output.status = 0;
    }
    if output.status == 0 {
        output.stdout = book.to_string();
    }
    output
}

fn settings(table: &Value) -> Result<Settings, String> {
    let style = Style { theme: Some(ThemeName::Book), ..Style::default() };
    let mut settings = Settings { style, address: None, only_warns: false };
    for (key, value) in table.as_object().into_iter().flatten() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match key.as_str() {
            // What mdBook itself reads.
            "command" | "renderers" | "renderer" | "before" | "after" | "optional" => {}
            "address" => settings.address = Some(Address::read(&text).map_err(|error| error.to_string())?),
            "on-error" if text == "fail" => settings.only_warns = false,
            "on-error" if text == "warn" => settings.only_warns = true,
            "on-error" => return Err(format!("on-error is fail or warn, not “{text}”.")),
            "theme" | "width" => settings.style.set(key, &text)?,
            _ => {
                return Err(format!(
                    "There is no setting “{key}”. There are address, theme, width and on-error."
                ));
            }
        }
    }
    Ok(settings)
}

/// Puts pictures into chapters and those below them.
fn chapters(items: &mut Value, settings: &Settings, output: &mut Output) {
    for item in items.as_array_mut().into_iter().flatten() {
        // Others are separators and titles of parts.
        if let Some(chapter) = item.get_mut("Chapter") {
            chapter_text(chapter, settings, output);
            if let Some(items) = chapter.get_mut("sub_items") {
                chapters(items, settings, output);
            }
        }
    }
}

fn chapter_text(chapter: &mut Value, settings: &Settings, output: &mut Output) {
    let place = ["source_path", "path", "name"].iter().find_map(|key| chapter[*key].as_str());
    let place = place.unwrap_or("a chapter").to_owned();
    let Some(text) = chapter["content"].as_str() else { return };
    let (text, problems) = replaced(text, &settings.style, settings.address.as_ref(), |made| {
        // One line, so that it stays one block of HTML in lists and quotes.
        let svg = made.svg.replace('\n', "");
        format!("<div class=\"headroom-picture\">{NARROW}{svg}</div>")
    });
    for problem in problems {
        output.stderr += &format!("{place}:{}: {}\n", problem.line, problem.message);
        output.status = output.status.max(problem.status);
    }
    chapter["content"] = text.into();
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(stdin: &Value) -> Output {
        mdbook(&Arguments { command: None }, &mut stdin.to_string().as_bytes())
    }

    fn pair(settings: &Value, content: &str, items: &str) -> Value {
        let chapter = |content: &str, below: Value| {
            json!({"Chapter": {"name": "Pools", "content": content, "number": [1], "sub_items": below,
                "path": "pools.md", "source_path": "pools.md", "parent_names": []}})
        };
        let below = json!([chapter(content, json!([]))]);
        let mut book = json!({});
        book[items] = json!([{"PartTitle": "Part"}, "Separator", chapter("# Pools", below)]);
        json!([{"root": "/b", "config": {"preprocessor": {"headroom": settings}}, "renderer": "html"}, book])
    }

    #[test]
    fn it_says_what_it_supports() {
        for (renderer, status) in [("html", 0), ("epub", 1), ("markdown", 1)] {
            let command = Some(Question::Supports { renderer: renderer.into() });
            assert_eq!(mdbook(&Arguments { command }, &mut &b""[..]).status, status);
        }
    }

    #[test]
    fn blocks_of_all_chapters_become_pictures_and_the_rest_stays() {
        let settings = json!({"command": "headroom mdbook", "address": "https://a.example/", "width": 500});
        for items in ["items", "sections"] {
            let sent = pair(&settings, "a\n\n```headroom\npooler?open=100ms\n```\n", items);
            let output = asked(&sent);
            assert_eq!((output.status, output.stderr.as_str()), (0, ""));
            let mut book: Value = serde_json::from_str(&output.stdout).expect("JSON");
            let content = &mut book[items][2]["Chapter"]["sub_items"][0]["Chapter"]["content"];
            let text = content.as_str().expect("a text").to_owned();
            assert!(
                text.starts_with("a\n\n<div class=\"headroom-picture\">") && text.ends_with("</svg></div>\n")
            );
            assert!(
                text.contains("href=\"https://a.example/#/pooler?open=100ms\"")
                    && text.contains("width=\"500\"")
            );
            assert!(text.contains(":is(.coal,.navy,.ayu) .hr-fill0{") && text.lines().count() == 3);
            *content = sent[1][items][2]["Chapter"]["sub_items"][0]["Chapter"]["content"].clone();
            assert_eq!(book, sent[1], "nothing else changed");
        }
    }

    #[test]
    fn a_bad_block_stops_the_book_unless_told_otherwise() {
        let bad = "```headroom\npolar\n```\n";
        let output = asked(&pair(&json!({}), bad, "items"));
        assert_eq!((output.status, output.stdout.as_str()), (2, ""));
        assert!(
            output.stderr.starts_with("pools.md:2: There is no calculator “polar”."),
            "{}",
            output.stderr
        );
        let output = asked(&pair(&json!({"on-error": "warn"}), bad, "items"));
        assert!(output.status == 0 && !output.stderr.is_empty() && output.stdout.contains("polar"));
    }

    #[test]
    fn wrong_settings_and_wrong_input_are_said() {
        for (settings, message) in [
            (json!({"adress": "https://a.example/"}), "no setting “adress”"),
            (json!({"address": "javascript:1"}), "An address begins with"),
            (json!({"width": 3}), "from 200 to 4000"),
            (json!({"on-error": "panic"}), "fail or warn"),
        ] {
            let output = asked(&pair(&settings, "", "items"));
            assert!(output.status == 2 && output.stderr.contains(message), "{}", output.stderr);
        }
        let output = asked(&json!({}));
        assert!(output.status == 2 && output.stderr.contains("mdBook sends"), "{}", output.stderr);
    }
}
