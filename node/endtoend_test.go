package node_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node"
	"github.com/modyard/modyard/platform/until"
)

func TestAServerIsStartedShownAndStopped(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	n := run(t, joined(t, s), "127.0.0.1:0", "stand-in")
	s.start(server)
	until.True(t, "the server runs", func() bool { return s.state(server).State == contract.StateRunning })
	if o := s.state(server); o.Started == nil || o.Run == "" {
		t.Errorf("it is not said when the process was started: %+v", o)
	}
	b, err := s.look(n.address, server, 0)
	if err != nil {
		t.Fatal(err)
	}
	b.until("For help, type")
	if err := b.send(contract.FromBrowser{Event: contract.EventCommand, Cmd: "say 你好"}); err != nil {
		t.Fatal(err)
	}
	if in := b.until("say 你好"); in.Stream != "in" {
		t.Errorf("%+v", in)
	}
	if out := b.until("[Server] 你好"); out.Stream != "out" {
		t.Errorf("%+v", out)
	}
	answer, err := http.Get("http://" + n.address + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	if err != nil || string(text) != "ok\n" {
		t.Errorf("%q, %v", text, err)
	}
	_ = answer.Body.Close()
	s.want(server, func(d *contract.Desired) {
		d.Running, d.Power = false, &contract.Power{Generation: d.Generation, Action: contract.ActionStop}
	})
	for {
		f, err := b.next()
		if err != nil {
			t.Fatal(err)
		}
		if f.State == contract.StateStopped {
			break
		}
	}
	want := []string{contract.ReportStarted, contract.ReportReady, contract.ReportStopped}
	until.True(t, "the reports have arrived", func() bool { return slices.Equal(s.kinds(server), want) })
	// A revoked account is gone although the node was told over the link only.
	s.revoke(contract.Revoked{Server: server, Account: account, Epoch: 2})
	for err == nil {
		_, err = b.next()
	}
	if !strings.Contains(err.Error(), "4403") {
		t.Error(err)
	}
	if log := n.log.String(); strings.Contains(log, "eyJ") {
		t.Error("the log contains a token")
	}
}

// follower reads a console over several connections and checks that each line comes once.
type follower struct {
	t    *testing.T
	at   uint64 // number of the last line
	flow int    // number in the text of the last line
	pid  int
}

// read reads some more lines.
func (f *follower) read(b *browser, lines int) {
	f.t.Helper()
	for end := f.at + uint64(lines); f.at < end; {
		frame, err := b.next()
		if err != nil {
			f.t.Fatal(err)
		}
		if frame.Event == contract.EventLines && frame.Missing != 0 {
			f.t.Fatalf("%d lines are missing after %d", frame.Missing, f.at)
		}
		for _, line := range frame.Lines {
			if line.Number != f.at+1 {
				f.t.Fatalf("line %d after %d", line.Number, f.at)
			}
			f.at = line.Number
			var n int
			if _, err := fmt.Sscanf(line.Text, "flow 0 of process %d", &f.pid); err == nil {
				continue
			}
			if _, err := fmt.Sscanf(line.Text, "flow %d", &n); err != nil {
				continue
			}
			if n != f.flow+1 {
				f.t.Fatalf("line %d of the server after %d", n, f.flow)
			}
			f.flow = n
		}
	}
}

func TestAKilledNodeLosesNoLineOfARunningServerAndShowsNoneTwice(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	dir := joined(t, s)
	n := run(t, dir, "127.0.0.1:0", "flow")
	b, err := s.look(n.address, server, 0)
	for err == nil { // the server is not known yet
		_, err = b.next()
	}
	s.start(server)
	until.True(t, "the server runs", func() bool { return s.state(server).State == contract.StateRunning })
	first := s.state(server)
	f := &follower{t: t}
	for range 3 {
		b, err := s.look(n.address, server, f.at)
		if err != nil {
			t.Fatal(err)
		}
		f.read(b, 700)
		n.kill()
		n = run(t, dir, n.address, "flow")
	}
	b, err = s.look(n.address, server, f.at)
	if err != nil {
		t.Fatal(err)
	}
	f.read(b, 700)
	until.True(t, "the server is observed again", func() bool { s.mu.Lock(); defer s.mu.Unlock(); return len(s.hellos) == 4 })
	if now := s.state(server); now.Run != first.Run || now.State != contract.StateRunning {
		t.Errorf("%+v, then %+v", first, now)
	}
	if err := n.terminate(); err != nil {
		t.Error(err)
	}
	if f.pid == 0 || !lives(f.pid) {
		t.Errorf("the server's process %d has ended with the node", f.pid)
	}
	if err := node.StopAll(t.Context(), config(dir, n.address, "flow")); err != nil {
		t.Error(err)
	}
	if lives(f.pid) {
		t.Errorf("the server's process %d goes on", f.pid)
	}
	if got := s.kinds(server); !slices.Equal(got, []string{contract.ReportStarted, contract.ReportReady}) {
		t.Errorf("reports: %v", got)
	}
}

func TestANodeThatRunsEndsForACommandThatStopsAll(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	dir := joined(t, s)
	n := run(t, dir, "127.0.0.1:0", "stand-in")
	s.start(server)
	until.True(t, "the server runs", func() bool { return s.state(server).State == contract.StateRunning })
	if err := node.StopAll(t.Context(), config(dir, n.address, "stand-in")); err != nil {
		t.Fatal(err)
	}
	if err := <-n.ended; err != nil {
		t.Error(err)
	}
	close(n.ended)
	// The next node starts what should run.
	run(t, dir, n.address, "stand-in")
	until.True(t, "the server was started again", func() bool {
		kinds := s.kinds(server)
		return len(kinds) > 3 && kinds[len(kinds)-1] == contract.ReportReady
	})
}

func TestANodeRefusesAFolderThatIsNotItsOwn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := node.Run(t.Context(), config(dir, "127.0.0.1:0")); err == nil || !strings.Contains(err.Error(), "chmod 700") {
		t.Errorf("a folder that others may read: %v", err)
	}
	if err := node.Run(t.Context(), config(filepath.Join(dir, "new"), "127.0.0.1:0")); err == nil || !strings.Contains(err.Error(), "modyard node join") {
		t.Errorf("a folder that has joined nothing: %v", err)
	}
	s := newSite(t)
	taken := joined(t, s)
	if err := os.Chmod(filepath.Join(taken, "node.json"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := node.Run(t.Context(), config(taken, "127.0.0.1:0")); err == nil || !strings.Contains(err.Error(), "0600") {
		t.Errorf("a key that others may read: %v", err)
	}
	if err := os.Chmod(filepath.Join(taken, "node.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	n := run(t, taken, "127.0.0.1:0", "stand-in")
	if err := node.Run(t.Context(), config(taken, "127.0.0.1:0")); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("a second node: %v", err)
	}
	if err := n.terminate(); err != nil {
		t.Error(err)
	}
}
