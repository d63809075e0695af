package project_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
)

// since are the events after the first n of the log, in their stored form.
func (w *world) since(n int) (types, roles []string, data [][]byte) {
	w.Helper()
	for batch, err := range w.EventLog.Follow(w.Context(), 0, eventlog.Filter{}) {
		if err != nil {
			w.Fatal(err)
		}
		for _, e := range batch.Events {
			if int(e.Position) > n {
				types, roles, data = append(types, e.Type), append(roles, e.Meta.Role), append(data, e.Data)
			}
		}
		if batch.Live || int(batch.UpTo) >= int(w.Head()) {
			break
		}
	}
	return types, roles, data
}

func TestEveryRouteRequiresAReasonOfTheStaffAndTheEventStoresIt(t *testing.T) {
	for _, r := range routes() {
		if r.open {
			continue // no project of another account exists yet
		}
		for _, kind := range []string{"moderator", "admin"} {
			if kind == "moderator" && !r.mod {
				continue
			}
			t.Run(r.name+" as "+kind, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				s := newScene(w)
				s.silent = true
				a := r.tryRoute(t, w, s, "/v2", kind, true)
				if a.Status != http.StatusBadRequest || a.JSON(t)["field"] != "reason" {
					t.Fatalf("without a reason: %s", a)
				}
				s.silent = false
				before := int(w.Head())
				who := map[string]string{"moderator": moderator, "admin": admin}[kind]
				_, path, _ := strings.Cut(r.name, " ")
				want(t, r.ask(w, s, who, "/v2"+s.fill(path)), r.ok)
				types, roles, data := w.since(before)
				reasons := 0
				for i, typ := range types {
					least := "admin"
					if r.mod {
						least = "moderator"
					}
					if roles[i] != least {
						t.Errorf("%s says role %q", typ, roles[i])
					}
					var kept struct {
						Reason struct {
							Code string          `json:"code"`
							Text json.RawMessage `json:"text"`
						} `json:"reason"`
					}
					if err := json.Unmarshal(data[i], &kept); err != nil {
						t.Fatal(err)
					}
					sealed := strings.Contains(string(kept.Reason.Text), `"box"`) // texts to one account are sealed with its key
					if kept.Reason.Code == "correction" && (sealed || strings.Contains(string(kept.Reason.Text), "ok")) {
						reasons++
					}
				}
				if reasons == 0 {
					t.Errorf("no event of %v contains the reason", types)
				}
			})
		}
	}
}

func TestTheStaffsProgramsNeedNoReasonAndTheEventSaysSo(t *testing.T) {
	for _, r := range routes() {
		if r.open {
			continue // no project of another account exists yet
		}
		for _, kind := range []string{"moderator", "admin"} {
			if kind == "moderator" && !r.mod {
				continue
			}
			t.Run(r.name+" as "+kind, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				s := newScene(w)
				s.publish(w)
				s.silent, w.Program = true, true
				before := int(w.Head())
				who := map[string]string{"moderator": moderator, "admin": admin}[kind]
				_, path, _ := strings.Cut(r.name, " ")
				want(t, r.ask(w, s, who, "/v2"+s.fill(path)), r.ok)
				_, _, data := w.since(before)
				if all := string(bytes.Join(data, []byte("\n"))); !strings.Contains(all, `"code":"unstated"`) {
					t.Errorf("no event says that there was no reason: %s", all)
				}
			})
		}
	}
}

func TestAProgramDecidesAReviewWithAStatusAlone(t *testing.T) {
	for _, status := range []string{"rejected", "withheld", "approved", "unlisted", "draft"} {
		for _, prefix := range []string{"/v2", "/v3"} {
			w := newWorld(t)
			s := newScene(w)
			path := prefix + "/project/" + s.project
			want(t, w.Ask(owner, "PATCH", path, fields{"status": "processing"}), 204)
			for name, body := range map[string]fields{
				"nothing": {"status": status}, "the code": {"status": status, "reason": fields{"code": "unstated"}},
				"the code with words": {"status": status, "moderation_message": "太短", "reason": fields{"code": "unstated", "text": "x"}},
			} {
				if a := w.Ask(moderator, "PATCH", path, body); a.Status != 400 || a.JSON(t)["field"] != "reason" {
					t.Errorf("a screen says %s of %s: %s", name, status, a)
				}
			}
			w.Program = true
			if a := w.Ask(moderator, "PATCH", path, fields{"status": "rejected", "reason": fields{"code": "spam"}}); a.Status != 400 || a.JSON(t)["field"] != "moderation_message" {
				t.Errorf("a program that knows reasons is asked for a message: %s", a)
			}
			want(t, w.Ask(stranger, "PATCH", path, fields{"status": status}), 404)
			w.Scopes = identity.AllScopes &^ identity.ScopeProjectWrite
			want(t, w.Ask(moderator, "PATCH", path, fields{"status": status}), 401)
			w.Scopes = identity.AllScopes
			want(t, w.Ask(moderator, "PATCH", path, fields{"status": status}), 204)
			_, roles, data := w.since(int(w.Head()) - 1)
			if len(roles) != 1 || roles[0] != "moderator" || !strings.Contains(string(data[0]), `"code":"unstated"`) {
				t.Errorf("%s: %v %s", status, roles, data)
			}
		}
	}
}

