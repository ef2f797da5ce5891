//! Finding the blocks of a Markdown text, and putting pictures in their place.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::super::expected::{Answered, Problem, answer};
use super::super::render::picture;
use super::super::style::Style;
use crate::export::Address;

/// The word that marks a block.
const WORD: &str = "headroom";

/// A fenced code block with that word.
#[derive(Debug)]
struct Block {
    /// From its first to its last mark, without what a list or quote puts before them.
    range: Range<usize>,
    /// What is written behind the word.
    options: String,
    /// What is between the fences.
    body: String,
}

/// A picture that takes the place of a block.
#[derive(Debug)]
pub(super) struct Made {
    /// How many came before it in this text.
    pub index: usize,
    pub svg: String,
    /// The verdict.
    pub text: String,
    /// Where it leads.
    pub link: Option<String>,
}

/// The text with every block replaced by the line that `place` makes of its picture, and what is wrong with
/// the blocks. A block that gives no picture stays.
pub(super) fn replaced(
    text: &str,
    style: &Style,
    address: Option<&Address>,
    mut place: impl FnMut(&Made) -> String,
) -> (String, Vec<Problem>) {
    let mut out = String::with_capacity(text.len());
    let (mut done, mut index, mut problems) = (0, 0, Vec::new());
    for block in find(text) {
        let line = text[..block.range.start].matches('\n').count() + 1;
        match made(text, &block, line, index, style, address, &mut problems) {
            Ok(made) => {
                out += &text[done..block.range.start];
                let line = framed(&out, text, &block.range, &place(&made));
                out += &line;
                done = block.range.end;
                index += 1;
            }
            Err(problem) => problems.push(problem),
        }
    }
    out += &text[done..];
    (out, problems)
}

fn made(
    text: &str,
    block: &Block,
    line: usize,
    index: usize,
    style: &Style,
    address: Option<&Address>,
    problems: &mut Vec<Problem>,
) -> Result<Made, Problem> {
    if !is_closed(&text[block.range.clone()]) {
        return Err(Problem::unread(line, "The block is not closed."));
    }
    let mut style = style.clone();
    for option in block.options.split([' ', ',', '\t']).filter(|option| !option.is_empty()) {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        style.set(key, value).map_err(|message| Problem::unread(line, message))?;
    }
    let mut lines = block.body.lines().enumerate().filter(|(_, text)| !text.trim().is_empty());
    let (below, link) = match (lines.next(), lines.next()) {
        (Some(first), None) => first,
        (None, _) => return Err(Problem::unread(line, "The block holds no link.")),
        (_, Some((below, _))) => {
            return Err(Problem::unread(
                line + 1 + below,
                "A block holds one link, and this is a second line.",
            ));
        }
    };
    let line = line + 1 + below;
    let Answered { scenario, answer, problems: found } = answer(link, line, false)?;
    problems.extend(found);
    let report = answer.map_err(|error| Problem::unread(line, format!("No picture: {}", error.message)))?;
    let svg = picture(&scenario, &report, &style, address).map_err(|error| Problem::unread(line, error))?;
    let link = address.map(|address| address.link(&scenario));
    Ok(Made { index, svg, text: report.verdict.text, link })
}

fn find(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    // With the extensions that most renderers have, as they decide what is a block.
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_TASKLISTS;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                open = marked(&info).map(|options| Block { range, options, body: String::new() });
            }
            Event::Text(part) => {
                if let Some(block) = &mut open {
                    block.body += &part;
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                blocks.extend(open.take().map(|block| Block { range: trimmed(text, block.range), ..block }));
            }
            _ => {}
        }
    }
    blocks
}

/// The options of a block that is marked.
fn marked(info: &str) -> Option<String> {
    let (word, options) = info.split_once([' ', ',', '\t']).unwrap_or((info, ""));
    (word == WORD).then(|| options.to_owned())
}

/// Without the space around it.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let block = &text[range.clone()];
    let start = range.start + (block.len() - block.trim_start().len());
    start..start + block.trim().len()
}

/// What quotes and indentation put before a line.
fn is_before(char: char) -> bool {
    matches!(char, ' ' | '\t' | '>')
}

fn is_closed(block: &str) -> bool {
    let fence = |line: &str| {
        let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        Some((mark, line.chars().take_while(|char| *char == mark).count()))
    };
    let mut lines = block.lines();
    let first = lines.next().and_then(fence);
    let last = lines.next_back().map(|line| line.trim_start_matches(is_before)).and_then(fence);
    matches!((first, last), (Some((a, opened)), Some((b, closed))) if a == b && closed >= opened)
}

