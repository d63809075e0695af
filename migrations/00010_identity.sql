-- Accounts, sessions and tokens: plain tables. Personal data lives here and nowhere else.
-- +goose Up
CREATE SCHEMA identity AUTHORIZATION modyard_app;
SET ROLE modyard_app;

CREATE TABLE identity.accounts (
    id            text PRIMARY KEY CHECK (id ~ '^[0-9A-Za-z]{8}$'),
    username      text NOT NULL,
    username_key  text NOT NULL CONSTRAINT accounts_username_unique UNIQUE, -- folded by the program
    email         text,
    email_key     text CONSTRAINT accounts_email_unique UNIQUE,
    password_hash text, -- null: nobody can sign in with a password
    role          text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'moderator', 'admin')),
    bio           text NOT NULL DEFAULT '',
    avatar_url    text,
    badges        bigint NOT NULL DEFAULT 0,
    created       timestamptz NOT NULL DEFAULT now()
);

-- What everybody may see of an account; read models and routes may join it.
CREATE VIEW identity.profiles AS
    SELECT id, username, avatar_url, bio, role, badges, created FROM identity.accounts;

-- Sessions and tokens are kept as SHA-256 hashes: who reads the tables cannot sign in.
CREATE TABLE identity.sessions (
    id              text PRIMARY KEY,
    account         text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
    token_hash      bytea NOT NULL UNIQUE,
    created         timestamptz NOT NULL,
    last_used       timestamptz NOT NULL,
    expires         timestamptz NOT NULL,
    refresh_expires timestamptz NOT NULL,
    user_agent      text NOT NULL DEFAULT '',
    ip              text NOT NULL DEFAULT ''
);
CREATE INDEX sessions_account ON identity.sessions (account);
CREATE INDEX sessions_refresh_expires ON identity.sessions (refresh_expires);

CREATE TABLE identity.tokens (
    id         text PRIMARY KEY,
    account    text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
    token_hash bytea NOT NULL UNIQUE,
    name       text NOT NULL,
    scopes     bigint NOT NULL,
    created    timestamptz NOT NULL,
    expires    timestamptz NOT NULL,
    last_used  timestamptz
);
CREATE INDEX tokens_account ON identity.tokens (account);

-- Attempts to sign in or up, by a hash of what is limited. Rows older than the longest window are deleted.
CREATE TABLE identity.attempts (
    id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key bytea NOT NULL,
    at  timestamptz NOT NULL
);
CREATE INDEX attempts_key ON identity.attempts (key, at);
CREATE INDEX attempts_at ON identity.attempts (at);

-- Changes of public profiles that the event log is yet to hear of.
CREATE TABLE identity.outbox (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account text NOT NULL,
    created timestamptz NOT NULL DEFAULT now()
);

RESET ROLE;

-- +goose Down
DROP SCHEMA identity CASCADE;