func TestADecisionOfTheStaffRequiresACodeAndAMessage(t *testing.T) {
	w := newWorld(t)
	s := newScene(w)
	path := "/v2/project/" + s.project
	want(t, w.Ask(owner, "PATCH", path, fields{"status": "processing"}), 204)
	reject := fields{"status": "rejected", "moderation_message": "太短", "moderation_options": []string{"description-short"}}
	for name, why := range map[string]any{
		"none": nil, "empty": fields{}, "unknown": fields{"code": "mood"}, "wordless": fields{"code": "other"},
		"hostile": fields{"code": "spam", "text": "a\u0000b"}, "long": fields{"code": "spam", "text": strings.Repeat("长", 2001)},
	} {
		reject["reason"] = why
		if a := w.Ask(moderator, "PATCH", path, reject); a.Status != 400 || name != "hostile" && a.JSON(t)["field"] != "reason" {
			t.Errorf("%s: %s", name, a)
		}
	}
	reject["reason"] = fields{"code": "incomplete"}
	for _, options := range []any{[]string{"A B"}, []string{"x", "x"}, make([]string, 65)} {
		if a := w.Ask(moderator, "PATCH", path, with(reject, "moderation_options", options)); a.Status != 400 || a.JSON(t)["field"] != "moderation_options" {
			t.Errorf("%v: %s", options, a)
		}
	}
	for _, templates := range [][]string{{"opening@1"}, {"none@0"}, {"opening"}, {"opening@0", "opening@0"}, {"opening@-1"}} {
		if a := w.Ask(moderator, "PATCH", path, with(reject, "moderation_templates", templates)); a.Status != 400 || a.JSON(t)["field"] != "moderation_templates" {
			t.Error(a)
		}
	}
	want(t, w.Ask(owner, "PATCH", path, fields{"status": "processing", "moderation_options": []string{"x"}}), 401)
	reject["moderation_templates"] = []string{"opening@0", "closing@0"}
	want(t, w.Ask(moderator, "PATCH", path, reject), 204)
	events := w.Events("project-" + s.project)
	submitted, rejected := events[len(events)-2].(project.Submitted), events[len(events)-1].(project.Rejected)
	if len(submitted.Submission) != 8 || rejected.Submission != submitted.Submission || rejected.Reason.Code != "incomplete" ||
		fmt.Sprint(rejected.Options) != "[description-short]" || fmt.Sprint(rejected.Templates) != "[opening@0 closing@0]" || rejected.Message != "太短" {
		t.Errorf("%+v, then %+v", submitted, rejected)
	}
	want(t, w.Ask(owner, "PATCH", path, fields{"status": "processing"}), 204)
	want(t, w.Ask(admin, "PATCH", path, fields{"status": "approved", "reason": fields{"code": "complies"}}), 204)
	events = w.Events("project-" + s.project)
	again, approved := events[len(events)-2].(project.Submitted), events[len(events)-1].(project.Approved)
	if again.Submission == submitted.Submission || approved.Submission != again.Submission {
		t.Errorf("%+v, then %+v", again, approved)
	}
}

func with(f fields, name string, value any) fields {
	out := fields{}
	for k, v := range f {
		out[k] = v
	}
	out[name] = value
	return out
}

func TestEveryDecisionRecordsTheLeastRole(t *testing.T) {
	w := newWorld(t)
	s := newScene(w)
	s.publish(w)
	w.invite(s.project, member, project.EditDetails)
	path := "/v2/project/" + s.project
	for _, c := range []struct {
		who, method, path string
		body              any
		role              string
	}{
		{owner, "PATCH", path, fields{"title": "One title"}, "owner"},
		{member, "PATCH", path, fields{"title": "Two titles"}, "member"},
		{moderator, "PATCH", path, fields{"title": "Three titles", "reason": because}, "moderator"},
		{admin, "PATCH", path, fields{"title": "Four titles", "reason": because}, "moderator"}, // that role suffices
		{admin, "PATCH", "/v2/team/" + s.project + "/members/" + member, fields{"role": "x", "reason": because}, "admin"},
		{owner, "PATCH", "/v2/version/" + s.version, fields{"name": "Other"}, "owner"},
		{asked, "POST", "/v2/team/" + s.project + "/join", nil, "self"},
		{asked, "DELETE", "/v2/team/" + s.project + "/members/" + asked, nil, "self"},
		{owner, "DELETE", "/v2/team/" + s.project + "/members/" + member, nil, "owner"},
		{owner, "PATCH", path, fields{"status": "archived"}, "owner"},
	} {
		before := int(w.Head())
		want(t, w.Ask(c.who, c.method, c.path, c.body), 204)
		types, roles, _ := w.since(before)
		if len(roles) != 1 || roles[0] != c.role {
			t.Errorf("%s %s %v: %v say %v, want %s", c.who, c.method, c.body, types, roles, c.role)
		}
	}
}

