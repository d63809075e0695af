-- The change whose text the author saw when a page was first saved automatically: what was published since is a conflict and is
-- not overwritten.
-- +goose Up
SET ROLE modyard_app;
ALTER TABLE drafting.saves ADD COLUMN edition text COLLATE "C" NOT NULL DEFAULT '';
RESET ROLE;

-- +goose Down
SET ROLE modyard_app;
ALTER TABLE drafting.saves DROP COLUMN edition;
RESET ROLE;
