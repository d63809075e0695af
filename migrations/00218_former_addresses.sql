-- Addresses that accounts had verified and gave up lately. A letter about a new way to be paid goes to them too: whoever took an
-- account over has changed its address first.
-- +goose Up
SET ROLE modyard_app;

CREATE TABLE identity.former_addresses (
    account text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
    key     text NOT NULL, -- the folded address
    address text NOT NULL,
    until   timestamptz NOT NULL, -- it is deleted then
    PRIMARY KEY (account, key)
);
CREATE INDEX former_addresses_until ON identity.former_addresses (until);

RESET ROLE;

-- +goose Down
DROP TABLE identity.former_addresses;
