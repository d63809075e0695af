-- The first texts of accounts, by which a newcomer is known, and the texts with links of newcomers that wait for the staff. The rows are
-- private to the account and no events: that a text waits is an event.
-- +goose Up
SET ROLE modyard_app;

CREATE TABLE talk.firsts (
    account text COLLATE "C" NOT NULL,
    command text COLLATE "C" NOT NULL, -- the command that wrote it
    at      timestamptz NOT NULL,
    PRIMARY KEY (account, command)
);

CREATE TABLE talk.held (
    account text COLLATE "C" NOT NULL,
    command text COLLATE "C" NOT NULL,
    at      timestamptz NOT NULL,
    PRIMARY KEY (account, command)
);

RESET ROLE;

-- +goose Down
DROP TABLE talk.firsts;
DROP TABLE talk.held;
