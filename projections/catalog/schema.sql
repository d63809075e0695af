-- Tables of the read model "catalog". Names are unqualified: the runner chooses the schema.
-- Documents and states are bytea: their JSON may hold escapes that jsonb refuses. Counters are rows of their own, in the
-- indexer's table: the view "projects" joins them.

create table project_docs (
    id           text collate "C" primary key,
    slug         text   not null,
    position     bigint not null,          -- of the last event that changed a document
    status       text   not null,
    listed       boolean not null,         -- found by search and in lists
    visible      boolean not null,         -- to everybody who has the link
    monetized    boolean not null,         -- its views and downloads earn a share of the revenue
    type         text   not null,          -- as its creator chose
    url_type     text   not null,
    title        text   not null,
    icon_url     text   not null,
    owner        text   collate "C" not null, -- account, or empty
    organization text   collate "C" not null, -- organization, or empty
    published    timestamptz not null,
    updated      timestamptz not null,
    changed      timestamptz not null,     -- when what its page shows changed last
    approved     timestamptz,
    queued       timestamptz,
    round        integer not null,
    due          timestamptz,              -- of a planned release
    downloads    bigint not null,
    message      bytea,                    -- {"moderator_message":…} of the last decision
    state        bytea not null,
    doc_v2       bytea not null,
    doc_v3       bytea not null,
    doc_page     bytea not null,           -- what the site's page shows beyond doc_v2
    doc_team     bytea not null,           -- the page's members, as outsiders see them
    doc_hit      bytea not null,           -- as a row of a list: the search hit, also of what search does not show
    names        text not null,            -- title, Chinese title and slug in lower case: what lists are narrowed by
    credited     text not null             -- the original author of what a repost team looks after, in lower case, or empty
);
create index projects_owner on project_docs (owner) where owner <> '';
create index projects_organization on project_docs (organization) where organization <> '';
create index projects_queue on project_docs (queued, id) where status = 'processing';
create index projects_due on project_docs (due) where due is not null;
create index projects_listed on project_docs (id) where listed;
create index projects_changed on project_docs (changed desc, id) where listed;
create index projects_position on project_docs (position); -- what changed since

-- What readers see: the documents say their followers first. Where nothing of a counter is asked for, the planner leaves the
-- join out.
create view projects as
select d.id, d.slug, d.position, coalesce(c.changed, 0) as counted, d.status, d.listed, d.visible, d.monetized, d.type, d.url_type, d.title, d.icon_url,
    d.owner, d.organization, d.published, d.updated, d.changed, d.approved, d.queued, d.round, d.due, d.downloads,
    coalesce(c.follows, 0) as followers, d.message, d.state,
    convert_to('{"followers":' || coalesce(c.follows, 0) || ',', 'UTF8') || substr(d.doc_v2, 2) as doc_v2,
    convert_to('{"followers":' || coalesce(c.follows, 0) || ',', 'UTF8') || substr(d.doc_v3, 2) as doc_v3,
    d.doc_page, d.doc_team,
    convert_to('{"follows":' || coalesce(c.follows, 0) || ',', 'UTF8') || substr(d.doc_hit, 2) as doc_hit,
    d.names, d.credited
from project_docs d left join counters c on c.id = d.id;

-- Projects that were deleted, so that who follows positions sees it.
create table deleted_projects (
    id       text collate "C" primary key,
    position bigint not null
);
create index deleted_projects_position on deleted_projects (position);

create table slugs (
    slug    text collate "C" primary key,  -- lower case
    project text collate "C" not null,
    current boolean not null,
    gone    boolean not null
);

create table versions (
    id            text collate "C" primary key,
    project       text collate "C" not null,
    position      bigint not null,
    created       bigint not null,         -- position of its first event: the later of two with one time
    published     timestamptz not null,
    author        text collate "C" not null,
    number        text not null,
    channel       text not null,
    status        text not null,
    listed        boolean not null,       -- in the lists of its project
    visible       boolean not null,       -- to everybody who may see the project
    held          boolean not null,       -- the site has one of its files
    featured      boolean not null,
    loaders       text[] not null,
    game_versions text[] not null,
    due           timestamptz,            -- of a planned release
    environment   text not null,          -- its own, or that of its project
    state         bytea not null,
    doc_v2        bytea not null,
    doc_v3        bytea not null,
    doc_changelog bytea not null
);
create index versions_project on versions (project, published desc, created desc);
create index versions_due on versions (due) where due is not null;
create index versions_number on versions (project, number);

-- The files that the site has; those on other sites are only in the documents.
create table files (
    version  text collate "C" not null,
    n        integer not null,
    project  text collate "C" not null,
    sha1     text collate "C" not null,
    sha512   text collate "C" not null,
    url      text not null,
    primary key (version, n)
);
create index files_sha1 on files (sha1);
create index files_sha512 on files (sha512);
create index files_project on files (project);

create table members (
    project     text collate "C" not null,
    account     text collate "C" not null,
    n           integer not null,
    role        text not null,
    permissions bigint not null,
    accepted    boolean not null,
    owner       boolean not null,
    split       double precision not null,
    ordering    integer not null,
    primary key (project, account)
);
create index members_account on members (account);

create table organizations (
    id          text collate "C" primary key,
    slug        text not null,
    name        text not null,
    description text not null,
    icon_url    text not null,
    color       integer,
    owner       text collate "C" not null,
    repost      boolean not null,
    position    bigint not null,            -- of its last event
    created     timestamptz not null,
    state       bytea not null
);
-- By any part of name or slug: each text of two characters or more is found by the pairs in it.
create index organizations_named on organizations using gin (identity.pairs(lower(name || E'\n' || slug)));

create table organization_slugs (
    slug         text collate "C" primary key,  -- lower case
    organization text collate "C" not null,
    current      boolean not null
);

create table organization_members (
    organization             text collate "C" not null,
    account                  text collate "C" not null,
    n                        integer not null,
    role                     text not null,
    permissions              bigint not null,  -- on the organization's projects
    organization_permissions bigint not null,
    accepted                 boolean not null,
    owner                    boolean not null,
    split                    double precision not null,
    ordering                 integer not null,
    primary key (organization, account)
);
create index organization_members_account on organization_members (account);

create table review_rounds (
    project      text collate "C" not null,
    round        integer not null,
    submitted_at timestamptz not null,
    decided_at   timestamptz,
    decision     text not null,
    actor        text not null,
    message      text not null,
    primary key (project, round)
);
create index review_rounds_decided on review_rounds (decided_at desc) where decided_at is not null;

create table history (
    project     text collate "C" not null,
    position    bigint not null,
    type        text not null,
    at          timestamptz not null,
    actor       text collate "C" not null,
    from_status text not null,
    to_status   text not null,
    message     text not null,
    event       text collate "C" not null, -- id of the event of a decision of the staff, or empty
    undoes      text collate "C" not null, -- that of the decision that the entry undoes, or empty
    primary key (project, position)
);
-- When the review queue changed last.
create index history_queue on history (position) where from_status = 'processing' or to_status = 'processing';

create table dependencies (
    version     text collate "C" not null,
    n           integer not null,
    project     text collate "C" not null,  -- of the version that depends
    kind        text not null,
    dep_version text collate "C" not null,
    dep_project text collate "C" not null,
    file_name   text not null,
    primary key (version, n)
);
create index dependencies_project on dependencies (project);
create index dependencies_on on dependencies (dep_project) where dep_project <> '';
