package report_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	deciding "github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/commandstest"
	commandproject "github.com/modyard/modyard/commands/project"
	commands "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/identity"
)

const (
	owner     = "owner001"
	reporter  = "reporter"
	stranger  = "stranger"
	moderator = commandstest.Moderator
	listed    = "Lantern1"
	hidden    = "Hidden03"
)

type world struct {
	*commandstest.World
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{commandstest.New(t, project.EventTypes(), report.EventTypes(), thread.EventTypes())}
	accounts := commands.Subject{Type: report.User, Missing: "用户不存在。", Find: func(_ context.Context, _ *deciding.Tx, name string) (string, error) {
		if name == "Owner" || name == owner {
			return owner, nil
		}
		return "", fault.NotFound("用户不存在。")
	}}
	service, err := commands.New(commands.Options{Handler: w.Handler(), Subjects: append(commandproject.Reported(), accounts), Team: commandproject.Team})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(service.Routes)
	for id, status := range map[string]project.Status{listed: project.Listed, hidden: project.Private} {
		w.Happen("project-"+id, project.Created{Project: id, Slug: "slug-" + id, Type: project.TypeMod, Title: id, Owner: owner},
			project.Submitted{From: project.Draft}, project.Approved{From: project.Processing, Status: status})
	}
	w.Happen("version-Version1", project.VersionCreated{Version: "Version1", Project: listed, Author: owner, Status: project.VersionListed})
	return w
}

// types are the names of a stream's events.
func (w *world) types(stream string) string {
	w.Helper()
	var names []string
	for e, err := range w.EventLog.Stream(context.Background(), stream, 0) {
		if err != nil {
			w.Fatal(err)
		}
		names = append(names, e.Type)
	}
	return strings.Join(names, " ")
}

func (w *world) open(item string) contract.Report {
	w.Helper()
	var d contract.Report
	w.Want(200, reporter, "POST", "/v3/report", `{"report_type":"spam","item_type":"project","item_id":"`+item+`","body":"广告"}`).Decode(w, &d)
	return d
}

func TestAReportOpensItsThreadAndAnItemHasOneOpenReportOfAnAccount(t *testing.T) {
	w := newWorld(t)
	d := w.open(listed)
	if d.Reporter != reporter || d.ItemID != listed || w.types("thread-"+d.ThreadID) != "thread.opened.v1" || w.types("reports-"+reporter) != "report.filed.v1" {
		t.Fatalf("%+v", d)
	}
	again := w.Want(400, reporter, "POST", "/v2/report", `{"report_type":"copyright","item_type":"project","item_id":"`+listed+`","body":""}`)
	if !strings.Contains(string(again.Body), report.CodeReported) {
		t.Error(again)
	}
	w.Want(200, stranger, "POST", "/v2/report", `{"report_type":"spam","item_type":"project","item_id":"`+listed+`","body":""}`)
	w.Want(400, moderator, "PATCH", "/v3/report/"+d.ID, `{"closed":true}`)
	w.Want(204, moderator, "PATCH", "/v3/report/"+d.ID, `{"closed":true,"reason":{"code":"complies","text":"没有问题"}}`)
	if why := w.Events("report-" + d.ID)[1].(report.Closed).Reason; why.Code != "complies" || why.Text.Subject != reporter || why.Text.String() != "没有问题" {
		t.Errorf("%+v", why)
	}
	if w.types("thread-"+d.ThreadID) != "thread.opened.v1 thread.closed.v1" || w.types("reports-"+reporter) != "report.filed.v1 report.settled.v1" {
		t.Error(w.types("thread-"+d.ThreadID), w.types("reports-"+reporter))
	}
	if next := w.open(listed); next.ID == d.ID {
		t.Error("a new report of the item of a closed report has the same id")
	}
}

func TestTheResultIsToldInTheThreadOfAClosedReport(t *testing.T) {
	w := newWorld(t)
	d := w.open(listed)
	at := "/v3/report/" + d.ID
	w.Want(400, moderator, "PATCH", at, `{"closed":true,"result":"great","reason":{"code":"spam"}}`)
	w.Want(400, moderator, "PATCH", at, `{"closed":true,"answer":"x","reason":{"code":"spam"}}`)
	w.Want(401, reporter, "PATCH", at, `{"closed":true,"result":"acted"}`)
	for range 2 { // the second request has the same key
		w.Want(204, moderator, "PATCH", at, `{"closed":true,"result":"acted","answer":" 谢谢。 ","reason":{"code":"spam"}}`, "Idempotency-Key", "one")
	}
	if got := w.types("thread-" + d.ThreadID); got != "thread.opened.v1 thread.message-posted.v1 thread.closed.v1" {
		t.Fatal(got)
	}
	said, closed := w.Events("thread-" + d.ThreadID)[1].(thread.MessagePosted), w.Events("report-" + d.ID)[1].(report.Closed)
	if said.Body.String() != "处理结果：举报属实，我们已经处理。\n\n谢谢。" || !said.Staff || said.Private {
		t.Errorf("%+v", said)
	}
	if closed.Result != report.Acted || closed.Answer != said.Message {
		t.Errorf("%+v", closed)
	}
	w.Want(400, moderator, "PATCH", at, `{"closed":false,"result":"acted","reason":{"code":"correction"}}`)
	w.Want(204, moderator, "PATCH", at, `{"closed":false,"reason":{"code":"correction"}}`)
}

