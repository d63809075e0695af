-- Automatic saves of wiki texts that are not yet part of a draft. They are not events, because most of them are overwritten
-- after seconds; they go with their draft, their account, or after the time for which an ended draft can be continued.
-- +goose Up
CREATE SCHEMA drafting AUTHORIZATION modyard_app;
SET ROLE modyard_app;

CREATE TABLE drafting.saves (
    draft   text COLLATE "C" NOT NULL,
    page    text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL, -- the author
    body    text NOT NULL,
    version bigint NOT NULL,
    at      timestamptz NOT NULL,
    PRIMARY KEY (draft, page)
);
CREATE INDEX saves_account ON drafting.saves (account);
CREATE INDEX saves_at ON drafting.saves (at);

RESET ROLE;

-- +goose Down
DROP SCHEMA drafting CASCADE;
