package seal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/eventlog"
)

const (
	// sealEvery is the pause between two parts at the end of the log: more events then share the cost of a part.
	sealEvery = time.Second
	// checkpointEvery is the pause between two checkpoints.
	checkpointEvery = time.Minute
	// partEvents limits a part.
	partEvents = 4096
	// When appends come so fast that a part's time brings busyEvents more, the sealer rests restFactor times as long as a
	// part takes: then it uses about a twentieth of the machine, and catches up after the burst.
	busyEvents = 500
	restFactor = 19
	// finishTime limits the sealing at shutdown: what a burst has left is sealed after the next start.
	finishTime = 5 * time.Second
	// checkpointTime limits the last part and the checkpoint that follow it.
	checkpointTime = 5 * time.Second
)

// Options are the parts of a sealer.
type Options struct {
	Log      eventlog.Log
	Pool     *pgxpool.Pool
	Key      Key
	Files    Files // keeps the checkpoints outside the database
	Logger   *slog.Logger
	Registry prometheus.Registerer // nil: no metrics
	// Every is the pause between two checkpoints; zero is a minute.
	Every time.Duration
	// Finish limits the sealing at shutdown; zero is five seconds.
	Finish time.Duration
}

// Sealer adds the events of a log to the tree. Only one process may run it; a second one changes nothing, because each
// part is written on the tree that it was computed from.
type Sealer struct {
	Options
	leaves   prometheus.Gauge
	failures prometheus.Counter
}

// New creates a sealer.
func New(o Options) *Sealer {
	if o.Every == 0 {
		o.Every = checkpointEvery
	}
	if o.Finish == 0 {
		o.Finish = finishTime
	}
	s := &Sealer{
		Options:  o,
		leaves:   prometheus.NewGauge(prometheus.GaugeOpts{Name: "modyard_seal_leaves", Help: "Events of the log in the seal's tree."}),
		failures: prometheus.NewCounter(prometheus.CounterOpts{Name: "modyard_seal_failures_total", Help: "Failures to seal the log or to keep a checkpoint."}),
	}
	if o.Registry != nil {
		o.Registry.MustRegister(s.leaves, s.failures)
	}
	return s
}

// The reasons to seal nothing, for errors.Is: the tree is not that of the log.
var (
	ErrOtherLog = errors.New("the seal belongs to another log")
	ErrChanged  = errors.New("the log is not the one that was sealed")
)

// Run seals the log and makes checkpoints until the context ends: then it seals what is left and makes a last
// checkpoint. The caller has the lead.
func (s *Sealer) Run(ctx context.Context) error {
	err := s.follow(ctx)
	if err != nil && ctx.Err() == nil {
		s.failures.Inc()
		return fmt.Errorf("seal the log: %w", err)
	}
	ending, stop := context.WithTimeout(context.WithoutCancel(ctx), s.Finish+checkpointTime)
	defer stop()
	if err := s.catch(ending, within(s.Finish)); err != nil {
		s.failures.Inc()
		return fmt.Errorf("seal the end of the log: %w", err)
	}
	return nil
}

// errEnough ends the sealing between two parts.
var errEnough = errors.New("the time for sealing has passed")

// within returns a function for upTo that ends the sealing after a duration.
func within(d time.Duration) func(context.Context) error {
	end := time.Now().Add(d)
	return func(context.Context) error {
		if time.Now().After(end) {
			return errEnough
		}
		return nil
	}
}

// Catch seals everything up to the head and makes a checkpoint.
func (s *Sealer) Catch(ctx context.Context) error { return s.catch(ctx, nil) }

// catch seals up to the head, or until yield returns errEnough, and makes a checkpoint of what is sealed.
func (s *Sealer) catch(ctx context.Context, yield func(context.Context) error) error {
	w, err := s.begin(ctx)
	if err != nil {
		return err
	}
	head, err := s.Log.Head(ctx)
	if err != nil {
		return err
	}
	if err := w.upTo(ctx, head, yield); err != nil && !errors.Is(err, errEnough) {
		return err
	}
	return w.checkpoint(ctx)
}

