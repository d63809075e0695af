package seal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/modyard/modyard/eventlog"
)

// maxFindings is the maximum number of findings in a report.
const maxFindings = 100

// Report is the result of an audit.
type Report struct {
	Events      int64 // in the log
	Sealed      int64 // of them, compared with the tree
	Checkpoints int   // signed ones that were compared
	Outside     int64 // events that the last checkpoint outside the database covers
	Restores    []Restore
	Findings    []string // what is wrong, in the order of the log
	More        int      // findings that are not listed
}

// AuditOptions are what an audit compares with each other.
type AuditOptions struct {
	Log   eventlog.Log
	Pool  *pgxpool.Pool
	Key   Key
	Files Files
	// Restored parses an event that tells a restore; false for every other event.
	Restored func(eventlog.Recorded) (abandoned int64, root tlog.Hash, ok bool)
}

// Audit compares a log, which is added event by event, with its seal. What is not sealed yet is only checked for
// structure. It is not safe for concurrent use.
type Audit struct {
	AuditOptions
	report      Report
	tree        Tree
	dense       bool
	rows        sealedRows
	edge        frontier
	checkpoints []checked // ascending by size
	outside     []Checkpoint
	streams     map[string]eventlog.Stream
	last        struct {
		position eventlog.Position
		recorded time.Time
	}
	roots   []rootAt // of the sizes of outside checkpoints
	shifted bool     // an event is missing or was inserted: later positions and roots differ for this reason
}

// checked is a checkpoint to compare with.
type checked struct {
	Checkpoint
	where string
}

type rootAt struct {
	size     int64
	root     tlog.Hash
	recorded time.Time
}

// StartAudit reads the state of the seal.
func StartAudit(ctx context.Context, o AuditOptions) (*Audit, error) {
	a := &Audit{AuditOptions: o, streams: map[string]eventlog.Stream{}, dense: eventlog.Dense(o.Log.Engine())}
	var err error
	if a.tree, err = ReadTree(ctx, o.Pool); err != nil {
		return nil, err
	}
	generation, err := o.Log.Generation(ctx)
	if err != nil {
		return nil, err
	}
	if a.tree.Size > 0 && (a.tree.Engine != o.Log.Engine() || a.tree.Generation != generation) {
		return nil, fmt.Errorf("%w: of %s %s, and this one is %s %s", ErrOtherLog, a.tree.Engine, a.tree.Generation, o.Log.Engine(), generation)
	}
	if a.Key, _, err = trusting(ctx, o.Files, o.Key); err != nil {
		return nil, err
	}
	a.rows = sealedRows{db: o.Pool, size: a.tree.Size}
	if err := a.readCheckpoints(ctx); err != nil {
		return nil, err
	}
	if a.outside, err = lastKept(ctx, o.Files, a.Key); err != nil {
		return nil, err
	}
	slices.SortStableFunc(a.outside, func(x, y Checkpoint) int { return int(x.Size - y.Size) })
	for _, c := range a.outside {
		a.report.Outside = max(a.report.Outside, c.Size)
	}
	return a, nil
}

const readCheckpoints = `SELECT number, size, note FROM seal.checkpoints WHERE size <= $1 ORDER BY size, number`

