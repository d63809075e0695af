-- Tables of the read model "application". Names are unqualified: the runner chooses the schema.

create table applications (
    id              text collate "C" primary key,
    account         text collate "C" not null, -- that registered it
    organization    text collate "C" not null, -- empty: it belongs to the account
    owner           text collate "C" not null, -- the organization or the account
    name            text   not null,
    name_by         text collate "C" not null, -- whose text it is
    description     text   not null,
    description_by  text collate "C" not null,
    url             text   not null,
    icon_url        text   not null,
    type            text   not null,
    redirects       text[] not null,
    scopes          bigint not null,
    secrets         text[] not null,           -- ids of the live ones
    verified        boolean not null,
    suspended       timestamptz,
    suspended_code  text   not null,
    suspended_text  text   not null,
    registered      timestamptz not null,
    position        bigint not null            -- of the last event
);
create index applications_owner on applications (owner, registered, id);
create index applications_account on applications (account);

create table authorizations (
    account     text collate "C" not null,
    application text collate "C" not null,
    scopes      bigint not null,
    since       timestamptz not null,
    position    bigint not null,
    primary key (account, application)
);
create index authorizations_recent on authorizations (account, since desc, application);
create index authorizations_application on authorizations (application);
