package report_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	deciding "github.com/modyard/modyard/commands"
	commandproject "github.com/modyard/modyard/commands/project"
	commands "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/project"
	domainreport "github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/notification/notificationtest"
	projection "github.com/modyard/modyard/projections/report"
	projectedtranslation "github.com/modyard/modyard/projections/translation"
	readaccount "github.com/modyard/modyard/readapi/account"
	readproject "github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/report"
	"github.com/modyard/modyard/readapi/view"
)

const (
	owner     = "UserOwn1"
	reporter  = "UserRep2"
	stranger  = "UserStr3"
	staff     = "UserMod4"
	colleague = "UserMod5"
	chief     = "UserAdm6"
	quay      = "ProjOne1"
	first     = "VersOne1"
)

// world is an API with commands and queries over one log.
type world struct {
	*catalogtest.World
	t     *testing.T
	api   http.Handler
	serve func()
	also  func(*httpkit.API) // mounts further routes
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	w.Texts = erasure.NewMemory()
	w.Also(projection.New(catalogtest.Markdown), notificationtest.New(projectedtranslation.Notifications()))
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	accounts, err := identity.New(t.Context(), identity.Options{Pool: w.DB.Pool, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	service, err := commands.New(commands.Options{Handler: &deciding.Handler{Log: w.Log, Codec: w.Codec, Texts: w.Texts, Keys: deciding.Keys{IDs: []byte("a key of tests for ids, 32 bytes")}}, Team: commandproject.Team, Subjects: append(commandproject.Reported(), commands.Subject{
		Type: domainreport.User, Find: func(_ context.Context, _ *deciding.Tx, item string) (string, error) {
			if item == staff {
				return staff, nil
			}
			return owner, nil
		},
	})})
	if err != nil {
		t.Fatal(err)
	}
	w.serve = func() {
		api := httpkit.New(httpkit.Options{Logger: quiet})
		api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
			c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
			if c.Account == staff || c.Account == colleague {
				c.Role = identity.RoleModerator
			}
			if c.Account == chief {
				c.Role = identity.RoleAdmin
			}
			return c
		}))
		service.Routes(api)
		report.New(&view.Source{Pool: w.DB.Pool, Board: w.Board}, accounts, append(readproject.Reported(), readaccount.Reported())...).Register(api)
		if w.also != nil {
			w.also(api)
		}
		w.api = api.Handler()
	}
	w.serve()
	for id, name := range map[string]string{owner: "舟大工", reporter: "举报的人", stranger: "stranger"} {
		w.Account(id, name, "user")
	}
	w.Account(staff, "石榴", "moderator")
	w.Slug("Lanternquay", quay)
	w.Project(quay, owner, project.Created{Project: quay, Slug: "Lanternquay", Type: project.TypeMod, Title: "Lanternquay", Summary: "简介", Owner: owner,
		Aliases: []project.Alias{{Text: "灯笼码头", Kind: "zh"}}}, project.Submitted{From: project.Draft, Requested: project.Listed})
	w.Project(quay, staff, project.Approved{From: project.Processing, Status: project.Listed})
	w.Happen("version-"+first, owner, project.VersionCreated{Version: first, Project: quay, Author: owner, Name: "第一版", Number: "1.0",
		Channel: project.Release, Status: project.VersionListed, Loaders: []string{"fabric"}})
	return w
}

// ask sends a request that waits until all events are projected.
func (w *world) ask(status int, as, method, path, body string) []byte {
	w.t.Helper()
	head, err := w.Log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("As", as)
	r.Header.Set("Min-Position", strconv.FormatUint(uint64(head), 10))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	if rec.Code != status {
		w.t.Fatalf("%s %s as %q: %d %s, want %d", method, path, as, rec.Code, rec.Body, status)
	}
	return rec.Body.Bytes()
}

func read[T any](w *world, as, path string) T {
	w.t.Helper()
	var v T
	if err := json.Unmarshal(w.ask(200, as, http.MethodGet, path, ""), &v); err != nil {
		w.t.Fatal(err)
	}
	return v
}

func (w *world) report(kind, item string) contract.Report {
	w.t.Helper()
	var a contract.Report
	body := w.ask(200, reporter, "POST", "/v3/report", `{"report_type":"copyright","item_type":"`+kind+`","item_id":"`+item+`","body":"抄的"}`)
	if err := json.Unmarshal(body, &a); err != nil {
		w.t.Fatal(err)
	}
	return a
}

