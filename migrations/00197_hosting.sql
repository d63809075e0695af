-- What is known of nodes and servers at this moment. The rows are observations, not events: they can be deleted, and are then written again
-- by the next frame of a node.
-- +goose Up
CREATE SCHEMA hosting AUTHORIZATION modyard_app;
SET ROLE modyard_app;

-- The open links. A process deletes its row when its link ends; a row that is not renewed for 30 s counts as gone.
CREATE TABLE hosting.links (
    node       text COLLATE "C" PRIMARY KEY,
    connection text NOT NULL,        -- distinguishes a link from the one that replaced it
    connected  timestamptz NOT NULL,
    seen       timestamptz NOT NULL,
    version    text NOT NULL,
    address    text NOT NULL,        -- as the node says
    host       bytea NOT NULL        -- JSON of contract/node.Host
);

-- The last link of each node that is away.
CREATE TABLE hosting.hosts (
    node    text COLLATE "C" PRIMARY KEY,
    seen    timestamptz NOT NULL,
    version text NOT NULL,
    host    bytea NOT NULL
);

CREATE TABLE hosting.observed (
    server   text COLLATE "C" PRIMARY KEY,
    node     text COLLATE "C" NOT NULL,
    at       timestamptz NOT NULL,
    observed bytea NOT NULL          -- JSON of contract/node.Observed
);
CREATE INDEX observed_node ON hosting.observed (node);

-- How far each node's reports are durable.
CREATE TABLE hosting.reports (
    node        text COLLATE "C" NOT NULL,
    incarnation text COLLATE "C" NOT NULL,
    sequence    bigint NOT NULL,
    PRIMARY KEY (node, incarnation)
);

RESET ROLE;

-- +goose Down
DROP SCHEMA hosting CASCADE;
