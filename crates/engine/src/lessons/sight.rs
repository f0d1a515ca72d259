//! A book as a reader sees it: one language, no answers.

use std::collections::BTreeMap;

use serde::Serialize;

use super::book::{Book, Lesson, Practice, Stage, Text};

/// A language of the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// 한국어
    Korean,
    /// English
    English,
    /// 日本語
    Japanese,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Korean, Self::English, Self::Japanese];

    /// Its code in addresses.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Korean => "ko",
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    /// The language with that code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }
}

impl Text {
    /// The text in one language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::Korean => &self.ko,
            Language::English => &self.en,
            Language::Japanese => &self.ja,
        }
    }
}

/// A book in one language.
#[derive(Debug, Serialize)]
pub struct BookSight<'a> {
    kind: &'a str,
    /// The lesson and stage that teach what a refusal means.
    codes: BTreeMap<&'a str, (&'a str, &'a str)>,
    lessons: Vec<LessonSight<'a>>,
    practice: Vec<PracticeSight<'a>>,
}

#[derive(Debug, Serialize)]
struct LessonSight<'a> {
    id: &'a str,
    article: &'a str,
    title: &'a str,
    about: &'a str,
    stages: Vec<StageSight<'a>>,
}

/// The line of the hint's last steps is an answer; whoever asks for help may see it.
#[derive(Debug, Serialize)]
struct StageSight<'a> {
    id: &'a str,
    article: &'a str,
    rules: &'a str,
    seat: &'a str,
    par: u32,
    marks: &'a [String],
    text: &'a str,
    hint: &'a str,
    done: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refuse: Vec<Option<&'a str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wrong: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct PracticeSight<'a> {
    id: &'a str,
    rules: &'a str,
    state: &'a str,
    seat: &'a str,
    limit: u32,
    text: &'a str,
}

impl<'a> BookSight<'a> {
    /// The book in that language.
    #[must_use]
    pub fn new(book: &'a Book, language: Language) -> Self {
        Self {
            kind: &book.game,
            codes: codes(book),
            lessons: book.lessons.iter().map(|lesson| LessonSight::new(lesson, language)).collect(),
            practice: book.practice.iter().map(|entry| PracticeSight::new(entry, language)).collect(),
        }
    }
}

/// The first stage that shows a refusal teaches it.
fn codes(book: &Book) -> BTreeMap<&str, (&str, &str)> {
    let mut codes = BTreeMap::new();
    for lesson in &book.lessons {
        for stage in &lesson.stages {
            for refused in &stage.refuse {
                codes.entry(refused.code.as_str()).or_insert((lesson.id.as_str(), stage.id.as_str()));
            }
        }
    }
    codes
}

impl<'a> LessonSight<'a> {
    fn new(lesson: &'a Lesson, language: Language) -> Self {
        Self {
            id: &lesson.id,
            article: &lesson.article,
            title: lesson.title.in_language(language),
            about: lesson.about.in_language(language),
            stages: lesson.stages.iter().map(|stage| StageSight::new(stage, language)).collect(),
        }
    }
}

impl<'a> StageSight<'a> {
    fn new(stage: &'a Stage, language: Language) -> Self {
        let text = |text: &'a Text| text.in_language(language);
        Self {
            id: &stage.id,
            article: &stage.article,
            rules: &stage.rules,
            seat: &stage.seat,
            par: stage.par,
            marks: &stage.marks,
            text: text(&stage.text),
            hint: text(&stage.hint),
            done: text(&stage.done),
            refuse: stage.refuse.iter().map(|refused| refused.text.as_ref().map(text)).collect(),
            wrong: stage.wrong.iter().map(|wrong| text(&wrong.text)).collect(),
        }
    }
}

impl<'a> PracticeSight<'a> {
    fn new(entry: &'a Practice, language: Language) -> Self {
        Self {
            id: &entry.id,
            rules: &entry.rules,
            state: &entry.state,
            seat: &entry.seat,
            limit: entry.limit,
            text: entry.text.in_language(language),
        }
    }
}
