package kurrent

import (
	"context"
	"slices"

	"github.com/modyard/modyard/eventlog"
)

// check answers an append without events. Several streams are read until two reads agree: then all of them had these
// revisions at the same moment, between the two reads.
func (l *Log) check(ctx context.Context, p *proposal) (eventlog.Receipt, error) {
	var before []eventlog.Revision
	for {
		now := make([]eventlog.Revision, len(p.writes))
		for i, w := range p.writes {
			last, ended, err := l.revision(ctx, w.Stream)
			if err != nil {
				return eventlog.Receipt{}, err
			}
			if ended && w.Expected != eventlog.Any || !w.Expected.Met(last) {
				return eventlog.Receipt{}, &eventlog.Conflict{Stream: w.Stream, Expected: w.Expected, Actual: last}
			}
			now[i] = last
		}
		if len(now) == 1 || slices.Equal(before, now) {
			_, head, err := l.ends(ctx)
			return eventlog.Receipt{Position: head, Revisions: now}, err
		}
		before = now
	}
}
