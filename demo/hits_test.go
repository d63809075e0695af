package demo

import (
	"context"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
)

// recording are the catalogue, the dependencies of some downloads until a moment, and their log, which has no hits yet.
func recording(t *testing.T, number int, now time.Time) (Catalogue, Deps, eventlog.Log) {
	t.Helper()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	types, err := codec.New(download.HitTypes())
	if err != nil {
		t.Fatal(err)
	}
	log := memory.New()
	return c, Deps{Recorded: Recorded{Log: func(context.Context) (eventlog.Log, error) { return log, nil }, Codec: types, Downloads: number, Now: now}}, log
}

func TestALongHistoryIsMoreThanOneAppend(t *testing.T) {
	c, d, log := recording(t, 200_000, time.Date(2027, 2, 3, 15, 30, 0, 0, time.UTC))
	if err := Downloads(t.Context(), d, c); err != nil {
		t.Fatal(err)
	}
	if head, err := log.Head(t.Context()); err != nil || head <= eventsAtOnce {
		t.Errorf("the log has %d events, %v", head, err)
	}
}

func TestTheLastDaysHaveDownloadsOfListedProjectsOnce(t *testing.T) {
	now := time.Date(2027, 2, 3, 15, 30, 0, 0, time.UTC)
	c, d, log := recording(t, 5000, now)
	for range 2 {
		if err := Downloads(t.Context(), d, c); err != nil {
			t.Fatal(err)
		}
	}
	listed, newest := map[string]bool{}, map[string]bool{}
	b := newBook(c)
	for _, p := range c.Projects {
		listed[projectID(p.Slug)] = p.Status == "" || p.Status == "archived"
		if list := b.editions(p); len(list) > 0 {
			newest[versionID(p.Slug, list[len(list)-1].Number)] = true
		}
	}
	var rule [3]int
	projects, days := map[string]int{}, map[string]int{}
	for batch, err := range log.Follow(t.Context(), 0, eventlog.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range batch.Events {
			payload, err := d.Recorded.Codec.Decode(e.Type, e.Data)
			if err != nil {
				t.Fatal(err)
			}
			kind, packed, _ := download.HitsOf(payload)
			hits, err := packed.Hits()
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range hits {
				rule[kind]++
				if !listed[h.Project] || kind == download.Download && !newest[h.Version] {
					t.Fatalf("a hit of a project or version that nobody sees: %+v", h)
				}
				if h.At.After(now) || h.At.Before(now.AddDate(0, 0, -hitDays)) {
					t.Fatalf("a hit at %s", h.At)
				}
				projects[h.Project]++
				days[h.At.Format(time.DateOnly)]++
			}
		}
		if batch.Live {
			break
		}
	}
	if n := rule[download.Download]; n < 4000 || n > 7000 || rule[download.View] == 0 {
		t.Errorf("%v hits", rule)
	}
	if len(days) != hitDays || len(projects) < len(c.Projects)/2 {
		t.Errorf("%d days, %d projects", len(days), len(projects))
	}
	if again := history(b, c, now, 5000); len(again[download.Download]) != rule[download.Download] {
		t.Error("a second history of the day differs")
	}
}
