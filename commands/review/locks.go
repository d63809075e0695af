package review

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
)

const (
	// held is how long a lock is in force without being renewed. The panel renews it while it is open.
	held = 15 * time.Minute
	// looks is how long somebody counts as looking after the panel was last heard of: a little more than two renewals.
	looks = 150 * time.Second
	// stale is how long rows are kept at most.
	stale = 24 * time.Hour
)

// Changed is the Postgres notification channel on which changed locks are announced to open pages, as a number.
const Changed = "reviewing"

// Lock is who works on the review of a project. Lock names the holding, which a take-over names as the one that it
// replaces. Looking are the accounts whose panel is open, with the holder.
type Lock struct {
	Success  bool              `json:"success"`
	Locked   bool              `json:"locked"`
	Own      bool              `json:"is_own_lock"`
	Lock     *string           `json:"lock"`
	LockedBy *contract.Author  `json:"locked_by"`
	LockedAt *time.Time        `json:"locked_at"`
	Expires  *time.Time        `json:"expires_at"`
	Expired  bool              `json:"expired"`
	Looking  []contract.Author `json:"looking"`
}

// holding is a row of a lock; the zero holding is that of a project without one.
type holding struct {
	lock, account  string
	taken, expires time.Time
}

// by is the account of a lock that is in force; empty if there is none.
func (h holding) by(now time.Time) string {
	if !h.expires.After(now) {
		return ""
	}
	return h.account
}

const (
	findLock = `select lock, account, taken, expires from reviewing.locks where project = $1`

	// Renewing keeps the name of a lock in force; a lock that ran out, or nobody's, becomes a new one.
	takeLock = `
insert into reviewing.locks (project, lock, account, taken, expires) values ($1, $2, $3, $4, $5)
on conflict (project) do update set
    lock = case when locks.account = excluded.account and locks.expires > $4 then locks.lock else excluded.lock end,
    taken = case when locks.account = excluded.account and locks.expires > $4 then locks.taken else excluded.taken end,
    account = excluded.account, expires = excluded.expires
where locks.account = excluded.account or locks.expires <= $4`

	replaceLock = `update reviewing.locks set lock = $3, account = $4, taken = $5, expires = $6 where project = $1 and lock = $2`

	// The lock passes in one statement: a renewal by the giver's page, before or after it, cannot take it back.
	giveLock = `
insert into reviewing.locks (project, lock, account, taken, expires) values ($1, $2, $3, $4, $5)
on conflict (project) do update set lock = excluded.lock, account = excluded.account, taken = excluded.taken, expires = excluded.expires
where locks.account = $6 or locks.expires <= $4`
	dropLock = `delete from reviewing.locks where project = $1 and account = $2`

	lookAt = `
with before as (select seen from reviewing.looking where project = $1 and account = $2)
insert into reviewing.looking (project, account, seen) values ($1, $2, $3)
on conflict (project, account) do update set seen = excluded.seen
returning coalesce((select seen <= $4 from before), true)`
	lookAway = `delete from reviewing.looking where project = $1 and account = $2`
	lookers  = `
select a.id, a.username, a.avatar_url from reviewing.looking l join identity.profiles a on a.id = l.account
where l.project = $1 and l.seen > $2 order by a.username limit 20`

	// What nobody has touched for long goes with the next lock.
	dropLocks   = `delete from reviewing.locks where project in (select project from reviewing.locks where expires <= $1 limit 100)`
	dropLooking = `delete from reviewing.looking where (project, account) in (select project, account from reviewing.looking where seen <= $1 limit 100)`

	forgetLocks   = `delete from reviewing.locks where account = $1`
	forgetLooking = `delete from reviewing.looking where account = $1`

	announce = `select pg_notify('` + Changed + `', nextval('reviewing.changes')::text)`

	person = `select id, username, avatar_url from identity.profiles where id = $1`
)

// holding reads the lock of a project.
func (s *Service) holding(ctx context.Context, project string) (holding, error) {
	var h holding
	err := s.Pool.QueryRow(ctx, findLock, project).Scan(&h.lock, &h.account, &h.taken, &h.expires)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return h, fmt.Errorf("read review lock: %w", err)
	}
	return h, nil
}

// take takes or renews the lock of a project for an account, unless somebody else holds it. Either way the account is
// looking at the project.
func (s *Service) take(ctx context.Context, project, account, name string) error {
	now := s.Handler.Clock()
	before, err := s.holding(ctx, project)
	if err != nil {
		return err
	}
	if err := s.exec(ctx, dropLocks, now.Add(-stale)); err != nil {
		return err
	}
	if err := s.exec(ctx, dropLooking, now.Add(-stale)); err != nil {
		return err
	}
	if err := s.exec(ctx, takeLock, project, name, account, now, now.Add(held)); err != nil {
		return err
	}
	var arrived bool
	if err := s.Pool.QueryRow(ctx, lookAt, project, account, now, now.Add(-looks)).Scan(&arrived); err != nil {
		return fmt.Errorf("store who looks at a review: %w", err)
	}
	if arrived || before.by(now) == "" {
		return s.exec(ctx, announce)
	}
	return nil
}

// leave releases the lock of a project, if it is the account's, and ends its looking.
func (s *Service) leave(ctx context.Context, project, account string) error {
	for _, query := range []string{dropLock, lookAway} {
		if err := s.exec(ctx, query, project, account); err != nil {
			return err
		}
	}
	return s.exec(ctx, announce)
}

// give passes the lock of a project from one account to another, and ends the looking of the first. Nothing passes if a
// third account holds it, or already the other.
func (s *Service) give(ctx context.Context, project, from, to string) error {
	now := s.Handler.Clock()
	if err := s.exec(ctx, giveLock, project, uuid.NewString(), to, now, now.Add(held), from); err != nil {
		return err
	}
	return s.leave(ctx, project, from)
}

func (s *Service) exec(ctx context.Context, query string, args ...any) error {
	if _, err := s.Pool.Exec(ctx, query, args...); err != nil {
		return fmt.Errorf("change review locks: %w", err)
	}
	return nil
}

// state is the lock of a project as an account sees it.
func (s *Service) state(ctx context.Context, project, account string) (Lock, error) {
	now := s.Handler.Clock()
	h, err := s.holding(ctx, project)
	if err != nil {
		return Lock{}, err
	}
	out := Lock{Looking: []contract.Author{}}
	rows, err := s.Pool.Query(ctx, lookers, project, now.Add(-looks))
	if err == nil {
		out.Looking, err = pgx.AppendRows(out.Looking, rows, scanAuthor)
	}
	if err != nil {
		return out, fmt.Errorf("read who looks at a review: %w", err)
	}
	if h.account == "" {
		return out, nil
	}
	who, err := s.Pool.Query(ctx, person, h.account)
	if err != nil {
		return out, fmt.Errorf("read holder of a review lock: %w", err)
	}
	by, err := pgx.CollectOneRow(who, scanAuthor)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return out, fmt.Errorf("read holder of a review lock: %w", err)
	}
	if err == nil {
		out.LockedBy = &by
	}
	out.Locked = h.by(now) != ""
	out.Expired = !out.Locked
	out.Own = out.Locked && h.account == account
	out.Success = out.Own
	out.Lock, out.LockedAt, out.Expires = &h.lock, &h.taken, &h.expires
	return out, nil
}

func scanAuthor(row pgx.CollectableRow) (contract.Author, error) {
	var a contract.Author
	var avatar *string
	err := row.Scan(&a.ID, &a.Username, &avatar)
	if avatar != nil {
		a.AvatarURL = contract.Present(*avatar)
	}
	return a, err
}
