package demo

import (
	"slices"
	"testing"

	"gopkg.in/yaml.v3"

	commands "github.com/modyard/modyard/commands/issue"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/post"
)

func TestTheSetHasIssuesOnTwoBoards(t *testing.T) {
	c := whole(t)
	var list []issueBoard
	if err := yaml.Unmarshal(issueFile, &list); err != nil {
		t.Fatal(err)
	}
	b := newBook(c)
	for _, board := range list {
		if b.stories[board.Project].status != "approved" || b.projects[board.Project].Team == "" {
			t.Errorf("%s, which has issues, is not public or has no team", board.Project)
		}
		for _, i := range board.Issues {
			for _, name := range append([]string{i.By}, authors(talk{Answers: i.Comments})...) {
				if name != AdminName && !slices.Contains(names(c), name) {
					t.Errorf("%s is none of the people", name)
				}
			}
		}
	}
	d, _ := deps(t)
	begun, closed, fixed, comments, labelled := 0, 0, 0, 0, 0
	for range 2 { // the second load has no effect
		for _, board := range list {
			if err := loadBoard(t.Context(), d, b, board); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n := len(events(t, d)); n != 0 {
		t.Errorf("%d events of boards whose projects are missing", n)
	}
	for range 2 {
		for _, board := range list {
			writes, err := commands.PlanBoard(t.Context(), d.Codec, d.Texts, b.plannedBoard(board))
			if err == nil {
				_, err = d.Log.Append(t.Context(), writes...)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, e := range events(t, d) {
		if e.Meta.At.After(Today()) {
			t.Errorf("%s has the date %s", e.Stream, e.Meta.At)
		}
		switch p := opened(t, d, e).(type) {
		case issue.Opened:
			begun++
		case issue.Closed:
			closed++
			if p.Version != "" {
				fixed++
			}
		case issue.Labelled:
			labelled++
		case post.Written:
			comments++
		}
	}
	if len(list) != 2 || begun < 12 || closed < 4 || fixed < 1 || comments < 20 || labelled < 12 {
		t.Errorf("%d boards, %d issues, %d closed, %d fixed, %d comments, %d labels", len(list), begun, closed, fixed, comments, labelled)
	}
}
