package readapi_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/readapi/account"
	"github.com/modyard/modyard/readapi/family"
	readproject "github.com/modyard/modyard/readapi/project"
)

func TestAnAccountsProjectsIncludeThoseOfItsOrganizations(t *testing.T) {
	s := harbour(t)
	s.Project(ownedID, moderator, project.Approved{From: project.Draft, Status: project.Listed})
	s.Project(ownedID, orgOwner, project.EnteredOrganization{Organization: orgID})
	s.Settle()
	for _, c := range []struct {
		as, of   string
		projects []string
		orgs     []string
	}{
		{"anonymous", "OrgOwner", []string{ownedID}, []string{orgID}},
		{"anonymous", orgOwner, []string{ownedID}, []string{orgID}},
		{"org owner", "OrgOwner", []string{ownedID}, []string{orgID}},
		{"stranger", "Owner舟", []string{listedID}, nil},
		{"owner", "Owner舟", []string{hiddenID, listedID, unlistedID, withheldID}, nil},
		{"moderator", "Owner舟", []string{hiddenID, listedID, unlistedID, withheldID}, nil},
		{"owner's token without the scope", "Owner舟", []string{listedID}, nil},
		{"anonymous", "Invited", nil, nil}, // an invitation is not a membership
		{"anonymous", "Stranger", nil, nil},
	} {
		got := answer[readproject.AllProjects](s, "GET", "/v3/user/"+c.of+"/all-projects", c.as, "")
		var ids, orgs []string
		for _, p := range got.Projects {
			ids = append(ids, p.ID)
		}
		for id, o := range got.Organizations {
			orgs = append(orgs, id)
			if o.ID != id || o.Members == nil {
				t.Errorf("the organization %s is %+v", id, o)
			}
		}
		slices.Sort(ids)
		if !slices.Equal(ids, c.projects) || !slices.Equal(orgs, c.orgs) || got.Projects == nil || got.Organizations == nil {
			t.Errorf("%s of %s: %v, %v", c.as, c.of, ids, orgs)
		}
	}
	if w := s.get("/v3/user/nobody/all-projects", "anonymous"); w.Code != http.StatusNotFound {
		t.Errorf("an unknown account: %d", w.Code)
	}
}

func TestTheChineseTitlesOfAnAccountsProjectsAreForThoseWhoMayFindThem(t *testing.T) {
	s := harbour(t)
	s.Project(hiddenID, owner, project.AliasesChanged{Aliases: []project.Alias{{Text: "LQ", Kind: "abbr"}, {Text: "暗港", Kind: "zh"}}})
	s.Settle()
	outside := map[string]string{listedID: "灯笼码头"}
	inside := map[string]string{listedID: "灯笼码头", hiddenID: "暗港", unlistedID: "灯笼码头", withheldID: "灯笼码头"}
	for as, want := range map[string]map[string]string{
		"anonymous": outside, "stranger": outside, "owner's token without the scope": outside, "owner": inside, "moderator": inside,
	} {
		if got := answer[map[string]string](s, "GET", "/_internal/user/Owner舟/titles", as, ""); !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", as, got, want)
		}
	}
	if w := s.get("/_internal/user/nobody/titles", "anonymous"); w.Code != http.StatusNotFound {
		t.Errorf("an unknown account: %d", w.Code)
	}
}

func TestAccountsAreSearchedByName(t *testing.T) {
	s := harbour(t)
	got := answer[[]account.FoundUser](s, "GET", "/v3/users/search?query=OWN", "anonymous", "")
	names := []string{}
	for _, u := range got {
		names = append(names, u.Username)
		if u.ID == "" || u.AvatarURL == nil {
			t.Errorf("%+v", u)
		}
	}
	if !slices.Equal(names, []string{"Owner舟", "OrgOwner"}) {
		t.Errorf("found %v", names)
	}
	body := s.get("/v3/users/search?query=Owner舟", "anonymous").Body.String()
	if want := `[{"id":"` + owner + `","username":"Owner舟","avatar_url":"https://cdn.example/` + owner + `.png"}]`; body != want {
		t.Errorf("the answer is %s, want %s", body, want)
	}
	for query, want := range map[string]string{"": "[]", "query=": "[]", "query=" + strings.Repeat("x", 5000): "[]", "query=%25": "[]"} {
		if w := s.get("/v3/users/search?"+query, "anonymous"); w.Code != http.StatusOK || w.Body.String() != want {
			t.Errorf("%.30s: %d %s", query, w.Code, w.Body)
		}
	}
	if w := s.get("/v3/users/search?query=%00", "anonymous"); w.Code != http.StatusBadRequest {
		t.Errorf("a NUL: %d", w.Code)
	}
}

