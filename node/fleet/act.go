package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/node/power"
)

// killLimit bounds the killing of processes whose keeper does not do it.
const killLimit = 20 * time.Second

// act executes an action without waiting for its effect.
func (s *server) act(ctx context.Context, a power.Action) {
	s.mu.Lock()
	client, status := s.client, s.status
	s.mu.Unlock()
	switch a {
	case power.ActStart:
		s.callOff, s.place = make(chan struct{}), make(chan struct{})
		queued, callOff, place, run := s.queued, s.callOff, s.place, s.state.Run
		s.queued, s.starting = false, true
		s.fleet.running.Go(func() { s.start(ctx, run, queued, callOff, place) })
	case power.ActStop:
		s.fleet.running.Go(func() { s.tell(client, func() error { return client.Write("stop") }) })
	case power.ActTerminate:
		s.fleet.running.Go(func() { s.tell(client, func() error { return client.Signal(keeper.SignalTerm) }) })
	case power.ActKill:
		run := s.state.Run
		s.fleet.running.Go(func() { s.kill(ctx, run, client, status) })
	case power.ActRemove:
		s.remove()
	}
}

// tell logs that a keeper did not do something. The next step of the ladder follows.
func (s *server) tell(client *keeper.Client, do func() error) {
	if client == nil {
		return
	}
	if err := do(); err != nil {
		s.fail("stop the server", err)
	}
}

// kill kills the group, if there is one, and by the keeper what else there is. If the keeper does not answer, the node kills everything, and
// the keeper too.
func (s *server) kill(ctx context.Context, run string, client *keeper.Client, status keeper.Status) {
	s.mu.Lock()
	if s.shown.Run == run && s.shown.Active() { // else the group is that of another run
		s.group().Kill()
	}
	s.mu.Unlock()
	if client != nil && client.Signal(keeper.SignalKill) == nil {
		return
	}
	p, ok := limit.ProcessOf(status.Keeper)
	if client != nil && (!ok || status.Keeper <= 1 || p.Start != status.KeeperStart) {
		return // it has left with its game
	}
	if err := s.killAll(ctx); err != nil {
		s.fail("kill the server", err)
	}
	if ok {
		_ = syscall.Kill(p.PID, syscall.SIGKILL) // it may have ended
	}
}

// killAll kills all processes of the server.
func (s *server) killAll(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, killLimit)
	defer cancel()
	var user limit.User
	if n, ok := readUser(s.folder); ok && !s.fleet.options.Plain {
		user = limit.User{UID: n, GID: n}
	}
	return limit.KillAll(ctx, s.group(), s.marker, user)
}

// start starts a run. queued starts wait for a place, which they have until place is closed.
func (s *server) start(ctx context.Context, run string, queued bool, callOff, place <-chan struct{}) {
	if queued {
		select {
		case s.fleet.slots <- struct{}{}:
			s.fleet.running.Go(func() {
				<-place
				<-s.fleet.slots
			})
		case <-callOff:
			s.post(message{started: true, input: power.Failed{Run: run}})
			return
		case <-ctx.Done():
			return
		}
	}
	order, reason, err := s.order(run)
	if err != nil {
		s.fail("prepare the server", err)
	}
	if reason != "" {
		s.post(message{started: true, input: power.Failed{Run: run, Reason: reason}})
		return
	}
	err = keeper.Start(ctx, s.fleet.options.Launch, s.folder, order)
	if err == nil {
		s.post(message{started: true, inspect: true})
		return
	}
	if ctx.Err() != nil {
		return // the next node sees what came of it
	}
	s.fail("start the server", err)
	if alive, aliveErr := keeper.Alive(s.folder); alive || aliveErr != nil || errors.Is(err, keeper.ErrLocked) {
		s.post(message{started: true, inspect: true})
		return
	}
	s.post(message{started: true, input: power.Failed{Run: run, Reason: node.ReasonStart}, forget: true})
}

// endStart calls off a start that waits, and gives its place to another.
func (s *server) endStart() {
	if s.callOff != nil {
		close(s.callOff)
		close(s.place)
		s.callOff, s.place = nil, nil
	}
}

// remove removes the folder of a deleted server.
func (s *server) remove() {
	s.made.Lock()
	defer s.made.Unlock()
	root, err := os.OpenRoot(s.fleet.dir)
	if err == nil {
		err = errors.Join(root.RemoveAll(s.id), root.Close())
	}
	if err != nil {
		s.fail("remove the server's folder", err)
	}
}

// forgetRun removes the files of a run whose end is stored.
func (s *server) forgetRun() {
	err := keeper.Held(s.folder, func() error { return keeper.Forget(s.folder) })
	if err != nil && !errors.Is(err, os.ErrNotExist) && !errors.Is(err, keeper.ErrLocked) {
		s.fail("forget a run", err)
	}
}

// forget drops a server whose folder is removed and whom the site does not name any more. It is kept if there is news of it.
func (f *Fleet) forget(s *server) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if more := s.take(); len(more) > 0 {
		for _, m := range more {
			s.post(m)
		}
		return false
	}
	if err := f.options.Store.Forget(s.id); err != nil {
		s.fail("forget the server", err)
		return false
	}
	delete(f.servers, s.id)
	return true
}

func (s *server) group() limit.Group { return s.fleet.cgroups.Group(s.marker) }

// errGone: the keeper went while it was looked for.
var errGone = fmt.Errorf("look for the keeper: %w", keeper.ErrNoKeeper)
