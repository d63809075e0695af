-- The second log, for hits: downloads and views (eventlog/postgres with the schema hits). Its tables and functions are
-- those of the main log, as 00002 and 00090 left them (a test compares them), with smaller partitions. It also can drop its
-- oldest partitions, when they were archived. A database that has only this log gets this file and 00001.
-- +goose Up
CREATE SCHEMA hits;
GRANT USAGE ON SCHEMA hits TO modyard_app;

CREATE TABLE hits.log_head (
    one         boolean PRIMARY KEY DEFAULT true CHECK (one),
    position    bigint      NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT 'epoch'
) WITH (fillfactor = 50);
INSERT INTO hits.log_head (position) VALUES (0);

CREATE TABLE hits.streams (
    name     text COLLATE "C" PRIMARY KEY,
    id       bigint NOT NULL, -- position of its first event, which may be dropped
    revision bigint NOT NULL  -- of the last event
) WITH (fillfactor = 80);

CREATE TABLE hits.events (
    position    bigint      NOT NULL,
    stream_id   bigint      NOT NULL,
    revision    bigint      NOT NULL,
    recorded_at timestamptz NOT NULL,
    id          uuid        NOT NULL,
    type        text COLLATE "C" NOT NULL,
    stream      text COLLATE "C" NOT NULL,
    data        bytea       NOT NULL,
    meta        bytea       NOT NULL,
    PRIMARY KEY (position),
    UNIQUE (stream_id, revision, position)
) PARTITION BY RANGE (position);

CREATE TABLE hits.format (
    one        boolean PRIMARY KEY DEFAULT true CHECK (one),
    format     int  NOT NULL,
    generation uuid NOT NULL
);
INSERT INTO hits.format (format, generation) VALUES (2, gen_random_uuid());

-- +goose StatementBegin
CREATE FUNCTION hits.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are never changed or removed (% on %)', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;
-- +goose StatementEnd

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hits.events
    FOR EACH STATEMENT EXECUTE FUNCTION hits.refuse_change();

-- +goose StatementBegin
CREATE FUNCTION hits.ensure_partitions() RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    size CONSTANT bigint := 100000;
    n    bigint;
    name text;
    head bigint;
