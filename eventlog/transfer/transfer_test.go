package transfer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/eventlog/memory"
	logpostgres "github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/eventlog/seal"
	"github.com/modyard/modyard/eventlog/transfer"
	"github.com/modyard/modyard/platform/pgtest"
)

// Some events are appended atomically to several streams, some streams differ only in case, and some events are large.
func fill(t *testing.T, log eventlog.Log, n int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	event := func(i int) eventlog.Event {
		data := fmt.Sprintf(`{"n":%d,"text":"钠"}`, i)
		if i%90 == 5 {
			data = `"` + strings.Repeat("x", 300<<10) + `"`
		}
		return eventlog.Event{
			ID: eventlog.NewEventID(), Type: fmt.Sprintf("thing.made.v%d", 1+i%3), Data: []byte(data),
			Meta: eventlog.Metadata{
				Actor: "AABBCCDD", Role: "owner", Credential: "s", Command: fmt.Sprint("command ", i), RequestHash: "h", Request: "r",
				Causation: "c", At: time.Now(), Salt: eventlog.NewSalt(), Unknown: []string{"", `{"later":[1.50,{"a":null}],"text":"<钠>"}`}[i%2],
			},
		}
	}
	for i := 0; i < n; i++ {
		name := fmt.Sprintf("thing-%c%d", "aA"[random.IntN(2)], random.IntN(20))
		writes := []eventlog.Write{{Stream: name, Expected: eventlog.Any, Events: []eventlog.Event{event(i)}}}
		if i%5 == 0 {
			writes = append(writes, eventlog.Write{Stream: fmt.Sprintf("slug-%d", i), Expected: eventlog.NoStream,
				Events: []eventlog.Event{event(n + 2*i), event(n + 2*i + 1)}})
		}
		if _, err := log.Append(t.Context(), writes...); err != nil {
			t.Fatal(err)
		}
	}
}

func postgres(t *testing.T) eventlog.Log {
	t.Helper()
	log, err := logpostgres.Open(t.Context(), pgtest.Database(t).Pool)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	return log
}

// all reads a log to its end.
func all(t *testing.T, log eventlog.Log) []eventlog.Recorded {
	t.Helper()
	var out []eventlog.Recorded
	for batch, err := range log.Read(t.Context(), 0, math.MaxUint64, eventlog.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, batch.Events...)
	}
	return out
}

func expectSame(t *testing.T, source, target eventlog.Log) {
	t.Helper()
	a, b := all(t, source), all(t, target)
	if len(a) != len(b) || len(a) == 0 {
		t.Fatalf("%d events became %d", len(a), len(b))
	}
	for i := range a {
		x, y := a[i], b[i]
		if seal.LeafOf(x) != seal.LeafOf(y) {
			t.Fatalf("event %d has the metadata %s and had %s: its leaf in the seal differs", i, y.RawMeta, x.RawMeta)
		}
		x.RawMeta, y.RawMeta = "", ""
		x.Position, y.Position, x.Meta.Recorded, y.Meta.Recorded = 0, 0, time.Time{}, time.Time{}
		if !x.RecordedAt.Equal(y.RecordedAt) {
			t.Fatalf("event %d was recorded at %v and is reported at %v", i, x.RecordedAt, y.RecordedAt)
		}
		x.RecordedAt, y.RecordedAt = time.Time{}, time.Time{}
		if x.Meta.Unknown != y.Meta.Unknown { // an engine may encode it differently
			var a, b any
			if json.Unmarshal([]byte(x.Meta.Unknown), &a) != nil || json.Unmarshal([]byte(y.Meta.Unknown), &b) != nil || !reflect.DeepEqual(a, b) {
				t.Fatalf("event %d has %q and had %q", i, y.Meta.Unknown, x.Meta.Unknown)
			}
			x.Meta.Unknown = y.Meta.Unknown
		}
		if !reflect.DeepEqual(x, y) {
			t.Fatalf("event %d was\n%.2000v\nand is\n%.2000v", i, x, y)
		}
	}
}

