// Package asof folds documents from the log as they were at a position. It writes nothing and needs no read model.
package asof

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/projections/runtime"
)

// Options are the dependencies of a Reader.
type Options struct {
	Log      read.Log
	Codec    runtime.Decoder
	Markdown func(src string) string // renders and sanitises a body
	Texts    runtime.Opener          // opens the texts of steps; nil: they are left out
}

// Documents are the documents of a project at a moment.
type Documents = catalog.Documents

// Reader folds documents. It is safe for concurrent use.
type Reader struct{ opts Options }

// New makes a Reader.
func New(o Options) *Reader { return &Reader{opts: o} }

// Project is a project with its versions as the catalogue stored them when the log ended at a position; false for a
// project that did not exist then. Texts that are sealed for an account are not opened: no document shows them.
func (r *Reader) Project(ctx context.Context, id string, at read.Position) (catalog.Documents, bool, error) {
	names, err := r.streams(ctx, id)
	if err != nil {
		return catalog.Documents{}, false, fmt.Errorf("read project %s as of %d: %w", id, at, err)
	}
	// The only type of events of a wiki that a document of its project shows. The others, of which a wiki may have very
	// many, are not decoded.
	shown := decision.Names(wiki.EventTypes(), wiki.EditingSet{})
	var life catalog.Life
	for recorded, err := range r.opts.Log.Streams(ctx, append(names, "wiki-"+id), at) {
		if err == nil && eventlog.Category(recorded.Stream) == "wiki" && !slices.Contains(shown, recorded.Type) {
			continue
		}
		e := runtime.Event{Recorded: recorded}
		if err == nil {
			e.Payload, err = r.opts.Codec.Decode(e.Type, e.Data)
		}
		if err != nil {
			return catalog.Documents{}, false, fmt.Errorf("read project %s as of %d: %w", id, at, err)
		}
		life.Apply(e)
	}
	d, exists := life.Documents(r.opts.Markdown)
	return d, exists, nil
}

// Time is when the event at a position happened.
func (r *Reader) Time(ctx context.Context, at read.Position) (time.Time, error) {
	e, err := r.opts.Log.Event(ctx, at)
	if err != nil {
		return time.Time{}, fmt.Errorf("read the time of event %d: %w", at, err)
	}
	return runtime.Event{Recorded: e}.At(), nil
}

// streams names the streams of a project and of all versions that it ever had: one that was removed since may have been
// there, and one that was added since has no events up to the position.
func (r *Reader) streams(ctx context.Context, id string) ([]string, error) {
	names := []string{"project-" + id}
	for e, err := range r.opts.Log.Stream(ctx, "projectversions-"+id, 0) {
		if err != nil {
			return nil, err
		}
		payload, err := r.opts.Codec.Decode(e.Type, e.Data)
		if err != nil {
			return nil, err
		}
		if added, ok := payload.(project.VersionAdded); ok {
			names = append(names, "version-"+added.Version)
		}
	}
	return names, nil
}
