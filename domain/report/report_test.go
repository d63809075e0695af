package report_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/role"
)

var (
	ann   = actor.Actor{Account: "ann"}
	bob   = actor.Actor{Account: "bob"}
	staff = actor.Actor{Account: "mod", Rank: actor.Moderator}
)

func opened() report.Opened {
	return report.Opened{Report: "r", Type: report.Spam, ItemType: report.Project, Item: "p", Reporter: "ann", Body: erasable.Of("ann", "广告"), Thread: "t"}
}

func given(events ...any) report.State {
	var s report.State
	for _, e := range events {
		s = report.Evolve(s, e)
	}
	return s
}

func TestTheResultOfEachCommandOnAReport(t *testing.T) {
	why := &reason.Reason{Code: reason.Spam, Text: "已处理"}
	told := why.To("ann")
	open := report.Open{By: ann, Report: "r", Thread: "t", Type: report.Spam, ItemType: report.Project, Item: "p", Body: "广告"}
	odd := open
	odd.Type = "boring"
	self := open
	self.ItemType, self.Item = report.User, "ann"
	for name, c := range map[string]struct {
		given  []any
		when   report.Command
		events []any
		kind   fault.Kind
	}{
		"it begins":                       {nil, open, []any{opened()}, ""},
		"a report is opened once":         {[]any{opened()}, open, nil, fault.KindConflict},
		"its reason is one of five":       {nil, odd, nil, fault.KindInvalid},
		"an account cannot report itself": {nil, self, nil, fault.KindInvalid},
		"the staff close it":              {[]any{opened()}, report.SetClosed{By: staff, Closed: true, Reason: why}, []any{report.Closed{Report: "r", Reason: told}}, ""},
		"they close it with its result": {[]any{opened()}, report.SetClosed{By: staff, Closed: true, Result: report.Acted, Answer: "m", Reason: why},
			[]any{report.Closed{Report: "r", Result: report.Acted, Answer: "m", Reason: told}}, ""},
		"the result is one of five":                         {[]any{opened()}, report.SetClosed{By: staff, Closed: true, Result: "great", Reason: why}, nil, fault.KindInvalid},
		"an open report has no result":                      {[]any{opened(), report.Closed{Report: "r"}}, report.SetClosed{By: staff, Result: report.Acted, Reason: why}, nil, fault.KindInvalid},
		"closed twice is closed once":                       {[]any{opened(), report.Closed{Report: "r"}}, report.SetClosed{By: staff, Closed: true}, nil, ""},
		"the staff reopen it":                               {[]any{opened(), report.Closed{Report: "r"}}, report.SetClosed{By: staff, Reason: why}, []any{report.Reopened{Report: "r", Reason: told}}, ""},
		"its reporter may not close it":                     {[]any{opened()}, report.SetClosed{By: ann, Closed: true}, nil, fault.KindForbidden},
		"its reporter may change the text":                  {[]any{opened()}, report.Rewrite{By: ann, Body: "更多"}, []any{report.BodyRewritten{Report: "r", Body: erasable.Of("ann", "更多")}}, ""},
		"but not after it was closed":                       {[]any{opened(), report.Closed{Report: "r"}}, report.Rewrite{By: ann, Body: "更多"}, nil, fault.KindInvalid},
		"the staff may not change the text":                 {[]any{opened()}, report.Rewrite{By: staff, Body: "更多"}, nil, fault.KindForbidden},
		"another account does not find it":                  {[]any{opened()}, report.Rewrite{By: bob, Body: "更多"}, nil, fault.KindNotFound},
		"an anonymous caller is rejected":                   {[]any{opened()}, report.Rewrite{}, nil, fault.KindUnauthorized},
		"the staff delete it":                               {[]any{opened()}, report.Delete{By: staff, Reason: why}, []any{report.Deleted{Report: "r", Reason: told}}, ""},
		"the staff give a reason for closing it":            {[]any{opened()}, report.SetClosed{By: staff, Closed: true}, nil, fault.KindInvalid},
		"and for deleting it":                               {[]any{opened()}, report.Delete{By: staff}, nil, fault.KindInvalid},
		"the staff close their own report without a reason": {[]any{opened()}, report.SetClosed{By: actor.Actor{Account: "ann", Rank: actor.Moderator}, Closed: true}, []any{report.Closed{Report: "r"}}, ""},
		"the same text is not a change":                     {[]any{opened()}, report.Rewrite{By: ann, Body: "广告"}, nil, ""},
		"its reporter may not delete it":                    {[]any{opened()}, report.Delete{By: ann}, nil, fault.KindForbidden},
		"the staff do not find a deleted one":               {[]any{opened(), report.Deleted{Report: "r"}}, report.SetClosed{By: staff, Closed: true, Reason: why}, nil, fault.KindNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			decided, err := report.Decide(given(c.given...), c.when)
			var f *fault.Error
			if errors.As(err, &f); (f == nil) != (c.kind == "") || f != nil && f.Kind != c.kind {
				t.Fatalf("refused with %v, want %q", err, c.kind)
			}
			for _, e := range decided {
				if want := roleOf(c.when); e.Role != want {
					t.Errorf("decided as %q, want %q", e.Role, want)
				}
			}
			if events := decisiontest.Payloads(decided); !reflect.DeepEqual(events, c.events) {
				t.Errorf("%+v, want %+v", events, c.events)
			}
		})
	}
}

