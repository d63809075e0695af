package until_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/modyard/modyard/platform/until"
)

// failing records a failure and ends the goroutine of the call as a test does.
type failing struct {
	testing.TB
	message string
}

func (*failing) Helper() {}

func (f *failing) Fatalf(format string, args ...any) {
	f.message = fmt.Sprintf(format, args...)
	panic(f)
}

// failure is the message with which a call fails; empty if it does not.
func failure(t *testing.T, call func(testing.TB)) string {
	f := &failing{TB: t}
	func() {
		defer func() {
			if r := recover(); r != nil && r != any(f) {
				panic(r)
			}
		}()
		call(f)
	}()
	return f.message
}

func TestAConditionIsAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		looks := 0
		until.Until(t, "the third look", func() error {
			if looks++; looks < 3 {
				return errors.New("too early")
			}
			return nil
		})
		until.True(t, "the fifth look", func() bool { looks++; return looks >= 5 })
		if looks != 5 {
			t.Errorf("%d looks", looks)
		}
	})
}

func TestAConditionThatNeverHoldsFailsWithTheLastError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := failure(t, func(t testing.TB) { until.Until(t, "the end", func() error { return errors.New("not there") }) })
		if !strings.Contains(got, "the end") || !strings.Contains(got, "not there") {
			t.Errorf("it fails with %q", got)
		}
	})
}

func TestAValueIsReceivedAndAClosedChannelIsNoValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		go func() { c <- 7; close(c) }()
		if v, open := until.Receive(t, "a number", c); v != 7 || !open {
			t.Errorf("received %d, %v", v, open)
		}
		if _, open := until.Receive(t, "the end", c); open {
			t.Error("a closed channel is open")
		}
		if got := failure(t, func(t testing.TB) { until.Receive(t, "nothing", make(chan int)) }); !strings.Contains(got, "nothing") {
			t.Errorf("it fails with %q", got)
		}
	})
}
