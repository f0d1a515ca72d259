//! Why the server did not do something.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use room::Sort;
use serde::Serialize;

/// A refusal with its code, its HTTP status and one sentence for developers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{code}: {detail}")]
pub(crate) struct Refused {
    /// The code that travels.
    pub code: &'static str,
    /// In English, for logs and terminals.
    pub detail: String,
    /// How long to wait, if waiting helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_ms: Option<u64>,
    /// Until when it is refused, where that is a day's time and not a moment's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<i64>,
    #[serde(skip)]
    status: StatusCode,
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $status:ident, $detail:literal;)+) => {
        impl Refused {
            $($(#[$doc])*
            #[must_use]
            pub(crate) fn $name() -> Self {
                Self::new(StatusCode::$status, $code, $detail)
            })+
        }
    };
}

refusals! {
    /// There is no such game, or it is not for this viewer.
    no_game = "E_GAME", NOT_FOUND, "there is no such game";
    /// What is written is not stored at present.
    unwell = "E_BROKEN", SERVICE_UNAVAILABLE, "nothing can be stored at present";
    /// Somebody else has the job by now, or nobody wants it any more.
    no_job = "E_JOB", GONE, "that job is not yours, or no longer";
    /// Nobody would threaten anything.
    no_threat = "E_THREAT", CONFLICT, "somebody must answer a threat already";
    /// There is no such lesson.
    no_lesson = "E_LESSON", NOT_FOUND, "there is no such lesson";
    /// There is no such puzzle, or nothing was tried yet.
    no_puzzle = "E_PUZZLE", NOT_FOUND, "there is no such puzzle, or you have not tried it yet";
    /// There is no such rating.
    no_pool = "E_POOL", NOT_FOUND, "there is no such pool of ratings";
    /// There is no such kind of game.
    no_kind = "E_KIND", BAD_REQUEST, "there is no such kind of game";
    /// The name is not allowed.
    bad_name = "E_NAME", BAD_REQUEST, "that name is not allowed";
    /// The password is not good enough.
    bad_password = "E_PASSWORD", BAD_REQUEST, "that password is too short, too long or too easily guessed";
    /// Somebody has that name, or one that looks like it.
    name_taken = "E_NAMETAKEN", CONFLICT, "somebody has that name, or one that looks like it";
    /// There is no such person, or the secret is wrong; nobody is told which.
    no_login = "E_LOGIN", UNAUTHORIZED, "the name or the secret is not right";
    /// Nobody is known by that token.
    no_session = "E_SESSION", UNAUTHORIZED, "nobody is signed in here";
    /// An account is needed, or is not to be had.
    no_account = "E_ACCOUNT", FORBIDDEN, "this needs an account, or one is not to be had in this way";
    /// The password must be given again.
    no_sudo = "E_SUDO", FORBIDDEN, "this needs the password again";
    /// The program's token is not good for it.
    no_scope = "E_SCOPE", FORBIDDEN, "this token is not good for that";
    /// Only an account without games becomes a bot.
    no_bot = "E_BOT", CONFLICT, "only an account without games becomes a bot, and only once";
    /// Bots do not sit where people play for points.
    no_points = "E_RATED", BAD_REQUEST, "bots do not sit where two people play for points";
    /// It is not this person's to do.
    no_role = "E_ROLE", FORBIDDEN, "that is not yours to do";
    /// The person may not come in.
    banned = "E_BANNED", FORBIDDEN, "you may not come in at present";
    /// Others could listen.
    plain = "E_PLAIN", FORBIDDEN, "passwords are not taken over an open connection; use HTTPS";
    /// There is no such person.
    no_person = "E_PERSON", NOT_FOUND, "there is no such person";
    /// The table is for others.
    range = "E_RANGE", FORBIDDEN, "this table is for stronger or weaker players";
    /// One of them blocks the other.
    blocked = "E_BLOCK", FORBIDDEN, "one of you has blocked the other";
    /// They may not say that here.
    no_chat = "E_CHAT", FORBIDDEN, "that is not said here: there is no chat, or only members write texts";
    /// They may not say anything for a while.
    muted = "E_MUTED", FORBIDDEN, "you may not say anything at present";
    /// They have said so already.
    repeated = "E_REPEAT", CONFLICT, "you have just said that";
    /// The game counts for nobody.
    not_rated = "E_CASUAL", BAD_REQUEST, "that game is not rated";
    /// There is no such line.
    no_line = "E_LINE", NOT_FOUND, "there is no such line";
    /// There is no such report.
    no_report = "E_REPORT", NOT_FOUND, "there is no such report";
    /// The ticket is not good, or no longer.
    no_ticket = "E_TICKET", GONE, "that ticket is not good, or no longer";
    /// The record holds secrets.
    hidden = "E_HIDDEN", FORBIDDEN, "the record is secret until the game is over";
    /// There is no such format.
    no_format = "E_FORMAT", NOT_FOUND, "there is no such record format for this game";
    /// The request came from a foreign page.
    foreign = "E_ORIGIN", FORBIDDEN, "requests from other sites are not taken";
    /// There is nothing at that address.
    no_route = "E_ROUTE", NOT_FOUND, "there is nothing at this address";
    /// The address does not know the method.
    bad_method = "E_METHOD", METHOD_NOT_ALLOWED, "this address does not take that method";
    /// The body is too big.
    too_big = "E_SIZE", PAYLOAD_TOO_LARGE, "the body is too big";
    /// The body does not say that it is JSON.
    not_json = "E_TYPE", UNSUPPORTED_MEDIA_TYPE, "the body must be application/json";
    /// The body does not say that it is a file.
    not_bytes = "E_TYPE", UNSUPPORTED_MEDIA_TYPE, "the body must be application/octet-stream";
    /// There is no such game in the library.
    no_volume = "E_LIBRARY", NOT_FOUND, "there is no such game in your library";
    /// There is no such study.
    no_study = "E_STUDY", NOT_FOUND, "there is no such study";
    /// There is no such collection, or it is somebody else's.
    no_collection = "E_COLLECTION", NOT_FOUND, "there is no such collection of games";
    /// The request does not ask for a socket as it should.
    no_upgrade = "E_UPGRADE", UPGRADE_REQUIRED, "this address speaks WebSocket, version 13";
    /// The request was not done in time.
    slow = "E_SLOW", SERVICE_UNAVAILABLE, "the request took too long";
    /// There is too much of something.
    full = "E_FULL", SERVICE_UNAVAILABLE, "there are too many of these at once";
    /// The server is about to end.
    ending = "E_ENDING", SERVICE_UNAVAILABLE, "the server is ending";
    /// Something of ours went wrong.
    broken = "E_BROKEN", INTERNAL_SERVER_ERROR, "an error of ours; it is in the log";
}

