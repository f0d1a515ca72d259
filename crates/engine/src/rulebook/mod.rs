//! The rule books as trees, with boards that can be tried. The books are Markdown in `docs/rules`;
//! only the subset that they use is read, and no HTML ever comes of it.

mod blocks;
mod inline;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::catalog;
use crate::lessons::{self, Language};

pub use blocks::{Block, List, Sample, TryBoard};
pub use inline::Inline;

/// The books as they lie in the repository: game, language, text.
pub const FILES: [(&str, Language, &str); 12] = [
    ("janggi", Language::Korean, include_str!("../../../../docs/rules/janggi.ko.md")),
    ("janggi", Language::English, include_str!("../../../../docs/rules/janggi.md")),
    ("janggi", Language::Japanese, include_str!("../../../../docs/rules/janggi.ja.md")),
    ("nanguk", Language::Korean, include_str!("../../../../docs/rules/nanguk.ko.md")),
    ("nanguk", Language::English, include_str!("../../../../docs/rules/nanguk.md")),
    ("nanguk", Language::Japanese, include_str!("../../../../docs/rules/nanguk.ja.md")),
    ("tigers", Language::Korean, include_str!("../../../../docs/rules/tigers.ko.md")),
    ("tigers", Language::English, include_str!("../../../../docs/rules/tigers.md")),
    ("tigers", Language::Japanese, include_str!("../../../../docs/rules/tigers.ja.md")),
    ("yonin", Language::Korean, include_str!("../../../../docs/rules/yonin.ko.md")),
    ("yonin", Language::English, include_str!("../../../../docs/rules/yonin.md")),
    ("yonin", Language::Japanese, include_str!("../../../../docs/rules/yonin.ja.md")),
];

/// A book, ready to show.
#[derive(Clone, Debug, Serialize)]
pub struct RuleBook {
    /// The game.
    pub kind: String,
    /// The language that the book is written in.
    pub lang: &'static str,
    /// From the first to the last; what comes before the first heading has no title.
    pub articles: Vec<Article>,
    /// The article that a refusal is about.
    pub codes: BTreeMap<String, String>,
    /// The lessons that teach an article.
    pub lessons: BTreeMap<String, Vec<Taught>>,
}

/// A part of a book.
#[derive(Clone, Debug, Serialize)]
pub struct Article {
    /// `§7`, or empty if it has no number.
    pub id: String,
    /// How deep its heading is.
    pub level: u8,
    /// Its heading.
    pub title: Vec<Inline>,
    /// What it says.
    pub body: Vec<Block>,
}

/// A lesson that teaches an article.
#[derive(Clone, Debug, Serialize)]
pub struct Taught {
    /// Its name in addresses.
    pub id: String,
    /// Its title.
    pub title: String,
}

/// The book of a game in a language.
#[must_use]
pub fn book(kind: &str, language: Language) -> Option<RuleBook> {
    let (kind, lang, text) = FILES.iter().find(|(game, lang, _)| *game == kind && *lang == language)?;
    let articles = read(kind, text);
    let codes = codes(kind, &articles);
    Some(RuleBook { kind: (*kind).to_owned(), lang: lang.code(), articles, codes, lessons: taught(kind, language) })
}

/// Cuts a book into articles.
#[must_use]
pub fn read(kind: &str, text: &str) -> Vec<Article> {
    let mut articles = vec![Article { id: String::new(), level: 0, title: Vec::new(), body: Vec::new() }];
    let mut lines: Vec<&str> = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let begun = if fenced { None } else { heading(line).or_else(|| bold_heading(line)) };
        if let Some((article, rest)) = begun {
            close(kind, &mut articles, &mut lines);
            articles.push(article);
            lines.extend(rest);
        } else {
            lines.push(line);
        }
    }
    close(kind, &mut articles, &mut lines);
    articles.retain(|article| !(article.title.is_empty() && article.body.is_empty()));
    articles
}

