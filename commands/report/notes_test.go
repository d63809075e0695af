package report_test

import (
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
)

// standings are how an account stands to a project with the organization Orgaone1, as the events that lead to it.
func standings(who string) map[string]func(*world) {
	invite, join := project.MemberInvited{Account: who, Role: "x"}, project.MemberJoined{Account: who}
	return map[string]func(*world){
		"a stranger":      func(*world) {},
		"invited":         func(w *world) { w.Happen("project-"+about, invite) },
		"a member":        func(w *world) { w.Happen("project-"+about, invite, join) },
		"a former member": func(w *world) { w.Happen("project-"+about, invite, join, project.MemberLeft{Account: who}) },
		"of the organization": func(w *world) {
			w.Happen("organization-Orgaone1", organization.MemberInvited{Account: who}, organization.MemberJoined{Account: who})
		},
		"invited to the organization": func(w *world) { w.Happen("organization-Orgaone1", organization.MemberInvited{Account: who}) },
	}
}

func TestWhoWritesAndDeletesPrivateNotesAboutAProject(t *testing.T) {
	own := map[string]bool{"a member": true, "of the organization": true}
	for _, who := range []string{stranger, moderator, admin} {
		for standing, stand := range standings(who) {
			w := talking(t)
			stand(w)
			write, remove := 204, 204
			switch {
			case who == stranger && own[standing]:
				write, remove = 401, 404
			case who == stranger:
				write, remove = 404, 404
			case who == moderator && own[standing]:
				write, remove = 401, 404
			}
			answer := map[string]any{"body": map[string]any{"type": "text", "body": "回复备注", "private": true, "replying_to": "Private1"}}
			for name, got := range map[string]struct {
				commandstest.Answer
				want int
			}{
				"a note":             {w.Ask(who, "POST", "/v3/thread/"+talk, said(true, "备注")), write},
				"an answer to one":   {w.Ask(who, "POST", "/v3/thread/"+talk, answer), write},
				"deleting a note":    {w.Ask(who, "DELETE", "/v3/message/Private1?reason_code=housekeeping", nil), remove},
				"a public message":   {w.Ask(who, "POST", "/v3/thread/"+talk, said(false, "公开")), map[bool]int{true: 404, false: 204}[write == 404]},
				"a note of nobody's": {w.Ask(who, "DELETE", "/v3/message/Private9?reason_code=housekeeping", nil), 404},
			} {
				if got.Status != got.want {
					t.Errorf("%s, %s, %s: %s, want %d", who, standing, name, got.Answer, got.want)
				}
			}
		}
	}
}

func TestAPublicAnswerOfAModeratorToANoteAboutTheirTeamNamesNoMessage(t *testing.T) {
	w := talking(t)
	body := map[string]any{"body": map[string]any{"type": "text", "body": "什么？", "replying_to": "Private1"}}
	if a := w.Want(400, ofTeam, "POST", "/v3/thread/"+talk, body); a.JSON(t)["field"] != "replying_to" {
		t.Error(a)
	}
	for _, e := range w.Events("thread-" + talk) {
		if m, is := e.(thread.MessagePosted); is && m.Author == ofTeam {
			t.Errorf("%+v", m)
		}
	}
}
