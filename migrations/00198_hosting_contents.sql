-- The archives in the folders of servers' content, as their nodes said last. The rows are observations, not events: a node says them again when
-- its link is opened.
-- +goose Up
SET ROLE modyard_app;

CREATE TABLE hosting.contents (
    server   text COLLATE "C" PRIMARY KEY,
    node     text COLLATE "C" NOT NULL,
    at       timestamptz NOT NULL,
    contents bytea NOT NULL          -- JSON of contract/node.Contents
);

RESET ROLE;

-- +goose Down
DROP TABLE hosting.contents;
