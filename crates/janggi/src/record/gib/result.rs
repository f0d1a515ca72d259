//! The header 대국결과: who won, and why.

use game::Record;

use super::super::verdict::{Reason, Verdict};
use super::{Written, jgn};
use crate::{EndReason, Side};

pub(super) const HEADER: &str = "대국결과";

/// Classifies by the first of 초 楚 한 漢 무. Whoever is named has won, unless the text says that the
/// named side has lost (패), as in `초 접속 끊김 패`.
pub(super) fn read(text: &str) -> Option<Verdict> {
    let named = text.chars().find_map(|character| match character {
        '초' | '楚' => Some(Some(Side::Cho)),
        '한' | '漢' => Some(Some(Side::Han)),
        '무' => Some(None),
        _ => None,
    })?;
    let lost = text.contains('패') && !text.contains('승');
    let winner = if lost { named.map(Side::other) } else { named };
    Some(Verdict { winner, reason: reason(text) })
}

fn reason(text: &str) -> Reason {
    const WORDS: [(&str, Reason); 8] = [
        ("기권", Reason::Rule(EndReason::Resign)),
        ("시간", Reason::Rule(EndReason::Time)),
        ("접속", Reason::Rule(EndReason::Disconnect)),
        ("동의", Reason::Rule(EndReason::Agreement)),
        ("빅", Reason::Rule(EndReason::Bikjang)),
        ("외통", Reason::Rule(EndReason::Checkmate)),
        ("장군", Reason::Rule(EndReason::Checkmate)),
        ("실격", Reason::Infraction),
    ];
    WORDS.iter().find(|(word, _)| text.contains(word)).map_or(Reason::Unknown, |(_, reason)| *reason)
}

/// The text that the record was read with, while it still fits, or one in the same manner.
pub(super) fn write(record: &Record, written: &Written) -> String {
    let Some(verdict) = written.verdict else { return "미상".to_owned() };
    let kept = record.header("ResultText").filter(|text| read(text).is_some_and(|old| old.winner == verdict.winner));
    kept.map_or_else(|| compose(record, written, verdict), str::to_owned)
}

fn compose(record: &Record, written: &Written, verdict: Verdict) -> String {
    let Some(winner) = verdict.winner else { return drawn(verdict.reason).to_owned() };
    let name = if winner == Side::Cho { "초" } else { "한" };
    let scored = record.result.as_deref().is_some_and(|result| result.ends_with("-score"));
    match verdict.reason {
        Reason::Rule(EndReason::Bikjang) => format!("{name} 빅승"),
        _ if scored => format!("{name} {}점 승", margin(written)),
        Reason::Rule(EndReason::Resign) => format!("{name} 기권승"),
        Reason::Rule(EndReason::Time) => format!("{name} 시간승"),
        Reason::Rule(EndReason::Disconnect) => format!("{name} 접속 끊김 승"),
        Reason::Infraction => format!("{name} 실격승"),
        Reason::Rule(EndReason::Checkmate | EndReason::Stalemate) => format!("{name} 완승"),
        _ => format!("{name} 승리"),
    }
}

const fn drawn(reason: Reason) -> &'static str {
    match reason {
        Reason::Rule(EndReason::Agreement) => "무승부(동의)",
        Reason::Rule(EndReason::Bikjang) => "무승부(빅장)",
        Reason::Unknown => "무승부",
        _ => "무승부(자동)",
    }
}

/// By how many points the winner leads.
fn margin(written: &Written) -> String {
    let [cho, han] = Side::ALL.map(|side| written.end.half_points(side));
    jgn::half(cho.abs_diff(han))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_classified() {
        for (text, wanted) in [
            ("초 완승", "cho unknown"),
            ("한 기권승", "han resign"),
            ("漢의 기권승", "han resign"),
            ("초승(기권) ", "cho resign"),
            ("한 시간승", "han time"),
            ("초 0.5점 승", "cho unknown"),
            ("한 점수승", "han unknown"),
            ("무승부", "draw unknown"),
            ("무승부(동의)", "draw agreement"),
            ("무승부(빅장)", "draw bikjang"),
            ("무승부(자동)", "draw unknown"),
            ("한 접속 끊김승", "han disconnect"),
            ("초 접속 끊김 패", "han disconnect"),
            ("초 빅승", "cho bikjang"),
            ("楚 불계승", "cho unknown"),
            ("초실격승", "cho rules-infraction"),
            ("초승(외통수)", "cho checkmate"),
            ("楚 장군승", "cho checkmate"),
        ] {
            assert_eq!(read(text).map(Verdict::text).as_deref(), Some(wanted), "{text}");
        }
        assert_eq!(read("미상"), None);
        assert_eq!(read(""), None);
    }
}
