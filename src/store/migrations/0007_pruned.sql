-- What became of the log of a match that is over: 0 it is kept, 1 it is being dropped, 2 nothing but its opening and its end is left.
ALTER TABLE results ADD COLUMN pruned INTEGER NOT NULL DEFAULT 0 CHECK (pruned IN (0, 1, 2));
CREATE INDEX results_unpruned ON results (ended_number) WHERE pruned < 2;
