//! The Korean headers and the names that they have here.

use std::fmt::Write as _;

use game::{Record, RecordError};

use super::{Sheet, Side, Start, Written, board, is_encodable, is_name, jgn, malformed, result};
use crate::{Handicap, Lineup, Setup};

/// Says how points are counted; a matter of the file, not of the game.
pub(super) const COORDINATES: &str = "기보형식";
const UNKNOWN: &str = "미상";
const DATE: &str = "대국일자";
const TIME: &str = "제한시간";
const PLIES: &str = "총수";
/// Set-ups under their two names, Cho's first.
const LINEUPS: [[&str; 2]; 2] = [["초차림", "초포진"], ["한차림", "한포진"]];
/// Headers that only change their name, in the order in which they are written.
const RENAMED: [(&str, &str); 5] =
    [("대회명", "Event"), ("회전", "Round"), ("대국장소", "Site"), ("초대국자", "Cho"), ("한대국자", "Han")];
const RENAMED_RARE: [(&str, &str); 2] = [("초소비시간", "ChoTimeUsed"), ("한소비시간", "HanTimeUsed")];

/// Every header under the name that it has here; unknown ones keep theirs.
pub(super) fn read(sheet: &Sheet) -> Vec<(String, String)> {
    let mut headers = Vec::new();
    for tag in &sheet.tags {
        let (name, value) = (tag.name.as_str(), tag.value.as_str());
        if is_derived(name) || is_unknown(value) {
            continue;
        }
        match name {
            DATE => add_converted(&mut headers, "Date", date_from_korean(value), (name, value)),
            TIME => add_converted(&mut headers, "TimeControl", time_from_korean(value), (name, value)),
            result::HEADER => add(&mut headers, "ResultText", value),
            _ => add(&mut headers, renamed(name), value),
        }
    }
    jgn::sort_headers(&mut headers);
    headers
}

pub(super) fn add(headers: &mut Vec<(String, String)>, name: &str, value: &str) {
    if !headers.iter().any(|(known, _)| known == name) {
        headers.push((name.to_owned(), value.to_owned()));
    }
}

/// What cannot be converted stays as it is, under its own name.
fn add_converted(headers: &mut Vec<(String, String)>, name: &str, converted: Option<String>, original: (&str, &str)) {
    match converted {
        Some(value) => add(headers, name, &value),
        None => add(headers, original.0, original.1),
    }
}

fn is_unknown(value: &str) -> bool {
    matches!(value.trim(), "" | UNKNOWN)
}

fn is_derived(name: &str) -> bool {
    matches!(name, COORDINATES | PLIES | board::HEADER) || LINEUPS.iter().flatten().any(|lineup| *lineup == name)
}

fn renamed(name: &str) -> &str {
    RENAMED.iter().chain(&RENAMED_RARE).find(|(korean, _)| *korean == name).map_or(name, |(_, ours)| ours)
}

/// Both sides' set-ups are listed as Cho sees them, files b c g h (§24).
pub(super) fn lineup(sheet: &Sheet, side: Side) -> Result<Lineup, RecordError> {
    let names = LINEUPS[side.index()];
    let Some(tag) = names.iter().find_map(|name| sheet.tag(name)) else {
        let detail = format!("neither a set-up ({}) nor a board (판) is given", names[0]);
        return Err(RecordError::new(sheet.line, malformed(detail)));
    };
    let pattern = tag.value.trim();
    Lineup::ALL
        .into_iter()
        .find(|lineup| *lineup != Lineup::Mobile && seen_by_cho(*lineup, side) == pattern)
        .ok_or_else(|| {
            RecordError::new(tag.line, malformed(format!("`{pattern}` is no set-up; it is one like 마상상마")))
        })
}

fn seen_by_cho(lineup: Lineup, side: Side) -> String {
    match side {
        Side::Cho => lineup.pattern().to_owned(),
        Side::Han => lineup.pattern().chars().rev().collect(),
    }
}

/// All header lines of a game.
pub(super) fn write(record: &Record, written: &Written, plies: usize) -> String {
    let mut lines = Lines::default();
    for (korean, ours) in &RENAMED[..2] {
        lines.add(korean, record.header(ours).unwrap_or(UNKNOWN));
    }
    lines.add(DATE, &in_korean(record, ("Date", DATE), date_to_korean, date_from_korean));
    for (korean, ours) in &RENAMED[2..] {
        lines.add(korean, record.header(ours).unwrap_or(UNKNOWN));
    }
    // These files know no counters.
    let setup = Setup { halfmove: 0, fullmove: 1, ..written.start.setup() };
    match Start::of(&setup).filter(|start| is_plain(*start)) {
        Some(start) => {
            lines.add(LINEUPS[0][0], &seen_by_cho(start.cho, Side::Cho));
            lines.add(LINEUPS[1][0], &seen_by_cho(start.han, Side::Han));
        }
        None => lines.add(board::HEADER, &board::write(&setup)),
    }
    lines.add(TIME, &in_korean(record, ("TimeControl", TIME), time_to_korean, time_from_korean));
    for (korean, ours) in &RENAMED_RARE {
        if let Some(value) = record.header(ours).filter(|value| !is_unknown(&clean(value))) {
            lines.add(korean, value);
        }
    }
    lines.add(PLIES, &plies.to_string());
    lines.add(result::HEADER, &result::write(record, written));
    for (name, value) in &jgn::sorted_headers(record) {
        lines.add_other(name, value);
    }
    lines.text
}

