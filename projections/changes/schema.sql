-- Tables of the read model "changes". Names are unqualified: the runner chooses the schema.

-- The lines of the change feed. They name what changed and hold no document: that is read when the feed is served.
create table changes (
    position bigint not null,              -- of the event
    n        integer not null,             -- from 0: one event may change several objects
    of       integer not null,             -- number of lines of the event
    event    text collate "C" not null,
    at       timestamptz not null,
    kind     text collate "C" not null,
    type     text collate "C" not null,    -- of the object
    object   text collate "C" not null,
    project  text collate "C" not null,    -- of a project or what belongs to one, otherwise empty
    owner    text collate "C" not null,    -- account of a collection, otherwise empty
    public   boolean not null,             -- everybody could see the object before or after the change
    primary key (position, n)
);
create index changes_public on changes (position, n) where public;
create index changes_project on changes (project, position, n) where project <> '';
create index changes_owner on changes (owner, position, n) where owner <> '' and not public;

-- Projects, versions, organizations, collections and discussions as far as their visibility needs.
create table objects (
    id     text collate "C" primary key,
    type   text collate "C" not null,
    parent text collate "C" not null,      -- the project of a version or a discussion, the owner of a collection, otherwise empty
    open   boolean not null,               -- by its own status
    listed boolean not null                -- lists show it
);
create index objects_parent on objects (parent) where type in ('version', 'discussion');

-- Whose documents contain what: an organization its members, a collection its projects.
create table links (
    container text collate "C" not null,
    item      text collate "C" not null,
    primary key (container, item)
);
create index links_item on links (item);