fn close(kind: &str, articles: &mut [Article], lines: &mut Vec<&str>) {
    if let Some(article) = articles.last_mut() {
        article.body = blocks::read(kind, lines);
    }
    lines.clear();
}

fn heading(line: &str) -> Option<(Article, Option<&str>)> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let title = line.get(level..)?.strip_prefix(' ').filter(|_| (1..=4).contains(&level))?;
    Some((Article { id: number(title), level: level as u8, title: inline::read(title), body: Vec::new() }, None))
}

/// `**§7 Name.** What it says`, as one of the books writes its articles.
fn bold_heading(line: &str) -> Option<(Article, Option<&str>)> {
    let (title, rest) = line.strip_prefix("**§").and_then(|_| line[2..].split_once("**"))?;
    let article = Article {
        id: number(title),
        level: 3,
        title: inline::read(title.trim_end_matches(['.', '。'])),
        body: Vec::new(),
    };
    Some((article, Some(rest.trim_start())))
}

/// The number of an article at the beginning of its title.
fn number(title: &str) -> String {
    let Some(rest) = title.strip_prefix('§') else { return String::new() };
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    format!("§{}", &rest[..end])
}

/// Which article a refusal is about: what a table says of it, what a lesson teaches, or else where it
/// is named.
fn codes(kind: &str, articles: &[Article]) -> BTreeMap<String, String> {
    let mut codes = BTreeMap::new();
    for (article, block) in articles.iter().flat_map(|article| article.body.iter().map(move |block| (article, block))) {
        for row in block.rows() {
            let code = row.first().map(|cell| inline::plain(cell)).filter(|code| is_code(code));
            let named = row.iter().skip(1).map(|cell| inline::plain(cell)).find_map(|cell| first_article(&cell));
            if let Some(code) = code {
                codes.entry(code).or_insert(named.unwrap_or_else(|| article.id.clone()));
            }
        }
    }
    let stages = lessons::book(kind).into_iter().flat_map(|book| &book.lessons).flat_map(|lesson| &lesson.stages);
    for (stage, refused) in stages.flat_map(|stage| stage.refuse.iter().map(move |refused| (stage, refused))) {
        codes.entry(refused.code.clone()).or_insert_with(|| stage.article.clone());
    }
    for article in articles.iter().filter(|article| !article.id.is_empty()) {
        for code in article.body.iter().flat_map(Block::words).filter(|word| is_code(word)) {
            codes.entry(code).or_insert_with(|| article.id.clone());
        }
    }
    codes
}

fn is_code(text: &str) -> bool {
    text.len() > 3
        && text.contains(|c: char| c == '_' || c.is_ascii_uppercase())
        && text.bytes().all(|b| b == b'_' || b.is_ascii_uppercase())
}

fn first_article(text: &str) -> Option<String> {
    let at = text.find('§')?;
    Some(number(&text[at..])).filter(|number| number.len() > '§'.len_utf8())
}

fn taught(kind: &str, language: Language) -> BTreeMap<String, Vec<Taught>> {
    let mut map: BTreeMap<String, Vec<Taught>> = BTreeMap::new();
    for lesson in lessons::book(kind).into_iter().flat_map(|book| &book.lessons) {
        for article in std::iter::once(&lesson.article).chain(lesson.stages.iter().map(|stage| &stage.article)) {
            let known = map.entry(article.clone()).or_default();
            if known.iter().all(|taught| taught.id != lesson.id) {
                known.push(Taught { id: lesson.id.clone(), title: lesson.title.in_language(language).to_owned() });
            }
        }
    }
    map
}

/// Reads a record that a book shows.
fn sample(kind: &str, format: &str, text: &str) -> Option<Sample> {
    let formats = catalog::find(kind)?.about().formats;
    let format = formats.iter().find(|known| known.name == format)?;
    let record = format.read(text.as_bytes()).into_iter().next()?.ok()?;
    let acts = record.deeds().map(str::to_owned).collect();
    let notes = record.entries.iter().map(|entry| entry.notes.join(" ")).collect();
    Some(Sample { rules: record.rules, state: record.start, acts, notes })
}
