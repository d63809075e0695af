-- Tables of the read model "notification". Names are unqualified: the runner chooses the schema.

create table notifications (
    account      text collate "C" not null,
    id           text collate "C" not null, -- of the event and the account: a rebuild gives the same
    position     bigint not null,           -- of the event; an account gets one notification of an event at most
    type         text   not null,           -- project_update, team_invite, organization_invite, status_change, moderator_message, author_message
    at           timestamptz not null,
    recorded     timestamptz not null,      -- when the log recorded the event: never before an event that stands earlier
    actor        text   collate "C" not null, -- account, or empty
    project      text   collate "C" not null, -- empty where it is not about a project
    version      text   collate "C" not null,
    organization text   collate "C" not null,
    report       text   collate "C" not null, -- what the thread is about
    thread       text   collate "C" not null,
    thread_message text collate "C" not null,
    from_status  text   not null,
    to_status    text   not null,
    message      text   not null,
    reason_code  text   not null,           -- of a decision of the staff, or empty
    reason_text  text   not null,
    points       text[] not null,           -- ids of what the checklist found wrong
    role         text   not null,
    wiki_draft   text   collate "C" not null default '',
    link         text   collate "C" not null default '', -- of a version to the version that it translates
    server       text   collate "C" not null default '',
    detail       text   not null default '', -- what the words of its type need besides
    open         boolean not null,          -- an invitation that waits for its answer
    read         boolean not null,          -- answered; what the account has read besides is in inbox.marks
    primary key (account, id)
);
create index notifications_newest on notifications (account, at desc, position desc);
create index notifications_recorded on notifications (account, recorded, position);
create index notifications_project on notifications (project) where project <> '';
create index notifications_organization on notifications (organization) where organization <> '';
create index notifications_version on notifications (version) where version <> '';
create index notifications_message on notifications (thread_message) where thread_message <> '';
create index notifications_said on notifications (actor) where type in ('moderator_message', 'author_message', 'wiki_review', 'translation_message');
create index notifications_thread on notifications (thread) where thread <> '' and project <> '';
create index notifications_link on notifications (link) where link <> '';

-- When an account's notifications changed last.
create table inboxes (
    account  text collate "C" primary key,
    position bigint not null
);
create index inboxes_position on inboxes (position);

-- Whom an event concerns: what this read model remembers of projects, teams and followers.
create table projects (
    id           text collate "C" primary key,
    organization text collate "C" not null,
    public       boolean not null,
    reviewer     text collate "C" not null  -- who of the staff last decided about it, took it over or wrote to its team; or empty
);
create table members (
    team     text collate "C" not null, -- a project, an organization, or what an area has members of
    account  text collate "C" not null,
    accepted boolean not null,
    rights   bigint  not null,   -- on the project, or on those of the organization
    muted    boolean not null,   -- it has chosen to hear of nothing there
    primary key (team, account)
);
create table follows (
    project text collate "C" not null,
    account text collate "C" not null,
    primary key (project, account)
);
-- Versions that were not listed yet: the day they are, their project's followers hear of it.
create table hidden_versions (
    id      text collate "C" primary key,
    project text collate "C" not null
);
create index hidden_versions_project on hidden_versions (project);
-- Whom the words in a thread concern: its owner where it is about a report, the team where it is about a project, both teams
-- where it is about a link.
create table threads (
    id      text collate "C" primary key,
    owner   text collate "C" not null,
    subject text collate "C" not null,     -- report, or empty
    project text collate "C" not null,     -- or empty
    link    text collate "C" not null      -- or empty
);
-- The projects of links, and the command that changed each last: its message in the thread is told by the change.
create table links (
    id      text collate "C" primary key,
    project text collate "C" not null,     -- the language pack
    target  text collate "C" not null,     -- the original
    command text collate "C" not null
);
