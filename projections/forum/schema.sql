-- Tables of the read model "forum". Names are unqualified: the runner chooses the schema.

create table discussions (
    id          text collate "C" primary key,
    section     text collate "C" not null,
    project     text collate "C" not null, -- or empty
    author      text collate "C" not null,
    title       text    not null,
    revision    integer not null,          -- number of edits
    written     integer not null,          -- number of characters of the opening text
    created     timestamptz not null,
    updated     timestamptz not null,      -- of the title or the text
    bumped      timestamptz not null,      -- when the newest answer was written, or the discussion was opened
    last_floor  integer not null,          -- number of all answers; answers are numbered from 1
    answers     integer not null,          -- that are neither deleted nor hidden
    pinned      boolean not null,
    locked      boolean not null,
    lock_code   text    not null,          -- why; empty where it is not locked, or no reason was given
    lock_text   text    not null,
    hidden      boolean not null,
    reason_code text    not null,          -- why it is hidden
    reason_text text    not null,
    cleared     timestamptz,               -- when its opening text was deleted
    gone        timestamptz,               -- when it was deleted
    listed      boolean not null,          -- lists may show it: its project is listed, or it has none
    shown       boolean not null,          -- listed, and neither hidden nor gone
    position    bigint  not null           -- of the last event about it or its answers
);
create index discussions_section on discussions (section, pinned desc, bumped desc, id desc) where shown;
create index discussions_all on discussions (bumped desc, id desc) where shown;
create index discussions_newest on discussions (section, pinned desc, created desc, id desc) where shown;
create index discussions_all_newest on discussions (created desc, id desc) where shown;
create index discussions_unanswered on discussions (section, created desc, id desc) where shown and answers = 0;
create index discussions_all_unanswered on discussions (created desc, id desc) where shown and answers = 0;
create index discussions_own on discussions (author, bumped desc, id desc) where shown;
create index discussions_author on discussions (author, created desc, id desc);
create index discussions_project on discussions (project) where project <> '';
create index discussions_held on discussions (created) where hidden and reason_code = 'held' and gone is null;
create index discussions_position on discussions (position);

-- The opening texts. A deleted one has no row.
create table openings (
    discussion text collate "C" primary key,
    body       text not null
);

create table posts (
    id             text collate "C" primary key,
    discussion     text collate "C" not null,
    floor          integer not null,
    author         text collate "C" not null,
    body           text    not null,       -- empty where it is deleted
    revision       integer not null,       -- number of edits
    created        timestamptz not null,
    updated        timestamptz not null,
    reply_to       text collate "C" not null, -- or empty
    reply_revision integer not null,       -- of the answered text
    hidden         boolean not null,
    by_team        boolean not null,       -- a member of the project has hidden it
    reason_code    text    not null,       -- why it is hidden, or was deleted
    reason_text    text    not null,
    deleted        boolean not null,
    position       bigint  not null
);
create unique index posts_floor on posts (discussion, floor);
create index posts_author on posts (author, created desc, id desc);
create index posts_held on posts (created) where hidden and reason_code = 'held' and not deleted;
create index posts_replies on posts (reply_to, floor) where reply_to <> '';

-- Every wording of a text, by the id of its discussion or answer. A revision of a discussion has the title or the text,
-- the first one both.
create table revisions (
    text     text collate "C" not null,
    revision integer not null,
    author   text collate "C" not null,    -- of the text
    by       text collate "C" not null,    -- who edited
    at       timestamptz not null,
    title    text    not null,
    body     text    not null,
    retitled boolean not null,             -- it has a title
    rewritten boolean not null,            -- it has a text
    primary key (text, revision)
);
create index revisions_author on revisions (author);

-- What lists of a section show.
create table sections (
    section     text collate "C" primary key,
    discussions bigint not null,
    answers     bigint not null
);

-- Projects: whether lists show them, and their discussion.
create table boards (
    project    text collate "C" primary key,
    listed     boolean not null,
    discussion text collate "C" not null   -- or empty
);
