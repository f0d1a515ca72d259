//! What changes in our books about people, and the SQL that changes it.

use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection};

use super::attended::sql as attended;
use super::library::{Volume, sql as library};
use super::opening::{self, Addition};
use super::order::Order;
use super::person::{Kind, RelationKind, Role, Secret, Session, Ticket};
use super::relation::sql as relation;
use super::study::{StudyRow, sql as study};
use super::talk::Utter;
use super::token::TokenChange;
use crate::ids::{GameId, PersonId};

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const ARRIVE: &str = "INSERT INTO person
        (id, kind, name, name_key, role, about, language, owner, created_ms, seen_ms, muted_ms, unrated_ms, banned_ms)
        VALUES ($1, 'guest', '', '', '', '', '', '', $2, $2, 0, 0, 0)";
    pub(in super::super) const ENTER: &str = "INSERT INTO session
        (token_hash, person, device, net, browser, created_ms, seen_ms, sudo_ms) VALUES ($1, $2, $3, '', $4, $5, $6, $7)";
    pub(in super::super) const RENEW: &str = "UPDATE session SET token_hash = $2, device = $3, browser = $4, sudo_ms = $5, seen_ms = $5 WHERE token_hash = $1";
    pub(in super::super) const SUDO: &str = "UPDATE session SET sudo_ms = $2 WHERE token_hash = $1";
    pub(in super::super) const SEEN: &str = "UPDATE session SET seen_ms = $2 WHERE token_hash = $1";
    pub(in super::super) const LEAVE: &str = "DELETE FROM session WHERE token_hash = $1";
    pub(in super::super) const LEAVE_ALL: &str = "DELETE FROM session WHERE person = $1 AND token_hash <> $2";
    pub(in super::super) const LABEL: &str = "UPDATE person SET name = $2 WHERE id = $1";
    pub(in super::super) const NAME: &str = "UPDATE person SET name = $2, name_key = $3, kind = $4 WHERE id = $1";
    pub(in super::super) const ROLE: &str = "UPDATE person SET role = $2 WHERE id = $1";
    pub(in super::super) const BAN: &str = "UPDATE person SET banned_ms = $2 WHERE id = $1";
    pub(in super::super) const ACTION: &str = "INSERT INTO action (id, person, about, what, why, game, at_ms, until_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING";
    pub(in super::super) const KIND: &str = "UPDATE person SET kind = $2 WHERE id = $1";
    pub(in super::super) const SECRET: &str = "INSERT INTO credential (person, kind, id, data, created_ms, used_ms)
        VALUES ($1, $2, $3, $4, $5, $5)
        ON CONFLICT (person, kind, id) DO UPDATE SET data = $4, created_ms = $5, used_ms = $5";
    pub(in super::super) const TICKET: &str = "INSERT INTO ticket (hash, kind, person, data, created_ms, expires_ms, used_ms)
        VALUES ($1, $2, $3, $4, $5, $6, 0) ON CONFLICT (hash) DO UPDATE SET used_ms = 0, created_ms = $5, expires_ms = $6";
    pub(in super::super) const USED: &str = "UPDATE ticket SET used_ms = $2 WHERE hash = $1";
    pub(in super::super) const PLAN: &str = "UPDATE game SET plan = $2 WHERE id = $1";
    pub(in super::super) const BODY: &str = "UPDATE event SET body = $3 WHERE game = $1 AND version = $2";
    pub(in super::super) const MERGE: &str = "UPDATE person SET kind = 'merged', owner = $2 WHERE id = $1";
    pub(in super::super) const LEARNED: &str = "INSERT INTO progress (person, kind, lesson, stage, stars, at_ms)
        SELECT $2, kind, lesson, stage, stars, at_ms FROM progress WHERE person = $1
        ON CONFLICT (person, kind, lesson, stage) DO UPDATE SET stars = excluded.stars, at_ms = excluded.at_ms
        WHERE progress.stars < excluded.stars";
    pub(in super::super) const SOLVED: &str =
        "INSERT INTO solver (person, kind, rating, deviation, volatility, tries, solved, at_ms)
        SELECT $2, kind, rating, deviation, volatility, tries, solved, at_ms FROM solver WHERE person = $1
        ON CONFLICT (person, kind) DO NOTHING";
    pub(in super::super) const TRIED: &str = "INSERT INTO attempt
        (person, puzzle, kind, solved, rating_before, rating_after, vote, reported, at_ms)
        SELECT $2, puzzle, kind, solved, rating_before, rating_after, vote, reported, at_ms FROM attempt WHERE person = $1
        ON CONFLICT (person, puzzle) DO NOTHING";
    pub(in super::super) const UNCARD: &str = "DELETE FROM card WHERE game = $1";
    pub(in super::super) const HAS_SESSION: &str = "SELECT 1 FROM session WHERE token_hash = $1";
    /// What erasing takes away, each by the person's id. That a game waits for it is in the game itself, and stays: the others' game
    /// is to end some day.
    pub(in super::super) const ERASE: &[&str] = &[
        "DELETE FROM credential WHERE person = $1",
        "DELETE FROM session WHERE person = $1",
        "DELETE FROM token WHERE person = $1",
        "DELETE FROM ticket WHERE person = $1",
        "DELETE FROM relation WHERE person = $1 OR other = $1",
        "DELETE FROM rating WHERE person = $1",
        "DELETE FROM change WHERE person = $1",
        "DELETE FROM line WHERE person = $1",
        "DELETE FROM report WHERE person = $1",
        "DELETE FROM library WHERE person = $1",
        "DELETE FROM opening WHERE collection IN (SELECT id FROM collection WHERE person = $1)",
        "DELETE FROM beginning WHERE collection IN (SELECT id FROM collection WHERE person = $1)",
        "DELETE FROM counted WHERE collection IN (SELECT id FROM collection WHERE person = $1)",
        "DELETE FROM collection WHERE person = $1",
        "DELETE FROM progress WHERE person = $1",
        "DELETE FROM attended WHERE person = $1",
        "DELETE FROM solver WHERE person = $1",
        "DELETE FROM attempt WHERE person = $1",
        "DELETE FROM study WHERE person = $1",
        "UPDATE person SET kind = 'closed', name = '', name_key = '', role = '', about = '', language = '', owner = ''
            WHERE id = $1",
    ];
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[
        ARRIVE,
        ACTION,
        BAN,
        MERGE,
        LEARNED,
        SOLVED,
        TRIED,
        ENTER,
        RENEW,
        SUDO,
        SEEN,
        LEAVE,
        LEAVE_ALL,
        LABEL,
        NAME,
        ROLE,
        KIND,
        SECRET,
        TICKET,
        USED,
        PLAN,
        BODY,
        UNCARD,
        HAS_SESSION,
    ];
}

