package reactors_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/reactors"
)

// BenchmarkAReactor measures how many messages a reactor handles that does nothing: the rest is Watermill's router and
// the checkpoint in Postgres.
func BenchmarkAReactor(b *testing.B) {
	w := newWorld(b)
	done := make(chan struct{})
	n := 0
	r := reactors.Reactor{Name: "bench", Event: func(context.Context, eventlog.Recorded) error {
		if n++; n == b.N {
			close(done)
		}
		return nil
	}}
	runner, err := reactors.New(w.options(), r)
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	go func() { _ = runner.Run(ctx) }()
	w.until(func() bool { return w.count(`SELECT count(*) FROM reactors.consumers`) == 1 })
	b.ResetTimer()
	for i := 0; i < b.N; {
		var events []eventlog.Event
		for ; i < b.N && len(events) < 500; i++ {
			events = append(events, eventlog.Event{ID: eventlog.NewEventID(), Type: "box.packed.v1", Data: fmt.Appendf(nil, `{"n":%d}`, i), Meta: eventlog.Metadata{At: time.Now()}})
		}
		if _, err := w.log.Append(ctx, eventlog.Write{Stream: "box-a", Expected: eventlog.Any, Events: events}); err != nil {
			b.Fatal(err)
		}
	}
	<-done
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "messages/s")
}
