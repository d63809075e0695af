package backup

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/store"
	"github.com/modyard/modyard/platform/ids"
)

const dirRoot = "root"

// run executes a task. Its error is one of this node; what a backup failed for is reported.
func (t *task) run(ctx context.Context) error {
	switch t.kind {
	case taskRecover:
		return t.recover(ctx)
	case taskRemove:
		return t.remove(ctx)
	case taskRestore:
		return t.restore(ctx)
	case taskFiles:
		return t.restoreFiles(ctx)
	case taskExpire:
		return t.expire()
	case taskSweep:
		return t.sweep(ctx)
	case taskAnchor:
		t.rec.Auto = t.service.Clock().UTC()
		return t.save()
	default:
		return t.create(ctx)
	}
}

// save stores the record together with reports.
func (t *task) save(reports ...node.Report) error {
	return t.service.Store.SaveBackups(t.server, t.rec, reports...)
}

func (t *task) report(kind, reason string, b node.BackupReport) node.Report {
	if b.ID == "" {
		b.ID = t.backup
	}
	return node.Report{Kind: kind, At: t.service.Clock().UTC(), Power: t.generation, Reason: reason, Backup: &b}
}

func (t *task) tell(kind, state string, share float64) {
	t.service.tell(t.server, node.BackupProgress{ID: t.backup, Task: kind, State: state, Progress: share})
}

// create makes a backup. One that the site cancels leaves nothing; one that ends with the node is looked at by the next.
func (t *task) create(ctx context.Context) error {
	if t.automatic {
		t.backup, t.rec.Auto = ids.New(), t.service.Clock().UTC()
	}
	now, err := t.stands()
	if err != nil {
		return err
	}
	t.rec.Doing = &doing{Task: node.TaskCreate, Backup: t.backup, Automatic: t.automatic, Generation: t.generation, Software: now}
	if err := t.save(); err != nil {
		return err
	}
	t.tell(node.TaskCreate, node.ProgressOngoing, 0)
	began := time.Now() // it measures time, and asks for none
	m, paused, err := t.copy(ctx)
	switch {
	case err != nil && ctx.Err() != nil && !t.deleted():
		return ctx.Err() // the node ends
	case err != nil && ctx.Err() != nil:
		t.settled()
		t.tell(node.TaskCreate, node.ProgressCancelled, 0)
		return t.save() // its removal is reported
	case err != nil:
		t.service.Log.WarnContext(ctx, "a backup failed", "server", t.server, "backup", t.backup, "error", err)
		t.settled()
		t.tell(node.TaskCreate, node.ProgressFailed, 0)
		return t.save(t.report(node.ReportBackupFailed, cause(err), node.BackupReport{Automatic: t.automatic}))
	}
	t.settled()
	t.rec.Have[t.backup] = have{Automatic: t.automatic, At: t.service.Clock().UTC(), Software: now}
	err = t.save(t.report(node.ReportBackedUp, "", node.BackupReport{
		Automatic: t.automatic, Bytes: m.bytes, Stored: m.stored, Seconds: int64(time.Since(began).Seconds()), Paused: int64(paused.Seconds()),
	}))
	t.tell(node.TaskCreate, node.ProgressDone, 1)
	return err
}

// stands is the software in the server's folder. Nothing is installed while the service is busy with the server.
func (t *task) stands() (*store.Standing, error) {
	_, d, _ := t.service.Servers.State(t.server)
	now, err := t.service.Store.Standing(d)
	return &now, err
}

// deleted says whether the site does not want the backup any more.
func (t *task) deleted() bool {
	_, d, known := t.service.Servers.State(t.server)
	return !known || t.unwanted(d)
}

// settled ends the operation in the record.
func (t *task) settled() {
	if d := t.rec.Doing; d != nil && d.Task == node.TaskCreate && !d.Automatic {
		t.rec.Asked[d.Backup] = d.Generation
	}
	t.rec.Doing = nil
}

// copy makes room for a backup and makes it, while a running game does not save.
func (t *task) copy(ctx context.Context) (m made, paused time.Duration, err error) {
	r, err := open(ctx, t.service.dir(t.server), t.server, true)
	if err != nil {
		return m, 0, err
	}
	defer r.close(ctx)
	for len(t.rec.Have) >= node.MaxBackups {
		old := t.oldest()
		if old == "" {
			return m, 0, errFull
		}
		if err := t.drop(ctx, r, old); err != nil {
			return m, 0, err
		}
		if err := t.save(t.report(node.ReportBackupRemoved, "", node.BackupReport{ID: old})); err != nil {
			return m, 0, err
		}
	}
	root, err := t.service.openRoot(t.server)
	if err != nil {
		return m, 0, err
	}
	defer func() { _ = root.Close() }() // it was only read
	began := time.Now()
	if o, _, _ := t.service.Servers.State(t.server); o.Process() {
		defer func() { paused = time.Since(began); err = errors.Join(err, t.resume(ctx)) }()
		if err := t.pause(ctx); err != nil {
			return m, 0, err
		}
	}
	m, err = r.make(ctx, root, t.backup, func(share float64) { t.tell(node.TaskCreate, node.ProgressOngoing, share) })
	return m, 0, err
}

