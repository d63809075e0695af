-- What accounts wrote in the forum in the last day, which bounds how much more they may write, and how far they have read
-- discussions. The rows are private to the account and no events: nothing rebuilds them, and they go with the account.
-- +goose Up
CREATE SCHEMA talk AUTHORIZATION modyard_app;
SET ROLE modyard_app;

CREATE TABLE talk.written (
    account    text COLLATE "C" NOT NULL,
    command    text COLLATE "C" NOT NULL, -- the command that wrote it
    discussion boolean NOT NULL,          -- it opened one
    digest     bytea NOT NULL,            -- of the text, to recognise it
    at         timestamptz NOT NULL,
    PRIMARY KEY (account, command)
);
CREATE INDEX written_at ON talk.written (at);

CREATE TABLE talk.seen (
    account    text COLLATE "C" NOT NULL,
    discussion text COLLATE "C" NOT NULL,
    floor      integer NOT NULL, -- the last one that the account has seen; 0: the opening text
    at         timestamptz NOT NULL,
    PRIMARY KEY (account, discussion)
);
CREATE INDEX seen_at ON talk.seen (account, at);

RESET ROLE;

-- +goose Down
DROP SCHEMA talk CASCADE;
