package lead_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modyard/modyard/platform/lead"
)

func TestAWorkThatFailsIsTakenUpAgainAfterAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		var at []time.Duration
		begin, released := time.Now(), 0
		take := func(ctx context.Context, name string) (context.Context, func(), error) {
			at = append(at, time.Since(begin))
			if len(at) == 1 {
				return nil, nil, errors.New("no lease")
			}
			return ctx, func() { released++ }, nil
		}
		lead.Keep(ctx, take, "a", time.Second, func(context.Context) error {
			switch len(at) {
			case 2:
				return errors.New("it failed")
			case 4:
				stop()
			}
			return nil
		})
		if want := []time.Duration{0, time.Second, 2 * time.Second, 2 * time.Second}; !slices.Equal(at, want) || released != 3 {
			t.Errorf("the lead was taken at %v and given up %d times", at, released)
		}
	})
}
