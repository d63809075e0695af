package fleet_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/fleet"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/node/store"
	"github.com/modyard/modyard/platform/until"
)

func openStore(dir string) (*store.Store, error) { return store.Open(filepath.Join(dir, "node.db")) }

// nodeMain is a node on a folder, which reads documents from its input until it is killed: "server generation running action delay".
func nodeMain(dir string) int {
	s, err := openStore(dir)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	f, err := fleet.New(options(dir, strings.Fields(os.Getenv("GAME_ENV")), s))
	if err == nil {
		err = f.Adopt(context.Background())
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("adopted")
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var server, action string
		var generation uint64
		var running bool
		if _, err := fmt.Sscan(in.Text(), &server, &generation, &running, &action); err != nil {
			fmt.Println(err)
			return 1
		}
		if err := f.Apply(context.Background(), []node.Desired{desire(server, generation, running, action)}, false); err != nil {
			fmt.Println(err)
			return 1
		}
		fmt.Println("applied")
	}
	return 0
}

// victim is a node in a process of its own.
type victim struct {
	t   *testing.T
	cmd *exec.Cmd
	in  *os.File
	out *bufio.Reader
}

func (h *host) victim() *victim {
	h.t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		h.t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "node", h.dir)
	cmd.Env = append(os.Environ(), "GAME_ENV="+strings.Join(h.env, " "))
	cmd.Stdin, cmd.Stderr = r, os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		h.t.Fatal(err)
	}
	_ = r.Close() // the process has it
	v := &victim{t: h.t, cmd: cmd, in: w, out: bufio.NewReader(out)}
	h.t.Cleanup(func() {
		_ = cmd.Process.Kill() // most tests have done it
		_ = cmd.Wait()
		_ = w.Close()
	})
	v.expect("adopted")
	return v
}

func (v *victim) expect(want string) {
	v.t.Helper()
	if got, err := v.out.ReadString('\n'); err != nil || strings.TrimSpace(got) != want {
		v.t.Fatalf("the node says %q, %v", got, err)
	}
}

func (v *victim) ask(server string, generation uint64, action string) {
	v.t.Helper()
	running := action == node.ActionStart || action == node.ActionRestart
	if _, err := fmt.Fprintln(v.in, server, generation, running, action); err != nil {
		v.t.Fatal(err)
	}
	v.expect("applied")
}

// kill is kill -9 of the node.
func (v *victim) kill() {
	v.t.Helper()
	if err := v.cmd.Process.Kill(); err != nil {
		v.t.Fatal(err)
	}
	_ = v.cmd.Wait() // it was killed
}

// running waits until a game is ready, asking its keeper.
func (h *host) running(server string) {
	h.t.Helper()
	until.Until(h.t, server+" is ready", func() error {
		client, err := keeper.Dial(h.t.Context(), h.folder(server))
		if err != nil {
			return err
		}
		status, err := client.Status()
		if err == nil && status.Ready == nil {
			err = errors.New("not ready")
		}
		return errors.Join(err, client.Close())
	})
}

// whole checks that the numbers of a console have no hole, and counts the lines with a text.
func (h *host) whole(server, text string) (count int) {
	h.t.Helper()
	c := h.console(server)
	for last := uint64(0); ; {
		lines, missing, err := c.Since(last, 1000)
		if err != nil || missing != 0 {
			h.t.Fatalf("%d lines are missing after %d, %v", missing, last, err)
		}
		if len(lines) == 0 {
			return count
		}
		for _, l := range lines {
			if last++; l.Number != last {
				h.t.Fatalf("line %d has the number %d", last, l.Number)
			}
			if strings.Contains(l.Text, text) && l.Stream != "in" {
				count++
			}
		}
	}
}

