package fleet_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/fleet"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/node/nodetest"
	"github.com/modyard/modyard/node/standin"
	"github.com/modyard/modyard/node/store"
	"github.com/modyard/modyard/platform/until"
)

// TestMain lets the test binary act as a keeper, a game, or a node that can be killed.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "node-run":
			os.Exit(keeper.Main(context.Background(), os.Args[:2], os.Args[2:]))
		case "node-stand-in":
			os.Exit(standin.Main(os.Args[2:], os.Environ(), os.Stdin, os.Stdout))
		case "node":
			os.Exit(nodeMain(os.Args[2]))
		}
	}
	os.Exit(nodetest.Run(m))
}

// host is the data folder of a node with the node that runs on it.
type host struct {
	t     *testing.T
	dir   string
	env   []string
	store *store.Store
	fleet *fleet.Fleet
	// generation is that of the last document, asked that of the last one about a server.
	generation uint64
	asked      map[string]uint64
}

const (
	one = "serverOne1"
	two = "serverTwo2"
)

func newHost(t *testing.T, env ...string) *host {
	t.Helper()
	h := &host{t: t, dir: t.TempDir(), env: env, asked: map[string]uint64{}}
	t.Cleanup(h.clean)
	return h
}

// clean kills all that is left of the host.
func (h *host) clean() {
	if h.fleet != nil {
		h.close()
	}
	folders, err := filepath.Glob(filepath.Join(h.dir, "servers", "*", "meta"))
	if err != nil {
		h.t.Error(err)
	}
	for _, meta := range folders {
		folder := filepath.Dir(meta)
		run, found, err := keeper.ReadRun(folder)
		if err != nil || !found {
			continue
		}
		until.True(h.t, "the keeper ends", func() bool { // it may only be about to start its game
			if err := limit.KillAll(context.Background(), run.Group, run.Marker, run.User); err != nil {
				h.t.Error(err)
			}
			alive, err := keeper.Alive(folder)
			return !alive && err == nil
		})
		_ = run.Group.Remove() // the keeper has removed it, unless it was killed
	}
}

func options(dir string, env []string, s *store.Store) fleet.Options {
	return fleet.Options{Dir: dir, Store: s, Plain: true, Launch: []string{os.Args[0], "node-run"}, StandIn: []string{os.Args[0], "node-stand-in"},
		StandInEnv: env, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
}

// open begins with a node in this process.
func (h *host) open() *host {
	h.t.Helper()
	var err error
	if h.store, err = store.Open(filepath.Join(h.dir, "node.db")); err != nil {
		h.t.Fatal(err)
	}
	if h.fleet, err = fleet.New(options(h.dir, h.env, h.store)); err != nil {
		h.t.Fatal(err)
	}
	if err := h.fleet.Adopt(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	return h
}

// close ends the node; its servers go on.
func (h *host) close() {
	h.t.Helper()
	if err := errors.Join(h.fleet.Close(false), h.store.Close()); err != nil {
		h.t.Error(err)
	}
	h.fleet, h.store = nil, nil
}

// desire is a document about a server that runs the stand-in.
func desire(server string, generation uint64, running bool, action string) node.Desired {
	d := node.Desired{Server: server, Generation: generation, Running: running, Software: node.Software{Kind: node.SoftwareStandIn}, Startup: node.Startup{StopSeconds: 5}}
	if action != "" {
		d.Power = &node.Power{Generation: generation, Action: action}
	}
	return d
}

// ask sends a request about a server as the site does.
func (h *host) ask(server, action string) {
	h.t.Helper()
	h.generation++
	running := action == node.ActionStart || action == node.ActionRestart
	h.apply(false, desire(server, h.generation, running, action))
}

func (h *host) apply(complete bool, documents ...node.Desired) {
	h.t.Helper()
	for _, d := range documents {
		h.asked[d.Server] = d.Generation
	}
	if err := h.fleet.Apply(h.t.Context(), documents, complete); err != nil {
		h.t.Fatal(err)
	}
}

func (h *host) observed(server string) node.Observed {
	for _, o := range h.fleet.Observed() {
		if o.Server == server {
			return o
		}
	}
	return node.Observed{}
}

// reaches waits for a state.
func (h *host) reaches(server, state string) node.Observed {
	h.t.Helper()
	var o node.Observed
	until.Until(h.t, server+" is "+state, func() error {
		if o = h.observed(server); o.State != state || o.Generation < h.asked[server] {
			return fmt.Errorf("it is %s by the document %d", o.State, o.Generation)
		}
		return nil
	})
	return o
}

func (h *host) console(server string) *fleet.Console {
	h.t.Helper()
	c, ok := h.fleet.Console(server)
	if !ok {
		h.t.Fatal("no console")
	}
	return c
}

// write gives the server a line as soon as it can be given.
func (h *host) write(server, line string) {
	h.t.Helper()
	if err := h.console(server).Write(h.t.Context(), line); err != nil {
		h.t.Fatal(err)
	}
}

// says waits for a line with a text.
func (h *host) says(server, text string) node.Line {
	h.t.Helper()
	c := h.console(server)
	for last := uint64(0); ; {
		lines, _, err := c.Since(last, 500)
		if err != nil {
			h.t.Fatal(err)
		}
		for _, l := range lines {
			if last = l.Number; strings.Contains(l.Text, text) && l.Stream != "in" {
				return l
			}
		}
		if len(lines) > 0 {
			continue
		}
		ctx, cancel := context.WithCancel(h.t.Context())
		waited := make(chan error, 1)
		go func() { waited <- c.Wait(ctx, last) }()
		err, _ = until.Receive(h.t, fmt.Sprintf("%s says %q", server, text), waited)
		cancel()
		if err != nil {
			h.t.Fatal(err)
		}
	}
}

// kinds are the reports about a server, in order, with their reasons.
func (h *host) kinds(server string) string {
	h.t.Helper()
	reports, err := h.store.Pending(0, 10_000)
	if err != nil {
		h.t.Fatal(err)
	}
	var all []string
	for _, r := range reports {
		if r.Server != server {
			continue
		}
		kind := r.Kind
		if r.Reason != "" {
			kind += "(" + r.Reason + ")"
		}
		if r.Exit != nil && r.Kind == node.ReportCrashed {
			kind += fmt.Sprint(r.Exit.Code)
		}
		all = append(all, kind)
	}
	return strings.Join(all, " ")
}

// freePort is a port on which nobody listens.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }() // nobody connected
	return l.Addr().(*net.TCPAddr).Port
}

// pidOf is the process of the game.
func (h *host) pidOf(server string) int {
	h.t.Helper()
	folder := filepath.Join(h.dir, "servers", server)
	var pid int
	until.Until(h.t, "the keeper answers", func() error {
		client, err := keeper.Dial(h.t.Context(), folder)
		if err != nil {
			return err
		}
		status, err := client.Status()
		pid = status.PID
		return errors.Join(err, client.Close())
	})
	return pid
}

func (h *host) folder(server string) string { return filepath.Join(h.dir, "servers", server) }
