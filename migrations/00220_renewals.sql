-- Applications that got another owner ask their accounts again, access tokens that nobody uses end after a year, and owners are told of
-- sign-ins on new devices.
-- +goose Up
SET ROLE modyard_app;

ALTER TABLE identity.oauth_clients
    ADD hand_overs int NOT NULL DEFAULT 0; -- how often it got another owner
ALTER TABLE identity.oauth_grants
    ADD hand_overs int NOT NULL DEFAULT 0; -- that of the application when the account last allowed it something
ALTER TABLE identity.tokens
    ADD warned timestamptz; -- when its owner was told that it ends because it is not used
ALTER TABLE identity.sign_ins
    ADD told boolean NOT NULL DEFAULT false; -- a letter was sent of it: it was on a new device

RESET ROLE;

-- +goose Down
ALTER TABLE identity.sign_ins DROP told;
ALTER TABLE identity.tokens DROP warned;
ALTER TABLE identity.oauth_grants DROP hand_overs;
ALTER TABLE identity.oauth_clients DROP hand_overs;
