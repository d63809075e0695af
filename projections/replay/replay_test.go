package replay_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/projections/replay"
)

// past is a log of hits: hourly events of three hits each, a minute apart, and other events between them.
func past(t *testing.T, events int) (eventlog.Log, *codec.Codec) {
	t.Helper()
	types, err := codec.New(download.HitTypes())
	if err != nil {
		t.Fatal(err)
	}
	log := memory.New()
	for i := range events {
		at := begin().Add(time.Duration(i) * time.Hour)
		var hits []download.Hit
		for n := range 3 {
			hits = append(hits, download.Hit{At: at.Add(time.Duration(n-3) * time.Minute), Project: fmt.Sprintf("P%d", n), Version: "V"})
		}
		packed, err := download.Pack(hits)
		if err != nil {
			t.Fatal(err)
		}
		typ, data, err := types.Encode(download.Recorded{Hits: packed})
		if err != nil {
			t.Fatal(err)
		}
		other := eventlogtest.Event("view.recorded.v1", `{}`)
		other.Meta.Recorded = at
		for stream, e := range map[string]eventlog.Event{
			"download-test": {ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{Recorded: at}}, "view-test": other,
		} {
			if _, err := log.Append(t.Context(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: []eventlog.Event{e}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return log, types
}

func begin() time.Time { return time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC) }

func chosen(t *testing.T, log eventlog.Log, types *codec.Codec, s replay.Selection) (hits []replay.Hit) {
	t.Helper()
	for e, err := range replay.Select(t.Context(), log, types, s) {
		if err != nil {
			t.Fatal(err)
		}
		hits = append(hits, e.Hits...)
	}
	return hits
}

func TestARangeOfTimeHasTheHitsOfThatTime(t *testing.T) {
	log, types := past(t, 300)
	whole := chosen(t, log, types, replay.Selection{})
	if len(whole) != 900 {
		t.Fatalf("the log has %d hits", len(whole))
	}
	for name, s := range map[string]replay.Selection{
		"from":        {From: begin().Add(100*time.Hour - 2*time.Minute)},
		"until":       {Until: begin().Add(20*time.Hour - 2*time.Minute)},
		"both":        {From: begin().Add(48 * time.Hour), Until: begin().Add(72 * time.Hour)},
		"later":       {From: begin().Add(4000 * time.Hour)},
		"earlier":     {Until: begin().Add(-time.Hour)},
		"one project": {From: begin().Add(48 * time.Hour), Project: "P1"},
		"behind":      {From: begin().Add(time.Hour), After: whole[700].Cursor},
		"behind all":  {After: replay.Behind(whole[899].Cursor.Position)},
	} {
		var want []replay.Hit
		for i, h := range whole {
			if !h.At.Before(s.From) && (s.Until.IsZero() || h.At.Before(s.Until)) && (s.Project == "" || s.Project == h.Project) &&
				(name != "behind" || i > 700) && name != "behind all" {
				want = append(want, h)
			}
		}
		if got := chosen(t, log, types, s); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %d hits, want %d", name, len(got), len(want))
		}
	}
}

func TestAReplayContinuesBehindAnyHitWithNoneLostOrDoubled(t *testing.T) {
	log, types := past(t, 5)
	whole := chosen(t, log, types, replay.Selection{})
	for i, h := range whole {
		after, err := replay.ParseCursor(h.Cursor.String())
		if err != nil {
			t.Fatal(err)
		}
		if rest := chosen(t, log, types, replay.Selection{After: after}); fmt.Sprint(rest) != fmt.Sprint(whole[i+1:]) {
			t.Errorf("behind %s are %d hits, want %d", h.Cursor, len(rest), len(whole)-i-1)
		}
	}
}

func TestACursorOfAnotherLogIsRefused(t *testing.T) {
	log, types := past(t, 2)
	for name, s := range map[string]replay.Selection{
		"behind the last event": {After: replay.Behind(5)}, "behind a hit": {After: replay.Cursor{Position: 5}}, "in a range": {After: replay.Behind(5), From: begin()},
	} {
		var last error
		for _, err := range replay.Select(t.Context(), log, types, s) {
			last = err
		}
		if !errors.Is(last, replay.ErrCursor) {
			t.Errorf("%s: %v", name, last)
		}
	}
}

func TestEventsThatNobodyCanReadEndTheReplayWithAnError(t *testing.T) {
	log, types := past(t, 1)
	broken := eventlogtest.Event("download.recorded.v1", `{"hits":"AQID"}`)
	if _, err := log.Append(t.Context(), eventlog.Write{Stream: "download-test", Expected: eventlog.Any, Events: []eventlog.Event{broken}}); err != nil {
		t.Fatal(err)
	}
	n := 0
	var last error
	for e, err := range replay.Select(t.Context(), log, types, replay.Selection{}) {
		if last = err; err == nil {
			n += len(e.Hits)
		}
	}
	if n != 3 || !errors.Is(last, download.ErrPacked) {
		t.Errorf("%d hits, %v", n, last)
	}
}

func FuzzACursorIsReadAsItWasWritten(f *testing.F) {
	for _, text := range []string{"", "0", "1", "1.0", "17.4095", "1.2147483647", "9223372036854775808", "-1", "1.-1", "+1", "01", "1.2.3", "1. 2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := replay.ParseCursor(text)
		if err != nil {
			if !errors.Is(err, replay.ErrCursor) {
				t.Fatal(err)
			}
			return
		}
		if c.Index < 0 || text != "" && c.String() != text {
			t.Fatalf("%q is %+v, %s", text, c, c)
		}
	})
}
