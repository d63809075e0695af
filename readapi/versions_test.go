package readapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	readproject "github.com/modyard/modyard/readapi/project"
)

func chosenIDs(list []contract.ChosenVersion) []string {
	ids := make([]string, len(list))
	for i, v := range list {
		ids[i] = v.ID
	}
	return ids
}

func listedIDs(list []contract.ListedVersion) []string {
	ids := make([]string, len(list))
	for i, v := range list {
		ids[i] = v.ID
	}
	return ids
}

// published is a site with one project and its versions, oldest first.
func published(t *testing.T, versions ...project.VersionCreated) *site {
	t.Helper()
	s := newSite(t)
	s.Account(owner, "owner", "user")
	s.Account(moderator, "mod", "moderator")
	s.Slug("quay", listedID)
	s.Project(listedID, owner, newProject(listedID, "quay", "Quay"), project.Submitted{From: project.Draft})
	s.Project(listedID, moderator, project.Approved{From: project.Processing, Status: project.Listed})
	for _, v := range versions {
		s.Happen("version-"+v.Version, owner, v)
	}
	s.Settle()
	return s
}

func quoted(path string) string {
	return strings.NewReplacer(`"`, "%22", "[", "%5B", "]", "%5D").Replace(path)
}

func TestTheVersionsPageIsFilteredAndPagedWithItsTotal(t *testing.T) {
	s := published(t,
		newVersion("V1", listedID, "1.0", project.Release, 1, []string{"fabric"}, []string{"1.20.1"}),
		newVersion("V2", listedID, "1.1", project.Beta, 2, []string{"fabric", "forge"}, []string{"1.20.1", "1.21"}),
		newVersion("V3", listedID, "1.2", project.Release, 3, []string{"forge"}, []string{"1.21"}),
	)
	for query, want := range map[string]struct {
		ids   []string
		total int
	}{
		``:                               {[]string{"V3", "V2", "V1"}, 3},
		`limit=1&offset=1`:               {[]string{"V2"}, 3},
		`limit=20&offset=40`:             {[]string{}, 3},
		`limit=100000`:                   {[]string{"V3", "V2", "V1"}, 3},
		`loaders=["fabric"]`:             {[]string{"V2", "V1"}, 2},
		`loaders=["fabric","forge"]`:     {[]string{"V3", "V2", "V1"}, 3},
		`game_versions=["1.21"]`:         {[]string{"V3", "V2"}, 2},
		`version_types=["beta","alpha"]`: {[]string{"V2"}, 1},
		`version_number=1.2`:             {[]string{"V3"}, 1},
		`loaders=["' or ''='"]`:          {[]string{}, 0},
		`loaders=["forge"]&limit=1`:      {[]string{"V3"}, 2},
		`version_types=["release"]&loaders=["fabric"]`: {[]string{"V1"}, 1},
	} {
		list := answer[contract.VersionsAnswer](s, "GET", quoted("/_internal/project/quay/versions?"+strings.ReplaceAll(query, " ", "%20")), "anonymous", "")
		changes := answer[contract.ChangesAnswer](s, "GET", quoted("/_internal/project/quay/changelog?"+strings.ReplaceAll(query, " ", "%20")), "anonymous", "")
		if got := listedIDs(list.Versions); !slices.Equal(got, want.ids) || list.Total != want.total || changes.Total != want.total || len(changes.Changes) != len(got) {
			t.Errorf("%s: %v of %d, want %+v", query, got, list.Total, want)
		}
	}
}

func TestAVersionsAddressIsItsNumberWhereTheNumberIsUnique(t *testing.T) {
	s := published(t,
		newVersion("V1", listedID, "1.0", project.Release, 1, []string{"fabric"}, []string{"1.20.1"}),
		newVersion("V2", listedID, "1.0", project.Release, 2, []string{"forge"}, []string{"1.20.1"}),
		newVersion("V3", listedID, "V1", project.Release, 3, []string{"forge"}, []string{"1.20.1"}),
	)
	for _, v := range answer[contract.VersionsAnswer](s, "GET", "/_internal/project/quay/versions", "anonymous", "").Versions {
		want := map[string]string{"V1": "V1", "V2": "1.0", "V3": "V3"}[v.ID]
		found := answer[contract.VersionAnswer](s, "GET", "/_internal/project/quay/version/"+v.Address, "anonymous", "")
		if v.Address != want || found.ID != v.ID || found.Address != want {
			t.Errorf("%s is named %s, which leads to %s", v.ID, v.Address, found.ID)
		}
	}
	if w := s.ask("GET", "/_internal/project/quay/version/nothing", "anonymous", ""); w.Code != http.StatusNotFound {
		t.Errorf("an unknown version: %d", w.Code)
	}
}

