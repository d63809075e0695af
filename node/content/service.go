package content

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/fetch"
	"github.com/modyard/modyard/node/files"
)

// Service follows the servers. Its methods may be called at the same time.
type Service struct {
	Options
	places chan struct{}

	poke chan struct{} // look at once

	mu      sync.Mutex
	busy    map[string]bool
	folders map[string]*folders
}

// New makes the service.
func New(o Options) *Service {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Every == 0 {
		o.Every = lookEvery
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{Options: o, places: make(chan struct{}, atOnce), poke: make(chan struct{}, 1), busy: map[string]bool{}, folders: map[string]*folders{}}
}

// Run does what is due until the context ends, and waits for what it does then.
func (s *Service) Run(ctx context.Context) {
	var work sync.WaitGroup
	defer work.Wait()
	work.Go(func() { s.look(ctx) })
	again := make(chan struct{}, 1)
	for {
		changed := s.Servers.Changed("")
		for _, o := range s.Servers.Observed() {
			s.begin(ctx, &work, o.Server, again)
		}
		select {
		case <-changed:
		case <-again:
		case <-ctx.Done():
			return
		}
	}
}

// begin lets a goroutine do what is due for a server, unless one does.
func (s *Service) begin(ctx context.Context, work *sync.WaitGroup, server string, again chan<- struct{}) {
	_, desired, known := s.Servers.State(server)
	if known && s.Listed(server) == nil {
		s.Relist()
	}
	if !known || len(desired.Content)+len(desired.ContentRemoved) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy[server] {
		return
	}
	r, err := s.record(server)
	if err != nil || !r.due(desired) {
		return
	}
	if s.Held != nil && s.Held(server) {
		return
	}
	s.busy[server] = true
	work.Go(func() {
		defer func() {
			s.mu.Lock()
			delete(s.busy, server)
			s.mu.Unlock()
			select {
			case again <- struct{}{}: // what was decided meanwhile
			default:
			}
		}()
		select {
		case s.places <- struct{}{}:
			defer func() { <-s.places }()
		case <-ctx.Done():
			return
		}
		s.settle(ctx, server)
	})
}

func (s *Service) record(server string) (record, error) {
	var r record
	if _, err := s.Store.Content(server, &r); err != nil {
		s.Log.Error("read what was done with a server's content", "server", server, "error", err)
		return r, err
	}
	return r.clone(), nil
}

// settle does what is due for a server, one file after the other. It ends when nothing is due, or when something fails that is not the files'
// fault: the next change tries again.
func (s *Service) settle(ctx context.Context, server string) {
	for ctx.Err() == nil {
		_, desired, known := s.Servers.State(server)
		r, err := s.record(server)
		if !known || err != nil || !r.due(desired) {
			return
		}
		next := r.forget(desired)
		var report node.Report
		c, install := r.install(desired)
		if install {
			report, err = s.install(ctx, server, c, r, &next)
		} else {
			gone, _ := r.removal(desired)
			report, err = s.remove(ctx, server, gone, &next)
		}
		if _, now, known := s.Servers.State(server); !known || now.Deleted {
			return // nothing of it may be stored any more
		}
		if err == nil {
			report.At = s.Clock().UTC()
			err = s.Store.SaveContent(server, next, report)
		}
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			s.Log.Error("change a server's content", "server", server, "error", err)
			return
		}
		s.list(ctx, server)
		if install && report.Kind == node.ReportContentInstalled && s.Installed != nil {
			s.Installed(server, c.Project, c.Version)
		}
	}
}

// install installs a file, and notes the result in the next record. An error is none of the file.
func (s *Service) install(ctx context.Context, server string, c node.Content, r record, next *record) (node.Report, error) {
	report := node.Report{
		Kind: node.ReportContentInstalled, Content: &node.ContentReport{Path: c.Path, Project: c.Project, Version: c.Version, Generation: c.Generation},
	}
	was := r.Installed[c.Project]
	err := fetch.ErrSize // room is reserved for the announced size
	if c.Size > 0 {
		err = s.Files.Install(ctx, server, files.Install{
			Path: c.Path, SHA512: c.SHA512, Size: c.Size, Was: was.Path, WasSHA512: was.SHA512,
			Fill: func(ctx context.Context, f *os.File) error {
				return s.Fetcher.File(ctx, fetch.Source{URL: c.URL, SHA512: c.SHA512, Size: c.Size}, f)
			},
		})
	}
	reason, err := reasonOf(err)
	if err != nil {
		return report, err
	}
	next.Settled[c.Project] = c.Generation
	if reason != "" {
		report.Kind, report.Reason = node.ReportContentFailed, reason
		next.Failed[c.Project] = c.Generation
		return report, nil
	}
	delete(next.Failed, c.Project)
	next.Installed[c.Project] = installed{c.Path, c.SHA512}
	return report, nil
}

// remove removes a file, and notes it in the next record.
func (s *Service) remove(ctx context.Context, server string, c node.ContentRemoved, next *record) (node.Report, error) {
	report := node.Report{Kind: node.ReportContentRemoved, Content: &node.ContentReport{Path: c.Path, Generation: c.Generation}}
	reason, err := reasonOf(s.Files.Remove(ctx, server, c.Path, c.SHA512))
	if err != nil {
		return report, err
	}
	report.Reason = reason
	next.Removed[c.Path] = c.Generation
	return report, nil
}

// reasonOf is the reason of a report for an error that a file, its place or its host causes; any other error is returned.
func reasonOf(err error) (string, error) {
	switch {
	case err == nil:
		return "", nil
	case errors.Is(err, context.Canceled), errors.Is(err, files.ErrNoServer):
		return "", err
	case errors.Is(err, files.ErrTaken):
		return node.ReasonConflict, nil
	case errors.Is(err, files.ErrChanged):
		return node.ReasonChanged, nil
	case errors.Is(err, fetch.ErrHash), errors.Is(err, fetch.ErrSize):
		return node.ReasonHash, nil
	case errors.Is(err, fetch.ErrUnreachable), errors.Is(err, fetch.ErrSource):
		return node.ReasonFetch, nil
	}
	switch files.CodeOf(err) {
	case "":
		return "", err
	case node.FileQuota:
		return node.ReasonDisk, nil
	}
	return node.ReasonPath, nil
}
