-- The newest events of all matches, a row for each commit that appended any. From here they are moved to `events`, those of a match
-- together: matches lie apart there, so that each event of a commit would be a page to write. `entries` has for each event the
-- number of its match, its own, and how many bytes follow (8, 8 and 4 bytes, the lowest first), and then its bytes. What is in
-- `events` already counts there.
CREATE TABLE pending_events (
    batch INTEGER PRIMARY KEY,
    entries BLOB NOT NULL
) STRICT;