// follow seals the log as it grows.
func (s *Sealer) follow(ctx context.Context) error {
	w, err := s.begin(ctx)
	if err != nil {
		return err
	}
	due := time.NewTicker(s.Every)
	defer due.Stop()
	pause := time.NewTicker(sealEvery)
	defer pause.Stop()
	for {
		head, err := s.Log.Head(ctx)
		if err == nil {
			err = w.upTo(ctx, head, w.yielding())
		}
		if err != nil {
			return err
		}
		select {
		case <-pause.C:
		case <-due.C:
			if err := w.checkpoint(ctx); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// writer extends one tree.
type writer struct {
	*Sealer
	key   Key // with the site's earlier ones
	tree  Tree
	edge  *frontier
	known int64 // size of the last checkpoint
}

// begin reads the tree and checks that it is the log's.
func (s *Sealer) begin(ctx context.Context) (*writer, error) {
	w, err := s.open(ctx)
	if err == nil {
		w.known, err = w.continues(ctx)
	}
	return w, err
}

// open reads the tree and checks that the log still has its last event.
func (s *Sealer) open(ctx context.Context) (*writer, error) {
	tree, err := ReadTree(ctx, s.Pool)
	if err != nil {
		return nil, err
	}
	generation, err := s.Log.Generation(ctx)
	if err != nil {
		return nil, err
	}
	w := &writer{Sealer: s, tree: tree}
	if w.key, err = keepKey(ctx, s.Files, s.Key); err != nil {
		return nil, err
	}
	if tree.Size > 0 && (tree.Engine != s.Log.Engine() || tree.Generation != generation) {
		return nil, fmt.Errorf("%w: of %s %s, and this one is %s %s", ErrOtherLog, tree.Engine, tree.Generation, s.Log.Engine(), generation)
	}
	w.tree.Engine, w.tree.Generation = s.Log.Engine(), generation
	if w.edge, err = readFrontier(ctx, s.Pool, tree.Size); err != nil {
		return nil, err
	}
	if err := w.recognise(ctx); err != nil {
		return nil, err
	}
	s.leaves.Set(float64(tree.Size))
	return w, nil
}

// recognise checks that the last leaf is still in the log.
func (w *writer) recognise(ctx context.Context) error {
	if w.tree.Size == 0 {
		return nil
	}
	var id eventlog.EventID
	if err := w.Pool.QueryRow(ctx, lastLeaf, w.tree.Size-1).Scan((*[16]byte)(&id)); err != nil {
		return fmt.Errorf("read the last leaf: %w", err)
	}
	var missing *eventlog.Missing
	e, err := w.Log.Event(ctx, w.tree.Position)
	switch {
	case errors.As(err, &missing):
		return fmt.Errorf("%w: event %s at %d is gone; run `modyard verify --log`", ErrChanged, id, w.tree.Position)
	case err != nil:
		return err
	case e.ID != id:
		return fmt.Errorf("%w: at %d it had event %s, and has %s; run `modyard verify --log`", ErrChanged, w.tree.Position, id, e.ID)
	}
	return nil
}

// upTo seals the events up to a position. It calls yield, if it is not nil, after each part but the last.
func (w *writer) upTo(ctx context.Context, limit eventlog.Position, yield func(context.Context) error) error {
	if w.tree.Position >= limit {
		return nil
	}
	p := w.part()
	for batch, err := range w.Log.Read(ctx, w.tree.Position, limit, eventlog.Filter{}) {
		if err != nil {
			return err
		}
		for _, e := range batch.Events {
			if err := p.add(e); err != nil {
				return err
			}
		}
		if len(p.leaves) < partEvents && batch.UpTo < limit {
			continue
		}
		if err := w.store(ctx, p); err != nil {
			return err
		}
		p = w.part()
		if yield != nil && batch.UpTo < limit {
			if err := yield(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// yielding returns the function that lets a burst of appends pass; nil on engines whose positions do not count events.
func (w *writer) yielding() func(context.Context) error {
	if !eventlog.Dense(w.Log.Engine()) {
		return nil
	}
	begun := time.Now()
	var head eventlog.Position
	return func(ctx context.Context) error {
		now, err := w.Log.Head(ctx)
		if err != nil {
			return err
		}
		if head > 0 && now > head+busyEvents {
			select {
			case <-time.After(restFactor * time.Since(begun)):
			case <-ctx.Done():
				return ctx.Err()
			}
			now, err = w.Log.Head(ctx)
		}
		head, begun = now, time.Now()
		return err
	}
}

// part is a part of the log in preparation.
type part struct {
	sealed
	edge *frontier
}

func (w *writer) part() *part { return &part{sealed: sealed{tree: w.tree}, edge: w.edge} }

// add adds an event.
func (p *part) add(e eventlog.Recorded) error {
	last := p.tree.Recorded
	if n := len(p.leaves); n > 0 {
		last = p.leaves[n-1].recorded
	}
	if e.RecordedAt.After(last) {
		last = e.RecordedAt
	}
	p.leaves = append(p.leaves, leafRow{
		leaf: p.edge.size, id: e.ID, stream: e.Stream, revision: int64(e.Revision), position: int64(e.Position), recorded: last,
	})
	return p.edge.add(LeafOf(e).Hash(), func(t tile) { p.tiles = append(p.tiles, t) })
}

// store writes a part. A part that failed leaves a wrong edge behind: the sealer begins again.
func (w *writer) store(ctx context.Context, p *part) error {
	if len(p.leaves) == 0 {
		return nil
	}
	p.tiles = append(p.tiles, p.edge.incomplete()...)
	after, err := p.write(ctx, w.Pool)
	if err != nil {
		return err
	}
	w.tree = after
	w.leaves.Set(float64(after.Size))
	return nil
}
