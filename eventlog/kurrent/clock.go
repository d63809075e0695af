package kurrent

import (
	"time"

	"github.com/modyard/modyard/eventlog"
)

// clock prevents recording times from decreasing within one read, or from increasing within a backward one. The server stamps records with its own clock, so
// another leader, or a clock that was set, may give an earlier time. The time in the metadata of a copied event is
// returned unchanged.
type clock struct {
	last time.Time
	back bool
}

func (c *clock) read(e eventlog.Recorded) eventlog.Recorded {
	if c.back {
		if e.Meta.Recorded.IsZero() && !c.last.IsZero() && e.RecordedAt.After(c.last) {
			e.RecordedAt = c.last
		}
		if c.last.IsZero() || e.RecordedAt.Before(c.last) {
			c.last = e.RecordedAt
		}
		return e
	}
	if e.Meta.Recorded.IsZero() && e.RecordedAt.Before(c.last) {
		e.RecordedAt = c.last
	}
	if e.RecordedAt.After(c.last) {
		c.last = e.RecordedAt
	}
	return e
}
