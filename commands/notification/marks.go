package notification

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/idempotency"
)

// Channel is the Postgres notification channel that announces changes of inboxes to other processes, as
// "<account>:<change>".
const Channel = "inbox"

// changed raises the change number of the account $1 if a statement changed a row (hit), and announces it.
const changed = `,
    risen as (
        insert into inbox.inboxes as i (account, change) select distinct $1::text, 1 from hit
        on conflict (account) do update set change = i.change + 1
        returning change)
select pg_notify('` + Channel + `', $1 || ':' || change) from risen`

// Each statement changes only notifications of the account, whatever ids the request names.
const (
	// alone serializes changes of an inbox, so that two requests cannot deadlock on each other's rows. The next
	// statement sees what the one before has changed.
	alone = `select pg_advisory_xact_lock(hashtextextended('inbox/' || $1, 0))`

	markRead = `
with hit as (
    insert into inbox.marks as m (account, notification, read, removed)
    select n.account, n.id, true, false
    from notification.notifications n left join inbox.inboxes i on i.account = n.account
    where n.account = $1 and n.id = any($2) and not coalesce(n.read or n.recorded < i.read_before, false)
    order by n.id
    on conflict (account, notification) do update set read = true where not m.read
    returning 1)` + changed

	remove = `
with hit as (
    insert into inbox.marks as m (account, notification, read, removed)
    select n.account, n.id, false, true
    from notification.notifications n where n.account = $1 and n.id = any($2)
    order by n.id
    on conflict (account, notification) do update set removed = true where not m.removed
    returning 1)` + changed

	restore = `
with away as (
    select m.notification from inbox.marks m where m.account = $1 and m.notification = any($2) and m.removed
    order by m.notification for update),
hit as (
    update inbox.marks m set removed = false from away
    where m.account = $1 and m.notification = away.notification and m.removed
    returning 1)` + changed

	// markAllRead finds the newest notification at position $2 or before. Everything recorded before it is also at an
	// earlier position and was listed with it; notifications recorded in the same moment are marked one by one.
	markAllRead = `
with newest as (
    select n.recorded from notification.notifications n where n.account = $1 and n.position <= $2
    order by n.recorded desc, n.position desc limit 1),
last as (
    insert into inbox.marks as m (account, notification, read, removed)
    select n.account, n.id, true, false
    from newest join notification.notifications n on n.account = $1 and n.recorded = newest.recorded and n.position <= $2
    left join inbox.inboxes i on i.account = n.account
    where not coalesce(n.read or n.recorded < i.read_before, false)
    order by n.id
    on conflict (account, notification) do update set read = true where not m.read
    returning 1),
risen as (
    insert into inbox.inboxes as i (account, change, read_before)
    select $1::text, 1, newest.recorded from newest, (select count(*) from last) first
    on conflict (account) do update set change = i.change + 1, read_before = greatest(i.read_before, excluded.read_before)
    where exists (select from last) or i.read_before is distinct from greatest(i.read_before, excluded.read_before)
    returning change)
select pg_notify('` + Channel + `', $1 || ':' || change) from risen`

	// markThread is markRead for the notifications of the messages of the thread $2 up to the position $3.
	markThread = `
with hit as (
    insert into inbox.marks as m (account, notification, read, removed)
    select n.account, n.id, true, false
    from notification.notifications n left join inbox.inboxes i on i.account = n.account
    where n.account = $1 and n.thread = $2 and n.thread <> '' and n.position <= $3 and not coalesce(n.read or n.recorded < i.read_before, false)
    order by n.id
    on conflict (account, notification) do update set read = true where not m.read
    returning 1)` + changed

	// inboxPosition is the log position of the inbox.
	inboxPosition = `select coalesce((select position from notification.inboxes where account = $1), 0)`
)

// everything is a position that no notification reaches.
const everything = math.MaxInt64

// change runs a statement, only once for a request that its caller named.
func (s *Service) change(ctx context.Context, statement, account string, what any) error {
	err := idempotency.Change(ctx, s.pool, account, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, alone, account); err != nil {
			return err
		}
		var announced any
		err := tx.QueryRow(ctx, statement, account, what).Scan(&announced)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil // nothing changed
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("change an inbox: %w", err)
	}
	return nil
}

// ReadThread marks the notifications of the messages of a thread as read, up to a position of the log: the account has seen the
// conversation itself. It is idempotent.
func ReadThread(ctx context.Context, pool *pgxpool.Pool, account, thread string, upTo int64) error {
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, alone, account); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, markThread, account, thread, upTo)
		return err
	})
	if err != nil {
		return fmt.Errorf("mark the notifications of a thread as read: %w", err)
	}
	return nil
}
