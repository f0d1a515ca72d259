-- People: who they are, how they come in, what they have played and how well. Columns are TEXT, BIGINT or DOUBLE PRECISION
-- only, all NOT NULL; '' and 0 mean none.

-- Everybody: guests, members, bots, the house's own computers. A guest who becomes a member keeps the id.
CREATE TABLE person (
    id          TEXT NOT NULL PRIMARY KEY,
    kind        TEXT NOT NULL,
    name        TEXT NOT NULL,
    -- What other names are compared with; only members have one.
    name_key    TEXT NOT NULL,
    role        TEXT NOT NULL,
    about       TEXT NOT NULL,
    language    TEXT NOT NULL,
    -- Who has taken over what a merged guest had, or whose bot it is.
    owner       TEXT NOT NULL,
    created_ms  BIGINT NOT NULL,
    seen_ms     BIGINT NOT NULL,
    muted_ms    BIGINT NOT NULL,
    unrated_ms  BIGINT NOT NULL,
    banned_ms   BIGINT NOT NULL
);
CREATE UNIQUE INDEX person_name_key ON person (name_key) WHERE name_key <> '';

-- Ways to prove who one is: password, recovery code, known device; also names given up, which stay reserved for a while.
CREATE TABLE credential (
    person      TEXT NOT NULL,
    kind        TEXT NOT NULL,
    id          TEXT NOT NULL,
    data        TEXT NOT NULL,
    created_ms  BIGINT NOT NULL,
    used_ms     BIGINT NOT NULL,
    PRIMARY KEY (person, kind, id)
);
CREATE INDEX credential_id ON credential (kind, id);

-- A browser in which somebody is known. The token itself is only in its cookie.
CREATE TABLE session (
    token_hash  TEXT NOT NULL PRIMARY KEY,
    person      TEXT NOT NULL,
    device      TEXT NOT NULL,
    net         TEXT NOT NULL,
    browser     TEXT NOT NULL,
    created_ms  BIGINT NOT NULL,
    seen_ms     BIGINT NOT NULL,
    sudo_ms     BIGINT NOT NULL
);
CREATE INDEX session_person ON session (person);

-- For programs of a member.
CREATE TABLE token (
    hash        TEXT NOT NULL PRIMARY KEY,
    id          TEXT NOT NULL,
    person      TEXT NOT NULL,
    label       TEXT NOT NULL,
    scopes      TEXT NOT NULL,
    created_ms  BIGINT NOT NULL,
    used_ms     BIGINT NOT NULL,
    expires_ms  BIGINT NOT NULL
);
CREATE INDEX token_person ON token (person);

-- What may be done once: an invitation, a new password, the first host; and work that a crash must not lose.
CREATE TABLE ticket (
    hash        TEXT NOT NULL PRIMARY KEY,
    kind        TEXT NOT NULL,
    person      TEXT NOT NULL,
    data        TEXT NOT NULL,
    created_ms  BIGINT NOT NULL,
    expires_ms  BIGINT NOT NULL,
    used_ms     BIGINT NOT NULL
);

CREATE TABLE relation (
    person      TEXT NOT NULL,
    other       TEXT NOT NULL,
    kind        TEXT NOT NULL,
    since_ms    BIGINT NOT NULL,
    PRIMARY KEY (person, other)
);
CREATE INDEX relation_other ON relation (other);

-- A game in one row, for lists. An index: it can be made anew from the events.
CREATE TABLE card (
    game        TEXT NOT NULL PRIMARY KEY,
    kind        TEXT NOT NULL,
    pool        TEXT NOT NULL,
    tempo       TEXT NOT NULL,
    phase       TEXT NOT NULL,
    rated       BIGINT NOT NULL,
    listed      BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    due_ms      BIGINT NOT NULL,
    changed_ms  BIGINT NOT NULL,
    summary     TEXT NOT NULL
);
CREATE INDEX card_listed ON card (listed, phase);

CREATE TABLE pending (
    person      TEXT NOT NULL,
    game        TEXT NOT NULL,
    since_ms    BIGINT NOT NULL,
    due_ms      BIGINT NOT NULL,
    PRIMARY KEY (person, game)
);
CREATE INDEX pending_due ON pending (due_ms);

-- What a game gave, and whether it has been rated yet.
CREATE TABLE result (
    game        TEXT NOT NULL PRIMARY KEY,
    pool        TEXT NOT NULL,
    state       TEXT NOT NULL,
    why         TEXT NOT NULL,
    ended_ms    BIGINT NOT NULL,
    seats       TEXT NOT NULL
);
CREATE INDEX result_state ON result (state, ended_ms);

