package project

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/modyard/modyard/domain/decision/decisiontest"
)

// The queue holds the projects in review by the time of the submission of their round. The model is a list: a submission
// adds a project at its end, a decision takes it out, and an undo puts it back before those that were submitted later.
func TestTheQueueKeepsTheOrderOfSubmissionWhateverHappensToItsProjects(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const count = 5
		var states [count]State
		var made [count][]Made
		var submitted []int // every project that was ever submitted, by the last submission
		now := noon
		tell := func(n int, events []any) {
			for _, e := range written(t, events) {
				now = now.Add(time.Second)
				states[n] = EvolveAt(states[n], e, now)
			}
		}
		for n := range states {
			tell(n, []any{born()})
		}
		for range rapid.IntRange(10, 60).Draw(rt, "length") {
			n := rapid.IntRange(0, count-1).Draw(rt, "project")
			before, title := states[n], rapid.SampledFrom([]string{"A title", "Another"}).Draw(rt, "title")
			newest := Made{}
			if last := len(made[n]); last > 0 {
				newest = made[n][last-1]
			}
			command := rapid.SampledFrom([]Command{
				Submit{By: owner, Submission: fmt.Sprint("round ", before.Round+1), Versions: 1}, Edit{By: owner, Title: &title},
				Reject{By: moderator, Reason: because, Message: "x"}, Withhold{By: moderator, Reason: because, Message: "x"}, Approve{By: moderator, Reason: because},
				Undo{By: moderator, Reason: mistake, Decision: newest.Event, Newest: newest},
			}).Draw(rt, "command")
			events, err := Decide(before, command)
			if err != nil || len(events) == 0 {
				continue
			}
			tell(n, decisiontest.Payloads(events))
			switch command.(type) {
			case Submit:
				submitted = append(slices.DeleteFunc(submitted, func(o int) bool { return o == n }), n)
				made[n] = nil
			case Undo:
				made[n] = made[n][:len(made[n])-1]
			case Edit:
			default:
				made[n] = append(made[n], Made{Event: fmt.Sprint("decision ", now.Unix()), Moderator: moderator.Account})
			}
			var want, got []int
			for _, o := range submitted {
				if states[o].Status == Processing {
					want = append(want, o)
				}
			}
			for o, s := range states {
				if s.Status == Processing {
					got = append(got, o)
				}
			}
			slices.SortFunc(got, func(a, b int) int {
				return cmp.Compare(states[a].SubmittedAt.UnixNano(), states[b].SubmittedAt.UnixNano())
			})
			if !slices.Equal(got, want) {
				rt.Fatalf("after %#v of %d the queue is %v, want %v", command, n, got, want)
			}
		}
	})
}
