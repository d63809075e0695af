package app

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/seal"
	"github.com/modyard/modyard/eventlog/watermill"
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/reactors"
	"github.com/modyard/modyard/readapi/changes"
)

const (
	// feedWait is how long a reactor of changes waits before its cursor moves without a change.
	feedWait = 20 * time.Second
	// sealPoll is the pause between two looks whether the event of a cursor is sealed.
	sealPoll = 100 * time.Millisecond
)

// newReactors makes the runner of the reactors of all areas, and of further ones.
func (s *Site) newReactors(list []reactors.Reactor) (*reactors.Runner, error) {
	for _, a := range areas() {
		if a.reactors != nil {
			list = append(list, a.reactors(s)...)
		}
	}
	return reactors.New(reactors.Options{
		Pool: s.DB.Pool, Log: s.Log, Feed: publicFeed{s.Core, s.Feed}, Find: seal.NewIndex(s.Log, s.DB.Pool).Event,
		Lead: s.Runner.Lead, Logger: s.Logger, Registry: s.Registry, Tracer: s.Tracer,
	}, list...)
}

// outwardJobs are the kinds of the jobs that act on the outside.
func outwardJobs() (kinds []string) {
	for _, a := range areas() {
		kinds = append(kinds, a.outward...)
	}
	return kinds
}

// publicFeed is the feed of public changes for reactors.
type publicFeed struct {
	*Core
	feed *changes.Feed
}

// Head is the cursor behind every event of the log. The feed itself may be at the beginning: it is as far as the read
// models of this process are known to be.
func (f publicFeed) Head(ctx context.Context) (string, error) {
	_, cursor, err := f.logHead(ctx)
	return cursor, err
}

// Next reads the changes after a cursor, and waits for some.
func (f publicFeed) Next(ctx context.Context, after string) ([]contract.Change, string, error) {
	if err := f.awaitSeal(ctx, after); err != nil {
		return nil, "", err
	}
	until, stop := context.WithTimeout(ctx, feedWait)
	defer stop()
	page, err := f.feed.Next(ctx, until, changes.Query{After: after})
	return page.Changes, page.Next, err
}

// awaitSeal waits until the event of a cursor is sealed: the cursor of the head may be ahead of the seal.
func (f publicFeed) awaitSeal(ctx context.Context, cursor string) error {
	_, rest, _ := strings.Cut(cursor, ".")
	rest, _, _ = strings.Cut(rest, ".")
	leaf, err := strconv.ParseInt(rest, 10, 64)
	if err != nil {
		return nil //nolint:nilerr // the feed refuses it
	}
	for {
		tree, err := seal.ReadTree(ctx, f.DB.Pool)
		if err != nil || leaf < tree.Size {
			return err
		}
		if !pause.For(ctx, sealPoll) {
			return ctx.Err()
		}
	}
}

// logHead is the place behind the last event, as a place in the log and as a cursor of the feed. Events that are not
// sealed yet are counted, because the index of their leaves is known.
func (c *Core) logHead(ctx context.Context) (at watermill.Place, cursor string, err error) {
	tree, err := seal.ReadTree(ctx, c.DB.Pool)
	if err != nil {
		return at, "", err
	}
	if at, err = watermill.NewLog(c.Log).Head(ctx, watermill.Everything); err != nil {
		return at, "", fmt.Errorf("find the head of the log: %w", err)
	}
	leaves := tree.Size
	if tree.Position < at.Position {
		for batch, err := range c.Log.Read(ctx, tree.Position, at.Position, eventlog.Filter{}) {
			if err != nil {
				return at, "", fmt.Errorf("count the events that are not sealed: %w", err)
			}
			leaves += int64(len(batch.Events))
		}
	}
	if leaves == 0 {
		return at, "", nil
	}
	var history string
	if err := c.DB.Pool.QueryRow(ctx, `SELECT seal.history()`).Scan(&history); err != nil {
		return at, "", fmt.Errorf("read the history of the log: %w", err)
	}
	return at, history + "." + strconv.FormatInt(leaves-1, 10), nil
}