/// What somebody who keeps order did.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    /// Which.
    pub id: String,
    /// By whom; empty if at the machine itself.
    pub by: String,
    /// To whom, if to somebody in particular.
    pub about: Option<PersonId>,
    /// What, in a word.
    pub what: &'static str,
    /// Why, as they say.
    pub why: String,
    /// At which table, if at one.
    pub game: Option<GameId>,
    /// When.
    pub at_ms: i64,
    /// Until when it holds.
    pub until_ms: i64,
}

impl Action {
    fn query(&self) -> Query<'_, Any, AnyArguments> {
        let about = self.about.map(|about| about.to_string()).unwrap_or_default();
        let game = self.game.map(|game| game.to_string()).unwrap_or_default();
        let query = sqlx::query(sql::ACTION).bind(&self.id).bind(&self.by).bind(about).bind(self.what);
        query.bind(&self.why).bind(game).bind(self.at_ms).bind(self.until_ms)
    }
}

/// One change. Written twice, each gives what it gives written once, or is found by [`Amend::proof`].
#[derive(Clone, Debug)]
pub(crate) enum Amend {
    /// Somebody comes for the first time.
    Arrive(PersonId, i64),
    /// Somebody is known in a browser from now on.
    Enter(PersonId, Session),
    /// A session goes on under another token.
    Renew {
        /// The hash of the former token.
        from: String,
        /// What it is from now on.
        to: Session,
    },
    /// The password was given again in a session.
    Sudo(String, i64),
    /// A session is in use.
    Seen(String, i64),
    /// A session ends.
    Leave(String),
    /// All sessions of somebody end, but for the one with that token's hash.
    LeaveAll(PersonId, String),
    /// A guest goes by another name.
    Label(PersonId, String),
    /// A member goes by a name that nobody else may have.
    Name {
        /// Who.
        person: PersonId,
        /// The name.
        name: String,
        /// What it is compared by.
        key: String,
        /// What they are from now on.
        kind: Kind,
    },
    /// Somebody may do more, or less.
    Role(PersonId, Role),
    /// Somebody has a secret, a known device or a former name.
    Secret(Secret),
    /// Something may be done once.
    Ticket(Ticket),
    /// It was done.
    Used(String, i64),
    /// A name is taken out of what a table was made of.
    Plan(GameId, String),
    /// The card of a game holds a name that is taken out; it is made anew.
    Uncard(GameId),
    /// A name is taken out of an event.
    Body(GameId, i64, String),
    /// Somebody may not come in until then.
    Ban(PersonId, i64),
    /// Somebody who keeps order did something, and why.
    Action(Action),
    /// Something is said, or out of sight.
    Utter(Utter),
    /// Order is kept.
    Order(Order),
    /// Somebody stands to somebody else in another way.
    Relate(PersonId, PersonId, RelationKind, i64),
    /// Somebody no longer does.
    Unrelate(PersonId, PersonId, RelationKind),
    /// A guest is the same person as a member.
    Merge(PersonId, PersonId),
    /// A member has learned what a guest has.
    Learned(PersonId, PersonId),
    /// Something about the tokens of programs.
    Token(TokenChange),
    /// Somebody is a program from now on.
    Bot(PersonId),
    /// What a guest has left counts for the member.
    Attended(PersonId, PersonId),
    /// Somebody keeps a game. Boxed, because records are long.
    Shelve(PersonId, Box<Volume>),
    /// Somebody keeps a game no longer, or none at all.
    Unshelve(PersonId, Option<String>),
    /// A member keeps what a guest has kept.
    Inherit(PersonId, PersonId),
    /// Games are counted in a collection. Boxed, because there are many numbers.
    Count(Box<Addition>),
    /// A collection is no more.
    Dissolve(String),
    /// A member solves as well as the guest did, unless they have solved before.
    Solved(PersonId, PersonId),
    /// A member has tried what a guest has.
    Tried(PersonId, PersonId),
    /// Somebody has written a study. Boxed, because studies are long.
    Study(Box<StudyRow>),
    /// A study is no more.
    DropStudy(PersonId, String),
    /// A member has the studies of a guest.
    Studies(PersonId, PersonId),
    /// Somebody has closed the account.
    Close(PersonId),
    /// Nothing is left of somebody but the id.
    Erase(PersonId),
}

