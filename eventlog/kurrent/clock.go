package kurrent

import (
	"time"

	"github.com/modyard/modyard/eventlog"
)

// clock keeps the times of recording from going back within one reading. The server stamps records with its own clock,
// and another node that leads, or a clock that was set, may stamp an earlier time than before. A time that the
// metadata of a moved event states is answered as it is.
type clock struct{ last time.Time }

func (c *clock) read(e eventlog.Recorded) eventlog.Recorded {
	if e.Meta.Recorded.IsZero() && e.RecordedAt.Before(c.last) {
		e.RecordedAt = c.last
	}
	if e.RecordedAt.After(c.last) {
		c.last = e.RecordedAt
	}
	return e
}
