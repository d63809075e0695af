package keeper_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/console"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/node/nodetest"
	"github.com/modyard/modyard/node/standin"
	"github.com/modyard/modyard/platform/until"
)

// TestMain lets the test binary act as the keeper and as the game.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "node-run":
			os.Exit(keeper.Main(context.Background(), os.Args[:2], os.Args[2:]))
		case "node-stand-in":
			os.Exit(standin.Main(os.Args[2:], os.Environ(), os.Stdin, os.Stdout))
		}
	}
	os.Exit(nodetest.Run(m))
}

// server is the folder of a server with a run of it.
type server struct {
	t      *testing.T
	folder string
	run    keeper.Run
	client *keeper.Client
}

// newServer prepares a run of the stand-in, or of a script if there is one.
func newServer(t *testing.T, script string) *server {
	t.Helper()
	folder := t.TempDir()
	for _, dir := range []string{"root", "meta"} {
		if err := os.Mkdir(filepath.Join(folder, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	marker := fmt.Sprintf("test-%d-%s", os.Getpid(), strings.ReplaceAll(t.Name(), "/", "-"))
	s := &server{t: t, folder: folder}
	s.run = keeper.Run{Run: "run1", Marker: marker, Argv: []string{os.Args[0], "node-stand-in"}, Env: []string{"PATH=/usr/bin:/bin"},
		Dir: filepath.Join(folder, "root"), StopSeconds: 5, Group: limit.Group{}}
	if script != "" {
		s.run.Argv = []string{"/bin/sh", "-c", script}
	}
	t.Cleanup(func() {
		if err := limit.KillAll(context.Background(), s.run.Group, marker, s.run.User); err != nil {
			t.Error(err)
		}
		until.True(t, "the keeper ends", func() bool { alive, err := keeper.Alive(folder); return !alive && err == nil })
		_ = s.run.Group.Remove() // the keeper has removed it, unless it was killed
	})
	return s
}

// start runs the server and connects.
func (s *server) start() *server {
	s.t.Helper()
	if err := keeper.Start(s.t.Context(), []string{os.Args[0], "node-run"}, s.folder, s.run); err != nil {
		s.t.Fatal(err)
	}
	client, err := keeper.Dial(s.t.Context(), s.folder)
	if err != nil {
		return s // it has ended already
	}
	s.client = client
	s.t.Cleanup(func() { _ = client.Close() }) // nothing is asked any more
	return s
}

func (s *server) ready() *server {
	s.t.Helper()
	until.Until(s.t, "the game is ready", func() error {
		status, err := s.client.Status()
		if err == nil && status.Ready == nil {
			err = errors.New("not ready")
		}
		return err
	})
	return s
}

func (s *server) write(line string) {
	s.t.Helper()
	if err := s.client.Write(line); err != nil {
		s.t.Fatal(err)
	}
}

func (s *server) status() keeper.Status {
	s.t.Helper()
	status, err := s.client.Status()
	if err != nil {
		s.t.Fatal(err)
	}
	return status
}

// lines reads all of the console that is kept.
func (s *server) lines() []node.Line {
	s.t.Helper()
	r := console.NewReader(keeper.ConsoleDir(s.folder))
	var all []node.Line
	for last := uint64(0); ; last = all[len(all)-1].Number {
		lines, missing, err := r.Since(last, 1000)
		if err != nil || missing != 0 && last != 0 {
			s.t.Fatalf("%d lines are missing, %v", missing, err)
		}
		if len(lines) == 0 {
			return all
		}
		all = append(all, lines...)
	}
}

// says waits for a line with a text and returns it.
func (s *server) says(text string) node.Line {
	s.t.Helper()
	var found node.Line
	r := console.NewReader(keeper.ConsoleDir(s.folder))
	until.True(s.t, "the console has "+text, func() bool {
		lines, err := r.LastLines(2000)
		if err != nil {
			s.t.Fatal(err)
		}
		for _, l := range lines {
			if strings.Contains(l.Text, text) && l.Stream != console.In {
				found = l
				return true
			}
		}
		return false
	})
	return found
}

// exit waits for the record of the end, and for the end of the keeper.
func (s *server) exit() keeper.Exit {
	s.t.Helper()
	var exit keeper.Exit
	until.Until(s.t, "the run ends", func() error {
		e, found, err := keeper.ReadExit(s.folder)
		if err == nil && !found {
			err = errors.New("no record")
		}
		exit = e
		return err
	})
	until.True(s.t, "the keeper ends", func() bool { alive, err := keeper.Alive(s.folder); return !alive && err == nil })
	return exit
}

// gone waits until a process has ended.
func gone(t *testing.T, pid int) {
	t.Helper()
	until.True(t, fmt.Sprintf("process %d ends", pid), func() bool { _, alive := limit.ProcessOf(pid); return !alive })
}

// keeperOf finds the process of the keeper: the parent of the game.
func (s *server) keeperOf() int {
	s.t.Helper()
	p, ok := limit.ProcessOf(s.status().PID)
	if !ok {
		s.t.Fatal("the game has ended")
	}
	return p.Parent
}
