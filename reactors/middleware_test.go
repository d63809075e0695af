package reactors

import (
	"testing"
	"testing/synctest"
	"time"

	wm "github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
)

func TestALimitOfMessagesPerSecondHolds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chain, err := (&Runner{}).middleware(Reactor{Name: "parcels", PerSecond: 10}, wm.NopLogger{})
		if err != nil {
			t.Fatal(err)
		}
		handled := 0
		handle := message.HandlerFunc(func(*message.Message) ([]*message.Message, error) { handled++; return nil, nil })
		for i := len(chain) - 1; i >= 0; i-- {
			handle = chain[i](handle)
		}
		begin := time.Now()
		for range 5 {
			if _, err := handle(message.NewMessage("1", nil)); err != nil {
				t.Error(err)
			}
		}
		// The first one may be handled at once.
		if took := time.Since(begin); handled != 5 || took < 400*time.Millisecond || took > 500*time.Millisecond {
			t.Errorf("%d messages in %s of the bubble", handled, took)
		}
	})
}
