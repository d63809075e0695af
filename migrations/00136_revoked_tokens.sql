-- Revoked access tokens stay in their owner's list for some time. They give no access.
-- +goose Up
SET ROLE modyard_app;
ALTER TABLE identity.tokens ADD revoked timestamptz;
RESET ROLE;

-- +goose Down
DELETE FROM identity.tokens WHERE revoked IS NOT NULL;
ALTER TABLE identity.tokens DROP revoked;
