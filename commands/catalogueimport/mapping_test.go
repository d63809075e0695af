package catalogueimport_test

import (
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/project"
)

const games = `[{"version":"1.20.1","type":"release","release_time":"2023-06-12T13:25:51+00:00"},
	{"version":"1.21.1","type":"release","release_time":"2024-08-08T12:24:45+00:00"}]`

func oneLine(text string) string { return strings.Join(strings.Split(text, "\n"), " ") }

func TestARecordBecomesTheCommandsOfAPerson(t *testing.T) {
	w := newWorld(t)
	w.must(files(t, map[string]string{
		"projects.jsonl": oneLine(`{"slug":"Lantern-Works","title":"Lantern Works","title_zh":"提灯工坊","aliases":[{"text":"LW","kind":"abbr"}],
			"description":"Lights of all sorts","description_zh":"各种各样的灯","project_type":"mod","client_side":"required","server_side":"unsupported",
			"loaders":["fabric","nonsense"],"game_versions":["1.20.1","9.9"],"categories":["cosmetic","utility","bugfix","unheard-of"],
			"author":"A*b","downloads":1200,"downloads_source":"elsewhere 2023","date_created":"2023-07-01T10:00:00Z",
			"icon_url":"https://images.example/icon.png","source_url":"http://code.example/lantern","curseforge_slug":"lantern-works","mod_ids":["lantern_works","Lights"]}`),
		"versions.jsonl": `{"project":"Lantern-Works","filename":"lanternworks-fabric-2.1.0+mc1.20.1.jar","game_versions":["1.20.1"],"loaders":["fabric"],"url":"https://files.example/a/lanternworks-fabric-2.1.0+mc1.20.1.jar"}
{"project":"Lantern-Works","version_number":"1.0 beta","date_published":"2023-08-01T00:00:00Z"}`,
		"mod_names_zh.tsv":   "slug\tother_zh\tabbreviation\nLantern-Works\t灯笼工坊|提灯坊\tLTW\n",
		"game_versions.json": games,
	}))
	projects, versions, teams := w.states()
	s := projects["lantern-works"]
	if s.Status != project.Listed || s.Title != "Lantern Works" || s.Summary != "各种各样的灯" || s.Type != project.TypeMod {
		t.Fatalf("%+v", s)
	}
	if team := teams[s.Organization]; !team.Repost || team.Slug != "repost-zh" || w.accounts[team.Owner].Username == "" || w.accounts[team.Owner].Password != "" {
		t.Fatalf("%+v", team)
	}
	if want := []project.Alias{{Text: "提灯工坊", Kind: "zh"}, {Text: "LW", Kind: "abbr"}, {Text: "灯笼工坊", Kind: "zh"}, {Text: "提灯坊", Kind: "zh"},
		{Text: "LTW", Kind: "abbr"}, {Text: "lantern_works", Kind: "other"}, {Text: "lights", Kind: "other"}}; !reflect.DeepEqual(s.Aliases, want) {
		t.Errorf("%v", s.Aliases)
	}
	if !reflect.DeepEqual(s.Categories, []string{"decoration", "utility"}) || s.Environments != (project.Environment{Client: "required", Server: "unsupported"}) {
		t.Errorf("%v %v", s.Categories, s.Environments)
	}
	if s.Links.Source != "https://code.example/lantern" || len(s.Links.Donation) != 1 || s.Links.Donation[0].ID != "site" || s.IconURL != "https://images.example/icon.png" {
		t.Errorf("%+v %s", s.Links, s.IconURL)
	}
	if *s.Downloads != (project.DownloadsOpened{Count: 1200, Source: "elsewhere 2023"}) {
		t.Errorf("%+v", s.Downloads)
	}
	if !s.CreatedAt.Equal(time.Date(2023, 7, 1, 10, 0, 0, 0, time.UTC)) || !strings.Contains(s.Body, `A\*b`) || !strings.Contains(s.Body, "搬运团队") || !strings.Contains(s.Body, "> Lights of all sorts") {
		t.Errorf("%s %s", s.CreatedAt, s.Body)
	}
	// The source names the author and the day of the project, and the day of one of the versions.
	if listed := happened[project.ListedByImport](w); len(listed) != 1 || listed[0].Author != "A*b" || listed[0].Undated {
		t.Errorf("%+v", listed)
	}
	for _, v := range happened[project.VersionCreated](w) {
		if v.Undated != (v.Number == "2.1.0+mc1.20.1") {
			t.Errorf("%s: undated %t", v.Number, v.Undated)
		}
	}
	list := versions["lantern-works"]
	if len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	first, second := list[0], list[1]
	if first.Number != "2.1.0+mc1.20.1" || len(first.Files) != 1 || first.Files[0].SHA512 != "" || !first.Files[0].Primary || first.Channel != project.Release {
		t.Errorf("%+v", first)
	}
	if second.Number != "1.0-beta" || second.Name != "1.0 beta" || second.Channel != project.Beta || len(second.Files) != 0 ||
		!reflect.DeepEqual(second.Loaders, []string{"fabric"}) || !reflect.DeepEqual(second.GameVersions, []string{"1.20.1"}) {
		t.Errorf("%+v", second)
	}
}

