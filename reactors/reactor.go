// Package reactors runs what acts on the outside because something happened: Watermill handlers over the log
// (eventlog/watermill) or over the public feed of changes.
//
// A reactor has a name, and a row with the checkpoint of that name. It gets each message at least once and in order, one
// at a time, in the one process of the site that has its lease. A failed message is retried with growing pauses; one that
// fails for good goes to the table of poisoned messages, and the reactor goes on with the next. A new reactor begins with
// what happens after its first start, a rebuild of read models runs no reactor, and a restored copy of the site runs none
// before a person says so (platform/effects).
//
// Work with its own schedule, or with retries that must not hold back later messages, is a job (platform/jobs): the
// reactor then only queues it.
package reactors

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/eventlog"
)

// Defaults of Reactor.
const (
	defaultTimeout = 30 * time.Second
	defaultRetries = 10
	firstRetry     = 200 * time.Millisecond
	lastRetry      = time.Minute
)

// Reactor is a consumer of public changes or of events: exactly one of Change and Event is set.
type Reactor struct {
	Name string // permanent: lower-case words joined by dots or hyphens
	// Change handles a change of the public feed, with the object's document as it is now. A repeated change has the
	// same ID and Cursor.
	Change func(ctx context.Context, c contract.Change) error
	// Event handles an event of the log; a repeated one has the same ID.
	Event  func(ctx context.Context, e eventlog.Recorded) error
	Filter eventlog.Filter // of the events; it may change without loss of the place

	Timeout   time.Duration // of one try; zero: 30 seconds
	Retries   int           // before a message is poisoned; zero: 10, which takes about four minutes
	PerSecond int           // maximum number of messages; zero: no limit
	// Insists retries a message until it succeeds: an outage of the receiver loses nothing and poisons nothing, and later
	// messages wait. Only an error of Permanent poisons.
	Insists bool
}

// permanent is an error that no retry can change.
type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// Permanent marks an error of a handler as one that no retry can change: the message is poisoned at once.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return permanent{err}
}

func isPermanent(err error) bool {
	var p permanent
	return errors.As(err, &p)
}

// Feed is the public feed of changes; readapi/changes is its source.
type Feed interface {
	// Head is the cursor behind all present changes.
	Head(ctx context.Context) (string, error)
	// Next returns the changes after a cursor in order, and the cursor behind them. It waits for changes for some time
	// if there are none; then only the cursor may have moved.
	Next(ctx context.Context, after string) (changes []contract.Change, next string, err error)
}

var validName = regexp.MustCompile(`^[a-z][a-z0-9]*([.-][a-z0-9]+)*$`)

// check refuses declarations that cannot run.
func check(o Options, list []Reactor) error {
	seen := map[string]bool{}
	for _, r := range list {
		switch {
		case !validName.MatchString(r.Name):
			return fmt.Errorf("reactor name %q: want lower-case words joined by dots or hyphens", r.Name)
		case seen[r.Name]:
			return fmt.Errorf("reactor %s is given twice", r.Name)
		case (r.Change == nil) == (r.Event == nil):
			return fmt.Errorf("reactor %s: exactly one of Change and Event is required", r.Name)
		case r.Change != nil && o.Feed == nil:
			return fmt.Errorf("reactor %s takes changes, but there is no feed", r.Name)
		case r.Event == nil && !r.Filter.All():
			return fmt.Errorf("reactor %s takes changes, which have no filter", r.Name)
		}
		seen[r.Name] = true
	}
	return nil
}
