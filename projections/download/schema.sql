-- Tables of the read model "download" over the log of hits. Names are unqualified: the runner chooses the schema.
-- changed is the position of the last event in the log of hits that changed a total.

create table projects (
    id        text collate "C" primary key,
    downloads bigint not null,
    changed   bigint not null
);
create index projects_changed on projects (changed);

create table versions (
    id        text collate "C" primary key,
    project   text collate "C" not null,
    downloads bigint not null,
    changed   bigint not null
);
create index versions_changed on versions (changed);

-- What counts, by the hour (UTC). An empty text is unknown.
create table hours (
    project   text collate "C" not null,
    version   text collate "C" not null,
    hour      timestamptz not null,
    client    smallint not null,
    family    text collate "C" not null,
    loader    text collate "C" not null,
    game      text collate "C" not null,
    country   text collate "C" not null,
    downloads bigint not null,
    primary key (project, hour, version, client, family, loader, game, country)
);
create index hours_hour on hours (hour);

-- How many hits count, and why the others do not.
create table verdicts (
    hour    timestamptz not null,
    verdict text not null,
    hits    bigint not null,
    primary key (hour, verdict)
);

-- What the rule remembers of visitors. A visitor ends with the day.
create table windows (
    visitor text collate "C" not null,
    project text collate "C" not null,
    day     timestamptz not null, -- midnight UTC
    entries bytea not null,
    primary key (visitor, project)
);
create index windows_day on windows (day);
