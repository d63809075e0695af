-- What archives of modpacks contain, and what a service of the operator says about files of other platforms. The rows are
-- observations, not events: they can be deleted, and are then made again when somebody asks.
-- +goose Up
CREATE SCHEMA packfiles AUTHORIZATION modyard_app;
SET ROLE modyard_app;

-- The archives that were read, by their content. A row is inserted before the archive is read and in the same transaction
-- as what was found, so that of all processes one reads it while the others wait.
CREATE TABLE packfiles.packs (
    sha512        text COLLATE "C" PRIMARY KEY,
    problem       text NOT NULL,     -- why it cannot be read, or empty
    files         integer NOT NULL,  -- that may need permission
    unread        integer NOT NULL,  -- of these, how many could not be read
    unread_paths  text[] NOT NULL,   -- the first of them
    skipped       integer NOT NULL,  -- files that need no permission
    skipped_paths text[] NOT NULL,   -- the first of them
    read          timestamptz NOT NULL
);

CREATE TABLE packfiles.contents (
    pack        text COLLATE "C" NOT NULL REFERENCES packfiles.packs ON DELETE CASCADE,
    n           integer NOT NULL,
    place       text NOT NULL,               -- index, overrides, client-overrides or server-overrides
    path        text NOT NULL,               -- where a launcher writes the file
    name        text NOT NULL,
    sha1        text COLLATE "C" NOT NULL,   -- of the index: as its author says
    sha512      text COLLATE "C" NOT NULL,
    size        bigint NOT NULL,             -- bytes
    fingerprint bigint,                      -- MurmurHash2 without white space; null for files of the index
    url         text NOT NULL,               -- of the index: where it is downloaded from; or empty
    PRIMARY KEY (pack, n)
);
CREATE INDEX contents_sha1 ON packfiles.contents (sha1);
CREATE INDEX contents_sha512 ON packfiles.contents (sha512);

-- The answers of the operator's service.
CREATE TABLE packfiles.identified (
    fingerprint bigint PRIMARY KEY,
    sha1        text COLLATE "C" NOT NULL, -- of the file that the answer is about, or empty
    flame       bigint NOT NULL,           -- 0: it is none of the platform
    title       text NOT NULL,
    url         text NOT NULL,
    asked       timestamptz NOT NULL
);

RESET ROLE;

-- +goose Down
DROP SCHEMA packfiles CASCADE;
