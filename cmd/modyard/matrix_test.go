package main

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
)

// TestEveryStatusOfAThingKeepsToTheTable sends the requests of the authorisation table to projects, organizations and
// collections of every status, as every role. The table says what outsiders, owners and staff get of a visible thing and of
// a hidden one; so a new route has its expectations, or the test fails.
func TestEveryStatusOfAThingKeepsToTheTable(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	routes := mounted(t, s)
	var all sync.WaitGroup
	part := 100
	for _, f := range families() {
		probes := probesOf(t, f.kinds)
		for _, status := range f.statuses {
			part++
			number := part
			all.Go(func() {
				t.Run(f.name+" "+status.name, func(t *testing.T) {
					m := &matrix{authorised: newAuthorised(t, s, number), status: status, members: f.members}
					m.object = f.build(m)
					for _, p := range probes {
						m.outsiders(p, routes[p.visible.operation])
					}
					for _, p := range probes {
						m.insiders(p, routes[p.visible.operation])
					}
				})
			})
		}
	}
	all.Wait()
}

// thingFamily is a kind of things with their statuses.
type thingFamily struct {
	name     string
	kinds    map[string]string // objects of the table that belong to a visible thing, with those of a hidden one
	statuses []thingStatus
	build    func(m *matrix) thing
	members  bool // it has members
}

func families() []thingFamily {
	return []thingFamily{
		{"project", map[string]string{
			"project": "draft", "version": "draft-version", "file": "draft-file", "webhook": "draft-webhook", "delivery": "draft-delivery", "stored": "draft-stored", "wiki": "hidden-wiki",
		}, projectStatuses(), (*matrix).newProject, true},
		{"version", map[string]string{"version": "draft-version", "file": "draft-file"}, versionStatuses(), (*matrix).newVersion, false},
		{"organization", map[string]string{"organization": "", "organization-webhook": "", "organization-delivery": ""}, []thingStatus{
			{"there", true, false, func(*matrix, string) {}},
			{"deleted", false, true, (*matrix).deleteOrganization},
		}, (*matrix).newOrganization, true},
		{"collection", map[string]string{"collection": "private-collection"}, []thingStatus{
			{"listed", true, false, func(*matrix, string) {}},
			{"private", false, false, func(m *matrix, path string) {
				m.by("owner", http.MethodPatch, path, map[string]any{"status": "private"})
			}},
			{"deleted", false, true, func(m *matrix, path string) { m.must(m.person("owner").session, http.MethodDelete, path, request{}) }},
		}, (*matrix).newCollection, false},
		{"report", map[string]string{"report": "", "thread": ""}, []thingStatus{
			{"open", true, false, func(*matrix, string) {}},
			{"closed", true, false, (*matrix).closeReport},
			{"opened again", true, false, func(m *matrix, path string) {
				m.closeReport(path)
				m.by("moderator", http.MethodPatch, path, map[string]any{"closed": false, "reason": because})
			}},
			{"about a deleted project", true, false, func(m *matrix, _ string) {
				m.must(m.person("owner").session, http.MethodDelete, "/v2/project/"+m.thing("project")["id"], request{})
			}},
		}, (*matrix).newReport, false},
		{"account", map[string]string{"account": ""}, []thingStatus{
			{"there", true, false, func(*matrix, string) {}},
			// Closed accounts stay readable under a name that says so.
			{"closed", true, false, func(m *matrix, path string) {
				m.by("owner", http.MethodDelete, path, map[string]any{"password": password})
			}},
			{"erased", true, false, func(m *matrix, path string) {
				m.by("administrator", http.MethodPost, strings.Replace(path, "/v2/", "/_internal/", 1)+"/erase", map[string]any{"reason": map[string]string{"code": "legal"}})
			}},
		}, (*matrix).newAccount, false},
	}
}

// probe is an operation on something of a thing, with its rules while everybody may see the thing and while not; hidden is
// empty for things that are visible while they exist.
type probe struct{ visible, hidden ruling }

