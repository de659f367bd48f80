-- The number of a match is the order in which it was opened.
CREATE TABLE matches (
    number INTEGER PRIMARY KEY,
    match_id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    opened_unix_ms INTEGER NOT NULL,
    over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1))
) STRICT;
CREATE INDEX matches_of_game ON matches (game, number);
CREATE INDEX matches_unfinished ON matches (number) WHERE over = 0;

CREATE TABLE match_players (
    player TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES matches (number),
    PRIMARY KEY (player, number)
) STRICT, WITHOUT ROWID;

-- `bytes` is a referee.log.v1.Event.
CREATE TABLE events (
    number INTEGER NOT NULL REFERENCES matches (number),
    seq INTEGER NOT NULL CHECK (seq > 0),
    bytes BLOB NOT NULL,
    PRIMARY KEY (number, seq)
) STRICT, WITHOUT ROWID;

-- `token_digest` is the SHA-256 of the player's token; none for the house's own.
CREATE TABLE players (
    player TEXT NOT NULL PRIMARY KEY,
    token_digest BLOB UNIQUE
) STRICT, WITHOUT ROWID;

-- The newest requests of each player with their answers; `age` grows by one with each.
CREATE TABLE requests (
    player TEXT NOT NULL,
    request_id TEXT NOT NULL,
    age INTEGER NOT NULL,
    content BLOB NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (player, request_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX requests_by_age ON requests (player, age);
