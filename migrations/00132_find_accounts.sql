-- Accounts are found by the beginning and by any part of their names. The parts are the pairs of neighbouring characters:
-- every text of two characters or more is found by the pairs in it.
-- +goose Up
SET ROLE modyard_app;

CREATE FUNCTION identity.pairs(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT DISTINCT substr(name, n, 2) FROM generate_series(1, length(name) - 1) AS n);

CREATE INDEX accounts_name_start ON identity.accounts (username_key COLLATE "C");
CREATE INDEX accounts_name_pairs ON identity.accounts USING gin (identity.pairs(username_key));

RESET ROLE;

-- +goose Down
DROP INDEX identity.accounts_name_start, identity.accounts_name_pairs;
DROP FUNCTION identity.pairs;
