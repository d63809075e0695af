-- Tables of the read model "bar". Names are unqualified: the runner chooses the schema.

create table bars (
    kind        text collate "C" not null, -- section or board
    place       text collate "C" not null, -- the section's name or the project's id
    account     text collate "C" not null, -- who may not write there
    until       timestamptz not null,
    since       timestamptz not null,
    by          text collate "C" not null, -- who decided it
    reason_code text   not null,
    reason_text text   not null,
    position    bigint not null,           -- of the last event
    primary key (kind, place, account)
);
create index bars_last on bars (kind, place, until desc, account);
create index bars_account on bars (account);