impl Refused {
    fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), retry_ms: None, until_ms: None, status }
    }

    /// A message that cannot be understood.
    pub(crate) fn message(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "E_MESSAGE", detail)
    }

    /// Too many requests.
    #[must_use]
    pub(crate) fn rate(retry_ms: u64) -> Self {
        let refused = Self::new(StatusCode::TOO_MANY_REQUESTS, "E_RATE", "too many requests");
        Self { retry_ms: Some(retry_ms), ..refused }
    }

    /// Who has left strangers too often does not sit down with strangers until then.
    #[must_use]
    pub(crate) fn leaver(until_ms: i64, now_ms: i64) -> Self {
        let detail = "you have left too many games of strangers; for a while there are none for you";
        let refused = Self::new(StatusCode::FORBIDDEN, "E_LEAVER", detail);
        Self { retry_ms: u64::try_from(until_ms - now_ms).ok(), until_ms: Some(until_ms), ..refused }
    }

    /// Nothing is handed out until then to who has answered what no honest worker does.
    #[must_use]
    pub(crate) fn aside(until_ms: i64, now_ms: i64) -> Self {
        let detail = "answers of this worker were against the rules; for a while there is nothing for it to do";
        let refused = Self::new(StatusCode::FORBIDDEN, "E_ASIDE", detail);
        Self { retry_ms: u64::try_from(until_ms - now_ms).ok(), until_ms: Some(until_ms), ..refused }
    }

    /// What is asked for is another node's, or on its way there.
    #[must_use]
    pub(crate) fn moved() -> Self {
        /// About as long as it takes to find it.
        const AGAIN_MS: u64 = 300;
        let refused = Self::new(StatusCode::SERVICE_UNAVAILABLE, "E_MOVED", "another node has it now; ask again");
        Self { retry_ms: Some(AGAIN_MS), ..refused }
    }

    /// Why there is no such position.
    #[must_use]
    pub(crate) fn of_position(refused: engine::positions::NoSight) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, refused.code, refused.detail)
    }

    /// What the rules of a game refuse.
    #[must_use]
    pub(crate) fn of_rules(refusal: game::Refusal) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, refusal.code, refusal.detail)
    }

    /// A refusal of which only the status is known, from a part that is not ours.
    #[must_use]
    pub(crate) fn of_status(status: StatusCode) -> Self {
        let known = match status {
            StatusCode::NOT_FOUND => Self::no_route(),
            StatusCode::METHOD_NOT_ALLOWED => Self::bad_method(),
            StatusCode::PAYLOAD_TOO_LARGE => Self::too_big(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::not_json(),
            StatusCode::SERVICE_UNAVAILABLE => Self::slow(),
            _ if status.is_server_error() => Self::broken(),
            _ => Self::message("the request cannot be understood"),
        };
        Self { status, ..known }
    }

    /// Writes an error of ours into the log and hides it from the client.
    pub(crate) fn logged(error: impl std::fmt::Display) -> Self {
        tracing::error!(%error, "something went wrong");
        Self::broken()
    }
}

/// What a table refuses; an error of ours goes to the log and not to the client.
impl From<room::Refused> for Refused {
    fn from(refused: room::Refused) -> Self {
        let status = match refused.sort {
            Sort::Nonsense => StatusCode::BAD_REQUEST,
            Sort::NotYours => StatusCode::FORBIDDEN,
            Sort::NotNow => StatusCode::CONFLICT,
            Sort::Unlawful => StatusCode::UNPROCESSABLE_ENTITY,
            Sort::Ours => return Self::logged(refused),
        };
        Self::new(status, refused.code, refused.detail)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let retry_s = self.retry_ms.map(|retry_ms| retry_ms.div_ceil(1000));
        let mut response = (self.status, Json(&self)).into_response();
        if let Some(retry_s) = retry_s {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(retry_s));
        }
        if self.status == StatusCode::UPGRADE_REQUIRED {
            response.headers_mut().insert(header::UPGRADE, HeaderValue::from_static("websocket"));
            response.headers_mut().insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
        }
        response
    }
}