/// Whether the set-ups alone describe a start.
fn is_plain(start: Start) -> bool {
    start.handicap == Handicap::Off && start.cho != Lineup::Mobile && start.han != Lineup::Mobile
}

/// A value in the manner of these files, from either of its names; what cannot be converted stays
/// as it is.
fn in_korean(record: &Record, (ours, korean): (&str, &str), to: Conversion, from: Conversion) -> String {
    let value = clean(record.header(ours).or_else(|| record.header(korean)).unwrap_or(UNKNOWN));
    to(&value).or_else(|| to(&from(&value)?)).unwrap_or(value)
}

type Conversion = fn(&str) -> Option<String>;

/// These files know no escapes: a quote becomes an apostrophe, a control character a blank, and what
/// CP949 lacks a question mark.
fn clean(value: &str) -> String {
    let plain = |character: char| match character {
        '"' => '\'',
        _ if character.is_control() => ' ',
        _ if is_encodable(character.encode_utf8(&mut [0; 4])) => character,
        _ => '?',
    };
    value.chars().map(plain).collect()
}

/// Header lines, no name twice.
#[derive(Default)]
struct Lines {
    text: String,
    names: Vec<String>,
}

impl Lines {
    fn add(&mut self, name: &str, value: &str) {
        if !self.names.iter().any(|known| known == name) {
            let value = clean(value);
            let value = if is_unknown(&value) { UNKNOWN } else { &value };
            let _ = write!(self.text, "[{name} \"{value}\"]\r\n");
            self.names.push(name.to_owned());
        }
    }

    /// A header that has no place of its own; what the lines above say is not said twice.
    fn add_other(&mut self, name: &str, value: &str) {
        let known = matches!(name, "Date" | "TimeControl" | "ResultText" | DATE | TIME | result::HEADER)
            || renamed_from(name)
            || is_derived(name);
        if !known && !is_unknown(&clean(value)) && is_name(name) && is_encodable(name) {
            self.add(name, value);
        }
    }
}

fn renamed_from(name: &str) -> bool {
    RENAMED.iter().chain(&RENAMED_RARE).any(|(korean, ours)| name == *ours || name == *korean)
}

/// `2010-08-05`, `1937년`, `1937년 5월` and `1937년 5월 3일` as `YYYY.MM.DD`.
fn date_from_korean(text: &str) -> Option<String> {
    let (year, month, day) = korean_date(text).or_else(|| plain_date(text))?;
    let year = digits(year, 4).filter(|year| year.len() == 4)?;
    let part = |text: Option<&str>| match text {
        Some(text) => digits(text, 2).map(|text| format!("{text:0>2}")),
        None => Some("??".to_owned()),
    };
    Some(format!("{year}.{}.{}", part(month)?, part(day)?))
}

/// Year, month and day as they are written; the last two may be missing.
type DateParts<'a> = (&'a str, Option<&'a str>, Option<&'a str>);

fn plain_date(text: &str) -> Option<DateParts<'_>> {
    let parts: Vec<_> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return None };
    Some((year, Some(month), Some(day)))
}

fn korean_date(text: &str) -> Option<DateParts<'_>> {
    let (year, rest) = text.split_once('년')?;
    let (month, rest) = unit(rest, '월')?;
    let (day, rest) = unit(rest, '일')?;
    let whole = rest.trim().is_empty() && (month.is_some() || day.is_none());
    whole.then_some((year, month, day))
}

/// What stands before a unit, if the unit is there, and what stands behind it.
fn unit(text: &str, unit: char) -> Option<(Option<&str>, &str)> {
    match text.split_once(unit) {
        Some((number, rest)) if !number.trim().is_empty() => Some((Some(number.trim()), rest)),
        Some(_) => None,
        None => Some((None, text)),
    }
}

fn digits(text: &str, length_max: usize) -> Option<&str> {
    let text = text.trim();
    let good = (1..=length_max).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    good.then_some(text)
}

