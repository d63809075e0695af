package catalog_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/search"
	searchpg "github.com/modyard/modyard/search/postgres"
)

const (
	owner     = "UserOwn1"
	friend    = "UserFri2"
	moderator = "UserMod3"
	alpha     = "ProjAAA1"
	v1        = "VersAAA1"
	v2        = "VersAAA2"
)

func created(id, slug string) project.Created {
	return project.Created{
		Project: id, Slug: slug, Type: project.TypeMod, Title: "Lanternquay", Summary: "灯火通明的码头", Body: "# 正文 <script>",
		Owner: owner, License: project.License{ID: "MIT"}, Environments: project.Environment{Client: "required", Server: "optional"},
		Categories: []string{"adventure"}, Additional: []string{"magic"},
		Links:   project.Links{Source: "https://example.org/src", Donation: []project.Donation{{ID: "site", Platform: "发布地址", URL: "https://example.org"}}},
		Aliases: []project.Alias{{Text: "LQ", Kind: "abbr"}, {Text: "灯笼码头", Kind: "zh"}},
	}
}

func file(n byte) project.File {
	return project.File{
		SHA1: string(slices.Repeat([]byte{'0' + n}, 40)), SHA512: string(slices.Repeat([]byte{'0' + n}, 128)),
		URL: "https://cdn.example/f.jar", Name: "f.jar", Size: 10, Primary: true,
	}
}

func versionCreated(id, number string, n byte, loaders, games []string) project.VersionCreated {
	return project.VersionCreated{
		Version: id, Project: alpha, Author: owner, Name: "Release " + number, Number: number, Changelog: "修复 *问题*",
		Channel: project.Release, Status: project.VersionListed, Loaders: loaders, GameVersions: games, Files: []project.File{file(n)},
		Dependencies: []project.Dependency{{Project: "ProjBBB1", Kind: "required"}},
	}
}

