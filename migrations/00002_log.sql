-- The event log (eventlog/postgres). One total order: the row log_head is locked from the moment a
-- position is drawn until its event is committed, so positions are dense and become visible in order.
-- +goose Up
CREATE SCHEMA log;
GRANT USAGE ON SCHEMA log TO modyard_app;

-- One row, updated by every batch: half-empty pages keep the update in place.
CREATE TABLE log.log_head (
    one      boolean PRIMARY KEY DEFAULT true CHECK (one),
    position bigint  NOT NULL
) WITH (fillfactor = 50);
INSERT INTO log.log_head (position) VALUES (0);

-- A stream's id is the position of its first event: no sequence, and reads skip older partitions.
CREATE TABLE log.streams (
    name     text COLLATE "C" PRIMARY KEY,
    id       bigint NOT NULL,
    revision bigint NOT NULL -- of the last event
) WITH (fillfactor = 80);

-- The unique key must hold the partition key; what keeps (stream_id, revision) unique over all
-- partitions is the streams row, read under the lock of log_head.
CREATE TABLE log.events (
    position    bigint      NOT NULL,
    stream_id   bigint      NOT NULL,
    revision    bigint      NOT NULL,
    recorded_at timestamptz NOT NULL,
    id          uuid        NOT NULL,
    type        text COLLATE "C" NOT NULL,
    stream      text COLLATE "C" NOT NULL,
    data        bytea       NOT NULL,
    meta        jsonb       NOT NULL,
    PRIMARY KEY (position),
    UNIQUE (stream_id, revision, position)
) PARTITION BY RANGE (position);

-- +goose StatementBegin
CREATE FUNCTION log.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are never changed or removed (% on %)', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;
-- +goose StatementEnd

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log.events
    FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change();

-- ensure_partitions makes the partition of the next event and the one after it, and gives the
-- position before which events have a place. It works as the owner: the program's role may not create
-- tables here. A table is made aside and attached, which locks out neither readers nor appends.
-- +goose StatementBegin
CREATE FUNCTION log.ensure_partitions() RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    size CONSTANT bigint := 10000000;
    n    bigint;
    name text;
    head bigint;
BEGIN
    LOCK TABLE log.events IN SHARE UPDATE EXCLUSIVE MODE; -- one maker at a time
    SELECT h.position INTO STRICT head FROM log.log_head h;
    FOR n IN (head + 1) / size .. (head + 1) / size + 1 LOOP
        name := 'events_' || lpad(n::text, 6, '0');
        CONTINUE WHEN to_regclass('log.' || name) IS NOT NULL;
        EXECUTE format('CREATE TABLE log.%I (LIKE log.events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
        EXECUTE format('ALTER TABLE log.events ATTACH PARTITION log.%I FOR VALUES FROM (%s) TO (%s)',
            name, n * size, (n + 1) * size);
        EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log.%I
            FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change()', name);
    END LOOP;
    RETURN ((head + 1) / size + 2) * size;
END
$$;
-- +goose StatementEnd

SELECT log.ensure_partitions();

-- append_one appends events to one stream in one round trip: the path of a lone request. The lock is
-- a statement of its own, so that the next one reads the stream as of the lock. A stream that is not
-- as expected is an answer, not an error.
-- +goose StatementBegin
CREATE FUNCTION log.append_one(
    p_stream text, p_expected bigint, p_ids uuid[], p_types text[], p_data bytea[], p_meta jsonb[],
    OUT ok boolean, OUT at_revision bigint, OUT at_position bigint
) LANGUAGE plpgsql AS $$
DECLARE
    v_id bigint;
    n    CONSTANT bigint := cardinality(p_ids);
BEGIN
    SELECT h.position INTO STRICT at_position FROM log.log_head h FOR UPDATE;
    SELECT s.id, s.revision INTO v_id, at_revision FROM log.streams s WHERE s.name = p_stream;
    at_revision := coalesce(at_revision, -1);
    ok := CASE p_expected WHEN -2 THEN true WHEN -4 THEN at_revision >= 0 ELSE at_revision = p_expected END;
    IF NOT ok OR n = 0 THEN
        RETURN;
    END IF;
    IF v_id IS NULL THEN
        v_id := at_position + 1;
        INSERT INTO log.streams (name, id, revision) VALUES (p_stream, v_id, n - 1);
    ELSE
        UPDATE log.streams s SET revision = at_revision + n WHERE s.name = p_stream;
    END IF;
    INSERT INTO log.events (position, stream_id, revision, recorded_at, id, type, stream, data, meta)
    SELECT at_position + e.k, v_id, at_revision + e.k, (SELECT clock_timestamp()), e.id, e.type, p_stream, e.data, e.meta
    FROM unnest(p_ids, p_types, p_data, p_meta) WITH ORDINALITY AS e (id, type, data, meta, k);
    at_revision := at_revision + n;
    at_position := at_position + n;
    UPDATE log.log_head SET position = at_position;
    PERFORM pg_notify('log', at_position::text);
END
$$;
-- +goose StatementEnd

GRANT SELECT, INSERT ON log.events TO modyard_app;
GRANT SELECT, INSERT, UPDATE ON log.streams, log.log_head TO modyard_app;
REVOKE ALL ON FUNCTION log.ensure_partitions() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log.ensure_partitions() TO modyard_app;

-- +goose Down
-- +goose StatementBegin
DO $$
BEGIN
    RAISE EXCEPTION 'the event log is never dropped by a migration';
END
$$;
-- +goose StatementEnd