func TestOnlyTheReporterAndStaffSeeAReport(t *testing.T) {
	w := newWorld(t)
	a := w.report("project", quay)
	for _, path := range []string{"/v2/report/" + a.ID, "/v3/thread/" + a.ThreadID, "/_internal/report/" + a.ID} {
		w.ask(200, reporter, "GET", path, "")
		w.ask(200, staff, "GET", path, "")
		w.ask(404, stranger, "GET", path, "")
		w.ask(401, "", "GET", path, "")
	}
	ids := url.QueryEscape(`["` + a.ID + `"]`)
	if got := read[[]contract.Report](w, stranger, "/v3/reports?ids="+ids); len(got) != 0 {
		t.Error(got)
	}
	if got := read[[]contract.Report](w, staff, "/v3/report?all=true"); len(got) != 1 || got[0].ID != a.ID {
		t.Error(got)
	}
	w.ask(401, reporter, "GET", "/v3/report?all=true", "")
	w.ask(401, reporter, "GET", "/_internal/reports?scope=all", "")
	for _, bad := range []string{"?count=0", "?count=x", "?offset=-1", "?all=maybe"} {
		w.ask(400, reporter, "GET", "/v3/report"+bad, "")
	}
	w.ask(204, staff, "DELETE", "/v3/report/"+a.ID+"?reason_code=spam", "")
	w.ask(404, staff, "GET", "/_internal/report/"+a.ID, "")
	w.ask(404, reporter, "GET", "/v3/thread/"+a.ThreadID, "")
}

func TestStaffMessagesAreAnonymousAndPrivateNotesAreForStaffOnly(t *testing.T) {
	w := newWorld(t)
	a := w.report("version", first)
	at := "/v3/thread/" + a.ThreadID
	w.ask(204, reporter, "POST", at, `{"body":{"type":"text","body":"<b>看</b>"}}`)
	w.ask(204, staff, "POST", at, `{"body":{"type":"text","body":"内部备注","private":true}}`)
	w.ask(204, staff, "POST", at, `{"body":{"type":"text","body":"已收到"}}`)
	w.ask(204, staff, "PATCH", "/v3/report/"+a.ID, `{"closed":true,"reason":{"code":"complies"}}`)
	mine := read[report.Page](w, reporter, "/_internal/report/"+a.ID)
	if mine.Item == nil || mine.Item.Title != "灯笼码头" || mine.Item.Path != "/mod/Lanternquay/version/"+first || mine.Closed == nil {
		t.Errorf("%+v", mine.Item)
	}
	lines := mine.Thread.Messages
	if len(lines) != 3 || lines[0].AuthorID == nil || *lines[0].Body.BodyHTML != "<p>&lt;b&gt;看&lt;/b&gt;</p>" ||
		lines[1].AuthorID != nil || !lines[1].HideIdentity || lines[2].Body.Type != "thread_closure" || lines[2].AuthorID != nil {
		t.Errorf("%+v", lines)
	}
	if len(mine.Thread.Members) != 1 || mine.Thread.Members[0].ID != reporter || mine.LastReply == nil || mine.Messages != 2 {
		t.Errorf("%+v", mine)
	}
	theirs := read[report.Page](w, staff, "/_internal/report/"+a.ID)
	if len(theirs.Thread.Messages) != 4 || theirs.Thread.Messages[1].AuthorID == nil || !theirs.Thread.Messages[1].Body.Private {
		t.Errorf("%+v", theirs.Thread.Messages)
	}
	w.ask(204, reporter, "DELETE", "/v3/message/"+lines[0].ID, "")
	if gone := read[contract.Thread](w, staff, at).Messages[0]; gone.Body.Type != "deleted" || gone.Body.Body != nil {
		t.Errorf("%+v", gone)
	}
}

