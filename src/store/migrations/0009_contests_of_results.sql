-- The contest for which a match that ended was scheduled, as `tournament NAME` or `ladder NAME`, and who made it: null where for none, or
-- where that is not known. By the indexes the results of one contest are found without all others.
ALTER TABLE results ADD COLUMN contest TEXT;
ALTER TABLE results ADD COLUMN created_by TEXT;
CREATE INDEX results_of_contest ON results (contest, ended_number) WHERE contest IS NOT NULL;
CREATE INDEX results_of_contest_by_creator ON results (contest, created_by, ended_number) WHERE contest IS NOT NULL;