/// The line as a block of its own: an empty line before and behind it where there is none, each with what
/// the list or quote around it puts before its lines. `out` is what comes before the line.
fn framed(out: &str, text: &str, range: &Range<usize>, line: &str) -> String {
    let end_of_line = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let block = &text[range.clone()];
    let last = block.rfind('\n').map_or("", |at| &block[at + 1..]);
    let before = &last[..last.len() - last.trim_start_matches(is_before).len()];
    let is_empty =
        |line: &str| line.trim_matches(|char: char| is_before(char) || char.is_whitespace()).is_empty();

    let start = out.rfind('\n').map_or(0, |at| at + 1);
    // Behind the mark of a list nothing comes before it.
    let is_first = !is_empty(&out[start..]);
    let above = out[..start].lines().next_back().unwrap_or_default();
    let below = text[range.end..].lines().nth(1).unwrap_or_default();
    let mut framed = String::new();
    if !is_first && !is_empty(above) {
        framed += &format!("{end_of_line}{before}");
    }
    framed += line;
    if !is_empty(below) {
        framed += &format!("{end_of_line}{}", before.trim_end());
    }
    framed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str) -> (String, Vec<Problem>) {
        replaced(text, &Style::default(), None, |made| format!("PICTURE{}", made.index))
    }

    /// The events of a text without those of its words.
    fn shape(text: &str) -> Vec<String> {
        let events = Parser::new(text).filter(|event| matches!(event, Event::Start(_) | Event::End(_)));
        events.map(|event| format!("{event:?}")).filter(|event| !event.contains("CodeBlock")).collect()
    }

    #[test]
    fn blocks_become_lines_wherever_they_stand() {
        for (text, expected) in [
            ("```headroom\npooler\n```\n", "PICTURE0\n"),
            ("a\n\n~~~~ headroom theme=dark\n\npooler?open=100ms\n~~~~\n\nb\n", "a\n\nPICTURE0\n\nb\n"),
            ("a\n```headroom,width=400\npooler\n```\nb", "a\n\nPICTURE0\n\nb"),
            ("> a\n> ```headroom\n> pooler\n> ```\n> b\n", "> a\n> \n> PICTURE0\n>\n> b\n"),
            ("- a\n\n  ```headroom\n  pooler\n  ```\n\n- b\n", "- a\n\n  PICTURE0\n\n- b\n"),
            ("1. ```headroom\n   pooler\n   ```\n", "1. PICTURE0\n"),
            ("- > ```headroom\n  > pooler\n  > ```\n", "- > PICTURE0\n"),
            ("a\r\n\r\n```headroom\r\npooler\r\n```\r\nb\r\n", "a\r\n\r\nPICTURE0\r\n\r\nb\r\n"),
            ("   ```headroom\n   pooler\n   ```", "   PICTURE0"),
            ("```headroom\nwal\n```\n```headroom\nwal\n```\n", "PICTURE0\n\nPICTURE1\n"),
        ] {
            let (replaced, problems) = with(text);
            assert_eq!((replaced.as_str(), problems), (expected, vec![]), "{text:?}");
            assert_eq!(with(&replaced).0, replaced, "once is enough");
            let pictures = expected.matches("PICTURE").count();
            let paragraphs =
                |text: &str| shape(text).iter().filter(|event| event.contains("Start(Paragraph)")).count();
            // In a tight list a paragraph is not marked as one.
            assert!(paragraphs(expected) - paragraphs(text) <= pictures);
            let containers = |text: &str| {
                shape(text).into_iter().filter(|event| !event.contains("Paragraph")).collect::<Vec<_>>()
            };
            assert_eq!(containers(expected), containers(text), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_block_stays() {
        for text in [
            "    ```headroom\n    pooler\n    ```\n",
            "````\n```headroom\npooler\n```\n````\n",
            "`headroom` pooler\n",
            "```headroomy\npooler\n```\n",
            "```sh\nheadroom eval pooler\n```\n",
            "<!--\n```headroom\npooler\n```\n-->\n",
        ] {
            assert_eq!(with(text), (text.to_owned(), vec![]));
        }
    }

    #[test]
    fn bad_blocks_stay_and_are_said_with_their_line() {
        for (text, line, status, message) in [
            ("a\n\n```headroom\npolar\n```\n", 4, 2, "Did you mean pooler?"),
            ("```headroom\n\n```\n", 1, 2, "no link"),
            ("```headroom\npooler\nwal\n```\n", 3, 2, "one link"),
            ("```headroom\npooler\n", 1, 2, "not closed"),
            ("```headroom size=3\npooler\n```\n", 1, 2, "no option “size”"),
            ("```headroom width=3\npooler\n```\n", 1, 2, "from 200 to 4000"),
            ("```headroom chart=x\npooler\n```\n", 2, 2, "no chart “x”. There are usable"),
            ("```headroom height=200\npooler\n```\n", 2, 2, "too little"),
        ] {
            let (replaced, problems) = with(text);
            assert_eq!(replaced, text, "it stays");
            assert_eq!((problems[0].line, problems[0].status), (line, status), "{text:?}: {problems:?}");
            assert!(problems[0].message.contains(message), "{problems:?}");
        }
        // A flaw of a link and a state that differs leave a picture.
        for (text, status) in
            [("```headroom\npooler?open=blue\n```", 2), ("```headroom\nwal => full\n```", 1)]
        {
            let (replaced, problems) = with(text);
            assert_eq!((replaced.as_str(), problems[0].line, problems[0].status), ("PICTURE0", 2, status));
        }
    }
}
