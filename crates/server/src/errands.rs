//! What is done about people at the machine itself, be the server running or not.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::accounts::ban::Ban;
use crate::accounts::{self, new_ticket};
use crate::ids;
use crate::names::{self, MemberName};
use crate::store::{Amend, Beside, Kind, OpenError, Person, Role, Store, TicketKind};

/// The most people that are listed.
const LISTED_MAX: u32 = 100_000;

/// What whoever has the machine can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Errand {
    /// A member becomes a host; without such a member, whoever opens the address that is told.
    Host(String),
    /// All accounts.
    List,
    /// A member chooses a new password at the address that is told.
    Reset(String),
    /// A member may not come in.
    Ban {
        /// Who.
        name: String,
        /// For how many days; for ever if left out, and no longer if none.
        days: Option<u32>,
    },
}

/// Why an errand was not done.
#[derive(Debug, thiserror::Error)]
pub enum ErrandError {
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// It has failed.
    #[error("the database has failed: {0}")]
    Failed(#[from] sqlx::Error),
    /// There is nobody of that name.
    #[error("there is no member called `{0}`")]
    Nobody(String),
    /// That cannot be anybody's name.
    #[error("`{0}` cannot be the name of a member")]
    NoName(String),
    /// A program does not run a house.
    #[error("`{0}` is a bot")]
    Bot(String),
    /// The last host cannot be shut out.
    #[error("`{0}` is the only host")]
    LastHost(String),
    /// The system has no threads for us.
    #[error("cannot start threads: {0}")]
    Threads(std::io::Error),
}

/// Does an errand with the database at an address; what there is to tell, a line each.
///
/// # Errors
/// If it was not done.
pub fn run_errand(database: &str, errand: &Errand) -> Result<Vec<String>, ErrandError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(ErrandError::Threads)?;
    runtime.block_on(async {
        Store::bring_up_to_date(database).await?;
        run(&mut Beside::open(database).await?, errand).await
    })
}

async fn run(beside: &mut Beside, errand: &Errand) -> Result<Vec<String>, ErrandError> {
    let now_ms = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
    match errand {
        Errand::List => Ok(beside.people(LISTED_MAX).await?.iter().map(|person| line(person, now_ms)).collect()),
        Errand::Host(name) => make_host(beside, name, now_ms).await,
        Errand::Reset(name) => {
            let Person { id, name, .. } = member(beside, name).await?;
            issue(beside, TicketKind::Reset, id.to_string(), name, now_ms).await
        }
        Errand::Ban { name, days } => {
            let member = member(beside, name).await?;
            if member.role == Role::Host && *days != Some(0) && beside.hosts().await? < 2 {
                return Err(ErrandError::LastHost(member.name));
            }
            let ban = Ban { by: String::new(), person: member.id, why: String::new(), days: *days };
            beside.write(ban.amends(now_ms), now_ms).await?;
            Ok(Vec::new())
        }
    }
}

/// Who becomes a host signs in again.
async fn make_host(beside: &mut Beside, name: &str, now_ms: i64) -> Result<Vec<String>, ErrandError> {
    let Some(member) = beside.member(&names::key(name)).await? else {
        let name = MemberName::new(name).ok_or_else(|| ErrandError::NoName(name.to_owned()))?;
        return issue(beside, TicketKind::Host, String::new(), name.as_str().to_owned(), now_ms).await;
    };
    if member.kind == Kind::Bot {
        return Err(ErrandError::Bot(member.name));
    }
    let amends = vec![Amend::Role(member.id, Role::Host), Amend::LeaveAll(member.id, String::new())];
    beside.write(amends, now_ms).await?;
    Ok(Vec::new())
}

async fn member(beside: &mut Beside, name: &str) -> Result<Person, ErrandError> {
    beside.member(&names::key(name)).await?.ok_or_else(|| ErrandError::Nobody(name.to_owned()))
}

async fn issue(
    beside: &mut Beside,
    kind: TicketKind,
    person: String,
    name: String,
    now_ms: i64,
) -> Result<Vec<String>, ErrandError> {
    let token = ids::short_secret();
    beside.write(vec![Amend::Ticket(new_ticket(&token, kind, person, name, now_ms))], now_ms).await?;
    Ok(vec![accounts::ticket_address(&token)])
}

/// Name, what else they may do, and whether they may come in.
fn line(person: &Person, now_ms: i64) -> String {
    let role = if person.role == Role::None { person.kind.as_str() } else { person.role.as_str() };
    let banned = if person.banned_ms > now_ms { "\tbanned" } else { "" };
    format!("{}\t{role}{banned}", person.name)
}
