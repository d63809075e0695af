-- An append that was interrupted may still be executed: its session may have been stopped, and go on after the append was
-- repeated in another one. Before a repeat, the program fences the interrupted session: what moves the head of the log in
-- a fenced session fails. Every way to append moves the head.
-- +goose Up
-- +goose StatementBegin
DO $migration$
DECLARE
    log text;
BEGIN
    FOREACH log IN ARRAY ARRAY['log', 'hits'] LOOP
        CONTINUE WHEN to_regnamespace(log) IS NULL; -- a database that has the log of hits alone
        EXECUTE replace($sql$
CREATE TABLE log.fenced (
    session   text COLLATE "C" PRIMARY KEY, -- the setting modyard.session of the session
    fenced_at timestamptz NOT NULL
)
        $sql$, 'log.', log || '.');
        EXECUTE replace($sql$
CREATE FUNCTION log.refuse_fenced() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    -- The caller has the lock of the head, so that this sees every fence that was set before.
    IF EXISTS (SELECT FROM log.fenced f WHERE f.session = current_setting('modyard.session', true)) THEN
        RAISE EXCEPTION 'this session was interrupted, and its append may have been repeated in another one' USING ERRCODE = '57M01';
    END IF;
    RETURN NEW;
END
$$
        $sql$, 'log.', log || '.');
        EXECUTE replace($sql$
CREATE TRIGGER refuse_fenced BEFORE UPDATE ON log.log_head FOR EACH ROW EXECUTE FUNCTION log.refuse_fenced()
        $sql$, 'log.', log || '.');
        -- After fence, an append of the session is either durable and visible or never will be.
        EXECUTE replace($sql$
CREATE FUNCTION log.fence(p_session text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM FROM log.log_head FOR UPDATE;
    DELETE FROM log.fenced f WHERE f.fenced_at < clock_timestamp() - interval '90 days';
    INSERT INTO log.fenced (session, fenced_at) VALUES (p_session, clock_timestamp()) ON CONFLICT DO NOTHING;
END
$$
        $sql$, 'log.', log || '.');
        EXECUTE replace('REVOKE ALL ON FUNCTION log.refuse_fenced(), log.fence(text) FROM PUBLIC', 'log.', log || '.');
        EXECUTE replace('GRANT EXECUTE ON FUNCTION log.fence(text) TO modyard_app', 'log.', log || '.');
    END LOOP;
END
$migration$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DO $$
BEGIN
    RAISE EXCEPTION 'the log is never changed back by a migration';
END
$$;
-- +goose StatementEnd
