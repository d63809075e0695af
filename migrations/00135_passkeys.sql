-- Passkeys: public keys of authenticators that sign in, answer the second step of a sign-in, or confirm one.
-- +goose Up
SET ROLE modyard_app;

CREATE TABLE identity.passkeys (
    id         text PRIMARY KEY,
    account    text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
    credential bytea NOT NULL CONSTRAINT passkeys_credential_unique UNIQUE, -- the authenticator's own id of it
    public_key bytea NOT NULL, -- COSE
    counter    bigint NOT NULL, -- of the newest signature; 0 from authenticators that do not count
    transports text[] NOT NULL,
    synced     boolean NOT NULL, -- the authenticator may copy it to other devices of its owner
    backed_up  boolean NOT NULL,
    name       text NOT NULL,
    created    timestamptz NOT NULL,
    last_used  timestamptz,
    suspect    timestamptz -- when a signature had a counter that was not newer: there is a copy; it is accepted no more
);
CREATE INDEX passkeys_account ON identity.passkeys (account);

ALTER TABLE identity.accounts
    ADD passkey_step boolean NOT NULL DEFAULT false; -- a sign-in with the password has a second step also without totp_secret

-- A sign-in by passkey begins without an account.
ALTER TABLE identity.flows
    ALTER account DROP NOT NULL,
    DROP CONSTRAINT flows_kind_check,
    ADD CONSTRAINT flows_kind_check CHECK (kind IN ('reset', 'verify', 'login', 'totp', 'passkey-add', 'passkey-login', 'passkey-confirm'));

ALTER TABLE identity.sessions
    ADD method         text CHECK (method IN ('password', 'passkey')), -- how it was begun; null: before this was recorded
    ADD confirmed_with text CHECK (confirmed_with IN ('password', 'code', 'passkey')); -- what was given at the time of confirmed

RESET ROLE;

-- +goose Down
ALTER TABLE identity.sessions DROP method, DROP confirmed_with;
DELETE FROM identity.flows WHERE kind LIKE 'passkey-%';
ALTER TABLE identity.flows
    ALTER account SET NOT NULL,
    DROP CONSTRAINT flows_kind_check,
    ADD CONSTRAINT flows_kind_check CHECK (kind IN ('reset', 'verify', 'login', 'totp'));
ALTER TABLE identity.accounts DROP passkey_step;
DROP TABLE identity.passkeys;