func TestAnEditAppendsOneEventForEachChange(t *testing.T) {
	w := newWorld(t)
	s := newScene(w)
	before := int(w.Head())
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+s.project, fields{
		"title": "Lithium", "slug": "lithium", "description": "Another summary", "body": "Other words", "license_id": "Apache-2.0",
		"categories": []string{"magic"}, "issues_url": "https://example.com", "client_side": "optional",
		"aliases": []fields{{"text": "锂", "kind": "zh"}}, "requested_status": "unlisted",
	}), 204)
	types, _, _ := w.since(before)
	if got := strings.Join(types, " "); got != "project.renamed.v1 project.slug-changed.v1 project.summarised.v1 project.described.v1 "+
		"project.links-changed.v1 project.licence-changed.v1 project.environments-changed.v1 project.aliases-changed.v1 "+
		"project.requested-status-set.v1 project.categorised.v1 slug.reserved.v1 slug.released.v1" {
		t.Error(got)
	}
	before = int(w.Head())
	want(t, w.Ask(owner, "PATCH", "/v2/version/"+s.version, fields{
		"name": "Two", "version_number": "2.0", "changelog": "More", "version_type": "beta", "status": "archived", "featured": true,
		"loaders": []string{"fabric", "quilt"}, "game_versions": []string{"1.21"},
	}), 204)
	types, _, _ = w.since(before)
	if got := strings.Join(types, " "); got != "version.renamed.v1 version.renumbered.v1 version.changelog-written.v1 "+
		"version.channel-changed.v1 version.status-changed.v1 version.featured.v1 version.compatibility-changed.v1" {
		t.Error(got)
	}
}

func TestAProjectIsCreatedWithItsThread(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	types, roles, data := w.since(0)
	if strings.Join(types, " ") != "project.created.v1 thread.opened.v1 slug.reserved.v1" || strings.Join(roles, " ") != "owner owner owner" {
		t.Error(types, roles)
	}
	thread := w.state(id).Thread
	want := fmt.Sprintf(`{"thread":"%s","kind":"project","subject":"%s","owner":"%s"}`, thread, id, owner)
	if len(thread) != 8 || thread == id || string(data[1]) != want {
		t.Errorf("%s, want %s", data[1], want)
	}
	if len(w.Events("thread-"+thread)) != 1 {
		t.Error("the thread is in another stream")
	}
}

func TestAPayoutSplitIsStoredInHundredthsWithoutRounding(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	w.invite(id, member, 0)
	path := "/v2/team/" + id + "/members/" + member
	for text, weight := range map[string]int64{"33.33": 3333, "0.1": 10, "5e3": 500_000, "0": 0} {
		want(t, w.Ask(owner, "PATCH", path, `{"payouts_split":`+text+`}`), 204)
		if m, _ := w.state(id).Member(member); int64(m.Weight) != weight {
			t.Errorf("%s is stored as %d", text, m.Weight)
		}
	}
	for _, text := range []string{"0.001", "5000.01", "-1", `"x"`} {
		if a := w.Ask(owner, "PATCH", path, `{"payouts_split":`+text+`}`); a.Status != 400 || a.JSON(t)["field"] != "payouts_split" {
			t.Errorf("%s: %s", text, a)
		}
	}
	for _, day := range []string{"2001-01-01", "x"} {
		if a := w.Ask(owner, "PATCH", path, fields{"payouts_split": 7, "payouts_effective": day}); a.Status != 400 || a.JSON(t)["field"] != "payouts_effective" {
			t.Errorf("%s: %s", day, a)
		}
	}
	want(t, w.Ask(owner, "PATCH", path, fields{"payouts_split": 7, "payouts_effective": "2999-01-01"}), 204)
	events := w.Events("project-" + id)
	if e := events[len(events)-1]; e != any(project.PayoutWeightSet{Account: member, Weight: 700, Effective: "2999-01-01"}) {
		t.Errorf("%+v", e)
	}
}
