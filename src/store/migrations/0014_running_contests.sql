-- Whether the matches of a contest are being played. A contest of an earlier version that is not over
-- counts as running until it starts, is over or provisional: one that is open for entries, too.
ALTER TABLE contests ADD COLUMN running INTEGER NOT NULL DEFAULT 0 CHECK (running IN (0, 1));
UPDATE contests SET running = 1 WHERE over = 0;
