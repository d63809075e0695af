package revenue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/eventlog"
)

// Destinations are the places to which accounts are paid: rows, sealed with the account's key. Nothing else of the site
// knows a name, an account number or an address.
type Destinations struct {
	pool  *pgxpool.Pool
	texts commands.Texts
}

// NewDestinations opens the destinations of a database.
func NewDestinations(pool *pgxpool.Pool, texts commands.Texts) *Destinations {
	return &Destinations{pool, texts}
}

const (
	insertDestination = `
INSERT INTO payouts.destinations (id, account, method, mark, details) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (id) DO NOTHING`

	selectDestination = `SELECT mark, details FROM payouts.destinations WHERE id = $1 AND account = $2`

	selectMarks = `SELECT id, mark FROM payouts.destinations WHERE account = $1 AND ($2 = '' OR id = $2)`

	removeDestination = `UPDATE payouts.destinations SET removed = now() WHERE id = $1 AND account = $2 AND removed IS NULL`

	eraseDestinations = `DELETE FROM payouts.destinations WHERE account = $1`

	sweepDestinations = `DELETE FROM payouts.destinations WHERE removed < $1`
)

// kept is how long the details of a removed destination stay: withdrawals to it have ended, and can come back no more.
const kept = 180 * 24 * time.Hour

// sealedTexts are the texts of a row in the form in which they are sealed.
type sealedTexts struct {
	Mark    erasable.Text `json:"mark"`
	Details erasable.Text `json:"details"`
}

// place binds the sealed texts to their row.
func place(id string) (stream string, event eventlog.EventID) {
	return "destination-" + id, eventlog.DeriveEventID("destination "+id, 0)
}

// put stores a destination, once.
func (d *Destinations) put(ctx context.Context, id, account, method, mark string, details map[string]string) error {
	text, err := json.Marshal(details)
	if err != nil {
		return fmt.Errorf("store a destination: %w", err)
	}
	stream, event := place(id)
	sealed := []any{sealedTexts{erasable.Of(account, mark), erasable.Of(account, string(text))}}
	if err := d.texts.SealAll(ctx, []eventlog.Recorded{{Stream: stream, Event: eventlog.Event{ID: event}}}, sealed); err != nil {
		return fmt.Errorf("store a destination: %w", err)
	}
	row, ok := sealed[0].(sealedTexts)
	if !ok {
		return fmt.Errorf("store a destination: sealed as %T", sealed[0])
	}
	if _, err := d.pool.Exec(ctx, insertDestination, id, account, method, row.Mark, row.Details); err != nil {
		return fmt.Errorf("store a destination: %w", err)
	}
	return nil
}

// details opens a destination of an account; errNoDestination if it is gone.
func (d *Destinations) details(ctx context.Context, account, id string) (map[string]string, error) {
	rows := make([]sealedTexts, 1)
	row := &rows[0]
	err := d.pool.QueryRow(ctx, selectDestination, id, account).Scan(&row.Mark, &row.Details)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errNoDestination
	}
	if err != nil {
		return nil, fmt.Errorf("read a destination: %w", err)
	}
	if err := d.open(ctx, []string{id}, rows); err != nil {
		return nil, err
	}
	if row.Details.Gone {
		return nil, errNoDestination
	}
	details := map[string]string{}
	if err := json.Unmarshal([]byte(row.Details.Text), &details); err != nil {
		return nil, fmt.Errorf("read a destination: %w", err)
	}
	return details, nil
}

// open opens the texts of rows with these ids, with one query of the vault.
func (d *Destinations) open(ctx context.Context, ids []string, rows []sealedTexts) error {
	places, texts := make([]eventlog.Recorded, len(ids)), make([]any, len(ids))
	for i, id := range ids {
		stream, event := place(id)
		places[i], texts[i] = eventlog.Recorded{Stream: stream, Event: eventlog.Event{ID: event}}, rows[i]
	}
	if err := d.texts.Open(ctx, places, texts); err != nil {
		return fmt.Errorf("open destinations: %w", err)
	}
	for i := range rows {
		rows[i], _ = texts[i].(sealedTexts)
	}
	return nil
}

// Marks are the marks of an account's destinations, by id, also of removed ones.
func (d *Destinations) Marks(ctx context.Context, account string) (map[string]string, error) {
	return d.marks(ctx, account, "")
}

// marks are the marks of one destination of an account, or, with an empty id, of all.
func (d *Destinations) marks(ctx context.Context, account, id string) (map[string]string, error) {
	rows, err := d.pool.Query(ctx, selectMarks, account, id)
	if err != nil {
		return nil, fmt.Errorf("read destinations: %w", err)
	}
	var ids []string
	var sealed []sealedTexts
	var one string
	var mark erasable.Text
	if _, err := pgx.ForEachRow(rows, []any{&one, &mark}, func() error {
		ids, sealed = append(ids, one), append(sealed, sealedTexts{Mark: mark})
		mark = erasable.Text{}
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read destinations: %w", err)
	}
	if err := d.open(ctx, ids, sealed); err != nil {
		return nil, err
	}
	marks := make(map[string]string, len(ids))
	for i, row := range sealed {
		marks[ids[i]] = row.Mark.Text
	}
	return marks, nil
}

// mark is the mark of one destination; nil if it is gone.
func (d *Destinations) mark(ctx context.Context, account, id string) (*string, error) {
	if id == "" {
		return nil, nil
	}
	marks, err := d.marks(ctx, account, id)
	if mark := marks[id]; mark != "" {
		return &mark, err
	}
	return nil, err
}

func (d *Destinations) remove(ctx context.Context, id, account string) error {
	if _, err := d.pool.Exec(ctx, removeDestination, id, account); err != nil {
		return fmt.Errorf("remove a destination: %w", err)
	}
	return nil
}

// Erase deletes the destinations of an account.
func (d *Destinations) Erase(ctx context.Context, account string) error {
	if _, err := d.pool.Exec(ctx, eraseDestinations, account); err != nil {
		return fmt.Errorf("erase destinations: %w", err)
	}
	return nil
}

// Sweep deletes destinations that were removed long ago.
func (d *Destinations) Sweep(ctx context.Context) error {
	if _, err := d.pool.Exec(ctx, sweepDestinations, time.Now().Add(-kept)); err != nil {
		return fmt.Errorf("sweep destinations: %w", err)
	}
	return nil
}

// Keep stores a destination whose details fit its method, for the program itself.
func (s *Service) Keep(ctx context.Context, id, account, method string, details map[string]string) error {
	m, there := s.Methods.Find(method)
	if !there {
		return methodUnknown()
	}
	checked, mark, err := m.CheckDetails(details)
	if err != nil {
		return err
	}
	return s.Destinations.put(ctx, id, account, method, mark, checked)
}
