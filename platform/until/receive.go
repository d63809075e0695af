package until

import (
	"errors"
	"testing"
	"time"
)

// Receive returns the next value of a channel, or false if the channel is closed. If nothing arrives within the limit,
// the test fails with what was awaited.
func Receive[T any](t testing.TB, what string, from <-chan T) (T, bool) {
	t.Helper()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case v, open := <-from:
		return v, open
	case <-timer.C:
		t.Fatalf("after %s: %s", limit, what)
		var none T
		return none, false
	}
}

// errNotYet is the error of a condition that has no other.
var errNotYet = errors.New("not yet")

// True calls ok until it returns true, like Until.
func True(t testing.TB, what string, ok func() bool) {
	t.Helper()
	Until(t, what, func() error {
		if ok() {
			return nil
		}
		return errNotYet
	})
}
