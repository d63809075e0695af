-- Letters that were given up, for the staff: neither an address nor a text. A row stays for thirty days, and goes with its
-- account.
-- +goose Up
CREATE TABLE identity.unsent_letters (
    job      bigint      PRIMARY KEY, -- of the queue, whose numbers are never used again
    kind     text        NOT NULL,
    account  text COLLATE "C",        -- null: unknown
    queued   timestamptz NOT NULL,
    given_up timestamptz NOT NULL,
    tries    integer     NOT NULL,
    cause    text        NOT NULL CHECK (cause IN ('refused', 'deferred', 'unreachable', 'expired')),
    code     integer                  -- last reply of the mail server; null: it gave none
);
CREATE INDEX unsent_letters_given_up ON identity.unsent_letters (given_up DESC, job DESC);
CREATE INDEX unsent_letters_account ON identity.unsent_letters (account);
GRANT SELECT, INSERT, DELETE ON identity.unsent_letters TO modyard_app;

-- +goose Down
DROP TABLE identity.unsent_letters;