func probesOf(t *testing.T, kinds map[string]string) (out []probe) {
	t.Helper()
	rows := map[string]ruling{}
	for _, r := range rulings(t) {
		rows[r.operation+" "+r.object] = r
	}
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		row := rows[key]
		for kind, other := range kinds {
			switch {
			case row.object == kind:
				hidden, there := rows[row.operation+" "+other]
				if !there && other != "" {
					t.Errorf("%s:%d: %s has no row for a %s", authorisationTable, row.line, row.operation, other)
				}
				out = append(out, probe{row, hidden})
			case row.object == other && rows[row.operation+" "+kind].operation == "":
				t.Errorf("%s:%d: %s has no row for a %s", authorisationTable, row.line, row.operation, kind)
			}
		}
	}
	return out
}

// wants is what a caller gets: one of callers.
func (p probe) wants(status thingStatus, caller string) string {
	i := slices.Index(callers, caller)
	switch {
	case status.visible:
		return p.visible.expected[i]
	case !status.gone:
		return p.hidden.expected[i]
	case p.hidden.operation != "" && (caller == "anonymous" || caller == "bare-token"):
		return p.hidden.expected[i]
	case p.hidden.operation != "" && p.hidden.expected[2] == "401" && p.hidden.expected[i] == "ok":
		return "404" // the staff's own routes say to the staff that there is nothing
	case p.hidden.operation != "":
		return p.hidden.expected[1] // everybody is a stranger to what does not exist
	case p.visible.expected[i] == "401" && (caller == "anonymous" || caller == "bare-token"):
		return "401"
	case strings.HasSuffix(p.visible.operation, "s") && !strings.Contains(p.visible.operation, "-id"):
		return "none" // a batch
	}
	return "404"
}

type thingStatus struct {
	name    string
	visible bool
	gone    bool
	reach   func(m *matrix, path string)
}

func projectStatuses() []thingStatus {
	set := func(who, status string) func(*matrix, string) {
		return func(m *matrix, path string) {
			body := map[string]any{"status": status}
			if who != "owner" {
				body["reason"], body["moderation_message"] = because, "请看说明"
			}
			m.by(who, http.MethodPatch, path, body)
		}
	}
	after := func(steps ...func(*matrix, string)) func(*matrix, string) {
		return func(m *matrix, path string) {
			for _, step := range steps {
				step(m, path)
			}
		}
	}
	submit := set("owner", "processing")
	approve := after(submit, set("administrator", "approved"))
	return []thingStatus{
		{"draft", false, false, after()},
		{"processing", false, false, submit},
		{"rejected", false, false, after(submit, set("moderator", "rejected"))},
		{"withheld", true, false, after(submit, set("moderator", "withheld"))},
		{"approved", true, false, approve},
		{"archived", true, false, after(approve, set("owner", "archived"))},
		{"unlisted", true, false, after(approve, set("owner", "unlisted"))},
		{"private", false, false, after(approve, set("owner", "private"))},
		{"scheduled", false, false, after(approve, func(m *matrix, path string) { m.by("owner", http.MethodPost, path+"/schedule", planned("approved")) })},
		{"rejected after approval", false, false, after(approve, set("moderator", "rejected"))},
		{"deleted", false, true, after(approve, func(m *matrix, path string) { m.must(m.person("owner").session, http.MethodDelete, path, request{}) })},
	}
}

// versionStatuses hide a version of an approved project.
func versionStatuses() []thingStatus {
	return []thingStatus{
		{"draft", false, false, func(m *matrix, path string) { m.by("owner", http.MethodPatch, path, map[string]any{"status": "draft"}) }},
		{"scheduled", false, false, func(m *matrix, path string) { m.by("owner", http.MethodPost, path+"/schedule", planned("listed")) }},
	}
}

// matrix is a thing of one status with everything that belongs to it, made before the thing got the status.
type matrix struct {
	*authorised
	status  thingStatus
	object  thing
	members bool
}

func (m *matrix) newProject() thing {
	o := m.project("owner", "", false)
	m.withPicture(o)
	m.addDelivery("/v3/project/", o)
	m.withWiki(o, "owner")
	for who, rights := range map[string]project.Permissions{"guest": 0, "powerless": 0, "powerful": project.AllPermissions} {
		m.join("/v2/team/", o, who, map[string]any{"permissions": rights})
	}
	return m.reached("/v2/project/", o)
}

func (m *matrix) newVersion() thing {
	o := m.project("owner", "", true)
	m.status.reach(m, "/v2/version/"+o["version"])
	m.ask(m.person("owner").session, http.MethodGet, "/v2/version/"+o["version"], request{})
	return o
}

