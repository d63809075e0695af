-- Files that were sent for a version which is not published yet. They are no facts of the site: a row lives for a
-- day, and nothing is decided from it but that the file may be used by who sent it (commands/project).
-- +goose Up
CREATE SCHEMA staging AUTHORIZATION modyard_app;
SET ROLE modyard_app;

CREATE TABLE staging.files (
    id      text PRIMARY KEY CHECK (id ~ '^[0-9A-Za-z]{8}$'),
    account text NOT NULL,
    project text NOT NULL,
    name    text NOT NULL,
    size    bigint NOT NULL CHECK (size >= 0), -- while it arrives: as announced
    sha1    text NOT NULL DEFAULT '',
    sha512  text NOT NULL DEFAULT '',
    key     text NOT NULL,            -- of the blob
    target  text NOT NULL DEFAULT '', -- of the copy in a version whose publishing was begun
    facts   jsonb,                    -- null while it arrives
    created timestamptz NOT NULL,
    expires timestamptz NOT NULL
);
CREATE INDEX files_account ON staging.files (account, created);
CREATE INDEX files_expires ON staging.files (expires);

RESET ROLE;

-- +goose Down
DROP SCHEMA staging CASCADE;
