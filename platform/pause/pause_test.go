package pause_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modyard/modyard/platform/pause"
)

func TestAPauseLastsItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		if !pause.For(t.Context(), time.Hour) || time.Since(begin) != time.Hour {
			t.Errorf("it lasted %s", time.Since(begin))
		}
	})
}

func TestAPauseEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		begin := time.Now()
		if pause.For(ctx, time.Hour) || time.Since(begin) != time.Minute {
			t.Errorf("it lasted %s", time.Since(begin))
		}
	})
}