func TestListsAreFilteredAndCounted(t *testing.T) {
	w := newWorld(t)
	a := w.report("project", "lanternquay")
	w.report("version", first)
	w.report("user", "舟大工")
	w.ask(204, staff, "PATCH", "/v2/report/"+a.ID, `{"closed":true,"reason":{"code":"complies"}}`)
	for query, want := range map[string][4]int64{ // shown, total, open, closed
		"":                              {3, 3, 2, 1},
		"?state=open":                   {2, 2, 2, 1},
		"?state=closed":                 {1, 1, 2, 1},
		"?item_type=user":               {1, 1, 1, 0},
		"?type=spam":                    {0, 0, 0, 0},
		"?limit=1&offset=1&sort=oldest": {1, 3, 2, 1},
	} {
		got := read[report.List](w, reporter, "/_internal/reports"+query)
		if have := [4]int64{int64(len(got.Reports)), got.Total, got.Open, got.Closed}; have != want {
			t.Errorf("%q: %v, want %v", query, have, want)
		}
	}
	if got := read[report.List](w, stranger, "/_internal/reports"); got.Total != 0 {
		t.Errorf("%+v", got)
	}
	if got := read[report.List](w, staff, "/_internal/reports?scope=all"); got.Total != 3 {
		t.Errorf("%+v", got)
	}
	w.ask(400, reporter, "GET", "/_internal/reports?state=x", "")
	w.ask(400, reporter, "GET", "/_internal/reports?scope=x", "")
}

func TestTheReporterReadsTheResultUntilTheReportIsReopened(t *testing.T) {
	w := newWorld(t)
	a := w.report("project", "lanternquay")
	w.ask(204, staff, "PATCH", "/v2/report/"+a.ID, `{"closed":true,"result":"no-breach","answer":"符合规则","reason":{"code":"complies"}}`)
	got := read[report.List](w, reporter, "/_internal/reports").Reports[0]
	if got.Result == nil || *got.Result != "no-breach" || got.Messages != 1 {
		t.Errorf("%+v", got)
	}
	lines := read[report.Page](w, reporter, "/_internal/report/"+a.ID).Thread.Messages
	if len(lines) != 2 || lines[0].AuthorID != nil || !strings.Contains(*lines[0].Body.Body, "符合规则") {
		t.Errorf("%+v", lines)
	}
	w.ask(204, staff, "PATCH", "/v2/report/"+a.ID, `{"closed":false,"reason":{"code":"correction"}}`)
	if got := read[report.List](w, reporter, "/_internal/reports").Reports[0]; got.Result != nil || got.Closed != nil {
		t.Errorf("%+v", got)
	}
}

func TestAnItemToReportIsFoundByIdSlugAndName(t *testing.T) {
	w := newWorld(t)
	for _, c := range [][3]string{{"project", quay, quay}, {"project", "LANTERNQUAY", quay}, {"version", first, first}, {"user", "舟大工", owner}, {"user", owner, owner}} {
		got := read[report.Reportable](w, reporter, "/_internal/reportable?type="+c[0]+"&id="+url.QueryEscape(c[1]))
		if got.ID != c[2] || got.Reported != nil {
			t.Errorf("%v: %+v", c, got)
		}
	}
	a := w.report("project", quay)
	if got := read[report.Reportable](w, reporter, "/_internal/reportable?type=project&id="+quay); got.Reported == nil || *got.Reported != a.ID {
		t.Errorf("%+v", got)
	}
	if got := read[report.Reportable](w, stranger, "/_internal/reportable?type=project&id="+quay); got.Reported != nil {
		t.Errorf("a stranger sees a report: %+v", got)
	}
	w.ask(404, reporter, "GET", "/_internal/reportable?type=project&id=nothing", "")
	w.ask(404, reporter, "GET", "/_internal/reportable?type=version&id="+strings.Repeat("x", 600), "")
	w.ask(400, reporter, "GET", "/_internal/reportable?type=planet&id=x", "")
	w.ask(400, reporter, "GET", "/_internal/reportable?type=user&id=%FF%00", "")
}

