-- What lists show of a contest; NULL: nothing was appended since its opening, or only by an earlier version.
ALTER TABLE contests ADD COLUMN entrants INTEGER;
ALTER TABLE contests ADD COLUMN encounters INTEGER;
ALTER TABLE contests ADD COLUMN unfinished INTEGER;
