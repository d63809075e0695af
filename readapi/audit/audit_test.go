package audit_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/audit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projectedforum "github.com/modyard/modyard/projections/forum"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/readapi/audit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	maker = "UserMak1"
	staff = "UserMod2"
	quay  = "ProjOne1"
	pier  = "ProjTwo2"
)

type world struct {
	*catalogtest.World
	t      *testing.T
	api    http.Handler
	runner *runtime.Runner
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	w.Texts = erasure.NewMemory()
	w.runner = w.Also(projected.New(), projectedforum.New())
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if c.Account == staff {
			c.Role = identity.RoleModerator
		}
		return c
	}))
	audit.New(audit.Options{
		Source: &view.Source{Pool: w.DB.Pool, Board: w.Board}, Log: read.Only(w.Log), Codes: []string{"complies", "incomplete", "copyright"},
		Prove: func(context.Context, string) (contract.LogProof, error) {
			return contract.LogProof{}, audit.ErrUnsealed
		},
	}).Register(api)
	w.api = api.Handler()
	w.Account(maker, "舟大工", "user")
	w.Account(staff, "石榴", "moderator")
	return w
}

// as appends events to a stream with the metadata of a caller.
func (w *world) as(meta eventlog.Metadata, stream string, payloads ...any) {
	w.t.Helper()
	var events []eventlog.Event
	for _, p := range payloads {
		id := eventlog.NewEventID()
		sealed, err := w.Texts.Seal(w.t.Context(), stream, id, p)
		if err != nil {
			w.t.Fatal(err)
		}
		typ, data, err := w.Codec.Encode(sealed)
		if err != nil {
			w.t.Fatal(err)
		}
		meta.At = catalogtest.Epoch()
		events = append(events, eventlog.Event{ID: id, Type: typ, Data: data, Meta: meta})
	}
	if _, err := w.Log.Append(w.t.Context(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: events}); err != nil {
		w.t.Fatal(err)
	}
}

// reviewed is a project with a rejected round, an approved one and a change of status outside of a round.
func (w *world) reviewed() {
	w.Project(quay, maker, project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "蒸汽码头", Owner: maker},
		project.Submitted{Submission: "S1", From: project.Draft, Requested: project.Listed})
	w.Project(quay, staff, project.Rejected{Submission: "S1", From: project.Processing, Message: "请补充许可证", Options: []string{"license"}, Reason: &reason.Reason{Code: reason.Incomplete}})
	w.Project(quay, maker, project.Renamed{Title: "蒸汽灯塔"}, project.Submitted{Submission: "S2", From: project.Refused, Requested: project.Listed})
	w.Project(quay, staff, project.Approved{Submission: "S2", From: project.Processing, Status: project.Listed, Reason: &reason.Reason{Code: reason.Complies}},
		project.Withheld{From: project.Listed, Reason: &reason.Reason{Code: reason.Copyright, Text: "权利人来信"}})
}

func (w *world) get(status int, as, path string) *httptest.ResponseRecorder {
	w.t.Helper()
	w.Settle() // a query itself waits for two seconds only
	head, err := w.Log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("As", as)
	r.Header.Set("Min-Position", strconv.FormatUint(uint64(head), 10))
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	if rec.Code != status {
		w.t.Fatalf("%s as %q: %d %s, want %d", path, as, rec.Code, rec.Body, status)
	}
	return rec
}

func (w *world) list(query string) contract.AuditPage {
	w.t.Helper()
	var page contract.AuditPage
	if err := json.Unmarshal(w.get(200, staff, "/_internal/moderation/audit?"+query).Body.Bytes(), &page); err != nil {
		w.t.Fatal(err)
	}
	return page
}

func (w *world) kinds(query string) string {
	w.t.Helper()
	var kinds []string
	for _, e := range w.list(query).Entries {
		kinds = append(kinds, e.Kind)
	}
	return strings.Join(kinds, " ")
}

