-- Whether an account may read every recorded download. The column follows the log, as the role does.
-- +goose Up
SET ROLE modyard_app;
ALTER TABLE identity.accounts ADD COLUMN analyst boolean NOT NULL DEFAULT false;
RESET ROLE;

-- +goose Down
SET ROLE modyard_app;
ALTER TABLE identity.accounts DROP COLUMN analyst;
RESET ROLE;
