package seal

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/modyard/modyard/eventlog"
)

// Finish compares what needs the whole log, and returns the report. upTo is the position up to which events were added.
func (a *Audit) Finish(ctx context.Context, upTo eventlog.Position) (Report, error) {
	if gone := a.rows.rest(); gone > 0 {
		a.shifted = true
		a.find("the log ends %d events before its seal: its end was cut off", gone)
	}
	if !a.shifted && len(a.report.Findings) == 0 && a.edge.size == a.tree.Size {
		for _, t := range a.edge.incomplete() {
			if err := a.sameTile(ctx, t); err != nil {
				return a.report, err
			}
		}
	}
	a.finishOutside()
	if checker, ok := a.Log.(eventlog.Checker); ok {
		found, err := checker.Check(ctx, upTo, a.streams)
		if err != nil {
			return a.report, fmt.Errorf("check the log's tables: %w", err)
		}
		for _, text := range found {
			a.find("%s", text)
		}
	}
	return a.report, nil
}

// finishOutside compares the checkpoints outside the database, except those that a restore has abandoned.
func (a *Audit) finishOutside() {
	for _, c := range a.outside {
		at := slices.IndexFunc(a.roots, func(r rootAt) bool { return r.size == c.Size })
		if at >= 0 && a.roots[at].root == c.Root {
			a.report.Checkpoints++
			a.compare(checked{c, "a checkpoint outside the database"}, a.roots[at].root, a.roots[at].recorded)
			continue
		}
		if a.abandoned(c) {
			continue
		}
		a.report.Checkpoints++
		switch {
		case at >= 0:
			a.compare(checked{c, "a checkpoint outside the database"}, a.roots[at].root, a.roots[at].recorded)
		case c.Size > a.report.Events:
			a.find("a checkpoint outside the database covers %d events, and the log has %d: its end was cut off", c.Size, a.report.Events)
		}
	}
}

// abandoned says whether a checkpoint belongs to the log before a restore.
func (a *Audit) abandoned(c Checkpoint) bool {
	return slices.ContainsFunc(a.report.Restores, func(r Restore) bool { return r.covers(c) })
}

// maxGaps limits the gaps after which an audit goes on.
const maxGaps = 20

// Run audits the whole log in one pass. It ends at the position at which the log ended when it began.
func (a *Audit) Run(ctx context.Context, progress func(events int64)) (Report, error) {
	head, err := a.Log.Head(ctx)
	if err != nil {
		return a.report, fmt.Errorf("audit the log: %w", err)
	}
	var after eventlog.Position
	for gaps := 0; after < head; {
		after, err = a.pass(ctx, after, head, progress)
		var missing *eventlog.Missing
		if !errors.As(err, &missing) || missing.Position <= after {
			break
		}
		if err = a.single(ctx, after, missing.Position); err != nil {
			break
		}
		a.find("at %d: the event is missing", missing.Position)
		if gaps++; gaps == maxGaps {
			a.find("after %d: more events are missing; the rest of the log was not read", missing.Position)
			err = nil
			break
		}
		after, err = missing.Position, nil
		a.last.position = after
	}
	if err != nil {
		return a.report, fmt.Errorf("audit the log after %d: %w", after, err)
	}
	return a.Finish(ctx, head)
}

// single adds the events before a gap one by one: a follower does not return them together with the gap.
func (a *Audit) single(ctx context.Context, after, gap eventlog.Position) error {
	for at := after + 1; at < gap; at++ {
		e, err := a.Log.Event(ctx, at)
		if err != nil {
			return err
		}
		if err := a.Add(ctx, []eventlog.Recorded{e}); err != nil {
			return err
		}
	}
	return nil
}

// pass reads the log from a position up to another one, and returns the position up to which it has read.
func (a *Audit) pass(ctx context.Context, after, head eventlog.Position, progress func(int64)) (eventlog.Position, error) {
	for batch, err := range a.Log.Read(ctx, after, head, eventlog.Filter{}) {
		if err == nil {
			err = a.Add(ctx, batch.Events)
		}
		if err != nil {
			return after, err
		}
		progress(a.report.Events)
		after = batch.UpTo
	}
	return after, nil
}
