package project

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/readapi/view"
)

// partColumns of a version v: the id and the stored size of a document. The size of a bytea is known without reading it.
const partColumns = `v.id, octet_length(%s)::bigint`

// projectPart are the same columns of a project p: the document with the message.
const projectPart = `p.id, (octet_length(%s) + coalesce(octet_length(p.message), 0))::bigint`

// scanPart reads a part of a list.
func scanPart(row pgx.CollectableRow) (p part, err error) {
	return p, row.Scan(&p.ID, &p.Size)
}

// scanKeyed reads a part after its key.
func scanKeyed(row pgx.CollectableRow) (p part, err error) {
	return p, row.Scan(&p.Key, &p.ID, &p.Size)
}

// versionDocuments reads the documents of versions that the viewer may see.
func (s *Routes) versionDocuments(sh shape, v view.Viewer) reading {
	query := fmt.Sprintf(`select v.id, %s`+fromVersions+`where v.id = any($3) and `+view.VisibleVersion, sh.version)
	return func(ctx context.Context, ids []string) (map[string][]byte, error) {
		rows, err := s.source.Pool.Query(ctx, query, v.Staff, v.Account, ids)
		if err != nil {
			return nil, fmt.Errorf("read versions: %w", err)
		}
		out := make(map[string][]byte, len(ids))
		var id string
		var doc []byte
		if _, err := pgx.ForEachRow(rows, []any{&id, &doc}, func() error { out[id] = doc; doc = nil; return nil }); err != nil {
			return nil, fmt.Errorf("read versions: %w", err)
		}
		links, err := s.linksOf(ctx, v, ids)
		for id := range out {
			if err == nil {
				out[id], err = withLinks(out[id], links[id])
			}
		}
		return out, err
	}
}

// withoutChangelogs is a reading of versions whose changelogs are empty.
func withoutChangelogs(read reading, sh shape) reading {
	return func(ctx context.Context, ids []string) (map[string][]byte, error) {
		docs, err := read(ctx, ids)
		for id, doc := range docs {
			if err == nil {
				docs[id], err = withoutChangelog(doc, sh)
			}
		}
		return docs, err
	}
}

// projectDocuments reads the documents of projects that the viewer may see.
func (s *Routes) projectDocuments(sh shape, v view.Viewer) reading {
	query := fmt.Sprintf(`select `+columns+` from catalog.projects p where p.id = any($3) and `+view.VisibleProject, sh.project, noExtra())
	return func(ctx context.Context, ids []string) (map[string][]byte, error) {
		list, err := view.Rows(ctx, s.source, "projects", pgx.RowToStructByPos[found], query, v.Staff, v.Account, ids)
		if err != nil {
			return nil, err
		}
		out := make(map[string][]byte, len(list))
		for _, f := range list {
			out[f.ID] = f.body(sh)
		}
		return out, nil
	}
}

// listOf answers with a list of documents, if it fits.
func listOf(parts []part, read reading, err error) (view.Answer, error) {
	b := bundle{parts: parts, read: read}
	if err == nil {
		err = fits(b)
	}
	if err != nil {
		return nil, err
	}
	return b.list(), nil
}

const (
	// measured are the sizes of versions' documents without their changelogs.
	measured = `select v.id, (octet_length(%[1]s) - coalesce(octet_length((convert_from(%[1]s, 'UTF8')::json -> 'changelog')::text), 2) + 2)::bigint
from catalog.versions v where v.id = any($1)`
	// maxMeasured bounds the stored documents that are looked into for one answer.
	maxMeasured = 16 * view.MaxAnswer
)

// shorten replaces the sizes of versions' documents by those without changelogs. It looks into the documents only where
// the answer might be too large, and stops as soon as it is.
func (s *Routes) shorten(ctx context.Context, sh shape, parts []part) error {
	if fits(bundle{parts: parts}) == nil {
		return nil
	}
	stored, uses := map[string]int64{}, map[string]int64{}
	ids, total := []string{}, int64(0)
	for _, p := range parts {
		if uses[p.ID]++; uses[p.ID] == 1 {
			ids = append(ids, p.ID)
			stored[p.ID] = p.Size
			total += p.Size
		}
	}
	if total > maxMeasured {
		return view.TooLarge()
	}
	short, answer := make(map[string]int64, len(ids)), int64(0)
	query := fmt.Sprintf(measured, sh.version)
	for start := 0; start < len(ids); {
		end, size := start, int64(0)
		for ; end < len(ids) && size < maxRead; end++ {
			size += stored[ids[end]]
		}
		list, err := view.Rows(ctx, s.source, "sizes of versions", scanPart, query, ids[start:end])
		if err != nil {
			return err
		}
		for _, p := range list {
			short[p.ID] = p.Size
			answer += p.Size * uses[p.ID]
		}
		if answer > view.MaxAnswer {
			return view.TooLarge()
		}
		start = end
	}
	for i, p := range parts {
		if n, ok := short[p.ID]; ok {
			parts[i].Size = n
		}
	}
	return nil
}
