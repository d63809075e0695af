package webhook

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
)

const (
	// Life is how long a delivery is tried.
	Life = 24 * time.Hour
	// Kept is how long a delivery stays in the log of deliveries.
	Kept = 30 * 24 * time.Hour

	// Queue is the queue of the jobs.
	Queue = "webhooks"

	// JobKind is the kind of the jobs.
	JobKind = "webhook.delivery"

	// maxTries is above the number of attempts within Life: a job ends when its delivery does.
	maxTries = 10_000
)

// The states of a delivery.
const (
	Waiting = "waiting"
	Done    = "done"
	Failed  = "failed"
)

// Job delivers a delivery, and others of the same webhook that wait.
type Job struct {
	Hook     string `json:"hook"`
	Delivery string `json:"delivery"`
}

// Kind implements river.JobArgs.
func (Job) Kind() string { return JobKind }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (Job) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: Queue, MaxAttempts: maxTries}
}

// Change is what is delivered, without its document.
type Change struct {
	ID, Cursor, Kind, Type, Object string
	At                             time.Time
}

// Delivery is a change on its way to a receiver.
type Delivery struct {
	ID       string
	Hook     string
	Change   Change
	State    string
	Made     time.Time
	Until    time.Time
	NextAt   time.Time
	Attempts int
	Tried    *time.Time // the last attempt, like the following
	Status   *int
	TookMS   *int
	Answer   string
	Error    string
	Number   int64
}

const insertDelivery = `
INSERT INTO webhooks.deliveries (id, hook, change, cursor, kind, object_type, object, at, made, until, next_at)
SELECT $1, id, $3, $4, $5, $6, $7, $8, $9, $10, $9 FROM webhooks.hooks WHERE id = $2 FOR KEY SHARE
ON CONFLICT (hook, change) DO NOTHING`

// Deliver queues a change for webhooks, in one transaction with the jobs. It does nothing for a webhook that has the
// change already, or that was removed. It returns the ids of the new deliveries.
func (s *Store) Deliver(ctx context.Context, c Change, hooks ...string) (made []string, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		made, err = s.DeliverIn(ctx, tx, c, hooks...)
		return err
	})
	return made, err
}

// DeliverIn is Deliver in a transaction of the caller.
func (s *Store) DeliverIn(ctx context.Context, tx pgx.Tx, c Change, hooks ...string) (made []string, err error) {
	now := s.Now()
	for _, hook := range hooks {
		id := uuid.Must(uuid.NewV7()).String()
		tag, err := tx.Exec(ctx, insertDelivery, id, hook, c.ID, c.Cursor, c.Kind, c.Type, c.Object, c.At, now, now.Add(Life))
		if err != nil {
			return nil, fmt.Errorf("queue a delivery: %w", err)
		}
		if tag.RowsAffected() == 0 {
			continue
		}
		if err := s.enqueue(ctx, tx, hook, id); err != nil {
			return nil, err
		}
		made = append(made, id)
	}
	return made, nil
}

const again = `
UPDATE webhooks.deliveries SET state = 'waiting', until = $3, next_at = $4
WHERE id = $2 AND hook = $1 AND state <> 'waiting'`