func TestConcurrentRequestsCreateOneReport(t *testing.T) {
	w := newWorld(t)
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			w.Ask(reporter, "POST", "/v3/report", `{"report_type":"spam","item_type":"project","item_id":"`+listed+`","body":"x"}`)
		})
	}
	wait.Wait()
	if w.types("reports-"+reporter) != "report.filed.v1" {
		t.Error(w.types("reports-" + reporter))
	}
}

func TestInvalidReportsAreRejected(t *testing.T) {
	w := newWorld(t)
	for name, c := range map[string]struct {
		status int
		who    string
		body   string
	}{
		"nothing":                               {400, reporter, ``},
		"an item that does not exist":           {400, reporter, `{"report_type":"spam","item_type":"project","item_id":"nothing","body":"x"}`},
		"an item that the reporter may not see": {400, reporter, `{"report_type":"spam","item_type":"project","item_id":"` + hidden + `","body":"x"}`},
		"a version unknown":                     {400, reporter, `{"report_type":"spam","item_type":"version","item_id":"Version9","body":"x"}`},
		"a version's bad id":                    {400, reporter, `{"report_type":"spam","item_type":"version","item_id":"../..","body":"x"}`},
		"an unknown user":                       {400, reporter, `{"report_type":"spam","item_type":"user","item_id":"Anonymous","body":"x"}`},
		"oneself":                               {400, owner, `{"report_type":"spam","item_type":"user","item_id":"Owner","body":"x"}`},
		"an unknown kind":                       {400, reporter, `{"report_type":"spam","item_type":"planet","item_id":"x","body":"x"}`},
		"an unknown reason":                     {400, reporter, `{"report_type":"dull","item_type":"project","item_id":"` + listed + `","body":"x"}`},
		"with a text too long":                  {400, reporter, `{"report_type":"spam","item_type":"project","item_id":"` + listed + `","body":"` + strings.Repeat("长", report.MaxBody+1) + `"}`},
		"an anonymous caller":                   {401, "", `{"report_type":"spam","item_type":"project","item_id":"` + listed + `","body":"x"}`},
	} {
		t.Run(name, func(t *testing.T) { w.Ask(c.who, "POST", "/v3/report", c.body).Want(t, c.status) })
	}
	if w.types("reports-"+reporter) != "" || w.types("reports-"+owner) != "" {
		t.Error("a rejected report appended an event")
	}
	for _, body := range []string{`{"report_type":"malicious","item_type":"version","item_id":"Version1","body":"x"}`, `{"report_type":"name-squatting","item_type":"user","item_id":"Owner","body":"x"}`} {
		w.Want(200, reporter, "POST", "/v3/report", body)
	}
	w.Scopes &^= identity.ScopeReportCreate
	w.Want(401, reporter, "POST", "/v3/report", `{"report_type":"spam","item_type":"project","item_id":"`+listed+`","body":"x"}`)
}

