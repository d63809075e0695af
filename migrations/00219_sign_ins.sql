-- Attempts to sign in, for the owner of the account. Of names that no account has there are rows without an account and without what
-- describes the visitor: an attempt takes the same time whether or not the account exists.
-- +goose Up
SET ROLE modyard_app;

CREATE TABLE identity.sign_ins (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account    text COLLATE "C" NOT NULL,
    at         timestamptz NOT NULL,
    method     text NOT NULL CHECK (method IN ('password', 'code', 'passkey', 'provider')), -- what was given last
    session    text COLLATE "C" NOT NULL, -- that began; empty: it failed
    known      boolean NOT NULL, -- the browser had signed in to the account before
    user_agent text NOT NULL,
    ip         text NOT NULL
);
CREATE INDEX sign_ins_account ON identity.sign_ins (account, id);
CREATE INDEX sign_ins_at ON identity.sign_ins (at);

-- When a request for authorization that demands a proof was first seen in a session: a proof after it counts.
CREATE TABLE identity.oauth_asked (
    hash bytea PRIMARY KEY, -- of the session and the request
    at   timestamptz NOT NULL
);
CREATE INDEX oauth_asked_at ON identity.oauth_asked (at);

RESET ROLE;

-- +goose Down
DROP TABLE identity.oauth_asked;
DROP TABLE identity.sign_ins;
