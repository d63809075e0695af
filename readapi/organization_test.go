package readapi_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/readapi/account"
	readproject "github.com/modyard/modyard/readapi/project"
)

// guild is harbour with two more accounts in the organization: owner has joined, stranger is invited.
func guild(t *testing.T) *site {
	t.Helper()
	s := harbour(t)
	s.Happen("organization-"+orgID, orgOwner,
		organization.MemberInvited{Account: owner, Role: "翻译", Permissions: organization.AddProject, ProjectPermissions: project.EditBody},
		organization.MemberJoined{Account: owner},
		organization.MemberInvited{Account: stranger, Role: "测试"})
	s.Settle()
	return s
}

func names(members []contract.MemberV3) []string {
	out := []string{}
	for _, m := range members {
		out = append(out, m.User.ID)
	}
	return out
}

func TestAnOrganizationShowsInvitationsAndRightsToMembersOnly(t *testing.T) {
	s := guild(t)
	for as, c := range map[string]struct {
		members []string
		rights  bool
	}{
		"anonymous": {[]string{orgOwner, owner}, false}, "invited": {[]string{orgOwner, owner}, false},
		"stranger": {[]string{orgOwner, owner, stranger}, false}, // an invited account sees its own invitation
		"owner":    {[]string{orgOwner, stranger, owner}, true}, "moderator": {[]string{orgOwner, stranger, owner}, true},
		"owner's token without the scope": {[]string{orgOwner, owner}, false},
	} {
		for _, path := range []string{"/v3/organization/REPOST", "/v3/organization/" + orgID} {
			o := answer[contract.OrganizationAnswer](s, "GET", path, as, "")
			slices.Sort(c.members)
			got := names(o.Members)
			slices.Sort(got)
			if !slices.Equal(got, c.members) || o.Members[0].User.ID != orgOwner || !o.Members[0].IsOwner {
				t.Errorf("%s as %s: %v", path, as, got)
			}
			if shown := o.Members[0].OrganizationPermissions != nil && o.Members[0].Permissions != nil; shown != c.rights {
				t.Errorf("rights in %s as %s: %v", path, as, shown)
			}
		}
	}
	if team := answer[[]contract.MemberV2](s, "GET", "/v2/team/"+orgID+"/members", "anonymous", ""); len(team) != 2 || team[0].Role != "Owner" {
		t.Errorf("the team is %+v", team)
	}
	if teams := answer[[][]contract.Member](s, "GET", `/v3/teams?ids=[%22`+orgID+`%22,%22`+listedID+`%22]`, "anonymous", ""); len(teams) != 2 {
		t.Errorf("teams are %+v", teams)
	}
	for as, want := range map[string]int{"anonymous": 0, "owner": 0, "stranger": 1, "moderator": 1} {
		if got := answer[[]contract.OrganizationAnswer](s, "GET", "/v3/user/Stranger/organizations", as, ""); len(got) != want {
			t.Errorf("as %s the invited is in %d organizations", as, len(got))
		}
	}
	if got := answer[[]contract.OrganizationAnswer](s, "GET", `/v3/organizations?ids=[%22nope%22,%22`+orgID+`%22,%22`+orgID+`%22]`, "anonymous", ""); len(got) != 1 {
		t.Errorf("many are %+v", got)
	}
}

func TestAMemberOfTheOrganizationSeesItsProjectsAsAMember(t *testing.T) {
	s := guild(t)
	for as, want := range map[string]int{"owner": 200, "stranger": 404, "invited": 404, "org owner": 200, "anonymous": 404} {
		if w := s.get("/v2/project/owned", as); w.Code != want {
			t.Errorf("the organization's draft as %s: %d", as, w.Code)
		}
	}
	first := s.get("/_internal/project/owned", "owner")
	page := answer[contract.ProjectPageAnswer](s, "GET", "/_internal/project/owned", "owner", "")
	if len(page.Members) != 1 || page.Members[0].User.ID != owner || *page.Members[0].Permissions != uint64(project.EditBody) {
		t.Errorf("the member's entry in the team is %+v", page.Members)
	}
	s.Happen("organization-"+orgID, orgOwner, organization.RightsGranted{Account: owner, ProjectPermissions: project.EditBody | project.EditDetails})
	s.Settle()
	again := s.ask("GET", "/_internal/project/owned", "owner", "", "If-None-Match", first.Header().Get("ETag"))
	if again.Code != http.StatusOK {
		t.Errorf("changed rights do not change the entity tag: %d", again.Code)
	}
}

