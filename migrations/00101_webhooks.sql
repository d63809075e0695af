-- The receivers of webhooks (platform/webhook): what events must not contain, and the state and the log of deliveries.
-- Which webhooks exist, and what they deliver, is in the log.
-- +goose Up
CREATE SCHEMA webhooks AUTHORIZATION modyard_app;
SET ROLE modyard_app;

-- A row for each webhook. Its owner is a project or an organization.
CREATE TABLE webhooks.hooks (
    id            text COLLATE "C" PRIMARY KEY,
    owner         text COLLATE "C" NOT NULL,
    made          timestamptz NOT NULL,
    busy_until    timestamptz NOT NULL DEFAULT '-infinity', -- one job delivers at a time; a lease
    retry_at      timestamptz NOT NULL DEFAULT '-infinity', -- nothing is sent before this time
    rests         int         NOT NULL DEFAULT 0,           -- pauses in a row that the receiver needed
    failing_since timestamptz                               -- no success since this time
);
CREATE INDEX hooks_owner ON webhooks.hooks (owner);

-- Addresses and secrets, encrypted with a key of the keys file. Events name them by their ids.
CREATE TABLE webhooks.sealed (
    id   uuid PRIMARY KEY,
    hook text COLLATE "C" NOT NULL REFERENCES webhooks.hooks ON DELETE CASCADE,
    made timestamptz NOT NULL,
    box  bytea NOT NULL
);
CREATE INDEX sealed_hook ON webhooks.sealed (hook);

-- A row for each change and receiver, without the document of the change: it is read when it is sent.
CREATE TABLE webhooks.deliveries (
    id          uuid PRIMARY KEY,
    hook        text COLLATE "C" NOT NULL REFERENCES webhooks.hooks ON DELETE CASCADE,
    number      bigint GENERATED ALWAYS AS IDENTITY, -- the order of sending
    change      text        NOT NULL,
    cursor      text        NOT NULL,
    kind        text        NOT NULL,
    object_type text        NOT NULL,
    object      text        NOT NULL,
    at          timestamptz NOT NULL,
    job         bigint      NOT NULL DEFAULT 0, -- of the queue; a waiting delivery without it is not sent
    state       text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed')),
    made        timestamptz NOT NULL,
    until       timestamptz NOT NULL, -- given up at this time
    next_at     timestamptz NOT NULL, -- not sent again before this time
    attempts    int         NOT NULL DEFAULT 0,
    tried       timestamptz,          -- the last attempt, like the following
    status      int,
    took_ms     int,
    answer      text        NOT NULL DEFAULT '', -- its beginning
    error       text        NOT NULL DEFAULT ''  -- a code: why there is no success
);
CREATE UNIQUE INDEX deliveries_change ON webhooks.deliveries (hook, change);
CREATE INDEX deliveries_recent ON webhooks.deliveries (hook, number);
CREATE INDEX deliveries_waiting ON webhooks.deliveries (hook, number) WHERE state = 'waiting';
CREATE INDEX deliveries_made ON webhooks.deliveries (made);

RESET ROLE;

-- +goose Down
DROP SCHEMA webhooks CASCADE;
