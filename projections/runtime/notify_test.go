package runtime_test

import (
	"context"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/watermark"
)

func TestOtherProcessesReceiveThePositionOfAReadModel(t *testing.T) {
	w := newWorld(t)
	other := watermark.New()
	ctx, end := context.WithTimeout(t.Context(), 30*time.Second)
	defer end()
	go other.Listen(ctx, w.db.Pool, watermark.ListenOptions{}) // without polling
	w.start(w.runner(nil, counterProjector(1, nil)))
	eventually(t, "the other process listens", func() bool {
		w.count("x", 1)
		return other.At("counts") > 0
	})
	for range 20 { // for events that it applies and for events that it does not read
		if err := other.Wait(ctx, "counts", w.count("x", 1)); err != nil {
			t.Fatal(err)
		}
	}
	w.write(w.log, "other-1", event(1000, "", 0))
	head, err := w.log.Head(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Wait(ctx, "counts", uint64(head)); err != nil {
		t.Fatal(err)
	}
}
