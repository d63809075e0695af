// Package retention deletes what the store of files holds for nobody any more: after a time that leaves it to the staff's
// audit, or at once by law and with an erased account. What has to go is found by a read model and checked against the log
// before it goes, because deleted bytes do not come back.
package retention

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/retention"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/jobs"
)

// File is one stored file, as the read model knows it.
type File struct {
	Key, Project, Version string
	Kind, Name, PartOf    string // as in projections/retention
	SHA1, SHA512          string // empty if no event tells them
	Size                  int64
	State                 retention.Stored
}

// Options are the dependencies of the service. All but Logger must be set.
type Options struct {
	Handler *commands.Handler
	Blobs   *blobs.Store
	Pool    *pgxpool.Pool
	Keep    time.Duration // after the last round of review
	// Candidates are at most 200 files after a key that nothing refers to, or only a project that the staff hides, and
	// whose bytes are not recorded as deleted, in the order of their keys. They are those at the log's end.
	Candidates func(ctx context.Context, after string) ([]File, error)
	// Parts are the files of one stored thing at the log's end: a picture may have several sizes. None: it is not known.
	Parts  func(ctx context.Context, key string) ([]File, error)
	Logger *slog.Logger // nil for the default
}

// Service deletes blobs and handles the legal removal. It is safe for concurrent use by many processes.
type Service struct{ o Options }

// New creates the service; mount it with Routes, run its Jobs.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Blobs == nil || o.Pool == nil || o.Candidates == nil || o.Parts == nil || o.Keep <= 0 {
		return nil, errors.New("make retention: handler, blobs, pool, a time and the queries are needed")
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return &Service{o}, nil
}

// Routes mounts the route of the legal removal.
func (s *Service) Routes(api *httpkit.API) {
	commands.MountRequest(api, commands.Route{
		Path: "POST /_internal/removal", Summary: "依法移除已存储的文件或图片", Scope: identity.ScopeProjectWrite,
	}, s.destroy)
}

// Jobs are the periodic deletion, which also finishes what a crash has left.
func (s *Service) Jobs() jobs.Work {
	return jobs.Work{Sweeps: []jobs.Sweep{{Name: "retention.sweep", Every: 30 * time.Minute, Run: func(ctx context.Context) error {
		_, err := s.Sweep(ctx)
		return errors.Join(s.Apply(ctx), err)
	}}}}
}

// removals are what was destroyed of each project or account.
func removals() *commands.Aggregate[retention.State, retention.Destroy] {
	return &commands.Aggregate[retention.State, retention.Destroy]{
		Category: "retention", Evolve: commands.Timeless(retention.Evolve), Decide: retention.Decide,
	}
}
