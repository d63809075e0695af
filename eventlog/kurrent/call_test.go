package kurrent

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestAPanicOfTheClientIsAnError(t *testing.T) {
	_, err := bounded(t.Context(), func(context.Context) (int, error) { panic("unreachable code") })
	if err == nil || !strings.Contains(err.Error(), "unreachable code") {
		t.Errorf("it gave %v", err)
	}
}

func TestACallThatIgnoresItsContextIsAbandoned(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	stuck := make(chan struct{})
	defer close(stuck)
	_, err := bounded(ctx, func(context.Context) (int, error) {
		<-stuck
		return 1, nil
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it gave %v", err)
	}
}

func TestACallMayFinishWithinAGracePeriodAfterItsContextHasEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		began, ended := make(chan context.Context), make(chan time.Time)
		go func() {
			_, _ = bounded(ctx, func(inner context.Context) (int, error) {
				began <- inner
				<-inner.Done()
				ended <- time.Now()
				return 0, inner.Err()
			})
		}()
		inner := <-began
		if inner.Err() != nil {
			t.Error("it ended before it was cancelled")
		}
		at := time.Now()
		cancel()
		if after := (<-ended).Sub(at); after != grace {
			t.Errorf("it was cut off after %v", after)
		}
	})
}

func TestAnOpenedResultEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		inner, err := opened(ctx, func(inner context.Context) (context.Context, error) { return inner, nil })
		if err != nil || inner.Err() != nil {
			t.Error(err, inner.Err())
		}
		cancel()
		synctest.Wait()
		if inner.Err() == nil {
			t.Error("it goes on")
		}
	})
}
