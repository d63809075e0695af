package review_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/review"
	logread "github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/asof"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/report"
	projected "github.com/modyard/modyard/projections/review"
	"github.com/modyard/modyard/projections/runtime"
	read "github.com/modyard/modyard/readapi/review"
	"github.com/modyard/modyard/readapi/transparency"
	"github.com/modyard/modyard/readapi/view"
)

const (
	maker  = "UserMak1"
	first  = "UserMod1"
	second = "UserMod2"
	third  = "UserMod3"
	chief  = "UserAdm4"
	quay   = "ProjOne1"
	pier   = "ProjTwo2"
)

var mistake = &reason.Reason{Code: reason.Correction, Text: "看错了项目"}

type world struct {
	*catalogtest.World
	t        *testing.T
	api      http.Handler
	proposed *runtime.Runner
}

// newWorld has two projects in review, the quay submitted first.
func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	w.proposed = w.Also(projected.New())
	w.Also(report.New(catalogtest.Markdown))
	api := httpkit.New(httpkit.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		switch c.Account {
		case first, second, third:
			c.Role = identity.RoleModerator
		case chief:
			c.Role = identity.RoleAdmin
		}
		return c
	}))
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	read.New(read.Options{
		Source: source, Figures: transparency.New(transparency.Options{Source: source}),
		AsOf: asof.New(asof.Options{Log: logread.Only(w.Log), Codec: w.Codec, Markdown: catalogtest.Markdown, Texts: w.Texts}),
	}).Register(api)
	w.api = api.Handler()
	w.Account(maker, "舟大工", "user")
	w.Account(first, "石榴", "moderator")
	w.Account(second, "青梧", "moderator")
	w.Account(third, "岚桥", "moderator")
	w.Account(chief, "总管", "admin")
	for i, id := range []string{quay, pier} {
		w.Project(id, maker,
			project.Created{Project: id, Slug: fmt.Sprint("dock-", i), Type: project.TypeMod, Title: "码头", Summary: "码头", Owner: maker, License: project.License{ID: "MIT"}},
			project.Submitted{Submission: "Submis0" + fmt.Sprint(i), From: project.Draft, Requested: project.Listed})
	}
	return w
}

// verify compares the rows with those of a rebuild.
func (w *world) verify() {
	w.t.Helper()
	w.Settle()
	for name, runner := range map[string]*runtime.Runner{"catalog": w.Runner, projected.Name: w.proposed} {
		if found, err := runner.Verify(w.t.Context(), name); err != nil || len(found[name]) > 0 {
			w.t.Error(found, err)
		}
	}
}

func (w *world) get(who, path string, status int, out any) {
	w.t.Helper()
	w.Settle()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("As", who)
	answer := httptest.NewRecorder()
	w.api.ServeHTTP(answer, r)
	if answer.Code != status {
		w.t.Fatalf("%s as %s: %d %s", path, who, answer.Code, answer.Body)
	}
	if out != nil {
		if err := json.Unmarshal(answer.Body.Bytes(), out); err != nil {
			w.t.Fatalf("%v: %s", err, answer.Body)
		}
	}
}

func (w *world) history(who string) (h read.History) {
	w.t.Helper()
	w.get(who, "/_internal/project/"+quay+"/history", http.StatusOK, &h)
	return h
}

func (w *world) proposals(who string) []read.Proposal {
	w.t.Helper()
	var out read.Proposals
	w.get(who, "/_internal/moderation/undo", http.StatusOK, &out)
	return out.Proposals
}

// rejected decides about the quay, and returns the event of the decision.
func (w *world) rejected() string {
	w.t.Helper()
	w.Project(quay, first, project.Rejected{Submission: "Submis00", From: project.Processing, Message: "缺少说明"})
	return w.history(second).Undo.Decision
}

func (w *world) undo(decision string) {
	w.Project(quay, third, project.DecisionUndone{Decision: decision, Moderator: first, Submission: "Submis00", From: project.Refused, To: project.Processing, Reason: mistake})
}

func TestAnUndoneDecisionReturnsTheProjectToItsPlaceInTheQueueAndItsRoundGoesOn(t *testing.T) {
	w := newWorld(t)
	line := func() (ids []string, queued time.Time) {
		var out read.Waiting
		w.get(second, "/_internal/moderation/projects", http.StatusOK, &out)
		for _, p := range out.Projects {
			if ids = append(ids, p.ID); p.ID == quay {
				queued = p.Queued
			}
		}
		return ids, queued
	}
	round := func() (row string) {
		w.Settle()
		if err := w.DB.Pool.QueryRow(t.Context(), `select concat_ws('/', round, decision, decided_at is null, actor, message) from catalog.review_rounds where project = $1`, quay).Scan(&row); err != nil {
			t.Fatal(err)
		}
		return row
	}
	before, queued := line()
	open := round()
	decision := w.rejected()
	if ids, _ := line(); len(ids) != 1 || ids[0] != pier {
		t.Fatal(ids)
	}
	if row := round(); row != "1/rejected/f/"+first+"/缺少说明" {
		t.Error(row)
	}
	w.undo(decision)
	if ids, again := line(); fmt.Sprint(ids) != fmt.Sprint(before) || !again.Equal(queued) {
		t.Errorf("%v %v, before %v %v", ids, again, before, queued)
	}
	if row := round(); row != open {
		t.Errorf("%s, before %s", row, open)
	}
	h := w.history(maker)
	last, old := h.Entries[len(h.Entries)-1], h.Entries[len(h.Entries)-2]
	if last.Type != "undone" || last.Undone || *last.From != "rejected" || last.To != "processing" || *last.Message != "看错了项目" || !old.Undone || h.Undo != nil || last.Actor != nil || h.Queue == nil || h.Queue.Position != 1 {
		t.Errorf("%+v", h)
	}
	if h = w.history(second); h.Undo != nil {
		t.Errorf("%+v", h.Undo)
	}
	w.Project(quay, second, project.Approved{Submission: "Submis00", From: project.Processing, Status: project.Listed})
	if row := round(); row != "1/approved/f/"+second+"/" {
		t.Error(row)
	}
	if h = w.history(second); h.Undo == nil || !h.Undo.Own || h.Undo.Type != "approved" || h.Undo.Restores != "processing" {
		t.Errorf("%+v", h.Undo)
	}
	w.verify()
}

