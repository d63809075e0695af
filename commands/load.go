package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/modyard/modyard/eventlog"
)

// read is a stream that a decision has loaded.
type read struct {
	stream   string
	revision eventlog.Revision
	position eventlog.Position
	snapshot SnapshotID // that the fold starts from; zero: it starts from nothing
	base     []byte     // the state of the snapshot
	size     int        // of base
	known    *newest    // the cached state that the fold starts from in place of base
	history  []happened // the events after base or known
	commands []Covered  // the commands of the events after the snapshot
	last     eventlog.EventID
	state    any       // with the new events
	shared   bool      // the state is cached: it is cloned before it changes
	events   []decided // the new events
}

// fold is how the state of a stream is computed.
type fold[S any] struct {
	version string // empty: without snapshots
	newest  bool   // from the last event alone
	evolve  func(S, any, time.Time) S
	clone   func(S) S // nil: the state is not cached
}

// happened is an event that was read.
type happened struct {
	payload any
	at      time.Time
	id      eventlog.EventID
}

// Want is a thing that a decision loads together with others (Tx.Load).
type Want struct {
	stream, version string
	newest          bool
	finish          func(ctx context.Context, tx *Tx, r *read, handled bool) error
}

// Want is the thing of an id, for Tx.Load.
func (a *Aggregate[S, C]) Want(id string) Want {
	return want(a.Stream(id), fold[S]{a.Version, a.Newest, a.Evolve, a.Clone})
}

func want[S any](stream string, f fold[S]) Want {
	return Want{stream, f.version, f.newest, func(ctx context.Context, tx *Tx, r *read, handled bool) error {
		return finish(ctx, tx, r, handled, f)
	}}
}

// Load reads things of different kinds at once: Get and Open find them then without a read. The events of the decision stand
// in the order of the things.
func (tx *Tx) Load(ctx context.Context, wants ...Want) error {
	var unread []Want
	for _, w := range wants {
		if tx.find(w.stream) == nil && !slices.ContainsFunc(unread, func(o Want) bool { return o.stream == w.stream }) {
			unread = append(unread, w)
		}
	}
	return load(ctx, tx, unread)
}

// loading is how many streams are read at once.
const loading = 4

// load reads and folds different streams, which are read at once. It fails with errRepeated if one of them contains an
// event of this command and the answer need not be made again.
func load(ctx context.Context, tx *Tx, wants []Want) error {
	reads, handled, err := tx.handler.readAll(ctx, tx, wants)
	if err != nil {
		return err
	}
	if err := tx.handler.readable(ctx, reads...); err != nil {
		return fmt.Errorf("load %s: %w", names(wants), err)
	}
	for i, r := range reads {
		if err := wants[i].finish(ctx, tx, r, handled[i]); err != nil {
			return fmt.Errorf("load %s: %w", r.stream, err)
		}
	}
	if slices.Contains(handled, true) && !tx.answers {
		return errRepeated
	}
	tx.repeated = tx.repeated || slices.Contains(handled, true)
	return nil
}

// readAll reads streams at the same time; those of which the last event is enough by one read.
func (h *Handler) readAll(ctx context.Context, tx *Tx, wants []Want) ([]*read, []bool, error) {
	reads, handled := make([]*read, len(wants)), make([]bool, len(wants))
	work, working := errgroup.WithContext(ctx)
	work.SetLimit(loading)
	newest := map[string]int{} // the place of each such stream
	for i, w := range wants {
		if w.newest {
			newest[w.stream] = i
			continue
		}
		work.Go(func() (err error) {
			if reads[i], handled[i], err = h.read(working, tx, w.stream, w.version); err != nil {
				return fmt.Errorf("load %s: %w", w.stream, err)
			}
			return nil
		})
	}
	if len(newest) > 0 {
		work.Go(func() error {
			for stream, i := range newest {
				reads[i] = &read{stream: stream, revision: eventlog.NoRevision}
			}
			for recorded, err := range h.Log.Newest(working, slices.Collect(maps.Keys(newest))) {
				if err == nil {
					i := newest[recorded.Stream]
					err = h.add(working, tx, reads[i], recorded, &handled[i])
				}
				if err != nil {
					return fmt.Errorf("load %d streams: %w", len(newest), err)
				}
			}
			return nil
		})
	}
	return reads, handled, work.Wait()
}

func names(wants []Want) string {
	list := make([]string, len(wants))
	for i, w := range wants {
		list[i] = w.stream
	}
	return strings.Join(list, ", ")
}

// finish folds a stream that was read.
func finish[S any](ctx context.Context, tx *Tx, r *read, handled bool, f fold[S]) error {
	state, err := f.of(r)
	if err != nil {
		return err
	}
	if f.version != "" && !handled {
		tx.handler.keep(ctx, r, f.version, state)
	}
	r.shared = f.clone != nil && tx.handler.States.put(r, state)
	r.state, r.history, r.base, r.known, r.commands = state, nil, nil, nil, nil
	tx.reads = append(tx.reads, r)
	return nil
}

// of folds what was read of a stream.
func (f fold[S]) of(r *read) (state S, err error) {
	switch {
	case r.known != nil:
		var same bool
		if state, same = r.known.state.(S); !same {
			return state, fmt.Errorf("the cached state of version %s is a %T", f.version, r.known.state)
		}
		if len(r.history) > 0 {
			state = f.clone(state)
		}
	case r.base != nil:
		if err := json.Unmarshal(r.base, &state); err != nil {
			return state, fmt.Errorf("read the snapshot of version %s: %w", f.version, err)
		}
	}
	for _, h := range r.history {
		state = f.evolve(state, h.payload, h.at)
	}
	return state, nil
}

// read loads a stream from a snapshot, or from its beginning, and returns whether it has found the decision's command.
func (h *Handler) read(ctx context.Context, tx *Tx, stream, version string) (*read, bool, error) {
	if version != "" && h.Snapshots != nil {
		r, handled, err := h.readFromSnapshot(ctx, tx, stream, version)
		if err != nil || r != nil {
			return r, handled, err
		}
	}
	r := &read{stream: stream, revision: eventlog.NoRevision}
	handled := false
	for recorded, err := range h.Log.Stream(ctx, stream, 0) {
		if err != nil {
			return nil, false, err
		}
		if err := h.add(ctx, tx, r, recorded, &handled); err != nil {
			return nil, false, err
		}
	}
	return r, handled, nil
}

// add adds an event that was read. It returns an error if another request has the id of a command in the stream.
func (h *Handler) add(ctx context.Context, tx *Tx, r *read, recorded eventlog.Recorded, handled *bool) error {
	event, err := h.Codec.Decode(recorded.Type, recorded.Data)
	if err != nil {
		return err
	}
	r.history = append(r.history, happened{event, recorded.Meta.At, recorded.ID})
	r.commands = append(r.commands, Covered{Command: recorded.Meta.Command, Hash: recorded.Meta.RequestHash, At: recorded.Meta.At})
	r.revision, r.position, r.last = recorded.Revision, recorded.Position, recorded.ID
	return tx.recognise(ctx, recorded.Meta.Command, recorded.Meta.RequestHash, handled)
}