func TestAnAccountReadsItsLimits(t *testing.T) {
	s := harbour(t)
	for _, c := range []struct {
		as, kind string
		current  int64
		most     int64
	}{
		{"owner", "projects", 4, 1<<53 - 1}, {"stranger", "projects", 0, 1<<53 - 1}, {"org owner", "organizations", 1, 1<<53 - 1}, {"owner", "organizations", 0, 1<<53 - 1},
	} {
		if got := answer[family.Limit](s, "GET", "/v3/limits/"+c.kind, c.as, ""); got.Current != c.current || got.Max != c.most {
			t.Errorf("%s of %s: %+v", c.kind, c.as, got)
		}
	}
	for _, kind := range []string{"projects", "organizations", "collections"} {
		for _, as := range []string{"anonymous", "owner's token without the scope"} {
			if w := s.get("/v3/limits/"+kind, as); w.Code != http.StatusUnauthorized {
				t.Errorf("%s as %s: %d", kind, as, w.Code)
			}
		}
	}
}

func TestAProjectIsValidatedForItsReview(t *testing.T) {
	s := newSite(t)
	for id, name := range map[string]string{owner: "Owner舟", stranger: "Stranger"} {
		s.Account(id, name, "user")
	}
	s.Account(moderator, "Moderator", "moderator")
	s.publish("ProjVal1", "complete", project.TypeMod, newVersion("VersVal1", "ProjVal1", "1", project.Release, 0, []string{"fabric"}, []string{"1.20.1"}))
	bare := newProject("ProjVal2", "bare", "Bare")
	bare.Body, bare.License.ID, bare.Environments, bare.Categories = "# Placeholder description", project.LicenseUnknown, project.Environment{Client: "unknown"}, nil
	s.Slug("bare", "ProjVal2")
	s.Project("ProjVal2", owner, bare)
	withDraft := newProject("ProjVal3", "with-draft", "With a draft")
	withDraft.Categories = nil
	s.Slug("with-draft", "ProjVal3")
	s.Project("ProjVal3", owner, withDraft)
	v := newVersion("VersVal3", "ProjVal3", "1", project.Release, 1, []string{"fabric"}, []string{"1.20.1"})
	v.Status = project.VersionDraft
	s.Happen("version-VersVal3", owner, v)
	plugin := newProject("ProjVal4", "plugin", "Plugin")
	plugin.Environments = project.Environment{}
	s.Slug("plugin", "ProjVal4")
	s.Project("ProjVal4", owner, plugin)
	s.Happen("version-VersVal4", owner, newVersion("VersVal4", "ProjVal4", "1", project.Release, 2, []string{"paper"}, []string{"1.20.1"}))
	s.Settle()
	for path, want := range map[string][]string{
		"plugin":     {"add_icon suggestion", "feature_gallery_image suggestion", "add_links suggestion"},
		"bare":       {"upload_version required", "add_description required", "select_environment required", "select_license required", "add_icon suggestion", "feature_gallery_image suggestion", "add_links suggestion"},
		"complete":   {"add_icon suggestion", "feature_gallery_image suggestion", "add_links suggestion"},
		"with-draft": {"add_icon suggestion", "feature_gallery_image suggestion", "select_tags suggestion", "add_links suggestion"},
	} {
		for _, as := range []string{"owner", "moderator"} {
			got := []string{}
			for _, n := range answer[family.Validation](s, "GET", "/v3/project/"+path+"/validate", as, "").Nags {
				got = append(got, n.Kind+" "+n.Severity)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s lacks %v, want %v", path, got, want)
			}
		}
	}
	if body := s.get("/v3/project/bare/validate", "owner").Body.String(); !strings.HasPrefix(body, `{"nags":[{"kind":"upload_version","severity":"required","details":{}},`) {
		t.Errorf("the answer is %s", body)
	}
	for as, want := range map[string]int{"anonymous": 401, "owner's token without the scope": 401} {
		if w := s.get("/v3/project/bare/validate", as); w.Code != want {
			t.Errorf("as %s: %d", as, w.Code)
		}
	}
	if w := s.get("/v3/project/bare/validate", "stranger"); w.Code != http.StatusNotFound {
		t.Errorf("a hidden project: %d", w.Code)
	}
	if w := s.get("/v3/project/complete/validate", "stranger"); w.Code != http.StatusUnauthorized {
		t.Errorf("somebody else's project: %d", w.Code)
	}
}
