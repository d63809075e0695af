package keeper_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/modyard/modyard/node/console"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/platform/until"
)

func TestAGameIsStartedCommandedAndStopped(t *testing.T) {
	s := newServer(t, "").start().ready()
	s.write("say 你好")
	s.says("[Server] 你好")
	status := s.status()
	if p, ok := limit.ProcessOf(status.PID); !ok || p.Start != status.Start || p.Session != status.PID || status.Run != "run1" {
		t.Errorf("%+v of %+v", status, p)
	}
	s.write("stop")
	exit := s.exit()
	if exit.Exit.Code != 0 || exit.Exit.Signal != "" || exit.Ready == nil || exit.Run != "run1" || exit.Failed != "" {
		t.Errorf("%+v", exit)
	}
	s.says("Saved the game")
	lines := s.lines()
	typed := 0
	for i, l := range lines {
		if l.Number != uint64(i+1) {
			t.Fatalf("line %d has number %d", i+1, l.Number)
		}
		if l.Stream == console.In {
			typed++
		}
	}
	if typed != 2 {
		t.Errorf("%d typed lines", typed)
	}
	s.run.Run = "run2"
	s.start().ready()
	if got := s.status().Last; got <= uint64(len(lines)) {
		t.Errorf("the numbers begin again: %d after %d", got, len(lines))
	}
}

func TestHowAGameEndedIsRecorded(t *testing.T) {
	hash := func(s *server) string { return s.exit().Exit.Stack }
	s := newServer(t, "").start().ready()
	s.write("crash 7")
	first := s.exit()
	if first.Exit.Code != 7 || first.Exit.Stack == "" {
		t.Errorf("%+v", first)
	}
	s.run.Run = "run2"
	s.start().ready().write("crash 9")
	if got := hash(s); got != first.Exit.Stack {
		t.Errorf("the same fault has the hashes %s and %s", first.Exit.Stack, got)
	}
	s.run.Run = "run3"
	s.run.Argv = []string{"/bin/sh", "-c", "kill -SEGV $$"}
	if got := s.start().exit(); got.Exit.Signal != "SIGSEGV" || got.Exit.Code != -1 || got.Ready != nil || got.Exit.Stack != "" {
		t.Errorf("%+v", got)
	}
	s.run.Run = "run4"
	s.run.Argv = []string{"/no/such/program"}
	if err := keeper.Start(t.Context(), []string{os.Args[0], "node-run"}, s.folder, s.run); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Error(err)
	}
	if got := s.exit(); got.Failed == "" || got.Run != "run4" {
		t.Errorf("%+v", got)
	}
}

func TestAServerHasOneKeeper(t *testing.T) {
	s := newServer(t, "").start().ready()
	if err := keeper.Start(t.Context(), []string{os.Args[0], "node-run"}, s.folder, s.run); !errors.Is(err, keeper.ErrLocked) {
		t.Error(err)
	}
	if alive, err := keeper.Alive(s.folder); !alive || err != nil {
		t.Error(alive, err)
	}
	s.write("stop")
	s.exit()
	if _, err := keeper.Dial(t.Context(), s.folder); !errors.Is(err, keeper.ErrNoKeeper) {
		t.Error(err)
	}
}

