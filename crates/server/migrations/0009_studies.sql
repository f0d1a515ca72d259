-- Lines of play with notes, which whoever has the link reads. Columns are TEXT or BIGINT only, all NOT NULL; '' and 0 mean none.
CREATE TABLE study (
    id          TEXT NOT NULL PRIMARY KEY,
    person      TEXT NOT NULL,
    kind        TEXT NOT NULL,
    title       TEXT NOT NULL,
    body        TEXT NOT NULL,
    nodes       BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    changed_ms  BIGINT NOT NULL
);
CREATE INDEX study_person ON study (person, changed_ms);
