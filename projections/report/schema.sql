-- Tables of the read model "report". Names are unqualified: the runner chooses the schema.

create table reports (
    id        text collate "C" primary key,
    type      text   not null,
    item_type text   not null,
    item      text collate "C" not null,
    reporter  text collate "C" not null,
    body      text   not null,
    body_html text   not null,
    thread    text collate "C" not null,
    created   timestamptz not null,
    closed    timestamptz,                 -- null while it is open
    result    text   not null,             -- of a closed one; empty for none
    position  bigint not null              -- of the last event of it or of its thread
);
create index reports_reporter on reports (reporter, created desc, id);
create index reports_open on reports (created, id) where closed is null;
create index reports_closed on reports (closed desc, id) where closed is not null;
create index reports_thread on reports (thread);
create index reports_item on reports (item);

create table threads (
    id         text collate "C" primary key,
    kind       text   not null,
    subject    text collate "C" not null,
    owner      text collate "C" not null,
    position   bigint not null,            -- of the last event
    told       bigint not null,            -- of the last event that is not only for the staff
    answered   bigint not null,            -- of the last word of the staff to the others: a message, or a decision
    unanswered integer not null            -- messages to the staff since then
);
create index threads_subject on threads (subject) where kind = 'project';
create index threads_unanswered on threads (subject) where kind = 'project' and unanswered > 0;
create index threads_position on threads (position);
create index threads_told on threads (told);

create table messages (
    id          text collate "C" primary key, -- that of the event where the line is no message
    thread      text collate "C" not null,
    position    bigint not null,           -- their order
    at          timestamptz not null,
    kind        text    not null,          -- text, status_change, thread_closure, thread_reopen or deleted
    author      text collate "C" not null, -- account, or empty
    staff       boolean not null,          -- the author acted for the site
    private     boolean not null,
    replying_to text collate "C" not null,
    body        text    not null,
    body_html   text    not null,
    decision    boolean not null,          -- the message of a decision in the same append
    images      text[]  not null,          -- ids of the author's pictures
    old_status  text    not null,          -- of a status_change, or empty
    new_status  text    not null
);
create index messages_thread on messages (thread, position);
create index messages_author on messages (author) where kind = 'text';
