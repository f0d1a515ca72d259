-- Keeping order at tables: which line was reported, what an action was about, and what must be found quickly.

ALTER TABLE report ADD COLUMN line BIGINT NOT NULL DEFAULT 0;
ALTER TABLE action ADD COLUMN game TEXT NOT NULL DEFAULT '';
CREATE INDEX line_at ON line (at_ms);
CREATE INDEX line_person ON line (person, at_ms);
CREATE INDEX report_about ON report (about, at_ms);
CREATE INDEX action_at ON action (at_ms);
CREATE INDEX action_about ON action (about, at_ms);
