package project_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
)

// monetized are the values that were set, in the order of the changes.
func (w *world) monetized(id string) string {
	w.Helper()
	var all []string
	for _, e := range w.Events("project-" + id) {
		if set, ok := e.(project.MonetizationSet); ok {
			all = append(all, string(set.Status))
		}
	}
	return strings.Join(all, " ")
}

func TestAMemberMayTakeAProjectOutOfTheRevenueInBothVersions(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	for _, step := range []struct{ path, body, want string }{
		{"/v2/project/", `{"monetization_status":"monetized"}`, ""},
		{"/v2/project/", `{"monetization_status":"demonetized","title":"Better"}`, "demonetized"},
		{"/v3/project/", `{"monetization_status":"demonetized"}`, "demonetized"},
		{"/v3/project/", `{"monetization_status":null}`, "demonetized"},
		{"/v3/project/", `{"monetization_status":"monetized"}`, "demonetized monetized"},
	} {
		want(t, w.Ask(owner, "PATCH", step.path+id, step.body), 204)
		if got := w.monetized(id); got != step.want {
			t.Errorf("after %s: %q, want %q", step.body, got, step.want)
		}
	}
	if w.state(id).Title != "Better" {
		t.Error(w.state(id).Title)
	}
	w.invite(id, member, project.EditBody)
	want(t, w.Ask(member, "PATCH", "/v2/project/"+id, `{"monetization_status":"demonetized"}`), 401)
}

func TestAnUnknownMonetizationNamesItsFieldAndChangesNothing(t *testing.T) {
	untouched(t, func(w *world, id string) {
		for _, path := range []string{"/v2/project/", "/v3/project/"} {
			for _, body := range []string{`{"monetization_status":"paid"}`, `{"monetization_status":""}`, `{"monetization_status":"MONETIZED"}`} {
				a := want(t, w.Ask(owner, "PATCH", path+id, body), 400)
				if a.JSON(t)["field"] != "monetization_status" {
					t.Errorf("%s %s: %s", path, body, a)
				}
			}
		}
		want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, `{"title":"Better","monetization_status":"force-demonetized"}`), 401)
	})
}

func TestTheStaffExcludesAProjectFromTheRevenueWithAReason(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	w.Happen("project-"+id, project.Submitted{Submission: "SSSSSSS1", From: project.Draft}, project.Approved{From: project.Processing, Status: project.Listed})
	path, because := "/v2/project/"+id, `,"reason":{"code":"rules","text":"刷量"}}`
	if a := want(t, w.Ask(moderator, "PATCH", path, `{"monetization_status":"force-demonetized"}`), 400); a.JSON(t)["field"] != "reason" {
		t.Error(a)
	}
	want(t, w.Ask(moderator, "PATCH", path, `{"monetization_status":"force-demonetized"`+because), 204)
	if m := w.last("project-" + id); m.Role != "moderator" || m.Actor != moderator {
		t.Errorf("%+v", m)
	}
	want(t, w.Ask(owner, "PATCH", path, `{"monetization_status":"force-demonetized"}`), 204)
	want(t, w.Ask(owner, "PATCH", path, `{"monetization_status":"monetized"}`), 401)
	want(t, w.Ask(owner, "PATCH", path, `{"monetization_status":"demonetized"}`), 401)
	want(t, w.Ask(admin, "PATCH", path, `{"monetization_status":"monetized"}`), 400)
	want(t, w.Ask(admin, "PATCH", path, `{"monetization_status":"monetized"`+because), 204)
	if got := w.monetized(id); got != "force-demonetized monetized" {
		t.Error(got)
	}
}
