-- What people keep: games of others, and what was played in them from the beginning. Columns are TEXT or
-- BIGINT only, all NOT NULL; '' and 0 mean none.

-- What a library is searched by.
ALTER TABLE library ADD COLUMN words TEXT NOT NULL DEFAULT '';
ALTER TABLE library ADD COLUMN day TEXT NOT NULL DEFAULT '';
ALTER TABLE library ADD COLUMN setup TEXT NOT NULL DEFAULT '';
ALTER TABLE library ADD COLUMN result TEXT NOT NULL DEFAULT '';
ALTER TABLE library ADD COLUMN deeds BIGINT NOT NULL DEFAULT 0;
CREATE INDEX library_added ON library (person, added_ms);

-- Games of which only the beginnings are counted: a collection that somebody has brought, the house's own, one's own.
CREATE TABLE collection (
    id          TEXT NOT NULL PRIMARY KEY,
    person      TEXT NOT NULL,
    kind        TEXT NOT NULL,
    name        TEXT NOT NULL,
    games       BIGINT NOT NULL,
    changed_ms  BIGINT NOT NULL
);
CREATE INDEX collection_kind ON collection (kind, person);

-- From which position games went on to which, how often, and what came of it: sums by seat of wins (two seats) or places
-- (more). A position and its mirror image are one, so the next position says what was done.
CREATE TABLE opening (
    collection  TEXT NOT NULL,
    spot        BIGINT NOT NULL,
    next        BIGINT NOT NULL,
    n           BIGINT NOT NULL,
    known       BIGINT NOT NULL,
    a           BIGINT NOT NULL,
    b           BIGINT NOT NULL,
    c           BIGINT NOT NULL,
    d           BIGINT NOT NULL,
    PRIMARY KEY (collection, spot, next)
);

-- The same by how games began.
CREATE TABLE beginning (
    collection  TEXT NOT NULL,
    setup       TEXT NOT NULL,
    n           BIGINT NOT NULL,
    known       BIGINT NOT NULL,
    a           BIGINT NOT NULL,
    b           BIGINT NOT NULL,
    c           BIGINT NOT NULL,
    d           BIGINT NOT NULL,
    PRIMARY KEY (collection, setup)
);

-- Which games have been counted, by what tells them from others.
CREATE TABLE counted (
    collection  TEXT NOT NULL,
    game        TEXT NOT NULL,
    PRIMARY KEY (collection, game)
);
