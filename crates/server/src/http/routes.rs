//! Every route, declared once: the router and the description for programs are both made of this list.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::handler::Handler;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use tower_http::compression::CompressionLayer;

use super::bearer::Access;
use super::{
    account, analysis, bans, bearer, catalog, explorer, export, games, ground, health, house_socket, house_stream,
    inbox, jobs, learn, library, lobby, me, openapi, order, own_data, people, puzzles, records, relations, reports,
    rulings, session, socket, studies, tokens,
};
use crate::app::App;
use crate::error::Refused;
use crate::scopes::Scope;
use crate::shelf;

pub(super) const JSON: &str = "application/json";
const PLAIN: &str = "text/plain";
/// What stands behind question marks and is no number: a language, topics, and other texts.
pub(super) const LANGUAGE: &str = "lang";
pub(super) const TOPICS: &str = "topics";
pub(super) const TEXTS: &[&str] =
    &["kind", "find", "day", "setup", "name", "rules", "state", "acts", "collection", "theme", "not"];
/// The schema of a body that is a file.
pub(super) const BYTES: &str = "Bytes";

/// A route with its handler and all that is told about it.
pub(super) struct Route {
    /// The address as the description writes it.
    pub(super) path: &'static str,
    /// The address as the router knows it, which cannot split a name at its dot.
    served_as: &'static str,
    /// In lower case.
    pub(super) method: &'static str,
    pub(super) about: &'static str,
    /// What may stand behind the question mark: numbers, [`LANGUAGE`], [`TOPICS`] and [`TEXTS`].
    pub(super) query: &'static [&'static str],
    /// The schema of its body.
    pub(super) takes: Option<&'static str>,
    /// The status and, if there is a body, its type and its schema.
    pub(super) gives: (u16, Option<(&'static str, &'static str)>),
    /// Who may ask for it. What nobody has thought of is for browsers alone, unless it only reads.
    pub(super) access: Access,
    /// Whether it lasts longer than any time limit.
    is_lasting: bool,
    /// The most bytes of its body, if more than usual.
    body_max: Option<usize>,
    handler: MethodRouter<Arc<App>>,
}

impl Route {
    fn new<H, T>(filter: MethodFilter, method: &'static str, path: &'static str, handler: H) -> Self
    where
        H: Handler<T, Arc<App>>,
        T: 'static,
    {
        Self {
            path,
            served_as: path,
            method,
            about: "",
            query: &[],
            takes: None,
            gives: (200, None),
            access: if method == "get" { Access::Scoped(Scope::Read) } else { Access::Browsers },
            is_lasting: false,
            body_max: None,
            handler: on(filter, handler),
        }
    }

    fn get<H: Handler<T, Arc<App>>, T: 'static>(path: &'static str, handler: H) -> Self {
        Self::new(MethodFilter::GET, "get", path, handler)
    }

    fn put<H: Handler<T, Arc<App>>, T: 'static>(path: &'static str, handler: H) -> Self {
        Self::new(MethodFilter::PUT, "put", path, handler)
    }

    fn post<H: Handler<T, Arc<App>>, T: 'static>(path: &'static str, handler: H) -> Self {
        Self::new(MethodFilter::POST, "post", path, handler)
    }

    fn delete<H: Handler<T, Arc<App>>, T: 'static>(path: &'static str, handler: H) -> Self {
        Self::new(MethodFilter::DELETE, "delete", path, handler)
    }

    /// Programs may do it, too, if their token is good for that.
    fn scope(self, scope: Scope) -> Self {
        Self { access: Access::Scoped(scope), ..self }
    }

    /// It does not matter who asks.
    fn for_anybody(self) -> Self {
        Self { access: Access::Anybody, ..self }
    }

    /// Though it only reads, it is not for programs.
    fn for_browsers(self) -> Self {
        Self { access: Access::Browsers, ..self }
    }

    fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    fn query(self, query: &'static [&'static str]) -> Self {
        Self { query, ..self }
    }

    fn takes(self, schema: &'static str) -> Self {
        Self { takes: Some(schema), ..self }
    }

    /// Done, and nothing to say.
    fn silent(self) -> Self {
        Self { gives: (204, None), ..self }
    }

    fn gives(self, status: u16, content: &'static str, schema: &'static str) -> Self {
        Self { gives: (status, Some((content, schema))), ..self }
    }
}

