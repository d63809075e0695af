package notification_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	commands "github.com/modyard/modyard/commands/notification"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/notification/notificationtest"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/readapi/notification"
	readorganization "github.com/modyard/modyard/readapi/organization"
	readproject "github.com/modyard/modyard/readapi/project"
	readthread "github.com/modyard/modyard/readapi/thread"
	"github.com/modyard/modyard/readapi/view"
)

const (
	owner = "UserOwn1"
	fan   = "UserFan2"
	staff = "UserMod3"
	one   = "ProjOne1"
	org   = "OrgaOne1"
)

// world is an API with commands and queries over one log.
type world struct {
	*catalogtest.World
	t      testing.TB
	api    http.Handler
	runner *runtime.Runner
}

// emptyWorld is a world without events.
func emptyWorld(t testing.TB) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	w.Texts = erasure.NewMemory()
	w.runner = w.Also(notificationtest.New())
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	accounts, err := identity.New(t.Context(), identity.Options{Pool: w.DB.Pool, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if r.Header.Get("Scopes") == "none" {
			c.Scopes = identity.ScopeUserRead
		}
		return c
	}))
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	service, err := commands.New(commands.Options{Pool: w.DB.Pool, Requests: idempotency.NewGuard(idempotency.NewStore(w.DB.Pool, nil), []byte("a key"),
		func(r *http.Request) string { return identity.FromContext(r.Context()).Account })})
	if err != nil {
		t.Fatal(err)
	}
	service.Routes(api)
	kinds := slices.Concat(readproject.Kinds(func(code string) string { return "名" + code }), readorganization.Kinds(), readthread.Kinds())
	points := map[string]contract.DecisionPoint{"summary": {ID: "summary", Name: "不足", Step: "summary", Title: "简介"}}
	notification.New(source, accounts, points, kinds...).Register(api)
	w.api = api.Handler()
	return w
}

// newWorld has a project with a follower.
func newWorld(t testing.TB) *world {
	t.Helper()
	w := emptyWorld(t)
	for id, name := range map[string]string{owner: "舟大工", fan: "fan", staff: "石榴"} {
		w.Account(id, name, "user")
	}
	w.Slug("lanternquay", one)
	w.Project(one, owner, project.Created{Project: one, Slug: "lanternquay", Type: project.TypeMod, Title: "Lanternquay", Summary: "简介", Owner: owner,
		Aliases: []project.Alias{{Text: "灯笼码头", Kind: "zh"}}})
	w.Project(one, owner, project.Submitted{From: project.Draft, Requested: project.Listed})
	w.Project(one, staff, project.Approved{From: project.Processing, Status: project.Listed, Message: "**欢迎**"})
	w.Happen("follows-"+fan, fan, collection.FollowAdded{Account: fan, Project: one})
	return w
}

func (w *world) version(id, number string) {
	w.Happen("version-"+id, owner, project.VersionCreated{Version: id, Project: one, Author: owner, Name: "第 " + number + " 版", Number: number,
		Channel: project.Release, Status: project.VersionListed, Loaders: []string{"fabric"}, GameVersions: []string{"1.21"}})
}

// ask sends a request that waits until all events are projected, without a time limit.
func (w *world) ask(method, path, as, body string, headers ...string) *httptest.ResponseRecorder {
	w.t.Helper()
	head, err := w.Log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	for patience := time.Now().Add(30 * time.Second); ; {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("As", as)
		r.Header.Set("Min-Position", strconv.FormatUint(uint64(head), 10))
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		rec := httptest.NewRecorder()
		w.api.ServeHTTP(rec, r)
		if method != http.MethodGet || rec.Header().Get("Stale") == "" || time.Now().After(patience) {
			return rec
		}
	}
}

func read[T any](w *world, path, as string) T {
	w.t.Helper()
	rec := w.ask("GET", path, as, "")
	var v T
	if err := json.NewDecoder(bytes.NewReader(rec.Body.Bytes())).Decode(&v); err != nil || rec.Code != 200 {
		w.t.Fatalf("GET %s as %s: %d %s %v", path, as, rec.Code, rec.Body, err)
	}
	return v
}

func (w *world) do(method, path, as, body string) {
	w.t.Helper()
	if rec := w.ask(method, path, as, body); rec.Code != 204 || rec.Header().Get("Log-Position") == "" {
		w.t.Fatalf("%s %s as %s: %d %s", method, path, as, rec.Code, rec.Body)
	}
}

