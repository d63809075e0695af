package kurrent

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestAPanicOfTheClientIsAnError(t *testing.T) {
	_, err := bounded(t.Context(), func(context.Context) (int, error) { panic("unreachable code") })
	if err == nil || !strings.Contains(err.Error(), "unreachable code") {
		t.Errorf("it gave %v", err)
	}
}

func TestACallThatIgnoresItsContextIsLeftBehind(t *testing.T) {
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
