-- What commands keep beside the log: the keys that callers gave them, and snapshots of long streams.
-- +goose Up
CREATE SCHEMA commands AUTHORIZATION modyard_app;

SET ROLE modyard_app;

-- Commands that their callers named, for as long as a key is honoured. made is the id of what identity made for one.
CREATE TABLE commands.idempotency (
    command uuid PRIMARY KEY,
    hash    text NOT NULL, -- of the request, keyed
    made    text NOT NULL DEFAULT '',
    at      timestamptz NOT NULL
);
CREATE INDEX idempotency_at ON commands.idempotency (at);

-- What was folded from a stream up to an event. Both tables can be made anew from the log: they are not in a backup,
-- and a crash of the server empties them together.
CREATE UNLOGGED TABLE commands.snapshots (
    stream     text PRIMARY KEY,
    generation text   NOT NULL, -- of the log
    revision   bigint NOT NULL,
    event      uuid   NOT NULL, -- that stands at the revision
    fold       text   NOT NULL, -- version of the fold that made it
    state      bytea  NOT NULL, -- JSON
    at         timestamptz NOT NULL
);
ALTER TABLE commands.snapshots ALTER state SET STORAGE EXTERNAL;

-- The commands that a snapshot covers, so that one that comes again is still known.
CREATE UNLOGGED TABLE commands.covered (
    stream  text NOT NULL REFERENCES commands.snapshots ON DELETE CASCADE,
    command text NOT NULL,
    hash    text NOT NULL,
    at      timestamptz NOT NULL, -- of the command
    PRIMARY KEY (stream, command)
);

RESET ROLE;

-- +goose Down
DROP SCHEMA commands CASCADE;