func read[T any](t *testing.T, w *catalogtest.World, query string, args ...any) T {
	t.Helper()
	var v T
	if err := w.DB.Pool.QueryRow(context.Background(), query, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return v
}

func doc[T any](t *testing.T, w *catalogtest.World, column, id string) T {
	t.Helper()
	raw := read[[]byte](t, w, `select `+column+` from catalog.projects where id = $1`, id)
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func listed(t *testing.T) *catalogtest.World {
	t.Helper()
	w := catalogtest.New(t)
	w.Account(owner, "舟大工", "user")
	w.Account(friend, "friend", "user")
	w.Slug("Lanternquay", alpha)
	w.Project(alpha, owner, created(alpha, "Lanternquay"))
	w.Happen("version-"+v1, owner, versionCreated(v1, "1.0.0", 1, []string{"fabric"}, []string{"1.20.1", "1.19.2"}))
	w.Happen("projectversions-"+alpha, owner, project.VersionAdded{Version: v1})
	w.Project(alpha, owner, project.Submitted{From: project.Draft, Requested: project.Listed})
	w.Project(alpha, moderator, project.Approved{From: project.Processing, Status: project.Listed})
	w.Happen("version-"+v2, owner, versionCreated(v2, "1.1.0", 2, []string{"paper", "fabric"}, []string{"1.20.1", "26.1"}))
	w.Settle()
	return w
}

func TestAProjectListsTheLoadersAndGameVersionsOfItsVersions(t *testing.T) {
	w := listed(t)
	d := doc[contract.Project](t, w, "doc_v2", alpha)
	if d.Title != "Lanternquay" || d.ProjectType != "mod" || d.Status != "approved" || d.License.Name != "MIT License" {
		t.Errorf("document is %+v", d)
	}
	if want := []string{v1, v2}; !slices.Equal(d.Versions, want) {
		t.Errorf("versions are %v, want %v", d.Versions, want)
	}
	if want := []string{"1.19.2", "1.20.1", "26.1"}; !slices.Equal(d.GameVersions, want) {
		t.Errorf("game versions are %v, want oldest first %v", d.GameVersions, want)
	}
	if want := []string{"fabric", "paper"}; !slices.Equal(d.Loaders, want) {
		t.Errorf("loaders are %v, want %v", d.Loaders, want)
	}
	if d.Approved == nil || d.Queued == nil || !d.Updated.After(*d.Approved) {
		t.Errorf("approved %v, queued %v, updated %v", d.Approved, d.Queued, d.Updated)
	}
	v3 := doc[contract.ProjectV3](t, w, "doc_v3", alpha)
	if want := []string{"mod", "plugin"}; !slices.Equal(v3.ProjectTypes, want) {
		t.Errorf("v3 project types are %v, want %v", v3.ProjectTypes, want)
	}
	page := doc[contract.PageExtra](t, w, "doc_page", alpha)
	if d.URLType != "plugin" || page.TitleZH == nil || *page.TitleZH != "灯笼码头" || !slices.Equal(page.Aliases, []string{"LQ"}) {
		t.Errorf("page extra is %+v", page)
	}
	team := doc[contract.Team](t, w, "doc_team", alpha)
	if len(team.Members) != 1 || team.Members[0].User.Username != "舟大工" || !team.Members[0].IsOwner || team.Members[0].Permissions != nil {
		t.Errorf("members are %+v", team.Members)
	}
	if page.BodyHTML != "<p># 正文 &lt;script&gt;</p>" {
		t.Errorf("body is %q", page.BodyHTML)
	}
}

func TestTheRowsOfADeletedVersionAreDeleted(t *testing.T) {
	w := listed(t)
	w.Happen("version-"+v2, owner, project.VersionDeleted{Version: v2, Project: alpha})
	w.Project(alpha, owner, project.VersionRemoved{Version: v2})
	w.Settle()
	d := doc[contract.Project](t, w, "doc_v2", alpha)
	if !slices.Equal(d.Versions, []string{v1}) || slices.Contains(d.Loaders, "paper") {
		t.Errorf("after the deletion: versions %v, loaders %v", d.Versions, d.Loaders)
	}
	for _, table := range []string{"files", "dependencies"} {
		if n := read[int](t, w, `select count(*) from catalog.`+table+` where version = $1`, v2); n != 0 {
			t.Errorf("%s still has %d rows of the deleted version", table, n)
		}
	}
}

func TestTheRowsOfADeletedProjectAreDeleted(t *testing.T) {
	w := listed(t)
	w.Happen("version-"+v1, owner, project.VersionDeleted{Version: v1, Project: alpha})
	w.Project(alpha, owner, project.Deleted{Slug: "Lanternquay"})
	w.Happen("version-"+v2, owner, project.VersionDeleted{Version: v2, Project: alpha})
	w.Happen("slug-lanternquay", owner, project.SlugReleased{Slug: "Lanternquay", Project: alpha, Gone: true})
	w.Settle()
	for _, table := range []string{"files", "dependencies", "members", "history", "review_rounds", "versions"} {
		if n := read[int](t, w, `select count(*) from catalog.`+table+` where project = $1`, alpha); n != 0 {
			t.Errorf("%s still has %d rows of the deleted project", table, n)
		}
	}
	if n := read[int](t, w, `select count(*) from catalog.projects`); n != 0 {
		t.Errorf("%d projects remain", n)
	}
}

func TestSubmittingAgainKeepsThePlaceInTheQueue(t *testing.T) {
	w := catalogtest.New(t)
	w.Account(owner, "o", "user")
	w.Project(alpha, owner, created(alpha, "a"), project.Submitted{From: project.Draft, Requested: project.Listed})
	w.Settle()
	first := read[time.Time](t, w, `select queued from catalog.projects where id = $1`, alpha)
	w.Project(alpha, owner, project.Submitted{From: project.Processing, Requested: project.Listed})
	w.Settle()
	if again := read[time.Time](t, w, `select queued from catalog.projects where id = $1`, alpha); !again.Equal(first) {
		t.Errorf("queued moved from %v to %v", first, again)
	}
	w.Project(alpha, moderator, project.Rejected{From: project.Processing, Message: "缺少说明"})
	w.Settle()
	if m := read[string](t, w, `select convert_from(message, 'UTF8') from catalog.projects where id = $1`, alpha); m != `{"moderator_message":{"message":"缺少说明","body":null}}` {
		t.Errorf("message is %s", m)
	}
	w.Project(alpha, owner, project.Submitted{From: project.Refused, Requested: project.Listed})
	w.Settle()
	if later := read[time.Time](t, w, `select queued from catalog.projects where id = $1`, alpha); !later.After(first) {
		t.Errorf("a new round keeps the old time %v", later)
	}
	rounds := read[string](t, w, `select string_agg(round || decision || actor, ',' order by round) from catalog.review_rounds where project = $1`, alpha)
	if want := "1rejected" + moderator + ",2"; rounds != want {
		t.Errorf("rounds are %q, want %q", rounds, want)
	}
	kinds := read[string](t, w, `select string_agg(type, ',' order by position) from catalog.history where project = $1`, alpha)
	if want := "created,submitted,submitted,rejected,submitted"; kinds != want {
		t.Errorf("history is %q, want %q", kinds, want)
	}
}

func TestAChangedProfileUpdatesEveryDocumentThatShowsIt(t *testing.T) {
	w := listed(t)
	before := read[int64](t, w, `select position from catalog.projects where id = $1`, alpha)
	w.Account(owner, "新名字", "user")
	w.Settle()
	page := doc[contract.Team](t, w, "doc_team", alpha)
	if u := page.Members[0].User; u.Username != "新名字" || u.Role != "developer" {
		t.Errorf("the page shows %q, %q", u.Username, u.Role)
	}
	if after := read[int64](t, w, `select position from catalog.projects where id = $1`, alpha); after <= before {
		t.Errorf("the position stayed at %d", after)
	}
}

func TestATeamShowsItsCurrentMembers(t *testing.T) {
	w := listed(t)
	const role = "美术"
	w.Project(alpha, owner, project.MemberInvited{Account: friend, Role: "协作者", Permissions: project.UploadVersion})
	w.Settle()
	if page := doc[contract.Team](t, w, "doc_team", alpha); len(page.Members) != 1 {
		t.Errorf("an invited member is shown: %+v", page.Members)
	}
	w.Project(alpha, friend, project.MemberJoined{Account: friend})
	w.Project(alpha, owner, project.MemberTitled{Account: friend, Role: role}, project.RightsGranted{Account: friend, Permissions: project.AllPermissions},
		project.OwnershipHandedOver{Account: friend})
	w.Settle()
	page := doc[contract.Team](t, w, "doc_team", alpha)
	if len(page.Members) != 2 || page.Members[0].User.ID != friend || !page.Members[0].IsOwner || page.Members[0].Role != role {
		t.Errorf("members are %+v", page.Members)
	}
	w.Project(alpha, friend, project.MemberLeft{Account: owner})
	w.Settle()
	if n := read[int](t, w, `select count(*) from catalog.members where project = $1`, alpha); n != 1 {
		t.Errorf("%d members remain, want 1", n)
	}
}

func TestAProjectPageContainsItsOrganization(t *testing.T) {
	w := catalogtest.New(t)
	w.Account(owner, "o", "user")
	w.Happen("organization-Org00001", owner, organization.Created{Organization: "Org00001", Slug: "repost", Name: "搬运团队", Owner: owner, Repost: true})
	w.Settle()
	c := created(alpha, "a")
	c.Owner, c.Organization = "", "Org00001"
	w.Project(alpha, owner, c, project.DownloadsOpened{Count: 42, Estimated: true})
	w.Settle()
	page := doc[contract.PageExtra](t, w, "doc_page", alpha)
	if page.Organization == nil || page.Organization.Slug != "repost" || !page.Organization.Repost {
		t.Errorf("page extra is %+v", page)
	}
	if page.OpeningDownloads == nil || page.OpeningDownloads.Count != 42 || !page.OpeningDownloads.Estimated {
		t.Errorf("opening downloads are %+v", page.OpeningDownloads)
	}
	if d := doc[contract.Project](t, w, "doc_v2", alpha); d.Downloads != 42 {
		t.Errorf("downloads are %d", d.Downloads)
	}
}

func TestARebuildWritesIdenticalBytes(t *testing.T) {
	w := listed(t)
	w.Project(alpha, owner, project.Described{Body: "新正文"},
		project.PictureAdded{Picture: project.Picture{URL: "https://cdn.example/1.png", Featured: true}}, project.IconChanged{URL: "https://cdn.example/i.png"})
	w.Happen("version-"+v2, owner, project.VersionRenumbered{Version: v2, Project: alpha, Number: "1.1.1"},
		project.CompatibilityChanged{Version: v2, Project: alpha, Loaders: []string{"quilt"}, GameVersions: []string{"1.20.1"}},
		project.FilesAdded{Version: v2, Project: alpha, Files: []project.File{file(3)}},
		project.FileRemoved{Version: v2, Project: alpha, SHA512: file(2).SHA512})
	w.Project(alpha, moderator, project.Withheld{From: project.Listed, Message: "版权"})
	w.Project("ProjBBB1", owner, created("ProjBBB1", "b"))
	w.Settle()
	w.Project("ProjBBB1", owner, project.Submitted{From: project.Draft})
	w.Settle()
	w.Project("ProjBBB1", moderator, project.Approved{From: project.Processing, Status: project.Listed})
	w.Settle()
	w.Project("ProjBBB1", owner, project.StatusChanged{From: project.Listed, To: project.Private})
	w.Settle()
	differences, err := w.Runner.Verify(context.Background(), "catalog")
	if err != nil {
		t.Fatal(err)
	}
	if len(differences) > 0 {
		t.Errorf("a rebuild differs: %+v", differences)
	}
	if n := read[int](t, w, `select count(*) from catalog.files where version = $1`, v2); n != 1 {
		t.Errorf("%d files, want 1", n)
	}
}

func TestSearchContainsOnlyWhatVisitorsMayFind(t *testing.T) {
	w := listed(t)
	engine := searchpg.NewEngine(w.DB.Pool, "catalog")
	find := func(text string) []string {
		t.Helper()
		page, err := engine.Search(context.Background(), search.Query{Text: text, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		return page.IDs
	}
	for _, text := range []string{"lanternquay", "灯笼码头", "dlmt", "LQ"} {
		if ids := find(text); !slices.Equal(ids, []string{alpha}) {
			t.Errorf("%q finds %v", text, ids)
		}
	}
	w.Project(alpha, moderator, project.Withheld{From: project.Listed, Message: "版权"})
	w.Settle()
	if ids := find("lanternquay"); len(ids) != 0 {
		t.Errorf("a withheld project is found: %v", ids)
	}
	w.Project(alpha, moderator, project.Approved{From: project.Held, Status: project.Archived})
	w.Settle()
	if ids := find("lanternquay"); len(ids) != 1 {
		t.Errorf("an archived project is not found: %v", ids)
	}
	w.Project(alpha, owner, project.Deleted{Slug: "Lanternquay"})
	w.Settle()
	if ids := find("lanternquay"); len(ids) != 0 {
		t.Errorf("a deleted project is found: %v", ids)
	}
}
