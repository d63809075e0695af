package webhook_test

import (
	"testing"

	"github.com/modyard/modyard/domain/webhook"
	"github.com/modyard/modyard/eventlog/codec"
)

func TestEveryStoredEventFormCanBeRead(t *testing.T) {
	types, err := codec.New(webhook.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	codec.Golden(t, types, "testdata/events")
}
