package keeper

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/modyard/modyard/node/console"
	"github.com/modyard/modyard/node/limit"
)

// keeper is the state of Main.
type keeper struct {
	folder  string
	self    []string
	started *os.File
	run     Run
	console *console.Writer
	out     *output
	game    *game

	mu        sync.Mutex
	followers map[chan struct{}]struct{}
}

// What a request may ask for.
const (
	doWrite  = "write"
	doSignal = "signal"
	doStatus = "status"
	doFollow = "follow"
)

// Signals of a request.
const (
	SignalTerm = "TERM"
	SignalKill = "KILL"
)

// request is a line of the node; the answer is a line with a Status.
type request struct {
	Do     string `json:"do"`
	Line   string `json:"line,omitempty"`
	Signal string `json:"signal,omitempty"`
}

// Status is how the run is.
type Status struct {
	Run string `json:"run"`
	// PID and Start identify the process of the game, see limit.Process; Boot is the host's boot id.
	PID   int    `json:"pid"`
	Start uint64 `json:"start"`
	Boot  string `json:"boot"`
	// Keeper and KeeperStart identify the process of the keeper.
	Keeper      int        `json:"keeper"`
	KeeperStart uint64     `json:"keeper_start"`
	Began       time.Time  `json:"began"`
	Ready       *time.Time `json:"ready,omitempty"`
	// Last is the number of the newest line of the console.
	Last  uint64 `json:"last"`
	Error string `json:"error,omitempty"`
}

const (
	// maxRequest bounds a request in bytes, maxLine a command.
	maxRequest = 64 << 10
	maxLine    = 4096
)

// shortPath is a way to the socket that is short enough for the address of a socket, whatever the folder is called. The file must stay open.
func shortPath(meta *os.File) string {
	return filepath.Join("/proc/self/fd", strconv.Itoa(int(meta.Fd())), fileSocket)
}

// listen serves the socket. stop ends it, and all connections.
func (k *keeper) listen() (stop func(), err error) {
	meta, err := os.Open(Meta(k.folder))
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	if err := os.Remove(filepath.Join(Meta(k.folder), fileSocket)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("listen: %w", errors.Join(err, meta.Close()))
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: shortPath(meta), Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("listen: %w", errors.Join(err, meta.Close()))
	}
	var mu sync.Mutex
	conns, stopped := map[net.Conn]struct{}{}, false
	go func() {
		for {
			conn, err := l.AcceptUnix()
			if err != nil {
				return
			}
			mu.Lock()
			if stopped || !ours(conn) {
				_ = conn.Close() // nothing was said
			} else {
				conns[conn] = struct{}{}
				go func() {
					k.serve(conn)
					mu.Lock()
					delete(conns, conn)
					mu.Unlock()
				}()
			}
			mu.Unlock()
		}
	}()
	return func() {
		_ = l.Close() // it removes the socket
		mu.Lock()
		defer mu.Unlock()
		stopped = true
		for conn := range conns {
			_ = conn.Close() // the record of the end stands: the node reads it
		}
		_ = meta.Close()
	}, nil
}

func (k *keeper) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }() // each answer was checked
	in := bufio.NewScanner(conn)
	in.Buffer(nil, maxRequest)
	for in.Scan() {
		var r request
		err := json.Unmarshal(in.Bytes(), &r)
		if err == nil && r.Do == doFollow {
			k.follow(conn)
			return
		}
		if err == nil {
			err = k.answer(r)
		}
		s := k.status()
		if err != nil {
			s.Error = err.Error()
		}
		if json.NewEncoder(conn).Encode(s) != nil {
			return
		}
	}
}

func (k *keeper) answer(r request) error {
	switch r.Do {
	case doStatus:
		return nil
	case doWrite:
		if len(r.Line) > maxLine || strings.ContainsFunc(r.Line, func(c rune) bool { return c < 0x20 && c != '\t' || c == 0x7f }) {
			return errors.New("a command is one line")
		}
		k.out.typed(r.Line)
		return k.game.command(r.Line)
	case doSignal:
		switch r.Signal {
		case SignalTerm:
			k.game.terminate()
			return nil
		case SignalKill:
			k.game.kill()
			return nil
		}
	}
	return fmt.Errorf("unknown request %q %q", r.Do, r.Signal)
}

func (k *keeper) status() Status {
	pid := k.game.cmd.Process.Pid
	p, _ := limit.ProcessOf(pid) // 0 when it has ended
	own, _ := limit.ProcessOf(os.Getpid())
	return Status{Keeper: own.PID, KeeperStart: own.Start, Run: k.run.Run, PID: pid, Start: p.Start, Boot: limit.BootID(), Began: k.game.began, Ready: k.out.readyAt(), Last: k.console.Last()}
}

// changed tells the followers that there are new lines or that the game is ready.
func (k *keeper) changed() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for f := range k.followers {
		select {
		case f <- struct{}{}:
		default: // it has not yet told of the change before
		}
	}
}

// follow writes a byte after each change, until the connection ends. It begins with one.
func (k *keeper) follow(conn net.Conn) {
	f := make(chan struct{}, 1)
	f <- struct{}{}
	k.mu.Lock()
	k.followers[f] = struct{}{}
	k.mu.Unlock()
	defer func() {
		k.mu.Lock()
		delete(k.followers, f)
		k.mu.Unlock()
	}()
	gone := make(chan struct{})
	go func() {
		_, _ = conn.Read(make([]byte, 1)) // it returns when the node has gone, or this process closes the connection
		close(gone)
	}()
	for {
		select {
		case <-gone:
			return
		case <-f:
			if _, err := conn.Write([]byte{'\n'}); err != nil {
				return
			}
		}
	}
}
