package postgres_test

import (
	"errors"
	"fmt"
	"iter"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/pgtest"
)

// damaged creates a log of ten events, five in each of two alternating streams, and removes one with all guards
// disabled.
func damaged(t *testing.T, position int) eventlog.Log {
	t.Helper()
	db := pgtest.Database(t)
	log := open(t, db)
	for i := range 10 {
		stream := []string{"thing-1", "other-1"}[i%2]
		if _, err := log.Append(t.Context(), happening(stream, eventlog.At(eventlog.Revision(i/2-1)))); err != nil {
			t.Fatal(err)
		}
	}
	asOwner(t, db, fmt.Sprintf(`SET session_replication_role = replica; DELETE FROM log.events WHERE position = %d`, position))
	return log
}

func TestAStreamStopsAtAMissingRevision(t *testing.T) {
	for position, revision := range map[int]eventlog.Revision{1: 0, 5: 2, 9: 4} { // the first, one in the middle, the last
		log := damaged(t, position)
		for from := range eventlog.Revision(6) {
			next := from
			var stopped *eventlog.Missing
			for e, err := range log.Stream(t.Context(), "thing-1", from) {
				if err != nil && !errors.As(err, &stopped) {
					t.Fatal(err)
				}
				if err == nil {
					if e.Revision != next {
						t.Errorf("revision %d is number %d", e.Revision, next)
					}
					next++
				}
			}
			switch {
			case from > revision && stopped != nil:
				t.Errorf("from %d, behind the gap at %d: %v", from, revision, stopped)
			case from <= revision && (stopped == nil || *stopped != eventlog.Missing{Stream: "thing-1", Revision: revision} || next != revision):
				t.Errorf("from %d it stopped at %d with %v, want the gap at %d", from, next, stopped, revision)
			}
		}
		for _, err := range log.Stream(t.Context(), "other-1", 0) {
			if err != nil {
				t.Errorf("another stream: %v", err)
			}
		}
	}
}

func TestAFollowerAlsoStopsAtAMissingPositionThatItsFilterExcludes(t *testing.T) {
	filters := map[string]eventlog.Filter{
		"all":                            {},
		"the category with it":           {Categories: []string{"thing"}},
		"the category without it":        {Categories: []string{"other"}},
		"an unused type":                 {Types: []string{"rare.one.v1"}},
		"a type and a category":          {Types: []string{"thing.happened.v1"}, Categories: []string{"other"}},
		"a filter that matches no event": {Types: []string{"rare.one.v1"}, Categories: []string{"none"}},
	}
	for _, position := range []int{1, 5, 10} {
		log := damaged(t, position)
		for what, filter := range filters {
			t.Run(fmt.Sprintf("%s, position %d", what, position), func(t *testing.T) {
				for batch, err := range log.Follow(t.Context(), 0, filter) {
					if err == nil {
						if batch.UpTo >= eventlog.Position(position) {
							t.Fatalf("it continued to %d", batch.UpTo)
						}
						continue
					}
					var missing *eventlog.Missing
					if !errors.As(err, &missing) || missing.Stream != "" || missing.Position != eventlog.Position(position) {
						t.Errorf("it stopped with %v", err)
					}
				}
				if position < 10 { // there is no event behind the gap
					for batch, err := range log.Follow(t.Context(), eventlog.Position(position), filter) {
						if err != nil {
							t.Fatal(err)
						}
						if batch.Live {
							break
						}
					}
				}
			})
		}
	}
}

func TestABackwardReadStopsAtAMissingRevision(t *testing.T) {
	for position, revision := range map[int]eventlog.Revision{1: 0, 5: 2, 9: 4} {
		log := damaged(t, position)
		for to := range eventlog.Revision(6) {
			for _, limit := range []int{0, 1} {
				next := min(to, 4)
				var stopped *eventlog.Missing
				for e, err := range log.StreamRange(t.Context(), "thing-1", eventlog.Range{To: to, Limit: limit, Backward: true}) {
					if err != nil && !errors.As(err, &stopped) {
						t.Fatal(err)
					}
					if err == nil {
						if e.Revision != next {
							t.Errorf("revision %d instead of %d", e.Revision, next)
						}
						next--
					}
				}
				reaches := min(to, 4) == revision || limit == 0 && min(to, 4) > revision
				if reaches != (stopped != nil) || reaches && (*stopped != eventlog.Missing{Stream: "thing-1", Revision: revision} || next != revision) {
					t.Errorf("from %d, limit %d, it stopped at %d with %v, the gap is at %d", to, limit, next, stopped, revision)
				}
			}
		}
		for e, err := range log.StreamRange(t.Context(), "thing-1", eventlog.Range{To: revision - 1}) {
			if err != nil {
				t.Errorf("before the gap at %d, behind %+v: %v", revision, e, err)
			}
		}
	}
}

func TestSeveralStreamsStopAtAGapInOne(t *testing.T) {
	for position, revision := range map[int]eventlog.Revision{1: 0, 5: 2, 9: 4} {
		log := damaged(t, position)
		var stopped *eventlog.Missing
		for e, err := range log.Streams(t.Context(), []string{"thing-1", "other-1"}, 10) {
			if !errors.As(err, &stopped) && e.Position > eventlog.Position(position) {
				t.Errorf("it continued to %d", e.Position)
			}
		}
		if stopped == nil || *stopped != (eventlog.Missing{Stream: "thing-1", Revision: revision}) {
			t.Errorf("it stopped with %v, want the gap at %d", stopped, revision)
		}
		n := 0
		for _, err := range log.Streams(t.Context(), []string{"other-1"}, 10) {
			if n++; err != nil {
				t.Errorf("another stream: %v", err)
			}
		}
		if n != 5 {
			t.Errorf("another stream has %d events", n)
		}
	}
}

func TestAStreamWhoseOnlyEventIsMissingIsNotEmpty(t *testing.T) {
	db := pgtest.Database(t)
	log := open(t, db)
	if _, err := log.Append(t.Context(), happening("thing-1", eventlog.NoStream), happening("other-1", eventlog.NoStream)); err != nil {
		t.Fatal(err)
	}
	asOwner(t, db, `SET session_replication_role = replica; DELETE FROM log.events WHERE position = 1`)
	for what, read := range map[string]iter.Seq2[eventlog.Recorded, error]{
		"backwards": log.StreamRange(t.Context(), "thing-1", eventlog.Range{To: eventlog.Last, Backward: true}),
		"together":  log.Streams(t.Context(), []string{"thing-1", "other-1"}, 2),
	} {
		var missing *eventlog.Missing
		for e, err := range read {
			if !errors.As(err, &missing) {
				t.Errorf("%s: event %d, %v", what, e.Position, err)
			}
		}
		if missing == nil || *missing != (eventlog.Missing{Stream: "thing-1"}) {
			t.Errorf("%s: %v", what, missing)
		}
	}
}

func TestAReadStopsAtAMissingPosition(t *testing.T) {
	for _, position := range []int{1, 5, 10} {
		log := damaged(t, position)
		for what, filter := range map[string]eventlog.Filter{"all": {}, "a filter that excludes it": {Categories: []string{"none"}}} {
			var missing *eventlog.Missing
			for batch, err := range log.Read(t.Context(), 0, 10, filter) {
				if !errors.As(err, &missing) && batch.UpTo >= eventlog.Position(position) {
					t.Errorf("%s: it continued to %d", what, batch.UpTo)
				}
			}
			if missing == nil || *missing != (eventlog.Missing{Position: eventlog.Position(position)}) {
				t.Errorf("%s: it stopped with %v", what, missing)
			}
		}
	}
}