// pause has the game save all and then not save by itself. That it is paused is stored first.
func (t *task) pause(ctx context.Context) error {
	console, ok := t.service.Servers.Lines(t.server)
	if !ok {
		return errSave
	}
	last, err := console.Last(1)
	if err != nil {
		return fmt.Errorf("read the console: %w", err)
	}
	number := uint64(0)
	if len(last) > 0 {
		number = last[0].Number
	}
	t.rec.Doing.Paused = true
	if err := t.save(); err != nil {
		return err
	}
	for _, line := range []string{"save-off", "save-all flush"} {
		if err := console.Write(ctx, line); err != nil {
			return fmt.Errorf("%w: %w", errSave, err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, t.service.SaveWait)
	defer cancel()
	for {
		if err := console.Wait(ctx, number); err != nil {
			return fmt.Errorf("%w: %w", errSave, err)
		}
		lines, _, err := console.Since(number, 1000)
		if err != nil {
			return fmt.Errorf("read the console: %w", err)
		}
		for _, l := range lines {
			number = l.Number
			if l.Stream != "in" && strings.Contains(l.Text, "Saved the ") {
				return nil
			}
		}
	}
}

// resume lets the game save again. A process that has ended meanwhile needs nothing: the next one saves.
func (t *task) resume(ctx context.Context) error {
	console, ok := t.service.Servers.Lines(t.server)
	if !ok {
		return nil
	}
	err := console.Write(context.WithoutCancel(ctx), "save-on")
	if o, _, _ := t.service.Servers.State(t.server); err != nil && o.State == node.StateRunning {
		return fmt.Errorf("%w: it could not be told to save again: %w", errSave, err)
	}
	return nil
}

// drop removes a backup from the repository and the record, when nobody reads it.
func (t *task) drop(ctx context.Context, r *repository, id string) error {
	g := t.service.guard(t.server)
	if !g.TryLock() {
		return errors.New("a backup is being downloaded")
	}
	defer g.Unlock()
	if err := r.remove(ctx, id); err != nil {
		return err
	}
	delete(t.rec.Have, id)
	t.rec.Sweeps, t.rec.Swept = sweeps, t.service.Clock().UTC()
	return nil
}

// sweep gives the place of removed backups back.
func (t *task) sweep(ctx context.Context) error {
	r, err := open(ctx, t.service.dir(t.server), t.server, false)
	if err != nil {
		return err
	}
	defer r.close(ctx)
	g := t.service.guard(t.server)
	if !g.TryLock() {
		return errors.New("a backup is being downloaded")
	}
	defer g.Unlock()
	if err := r.sweep(ctx); err != nil {
		return err
	}
	t.rec.Sweeps, t.rec.Swept = t.rec.Sweeps-1, t.service.Clock().UTC()
	return t.save()
}

// remove removes a deleted backup.
func (t *task) remove(ctx context.Context) error {
	r, err := open(ctx, t.service.dir(t.server), t.server, false)
	switch {
	case err == nil:
		defer r.close(ctx)
		err = t.drop(ctx, r, t.backup)
	case errors.Is(err, ErrMissing):
		err = nil
	}
	if err != nil {
		return err
	}
	named := map[string]bool{}
	for _, b := range t.desired.Backups {
		named[b.ID] = true
	}
	for id := range t.rec.Gone { // the site has recorded the removal
		if !named[id] {
			delete(t.rec.Gone, id)
			delete(t.rec.Asked, id)
		}
	}
	t.rec.Gone[t.backup] = true
	return t.save(t.report(node.ReportBackupRemoved, "", node.BackupReport{}))
}

// recover finishes or undoes what a node has left.
func (t *task) recover(ctx context.Context) error {
	d := *t.rec.Doing
	t.generation, t.automatic, t.undo, t.path = d.Generation, d.Automatic, d.Undo, d.Path
	switch {
	case d.Task == node.TaskRestore && d.Path != "":
		return t.recoverFiles(ctx)
	case d.Task == node.TaskRestore:
		return t.recoverRestore()
	}
	if d.Paused {
		if o, _, _ := t.service.Servers.State(t.server); o.Process() {
			if err := t.resume(ctx); err != nil {
				return err
			}
		}
	}
	r, err := open(ctx, t.service.dir(t.server), t.server, true)
	if err != nil {
		return err
	}
	defer r.close(ctx)
	err = r.verify(ctx, d.Backup, read)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	t.settled()
	if err != nil {
		if !errors.Is(err, ErrMissing) {
			err = r.remove(ctx, d.Backup)
		} else {
			err = nil
		}
		return errors.Join(err, t.save(t.report(node.ReportBackupFailed, node.ReasonInterrupted, node.BackupReport{Automatic: d.Automatic})))
	}
	man, err := r.find(ctx, d.Backup)
	if err != nil {
		return err
	}
	t.rec.Have[d.Backup] = have{Automatic: d.Automatic, At: t.service.Clock().UTC(), Software: d.Software}
	return t.save(t.report(node.ReportBackedUp, "", node.BackupReport{Automatic: d.Automatic, Bytes: man.RootEntry.DirSummary.TotalFileSize}))
}
