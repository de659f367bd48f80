-- What lists read of a match, so that no log need be read for them. `state` is 0 while a seat has not come, 1 while it is
-- played, 2 when it is over; `unreadable` says why its log cannot be read, where that was found out.
ALTER TABLE matches ADD COLUMN state INTEGER NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2));
ALTER TABLE matches ADD COLUMN unreadable TEXT;
ALTER TABLE matches ADD COLUMN rematch TEXT;
CREATE INDEX matches_of_state ON matches (state, number);

-- How matches ended, in the order in which they did. `seq` is the event of the end; points, places and clocks are JSON lists
-- with an entry for each seat, the clocks in nanoseconds, null without a limit.
CREATE TABLE results (
    ended_number INTEGER PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE REFERENCES matches (number),
    seq INTEGER NOT NULL,
    termination TEXT NOT NULL,
    points_halves TEXT NOT NULL,
    places TEXT NOT NULL,
    round INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    remaining_ns TEXT NOT NULL
) STRICT;

-- The seats that lost a match while others played on.
CREATE TABLE losses (
    number INTEGER NOT NULL REFERENCES matches (number),
    seat INTEGER NOT NULL,
    at_ns INTEGER NOT NULL,
    cause TEXT NOT NULL,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;

-- How many commits there were. The same number stands in a file beside this one, so that it is noticed when an older copy was
-- put back, or the write-ahead log was lost.
CREATE TABLE commits (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    number INTEGER NOT NULL
) STRICT;
INSERT INTO commits (only, number) VALUES (1, 0);