func (m *matrix) newOrganization() thing {
	o := m.organization("owner", true)
	m.addDelivery("/v3/organization/", o)
	m.join("/v3/organization/", o, "guest", map[string]any{"organization_permissions": 0, "permissions": 0})
	m.join("/v3/organization/", o, "powerless", map[string]any{"organization_permissions": 0, "permissions": 0})
	m.join("/v3/organization/", o, "powerful", map[string]any{"organization_permissions": organization.AllPermissions, "permissions": project.AllPermissions})
	return m.reached("/v3/organization/", o)
}

func (m *matrix) deleteOrganization(path string) {
	taken := map[string]any{"new_owner": m.person("owner").id}
	projects := m.ask(m.person("owner").session, http.MethodGet, path+"/projects", request{})
	var list []struct{ ID string }
	if err := json.Unmarshal(projects.Body, &list); err != nil || len(list) != 1 {
		m.t.Fatalf("%s: %v", projects.Body, err)
	}
	m.by("owner", http.MethodDelete, path+"/projects/"+list[0].ID, taken)
	m.must(m.person("owner").session, http.MethodDelete, path, request{})
}

func (m *matrix) newCollection() thing { return m.reached("/v3/collection/", m.collection("listed")) }

func (m *matrix) newReport() thing { return m.reached("/v3/report/", m.report()) }

func (m *matrix) closeReport(path string) {
	m.by("moderator", http.MethodPatch, path, map[string]any{"closed": true, "reason": because})
}

func (m *matrix) newAccount() thing {
	o := thing{"id": m.person("owner").id}
	if m.status.name != "there" {
		o["ended"] = "yes"
	}
	m.status.reach(m, "/v2/user/"+o["id"])
	m.ask(m.person("stranger").session, http.MethodGet, "/v2/user/"+o["id"], request{})
	return o
}

// join makes an account a member of a team.
func (m *matrix) join(path string, o thing, who string, rights map[string]any) {
	m.t.Helper()
	rights["user_id"], rights["role"] = m.person(who).id, "成员"
	m.by("owner", http.MethodPost, path+o["id"]+"/members", rights)
	m.by(who, http.MethodPost, path+o["id"]+"/join", nil)
}

// reached gives a thing the status, and waits until it is read: files and pages wait for no position.
func (m *matrix) reached(path string, o thing) thing {
	m.t.Helper()
	o["user"] = m.person("guest").id
	m.status.reach(m, path+o["id"])
	m.ask(m.person("owner").session, http.MethodGet, path+o["id"], request{})
	return o
}

// of is the object of a row.
func (m *matrix) of(r ruling) thing {
	o := maps.Clone(m.object)
	if r.object == "version" {
		o["id"] = o["version"]
		o["shows"] = o["version"]
	}
	if r.object == "thread" {
		o["id"], o["shows"] = o["thread"], o["thread"]
	}
	return o
}

// outsiders sends an operation as everybody who may change nothing.
func (m *matrix) outsiders(p probe, route string) {
	m.t.Helper()
	want := map[string]string{}
	for _, who := range []string{"anonymous", "stranger", "bare-token"} {
		want[who] = p.wants(m.status, who)
	}
	if m.ended() {
		delete(want, "bare-token")
	}
	if m.members {
		want["powerless"] = m.powerless(p, route)
	}
	for _, who := range slices.Sorted(maps.Keys(want)) {
		m.probe(p, route, who, func(got string, status int) bool {
			again := want[who] == "ok" && !reads(route) && status == http.StatusBadRequest // what can be done only once
			return got == want[who] || again
		}, want[who])
	}
}

// powerless is what a member without rights gets: the queries of members, and the commands of strangers to a visible thing.
func (m *matrix) powerless(p probe, route string) string {
	if m.status.gone {
		return p.wants(m.status, "stranger")
	}
	stranger := p.visible.expected[1]
	if slices.Contains(membersWrite, p.visible.operation) {
		return p.wants(m.status, "owner")
	}
	if reads(route) && (stranger == "ok" || slices.Contains(membersRead, p.visible.operation)) {
		return p.wants(m.status, "owner")
	}
	return stranger
}

// membersRead are the queries that need no right of a member and that strangers may not ask about a visible project.
var membersRead = []string{"get-internal-project-id-history", "get-v3-project-id-validate"}

