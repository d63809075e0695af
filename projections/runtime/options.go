package runtime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"regexp"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/tracing"
)

// Decoder decodes recorded events to their newest type; eventlog/codec implements it.
type Decoder interface {
	Decode(typ string, data []byte) (any, error)
	Types() []string                 // every name that Decode reads, including old versions
	Newest(typ string) string        // the name of the newest version, which Decode returns
	Payload(typ string) reflect.Type // the Go type that Decode returns
}

// Opener decrypts the sealed texts of events; identity/erasure implements it.
type Opener interface {
	// Seals says whether payloads of a type may contain sealed texts.
	Seals(payload reflect.Type) bool
	// Open replaces each payload, decoded from the event at the same index, with one whose texts are decrypted.
	Open(ctx context.Context, events []eventlog.Recorded, payloads []any) error
}

// Publisher receives the position of the serving version of a read model; platform/watermark's Board implements it.
type Publisher interface {
	Publish(name string, position uint64)
}

// Options are the dependencies of a Runner. DB, Log and Codec are required.
type Options struct {
	DB       *database.DB
	Log      eventlog.Log
	Codec    Decoder
	Scope    string                // of the processes and event types; empty for the main log, ScopeHits for that of hits
	Texts    Opener                // nil: handlers see sealed texts as stored
	Board    Publisher             // nil: nothing in this process waits for watermarks
	Registry prometheus.Registerer // nil: metrics are kept but not exported
	Logger   *slog.Logger          // nil: slog.Default()
	Tracer   *tracing.Tracer       // nil: batches are not traced

	LeasePoll   time.Duration     // how often a follower tries to take the lead; default 500 ms
	WatchPoll   time.Duration     // how often all checkpoints are read for watermarks and metrics; default 500 ms
	KeepRetired time.Duration     // how long a version's tables are kept after it stopped serving; default 7 days
	BuildBytes  int               // of events that a rebuild applies in memory before it writes; default 32 MiB
	FirstFrom   eventlog.Position // length of the log from which read models that have nothing are built in one pass; default 100 000
	Heartbeat   time.Duration     // how often the process renews its entry, which expires after four missed heartbeats; default 5 s
}

// Runner runs projectors and the operations on their read models.
type Runner struct {
	pool       *pgxpool.Pool
	log        eventlog.Log
	codec      Decoder
	board      Publisher
	logger     *slog.Logger
	metrics    *metrics
	projectors []Projector
	opts       Options
	progress   progressBook
	types      knownTypes
	prepared   chan struct{} // closed by Run
	notifier   *notifier
	memories   memories
	holders    holders
}

// The name becomes part of schema names, which leave room for a version and a slot.
var validName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

var versionLike = regexp.MustCompile(`_v[0-9]+(_|$)`)

// New checks the projectors and makes a runner; Run starts it.
func New(o Options, projectors ...Projector) (*Runner, error) {
	if o.DB == nil || o.DB.Pool == nil || o.Log == nil || o.Codec == nil {
		return nil, errors.New("runtime: DB, Log and Codec are required")
	}
	if o.Scope != "" && o.Scope != ScopeHits {
		return nil, fmt.Errorf("runtime: no scope %q", o.Scope)
	}
	if err := check(projectors); err != nil {
		return nil, err
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.BuildBytes <= 0 {
		o.BuildBytes = batchBytes
	}
	if o.FirstFrom == 0 {
		o.FirstFrom = firstFrom
	}
	orElse(&o.LeasePoll, 500*time.Millisecond)
	orElse(&o.WatchPoll, 500*time.Millisecond)
	orElse(&o.KeepRetired, 7*24*time.Hour)
	orElse(&o.Heartbeat, 5*time.Second)
	m, err := newMetrics(o.Registry)
	if err != nil {
		return nil, fmt.Errorf("runtime: register metrics: %w", err)
	}
	return &Runner{
		prepared: make(chan struct{}),
		notifier: newNotifier(),
		pool:     o.DB.Pool, log: o.Log, codec: o.Codec, board: o.Board, logger: o.Logger,
		metrics: m, projectors: slices.Clone(projectors), opts: o,
	}, nil
}

func check(projectors []Projector) error {
	seen := map[string]bool{}
	for _, p := range projectors {
		key := target{Projector: p}.String()
		switch {
		case !validName.MatchString(p.Name):
			return fmt.Errorf("runtime: projector name %q: want lower-case letters, digits and underscores, at most 40", p.Name)
		case versionLike.MatchString(p.Name):
			return fmt.Errorf("runtime: projector name %q looks like the schema of a version", p.Name)
		case p.Name == "log" || p.Name == ScopeHits || p.Name == "runtime":
			return fmt.Errorf("runtime: projector name %q is the schema of a log", p.Name)
		case p.Version < 1:
			return fmt.Errorf("runtime: projector %s: versions start at 1", key)
		case p.Handlers.begin == nil:
			return fmt.Errorf("runtime: projector %s has no handlers", key)
		case seen[key]:
			return fmt.Errorf("runtime: projector %s is given twice", key)
		}
		seen[key] = true
	}
	return nil
}

func orElse(d *time.Duration, fallback time.Duration) {
	if *d <= 0 {
		*d = fallback
	}
}

// newest is the highest version of a projector that the runner has.
func (r *Runner) newest(name string) (Projector, error) {
	var found Projector
	for _, p := range r.projectors {
		if p.Name == name && p.Version > found.Version {
			found = p
		}
	}
	if found.Version == 0 {
		return found, fmt.Errorf("runtime: %w: %s", ErrUnknownProjector, name)
	}
	return found, nil
}

// Names lists the projectors once each, in the given order.
func (r *Runner) Names() []string {
	var names []string
	for _, p := range r.projectors {
		if !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}
