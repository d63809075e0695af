package runtime_test

import (
	"context"
	"testing"
	"time"
)

func TestOnlyOneProcessLeadsANamedJob(t *testing.T) {
	w, b := newWorld(t), newBoard()
	first, second := w.runner(b), w.runner(b)
	leading, release, err := first.Lead(t.Context(), "work")
	if err != nil {
		t.Fatal(err)
	}
	waiting, cancel := context.WithTimeout(t.Context(), 700*time.Millisecond)
	defer cancel()
	if _, _, err := second.Lead(waiting, "work"); err == nil {
		t.Fatal("two runners lead at once")
	}
	if _, other, err := second.Lead(t.Context(), "other work"); err != nil {
		t.Errorf("another name: %v", err)
	} else {
		other()
	}
	release()
	if leading.Err() == nil {
		t.Error("the lead was released, but its context has not ended")
	}
	_, release, err = second.Lead(t.Context(), "work")
	if err != nil {
		t.Fatal(err)
	}
	release()
}