// membersWrite are the commands that need no right of a member: what they write waits for a review.
var membersWrite = []string{
	"post-v3-project-id-wiki-changes-change-revert", "post-v3-project-id-wiki-drafts", "post-v3-project-id-wiki-edit-start",
}

// insiders sends a query as everybody who may see the thing, and a command that can be repeated as everybody who may give
// it: the status of the thing may forbid it, but not the role.
func (m *matrix) insiders(p probe, route string) {
	m.t.Helper()
	method, path, _ := strings.Cut(route, " ")
	if !reads(route) && (method == http.MethodDelete || method == http.MethodPost || spending.MatchString(path)) {
		return
	}
	for _, who := range callers[2:5] {
		if who == "owner" && m.ended() {
			continue
		}
		m.insider(p, route, who, p.wants(m.status, who))
	}
	if m.members && !m.status.gone {
		m.insider(p, route, "powerful", p.wants(m.status, "owner"))
	}
}

// ended is true if the owner's account is gone, and with it its sessions and tokens.
func (m *matrix) ended() bool { return m.object["ended"] != "" }

// reads is true for a route that changes nothing.
func reads(route string) bool { return strings.HasPrefix(route, http.MethodGet) }

func (m *matrix) insider(p probe, route, who, want string) {
	m.t.Helper()
	m.probe(p, route, who, func(got string, status int) bool {
		if want != "ok" || reads(route) {
			return got == want
		}
		return status < http.StatusBadRequest || status == http.StatusBadRequest || status == http.StatusConflict
	}, want)
}

// probe sends an operation to the object as a caller and checks the answer.
func (m *matrix) probe(p probe, route, who string, right func(got string, status int) bool, want string) {
	m.t.Helper()
	if exception, there := matrixExceptions()[p.visible.operation+" "+m.status.name]; there {
		if want = exception[who]; want == "" {
			return
		}
		right = func(got string, _ int) bool { return got == want }
	}
	auth := func() string {
		switch who {
		case "anonymous":
			return ""
		case "bare-token":
			return m.token("owner", identity.Scopes(0))
		}
		return m.person(who).session
	}
	sender := who
	if who == "bare-token" {
		sender = "owner"
	}
	got, answer := m.sendTo(m.of(p.visible), route, sender, auth)
	if answer.Status >= http.StatusInternalServerError || !right(got, answer.Status) {
		m.t.Errorf("%s (%s) of a %s thing as %s: want %s, got %s (%s) %.200s", p.visible.operation, p.visible.object, m.status.name, who, want, got, strconv.Itoa(answer.Status), answer.Body)
	}
}

// matrixExceptions are what callers get where a status has a rule of its own; callers that are not named are not asked.
func matrixExceptions() map[string]map[string]string {
	everybody := func(want string) map[string]string {
		return map[string]string{
			"anonymous": want, "stranger": want, "bare-token": want, "powerless": want, "powerful": want, "owner": want, "moderator": want, "administrator": want,
		}
	}
	insiders := map[string]string{
		"anonymous": "404", "stranger": "404", "bare-token": "404", "powerless": "ok", "powerful": "ok", "owner": "ok", "moderator": "ok", "administrator": "ok",
	}
	exceptions := map[string]map[string]string{
		// The past of a withheld project is not public, although its page is.
		"get-internal-project-id-steps withheld":          insiders,
		"get-internal-project-id-as-of-position withheld": insiders,
		"get-internal-project-id-changes withheld":        insiders,
		// The staff reads the files of deleted projects.
		"GET /data/ deleted": {"anonymous": "404", "stranger": "404", "bare-token": "404", "powerless": "404", "owner": "404", "moderator": "ok", "administrator": "ok"},
		"get-internal-project-id-stored deleted": {
			"anonymous": "401", "stranger": "401", "bare-token": "401", "powerless": "401", "owner": "401", "moderator": "ok", "administrator": "ok",
		},
		// Feeds show what lists show, the same to everybody.
		"GET /feeds/project/{id} unlisted": everybody("404"),
		"GET /feeds/project/{id} withheld": everybody("404"),
		// The API family answers with an empty list for an organization that does not exist.
		"get-v3-organization-id-projects deleted": everybody("none"),
	}
	// Nobody counts downloads of what is not public, members neither.
	for _, status := range []string{"draft", "processing", "rejected", "rejected after approval", "private", "scheduled"} {
		exceptions["patch-v3-version-id-download "+status] = everybody("404")
	}
	return exceptions
}
