// Package webhook delivers public changes to the receivers of webhooks: the dispatcher queues a delivery for each
// webhook that a change concerns, and workers send them.
//
// One job at a time delivers to a webhook, in the order of the changes, and reads each document when it sends it. So a
// receiver never gets a document after a newer one, unless it is still working on a request that has timed out. A
// receiver that does not answer occupies one worker for one attempt, and then rests with growing pauses.
package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	commands "github.com/modyard/modyard/commands/webhook"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/outbound"
	store "github.com/modyard/modyard/platform/webhook"
)

// Options are the dependencies of a Dispatcher. Webhooks, Store and Document must be set.
type Options struct {
	Webhooks *commands.Service
	Store    *store.Store
	// Document reads the document of an object as everybody may see it; nil if nobody may.
	Document func(ctx context.Context, objectType, id string) (json.RawMessage, error)
	Policy   outbound.Policy // what may be reached
	Workers  int             // maximum number of deliveries at a time in this process; 0: 16
	Timeout  time.Duration   // of an attempt; 0: 10 seconds
	Logger   *slog.Logger    // nil for the default
}

// Dispatcher queues and sends deliveries. It is safe for concurrent use.
type Dispatcher struct {
	Options
	client *http.Client
}

const (
	defaultWorkers = 16
	defaultTimeout = 10 * time.Second
)

// New makes a dispatcher.
func New(o Options) (*Dispatcher, error) {
	if o.Webhooks == nil || o.Store == nil || o.Document == nil {
		return nil, errors.New("make the dispatcher of webhooks: commands, store and documents are needed")
	}
	if o.Workers <= 0 {
		o.Workers = defaultWorkers
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return &Dispatcher{Options: o, client: o.Policy.Client()}, nil
}

// Change queues the deliveries of a public change. It is idempotent: a webhook gets a change once.
func (d *Dispatcher) Change(ctx context.Context, c contract.Change) error {
	hooks, err := d.Webhooks.Concerned(ctx, c)
	if err != nil {
		return fmt.Errorf("find the webhooks of a change: %w", err)
	}
	if strings.HasSuffix(c.Kind, "."+contract.ChangeRemoved) {
		if err := d.Webhooks.Forget(ctx, c.Object); err != nil {
			return fmt.Errorf("forget the webhooks of what was removed: %w", err)
		}
	}
	if len(hooks) == 0 {
		return nil
	}
	_, err = d.Store.Deliver(ctx, store.Change{ID: c.ID, Cursor: c.Cursor, Kind: c.Kind, Type: c.Object.Type, Object: c.Object.ID, At: c.At}, hooks...)
	return err
}
