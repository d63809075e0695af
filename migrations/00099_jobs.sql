-- The queue of jobs: the tables of River at version 8 of its schema, as its client expects them. A test
-- (platform/jobs) compares them with River's own migrations.
-- +goose Up
CREATE SCHEMA jobs AUTHORIZATION modyard_app;
SET ROLE modyard_app;

CREATE TYPE jobs.river_job_state AS ENUM ('available', 'cancelled', 'completed', 'discarded', 'pending', 'retryable', 'running', 'scheduled');

CREATE TABLE jobs.river_job (
    id            bigserial PRIMARY KEY,
    state         jobs.river_job_state NOT NULL DEFAULT 'available',
    attempt       smallint NOT NULL DEFAULT 0,
    max_attempts  smallint NOT NULL DEFAULT 25,
    attempted_at  timestamptz,
    created_at    timestamptz NOT NULL DEFAULT now(),
    finalized_at  timestamptz,
    scheduled_at  timestamptz NOT NULL DEFAULT now(),
    priority      smallint NOT NULL DEFAULT 1,
    args          jsonb NOT NULL,
    attempted_by  text[],
    errors        jsonb[],
    kind          text NOT NULL,
    metadata      jsonb NOT NULL DEFAULT '{}',
    queue         text NOT NULL DEFAULT 'default',
    tags          varchar(255)[] NOT NULL DEFAULT '{}',
    unique_key    bytea,
    unique_states bit(8),
    CONSTRAINT finalized_or_finalized_at_null CHECK ((finalized_at IS NOT NULL) = (state IN ('cancelled', 'completed', 'discarded'))),
    CONSTRAINT max_attempts_is_positive CHECK (max_attempts > 0),
    CONSTRAINT priority_in_range CHECK (priority BETWEEN 1 AND 4),
    CONSTRAINT queue_length CHECK (char_length(queue) BETWEEN 1 AND 127),
    CONSTRAINT kind_length CHECK (char_length(kind) BETWEEN 1 AND 127)
);

-- +goose StatementBegin
CREATE FUNCTION jobs.river_job_state_in_bitmask(bitmask bit(8), state jobs.river_job_state) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
    SELECT get_bit(bitmask, CASE state
        WHEN 'available' THEN 7 WHEN 'cancelled' THEN 6 WHEN 'completed' THEN 5 WHEN 'discarded' THEN 4
        WHEN 'pending' THEN 3 WHEN 'retryable' THEN 2 WHEN 'running' THEN 1 ELSE 0 END) = 1;
$$;
-- +goose StatementEnd

CREATE INDEX river_job_kind ON jobs.river_job (kind);
CREATE INDEX river_job_state_and_finalized_at_index ON jobs.river_job (state, finalized_at) WHERE finalized_at IS NOT NULL;
CREATE INDEX river_job_prioritized_fetching_index ON jobs.river_job (state, queue, priority, scheduled_at, id);
CREATE INDEX river_job_args_index ON jobs.river_job USING gin (args);
CREATE INDEX river_job_metadata_index ON jobs.river_job USING gin (metadata);
CREATE UNIQUE INDEX river_job_unique_idx ON jobs.river_job (unique_key)
    WHERE unique_key IS NOT NULL AND unique_states IS NOT NULL AND jobs.river_job_state_in_bitmask(unique_states, state);

CREATE UNLOGGED TABLE jobs.river_leader (
    elected_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    leader_id  text NOT NULL,
    name       text PRIMARY KEY DEFAULT 'default',
    CONSTRAINT name_length CHECK (name = 'default'),
    CONSTRAINT leader_id_length CHECK (char_length(leader_id) BETWEEN 1 AND 127)
);

CREATE TABLE jobs.river_queue (
    name       text PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    metadata   jsonb NOT NULL DEFAULT '{}',
    paused_at  timestamptz,
    updated_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE jobs.river_notification (
    id         bigserial PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    payload    text NOT NULL,
    topic      text NOT NULL,
    CONSTRAINT topic_length CHECK (length(topic) BETWEEN 1 AND 127)
);
CREATE INDEX river_notification_created_at_idx ON jobs.river_notification (created_at);
CREATE INDEX river_notification_topic_id_idx ON jobs.river_notification (topic, id);

-- Letters that wait become jobs.
INSERT INTO jobs.river_job (kind, queue, max_attempts, created_at, scheduled_at, args)
SELECT 'identity.letter', 'letters', 30, created, due,
       jsonb_strip_nulls(jsonb_build_object('letter', kind, 'account', account, 'login', nullif(login, ''), 'address', nullif(address, '')))
FROM identity.letters ORDER BY id;
DROP TABLE identity.letters;
RESET ROLE;

-- +goose Down
SET ROLE modyard_app;
CREATE TABLE identity.letters (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind    text NOT NULL,
    account text REFERENCES identity.accounts ON DELETE CASCADE,
    login   text NOT NULL DEFAULT '',
    address text NOT NULL DEFAULT '',
    created timestamptz NOT NULL,
    due     timestamptz NOT NULL,
    tries   integer NOT NULL DEFAULT 0
);
CREATE INDEX letters_due ON identity.letters (due);
INSERT INTO identity.letters (kind, account, login, address, created, due)
SELECT args ->> 'letter', args ->> 'account', coalesce(args ->> 'login', ''), coalesce(args ->> 'address', ''), created_at, scheduled_at
FROM jobs.river_job WHERE kind = 'identity.letter' AND state NOT IN ('cancelled', 'completed', 'discarded') ORDER BY id;
DROP SCHEMA jobs CASCADE;
RESET ROLE;