/// The list.
pub(super) fn all() -> Vec<Route> {
    let lists = [
        of_games(),
        of_lobby(),
        of_ratings(),
        of_analysis(),
        of_lessons(),
        of_puzzles(),
        of_people(),
        of_programs(),
        of_workers(),
        of_order(),
        of_rulings(),
        of_library(),
        of_studies(),
    ];
    lists.into_iter().flatten().collect()
}

/// Who one is.
fn of_people() -> Vec<Route> {
    vec![
        Route::get("/api/me", me::me).about("Who one is; makes a guest of a newcomer").gives(200, JSON, "Me"),
        Route::put("/api/me", me::rename).about("Changes one's name").takes("Rename").gives(200, JSON, "Me"),
        Route::delete("/api/me", own_data::close).about("Closes the account").silent(),
        Route::post("/api/account", account::register)
            .about("Makes a member of a guest")
            .takes("NewAccount")
            .gives(201, JSON, "Account"),
        Route::post("/api/session", session::sign_in).about("Signs in").takes("SignIn").gives(200, JSON, "SignedIn"),
        Route::delete("/api/session", session::sign_out).about("Signs out").silent(),
        Route::get("/api/me/sessions", session::devices)
            .about("Where one is signed in")
            .for_browsers()
            .gives(200, JSON, "Sessions"),
        Route::delete("/api/me/sessions/{n}", session::revoke).about("Ends a session of one's own").silent(),
        Route::post("/api/me/sudo", session::sudo).about("Gives the password again").takes("Given").silent(),
        Route::put("/api/me/password", account::change_password)
            .about("Changes the password and ends all other sessions")
            .takes("NewPassword")
            .silent(),
        Route::post("/api/me/recovery", account::new_code)
            .about("A new recovery code in place of the old one")
            .gives(200, JSON, "Code"),
        Route::post("/api/recovery", account::recover)
            .about("A new password by the recovery code")
            .takes("Recovery")
            .gives(200, JSON, "Account"),
        Route::post("/api/tickets", account::redeem)
            .about("What a ticket is for; with a new password, takes that")
            .takes("Redeemed")
            .gives(200, JSON, "TicketSight"),
        Route::get("/api/me/export", own_data::export).about("All of one's own data, a line each").gives(
            200,
            "application/x-ndjson",
            "Text",
        ),
    ]
}

/// One's programs.
fn of_programs() -> Vec<Route> {
    vec![
        Route::get("/api/me/tokens", tokens::list)
            .about("The tokens of one's programs")
            .for_browsers()
            .gives(200, JSON, "Tokens"),
        Route::post("/api/me/tokens", tokens::make)
            .about("A token for a program; its secret is told once")
            .takes("TokenWish")
            .gives(201, JSON, "NewToken"),
        Route::delete("/api/me/tokens/{id}", tokens::revoke)
            .about("Revokes a token; what was opened with it ends")
            .silent(),
        Route::post("/api/me/bot", tokens::become_bot)
            .about("Makes a bot of an account without games, for good")
            .silent(),
    ]
}

/// Those who think for the house.
fn of_workers() -> Vec<Route> {
    vec![
        Route::post("/api/jobs/acquire", jobs::acquire)
            .about("Waits some seconds for a job for a worker")
            .scope(Scope::Worker)
            .gives(200, JSON, "NextJob"),
        Route::post("/api/jobs/{id}", jobs::answer)
            .about("Answers a job, and hands out the next one if it is wanted")
            .scope(Scope::Worker)
            .takes("JobDone")
            .gives(200, JSON, "NextJob"),
        Route::post("/api/jobs/{id}/progress", jobs::progress)
            .about("Says that one still has a job, and what was found so far")
            .scope(Scope::Worker)
            .takes("JobTold")
            .silent(),
        Route::post("/api/jobs/{id}/abort", jobs::abort)
            .about("Gives a job back that one cannot do")
            .scope(Scope::Worker)
            .takes("JobGiven")
            .silent(),
    ]
}

