package search

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/search"
)

// UpdatedProject is a project in the list of the last updates.
type UpdatedProject struct {
	contract.Hit
	Newest *NewestVersion `json:"newest"` // null for a project without listed versions
}

// NewestVersion is the version that a project published last.
type NewestVersion struct {
	ID       string               `json:"id"`
	Number   string               `json:"version_number"`
	Channel  string               `json:"version_type" enum:"release,beta,alpha"`
	File     *contract.ChosenFile `json:"file"`      // the main one; null for a version without files
	DiskURLs []contract.DiskURL   `json:"disk_urls"` // of the files on other sites
}

// maxUpdated bounds the list of the last updates, for each of which a version is read.
const maxUpdated = 20

type updatedIn struct {
	Limit view.Count `query:"limit" default:"8" doc:"数量，默认 8，最多 20"`
}

const newestVersions = `
select p.id, v.doc_v2 from unnest($1::text[]) p (id)
cross join lateral (
    select v.doc_v2 from catalog.versions v where v.project = p.id and v.listed order by v.published desc, v.created desc limit 1
) v`

func (s *Routes) updated(_ context.Context, in *updatedIn) (view.Answer, error) {
	q := search.Query{Sort: search.Updated, Limit: max(int(min(in.Limit, maxUpdated)), 1)}
	return traced(q, s.lastUpdates, func(list []json.RawMessage) (any, error) { return contract.List(list), nil }), nil
}

// lastUpdates are the hits of a query with the newest version of each.
func (s *Routes) lastUpdates(ctx context.Context, q search.Query) ([]json.RawMessage, error) {
	page, err := s.engine.Search(ctx, q)
	if err != nil || len(page.IDs) == 0 {
		return nil, err
	}
	rows, err := s.source.Pool.Query(ctx, newestVersions, page.IDs)
	if err != nil {
		return nil, fmt.Errorf("read the newest versions: %w", err)
	}
	newest := make(map[string][]byte, len(page.IDs))
	var id string
	var doc []byte
	if _, err := pgx.ForEachRow(rows, []any{&id, &doc}, func() error {
		var v contract.Version
		if err := json.Unmarshal(doc, &v); err != nil {
			return fmt.Errorf("decode a version of %s: %w", id, err)
		}
		c := v.Chosen()
		newest[id], err = json.Marshal(NewestVersion{ID: c.ID, Number: c.VersionNumber, Channel: c.VersionType, File: c.File, DiskURLs: c.DiskURLs})
		return err
	}); err != nil {
		return nil, fmt.Errorf("read the newest versions: %w", err)
	}
	for i, id := range page.IDs {
		version := newest[id]
		if version == nil {
			version = []byte("null")
		}
		page.Hits[i] = document.Join(page.Hits[i], fmt.Appendf(nil, `{"newest":%s}`, version))
	}
	return page.Hits, nil
}