func TestOnlyTheReporterAndTheStaffMayWriteToTheThread(t *testing.T) {
	w := newWorld(t)
	d := w.open(listed)
	at := "/v3/thread/" + d.ThreadID
	for range 2 { // the second request has the same key
		w.Want(204, reporter, "POST", at, `{"body":{"type":"text","body":"请看第三张图"}}`, "Idempotency-Key", "one")
	}
	w.Want(204, moderator, "POST", at, `{"body":{"type":"text","body":"备注","private":true}}`)
	w.Want(401, reporter, "POST", at, `{"body":{"type":"text","body":"备注","private":true}}`)
	w.Want(404, stranger, "POST", at, `{"body":{"type":"text","body":"我也要说"}}`)
	w.Want(400, reporter, "POST", at, `{"body":{"type":"deleted","body":"x"}}`)
	w.Want(404, reporter, "POST", "/v3/thread/Nothing1", `{"body":{"type":"text","body":"x"}}`)
	if got := w.types("thread-" + d.ThreadID); got != "thread.opened.v1 thread.message-posted.v1 thread.message-posted.v1" {
		t.Error(got)
	}
	first := w.Events("thread-" + d.ThreadID)[1].(thread.MessagePosted).Message
	w.Want(404, stranger, "DELETE", "/v3/message/"+first, "")
	w.Want(404, reporter, "DELETE", "/v3/message/Nothing1", "")
	w.Want(204, reporter, "DELETE", "/v3/message/"+first, "")
	note := w.Events("thread-" + d.ThreadID)[2].(thread.MessagePosted).Message
	w.Want(400, commandstest.Admin, "DELETE", "/v3/message/"+note, "")
	w.Want(204, commandstest.Admin, "DELETE", "/v3/message/"+note+"?reason_code=housekeeping", "")
	w.Want(400, moderator, "DELETE", "/v3/report/"+d.ID, "")
	w.Want(204, moderator, "DELETE", "/v3/report/"+d.ID+"?reason_code=spam&reason=x", "")
	w.Want(404, moderator, "PATCH", "/v3/report/"+d.ID, `{"closed":false,"reason":{"code":"other","text":"x"}}`)
}

func TestAProgramOfTheStaffHandlesReportsWithoutAReason(t *testing.T) {
	w := newWorld(t)
	id := w.open(listed).ID
	last := func() string {
		var data []byte
		for e, err := range w.EventLog.Stream(context.Background(), "report-"+id, 0) {
			if err != nil {
				t.Fatal(err)
			}
			data = e.Data
		}
		return string(data)
	}
	for _, c := range []struct{ method, body string }{{"PATCH", `{"closed":true}`}, {"PATCH", `{"closed":false}`}, {"DELETE", ""}} {
		path := "/v3/report/" + id
		w.Program = false
		for _, query := range []string{"", "?reason_code=unstated"} {
			body := c.body
			if query != "" && body != "" {
				body = strings.TrimSuffix(body, "}") + `,"reason":{"code":"unstated"}}`
			}
			if a := w.Want(400, moderator, c.method, path+query, body); a.JSON(t)["field"] != "reason" {
				t.Errorf("a screen, %s %s%s: %s", c.method, body, query, a)
			}
		}
		w.Program = true
		w.Want(401, reporter, c.method, path, c.body)
		w.Scopes = identity.AllScopes &^ (identity.ScopeReportWrite | identity.ScopeReportDelete)
		w.Want(401, moderator, c.method, path, c.body)
		w.Scopes = identity.AllScopes
		w.Want(204, moderator, c.method, path, c.body)
		if !strings.Contains(last(), `"code":"unstated"`) {
			t.Errorf("%s %s: %s", c.method, c.body, last())
		}
	}
	if got := w.types("report-" + id); got != "report.opened.v1 report.closed.v1 report.reopened.v1 report.deleted.v1" {
		t.Error(got)
	}
}

func TestAModeratorHandlesNoReportAboutTheirOwnThings(t *testing.T) {
	w := newWorld(t)
	second := commandstest.Second
	w.Happen("project-"+listed, project.MemberInvited{Account: moderator, Role: "x"}, project.MemberJoined{Account: moderator})
	shut, why := `{"closed":true,"reason":{"code":"rules"}}`, "?reason_code=rules"
	for item, id := range map[string]string{"project": listed, "version": "Version1"} {
		var d contract.Report
		w.Want(200, reporter, "POST", "/v3/report", `{"report_type":"spam","item_type":"`+item+`","item_id":"`+id+`","body":"广告"}`).Decode(t, &d)
		w.Want(401, moderator, "PATCH", "/v3/report/"+d.ID, shut)
		w.Want(401, moderator, "DELETE", "/v3/report/"+d.ID+why, "")
		w.Want(204, second, "PATCH", "/v3/report/"+d.ID, shut)
		w.Want(401, moderator, "PATCH", "/v3/report/"+d.ID, `{"closed":false,"reason":{"code":"rules"}}`)
		w.Want(204, second, "DELETE", "/v3/report/"+d.ID+why, "")
	}
	w.Happen("project-Others04", project.Created{Project: "Others04", Slug: "others", Type: project.TypeMod, Title: "o", Owner: owner},
		project.MemberInvited{Account: moderator, Role: "x"}, // which keeps nobody away
		project.Submitted{From: project.Draft}, project.Approved{From: project.Processing, Status: project.Listed})
	others := w.open("Others04")
	w.Want(204, moderator, "PATCH", "/v3/report/"+others.ID, shut)
}
