package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/domain/download"
	domainlog "github.com/modyard/modyard/domain/log"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	logpostgres "github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/database"
)

// appendBytes is the size of an append, below eventlog.MaxAppendBytes by more than one event.
const appendBytes = 3 << 20

// open opens the log of hits. closed must be called at the end.
func open(ctx context.Context, a arguments) (log eventlog.Log, closed func() error, err error) {
	quiet := slog.New(slog.DiscardHandler)
	if a.dataDir != "" {
		core, err := app.Open(ctx, config.Config{DataDir: a.dataDir, Addr: "127.0.0.1:0"}, quiet, app.Share)
		if err != nil {
			return nil, nil, err
		}
		if log, err = core.Hits.Log(ctx); err != nil {
			return nil, nil, errors.Join(err, core.Close())
		}
		return log, core.Close, nil
	}
	db, err := database.Connect(ctx, database.Logins{App: a.into})
	if err != nil {
		return nil, nil, fmt.Errorf("-into: %w", err)
	}
	opened, err := logpostgres.Open(ctx, db.Pool, logpostgres.WithLogger(quiet), logpostgres.WithSchema(domainlog.Hits, app.HitsPartition))
	if err != nil {
		db.Close()
		return nil, nil, fmt.Errorf("-into: %w", err)
	}
	return opened, func() error { opened.Close(); db.Close(); return nil }, nil
}

// writer appends a history to a log that has no other hits.
type writer struct {
	log      eventlog.Log
	plan     *plan
	progress io.Writer

	skip                int // events that an interrupted run has appended
	hits, events, bytes int // appended
	codec               *codec.Codec
	pending             []eventlog.Write
	size                int
	told                time.Time
}

// packedHour are the events of an hour, and how many hits they have, or why they could not be made.
type packedHour struct {
	events []eventlog.Event
	hits   int
	err    error
}

// write appends what the log does not have yet.
func (w *writer) write(ctx context.Context) (err error) {
	if w.codec, err = codec.New(download.HitTypes()); err != nil {
		return err
	}
	if w.skip, err = w.appended(ctx); err != nil {
		return err
	}
	first, number := 0, 0 // number is that of the hour's first event
	for ; first < len(w.plan.perHour); first++ {
		n := eventsOf(w.plan.perHour[first])
		if number+n > w.skip {
			break
		}
		number += n
	}
	work, working := errgroup.WithContext(ctx)
	ready := make(chan chan packedHour, runtime.GOMAXPROCS(0))
	work.Go(func() error { return w.make(working, work, first, number, ready) })
	work.Go(func() error {
		for next := range ready {
			select {
			case hour := <-next:
				if err := w.add(working, hour); err != nil {
					return err
				}
			case <-working.Done():
				return working.Err()
			}
		}
		return w.flush(working)
	})
	return work.Wait()
}

// appended is the number of events that the log has of this history; an error where it has others.
func (w *writer) appended(ctx context.Context) (int, error) {
	head, err := w.log.Head(ctx)
	if err != nil || head == 0 {
		return 0, err
	}
	last, err := w.log.Event(ctx, head)
	if err != nil {
		return 0, err
	}
	if last.ID != eventlog.DeriveEventID(w.plan.name, int(head)-1) {
		return 0, errors.New("the log has hits that are not of this history: a history begins in a log without hits, and an interrupted one goes on with the same arguments")
	}
	fmt.Fprintf(w.progress, "%d events are there already\n", head)
	return int(head), nil
}

// eventsOf is the number of events of so many hits.
func eventsOf(hits int) int { return (hits + download.MaxHits - 1) / download.MaxHits }

// make makes the hours beside each other and passes them on in order.
func (w *writer) make(ctx context.Context, work *errgroup.Group, first, number int, ready chan<- chan packedHour) error {
	defer close(ready)
	for hour := first; hour < len(w.plan.perHour); hour++ {
		made := make(chan packedHour, 1)
		select {
		case ready <- made:
		case <-ctx.Done():
			return ctx.Err()
		}
		begin := number
		work.Go(func() error {
			packed, err := w.pack(hour, begin)
			packed.err = err
			made <- packed
			return nil
		})
		number += eventsOf(w.plan.perHour[hour])
	}
	return nil
}

// pack makes the events of an hour from its first one on, without those that are in the log.
func (w *writer) pack(hour, number int) (packed packedHour, err error) {
	for hits := range slices.Chunk(w.plan.hour(hour), download.MaxHits) {
		if number++; number <= w.skip {
			continue
		}
		bytes, err := download.Pack(hits)
		if err != nil {
			return packed, err
		}
		typ, data, err := w.codec.Encode(download.Recorded{Hits: bytes})
		if err != nil {
			return packed, fmt.Errorf("encode hits: %w", err)
		}
		packed.hits += len(hits)
		packed.events = append(packed.events, eventlog.Event{
			ID: eventlog.DeriveEventID(w.plan.name, number-1), Type: typ, Data: data, Meta: eventlog.Metadata{At: hits[0].At},
		})
	}
	return packed, nil
}

// add appends when enough is there. The streams are those of the site's own hits: one a day.
func (w *writer) add(ctx context.Context, hour packedHour) error {
	if hour.err != nil {
		return hour.err
	}
	for _, e := range hour.events {
		if w.size+e.Size() > appendBytes {
			if err := w.flush(ctx); err != nil {
				return err
			}
		}
		stream := download.Download.Stream(e.Meta.At)
		if n := len(w.pending); n == 0 || w.pending[n-1].Stream != stream {
			w.pending = append(w.pending, eventlog.Write{Stream: stream, Expected: eventlog.Any})
		}
		last := &w.pending[len(w.pending)-1]
		last.Events = append(last.Events, e)
		w.size += e.Size()
		w.events, w.bytes = w.events+1, w.bytes+len(e.Data)
	}
	w.hits += hour.hits
	return nil
}

func (w *writer) flush(ctx context.Context) error {
	if len(w.pending) == 0 {
		return nil
	}
	if _, err := w.log.Append(ctx, w.pending...); err != nil {
		return fmt.Errorf("append hits: %w", err)
	}
	w.pending, w.size = nil, 0
	if time.Since(w.told) > 5*time.Second {
		w.told = time.Now()
		fmt.Fprintf(w.progress, "%d hits appended\n", w.hits)
	}
	return nil
}
