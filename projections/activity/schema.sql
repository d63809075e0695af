-- Tables of the read model "activity". Names are unqualified: the runner chooses the schema.

-- What visitors may read of what happened, the newest of it. Rows only come, and the oldest go: whether one may
-- still be shown is asked when it is read.
create table entries (
    position     bigint primary key,
    at           timestamptz not null,      -- when it was decided
    recorded     timestamptz not null,      -- when the log made it durable
    kind         text not null,
    project      text collate "C" not null, -- or empty, as those below
    version      text collate "C" not null,
    organization text collate "C" not null,
    account      text collate "C" not null, -- whom it is about
    actor        text collate "C" not null, -- who did it; empty where that is not for visitors
    picture      text not null,
    waited       integer                    -- seconds from the submission to the approval
);
create index entries_newest on entries (at desc, position desc);

create table projects (
    id        text collate "C" primary key,
    listed    boolean not null, -- visitors could find it once
    open      boolean not null, -- and can now
    submitted timestamptz       -- when the open review round began
);

-- Versions that came hidden and were never announced.
create table hidden_versions (id text collate "C" primary key);
