package project_test

import (
	"image/color"
	"net/url"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
)

// pictured changes a project's picture as the given account.
func (w *world) pictured(t *testing.T, id, who, change string, n uint8, why bool) answer {
	t.Helper()
	reason := ""
	if why {
		reason = "&reason_code=correction&reason=ok"
	}
	path := "/v2/project/" + id
	sent := pngOf(w, 3, 3, color.NRGBA{R: n, G: 7, A: 255})
	switch change {
	case "icon":
		return w.Ask(who, "PATCH", path+"/icon?ext=png"+reason, sent, "Content-Type", "image/png")
	case "picture":
		return w.Ask(who, "POST", path+"/gallery?ext=png"+reason, sent, "Content-Type", "image/png")
	}
	gallery := w.state(id).Gallery
	return w.Ask(who, "DELETE", path+"/gallery?url="+url.QueryEscape(gallery[len(gallery)-1].URL)+reason, nil)
}

func TestTheEventsOfAProjectsPicturesContainTheLeastRole(t *testing.T) {
	const partner = "partner1"
	w := newWorld(t)
	s := newScene(w)
	s.publish(w)
	w.invite(s.project, member, project.EditDetails)
	check := func(who, role string) {
		t.Helper()
		for i, change := range []string{"icon", "picture", "removal"} {
			owes := role == "moderator"
			before := int(w.Head())
			if owes {
				if a := w.pictured(t, s.project, who, change, uint8(before+i), false); a.Status != 400 || a.JSON(t)["field"] != "reason" {
					t.Errorf("%s by %s without a reason: %s", change, who, a)
				}
			}
			want(t, w.pictured(t, s.project, who, change, uint8(before+i), owes), 204)
			types, roles, data := w.since(before)
			if len(roles) != 1 || roles[0] != role || strings.Contains(string(data[0]), `"code":"correction"`) != owes {
				t.Errorf("%s by %s: %v as %v, %s, want %s", change, who, types, roles, data, role)
			}
		}
	}
	check(owner, "owner")
	check(member, "member")
	check(moderator, "moderator")
	check(admin, "moderator") // that role suffices
	w.Happen("organization-Orgaaaa1", organization.Created{Organization: "Orgaaaa1", Slug: "team", Name: "Team", Owner: "leader01"},
		organization.MemberInvited{Account: partner, ProjectPermissions: project.EditDetails}, organization.MemberJoined{Account: partner})
	w.Happen("project-"+s.project, project.EnteredOrganization{Organization: "Orgaaaa1"})
	check(partner, "organization-member")
	check(member, "member")
	for _, change := range []string{"icon", "picture", "removal"} {
		want(t, w.pictured(t, s.project, stranger, change, 200, true), 401)
	}
}
