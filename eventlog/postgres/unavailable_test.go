package postgres_test

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/pgtest"
)

func TestAnUnreachableServerIsReportedAsUnavailable(t *testing.T) {
	var wire lines
	log, err := postgres.Open(t.Context(), wire.pool(t, pgtest.Database(t)),
		postgres.WithPatience(300*time.Millisecond), postgres.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if _, err := log.Append(t.Context(), happening("thing-1", eventlog.NoStream)); err != nil {
		t.Fatal(err)
	}
	wire.oneIn.Store(1)
	var away *eventlog.Unavailable
	if _, err := log.Append(t.Context(), happening("thing-1", eventlog.At(0))); !errors.As(err, &away) {
		t.Errorf("append gave %v", err)
	}
	if _, err := log.Head(t.Context()); !errors.As(err, &away) {
		t.Errorf("head gave %v", err)
	}
	for _, err := range log.Follow(t.Context(), 0, eventlog.Filter{}) {
		if !errors.As(err, &away) || away.FaultKind() != "unavailable" {
			t.Errorf("follow gave %v", err)
		}
	}
	for _, err := range log.Stream(t.Context(), "thing-1", 0) {
		if !errors.As(err, &away) {
			t.Errorf("stream gave %v", err)
		}
	}
}
