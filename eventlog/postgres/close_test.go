package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
)

func TestClosingEndsEveryGoroutineAndAnswersEveryCaller(t *testing.T) {
	db := pgtest.Database(t)
	log := open(t, db)
	var callers sync.WaitGroup
	started := make(chan struct{}, 12)
	for i := range 8 {
		callers.Go(func() {
			for first := true; ; first = false {
				_, err := log.Append(context.Background(), happening("thing-1", eventlog.Any))
				if errors.Is(err, eventlog.ErrClosed) {
					return
				}
				if err != nil {
					t.Errorf("caller %d: %v", i, err)
					return
				}
				if first {
					started <- struct{}{}
				}
			}
		})
	}
	for range 4 {
		callers.Go(func() {
			var last error
			for batch, err := range log.Follow(context.Background(), 0, eventlog.Filter{}) {
				if last = err; batch.Live {
					select {
					case started <- struct{}{}:
					default:
					}
				}
			}
			if !errors.Is(last, eventlog.ErrClosed) {
				t.Errorf("a follower ended with %v", last)
			}
		})
	}
	for range 8 {
		<-started
	}
	log.Close()
	callers.Wait()
	log.Close() // a second call has no effect
	if _, err := log.Append(t.Context(), happening("thing-1", eventlog.Any)); !errors.Is(err, eventlog.ErrClosed) {
		t.Errorf("append gave %v", err)
	}
	if _, err := log.Head(t.Context()); !errors.Is(err, eventlog.ErrClosed) {
		t.Errorf("head gave %v", err)
	}
	until.Until(t, "the end of the pool's goroutines", func() error {
		if left := ours(); left != "" {
			return fmt.Errorf("still running:\n%s", left)
		}
		return nil
	})
}

// ours returns the stacks of goroutines that a log started.
func ours() string {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	var left []string
	for stack := range strings.SplitSeq(string(stacks), "\n\n") {
		if strings.Contains(stack, "eventlog/postgres.") && !strings.Contains(stack, "postgres_test.Test") {
			left = append(left, stack)
		}
	}
	return strings.Join(left, "\n\n")
}
