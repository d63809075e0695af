package demo

import (
	"slices"
	"testing"

	"gopkg.in/yaml.v3"

	commands "github.com/modyard/modyard/commands/forum"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/eventlog/memory"
)

// plannedTalks are the discussions of the set.
func plannedTalks(t *testing.T) []commands.Planned {
	t.Helper()
	c := whole(t)
	var list []talk
	if err := yaml.Unmarshal(talkFile, &list); err != nil {
		t.Fatal(err)
	}
	b := newBook(c)
	var planned []commands.Planned
	for _, one := range list {
		if one.Project != "" && b.stories[one.Project].status != "approved" {
			t.Errorf("%s, which has a discussion, is not public", one.Project)
		}
		for _, name := range append([]string{one.By}, authors(one)...) {
			if name != "" && name != AdminName && !slices.Contains(names(c), name) {
				t.Errorf("%s is none of the people", name)
			}
		}
		planned = append(planned, b.plannedTalk(one))
	}
	return planned
}

func authors(t talk) (list []string) {
	for _, a := range t.Answers {
		list = append(list, a.By)
	}
	return list
}

func TestTheSetHasDiscussionsInAllSections(t *testing.T) {
	d, _ := deps(t)
	sections, answers, edited, locked, held := map[forum.Section]int{}, 0, 0, 0, 0
	for _, p := range plannedTalks(t) {
		for range 2 { // the second has no effect
			writes, err := commands.PlanDiscussion(t.Context(), d.Codec, d.Texts, p)
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
		case forum.Opened:
			sections[p.Section]++
		case forum.Locked:
			locked++
		case post.Written:
			answers++
		case post.Edited:
			edited++
		case post.Hidden:
			held++
		}
	}
	if len(sections) != len(forum.Sections()) || answers < 20 || edited == 0 || locked == 0 || held == 0 {
		t.Errorf("%v, %d answers, %d edited, %d locked, %d held", sections, answers, edited, locked, held)
	}
}

func TestTheDiscussionsOfTheSetAreLoadedOnceAndThoseOfMissingProjectsNot(t *testing.T) {
	d, _ := deps(t)
	c := whole(t)
	if err := Talks(t.Context(), d, c); err != nil {
		t.Fatal(err)
	}
	before := len(events(t, d))
	if err := Talks(t.Context(), d, c); err != nil || len(events(t, d)) != before || before == 0 {
		t.Errorf("%d events, then %d: %v", before, len(events(t, d)), err)
	}
	d.Types = deployment{"discussion.opened.v1"}
	d.Log = memory.New()
	if err := Talks(t.Context(), d.asking(), c); !held(err) || len(events(t, d)) != 0 {
		t.Errorf("the load = %v", err)
	}
}
