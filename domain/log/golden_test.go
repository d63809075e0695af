package log_test

import (
	"testing"

	"github.com/modyard/modyard/domain/log"
	"github.com/modyard/modyard/eventlog/codec"
)

func TestEveryStoredEventFormCanBeRead(t *testing.T) {
	types, err := codec.New(log.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	codec.Golden(t, types, "testdata/events")
}
