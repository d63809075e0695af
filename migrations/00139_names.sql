-- Names that look alike are one name for new accounts, and a former name stays its owner's for a while.
-- +goose Up
SET ROLE modyard_app;

-- What a name looks like (UTS #39). Null: not computed yet, the program does it. Not unique: older accounts keep their names.
ALTER TABLE identity.accounts ADD username_skeleton text;
CREATE INDEX accounts_username_skeleton ON identity.accounts (username_skeleton);

-- Former names, as hashes: a closed account's name must not be readable.
CREATE TABLE identity.former_names (
    account       text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
    key_hash      bytea NOT NULL,
    skeleton_hash bytea NOT NULL,
    until         timestamptz NOT NULL,
    PRIMARY KEY (account, key_hash)
);
CREATE INDEX former_names_key ON identity.former_names (key_hash);
CREATE INDEX former_names_skeleton ON identity.former_names (skeleton_hash);
CREATE INDEX former_names_until ON identity.former_names (until);

RESET ROLE;

-- +goose Down
DROP TABLE identity.former_names;
ALTER TABLE identity.accounts DROP username_skeleton;
