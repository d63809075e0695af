// Package project is who may ask for a change of a project, its versions, files and team, and the routes
// to ask by. Who asks is identity's caller of the request's context. The id of a project's team is the project's own id.
package project

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/ids"
)

// Options are what the service needs. Log, Codec and Blobs must be set.
type Options struct {
	Log   eventlog.Log
	Codec commands.Codec
	Blobs *blobs.Store
	// AccountExists says whether an account may be invited; nil believes every id.
	AccountExists func(ctx context.Context, id string) (bool, error)

	MaxFile   int64         // bytes of one file; 0: 1 GiB
	MaxUpload int64         // bytes of one request; 0: 4 GiB
	MaxTime   time.Duration // of one upload; 0: one hour
	TempDir   string        // for archives while they are looked at; "": the system's
	Now       func() time.Time
	Logger    *slog.Logger
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct {
	options Options
	handler *commands.Handler
	images  chan struct{} // how many pictures are decoded at a time
}

// New makes the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Log == nil || o.Codec == nil || o.Blobs == nil {
		return nil, errors.New("make project commands: log, codec and blobs are needed")
	}
	if o.MaxFile <= 0 {
		o.MaxFile = 1 << 30
	}
	if o.MaxUpload <= 0 {
		o.MaxUpload = 4 << 30
	}
	if o.MaxTime <= 0 {
		o.MaxTime = time.Hour
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return &Service{
		options: o,
		handler: &commands.Handler{Log: o.Log, Codec: o.Codec, Now: o.Now},
		images:  make(chan struct{}, 2),
	}, nil
}

// newID derives the id of something that a command creates, so that the command repeated creates the same.
func newID(req commands.Request, what string) string {
	return ids.FromBytes([]byte(what + ":" + req.Command))
}
