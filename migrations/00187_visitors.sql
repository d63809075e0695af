-- The keys by which visitors are told apart for one day. Whoever has the key of a day can compute who a visitor was: keys are
-- deleted when their day is over, and no backup contains them.
-- +goose Up
CREATE SCHEMA visitors AUTHORIZATION modyard_app;
SET ROLE modyard_app;

CREATE TABLE visitors.keys (
    day date PRIMARY KEY, -- UTC
    key bytea NOT NULL CHECK (length(key) = 32)
);

RESET ROLE;

-- +goose Down
DROP SCHEMA visitors CASCADE;
