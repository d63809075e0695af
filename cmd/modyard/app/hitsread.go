package app

import (
	"context"
	"fmt"
	"sort"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/archive"
)

// Each calls do with the hits of every event of a category, in the order of the log, up to its present end.
func (h *Hits) Each(ctx context.Context, category string, do func([]download.Hit) error) error {
	whole, err := h.Whole(ctx)
	if err != nil {
		return err
	}
	head, err := whole.Head(ctx)
	if err != nil {
		return fmt.Errorf("read the log of hits: %w", err)
	}
	return h.between(ctx, whole, 0, head, []string{category}, func(_ download.Kind, hits []download.Hit) error { return do(hits) })
}

// Between calls do with the hits of every event of some categories that was recorded after a time and not after another, in the order
// of the log.
func (h *Hits) Between(ctx context.Context, from, to time.Time, categories []string, do func(download.Kind, []download.Hit) error) error {
	whole, err := h.Whole(ctx)
	if err != nil {
		return err
	}
	after, err := recordedUntil(ctx, whole, from)
	if err != nil {
		return err
	}
	upTo, err := recordedUntil(ctx, whole, to)
	if err != nil {
		return err
	}
	return h.between(ctx, whole, after, upTo, categories, do)
}

func (h *Hits) between(ctx context.Context, whole *archive.Whole, after, upTo eventlog.Position, categories []string, do func(download.Kind, []download.Hit) error) error {
	for batch, err := range whole.Read(ctx, after, upTo, eventlog.Filter{Categories: categories}) {
		if err != nil {
			return fmt.Errorf("read the log of hits: %w", err)
		}
		for _, e := range batch.Events {
			payload, err := h.Codec.Decode(e.Type, e.Data)
			if err != nil {
				return fmt.Errorf("read event %d of the log of hits: %w", e.Position, err)
			}
			kind, packed, ok := download.HitsOf(payload)
			if !ok {
				continue
			}
			hits, err := packed.Hits()
			if err != nil {
				return fmt.Errorf("read event %d of the log of hits: %w", e.Position, err)
			}
			if err := do(kind, hits); err != nil {
				return err
			}
		}
	}
	return nil
}

// recordedUntil is the position of the last event that was recorded at a time or before; zero if there is none. Events are recorded in
// the order of their positions.
func recordedUntil(ctx context.Context, log eventlog.Reader, at time.Time) (eventlog.Position, error) {
	head, err := log.Head(ctx)
	if err != nil {
		return 0, fmt.Errorf("find a time in the log of hits: %w", err)
	}
	var failed error
	n := sort.Search(int(head), func(n int) bool { //nolint:gosec // a log has fewer events
		if failed != nil {
			return true
		}
		for batch, err := range log.Read(ctx, eventlog.Position(n), eventlog.Position(n)+1, eventlog.Filter{}) { //nolint:gosec // not negative
			if err != nil {
				failed = fmt.Errorf("find a time in the log of hits: %w", err)
				return true
			}
			for _, e := range batch.Events {
				return e.RecordedAt.After(at)
			}
		}
		return false // dropped, or before the first
	})
	return eventlog.Position(n), failed //nolint:gosec // not negative
}
