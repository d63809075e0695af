package app

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract/node"
)

const (
	selectContentOf = `select server, path, url, sha512, size, project, version, generation from server.contents where server = any($1) order by server, path`

	// At most five hundred of a server, so that they fit into a frame: the others follow with the next decision.
	selectRemovalsOf = `
select server, path, sha512, generation from (
  select r.*, row_number() over (partition by server order by generation) n from server.removals r where server = any($1)) r
where n <= 500 order by server, generation, path`
)

// addContent adds the decided content to desired states, and what shall be removed.
func (s *Site) addContent(ctx context.Context, servers []node.Desired) error {
	if len(servers) == 0 {
		return nil
	}
	list, at := make([]string, len(servers)), make(map[string]*node.Desired, len(servers))
	for i, d := range servers {
		list[i], at[d.Server] = d.Server, &servers[i]
	}
	rows, err := s.DB.Pool.Query(ctx, selectContentOf, list)
	if err != nil {
		return fmt.Errorf("read decided content: %w", err)
	}
	var id string
	var generation int64
	var c node.Content
	if _, err := pgx.ForEachRow(rows, []any{&id, &c.Path, &c.URL, &c.SHA512, &c.Size, &c.Project, &c.Version, &generation}, func() error {
		next := c
		next.Generation = uint64(generation) //nolint:gosec // a revision
		at[id].Content = append(at[id].Content, next)
		return nil
	}); err != nil {
		return fmt.Errorf("read decided content: %w", err)
	}
	if rows, err = s.DB.Pool.Query(ctx, selectRemovalsOf, list); err != nil {
		return fmt.Errorf("read content to remove: %w", err)
	}
	var r node.ContentRemoved
	if _, err := pgx.ForEachRow(rows, []any{&id, &r.Path, &r.SHA512, &generation}, func() error {
		next := r
		next.Generation = uint64(generation) //nolint:gosec // a revision
		at[id].ContentRemoved = append(at[id].ContentRemoved, next)
		return nil
	}); err != nil {
		return fmt.Errorf("read content to remove: %w", err)
	}
	return nil
}