func TestTheGameDiesWithItsKeeper(t *testing.T) {
	s := newServer(t, "").start().ready()
	s.write("fork")
	forked, err := strconv.Atoi(strings.TrimSpace(s.says("forked ").Text[len("[00:00:00 INFO]: forked "):]))
	if err != nil {
		t.Fatal(err)
	}
	game := s.status().PID
	if err := syscall.Kill(s.keeperOf(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	gone(t, game)
	if _, found, err := keeper.ReadExit(s.folder); found || err != nil {
		t.Error("a record of the end", err)
	}
	// The game may be gone before the keeper's files are closed.
	until.True(t, "the keeper lets its lock go", func() bool {
		alive, err := keeper.Alive(s.folder)
		return !alive && err == nil
	})
	before := len(s.lines())
	s.run.Run = "run2"
	s.start().ready()
	gone(t, forked) // a new run begins without processes of the old one
	if got := s.lines(); len(got) <= before {
		t.Errorf("%d lines after %d", len(got), before)
	}
}

func TestNothingOfAGameOutlivesIt(t *testing.T) {
	s := newServer(t, "").start().ready()
	s.write("fork")
	forked, err := strconv.Atoi(strings.TrimSpace(s.says("forked ").Text[len("[00:00:00 INFO]: forked "):]))
	if err != nil {
		t.Fatal(err)
	}
	s.write("stop")
	s.exit() // although the forked process holds the output open
	gone(t, forked)
}

func TestAGameThatObeysNothingIsKilled(t *testing.T) {
	s := newServer(t, "").start().ready()
	s.write("ignore")
	s.says("are ignored")
	s.write("stop")
	s.says("A stop is ignored")
	if err := s.client.Signal(keeper.SignalTerm); err != nil {
		t.Fatal(err)
	}
	s.says("A signal is ignored")
	if err := s.client.Signal(keeper.SignalKill); err != nil {
		t.Fatal(err)
	}
	if got := s.exit(); got.Exit.Signal != "SIGKILL" || got.Exit.OutOfMemory {
		t.Errorf("%+v", got)
	}
}

func TestAKeeperThatIsToldToEndStopsTheGame(t *testing.T) {
	s := newServer(t, "").start().ready()
	keeperPID := s.keeperOf()
	for _, harmless := range []syscall.Signal{syscall.SIGHUP, syscall.SIGPIPE} {
		if err := syscall.Kill(keeperPID, harmless); err != nil {
			t.Fatal(err)
		}
	}
	s.status()
	if err := syscall.Kill(keeperPID, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if got := s.exit(); got.Exit.Code != 0 || got.Exit.Signal != "" {
		t.Errorf("%+v", got)
	}
}

func TestAGameThatReadsNothingBlocksNobody(t *testing.T) {
	s := newServer(t, "exec sleep 100000").start()
	var err error
	for range 20_000 {
		if err = s.client.Write(strings.Repeat("x", 4000)); err != nil {
			break
		}
	}
	if err == nil {
		t.Error("80 MB of commands are accepted")
	}
	if err := s.client.Signal(keeper.SignalKill); err != nil {
		t.Error(err)
	}
	s.exit()
}

func TestACommandIsOneLine(t *testing.T) {
	s := newServer(t, "").start().ready()
	for _, bad := range []string{"say a\nstop", "say a\rstop", "\x1b[2J", "x\x00", strings.Repeat("x", 5000)} {
		if err := s.client.Write(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
	s.status()
}

func TestAFollowerHearsOfChangesAndOfTheEnd(t *testing.T) {
	s := newServer(t, "").start().ready()
	changed := make(chan struct{}, 1000)
	ended := make(chan error, 1)
	go func() {
		ended <- s.client.Follow(context.Background(), func() {
			select {
			case changed <- struct{}{}:
			default:
			}
		})
	}()
	<-changed // it begins with one
	last := s.status().Last
	s.write("say x")
	for s.status().Last < last+2 {
		<-changed
	}
	s.write("stop")
	if err := <-ended; !errors.Is(err, keeper.ErrNoKeeper) {
		t.Error(err)
	}
	if _, found, err := keeper.ReadExit(s.folder); !found || err != nil {
		t.Error("the end is told before it is recorded", err)
	}
}

func TestALateKeeperDoesNotExecuteAnOldOrder(t *testing.T) {
	s := newServer(t, "").start().ready()
	s.write("stop")
	s.exit()
	again := func() int { return keeper.Main(t.Context(), []string{os.Args[0], "node-run"}, []string{s.folder}) }
	if code := again(); code == 0 {
		t.Error("the run is executed again")
	}
	if err := keeper.Held(s.folder, func() error { return keeper.Forget(s.folder) }); err != nil {
		t.Fatal(err)
	}
	if code := again(); code == 0 {
		t.Error("a run without an order")
	}
	if _, err := os.Stat(filepath.Join(s.folder, "meta", "exit.json")); !os.IsNotExist(err) {
		t.Error(err)
	}
}
