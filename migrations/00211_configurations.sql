-- The contents of configuration files of hosted servers, each by the keyed hash that its node has given it. The bytes lie encrypted in the blob
-- store. The rows are no events: they go with the server, and the oldest where a server has too many.
-- +goose Up
SET ROLE modyard_app;

CREATE TABLE hosting.configurations (
    server text COLLATE "C" NOT NULL,
    hash   text COLLATE "C" NOT NULL,
    size   bigint NOT NULL,
    at     timestamptz NOT NULL,     -- when it came last
    PRIMARY KEY (server, hash)
);
CREATE INDEX configurations_at ON hosting.configurations (server, at);

RESET ROLE;

-- +goose Down
DROP TABLE hosting.configurations;
