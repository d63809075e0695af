-- Tables of the read model "retention": what the site stores for people's content. Names are unqualified: the runner
-- chooses the schema. Keys are those of the blob store, so they contain the id of what the blob was stored for.

create table projects (
    id       text collate "C" primary key,
    owner    text collate "C" not null,    -- account, or empty; after the deletion, the last one
    title    text        not null,
    rejected timestamptz,                  -- since when the staff hides it
    gone     timestamptz                   -- when it was deleted
);
create index projects_owner on projects (owner) where gone is not null;

-- The rounds of review of a project. A round shows what the project refers to between both times.
create table rounds (
    project text collate "C" not null,
    started timestamptz not null,
    ended   timestamptz,
    primary key (project, started)
);

-- Files of versions, gallery pictures and icons, each with its time and with that of the end of its last reference; also
-- deleted pictures of texts.
create table files (
    key       text collate "C" primary key,
    project   text collate "C" not null,   -- empty for pictures of texts
    version   text collate "C" not null,   -- empty for pictures
    kind      text not null,               -- file, gallery, icon or picture
    name      text not null,
    size      bigint not null,             -- 0 where no event says it
    sha1      text not null,
    sha512    text not null,
    part_of   text collate "C" not null,   -- key of the picture that the gallery names: one picture has two sizes
    added     timestamptz not null,
    ended     timestamptz,
    destroyed boolean not null             -- at once: legal removal, or the erasure of its owner
);
create index files_project on files (project, added, key);
create index files_version on files (version) where version <> '';
create index files_ended on files (key) where ended is not null;

-- Pictures that people put into their texts. What is shown to whom follows the text: its subject, and where its owner used it.
create table pictures (
    key     text collate "C" primary key,
    id      text collate "C" not null,
    owner   text collate "C" not null,
    context text not null,
    subject text collate "C" not null,     -- project, version, message or report; empty where there was none yet
    size    bigint not null,
    added   timestamptz not null
);
create index pictures_owner on pictures (owner, added desc, key);
create index pictures_subject on pictures (subject, key) where subject <> '';

create table uses (
    key   text collate "C" not null,
    kind  text not null,                   -- project, version, message, report, decision (of a project's review), wiki (of a project) or wikidraft
    thing text collate "C" not null,
    primary key (key, kind, thing)
);
