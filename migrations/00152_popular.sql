-- How many visitors searched for a term on a day. The rows are observations, not events: nothing rebuilds them.
-- +goose Up
CREATE SCHEMA popular AUTHORIZATION modyard_app;
SET ROLE modyard_app;

CREATE TABLE popular.days (
    term     text COLLATE "C" NOT NULL,
    day      date NOT NULL, -- UTC
    visitors integer NOT NULL CHECK (visitors > 0),
    PRIMARY KEY (term, day)
);
CREATE INDEX days_day ON popular.days (day); -- old days are deleted
-- A term with twenty visitors in seven days has a day with three.
CREATE INDEX days_often ON popular.days (day, term) WHERE visitors >= 3;

-- Who was counted on the present day: a hash of the visitor with the term, so that no two terms of a visitor can be
-- connected. Rows and key are deleted when the day is over.
CREATE TABLE popular.seen (
    day    date NOT NULL,
    mark   bytea NOT NULL CHECK (length(mark) = 16),
    PRIMARY KEY (day, mark)
);

CREATE TABLE popular.keys (
    day date PRIMARY KEY,
    key bytea NOT NULL CHECK (length(key) = 32)
);

RESET ROLE;

-- +goose Down
DROP SCHEMA popular CASCADE;
