-- The number of a match is the order in which it was opened. `state` is 0 until all seats have come, 1 while it is played, 2 when
-- it is over; `unreadable` says why its log cannot be read, once that is known. Only the owner with this epoch may append to
-- a match. The epoch grows by one whenever another owner takes the match over. `content` is the SHA-256 of the content of the
-- request that opened the match.
CREATE TABLE matches (
    number INTEGER PRIMARY KEY,
    match_id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    opened_unix_ms INTEGER NOT NULL,
    over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),
    state INTEGER NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),
    unreadable TEXT,
    rematch TEXT,
    epoch INTEGER NOT NULL DEFAULT 1 CHECK (epoch > 0),
    content BLOB NOT NULL CHECK (length(content) = 32),
    contest TEXT
) STRICT;
CREATE INDEX matches_of_contest ON matches (contest, number) WHERE contest IS NOT NULL;
CREATE INDEX matches_of_game ON matches (game, number);
CREATE INDEX matches_unfinished ON matches (number) WHERE over = 0;
CREATE INDEX matches_of_state ON matches (state, number);

CREATE TABLE match_players (
    player TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES matches (number),
    PRIMARY KEY (player, number)
) STRICT, WITHOUT ROWID;

-- `bytes` is a referee.v1.Event.
CREATE TABLE events (
    number INTEGER NOT NULL REFERENCES matches (number),
    seq INTEGER NOT NULL CHECK (seq > 0),
    bytes BLOB NOT NULL,
    PRIMARY KEY (number, seq)
) STRICT, WITHOUT ROWID;

-- The newest events of all matches, a row for each commit that appended any. From here they are moved to `events`, those of a
-- match together: the rows of a match are far apart there, so each event of a commit would be a page to write. `entries` has for
-- each event the number of its match, its own, and how many bytes follow (8, 8 and 4 bytes, the lowest first), and then its bytes.
-- What is in `events` already counts there.
CREATE TABLE pending_events (
    batch INTEGER PRIMARY KEY,
    entries BLOB NOT NULL
) STRICT;

-- The seed of the luck of a match. No event has it before the match is over.
CREATE TABLE seeds (
    number INTEGER PRIMARY KEY REFERENCES matches (number),
    seed BLOB NOT NULL CHECK (length(seed) = 32)
) STRICT;

