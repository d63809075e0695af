package install

import (
	"context"
	"errors"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/node/store"
)

// task is one installation on a server. Its record is what is stored.
type task struct {
	store.Installation
	service *Service
	server  string
	desired node.Desired
	// generation and uploaded are those of Doing, which only the task's goroutine uses.
	generation uint64
	uploaded   bool
	cancel     context.CancelFunc
	log        *logbook
}

// newTask is the installation that a server's record has begun, or else the one that is decided.
func (s *Service) newTask(server string, i store.Installation, d node.Desired) *task {
	t := &task{Installation: i, service: s, server: server, desired: d, cancel: func() {}}
	if t.Doing == nil {
		t.Doing = &store.Installing{Step: store.InstallBegun, Began: s.Clock().UnixMilli()}
		t.Doing.Generation, t.Doing.Hard = d.Install.Generation, d.Install.Hard
		if p := d.Install.Pack; p != nil {
			t.Doing.Project, t.Doing.Version = p.Project, p.Version
		}
	}
	t.generation, t.uploaded = t.Doing.Generation, t.Doing.Upload != nil
	t.log = newLog(time.UnixMilli(t.Doing.Began))
	return t
}

// unwanted says whether a newer desired state ends the installation.
func (t *task) unwanted(d node.Desired, known bool) bool {
	if !known || d.Deleted {
		return true
	}
	return !t.uploaded && (d.Install == nil || d.Install.Generation > t.generation || d.Install.Generation == t.generation && d.Install.Cancelled)
}

func (t *task) save(reports ...node.Report) error {
	return t.service.Store.SaveInstallation(t.server, t.Installation, reports...)
}

func (t *task) report(kind, reason string, r node.InstallReport) node.Report {
	return node.Report{Kind: kind, At: t.service.Clock().UTC(), Reason: reason, Install: &r}
}

func (t *task) tell(p node.InstallProgress) {
	p.Generation = t.generation
	t.service.tell(t.server, p)
}

// run does what is left of the installation. Its error is one of this node; what an installation failed for is reported.
func (t *task) run(ctx context.Context) error {
	if t.Doing.Step == store.InstallFailed {
		return t.ended(ctx)
	}
	if t.Doing.Step == store.InstallBegun && !t.Doing.Told {
		t.Doing.Told = true
		if err := t.save(t.report(node.ReportInstallStarted, "", node.InstallReport{Generation: t.Doing.Generation, Hard: t.Doing.Hard, Upload: t.Doing.Upload})); err != nil {
			return err
		}
	}
	a, err := t.service.Files.Assemble(ctx, t.server, t.Doing.Hard)
	if err != nil {
		return t.end(ctx, err)
	}
	err = t.install(ctx, a)
	if closed := a.Close(context.WithoutCancel(ctx)); closed != nil {
		t.service.Log.ErrorContext(ctx, "count the files of a server", "server", t.server, "error", closed)
	}
	return t.end(ctx, err)
}

// install brings the installation to the step settled, and cleans up.
func (t *task) install(ctx context.Context, a *files.Assembly) error {
	switch t.Doing.Step {
	case store.InstallBegun:
		if err := a.Clear(); err != nil {
			return err
		}
		if err := t.assemble(ctx, a); err != nil {
			return err
		}
		t.tell(node.InstallProgress{Phase: node.PhaseSwap})
		if _, err := a.Exchange(ctx, func(e files.Exchanged) error { return t.swapping(ctx, e) }); err != nil {
			return err
		}
	case store.InstallSwapping:
		t.log.line("The node has ended during the exchange of the files; it is continued.")
		t.tell(node.InstallProgress{Phase: node.PhaseSwap})
		if _, err := a.Resume(); err != nil {
			return err
		}
	}
	if t.Doing.Step != store.InstallSettled {
		t.Doing.Step = store.InstallSettled
		if err := t.save(); err != nil {
			return errors.Join(files.ErrHalf, err)
		}
	}
	if err := a.Settle(); err != nil {
		return errors.Join(files.ErrHalf, err)
	}
	return nil
}

// swapping stores that the exchange begins. From here on the installation cannot be cancelled.
func (t *task) swapping(ctx context.Context, e files.Exchanged) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if o, d, known := t.service.Servers.State(t.server); t.unwanted(d, known) {
		return errCancelled
	} else if o.Process() {
		return errRunning
	}
	t.Doing.Step, t.Doing.Files, t.Doing.Bytes, t.Doing.Beside, t.Doing.Settings = store.InstallSwapping, e.Files, e.Bytes, e.Beside, e.Settings
	if err := t.save(); err != nil {
		return errors.Join(files.ErrHalf, err) // it may be stored all the same
	}
	return nil
}