fn date_to_korean(text: &str) -> Option<String> {
    let parts: Vec<_> = text.split('.').collect();
    let [year, month, day] = parts[..] else { return None };
    let year = digits(year, 4).filter(|year| year.len() == 4)?;
    match (digits(month, 2), digits(day, 2)) {
        (Some(month), Some(day)) if month.len() == 2 && day.len() == 2 => Some(format!("{year}-{month}-{day}")),
        (Some(month), None) if day == "??" => Some(format!("{year}년 {}월", month.trim_start_matches('0'))),
        (None, None) if month == "??" && day == "??" => Some(format!("{year}년")),
        _ => None,
    }
}

/// `10분`, `10분 30초 3회` and `자유시간 각 15분 초읽기 40초 3회 총대국 시간 55분` as
/// `main=600;byoyomi=30x3;total=0`.
fn time_from_korean(text: &str) -> Option<String> {
    if text.starts_with("main=") {
        return Some(text.to_owned());
    }
    let (text, total) = match text.split_once("총대국") {
        Some((text, total)) => (text, minutes(total.trim().strip_prefix("시간")?)?),
        None => (text, 0),
    };
    let words = ["자유시간", "초읽기", "각자", "각"];
    let bare = words.iter().fold(text.replace([' ', ','], ""), |text, word| text.replace(word, ""));
    let bare = bare.replace('分', "분").replace('秒', "초").replace('回', "회");
    let (main, rest) = bare.split_once('분')?;
    let main: u32 = digits(main, 4)?.parse().ok()?;
    let (seconds, periods) = match rest {
        "" => ("0", "0"),
        _ => rest.strip_suffix('회')?.split_once('초')?,
    };
    let (seconds, periods) = (digits(seconds, 4)?, digits(periods, 3)?);
    Some(format!("main={};byoyomi={seconds}x{periods};total={total}", main * 60))
}

fn minutes(text: &str) -> Option<u32> {
    let minutes: u32 = digits(text.trim().strip_suffix('분')?, 4)?.parse().ok()?;
    Some(minutes * 60)
}

fn time_to_korean(text: &str) -> Option<String> {
    let parts: Vec<_> = text.split(';').collect();
    let [main, byoyomi, total] = parts[..] else { return None };
    let main = whole_minutes(main.strip_prefix("main=")?)?;
    let total = whole_minutes(total.strip_prefix("total=")?)?;
    let (seconds, periods) = byoyomi.strip_prefix("byoyomi=")?.split_once('x')?;
    let (seconds, periods) = (digits(seconds, 4)?, digits(periods, 3)?);
    let text = match (seconds, periods) {
        ("0", "0") => format!("{main}분"),
        _ => format!("{main}분 {seconds}초 {periods}회"),
    };
    Some(if total == 0 { text } else { format!("{text} 총대국 시간 {total}분") })
}

fn whole_minutes(text: &str) -> Option<u32> {
    let seconds: u32 = digits(text, 6)?.parse().ok()?;
    (seconds.is_multiple_of(60) && seconds / 60 < 10_000).then_some(seconds / 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_are_converted_and_back() {
        for (korean, ours, back) in [
            ("2010-08-05", Some("2010.08.05"), "2010-08-05"),
            ("1937년", Some("1937.??.??"), "1937년"),
            ("1937년 5월", Some("1937.05.??"), "1937년 5월"),
            ("1937년 5월 13일 ", Some("1937.05.13"), "1937-05-13"),
            ("1973.01~1974.05", None, ""),
            ("2010-08-055", None, ""),
            ("한게임장기", None, ""),
            ("년 월 일", None, ""),
        ] {
            assert_eq!(date_from_korean(korean).as_deref(), ours, "{korean}");
            assert_eq!(ours.and_then(date_to_korean).unwrap_or_default(), back);
        }
        for (korean, ours, back) in [
            ("5분", Some("main=300;byoyomi=0x0;total=0"), "5분"),
            ("10분 30초 3회", Some("main=600;byoyomi=30x3;total=0"), "10분 30초 3회"),
            ("각자 5분30초3회", Some("main=300;byoyomi=30x3;total=0"), "5분 30초 3회"),
            ("10分 30秒 3回", Some("main=600;byoyomi=30x3;total=0"), "10분 30초 3회"),
            (
                "자유시간 각 15분 초읽기 40초 3회 총대국 시간 55분",
                Some("main=900;byoyomi=40x3;total=3300"),
                "15분 40초 3회 총대국 시간 55분",
            ),
            ("5분 30초", None, ""),
            ("한게임", None, ""),
        ] {
            assert_eq!(time_from_korean(korean).as_deref(), ours, "{korean}");
            let back_again = ours.and_then(time_to_korean).unwrap_or_default();
            assert_eq!(back_again, back);
            assert_eq!(time_from_korean(&back_again).as_deref(), ours);
        }
    }
}
