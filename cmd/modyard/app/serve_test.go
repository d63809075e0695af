package app

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestAPartThatIsToldToEndDoesNotFail(t *testing.T) {
	broken := errors.New("broken")
	waits := func(ctx context.Context) error {
		<-ctx.Done()
		return fmt.Errorf("read something: %w", ctx.Err())
	}
	ctx, cancel := context.WithCancel(t.Context())
	if err := together(ctx, waits, func(context.Context) error { cancel(); return nil }); err != nil {
		t.Errorf("parts that were told to end: %v", err)
	}
	if err := together(t.Context(), waits, func(context.Context) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("a part that fails: %v", err)
	}
	if err := together(t.Context(), func(context.Context) error { return context.Canceled }); !errors.Is(err, context.Canceled) {
		t.Errorf("a part that ends by itself: %v", err)
	}
}