func TestErasingAnAccountRemovesItsReportsAndMessages(t *testing.T) {
	w := newWorld(t)
	a := w.report("project", quay)
	at := "/v3/thread/" + a.ThreadID
	w.ask(204, reporter, "POST", at, `{"body":{"type":"text","body":"补充证据"}}`)
	w.ask(204, staff, "POST", at, `{"body":{"type":"text","body":"已收到"}}`)
	if got := string(w.ask(200, staff, "GET", at, "")); !strings.Contains(got, "补充证据") {
		t.Fatal(got)
	}
	for stream := range map[string]bool{"report-" + a.ID: true, "thread-" + a.ThreadID: true} {
		for e, err := range w.Log.Stream(t.Context(), stream, 0) {
			if err != nil || strings.Contains(string(e.Data), "证据") || strings.Contains(string(e.Data), "抄的") {
				t.Errorf("%s: %s %v", stream, e.Data, err)
			}
		}
	}
	if err := w.Texts.(*erasure.Vault).Erase(t.Context(), reporter); err != nil {
		t.Fatal(err)
	}
	w.Happen("account-"+reporter, reporter, account.Erased{Account: reporter})
	thread, report := string(w.ask(200, staff, "GET", at, "")), string(w.ask(200, staff, "GET", "/v3/report/"+a.ID, ""))
	if strings.Contains(thread, "补充证据") || !strings.Contains(thread, "已删除") || !strings.Contains(thread, "已收到") || strings.Contains(report, "抄的") || !strings.Contains(report, "已删除") {
		t.Fatalf("%s\n%s", thread, report)
	}
	var left int
	if err := w.DB.Pool.QueryRow(t.Context(), `select (select count(*) from report.reports where body || body_html like '%抄的%')
		+ (select count(*) from report.messages where body || body_html like '%证据%')`).Scan(&left); err != nil || left != 0 {
		t.Fatal(left, err)
	}
}

func TestAReportedModeratorLearnsNeitherOfTheReportNorWhoMadeIt(t *testing.T) {
	w := newWorld(t)
	w.Account(colleague, "另一位", "moderator")
	a := w.report("user", staff)
	ids := "?ids=" + url.QueryEscape(`["`+a.ID+`"]`)
	for _, path := range []string{"/v2/report/" + a.ID, "/v3/report/" + a.ID, "/v3/thread/" + a.ThreadID, "/_internal/report/" + a.ID} {
		w.ask(200, reporter, "GET", path, "")
		w.ask(200, colleague, "GET", path, "")
		w.ask(404, staff, "GET", path, "")
	}
	for _, path := range []string{"/v3/reports" + ids, "/v3/report?all=true"} {
		if got := read[[]contract.Report](w, staff, path); len(got) != 0 {
			t.Errorf("%s: %+v", path, got)
		}
		if got := read[[]contract.Report](w, colleague, path); len(got) != 1 {
			t.Errorf("%s of a colleague: %+v", path, got)
		}
	}
	if got := read[[]contract.Thread](w, staff, "/v3/threads?ids="+url.QueryEscape(`["`+a.ThreadID+`"]`)); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	if got := read[report.List](w, staff, "/_internal/reports?scope=all"); len(got.Reports) != 0 || got.Total+got.Open+got.Closed != 0 {
		t.Errorf("%+v", got)
	}
	if got := read[report.List](w, colleague, "/_internal/reports?scope=all"); len(got.Reports) != 1 || got.Open != 1 {
		t.Errorf("%+v", got)
	}
}

func TestOldMessagesOfAHugeThreadAreCutShortAndReportsThatWouldBeTooLargeAreRefused(t *testing.T) {
	w := newWorld(t)
	a := w.report("project", quay)
	w.ask(204, reporter, "POST", "/v3/thread/"+a.ThreadID, `{"body":{"type":"text","body":"看"}}`)
	ids := func(id string) string { return "?ids=" + url.QueryEscape(`["`+id+`"]`) }
	read[report.Page](w, staff, "/_internal/report/"+a.ID)
	if _, err := w.DB.Pool.Exec(t.Context(), `update report.messages set body_html = repeat('x', 34000000)`); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/v2/threads" + ids(a.ThreadID), "/v3/threads" + ids(a.ThreadID), "/v3/thread/" + a.ThreadID, "/_internal/report/" + a.ID} {
		if answer := string(w.ask(200, staff, "GET", path, "")); !strings.Contains(answer, `"body":"看…"`) || len(answer) > 10_000 {
			t.Errorf("%s: %.300s", path, answer)
		}
	}
	w.ask(200, stranger, "GET", "/v3/threads"+ids(a.ThreadID), "")
	if _, err := w.DB.Pool.Exec(t.Context(), `update report.reports set body = repeat('x', 34000000)`); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/v2/reports" + ids(a.ID), "/v3/report?all=true", "/_internal/reports?scope=all"} {
		w.ask(413, staff, "GET", path, "")
	}
}
