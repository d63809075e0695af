-- Format 2 of the event log: its metadata, its names and how it is written. Events of format 1 were never written by a
-- site that runs, so there is no way from one to the other.
-- +goose Up
-- +goose StatementBegin
DO $$
BEGIN
    IF EXISTS (SELECT FROM log.events) THEN
        RAISE EXCEPTION 'the event log holds events of format 1, which this program cannot read: start with an empty database'
            USING HINT = 'Format 2 came before the first release; sites made with older builds have to be made anew.';
    END IF;
END
$$;
-- +goose StatementEnd

-- What the log is: one row.
CREATE TABLE log.format (
    one        boolean PRIMARY KEY DEFAULT true CHECK (one),
    format     int  NOT NULL,
    generation uuid NOT NULL -- the log's id; a restored copy has another
);
INSERT INTO log.format (format, generation) VALUES (2, gen_random_uuid());
GRANT SELECT ON log.format TO modyard_app;

-- Metadata is kept byte by byte, as data is: jsonb would rewrite the members that a program does not know.
ALTER TABLE log.events ALTER COLUMN meta TYPE bytea USING convert_to(meta::text, 'UTF8');

-- When the last event was recorded. The clock may be set back; the log's time does not follow it.
ALTER TABLE log.log_head ADD COLUMN recorded_at timestamptz NOT NULL DEFAULT 'epoch';

-- The program's role reads the tables and writes through the functions below alone. They keep what the log promises
-- whoever calls them: positions and revisions without holes, and no append on a state that is not the log's.
REVOKE ALL ON log.events, log.streams, log.log_head FROM modyard_app;
GRANT SELECT ON log.events, log.streams, log.log_head TO modyard_app;
DROP FUNCTION log.append_one(text, bigint, uuid[], text[], bytea[], jsonb[]);

-- lock_head keeps every other append out until the transaction ends, and gives the head. What the transaction's next
-- statement reads, it reads as of the lock.
-- +goose StatementBegin
CREATE FUNCTION log.lock_head() RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    head bigint;
BEGIN
    SELECT h.position INTO STRICT head FROM log.log_head h FOR UPDATE;
    RETURN head;
END
$$;
-- +goose StatementEnd

-- append_batch appends events to streams that were read before, and gives the head. p_names and p_stood are the streams
-- that are written, with the revision that they were read at (-1 where there is none); p_of says for each event which of them it
-- goes to. p_checked and p_checked_at are streams that are only checked. Where one of the streams is elsewhere, or the head is
-- not p_base (null: any), nothing is written and the answer is null. Positions, revisions, the ids of new streams and the
-- time are the function's: nothing that a caller passes makes a hole.
-- +goose StatementBegin
CREATE FUNCTION log.append_batch(
    p_base bigint, p_names text[], p_stood bigint[], p_checked text[], p_checked_at bigint[],
    p_of int[], p_ids uuid[], p_types text[], p_data bytea[], p_meta bytea[]
) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    n       CONSTANT bigint := cardinality(p_of);
    streams CONSTANT bigint := cardinality(p_names);
    base    bigint;
    at      timestamptz;
    stand   boolean;
    ids     bigint[];
    begun   bigint;
    grown   bigint := 0;
BEGIN
    SELECT h.position, greatest(clock_timestamp(), h.recorded_at) INTO STRICT base, at FROM log.log_head h FOR UPDATE;
    IF base <> p_base THEN
        RETURN NULL;
    END IF;
    IF n = 0 OR cardinality(p_ids) <> n OR cardinality(p_types) <> n OR cardinality(p_data) <> n OR cardinality(p_meta) <> n
        OR cardinality(p_stood) <> streams OR cardinality(p_checked_at) <> cardinality(p_checked) THEN
        RAISE EXCEPTION 'the columns of a batch differ in length' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT array_agg(s.id ORDER BY c.k), bool_and(coalesce(s.revision, -1) IS NOT DISTINCT FROM c.stood) INTO ids, stand
    FROM unnest(p_names, p_stood) WITH ORDINALITY AS c (name, stood, k) LEFT JOIN log.streams s ON s.name = c.name;
    IF stand AND cardinality(p_checked) > 0 THEN
        SELECT bool_and(coalesce(s.revision, -1) IS NOT DISTINCT FROM c.stood) INTO stand
        FROM unnest(p_checked, p_checked_at) AS c (name, stood) LEFT JOIN log.streams s ON s.name = c.name;
    END IF;
    IF stand IS NOT TRUE THEN
        RETURN NULL;
    END IF;

    INSERT INTO log.streams (name, id, revision)
    SELECT p_names[e.s], base + min(e.k), count(*) - 1
    FROM unnest(p_of) WITH ORDINALITY AS e (s, k) WHERE p_stood[e.s] = -1 GROUP BY e.s;
    GET DIAGNOSTICS begun = ROW_COUNT;
    IF begun < streams THEN
        UPDATE log.streams s SET revision = s.revision + e.n
        FROM (SELECT p_names[e.s], count(*) FROM unnest(p_of) AS e (s) WHERE p_stood[e.s] >= 0 GROUP BY e.s) AS e (name, n)
        WHERE s.name = e.name;
        GET DIAGNOSTICS grown = ROW_COUNT;
    END IF;
    IF begun + grown <> streams THEN -- one is named twice, or has no event
        RAISE EXCEPTION 'the streams of a batch do not fit its events' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF n = streams THEN -- one event for each
        INSERT INTO log.events (position, stream_id, revision, recorded_at, id, type, stream, data, meta)
        SELECT base + e.k, coalesce(ids[e.s], base + e.k), p_stood[e.s] + 1, at, e.id, e.type, p_names[e.s], e.data, e.meta
        FROM unnest(p_of, p_ids, p_types, p_data, p_meta) WITH ORDINALITY AS e (s, id, type, data, meta, k);
    ELSE
        INSERT INTO log.events (position, stream_id, revision, recorded_at, id, type, stream, data, meta)
        SELECT base + e.k, coalesce(ids[e.s], base + min(e.k) OVER w), p_stood[e.s] + row_number() OVER w, at,
            e.id, e.type, p_names[e.s], e.data, e.meta
        FROM unnest(p_of, p_ids, p_types, p_data, p_meta) WITH ORDINALITY AS e (s, id, type, data, meta, k)
        WINDOW w AS (PARTITION BY e.s ORDER BY e.k);
    END IF;
    UPDATE log.log_head SET position = base + n, recorded_at = at;
    PERFORM pg_notify('log', (base + n)::text);
    RETURN base + n;