func TestAChangelogEqualToThePreviousVersionsIsOmitted(t *testing.T) {
	versions := make([]project.VersionCreated, 4)
	for i, text := range []string{"", "", "same", "same"} {
		versions[i] = newVersion(fmt.Sprint("V", i), listedID, fmt.Sprint(i), project.Release, byte(i), []string{"fabric"}, []string{"1.20.1"})
		versions[i].Changelog = text
	}
	s := published(t, versions...)
	for _, c := range answer[contract.ChangesAnswer](s, "GET", "/_internal/project/quay/changelog?limit=1", "anonymous", "").Changes {
		if !c.Repeats || c.ChangelogHTML != "" {
			t.Errorf("the newest on a page of its own: %+v", c)
		}
	}
	for _, c := range answer[contract.ChangesAnswer](s, "GET", "/_internal/project/quay/changelog?offset=1", "anonymous", "").Changes {
		if c.Repeats || (c.ID == "V2") != (c.ChangelogHTML != "") {
			t.Errorf("%+v", c)
		}
	}
}

func TestTheChangesBetweenTwoVersionsAreThoseAfterTheOlderUpToTheNewer(t *testing.T) {
	versions := make([]project.VersionCreated, 60)
	for i := range versions {
		versions[i] = newVersion(fmt.Sprint("V", i), listedID, fmt.Sprint(i), project.Release, byte(i), []string{"fabric"}, []string{"1.20.1"})
		versions[i].Changelog = fmt.Sprint("text ", i/2)
	}
	s := published(t, versions...)
	between := func(from, to string) ([]contract.ChangeAnswer, int) {
		a := answer[contract.ChangesAnswer](s, "GET", "/_internal/project/quay/between?from="+from+"&to="+to, "anonymous", "")
		return a.Changes, a.Total
	}
	for _, c := range []struct {
		from, to string
		want     string // newest first
		total    int
	}{
		{"V3", "V6", "V6 V5 V4", 3},
		{"V6", "V3", "V6 V5 V4", 3},
		{"V6", "V6", "", 0},
		{"V6", "none", "", 0},
	} {
		changes, total := between(c.from, c.to)
		var ids []string
		for _, one := range changes {
			ids = append(ids, one.ID)
		}
		if got := strings.Join(ids, " "); got != c.want || total != c.total {
			t.Errorf("%s to %s: %s of %d, want %s of %d", c.from, c.to, got, total, c.want, c.total)
		}
	}
	if changes, _ := between("V3", "V6"); !changes[1].Repeats || changes[0].Repeats || changes[2].ChangelogHTML == "" {
		t.Errorf("%+v", changes)
	}
	if changes, total := between("V0", "V59"); len(changes) != 50 || total != 59 || changes[0].ID != "V59" {
		t.Errorf("%d of %d", len(changes), total)
	}
}

