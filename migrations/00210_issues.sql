-- How many issues an account opened is counted apart from its discussions and answers.
-- +goose Up
SET ROLE modyard_app;
ALTER TABLE talk.written ADD COLUMN issue boolean NOT NULL DEFAULT false; -- it opened one
RESET ROLE;

-- +goose Down
ALTER TABLE talk.written DROP COLUMN issue;
