// Package webhook stores what events about webhooks must not contain, in the schema webhooks: addresses and secrets,
// which are encrypted at rest, and the deliveries with their outcomes. A delivery is a job of the queue.
package webhook

import (
	"context"
	"crypto/cipher"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/keyfile"
)

// Options configures a Store. Pool and Keys are required.
type Options struct {
	Pool *pgxpool.Pool
	Keys keyfile.Keys
	Now  func() time.Time // nil: time.Now
}

// Store reads and changes the rows. It is safe for concurrent use.
type Store struct {
	pool  *pgxpool.Pool
	key   cipher.AEAD
	queue *jobs.Client
	now   func() time.Time
}

// New makes a store.
func New(o Options) (*Store, error) {
	if o.Pool == nil {
		return nil, errors.New("make the store of webhooks: no database")
	}
	key, err := sealingKey(o.Keys)
	if err != nil {
		return nil, err
	}
	queue, err := jobs.NewClient(o.Pool, o.Now)
	if err != nil {
		return nil, err
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Store{pool: o.Pool, key: key, queue: queue, now: o.Now}, nil
}

// Now is the time of the store's clock, in UTC.
func (s *Store) Now() time.Time { return s.now().UTC().Truncate(time.Microsecond) }

// Text is an address or a secret, with the id by which events name it.
type Text struct{ ID, Plain string }

// NewText gives a text an id.
func NewText(plain string) Text { return Text{ID: uuid.NewString(), Plain: plain} }

const addHook = `INSERT INTO webhooks.hooks (id, owner, made) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`

// Add stores the row and the texts of a new webhook, before its event is appended. If the webhook has a row already, it
// changes nothing: the same command was sent before.
func (s *Store) Add(ctx context.Context, hook, owner string, texts ...Text) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, addHook, hook, owner, s.Now())
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return s.put(ctx, tx, hook, texts)
	})
	if err != nil {
		return fmt.Errorf("add a webhook: %w", err)
	}
	return nil
}

// Put stores further texts of a webhook, before the event that names them is appended.
func (s *Store) Put(ctx context.Context, hook string, texts ...Text) error {
	if err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error { return s.put(ctx, tx, hook, texts) }); err != nil {
		return fmt.Errorf("store a text of a webhook: %w", err)
	}
	return nil
}

const putText = `INSERT INTO webhooks.sealed (id, hook, made, box) SELECT $1, id, $3, $4 FROM webhooks.hooks WHERE id = $2 FOR KEY SHARE`

func (s *Store) put(ctx context.Context, tx pgx.Tx, hook string, texts []Text) error {
	for _, t := range texts {
		if _, err := tx.Exec(ctx, putText, t.ID, hook, s.Now(), s.seal(hook, t)); err != nil {
			return err
		}
	}
	return nil
}

const findTexts = `SELECT id, box FROM webhooks.sealed WHERE hook = $1 AND id::text = ANY ($2)`

// Texts opens texts of a webhook by their ids. Those without a row are missing.
func (s *Store) Texts(ctx context.Context, hook string, ids ...string) (map[string]string, error) {
	rows, err := s.pool.Query(ctx, findTexts, hook, ids)
	if err != nil {
		return nil, fmt.Errorf("read the texts of a webhook: %w", err)
	}
	out := map[string]string{}
	var id uuid.UUID
	var box []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &box}, func() error {
		plain, err := s.open(hook, id.String(), box)
		out[id.String()] = plain
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the texts of a webhook: %w", err)
	}
	return out, nil
}

const (
	removeHooks = `DELETE FROM webhooks.hooks WHERE id = ANY ($1)`
	removeJobs  = `DELETE FROM jobs.river_job WHERE kind = '` + JobKind + `' AND state <> 'running' AND args ->> 'hook' = ANY ($1)`
	keepTexts   = `DELETE FROM webhooks.sealed WHERE hook = $1 AND id::text <> ALL ($2) AND made < $3`
)

// Remove deletes webhooks with their texts, deliveries and jobs. A job that runs ends by itself.
func (s *Store) Remove(ctx context.Context, hooks ...string) error {
	if len(hooks) == 0 {
		return nil
	}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, removeHooks, hooks); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, removeJobs, hooks)
		return err
	})
	if err != nil {
		return fmt.Errorf("remove webhooks: %w", err)
	}
	return nil
}

// Keep deletes the texts of a webhook that were made before a time, except some.
func (s *Store) Keep(ctx context.Context, hook string, before time.Time, ids ...string) error {
	if _, err := s.pool.Exec(ctx, keepTexts, hook, ids, before); err != nil {
		return fmt.Errorf("delete old texts of a webhook: %w", err)
	}
	return nil
}

const wake = `
UPDATE webhooks.hooks SET retry_at = '-infinity', rests = 0, failing_since = NULL WHERE id = $1`

// Wake forgets the failures of a webhook: its address was changed, or it was enabled.
func (s *Store) Wake(ctx context.Context, hook string) error {
	if _, err := s.pool.Exec(ctx, wake, hook); err != nil {
		return fmt.Errorf("forget the failures of a webhook: %w", err)
	}
	return nil
}

// Hook is the row of a webhook.
type Hook struct {
	ID, Owner    string
	Made         time.Time
	RetryAt      time.Time // zero: nothing waits for the receiver
	FailingSince *time.Time
}

const hookColumns = `SELECT id, owner, made, CASE WHEN retry_at = '-infinity' THEN 'epoch' ELSE retry_at END, failing_since FROM webhooks.hooks `

func scanHook(row pgx.CollectableRow) (h Hook, err error) {
	err = row.Scan(&h.ID, &h.Owner, &h.Made, &h.RetryAt, &h.FailingSince)
	if h.RetryAt.Unix() == 0 {
		h.RetryAt = time.Time{}
	}
	return h, err
}

// Of lists the webhooks of owners.
func (s *Store) Of(ctx context.Context, owners ...string) ([]Hook, error) {
	return s.hooks(ctx, hookColumns+`WHERE owner = ANY ($1) ORDER BY id`, owners)
}

// Page lists webhooks behind an id.
func (s *Store) Page(ctx context.Context, after string, limit int) ([]Hook, error) {
	return s.hooks(ctx, hookColumns+`WHERE id > $1 ORDER BY id LIMIT $2`, after, limit)
}

func (s *Store) hooks(ctx context.Context, sql string, args ...any) ([]Hook, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("list webhooks: %w", err)
	}
	list, err := pgx.CollectRows(rows, scanHook)
	if err != nil {
		return nil, fmt.Errorf("list webhooks: %w", err)
	}
	return list, nil
}

// Any is true if the site has a webhook.
func (s *Store) Any(ctx context.Context) (any bool, err error) {
	if err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM webhooks.hooks)`).Scan(&any); err != nil {
		return false, fmt.Errorf("look for webhooks: %w", err)
	}
	return any, nil
}
