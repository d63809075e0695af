-- What the store of files does not hold any more, and what the audit still shows of it. A row without a time was begun:
-- the bytes may or may not be gone. Rows outlive rebuilds of read models, because they tell what has happened to bytes.
-- +goose Up
CREATE SCHEMA cleared AUTHORIZATION modyard_app;
SET ROLE modyard_app;

CREATE TABLE cleared.blobs (
    key     text COLLATE "C" PRIMARY KEY,
    size    bigint NOT NULL CHECK (size >= 0),
    sha1    text NOT NULL,
    sha512  text NOT NULL,
    entries text[],           -- the first names in an archive; null if it is none, or if it was destroyed at once
    total   integer NOT NULL, -- number of all names
    why     text NOT NULL CHECK (why IN ('old', 'destroyed')),
    begun   timestamptz NOT NULL,
    cleared timestamptz
);

RESET ROLE;

-- +goose Down
DROP SCHEMA cleared CASCADE;
