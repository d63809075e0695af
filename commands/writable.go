package commands

import (
	"context"
	"errors"
	"fmt"

	"github.com/modyard/modyard/eventlog"
)

// Writable checks whether events of the given types may be written now. During a deployment a new type is rejected
// until every running process supports it, because an older process stops at an event that it cannot read.
type Writable interface {
	Writable(ctx context.Context, types ...string) error
}

// ErrNotWritable means that nothing was appended because an event's type may not be written; the reason is wrapped
// beside it.
var ErrNotWritable = errors.New("check whether the events may be written")

// writable checks all types of an append in one call.
func (h *Handler) writable(ctx context.Context, writes []eventlog.Write) error {
	return ask(ctx, h.Types, writes)
}

func ask(ctx context.Context, types Writable, writes []eventlog.Write) error {
	if types == nil {
		return nil
	}
	var named []string
	for _, w := range writes {
		for _, e := range w.Events {
			named = append(named, e.Type)
		}
	}
	if err := types.Writable(ctx, named...); err != nil {
		return fmt.Errorf("%w: %w", ErrNotWritable, err)
	}
	return nil
}

// Asking wraps a log so that it checks the types before each append, for callers that append plans. If types is nil, it
// returns the log itself.
func Asking(log eventlog.Log, types Writable) eventlog.Log {
	if types == nil {
		return log
	}
	return asking{Log: log, types: types}
}

type asking struct {
	eventlog.Log
	types Writable
}

// Append appends nothing if one of the events may not be written.
func (a asking) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	if err := ask(ctx, a.types, writes); err != nil {
		return eventlog.Receipt{}, err
	}
	return a.Log.Append(ctx, writes...)
}
