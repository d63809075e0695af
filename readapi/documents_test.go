package readapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	domainreview "github.com/modyard/modyard/domain/review"
	readproject "github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/review"
)

func versionIDs(list []contract.Version) []string {
	ids := []string{}
	for _, v := range list {
		ids = append(ids, v.ID)
	}
	return ids
}

func TestAProjectIsFoundByIDSlugAndFormerSlug(t *testing.T) {
	s := harbour(t)
	renamed := "lampwharf"
	s.Happen("slug-lanternquay", owner, project.SlugReleased{Slug: "Lanternquay", Project: listedID})
	s.Slug(renamed, listedID)
	s.Project(listedID, owner, project.SlugChanged{Slug: renamed})
	s.Settle()
	for _, name := range []string{listedID, "lampwharf", "LAMPWHARF", "lanternquay", "LanternQuay"} {
		if p := answer[contract.Project](s, "GET", "/v2/project/"+name, "anonymous", ""); p.ID != listedID || p.Slug != renamed {
			t.Errorf("%s leads to %s with slug %s", name, p.ID, p.Slug)
		}
	}
	id, slug, redirected, err := s.projects.Resolve(t.Context(), "lanternquay")
	if id != listedID || slug != renamed || !redirected || err != nil {
		t.Errorf("resolve the old slug: %s %s %v %v", id, slug, redirected, err)
	}
	if _, _, redirected, err := s.projects.Resolve(t.Context(), renamed); redirected || err != nil {
		t.Errorf("resolve the slug: %v %v", redirected, err)
	}
	if w := s.get("/v2/project/lanternquay/check", "anonymous"); w.Code != http.StatusNotFound {
		t.Errorf("the check of a freed slug answers %d", w.Code)
	}
	s.Slug("lanternquay", withheldID)
	s.Settle()
	if p := answer[contract.Project](s, "GET", "/v2/project/lanternquay", "anonymous", ""); p.ID != withheldID {
		t.Errorf("a reused slug returns %s", p.ID)
	}
}

func TestTheSlugOfADeletedProjectIsNotFound(t *testing.T) {
	s := harbour(t)
	s.Project(unlistedID, owner, project.Deleted{Slug: "unlisted"})
	s.Happen("slug-unlisted", owner, project.SlugReleased{Slug: "unlisted", Project: unlistedID, Gone: true})
	s.Settle()
	for _, path := range []string{"/v2/project/unlisted", "/v2/project/" + unlistedID, "/v2/project/unlisted/check"} {
		if w := s.get(path, "admin"); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

func TestAnUnchangedDocumentIsNotSentAgain(t *testing.T) {
	s := harbour(t)
	first := s.get("/v2/project/lanternquay", "anonymous")
	tag := first.Header().Get("ETag")
	if tag == "" {
		t.Fatal("no entity tag")
	}
	if w := s.ask("GET", "/v2/project/lanternquay", "anonymous", "", "If-None-Match", tag); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("unchanged: %d with %d bytes", w.Code, w.Body.Len())
	}
	if w := s.ask("GET", "/v2/project/lanternquay", "owner", "", "If-None-Match", tag); w.Code != http.StatusOK {
		t.Errorf("the members' answer has the entity tag of outsiders: %d", w.Code)
	}
	title := "New title"
	s.Project(listedID, owner, project.Renamed{Title: title})
	s.Settle()
	if w := s.ask("GET", "/v2/project/lanternquay", "anonymous", "", "If-None-Match", tag); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), title) {
		t.Errorf("changed: %d", w.Code)
	}
}

