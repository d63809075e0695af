package app

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	commanddownload "github.com/modyard/modyard/commands/download"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/until"
	projecteddownload "github.com/modyard/modyard/projections/download"
)

// earns names what a hit is paid as.
func earns(kind download.Kind, signedIn bool) string {
	switch {
	case kind == download.View:
		return "views"
	case signedIn:
		return "signed"
	}
	return "anonymous"
}

// TestTotalsAreThoseOfTheRuleWhateverTheBatches compares the read model with a plain application of the rule, and with a
// rebuild, over three days of downloads, views and playtime of few visitors in events of different size.
func TestTotalsAreThoseOfTheRuleWhateverTheBatches(t *testing.T) {
	core := testCore(t, config.Config{})
	log, err := core.Hits.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	type of struct {
		kind             download.Kind
		visitor, project string
	}
	windows, verdicts := map[of]download.Window{}, map[download.Verdict]int64{}
	projects, versions, views, seconds := map[string]int64{}, map[string]int64{}, map[string]int64{}, map[string]int64{}
	paidDays := map[string]int64{} // by day, project and what is paid
	at, total := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC), 0
	var writes []eventlog.Write
	for range 300 {
		var hits []download.Hit
		kind := download.Kind(random.IntN(3))
		for range 1 + random.IntN(40) {
			at = at.Add(time.Duration(random.IntN(60_000)-200) * time.Millisecond)
			p := random.IntN(5)
			h := download.Hit{
				At: at, Project: fmt.Sprintf("P%d", p), Version: fmt.Sprintf("P%dV%d", p, random.IntN(2)), Call: random.IntN(3) == 0,
				Client: download.Client(random.IntN(5)), Loader: []string{"", "fabric"}[random.IntN(2)],
				SignedIn: random.IntN(2) == 0, Unpaid: random.IntN(3) == 0,
			}
			h.Visitor[0], h.Visitor[1] = byte(at.Day()), byte(random.IntN(6))
			if random.IntN(4) == 0 {
				h.Key = uint32(1 + random.IntN(3))
			}
			switch kind {
			case download.View:
				h.Version = ""
			case download.Playtime:
				h.Seconds = uint16(1 + random.IntN(300))
			}
			hits = append(hits, h)
			key, verdict := of{kind, string(h.Visitor[:]), h.Project}, download.Verdict("")
			windows[key], verdict = download.DefaultRules()[kind].Judge(windows[key], h)
			verdicts[verdict]++
			if verdict == download.Counts && !h.Unpaid && kind != download.Playtime {
				paidDays[h.At.Format(time.DateOnly)+h.Project+earns(kind, h.SignedIn)]++
			}
			switch {
			case verdict != download.Counts:
			case kind == download.View:
				views[h.Project]++
			case kind == download.Playtime:
				seconds[h.Project] += int64(h.Seconds)
			default:
				projects[h.Project]++
				versions[h.Version]++
			}
		}
		write, err := commanddownload.WriteOf(core.Hits.Codec, kind, hits)
		if err != nil {
			t.Fatal(err)
		}
		total += len(hits)
		write.Stream = fmt.Sprintf("%s-%d", kind.Category(), len(writes)) // an append names each stream once
		writes = append(writes, write)
	}
	runs(t, core)
	for len(writes) > 0 {
		n := min(1+random.IntN(20), len(writes))
		if _, err := log.Append(t.Context(), writes[:n]...); err != nil {
			t.Fatal(err)
		}
		writes = writes[n:]
	}
	counts := func(query string) map[string]int64 {
		t.Helper()
		rows, err := core.DB.Pool.Query(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int64{}
		for rows.Next() {
			var id string
			var n int64
			if err := rows.Scan(&id, &n); err != nil {
				t.Fatal(err)
			}
			got[id] = n
		}
		return got
	}
	until.True(t, "every hit is judged", func() bool {
		var n int
		err := core.DB.Pool.QueryRow(t.Context(), `select coalesce(sum(hits), 0) from download.verdicts`).Scan(&n)
		return err == nil && n == total
	})
	for query, want := range map[string]map[string]int64{
		`select id, downloads from download.projects`:                                               projects,
		`select id, downloads from download.versions`:                                               versions,
		`select project, sum(downloads)::bigint from download.hours group by 1`:                     projects,
		`select version, sum(downloads)::bigint from download.hours where downloads > 0 group by 1`: versions,
		`select project, sum(views)::bigint from download.hours group by 1`:                         views,
		`select project, sum(seconds)::bigint from download.hours group by 1`:                       seconds,
		`select project, sum(downloads)::bigint from download.days group by 1`:                      projects,
		`select project, sum(views)::bigint from download.days group by 1`:                          views,
		`select '', sum(seconds)::bigint from download.site_hours where part = 0`:                   {"": seconds["P0"] + seconds["P1"] + seconds["P2"] + seconds["P3"] + seconds["P4"]},
	} {
		if got := counts(query); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	paid := map[string]int64{}
	for at := time.Date(2026, 11, 24, 15, 0, 0, 0, time.UTC); at.Before(time.Date(2026, 12, 20, 0, 0, 0, 0, time.UTC)); at = at.AddDate(0, 0, 1) {
		list, err := projecteddownload.PaidOf(t.Context(), core.DB.Pool, at)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			for what, n := range map[string]int64{"views": p.Views, "signed": p.Signed, "anonymous": p.Anonymous} {
				if n > 0 {
					paid[at.Format(time.DateOnly)+p.Project+what] = n
				}
			}
		}
	}
	if len(paid) == 0 || !maps.Equal(paid, paidDays) {
		t.Errorf("what earns a share is %v, want %v", paid, paidDays)
	}
	if got := counts(`select verdict, sum(hits)::bigint from download.verdicts group by 1`); len(got) != len(verdicts) || got["counts"] != verdicts[download.Counts] || got["paired"] != verdicts[download.Paired] {
		t.Errorf("the verdicts are %v, want %v", got, verdicts)
	}
	found, err := core.VerifyModels(t.Context(), []string{"download"})
	if err != nil || len(found["download"]) > 0 {
		t.Errorf("a new read model differs: %v, %v", found, err)
	}
}