func TestTheStaffSeesWhatCanBeUndoneAndWhoMayAnswerAProposal(t *testing.T) {
	w := newWorld(t)
	decision := w.rejected()
	if u := w.history(first).Undo; u == nil || !u.Own || !u.May || u.Moderator.ID != first || u.Restores != "processing" || u.Type != "rejected" || u.Proposal != nil {
		t.Errorf("%+v", u)
	}
	if u := w.history(maker).Undo; u != nil {
		t.Errorf("a member sees %+v", u)
	}
	w.get(maker, "/_internal/moderation/undo", http.StatusUnauthorized, nil)
	until := time.Now().Add(24 * time.Hour)
	propose := func(id string, until time.Time) {
		w.Happen("undo-"+quay, second, review.UndoProposed{Project: quay, Proposal: id, Decision: decision, Moderator: first, By: second, Until: until, Reason: mistake})
	}
	propose("Propose1", until)
	for who, want := range map[string][3]bool{first: {}, second: {true, false, true}, third: {false, true, true}, chief: {false, true, true}} {
		list := w.proposals(who)
		if len(list) != 1 {
			t.Fatalf("%s: %+v", who, list)
		}
		p := list[0]
		if got := [3]bool{p.Own, p.Confirm, p.Decline}; got != want {
			t.Errorf("%s: own, confirm, decline: %v, want %v", who, got, want)
		}
		if p.Proposer.ID != second || p.Moderator.ID != first || p.Reason != "看错了项目" || p.Project.ID != quay || p.Type != "rejected" || !p.Until.Equal(until.Truncate(time.Microsecond)) {
			t.Errorf("%+v", p)
		}
	}
	w.Project(quay, maker, project.MemberInvited{Account: third, Role: "Member"}, project.MemberInvited{Account: chief, Role: "Member"})
	if p := w.proposals(third)[0]; !p.Confirm || !p.Decline || !w.history(third).Undo.May {
		t.Errorf("an invitation keeps a moderator away: %+v", p)
	}
	w.Project(quay, maker, project.MemberJoined{Account: third}, project.MemberJoined{Account: chief})
	if p := w.proposals(third)[0]; p.Confirm || p.Decline {
		t.Errorf("a moderator of the team may answer: %+v", p)
	}
	if u := w.history(third).Undo; u.May || u.Proposal == nil {
		t.Errorf("%+v", u)
	}
	if p := w.proposals(chief)[0]; !p.Confirm {
		t.Errorf("%+v", p)
	}
	w.Happen("undo-"+quay, third, review.UndoDeclined{Project: quay, Proposal: "Propose1", Decision: decision, Proposer: second, By: third, Reason: mistake})
	if list := w.proposals(third); len(list) != 0 {
		t.Errorf("declined: %+v", list)
	}
	propose("Propose2", time.Now().Add(-time.Minute))
	if list := w.proposals(third); len(list) != 0 {
		t.Errorf("lapsed: %+v", list)
	}
	propose("Propose3", until)
	w.Project(quay, maker, project.Submitted{Submission: "Submis09", From: project.Refused, Requested: project.Listed})
	if list := w.proposals(third); len(list) != 0 || w.history(third).Undo != nil {
		t.Errorf("overtaken by a submission: %+v", list)
	}
	w.verify()
}

func TestAnOlderDecisionStandsAgainWhereALaterOneIsUndone(t *testing.T) {
	w := newWorld(t)
	decision := w.rejected()
	w.Project(quay, second, project.Approved{From: project.Refused, Status: project.Listed})
	later := w.history(second).Undo
	if later == nil || later.Decision == decision || later.Restores != "rejected" {
		t.Fatalf("%+v", later)
	}
	if e := w.history(second).Entries; !e[len(e)-1].Forced || e[len(e)-2].Forced {
		t.Errorf("a change of status outside of a round is no decision: %+v", e)
	}
	w.Project(quay, second, project.DecisionUndone{Decision: later.Decision, Moderator: second, From: project.Listed, To: project.Refused, Reason: mistake})
	if u := w.history(second).Undo; u == nil || u.Decision != decision {
		t.Errorf("%+v", u)
	}
}

func TestTheHistoryMarksAnUndoneDecisionForThoseInside(t *testing.T) {
	w := newWorld(t)
	decision := w.rejected()
	w.Project(quay, first, project.DecisionUndone{Decision: decision, Moderator: first, Submission: "Submis00", From: project.Refused, To: project.Processing, Reason: mistake})
	for _, who := range []string{first, maker} {
		var past contract.HistorySteps
		w.get(who, "/_internal/project/"+quay+"/steps", http.StatusOK, &past)
		for _, step := range past.Steps {
			if step.Undone != (step.Type == "rejected") {
				t.Errorf("%s: %+v", who, step)
			}
		}
	}
}
