-- Games that are played over days, and people who leave games of strangers.

-- What a table waits for is written anew with its turns.
CREATE INDEX pending_game ON pending (game);

-- Who was at a game of strangers to its end, and who was not.
CREATE TABLE attended (
    person      TEXT NOT NULL,
    game        TEXT NOT NULL,
    at_ms       BIGINT NOT NULL,
    -- 1: went away, called the game off, or let the time run out elsewhere.
    gone        BIGINT NOT NULL,
    PRIMARY KEY (person, game)
);
CREATE INDEX attended_person ON attended (person, at_ms);
