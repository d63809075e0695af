-- What was said from which network in the last minutes, to recognise a text that several accounts send. A key is a hash of both, so that a
-- row tells neither; rows are no events and belong to no account.
-- +goose Up
SET ROLE modyard_app;

CREATE TABLE talk.said (
    command text COLLATE "C" PRIMARY KEY, -- the command that wrote it
    key     bytea NOT NULL,               -- of the text and the network
    at      timestamptz NOT NULL
);
CREATE INDEX said_key ON talk.said (key, at);
CREATE INDEX said_at ON talk.said (at);

RESET ROLE;

-- +goose Down
DROP TABLE talk.said;
