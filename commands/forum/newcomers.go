package forum

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/reason"
)

const (
	// newcomerFor is how long an account is a newcomer at least, and how old its third text must be.
	newcomerFor = 24 * time.Hour

	// firstTexts is how many texts an account has written that is no newcomer.
	firstTexts = 3

	// heldLinks is how many texts with a link of a newcomer wait for the staff.
	heldLinks = 2
)

// Holder is a Rates that also knows newcomers.
type Holder interface {
	// Holds is true for a text that waits for the staff before others read it: one of the first with a link of a newcomer. It counts a
	// text once.
	Holds(ctx context.Context, w Writing) (bool, error)
}

// Holding is true if a text that the caller of a decision is about to write waits for the staff, and the reason for the event that hides
// it. The staff and the members of the place's project are free.
func Holding(ctx context.Context, tx *commands.Tx, rates Rates, member bool, w Writing) (*reason.Addressed, error) {
	h, is := rates.(Holder)
	if !is || tx.Repeated() || tx.By().Staff() || member {
		return nil, nil
	}
	w.Account, w.At = tx.By().Account, tx.Now()
	if held, err := h.Holds(ctx, w); err != nil || !held {
		return nil, err
	}
	return &reason.Addressed{Code: reason.Held}, nil
}

// Newcomers makes the rates hold the first links of newcomers. The function is when an account was made.
func (r *Counted) Newcomers(made func(ctx context.Context, account string) (time.Time, error)) *Counted {
	return &Counted{pool: r.pool, made: made}
}

const (
	// addFirst stores one of the first $4 texts of an account, and returns when it had written as many, without this one.
	addFirst = `
with earlier as (select at from talk.firsts where account = $1 and command <> $2),
     added as (insert into talk.firsts (account, command, at) select $1, $2, $3 where (select count(*) from earlier) < $4 on conflict do nothing)
select case when count(*) >= $4 then max(at) end from earlier`

	// addHeld stores one of the first $4 texts with links, and returns whether the text is one of them.
	addHeld = `
with earlier as (select from talk.held where account = $1 and command <> $2),
     added as (insert into talk.held (account, command, at) select $1, $2, $3 where (select count(*) from earlier) < $4 on conflict do nothing)
select count(*) < $4 from earlier`

	forgetFirst = `with f as (delete from talk.firsts where account = $1 and command = $2) delete from talk.held where account = $1 and command = $2`
	forgetAll   = `with f as (delete from talk.firsts where account = $1) delete from talk.held where account = $1`
)

// Holds implements Holder.
func (r *Counted) Holds(ctx context.Context, w Writing) (held bool, err error) {
	if r.made == nil {
		return false, nil
	}
	err = pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, oneAtATime, w.Account); err != nil {
			return err
		}
		var third *time.Time
		if err := tx.QueryRow(ctx, addFirst, w.Account, w.Command, w.At, firstTexts).Scan(&third); err != nil {
			return err
		}
		if post.Links(w.Text) == 0 {
			return nil
		}
		made, err := r.made(ctx, w.Account)
		if err != nil {
			return err
		}
		if w.At.Sub(made) >= newcomerFor && third != nil && w.At.Sub(*third) >= newcomerFor {
			return nil
		}
		return tx.QueryRow(ctx, addHeld, w.Account, w.Command, w.At, heldLinks).Scan(&held)
	})
	if err != nil {
		return false, fmt.Errorf("look whether %s is a newcomer: %w", w.Account, err)
	}
	return held, nil
}
