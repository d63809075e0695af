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

-- What counts, by the hour (UTC). An empty text is unknown; a view has no version.
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
    views     bigint not null,
    seconds   bigint not null, -- of playtime
    primary key (project, hour, version, client, family, loader, game, country)
);

-- The same of all projects together, by one circumstance at a time: all at once are a row for nearly every one of their combinations.
create table site_hours (
    part      smallint not null, -- 0: in all; what the others are: see sitePart
    hour      timestamptz not null,
    key       text collate "C" not null,
    downloads bigint not null,
    views     bigint not null,
    seconds   bigint not null,
    primary key (part, hour, key)
);

-- The same by day (UTC): what compares projects with each other, and what the revenue of a day is shared by. What is paid is of
-- hits whose project was monetized at their time.
create table days (
    day            timestamptz not null,
    project        text collate "C" not null,
    downloads      bigint not null,
    views          bigint not null,
    seconds        bigint not null,
    paid_views     bigint not null,
    paid_signed    bigint not null, -- downloads by somebody signed in
    paid_anonymous bigint not null, -- other downloads
    primary key (day, project) include (downloads, views, seconds) -- the whole site by project reads the index alone
);
create index days_project on days (project, day);

-- What projects have by weeks (UTC) from Monday on: the whole site by project reads these, and the days before the first and after the last of them.
create table weeks (
    week      timestamptz not null, -- its Monday
    project   text collate "C" not null,
    downloads bigint not null,
    views     bigint not null,
    seconds   bigint not null,
    primary key (week, project) include (downloads, views, seconds)
);

-- How many hits count, and why the others do not.
create table verdicts (
    hour    timestamptz not null,
    kind    smallint not null, -- download, view, playtime
    verdict text not null,
    hits    bigint not null,
    primary key (hour, kind, verdict)
);

-- Where the hits of a day (UTC) begin in the log of hits: from there, what the rules remember of visitors is read again.
create table day_begins (
    day      timestamptz primary key,
    position bigint not null
);
