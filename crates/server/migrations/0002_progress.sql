-- What a person has learned: the most stars of each stage. Columns are TEXT or BIGINT only.
CREATE TABLE progress (
    person     TEXT NOT NULL,
    kind       TEXT NOT NULL,
    lesson     TEXT NOT NULL,
    stage      TEXT NOT NULL,
    stars      BIGINT NOT NULL,
    at_ms      BIGINT NOT NULL,
    PRIMARY KEY (person, kind, lesson, stage)
);
