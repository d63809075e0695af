package wiki

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/wiki"
)

// Saves are the automatic saves of texts: rows, not events, because most of them are overwritten after seconds. A save
// belongs to a page of a draft and goes with it.
type Saves struct{ pool *pgxpool.Pool }

// NewSaves opens the saves of a database.
func NewSaves(pool *pgxpool.Pool) *Saves { return &Saves{pool} }

// CodeSaved is the code of the error for a save over one that its author has not seen.
const CodeSaved = "save_conflict"

const (
	insertSave = `
INSERT INTO drafting.saves (draft, page, account, body, version, at, edition) VALUES ($1, $2, $3, $4, 1, $5, $6)
ON CONFLICT (draft, page) DO NOTHING RETURNING version`

	updateSave = `
UPDATE drafting.saves SET body = $3, version = version + 1, at = $4 WHERE draft = $1 AND page = $2 AND version = $5 RETURNING version`

	selectSaves = `SELECT page, body, version, at, edition FROM drafting.saves WHERE draft = $1 ORDER BY page`

	latestSave = `SELECT max(at) FROM drafting.saves WHERE draft = $1`

	eraseSaves = `DELETE FROM drafting.saves WHERE account = $1`

	sweepSaves = `DELETE FROM drafting.saves WHERE at < $1`
)

// saved is a save with the change whose text its author saw when the first one was stored.
type saved struct {
	contract.WikiSave
	Edition string
}

// put stores a text over the save of a version; 0 means that there is none, and that the author saw the text of edition.
func (s *Saves) put(ctx context.Context, draft, page, account, body, edition string, version int64, at time.Time) (int64, error) {
	var next int64
	var err error
	if version == 0 {
		err = s.pool.QueryRow(ctx, insertSave, draft, page, account, body, at, edition).Scan(&next)
	} else {
		err = s.pool.QueryRow(ctx, updateSave, draft, page, body, at, version).Scan(&next)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, &fault.Error{Kind: fault.KindConflict, Code: CodeSaved, Field: "If-Match", Text: "此页在别处有更新的保存，请先比较两份正文。"}
	}
	if err != nil {
		return 0, fmt.Errorf("save a text: %w", err)
	}
	return next, nil
}

// of are the saves of a draft, by page.
func (s *Saves) of(ctx context.Context, draft string) (map[string]saved, error) {
	rows, err := s.pool.Query(ctx, selectSaves, draft)
	if err != nil {
		return nil, fmt.Errorf("read saved texts: %w", err)
	}
	found, page, save := map[string]saved{}, "", saved{}
	_, err = pgx.ForEachRow(rows, []any{&page, &save.Body, &save.Version, &save.At, &save.Edition}, func() error {
		save.At = save.At.UTC()
		found[page] = save
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read saved texts: %w", err)
	}
	return found, nil
}

// latest is when a text of the draft was last saved; zero if none was.
func (s *Saves) latest(ctx context.Context, draft string) (time.Time, error) {
	var at *time.Time
	if err := s.pool.QueryRow(ctx, latestSave, draft).Scan(&at); err != nil {
		return time.Time{}, fmt.Errorf("read when a draft was saved: %w", err)
	}
	if at == nil {
		return time.Time{}, nil
	}
	return at.UTC(), nil
}

// Erase deletes the saves of an account.
func (s *Saves) Erase(ctx context.Context, account string) error {
	if _, err := s.pool.Exec(ctx, eraseSaves, account); err != nil {
		return fmt.Errorf("delete saved texts: %w", err)
	}
	return nil
}

// Sweep deletes saves from before a time.
func (s *Saves) Sweep(ctx context.Context, before time.Time) error {
	if _, err := s.pool.Exec(ctx, sweepSaves, before); err != nil {
		return fmt.Errorf("delete old saved texts: %w", err)
	}
	return nil
}

// unwritten are the saves of a draft that are newer than its texts.
func (s *Saves) unwritten(ctx context.Context, d wiki.Draft) (map[string]saved, error) {
	all, err := s.of(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	for page, save := range all {
		if !save.At.After(d.WrittenAt[page]) {
			delete(all, page)
		}
	}
	return all, nil
}
