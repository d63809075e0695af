-- The seal of the log (eventlog/seal): every event is a leaf of a Merkle tree. Nothing rebuilds this schema; it is part
-- of a backup.
-- +goose Up
CREATE SCHEMA seal;
GRANT USAGE ON SCHEMA seal TO modyard_app;

-- The tree: one row. The origin is made once and survives a restore and a move to another log.
CREATE TABLE seal.tree (
    one         boolean PRIMARY KEY DEFAULT true CHECK (one),
    origin      text        NOT NULL,
    engine      text        NOT NULL DEFAULT '', -- of the log, empty before the first leaf
    generation  text        NOT NULL DEFAULT '',
    size        bigint      NOT NULL DEFAULT 0,
    position    bigint      NOT NULL DEFAULT 0,       -- of the last leaf
    recorded_at timestamptz NOT NULL DEFAULT 'epoch', -- of the last leaf
    CHECK (size >= 0 AND position >= 0)
) WITH (fillfactor = 50);
INSERT INTO seal.tree (origin) VALUES ('modyard/' || gen_random_uuid());

-- A row for each event, in the order of the log. recorded_at never decreases.
CREATE TABLE seal.leaves (
    leaf        bigint PRIMARY KEY,
    event_id    uuid        NOT NULL,
    stream      text COLLATE "C" NOT NULL,
    revision    bigint      NOT NULL,
    position    bigint      NOT NULL,
    recorded_at timestamptz NOT NULL
);
CREATE INDEX leaves_event ON seal.leaves (event_id);
CREATE INDEX leaves_recorded ON seal.leaves (recorded_at, leaf);

-- The hashes of the tree, 256 in a row, except in the last row of a level.
CREATE TABLE seal.tiles (
    level  int    NOT NULL,
    n      bigint NOT NULL,
    hashes bytea  NOT NULL,
    PRIMARY KEY (level, n)
);
ALTER TABLE seal.tiles ALTER COLUMN hashes SET STORAGE EXTERNAL; -- hashes cannot be compressed

-- Signed checkpoints. They are kept outside the database too.
CREATE TABLE seal.checkpoints (
    number      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    size        bigint      NOT NULL,
    made_at     timestamptz NOT NULL DEFAULT now(),
    note        text        NOT NULL
);
CREATE INDEX checkpoints_size ON seal.checkpoints (size);

-- Restores: who, why, and the checkpoint that was abandoned. The first start afterwards appends each to the log.
CREATE TABLE seal.restores (
    number         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account        text        NOT NULL,
    reason         text        NOT NULL,
    made_at        timestamptz NOT NULL DEFAULT now(),
    kept           bigint, -- events before that of the restore; null: not in the log yet
    abandoned_size bigint NOT NULL DEFAULT 0,
    abandoned_root bytea  NOT NULL DEFAULT '',
    appended       boolean NOT NULL DEFAULT false
);

-- The program may add leaves and checkpoints, but not change them, except the position of a leaf: it changes when the
-- log moves to another engine.
GRANT SELECT, INSERT ON seal.leaves, seal.checkpoints TO modyard_app;
GRANT UPDATE (position) ON seal.leaves TO modyard_app;
GRANT SELECT, INSERT, UPDATE ON seal.tiles TO modyard_app;
GRANT SELECT ON seal.tree TO modyard_app;
GRANT UPDATE (engine, generation, size, position, recorded_at) ON seal.tree TO modyard_app;
GRANT SELECT ON seal.restores TO modyard_app;
GRANT UPDATE (kept, abandoned_size, abandoned_root, appended) ON seal.restores TO modyard_app;

-- +goose Down
-- +goose StatementBegin
DO $$
BEGIN
    RAISE EXCEPTION 'the seal of the log is never dropped by a migration';
END
$$;
-- +goose StatementEnd
