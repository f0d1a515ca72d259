-- Thoughts that are thought elsewhere, and who thinks them. Columns as in 0009. All of it may be lost at any moment: whoever asked asks again.
CREATE TABLE job (
    id          TEXT NOT NULL PRIMARY KEY,
    home        TEXT NOT NULL,
    kind        TEXT NOT NULL,
    payload     TEXT NOT NULL,
    rank        BIGINT NOT NULL,
    run_ms      BIGINT NOT NULL,
    made_ms     BIGINT NOT NULL,
    until_ms    BIGINT NOT NULL,
    worker      TEXT NOT NULL,
    claim       TEXT NOT NULL,
    taken_ms    BIGINT NOT NULL,
    lease_ms    BIGINT NOT NULL,
    tries       BIGINT NOT NULL,
    told        TEXT NOT NULL,
    answer      TEXT NOT NULL,
    answered_ms BIGINT NOT NULL
);
CREATE INDEX job_rank ON job (rank, made_ms);
CREATE INDEX job_home ON job (home);

CREATE TABLE worker (
    token       TEXT NOT NULL PRIMARY KEY,
    seen_ms     BIGINT NOT NULL,
    refused     BIGINT NOT NULL,
    aside_ms    BIGINT NOT NULL
);
