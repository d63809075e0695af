package view

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modyard/modyard/platform/watermark"
)

func TestReadsWaitForAPositionUpToALimitOfTimeAndNumber(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Source{Board: watermark.New()}
		var fresh, stale atomic.Int64
		ask := func(n int, position uint64) {
			for range n {
				go func() {
					if s.reached(t.Context(), []string{"catalog"}, position) {
						fresh.Add(1)
					} else {
						stale.Add(1)
					}
				}()
			}
			synctest.Wait()
		}
		expect := func(when string, wantFresh, wantStale int64) {
			t.Helper()
			if fresh.Load() != wantFresh || stale.Load() != wantStale {
				t.Errorf("%s %d reads are fresh and %d stale, want %d and %d", when, fresh.Load(), stale.Load(), wantFresh, wantStale)
			}
		}
		ask(400, 10)
		expect("at once", 0, 400-maxWaiting)
		time.Sleep(maxWait - time.Millisecond)
		synctest.Wait()
		expect("before their time is over", 0, 400-maxWaiting)
		time.Sleep(time.Millisecond)
		synctest.Wait()
		expect("after it", 0, 400)
		ask(3, 10)
		s.Board.(*watermark.Board).Publish("catalog", 10)
		synctest.Wait()
		expect("at the position", 3, 400)
	})
}
