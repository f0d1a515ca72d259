-- Puzzles: how hard they have turned out to be, who has tried which, and how well. Columns as in 0003.
CREATE TABLE puzzle (
    id          TEXT NOT NULL PRIMARY KEY,
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL,
    volatility  DOUBLE PRECISION NOT NULL,
    tries       BIGINT NOT NULL,
    solved      BIGINT NOT NULL,
    ups         BIGINT NOT NULL,
    downs       BIGINT NOT NULL,
    reports     BIGINT NOT NULL
);

CREATE TABLE solver (
    person      TEXT NOT NULL,
    kind        TEXT NOT NULL,
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL,
    volatility  DOUBLE PRECISION NOT NULL,
    tries       BIGINT NOT NULL,
    solved      BIGINT NOT NULL,
    at_ms       BIGINT NOT NULL,
    PRIMARY KEY (person, kind)
);

-- The first try of somebody at a puzzle; no other counts.
CREATE TABLE attempt (
    person        TEXT NOT NULL,
    puzzle        TEXT NOT NULL,
    kind          TEXT NOT NULL,
    solved        BIGINT NOT NULL,
    rating_before DOUBLE PRECISION NOT NULL,
    rating_after  DOUBLE PRECISION NOT NULL,
    vote          BIGINT NOT NULL,
    reported      BIGINT NOT NULL,
    at_ms         BIGINT NOT NULL,
    PRIMARY KEY (person, puzzle)
);
CREATE INDEX attempt_kind ON attempt (person, kind);
CREATE INDEX attempt_puzzle ON attempt (puzzle);
