package project

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/readapi/view"
)

// Documents are the v3 documents of projects by id, without those that the viewer may not see.
func (s *Routes) Documents(ctx context.Context, v view.Viewer, ids []string) (map[string]json.RawMessage, error) {
	sh := shapes()[1]
	query := fmt.Sprintf(`select `+columns+` from catalog.projects p where p.id = any($3) and `+view.VisibleProject, sh.project, noExtra())
	list, err := view.Rows(ctx, s.source, "projects", pgx.RowToStructByPos[found], query, v.Staff, v.Account, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[string]json.RawMessage, len(list))
	for _, f := range list {
		out[f.ID] = f.body(sh)
	}
	return out, nil
}

// VersionDocuments are the v3 documents of versions by id, without those that the viewer may not see.
func (s *Routes) VersionDocuments(ctx context.Context, v view.Viewer, ids []string) (map[string]json.RawMessage, error) {
	query := fmt.Sprintf(`select `+versionColumns+fromVersions+`where v.id = any($3) and `+view.VisibleVersion, shapes()[1].version)
	list, err := view.Rows(ctx, s.source, "versions", pgx.RowToStructByPos[versionRow], query, v.Staff, v.Account, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[string]json.RawMessage, len(list))
	links, err := s.linksOf(ctx, v, ids)
	for _, row := range list {
		if err == nil {
			out[row.ID], err = withLinks(row.Doc, links[row.ID])
		}
	}
	return out, err
}
