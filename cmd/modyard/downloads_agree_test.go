package main

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
)

// opened gives a project the downloads that an import brings along.
func (s *testSite) opened(id string, count int64) {
	s.t.Helper()
	typ, data, err := s.Core.Codec.Encode(project.DownloadsOpened{Count: count, Source: "test"})
	if err != nil {
		s.t.Fatal(err)
	}
	write := eventlog.Write{Stream: "project-" + id, Expected: eventlog.Any, Events: []eventlog.Event{{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{At: time.Now()}}}}
	if _, err := s.Core.Log.Append(s.t.Context(), write); err != nil {
		s.t.Fatal(err)
	}
}

// TestEveryPlaceAnswersTheSameNumberOfDownloads compares pages, both versions of the API, search, analytics and a replay after
// random downloads of projects with and without an opening balance.
func TestEveryPlaceAnswersTheSameNumberOfDownloads(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	opening := map[string]int64{}
	versions := map[string]string{}
	for i, count := range []int64{0, 1234, 0, 98_765} {
		id, version, _ := s.published(author, staff, fmt.Sprintf("agreed-%d", i))
		opening[id], versions[id] = count, version
		if count > 0 {
			s.opened(id, count)
		}
	}
	random := rand.New(rand.NewPCG(9, 10))
	at, want, windows := time.Date(2026, 4, 1, 8, 0, 0, 0, time.UTC), map[string]int64{}, map[string]download.Window{}
	total := 0
	for range 30 {
		var hits []download.Hit
		for range 1 + random.IntN(60) {
			at = at.Add(time.Duration(random.IntN(120)) * time.Second)
			for id, version := range versions { // in any order
				h := download.Hit{At: at, Project: id, Version: version, Client: download.Client(random.IntN(5)), Call: random.IntN(2) == 0}
				h.Visitor[0], h.Visitor[1] = byte(at.Day()), byte(random.IntN(12))
				verdict := download.Verdict("")
				key := string(h.Visitor[:]) + id
				if windows[key], verdict = download.Default().Judge(windows[key], h); verdict == download.Counts {
					want[id]++
				}
				hits = append(hits, h)
				break
			}
		}
		total += len(hits)
		s.happened(hits)
	}
	s.judged(total)
	if err := s.Downloads.Announce(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.caughtUp()
	replayed, err := recount(t.Context(), s.Core, download.Default(), download.Default(), time.Time{}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int64{}
	for _, hit := range read[contract.SearchAnswerV3](s, staff, "/v3/search?limit=100").Hits {
		found[hit.ProjectID] = hit.Downloads
	}
	for id, counted := range want {
		sum := opening[id] + counted
		analysed := read[struct {
			Opening, Counted int64
			Sums             struct{ Downloads struct{ Value int64 } }
		}](s, author, "/_internal/analytics?from=2026-03-01&to=2026-05-01&zone=UTC&project_ids="+id)
		for place, got := range map[string]int64{
			"the page": read[contract.ProjectPageAnswer](s, "", "/_internal/project/"+id).Downloads, "v2": read[contract.Project](s, "", "/v2/project/"+id).Downloads,
			"v3": read[contract.ProjectV3](s, "", "/v3/project/"+id).Downloads, "search": found[id], "analytics": analysed.Opening + analysed.Counted,
			"the replay": opening[id] + replayed.Projects[id][0],
		} {
			if got != sum {
				t.Errorf("%s shows %d downloads, want %d and %d", place, got, opening[id], counted)
			}
		}
		if _, sliced, _ := s.slicedSums(author, id, time.Date(2026, 3, 31, 12, 0, 0, 0, time.UTC), at.Add(time.Hour)); sliced != counted {
			t.Errorf("the slices have %d downloads, want %d", sliced, counted)
		}
		if got := read[contract.Version](s, "", "/v2/version/"+versions[id]).Downloads; got != counted || analysed.Sums.Downloads.Value != counted {
			t.Errorf("the version has %d downloads, the series %d, want %d", got, analysed.Sums.Downloads.Value, counted)
		}
	}
}