// end stores the result and tells it.
func (t *task) end(ctx context.Context, err error) error {
	_, d, known := t.service.Servers.State(t.server)
	switch {
	case !known || d.Deleted:
		return nil // nothing of it may be stored any more
	case err == nil:
		return t.installed(ctx)
	case errors.Is(err, files.ErrHalf), errors.Is(err, files.ErrNoServer):
		return err
	case ctx.Err() == nil || t.Doing.Step != store.InstallBegun:
		return t.failed(ctx, err)
	case t.unwanted(d, known):
		return t.failed(ctx, errCancelled)
	}
	return nil // the node ends, and the next one begins anew
}

// installed ends an installation that is in place.
func (t *task) installed(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	if t.Doing.Settings {
		if err := t.service.Servers.Unsettle(ctx, t.server); err != nil {
			return err
		}
	}
	if t.service.Replaced != nil {
		if err := t.service.Replaced(t.server); err != nil {
			return err
		}
	}
	r := t.Doing.InstallReport
	r.Seconds = t.seconds()
	t.Software = r.Software
	t.Origin = &node.InstallOrigin{Project: t.Doing.Project, Version: t.Doing.Version, PackName: r.PackName, PackVersion: r.PackVersion}
	t.log.line("Installed %d files with %d bytes.", r.Files, r.Bytes)
	if r.Beside > 0 {
		t.log.line("%d configurations had been changed and stay; the new ones stand beside them with the ending .new.", r.Beside)
	}
	return t.finish(ctx, t.report(node.ReportInstalled, "", r), node.InstallationResult{Event: node.EventInstallationResult, Result: "ok"}, true)
}

// failed ends an installation that has changed nothing. That is stored before what was assembled goes: an exchange of which a part is gone must
// not be taken up again.
func (t *task) failed(ctx context.Context, err error) error {
	ctx = context.WithoutCancel(ctx)
	reason, subject := reasonOf(err)
	t.service.Log.WarnContext(ctx, "an installation failed", "server", t.server, "reason", reason, "error", err)
	d := t.Doing
	d.Step, d.Reason, d.Subject = store.InstallFailed, reason, subject
	d.Software, d.Files, d.Bytes, d.Beside = nil, 0, 0, 0
	if err := t.save(); err != nil {
		return err
	}
	return t.ended(ctx)
}

// ended removes what a failed installation has assembled, and reports it.
func (t *task) ended(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	t.log.line("The installation failed, and nothing was changed: %s", sentence(t.Doing.Reason))
	if t.Doing.Subject != "" {
		t.log.line("It is about %s", t.Doing.Subject)
	}
	if a, opened := t.service.Files.Assemble(ctx, t.server, false); opened == nil {
		if dropped := errors.Join(a.Drop(), a.Close(ctx)); dropped != nil {
			t.service.Log.ErrorContext(ctx, "remove what was assembled", "server", t.server, "error", dropped)
		}
	}
	reason, r := t.Doing.Reason, t.Doing.InstallReport
	r.Seconds = t.seconds()
	return t.finish(ctx, t.report(node.ReportInstallFailed, reason, r), node.InstallationResult{Event: node.EventInstallationResult, Result: "err", Reason: reason}, false)
}

// seconds is how long it took.
func (t *task) seconds() int64 { return max(t.service.Clock().UnixMilli()-t.Doing.Began, 0) / 1000 }

// finish stores the end with its report, and tells it.
func (t *task) finish(ctx context.Context, report node.Report, result node.InstallationResult, other bool) error {
	t.log.write(ctx, t.service, t.server)
	t.Done, t.Doing = max(t.Done, t.Doing.Generation), nil
	if err := t.save(report); err != nil {
		return err
	}
	t.service.clear(t.server)
	if err := t.service.Servers.Installed(t.server, other); err != nil {
		t.service.Log.ErrorContext(ctx, "tell of an installation", "server", t.server, "error", err)
	}
	if t.service.Announce != nil {
		t.service.Announce(t.server, result)
	}
	if t.service.Changed != nil {
		t.service.Changed()
	}
	return nil
}
