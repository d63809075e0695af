// Package packfile shows the staff which files the modpacks of a project contain and what is known about each: whether it is
// on this site, was judged before, or belongs to another platform. It reads the archives of packs within limits of size and
// time, each once for all.
package packfile

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/packfile"
	"github.com/modyard/modyard/projections/catalog"
	projected "github.com/modyard/modyard/projections/packfile"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// mostTime is how long the reading of one pack may take; after mostWait an answer begins no other.
	mostTime = 15 * time.Second
	mostWait = 5 * time.Second
	// mostTurns is how many answers read packs at a time.
	mostTurns = 2
	// mostPacks is how many packs of a project are looked into, the newest first.
	mostPacks = 8
)

// Options are the dependencies of the routes. All but Service must be set.
type Options struct {
	Source  *view.Source
	Store   *packfile.Store
	Files   *blobs.Store
	Service packfile.Identifier // nil: no file of another platform is identified
	Logger  *slog.Logger
}

// Routes are the query routes of this package.
type Routes struct {
	Options
	turns chan struct{}
}

// New makes the routes.
func New(o Options) *Routes { return &Routes{Options: o, turns: make(chan struct{}, mostTurns)} }

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	view.Query(api, s.Source, view.Route{
		Path: "GET /_internal/moderation/project/{id}", Summary: "整合包里的文件与它们的授权情况", Scope: identity.ScopeProjectRead,
		Fresh: []string{catalog.Name, projected.Name},
	}, s.files)
}

// Document is what is known about the files of the packs of a project. The first three members are those of other sites of
// this API family, by SHA-1; a SHA-1 that several files have is unknown.
type Document struct {
	Identified   map[string]Identified `json:"identified" doc:"按 SHA-1：本站有的和判定过的文件"`
	FlameFiles   map[string]FlameFile  `json:"flame_files" doc:"按 SHA-1：属于其他平台、还没有判定的文件"`
	UnknownFiles map[string]string     `json:"unknown_files" doc:"按 SHA-1：未知文件的文件名"`
	Files        []File                `json:"files"`
	Packs        []Pack                `json:"packs" doc:"读取的整合包，新版本在前，最多 8 个"`
	Older        int                   `json:"older" doc:"没有读取的更早的整合包"`
	Identifier   string                `json:"identifier" enum:"none,ready,failing" doc:"识别其他平台文件的服务：没有配置、可用、没有回答"`
}

// Identified is a file with a status.
type Identified struct {
	FileName string `json:"file_name"`
	Status   string `json:"status" enum:"yes,with-attribution-and-source,with-attribution,no,permanent-no,unidentified"`
}

// FlameFile is a file of another platform.
type FlameFile struct {
	FileName string `json:"file_name"`
	Title    string `json:"title"`
	ID       int64  `json:"id"`
	URL      string `json:"url"`
}

const projectQuery = `
select p.id from catalog.projects p
where p.id = coalesce((select o.id from catalog.projects o where o.id = $1),
                      (select s.project from catalog.slugs s where s.slug = $2 and not s.gone))`

func (s *Routes) files(ctx context.Context, in *view.ByID) (Document, error) {
	out := Document{
		Identified: map[string]Identified{}, FlameFiles: map[string]FlameFile{}, UnknownFiles: map[string]string{}, Files: []File{}, Packs: []Pack{},
		Identifier: "none",
	}
	if !view.Caller(ctx).Staff {
		return out, httpkit.Forbidden("只有审核人员可以查看整合包里的文件")
	}
	var project string
	err := s.Source.Pool.QueryRow(ctx, projectQuery, string(in.ID), strings.ToLower(string(in.ID))).Scan(&project)
	if errors.Is(err, pgx.ErrNoRows) {
		return out, httpkit.NotFound()
	}
	if err != nil {
		return out, fmt.Errorf("find the project of packs: %w", err)
	}
	read, err := s.packs(ctx, project, &out)
	if err != nil {
		return out, err
	}
	return out, s.identify(ctx, project, read, &out)
}
