package archive_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/archive"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/eventlog/memory"
)

var errCrash = errors.New("the program has crashed")

// world is a log with its archive and the records of the main log. crash, if it is positive, is the number of the step
// at which the program crashes: before it takes effect, or after it if late is true.
type world struct {
	*testing.T
	log     *memory.Log
	all     []eventlog.Recorded // that were ever appended
	mu      sync.Mutex
	files   map[string][]byte
	records []archive.Range
	read    eventlog.Position
	steps   int
	crash   int
	late    bool
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, log: memory.New(), files: map[string][]byte{}, read: 1 << 40}
	w.append(350)
	return w
}

func (w *world) append(n int) {
	w.Helper()
	for range n {
		e := eventlogtest.Event("download.counted.v1", fmt.Sprintf(`{"n":%d,"text":"<é>"}`, len(w.all)))
		e.Data = append(e.Data, 0, 0xff) // data is bytes
		stream := fmt.Sprintf("hits-%d", len(w.all)%3)
		if _, err := w.log.Append(w.Context(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: []eventlog.Event{e}}); err != nil {
			w.Fatal(err)
		}
		stored, err := w.log.Event(w.Context(), eventlog.Position(len(w.all)+1))
		if err != nil {
			w.Fatal(err)
		}
		w.all = append(w.all, stored)
	}
}

// step runs a step with an effect outside the program.
func (w *world) step(effect func()) error {
	w.steps++
	if w.steps == w.crash && !w.late {
		return errCrash
	}
	effect()
	if w.steps == w.crash {
		return errCrash
	}
	return nil
}

func (w *world) Read(_ context.Context, name string) ([]byte, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.files[name]), nil
}

func (w *world) Write(_ context.Context, name string, data []byte) error {
	return w.step(func() { w.files[name] = slices.Clone(data) })
}

func (w *world) Delete(_ context.Context, name string) error {
	return w.step(func() { delete(w.files, name) })
}

func (w *world) record(_ context.Context, r archive.Range) error {
	return w.step(func() {
		if !slices.Contains(w.records, r) {
			w.records = append(w.records, r)
		}
	})
}

// breakable is the log whose Truncate is a step.
type breakable struct {
	*memory.Log
	w *world
}

func (b breakable) Truncate(ctx context.Context, first eventlog.Position) (err error) {
	return errors.Join(b.w.step(func() { err = b.Log.Truncate(ctx, first) }), err)
}

func (w *world) archiver() *archive.Archiver {
	return archive.New(archive.Options{
		Log: breakable{w.log, w}, Name: "hits", Files: w, Record: w.record, FileBytes: 8 << 10,
		Read: func(context.Context) (eventlog.Position, error) { return w.read, nil },
	})
}

// run archives all old events without a crash.
func (w *world) run() []archive.Range {
	w.Helper()
	w.crash = 0
	dropped, err := w.archiver().Run(w.Context(), time.Now().Add(time.Hour))
	if err != nil {
		w.Fatal(err)
	}
	return dropped
}

func (w *world) reader() *archive.Reader {
	generation, err := w.log.Generation(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	return &archive.Reader{Generation: generation, Files: w, Ranges: func(context.Context) ([]archive.Range, error) { return slices.Clone(w.records), nil }}
}

func (w *world) whole() *archive.Whole {
	return archive.NewWhole(w.log, w.reader())
}

func (w *world) first() eventlog.Position {
	w.Helper()
	first, err := w.log.First(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	return first
}

// wantAll expects the archive and the log to have every event that was appended.
func (w *world) wantAll() {
	w.Helper()
	var got []eventlog.Recorded
	for batch, err := range w.whole().Read(w.Context(), 0, 1<<40, eventlog.Filter{}) {
		if err != nil {
			w.Fatal(err)
		}
		got = append(got, batch.Events...)
	}
	w.want(got, w.all)
}

func (w *world) want(got, want []eventlog.Recorded) {
	w.Helper()
	if len(got) != len(want) {
		w.Fatalf("%d events, want %d", len(got), len(want))
	}
	for i := range want {
		a, b := got[i], want[i]
		if string(a.Data) != string(b.Data) || !a.RecordedAt.Equal(b.RecordedAt) {
			w.Fatalf("event %d is %+v, want %+v", i, a, b)
		}
		a.Data, b.Data, a.RecordedAt, b.RecordedAt = nil, nil, time.Time{}, time.Time{}
		if fmt.Sprintf("%+v", a) != fmt.Sprintf("%+v", b) {
			w.Fatalf("event %d is %+v, want %+v", i, a, b)
		}
	}
}
