package install

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/store"
	"github.com/modyard/modyard/platform/pause"
)

// Service executes the installations that the desired states name, and those that are uploaded. Its methods may be called at the same time.
type Service struct {
	Options
	slots chan struct{}
	again chan struct{}
	work  sync.WaitGroup

	mu       sync.Mutex
	busy     map[string]*task // nil while an archive is uploaded
	progress map[string]node.InstallProgress
	told     map[string]time.Time
}

// New makes the service. Nothing happens before Run.
func New(o Options) *Service {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Wait == nil {
		o.Wait = pause.For
	}
	if o.Every == 0 {
		o.Every = lookEvery
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{
		Options: o, slots: make(chan struct{}, atOnce), again: make(chan struct{}, 1),
		busy: map[string]*task{}, progress: map[string]node.InstallProgress{}, told: map[string]time.Time{},
	}
}

// Run works until the context ends. What it leaves unfinished is finished or begun anew by the next one.
func (s *Service) Run(ctx context.Context) {
	defer s.work.Wait()
	tick := time.NewTicker(s.Every)
	defer tick.Stop()
	for {
		changed := s.Servers.Changed("")
		for _, o := range s.Servers.Observed() {
			s.look(ctx, o.Server)
		}
		select {
		case <-changed:
		case <-s.again:
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (s *Service) lookAgain() {
	select {
	case s.again <- struct{}{}:
	default:
	}
}

// look begins with what is to be done for a server, unless something is being done.
func (s *Service) look(ctx context.Context, server string) {
	o, d, known := s.Servers.State(server)
	s.mu.Lock()
	now, taken := s.busy[server]
	s.mu.Unlock()
	if taken {
		if now != nil && now.unwanted(d, known) {
			now.cancel()
		}
		return
	}
	if !known || d.Deleted {
		s.clear(server)
		return
	}
	i, err := s.Store.Installation(server)
	if err != nil {
		s.Log.ErrorContext(ctx, "read what is known of installations", "server", server, "error", err)
		return
	}
	if i.Doing == nil && !i.Due(d) {
		s.clear(server)
		return
	}
	t := s.newTask(server, i, d)
	if t.Doing.Step == store.InstallBegun && t.unwanted(d, known) {
		if err := t.failed(ctx, errCancelled); err != nil {
			s.Log.ErrorContext(ctx, "end a cancelled installation", "server", server, "error", err)
		}
		return
	}
	if t.Doing.Step == store.InstallBegun && d.Suspended {
		return
	}
	if o.Process() {
		s.tell(server, node.InstallProgress{Generation: t.generation, Phase: node.PhaseWaiting})
		return
	}
	s.begin(ctx, t)
}

// begin lets a goroutine do a task.
func (s *Service) begin(ctx context.Context, t *task) {
	release, ok := s.Exclude(t.server)
	if !ok {
		s.tell(t.server, node.InstallProgress{Generation: t.generation, Phase: node.PhaseWaiting})
		return
	}
	i, err := s.Store.Installation(t.server)
	if err != nil {
		release()
		s.Log.ErrorContext(ctx, "read what is known of installations", "server", t.server, "error", err)
		return
	}
	t.Software, t.Origin = i.Software, i.Origin // a restore may have changed them before it let go
	taskCtx, cancel := context.WithCancel(ctx)
	t.cancel = cancel
	s.mu.Lock()
	s.busy[t.server] = t
	s.mu.Unlock()
	s.work.Go(func() {
		defer cancel()
		later := s.execute(taskCtx, t)
		s.mu.Lock()
		delete(s.busy, t.server)
		s.mu.Unlock()
		release()
		if !later {
			s.lookAgain()
		}
	})
}

// execute waits for a place and does the work. later says that it has failed by a fault of this node, and is not tried again at once.
func (s *Service) execute(ctx context.Context, t *task) (later bool) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return false
	}
	if err := t.run(ctx); err != nil {
		s.Log.ErrorContext(ctx, "install on a server", "server", t.server, "error", err)
		return true
	}
	return false
}

// Progress is the installation in progress of a server; nil if there is none.
func (s *Service) Progress(server string) *node.InstallProgress {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p, ok := s.progress[server]; ok {
		return &p
	}
	return nil
}

// tell shows a progress, at most twice a second within a phase.
func (s *Service) tell(server string, p node.InstallProgress) {
	now := s.Clock()
	p.Event = node.EventInstallProgress
	s.mu.Lock()
	old, there := s.progress[server]
	p.Since = old.Since
	news := !there || old.Phase != p.Phase || old.Generation != p.Generation
	if news {
		p.Since = now.UTC()
	}
	due := news || p != old && (now.Sub(s.told[server]) >= tellEvery || now.Before(s.told[server]) || p.FilesTotal > 0 && p.Files == p.FilesTotal)
	if due {
		s.progress[server], s.told[server] = p, now
	}
	s.mu.Unlock()
	if due && s.Changed != nil {
		s.Changed()
	}
}

// clear shows that nothing is installed.
func (s *Service) clear(server string) {
	s.mu.Lock()
	_, there := s.progress[server]
	delete(s.progress, server)
	delete(s.told, server)
	s.mu.Unlock()
	if there && s.Changed != nil {
		s.Changed()
	}
}

// Holds says whether content of a server has to wait for an installation.
func (s *Service) Holds(server string) bool {
	_, d, known := s.Servers.State(server)
	if !known {
		return false
	}
	i, err := s.Store.Installation(server)
	return err != nil || i.Holds(d)
}
