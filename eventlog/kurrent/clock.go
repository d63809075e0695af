package kurrent

import (
	"time"

	"github.com/modyard/modyard/eventlog"
)

// clock prevents recording times from decreasing within one read. The server stamps records with its own clock, so
// another leader, or a clock that was set, may give an earlier time. The time in the metadata of a copied event is
// returned unchanged.
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
