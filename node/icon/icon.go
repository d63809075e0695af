// Package icon gives servers without a picture that of the modpack they were installed from: as the game shows it, and as the site does.
package icon

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/fetch"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/platform/picture"
)

const (
	// Original is the picture that the site shows. A server that has it gets no other.
	Original = "/server-icon-original.png"
	// Game is the picture that the game shows. One that is there, such as a modpack's own, is not replaced.
	Game = "/server-icon.png"

	side = 64 // pixels
	// atOnce is how many pictures are fetched at a time.
	atOnce = 2
)

// Servers are the servers of the node.
type Servers interface {
	Observed() []node.Observed
	State(server string) (node.Observed, node.Desired, bool)
	Changed(server string) <-chan struct{}
}

// Files change the folders of servers.
type Files interface {
	Has(server, path string) (bool, error)
	Install(ctx context.Context, server string, in files.Install) error
}

// Fetcher fetches a file.
type Fetcher interface {
	File(ctx context.Context, s fetch.Source, dst *os.File) error
}

// Options are what the service needs.
type Options struct {
	Servers Servers
	Files   Files
	Fetcher Fetcher
	// Held says that a server waits, since something is being installed; nil: it never does.
	Held func(server string) bool
	Log  *slog.Logger
}

// Service looks at each server once after each decision about it, each installation among them, and once in each run.
type Service struct {
	Options
	pictures *picture.Decoder
	places   chan struct{}

	mu     sync.Mutex
	busy   map[string]bool
	looked map[string]moment
	held   map[string]uint64 // the newest generation during an installation
}

// moment is when a server was looked at last.
type moment struct {
	url, run   string
	generation uint64
}

// New makes the service. Nothing happens before Run.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{Options: o, pictures: picture.NewDecoder(), places: make(chan struct{}, atOnce), busy: map[string]bool{}, looked: map[string]moment{}, held: map[string]uint64{}}
}

// Run works until the context ends.
func (s *Service) Run(ctx context.Context) {
	var work sync.WaitGroup
	defer work.Wait()
	again := make(chan struct{}, 1)
	for {
		changed := s.Servers.Changed("")
		there := map[string]bool{}
		for _, o := range s.Servers.Observed() {
			there[o.Server] = true
			s.look(ctx, &work, o.Server, again)
		}
		s.drop(there)
		select {
		case <-changed:
		case <-again:
		case <-ctx.Done():
			return
		}
	}
}

// drop forgets servers that are gone.
func (s *Service) drop(there map[string]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for server := range s.looked {
		if !there[server] {
			delete(s.looked, server)
		}
	}
	for server := range s.held {
		if !there[server] {
			delete(s.held, server)
		}
	}
}

// look lets a goroutine look whether a server lacks its picture, unless one does or nothing has happened since.
func (s *Service) look(ctx context.Context, work *sync.WaitGroup, server string, again chan<- struct{}) {
	o, d, known := s.Servers.State(server)
	if !known || d.Deleted {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Held != nil && s.Held(server) {
		s.held[server] = d.Generation
		return
	}
	// What the site says of the picture holds for the former modpack until it knows of the end of the installation.
	if d.Suspended || d.Icon == "" || d.Install != nil || d.Generation <= s.held[server] {
		return
	}
	now := moment{d.Icon, o.Run, d.Generation}
	if s.busy[server] || s.looked[server] == now {
		return
	}
	s.busy[server], s.looked[server] = true, now
	work.Go(func() {
		defer func() {
			s.mu.Lock()
			delete(s.busy, server)
			s.mu.Unlock()
			select {
			case again <- struct{}{}: // what has happened meanwhile
			default:
			}
		}()
		select {
		case s.places <- struct{}{}:
			defer func() { <-s.places }()
		case <-ctx.Done():
			return
		}
		if err := s.put(ctx, server, d.Icon); err != nil && ctx.Err() == nil && !errors.Is(err, files.ErrNoServer) {
			s.Log.WarnContext(ctx, "a server gets no picture", "server", server, "error", err)
		}
	})
}

// put gives a server the picture at an address, unless it has one. The one that the site shows comes last: where it is, the other one is too.
func (s *Service) put(ctx context.Context, server, url string) error {
	if has, err := s.Files.Has(server, Original); err != nil || has {
		return err
	}
	drawn, err := s.draw(ctx, url)
	if err != nil {
		return err
	}
	sum := sha512.Sum512(drawn)
	for _, path := range []string{Game, Original} {
		err := s.Files.Install(ctx, server, files.Install{
			Path: path, SHA512: hex.EncodeToString(sum[:]), Size: int64(len(drawn)),
			Fill: func(_ context.Context, f *os.File) error { _, err := f.Write(drawn); return err },
		})
		if err != nil && !errors.Is(err, files.ErrTaken) {
			return fmt.Errorf("write %s: %w", path, err)
		}
	}
	return nil
}

// draw fetches a picture, and scales it to what the game reads.
func (s *Service) draw(ctx context.Context, url string) (drawn []byte, err error) {
	f, err := os.CreateTemp("", "modyard-icon-*")
	if err != nil {
		return nil, fmt.Errorf("fetch a picture: %w", err)
	}
	defer func() { _ = f.Close() }()
	if err := os.Remove(f.Name()); err != nil { // it lives as long as it is open
		return nil, fmt.Errorf("fetch a picture: %w", err)
	}
	if err := s.Fetcher.File(ctx, fetch.Source{URL: url, Public: true, Most: picture.MaxIconBytes}, f); err != nil {
		return nil, fmt.Errorf("fetch a picture: %w", err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read a picture: %w", err)
	}
	data, err := picture.Read(f, picture.MaxIconBytes)
	if err != nil {
		return nil, fmt.Errorf("read a picture: %w", err)
	}
	err = s.pictures.Use(ctx, data, func(p picture.Picture) (err error) {
		drawn, err = p.Square(side)
		return err
	})
	return drawn, err
}
