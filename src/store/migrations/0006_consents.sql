-- What each player accepts without being asked. `bytes` is a referee.v1.AcceptPolicy.
CREATE TABLE accept_policies (
    player TEXT NOT NULL PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Who has entered which contest: `tournament NAME` or `ladder NAME`.
CREATE TABLE entrants (
    contest TEXT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (contest, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX entries_of_player ON entrants (player);