/// What those look at who keep order.
fn of_order() -> Vec<Route> {
    vec![
        Route::post("/api/reports", reports::report)
            .about("Tells those who keep order of somebody")
            .takes("ReportWish")
            .silent(),
        Route::get("/api/host/reports", order::reports)
            .for_browsers()
            .about("Reports that nobody has looked at, or with `done` the others, fifty a page")
            .query(&["from", "done"])
            .gives(200, JSON, "Reports"),
        Route::get("/api/host/reports/{id}", order::report)
            .for_browsers()
            .about("One report with all that was said at its table")
            .gives(200, JSON, "Report"),
        Route::post("/api/host/reports/{id}", order::handled).about("Somebody has looked at a report").silent(),
        Route::get("/api/host/people", order::people)
            .for_browsers()
            .about("Members whose names begin like that")
            .query(&["find"])
            .gives(200, JSON, "Found"),
        Route::get("/api/host/people/{name}", order::person)
            .for_browsers()
            .about("A member's conduct")
            .gives(200, JSON, "Conduct"),
        Route::get("/api/host/actions", order::actions)
            .for_browsers()
            .about("What was done to keep order, fifty a page")
            .query(&["from"])
            .gives(200, JSON, "Actions"),
        Route::get("/api/host/settings", order::settings)
            .for_browsers()
            .about("What the house was started with")
            .gives(200, JSON, "HouseSettings"),
    ]
}

/// What they decide. Guides may do what is not said to be a host's.
fn of_rulings() -> Vec<Route> {
    vec![
        Route::post("/api/host/mutes", rulings::mute)
            .about("Lets somebody say nothing for some hours")
            .takes("MuteWish")
            .silent(),
        Route::post("/api/host/lines", rulings::hide)
            .about("Takes a line out of sight, or brings it back")
            .takes("HideWish")
            .silent(),
        Route::post("/api/host/unrated", rulings::unrate)
            .about("Takes a game out of the ratings")
            .takes("UnrateWish")
            .silent(),
        Route::post("/api/host/tickets", account::issue)
            .about("A host invites somebody, or lets a member choose a new password")
            .takes("TicketWish")
            .gives(201, JSON, "Ticket"),
        Route::post("/api/host/bans", bans::ban)
            .about("A host shuts a member out, or lets one in again")
            .takes("BanWish")
            .silent(),
        Route::post("/api/host/closings", rulings::close).about("A host closes an account").takes("Ruling").silent(),
        Route::post("/api/host/names", rulings::rename)
            .about("A host gives a member another name")
            .takes("RenameRuling")
            .silent(),
        Route::post("/api/host/roles", rulings::role)
            .about("A host lets a member keep order, or no longer")
            .takes("RoleRuling")
            .silent(),
        Route::post("/api/host/refunds", rulings::refund)
            .about("A host gives back what others have lost to a member in thirty days")
            .takes("Ruling")
            .gives(200, JSON, "Refunded"),
    ]
}

