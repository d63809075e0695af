package app

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract/node"
)

// One that has ended is not sent: a node that has lost its state would do it once more.
const selectDesiredInstalls = `
select server, generation, hard, cancelled, loader, loader_version, game_version, project, version, url, sha512, size
from server.installs where server = any($1) and not upload and finished is null`

// addInstalls adds to desired states the installation that was asked for and has not ended.
func (s *Site) addInstalls(ctx context.Context, servers []node.Desired) error {
	if len(servers) == 0 {
		return nil
	}
	list, byID := make([]string, len(servers)), make(map[string]*node.Desired, len(servers))
	for i := range servers {
		list[i], byID[servers[i].Server] = servers[i].Server, &servers[i]
	}
	rows, err := s.DB.Pool.Query(ctx, selectDesiredInstalls, list)
	if err != nil {
		return fmt.Errorf("read desired installations: %w", err)
	}
	var server string
	var generation int64
	var i node.Install
	var l node.InstallLoader
	var p node.InstallPack
	if _, err := pgx.ForEachRow(rows, []any{
		&server, &generation, &i.Hard, &i.Cancelled, &l.Loader, &l.LoaderVersion, &l.GameVersion, &p.Project, &p.Version, &p.URL, &p.SHA512, &p.Size,
	}, func() error {
		install, loader, pack := i, l, p
		install.Generation = uint64(generation) //nolint:gosec // a revision
		if pack.Project != "" {
			install.Pack = &pack
		} else {
			install.Loader = &loader
		}
		byID[server].Install = &install
		return nil
	}); err != nil {
		return fmt.Errorf("read desired installations: %w", err)
	}
	return nil
}
