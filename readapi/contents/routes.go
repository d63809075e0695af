// Package contents shows the staff what is in an archive of a version: its files, their texts, the archives inside, and
// what changed since the archive before it. It reads stored files only and within limits of size and time.
package contents

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// mostTime is the maximum time for reading the archives of one answer.
	mostTime = 20 * time.Second
	// mostTurns is how many answers read archives at a time: each may unpack a nested archive in memory.
	mostTurns = 2
)

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	files  *blobs.Store
	turns  chan struct{}
}

// New makes the routes over a source and the store of the versions' files.
func New(s *view.Source, files *blobs.Store) *Routes {
	return &Routes{source: s, files: files, turns: make(chan struct{}, mostTurns)}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	route := func(path, summary string) view.Route {
		return view.Route{Path: path, Summary: summary, Scope: identity.ScopeProjectRead, Fresh: []string{catalog.Name}}
	}
	view.Query(api, s.source, route("GET /_internal/moderation/version/{id}/contents", "版本文件的内容：条目、清单与上一版本的差异"), s.contents)
	view.Query(api, s.source, route("GET /_internal/moderation/version/{id}/entry", "版本文件中的一个条目"), s.entry)
}

// FileIn is a request for a stored file of a version.
type FileIn struct {
	ID   string `path:"id"`
	File string `query:"file" doc:"文件的 SHA-1；默认为版本的第一个文件"`
}

// file is a stored file of a version.
type file struct {
	version, number, url, sha1, sha512 string
	project                            Project
}

func (f file) name() string {
	name := path.Base(f.url)
	if plain, err := url.PathUnescape(name); err == nil {
		return plain
	}
	return name
}

const (
	columns = `f.url, f.sha1, f.sha512, o.id, o.slug, o.url_type, o.title`

	fileOf = `select v.id, v.number, ` + columns + ` from catalog.versions v join catalog.files f on f.version = v.id
join catalog.projects o on o.id = v.project
where v.id = $1 and ($2 = '' or f.sha1 = $2) order by f.n limit 1`

	// The version before one is that for one of the same loaders, or any where none shares a loader.
	fileBefore = `select p.id, p.number, ` + columns + ` from catalog.versions v
join catalog.versions p on p.project = v.project and (p.published, p.created) < (v.published, v.created)
join catalog.files f on f.version = p.id
join catalog.projects o on o.id = v.project
where v.id = $1 order by (p.loaders && v.loaders) desc, p.published desc, p.created desc, f.n limit 1`
)

func (s *Routes) find(ctx context.Context, query string, args ...any) (f file, found bool, err error) {
	err = s.source.Pool.QueryRow(ctx, query, args...).Scan(&f.version, &f.number, &f.url, &f.sha1, &f.sha512,
		&f.project.ID, &f.project.Slug, &f.project.URLType, &f.project.Title)
	if errors.Is(err, pgx.ErrNoRows) {
		return f, false, nil
	}
	if err != nil {
		return f, false, fmt.Errorf("find the file of a version: %w", err)
	}
	return f, true, nil
}

// asked is the file that a request names.
func (s *Routes) asked(ctx context.Context, in FileIn) (file, error) {
	if !view.Caller(ctx).Staff {
		return file{}, httpkit.Forbidden("只有管理人员可以查看文件的内容")
	}
	f, found, err := s.find(ctx, fileOf, in.ID, strings.ToLower(in.File))
	if err == nil && !found {
		err = httpkit.NotFound()
	}
	return f, err
}

// turn waits for a turn to read archives, and bounds the time of it.
func (s *Routes) turn(ctx context.Context) (context.Context, func(), error) {
	select {
	case s.turns <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, fmt.Errorf("wait to read an archive: %w", ctx.Err())
	}
	bounded, cancel := context.WithTimeout(ctx, mostTime)
	return bounded, func() { cancel(); <-s.turns }, nil
}