func TestALogIsCopiedBetweenAnyEngines(t *testing.T) {
	for name, engines := range map[string][2]func() eventlog.Log{
		"postgres to memory":   {func() eventlog.Log { return postgres(t) }, func() eventlog.Log { return memory.New() }},
		"memory to postgres":   {func() eventlog.Log { return memory.New() }, func() eventlog.Log { return postgres(t) }},
		"postgres to postgres": {func() eventlog.Log { return postgres(t) }, func() eventlog.Log { return postgres(t) }},
	} {
		t.Run(name, func(t *testing.T) {
			source, target := engines[0](), engines[1]()
			fill(t, source, 150)
			result, err := transfer.Run(t.Context(), source, target, nil)
			if err != nil {
				t.Fatal(err)
			}
			expectSame(t, source, target)
			if want := uint64(len(all(t, source))); result.Copied != want || result.Events != want {
				t.Errorf("%+v", result)
			}
			// A second run has nothing to do, and later only new events are copied.
			if result, err = transfer.Run(t.Context(), source, target, nil); err != nil || result.Copied != 0 {
				t.Errorf("%+v %v", result, err)
			}
			one := eventlog.Write{Stream: "thing-later", Expected: eventlog.NoStream, Events: []eventlog.Event{{ID: eventlog.NewEventID(), Type: "thing.made.v1"}}}
			if _, err := source.Append(t.Context(), one); err != nil {
				t.Fatal(err)
			}
			if result, err = transfer.Run(t.Context(), source, target, nil); err != nil || result.Copied != 1 {
				t.Errorf("%+v %v", result, err)
			}
			expectSame(t, source, target)
		})
	}
}

func TestAnEmptyLogIsCopiedWithoutEvents(t *testing.T) {
	result, err := transfer.Run(t.Context(), memory.New(), postgres(t), nil)
	if err != nil || result.Events != 0 {
		t.Fatal(result, err)
	}
}

// killed loses its connection around every few appends: before or after the append.
type killed struct {
	eventlog.Log
	random *rand.Rand
	end    context.CancelFunc
}

var errLost = errors.New("connection lost")

func (k *killed) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	switch k.random.IntN(4) {
	case 0: // the program crashes before it
		k.end()
		return eventlog.Receipt{}, errLost
	case 1: // or after it, before it receives the answer
		if _, err := k.Log.Append(context.WithoutCancel(ctx), writes...); err != nil {
			return eventlog.Receipt{}, err
		}
		k.end()
		return eventlog.Receipt{}, errLost
	}
	return k.Log.Append(ctx, writes...)
}

func TestATransferThatIsKilledRepeatedlyCopiesEachEventOnce(t *testing.T) {
	source, target := memory.New(), postgres(t)
	fill(t, source, 150)
	random := rand.New(rand.NewPCG(3, 4))
	for kills := 0; ; kills++ {
		if kills > 300 {
			t.Fatal("the transfer does not end")
		}
		ctx, cancel := context.WithCancel(t.Context())
		_, err := transfer.Run(ctx, source, &killed{target, random, cancel}, nil)
		cancel()
		if err == nil {
			t.Logf("after %d kills", kills)
			break
		}
		if !errors.Is(err, errLost) && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	expectSame(t, source, target)
}

func TestAnAppendWhoseAnswerWasLostIsRepeated(t *testing.T) {
	source, target := memory.New(), memory.New()
	fill(t, source, 20)
	lossy := &forgetful{Log: target}
	if _, err := transfer.Run(t.Context(), source, lossy, nil); err != nil {
		t.Fatal(err)
	}
	expectSame(t, source, target)
}

// forgetful loses the answer of its first append.
type forgetful struct {
	eventlog.Log
	lost bool
}

func (f *forgetful) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	receipt, err := f.Log.Append(ctx, writes...)
	if err == nil && !f.lost {
		f.lost = true
		return eventlog.Receipt{}, &eventlog.Unavailable{Err: errLost}
	}
	return receipt, err
}

func TestATargetThatIsNotTheBeginningOfTheSourceIsRejected(t *testing.T) {
	event := func(stream string) eventlog.Write {
		return eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: []eventlog.Event{{ID: eventlog.NewEventID(), Type: "thing.made.v1"}}}
	}
	for name, spoil := range map[string]func(t *testing.T, source, target eventlog.Log){
		"another log": func(t *testing.T, _, target eventlog.Log) { must(t, target, event("other-1")) },
		"one with additional events": func(t *testing.T, source, target eventlog.Log) {
			if _, err := transfer.Run(t.Context(), source, target, nil); err != nil {
				t.Fatal(err)
			}
			must(t, target, event("other-1"))
		},
		"one with other bytes": func(t *testing.T, source, target eventlog.Log) {
			e := all(t, source)[0]
			e.Data = append(e.Data, ' ')
			must(t, target, eventlog.Write{Stream: e.Stream, Expected: eventlog.NoStream, Events: []eventlog.Event{e.Event}})
		},
		"one with other unknown members": func(t *testing.T, source, target eventlog.Log) {
			e := all(t, source)[0]
			e.Meta.Unknown = `{"other":1}`
			must(t, target, eventlog.Write{Stream: e.Stream, Expected: eventlog.NoStream, Events: []eventlog.Event{e.Event}})
		},
		"one with another recording time": func(t *testing.T, source, target eventlog.Log) {
			e := all(t, source)[0]
			e.Meta.Recorded = e.RecordedAt.Add(time.Microsecond)
			must(t, target, eventlog.Write{Stream: e.Stream, Expected: eventlog.NoStream, Events: []eventlog.Event{e.Event}})
		},
		"one with other metadata": func(t *testing.T, source, target eventlog.Log) {
			e := all(t, source)[0]
			e.Meta.Actor = "somebody"
			must(t, target, eventlog.Write{Stream: e.Stream, Expected: eventlog.NoStream, Events: []eventlog.Event{e.Event}})
		},
	} {
		source, target := memory.New(), memory.New()
		fill(t, source, 30)
		spoil(t, source, target)
		before := len(all(t, target))
		if _, err := transfer.Run(t.Context(), source, target, nil); !errors.Is(err, transfer.ErrDiverged) {
			t.Errorf("%s: %v", name, err)
		}
		if after := len(all(t, target)); after != before {
			t.Errorf("%s: %d events were added", name, after-before)
		}
	}
}

