-- Tables of the read model "claim". Names are unqualified: the runner chooses the schema.

create table claims (
    id           text collate "C" primary key,
    project      text collate "C" not null,
    organization text collate "C" not null, -- that owned the project
    account      text collate "C" not null, -- of the claimant
    proof        text   not null,           -- link or token
    address      text   not null,
    note         text   not null,
    state        text   not null,           -- open, withdrawn, accepted, rejected or superseded
    filed        timestamptz not null,
    ended        timestamptz,               -- null while it is open
    decided_by   text collate "C" not null, -- of the staff; empty where it is open or was withdrawn
    reason_code  text   not null,
    reason_text  text   not null,
    position     bigint not null            -- of the last event
);
create index claims_account on claims (account, filed desc, id);
create index claims_project on claims (project, filed desc, id);
create index claims_open on claims (filed, id) where ended is null;
create index claims_ended on claims (ended desc, id) where ended is not null;
create index claims_position on claims (position);
