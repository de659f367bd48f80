-- Where events of contests are sent. Of contests with greater numbers than `after_contest` a webhook is sent all events.
CREATE TABLE webhooks (
    webhook INTEGER NOT NULL PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    after_contest INTEGER NOT NULL
) STRICT;

-- How far a webhook has come with a contest; where there is no row, it has not begun.
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