BEGIN
    LOCK TABLE hits.events IN SHARE UPDATE EXCLUSIVE MODE; -- one maker at a time
    SELECT h.position INTO STRICT head FROM hits.log_head h;
    FOR n IN (head + 1) / size .. (head + 1) / size + 1 LOOP
        name := 'events_' || lpad(n::text, 6, '0');
        CONTINUE WHEN to_regclass('hits.' || name) IS NOT NULL;
        EXECUTE format('CREATE TABLE hits.%I (LIKE hits.events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
        EXECUTE format('ALTER TABLE hits.events ATTACH PARTITION hits.%I FOR VALUES FROM (%s) TO (%s)',
            name, n * size, (n + 1) * size);
        EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hits.%I
            FOR EACH STATEMENT EXECUTE FUNCTION hits.refuse_change()', name);
    END LOOP;
    RETURN ((head + 1) / size + 2) * size;
END
$$;
-- +goose StatementEnd

SELECT hits.ensure_partitions();

-- +goose StatementBegin
CREATE FUNCTION hits.lock_head() RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    head bigint;
BEGIN
    SELECT h.position INTO STRICT head FROM hits.log_head h FOR UPDATE;
    RETURN head;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION hits.append_batch(
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
    SELECT h.position, greatest(clock_timestamp(), h.recorded_at) INTO STRICT base, at FROM hits.log_head h FOR UPDATE;
    IF base <> p_base THEN
        RETURN NULL;
    END IF;
    IF n = 0 OR cardinality(p_ids) <> n OR cardinality(p_types) <> n OR cardinality(p_data) <> n OR cardinality(p_meta) <> n
        OR cardinality(p_stood) <> streams OR cardinality(p_checked_at) <> cardinality(p_checked) THEN
        RAISE EXCEPTION 'the columns of a batch differ in length' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT array_agg(s.id ORDER BY c.k), bool_and(coalesce(s.revision, -1) IS NOT DISTINCT FROM c.stood) INTO ids, stand
    FROM unnest(p_names, p_stood) WITH ORDINALITY AS c (name, stood, k) LEFT JOIN hits.streams s ON s.name = c.name;
    IF stand AND cardinality(p_checked) > 0 THEN
        SELECT bool_and(coalesce(s.revision, -1) IS NOT DISTINCT FROM c.stood) INTO stand
        FROM unnest(p_checked, p_checked_at) AS c (name, stood) LEFT JOIN hits.streams s ON s.name = c.name;
    END IF;
    IF stand IS NOT TRUE THEN
        RETURN NULL;
    END IF;

    INSERT INTO hits.streams (name, id, revision)
    SELECT p_names[e.s], base + min(e.k), count(*) - 1
    FROM unnest(p_of) WITH ORDINALITY AS e (s, k) WHERE p_stood[e.s] = -1 GROUP BY e.s;
    GET DIAGNOSTICS begun = ROW_COUNT;
    IF begun < streams THEN
        UPDATE hits.streams s SET revision = s.revision + e.n
        FROM (SELECT p_names[e.s], count(*) FROM unnest(p_of) AS e (s) WHERE p_stood[e.s] >= 0 GROUP BY e.s) AS e (name, n)
        WHERE s.name = e.name;
        GET DIAGNOSTICS grown = ROW_COUNT;
    END IF;
    IF begun + grown <> streams THEN -- one is named twice, or has no event
        RAISE EXCEPTION 'the streams of a batch do not fit its events' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF n = streams THEN -- one event for each
        INSERT INTO hits.events (position, stream_id, revision, recorded_at, id, type, stream, data, meta)
        SELECT base + e.k, coalesce(ids[e.s], base + e.k), p_stood[e.s] + 1, at, e.id, e.type, p_names[e.s], e.data, e.meta
        FROM unnest(p_of, p_ids, p_types, p_data, p_meta) WITH ORDINALITY AS e (s, id, type, data, meta, k);
    ELSE
        INSERT INTO hits.events (position, stream_id, revision, recorded_at, id, type, stream, data, meta)
        SELECT base + e.k, coalesce(ids[e.s], base + min(e.k) OVER w), p_stood[e.s] + row_number() OVER w, at,
            e.id, e.type, p_names[e.s], e.data, e.meta
        FROM unnest(p_of, p_ids, p_types, p_data, p_meta) WITH ORDINALITY AS e (s, id, type, data, meta, k)
        WINDOW w AS (PARTITION BY e.s ORDER BY e.k);
    END IF;
    UPDATE hits.log_head SET position = base + n, recorded_at = at;
    PERFORM pg_notify('hits', (base + n)::text);
    RETURN base + n;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION hits.append_one(
    p_stream text, p_expected bigint, p_ids uuid[], p_types text[], p_data bytea[], p_meta bytea[],
    p_checked text[], p_checked_expected bigint[],
    OUT ok boolean, OUT at_revision bigint, OUT at_position bigint, OUT checked_at bigint[]
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_id bigint;
    at   timestamptz;
    n    CONSTANT bigint := cardinality(p_ids);
BEGIN
    SELECT h.position, greatest(clock_timestamp(), h.recorded_at) INTO STRICT at_position, at FROM hits.log_head h FOR UPDATE;
    IF cardinality(p_types) <> n OR cardinality(p_data) <> n OR cardinality(p_meta) <> n
        OR cardinality(p_checked_expected) <> cardinality(p_checked) THEN
        RAISE EXCEPTION 'the columns of an append differ in length' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT s.id, s.revision INTO v_id, at_revision FROM hits.streams s WHERE s.name = p_stream;
    at_revision := coalesce(at_revision, -1);
    ok := CASE p_expected WHEN -2 THEN true WHEN -4 THEN at_revision >= 0 ELSE at_revision = p_expected END;
    IF cardinality(p_checked) > 0 THEN
        SELECT array_agg(coalesce(s.revision, -1) ORDER BY c.k), ok AND bool_and(CASE c.expected WHEN -2 THEN true
                WHEN -4 THEN s.revision IS NOT NULL ELSE coalesce(s.revision, -1) = c.expected END)
        INTO checked_at, ok
        FROM unnest(p_checked, p_checked_expected) WITH ORDINALITY AS c (name, expected, k)
        LEFT JOIN hits.streams s ON s.name = c.name;
    END IF;
    IF ok IS NOT TRUE OR n = 0 THEN
        RETURN;
    END IF;
    IF v_id IS NULL THEN
        v_id := at_position + 1;
        INSERT INTO hits.streams (name, id, revision) VALUES (p_stream, v_id, n - 1);
    ELSE
        UPDATE hits.streams s SET revision = at_revision + n WHERE s.name = p_stream;
    END IF;
    INSERT INTO hits.events (position, stream_id, revision, recorded_at, id, type, stream, data, meta)
    SELECT at_position + e.k, v_id, at_revision + e.k, at, e.id, e.type, p_stream, e.data, e.meta
    FROM unnest(p_ids, p_types, p_data, p_meta) WITH ORDINALITY AS e (id, type, data, meta, k);
    at_revision := at_revision + n;
    at_position := at_position + n;
    UPDATE hits.log_head SET position = at_position, recorded_at = at;
    PERFORM pg_notify('hits', at_position::text);
END
$$;
-- +goose StatementEnd

-- What the main log does not have: which events were dropped.
CREATE TABLE hits.kept (
    one   boolean PRIMARY KEY DEFAULT true CHECK (one),
    first bigint NOT NULL -- every event before this position was dropped
);
INSERT INTO hits.kept (first) VALUES (1);

-- The streams with dropped events, and the revision of the last one.
CREATE TABLE hits.dropped (
    stream_id bigint PRIMARY KEY,
    revision  bigint NOT NULL
);

-- drop_partition drops the oldest partition, which must end before p_first, and gives the first kept position. Only whole
-- partitions are dropped, the oldest first, and never the one of the head or the next event. It waits a second for readers
-- at most, because appends wait behind it.
-- +goose StatementBegin
CREATE FUNCTION hits.drop_partition(p_first bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
    size CONSTANT bigint := 100000;
    kept bigint;
    head bigint;
    stop bigint; -- the first kept position afterwards
    n    bigint;
    has  bigint;
BEGIN
    LOCK TABLE hits.events IN SHARE UPDATE EXCLUSIVE MODE; -- one maker or dropper at a time
    SELECT k.first INTO STRICT kept FROM hits.kept k FOR UPDATE;
    SELECT h.position INTO STRICT head FROM hits.log_head h;
    n := kept / size;
    stop := (n + 1) * size;
    IF p_first IS NULL OR p_first < stop OR stop > head THEN
        RAISE EXCEPTION 'the partition that ends at % cannot be dropped: the first position to keep is %, the last event is at %',
            stop - 1, p_first, head USING ERRCODE = 'invalid_parameter_value';
    END IF;
    INSERT INTO hits.dropped AS d (stream_id, revision)
    SELECT e.stream_id, max(e.revision) FROM hits.events e WHERE e.position >= kept AND e.position < stop GROUP BY e.stream_id
    ON CONFLICT (stream_id) DO UPDATE SET revision = excluded.revision;
    SELECT count(*) INTO has FROM hits.events e WHERE e.position >= kept AND e.position < stop;
    IF has <> stop - kept THEN
        RAISE EXCEPTION 'the partition that ends at % has % events instead of %', stop - 1, has, stop - kept
            USING ERRCODE = 'data_corrupted';
    END IF;
    UPDATE hits.kept SET first = stop;
    EXECUTE format('DROP TABLE hits.%I', 'events_' || lpad(n::text, 6, '0'));
    RETURN stop;
END
$$;
-- +goose StatementEnd

-- The processes that run read models of this log, and its released event types, as runtime.processes and
-- runtime.event_types are for the main log (00091). Read models are in the site's database.
-- +goose StatementBegin
DO $$
BEGIN
    IF to_regclass('runtime.processes') IS NOT NULL THEN
        CREATE TABLE IF NOT EXISTS runtime.hits_processes (LIKE runtime.processes INCLUDING ALL);
        CREATE TABLE IF NOT EXISTS runtime.hits_event_types (LIKE runtime.event_types INCLUDING ALL);
        GRANT SELECT, INSERT, UPDATE, DELETE ON runtime.hits_processes, runtime.hits_event_types TO modyard_app;
    END IF;
END
$$;
-- +goose StatementEnd

GRANT SELECT ON hits.events, hits.streams, hits.log_head, hits.format, hits.kept, hits.dropped TO modyard_app;
REVOKE ALL ON FUNCTION hits.ensure_partitions(), hits.lock_head(), hits.append_batch, hits.append_one, hits.refuse_change(),
    hits.drop_partition(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hits.ensure_partitions(), hits.lock_head(), hits.append_batch, hits.append_one,
    hits.drop_partition(bigint) TO modyard_app;

-- +goose Down
-- +goose StatementBegin
DO $$
BEGIN
    RAISE EXCEPTION 'the log of hits is never dropped by a migration';
END
$$;
-- +goose StatementEnd
