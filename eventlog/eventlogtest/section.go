package eventlogtest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// Section makes a part of a log without dense positions look like a whole, empty log with dense ones, so that the suite
// is the same for every engine. A position becomes the number of the section's events up to it. With shared, other
// writers may use the log: streams are renamed to be unique to the section, and other events are not visible. The
// argument open opens handles on the log; the result opens handles on the section.
func Section(t testing.TB, open func() eventlog.Log, shared bool) func() eventlog.Log {
	t.Helper()
	s := &section{places: map[string]string{}, names: map[string]string{}, source: open(), moved: make(chan struct{})}
	if shared {
		s.token = eventlog.NewEventID().String()[19:] + "-"
		s.base = head(t, s.source)
		s.upTo = s.base
	}
	ctx, stop := context.WithCancel(context.Background())
	var following sync.WaitGroup
	following.Go(func() {
		for ctx.Err() == nil { // a test may close the handle during the call, or stop the server
			if err := s.follow(ctx); err != nil && !errors.Is(err, eventlog.ErrClosed) && ctx.Err() == nil {
				t.Logf("section: %v", err)
			}
			select {
			case <-ctx.Done():
			case <-time.After(100 * time.Millisecond):
			}
		}
	})
	t.Cleanup(func() {
		stop()
		following.Wait()
	})
	return func() eventlog.Log { return handle{Log: open(), section: s} }
}

// section knows the positions of its events.
type section struct {
	source eventlog.Log
	token  string
	base   eventlog.Position // the position before the section

	looking sync.Mutex // serializes look

	mu     sync.Mutex
	moved  chan struct{}       // closed and replaced when upTo changes
	at     []eventlog.Position // of the section's events, in order
	upTo   eventlog.Position   // the log was read up to here
	places map[string]string   // the streams' names in the log, by their names in the section
	names  map[string]string   // and the reverse map
}

func (s *section) placeAll(names []string) []string {
	placed := make([]string, len(names))
	for i, name := range names {
		placed[i] = s.place(name)
	}
	return placed
}

