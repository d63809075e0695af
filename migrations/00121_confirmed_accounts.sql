-- An address belongs to the account that verified it; what was set before that ends with a reset of the password. An
-- address changes when the new one is confirmed. Sessions know when their person last proved to be there.
-- +goose Up
SET ROLE modyard_app;

ALTER TABLE identity.accounts
    DROP CONSTRAINT accounts_email_unique,
    ADD verified_at       timestamptz, -- when the address was verified, where that is known
    ADD totp_since        timestamptz, -- when the second factor was set, where that is known
    ADD email_pending     text,        -- the address that is to replace email when it is confirmed
    ADD email_pending_key text;
CREATE UNIQUE INDEX accounts_email_unique ON identity.accounts (email_key) WHERE email_verified;
CREATE INDEX accounts_email ON identity.accounts (email_key);

ALTER TABLE identity.sessions ADD confirmed timestamptz; -- when a password or code was last given; null: before this was recorded

UPDATE identity.tokens SET expires = least(expires, now() + interval '365 days');

RESET ROLE;

-- +goose Down
DROP INDEX identity.accounts_email_unique, identity.accounts_email;
UPDATE identity.accounts a SET email = NULL, email_key = NULL WHERE NOT email_verified
    AND EXISTS (SELECT FROM identity.accounts o WHERE o.email_key = a.email_key AND o.id <> a.id);
ALTER TABLE identity.accounts
    DROP verified_at, DROP totp_since, DROP email_pending, DROP email_pending_key,
    ADD CONSTRAINT accounts_email_unique UNIQUE (email_key);
ALTER TABLE identity.sessions DROP confirmed;
