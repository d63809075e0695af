package keeper

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/modyard/modyard/node/console"
	"github.com/modyard/modyard/node/limit"
)

// fdStarted is the descriptor on which the node learns that the game runs: a line that is empty, or why it does not.
const fdStarted = 3

// Exit codes of Main.
const (
	exitFailed = 1
	exitLocked = 3
)

// Main is the program: args are the folder of the server. self are the arguments with which the program itself was started up to args,
// such as its path and "node-run"; it starts itself by them. It returns when the run has ended, or when the context or SIGTERM ended it by
// the ladder of a stop.
func Main(ctx context.Context, self, args []string) int {
	if len(args) > 0 && args[0] == argInit {
		return initStage(args[1:])
	}
	if len(args) != 1 {
		fmt.Fprintln(os.Stderr, "usage: node-run <folder of a server>")
		return 2
	}
	k := &keeper{folder: args[0], self: self, started: startedPipe(), followers: map[chan struct{}]struct{}{}}
	err := k.keep(ctx)
	k.tell(err)
	switch {
	case errors.Is(err, ErrLocked):
		return exitLocked
	case err != nil:
		fmt.Fprintln(os.Stderr, time.Now().UTC().Format(time.RFC3339), err)
		return exitFailed
	}
	return 0
}

// startedPipe is the pipe to the node, nil if this process was started by somebody else and the descriptor is something of its own.
func startedPipe() *os.File {
	var info syscall.Stat_t
	if syscall.Fstat(fdStarted, &info) != nil || info.Mode&syscall.S_IFMT != syscall.S_IFIFO {
		return nil
	}
	syscall.CloseOnExec(fdStarted)
	return os.NewFile(fdStarted, "started")
}

// tell tells the node that the game runs, or why it does not. Only the first call does.
func (k *keeper) tell(err error) {
	if k.started == nil {
		return
	}
	w := bufio.NewWriter(k.started)
	if err != nil {
		_, _ = w.WriteString(err.Error()) // the node may have gone
	}
	_, _ = w.WriteString("\n")
	_ = w.Flush()
	_ = k.started.Close()
	k.started = nil
}

// keep runs the server once.
func (k *keeper) keep(ctx context.Context) error {
	syscall.Umask(0o077)
	signals := make(chan os.Signal, 64) // also those that only must not end this process: the game gets them unchanged
	signal.Notify(signals, syscall.SIGHUP, syscall.SIGPIPE, syscall.SIGTERM, syscall.SIGINT, syscall.SIGCHLD)
	defer signal.Stop(signals)
	lock, err := lockPatiently(ctx, filepath.Join(Meta(k.folder), fileLock))
	if err != nil {
		return err
	}
	defer func() { _ = lock.Close() }() // the end of the process does it too
	run, found, err := ReadRun(k.folder)
	if err != nil || !found {
		return errors.Join(errors.New("there is no order"), err)
	}
	last, found, err := ReadExit(k.folder)
	if err != nil || found && last.Run == run.Run {
		return errors.Join(fmt.Errorf("the run %s has ended", run.Run), err)
	}
	k.run = run
	if err := k.start(ctx); err != nil { // the game never ran: the node learns why, even if it is not there now
		now := time.Now().UTC()
		return errors.Join(err, writeJSON(filepath.Join(Meta(k.folder), fileExit), Exit{Run: run.Run, Failed: err.Error(), Began: now, Ended: now}))
	}
	return k.attend(ctx, signals)
}

// start starts the game, after it has made sure that no process of a former run is left.
func (k *keeper) start(ctx context.Context) error {
	if err := k.prepare(ctx); err != nil {
		return err
	}
	w, err := console.OpenWriter(ConsoleDir(k.folder))
	if err != nil {
		return err
	}
	k.console, k.out = w, &output{to: w, changed: k.changed}
	if err := os.WriteFile(filepath.Join(Meta(k.folder), fileBegun), []byte(k.run.Run), permPrivate); err != nil {
		return fmt.Errorf("begin the run: %w", errors.Join(err, w.Close()))
	}
	if k.game, err = startGame(k.run, k.self, k.out); err != nil {
		return errors.Join(err, w.Close())
	}
	return nil
}

// lockPatiently waits a moment for the lock: the node holds it for as long as it takes to see that nobody does.
func lockPatiently(ctx context.Context, path string) (*os.File, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		lock, err := Lock(path)
		if !errors.Is(err, ErrLocked) {
			return lock, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-tick.C:
		}
	}
}

// prepare makes sure that no process of a former run is left.
func (k *keeper) prepare(ctx context.Context) error {
	if err := limit.Adopt(); err != nil {
		return err
	}
	_ = limit.Detect().Leave() // it only helps a manager of services that ends whole groups
	ctx, cancel := context.WithTimeout(ctx, killLimit)
	defer cancel()
	return limit.KillAll(ctx, k.run.Group, k.run.Marker, k.run.User)
}

// attend serves the node until the game has ended, and records the end.
func (k *keeper) attend(ctx context.Context, signals <-chan os.Signal) error {
	stop, err := k.listen()
	if err != nil {
		k.game.kill()
		_, waitErr := k.game.wait()
		return errors.Join(err, waitErr)
	}
	k.tell(nil)
	done := make(chan Exit, 1)
	failed := make(chan error, 1)
	go func() {
		exit, err := k.game.wait()
		stack, outErr := k.out.end()
		exit.Stack = stack
		failed <- errors.Join(err, outErr)
		done <- Exit{Run: k.run.Run, Began: k.game.began, Ready: k.out.readyAt(), Ended: time.Now().UTC(), Exit: exit}
	}()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	ladder, ending := newLadder(k.game, k.run.StopSeconds, k.out), ctx.Done()
	for {
		select {
		case exit := <-done:
			err := errors.Join(<-failed, k.console.Close(), writeJSON(filepath.Join(Meta(k.folder), fileExit), exit))
			stop()
			return err
		case <-tick.C:
			k.out.due()
			ladder.climb(time.Now())
		case <-ending:
			ladder.begin(time.Now())
			ending = nil
		case s := <-signals:
			switch s {
			case syscall.SIGCHLD:
				limit.Reap(k.game.cmd.Process.Pid)
			case syscall.SIGTERM, syscall.SIGINT:
				ladder.begin(time.Now())
			}
		}
	}
}
