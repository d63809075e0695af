package watch_test

import (
	"errors"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/watch"
)

func TestWhatAChoiceBecomes(t *testing.T) {
	by := actor.Actor{Account: "AnnAnn01"}
	for name, c := range map[string]struct {
		given  watch.State
		when   watch.Choose
		events int
		fault  fault.Kind
	}{
		"the first choice to watch":   {watch.State{}, watch.Choose{By: by, Watching: true}, 1, ""},
		"the first choice to stop":    {watch.State{}, watch.Choose{By: by}, 1, ""},
		"the same choice again":       {watch.State{Choices: 1, Watching: true}, watch.Choose{By: by, Watching: true}, 0, ""},
		"another mind":                {watch.State{Choices: 1, Watching: true}, watch.Choose{By: by}, 1, ""},
		"somebody without an account": {watch.State{}, watch.Choose{Watching: true}, 0, fault.KindUnauthorized},
		"a mind changed too often":    {watch.State{Choices: watch.MaxChoices}, watch.Choose{By: by, Watching: true}, 0, fault.KindInvalid},
	} {
		events, err := watch.Decide(c.given, c.when)
		var f *fault.Error
		if len(events) != c.events || (err != nil) != (c.fault != "") || errors.As(err, &f) && f.Kind != c.fault {
			t.Errorf("%s: %v, %v", name, events, err)
		}
		for _, e := range events {
			if got := watch.Evolve(c.given, e.Payload); got.Watching != c.when.Watching || got.Choices != c.given.Choices+1 {
				t.Errorf("%s: %+v", name, got)
			}
		}
	}
}