func TestAKilledNodeEndsNoRunningGameAndLosesNoLine(t *testing.T) {
	h := newHost(t)
	v := h.victim()
	v.ask(one, 1, node.ActionStart)
	h.running(one)
	game := h.pidOf(one)
	client, err := keeper.Dial(t.Context(), h.folder(one))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }() // nothing is asked any more
	for i := range 40 {
		if err := client.Write(fmt.Sprint("say line", i, ".")); err != nil {
			t.Fatal(err)
		}
		if i == 10 {
			v.kill()
		}
	}
	if got := h.pidOf(one); got != game {
		t.Errorf("another process: %d, %d", got, game)
	}
	h.open()
	if o := h.reaches(one, node.StateRunning); o.Generation != 1 {
		t.Errorf("%+v", o)
	}
	h.write(one, "say last")
	h.says(one, "[Server] last")
	for i := range 40 {
		if n := h.whole(one, fmt.Sprint("[Server] line", i, ".")); n != 1 {
			t.Errorf("line %d is there %d times", i, n)
		}
	}
	if got := h.kinds(one); got != "started ready" {
		t.Error(got)
	}
}

func TestAKilledNodeEndsNoStartingGame(t *testing.T) {
	h := newHost(t, "STANDIN_DELAY=1h")
	v := h.victim()
	v.ask(one, 1, node.ActionStart)
	game := h.pidOf(one)
	v.kill()
	h.open()
	h.reaches(one, node.StateStarting)
	if got := h.pidOf(one); got != game {
		t.Errorf("another process: %d, %d", got, game)
	}
	if got := h.kinds(one); got != "started" {
		t.Error(got)
	}
}

func TestANodeThatIsKilledWhileItStartsAServerStartsOne(t *testing.T) {
	for _, until := range []string{"", "meta", "meta/run.json", "meta/lock", "meta/console", "root/world", "meta/keeper.sock"} {
		h := newHost(t)
		v := h.victim()
		v.ask(one, 1, node.ActionStart)
		h.exists(until)
		v.kill()
		h.open()
		h.reaches(one, node.StateRunning)
		marked := limit.Marked(mustRun(t, h).Marker)
		if len(marked) != 1 {
			t.Errorf("killed at %q: %d processes", until, len(marked))
		}
		if got := h.kinds(one); got != "started ready" {
			t.Errorf("killed at %q: %s", until, got)
		}
		h.clean()
	}
}

// exists waits for a file of the server, looking as often as it can.
func (h *host) exists(path string) {
	for path != "" {
		if _, err := os.Stat(filepath.Join(h.folder(one), path)); err == nil {
			return
		}
	}
}

func mustRun(t *testing.T, h *host) keeper.Run {
	t.Helper()
	run, found, err := keeper.ReadRun(h.folder(one))
	if err != nil || !found {
		t.Fatal(found, err)
	}
	return run
}

func TestAStopGoesOnAfterTheNodeIsKilled(t *testing.T) {
	h := newHost(t)
	v := h.victim()
	v.ask(one, 1, node.ActionStart)
	h.running(one)
	client, err := keeper.Dial(t.Context(), h.folder(one))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }() // nothing is asked any more
	if err := client.Write("ignore"); err != nil {
		t.Fatal(err)
	}
	v.ask(one, 2, node.ActionStop)
	v.kill()
	h.open()
	if o := h.observed(one); o.State != node.StateStopping {
		t.Error(o.State)
	}
	h.says(one, "A signal is ignored")
	h.generation = 2
	h.ask(one, node.ActionKill)
	h.reaches(one, node.StateStopped)
}

func TestTheEndOfAGameIsReportedOnceAlthoughNoNodeSawIt(t *testing.T) {
	h := newHost(t)
	v := h.victim()
	v.ask(one, 1, node.ActionStart)
	h.running(one)
	v.kill()
	client, err := keeper.Dial(t.Context(), h.folder(one))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(client.Write("crash 42"), client.Close()); err != nil {
		t.Fatal(err)
	}
	until.True(t, "the game ends", func() bool { alive, err := keeper.Alive(h.folder(one)); return !alive && err == nil })
	for range 2 {
		h.open()
		h.reaches(one, node.StateRunning)
		h.close()
	}
	h.open()
	if got := h.kinds(one); got != "started ready crashed42 started ready" {
		t.Error(got)
	}
}

