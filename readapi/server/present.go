package server

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/readapi/view"
)

const selectProjectsByHash = `
select distinct v.project from catalog.files f join catalog.versions v on v.id = f.version where f.sha512 = any($1) order by v.project`

// Present are the projects with a version whose file lies on a server's disk, enabled, as its node saw last.
func (s *Routes) Present(ctx context.Context, id string) ([]string, error) {
	files, _, err := s.seenContents(ctx, id)
	if err != nil {
		return nil, err
	}
	var hashes []string
	for _, f := range files {
		if !f.Disabled {
			hashes = append(hashes, f.SHA512)
		}
	}
	if len(hashes) == 0 {
		return nil, nil
	}
	return view.Rows(ctx, s.source, "projects on a server", pgx.RowTo[string], selectProjectsByHash, hashes)
}
