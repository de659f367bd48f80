-- Tournaments and ladders: streams of events, by `tournament NAME` or `ladder NAME`.
CREATE TABLE contests (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    contest TEXT NOT NULL UNIQUE,
    -- SHA-256 of what it was opened with.
    content BLOB NOT NULL CHECK (length(content) = 32),
    opened_unix_ms INTEGER NOT NULL,
    epoch INTEGER NOT NULL DEFAULT 1,
    -- The number of the newest event.
    newest INTEGER NOT NULL,
    over INTEGER NOT NULL CHECK (over IN (0, 1))
) STRICT;
CREATE INDEX contests_unfinished ON contests (number) WHERE over = 0;

-- `bytes` is a referee.log.v1.TournamentEvent, or what a ladder has in its place.
CREATE TABLE contest_events (
    number INTEGER NOT NULL REFERENCES contests (number),
    seq INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (number, seq)
) STRICT, WITHOUT ROWID;