func TestTheProjectPageIsReadInOneDocument(t *testing.T) {
	s := harbour(t)
	w := s.get("/_internal/project/lanternquay", "anonymous")
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(w.Body.Bytes(), &keys); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(w.Body.String(), `"organization"`); n != 1 {
		t.Errorf("organization occurs %d times in %s", n, w.Body)
	}
	page := answer[contract.ProjectPageAnswer](s, "GET", "/_internal/project/lanternquay", "anonymous", "")
	if page.URLType != "mod" || fmt.Sprint(page.ProjectTypes) != "[mod]" || page.OpeningDownloads.Count != 1234 || page.Downloads != 1234 || *page.TitleZH != "灯笼码头" || page.Members[0].User.ID != owner {
		t.Errorf("page is %+v", page)
	}
	owned := answer[contract.ProjectPageAnswer](s, "GET", "/_internal/project/owned", "admin", "")
	if owned.Organization == nil || owned.Organization.ID != orgID || !owned.Organization.Repost {
		t.Errorf("organization is %+v", owned.Organization)
	}
	if v2 := answer[contract.ProjectAnswer](s, "GET", "/v2/project/owned", "admin", ""); v2.Organization == nil || *v2.Organization != orgID {
		t.Errorf("v2 organization is %v", v2.Organization)
	}
	for as, want := range map[string]int{"anonymous": 1, "stranger": 1, "invited": 2, "owner": 2, "moderator": 2} {
		if team := answer[contract.ProjectPageAnswer](s, "GET", "/_internal/project/lanternquay", as, "").Members; len(team) != want {
			t.Errorf("as %s the page shows %d members, want %d", as, len(team), want)
		}
	}
	if team := answer[contract.ProjectPageAnswer](s, "GET", "/_internal/project/owned", "org owner", "").Members; len(team) != 1 || *team[0].Permissions != 2047 {
		t.Errorf("the organization's owner sees the team %+v", team)
	}
	changes := answer[contract.ChangesAnswer](s, "GET", "/_internal/project/lanternquay/changelog", "anonymous", "").Changes
	version := answer[contract.VersionAnswer](s, "GET", "/_internal/project/lanternquay/version/1.1.0", "anonymous", "")
	for _, author := range []*contract.Author{changes[0].Author, version.Author} {
		if author == nil || author.Username != "Owner舟" {
			t.Errorf("author is %+v", author)
		}
	}
	if changes[0].ChangelogHTML != "<p>改动 1.1.0</p>" || version.ChangelogHTML != changes[0].ChangelogHTML || version.Address != "1.1.0" {
		t.Errorf("changes are %+v, the version %+v", changes, version)
	}
	organization := answer[contract.OrganizationAnswer](s, "GET", "/v3/project/owned/organization", "admin", "")
	if organization.Slug != "Repost" || len(organization.Members) != 1 || organization.Members[0].User.ID != orgOwner {
		t.Errorf("organization is %+v", organization)
	}
}

