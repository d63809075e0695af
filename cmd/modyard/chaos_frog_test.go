package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/modyard/modyard/platform/pause"
)

// frogsMet are the browsers that met the frog: its read model has different versions in the two releases.
type frogsMet struct {
	mu             sync.Mutex
	sent, answered int
}

// meetFrog sends one more browser's meeting with the frog.
func (w *chaosWorld) meetFrog(ctx context.Context, client *http.Client, random *rand.Rand) {
	w.frogs.mu.Lock()
	w.frogs.sent++
	id := w.frogs.sent
	w.frogs.mu.Unlock()
	body := strings.NewReader(fmt.Sprintf(`{"frog":"%022d"}`, id))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.serveNumber(random.IntN(2))+"/_internal/frog", body)
	if err != nil {
		w.t.Error(err)
		return
	}
	answer, err := client.Do(req)
	if err != nil {
		return
	}
	answer.Body.Close()
	if answer.StatusCode == http.StatusNoContent {
		w.frogs.mu.Lock()
		w.frogs.answered++
		w.frogs.mu.Unlock()
	}
}

// countFrogs compares the count of both servers with the answered requests.
func (w *chaosWorld) countFrogs(ctx context.Context) {
	w.t.Helper()
	// A short run on a slow machine may contain no meeting: one is sent when everything works again.
	w.meetFrog(ctx, http.DefaultClient, rand.New(rand.NewPCG(1, 2)))
	w.frogs.mu.Lock()
	defer w.frogs.mu.Unlock()
	for i := range 2 {
		for deadline := time.Now().Add(10 * time.Second); ; {
			var got struct{ Count int }
			get(w.t, w.serveNumber(i)+"/_internal/frog", &got)
			if got.Count >= w.frogs.answered && got.Count <= w.frogs.sent {
				break
			}
			if time.Now().After(deadline) || !pause.For(ctx, 100*time.Millisecond) {
				w.t.Errorf("serve-%d shows %d meetings; %d were answered, of %d", i+1, got.Count, w.frogs.answered, w.frogs.sent)
				break
			}
		}
	}
	if w.frogs.answered == 0 {
		w.t.Error("no browser met the frog")
	}
}
