-- Tables of the read model "translation". Names are unqualified: the runner chooses the schema.

-- A row stays when its link is revoked or withdrawn: its thread is found by it.
create table links (
    version        text collate "C" not null, -- of the language pack
    target         text collate "C" not null, -- the version that it translates
    project        text collate "C" not null,
    target_project text collate "C" not null,
    language       text   not null,           -- zh_CN, zh_TW or en_US
    description    text   not null,
    thread         text collate "C" not null,
    status         text   not null,           -- pending, approved, rejected, revoked or withdrawn
    automatic      boolean not null,          -- accepted because the one who asked may decide
    asked_by       text collate "C" not null,
    asked_role     text   not null,
    asked          timestamptz not null,
    decided_by     text collate "C" not null, -- empty while it is pending
    decided_role   text   not null,
    decided        timestamptz,               -- null while it is pending
    reason_code    text   not null,           -- of the decision
    reason_text    text   not null,
    position       bigint not null,           -- of the last event
    primary key (version, target)
);
create index links_target on links (target) where status = 'approved';
create index links_project on links (project, status, asked desc, version, target);
create index links_target_project on links (target_project, status, asked desc, version, target);
create index links_status on links (status, asked desc, version, target);
create index links_thread on links (thread);
create index links_asked_by on links (asked_by) where reason_text <> '';
create index links_position on links (position);

-- When the links of a project, on either side, changed last.
create table moves (
    project  text collate "C" primary key,
    position bigint not null
);
create index moves_position on moves (position);