// place returns a stream's name in the log. Invalid names are unchanged.
func (s *section) place(name string) string {
	if s.token == "" || !eventlog.ValidStream(name) {
		return name
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if place, known := s.places[name]; known {
		return place
	}
	category, id, _ := strings.Cut(name, "-")
	place := category + "-" + s.token + id
	if len(place) > eventlog.MaxStreamBytes {
		place = strings.ToValidUTF8(place[:eventlog.MaxStreamBytes], "")
	}
	s.places[name], s.names[place] = place, name
	return place
}

// name returns a stream's name in the section; false for a stream outside it.
func (s *section) name(place string) (string, bool) {
	if s.token == "" {
		return place, true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	name, ok := s.names[place]
	return name, ok
}

// follow records the section's events until the context ends.
func (s *section) follow(ctx context.Context) error {
	s.mu.Lock()
	from := s.upTo
	s.mu.Unlock()
	for batch, err := range s.source.Follow(ctx, from, eventlog.Filter{}) {
		if err != nil {
			return err
		}
		s.note(batch, batch.UpTo)
	}
	return nil
}

// number counts the section's events up to a position.
func (s *section) number(ctx context.Context, p eventlog.Position) (eventlog.Position, error) {
	for {
		s.mu.Lock()
		upTo, moved := s.upTo, s.moved
		n := sort.Search(len(s.at), func(i int) bool { return s.at[i] > p })
		s.mu.Unlock()
		if p <= upTo {
			return eventlog.Position(n), nil
		}
		select {
		case <-moved:
		case <-time.After(time.Second): // p may be the position of a foreign record, which no follower receives
			if err := s.look(ctx, p); err != nil {
				return 0, fmt.Errorf("number position %d: %w", p, err)
			}
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// look starts a new Follow: when it has reached the end, it has received all events of the section up to p.
func (s *section) look(ctx context.Context, p eventlog.Position) error {
	s.looking.Lock()
	defer s.looking.Unlock()
	s.mu.Lock()
	from := s.upTo
	s.mu.Unlock()
	if from >= p {
		return nil
	}
	for batch, err := range s.source.Follow(ctx, from, eventlog.Filter{}) {
		if err != nil {
			return err
		}
		s.note(batch, batch.UpTo)
		if batch.Live {
			s.note(eventlog.Batch{}, p)
			return nil
		}
	}
	return ctx.Err()
}

// note adds a batch, unless it is known, and advances upTo.
func (s *section) note(batch eventlog.Batch, upTo eventlog.Position) {
	var own []eventlog.Position
	for _, e := range batch.Events {
		if _, ok := s.name(e.Stream); ok {
			own = append(own, e.Position)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range own {
		if p > s.upTo {
			s.at = append(s.at, p)
		}
	}
	if upTo > s.upTo {
		s.upTo = upTo
		close(s.moved)
		s.moved = make(chan struct{})
	}
}

// position is the reverse; false for a number that the section has not reached.
func (s *section) position(n eventlog.Position) (eventlog.Position, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case n == 0:
		return s.base, true
	case int(n) <= len(s.at):
		return s.at[n-1], true
	}
	return 0, false
}

// handle is one handle on a section.
type handle struct {
	eventlog.Log
	section *section
}

func (h handle) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	renamed := make([]eventlog.Write, len(writes))
	for i, w := range writes {
		w.Stream = h.section.place(w.Stream)
		renamed[i] = w
	}
	receipt, err := h.Log.Append(ctx, renamed...)
	if err == nil {
		receipt.Position, err = h.section.number(context.WithoutCancel(ctx), receipt.Position)
	}
	var conflict *eventlog.Conflict
	if errors.As(err, &conflict) {
		c := *conflict
		c.Stream, _ = h.section.name(c.Stream)
		err = &c
	}
	return receipt, err
}

func (h handle) Stream(ctx context.Context, name string, from eventlog.Revision) iter.Seq2[eventlog.Recorded, error] {
	return h.showEach(ctx, h.Log.Stream(ctx, h.section.place(name), from))
}

func (h handle) StreamRange(ctx context.Context, name string, r eventlog.Range) iter.Seq2[eventlog.Recorded, error] {
	return h.showEach(ctx, h.Log.StreamRange(ctx, h.section.place(name), r))
}

func (h handle) Streams(ctx context.Context, names []string, upTo eventlog.Position) iter.Seq2[eventlog.Recorded, error] {
	return h.showEach(ctx, h.Log.Streams(ctx, h.section.placeAll(names), h.reach(upTo)))
}

func (h handle) Newest(ctx context.Context, names []string) iter.Seq2[eventlog.Recorded, error] {
	return h.showEach(ctx, h.Log.Newest(ctx, h.section.placeAll(names)))
}

// showEach converts events to the section's numbering.
func (h handle) showEach(ctx context.Context, events iter.Seq2[eventlog.Recorded, error]) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		for e, err := range events {
			if err == nil {
				e, _, err = h.show(ctx, e)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// reach is a position of the log for a number; one that the section has not reached is beyond the log.
func (h handle) reach(n eventlog.Position) eventlog.Position {
	if at, there := h.section.position(n); there {
		return at
	}
	return 1 << 60
}

// show converts an event to the section's numbering.
func (h handle) show(ctx context.Context, e eventlog.Recorded) (eventlog.Recorded, bool, error) {
	name, ok := h.section.name(e.Stream)
	if !ok {
		return e, false, nil
	}
	n, err := h.section.number(ctx, e.Position)
	if exact, _ := h.section.position(n); err == nil && exact != e.Position {
		err = fmt.Errorf("event %s of %s is at %d, where the log has none", e.ID, e.Stream, e.Position)
	}
	e.Stream, e.Position = name, n
	return e, true, err
}

func (h handle) Follow(ctx context.Context, after eventlog.Position, filter eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return h.showBatches(ctx, after, h.Log.Follow(ctx, h.reach(after), filter))
}

func (h handle) Read(ctx context.Context, after, upTo eventlog.Position, filter eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return h.showBatches(ctx, after, h.Log.Read(ctx, h.reach(after), h.reach(upTo), filter))
}

// showBatches converts batches after a number to the section's numbering.
func (h handle) showBatches(ctx context.Context, after eventlog.Position, batches iter.Seq2[eventlog.Batch, error]) iter.Seq2[eventlog.Batch, error] {
	return func(yield func(eventlog.Batch, error) bool) {
		live := false
		for batch, err := range batches {
			if err != nil {
				yield(eventlog.Batch{}, err)
				return
			}
			shown := eventlog.Batch{Live: batch.Live}
			for _, e := range batch.Events {
				e, ok, err := h.show(ctx, e)
				if err != nil {
					yield(eventlog.Batch{}, err)
					return
				}
				if ok {
					shown.Events = append(shown.Events, e)
				}
			}
			if shown.UpTo, err = h.section.number(ctx, batch.UpTo); err != nil {
				if ctx.Err() == nil {
					yield(eventlog.Batch{}, err)
				}
				return
			}
			// A batch that only skips foreign events is not passed on.
			if shown.UpTo == after && shown.Live == live {
				continue
			}
			after, live = shown.UpTo, shown.Live
			if !yield(shown, nil) {
				return
			}
		}
	}
}

func (h handle) Event(ctx context.Context, at eventlog.Position) (eventlog.Recorded, error) {
	place := eventlog.Position(0)
	if at > 0 {
		place = h.reach(at)
	}
	e, err := h.Log.Event(ctx, place)
	var missing *eventlog.Missing
	if errors.As(err, &missing) {
		return e, &eventlog.Missing{Stream: missing.Stream, Revision: missing.Revision, Position: at}
	}
	if err == nil {
		e, _, err = h.show(ctx, e)
	}
	return e, err
}

func (h handle) Head(ctx context.Context) (eventlog.Position, error) {
	at, err := h.Log.Head(ctx)
	if err != nil {
		return 0, err
	}
	return h.section.number(ctx, at)
}