END
$$;
-- +goose StatementEnd

-- append_one appends events to one stream in one round trip: the path of a lone request. The lock is a statement of its
-- own, so that the next one reads the streams as of the lock. p_checked and p_checked_expected are streams that the append
-- only expects something of. A stream that is not as expected is an answer, not an error.
-- +goose StatementBegin
CREATE FUNCTION log.append_one(
    p_stream text, p_expected bigint, p_ids uuid[], p_types text[], p_data bytea[], p_meta bytea[],
    p_checked text[], p_checked_expected bigint[],
    OUT ok boolean, OUT at_revision bigint, OUT at_position bigint, OUT checked_at bigint[]
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_id bigint;
    at   timestamptz;
    n    CONSTANT bigint := cardinality(p_ids);
BEGIN
    SELECT h.position, greatest(clock_timestamp(), h.recorded_at) INTO STRICT at_position, at FROM log.log_head h FOR UPDATE;
    IF cardinality(p_types) <> n OR cardinality(p_data) <> n OR cardinality(p_meta) <> n
        OR cardinality(p_checked_expected) <> cardinality(p_checked) THEN
        RAISE EXCEPTION 'the columns of an append differ in length' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT s.id, s.revision INTO v_id, at_revision FROM log.streams s WHERE s.name = p_stream;
    at_revision := coalesce(at_revision, -1);
    ok := CASE p_expected WHEN -2 THEN true WHEN -4 THEN at_revision >= 0 ELSE at_revision = p_expected END;
    IF cardinality(p_checked) > 0 THEN
        SELECT array_agg(coalesce(s.revision, -1) ORDER BY c.k), ok AND bool_and(CASE c.expected WHEN -2 THEN true
                WHEN -4 THEN s.revision IS NOT NULL ELSE coalesce(s.revision, -1) = c.expected END)
        INTO checked_at, ok
        FROM unnest(p_checked, p_checked_expected) WITH ORDINALITY AS c (name, expected, k)
        LEFT JOIN log.streams s ON s.name = c.name;
    END IF;
    IF ok IS NOT TRUE OR n = 0 THEN
        RETURN;
    END IF;
    IF v_id IS NULL THEN
        v_id := at_position + 1;
        INSERT INTO log.streams (name, id, revision) VALUES (p_stream, v_id, n - 1);
    ELSE
        UPDATE log.streams s SET revision = at_revision + n WHERE s.name = p_stream;
    END IF;
    INSERT INTO log.events (position, stream_id, revision, recorded_at, id, type, stream, data, meta)
    SELECT at_position + e.k, v_id, at_revision + e.k, at, e.id, e.type, p_stream, e.data, e.meta
    FROM unnest(p_ids, p_types, p_data, p_meta) WITH ORDINALITY AS e (id, type, data, meta, k);
    at_revision := at_revision + n;
    at_position := at_position + n;
    UPDATE log.log_head SET position = at_position, recorded_at = at;
    PERFORM pg_notify('log', at_position::text);
END
$$;
-- +goose StatementEnd

REVOKE ALL ON FUNCTION log.lock_head(), log.append_batch, log.append_one, log.refuse_change() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log.lock_head(), log.append_batch, log.append_one TO modyard_app;

-- +goose Down
-- +goose StatementBegin
DO $$
BEGIN
    RAISE EXCEPTION 'the event log does not go back to format 1';
END
$$;
-- +goose StatementEnd
