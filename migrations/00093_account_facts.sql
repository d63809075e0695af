-- What an account has done with its notifications, and what identity has to tell the log.
-- +goose Up
CREATE SCHEMA inbox AUTHORIZATION modyard_app;
SET ROLE modyard_app;

-- An account's inbox. change counts what the account did with its notifications: pages and live streams compare it.
-- Notifications of events that the log recorded before read_before are read; the others say so in marks.
CREATE TABLE inbox.inboxes (
    account     text COLLATE "C" PRIMARY KEY,
    change      bigint NOT NULL CHECK (change > 0),
    read_before timestamptz
);

-- Notifications that were read or put away one by one. Their ids come of the event and the account, so that a rebuilt
-- read model and a log that moved to another engine have the same.
CREATE TABLE inbox.marks (
    account      text COLLATE "C" NOT NULL,
    notification text COLLATE "C" NOT NULL,
    read         boolean NOT NULL,
    removed      boolean NOT NULL,
    PRIMARY KEY (account, notification)
);

-- What the log is yet to hear of accounts: whole events, drained in order for each account.
DROP TABLE identity.outbox;
CREATE TABLE identity.outbox (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account  text COLLATE "C" NOT NULL,
    event_id uuid NOT NULL,
    type     text NOT NULL,
    data     text NOT NULL, -- JSON
    metadata text NOT NULL  -- JSON, as the log keeps it
);
CREATE INDEX outbox_account ON identity.outbox (account, id);

-- Up to where the column accounts.role follows the log; one row.
CREATE TABLE identity.roles_followed (
    one        boolean PRIMARY KEY DEFAULT true CHECK (one),
    generation text   NOT NULL DEFAULT '', -- of the log that position belongs to
    position   bigint NOT NULL DEFAULT 0
);
INSERT INTO identity.roles_followed DEFAULT VALUES;

RESET ROLE;

-- +goose Down
DROP SCHEMA inbox CASCADE;
DROP TABLE identity.roles_followed, identity.outbox;
SET ROLE modyard_app;
CREATE TABLE identity.outbox (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account text NOT NULL,
    created timestamptz NOT NULL DEFAULT now()
);
RESET ROLE;
