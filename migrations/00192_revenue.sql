-- Whether an account keeps the site's money. The column follows the log, as the role does. password_since is when the password
-- was last changed: a new place to be paid rests longer then.
-- Destinations are places to which accounts are paid, sealed with the account's key; the log has their ids alone.
-- The row of payouts says whether withdrawals wait for a person after the site was restored from a backup.
-- +goose Up
CREATE SCHEMA payouts AUTHORIZATION modyard_app;
SET ROLE modyard_app;
ALTER TABLE identity.accounts ADD COLUMN treasurer boolean NOT NULL DEFAULT false, ADD COLUMN password_since timestamptz;
CREATE TABLE payouts.destinations (
    id      text COLLATE "C" PRIMARY KEY,
    account text COLLATE "C" NOT NULL,
    method  text COLLATE "C" NOT NULL,
    created timestamptz NOT NULL DEFAULT now(),
    mark    jsonb NOT NULL,
    details jsonb NOT NULL,
    removed timestamptz
);
CREATE INDEX destinations_account ON payouts.destinations (account);
CREATE TABLE payouts.restored (
    one   boolean PRIMARY KEY DEFAULT true CHECK (one),
    since timestamptz,
    reason text NOT NULL DEFAULT ''
);
INSERT INTO payouts.restored DEFAULT VALUES;
RESET ROLE;

-- +goose Down
DROP SCHEMA payouts CASCADE;
SET ROLE modyard_app;
ALTER TABLE identity.accounts DROP COLUMN treasurer, DROP COLUMN password_since;
RESET ROLE;
