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
		"the first choice to watch":   {watch.State{}, watch.Choose{By: by, Level: watch.All}, 1, ""},
		"the first choice to stop":    {watch.State{}, watch.Choose{By: by, Level: watch.Addressed}, 1, ""},
		"the first choice of silence": {watch.State{}, watch.Choose{By: by, Level: watch.Never}, 1, ""},
		"the same choice again":       {watch.State{Choices: 1, Level: watch.All}, watch.Choose{By: by, Level: watch.All}, 0, ""},
		"silence again":               {watch.State{Choices: 1, Level: watch.Never}, watch.Choose{By: by, Level: watch.Never}, 0, ""},
		"another mind":                {watch.State{Choices: 1, Level: watch.All}, watch.Choose{By: by, Level: watch.Addressed}, 1, ""},
		"from silence":                {watch.State{Choices: 1, Level: watch.Never}, watch.Choose{By: by, Level: watch.Addressed}, 1, ""},
		"no choice":                   {watch.State{}, watch.Choose{By: by}, 0, fault.KindInvalid},
		"an unknown choice":           {watch.State{}, watch.Choose{By: by, Level: "sometimes"}, 0, fault.KindInvalid},
		"somebody without an account": {watch.State{}, watch.Choose{Level: watch.All}, 0, fault.KindUnauthorized},
		"a mind changed too often":    {watch.State{Choices: watch.MaxChoices}, watch.Choose{By: by, Level: watch.All}, 0, fault.KindInvalid},
	} {
		events, err := watch.Decide(c.given, c.when)
		var f *fault.Error
		if len(events) != c.events || (err != nil) != (c.fault != "") || errors.As(err, &f) && f.Kind != c.fault {
			t.Errorf("%s: %v, %v", name, events, err)
		}
		for _, e := range events {
			if got := watch.Evolve(c.given, e.Payload); got.Level != c.when.Level || got.Choices != c.given.Choices+1 {
				t.Errorf("%s: %+v", name, got)
			}
		}
	}
}
