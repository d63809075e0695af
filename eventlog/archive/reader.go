package archive

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/modyard/modyard/eventlog"
)

// Reader reads the archived events of one log.
type Reader struct {
	Generation string
	Files      Files
	// Ranges returns the recorded ranges. Of two records of the same range the later one counts.
	Ranges func(ctx context.Context) ([]Range, error)
}

// ranges returns the recorded ranges in log order, each once.
func (r *Reader) ranges(ctx context.Context) ([]Range, error) {
	recorded, err := r.Ranges(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the records of the archive: %w", err)
	}
	var all []Range
	for _, next := range recorded {
		i := slices.IndexFunc(all, func(have Range) bool { return have.From == next.From })
		if i < 0 {
			all = append(all, next)
		} else {
			all[i] = next
		}
	}
	slices.SortFunc(all, func(a, b Range) int { return cmp.Compare(a.From, b.From) })
	return all, nil
}

// Events yields the archived events between two positions (both inclusive), in log order. It fails with ErrDamaged at
// the first event that is not in the archive as it was recorded.
func (r *Reader) Events(ctx context.Context, from, to eventlog.Position) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		more, err := r.events(ctx, max(from, 1), to, func(e eventlog.Recorded) bool { return yield(e, nil) })
		if err != nil && more {
			yield(eventlog.Recorded{}, fmt.Errorf("read the archive from %d to %d: %w", from, to, err))
		}
	}
}

// events returns false if yield has ended the read.
func (r *Reader) events(ctx context.Context, from, to eventlog.Position, yield func(eventlog.Recorded) bool) (more bool, err error) {
	all, err := r.ranges(ctx)
	if err != nil {
		return true, err
	}
	for _, one := range all {
		if one.To < from || one.From > to {
			continue
		}
		if one.From > from {
			break
		}
		m, err := readManifest(ctx, r.Files, r.Generation, one)
		if err != nil {
			return true, err
		}
		for _, f := range m.Files {
			if f.To < from || f.From > to {
				continue
			}
			if more, err := r.file(ctx, m, f, from, to, yield); err != nil || !more {
				return more, err
			}
			from = min(f.To, to) + 1
		}
	}
	if from <= to {
		return true, fmt.Errorf("%w: no record has the events from %d on", ErrDamaged, from)
	}
	return true, nil
}

func (r *Reader) file(ctx context.Context, m Manifest, f File, from, to eventlog.Position, yield func(eventlog.Recorded) bool) (more bool, err error) {
	lines, err := readFile(ctx, r.Files, m, f)
	if err != nil {
		return true, err
	}
	next := f.From
	for data := range bytes.Lines(lines) {
		if err := ctx.Err(); err != nil {
			return true, err
		}
		e, err := decodeLine(data)
		if err != nil {
			return true, err
		}
		if e.Position != next {
			return true, fmt.Errorf("%w: %s has event %d at the place of %d", ErrDamaged, f.Name, e.Position, next)
		}
		next++
		if e.Position >= from && e.Position <= to && !yield(e) {
			return false, nil
		}
	}
	if next != f.To+1 {
		return true, fmt.Errorf("%w: %s ends before event %d", ErrDamaged, f.Name, next)
	}
	return true, nil
}
