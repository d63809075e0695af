-- Since when a name cannot be written, so that each failure is told once.
-- +goose Up
SET ROLE modyard_app;

ALTER TABLE hosting.names ADD COLUMN since timestamptz; -- of the first attempt that failed; null while the zone has the name

RESET ROLE;

-- +goose Down
ALTER TABLE hosting.names DROP COLUMN since;
