package transfer_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/kurrent"
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/eventlog/transfer"
)

func kurrentLog(t *testing.T) eventlog.Log {
	t.Helper()
	log, err := kurrent.Open(t.Context(), kurrenttest.Start(t, kurrenttest.Options{}).URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	return log
}

func TestALogIsMovedToKurrentDBAndBackDespiteKills(t *testing.T) {
	there, node, back := postgres(t), kurrentLog(t), postgres(t)
	fill(t, there, 120)
	random := rand.New(rand.NewPCG(5, 6))
	for _, way := range [][2]eventlog.Log{{there, node}, {node, back}} {
		for kills := 0; ; kills++ {
			if kills > 300 {
				t.Fatal("the transfer does not end")
			}
			ctx, cancel := context.WithCancel(t.Context())
			_, err := transfer.Run(ctx, way[0], &killed{way[1], random, cancel}, nil)
			cancel()
			if err == nil {
				t.Logf("%s to %s after %d kills", way[0].Engine(), way[1].Engine(), kills)
				break
			}
			if !errors.Is(err, errLost) && !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
		expectSame(t, way[0], way[1])
	}
	expectSame(t, there, back)
}

// TestRecordingDaysAreUnchangedAfterAMove checks that the recording day stays that of the first log, after two moves and with new
// events between them.
func TestRecordingDaysAreUnchangedAfterAMove(t *testing.T) {
	there, node, back := postgres(t), kurrentLog(t), postgres(t)
	one := func(log eventlog.Log) {
		t.Helper()
		must(t, log, eventlog.Write{Stream: "thing-a", Expected: eventlog.Any, Events: []eventlog.Event{{ID: eventlog.NewEventID(), Type: "thing.made.v1"}}})
	}
	move := func(from, to eventlog.Log) {
		t.Helper()
		if _, err := transfer.Run(t.Context(), from, to, nil); err != nil {
			t.Fatal(err)
		}
	}
	one(there)
	first := all(t, there)[0].RecordedAt
	move(there, node)
	one(node)
	move(node, back)
	one(back)
	var times [][]eventlog.Recorded
	for _, log := range []eventlog.Log{there, node, back} {
		times = append(times, all(t, log))
	}
	for i, log := range times {
		if len(log) != i+1 || !log[0].RecordedAt.Equal(first) || i > 0 && (!log[1].RecordedAt.Equal(times[1][1].RecordedAt) || !log[0].Meta.Recorded.Equal(first)) {
			t.Errorf("log %d holds %+v, the first was recorded at %v", i, log, first)
		}
	}
	if e := times[2][2]; e.RecordedAt.Before(times[2][1].RecordedAt) || !e.Meta.Recorded.IsZero() {
		t.Errorf("what came after the moves was recorded at %v", e.RecordedAt)
	}
	// The first log receives the new events.
	move(back, there)
	expectSame(t, back, there)
}
