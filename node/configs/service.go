package configs

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
)

// Service follows the servers. Its methods may be called at the same time.
type Service struct {
	Options
	poke, send chan struct{}

	mu      sync.Mutex
	servers map[string]*known
	due     []due
}

// due is a look that somebody asked for.
type due struct {
	server string
	cause  Cause
	under  []string
}

// known is what is known of a server.
type known struct {
	looking sync.Mutex // held while its files are compared
	loaded  bool
	state   state
	sent    map[string]bool // hashes of contents that the site has

	// Of the goroutine of Run.
	seen    string // run and process of the last look
	process bool   // there was one
	looked  time.Time
}

// New makes the service.
func New(o Options) *Service {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{Options: o, poke: make(chan struct{}, 1), send: make(chan struct{}, 1), servers: map[string]*known{}}
}

func (s *Service) known(server string) *known {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.servers[server]
	if k == nil {
		k = &known{sent: map[string]bool{}}
		s.servers[server] = k
	}
	return k
}

// Wrote looks at paths that an account has changed, and at what is below them.
func (s *Service) Wrote(ctx context.Context, by files.Writer, paths ...string) {
	paths = slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !followed(p) && !entered(top(p)) })
	if len(paths) == 0 || s.replaced(by.Server) {
		return
	}
	s.try(ctx, by.Server, Cause{Kind: node.ConfigurationAccount, Account: by.Account, Token: by.Token}, false, paths...)
}

// Settled has a file looked at that the node has written because of the site's settings. It does not wait.
func (s *Service) Settled(server, path string) {
	s.mu.Lock()
	s.due = append(s.due, due{server, Cause{Kind: node.ConfigurationSettings}, []string{path}})
	s.mu.Unlock()
	s.soon(s.poke)
}

// Replaced notes that an installation or a restore has put other files in place: the next whole look has that cause. It is durable, and may be
// called again.
func (s *Service) Replaced(server, kind string) error {
	k := s.known(server)
	k.looking.Lock()
	defer k.looking.Unlock()
	if err := s.load(server, k); err != nil {
		return err
	}
	if k.state.Files == nil || k.state.Replaced == kind {
		return nil // all that is there will be found
	}
	next := k.state.clone()
	next.Replaced = kind
	if err := s.Store.SaveConfigurations(server, next); err != nil {
		return err
	}
	k.state = next
	s.soon(s.poke)
	return nil
}

// replaced says whether a whole look is to come that has a cause of its own.
func (s *Service) replaced(server string) bool {
	k := s.known(server)
	k.looking.Lock()
	defer k.looking.Unlock()
	return s.load(server, k) == nil && k.state.Replaced != ""
}

func (s *Service) soon(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (s *Service) sendSoon() { s.soon(s.send) }

// Run looks at the servers and sends contents until the context ends.
func (s *Service) Run(ctx context.Context) {
	var work sync.WaitGroup
	defer work.Wait()
	work.Go(func() { s.sendAll(ctx) })
	tick := time.NewTicker(tickEvery)
	defer tick.Stop()
	for {
		changed := s.Servers.Changed("")
		s.Look(ctx)
		select {
		case <-changed:
		case <-s.poke:
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Look looks at every server that is due.
func (s *Service) Look(ctx context.Context) {
	s.mu.Lock()
	asked := s.due
	s.due = nil
	s.mu.Unlock()
	for _, d := range asked {
		s.try(ctx, d.server, d.cause, false, d.under...)
	}
	there := map[string]bool{}
	for _, o := range s.Servers.Observed() {
		if ctx.Err() != nil {
			return
		}
		there[o.Server] = true
		s.follow(ctx, o)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for server := range s.servers {
		if !there[server] {
			delete(s.servers, server)
		}
	}
}

// follow looks at a server if it has started or ended, if something was put in place, or if it runs and the last look is a while ago.
func (s *Service) follow(ctx context.Context, o node.Observed) {
	_, desired, known := s.Servers.State(o.Server)
	if !known || desired.Deleted || o.Install != nil || o.Backup != nil && o.Backup.Task == node.TaskRestore {
		return // something is being put in place
	}
	k := s.known(o.Server)
	process, now := o.Process(), s.Clock()
	seen := o.Run
	if process {
		seen += " runs"
	}
	if seen == k.seen && !s.replaced(o.Server) && (!process || now.Sub(k.looked) < lookEvery) && !k.looked.IsZero() {
		return
	}
	cause := Cause{Kind: node.ConfigurationOutside}
	if process || k.process || o.Run != "" && seen != k.seen && !k.looked.IsZero() {
		cause.Kind = node.ConfigurationProcess
	}
	ended := k.process && !process
	if s.try(ctx, o.Server, cause, ended) {
		k.seen, k.process, k.looked = seen, process, now
	}
}

// try looks, and logs an error.
func (s *Service) try(ctx context.Context, server string, cause Cause, final bool, under ...string) bool {
	err := s.look(ctx, server, cause, final, under...)
	if err != nil && ctx.Err() == nil && !errors.Is(err, files.ErrNoServer) {
		s.Log.ErrorContext(ctx, "look at the configuration files", "server", server, "error", err)
	}
	return err == nil
}

func readFull(r io.Reader, into []byte) (int, error) {
	n, err := io.ReadFull(r, into)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return n, err
}
