package retention

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// $1 names a project as package view finds it; a deleted project is found by its id alone.
	findProject = `
select r.id, r.title, r.gone, (select count(*) from retention.files f where f.project = r.id) from retention.projects r
where r.id = coalesce((select p.id from catalog.projects p where p.id = $1),
                      (select s.project from catalog.slugs s where s.slug = $2 and not s.gone), $1)`

	filesOf = `
select f.key, f.kind, f.name, f.version, v.number, coalesce(nullif(f.size, 0), c.size, 0), coalesce(nullif(f.sha1, ''), c.sha1),
    coalesce(nullif(f.sha512, ''), c.sha512), f.added, f.ended, f.destroyed or coalesce(c.why = 'destroyed', false), c.cleared, c.entries, coalesce(c.total, 0)
from retention.files f
left join cleared.blobs c on c.key = f.key
left join catalog.versions v on v.id = f.version
where f.project = $1 order by f.ended desc nulls last, f.added desc, f.key limit $2 offset $3`
)

type storedIn struct {
	view.ByID
	view.Page
}

func (s *Routes) stored(ctx context.Context, in *storedIn) (contract.StoredFiles, error) {
	out := contract.StoredFiles{}
	if !view.Projects(ctx).Staff {
		return out, httpkit.Forbidden("只有管理人员可以查看已移除的文件")
	}
	err := s.source.Pool.QueryRow(ctx, findProject, in.ID, in.ID.Lower()).Scan(&out.Project, &out.Title, &out.Deleted, &out.Total)
	if errors.Is(err, pgx.ErrNoRows) {
		return out, httpkit.NotFound()
	}
	if err != nil {
		return out, fmt.Errorf("find the project of stored files: %w", err)
	}
	limit, offset := in.Bounds()
	out.Files, err = view.Rows(ctx, s.source, "stored files", s.scan, filesOf, out.Project, limit, offset)
	return out, err
}

func (s *Routes) scan(row pgx.CollectableRow) (contract.StoredFile, error) {
	var f contract.StoredFile
	var key, version string
	var destroyed bool
	var cleared *time.Time
	err := row.Scan(&key, &f.Kind, &f.Name, &version, &f.Number, &f.Size, &f.SHA1, &f.SHA512, &f.Added, &f.Removed, &destroyed, &cleared, &f.Entries, &f.TotalEntries)
	if err != nil {
		return f, err
	}
	f.Version, f.SHA1, f.SHA512, f.Cleared, f.State = view.Present(&version), view.Present(f.SHA1), view.Present(f.SHA512), cleared, "kept"
	switch {
	case destroyed:
		f.State = "destroyed"
	case cleared != nil:
		f.State = "cleared"
	default:
		address := s.url(key)
		f.URL = &address
	}
	if cleared == nil || f.Entries == nil {
		f.Entries = []string{}
	}
	return f, nil
}
