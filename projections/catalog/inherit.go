package catalog

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// selectVersionsOf reads a part of the versions of projects.
const selectVersionsOf = `select id from versions where project = any($1) and id > $2 order by id limit $3`

// touchVersions marks the loaded versions of projects whose environment changed to be written.
func (h *handler) touchVersions() {
	if len(h.changed.environments) == 0 {
		return
	}
	for id, v := range h.versions {
		if h.changed.environments[v.Project] {
			touch(h.changed.versions, id)
		}
	}
}

// inherit renders the other versions of those projects again: the environment is part of their documents.
func (h *handler) inherit(ctx context.Context, tx pgx.Tx) error {
	projects := keys(h.changed.environments)
	if len(projects) == 0 {
		return nil
	}
	for after := ""; ; {
		if err := h.rows.Write(ctx, tx); err != nil {
			return err
		}
		found, err := tx.Query(ctx, selectVersionsOf, projects, after, atATime)
		if err != nil {
			return fmt.Errorf("list versions of projects: %w", err)
		}
		ids, err := pgx.CollectRows(found, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("list versions of projects: %w", err)
		}
		if len(ids) == 0 {
			return nil
		}
		after = ids[len(ids)-1]
		var others []*versionState
		if err := load(ctx, tx, "versions", ids, func(v *versionState) {
			if h.versions[v.ID] == nil {
				others = append(others, v)
			}
		}); err != nil {
			return err
		}
		all, err := together(others, func(v *versionState) (versionRow, error) { return h.renderVersion(v, h.projects[v.Project]) })
		if err != nil {
			return err
		}
		for _, row := range all {
			versions.Put(h.rows, row)
		}
	}
}
