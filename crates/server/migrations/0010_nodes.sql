-- Several processes on one PostgreSQL. A house of one process leaves these tables empty.

-- Who runs, under which address the others reach it, and when the database last heard of it.
CREATE TABLE node (
    id       TEXT NOT NULL PRIMARY KEY,
    address  TEXT NOT NULL,
    beat_ms  BIGINT NOT NULL,
    proof_ms BIGINT NOT NULL,
    leaving  BIGINT NOT NULL
);

-- Who owns a game that is in somebody's memory; nobody once its owner is gone, and since when then.
CREATE TABLE held (
    game    TEXT NOT NULL PRIMARY KEY,
    node    TEXT NOT NULL,
    lost_ms BIGINT NOT NULL
);
CREATE INDEX held_node ON held (node);

-- What one node does for all, and until when it may.
CREATE TABLE duty (
    name     TEXT NOT NULL PRIMARY KEY,
    node     TEXT NOT NULL,
    until_ms BIGINT NOT NULL
);