func TestUnknownValuesAreMarkedAsUnknown(t *testing.T) {
	w := newWorld(t)
	_, report := w.must(files(t, map[string]string{
		"projects.jsonl": `{"slug":"ct","title":"和","project_type":"mod","pack_count":3}
{"slug":"plain","title":"Plain","project_type":"plugin","loaders":["bukkit"],"game_versions":["1.21.1"],"date_created":"1970-01-20T10:47:21Z","archived":true}
{"slug":"` + strings.Repeat("long-", 14) + `name","title":"` + strings.Repeat("Long ", 20) + `","project_type":"resourcepack","loaders":["forge"]}`,
		"game_versions.json": games,
	}))
	projects, versions, teams := w.states()
	s := projects["ct-mod"]
	if s.Title != "和 模组" || s.Summary != "和 模组" || s.Downloads == nil || !s.Downloads.Estimated || len(versions["ct-mod"]) != 0 || s.Status != project.Listed {
		t.Errorf("%+v", s)
	}
	if !strings.Contains(s.Body, "发布日期未知") {
		t.Error(s.Body)
	}
	for _, listed := range happened[project.ListedByImport](w) {
		if !listed.Undated || listed.Author != "" {
			t.Errorf("%+v", listed)
		}
	}
	for _, v := range happened[project.VersionCreated](w) {
		if !v.Undated {
			t.Errorf("%+v", v)
		}
	}
	p := projects["plain"]
	if p.Status != project.Archived || teams[p.Organization].Slug != "repost-2" || p.CreatedAt.Year() != 2024 {
		t.Errorf("%+v", p)
	}
	if list := versions["plain"]; len(list) != 1 || len(list[0].Files) != 0 || list[0].Loaders[0] != "bukkit" || list[0].Number != "未收录" {
		t.Errorf("%+v", list)
	}
	for slug, p := range projects {
		if n := utf8.RuneCountInString(slug); n > 64 || utf8.RuneCountInString(p.Title) > 64 {
			t.Errorf("%s is too long", slug)
		}
		if strings.HasPrefix(slug, "long") && versions[slug][0].Loaders[0] != "minecraft" {
			t.Errorf("%+v", versions[slug])
		}
	}
	all := strings.Join(report, "\n")
	for _, want := range []string{"1\tct\tchanged\tslug derived\tct-mod", "1\tct\tchanged\ttitle lengthened", "3\tlong-", "title shortened", "no description"} {
		if !strings.Contains(all, want) {
			t.Errorf("the report does not contain %q:\n%s", want, all)
		}
	}
}

func TestTheDateOfTheLastChangeIsThatOfTheNewestVersion(t *testing.T) {
	w := newWorld(t)
	w.must(files(t, map[string]string{
		"projects.jsonl": `{"slug":"dated","title":"Dated","project_type":"mod","loaders":["fabric"],"game_versions":["1.20.1"],"date_created":"2021-01-25","date_modified":"2025-05-28"}
{"slug":"before","title":"Before","project_type":"mod","loaders":["fabric"],"game_versions":["1.20.1"],"date_created":"2021-01-25","date_modified":"2020-01-01"}`,
		"versions.jsonl": `{"project":"dated","filename":"dated-0.1.jar","game_versions":["1.20.1"],"loaders":["fabric"],"url":"https://files.example/dated-0.1.jar"}
{"project":"dated","filename":"dated-0.2.jar","game_versions":["1.20.1"],"loaders":["fabric"],"url":"https://files.example/dated-0.2.jar"}
{"project":"before","filename":"before-0.1.jar","game_versions":["1.20.1"],"loaders":["fabric"],"url":"https://files.example/before-0.1.jar"}`,
		"game_versions.json": games,
	}))
	_, versions, _ := w.states()
	undated := map[string]bool{}
	for _, v := range happened[project.VersionCreated](w) {
		undated[v.Number] = v.Undated
	}
	if list := versions["dated"]; len(list) != 2 || list[1].Number != "0.2" || undated["0.2"] {
		t.Errorf("the newest of %+v is an estimate: %v", list, undated)
	}
	if list := versions["before"]; len(list) != 1 || !undated["0.1"] {
		t.Errorf("a change before the creation dates %+v: %v", list, undated)
	}
}

func TestTheOrderByPopularityIsPreserved(t *testing.T) {
	w := newWorld(t)
	var lines []string
	for i := range 40 {
		lines = append(lines, `{"slug":"mod-`+string(rune('a'+i%26))+string(rune('a'+i/26))+`","title":"A mod","project_type":"mod","pack_count":`+[]string{"90", "20", "3", "0"}[i/10]+`}`)
	}
	w.must(files(t, map[string]string{"projects.jsonl": strings.Join(lines, "\n")}))
	projects, _, _ := w.states()
	last := int64(1 << 60)
	for i := range 40 {
		d := projects["mod-"+string(rune('a'+i%26))+string(rune('a'+i/26))].Downloads
		if d == nil || !d.Estimated || d.Count >= last {
			t.Fatalf("line %d: %+v after %d", i+1, d, last)
		}
		last = d.Count
	}
}
