package demo

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/ids"
)

// ErrNotEmpty says that the site has a history of its own, into which the demonstration set is not mixed.
var ErrNotEmpty = errors.New("the data directory is not empty: the demonstration set is loaded into an empty one only")

// Accounts makes accounts that are missing (identity.Service).
type Accounts interface {
	Ensure(ctx context.Context, accounts ...identity.NewAccount) (int, error)
}

// Deps are what the demonstration set is sent to.
type Deps struct {
	Log      eventlog.Log
	Codec    commands.Codec
	Types    commands.Writable // nil: every type may be written
	Blobs    *blobs.Store
	Accounts Accounts
	DataDir  string // where the passwords of the accounts to try out are written
	Logger   *slog.Logger
}

// asking asks before each append whether its events may be written.
func (d Deps) asking() Deps {
	d.Log = commands.Asking(d.Log, d.Types)
	return d
}

// held says that an event may not be written yet, and that the run is to be repeated later.
func held(err error) bool { return errors.Is(err, commands.ErrNotWritable) }

// Result says what a run did.
type Result struct {
	Projects int // appended now
	There    int // from an earlier run
	// Login are the accounts to try out, with their passwords, where this run made them.
	Login []Login
}

// Today is the day on which the demonstration is set: every date of it is counted back from here, so that two
// loads of it are the same.
func Today() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// accountID ignores case: the catalogue names people as it likes.
func accountID(username string) string {
	return ids.FromBytes([]byte("demo account " + strings.ToLower(username)))
}

func teamID(slug string) string    { return ids.FromBytes([]byte("demo organization " + slug)) }
func projectID(slug string) string { return ids.FromBytes([]byte("demo project " + slug)) }
