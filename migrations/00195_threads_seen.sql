-- How far each account has read a conversation. The rows are private to the account and no events: nothing rebuilds them,
-- and they go with the account.
-- +goose Up
CREATE SCHEMA threads AUTHORIZATION modyard_app;
SET ROLE modyard_app;

CREATE TABLE threads.seen (
    account  text COLLATE "C" NOT NULL,
    thread   text COLLATE "C" NOT NULL,
    message  text COLLATE "C" NOT NULL, -- the newest line that the account has seen: it has the same id in every log
    position bigint NOT NULL,           -- of that line
    at       timestamptz NOT NULL,
    PRIMARY KEY (account, thread)
);

RESET ROLE;

-- +goose Down
DROP SCHEMA threads CASCADE;
