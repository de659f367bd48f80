-- Every account is a player; a player who is owned owns nobody. `house` marks the house's own, which have no token. `skeleton` is
-- what the name looks like; of older names that look alike the first has it, and the others have none. `ban_reason` is there while
-- the player is banned. Times are milliseconds since 1970, 0 where they were not noted.
CREATE TABLE accounts (
    player TEXT NOT NULL PRIMARY KEY,
    owner TEXT REFERENCES accounts (player),
    display_name TEXT NOT NULL DEFAULT '',
    house INTEGER NOT NULL DEFAULT 0 CHECK (house IN (0, 1)),
    retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1)),
    ban_reason TEXT,
    created_unix_ms INTEGER NOT NULL DEFAULT 0,
    skeleton TEXT UNIQUE
) STRICT, WITHOUT ROWID;
CREATE INDEX accounts_of_owner ON accounts (owner, player) WHERE owner IS NOT NULL;
INSERT INTO accounts (player, house) SELECT player, token_digest IS NULL FROM players;

-- `digest` is the SHA-256 of the secret, `token_id` a number that is none, and `scopes` are bits: 1 play, 2 create, 4 account,
-- 8 host, 16 admin.
CREATE TABLE tokens (
    token_id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    player TEXT NOT NULL REFERENCES accounts (player),
    name TEXT NOT NULL,
    scopes INTEGER NOT NULL,
    created_unix_ms INTEGER NOT NULL,
    expires_unix_ms INTEGER
) STRICT;
CREATE INDEX tokens_of_player ON tokens (player, token_id);
INSERT INTO tokens (token_id, digest, player, name, scopes, created_unix_ms)
    SELECT random() & 9223372036854775807, token_digest, player, 'first', 7, 0 FROM players WHERE token_digest IS NOT NULL;
DROP TABLE players;

-- `digest` is the SHA-256 of the code.
CREATE TABLE invites (
    invite_id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    note TEXT NOT NULL,
    uses INTEGER NOT NULL,
    used INTEGER NOT NULL DEFAULT 0,
    created_unix_ms INTEGER NOT NULL,
    expires_unix_ms INTEGER
) STRICT;

CREATE TABLE announcements (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    text TEXT NOT NULL,
    created_unix_ms INTEGER NOT NULL,
    until_unix_ms INTEGER
) STRICT;

-- What hosts and administrators did. Nothing in it is ever changed.
CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at_unix_ms INTEGER NOT NULL,
    actor TEXT NOT NULL,
    token_id INTEGER,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
