package socket_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/socket"
)

// servers is a double of the node's servers.
type servers struct {
	mu       sync.Mutex
	observed map[string]node.Observed
	desired  map[string]node.Desired
	consoles map[string]*console
	changed  map[string]chan struct{}
	watchers int
}

func newServers(ids ...string) *servers {
	s := &servers{
		observed: map[string]node.Observed{}, desired: map[string]node.Desired{}, consoles: map[string]*console{}, changed: map[string]chan struct{}{},
	}
	for _, id := range ids {
		s.consoles[id] = newConsole()
		s.desired[id] = node.Desired{Server: id, Plan: node.Plan{MemoryMiB: 1024, DiskMiB: 2048}}
		cpu := 12.5
		s.observed[id] = node.Observed{Server: id, State: node.StateRunning, Since: time.Now(), Figures: &node.Figures{CPUPercent: &cpu}}
	}
	return s
}

func (s *servers) Console(id string) (socket.Console, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.consoles[id]
	return c, ok
}

func (s *servers) State(id string) (node.Observed, node.Desired, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, ok := s.desired[id]
	return s.observed[id], d, ok
}

func (s *servers) Watch(string) func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watchers++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.watchers--
	}
}

func (s *servers) Changed(id string) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.changed[id]
	if !ok {
		c = make(chan struct{})
		s.changed[id] = c
	}
	return c
}

// change changes a server and tells who waits.
func (s *servers) change(id string, f func(*node.Observed, *node.Desired)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, d := s.observed[id], s.desired[id]
	f(&o, &d)
	s.observed[id], s.desired[id] = o, d
	s.tell(id)
}

func (s *servers) tell(id string) {
	if c, ok := s.changed[id]; ok {
		close(c)
		delete(s.changed, id)
	}
}

// console is a double that keeps the newest lines.
type console struct {
	mu      sync.Mutex
	lines   []node.Line
	more    chan struct{}
	typed   []string
	stopped bool
	failing error
	keep    int
}

func newConsole() *console { return &console{more: make(chan struct{}), keep: 1 << 20} }

func (c *console) append(stream string, texts ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, text := range texts {
		number := uint64(1)
		if n := len(c.lines); n > 0 {
			number = c.lines[n-1].Number + 1
		}
		c.lines = append(c.lines, node.Line{Number: number, At: time.Now(), Stream: stream, Text: text})
	}
	if over := len(c.lines) - c.keep; over > 0 {
		c.lines = c.lines[over:]
	}
	close(c.more)
	c.more = make(chan struct{})
}

// say appends lines of numbers.
func (c *console) say(from, to int) {
	for ; from <= to; from++ {
		c.append("out", fmt.Sprintf("line %d", from))
	}
}

func (c *console) Since(number uint64, limit int) ([]node.Line, uint64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failing != nil {
		return nil, 0, c.failing
	}
	if len(c.lines) == 0 {
		return nil, 0, nil
	}
	first := c.lines[0].Number
	missing := uint64(0)
	if number+1 < first {
		missing = first - number - 1
		number = first - 1
	}
	rest := c.lines[min(len(c.lines), int(number+1-first)):]
	return append([]node.Line(nil), rest[:min(limit, len(rest))]...), missing, nil
}

func (c *console) Last(limit int) ([]node.Line, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]node.Line(nil), c.lines[max(0, len(c.lines)-limit):]...), nil
}

func (c *console) Wait(ctx context.Context, number uint64) error {
	for {
		c.mu.Lock()
		more := c.more
		there := len(c.lines) > 0 && c.lines[len(c.lines)-1].Number > number
		c.mu.Unlock()
		if there {
			return nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (c *console) Write(_ context.Context, line string) error {
	c.mu.Lock()
	if c.stopped {
		defer c.mu.Unlock()
		return errors.New("it does not run")
	}
	c.typed = append(c.typed, line)
	c.mu.Unlock()
	c.append("in", line)
	return nil
}

func (c *console) written() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.typed...)
}

func (c *console) halt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
}
