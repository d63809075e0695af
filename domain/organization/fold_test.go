package organization_test

import (
	"encoding/json"
	"reflect"
	"runtime"
	"strconv"
	"testing"

	. "github.com/modyard/modyard/domain/organization"
)

// busy is the history of an organization of the given size that adds and removes a member again and again.
func busy(members, changes int) []any {
	events := []any{Created{Organization: guild, Slug: "guild", Name: "Guild", Owner: alice}}
	for n := range members {
		events = append(events, MemberInvited{Account: strconv.Itoa(n)}, MemberJoined{Account: strconv.Itoa(n)})
	}
	for range changes / 4 {
		events = append(events, MemberInvited{Account: bob}, MemberTitled{Account: bob, Role: "翻译"}, MemberJoined{Account: bob}, MemberLeft{Account: bob})
	}
	return events
}

// owning is the history of an organization with some projects that replaces one again and again.
func owning(projects, changes int) []any {
	var events []any
	for n := range projects {
		events = append(events, ProjectAdded{Project: strconv.Itoa(n)})
	}
	for range changes / 2 {
		events = append(events, ProjectAdded{Project: "P"}, ProjectRemoved{Project: "P"})
	}
	return events
}

func foldAll(events []any) (s State) {
	for _, e := range events {
		s = Evolve(s, e)
	}
	return s
}

func foldProjects(events []any) (p Projects) {
	for _, e := range events {
		p = EvolveProjects(p, e)
	}
	return p
}

func TestFoldingAnEventDoesNotCopyTheMembersOrTheProjects(t *testing.T) {
	const changes = 20_000
	for what, fold := range map[string]func(size int){
		"members":  func(size int) { foldAll(busy(size, changes)) },
		"projects": func(size int) { foldProjects(owning(size, changes)) },
	} {
		small, large := allocated(func() { fold(2) }), allocated(func() { fold(250) })
		if large > 2*small {
			t.Errorf("%s: %d changes took %d bytes with 2 and %d with 250", what, changes, small, large)
		}
	}
}

// allocated is the number of bytes that a function allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestAStateIsUnchangedAfterJSON(t *testing.T) {
	s := foldAll(append(busy(200, 8), PayoutWeightSet{Account: "3", Weight: 150, Effective: "2026-01-01"}))
	owned := foldProjects(append(owning(500, 10), ProjectsClosed{}))
	var back State
	var backOwned Projects
	for into, from := range map[any]any{&back: s, &backOwned: owned} {
		data, err := json.Marshal(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, into); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(s, back) || !reflect.DeepEqual(owned.IDs.IDs(), backOwned.IDs.IDs()) || !backOwned.Closed {
		t.Error("a state changed through JSON")
	}
}

func BenchmarkFoldMembers(b *testing.B) {
	events := busy(200, 10_000)
	for b.Loop() {
		foldAll(events)
	}
}

func BenchmarkFoldProjects(b *testing.B) {
	events := owning(500, 10_000)
	for b.Loop() {
		foldProjects(events)
	}
}