func TestAuditHasEveryDecisionWithItsRoundActorAndReason(t *testing.T) {
	w := newWorld(t)
	w.reviewed()
	got := w.list("subject=" + quay)
	var lines []string
	for _, e := range got.Entries {
		code := ""
		if e.Reason != nil {
			code = e.Reason.Code
		}
		lines = append(lines, fmt.Sprintf("%s %d %s>%s %s %s %s", e.Kind, e.Round, e.From, e.To, e.Actor.Username, e.Subject.Name, code))
	}
	want := []string{
		"status-forced 0 approved>withheld 石榴 蒸汽灯塔 copyright",
		"approved 2 processing>approved 石榴 蒸汽灯塔 complies",
		"submitted 2 rejected>processing 舟大工 蒸汽灯塔 ",
		"rejected 1 processing>rejected 石榴 蒸汽码头 incomplete",
		"submitted 1 draft>processing 舟大工 蒸汽码头 ",
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	if e := got.Entries[3]; e.Message != "请补充许可证" || len(e.Options) != 1 || e.Subject.Project == nil || e.Event.Stream != "project-"+quay || e.Event.Type != "project.rejected.v1" {
		t.Errorf("%+v", e)
	}
}

func TestAnUndoneDecisionAndEachStepOfItsProposalAreEntries(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.reviewed()
	const decision, second, third = "11111111-1111-8111-8111-111111111111", "UserMod3", "UserMod4"
	why := &reason.Reason{Code: reason.Correction, Text: "看错了项目"}
	meta := func(actor string) eventlog.Metadata { return eventlog.Metadata{Actor: actor, Role: "moderator"} }
	w.as(meta(second), "undo-"+quay,
		review.UndoProposed{Project: quay, Proposal: "P1", Decision: decision, Moderator: staff, By: second, Reason: why},
		review.UndoLapsed{Project: quay, Proposal: "P1", Cause: review.LapsedTime},
		review.UndoProposed{Project: quay, Proposal: "P2", Decision: decision, Moderator: staff, By: second, Reason: why})
	w.as(meta(third), "undo-"+quay, review.UndoDeclined{Project: quay, Proposal: "P2", Decision: decision, Proposer: second, By: third, Reason: why})
	w.as(meta(third), "project-"+quay, project.DecisionUndone{Decision: decision, Moderator: staff, Submission: "S2", From: project.Listed, To: project.Processing, Reason: why})
	w.as(meta(third), "undo-"+quay, review.UndoConfirmed{Project: quay, Proposal: "P3", Decision: decision, Proposer: second, By: third})
	var lines []string
	for _, e := range w.list("kind=decision-undone,undo-proposed,undo-confirmed,undo-declined,undo-lapsed&subject=" + quay).Entries {
		why := ""
		if e.Reason != nil {
			why = e.Reason.Text
		}
		lines = append(lines, fmt.Sprintf("%s %d %s>%s by %s about %s of %s: %s %s", e.Kind, e.Round, e.From, e.To, e.ActorID, e.AboutID, e.Subject.Name, e.Value, why))
	}
	want := []string{
		"undo-confirmed 0 > by UserMod4 about UserMod3 of 蒸汽灯塔: " + decision + " ",
		"decision-undone 2 approved>processing by UserMod4 about UserMod2 of 蒸汽灯塔: " + decision + " 看错了项目",
		"undo-declined 0 > by UserMod4 about UserMod3 of 蒸汽灯塔: " + decision + " 看错了项目",
		"undo-proposed 0 > by UserMod3 about UserMod2 of 蒸汽灯塔: " + decision + " 看错了项目",
		"undo-lapsed 0 > by UserMod3 about  of 蒸汽灯塔: time ",
		"undo-proposed 0 > by UserMod3 about UserMod2 of 蒸汽灯塔: " + decision + " 看错了项目",
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

func TestAChangeOfATemplateNamesTheTemplateAndItsVersion(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.as(eventlog.Metadata{Actor: staff, Role: "moderator"}, "review-templates", review.TemplateChanged{Template: review.Opening, Version: 3, Text: "你好"})
	entries := w.list("kind=template-changed").Entries
	if len(entries) != 1 {
		t.Fatalf("%d entries", len(entries))
	}
	e := entries[0]
	if e.Subject.Type != "template" || e.Subject.ID != review.Opening || e.Subject.Name != "开头" || e.Value != "3" {
		t.Errorf("subject %+v, value %v", e.Subject, e.Value)
	}
}

func TestAuditIsFoundByEachFilterAndReadInPages(t *testing.T) {
	w := newWorld(t)
	w.reviewed()
	for query, want := range map[string]string{
		"kind=rejected,approved": "approved rejected",
		"reason=copyright":       "status-forced",
		"actor=" + maker:         "submitted submitted",
		"actor=" + url.QueryEscape("石榴") + "&kind=approved":        "approved",
		"text=" + url.QueryEscape("许可证"):                           "rejected",
		"text=" + url.QueryEscape("权利人"):                           "status-forced",
		"text=" + url.QueryEscape("码头"):                            "rejected submitted",
		"text=" + url.QueryEscape("证许"):                            "",
		"subject=" + pier:                                          "",
		"subject=" + quay + "&to=2026-01-01T00:00:00Z":             "",
		"subject=" + quay + "&from=2026-01-01T00:00:00Z&limit=1":   "status-forced",
		"subject=" + quay + "&mark=none&kind=submitted&limit=100":  "submitted submitted",
		"subject=" + quay + "&mark=import":                         "",
		"text=" + w.list("kind=approved").Entries[0].Event.ID + "": "approved",
	} {
		if got := w.kinds(query); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	var paged []string
	for before := ""; ; {
		page := w.list("subject=" + quay + "&limit=2" + before)
		for _, e := range page.Entries {
			paged = append(paged, e.Kind)
		}
		if page.Next == nil {
			break
		}
		before = fmt.Sprintf("&before=%d", *page.Next)
	}
	if strings.Join(paged, " ") != w.kinds("subject="+quay) {
		t.Errorf("pages: %v", paged)
	}
	for _, wrong := range []string{"kind=x", "reason=x", "from=yesterday", "text=x", "mark=x", "before=0"} {
		w.get(400, staff, "/_internal/moderation/audit?"+wrong)
	}
}

func TestOnlyTheStaffReadsTheAudit(t *testing.T) {
	w := newWorld(t)
	w.reviewed()
	at := fmt.Sprint(w.list("kind=approved").Entries[0].Position)
	for _, path := range []string{"", "/export", "/" + at, "/" + at + "/proof"} {
		w.get(401, maker, "/_internal/moderation/audit"+path)
		w.get(401, "", "/_internal/moderation/audit"+path)
	}
	var e contract.AuditRecord
	if err := json.Unmarshal(w.get(200, staff, "/_internal/moderation/audit/"+at).Body.Bytes(), &e); err != nil || e.Type != "project.approved.v1" || !strings.Contains(string(e.Data), `"S2"`) {
		t.Errorf("%+v %v", e, err)
	}
	w.get(404, staff, "/_internal/moderation/audit/1") // an event that is no decision
	w.get(409, staff, "/_internal/moderation/audit/"+at+"/proof")
}

func TestImportsAndDemonstrationDataAreMarkedAndStaffEditsAreKept(t *testing.T) {
	w := newWorld(t)
	w.as(eventlog.Metadata{Actor: maker, Role: "import", Command: "import quay"}, "project-"+quay,
		project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "Quay", Owner: maker}, project.ListedByImport{Source: "CKAN", Status: project.Listed})
	w.as(eventlog.Metadata{Actor: staff, Role: "moderator", Command: "demo pier"}, "project-"+pier,
		project.Created{Project: pier, Slug: "pier", Type: project.TypeMod, Title: "Pier", Owner: maker}, project.Approved{Submission: "S", From: project.Processing, Status: project.Listed})
	w.as(eventlog.Metadata{Actor: staff, Role: "moderator", Command: "0192f0c1-0000-7000-8000-000000000000"}, "project-"+quay,
		project.Summarised{Summary: "x", Reason: &reason.Reason{Code: reason.Complies}})
	w.as(eventlog.Metadata{Actor: maker, Role: "owner", Command: "0192f0c1-0000-7000-8000-000000000001"}, "project-"+quay, project.Summarised{Summary: "y"})
	for query, want := range map[string]string{"mark=import": "import-listed", "mark=demo": "approved staff-edit", "mark=none&subject=" + quay: "staff-edit"} {
		if got := w.kinds(query); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

func TestEveryEntryFollowsFromTheEventsAloneAlsoAfterAnErasure(t *testing.T) {
	w := newWorld(t)
	w.reviewed()
	text := erasable.Of(maker, "证明不足")
	w.Happen("claim-ClaimAA1", staff, claim.Rejected{Claim: "ClaimAA1", Project: quay, Account: maker, Reason: &reason.Addressed{Code: reason.Incomplete, Text: &text}})
	w.Happen("report-ReporAA1", maker, report.Opened{Report: "ReporAA1", Type: report.Spam, ItemType: report.Project, Item: quay, Reporter: maker, Body: erasable.Of(maker, "body"), Thread: "T"})
	w.Happen("report-ReporAA1", staff, report.Closed{Report: "ReporAA1", Result: report.Acted})
	if got := w.kinds("text=" + url.QueryEscape("证明不足")); got != "claim-rejected" {
		t.Errorf("before: %q", got)
	}
	if e := w.list("kind=report-closed").Entries[0]; e.Item != quay || e.ItemType != "project" || e.Value != "acted" {
		t.Errorf("%+v", e)
	}
	w.Happen("assignment-"+quay, staff, review.TakenOver{Project: quay, Lock: "lock1", From: maker, By: staff},
		review.HandedOver{Project: quay, Round: 2, By: staff, To: maker, Note: erasable.Of(staff, "请接着看")})
	if got := w.kinds("kind=review-taken-over&subject=" + quay); got != "review-taken-over" {
		t.Errorf("a take-over: %q", got)
	}
	if e := w.list("kind=review-handed-over").Entries[0]; e.Round != 2 || e.About == nil || e.About.ID != maker || e.Subject.ID != quay {
		t.Errorf("%+v", e)
	}
	verify := func() {
		t.Helper()
		found, err := w.runner.Verify(t.Context(), projected.Name)
		if err != nil || len(found[projected.Name]) > 0 {
			t.Errorf("verify: %v %v", found, err)
		}
	}
	verify()
	w.Happen("account-"+maker, maker, account.Erased{Account: maker})
	if e := w.list("kind=claim-rejected").Entries[0]; e.Reason.Text != erasable.Erased || e.Reason.Code != "incomplete" {
		t.Errorf("%+v", e.Reason)
	}
	if got := w.kinds("text=" + url.QueryEscape("证明不足")); got != "" {
		t.Errorf("after: %q", got)
	}
	if strings.Contains(w.get(200, staff, "/_internal/moderation/audit/export?format=jsonl").Body.String(), "证明不足") {
		t.Error("the export has the erased text")
	}
	verify()
	if _, err := w.DB.Pool.Exec(t.Context(), `update audit_v9.entries set actor = 'UserOth9' where kind = 'approved'`); err != nil {
		t.Fatal(err)
	}
	if found, err := w.runner.Verify(t.Context(), projected.Name); err != nil || len(found[projected.Name]) != 1 {
		t.Errorf("a changed entry: %v %v", found, err)
	}
}

func TestAnExportHasTheSelectedEntriesAndNoFormulas(t *testing.T) {
	w := newWorld(t)
	w.Project(quay, maker, project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: `=HYPERLINK("https://evil.example","x")`, Owner: maker},
		project.Submitted{Submission: "S1", From: project.Draft, Requested: project.Listed})
	for n := range 5 {
		w.Project(quay, staff, project.Rejected{Submission: "S1", From: project.Processing, Message: []string{"+1", "-1", "@x", "\tx", "多行\n文字，\"引号\""}[n]})
	}
	rec := w.get(200, staff, "/_internal/moderation/audit/export?kind=rejected")
	table, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(rec.Body.String(), "\ufeff"))).ReadAll()
	if err != nil || len(table) != 6 || rec.Header().Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Fatalf("%v %v %q", err, table, rec.Header())
	}
	for _, line := range table[1:] {
		for _, cell := range line {
			if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
				t.Errorf("%q is run by a spreadsheet", cell)
			}
		}
	}
	if got := w.get(200, staff, "/_internal/moderation/audit/export?format=jsonl&subject="+quay).Body.String(); strings.Count(got, "\n") != 6 {
		t.Errorf("%q", got)
	}
	w.get(400, staff, "/_internal/moderation/audit/export?format=xlsx")
	w.get(400, staff, "/_internal/moderation/audit/export?kind=x")
}

func TestAnUnknownActorAndATimeThatEndsBeforeItBeginsAreRefusedInWords(t *testing.T) {
	w := newWorld(t)
	get := func(query string) (int, string) {
		w.Settle()
		r := httptest.NewRequest(http.MethodGet, "/_internal/moderation/audit?"+query, nil)
		r.Header.Set("As", staff)
		answer := httptest.NewRecorder()
		w.api.ServeHTTP(answer, r)
		return answer.Code, answer.Body.String()
	}
	for query, words := range map[string]string{
		"actor=nobody": "没有这个用户：nobody",
		"from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z": "结束时间早于开始时间",
		"from=2026-11-02T00:00:00Z&to=2026-11-02T00:00:00Z": "结束时间早于开始时间",
	} {
		if status, body := get(query); status != http.StatusBadRequest || !strings.Contains(body, words) {
			t.Errorf("%s: %d %s", query, status, body)
		}
	}
	for _, query := range []string{"actor=" + url.QueryEscape("舟大工"), "actor=" + maker, "actor=system", "from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z"} {
		if status, body := get(query); status != http.StatusOK {
			t.Errorf("%s: %d %s", query, status, body)
		}
	}
}