func TestAnInboxSaysWhatHappenedAndWhere(t *testing.T) {
	w := newWorld(t)
	w.version("VersOne1", "1.0")
	page := read[contract.NotificationPage](w, "/_internal/notifications", fan)
	if len(page.Notifications) != 1 || page.Counts.Unread != 1 || page.Counts.Total != 1 || page.Next != nil || page.Position == 0 {
		t.Fatalf("%+v", page)
	}
	n := page.Notifications[0]
	if n.Type != "project_update" || n.Project.Slug != "lanternquay" || *n.Project.TitleZH != "灯笼码头" || n.Project.URLType == "" ||
		n.Version.Number != "1.0" || n.Version.Name != "第 1.0 版" || n.Actor.Username != "舟大工" || n.Read {
		t.Fatalf("%+v", n)
	}
	mine := read[contract.NotificationPage](w, "/_internal/notifications", owner).Notifications
	if len(mine) != 1 || mine[0].Type != "status_change" || *mine[0].FromStatus != "processing" || *mine[0].ToStatus != "approved" || *mine[0].Message != "欢迎" {
		t.Fatalf("%+v", mine)
	}
}

func TestPagesAndFiltersReturnEveryNotificationOnce(t *testing.T) {
	w := newWorld(t)
	for i := range 7 {
		w.version(fmt.Sprint("Version", i), fmt.Sprint("1.", i))
	}
	w.Happen("organization-"+org, owner, organization.Created{Organization: org, Slug: "quay", Name: "码头", Owner: owner})
	w.Happen("organization-"+org, owner, organization.MemberInvited{Account: fan, Role: "译者"})
	seen := map[string]bool{}
	path := "/_internal/notifications?limit=3"
	for pages := 0; ; pages++ {
		page := read[contract.NotificationPage](w, path, fan)
		for _, n := range page.Notifications {
			if seen[n.ID] {
				t.Fatal("twice:", n.ID)
			}
			seen[n.ID] = true
		}
		if page.Next == nil {
			break
		}
		path = fmt.Sprintf("/_internal/notifications?limit=3&before=%d", *page.Next)
	}
	if len(seen) != 8 {
		t.Fatal(len(seen))
	}
	page := read[contract.NotificationPage](w, "/_internal/notifications?filter=invite", fan)
	if len(page.Notifications) != 1 || page.Notifications[0].Organization.Name != "码头" || !page.Notifications[0].Open || page.Counts.Total != 8 {
		t.Fatalf("%+v", page)
	}
	if got := fmt.Sprint(page.Counts.Types); got != "[{organization_invite invite 1 1} {project_update update 7 7}]" {
		t.Fatal(got)
	}
}

func TestMarkAllStopsAtTheSeenPositionAndRemovedNotificationsCanBeRestored(t *testing.T) {
	w := newWorld(t)
	w.version("VersOne1", "1.0")
	seen := read[contract.NotificationPage](w, "/_internal/notifications", fan)
	w.version("VersTwo2", "2.0")
	w.do("POST", "/_internal/notifications/read", fan, fmt.Sprintf(`{"up_to":%d}`, seen.Position))
	page := read[contract.NotificationPage](w, "/_internal/notifications?unread=true", fan)
	if page.Counts.Unread != 1 || len(page.Notifications) != 1 || page.Notifications[0].Version.Number != "2.0" {
		t.Fatalf("%+v", page)
	}
	w.do("POST", "/_internal/notifications/read", fan, `{}`)
	if page = read[contract.NotificationPage](w, "/_internal/notifications?unread=false", fan); page.Counts.Unread != 0 || len(page.Notifications) != 2 {
		t.Fatalf("%+v", page)
	}
	id := page.Notifications[0].ID
	w.do("DELETE", "/v2/notification/"+id, fan, "")
	if rec := w.ask("GET", "/v2/notification/"+id, fan, ""); rec.Code != 404 {
		t.Fatal(rec.Code)
	}
	w.do("POST", "/_internal/notifications/restore", fan, `{"ids":["`+id+`"]}`)
	if a := read[contract.NotificationV2](w, "/v2/notification/"+id, fan); !a.Read {
		t.Fatalf("%+v", a)
	}
	w.version("VersThr3", "3.0")
	read[contract.NotificationPage](w, "/_internal/notifications", fan)
	w.do("POST", "/_internal/notifications/read", fan, `{"up_to":9999999999}`)
	w.version("VersFou4", "4.0")
	if page = read[contract.NotificationPage](w, "/_internal/notifications", fan); page.Counts.Unread != 1 {
		t.Fatal("a later notification was marked as read")
	}
}

