package curation_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog/codec"
)

var staff = actor.Actor{Account: "AcctMon2", Rank: actor.Moderator}

func TestEveryStoredEventFormCanBeRead(t *testing.T) {
	types, err := codec.New(curation.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	codec.Golden(t, types, "testdata/events")
}

func TestAChoiceReplacesTheFormerOneAndTheSameChoiceChangesNothing(t *testing.T) {
	change := curation.Change{By: staff, Place: curation.Modpack, Entries: []curation.Entry{{Project: "A", Title: " 归乡 "}, {Project: "B", Image: "https://cdn.example/b.png"}}}
	events, err := curation.Decide(curation.State{}, change)
	if err != nil || len(events) != 1 || events[0].Role != role.Moderator || events[0].Payload.(curation.Changed).Entries[0].Title != "归乡" {
		t.Fatal(events, err)
	}
	s := curation.Evolve(curation.State{}, events[0].Payload)
	if again, err := curation.Decide(s, change); err != nil || len(again) != 0 {
		t.Fatal(again, err)
	}
	change.Entries = nil
	if events, err = curation.Decide(s, change); err != nil || len(events) != 1 || len(curation.Evolve(s, events[0].Payload).Entries) != 0 {
		t.Fatal(events, err)
	}
}

func TestInvalidChoicesAreRejected(t *testing.T) {
	good := []curation.Entry{{Project: "A"}}
	many := make([]curation.Entry, curation.MaxEntries+1)
	for i := range many {
		many[i].Project = strings.Repeat("x", i+1)
	}
	for name, c := range map[string]curation.Change{
		"anonymous": {Place: curation.Home, Entries: good}, "not of the staff": {By: actor.Actor{Account: "AcctAnn1"}, Place: curation.Home, Entries: good},
		"no such place": {By: staff, Place: "mod", Entries: good},
		"too many":      {By: staff, Place: curation.Home, Entries: many}, "twice": {By: staff, Place: curation.Home, Entries: append(good, good...)},
		"no project":   {By: staff, Place: curation.Home, Entries: []curation.Entry{{}}},
		"script":       {By: staff, Place: curation.Home, Entries: []curation.Entry{{Project: "A", Image: "javascript:alert(1)"}}},
		"long title":   {By: staff, Place: curation.Home, Entries: []curation.Entry{{Project: "A", Title: strings.Repeat("长", 65)}}},
		"direction":    {By: staff, Place: curation.Home, Entries: []curation.Entry{{Project: "A", Description: "a\u202eb"}}},
		"broken UTF-8": {By: staff, Place: curation.Home, Entries: []curation.Entry{{Project: "A", Description: "\xff"}}},
	} {
		if events, err := curation.Decide(curation.State{}, c); err == nil {
			t.Errorf("%s was accepted: %v", name, events)
		}
	}
}
