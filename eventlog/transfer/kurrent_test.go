package transfer_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/kurrent"
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/eventlog/transfer"
)

func kurrentLog(t *testing.T) eventlog.Log {
	t.Helper()
	log, err := kurrent.Open(t.Context(), kurrenttest.Start(t, kurrenttest.Options{}).URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	return log
}

func TestALogGoesToAKurrentDBAndBackThroughKills(t *testing.T) {
	there, node, back := postgres(t), kurrentLog(t), postgres(t)
	fill(t, there, 120)
	random := rand.New(rand.NewPCG(5, 6))
	for _, way := range [][2]eventlog.Log{{there, node}, {node, back}} {
		for kills := 0; ; kills++ {
			if kills > 300 {
				t.Fatal("it never ends")
			}
			ctx, cancel := context.WithCancel(t.Context())
			_, err := transfer.Run(ctx, way[0], &killed{way[1], random, cancel}, nil)
			cancel()
			if err == nil {
				t.Logf("%s to %s after %d kills", way[0].Engine(), way[1].Engine(), kills)
				break
			}
			if !errors.Is(err, errLost) && !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
		expectSame(t, way[0], way[1])
	}
	expectSame(t, there, back)
}
