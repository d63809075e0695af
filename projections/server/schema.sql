-- Tables of the read model "server". Names are unqualified: the runner chooses the schema.

create table servers (
    id             text collate "C" primary key,
    owner          text collate "C" not null,
    node           text collate "C" not null,
    port           integer not null,
    name           text not null,
    name_of        text collate "C" not null, -- whose key seals the name
    memory_mib     bigint not null,
    cpu_percent    bigint not null,
    disk_mib       bigint not null,
    software       text not null,            -- none, stand-in or jar
    jar            text not null,
    loader         text not null,
    loader_version text not null,
    game_version   text not null,
    demonstration  boolean not null,
    created        timestamptz not null,
    running        boolean not null,         -- it shall run
    power          bigint not null,          -- number of the newest request, 0 before the first
    action         text not null,            -- of the newest request
    invocation     text not null,            -- empty: the default, like the following
    invocation_of  text collate "C" not null, -- whose key seals it
    subdomain      text not null,            -- empty: none
    jdk_version    text not null,
    jdk_build      text not null,
    suspension     text not null,            -- empty: it is not suspended
    suspended      timestamptz,
    deleted        timestamptz,
    generation     bigint not null,          -- of the desired state: the revision of the last event plus one
    run            text not null,            -- the newest that the node reported
    seen           text not null,            -- started, ready, stopped, crashed, given-up or refused; empty before the first report
    seen_at        timestamptz,
    attempt        bigint not null,
    exit_code      integer,
    exit_signal    text not null,
    exit_oom       boolean not null,
    cause          text not null,
    crashed_at     timestamptz,              -- the newest crash
    position       bigint not null,          -- of the last event
    autobackup       boolean not null,
    autobackup_hours bigint not null,        -- between two automatic backups
    restoring          text collate "C" not null, -- the backup that is being restored, or empty
    restore_undo       boolean not null,     -- the folder from before that is put back
    restore_generation bigint not null,      -- of the newest request
    former       text collate "C" not null,  -- the backup whose restore can be taken back, or empty
    former_until timestamptz,
    licence          boolean not null,       -- somebody has accepted that of the game
    upstream_project text collate "C" not null, -- the modpack that was installed from the site, or empty
    upstream_version text collate "C" not null,
    pack_name        text not null,          -- as the installed archive calls itself; empty: none, or not told
    pack_version     text not null,
    pack_of          text collate "C" not null -- whose key seals them
);
create index servers_owner on servers (owner, created desc, id);
create index servers_name on servers (name_of);
create index servers_invocation on servers (invocation_of) where invocation_of <> '';
create index servers_pack on servers (pack_of) where pack_of <> '';
create index servers_node on servers (node, id);
create index servers_created on servers (created desc, id);
create index servers_position on servers (position);

create table nodes (
    id         text collate "C" primary key,
    name       text not null,
    first_port integer not null,
    last_port  integer not null,
    address    text not null,                -- empty until it joined
    created    timestamptz not null,
    joined     timestamptz,
    retired    timestamptz,
    code_until timestamptz,                  -- a code waits until then
    position   bigint not null
);
create index nodes_position on nodes (position);

-- What was decided about a server and what its node saw of it, for its history.
create table entries (
    server     text collate "C" not null,
    position   bigint not null,
    at         timestamptz not null,
    kind       text not null,
    part       text not null,                -- the group of the kind
    actor      text collate "C" not null,    -- empty: the node or the program
    role       text not null,
    credential text not null,                -- public id of the session or token
    run        text not null,
    subject    text collate "C" not null,    -- the account that a decision is about, or empty
    detail     bytea not null,             -- JSON
    primary key (server, position)
);
create index entries_at on entries (server, at desc, position desc);
create index entries_part on entries (server, part, at desc, position desc);
create index entries_actor on entries (server, actor, at desc, position desc);
create index entries_credential on entries (server, credential, at desc, position desc) where credential <> '';
create index entries_staff on entries (server, at desc, position desc) where role in ('admin', 'moderator');

-- The processes of a server from their start to their end.
create table runs (
    server      text collate "C" not null,
    run         text collate "C" not null,
    begin       bigint not null,             -- position of the report of the start; 0 where it is missing
    started     timestamptz,
    ready       timestamptz,
    attempt     bigint not null,             -- of starts after crashes
    ended       timestamptz,
    finish      bigint not null,             -- position of the report of the end; 0 before it
    outcome     text not null,               -- stopped or crashed; empty before the end
    clean       boolean not null,            -- ready for ten minutes, and ended in order
    exit_code   bigint not null,
    exit_signal text not null,
    exit_oom    boolean not null,
    seconds     bigint not null,
    stack       text collate "C" not null,   -- hash of the last stack trace, or empty
    cause       text not null,
    primary key (server, run)
);
create index runs_clean on runs (server, finish desc) where clean;
create index runs_crashed on runs (server, finish desc) where outcome = 'crashed';
create index runs_stack on runs (stack, server, finish desc) where stack <> '';

-- Who has a part in a server. The row of an account without one any more keeps its epoch.
create table members (
    server   text collate "C" not null,
    account  text collate "C" not null,
    role     text not null,                  -- owner, editor or viewer
    rights   bigint not null,                -- bits; 0 for those who have not joined
    state    text not null,                  -- owner, joined, invited or gone
    since    timestamptz not null,
    until    timestamptz,                    -- of an invitation
    inviter  text collate "C" not null,      -- empty: an administrator
    epoch    bigint not null,                -- of the tokens that hold
    position bigint not null,
    primary key (server, account)
);
create index members_account on members (account, server);
create index members_position on members (position);