func TestAGameDiesWithItsKeeperAndIsStartedAgain(t *testing.T) {
	h := newHost(t).open()
	h.ask(one, node.ActionStart)
	h.reaches(one, node.StateRunning)
	game := h.pidOf(one)
	p, ok := limit.ProcessOf(game)
	if !ok {
		t.Fatal("no game")
	}
	if err := syscall.Kill(p.Parent, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	until.True(t, "the game ends", func() bool { _, alive := limit.ProcessOf(game); return !alive })
	until.True(t, "a report", func() bool { return strings.HasPrefix(h.kinds(one), "started ready crashed(keeper-lost)") })
	h.reaches(one, node.StateRunning)
}

func TestAKeeperThatHangsIsKilledWithItsGame(t *testing.T) {
	h := newHost(t).open()
	h.ask(one, node.ActionStart)
	h.reaches(one, node.StateRunning)
	p, ok := limit.ProcessOf(h.pidOf(one))
	if !ok {
		t.Fatal("no game")
	}
	if err := syscall.Kill(p.Parent, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	h.ask(one, node.ActionKill)
	h.reaches(one, node.StateStopped)
	if _, alive := limit.ProcessOf(p.PID); alive {
		t.Error("the game is alive")
	}
}

func TestAfterARestartOfTheHostServersStartAgain(t *testing.T) {
	h := newHost(t).open()
	servers := []string{"reboot01", "reboot02", "reboot03", "reboot04", "reboot05", "reboot06"}
	for _, s := range servers {
		h.ask(s, node.ActionStart)
	}
	for _, s := range servers {
		h.reaches(s, node.StateRunning)
	}
	h.close()
	for _, s := range servers { // the host's processes are gone, and it has another boot id
		if p, ok := limit.ProcessOf(h.pidOf(s)); ok {
			_ = syscall.Kill(p.Parent, syscall.SIGKILL)
		}
		until.True(t, "the keeper ends", func() bool { alive, err := keeper.Alive(h.folder(s)); return !alive && err == nil })
	}
	st, err := openStore(h.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range servers {
		state := map[string]any{}
		if found, err := st.Power(s, &state); !found || err != nil {
			t.Fatal(found, err)
		}
		state["boot"] = "another"
		if err := st.Save(s, state); err != nil {
			t.Fatal(err)
		}
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	h.open()
	for _, s := range servers {
		h.reaches(s, node.StateRunning)
		if got := h.kinds(s); got != "started ready crashed(host-restarted) started ready" {
			t.Error(got)
		}
	}
}

func TestTwoNodesDoNotShareAFolder(t *testing.T) {
	h := newHost(t).open()
	other, err := store.Open(filepath.Join(t.TempDir(), "node.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }() // it is empty
	if _, err := fleet.New(options(h.dir, nil, other)); !errors.Is(err, fleet.ErrInUse) {
		t.Error(err)
	}
}

func TestANodeThatLostItsStoreFindsItsGames(t *testing.T) {
	h := newHost(t).open()
	h.ask(one, node.ActionStart)
	h.reaches(one, node.StateRunning)
	game := h.pidOf(one)
	h.close()
	if err := os.Remove(filepath.Join(h.dir, "node.db")); err != nil {
		t.Fatal(err)
	}
	h.asked = map[string]uint64{}
	h.open()
	h.reaches(one, node.StateRunning)
	h.apply(true, desire(one, 5, true, ""))
	until.True(t, "the document is applied", func() bool { return h.observed(one).Generation == 5 })
	if got := h.pidOf(one); got != game || h.observed(one).State != node.StateRunning {
		t.Errorf("process %d, %d before", got, game)
	}
	h.apply(true)
	h.reaches(one, node.StateStopped)
}

func TestANodeThatLeavesWithItsServersStartsThemWhenItComesBack(t *testing.T) {
	h := newHost(t).open()
	h.ask(one, node.ActionStart)
	h.reaches(one, node.StateRunning)
	game := h.pidOf(one)
	if err := errors.Join(h.fleet.Close(true), h.store.Close()); err != nil {
		t.Fatal(err)
	}
	h.fleet = nil
	if _, alive := limit.ProcessOf(game); alive {
		t.Error("the game is alive")
	}
	h.open()
	h.reaches(one, node.StateRunning)
	if got := h.kinds(one); got != "started ready stopped started ready" {
		t.Error(got)
	}
}
