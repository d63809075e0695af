package curation_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

func TestATermIsStruckAndAllowedAgainWithAReason(t *testing.T) {
	spam := &reason.Reason{Code: reason.Spam, Text: " 广告 "}
	strike := curation.Judge{By: staff, Term: "sodium", Strike: true, Reason: spam}
	allow := curation.Judge{By: staff, Term: "sodium", Reason: &reason.Reason{Code: reason.Correction}}
	var s curation.Struck
	for i, step := range []struct {
		c    curation.Judge
		want string
	}{{allow, ""}, {strike, "struck"}, {strike, ""}, {allow, "allowed"}, {allow, ""}, {strike, "struck"}} {
		events, err := curation.DecideStruck(s, step.c)
		if err != nil {
			t.Fatal(i, err)
		}
		got := ""
		for _, e := range events {
			if e.Role != role.Moderator {
				t.Errorf("step %d was decided as %s", i, e.Role)
			}
			switch p := e.Payload.(type) {
			case curation.TermStruck:
				got += "struck"
				if p.Term != "sodium" || p.Reason == nil || *p.Reason != (reason.Reason{Code: reason.Spam, Text: "广告"}) {
					t.Errorf("%+v", p)
				}
			case curation.TermAllowed:
				got += "allowed"
			}
			s = curation.EvolveStruck(s, e.Payload)
		}
		if got != step.want {
			t.Errorf("step %d: %q, want %q", i, got, step.want)
		}
	}
}

func TestInvalidDecisionsAboutTermsAreRejected(t *testing.T) {
	spam := &reason.Reason{Code: reason.Spam}
	for name, c := range map[string]curation.Judge{
		"anonymous": {Term: "sodium", Strike: true, Reason: spam}, "not of the staff": {By: actor.Actor{Account: "AcctAnn1"}, Term: "sodium", Strike: true, Reason: spam},
		"without a reason": {By: staff, Term: "sodium", Strike: true}, "unknown reason": {By: staff, Term: "sodium", Strike: true, Reason: &reason.Reason{Code: "x"}},
		"empty": {By: staff, Strike: true, Reason: spam}, "long": {By: staff, Term: strings.Repeat("长", 33), Strike: true, Reason: spam},
		"direction": {By: staff, Term: "a\u202eb", Strike: true, Reason: spam}, "allowed without a reason": {By: staff, Term: "sodium"},
	} {
		if events, err := curation.DecideStruck(curation.Struck{}, c); err == nil {
			t.Errorf("%s was accepted: %v", name, events)
		}
	}
	var full curation.Struck
	for n := range curation.MaxStruck {
		full = curation.EvolveStruck(full, curation.TermStruck{Term: fmt.Sprintf("term %d", n)})
	}
	if _, err := curation.DecideStruck(full, curation.Judge{By: staff, Term: "sodium", Strike: true, Reason: spam}); err == nil {
		t.Error("more than the limit were struck")
	}
	if events, err := curation.DecideStruck(full, curation.Judge{By: staff, Term: "term 1", Reason: spam}); err != nil || len(events) != 1 {
		t.Error(events, err)
	}
}
