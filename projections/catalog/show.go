package catalog

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"
)

// Projects that show changed accounts and organizations are rendered in chunks, since thousands may show the same
// one.
const (
	selectOfAccounts      = `select distinct project from members where account = any($1) and project > $2 order by project limit $3`
	selectOfOrganizations = `
select id from project_docs where organization = any($1) and organization <> '' and id > $2 order by id limit $3`
)

// looks moves a project to the last event that changed how its members or its organization look, and says whether
// there was one. The position does not depend on batch boundaries.
func (h *handler) looks(p *projectState) (changed bool) {
	latest := h.changed.shown[p.Organization]
	for _, m := range p.Members {
		latest = max(latest, h.changed.accounts[m.Account])
	}
	p.Position = max(p.Position, latest)
	return latest > 0
}

// showOthers renders affected projects outside of the batch again.
func (h *handler) showOthers(ctx context.Context, tx pgx.Tx) error {
	for query, changed := range map[string]map[string]uint64{selectOfAccounts: h.changed.accounts, selectOfOrganizations: h.changed.shown} {
		if len(changed) == 0 {
			continue
		}
		if err := h.rows.Write(ctx, tx); err != nil {
			return err
		}
		names := slices.Sorted(maps.Keys(changed))
		for after := ""; ; {
			found, err := tx.Query(ctx, query, names, after, atATime)
			if err != nil {
				return fmt.Errorf("list affected projects: %w", err)
			}
			ids, err := pgx.CollectRows(found, pgx.RowTo[string])
			if err != nil {
				return fmt.Errorf("list affected projects: %w", err)
			}
			if len(ids) == 0 {
				break
			}
			after = ids[len(ids)-1]
			if err := h.show(ctx, tx, ids); err != nil {
				return err
			}
		}
	}
	return nil
}

func (h *handler) show(ctx context.Context, tx pgx.Tx, ids []string) error {
	var some []*projectState
	ids = slices.DeleteFunc(ids, func(id string) bool { return h.projects[id] != nil })
	if err := load(ctx, tx, "project_docs", ids, func(p *projectState) {
		if h.looks(p) {
			some = append(some, p)
		}
	}); err != nil {
		return err
	}
	if err := h.putProjects(ctx, tx, some); err != nil {
		return err
	}
	return h.rows.Write(ctx, tx)
}
