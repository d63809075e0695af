-- Tables of the read model "account_activity". Names are unqualified: the runner chooses the schema.

-- What each account did by which key: one row for a kind of event on a thing within an hour.
create table deeds (
    actor      text collate "C" not null, -- account
    hour       timestamptz not null,
    credential text collate "C" not null, -- the session, token or authorization; empty: not recorded
    stream     text collate "C" not null, -- the thing
    type       text collate "C" not null, -- of the events
    role       text not null,             -- the last one that was used
    times      integer not null,
    first_at   timestamptz not null,
    last_at    timestamptz not null,
    position   bigint not null,           -- of the last event
    primary key (actor, hour, credential, stream, type)
);
create index deeds_newest on deeds (actor, last_at desc, position desc);
create index deeds_position on deeds (actor, position desc);
create index deeds_credential on deeds (actor, credential, last_at desc, position desc);
create index deeds_stream on deeds (actor, stream, last_at desc, position desc);