func TestV2NotificationsHaveTheCompatibleShape(t *testing.T) {
	w := newWorld(t)
	w.version("VersOne1", "1.0")
	w.Project(one, owner, project.MemberInvited{Account: fan, Role: "译者"})
	list := read[[]contract.NotificationV2](w, "/v2/user/"+fan+"/notifications", fan)
	if len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	invite, update := list[0], list[1]
	if invite.Type != "team_invite" || *invite.Body.TeamID != one || *invite.Body.InvitedBy != owner || *invite.Body.Role != "译者" || len(invite.Actions) != 2 ||
		invite.Actions[0].ActionRoute != [2]string{"POST", "team/" + one + "/join"} || invite.Actions[1].ActionRoute != [2]string{"DELETE", "team/" + one + "/members/" + fan} {
		t.Fatalf("%+v", invite)
	}
	if update.UserID != fan || update.Title == "" || !strings.Contains(update.Text, "1.0") || update.Link != "/mod/lanternquay/version/VersOne1" ||
		*update.Body.ProjectID != one || *update.Body.VersionID != "VersOne1" || update.Actions == nil {
		t.Fatalf("%+v", update)
	}
	ids := fmt.Sprintf(`?ids=["%s","%s","nothing"]`, invite.ID, update.ID)
	if many := read[[]contract.NotificationV2](w, "/v2/notifications"+ids, fan); len(many) != 2 {
		t.Fatalf("%+v", many)
	}
	w.do("PATCH", "/v2/notifications"+ids, fan, "")
	for _, a := range read[[]contract.NotificationV2](w, "/v3/notifications"+ids, fan) {
		if !a.Read {
			t.Errorf("%+v", a)
		}
	}
	w.do("DELETE", "/v2/notifications"+ids, fan, "")
	if left := read[[]contract.NotificationV2](w, "/v2/user/fan/notifications", fan); len(left) != 0 {
		t.Fatalf("%+v", left)
	}
}

func TestNotificationsOmitProjectsTheAccountMayNoLongerSee(t *testing.T) {
	w := newWorld(t)
	w.version("VersOne1", "1.0")
	w.Project(one, owner, project.StatusChanged{From: project.Listed, To: project.Private})
	if page := read[contract.NotificationPage](w, "/_internal/notifications", fan); len(page.Notifications) != 0 || page.Counts.Unread != 0 {
		t.Fatalf("%+v", page)
	}
	w.Project(one, owner, project.MemberInvited{Account: fan, Role: "译者"})
	if page := read[contract.NotificationPage](w, "/_internal/notifications", fan); len(page.Notifications) != 2 {
		t.Fatalf("%+v", page)
	}
	w.Project(one, fan, project.InvitationDeclined{Account: fan})
	if page := read[contract.NotificationPage](w, "/_internal/notifications", fan); len(page.Notifications) != 0 {
		t.Fatalf("%+v", page)
	}
}

func TestAnInboxIsAccessibleOnlyToItsAccount(t *testing.T) {
	w := newWorld(t)
	w.version("VersOne1", "1.0")
	id := read[contract.NotificationPage](w, "/_internal/notifications", fan).Notifications[0].ID
	for _, path := range []string{"/v2/user/" + fan + "/notifications", "/v2/notification/" + id} {
		if rec := w.ask("GET", path, owner, ""); rec.Code != 401 && rec.Code != 404 {
			t.Errorf("%s: %d", path, rec.Code)
		}
	}
	if many := read[[]contract.NotificationV2](w, `/v2/notifications?ids=["`+id+`"]`, owner); len(many) != 0 {
		t.Error(many)
	}
	w.do("DELETE", "/v2/notification/"+id, owner, "")
	if page := read[contract.NotificationPage](w, "/_internal/notifications", fan); page.Counts.Unread != 1 {
		t.Errorf("%+v", page)
	}
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/_internal/notifications", ""}, {"GET", "/v2/user/" + fan + "/notifications", ""}, {"GET", "/v2/notifications?ids=[]", ""},
		{"GET", "/v2/notification/" + id, ""}, {"PATCH", "/v2/notification/" + id, ""}, {"DELETE", "/v2/notification/" + id, ""},
		{"PATCH", `/v2/notifications?ids=["a"]`, ""}, {"DELETE", `/v2/notifications?ids=["a"]`, ""},
		{"POST", "/_internal/notifications/read", "{}"}, {"POST", "/_internal/notifications/restore", `{"ids":["a"]}`},
	} {
		if rec := w.ask(c.method, c.path, "", c.body); rec.Code != 401 {
			t.Errorf("%s %s anonymously: %d", c.method, c.path, rec.Code)
		}
		if rec := w.ask(c.method, c.path, fan, c.body, "Scopes", "none"); rec.Code != 401 {
			t.Errorf("%s %s without the scope: %d", c.method, c.path, rec.Code)
		}
	}
}

