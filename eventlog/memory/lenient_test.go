package memory_test

import (
	"context"
	"errors"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/memory"
)

func TestALenientLogAcceptsForeignNamesAndADuplicateStream(t *testing.T) {
	ctx, log := context.Background(), memory.NewLenient()
	write := func(stream string, at eventlog.Revision, size int) eventlog.Write {
		return eventlog.Write{Stream: stream, Expected: eventlog.At(at), Events: []eventlog.Event{
			{ID: eventlog.NewEventID(), Type: "$anything", Data: make([]byte, size)},
		}}
	}
	receipt, err := log.Append(ctx, write("$$Any Name", -1, 5<<20), write("b", -1, 0), write("$$Any Name", 0, 0))
	if err != nil || receipt.Position != 3 || receipt.Revisions[2] != 1 {
		t.Fatalf("%+v, %v", receipt, err)
	}
	var conflict *eventlog.Conflict
	if _, err := log.Append(ctx, write("c", -1, 0), write("c", -1, 0)); !errors.As(err, &conflict) || conflict.Actual != 0 {
		t.Errorf("twice as a new stream: %v", err)
	}
	if head, err := log.Head(ctx); err != nil || head != 3 {
		t.Errorf("head %d, %v", head, err)
	}
}
