//! Who people are, and the sessions in which they are known.

use serde::Serialize;
use sqlx::Row as _;
use sqlx::any::AnyRow;

use super::{Guest, Store};
use crate::ids::{PersonId, Token};
use crate::scopes::Scopes;

/// Every statement that reads, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const KNOWN: &str =
        "SELECT person.id, person.kind, person.name, person.role, person.created_ms,
            person.banned_ms, session.token_hash, session.device, session.browser, session.created_ms, session.seen_ms,
            session.sudo_ms
        FROM session JOIN person ON person.id = session.person WHERE session.token_hash = $1";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[KNOWN];
}

/// A small word that is stored as text.
macro_rules! word {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
        pub(crate) enum $name {
            $($(#[$of])* #[serde(rename = $text)] $value,)+
        }

        impl $name {
            /// As it is stored and told.
            #[must_use]
            pub(crate) const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)+
                }
            }

        }

        impl TryFrom<&str> for $name {
            type Error = sqlx::Error;

            fn try_from(text: &str) -> Result<Self, sqlx::Error> {
                match text {
                    $($text => Ok(Self::$value),)+
                    _ => Err(sqlx::Error::Decode(format!("`{text}` is no {}", stringify!($name)).into())),
                }
            }
        }
    };
}
pub(super) use word;

word! {
    /// What a person is.
    Kind {
        /// Whoever comes, without an account.
        Guest = "guest",
        /// With a name and a password of their own.
        Member = "member",
        /// A program with an account.
        Bot = "bot",
        /// The house's own computer.
        House = "house",
        /// Has closed the account.
        Closed = "closed",
        /// A guest whose games a member has taken over.
        Merged = "merged",
    }
}

word! {
    /// What a person may do beyond playing.
    Role {
        /// Nothing.
        None = "",
        /// Keeps order.
        Guide = "guide",
        /// Runs the house.
        Host = "host",
    }
}

word! {
    /// What is kept of somebody to know them by.
    SecretKind {
        /// The hash of the password.
        Password = "password",
        /// The hash of the recovery code.
        Recovery = "recovery",
        /// A device on which they have signed in.
        Device = "device",
        /// A name that they have given up.
        Name = "name",
    }
}

word! {
    /// How somebody stands to somebody else, who is not told.
    RelationKind {
        /// Wants to hear of them.
        Follow = "follow",
        /// Wants nothing of them.
        Block = "block",
    }
}

word! {
    /// What a ticket is for.
    TicketKind {
        /// To sign up where that needs an invitation.
        Invite = "invite",
        /// To sign up as a host.
        Host = "host",
        /// To choose a new password.
        Reset = "reset",
        /// Work: a guest's games become a member's.
        Adopt = "adopt",
        /// Work: a closed account is to be erased.
        Erase = "erase",
        /// Work: who was shut out leaves all tables.
        Expel = "expel",
        /// Work: look what was changed at the machine itself.
        Call = "call",
    }
}

/// Something by which somebody is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Secret {
    /// Whose.
    pub person: PersonId,
    /// What.
    pub kind: SecretKind,
    /// Which, if there can be several.
    pub id: String,
    /// What is kept of it.
    pub data: String,
    /// Since when.
    pub at_ms: i64,
}

/// Something that may be done once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ticket {
    /// Of its token.
    pub hash: String,
    /// What.
    pub kind: TicketKind,
    /// Whose, or who has issued it; may be empty.
    pub person: String,
    /// More about it.
    pub data: String,
    /// Since when.
    pub created_ms: i64,
    /// Until when.
    pub expires_ms: i64,
}

/// Somebody in our books.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    /// The public name that never changes.
    pub id: PersonId,
    /// With or without an account.
    pub kind: Kind,
    /// The chosen name; empty until chosen.
    pub name: String,
    /// What else they may do.
    pub role: Role,
    /// When they first came.
    pub created_ms: i64,
    /// Until when they may not come in; 0 if they may.
    pub banned_ms: i64,
}

/// A browser in which somebody is known, or a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Session {
    /// Of the token in its cookie, or of the program's.
    pub token_hash: String,
    /// Of the cookie by which the browser is known again after signing out; may be empty.
    pub device: String,
    /// In words, for the list of devices.
    pub browser: String,
    /// Since when.
    pub created_ms: i64,
    /// When it last asked for something, to the hour.
    pub seen_ms: i64,
    /// When the password was last given; 0 for never.
    pub sudo_ms: i64,
    /// What may be done in it.
    pub scopes: Scopes,
}

