-- What belongs to an account beyond its password: preferences, proof of its e-mail address, the second factor,
-- and the letters that are to be sent.
-- +goose Up
SET ROLE modyard_app;

ALTER TABLE identity.accounts
    ADD email_verified boolean NOT NULL DEFAULT false,
    ADD subscribed     boolean NOT NULL DEFAULT false,
    ADD preferences    jsonb,
    ADD totp_secret    text,   -- base32; null: no second factor
    ADD totp_step      bigint; -- the newest half minute whose code was used: none is good twice

-- Recovery codes of the second factor, as SHA-256 hashes; a used one is deleted.
CREATE TABLE identity.recovery_codes (
    account text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
    hash    bytea NOT NULL,
    PRIMARY KEY (account, hash)
);

-- What somebody has begun and goes on with by a secret: by the link of a letter, or in the next step of a form.
CREATE TABLE identity.flows (
    hash    bytea PRIMARY KEY, -- SHA-256 of the secret
    kind    text NOT NULL CHECK (kind IN ('reset', 'verify', 'login', 'totp')),
    account text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
    data    text NOT NULL DEFAULT '', -- verify: the address; totp: the secret to be confirmed
    tries   integer NOT NULL DEFAULT 0,
    done    boolean NOT NULL DEFAULT false,
    expires timestamptz NOT NULL
);
CREATE INDEX flows_account ON identity.flows (account, kind);
CREATE INDEX flows_expires ON identity.flows (expires);

-- Letters that wait. None holds a secret: links are made when a letter is written.
CREATE TABLE identity.letters (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind    text NOT NULL,
    account text REFERENCES identity.accounts ON DELETE CASCADE, -- null: whoever login names, if anybody
    login   text NOT NULL DEFAULT '',
    address text NOT NULL DEFAULT '', -- '': the account's own
    created timestamptz NOT NULL,
    due     timestamptz NOT NULL,
    tries   integer NOT NULL DEFAULT 0
);
CREATE INDEX letters_due ON identity.letters (due);

-- Proofs of work that were accepted, so that none is good twice, and the key that challenges are signed with.
CREATE TABLE identity.proofs (
    hash    bytea PRIMARY KEY,
    expires timestamptz NOT NULL
);
CREATE INDEX proofs_expires ON identity.proofs (expires);
CREATE TABLE identity.keys (
    name text PRIMARY KEY,
    key  bytea NOT NULL
);

RESET ROLE;

-- +goose Down
DROP TABLE identity.recovery_codes, identity.flows, identity.letters, identity.proofs, identity.keys;
ALTER TABLE identity.accounts
    DROP email_verified, DROP subscribed, DROP preferences, DROP totp_secret, DROP totp_step;
