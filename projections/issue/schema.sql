-- Tables of the read model "issue". Names are unqualified: the runner chooses the schema.

create table issues (
    id           text collate "C" primary key,
    project      text collate "C" not null,
    number       integer not null,          -- within the project, from 1
    author       text collate "C" not null,
    title        text    not null,
    revision     integer not null,          -- number of edits
    created      timestamptz not null,
    updated      timestamptz not null,      -- of the last event about it or its comments
    edited       timestamptz not null,      -- of the title or the text
    closed       timestamptz,               -- when it was closed; null while it is open
    closed_as    text    not null,          -- done, not_planned, duplicate; or empty
    duplicate_of text collate "C" not null, -- or empty
    fixed_in     text collate "C" not null, -- the version, or empty
    last_floor   integer not null,          -- number of all comments; comments are numbered from 1
    comments     integer not null,          -- that are neither deleted nor hidden
    happened     integer not null,          -- number of its rows in the table events
    pinned       boolean not null,
    locked       boolean not null,
    lock_code    text    not null,          -- why; empty where it is not locked, or no reason was given
    lock_text    text    not null,
    hidden       boolean not null,
    reason_code  text    not null,          -- why it is hidden
    reason_text  text    not null,
    position     bigint  not null           -- of the last event about it or its comments
);
create unique index issues_number on issues (project, number);
create index issues_created on issues (project, (closed is null), number);
create index issues_updated on issues (project, updated, number);
create index issues_state_updated on issues (project, (closed is null), updated, number);
create index issues_comments on issues (project, comments, number);
create index issues_state_comments on issues (project, (closed is null), comments, number);
create index issues_author on issues (author);
create index issues_by on issues (project, author, number);
create index issues_fixed on issues (fixed_in) where fixed_in <> '';
create index issues_held on issues (created) where hidden and reason_code = 'held';
create index issues_position on issues (position);

-- The opening texts.
create table openings (
    issue text collate "C" primary key,
    body  text not null
);

create table issue_labels (
    issue   text collate "C" not null,
    label   text collate "C" not null,
    project text collate "C" not null,
    number  integer not null,
    place   integer not null, -- the order in which they were put on
    primary key (issue, label)
);
create index issue_labels_number on issue_labels (project, label, number);

create table assignees (
    issue   text collate "C" not null,
    account text collate "C" not null,
    project text collate "C" not null,
    number  integer not null,
    place   integer not null,
    primary key (issue, account)
);
create index assignees_number on assignees (project, account, number);

-- The comments; named as the answers of the forum, whose queries they share. The discussion is the issue.
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

-- Every wording of a text, by the id of its issue or comment. A revision of an issue has the title or the text, the first one
-- both.
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

-- What happened to an issue between its comments.
create table events (
    issue       text collate "C" not null,
    n           integer not null,          -- from 1
    after_floor integer not null,          -- the last comment before it
    kind        text    not null,
    at          timestamptz not null,
    actor       text collate "C" not null, -- or empty
    staff       boolean not null,          -- who acted did so as one of the staff
    author      text collate "C" not null, -- of the issue, whose texts the following are
    label       text collate "C" not null, -- or empty, like the following
    assignee    text collate "C" not null,
    closed_as   text    not null,
    other       text collate "C" not null, -- the issue that it repeats
    version     text collate "C" not null,
    title       text    not null,
    reason_code text    not null,
    reason_text text    not null,
    primary key (issue, n)
);
create index events_floor on events (issue, after_floor, n);
create index events_author on events (author);

-- How projects take issues, and how many they have.
create table boards (
    project  text collate "C" primary key,
    type     integer not null,
    template text    not null,
    numbered integer not null, -- the number of the newest issue
    open     integer not null, -- that are not hidden
    closed   integer not null
);
create table labels (
    project     text collate "C" not null,
    id          text collate "C" not null,
    name        text not null,
    color       text not null,
    description text not null,
    primary key (project, id)
);
