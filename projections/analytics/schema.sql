-- Tables of the read model "analytics". Names are unqualified: the runner chooses the schema.

-- How many began to follow a project on a day (UTC), and how many ended it.
create table follower_days (
    project text collate "C" not null,
    day     timestamptz not null,
    began   bigint not null,
    ended   bigint not null,
    primary key (project, day)
);

-- Downloads that another site had counted before an import.
create table openings (
    project   text collate "C" primary key,
    downloads bigint not null
);
