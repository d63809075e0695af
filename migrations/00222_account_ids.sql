-- Most tables order the ids of accounts by their bytes, and only an index of that order finds the account of a row of theirs: the
-- check of a token of an application read every account.
-- +goose Up
SET ROLE modyard_app;

CREATE UNIQUE INDEX accounts_id_bytes ON identity.accounts (id COLLATE "C");

RESET ROLE;

-- +goose Down
DROP INDEX identity.accounts_id_bytes;
