package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/node/power"
	"github.com/modyard/modyard/platform/pause"
)

// lookAgain is the pause between two looks for a keeper that has its lock but does not listen yet, or has ended but not yet gone.
const lookAgain = 10 * time.Millisecond

// marker names the processes of a server on this host: two nodes may know servers of one id.
func marker(folder, id string) string {
	sum := sha256.Sum256([]byte(folder))
	return id + "-" + hex.EncodeToString(sum[:4])
}

// inspect looks at the folder and tells the machine what became of the run: the process is there, has ended, or never was.
func (s *server) inspect(ctx context.Context) {
	if s.starting {
		return
	}
	if _, err := os.Stat(keeper.Meta(s.folder)); err != nil {
		if s.state.Active() {
			s.step(ctx, power.Failed{Run: s.state.Run}, time.Time{})
		}
		return
	}
	client, status, err := s.find(ctx)
	if err == nil {
		s.attach(ctx, client, status)
		s.step(ctx, power.Found{Run: status.Run}, status.Began)
		if status.Ready != nil { // before the time that has passed since is looked at
			s.step(ctx, power.Ready{Run: status.Run}, *status.Ready)
		}
		return
	}
	if ctx.Err() != nil {
		return
	}
	if !errors.Is(err, keeper.ErrNoKeeper) {
		s.fail("look for the keeper", err)
	}
	s.replay(ctx)
}

// find connects to the keeper if there is one. A keeper that has just taken its lock listens soon.
func (s *server) find(ctx context.Context) (*keeper.Client, keeper.Status, error) {
	for {
		client, err := keeper.Dial(ctx, s.folder)
		if err == nil {
			status, err := client.Status()
			if err == nil {
				return client, status, nil
			}
			_ = client.Close() // it has no use
		}
		alive, err := keeper.Alive(s.folder)
		if err != nil || !alive {
			return nil, keeper.Status{}, errors.Join(errGone, err)
		}
		if !pause.For(ctx, lookAgain) {
			return nil, keeper.Status{}, ctx.Err()
		}
	}
}

// ending is what is known of the end of a run.
type ending struct {
	exit  keeper.Exit
	found bool // there is a record of it
	begun bool // a keeper began it
}

// replay tells the machine of the end of the run that it believes to be active. There is no keeper.
func (s *server) replay(ctx context.Context) {
	if !s.state.Active() {
		return
	}
	run := s.state.Run
	var e ending
	err := keeper.Held(s.folder, func() error {
		exit, found, err := keeper.ReadExit(s.folder)
		if err != nil {
			return err
		}
		begun, err := keeper.Begun(s.folder, run)
		e = ending{exit: exit, found: found && exit.Run == run, begun: begun || s.state.Process}
		if err != nil || e.found {
			return err
		}
		if !e.begun { // a keeper that was started and comes late finds no order
			return keeper.Forget(s.folder)
		}
		err = s.killAll(ctx)   // what a keeper that was killed has left
		_ = s.group().Remove() // the next run uses it again if it cannot be removed
		return err
	})
	if errors.Is(err, keeper.ErrLocked) {
		s.post(message{inspect: true}) // one has just begun
		return
	}
	if err != nil {
		s.fail("learn of the end of a run", err)
	}
	rebooted := s.state.Boot != limit.BootID()
	switch {
	case e.found && e.exit.Failed != "":
		s.step(ctx, power.Failed{Run: run, Reason: node.ReasonStart}, e.exit.Ended)
	case e.found && !(rebooted && (e.exit.Exit.Code == 0 || e.exit.Exit.Signal != "")):
		s.step(ctx, power.Started{Run: run}, e.exit.Began)
		if e.exit.Ready != nil {
			s.step(ctx, power.Ready{Run: run}, *e.exit.Ready)
		}
		s.step(ctx, power.Exited{Run: run, Exit: &e.exit.Exit}, e.exit.Ended)
	case rebooted && e.begun:
		s.queued = true
		s.step(ctx, power.Started{Run: run}, time.Time{})
		s.step(ctx, power.Exited{Run: run, Reason: node.ReasonReboot}, time.Time{})
	case !e.begun:
		s.step(ctx, power.Failed{Run: run}, time.Time{}) // the node was killed before a keeper took the order
	default:
		s.step(ctx, power.Started{Run: run}, time.Time{})
		s.step(ctx, power.Exited{Run: run, Reason: node.ReasonKeeper}, time.Time{})
	}
	if len(s.unsaved) == 0 && !s.state.Active() {
		s.forgetRun()
	}
}

// attach follows a keeper. The end of the following is the end of the run, or of the keeper.
func (s *server) attach(ctx context.Context, client *keeper.Client, status keeper.Status) {
	s.drop()
	ctx, s.detach = context.WithCancel(ctx)
	s.mu.Lock()
	s.client, s.status = client, status
	s.mu.Unlock()
	s.fleet.running.Go(func() {
		told := false
		err := client.Follow(ctx, func() {
			s.lines.raise()
			if told {
				return
			}
			if now, err := client.Status(); err == nil && now.Ready != nil {
				told = true
				s.post(message{input: power.Ready{Run: status.Run}, at: *now.Ready})
			}
		})
		if ctx.Err() == nil {
			s.gone(ctx, err)
		}
	})
	s.fleet.running.Go(func() { s.measure(ctx, status) })
}

// gone waits until the keeper has left, and has the goroutine look what it left.
func (s *server) gone(ctx context.Context, cause error) {
	if !errors.Is(cause, keeper.ErrNoKeeper) {
		s.fail("follow the keeper", cause)
	}
	for {
		alive, err := keeper.Alive(s.folder)
		if err != nil {
			s.fail("look for the keeper", err)
		}
		if client, dialErr := keeper.Dial(ctx, s.folder); alive && dialErr == nil {
			_ = client.Close() // it only broke the connection
			break
		}
		if !alive || ctx.Err() != nil {
			break
		}
		if !pause.For(ctx, lookAgain) {
			return
		}
	}
	s.lines.raise()
	s.post(message{inspect: true})
}

// drop ends the following.
func (s *server) drop() {
	if s.detach != nil {
		s.detach()
		s.detach = nil
	}
	s.mu.Lock()
	client := s.client
	s.client, s.status = nil, keeper.Status{}
	s.mu.Unlock()
	if client != nil {
		_ = client.Close() // nothing is asked any more
	}
}
