package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	commanddownload "github.com/modyard/modyard/commands/download"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/read"
	projecteddownload "github.com/modyard/modyard/projections/download"
	"github.com/modyard/modyard/projections/runtime"
	readanalytics "github.com/modyard/modyard/readapi/analytics"
	"github.com/modyard/modyard/readapi/pages"
)

func downloadArea() area {
	return area{
		name: "download", events: download.EventTypes(), hits: download.HitTypes(),
		counters: []runtime.Projector{projecteddownload.New(download.Default())}, pages: []pages.Kind{pages.Private("/dashboard/analytics", "数据")},
		mount: (*Site).mountDownloads,
	}
}

func (s *Site) mountDownloads(m *mounting) (err error) {
	s.Downloads, err = commanddownload.New(commanddownload.Options{
		Handler: s.Core.Handler, Types: s.Core.Hits.Runner, Codec: s.Core.Hits.Codec, Pool: s.DB.Pool, Rule: download.Default(),
		Log:  func(ctx context.Context) (eventlog.Log, error) { return s.Core.Hits.Log(ctx) },
		Find: s.downloadable, Changed: s.changedTotals, TrustedProxies: s.proxies, Registry: s.Registry, Logger: s.Logger,
	})
	if err != nil {
		return err
	}
	s.Downloads.Routes(s.API)
	hits := readanalytics.Hits{Codec: s.Core.Hits.Codec, Log: func(ctx context.Context) (read.Log, error) {
		whole, err := s.Core.Hits.Whole(ctx)
		if err != nil {
			return nil, err
		}
		return read.Only(whole), nil
	}}
	if err := readanalytics.New(m.source, hits, nil).Register(s.API); err != nil {
		return err
	}
	s.background = append(s.background, s.Downloads.Run)
	s.work = append(s.work, s.Downloads.Jobs())
	return nil
}

const downloadableVersion = `
select v.project, v.loaders, v.game_versions from catalog.versions v join catalog.projects p on p.id = v.project
where v.id = $1 and v.visible and p.visible`

// downloadable finds a version that everybody sees who has its address.
func (s *Site) downloadable(ctx context.Context, id string) (commanddownload.Version, error) {
	v := commanddownload.Version{ID: id}
	err := s.DB.Pool.QueryRow(ctx, downloadableVersion, id).Scan(&v.Project, &v.Loaders, &v.Games)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return v, fault.NotFound("版本不存在")
	case err != nil:
		return v, fmt.Errorf("find a version: %w", err)
	}
	return v, nil
}

// totalsAtOnce bounds the projects whose totals are told together.
const totalsAtOnce = 20_000

// Every hit that is counted changes the total of a project and that of a version, at the same position.
const (
	changedThrough  = `select coalesce(max(changed), $1) from (select changed from download.projects where changed > $1 order by changed limit $2) c`
	changedProjects = `select id, downloads from download.projects where changed > $1 and changed <= $2 order by id`
	changedVersions = `select id, downloads from download.versions where changed > $1 and changed <= $2 order by id`
)

// changedTotals reads the totals that have changed after a position of the log of hits.
func (s *Site) changedTotals(ctx context.Context, after int64) (t commanddownload.Totals, err error) {
	err = pgx.BeginTxFunc(ctx, s.DB.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, changedThrough, after, totalsAtOnce).Scan(&t.Through); err != nil {
			return err
		}
		for query, into := range map[string]*[]download.Total{changedProjects: &t.Projects, changedVersions: &t.Versions} {
			rows, err := tx.Query(ctx, query, after, t.Through)
			if err != nil {
				return err
			}
			if *into, err = pgx.CollectRows(rows, pgx.RowToStructByPos[download.Total]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return t, fmt.Errorf("read the totals of downloads: %w", err)
	}
	return t, nil
}
