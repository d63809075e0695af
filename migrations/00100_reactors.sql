-- What acts on the outside: the checkpoints of reactors, their poisoned messages, and whether effects are paused. Nothing
-- rebuilds this schema; it is part of a backup.
-- +goose Up
CREATE SCHEMA reactors;
GRANT USAGE ON SCHEMA reactors TO modyard_app;

-- One row. While effects are paused, no reactor and no job runs.
CREATE TABLE reactors.effects (
    one       boolean PRIMARY KEY DEFAULT true CHECK (one),
    paused_at timestamptz,                    -- null while effects run
    restored  boolean NOT NULL DEFAULT false, -- a restore from a backup has paused them
    reason    text    NOT NULL DEFAULT ''
);
INSERT INTO reactors.effects DEFAULT VALUES;

-- The checkpoint of each reactor: a cursor of the change feed ('' is the beginning), or a place in the log.
CREATE TABLE reactors.consumers (
    name       text COLLATE "C" PRIMARY KEY,
    cursor     text COLLATE "C",
    engine     text,
    generation text,
    position   bigint,                   -- 0 is before the first event
    event_id   uuid,                     -- of the event at the position
    moved_at   timestamptz NOT NULL DEFAULT now(),
    CHECK (num_nulls(cursor, position) = 1 AND num_nulls(engine, generation, position) IN (0, 3))
) WITH (fillfactor = 50);

-- Messages that a reactor could not handle. A row names its message, which is read again when it is tried again: it
-- contains no document and no event.
CREATE TABLE reactors.poisoned (
    number  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    reactor text COLLATE "C" NOT NULL,
    message text COLLATE "C" NOT NULL,   -- id of the event or of the change
    kind    text        NOT NULL,        -- type of the event or kind of the change
    after   text COLLATE "C",            -- cursor of the change feed before the change; null for an event
    error   text        NOT NULL,
    tries   integer     NOT NULL DEFAULT 1, -- rounds of retries
    at      timestamptz NOT NULL DEFAULT now(), -- of the last one
    again   boolean     NOT NULL DEFAULT false, -- a person wants it to be tried again
    UNIQUE (reactor, message)
);
CREATE INDEX poisoned_again ON reactors.poisoned (number) WHERE again;

GRANT SELECT, UPDATE ON reactors.effects TO modyard_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON reactors.consumers, reactors.poisoned TO modyard_app;

-- The history that the leaf indexes in cursors of the change feed refer to: it survives a move of the log to another
-- engine, and every restore changes it.
CREATE FUNCTION seal.history() RETURNS text LANGUAGE sql STABLE AS $$
    SELECT left(encode(sha256(convert_to(t.origin || coalesce((
        SELECT string_agg(r.number::text || ' ' || extract(epoch FROM r.made_at)::text, ',' ORDER BY r.number) FROM seal.restores r), ''), 'UTF8')), 'hex'), 16)
    FROM seal.tree t
$$;

-- +goose Down
DROP FUNCTION seal.history();
DROP SCHEMA reactors CASCADE;
