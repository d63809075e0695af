package review_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/review"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/eventlog"
)

const (
	chief      = commandstest.Admin
	talk       = "Threada1"
	undoPath   = at + "/undo"
	undoStream = "undo-" + mod
)

// decided is a world with a project in review whose thread is open, and the decision of a moderator about it.
func decided(t *testing.T, by string) (*world, string) {
	t.Helper()
	w := newWorld(t)
	w.Happen("thread-"+talk, thread.Opened{Thread: talk, Kind: thread.AboutProject, Subject: mod, Owner: "owner001"})
	return w, w.decide(by, project.Rejected{Submission: "Submis01", From: project.Processing, Message: "缺少说明"})
}

// decide appends a decision of a moderator, and returns the id of its event.
func (w *world) decide(by string, payload any) string {
	w.t.Helper()
	typ, data, err := w.Codec.Encode(payload)
	if err != nil {
		w.t.Fatal(err)
	}
	id := eventlog.NewEventID()
	meta := eventlog.Metadata{Role: string(role.Moderator), Actor: by, At: time.Now()}
	w.Append(eventlog.Write{Stream: "project-" + mod, Expected: eventlog.Any, Events: []eventlog.Event{{ID: id, Type: typ, Data: data, Meta: meta}}})
	return id.String()
}

var because = map[string]any{"reason": map[string]string{"code": "correction", "text": "看错了项目"}}

func reasoned(decision string) map[string]any {
	return map[string]any{"decision": decision, "reason": because["reason"]}
}

// propose proposes to undo a decision, and returns the path of the proposal.
func (w *world) propose(by, decision string) string {
	w.t.Helper()
	var out commands.Undone
	w.Want(200, by, "POST", undoPath, reasoned(decision)).Decode(w.t, &out)
	if !out.Proposed || out.Proposal == nil {
		w.t.Fatalf("%+v", out)
	}
	return undoPath + "/" + *out.Proposal
}

// undone lists the undone decisions.
func (w *world) undone() []project.DecisionUndone {
	w.t.Helper()
	var list []project.DecisionUndone
	for _, e := range w.Events("project-" + mod) {
		if u, ok := e.(project.DecisionUndone); ok {
			list = append(list, u)
		}
	}
	return list
}

func TestAModeratorUndoesTheirOwnDecisionAloneAndTheTeamIsToldInItsThread(t *testing.T) {
	w, decision := decided(t, first)
	var out commands.Undone
	key := uuid.NewString()
	for range 2 {
		w.Want(200, first, "POST", undoPath, reasoned(decision), "Idempotency-Key", key).Decode(t, &out)
		if out.Proposed || out.Proposal != nil {
			t.Errorf("%+v", out)
		}
	}
	list := w.undone()
	if len(list) != 1 || list[0].Decision != decision || list[0].Moderator != first || list[0].To != project.Processing || list[0].From != project.Refused ||
		list[0].Submission != "Submis01" || list[0].SubmittedAt == nil || list[0].Proposer != "" || list[0].Reason.Text != "看错了项目" {
		t.Fatalf("%+v", list)
	}
	messages := w.Events("thread-" + talk)
	posted, ok := messages[len(messages)-1].(thread.MessagePosted)
	if !ok || len(messages) != 2 || !posted.Staff || posted.Private {
		t.Fatalf("%+v", messages)
	}
	for _, want := range []string{"审核决定已撤销", "「已拒绝」", "「审核中」", "看错了项目", "原来的位置", "无需重新提交"} {
		if !strings.Contains(posted.Body.Text, want) {
			t.Errorf("no %q in %s", want, posted.Body.Text)
		}
	}
	if placed := w.Events("message-" + posted.Message); len(placed) != 1 {
		t.Errorf("%+v", placed)
	}
	w.Want(409, first, "POST", undoPath, reasoned(decision))
	// Deciding again is the undo of the undo; it can be undone in turn.
	again := w.decide(second, project.Rejected{Submission: "Submis01", From: project.Processing, Message: "缺少说明"})
	w.Want(409, first, "POST", undoPath, reasoned(decision))
	w.Want(200, second, "POST", undoPath, reasoned(again))
	if list = w.undone(); len(list) != 2 || list[1].Decision != again || !list[1].SubmittedAt.Equal(*list[0].SubmittedAt) {
		t.Errorf("%+v", list)
	}
}

func TestAnUndoOfADecisionOfSomebodyElseIsConfirmedByAThirdModerator(t *testing.T) {
	w, decision := decided(t, first)
	path := w.propose(second, decision)
	if list := w.undone(); len(list) != 0 {
		t.Fatalf("undone by a proposal: %+v", list)
	}
	w.Want(409, chief, "POST", undoPath, reasoned(decision))
	for _, who := range []string{first, second, stranger, "owner001"} {
		if a := w.Ask(who, "POST", path+"/confirm", nil); a.Status != 401 && a.Status != 403 {
			t.Error(a)
		}
	}
	w.Want(204, chief, "POST", path+"/confirm", nil)
	list := w.undone()
	if len(list) != 1 || list[0].Moderator != first || list[0].Proposer != second || list[0].Proposal == "" || list[0].Reason.Text != "看错了项目" {
		t.Fatalf("%+v", list)
	}
	events := w.Events(undoStream)
	if end, ok := events[len(events)-1].(review.UndoConfirmed); len(events) != 2 || !ok || end.By != chief || end.Decision != decision {
		t.Errorf("%+v", events)
	}
	if told := w.Events("thread-" + talk); len(told) != 2 {
		t.Errorf("%+v", told)
	}
	w.Want(409, chief, "POST", path+"/confirm", nil)
	w.Want(409, chief, "POST", path+"/decline", because)
}

