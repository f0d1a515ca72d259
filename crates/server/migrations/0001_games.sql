-- Columns are TEXT or BIGINT only, so that one text serves SQLite and PostgreSQL.

-- A person without an account. The token itself is only in that person's cookie.
CREATE TABLE guest (
    token_hash TEXT NOT NULL PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);

-- What was agreed when the table was made.
CREATE TABLE game (
    id         TEXT NOT NULL PRIMARY KEY,
    plan       TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);

-- Everything that has happened since. A game is nothing but these rows.
CREATE TABLE event (
    game       TEXT NOT NULL,
    version    BIGINT NOT NULL,
    at_ms      BIGINT NOT NULL,
    guest      TEXT NOT NULL,
    ack        TEXT NOT NULL,
    body       TEXT NOT NULL,
    PRIMARY KEY (game, version)
);

-- Who has ever held a seat, to find a person's games.
CREATE TABLE holder (
    guest      TEXT NOT NULL,
    game       TEXT NOT NULL,
    since_ms   BIGINT NOT NULL,
    PRIMARY KEY (guest, game)
);

-- When the server was last known to run, and when it did not: nobody's clock runs then.
CREATE TABLE alive (
    id         BIGINT NOT NULL PRIMARY KEY,
    at_ms      BIGINT NOT NULL
);

CREATE TABLE outage (
    from_ms    BIGINT NOT NULL,
    to_ms      BIGINT NOT NULL
);
