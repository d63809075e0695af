package collection_test

import (
	"encoding/json"
	"reflect"
	"runtime"
	"strconv"
	"testing"

	"github.com/modyard/modyard/domain/collection"
)

// busy is the history of an account that follows some projects, has a collection of some, and adds and removes one more
// project again and again.
func busy(size, changes int) []any {
	events := []any{collection.Created{Collection: "C", Owner: "me", Name: "周末开荒", Status: collection.Listed}}
	for n := range size {
		id := strconv.Itoa(n)
		events = append(events, collection.FollowAdded{Account: "me", Project: id}, collection.ProjectAdded{Collection: "C", Project: id})
	}
	for range changes / 4 {
		events = append(events, collection.FollowAdded{Account: "me", Project: "p"}, collection.ProjectAdded{Collection: "C", Project: "p"},
			collection.FollowRemoved{Account: "me", Project: "p"}, collection.ProjectRemoved{Collection: "C", Project: "p"})
	}
	return events
}

func fold(events []any) (s collection.State, f collection.Follows) {
	for _, e := range events {
		s, f = collection.Evolve(s, e), collection.EvolveFollows(f, e)
	}
	return s, f
}

func TestFoldingAnEventDoesNotCopyTheFollowsOrTheCollection(t *testing.T) {
	const changes = 40_000
	allocated := func(size int) uint64 {
		events := busy(size, changes)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		fold(events)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if small, large := allocated(10), allocated(1000); large > 4*small {
		t.Errorf("%d changes took %d bytes with 10 projects and %d with 1000", changes, small, large)
	}
}

func TestFollowsAndCollectionsAreUnchangedAfterJSON(t *testing.T) {
	s, f := fold(busy(50, 9))
	slots := collection.EvolveSlots(collection.Slots{}, collection.SlotTaken{Account: "me", Collection: "C"})
	var s2 collection.State
	var f2 collection.Follows
	var slots2 collection.Slots
	for into, from := range map[any]any{&s2: s, &f2: f, &slots2: slots} {
		data, err := json.Marshal(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, into); err != nil {
			t.Fatal(err)
		}
	}
	same := reflect.DeepEqual(s.Projects.IDs(), s2.Projects.IDs()) && reflect.DeepEqual(f.Projects.IDs(), f2.Projects.IDs()) && slots2.Taken.Has("C")
	if s.Projects, s2.Projects = f.Projects, f.Projects; !same || !reflect.DeepEqual(s, s2) {
		t.Errorf("%+v and %+v", s, s2)
	}
}

// BenchmarkFoldFollows folds 5 000 follows after 50 000 changes.
func BenchmarkFoldFollows(b *testing.B) {
	var events []any
	for n := range 50_000 {
		id := strconv.Itoa(n % 10_000)
		if n/10_000%2 == 0 && n%10_000 < 5_000 {
			events = append(events, collection.FollowAdded{Account: "me", Project: id})
		} else {
			events = append(events, collection.FollowRemoved{Account: "me", Project: id})
		}
	}
	for n := range 5_000 {
		events = append(events, collection.FollowAdded{Account: "me", Project: strconv.Itoa(n)})
	}
	for b.Loop() {
		var f collection.Follows
		for _, e := range events {
			f = collection.EvolveFollows(f, e)
		}
		if f.Projects.Len() != 5_000 {
			b.Fatal(f.Projects.Len())
		}
	}
}