func TestVersionsAreFiltered(t *testing.T) {
	s := harbour(t)
	for query, want := range map[string][]string{
		``:                                   {beta, release},
		`loaders=["forge"]`:                  {beta},
		`loaders=["fabric"]`:                 {beta, release},
		`loaders=[]`:                         {beta, release},
		`game_versions=["1.21"]`:             {beta},
		`loaders=["quilt"]`:                  {},
		`featured=true`:                      {release},
		`featured=false`:                     {beta},
		`version_type=release`:               {release},
		`limit=1`:                            {beta},
		`limit=1&offset=1`:                   {release},
		`limit=0`:                            {},
		`loaders=["fabric"]&featured=true`:   {release},
		`loaders=["forge"]&featured=true`:    {},
		`loaders=["forge","fabric","' or "]`: {beta, release},
	} {
		path := "/v2/project/lanternquay/version?" + strings.NewReplacer(`"`, "%22", " ", "%20", "[", "%5B", "]", "%5D").Replace(query)
		if got := versionIDs(answer[[]contract.Version](s, "GET", path, "anonymous", "")); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	silent := answer[[]contract.Version](s, "GET", "/v2/project/lanternquay/version?include_changelog=false", "anonymous", "")
	if len(silent) != 2 || silent[0].Changelog != "" || silent[0].Files[0].Filename != "b.jar" {
		t.Errorf("without changelogs: %+v", silent)
	}
	if v := answer[contract.Version](s, "GET", "/v2/project/lanternquay/version/1.0.0", "anonymous", ""); v.ID != release {
		t.Errorf("by number: %s", v.ID)
	}
	if v := answer[contract.Version](s, "GET", "/v2/project/lanternquay/version/"+beta, "anonymous", ""); v.ID != beta {
		t.Errorf("by id: %s", v.ID)
	}
	many := answer[[]contract.Version](s, "GET", `/v2/versions?ids=["`+beta+`","nope","`+secret+`","`+release+`","`+beta+`"]`, "anonymous", "")
	if got := versionIDs(many); !slices.Equal(got, []string{beta, release}) {
		t.Errorf("by ids: %v", got)
	}
	v3 := answer[contract.VersionV3](s, "GET", "/v3/version/"+beta, "anonymous", "")
	if !slices.Equal(v3.ProjectTypes, []string{"mod"}) || v3.VersionNumber != "1.1.0" {
		t.Errorf("v3 version is %+v", v3)
	}
}

func TestFilesAreFoundByTheirHashes(t *testing.T) {
	s := harbour(t)
	for path, want := range map[string]string{
		"/v2/version_file/" + hash(0, 40):                           release,
		"/v2/version_file/" + strings.ToUpper(hash(0, 40)):          release,
		"/v2/version_file/" + hash(1, 128):                          beta,
		"/v2/version_file/" + hash(1, 128) + "?algorithm=sha512":    beta,
		"/v3/version_file/" + hash(0, 40) + "?algorithm=SHA1":       release,
		"/v2/version_file/" + hash(0, 40) + "?multiple=false":       release,
		"/v2/project/lanternquay/version/" + beta + "?ignored=true": beta,
	} {
		if v := answer[contract.Version](s, "GET", path, "anonymous", ""); v.ID != want {
			t.Errorf("%s is %s, want %s", path, v.ID, want)
		}
	}
	if list := answer[[]contract.Version](s, "GET", "/v2/version_file/"+hash(0, 40)+"?multiple=true", "anonymous", ""); len(list) != 1 {
		t.Errorf("multiple: %d", len(list))
	}
	w := s.get("/v2/version_file/"+hash(0, 40)+"/download", "anonymous")
	if w.Code != http.StatusTemporaryRedirect || w.Header().Get("Location") != "https://cdn.example/a.jar" {
		t.Errorf("download: %d to %q", w.Code, w.Header().Get("Location"))
	}
	for _, path := range []string{hash(9, 40), hash(0, 128) + "?algorithm=sha1", hash(0, 40) + "?algorithm=sha512", "zz", strings.Repeat("g", 40), hash(0, 40)[:39] + "%27"} {
		if w := s.get("/v2/version_file/"+path, "anonymous"); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

func TestUpdatesReturnTheNewestMatchingVersion(t *testing.T) {
	s := harbour(t)
	for body, want := range map[string]string{
		`{}`: beta,
		`{"loaders":["fabric"],"game_versions":["1.20.1"]}`:                               beta,
		`{"loaders":["fabric"],"game_versions":["1.20.1"],"version_types":["release"]}`:   release,
		`{"loaders":["forge"],"game_versions":["1.21"],"version_types":["beta","alpha"]}`: beta,
	} {
		if v := answer[contract.Version](s, "POST", "/v2/version_file/"+hash(0, 40)+"/update", "anonymous", body); v.ID != want {
			t.Errorf("%s returns %s, want %s", body, v.ID, want)
		}
	}
	if w := s.ask("POST", "/v2/version_file/"+hash(0, 40)+"/update", "anonymous", `{"loaders":["quilt"]}`); w.Code != http.StatusNotFound {
		t.Errorf("no version fits: %d", w.Code)
	}
	upper := strings.ToUpper(hash(1, 128))
	both := `{"algorithm":"sha512","hashes":["` + hash(0, 128) + `","` + upper + `","` + hash(9, 128) + `","x\"y"],"loaders":["fabric"],"game_versions":["1.20.1"]}`
	updates := answer[map[string]contract.Version](s, "POST", "/v2/version_files/update", "anonymous", both)
	if len(updates) != 2 || updates[hash(0, 128)].ID != beta || updates[upper].ID != beta {
		t.Errorf("updates are %v", updates)
	}
	many := answer[map[string][]contract.Version](s, "POST", "/v2/version_files/update_many", "anonymous", both)
	if got := versionIDs(many[upper]); !slices.Equal(got, []string{beta, release}) {
		t.Errorf("all updates are %v", got)
	}
	individual := answer[map[string]contract.Version](s, "POST", "/v2/version_files/update_individual", "anonymous",
		`{"hashes":[{"hash":"`+hash(0, 40)+`","loaders":["forge"]},{"hash":"`+hash(1, 40)+`","game_versions":["1.20.1"],"version_types":["release"]},{"hash":"`+hash(2, 40)+`"}]}`)
	if len(individual) != 2 || individual[hash(0, 40)].ID != beta || individual[hash(1, 40)].ID != release {
		t.Errorf("individual updates are %v", individual)
	}
	owners := answer[map[string]contract.ProjectAnswer](s, "POST", "/v2/version_files/project", "anonymous", `{"hashes":["`+hash(0, 40)+`"]}`)
	if owners[hash(0, 40)].ID != listedID {
		t.Errorf("projects of files are %v", owners)
	}
}

func TestDependenciesShowOnlyWhatTheViewerMaySee(t *testing.T) {
	s := harbour(t)
	whole := answer[readproject.DependenciesAnswer](s, "GET", "/v2/project/lanternquay/dependencies", "anonymous", "")
	if len(whole.Projects) != 2 || len(whole.Versions) != 1 || whole.Versions[0].ID != release {
		t.Errorf("dependencies are %+v", whole)
	}
	if inside := answer[readproject.DependenciesAnswer](s, "GET", "/v2/project/lanternquay/dependencies", "owner", ""); len(inside.Projects) != 3 {
		t.Errorf("the owner sees %d projects", len(inside.Projects))
	}
	list := answer[[]readproject.DependencyAnswer](s, "GET", "/_internal/project/lanternquay/dependencies", "anonymous", "")
	if len(list) != 4 || list[0].Project == nil || list[0].Project.Title != "灯笼码头" || list[1].Project != nil ||
		list[2].Project == nil || list[2].Project.ID != listedID || *list[3].FileName != "x.jar" || list[0].OfVersion != beta {
		t.Errorf("dependencies of the page are %+v", list)
	}
}

func TestTheQueueIsOrderedByTimeOfSubmission(t *testing.T) {
	s := harbour(t)
	s.Project(ownedID, orgOwner, project.Submitted{From: project.Draft, Requested: project.Listed})
	title := "Hidden again"
	s.Project(hiddenID, owner, project.Renamed{Title: title})
	s.Settle()
	waiting := answer[review.Waiting](s, "GET", "/_internal/moderation/projects", "moderator", "")
	if waiting.Total != 2 || waiting.Projects[0].ID != hiddenID || waiting.Projects[1].ID != ownedID {
		t.Fatalf("the queue is %+v", waiting)
	}
	if first := waiting.Projects[0]; first.Ownership == nil || first.Ownership.Name != "Owner舟" || first.Ownership.Kind != "user" || first.Round != 1 || first.Name != title || first.Place != 1 {
		t.Errorf("first is %+v", first)
	}
	if second := waiting.Projects[1]; second.Ownership == nil || second.Ownership.Kind != "organization" || second.Place != 2 {
		t.Errorf("second is %+v", second)
	}
	if none := answer[review.Waiting](s, "GET", "/_internal/moderation/projects?project_type=shader", "admin", ""); none.Total != 0 || none.Projects == nil || none.Counts["mod"] != waiting.Counts["mod"] {
		t.Errorf("shaders in the queue: %+v", none)
	}
	for query, want := range map[string][]string{
		"query=HIDDEN+again":           {hiddenID},
		"query=owner%E8%88%9F":         {hiddenID},
		"query=repost":                 {ownedID},
		"query=" + ownedID:             {ownedID},
		"query=nobody":                 {},
		"sort=newest":                  {ownedID, hiddenID},
		"sort=newest&count=1&offset=1": {hiddenID},
		"round=first":                  {hiddenID, ownedID},
		"round=again":                  {},
		"waiting=100000000":            {},
	} {
		page := answer[review.Waiting](s, "GET", "/_internal/moderation/projects?"+query, "moderator", "")
		got := []string{}
		for _, p := range page.Projects {
			got = append(got, p.ID)
			if want := int64(slices.Index([]string{hiddenID, ownedID}, p.ID) + 1); p.Place != want {
				t.Errorf("%s: the place of %s is %d, want %d", query, p.ID, p.Place, want)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s lists %v, want %v", query, got, want)
		}
		if all := answer[review.WaitingIDs](s, "GET", "/_internal/moderation/projects/ids?"+query, "moderator", ""); !strings.Contains(query, "offset") && !slices.Equal(all.IDs, want) {
			t.Errorf("%s has the ids %v, want %v", query, all.IDs, want)
		}
	}
	history := answer[review.History](s, "GET", "/_internal/project/owned/history", "org owner", "")
	if w := history.Queue; w == nil || w.WaitingSeconds == nil || *w.WaitingSeconds <= 0 {
		t.Errorf("the queue is %+v", w)
	}
	if history.Queue == nil || history.Queue.Position != 2 || history.Queue.Of != 2 || history.Queue.Estimate != nil {
		t.Errorf("the place in the queue is %+v", history.Queue)
	}
	done := answer[review.History](s, "GET", "/_internal/project/lanternquay/history", "invited", "")
	if done.Queue != nil || len(done.Entries) != 3 || done.Entries[2].Type != "approved" || *done.Entries[2].Message != "欢迎" ||
		done.Entries[2].Actor != nil || done.Entries[2].Role != "moderator" || *done.Entries[2].From != "processing" || done.Entries[2].To != "approved" {
		t.Errorf("history is %+v", done)
	}
	if seen := answer[review.History](s, "GET", "/_internal/project/lanternquay/history", "moderator", ""); seen.Entries[2].Actor == nil || seen.Entries[2].Actor.Username != "Moderator" {
		t.Errorf("for the staff it is %+v", seen)
	}
}

func TestTheQueueSaysWhoWorksOnAProjectAndToWhomItWasHanded(t *testing.T) {
	s := harbour(t)
	s.Project(ownedID, orgOwner, project.Submitted{From: project.Draft, Requested: project.Listed})
	s.Happen("assignment-"+ownedID, admin, domainreview.HandedOver{Project: ownedID, Round: 1, By: admin, To: moderator, Note: erasable.Of(admin, "图片已看过")})
	s.Happen("assignment-"+hiddenID, admin, domainreview.HandedOver{Project: hiddenID, Round: 9, By: admin, To: moderator, Note: erasable.Of(admin, "另一轮")})
	s.Settle()
	ctx := t.Context()
	for _, statement := range []string{
		`insert into reviewing.locks values ('` + hiddenID + `', 'lock1', '` + admin + `', now(), now() + interval '5 minutes')`,
		`insert into reviewing.locks values ('` + ownedID + `', 'lock2', '` + admin + `', now() - interval '1 hour', now() - interval '1 minute')`,
		`insert into reviewing.looking values ('` + hiddenID + `', '` + admin + `', now()), ('` + hiddenID + `', '` + orgOwner + `', now()), ('` + ownedID + `', '` + admin + `', now() - interval '1 hour')`,
	} {
		if _, err := s.DB.Pool.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	queue := func(as, query string) review.Waiting {
		return answer[review.Waiting](s, "GET", "/_internal/moderation/projects"+query, as, "")
	}
	page := queue("moderator", "")
	hidden, owned := page.Projects[0], page.Projects[1]
	if l := hidden.Lock; l == nil || l.Lock != "lock1" || l.Own || l.By.ID != admin || len(hidden.Looking) != 1 || hidden.Looking[0].ID != orgOwner || hidden.Handed != nil {
		t.Errorf("%+v", hidden)
	}
	for as, want := range map[string][]string{"moderator": {ownedID}, "admin": {hiddenID, ownedID}} {
		if free := answer[review.WaitingIDs](s, "GET", "/_internal/moderation/projects/ids?free=true", as, ""); !slices.Equal(free.IDs, want) {
			t.Errorf("%s may decide on %v, want %v", as, free.IDs, want)
		}
	}
	for _, step := range []struct { // of the team or not, to the moderator
		event any
		own   bool
	}{{project.MemberInvited{Account: moderator, Role: "x"}, false}, {project.MemberJoined{Account: moderator}, true}, {project.MemberLeft{Account: moderator}, false}} {
		s.Project(ownedID, moderator, step.event)
		s.Settle()
		free := answer[review.WaitingIDs](s, "GET", "/_internal/moderation/projects/ids?free=true", "moderator", "")
		if one := queue("moderator", "").Projects[1]; one.Own != step.own || slices.Contains(free.IDs, ownedID) == step.own {
			t.Errorf("after %T own is %v, %v are free", step.event, one.Own, free.IDs)
		}
	}
	if owned.Lock != nil || len(owned.Looking) != 0 || owned.Handed == nil || !owned.Handed.Own || owned.Handed.By.ID != admin || page.Handed != 1 {
		t.Errorf("%+v of %d", owned, page.Handed)
	}
	if mine := queue("admin", ""); !mine.Projects[0].Lock.Own || mine.Projects[1].Handed == nil || mine.Projects[1].Handed.Own || mine.Handed != 0 {
		t.Errorf("%+v", mine)
	}
	if only := queue("moderator", "?handed=true"); only.Total != 1 || only.Projects[0].ID != ownedID {
		t.Errorf("%+v", only)
	}
	if none := queue("admin", "?handed=true"); none.Total != 0 {
		t.Errorf("%+v", none)
	}
}

func TestUsersAndTeamsAreFound(t *testing.T) {
	s := harbour(t)
	for _, name := range []string{owner, "Owner%E8%88%9F", "oWNER%E8%88%9F"} {
		if u := answer[contract.User](s, "GET", "/v2/user/"+name, "anonymous", ""); u.ID != owner || u.Role != "developer" {
			t.Errorf("%s is %+v", name, u)
		}
	}
	if w := s.get("/v2/user/nope", "anonymous"); w.Code != http.StatusNotFound {
		t.Errorf("an unknown user: %d", w.Code)
	}
	if users := answer[[]contract.User](s, "GET", `/v2/users?ids=["`+admin+`","nope","`+owner+`"]`, "anonymous", ""); len(users) != 2 || users[0].ID != admin {
		t.Errorf("users are %+v", users)
	}
	teams := answer[[][]contract.MemberV2](s, "GET", `/v2/teams?ids=["`+hiddenID+`","`+listedID+`"]`, "anonymous", "")
	if len(teams) != 1 || teams[0][0].TeamID != listedID {
		t.Errorf("teams are %+v", teams)
	}
}

func TestRandomProjectsAreListedAndDifferent(t *testing.T) {
	s := harbour(t)
	list := answer[[]contract.Project](s, "GET", "/v2/projects_random?count=100", "admin", "")
	if len(list) != 1 || list[0].ID != listedID {
		t.Errorf("random projects are %+v", list)
	}
}

func TestAnAccountWithoutAStaffRoleHasTheRoleDeveloper(t *testing.T) {
	s := harbour(t)
	for path, as := range map[string]string{
		"/v2/user/" + owner: "anonymous", `/v2/users?ids=["` + owner + `"]`: "anonymous", "/v2/project/lanternquay/members": "owner",
		"/v3/team/" + listedID + "/members": "anonymous", "/_internal/project/lanternquay": "anonymous", "/_internal/project/withheld": "owner",
		"/v3/organization/repost": "anonymous", "/_internal/project/lanternquay/history": "owner",
	} {
		body := s.get(path, as).Body.String()
		if strings.Contains(body, `"role":"user"`) || !strings.Contains(body, `"role":"developer"`) {
			t.Errorf("%s says %s", path, body)
		}
	}
}
