-- Which moderator works on a project, and who has its review panel open. The rows last for minutes and are no events;
-- taking over the lock of somebody else is one. A lock never hinders a decision: the log refuses the second of a round.
-- +goose Up
SET ROLE modyard_app;

CREATE TABLE reviewing.locks (
    project text COLLATE "C" PRIMARY KEY,
    lock    text COLLATE "C" NOT NULL, -- names this holding; renewing keeps it
    account text COLLATE "C" NOT NULL,
    taken   timestamptz NOT NULL,
    expires timestamptz NOT NULL
);
CREATE INDEX locks_account ON reviewing.locks (account);
CREATE INDEX locks_expires ON reviewing.locks (expires);

CREATE TABLE reviewing.looking (
    project text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    seen    timestamptz NOT NULL,
    PRIMARY KEY (project, account)
);
CREATE INDEX looking_account ON reviewing.looking (account);
CREATE INDEX looking_seen ON reviewing.looking (seen);

-- Numbers of changes that open pages hear of, because no event tells them.
CREATE SEQUENCE reviewing.changes;

RESET ROLE;

-- +goose Down
DROP SEQUENCE reviewing.changes;
DROP TABLE reviewing.looking;
DROP TABLE reviewing.locks;
