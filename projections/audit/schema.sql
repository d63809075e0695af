-- Tables of the read model "audit". Names are unqualified: the runner chooses the schema.

-- Who decided or changed what, one row an event. Rows are only added; an erased account changes texts.
create table entries (
    position     bigint primary key,
    at           timestamptz not null,      -- when it was decided
    event        text collate "C" not null, -- id
    type         text not null,
    stream       text collate "C" not null,
    revision     bigint not null,
    kind         text not null,
    mark         text not null,             -- import, demo, or empty for what people did on this site
    actor        text collate "C" not null, -- account, or empty for the program
    role         text not null,             -- in which it was done
    subject_kind text not null,
    subject      text collate "C" not null,
    project      text collate "C" not null, -- or empty, as those below
    name         text not null,             -- of the subject or its project at that time
    about        text collate "C" not null, -- the account whose rights, role or claim it is
    item_kind    text not null,             -- what a report is about, or part of the wiki
    item         text collate "C" not null,
    concerns     text[] not null,           -- every id above that a reader may ask for
    round        integer not null,          -- of the review, or 0
    from_status  text not null,
    to_status    text not null,
    value        text not null,             -- the new role, result, rights or place, by kind
    options      text[] not null,           -- of the checklist
    message      text not null,
    reason_code  text not null,
    reason_text  text not null,
    text_of      text collate "C" not null, -- the account whose erasure removes reason_text
    message_of   text collate "C" not null, -- the account whose erasure removes message
    grams        integer[] not null         -- hashes of the neighbouring characters of all texts
);
create index entries_newest on entries (at desc, position desc);
create index entries_actor on entries (actor, at desc, position desc);
create index entries_kind on entries (kind, at desc, position desc);
create index entries_reason on entries (reason_code, at desc, position desc) where reason_code <> '';
create index entries_mark on entries (mark, at desc, position desc);
create index entries_concerns on entries using gin (concerns) with (fastupdate = off);
create index entries_grams on entries using gin (grams) with (fastupdate = off);
create index entries_event on entries (event);
create index entries_text_of on entries (text_of) where text_of <> '';
create index entries_message_of on entries (message_of) where message_of <> '';

-- What later events do not repeat about their subjects.
create table subjects (
    id        text collate "C" primary key, -- kind/id
    name      text not null,
    rounds    integer not null,             -- of review
    item_kind text not null,                -- what a report is about
    item      text collate "C" not null
);