/// The table, and what there is beside it.
fn of_games() -> Vec<Route> {
    vec![
        Route::get("/api/catalog", catalog::catalog)
            .about("What can be played, with every choice")
            .for_anybody()
            .gives(200, JSON, "Catalog"),
        Route::get("/api/openapi.json", openapi::document)
            .about("This document")
            .for_anybody()
            .gives(200, JSON, "Anything"),
        Route::get("/api/games", games::mine).about("The guest's own games, latest first").gives(200, JSON, "Games"),
        Route::post("/api/games", games::make)
            .about("Makes a game")
            .scope(Scope::Challenge)
            .takes("GameWish")
            .gives(201, JSON, "Made"),
        Route::get("/api/games/{id}", games::look)
            .about("The state as the viewer may see it")
            .gives(200, JSON, "State"),
        Route::post("/api/games/{id}/messages", games::message)
            .about("Does what a message asks for")
            .scope(Scope::Play)
            .takes("Message")
            .gives(200, JSON, "Receipt"),
        Route::get("/api/games/{id}/positions", export::positions)
            .about("Views of past positions")
            .query(&["from", "to"])
            .gives(200, JSON, "Positions"),
        Route::get("/api/games/{id}/ground", ground::judged)
            .about("How fair the board is that the players have made")
            .gives(200, JSON, "Ground"),
        Route::get("/api/games/{id}/board.svg", export::svg)
            .about("The position as an image")
            .query(&["n", "size", "seat"])
            .gives(200, "image/svg+xml", "Text"),
        Route::get("/api/games/{id}/board.png", export::png)
            .about("The position as an image")
            .query(&["n", "size", "seat"])
            .gives(200, "image/png", "Bytes"),
        Route::get("/api/games/{id}/game.gif", export::gif)
            .about("The game as a picture that moves")
            .query(&["from", "to", "size", "seat", "delay_ms"])
            .gives(200, "image/gif", "Bytes"),
        Route {
            served_as: "/api/games/{id}/{file}",
            ..Route::get("/api/games/{id}/record.{format}", export::file).about("The record").gives(200, PLAIN, "Text")
        },
        Route {
            is_lasting: true,
            gives: (101, None),
            ..Route::get("/api/games/{id}/socket", socket::open).about("Upgrades to a WebSocket").query(&["v"])
        },
        Route::get("/healthz", health::health)
            .about("Whether the server is well")
            .for_anybody()
            .gives(200, PLAIN, "Text"),
    ]
}

/// To find somebody.
fn of_lobby() -> Vec<Route> {
    vec![
        Route::get("/api/lobby", lobby::tables).about("Tables that wait for somebody").gives(200, JSON, "Tables"),
        Route::get("/api/inbox", inbox::inbox)
            .about("The games that wait for one, those whose time runs out next first")
            .gives(200, JSON, "Games"),
        Route::get("/api/live", lobby::live).about("Games of strangers that go on").gives(200, JSON, "Tables"),
        Route::get("/api/tv", lobby::tv).about("The best game of each kind that goes on").gives(200, JSON, "Channels"),
        Route::post("/api/lobby/match", lobby::find)
            .about("Sits down at the nearest table that fits, or makes one")
            .scope(Scope::Challenge)
            .takes("MatchWish")
            .gives(200, JSON, "Made"),
        Route {
            is_lasting: true,
            gives: (101, None),
            ..Route::get("/api/socket", house_socket::open).about("Upgrades to a WebSocket for the whole house")
        },
        Route {
            is_lasting: true,
            ..Route::get("/api/stream", house_stream::open)
                .about("The same news as lines, one after another")
                .query(&[TOPICS])
                .gives(200, "application/x-ndjson", "Text")
        },
    ]
}

/// What anybody may read of members.
fn of_ratings() -> Vec<Route> {
    vec![
        Route::get("/api/games/{id}/ratings", people::ratings)
            .about("Everybody's rating at a table, and what the game did to it")
            .gives(200, JSON, "TableRatings"),
        Route::get("/api/people/{name}", people::profile)
            .about("A member's ratings and best wins")
            .gives(200, JSON, "Profile"),
        Route::get("/api/people/{name}/games", people::games)
            .about("A member's finished games, latest first, fifty a page")
            .query(&["from"])
            .gives(200, JSON, "Played"),
        Route::get("/api/people/{name}/ratings", people::history)
            .about("A member's ratings after each of the latest games")
            .gives(200, JSON, "History"),
        Route::put("/api/people/{name}/follow", relations::follow)
            .about("Follows a member, who is not told")
            .scope(Scope::Challenge)
            .silent(),
        Route::delete("/api/people/{name}/follow", relations::unfollow)
            .about("Follows no longer")
            .scope(Scope::Challenge)
            .silent(),
        Route::put("/api/people/{name}/block", relations::block)
            .about("Blocks a member, who is not told")
            .scope(Scope::Challenge)
            .silent(),
        Route::delete("/api/people/{name}/block", relations::unblock)
            .about("Blocks no longer")
            .scope(Scope::Challenge)
            .silent(),
        Route::get("/api/me/relations", relations::list).about("Whom one follows and blocks").gives(
            200,
            JSON,
            "Relations",
        ),
        Route::get("/api/leaders/{kind}/{family}/{tempo}", people::leaders)
            .about("The strongest members of a pool, and the computers")
            .gives(200, JSON, "Leaders"),
    ]
}

