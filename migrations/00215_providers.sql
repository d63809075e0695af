-- Outside accounts with which people sign in: the key is the provider, its issuer and the subject there, never an address.
-- +goose Up
SET ROLE modyard_app;

CREATE TABLE identity.links (
    id        text PRIMARY KEY,
    account   text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
    provider  text NOT NULL, -- the key in the operator's file
    issuer    text NOT NULL,
    subject   text NOT NULL,
    name      text NOT NULL, -- of the outside account when it was linked, for its owner alone
    created   timestamptz NOT NULL,
    last_used timestamptz,
    CONSTRAINT links_subject_unique UNIQUE (provider, issuer, subject),
    CONSTRAINT links_provider_unique UNIQUE (account, provider)
);

ALTER TABLE identity.flows
    DROP CONSTRAINT flows_kind_check,
    ADD CONSTRAINT flows_kind_check CHECK (kind IN ('reset', 'verify', 'login', 'totp', 'passkey-add', 'passkey-login', 'passkey-confirm', 'outside', 'join'));

ALTER TABLE identity.sessions
    DROP CONSTRAINT sessions_method_check,
    ADD CONSTRAINT sessions_method_check CHECK (method IN ('password', 'passkey', 'provider')),
    DROP CONSTRAINT sessions_confirmed_with_check,
    ADD CONSTRAINT sessions_confirmed_with_check CHECK (confirmed_with IN ('password', 'code', 'passkey', 'provider'));

-- When a token last used each of its scopes, so that unused ones can be dropped.
CREATE TABLE identity.scope_uses (
    token     text NOT NULL REFERENCES identity.tokens ON DELETE CASCADE,
    scope     bigint NOT NULL, -- one bit
    last_used timestamptz NOT NULL,
    PRIMARY KEY (token, scope)
);
ALTER TABLE identity.tokens
    ADD scopes_since timestamptz; -- since when its uses are recorded; null: since it was created
UPDATE identity.tokens SET scopes_since = now();

RESET ROLE;

-- +goose Down
ALTER TABLE identity.tokens DROP scopes_since;
DROP TABLE identity.scope_uses;
DELETE FROM identity.sessions WHERE method = 'provider' OR confirmed_with = 'provider';
ALTER TABLE identity.sessions
    DROP CONSTRAINT sessions_method_check,
    ADD CONSTRAINT sessions_method_check CHECK (method IN ('password', 'passkey')),
    DROP CONSTRAINT sessions_confirmed_with_check,
    ADD CONSTRAINT sessions_confirmed_with_check CHECK (confirmed_with IN ('password', 'code', 'passkey'));
DELETE FROM identity.flows WHERE kind IN ('outside', 'join');
ALTER TABLE identity.flows
    DROP CONSTRAINT flows_kind_check,
    ADD CONSTRAINT flows_kind_check CHECK (kind IN ('reset', 'verify', 'login', 'totp', 'passkey-add', 'passkey-login', 'passkey-confirm'));
DROP TABLE identity.links;
