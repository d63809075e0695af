-- Tables of the read model "wiki". Names are unqualified: the runner chooses the schema.

create table settings (
    project  text collate "C" primary key,
    editing  text   not null,              -- members, named, open or closed
    locked   boolean not null,
    position bigint not null               -- of the last event
);

-- A wiki with at least one published change.
create table wikis (
    project  text collate "C" primary key,
    head     text collate "C" not null,    -- the last change
    number   bigint not null,              -- of changes
    featured text collate "C" not null,    -- the page that was last featured, which may be gone
    home     text collate "C" not null,    -- the page that is shown first; empty without pages
    changed  timestamptz not null,
    position bigint not null
);
create index wikis_position on wikis (position);

-- The published pages, with those that were removed.
create table pages (
    id        text collate "C" primary key,
    project   text collate "C" not null,
    title     text    not null,
    title_key text collate "C" not null,   -- folded, as it is compared and searched
    slug      text    not null,
    slug_key  text collate "C" not null,   -- in lower case
    parent    text collate "C" not null,   -- empty for a root
    weight    integer not null,
    edition   text collate "C" not null,   -- the change with its text; empty without one
    touched   text collate "C" not null,   -- the last change that did anything to it
    gone      text collate "C" not null,   -- the change that removed it; empty for a page that exists
    created   timestamptz not null,
    updated   timestamptz not null
);
create index pages_project on pages (project);
create index pages_slug on pages (project, slug_key) where gone = '';

-- Former slugs, and those of removed pages. A slug of a page that exists comes first.
create table slugs (
    project text collate "C" not null,
    slug    text collate "C" not null,     -- in lower case
    page    text collate "C" not null,     -- that had it last
    primary key (project, slug)
);

-- The present text of each page, folded for the search.
create table bodies (
    page    text collate "C" primary key,
    project text collate "C" not null,
    body    text collate "C" not null
);
alter table bodies alter column body set storage external; -- every search reads it
create index bodies_project on bodies (project);

create table changes (
    id           text collate "C" primary key,
    project      text collate "C" not null,
    number       bigint not null,          -- its place in its wiki, from 1
    account      text collate "C" not null, -- the author
    published_by text collate "C" not null,
    draft        text collate "C" not null,
    submission   text collate "C" not null,
    base         text collate "C" not null,
    reverts      text collate "C" not null,
    msg          text   not null,
    parts        bigint not null,          -- pages that it touched
    at           timestamptz not null,
    position     bigint not null
);
create unique index changes_number on changes (project, number);
create index changes_account on changes (account);
create index changes_reverts on changes (reverts) where reverts <> '';

-- What a change did to a page: the page before and after.
create table parts (
    change       text collate "C" not null,
    page         text collate "C" not null,
    project      text collate "C" not null,
    number       bigint  not null,         -- of the change
    n            integer not null,         -- order within the change
    ops          text[]  not null,
    title        text    not null,         -- after it; of a removed page, before it
    slug         text    not null,
    was          boolean not null,         -- it existed before
    was_title    text    not null,
    was_slug     text    not null,
    was_parent   text collate "C" not null,
    was_weight   integer not null,
    was_featured boolean not null,
    was_edition  text collate "C" not null,
    now          boolean not null,         -- it exists after
    now_title    text    not null,
    now_slug     text    not null,
    now_parent   text collate "C" not null,
    now_weight   integer not null,
    now_featured boolean not null,
    now_edition  text collate "C" not null,
    primary key (change, page)
);
create index parts_page on parts (page, number desc);
create index parts_order on parts (change, n);

-- Every published text.
create table editions (
    page     text collate "C" not null,
    change   text collate "C" not null,
    project  text collate "C" not null,
    account  text collate "C" not null,
    body     text    not null,
    size     bigint  not null,             -- characters
    erased   boolean not null,
    at       timestamptz not null,
    position bigint  not null,
    primary key (page, change)
);

create table drafts (
    id         text collate "C" primary key,
    project    text collate "C" not null,
    account    text collate "C" not null,
    status     text   not null,            -- draft, review, success, reject, timeout or given_up
    timed      boolean not null,           -- it times out
    base       text collate "C" not null,
    reverts    text collate "C" not null,
    opened     timestamptz not null,
    changed    timestamptz not null,       -- when its author last did anything to it
    ends       timestamptz,                -- when it times out, automatic saves aside
    submitted  timestamptz,
    ended      timestamptz,
    msg        text   not null,            -- of the last submission
    rejection  text   not null,            -- the last one
    again      integer not null,
    again_at   timestamptz not null,
    pages      text[] not null,            -- the pages that it changes
    added      text[] not null,            -- those among them that it adds
    submission text collate "C" not null,  -- the last one
    change     text collate "C" not null,  -- that published it
    position   bigint not null
);
create index drafts_project on drafts (project, opened desc, id);
create index drafts_account on drafts (account, opened desc, id);
create index drafts_review on drafts (submitted, id) where status = 'review';
create index drafts_position on drafts (position);

-- The reasons of submissions and rejections.
create table messages (
    draft    text collate "C" not null,
    position bigint not null,
    account  text collate "C" not null,    -- who wrote it
    author   text collate "C" not null,    -- of the draft, whose erasure removes the text
    at       timestamptz not null,
    body     text not null,
    primary key (draft, position)
);
create index messages_author on messages (author);

-- When what a project's page shows of its wiki, or a reviewer of its drafts, changed last.
create table moves (
    project  text collate "C" primary key,
    position bigint not null
);
create index moves_position on moves (position);

create table editors (
    project text collate "C" not null,
    account text collate "C" not null,
    named   timestamptz not null,
    primary key (project, account)
);

create table bans (
    project text collate "C" not null,
    account text collate "C" not null,
    until   timestamptz not null,
    cause   text not null,
    by      text collate "C" not null,     -- the reviewer; empty where the rules banned
    msg     text not null,
    at      timestamptz not null,
    primary key (project, account)
);
create index bans_account on bans (account);