/// To understand games and positions.
fn of_analysis() -> Vec<Route> {
    vec![
        Route {
            is_lasting: true,
            gives: (101, None),
            ..Route::get("/api/analysis/socket", analysis::open).about("Upgrades to a WebSocket that analyzes")
        },
        Route {
            body_max: Some(shelf::COLLECTION_MAX),
            ..Route::post("/api/records", records::read)
                .about("Reads the games of a record; of a file, makes a collection")
                .scope(Scope::Read)
                .query(&["name"])
                .takes("RecordText")
                .gives(200, JSON, "Records")
        },
        Route::get("/api/collections", explorer::collections)
            .about("Which games can be explored")
            .query(&["kind"])
            .gives(200, JSON, "Collections"),
        Route::get("/api/explorer", explorer::explore)
            .about("What was played from a position, and what came of it")
            .query(&["kind", "rules", "state", "acts", "collection"])
            .gives(200, JSON, "Explored"),
        Route::post("/api/positions", learn::position)
            .about("A position and what may be done there")
            .scope(Scope::Read)
            .takes("Trial")
            .gives(200, JSON, "Sight"),
        Route::post("/api/positions/edit", learn::edit)
            .about("A set-up after some changes, and everything that forbids playing it")
            .scope(Scope::Read)
            .takes("Draft")
            .gives(200, JSON, "Sketch"),
    ]
}

/// To learn the games.
fn of_lessons() -> Vec<Route> {
    vec![
        Route::get("/api/lessons", learn::overview)
            .about("All lessons with the guest's stars")
            .query(&[LANGUAGE])
            .gives(200, JSON, "Lessons"),
        Route::put("/api/lessons", learn::merge)
            .about("Merges stars that a browser has kept")
            .scope(Scope::Play)
            .query(&[LANGUAGE])
            .takes("Brought")
            .gives(200, JSON, "Lessons"),
        Route::get("/api/lessons/{kind}", learn::book)
            .about("The lessons of a game in one language, without answers")
            .query(&[LANGUAGE])
            .gives(200, JSON, "LessonBook"),
        Route::post("/api/lessons/{kind}/{lesson}/{stage}", learn::attempt)
            .about("Tries a stage")
            .scope(Scope::Play)
            .takes("Attempt")
            .gives(200, JSON, "StageAnswer"),
        Route::get("/api/practice/{kind}", learn::practice)
            .about("The endings of a game that are dealt from tables, and one of them")
            .query(&["class", "moves"])
            .gives(200, JSON, "Endings"),
        Route::get("/api/rules/{kind}", learn::rules)
            .about("The rule book of a game as a tree")
            .query(&[LANGUAGE])
            .gives(200, JSON, "RuleBook"),
    ]
}

/// What one keeps of others' games.
fn of_library() -> Vec<Route> {
    vec![
        Route::get("/api/library", library::list)
            .about("The games that one keeps, latest first, fifty a page")
            .query(&["kind", "find", "day", "setup", "from"])
            .gives(200, JSON, "Library"),
        Route {
            body_max: Some(shelf::FILE_MAX),
            ..Route::post("/api/library", library::add)
                .about("Keeps the games of a file")
                .query(&["name"])
                .takes(BYTES)
                .gives(200, JSON, "Shelved")
        },
        Route::delete("/api/library", library::remove_all).about("Throws all of them away").silent(),
        Route::get("/api/library/export", library::export)
            .about("All games of a kind in its own format")
            .query(&["kind"])
            .gives(200, PLAIN, "Text"),
        Route::get("/api/library/{id}", library::look).about("A game that one keeps").gives(200, JSON, "Volume"),
        Route::delete("/api/library/{id}", library::remove).about("Throws a game away").silent(),
        Route {
            served_as: "/api/library/{id}/{file}",
            ..Route::get("/api/library/{id}/record.{format}", library::record)
                .about("Its record")
                .gives(200, PLAIN, "Text")
        },
    ]
}