func TestARefusalSaysWhyAndAnApprovalNeedsNoReason(t *testing.T) {
	w := newWorld(t)
	w.Project(one, staff, project.Rejected{From: project.Listed, Message: "请**补充**。", Options: []string{"summary", "gone"},
		Reason: &reason.Reason{Code: reason.Incomplete, Text: "缺少前置"}})
	rec := w.ask("GET", "/_internal/notifications", owner, "")
	var page contract.NotificationPage
	if err := json.Unmarshal(rec.Body.Bytes(), &page); err != nil {
		t.Fatal(err)
	}
	if len(page.Notifications) != 2 {
		t.Fatal(rec.Body)
	}
	refused, approved := page.Notifications[0], page.Notifications[1]
	if refused.Reason == nil || refused.Reason.Code != "incomplete" || refused.Reason.Text == nil || *refused.Reason.Text != "缺少前置" ||
		len(refused.Points) != 2 || refused.Points[0].Name != "不足" || refused.Points[1].Name != "gone" {
		t.Errorf("%+v", refused)
	}
	const want = "状态变为已拒绝。原因：名incomplete（缺少前置）。需要修改：简介 · 不足；gone。请补充。修改后可以重新提交审核。"
	if !strings.HasSuffix(refused.Text, want) {
		t.Errorf("%q does not end with %q", refused.Text, want)
	}
	if approved.Reason != nil || approved.Points == nil || len(approved.Points) != 0 {
		t.Errorf("%+v", approved)
	}
	if legacy := w.ask("GET", "/v2/user/"+owner+"/notifications", owner, "").Body.String(); !strings.Contains(legacy, want) {
		t.Errorf("programs are told %s", legacy)
	}
}

func TestInvalidInputIsRejectedWithAMessage(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/_internal/notifications?before=x", ""}, {"GET", "/_internal/notifications?before=-1", ""}, {"GET", "/_internal/notifications?filter=x", ""},
		{"GET", "/_internal/notifications?unread=maybe", ""}, {"GET", "/_internal/notifications?limit=x", ""}, {"PATCH", "/v2/notifications", ""}, {"PATCH", "/v2/notifications?ids=x", ""},
		{"PATCH", "/v2/notifications?ids=[]", ""}, {"DELETE", `/v2/notifications?ids=["../x"]`, ""}, {"PATCH", "/v2/notification/" + strings.Repeat("a", 11), ""},
		{"POST", "/_internal/notifications/read", "["}, {"POST", "/_internal/notifications/read", `{"up_to":-1}`}, {"POST", "/_internal/notifications/restore", "{}"},
		{"POST", "/_internal/notifications/restore", `{"ids":["` + strings.Repeat("a", 80_000) + `"]}`},
	} {
		rec := w.ask(c.method, c.path, fan, c.body)
		var body struct{ Error, Description string }
		if json.Unmarshal(rec.Body.Bytes(), &body) != nil || rec.Code < 400 || rec.Code >= 500 || body.Description == "" {
			t.Errorf("%s %s %.40s: %d %.200s", c.method, c.path, c.body, rec.Code, rec.Body)
		}
	}
}

func TestRepeatingARequestChangesNothing(t *testing.T) {
	w := newWorld(t)
	w.version("VersOne1", "1.0")
	page := read[contract.NotificationPage](w, "/_internal/notifications", fan)
	for range 3 {
		w.do("POST", "/_internal/notifications/read", fan, fmt.Sprintf(`{"up_to":%d}`, page.Position))
		w.do("PATCH", "/v2/notification/"+page.Notifications[0].ID, fan, "")
		w.do("DELETE", "/v2/notification/"+page.Notifications[0].ID, fan, "")
	}
	if after := read[contract.NotificationPage](w, "/_internal/notifications", fan); after.Change != page.Change+2 {
		t.Fatalf("%d changes, want 2", after.Change-page.Change)
	}
	for _, err := range w.Log.Stream(t.Context(), "inbox-"+fan, 0) {
		t.Fatal("an event was appended", err)
	}
}
