-- Tables of the read model "collection". Names are unqualified: the runner chooses the schema.

create table follows (
    account  text collate "C" not null,
    project  text collate "C" not null,
    position bigint not null,              -- of the event: the later of two with one time
    added    timestamptz not null,
    primary key (account, project)
);
create index follows_project on follows (project);

create table collections (
    id          text collate "C" primary key,
    owner       text collate "C" not null, -- account
    name        text not null,
    description text not null,
    status      text not null,
    icon_url    text not null,
    color       integer,
    created     timestamptz not null,
    updated     timestamptz not null,
    position    bigint not null,           -- of its last event
    hidden      text not null              -- while its owner is leaving, the status that it has otherwise; else empty
);
create index collections_owner on collections (owner);
create index collections_listed on collections (updated desc, id) where status = 'listed';
create index collections_named on collections using gin (identity.pairs(lower(name))) where status = 'listed';

create table collection_projects (
    collection text collate "C" not null,
    project    text collate "C" not null,
    position   bigint not null,
    added      timestamptz not null,
    primary key (collection, project)
);
create index collection_projects_project on collection_projects (project);
