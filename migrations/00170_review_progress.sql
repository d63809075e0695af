-- How far a moderator has come with the checklist of a project. The rows are private notes, not events: nothing rebuilds
-- them, and they are deleted after a while.
-- +goose Up
CREATE SCHEMA reviewing AUTHORIZATION modyard_app;
SET ROLE modyard_app;

CREATE TABLE reviewing.progress (
    account text COLLATE "C" NOT NULL,
    project text COLLATE "C" NOT NULL,
    round   integer NOT NULL, -- of the project's submissions, when it was stored
    state   jsonb NOT NULL,
    saved   timestamptz NOT NULL,
    PRIMARY KEY (account, project)
);
CREATE INDEX progress_saved ON reviewing.progress (saved);

RESET ROLE;

-- +goose Down
DROP SCHEMA reviewing CASCADE;
