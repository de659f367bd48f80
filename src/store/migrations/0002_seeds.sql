-- The seed of the luck of a match. No event has it before the match is over.
CREATE TABLE seeds (
    number INTEGER PRIMARY KEY REFERENCES matches (number),
    seed BLOB NOT NULL CHECK (length(seed) = 32)
) STRICT;