impl Amend {
    /// The hash of a token that is in the database only if this is.
    pub(super) fn proof(&self) -> Option<&str> {
        match self {
            Self::Enter(_, session) | Self::Renew { to: session, .. } => Some(&session.token_hash),
            _ => None,
        }
    }

    pub(super) async fn write(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        match self {
            Self::Erase(person) => {
                for text in sql::ERASE {
                    sqlx::query(*text).bind(person.as_str()).execute(&mut *connection).await?;
                }
            }
            Self::Order(order) => order.write(connection).await?,
            Self::Count(addition) => addition.write(connection).await?,
            Self::Dissolve(collection) => opening::dissolve(collection, connection).await?,
            other => {
                if let Some(query) = other.query() {
                    query.execute(connection).await?;
                }
            }
        }
        Ok(())
    }

    /// A collection and a game that is marked there only if this is written.
    pub(super) fn mark(&self) -> Option<(&str, &str)> {
        match self {
            Self::Count(addition) => Some((&addition.collection.id, addition.tally.games.last()?)),
            _ => None,
        }
    }

    /// What is done with one statement.
    fn query(&self) -> Option<Query<'_, Any, AnyArguments>> {
        let of = |text: &'static str, person: &PersonId| sqlx::query(text).bind(person.to_string());
        Some(match self {
            Self::Arrive(person, at_ms) => of(sql::ARRIVE, person).bind(*at_ms),
            Self::Enter(person, session) => {
                let query = sqlx::query(sql::ENTER).bind(&session.token_hash).bind(person.to_string());
                let query = query.bind(&session.device).bind(&session.browser).bind(session.created_ms);
                query.bind(session.seen_ms).bind(session.sudo_ms)
            }
            Self::Renew { from, to } => {
                let query = sqlx::query(sql::RENEW).bind(from).bind(&to.token_hash).bind(&to.device);
                query.bind(&to.browser).bind(to.sudo_ms)
            }
            Self::Sudo(token_hash, at_ms) => sqlx::query(sql::SUDO).bind(token_hash).bind(*at_ms),
            Self::Seen(token_hash, at_ms) => sqlx::query(sql::SEEN).bind(token_hash).bind(*at_ms),
            Self::Leave(token_hash) => sqlx::query(sql::LEAVE).bind(token_hash),
            Self::LeaveAll(person, but) => of(sql::LEAVE_ALL, person).bind(but),
            Self::Label(person, name) => of(sql::LABEL, person).bind(name),
            Self::Name { person, name, key, kind } => of(sql::NAME, person).bind(name).bind(key).bind(kind.as_str()),
            Self::Role(person, role) => of(sql::ROLE, person).bind(role.as_str()),
            Self::Secret(Secret { person, kind, id, data, at_ms }) => {
                of(sql::SECRET, person).bind(kind.as_str()).bind(id).bind(data).bind(*at_ms)
            }
            Self::Ticket(Ticket { hash, kind, person, data, created_ms, expires_ms }) => {
                let query = sqlx::query(sql::TICKET).bind(hash).bind(kind.as_str()).bind(person);
                query.bind(data).bind(*created_ms).bind(*expires_ms)
            }
            Self::Used(hash, at_ms) => sqlx::query(sql::USED).bind(hash).bind(*at_ms),
            Self::Plan(game, plan) => sqlx::query(sql::PLAN).bind(game.to_string()).bind(plan),
            Self::Uncard(game) => sqlx::query(sql::UNCARD).bind(game.to_string()),
            Self::Body(game, version, body) => sqlx::query(sql::BODY).bind(game.to_string()).bind(*version).bind(body),
            Self::Action(action) => action.query(),
            Self::Utter(utter) => utter.query(),
            Self::Relate(person, other, kind, since_ms) => {
                of(relation::RELATE, person).bind(other.to_string()).bind(kind.as_str()).bind(*since_ms)
            }
            Self::Unrelate(person, other, kind) => {
                of(relation::UNRELATE, person).bind(other.to_string()).bind(kind.as_str())
            }
            Self::Ban(person, until_ms) => of(sql::BAN, person).bind(*until_ms),
            Self::Merge(from, to) => of(sql::MERGE, from).bind(to.to_string()),
            Self::Learned(from, to) => of(sql::LEARNED, from).bind(to.to_string()),
            Self::Token(change) => change.query(),
            Self::Bot(person) => of(sql::KIND, person).bind(Kind::Bot.as_str()),
            Self::Attended(from, to) => of(attended::TAKE_OVER, from).bind(to.to_string()),
            Self::Shelve(person, volume) => shelve(person, volume),
            Self::Unshelve(person, Some(id)) => of(library::UNSHELVE, person).bind(id),
            Self::Unshelve(person, None) => of(library::UNSHELVE_ALL, person),
            Self::Inherit(from, to) => of(library::INHERIT, from).bind(to.to_string()),
            Self::Solved(from, to) => of(sql::SOLVED, from).bind(to.to_string()),
            Self::Tried(from, to) => of(sql::TRIED, from).bind(to.to_string()),
            Self::Study(row) => row.query(),
            Self::DropStudy(person, id) => of(study::DROP, person).bind(id),
            Self::Studies(from, to) => of(study::INHERIT, from).bind(to.to_string()),
            Self::Close(person) => of(sql::KIND, person).bind(Kind::Closed.as_str()),
            Self::Erase(_) | Self::Order(_) | Self::Count(_) | Self::Dissolve(_) => return None,
        })
    }
}

fn shelve<'a>(person: &PersonId, volume: &'a Volume) -> Query<'a, Any, AnyArguments> {
    let Volume { spine, digest, words, record } = volume;
    let query = sqlx::query(library::SHELVE).bind(&spine.id).bind(person.to_string()).bind(&spine.kind);
    let query = query.bind(digest).bind(&spine.title).bind(record).bind(spine.added_ms).bind(words);
    query.bind(&spine.day).bind(&spine.setup).bind(&spine.result).bind(spine.deeds)
}
