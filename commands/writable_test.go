package commands_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/modyard/modyard/commands"
)

// barrier rejects every type while it is shut.
type barrier struct {
	shut  error
	asked []string
}

func (g *barrier) Writable(_ context.Context, types ...string) error {
	g.asked = append(g.asked, types...)
	return g.shut
}

func TestAnEventTypeThatARunningProcessDoesNotSupportIsNotAppended(t *testing.T) {
	h, log := setUp(t, 0)
	g := &barrier{shut: errors.New("a process does not support it")}
	h.Types = g
	if _, err := h.Handle(t.Context(), commands.Request{Command: "c"}, add(2, nil)); !errors.Is(err, g.shut) {
		t.Fatal(err)
	}
	if head, _ := log.Head(t.Context()); head != 0 || !slices.Equal(g.asked, []string{"counter.counted.v1"}) {
		t.Fatal(head, g.asked)
	}
	g.shut = nil
	if out, err := h.Handle(t.Context(), commands.Request{Command: "c"}, add(2, nil)); err != nil || out.Position != 1 {
		t.Fatal(out, err)
	}
}
