package webhook

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// lease is how long a job may deliver to a webhook without renewing its claim: longer than an attempt takes.
const lease = 30 * time.Second

const (
	claimHook = `
UPDATE webhooks.hooks SET busy_until = $2 WHERE id = $1 AND busy_until <= $3 AND retry_at <= $3`
	freeAt    = `SELECT greatest(busy_until, retry_at, 'epoch'), retry_at > $2 FROM webhooks.hooks WHERE id = $1`
	renewHook = `UPDATE webhooks.hooks SET busy_until = $2 WHERE id = $1 AND busy_until = $3`
)

// Claim is the right to deliver to a webhook. One job has it at a time, in all processes, so that a receiver that is
// slow occupies one worker.
type Claim struct {
	Hook  string
	until time.Time
}

// Taken means that a webhook cannot be claimed before a time. Resting says that its receiver did not answer.
type Taken struct {
	Until   time.Time
	Resting bool
}

// Error implements error.
func (t *Taken) Error() string { return "the webhook is taken until " + t.Until.Format(time.RFC3339) }

// ErrNoHook means that a webhook was removed.
var ErrNoHook = errors.New("no such webhook")

// Claim claims a webhook: *Taken if it is claimed, or if nothing may be sent to its receiver yet.
func (s *Store) Claim(ctx context.Context, hook string) (Claim, error) {
	now := s.Now()
	c := Claim{Hook: hook, until: now.Add(lease)}
	tag, err := s.pool.Exec(ctx, claimHook, hook, c.until, now)
	if err != nil {
		return c, fmt.Errorf("claim a webhook: %w", err)
	}
	if tag.RowsAffected() == 1 {
		return c, nil
	}
	var taken Taken
	err = s.pool.QueryRow(ctx, freeAt, hook, now).Scan(&taken.Until, &taken.Resting)
	if errors.Is(err, pgx.ErrNoRows) {
		return c, ErrNoHook
	}
	if err != nil {
		return c, fmt.Errorf("claim a webhook: %w", err)
	}
	return c, &taken
}

// Renew extends a claim before an attempt. It is false if the claim was lost.
func (s *Store) Renew(ctx context.Context, c *Claim) (bool, error) {
	return s.move(ctx, c, s.Now().Add(lease))
}

// Release ends a claim.
func (s *Store) Release(ctx context.Context, c *Claim) error {
	_, err := s.move(ctx, c, s.Now())
	return err
}

func (s *Store) move(ctx context.Context, c *Claim, until time.Time) (bool, error) {
	tag, err := s.pool.Exec(ctx, renewHook, c.Hook, until, c.until)
	if err != nil {
		return false, fmt.Errorf("renew the claim of a webhook: %w", err)
	}
	c.until = until
	return tag.RowsAffected() == 1, nil
}

const (
	giveUp = `
UPDATE webhooks.deliveries SET state = 'failed', error = CASE WHEN attempts = 0 THEN '` + ErrorLate + `' ELSE error END
WHERE hook = $1 AND state = 'waiting' AND until <= $2`
	next = deliveryColumns + `WHERE hook = $1 AND state = 'waiting' AND next_at <= $2 ORDER BY number LIMIT 1`
	// dropped gives a delivery up if its job was discarded.
	dropped = `
UPDATE webhooks.deliveries d SET state = 'failed', error = '` + ErrorDropped + `'
WHERE id = $1 AND state = 'waiting' AND NOT EXISTS (
    SELECT FROM jobs.river_job j WHERE j.id = d.job AND j.state NOT IN ('cancelled', 'completed', 'discarded'))`
	dropAll = `UPDATE webhooks.deliveries SET state = 'failed', error = $2 WHERE hook = $1 AND state = 'waiting'`
)

// The codes of errors of deliveries that were not attempted.
const (
	ErrorLate     = "late"     // not attempted within Life
	ErrorDisabled = "disabled" // the webhook was disabled
	ErrorDropped  = "dropped"  // its job was discarded, such as after a restore
)

// Next is the oldest delivery of a webhook that is due. One whose job was discarded is given up.
func (s *Store) Next(ctx context.Context, hook string) (d Delivery, due bool, err error) {
	for {
		list, err := s.deliveries(ctx, next, hook, s.Now())
		if err != nil || len(list) == 0 {
			return d, false, err
		}
		tag, err := s.pool.Exec(ctx, dropped, list[0].ID)
		if err != nil {
			return d, false, fmt.Errorf("give up a delivery: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return list[0], true, nil
		}
	}
}

// GiveUp gives up the deliveries of a webhook that are too old.
func (s *Store) GiveUp(ctx context.Context, hook string) error {
	if _, err := s.pool.Exec(ctx, giveUp, hook, s.Now()); err != nil {
		return fmt.Errorf("give up deliveries: %w", err)
	}
	return nil
}

// Drop gives up every delivery of a webhook that waits.
func (s *Store) Drop(ctx context.Context, hook, code string) error {
	if _, err := s.pool.Exec(ctx, dropAll, hook, code); err != nil {
		return fmt.Errorf("give up deliveries: %w", err)
	}
	return nil
}

// Attempt is the outcome of an attempt.
type Attempt struct {
	Delivery Delivery
	At       time.Time
	Took     time.Duration
	Status   int    // zero: no answer
	Answer   string // its beginning
	Error    string // a code; empty for a success
	GiveUp   bool   // it is not tried again
	// Wait is the pause before the next attempt, after a failure. Rest says that nothing is sent to the receiver in
	// this time; otherwise only this delivery waits.
	Wait time.Duration
	Rest bool
}

const (
	// recordDelivery also deletes the job of a finished delivery that another job has sent: it would do nothing.
	recordDelivery = `
WITH d AS (
UPDATE webhooks.deliveries SET attempts = attempts + 1, tried = $2, took_ms = $3, status = nullif($4, 0), answer = $5, error = $6,
    state = CASE WHEN $6 = '' THEN 'done' WHEN $7 OR $8 >= until THEN 'failed' ELSE 'waiting' END, next_at = $8
WHERE id = $1 RETURNING job, state)
DELETE FROM jobs.river_job j USING d WHERE j.id = d.job AND d.state <> 'waiting' AND j.state <> 'running'`
	recordHook = `
UPDATE webhooks.hooks SET rests = CASE WHEN $2 THEN rests + 1 ELSE 0 END,
    retry_at = CASE WHEN $2 THEN $3 ELSE '-infinity'::timestamptz END,
    failing_since = CASE WHEN $4 THEN NULL ELSE coalesce(failing_since, $5) END
WHERE id = $1 RETURNING failing_since`
)

// Record stores the outcome of an attempt and returns since when every attempt of the webhook has failed; nil after a
// success.
func (s *Store) Record(ctx context.Context, a Attempt) (failing *time.Time, err error) {
	retry := a.At.Add(a.Took).Add(a.Wait)
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, recordDelivery, a.Delivery.ID, a.At, a.Took.Milliseconds(), a.Status, a.Answer, a.Error, a.GiveUp, retry); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, recordHook, a.Delivery.Hook, a.Rest, retry, a.Error == "", a.At).Scan(&failing)
		if errors.Is(err, pgx.ErrNoRows) { // removed
			return nil
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("store the outcome of a delivery: %w", err)
	}
	return failing, nil
}

// Rests is the number of pauses in a row that the receiver of a webhook needed.
func (s *Store) Rests(ctx context.Context, hook string) (n int, err error) {
	err = s.pool.QueryRow(ctx, `SELECT rests FROM webhooks.hooks WHERE id = $1`, hook).Scan(&n)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read the state of a webhook: %w", err)
	}
	return n, nil
}