func (a *Audit) readCheckpoints(ctx context.Context) error {
	rows, err := a.Pool.Query(ctx, readCheckpoints, a.tree.Size)
	if err != nil {
		return fmt.Errorf("read the checkpoints: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var number, size int64
		var signed string
		if err := rows.Scan(&number, &size, &signed); err != nil {
			return fmt.Errorf("read the checkpoints: %w", err)
		}
		c, err := a.Key.Open(signed)
		if err != nil || c.Size != size {
			a.find("checkpoint %d in the database is not signed with the site's key", number)
			continue
		}
		a.checkpoints = append(a.checkpoints, checked{c, fmt.Sprintf("checkpoint %d in the database", number)})
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read the checkpoints: %w", err)
	}
	return nil
}

func (a *Audit) find(format string, args ...any) {
	if len(a.report.Findings) == maxFindings {
		a.report.More++
		return
	}
	a.report.Findings = append(a.report.Findings, fmt.Sprintf(format, args...))
}

// Add compares the next events of the log.
func (a *Audit) Add(ctx context.Context, events []eventlog.Recorded) error {
	for i := range events {
		if err := a.add(ctx, &events[i]); err != nil {
			return fmt.Errorf("audit event at %d: %w", events[i].Position, err)
		}
	}
	return nil
}

func (a *Audit) add(ctx context.Context, e *eventlog.Recorded) error {
	a.structure(e)
	leaf := LeafOf(*e).Hash()
	if err := a.sealed(ctx, e, leaf); err != nil {
		return err
	}
	if abandoned, root, ok := a.Restored(*e); ok {
		a.report.Restores = append(a.report.Restores, Restore{
			Event: e.ID.String(), At: e.RecordedAt, Kept: a.report.Events, Abandoned: abandoned, Root: root,
		})
	}
	a.report.Events++
	var wrong error
	err := a.edge.add(leaf, func(t tile) {
		if t.level > 0 && !a.shifted && t.n < a.tree.Size>>(tileHeight*(t.level+1)) {
			wrong = errors.Join(wrong, a.sameTile(ctx, t))
		}
	})
	if err = errors.Join(err, wrong); err != nil {
		return err
	}
	return a.root()
}

// structure checks what every log guarantees, sealed or not.
func (a *Audit) structure(e *eventlog.Recorded) {
	switch {
	case a.dense && e.Position != a.last.position+1:
		a.find("at %d: the position after %d is missing", e.Position, a.last.position)
	case e.Position <= a.last.position:
		a.find("at %d: the position is not after %d", e.Position, a.last.position)
	}
	s, known := a.streams[e.Stream]
	if !known {
		s = eventlog.Stream{First: e.Position, Last: eventlog.NoRevision}
	}
	if e.Revision != s.Last+1 {
		a.find("at %d: event %s has revision %d of %s, expected %d", e.Position, e.ID, e.Revision, e.Stream, s.Last+1)
	}
	s.Last = max(s.Last, e.Revision)
	a.streams[e.Stream] = s
	if e.RecordedAt.Before(a.last.recorded) {
		a.find("at %d: event %s was recorded at %s, before the event that precedes it", e.Position, e.ID, e.RecordedAt.Format(time.RFC3339Nano))
	}
	a.last.position = e.Position
	if e.RecordedAt.After(a.last.recorded) {
		a.last.recorded = e.RecordedAt
	}
}

// sealed compares an event with its leaf.
func (a *Audit) sealed(ctx context.Context, e *eventlog.Recorded, leaf tlog.Hash) error {
	row, found, err := a.rows.find(ctx, e.ID)
	if err != nil {
		return err
	}
	switch {
	case row == nil: // after the last leaf
		return nil
	case !found:
		a.shifted = true
		a.find("at %d: event %s was never sealed, and is before event %s, which was", e.Position, e.ID, row.id)
		return nil
	}
	for _, gone := range a.rows.skipped() {
		a.shifted = true
		a.find("event %s, revision %d of %s, is gone: it was sealed as leaf %d", gone.id, gone.revision, gone.stream, gone.leaf)
	}
	switch {
	case row.hash != leaf:
		a.find("at %d: event %s (%s) is not what was sealed", e.Position, e.ID, e.Type)
	case row.stream != e.Stream || row.revision != int64(e.Revision) || !a.shifted && row.position != int64(e.Position):
		a.find("at %d: the seal's row of event %s was changed", e.Position, e.ID)
	case !row.recorded.Equal(a.last.recorded):
		a.find("at %d: event %s was recorded at %s when it was sealed, and says %s", e.Position, e.ID,
			row.recorded.UTC().Format(time.RFC3339Nano), e.RecordedAt.Format(time.RFC3339Nano))
	}
	a.report.Sealed++
	a.rows.next()
	return nil
}

// sameTile compares a computed tile with the stored one.
func (a *Audit) sameTile(ctx context.Context, t tile) error {
	var stored []byte
	if err := a.Pool.QueryRow(ctx, readTile, t.level, t.n).Scan(&stored); err != nil {
		return fmt.Errorf("read tile %d of level %d: %w", t.n, t.level, err)
	}
	if !bytes.Equal(stored, t.hashes) {
		a.find("tile %d of level %d of the seal was changed", t.n, t.level)
	}
	return nil
}

// root compares the tree with the checkpoints of its present size.
func (a *Audit) root() error {
	size := a.edge.size
	here := len(a.checkpoints) > 0 && a.checkpoints[0].Size == size
	outside := slices.ContainsFunc(a.outside, func(c Checkpoint) bool { return c.Size == size })
	if !here && !outside {
		return nil
	}
	root, err := a.edge.root()
	if err != nil {
		return err
	}
	if outside {
		a.roots = append(a.roots, rootAt{size: size, root: root, recorded: a.last.recorded})
	}
	for len(a.checkpoints) > 0 && a.checkpoints[0].Size == size {
		c := a.checkpoints[0]
		a.checkpoints = a.checkpoints[1:]
		a.report.Checkpoints++
		a.compare(c, root, a.last.recorded)
	}
	return nil
}

// compare compares the tree with a checkpoint. If an event is missing or was inserted, all later roots differ.
func (a *Audit) compare(c checked, root tlog.Hash, recorded time.Time) {
	switch {
	case a.shifted:
	case root != c.Root:
		a.find("%s covers %d events with another root than the log has", c.where, c.Size)
	case !recorded.Equal(c.Recorded):
		a.find("%s covers %d events up to %s, and the log has recorded the last of them at %s", c.where, c.Size,
			c.Recorded.Format(time.RFC3339Nano), recorded.Format(time.RFC3339Nano))
	}
}
