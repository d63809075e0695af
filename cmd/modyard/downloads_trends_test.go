package main

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/identity"
)

func TestWhatIsDownloadedThisWeekComesFirstAndHasATrend(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	calm, version, _ := s.published(author, staff, "calm")
	busy, _, _ := s.published(author, staff, "busy")
	gone, _, _ := s.published(author, staff, "gone")
	type trending struct {
		By   string
		Hits []struct {
			ID    string `json:"project_id"`
			Trend *struct {
				Week, Before int64
				Days         []int64
			}
		}
	}
	if got := read[trending](s, "", "/_internal/trending"); got.By != "total" || len(got.Hits) != 3 || got.Hits[0].Trend != nil {
		t.Errorf("before any download: %+v", got)
	}
	today := time.Now().UTC().Truncate(24 * time.Hour).Add(time.Minute)
	var hits []download.Hit
	for i := range 9 {
		h := download.Hit{At: today.AddDate(0, 0, -i), Visitor: download.Visitor{byte(i)}, Project: busy, Version: "B"}
		hits = append(hits, h)
		h.Project, h.Version = gone, "G"
		hits = append(hits, h)
	}
	hits = append(hits, download.Hit{At: today.AddDate(0, 0, -3), Visitor: download.Visitor{99}, Project: calm, Version: version})
	s.happened(hits)
	s.change(staff, http.MethodPatch, "/v2/project/"+gone, map[string]any{"status": "withheld", "moderation_message": "稍后再看", "reason": because})
	s.judged(len(hits))
	trend := read[[]struct {
		Day       string
		Downloads int64
		Releases  []struct{ Number, Channel string }
	}](s, "", "/_internal/project/CALM/trend")
	if len(trend) != 31 || trend[27].Downloads != 1 || len(trend[30].Releases) != 1 || trend[30].Releases[0].Number != "1.0" {
		t.Errorf("the trend is %+v", trend)
	}
	spark := read[map[string][]int64](s, author, "/_internal/analytics/trends")
	if len(spark) != 3 || fmt.Sprint(spark[busy]) != "[0 0 0 0 0 0 1 1 1 1 1 1 1 1 1]" {
		t.Errorf("the trends are %v", spark)
	}
	if other := read[map[string][]int64](s, staff, "/_internal/analytics/trends"); len(other) != 0 {
		t.Errorf("the trends of somebody without projects are %v", other)
	}
	// Another site has not read its ranks yet.
	s.stop()
	again := newTestSiteOn(t, s.Core.Config, app.SiteOptions{})
	got := read[trending](again, "", "/_internal/trending?type=mod&limit=1")
	if got.By != "week" || len(got.Hits) != 1 || got.Hits[0].ID != busy || got.Hits[0].Trend.Week != 7 || got.Hits[0].Trend.Before != 2 || len(got.Hits[0].Trend.Days) != 15 {
		t.Errorf("this week: %+v", got)
	}
	got = read[trending](again, "", "/_internal/trending")
	if got.By != "total" || len(got.Hits) != 2 || got.Hits[1].ID != calm {
		t.Errorf("of all types: %+v", got)
	}
	if shader := read[trending](again, "", "/_internal/trending?type=shader"); len(shader.Hits) != 0 {
		t.Errorf("shaders: %+v", shader)
	}
	if bad := again.ask("", http.MethodGet, "/_internal/trending?type="+url.QueryEscape(`"]]`), nil); bad.Status >= 500 {
		t.Errorf("a hostile type: %d %s", bad.Status, bad.Body)
	}
}
