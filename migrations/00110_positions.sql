-- The log position of each account's last command, for the reads of any process in the next seconds. A crash of the
-- server empties the table, and it is not in a backup.
-- +goose Up
SET ROLE modyard_app;
CREATE UNLOGGED TABLE commands.positions (
    account  text PRIMARY KEY,
    position bigint NOT NULL,
    at       timestamptz NOT NULL
) WITH (fillfactor = 50); -- rows change often: their new versions stay on the page
RESET ROLE;

-- +goose Down
DROP TABLE commands.positions;