-- The rights that were taken, for the nodes.
create table revocations (
    position bigint primary key,
    server   text collate "C" not null,
    account  text collate "C" not null,
    epoch    bigint not null,
    at       timestamptz not null
);

-- The decided settings of server.properties.
create table properties (
    server     text collate "C" not null,
    key        text collate "C" not null,
    value      text not null,
    value_of   text collate "C" not null,    -- whose key seals it
    secret     boolean not null,
    generation bigint not null,              -- of the desired state that brought it
    at         timestamptz not null,
    actor      text collate "C" not null,
    role       text not null,
    primary key (server, key)
);
create index properties_of on properties (value_of);

-- The ports that a server holds, or held.
create table ports (
    node     text collate "C" not null,
    port     integer not null,
    server   text collate "C" not null,      -- empty: nobody holds it
    first    boolean not null,               -- of the game
    name     text not null,
    name_of  text collate "C" not null,      -- whose key seals it
    released timestamptz,
    primary key (node, port)
);
create index ports_server on ports (server, port);
create index ports_name on ports (name_of) where name_of <> '';

-- The versions that a server shall have.
create table contents (
    server     text collate "C" not null,
    project    text collate "C" not null,
    version    text collate "C" not null,
    folder     text not null,                -- mods, plugins or datapacks
    file       text not null,
    path       text not null,                -- in the server's folder, with a slash before it
    sha512     text collate "C" not null,
    size       bigint not null,
    url        text not null,
    at         timestamptz not null,         -- of the newest decision about the version
    actor      text collate "C" not null,
    role       text not null,
    generation bigint not null,              -- of the desired state that brought it
    pinned     boolean not null,
    state      text not null,                -- pending, installed or failed
    cause      text not null,                -- of a failure
    primary key (server, project)
);

-- The files that the node shall remove, until it says that it is done with them.
create table removals (
    server     text collate "C" not null,
    path       text collate "C" not null,
    sha512     text collate "C" not null,
    generation bigint not null,
    primary key (server, path)
);
-- The backups of servers. One that the node has removed has no row.
create table backups (
    server     text collate "C" not null,
    id         text collate "C" not null,
    name       text not null,                -- empty: an automatic one that nobody named
    name_of    text collate "C" not null,    -- whose key seals it
    state      text not null,                -- pending, done, failed, damaged or deleted
    at         timestamptz not null,         -- of the request, or of an automatic one
    actor      text collate "C" not null,    -- empty: the node
    role       text not null,
    automatic  boolean not null,
    locked     boolean not null,
    bytes      bigint not null,
    stored     bigint not null,
    seconds    bigint not null,
    paused     bigint not null,
    finished   timestamptz,
    reason     text not null,                -- why it failed
    deleted    timestamptz,                  -- the node has not reported its removal
    generation bigint not null,              -- of the desired state with the newest request
    primary key (server, id)
);
create index backups_name on backups (name_of) where name_of <> '';

-- The restores of one file or folder that were asked for. What somebody wrote stands here, and not in the details of the entry.
create table restores (
    server     text collate "C" not null,
    generation bigint not null,              -- of the request, as servers.restore_generation
    position   bigint not null,              -- of the entry
    path       text not null,                -- with a slash before it
    path_of    text collate "C" not null,    -- whose key seals it
    primary key (server, generation)
);
create unique index restores_entry on restores (server, position);
create index restores_path on restores (path_of) where path_of <> '';

-- The newest installation of a server that was decided, and the newest of an archive that was uploaded to its node.
create table installs (
    server         text collate "C" not null,
    upload         boolean not null,
    generation     bigint not null,          -- of the desired state that brought it, or of the upload's first report
    hard           boolean not null,
    loader         text not null,            -- empty: a modpack
    loader_version text not null,
    game_version   text not null,
    project        text collate "C" not null,
    version        text collate "C" not null,
    url            text not null,
    sha512         text collate "C" not null,
    size           bigint not null,
    at             timestamptz not null,
    actor          text collate "C" not null, -- empty: the node did not say who, or it is no member
    role           text not null,
    started        timestamptz,
    cancelled      boolean not null,
    finished       timestamptz,
    result         text not null,            -- installed or failed; empty while it goes on
    cause          text not null,            -- of a failure
    subject        text not null,            -- what the failure is about
    subject_of     text collate "C" not null, -- whose key seals it
    primary key (server, upload)
);
create index installs_subject on installs (subject_of) where subject_of <> '';

-- The revisions of configuration files, as nodes report them; their contents are not in the log.
create table configurations (
    server     text collate "C" not null,
    path       text collate "C" not null,
    position   bigint not null,
    at         timestamptz not null,         -- by the node's clock
    hash       text collate "C" not null,    -- empty: there is no content that could be kept
    size       bigint not null,
    gone       boolean not null,
    cause      text not null,
    actor      text collate "C" not null,    -- the member that wrote the file by the node, or empty
    credential text not null,
    restored_from bigint not null,           -- position of the revision that a restore has written, 0 for none
    restored_key  text not null,             -- the only setting of it that was restored, or empty: the whole file
    primary key (server, path, position)
);
create index configurations_at on configurations (server, path, at desc, position desc);

create table configuration_files (
    server text collate "C" not null,
    path   text collate "C" not null,
    primary key (server, path)
);
