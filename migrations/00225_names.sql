-- Where the names of hosted servers lead in the zone, as the site wrote them last. The rows are no events: they say what was done outside.
-- +goose Up
SET ROLE modyard_app;

CREATE TABLE hosting.names (
    subdomain text COLLATE "C" PRIMARY KEY,
    server    text COLLATE "C" NOT NULL DEFAULT '',   -- empty: nowhere
    address   text COLLATE "C" NOT NULL DEFAULT '',   -- URL of its node
    port      integer NOT NULL DEFAULT 0,
    state     text COLLATE "C" NOT NULL DEFAULT 'failing' CHECK (state IN ('held', 'failing')),
    error     text NOT NULL DEFAULT '',               -- of the last attempt; for operators only
    at        timestamptz NOT NULL DEFAULT now()      -- of the last attempt
);

RESET ROLE;

-- +goose Down
DROP TABLE hosting.names;
