-- What read models need to outlive a change of the program or of the log: a checkpoint knows its log and the last event
-- that it took from it, parked events know their document, and running processes say what they can read.
-- +goose Up
ALTER TABLE runtime.checkpoints
    ADD generation text NOT NULL DEFAULT '',  -- the id of the log that position belongs to
    ADD event_position bigint NOT NULL DEFAULT 0, -- of the last event of a category that the projector reads; 0 for none
    ADD event_id uuid,                        -- of the same event
    ADD halted text NOT NULL DEFAULT '';      -- why the projector stands still until a person acts; empty while it does not

ALTER TABLE runtime.parked_events ADD key text COLLATE "C" NOT NULL DEFAULT ''; -- the document; its later events wait here too
UPDATE runtime.parked_events SET key = stream;
CREATE INDEX parked_events_key ON runtime.parked_events (name, version, key, position);

-- The processes that run projectors: a row is one for as long as lapses_at is to come.
CREATE TABLE runtime.processes (
    id         text COLLATE "C" PRIMARY KEY,
    types      text[] NOT NULL,               -- event types that its codec reads
    projectors text[] NOT NULL,               -- name/vN that it runs or waits to run
    started_at timestamptz NOT NULL DEFAULT now(),
    seen_at    timestamptz NOT NULL DEFAULT now(),
    lapses_at  timestamptz NOT NULL
);

-- The event types that may have been written: each was known to all running processes when it was put here. A program
-- that does not know all of them does not start.
CREATE TABLE runtime.event_types (
    type  text COLLATE "C" PRIMARY KEY,
    since timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT, UPDATE, DELETE ON runtime.processes, runtime.event_types TO modyard_app;

-- +goose Down
DROP TABLE runtime.event_types, runtime.processes;
DROP INDEX runtime.parked_events_key;
ALTER TABLE runtime.parked_events DROP key;
ALTER TABLE runtime.checkpoints DROP generation, DROP event_position, DROP event_id, DROP halted;