func TestAProposalThatIsDeclinedOrLapsedLeavesTheDecision(t *testing.T) {
	w, decision := decided(t, first)
	w.now = time.Now()
	path := w.propose(second, decision)
	w.Want(400, chief, "POST", path+"/decline", map[string]any{"reason": nil})
	w.Want(204, chief, "POST", path+"/decline", because)
	path = w.propose(second, decision)
	w.now = w.now.Add(24 * time.Hour)
	w.Want(409, chief, "POST", path+"/confirm", nil)
	path = w.propose(second, decision)
	w.Want(204, second, "POST", path+"/decline", because)
	path = w.propose(chief, decision)
	w.Want(200, first, "POST", undoPath, reasoned(decision)) // by the one who decided
	w.Want(409, second, "POST", path+"/confirm", nil)
	var kinds []string
	for _, e := range w.Events(undoStream) {
		switch e := e.(type) {
		case review.UndoProposed:
			kinds = append(kinds, "proposed")
		case review.UndoDeclined:
			kinds = append(kinds, "declined by "+e.By)
		case review.UndoLapsed:
			kinds = append(kinds, "lapsed: "+string(e.Cause))
		}
	}
	want := "proposed, declined by " + chief + ", proposed, lapsed: time, proposed, declined by " + second + ", proposed, lapsed: decision"
	if got := strings.Join(kinds, ", "); got != want || len(w.undone()) != 1 {
		t.Errorf("%s\n%+v", got, w.undone())
	}
}

func TestWhatOvertakesADecisionIsAConflictWithItsReason(t *testing.T) {
	for name, c := range map[string]struct {
		happens any
		says    string
	}{
		"resubmitted":    {project.Submitted{Submission: "Submis02", From: project.Refused, Requested: project.Listed}, "已经重新提交"},
		"drafted":        {project.StatusChanged{From: project.Refused, To: project.Draft}, "状态在这个决定之后又有改变"},
		"decided again":  {project.Approved{From: project.Refused, Status: project.Listed}, "只能撤销最新的决定"},
		"deleted":        {project.Deleted{Slug: "moda"}, "已被删除"},
		"edited is none": {project.Renamed{Title: "另一个名字"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w, decision := decided(t, first)
			path := w.propose(second, decision)
			w.Happen("project-"+mod, c.happens)
			if c.says == "" {
				w.Want(204, chief, "POST", path+"/confirm", nil)
				return
			}
			before := w.Head()
			for _, answer := range []commandstest.Answer{
				w.Want(409, chief, "POST", path+"/confirm", nil), w.Want(409, first, "POST", undoPath, reasoned(decision)),
			} {
				var said struct{ Description string }
				if answer.Decode(t, &said); !strings.Contains(said.Description, c.says) {
					t.Error(said)
				}
			}
			if w.Head() != before {
				t.Error("a refused undo left something in the log")
			}
		})
	}
}

// Of those who answer a proposal at once, or against a member who submits again, one wins and the others are told.
func TestOfTwoWhoAnswerAProposalAtOnceOneWins(t *testing.T) {
	for range 4 {
		w, decision := decided(t, "someone1")
		path := w.propose(second, decision)
		var all sync.WaitGroup
		answers := make([]commandstest.Answer, 3)
		for i, who := range []string{first, chief} {
			all.Go(func() { answers[i] = w.Ask(who, "POST", path+"/confirm", nil) })
		}
		all.Go(func() {
			body, _ := json.Marshal(because)
			answers[2] = w.Ask(first, "POST", path+"/decline", string(body))
		})
		all.Wait()
		won := 0
		for _, a := range answers {
			switch a.Status {
			case 204:
				won++
			case 409:
				a.Want(t, 409)
			default:
				t.Error(a)
			}
		}
		if won != 1 || len(w.undone()) > 1 || len(w.Events(undoStream)) != 2 {
			t.Errorf("%d won: %+v", won, w.Events(undoStream))
		}
	}
}

func TestAModeratorOfTheTeamUndoesNothingAboutTheirProject(t *testing.T) {
	w, decision := decided(t, first)
	w.Happen("project-"+mod, project.MemberInvited{Account: first, Role: "Member"}, project.MemberInvited{Account: second, Role: "Member"},
		project.MemberJoined{Account: first}, project.MemberJoined{Account: second})
	for _, who := range []string{first, second} {
		if a := w.Ask(who, "POST", undoPath, reasoned(decision)); a.Status != 401 && a.Status != 403 {
			t.Error(a)
		}
	}
	path := w.propose(chief, decision)
	for answer, body := range map[string]any{"/confirm": nil, "/decline": because} {
		if a := w.Ask(second, "POST", path+answer, body); a.Status != 401 && a.Status != 403 {
			t.Error(a)
		}
	}
}
