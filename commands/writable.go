package commands

import (
	"context"
	"errors"
	"fmt"

	"github.com/modyard/modyard/eventlog"
)

// Writable says whether events of the given types may be written now. During a deployment a type that is new waits until
// every running process knows it, because an older one stops at an event that it cannot read.
type Writable interface {
	Writable(ctx context.Context, types ...string) error
}

// ErrNotWritable says that nothing was appended because of the type of an event; the reason stands beside it.
var ErrNotWritable = errors.New("ask whether the events may be written")

// writable asks for all types of an append at once.
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

// Asking is a log that asks before each append, for what appends plans rather than decisions. Without types it is the
// log itself.
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

// Append appends nothing where one of the events may not be written.
func (a asking) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	if err := ask(ctx, a.types, writes); err != nil {
		return eventlog.Receipt{}, err
	}
	return a.Log.Append(ctx, writes...)
}
