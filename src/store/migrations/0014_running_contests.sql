-- Whether the matches of a contest are being played. A contest of an earlier version that is not over
-- counts as running until its next event says otherwise.
ALTER TABLE contests ADD COLUMN running INTEGER NOT NULL DEFAULT 0 CHECK (running IN (0, 1));
UPDATE contests SET running = 1 WHERE over = 0;
