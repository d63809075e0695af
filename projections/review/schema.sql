-- The last hand-over of each project's review. It counts while the project waits in the same round.
create table handovers (
    project  text collate "C" primary key,
    round    integer not null,
    giver    text collate "C" not null,
    receiver text collate "C" not null,
    note     text not null,
    at       timestamptz not null,
    position bigint not null
);
create index handovers_giver on handovers (giver);

-- Proposals to undo a decision, and what became of them.
create table proposals (
    id        text collate "C" primary key,
    project   text collate "C" not null,
    decision  text collate "C" not null, -- id of its event
    moderator text collate "C" not null, -- who decided, or empty
    proposer  text collate "C" not null,
    reason    text not null,
    at        timestamptz not null,
    until     timestamptz not null,
    outcome   text not null,             -- or empty
    ended     timestamptz,
    position  bigint not null
);
create index proposals_project on proposals (project) where outcome = '';
create index proposals_open on proposals (until) where outcome = '';
create index proposals_position on proposals (position);

-- What the figures need to know of each project: the type that its creator chose, and its last round.
create table standings (
    project      text collate "C" primary key,
    type         text not null,
    round        integer not null,         -- 0 before the first submission
    submitted_at timestamptz,              -- of the round, while it waits
    mark         text not null             -- of the submission: import, demo, or empty
);
create index standings_waiting on standings (submitted_at) where submitted_at is not null;

-- The decisions that ended a round, one row each; a round whose decision was undone may have more than one. They stay when
-- the project is deleted.
create table decisions (
    event        text collate "C" primary key, -- id
    position     bigint not null,
    at           timestamptz not null,
    project      text collate "C" not null,
    round        integer not null,
    type         text not null,
    decision     text not null,            -- approved, rejected or withheld
    actor        text collate "C" not null,
    options      text[] not null,          -- of the checklist, sorted
    submitted_at timestamptz not null,
    wait         integer,                  -- seconds; null where the submission has a mark
    mark         text not null,            -- of the decision
    undone_at    timestamptz
);
create index decisions_at on decisions (at) where mark = '';
create index decisions_undone on decisions (undone_at) where mark = '' and undone_at is not null;
create index decisions_actor on decisions (actor, at desc) where mark = '';
create index decisions_marked on decisions (at) where mark <> '';

-- When the figures of a month changed last, as the position of an event. Months are those of UTC.
create table months (
    month   text collate "C" primary key,  -- 2026-11
    changed bigint not null
);
