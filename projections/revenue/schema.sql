-- Tables of the read model "revenue". Names are unqualified: the runner chooses the schema. Amounts are in millionths.

-- Who is paid for a team's projects: periods of membership, by the time of the decisions. team is project-<id> or
-- organization-<id>.
create table members (
    team    text collate "C" not null,
    account text collate "C" not null,
    began   timestamptz not null,
    ended   timestamptz not null, -- infinity while it lasts
    primary key (team, account, began)
);
create index members_account on members (account);

-- What members weigh: the last statement whose day has come and that was made before the end of the day holds.
create table weights (
    team      text collate "C" not null,
    account   text collate "C" not null,
    stated    timestamptz not null,
    effective date not null,
    weight    bigint not null, -- hundredths
    position  bigint not null,
    primary key (team, account, position)
);

-- The organization of a project, in periods; a repost team is paid for nothing.
create table homes (
    project      text collate "C" not null,
    organization text collate "C" not null,
    began        timestamptz not null,
    ended        timestamptz not null,
    primary key (project, began)
);
create index homes_organization on homes (organization);

create table reposts (organization text collate "C" primary key);

create table days (
    day      date primary key,
    run      text collate "C" not null default '',  -- that holds; while finished is null: that is open
    rule     text collate "C" not null default '',  -- name/version
    hash     text collate "C" not null default '',
    inputs   text collate "C" not null default '',
    creators bigint not null default 0,
    platform bigint not null default 0,
    reserve  bigint not null default 0,
    left_out text[] not null default '{}',
    finished timestamptz,
    due      boolean not null default false, -- something has changed since the last run began
    people   bigint not null default 0 -- accounts with shares; statements alone write it
);

-- How the income of a day from a source is divided by the run that is finished.
create table sums (
    day      date not null,
    source   text collate "C" not null,
    creators bigint not null,
    platform bigint not null,
    reserve  bigint not null,
    primary key (day, source)
);

create table entries (
    id        text collate "C" primary key,
    day       date not null,
    source    text collate "C" not null,
    amount    bigint not null,
    project   text collate "C" not null,
    account   text collate "C" not null,
    evidence  text collate "C" not null,
    at        timestamptz not null,
    state     text collate "C" not null, -- entered, confirmed, reversed
    alone     boolean not null default false,
    confirmer text collate "C" not null default ''
);
create index entries_day on entries (day);

-- The shares of the runs that hold or are open.
create table shares (
    day     date not null,
    run     text collate "C" not null,
    account text collate "C" not null,
    project text collate "C" not null,
    source  text collate "C" not null,
    amount  bigint not null,
    primary key (account, day, project, source, run)
);
create index shares_project on shares (project, day);
create index shares_run on shares (day, run);

create table months (
    month      text collate "C" primary key, -- YYYY-MM
    state      text collate "C" not null, -- asked, begun, settled
    asked_by   text collate "C" not null,
    asked_at   timestamptz,
    value_date date,
    wallets    int not null default 0
);

-- The lines of accounts, in the order of the log.
create table lines (
    account    text collate "C" not null,
    number     bigint not null, -- from 1 on
    at         timestamptz not null,
    kind       text collate "C" not null, -- settlement, payout, refund, correction, return, closing
    amount     bigint not null,
    balance    bigint not null, -- after it, with what can be withdrawn later
    value_date date, -- null: at once
    month      text collate "C" not null default '',
    source     text collate "C" not null default '',
    project    text collate "C" not null default '',
    payout     text collate "C" not null default '',
    reason     text not null default '',
    position   bigint not null,
    primary key (account, number)
);
create index lines_month on lines (account, month) where kind = 'settlement';

-- What accounts have: now as of the last event, and what comes later.
create table wallets (
    account   text collate "C" primary key,
    lines     bigint not null,
    balance   bigint not null,
    earned    bigint not null, -- settlements and corrections of months
    frozen    timestamptz,
    frozen_by text collate "C" not null default '',
    reason    text not null default '',
    closed    boolean not null default false
);
create index wallets_frozen on wallets (frozen) where frozen is not null;

-- What of a wallet can be withdrawn from a day on; the earliest day stands for at once.
create table credits (
    account    text collate "C" not null,
    value_date date not null,
    amount     bigint not null,
    primary key (account, value_date)
);

create table payouts (
    id          text collate "C" primary key,
    account     text collate "C" not null,
    method      text collate "C" not null,
    provider    text collate "C" not null,
    destination text collate "C" not null,
    amount      bigint not null, -- net
    fee         bigint not null,
    state       text collate "C" not null, -- waiting, approved, held, sent, taken, unclear, cancelling, success, failed, cancelled, returned
    reference   text collate "C" not null default '',
    created     timestamptz not null,
    sent        timestamptz, -- the first attempt
    attempts    int not null default 0,
    batch       text collate "C" not null default '',
    approvals   text[] not null default '{}',
    enough      boolean not null default false,
    held        boolean not null default false,
    held_by     text collate "C" not null default '', -- while it is held
    code        text collate "C" not null default '',
    reason      text not null default '', -- why it is held
    proposed    text collate "C" not null default '',
    proposed_by text collate "C" not null default '',
    back        bigint not null default 0, -- what came back
    ended       timestamptz,
    position    bigint not null
);
create index payouts_account on payouts (account, created desc);
create index payouts_position on payouts (position);
create index payouts_open on payouts (created) where ended is null;
create index payouts_ended on payouts (ended) where ended is not null;
create index payouts_doubt on payouts (created) where state = 'success' and code <> ''; -- the provider has contradicted

-- One row: the last event about money, whoever it concerns. Treasurers follow it.
create table moved (
    account  text collate "C" primary key, -- always empty
    position bigint not null
);

create table steps (
    payout   text collate "C" not null,
    position bigint not null,
    at       timestamptz not null,
    kind     text collate "C" not null,
    detail   text not null default '',
    primary key (payout, position)
);

create table destinations (
    id      text collate "C" primary key,
    account text collate "C" not null,
    method  text collate "C" not null,
    created timestamptz not null,
    rests   timestamptz not null,
    used    boolean not null default false
);
create index destinations_account on destinations (account);

create table batches (
    id      text collate "C" primary key,
    method  text collate "C" not null,
    at      timestamptz not null,
    by      text collate "C" not null,
    payouts text[] not null
);

create table corrections (
    id       text collate "C" primary key,
    account  text collate "C" not null,
    amount   bigint not null,
    month    text collate "C" not null,
    by       text collate "C" not null,
    at       timestamptz not null,
    state    text collate "C" not null, -- proposed, confirmed, dropped
    reason   text not null,
    evidence text collate "C" not null
);
create index corrections_open on corrections (at) where state = 'proposed';

create table rules (
    rule    text collate "C" not null,
    version int not null,
    hash    text collate "C" not null,
    since   date not null, -- in force from this day on
    position bigint not null, -- of rules from the same day on, the last one holds
    primary key (since, rule, version)
);

-- One row: what holds for all.
create table ledger (
    one      boolean primary key,
    currency text collate "C" not null,
    paused   boolean not null
);

-- The balances of all ledger accounts: positive on the left (debit). They sum to zero.
create table balances (
    account text collate "C" primary key, -- kind or kind:id
    amount  bigint not null
);
