package socket

import (
	"context"
	"sync"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/pause"
)

const (
	// batchEvery is the shortest time between two frames of lines.
	batchEvery = 50 * time.Millisecond
	// batchLines and batchBytes bound one frame.
	batchLines = 1000
	batchBytes = 60 << 10
	// keptBytes is how much of the newest lines a hub keeps: a reader may be that far behind.
	keptBytes = 256 << 10
	// retryAfter is the pause after an error of a console.
	retryAfter = time.Second
	statsEvery = time.Second
)

// hub serves the sockets of one server.
type hub struct {
	all     *Sockets
	server  string
	ctx     context.Context
	stop    context.CancelFunc
	ready   chan struct{}        // closed when newest is known
	shown   chan struct{}        // closed when view is known
	sockets map[*socket]struct{} // guarded by all.mu
	// accounts counts the sockets of each account; guarded by all.mu.
	accounts map[string]int

	mu      sync.Mutex
	console Console
	newest  uint64   // number of the newest line that was read
	kept    []*batch // oldest first
	bytes   int
	view    view
}

func newHub(all *Sockets, server string) *hub {
	ctx, stop := context.WithCancel(context.Background())
	return &hub{
		all: all, server: server, ctx: ctx, stop: stop, ready: make(chan struct{}), shown: make(chan struct{}), sockets: map[*socket]struct{}{}, accounts: map[string]int{},
	}
}

func (h *hub) start() {
	all := h.all
	all.running.Add(2)
	go func() { defer all.running.Done(); h.readLines() }()
	go func() { defer all.running.Done(); h.watchState() }()
}

// readLines reads the console until nobody looks.
func (h *hub) readLines() {
	defer h.all.servers.Watch(h.server)()
	console, fresh := h.findConsole()
	if console == nil {
		return
	}
	at := uint64(0)
	if !fresh {
		at = h.newestOf(console)
	}
	h.mu.Lock()
	h.console, h.newest = console, at
	h.mu.Unlock()
	if !fresh {
		close(h.ready)
	}
	for h.ctx.Err() == nil {
		if err := console.Wait(h.ctx, at); err == nil {
			at, err = h.take(console, at)
			if err == nil {
				pause.For(h.ctx, batchEvery)
				continue
			}
			h.all.log.Warn("read a console", "server", h.server, "error", err)
		}
		pause.For(h.ctx, retryAfter)
	}
}

// findConsole waits for the console of a server that has none yet; it is nil if nobody looks any more. A fresh one was made while
// sockets looked: they get all of it.
func (h *hub) findConsole() (console Console, fresh bool) {
	for {
		changed := h.all.servers.Changed(h.server)
		if console, ok := h.all.servers.Console(h.server); ok {
			return console, fresh
		}
		if !fresh {
			fresh = true
			close(h.ready)
		}
		select {
		case <-changed:
		case <-h.ctx.Done():
			return nil, fresh
		}
	}
}

func (h *hub) newestOf(console Console) uint64 {
	for {
		last, err := console.Last(1)
		switch {
		case err == nil && len(last) > 0:
			return last[len(last)-1].Number
		case err == nil:
			return 0
		}
		h.all.log.Warn("read a console", "server", h.server, "error", err)
		if !pause.For(h.ctx, retryAfter) {
			return 0
		}
	}
}

// take reads the lines after a number and gives them to the sockets.
func (h *hub) take(console Console, at uint64) (uint64, error) {
	for {
		lines, _, err := console.Since(at, batchLines)
		if err != nil || len(lines) == 0 {
			return at, err
		}
		full := len(lines) == batchLines
		for len(lines) > 0 {
			n := fitting(lines)
			h.add(newBatch(at, lines[:n:n]))
			at, lines = lines[n-1].Number, lines[n:]
		}
		h.all.each(h, (*socket).wakeUp)
		if !full {
			return at, nil
		}
	}
}

// fitting is how many lines go into one frame: at least one.
func fitting(lines []node.Line) int {
	size := 0
	for i := range lines {
		if size += len(lines[i].Text) + lineOverhead; size > batchBytes && i > 0 {
			return i
		}
	}
	return len(lines)
}

func (h *hub) add(b *batch) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kept = append(h.kept, b)
	h.bytes += len(b.numbered)
	h.newest = b.last()
	drop := 0
	for ; h.bytes > keptBytes && drop < len(h.kept)-1; drop++ {
		h.bytes -= len(h.kept[drop].numbered)
		h.kept[drop] = nil
	}
	h.kept = h.kept[drop:]
}

// after returns the first batch with lines after a number; nil if there is none. For a reader that has fallen so far behind that the lines
// before that batch have left the memory, it is the newest one.
func (h *hub) after(number uint64) (b *batch) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := len(h.kept) - 1; i >= 0; i-- {
		if h.kept[i].last() <= number {
			break
		}
		b = h.kept[i]
	}
	if b == nil || b.after <= number {
		return b
	}
	return h.kept[len(h.kept)-1]
}

// covers says whether the memory has all lines after a number.
func (h *hub) covers(number uint64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return number >= h.newest || len(h.kept) > 0 && h.kept[0].after <= number
}

func (h *hub) lines() (console Console, newest uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.console, h.newest
}