func TestAPlatformIsOfferedTheLatestReleaseAndNewerVersions(t *testing.T) {
	at := func(id string, channel project.Channel, loaders, games string) project.VersionCreated {
		return newVersion(id, listedID, id, channel, id[0], strings.Fields(loaders), strings.Fields(games))
	}
	s := published(t,
		at("a", project.Alpha, "fabric", "1.20"), at("b", project.Beta, "fabric", "1.20"), at("c", project.Release, "fabric", "1.20"),
		at("d", project.Beta, "fabric", "1.21"), at("e", project.Alpha, "fabric", "1.21"), at("f", project.Release, "forge", "1.21"),
		at("g", project.Alpha, "quilt", "1.20"), at("h", project.Beta, "quilt", "1.20"),
	)
	for query, want := range map[string][]string{
		"game_version=1.20&loader=fabric": {"c"},
		"game_version=1.21&loader=fabric": {"d", "e"},
		"loader=fabric":                   {"c", "d", "e"},
		"game_version=1.21":               {"f"},
		"loader=quilt":                    {"h"},
		"game_version=1.21&loader=quilt":  {},
		"loader=fabri":                    {},
		"":                                {"f", "h"},
	} {
		if got := listedIDs(answer[[]contract.ListedVersion](s, "GET", "/_internal/project/quay/fitting?"+query, "anonymous", "")); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	places := answer[readproject.PlacesAnswer](s, "GET", "/_internal/project/quay/places", "anonymous", "")
	if !slices.Equal(places.Loaders, []string{"quilt", "forge", "fabric"}) || !slices.Equal(places.GameVersions, []string{"1.21", "1.20"}) ||
		!slices.Equal(places.Channels, []string{"beta", "alpha", "release"}) ||
		fmt.Sprint(places.Pairs) != "map[fabric:[0 1] forge:[0] quilt:[1]]" {
		t.Errorf("places are %+v", places)
	}
}

func TestAnswersOfAProjectWithManyVersionsAreBounded(t *testing.T) {
	const many = 2000
	w := catalogtest.New(t)
	w.Account(owner, "owner", "user")
	w.Slug("quay", listedID)
	w.Project(listedID, owner, newProject(listedID, "quay", "Quay"), project.Submitted{From: project.Draft})
	w.Project(listedID, owner, project.Approved{From: project.Processing, Status: project.Listed})
	channels := []project.Channel{project.Release, project.Beta, project.Alpha}
	for n := range many {
		v := newVersion(fmt.Sprintf("V%07d", n), listedID, fmt.Sprintf("1.%d", n), channels[n%3], 1, []string{[]string{"fabric", "forge", "quilt"}[n%3]},
			[]string{fmt.Sprintf("1.%d", n%40)})
		v.Changelog = strings.Repeat("改动 ", 700)
		w.Happen("version-"+v.Version, owner, v)
	}
	w.Settle()
	if _, err := w.DB.Pool.Exec(t.Context(), `analyze`); err != nil {
		t.Fatal(err)
	}
	traced := &recorder{}
	config := w.DB.Pool.Config()
	config.ConnConfig.Tracer = traced
	pool, err := pgxpool.NewWithConfig(context.WithoutCancel(t.Context()), config)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	s := newSiteOver(t, w, pool)
	for path, most := range map[string]int{
		"":                                       8 << 10,
		"/versions?limit=20&offset=0":            16 << 10,
		"/versions?limit=20&offset=1980":         16 << 10,
		"/changelog?limit=20&offset=0":           64 << 10,
		"/places":                                4 << 10,
		"/fitting?game_version=1.0&loader=forge": 4 << 10,
		"/version/V0000007":                      16 << 10,
	} {
		traced.take()
		w := s.ask("GET", "/_internal/project/quay"+path, "anonymous", "")
		if w.Code != http.StatusOK || w.Body.Len() > most || !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s: %d with %d bytes, at most %d expected", path, w.Code, w.Body.Len(), most)
		}
		for _, q := range traced.take() {
			if plan := explain(t, s.DB.Pool, q); strings.Contains(q.sql, " limit ") && (strings.Contains(plan, "Seq Scan on versions") || !strings.Contains(plan, "Index")) {
				t.Errorf("%s reads all versions:\n%s\n%s", path, q.sql, plan)
			}
		}
	}
	var pages []string
	for offset := 0; ; offset += 100 {
		list := answer[contract.VersionsAnswer](s, "GET", fmt.Sprintf("/_internal/project/quay/versions?limit=100&offset=%d", offset), "anonymous", "")
		if list.Total != many {
			t.Fatalf("%d in all", list.Total)
		}
		if len(list.Versions) == 0 {
			break
		}
		pages = append(pages, listedIDs(list.Versions)...)
	}
	if slices.Sort(pages); len(slices.Compact(pages)) != many {
		t.Errorf("the pages show %d of %d versions", len(pages), many)
	}
	page := answer[contract.ProjectPageAnswer](s, "GET", "/_internal/project/quay", "anonymous", "")
	if page.VersionCount != many || !slices.Equal(chosenIDs(page.Versions), []string{"V0001999", "V0001998", "V0001997", "V0001996", "V0001995"}) {
		t.Errorf("the page shows %d versions and has %v", page.VersionCount, chosenIDs(page.Versions))
	}
}
