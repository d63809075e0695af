package jobs_test

import (
	"errors"
	"testing"

	"github.com/modyard/modyard/platform/correlation"
	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/until"
)

func TestEveryRunOfAJobKnowsTheRequestBecauseOfWhichItWasQueued(t *testing.T) {
	w := newWorld(t)
	w.of = make(chan string, 10)
	tries := 0
	w.fail = func(n int) error {
		if tries++; n == 1 && tries == 1 {
			return errors.New("no answer")
		}
		return nil
	}
	client, err := jobs.NewClient(w.db.Pool, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Insert(correlation.With(t.Context(), "request-of-a-person"), errand{N: 1}, nil); err != nil {
		t.Fatal(err)
	}
	stop := w.start(nil)
	defer stop()
	for range 2 {
		if got, _ := until.Receive(t, "a run", w.of); got != "request-of-a-person" {
			t.Errorf("the run belongs to %q", got)
		}
	}
	if !w.logs.contains("request=request-of-a-person") {
		t.Error("the failure was logged without the request")
	}
	if _, err := client.Insert(t.Context(), errand{N: 2}, nil); err != nil {
		t.Fatal(err)
	}
	if got, _ := until.Receive(t, "a run without a request", w.of); got != "" {
		t.Errorf("the run belongs to %q", got)
	}
}