/// Somebody, and by what they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// Who.
    pub person: Person,
    /// By what.
    pub session: Session,
}

impl Kind {
    /// Whether there is a name and a password of their own.
    #[must_use]
    pub(crate) const fn has_account(self) -> bool {
        matches!(self, Self::Member | Self::Bot)
    }
}

impl Person {
    /// Somebody who comes for the first time.
    #[must_use]
    pub(crate) const fn newcomer(id: PersonId, created_ms: i64) -> Self {
        Self { id, kind: Kind::Guest, name: String::new(), role: Role::None, created_ms, banned_ms: 0 }
    }

    /// Who it is at a table, where only guests leave their names.
    #[must_use]
    pub(crate) fn guest(&self) -> Guest {
        let name = if self.kind == Kind::Guest { self.name.clone() } else { String::new() };
        Guest { id: self.id, name }
    }
}

impl Session {
    /// One that begins.
    #[must_use]
    pub(crate) fn new(token: &Token, now_ms: i64) -> Self {
        let (device, browser) = (String::new(), String::new());
        let (token_hash, scopes) = (token.hash(), Scopes::ALL);
        Self { token_hash, device, browser, created_ms: now_ms, seen_ms: now_ms, sudo_ms: 0, scopes }
    }
}

/// A year: the longest that anybody is known without coming, and a member in any case.
const YEAR_MS: i64 = 365 * 24 * 60 * 60 * 1000;
/// After so long without coming a member has to sign in again.
const MEMBER_IDLE_MS: i64 = 60 * 24 * 60 * 60 * 1000;

impl Known {
    /// Whether the session has not run out, and its person may come in.
    #[must_use]
    pub(crate) const fn is_live(&self, now_ms: i64) -> bool {
        if self.person.banned_ms > now_ms {
            return false;
        }
        let (idle_ms, age_ms) = (now_ms - self.session.seen_ms, now_ms - self.session.created_ms);
        match self.person.kind {
            Kind::Guest => idle_ms <= YEAR_MS,
            _ => idle_ms <= MEMBER_IDLE_MS && age_ms <= YEAR_MS,
        }
    }
}

impl Store {
    /// Whoever has that token.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn known(&self, token_hash: &str) -> Result<Option<Known>, sqlx::Error> {
        let row = sqlx::query(sql::KNOWN).bind(token_hash).fetch_optional(&self.pool).await?;
        row.map(|row| Ok(Known { person: person(&row)?, session: session(&row, 6)? })).transpose()
    }
}

/// The first six columns.
pub(super) fn person(row: &AnyRow) -> Result<Person, sqlx::Error> {
    Ok(Person {
        id: super::id(row, 0)?,
        kind: row.try_get::<&str, _>(1)?.try_into()?,
        name: row.try_get(2)?,
        role: row.try_get::<&str, _>(3)?.try_into()?,
        created_ms: row.try_get(4)?,
        banned_ms: row.try_get(5)?,
    })
}

/// Six columns.
pub(super) fn session(row: &AnyRow, from: usize) -> Result<Session, sqlx::Error> {
    Ok(Session {
        token_hash: row.try_get(from)?,
        device: row.try_get(from + 1)?,
        browser: row.try_get(from + 2)?,
        created_ms: row.try_get(from + 3)?,
        seen_ms: row.try_get(from + 4)?,
        sudo_ms: row.try_get(from + 5)?,
        scopes: Scopes::ALL,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::new_person;

    const DAY_MS: i64 = 24 * 60 * 60 * 1000;

    #[test]
    fn sessions_run_out() {
        let live = |kind, created_days: i64, seen_days: i64, banned_ms| {
            let now_ms = 1000 * DAY_MS;
            let person = Person { kind, banned_ms, ..Person::newcomer(new_person(), 0) };
            let mut session = Session::new(&Token::random(), now_ms - created_days * DAY_MS);
            session.seen_ms = now_ms - seen_days * DAY_MS;
            Known { person, session }.is_live(now_ms)
        };
        assert!(live(Kind::Guest, 900, 364, 0) && !live(Kind::Guest, 900, 366, 0));
        assert!(live(Kind::Member, 100, 59, 0) && !live(Kind::Member, 100, 61, 0));
        assert!(live(Kind::Member, 364, 1, 0) && !live(Kind::Member, 366, 1, 0), "however often they come");
        assert!(!live(Kind::Member, 1, 1, i64::MAX) && live(Kind::Member, 1, 1, 5), "a ban ends");
    }
}
