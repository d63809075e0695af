package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/ids"
)

// ErrNotEmpty means that the site has other data already, and the demonstration data is not mixed with it.
var ErrNotEmpty = errors.New("the data directory is not empty: the demonstration set is loaded into an empty one only")

// Accounts creates missing accounts (identity.Service).
type Accounts interface {
	Ensure(ctx context.Context, accounts ...identity.NewAccount) (int, error)
}

// Deps are the dependencies of the loader.
type Deps struct {
	Log      eventlog.Log
	Codec    commands.Codec
	Texts    commands.Texts    // seals the texts that people can have erased
	Types    commands.Writable // nil: every type may be written
	Blobs    *blobs.Store
	Accounts Accounts
	DataDir  string // for the file with the passwords of the trial accounts
	Logger   *slog.Logger
	Recorded Recorded     // downloads
	Revenue  RevenueMaker // nil: no money
}

// asking returns dependencies that check before each append whether its events may be written.
func (d Deps) asking() Deps {
	d.Log = commands.Asking(d.Log, d.Types)
	return d
}

// add appends what was planned, if there is something. What people have written meanwhile is left alone.
func (d Deps) add(ctx context.Context, what string, writes []eventlog.Write, err error) error {
	if err == nil && len(writes) > 0 {
		_, err = d.Log.Append(ctx, writes...)
	}
	var conflict *eventlog.Conflict
	if err != nil && !errors.As(err, &conflict) {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// each loads every one of a list. One that cannot be loaded does not prevent loading the others.
func each[T any](ctx context.Context, list []T, load func(T) error) error {
	var errs []error
	for _, one := range list {
		err := load(one)
		if errs = append(errs, err); ctx.Err() != nil || held(err) {
			break
		}
	}
	return errors.Join(errs...)
}

// held is true if an event may not be written yet, so the run must be repeated later.
func held(err error) bool { return errors.Is(err, commands.ErrNotWritable) }

// Result is the result of a run.
type Result struct {
	Projects int // appended now
	There    int // from an earlier run
	// Login are the trial accounts with their passwords, if this run created them.
	Login []Login
}

// Today is the reference date of the demonstration data: all dates are relative to it, so that two loads give the same
// data.
func Today() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// accountID ignores case: names in the catalogue may have any case.
func accountID(username string) string {
	return ids.FromBytes([]byte("demo account " + strings.ToLower(username)))
}

func teamID(slug string) string    { return ids.FromBytes([]byte("demo organization " + slug)) }
func projectID(slug string) string { return ids.FromBytes([]byte("demo project " + slug)) }
