package app

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	commandretention "github.com/modyard/modyard/commands/retention"
	"github.com/modyard/modyard/domain/retention"
	"github.com/modyard/modyard/projections/catalog"
	projectedretention "github.com/modyard/modyard/projections/retention"
	"github.com/modyard/modyard/projections/runtime"
	readretention "github.com/modyard/modyard/readapi/retention"
)

func retentionArea() area {
	return area{
		name: "retention", events: retention.EventTypes(), projectors: []runtime.Projector{projectedretention.New()}, mount: (*Site).mountRetention,
	}
}

func (s *Site) mountRetention(m *mounting) error {
	keep, err := s.Config.KeepRemoved()
	if err != nil {
		return err
	}
	if s.Retention, err = commandretention.New(commandretention.Options{
		Handler: s.Core.Handler, Blobs: s.Blobs, Pool: s.DB.Pool, Keep: keep, Candidates: s.removedFiles, Parts: s.partsOf, Logger: s.Logger,
	}); err != nil {
		return err
	}
	s.Retention.Routes(s.API)
	s.work = append(s.work, s.Retention.Jobs())
	s.forget = append(s.forget, s.Retention.Erase)
	readretention.New(m.source, s.Blobs.URL).Register(s.API)
	return nil
}

const (
	storedColumns = `
select f.key, f.project, f.version, f.kind, f.name, f.part_of, f.sha1, f.sha512, f.size, f.ended, p.rejected, f.destroyed,
    exists (select from retention.rounds r where r.project = f.project and r.ended is null and r.started <= coalesce(f.ended, 'infinity')),
    (select max(r.ended) from retention.rounds r
     where r.project = f.project and r.ended >= f.added and r.started <= coalesce(f.ended, 'infinity'))
from retention.files f left join retention.projects p on p.id = f.project`

	// Content that a version of the site has is not deleted for its age, wherever it was uploaded.
	selectRemoved = storedColumns + `
where f.key > $1 and (f.ended is not null or p.rejected is not null)
  and not exists (select from cleared.blobs c where c.key = f.key and c.cleared is not null)
  and (f.destroyed or f.sha512 = '' or not exists (
      select from catalog.files o join catalog.projects q on q.id = o.project
      where o.sha512 = f.sha512 and o.version <> f.version and q.status <> 'rejected'))
order by f.key limit 200`

	selectParts = storedColumns + `
where (f.part_of, f.project) = (select w.part_of, w.project from retention.files w where w.key = $1)
union all
select t.key, '', '', 'picture', split_part(t.key, '/', 4), t.key, '', '', t.size, null, null, false, false, null
from retention.pictures t where t.key = $1
order by 1`
)

// removedFiles are the files after a key that nothing but hidden projects refer to, at the log's end.
func (s *Site) removedFiles(ctx context.Context, after string) ([]commandretention.File, error) {
	return s.storedFiles(ctx, selectRemoved, after)
}

// partsOf are the files that are stored together with that of a key, at the log's end.
func (s *Site) partsOf(ctx context.Context, key string) ([]commandretention.File, error) {
	return s.storedFiles(ctx, selectParts, key)
}

func (s *Site) storedFiles(ctx context.Context, query, key string) ([]commandretention.File, error) {
	if err := s.atEnd(ctx, projectedretention.Name, catalog.Name); err != nil {
		return nil, fmt.Errorf("find stored files: %w", err)
	}
	rows, err := s.DB.Pool.Query(ctx, query, key)
	if err != nil {
		return nil, fmt.Errorf("find stored files: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (f commandretention.File, err error) {
		err = row.Scan(&f.Key, &f.Project, &f.Version, &f.Kind, &f.Name, &f.PartOf, &f.SHA1, &f.SHA512, &f.Size,
			&f.State.Ended, &f.State.Hidden, &f.State.Destroyed, &f.State.Reviewing, &f.State.Shown)
		return f, err
	})
	if err != nil {
		return nil, fmt.Errorf("find stored files: %w", err)
	}
	return found, nil
}
