-- The bookkeeping of the projections' runner: where each read model stands in the log, and
-- the events that one could not apply. The read models themselves live in schemas of their own.
-- +goose Up
CREATE SCHEMA runtime;

CREATE TABLE runtime.checkpoints (
    name       text COLLATE "C" NOT NULL,
    version    int  NOT NULL CHECK (version > 0),
    slot       text COLLATE "C" NOT NULL DEFAULT '' CHECK (slot IN ('', 'rebuild', 'verify')),
    engine     text NOT NULL,                     -- the log that position belongs to
    definition text NOT NULL,                     -- digest of the tables' and views' definition
    position   bigint NOT NULL DEFAULT 0,
    event_at   timestamptz,                       -- when the last applied event was recorded
    at         timestamptz NOT NULL DEFAULT now(),
    serving    boolean NOT NULL DEFAULT false,    -- the readers' views show this version
    retired_at timestamptz,                       -- since when it no longer does
    PRIMARY KEY (name, version, slot),
    CHECK (slot = '' OR NOT serving)
) WITH (fillfactor = 50);

CREATE UNIQUE INDEX checkpoints_serving ON runtime.checkpoints (name) WHERE serving;

CREATE TABLE runtime.parked_events (
    name      text COLLATE "C" NOT NULL,
    version   int  NOT NULL,
    position  bigint NOT NULL,
    event_id  uuid NOT NULL,
    type      text COLLATE "C" NOT NULL,
    stream    text COLLATE "C" NOT NULL,
    error     text NOT NULL,
    attempts  int  NOT NULL DEFAULT 1,
    parked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (name, version, position)
);

GRANT USAGE ON SCHEMA runtime TO modyard_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON runtime.checkpoints, runtime.parked_events TO modyard_app;

-- +goose Down
DROP SCHEMA runtime CASCADE;
