-- The keys of texts that people can have erased, and the erasures that are under way.
-- +goose Up
CREATE SCHEMA erasure AUTHORIZATION modyard_app;
SET ROLE modyard_app;

-- Which keys file the database was made with.
CREATE TABLE erasure.keyfile (
    one         boolean PRIMARY KEY DEFAULT true CHECK (one),
    check_value bytea NOT NULL
);

-- One key for each subject, an account, made when the first text needs it. An erased subject keeps its row without
-- a key, so that it never gets another.
CREATE TABLE erasure.keys (
    subject text COLLATE "C" PRIMARY KEY,
    key_id  text COLLATE "C" NOT NULL,
    wrapped bytea,                          -- under the key of the keys file; null: erased
    created timestamptz NOT NULL DEFAULT now()
);

-- Accounts whose erasure is not finished, and who wants it. Not bound to identity.accounts: an erasure also follows
-- from the list of a restored site.
CREATE TABLE erasure.pending (
    account    text COLLATE "C" PRIMARY KEY,
    actor      text NOT NULL DEFAULT '',    -- '': the program itself, from the list
    role       text NOT NULL,
    credential text NOT NULL DEFAULT '',
    request    text NOT NULL DEFAULT '',
    reason     text NOT NULL DEFAULT '',    -- a code
    requested  timestamptz NOT NULL
);

RESET ROLE;

-- +goose Down
DROP SCHEMA erasure CASCADE;
