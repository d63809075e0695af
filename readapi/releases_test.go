package readapi_test

import (
	"slices"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	readproject "github.com/modyard/modyard/readapi/project"
)

func TestReleasesAreCountedByTheMonthInChinaWithoutEstimatedAndHiddenVersions(t *testing.T) {
	at := func(id string, channel project.Channel) project.VersionCreated {
		return newVersion(id, listedID, id, channel, id[0], []string{"fabric"}, []string{"1.20"})
	}
	undated, hidden := at("u", project.Release), at("h", project.Release)
	undated.Undated, hidden.Status = true, project.VersionDraft
	s := published(t, at("a", project.Release), at("b", project.Beta), at("c", project.Alpha), at("d", project.Release), undated, hidden)
	for id, when := range map[string]time.Time{
		"a": time.Date(2025, 10, 31, 15, 59, 0, 0, time.UTC),
		"b": time.Date(2025, 10, 31, 16, 0, 0, 0, time.UTC), // November in China
		"c": time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC),
		"d": time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC),
	} {
		if _, err := s.DB.Pool.Exec(t.Context(), `update catalog.versions set published = $2 where id = $1`, id, when); err != nil {
			t.Fatal(err)
		}
	}
	want := []readproject.MonthOfReleases{
		{Month: "2025-10", Release: 1, Newest: "a"},
		{Month: "2025-11", Beta: 1, Newest: "b"},
		{Month: "2026-01", Release: 1, Alpha: 1, Newest: "d"},
	}
	for _, as := range []string{"anonymous", "owner"} {
		if got := answer[readproject.PlacesAnswer](s, "GET", "/_internal/project/quay/places", as, "").Releases; !slices.Equal(got, want) {
			t.Errorf("%s sees %+v", as, got)
		}
	}
}