/// What one thinks of positions.
fn of_studies() -> Vec<Route> {
    vec![
        Route::get("/api/studies", studies::list)
            .about("One's own studies, the latest first, without their moves")
            .gives(200, JSON, "Studies"),
        Route {
            body_max: Some(studies::BODY_MAX),
            ..Route::post("/api/studies", studies::add).about("Keeps a study").takes("Study").gives(
                201,
                JSON,
                "StudyKept",
            )
        },
        Route::get("/api/studies/{id}", studies::look).about("A study, for whoever has its address").gives(
            200,
            JSON,
            "StudySight",
        ),
        Route {
            body_max: Some(studies::BODY_MAX),
            ..Route::put("/api/studies/{id}", studies::change)
                .about("Writes one's own study anew, unless it was changed meanwhile")
                .takes("StudyChange")
                .gives(200, JSON, "StudyKept")
        },
        Route::delete("/api/studies/{id}", studies::remove).about("Throws one's own study away").silent(),
    ]
}

/// To get better.
fn of_puzzles() -> Vec<Route> {
    vec![
        Route::get("/api/puzzles", puzzles::overview)
            .about("The puzzles of a game: their themes, one's own rating, today's")
            .query(&["kind"])
            .gives(200, JSON, "Puzzles"),
        Route::get("/api/puzzles/next", puzzles::next)
            .about("A puzzle of about one's strength that one has not tried, without its answer")
            .query(&["kind", "theme", "near", "not"])
            .gives(200, JSON, "Puzzle"),
        Route::get("/api/puzzles/daily", puzzles::daily)
            .about("One puzzle of every game, the same for everybody; the day changes at midnight in Seoul")
            .gives(200, JSON, "DailyPuzzles"),
        Route::get("/api/puzzles/{id}", puzzles::one).about("A puzzle without its answer").gives(200, JSON, "Puzzle"),
        Route::post("/api/puzzles/{id}/try", puzzles::attempt)
            .about("Tries a puzzle; the first try is rated")
            .takes("PuzzleTry")
            .gives(200, JSON, "PuzzleAnswer"),
        Route::post("/api/puzzles/{id}/vote", puzzles::vote)
            .about("Likes or dislikes a puzzle that one has tried")
            .takes("PuzzleVote")
            .silent(),
        Route::post("/api/puzzles/{id}/report", puzzles::report)
            .about("Says that something is wrong with a puzzle that one has tried")
            .silent(),
    ]
}

/// The router of the list.
pub(super) fn router(app: &Arc<App>) -> Router<Arc<App>> {
    let mut router = Router::new();
    for route in all() {
        let handler = match route.body_max {
            Some(bytes) => route.handler.route_layer(DefaultBodyLimit::max(bytes)),
            None => route.handler,
        };
        // What lasts is told at once, and not when enough has come together to be packed.
        let handler = if route.is_lasting {
            handler
        } else {
            let in_time = middleware::from_fn_with_state(Arc::clone(app), in_time);
            handler.route_layer(in_time).route_layer(CompressionLayer::new())
        };
        let admit = middleware::from_fn_with_state((Arc::clone(app), route.access), bearer::admit);
        router = router.route(route.served_as, handler.route_layer(admit));
    }
    router
}

/// Refuses what is not done in time, be it our fault or that of a client that sends a byte a minute.
async fn in_time(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let answer = tokio::time::timeout(app.config.waits.request, next.run(request)).await;
    answer.unwrap_or_else(|_| Refused::slow().into_response())
}
