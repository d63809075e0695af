-- Suspensions of accounts: the rows follow the log, as roles do. What has ended stays until it is replaced; its end is compared
-- with the time of a request. Owners who leave: their account has the name of a closed one and no profile, which the row keeps
-- until they return or the account is erased.
-- +goose Up
SET ROLE modyard_app;

CREATE TABLE identity.suspensions (
    account text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
    act     text NOT NULL CHECK (act IN ('sign_in', 'publishing', 'talk')),
    since   timestamptz NOT NULL,
    until   timestamptz, -- null: without an end
    code    text NOT NULL DEFAULT '',
    text    text NOT NULL DEFAULT '', -- to the account, erased with it
    PRIMARY KEY (account, act)
);

CREATE TABLE identity.leaving (
    account      text PRIMARY KEY REFERENCES identity.accounts ON DELETE CASCADE,
    since        timestamptz NOT NULL,
    until        timestamptz NOT NULL, -- when it is erased
    credential   text NOT NULL,        -- with which its owner left
    username     text NOT NULL,
    username_key text NOT NULL,
    bio          text NOT NULL,
    avatar_url   text,
    badges       bigint NOT NULL
);
CREATE INDEX leaving_until ON identity.leaving (until);
CREATE INDEX leaving_username_key ON identity.leaving (username_key);

-- The staff's list of accounts, newest first.
CREATE INDEX accounts_created ON identity.accounts (created DESC, id DESC);

RESET ROLE;

-- +goose Down
DROP INDEX identity.accounts_created;
DROP TABLE identity.suspensions, identity.leaving;