// AgainIn queues a finished delivery again, under the same id. One that waits is left alone.
func (s *Store) AgainIn(ctx context.Context, tx pgx.Tx, hook, id string) error {
	now := s.Now()
	tag, err := tx.Exec(ctx, again, hook, id, now.Add(Life), now)
	if err != nil {
		return fmt.Errorf("queue a delivery again: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return nil
	}
	return s.enqueue(ctx, tx, hook, id)
}

func (s *Store) enqueue(ctx context.Context, tx pgx.Tx, hook, id string) error {
	queued, err := s.queue.InsertTx(ctx, tx, Job{Hook: hook, Delivery: id}, nil)
	if err == nil {
		_, err = tx.Exec(ctx, `UPDATE webhooks.deliveries SET job = $2 WHERE id = $1`, id, queued.Job.ID)
	}
	if err != nil {
		return fmt.Errorf("queue the job of a delivery: %w", err)
	}
	return nil
}

const deliveryColumns = `
SELECT id::text, hook, change, cursor, kind, object_type, object, at, state, made, until, next_at, attempts, tried, status, took_ms, answer, error, number
FROM webhooks.deliveries `

func scanDelivery(row pgx.CollectableRow) (d Delivery, err error) {
	c := &d.Change
	err = row.Scan(&d.ID, &d.Hook, &c.ID, &c.Cursor, &c.Kind, &c.Type, &c.Object, &c.At, &d.State, &d.Made, &d.Until, &d.NextAt, &d.Attempts,
		&d.Tried, &d.Status, &d.TookMS, &d.Answer, &d.Error, &d.Number)
	c.At, d.Made = c.At.UTC(), d.Made.UTC()
	if d.Tried != nil {
		*d.Tried = d.Tried.UTC()
	}
	return d, err
}

func (s *Store) deliveries(ctx context.Context, sql string, args ...any) ([]Delivery, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("read deliveries: %w", err)
	}
	list, err := pgx.CollectRows(rows, scanDelivery)
	if err != nil {
		return nil, fmt.Errorf("read deliveries: %w", err)
	}
	return list, nil
}

// ErrNoDelivery means that a webhook has no such delivery.
var ErrNoDelivery = errors.New("no such delivery")

// Delivery reads a delivery of a webhook.
func (s *Store) Delivery(ctx context.Context, hook, id string) (Delivery, error) {
	if uuid.Validate(id) != nil {
		return Delivery{}, ErrNoDelivery
	}
	list, err := s.deliveries(ctx, deliveryColumns+`WHERE hook = $1 AND id = $2`, hook, id)
	if err == nil && len(list) == 0 {
		err = ErrNoDelivery
	}
	if err != nil {
		return Delivery{}, err
	}
	return list[0], nil
}

// Named is the id of the delivery of a change.
func (s *Store) Named(ctx context.Context, hook, change string) (id string, err error) {
	err = s.pool.QueryRow(ctx, `SELECT id::text FROM webhooks.deliveries WHERE hook = $1 AND change = $2`, hook, change).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", ErrNoDelivery
	}
	if err != nil {
		return "", fmt.Errorf("find a delivery: %w", err)
	}
	return id, nil
}

const (
	logOf  = deliveryColumns + `WHERE hook = $1 AND ($2 = 0 OR number < $2) AND made > $3 ORDER BY number DESC LIMIT $4`
	lastOf = `SELECT DISTINCT ON (hook) ` + `hook, kind, state, tried, status FROM webhooks.deliveries WHERE hook = ANY ($1) AND tried IS NOT NULL ORDER BY hook, number DESC`
)

// Log lists deliveries of a webhook, the newest first, from the one before a number; zero is the newest.
func (s *Store) Log(ctx context.Context, hook string, before int64, limit int) ([]Delivery, error) {
	return s.deliveries(ctx, logOf, hook, before, s.Now().Add(-Kept), limit)
}

// Last is the newest delivery of a webhook that was attempted.
type Last struct {
	Hook, Kind, State string
	Tried             time.Time
	Status            *int
}

// LastOf reads the newest attempted delivery of each webhook that has one.
func (s *Store) LastOf(ctx context.Context, hooks ...string) (map[string]Last, error) {
	rows, err := s.pool.Query(ctx, lastOf, hooks)
	if err != nil {
		return nil, fmt.Errorf("read the last deliveries: %w", err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (l Last, err error) {
		err = row.Scan(&l.Hook, &l.Kind, &l.State, &l.Tried, &l.Status)
		l.Tried = l.Tried.UTC()
		return l, err
	})
	if err != nil {
		return nil, fmt.Errorf("read the last deliveries: %w", err)
	}
	out := map[string]Last{}
	for _, l := range list {
		out[l.Hook] = l
	}
	return out, nil
}

// Clean deletes old deliveries from the log of deliveries.
func (s *Store) Clean(ctx context.Context) error {
	if _, err := s.pool.Exec(ctx, `DELETE FROM webhooks.deliveries WHERE made <= $1 AND state <> 'waiting'`, s.Now().Add(-Kept)); err != nil {
		return fmt.Errorf("delete old deliveries: %w", err)
	}
	return nil
}
