// Package until waits in tests for what happens elsewhere: in a server, in another process, in another goroutine. Its
// limit is for a machine that is busy with other things and is never the time that a test is about.
package until

import (
	"testing"
	"time"
)

// limit is the longest wait of a test for one thing.
const limit = 60 * time.Second

// every is the pause between two looks.
const every = 10 * time.Millisecond

// Until calls ok until it returns nil. If it still fails after the limit, the test fails with what was awaited and the last error.
func Until(t testing.TB, what string, ok func() error) {
	t.Helper()
	tick := time.NewTicker(every)
	defer tick.Stop()
	for end := time.Now().Add(limit); ; <-tick.C {
		err := ok()
		if err == nil {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("after %s: %s: %v", limit, what, err)
		}
	}
}
