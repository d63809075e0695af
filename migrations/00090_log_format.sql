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

-- +goose Down
-- +goose StatementBegin
DO $$
BEGIN
    RAISE EXCEPTION 'the event log does not go back to format 1';
END
$$;
-- +goose StatementEnd
