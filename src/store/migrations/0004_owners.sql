-- Only the owner with this epoch may append to a match. The epoch grows by one whenever another owner takes the match over.
ALTER TABLE matches ADD COLUMN epoch INTEGER NOT NULL DEFAULT 1 CHECK (epoch > 0);
-- SHA-256 of the content of the request that opened the match; NULL for matches that are older than this column.
ALTER TABLE matches ADD COLUMN content BLOB;
