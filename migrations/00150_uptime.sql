-- Which parts of the site worked when. The rows are observations, not events: nothing rebuilds them.
-- +goose Up
CREATE SCHEMA uptime AUTHORIZATION modyard_app;
SET ROLE modyard_app;

-- When the site was last seen running. A long gap before the next time is an outage of the site.
CREATE TABLE uptime.seen (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    at     timestamptz NOT NULL
);

CREATE TABLE uptime.days (
    part text NOT NULL,
    day  date NOT NULL, -- UTC
    up   integer NOT NULL DEFAULT 0, -- seconds
    down integer NOT NULL DEFAULT 0, -- seconds
    PRIMARY KEY (part, day)
);

CREATE TABLE uptime.incidents (
    id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    part  text NOT NULL,
    began timestamptz NOT NULL,
    ended timestamptz CHECK (ended >= began)
);
CREATE UNIQUE INDEX incidents_open ON uptime.incidents (part) WHERE ended IS NULL;
CREATE INDEX incidents_began ON uptime.incidents (began DESC);

RESET ROLE;

-- +goose Down
DROP SCHEMA uptime CASCADE;