func TestAFormerSlugRedirectsUntilItIsTaken(t *testing.T) {
	s := guild(t)
	slug := "carriers"
	s.Happen("organization-"+orgID, orgOwner, organization.SlugChanged{Slug: slug})
	s.Happen("orgslug-carriers", orgOwner, organization.SlugReserved{Slug: slug, Organization: orgID})
	s.Happen("orgslug-repost", orgOwner, organization.SlugReleased{Slug: "repost", Organization: orgID})
	s.Settle()
	for _, path := range []string{"/v3/organization/repost", "/v3/organization/carriers", "/_internal/organization/repost/page"} {
		if o := answer[contract.OrganizationAnswer](s, "GET", path, "anonymous", ""); o.ID != orgID || o.Slug != slug {
			t.Errorf("%s is %+v", path, o)
		}
	}
	for name, want := range map[string]int{"repost": 404, "CARRIERS": 200, orgID: 200, "nothing": 404} {
		if w := s.get("/v3/organization/"+name+"/check", "anonymous"); w.Code != want {
			t.Errorf("check %s: %d", name, w.Code)
		}
	}
	s.Happen("orgslug-carriers", orgOwner, organization.SlugReleased{Slug: slug, Organization: orgID, Gone: true})
	s.Happen("organization-"+orgID, orgOwner, organization.Deleted{Slug: slug})
	s.Settle()
	for _, path := range []string{"/v3/organization/repost", "/v3/organization/carriers", "/_internal/organization/" + orgID + "/projects", "/v3/organization/carriers/check"} {
		if w := s.get(path, "anonymous"); w.Code != http.StatusNotFound {
			t.Errorf("%s of a deleted organization: %d", path, w.Code)
		}
	}
}

func TestPagesOfPeopleAndOrganizationsListTheirProjects(t *testing.T) {
	s := guild(t)
	p := answer[account.PageAnswer](s, "GET", "/_internal/user/owner舟/page", "anonymous", "")
	if p.ID != owner || p.Counts.Projects != 1 || p.Counts.Downloads != 1234 || p.Counts.Types["mod"] != 1 || len(p.Organizations) != 1 {
		t.Errorf("the page is %+v", p)
	}
	if p := answer[account.PageAnswer](s, "GET", "/_internal/user/Stranger/page", "stranger", ""); len(p.Organizations) != 0 || p.Counts.Projects != 0 {
		t.Errorf("the page of the invited is %+v", p)
	}
	rows := answer[contract.SearchPage[readproject.Row]](s, "GET", "/_internal/user/owner舟/projects", "owner", "")
	if rows.TotalHits != 5 || len(rows.Hits) != 5 || rows.Hits[0].ProjectID != listedID || *rows.Hits[0].TitleZH != "灯笼码头" || rows.Hits[0].Status != "approved" {
		t.Errorf("rows are %+v", rows)
	}
	if rows := answer[contract.SearchPage[readproject.Row]](s, "GET", "/_internal/user/"+orgOwner+"/projects", "org owner", ""); rows.TotalHits != 1 {
		t.Errorf("the rows of a member of an organization are %+v", rows)
	}
	for query, want := range map[string]int{
		"query=灯笼": 5, "query=HIDDEN": 1, "query=%25": 0, "type=mod": 5, "type=shader": 0, "index=name&limit=2&offset=3": 5, "index=updated": 5, "index=newest": 5, "index=follows": 5,
	} {
		if rows := answer[contract.SearchPage[readproject.Row]](s, "GET", "/_internal/user/"+owner+"/projects?"+query, "owner", ""); rows.TotalHits != want {
			t.Errorf("%s: %d of %d", query, rows.TotalHits, want)
		}
	}
	for _, query := range []string{"index=x", "limit=-1", "offset=x", "query=%FF"} {
		if w := s.get("/_internal/user/"+owner+"/projects?"+query, "owner"); w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d", query, w.Code)
		}
	}
	for as, want := range map[string]int64{"anonymous": 0, "owner": 1, "stranger": 0, "org owner": 1, "admin": 1} {
		o := answer[readproject.OrganizationPageAnswer](s, "GET", "/_internal/organization/repost/page", as, "")
		rows := answer[contract.SearchPage[readproject.Row]](s, "GET", "/_internal/organization/repost/projects", as, "")
		if o.Counts.Projects != want || int64(len(rows.Hits)) != want || o.Name != "搬运团队" {
			t.Errorf("as %s the organization has %+v, %d rows", as, o.Counts, len(rows.Hits))
		}
	}
	for _, path := range []string{"/_internal/user/nobodyhere/page", "/_internal/user/nobodyhere/projects", "/_internal/organization/nope/page", "/_internal/organization/nope/projects"} {
		if w := s.get(path, "anonymous"); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}
