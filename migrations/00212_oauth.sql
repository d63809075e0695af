-- OAuth 2 and OpenID Connect: what events must not contain (secrets, codes, tokens, keys), and a copy of what the log says of
-- applications and authorizations, so that each token is checked in one statement.
-- +goose Up
SET ROLE modyard_app;

-- Copies of the states of streams. One with more events replaces one with fewer; a deleted application stays as not usable.
CREATE TABLE identity.oauth_clients (
    id         text COLLATE "C" PRIMARY KEY,
    max_scopes bigint  NOT NULL,
    usable     boolean NOT NULL, -- neither suspended nor deleted
    verified   boolean NOT NULL,
    skeleton   text    NOT NULL, -- of its name (UTS 39); empty where it is deleted
    events     int     NOT NULL
);
CREATE INDEX oauth_clients_verified ON identity.oauth_clients (skeleton) WHERE verified;

CREATE TABLE identity.oauth_grants (
    account     text COLLATE "C" NOT NULL,
    application text COLLATE "C" NOT NULL,
    live        boolean NOT NULL,
    scopes      bigint  NOT NULL,
    openid      text[]  NOT NULL,
    number      int     NOT NULL, -- how often it began: tokens of an earlier one are refused
    events      int     NOT NULL,
    last_used   timestamptz,
    PRIMARY KEY (account, application)
);
CREATE INDEX oauth_grants_application ON identity.oauth_grants (application, last_used);

-- A row without an event that names it gives no access.
CREATE TABLE identity.oauth_secrets (
    id          text COLLATE "C" PRIMARY KEY,
    application text COLLATE "C" NOT NULL,
    hash        bytea NOT NULL,
    created     timestamptz NOT NULL,
    last_used   timestamptz
);
CREATE INDEX oauth_secrets_application ON identity.oauth_secrets (application);

-- Requests of which a person has not decided yet.
CREATE TABLE identity.oauth_flows (
    hash        bytea PRIMARY KEY,
    account     text COLLATE "C" NOT NULL,
    session     text COLLATE "C" NOT NULL, -- that began it; no other may decide
    application text COLLATE "C" NOT NULL,
    request     jsonb NOT NULL,
    expires     timestamptz NOT NULL
);
CREATE INDEX oauth_flows_account ON identity.oauth_flows (account);
CREATE INDEX oauth_flows_expires ON identity.oauth_flows (expires);

-- A code and its challenge are one row, used up by the first try, right or wrong.
CREATE TABLE identity.oauth_codes (
    hash        bytea PRIMARY KEY,
    family      text COLLATE "C" NOT NULL, -- of all tokens that follow from it
    account     text COLLATE "C" NOT NULL,
    session     text COLLATE "C" NOT NULL,
    application text COLLATE "C" NOT NULL,
    number      int  NOT NULL, -- of the grant
    request     jsonb NOT NULL,
    expires     timestamptz NOT NULL,
    used        timestamptz
);
CREATE INDEX oauth_codes_account ON identity.oauth_codes (account, application);
CREATE INDEX oauth_codes_application ON identity.oauth_codes (application);
CREATE INDEX oauth_codes_expires ON identity.oauth_codes (expires);

CREATE TABLE identity.oauth_tokens (
    hash        bytea PRIMARY KEY,
    refresh     boolean NOT NULL,
    family      text COLLATE "C" NOT NULL,
    account     text COLLATE "C" NOT NULL,
    application text COLLATE "C" NOT NULL,
    number      int    NOT NULL, -- of the grant
    scopes      bigint NOT NULL,
    openid      text[] NOT NULL,
    auth_time   timestamptz NOT NULL,
    created     timestamptz NOT NULL,
    expires     timestamptz NOT NULL,
    used        timestamptz -- of a refresh token that was exchanged: its second use ends the grant
);
CREATE INDEX oauth_tokens_account ON identity.oauth_tokens (account, application);
CREATE INDEX oauth_tokens_application ON identity.oauth_tokens (application);
CREATE INDEX oauth_tokens_family ON identity.oauth_tokens (family);
CREATE INDEX oauth_tokens_expires ON identity.oauth_tokens (expires);

-- Pushed requests (RFC 9126).
CREATE TABLE identity.oauth_pushed (
    hash        bytea PRIMARY KEY,
    application text COLLATE "C" NOT NULL,
    request     text NOT NULL, -- its parameters, encoded as a form
    expires     timestamptz NOT NULL
);
CREATE INDEX oauth_pushed_expires ON identity.oauth_pushed (expires);

-- Keys of id tokens, sealed with a key of the keys file.
CREATE TABLE identity.oauth_keys (
    id      text COLLATE "C" PRIMARY KEY,
    sealed  text NOT NULL,
    created timestamptz NOT NULL
);

CREATE TABLE identity.oauth_usage (
    application text COLLATE "C" NOT NULL,
    day         date NOT NULL, -- UTC
    requests    bigint NOT NULL,
    PRIMARY KEY (application, day)
);
CREATE INDEX oauth_usage_day ON identity.oauth_usage (day);

CREATE TABLE identity.oauth_refusals (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    application text COLLATE "C" NOT NULL,
    at          timestamptz NOT NULL,
    place       text NOT NULL,
    error       text NOT NULL,
    rule        text NOT NULL,
    detail      text NOT NULL
);
CREATE INDEX oauth_refusals_application ON identity.oauth_refusals (application, id);
CREATE INDEX oauth_refusals_at ON identity.oauth_refusals (at);

RESET ROLE;

-- +goose Down
DROP TABLE identity.oauth_refusals, identity.oauth_usage, identity.oauth_keys, identity.oauth_pushed, identity.oauth_tokens, identity.oauth_codes,
    identity.oauth_flows, identity.oauth_secrets, identity.oauth_grants, identity.oauth_clients;