-- The newest requests of each player with their answers; `age` grows by one with each.
CREATE TABLE requests (
    player TEXT NOT NULL,
    request_id TEXT NOT NULL,
    age INTEGER NOT NULL,
    content BLOB NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (player, request_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX requests_by_age ON requests (player, age);

-- How matches ended, in the order in which they did. `seq` is the event of the end; points, places and clocks are JSON lists with
-- an entry for each seat, the clocks in nanoseconds, null without a limit. `pruned` is 0 while the log is kept, 1 while it is
-- being dropped, 2 when only its opening and its end are left. `contest` is the contest that scheduled the match, as
-- `tournament NAME` or `ladder NAME`, and `created_by` its creator: by the indexes the results of one contest are found without
-- all others.
CREATE TABLE results (
    ended_number INTEGER PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE REFERENCES matches (number),
    seq INTEGER NOT NULL,
    termination TEXT NOT NULL,
    points_halves TEXT NOT NULL,
    places TEXT NOT NULL,
    round INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    remaining_ns TEXT NOT NULL,
    pruned INTEGER NOT NULL DEFAULT 0 CHECK (pruned IN (0, 1, 2)),
    contest TEXT,
    created_by TEXT
) STRICT;
CREATE INDEX results_unpruned ON results (ended_number) WHERE pruned < 2;
CREATE INDEX results_of_contest ON results (contest, ended_number) WHERE contest IS NOT NULL;
CREATE INDEX results_of_contest_by_creator ON results (contest, created_by, ended_number) WHERE contest IS NOT NULL;

-- The seats that lost a match while others played on.
CREATE TABLE losses (
    number INTEGER NOT NULL REFERENCES matches (number),
    seat INTEGER NOT NULL,
    at_ns INTEGER NOT NULL,
    cause TEXT NOT NULL,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;

-- The number of commits: the greater of `number`, which counts commits that append no event, and the newest row of
-- `pending_events`. So an append writes only the page of its row. The same number is in a file beside this one, so that an older
-- copy, or a lost write-ahead log, is noticed.
CREATE TABLE commits (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    number INTEGER NOT NULL
) STRICT;
INSERT INTO commits (only, number) VALUES (1, 0);

-- Every account is a player; a player who is owned owns nobody. `house` marks the house's own, which have no token. `skeleton` is
-- what the name looks like. `ban_reason` is set while the player is banned. `recovery` is the SHA-256 of the recovery code. `guest`
-- marks guests, and `seen_unix_ms` is when one called last, not exactly; NULL once its display name and its tokens are gone, and
-- for all others. Times are milliseconds since 1970, 0 if unknown.
CREATE TABLE accounts (
    player TEXT NOT NULL PRIMARY KEY,
    owner TEXT REFERENCES accounts (player),
    display_name TEXT NOT NULL DEFAULT '',
    house INTEGER NOT NULL DEFAULT 0 CHECK (house IN (0, 1)),
    retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1)),
    ban_reason TEXT,
    created_unix_ms INTEGER NOT NULL DEFAULT 0,
    skeleton TEXT UNIQUE,
    recovery BLOB CHECK (length(recovery) = 32),
    guest INTEGER NOT NULL DEFAULT 0 CHECK (guest IN (0, 1)),
    seen_unix_ms INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX guests_by_last_call ON accounts (seen_unix_ms) WHERE seen_unix_ms IS NOT NULL;
CREATE INDEX accounts_of_owner ON accounts (owner, player) WHERE owner IS NOT NULL;

-- `digest` is the SHA-256 of the secret, `token_id` a number that is no secret, and `scopes` are bits: 1 play, 2 create,
-- 4 account, 8 host, 16 admin.
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

-- Codes that give a second device a token, until they expire or the token that made them ends. `digest` is the SHA-256 of the
-- code, `scopes` are those of the new token.
CREATE TABLE device_codes (
    digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
    token_id INTEGER NOT NULL,
    scopes INTEGER NOT NULL,
    expires_unix_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX device_codes_of_token ON device_codes (token_id);
CREATE INDEX device_codes_by_expiry ON device_codes (expires_unix_ms);

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

-- What hosts and administrators did. Rows are never changed.
CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at_unix_ms INTEGER NOT NULL,
    actor TEXT NOT NULL,
    token_id INTEGER,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;

-- What each player accepts without being asked. `bytes` is a referee.v1.AcceptPolicy.
CREATE TABLE accept_policies (
    player TEXT NOT NULL PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The players that have entered each contest: `tournament NAME` or `ladder NAME`.
CREATE TABLE entrants (
    contest TEXT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (contest, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX entries_of_player ON entrants (player);

-- Tournaments and ladders: streams of events, by `tournament NAME` or `ladder NAME`.
CREATE TABLE contests (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    contest TEXT NOT NULL UNIQUE,
    -- SHA-256 of what it was opened with.
    content BLOB NOT NULL CHECK (length(content) = 32),
    opened_unix_ms INTEGER NOT NULL,
    epoch INTEGER NOT NULL DEFAULT 1,
    -- The number of the newest event.
    newest INTEGER NOT NULL,
    over INTEGER NOT NULL CHECK (over IN (0, 1)),
    -- Whether its matches are being played.
    running INTEGER NOT NULL DEFAULT 0 CHECK (running IN (0, 1)),
    -- Until when nothing of it is played and nothing is due, in milliseconds since 1970 (UTC): its results are provisional.
    -- NULL: it runs, or is over.
    rests_until_unix_ms INTEGER,
    -- What lists show of it; NULL: nothing was appended since its opening.
    entrants INTEGER,
    encounters INTEGER,
    unfinished INTEGER
) STRICT;
CREATE INDEX contests_unfinished ON contests (number) WHERE over = 0;
CREATE INDEX contests_resting ON contests (rests_until_unix_ms) WHERE rests_until_unix_ms IS NOT NULL;
-- Lists are of one kind: by the word before the name.
CREATE INDEX contests_by_kind ON contests (substr(contest, 1, instr(contest, ' ')), number);

-- `bytes` is a referee.v1.TournamentEvent or LadderEvent.
CREATE TABLE contest_events (
    number INTEGER NOT NULL REFERENCES contests (number),
    seq INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (number, seq)
) STRICT, WITHOUT ROWID;

-- Where events of contests are sent. Of contests with greater numbers than `after_contest` a webhook is sent all events.
CREATE TABLE webhooks (
    webhook INTEGER NOT NULL PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    after_contest INTEGER NOT NULL
) STRICT;

-- How far a webhook has come with a contest; without a row it has not begun.
CREATE TABLE webhook_cursors (
    webhook INTEGER NOT NULL REFERENCES webhooks (webhook),
    number INTEGER NOT NULL REFERENCES contests (number),
    -- The newest event that was delivered.
    delivered INTEGER NOT NULL,
    -- Of the next one.
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT NOT NULL DEFAULT '',
    next_attempt_unix_ms INTEGER,
    given_up INTEGER NOT NULL DEFAULT 0 CHECK (given_up IN (0, 1)),
    redeliveries INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (webhook, number)
) STRICT, WITHOUT ROWID;
