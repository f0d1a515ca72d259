//! Random games of people who also ask, refuse, take back, run out of time and go away: whatever
//! happens, the store leads to the same table.

use game::rng::SplitMix;

use super::*;

/// A random game, with the seats of its people.
pub(super) struct Evening {
    pub(super) hall: Hall,
    pub(super) people: Vec<Guest>,
    pub(super) random: SplitMix,
}

const KINDS: [(&str, &str, usize); 6] = [
    ("janggi", "kja", 2),
    ("nanguk", "base", 2),
    ("tigers", "base", 2),
    ("tigers", "full", 2),
    ("yonin", "standard", 4),
    ("yonin", "federation", 4),
];

impl Evening {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = SplitMix::new(seed);
        let (kind, preset, count) = KINDS[random.below(KINDS.len())];
        let people: Vec<_> = (0..count).map(|_| guest()).collect();
        let seat = |random: &mut SplitMix| match random.below(4) {
            0 => me(),
            1 => SeatWish::Computer { level: "easy".to_owned() },
            _ => SeatWish::Open,
        };
        let mut seats = vec![me()];
        seats.resize_with(count, || seat(&mut random));
        let parts = [
            Control { turn_ms: 20_000, ..Control::default() },
            Control { main_ms: 60_000, increment_ms: 2000, ..Control::default() },
            Control { main_ms: 5000, byoyomi_ms: 10_000, periods: 2, total_ms: 400_000, ..Control::default() },
        ];
        let wish = GameWish {
            kind: kind.to_owned(),
            preset: Some(preset.to_owned()),
            choose: random.below(3) == 0,
            clock: random.pick(&parts).copied().filter(|_| !seed.is_multiple_of(3)),
            ..wish(seats)
        };
        let mut hall = Hall::new(wish, &people[0]);
        for (seat, who) in people.iter().enumerate().filter(|_| !seed.is_multiple_of(4)) {
            let _ = hall.say(who, &format!(r#"{{"t":"sit","seat":{seat}}}"#));
        }
        Self { hall, people, random }
    }

    /// Something happens, or someone is refused.
    pub(super) fn go_on(&mut self, step: usize) {
        self.hall.now_ms += 1 + self.random.below(2000) as i64;
        let stamp = self.hall.stamp();
        if let Some(fallen) = self.hall.sitting.fallen(stamp) {
            self.hall.sitting.happen(&fallen, stamp).expect("the rules know it");
            return self.hall.keep(&[fallen], None);
        }
        match self.random.below(10) {
            0..4 => self.act(step),
            4..6 => self.play_for_the_computer(),
            6 => self.all_agree("takeback", step),
            _ => self.wish(step),
        }
    }

    fn act(&mut self, step: usize) {
        let Some(turn) = self.hall.sitting.turn() else { return self.wish(step) };
        let legal = self.hall.sitting.table().expect("it goes on").legal();
        let action = self.random.pick(&legal).expect("an action").clone();
        let who = self.holder(turn.index()).unwrap_or_else(|| self.people[0].clone());
        let n = self.hall.sitting.deeds();
        let _ = self.hall.say(&who, &format!(r#"{{"t":"act","a":"s{step}","n":{n},"d":"{action}"}}"#));
    }

    fn holder(&self, seat: usize) -> Option<Guest> {
        let holds = |who: &&Guest| self.hall.sitting.seats_of(who.id).iter().any(|own| own.index() == seat);
        self.people.iter().find(holds).cloned()
    }

    fn play_for_the_computer(&mut self) {
        let stamp = self.hall.stamp();
        let computer = |seat: &game::Seat| self.hall.sitting.computer(*seat).is_some();
        if let Some(seat) = self.hall.sitting.choosers().into_iter().find(computer) {
            let value = self.hall.sitting.offered(seat).swap_remove(0);
            let mut events = vec![self.hall.sitting.choose_for(seat, &value, stamp).expect("offered")];
            events.extend(self.hall.sitting.follow(stamp, &Home).expect("a start"));
            return self.hall.keep(&events, None);
        }
        if !self.hall.sitting.turn().as_ref().is_some_and(computer) {
            return;
        }
        let legal = self.hall.sitting.table().expect("it goes on").legal();
        let action = self.random.pick(&legal).expect("an action").clone();
        let thought_ms = [None, Some(0), Some(700)][self.random.below(3)];
        if let Ok(event) = self.hall.sitting.play(&action, thought_ms, stamp) {
            self.hall.keep(&[event], None);
        }
    }

    fn all_agree(&mut self, what: &str, step: usize) {
        for (number, who) in self.people.clone().iter().enumerate() {
            let _ = self.hall.say(who, &format!(r#"{{"t":"offer","a":"s{step}-{number}","d":"{what}"}}"#));
        }
    }

    fn wish(&mut self, step: usize) {
        let (who, seat) = (self.random.below(self.people.len()), self.random.below(self.people.len()));
        let what = ["draw", "takeback", "takeback", "takeback", "takeback", "rematch"][self.random.below(6)];
        let wishes = [
            format!(r#"{{"t":"offer","a":"s{step}","d":"{what}"}}"#),
            format!(r#"{{"t":"offer","a":"s{step}","d":"{what}"}}"#),
            format!(r#"{{"t":"accept","a":"s{step}","d":"{what}"}}"#),
            format!(r#"{{"t":"accept","a":"s{step}","d":"{what}"}}"#),
            format!(r#"{{"t":"accept","a":"s{step}","d":"{what}"}}"#),
            format!(r#"{{"t":"decline","a":"s{step}","d":"{what}"}}"#),
            format!(r#"{{"t":"sit","a":"s{step}","seat":{seat}}}"#),
            format!(r#"{{"t":"sit","a":"s{step}","seat":{seat}}}"#),
            format!(r#"{{"t":"stand","a":"s{step}","seat":{seat}}}"#),
            format!(r#"{{"t":"choose","a":"s{step}","d":""}}"#),
            format!(r#"{{"t":"choose","a":"s{step}","d":"inner"}}"#),
            format!(r#"{{"t":"{}","a":"s{step}"}}"#, if self.random.below(60) == 0 { "resign" } else { "sync" }),
            format!(r#"{{"t":"{}","a":"s{step}"}}"#, if self.random.below(60) == 0 { "leave" } else { "sync" }),
        ];
        let text = self.random.pick(&wishes).expect("some").clone();
        let _ = self.hall.say(&self.people[who].clone(), &text);
    }

    /// Whether the store leads to the same table: as seen, by its clock, its past and its receipts.
    fn check(&mut self, seed: u64, steps: usize) {
        let (live, loaded) = (&self.hall.sitting, self.hall.restored());
        assert_eq!(loaded.version(), live.version(), "seed {seed}");
        assert_eq!(loaded.deadline(), live.deadline(), "seed {seed}");
        let presence = Presence::default();
        for who in &self.people {
            let own = live.seats_of(who.id);
            // What is drawn of one is not to be shown of the other.
            let (faces, drawn, drawn_live) = (Faces::default(), Drawn::default(), Drawn::default());
            let stamp = self.hall.stamp();
            let with = |drawn| Looker { own: &own, invited: &[], presence: &presence, faces: &faces, stamp, drawn };
            let (looker, onlooker) = (with(&drawn), with(&drawn_live));
            assert_eq!(loaded.state_text(&looker), live.state_text(&onlooker), "seed {seed}");
            for since in (live.version().saturating_sub(130)..=live.version() + 1).step_by(5) {
                assert_eq!(loaded.message_since(since, &looker), live.message_since(since, &onlooker), "seed {seed}");
            }
            for step in 0..steps {
                let ack = format!("s{step}");
                assert_eq!(loaded.journal.acknowledged(who.id, &ack), live.journal.acknowledged(who.id, &ack));
            }
        }
        assert_eq!(loaded.offers, live.offers, "seed {seed}: what was asked, and how often");
    }
}

#[test]
fn a_game_that_is_loaded_is_the_game_that_was_left() {
    let mut taken_back = 0;
    for seed in 0..36 {
        let mut evening = Evening::new(seed);
        let steps = 60 + evening.random.below(160);
        for step in 0..steps {
            evening.go_on(step);
        }
        evening.check(seed, steps);
        taken_back += evening.hall.rows.iter().filter(|row| row.body.contains("takeback\",\"to")).count();
    }
    assert!(taken_back > 100, "only {taken_back} takebacks were tried");
}

/// Playing on from what was loaded is playing on.
#[test]
fn a_game_may_be_loaded_anew_at_any_time() {
    for seed in 100..116 {
        let mut evening = Evening::new(seed);
        for step in 0..120 {
            evening.go_on(step);
            if step % 11 == 0 {
                evening.hall.sitting = evening.hall.restored();
            }
        }
        evening.check(seed, 120);
    }
}
