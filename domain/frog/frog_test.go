package frog_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/frog"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog/codec"
)

func TestEveryStoredEventFormCanBeRead(t *testing.T) {
	types, err := codec.New(frog.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	codec.Golden(t, types, "testdata/events")
}

func TestABrowserIsCountedOnce(t *testing.T) {
	id := "abcDEF012_-abcDEF012_-"
	events, err := frog.Decide(frog.State{}, frog.Meet{Frog: id})
	if err != nil || len(events) != 1 || events[0].Role != role.Self {
		t.Fatal(events, err)
	}
	if again, err := frog.Decide(frog.Evolve(frog.State{}, events[0].Payload), frog.Meet{Frog: id}); err != nil || len(again) != 0 {
		t.Fatal(again, err)
	}
	for _, bad := range []string{"", "short", strings.Repeat("x", 23), "abcDEF012_-abcDEF012_蛙", "abcDEF012_-abcDEF01 _-"} {
		if _, err := frog.Decide(frog.State{}, frog.Meet{Frog: bad}); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}
