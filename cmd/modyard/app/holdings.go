package app

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/projections/catalog"
)

const holdingsWait = 5 * time.Second

const selectHoldings = `select
	(select count(*) from catalog.members where account = $1 and owner),
	(select count(*) from catalog.organization_members where account = $1 and owner)`

// holdings counts what an account owns at the log's end: it waits until the read model has reached it, and fails
// instead of using an older state.
func (s *Site) holdings(ctx context.Context, account string) (identity.Holdings, error) {
	var h identity.Holdings
	if err := s.atEnd(ctx, catalog.Name); err != nil {
		return h, fmt.Errorf("count holdings: %w", err)
	}
	if err := s.DB.Pool.QueryRow(ctx, selectHoldings, account).Scan(&h.Projects, &h.Organizations); err != nil {
		return h, fmt.Errorf("count holdings: %w", err)
	}
	return h, s.leaving(ctx, account, &h)
}

// atEnd waits until read models have reached the log's end.
func (s *Site) atEnd(ctx context.Context, models ...string) error {
	head, err := s.Log.Head(ctx)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, holdingsWait)
	defer cancel()
	for _, model := range models {
		if err := s.Board.Wait(limited, model, uint64(head)); err != nil {
			return err
		}
	}
	return nil
}