CREATE TABLE rating (
    person      TEXT NOT NULL,
    pool        TEXT NOT NULL,
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL,
    volatility  DOUBLE PRECISION NOT NULL,
    games       BIGINT NOT NULL,
    won         BIGINT NOT NULL,
    drawn       BIGINT NOT NULL,
    lost        BIGINT NOT NULL,
    best        DOUBLE PRECISION NOT NULL,
    played_ms   BIGINT NOT NULL,
    PRIMARY KEY (person, pool)
);
CREATE INDEX rating_pool ON rating (pool, rating);

CREATE TABLE change (
    game             TEXT NOT NULL,
    person           TEXT NOT NULL,
    pool             TEXT NOT NULL,
    at_ms            BIGINT NOT NULL,
    place            BIGINT NOT NULL,
    rating_before    DOUBLE PRECISION NOT NULL,
    deviation_before DOUBLE PRECISION NOT NULL,
    rating_after     DOUBLE PRECISION NOT NULL,
    deviation_after  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, person)
);
CREATE INDEX change_person ON change (person, at_ms);

-- What is said at a table.
CREATE TABLE line (
    game        TEXT NOT NULL,
    n           BIGINT NOT NULL,
    room        TEXT NOT NULL,
    person      TEXT NOT NULL,
    preset      TEXT NOT NULL,
    said        TEXT NOT NULL,
    at_ms       BIGINT NOT NULL,
    hidden      BIGINT NOT NULL,
    PRIMARY KEY (game, n)
);

CREATE TABLE report (
    id          TEXT NOT NULL PRIMARY KEY,
    person      TEXT NOT NULL,
    about       TEXT NOT NULL,
    game        TEXT NOT NULL,
    reason      TEXT NOT NULL,
    said        TEXT NOT NULL,
    state       TEXT NOT NULL,
    at_ms       BIGINT NOT NULL,
    done_ms     BIGINT NOT NULL,
    done_by     TEXT NOT NULL
);
CREATE INDEX report_state ON report (state);

-- What guides and hosts did to whom, and why.
CREATE TABLE action (
    id          TEXT NOT NULL PRIMARY KEY,
    person      TEXT NOT NULL,
    about       TEXT NOT NULL,
    what        TEXT NOT NULL,
    why         TEXT NOT NULL,
    at_ms       BIGINT NOT NULL,
    until_ms    BIGINT NOT NULL
);

-- In which turns a seat's page was hidden.
CREATE TABLE trace (
    game        TEXT NOT NULL,
    seat        BIGINT NOT NULL,
    away        TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);

CREATE TABLE meet (
    id          TEXT NOT NULL PRIMARY KEY,
    kind        TEXT NOT NULL,
    format      TEXT NOT NULL,
    name        TEXT NOT NULL,
    plan        TEXT NOT NULL,
    state       TEXT NOT NULL,
    person      TEXT NOT NULL,
    round       BIGINT NOT NULL,
    starts_ms   BIGINT NOT NULL,
    created_ms  BIGINT NOT NULL
);

CREATE TABLE entrant (
    meet        TEXT NOT NULL,
    person      TEXT NOT NULL,
    seed        BIGINT NOT NULL,
    points      DOUBLE PRECISION NOT NULL,
    tie         TEXT NOT NULL,
    state       TEXT NOT NULL,
    PRIMARY KEY (meet, person)
);

CREATE TABLE pairing (
    meet        TEXT NOT NULL,
    round       BIGINT NOT NULL,
    board       BIGINT NOT NULL,
    game        TEXT NOT NULL,
    seats       TEXT NOT NULL,
    result      TEXT NOT NULL,
    PRIMARY KEY (meet, round, board)
);

CREATE TABLE library (
    id          TEXT NOT NULL PRIMARY KEY,
    person      TEXT NOT NULL,
    kind        TEXT NOT NULL,
    digest      TEXT NOT NULL,
    title       TEXT NOT NULL,
    record      TEXT NOT NULL,
    added_ms    BIGINT NOT NULL
);
CREATE UNIQUE INDEX library_digest ON library (person, digest);

-- Who had a token still has it, and the seats that go with its id.
INSERT INTO person (id, kind, name, name_key, role, about, language, owner, created_ms, seen_ms, muted_ms, unrated_ms, banned_ms)
    SELECT id, 'guest', name, '', '', '', '', '', created_ms, created_ms, 0, 0, 0 FROM guest;
INSERT INTO session (token_hash, person, device, net, browser, created_ms, seen_ms, sudo_ms)
    SELECT token_hash, id, '', '', '', created_ms, created_ms, 0 FROM guest;
DROP TABLE guest;