// roleOf is the role in which a command is decided: the reporter changes the text, the staff closes and deletes.
func roleOf(c report.Command) role.Role {
	switch c.(type) {
	case report.Open, report.Rewrite:
		return role.Self
	}
	return role.Moderator
}

func TestTheNumberOfOpenReportsOfAnAccountIsLimited(t *testing.T) {
	var d report.Desk
	ask := func(c report.DeskCommand, as role.Role) (int, error) {
		events, err := report.DecideDesk(d, c)
		for _, e := range events {
			if e.Role != as {
				t.Errorf("%+v is decided as %q, want %q", c, e.Role, as)
			}
			d = report.EvolveDesk(d, e.Payload)
		}
		return len(events), err
	}
	file := func(id, item string) error {
		_, err := ask(report.File{Account: "ann", Report: id, Subject: report.Subject{Type: report.Project, Item: item}}, role.Self)
		return err
	}
	if err := file("r0", "p0"); err != nil {
		t.Fatal(err)
	}
	var f *fault.Error
	if err := file("r1", "p0"); !errors.As(err, &f) || f.Code != report.CodeReported {
		t.Fatalf("reported twice: %v", err)
	}
	settle := report.Settle{Report: report.State{ID: "r0", Reporter: "ann"}, As: role.Moderator}
	if n, err := ask(settle, role.Moderator); err != nil || n != 1 {
		t.Fatalf("settled with %d events: %v", n, err)
	}
	if n, err := ask(settle, role.Moderator); err != nil || n != 0 {
		t.Fatalf("settled twice, with %d events: %v", n, err)
	}
	for n := range report.MaxOpen {
		if err := file(fmt.Sprint("s", n), fmt.Sprint("p", n)); err != nil {
			t.Fatal(n, err)
		}
	}
	if err := file("last", "last"); err == nil {
		t.Fatal("a report above the limit was accepted")
	}
	refile := report.Refile{Report: given(opened()), As: role.Moderator}
	if n, err := ask(refile, role.Moderator); err != nil || n != 1 {
		t.Fatalf("a reopened report is not on the desk: %d events, %v", n, err)
	}
	if n, err := ask(refile, role.Moderator); err != nil || n != 0 {
		t.Fatalf("filed again twice, with %d events: %v", n, err)
	}
}

func TestAModeratorDoesNotDecideOnAReportAboutThemselves(t *testing.T) {
	why := &reason.Reason{Code: reason.Spam}
	for name, c := range map[string]struct {
		given []any
		by    func(actor.Actor) report.Command
	}{
		"close": {[]any{opened()}, func(by actor.Actor) report.Command {
			return report.SetClosed{By: by, Own: true, Closed: true, Result: report.NoBreach, Answer: "m", Reason: why}
		}},
		"reopen": {[]any{opened(), report.Closed{Report: "r"}}, func(by actor.Actor) report.Command {
			return report.SetClosed{By: by, Own: true, Reason: why}
		}},
		"delete": {[]any{opened()}, func(by actor.Actor) report.Command { return report.Delete{By: by, Own: true, Reason: why} }},
	} {
		var f *fault.Error
		if events, err := report.Decide(given(c.given...), c.by(staff)); !errors.As(err, &f) || f.Kind != fault.KindForbidden {
			t.Errorf("%s: %v %v", name, events, err)
		}
		if events, err := report.Decide(given(c.given...), c.by(staff.With(actor.Admin))); err != nil || len(events) != 1 {
			t.Errorf("%s by an administrator: %v %v", name, events, err)
		}
	}
}
