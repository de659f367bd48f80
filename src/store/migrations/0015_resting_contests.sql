-- Until when nothing of a contest is played and nothing is due, in milliseconds since 1970 (UTC): its results are
-- provisional. NULL: it runs, or is over.
ALTER TABLE contests ADD COLUMN rests_until_unix_ms INTEGER;
CREATE INDEX contests_resting ON contests (rests_until_unix_ms) WHERE rests_until_unix_ms IS NOT NULL;
