package catalogueimport

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/pause"
)

// Limits of one append, so that many appends fit into one batch of the log. A larger project is appended alone.
const (
	maxEvents = 400
	maxBytes  = 1 << 20
)

// append appends planned records in as few appends as possible.
func (im *importer) append(ctx context.Context, items []*item) error {
	for len(items) > 0 {
		n, events, bytes := 0, 0, 0
		for _, it := range items {
			e, b := weight(it.writes)
			if n > 0 && (events+e > maxEvents || bytes+b > maxBytes) {
				break
			}
			n, events, bytes = n+1, events+e, bytes+b
		}
		if err := im.together(ctx, items[:n]); err != nil {
			return err
		}
		items = items[n:]
	}
	return nil
}

func weight(writes []eventlog.Write) (events, bytes int) {
	for _, w := range writes {
		events += len(w.Events)
		bytes += w.Size()
	}
	return events, bytes
}

// together appends records in one append, and one by one if one of them conflicts.
func (im *importer) together(ctx context.Context, items []*item) error {
	var writes []eventlog.Write
	for _, it := range items {
		writes = append(writes, it.writes...)
	}
	receipt, err := im.send(ctx, writes)
	var conflict *eventlog.Conflict
	var invalid *eventlog.Invalid
	switch {
	case err == nil:
		im.appended(items, receipt.Position)
		return nil
	case !errors.As(err, &conflict) && !errors.As(err, &invalid):
		return fmt.Errorf("append line %d and following: %w", items[0].line, err)
	case len(items) > 1:
		for _, it := range items {
			if err := im.together(ctx, []*item{it}); err != nil {
				return err
			}
		}
		return nil
	}
	there, lookErr := im.importedBefore(ctx, items[0])
	switch {
	case lookErr != nil:
		return lookErr
	case there:
		im.appended(items, im.head)
	case conflict != nil && conflict.Stream == "slug-"+items[0].slug:
		im.refuse(items[0], errors.New("the slug belongs to another project"))
	default:
		im.refuse(items[0], err)
	}
	return nil
}

// send retries while the log is unavailable. The event ids are the same each time, so a repeated append has no effect.
func (im *importer) send(ctx context.Context, writes []eventlog.Write) (eventlog.Receipt, error) {
	pauses := pause.Doubling(time.Second, time.Minute)
	for attempt := 0; ; attempt++ {
		receipt, err := im.options.Log.Append(ctx, writes...)
		var away *eventlog.Unavailable
		if err == nil || !errors.As(err, &away) || attempt == 5 {
			return receipt, err
		}
		if !pause.For(ctx, pauses.NextBackOff()) {
			return receipt, ctx.Err()
		}
	}
}

// importedBefore is true if the project was imported before from a catalogue with other data about it.
func (im *importer) importedBefore(ctx context.Context, it *item) (bool, error) {
	first := it.writes[0]
	for e, err := range im.options.Log.Stream(ctx, first.Stream, 0) {
		if err != nil {
			return false, fmt.Errorf("check %s: %w", first.Stream, err)
		}
		return e.ID == first.Events[0].ID, nil
	}
	return false, nil
}

func (im *importer) appended(items []*item, at eventlog.Position) {
	im.mu.Lock()
	defer im.mu.Unlock()
	for _, it := range items {
		if at <= im.head {
			im.sum.There++
			continue
		}
		im.sum.Imported++
		im.sum.Versions += it.versions
		events, _ := weight(it.writes)
		im.sum.Events += events
	}
}
