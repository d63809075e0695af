package files

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/token"
)

// Service is the handler of all requests about files.
type Service struct {
	servers Servers
	guard   *token.Guard
	clock   func() time.Time
	unpack  []string
	stall   time.Duration
	fault   func(step string) error
	packs   func() Packs
	wrote   func(ctx context.Context, by Writer, paths ...string)
	log     *slog.Logger
	routes  map[string]map[string]route // by path and method
	// end ends the operations that outlive their request.
	ctx     context.Context //nolint:containedctx // the life of operations
	end     context.CancelFunc
	running sync.WaitGroup
	// places are the operations of the node that run at a time, and packing the folders that are packed.
	places, packing chan struct{}

	mu     sync.Mutex
	closed bool
	calls  map[*call]struct{}
	held   map[holder]int
	shelfs map[string]*shelf
}

// holder is who has requests at a time.
type holder struct{ server, account string }

// operationsAtOnce is how many extractions the node runs at a time; others wait.
const operationsAtOnce = 2

// New makes the handler.
func New(o Options, guard *token.Guard) *Service {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Stall == 0 {
		o.Stall = stallTime
	}
	if o.Fault == nil {
		o.Fault = func(string) error { return nil }
	}
	if o.Wrote == nil {
		o.Wrote = func(context.Context, Writer, ...string) {}
	}
	ctx, end := context.WithCancel(context.Background())
	s := &Service{
		servers: o.Servers, guard: guard, clock: o.Clock, unpack: o.Unpack, stall: o.Stall, fault: o.Fault, packs: o.Packs, wrote: o.Wrote, log: o.Log, ctx: ctx, end: end, places: make(chan struct{}, operationsAtOnce),
		packing: make(chan struct{}, packsAtOnce),
		calls:   map[*call]struct{}{}, held: map[holder]int{}, shelfs: map[string]*shelf{},
	}
	s.routes = s.table()
	return s
}

// shelf is what is known of a server's files beside the files.
type shelf struct {
	server string
	usage  usage
	// writing is held while a file is compared and replaced, and trashing while the trash and its records change.
	writing, trashing sync.Mutex
	operations        operations

	mu        sync.Mutex
	recovered bool
}

func (s *Service) shelf(server string) *shelf {
	s.mu.Lock()
	defer s.mu.Unlock()
	sh, ok := s.shelfs[server]
	if !ok {
		sh = &shelf{server: server}
		s.shelfs[server] = sh
	}
	return sh
}

// Run recovers what a killed node has left, and then sweeps until the context ends.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		s.Sweep(ctx)
		for swept := false; !swept; {
			changed := s.servers.Changed("")
			s.recheck(func(*call) bool { return true })
			select {
			case <-changed:
			case <-tick.C:
				swept = true
			case <-ctx.Done():
				return
			}
		}
	}
}

// Sweep removes what was in the trash for long enough, and counts again what was not counted for a while.
func (s *Service) Sweep(ctx context.Context) {
	for _, o := range s.servers.Observed() {
		if ctx.Err() != nil {
			return
		}
		if err := s.sweep(ctx, o.Server); err != nil && !errors.Is(err, ErrNoServer) {
			s.log.ErrorContext(ctx, "sweep the files of a server", "server", o.Server, "error", err)
		}
	}
}

func (s *Service) sweep(ctx context.Context, server string) error {
	p, err := s.open(server)
	if err != nil {
		return err
	}
	defer p.close()
	if err := p.expire(s.clock()); err != nil {
		return err
	}
	if p.usage.olderThan(s.clock().Add(-recountEvery)) {
		return p.count(ctx)
	}
	return nil
}

// allowed says why a request may not go on: its token was revoked, or its server is suspended or gone.
func (s *Service) allowed(g token.Grant) error {
	if !s.guard.Holds(g) {
		return refuseText(node.FileForbidden, "", textScope)
	}
	_, desired, known := s.servers.State(g.Server)
	switch {
	case !known || desired.Deleted:
		return refuseText(node.FileForbidden, "", textGone)
	case desired.Suspended:
		return refuseText(node.FileForbidden, "", textSuspended)
	}
	return nil
}

// Recheck cuts the requests about a server whose tokens were revoked. It is called after the guard has noted the revocation.
func (s *Service) Recheck(server string) {
	s.recheck(func(c *call) bool { return c.grant.Server == server })
}

func (s *Service) recheck(concerned func(*call) bool) {
	s.mu.Lock()
	var all []*call
	for c := range s.calls {
		if concerned(c) {
			all = append(all, c)
		}
	}
	s.mu.Unlock()
	for _, c := range all {
		if s.allowed(c.grant) != nil {
			c.line.cut()
		}
	}
	s.endGone()
}

// endGone cancels the operations of servers that are gone.
func (s *Service) endGone() {
	s.mu.Lock()
	var all []*shelf
	for _, sh := range s.shelfs {
		all = append(all, sh)
	}
	s.mu.Unlock()
	for _, sh := range all {
		if _, desired, known := s.servers.State(sh.server); !known || desired.Deleted {
			sh.operations.cancelAll()
			s.mu.Lock()
			delete(s.shelfs, sh.server)
			s.mu.Unlock()
		}
	}
}

// enter counts a request, or says that there are too many.
func (s *Service) enter(c *call) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := holder{c.grant.Server, c.grant.Claims.Subject}
	if s.closed || len(s.calls) >= MaxOfNode || s.held[h] >= MaxOfAccount {
		return refuse(node.FileTooMany, "")
	}
	s.calls[c] = struct{}{}
	s.held[h]++
	return nil
}

func (s *Service) leave(c *call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := holder{c.grant.Server, c.grant.Claims.Subject}
	delete(s.calls, c)
	if s.held[h]--; s.held[h] == 0 {
		delete(s.held, h)
	}
}

// Close cancels the operations and waits for them; further requests are refused, those that run are cut.
func (s *Service) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	for c := range s.calls {
		c.line.cut()
	}
	s.mu.Unlock()
	s.end()
	done := make(chan struct{})
	go func() { s.running.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("end the operations on files: %w", ctx.Err())
	}
}
