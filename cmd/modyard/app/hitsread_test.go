package app

import (
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/config"
)

func TestTheHitsOfADayAreReadByTheTimeAtWhichTheyWereRecorded(t *testing.T) {
	core := testCore(t, config.Config{})
	log, err := core.Hits.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	between := func(from, to time.Time, kinds ...download.Kind) (found []string) {
		t.Helper()
		var categories []string
		for _, k := range kinds {
			categories = append(categories, k.Category())
		}
		if err := core.Hits.Between(t.Context(), from, to, categories, func(kind download.Kind, hits []download.Hit) error {
			for _, h := range hits {
				found = append(found, kind.Category()+" "+h.Project)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return found
	}
	day := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	if found := between(day, day.AddDate(0, 0, 1), download.Download); len(found) != 0 {
		t.Errorf("%v in a log without hits", found)
	}
	for n, hit := range []struct {
		kind download.Kind
		at   time.Time
		of   string
	}{
		{download.Download, day.Add(-time.Hour), "before"}, {download.View, day, "begins"}, {download.Download, day.Add(time.Minute), "first"},
		{download.View, day.Add(12 * time.Hour), "seen"}, {download.Download, day.Add(24 * time.Hour), "last"}, {download.Download, day.Add(25 * time.Hour), "after"},
	} {
		packed, err := download.Pack([]download.Hit{{At: hit.at, Project: hit.of}})
		if err != nil {
			t.Fatal(err)
		}
		typ, data, err := core.Hits.Codec.Encode(hit.kind.Event(packed))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := log.Append(t.Context(), eventlog.Write{
			Stream: hit.kind.Stream(hit.at), Expected: eventlog.Any, Events: []eventlog.Event{{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{At: hit.at}}},
		}); err != nil {
			t.Fatal(err)
		}
		asOwner(t, core, `SET session_replication_role = replica; UPDATE hits.events SET recorded_at = '`+hit.at.Format(time.RFC3339)+`' WHERE position = `+string(rune('1'+n)))
	}
	for want, got := range map[string][]string{
		"download first, download last":                                  between(day, day.AddDate(0, 0, 1), download.Download),
		"download first, view seen, download last":                       between(day, day.AddDate(0, 0, 1), download.Download, download.View),
		"view begins, view seen":                                         between(day.Add(-time.Second), day.AddDate(0, 0, 1), download.View),
		"download before, download first, download last, download after": between(time.Time{}, day.AddDate(1, 0, 0), download.Download),
		"": between(day.AddDate(1, 0, 0), day.AddDate(2, 0, 0), download.Download),
	} {
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
}
