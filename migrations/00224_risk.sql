-- Texts that did not pass the check of phrases, and the accounts that may not write for a while because of several of them. Rows are no
-- events: they live as long as the rules need them.
-- +goose Up
SET ROLE modyard_app;

CREATE TABLE talk.hits (
    account text COLLATE "C" NOT NULL,
    digest  bytea NOT NULL, -- of the command and the text: a decision that is made again counts once
    at      timestamptz NOT NULL,
    PRIMARY KEY (account, digest)
);
CREATE INDEX hits_at ON talk.hits (at);

CREATE TABLE talk.closed (
    account text COLLATE "C" PRIMARY KEY,
    until   timestamptz NOT NULL
);
CREATE INDEX closed_until ON talk.closed (until);

RESET ROLE;

-- +goose Down
DROP TABLE talk.closed;
DROP TABLE talk.hits;
