package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/maypok86/otter/v2"

	commanddownload "github.com/modyard/modyard/commands/download"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/geo"
	projecteddownload "github.com/modyard/modyard/projections/download"
	"github.com/modyard/modyard/projections/runtime"
)

func downloadArea() area {
	return area{
		name: "download", events: download.EventTypes(), hits: download.HitTypes(),
		counters: []runtime.Projector{projecteddownload.New(download.DefaultRules())}, demo: demo.Step{After: "collection", Load: demo.Downloads}, mount: (*Site).mountDownloads,
	}
}

func (s *Site) mountDownloads(*mounting) (err error) {
	countries, err := geo.Open(s.Core.Config.CountriesFile)
	if err != nil {
		return err
	}
	s.Core.onClose(countries.Close)
	public, err := url.Parse(s.Core.Config.Public())
	if err != nil {
		return fmt.Errorf("read the site's address: %w", err)
	}
	s.Downloads, err = commanddownload.New(commanddownload.Options{
		Handler: s.Core.Handler, Types: s.Core.Hits.Runner, Codec: s.Core.Hits.Codec, Pool: s.DB.Pool, Rule: download.Default(),
		Log:  func(ctx context.Context) (eventlog.Log, error) { return s.Core.Hits.Log(ctx) },
		Find: s.cachedVersions(), Project: s.viewable, Versions: s.playable, Country: countries.Of, Changed: s.changedTotals, Host: public.Host,
		TrustedProxies: s.proxies, Registry: s.Registry, Logger: s.Logger,
	})
	if err != nil {
		return err
	}
	s.Downloads.Routes(s.API)
	s.background = append(s.background, s.Downloads.Run)
	s.work = append(s.work, s.Downloads.Jobs())
	return nil
}

// unpaid is whether hits of a project p are not paid.
const unpaid = `not p.monetized`

// withUnpaid runs a query that reads unpaid. While readers still see a version of the catalogue that does not say it, every
// project is paid, as that version knows no other: a hit is not lost for it.
func withUnpaid(query string, read func(query string) error) error {
	err := read(query)
	var state *pgconn.PgError
	if errors.As(err, &state) && state.Code == "42703" {
		return read(strings.Replace(query, unpaid, "false", 1))
	}
	return err
}

const downloadableVersion = `
select v.project, v.loaders, v.game_versions, ` + unpaid + ` from catalog.versions v join catalog.projects p on p.id = v.project
where v.id = $1 and v.visible and p.visible`

// downloadable finds a version that everybody sees who has its address.
func (s *Site) downloadable(ctx context.Context, id string) (commanddownload.Version, error) {
	v := commanddownload.Version{ID: id}
	err := withUnpaid(downloadableVersion, func(query string) error {
		return s.DB.Pool.QueryRow(ctx, query, id).Scan(&v.Project, &v.Loaders, &v.Games, &v.Unpaid)
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return v, fault.NotFound("版本不存在")
	case err != nil:
		return v, fmt.Errorf("find a version: %w", err)
	}
	return v, nil
}

const (
	// knownVersions bounds the versions that are remembered, known is how long each is. Downloads of a version that is hidden
	// meanwhile are recorded for that time, and those of a project that leaves the revenue are still paid.
	knownVersions = 50_000
	known         = 10 * time.Second
)

// cachedVersions is downloadable for versions that many ask for. What is not found is looked for again.
func (s *Site) cachedVersions() func(context.Context, string) (commanddownload.Version, error) {
	cache := otter.Must(&otter.Options[string, commanddownload.Version]{
		MaximumSize: knownVersions, ExpiryCalculator: otter.ExpiryWriting[string, commanddownload.Version](known),
	})
	return func(ctx context.Context, id string) (commanddownload.Version, error) {
		if v, there := cache.GetIfPresent(id); there {
			return v, nil
		}
		v, err := s.downloadable(ctx, id)
		if err == nil {
			cache.Set(id, v)
		}
		return v, err
	}
}

const viewableProject = `
select p.id, ` + unpaid + ` from catalog.projects p
where p.visible and p.id = coalesce((select d.id from catalog.projects d where d.id = $1), (select g.project from catalog.slugs g where g.slug = lower($1) and not g.gone))
and (p.url_type = $2 or $2 = 'project')`

// viewable finds a project that everybody sees, by the first two parts of the address of its page; the zero value for none.
func (s *Site) viewable(ctx context.Context, kind, name string) (p commanddownload.Version, err error) {
	err = withUnpaid(viewableProject, func(query string) error {
		return s.DB.Pool.QueryRow(ctx, query, name, kind).Scan(&p.Project, &p.Unpaid)
	})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return commanddownload.Version{}, fmt.Errorf("find a project: %w", err)
	}
	return p, nil
}

const playableVersions = `
select v.id, v.project, v.loaders, v.game_versions, ` + unpaid + ` from catalog.versions v join catalog.projects p on p.id = v.project
where v.id = any($1) and v.visible and p.visible order by v.id`

// playable finds the versions that everybody sees.
func (s *Site) playable(ctx context.Context, ids []string) (versions []commanddownload.Version, err error) {
	err = withUnpaid(playableVersions, func(query string) error {
		rows, err := s.DB.Pool.Query(ctx, query, ids)
		if err == nil {
			versions, err = pgx.CollectRows(rows, pgx.RowToStructByPos[commanddownload.Version])
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find versions: %w", err)
	}
	return versions, nil
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