// wandering stamps its events with a clock that is sometimes set back, and hides this only within one reading.
type wandering struct{ eventlog.Log }

func (w wandering) Read(ctx context.Context, after, upTo eventlog.Position, filter eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return func(yield func(eventlog.Batch, error) bool) {
		var last time.Time
		for batch, err := range w.Log.Read(ctx, after, upTo, filter) {
			for i := range batch.Events {
				e := &batch.Events[i]
				stamped := time.Date(2026, 1, 1, 0, 0, int(e.Position)-40*int(e.Position%3), 0, time.UTC)
				if stamped.Before(last) {
					stamped = last
				}
				e.RecordedAt, last = stamped, stamped
			}
			if !yield(batch, err) {
				return
			}
		}
	}
}

func TestRecordingTimesDoNotDependOnWhereATransferContinues(t *testing.T) {
	inner, target := memory.New(), memory.New()
	source := wandering{inner}
	fill(t, inner, 30)
	for range 5 {
		for range 3 {
			must(t, inner, eventlog.Write{Stream: "other-1", Expected: eventlog.Any, Events: []eventlog.Event{{ID: eventlog.NewEventID(), Type: "thing.made.v1"}}})
			if _, err := transfer.Run(t.Context(), source, target, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	expectSame(t, source, target)
	var last time.Time
	for _, e := range all(t, target) {
		if e.RecordedAt.Before(last) {
			t.Errorf("event %d was recorded at %v, the one before at %v", e.Position, e.RecordedAt, last)
		}
		last = e.RecordedAt
	}
}

func must(t *testing.T, log eventlog.Log, w eventlog.Write) {
	t.Helper()
	if _, err := log.Append(t.Context(), w); err != nil {
		t.Fatal(err)
	}
}

// busy is appended to while it is read.
type busy struct {
	eventlog.Log
	t *testing.T
}

func (b *busy) Head(ctx context.Context) (eventlog.Position, error) {
	head, err := b.Log.Head(ctx)
	must(b.t, b.Log, eventlog.Write{Stream: "other-1", Expected: eventlog.Any, Events: []eventlog.Event{{ID: eventlog.NewEventID(), Type: "thing.made.v1"}}})
	return head, err
}

func TestAWriteToTheSourceIsDetected(t *testing.T) {
	source := memory.New()
	fill(t, source, 30)
	if _, err := transfer.Run(t.Context(), &busy{source, t}, memory.New(), nil); !errors.Is(err, transfer.ErrMoved) {
		t.Fatal(err)
	}
}

func TestATruncatedLogIsNotTransferred(t *testing.T) {
	truncated := memory.New()
	for range 30 {
		w := eventlog.Write{Stream: "thing-1", Expected: eventlog.Any}
		for range 10 {
			w.Events = append(w.Events, eventlogtest.Event("thing.made.v1", "{}"))
		}
		if _, err := truncated.Append(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
	cut, err := truncated.Cut(t.Context())
	if err == nil {
		err = truncated.Truncate(t.Context(), cut)
	}
	if err != nil {
		t.Fatal(err)
	}
	for what, logs := range map[string][2]eventlog.Log{"source": {truncated, memory.New()}, "target": {memory.New(), truncated}} {
		var dropped *eventlog.Truncated
		if _, err := transfer.Run(t.Context(), logs[0], logs[1], nil); !errors.As(err, &dropped) || dropped.First != cut || !strings.Contains(err.Error(), what) {
			t.Errorf("as the %s: %v", what, err)
		}
	}
}
