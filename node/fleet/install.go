package fleet

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/modyard/modyard/node/power"
)

// Unsettle forgets which settings of a server were written, so that they are written again: an installation has replaced the file. It returns
// when that is done.
func (f *Fleet) Unsettle(ctx context.Context, id string) error {
	s := f.server(id)
	if s == nil {
		return ErrNoServer
	}
	done := make(chan struct{})
	s.post(message{unsettled: done})
	select {
	case <-done:
		return nil
	case <-f.ctx.Done():
		return f.ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// unsettle is Unsettle in the server's goroutine, which then writes the settings.
func (s *server) unsettle(done chan<- struct{}) {
	defer close(done)
	if err := os.Remove(s.recordOfSettings()); err != nil && !errors.Is(err, os.ErrNotExist) {
		s.fail("forget which settings were written", err)
	}
	s.mu.Lock()
	s.written = 0
	s.mu.Unlock()
}

// Installed tells of the end of an installation that is stored. Other software is taken up by the next start.
func (f *Fleet) Installed(id string, other bool) error {
	s := f.server(id)
	if s == nil {
		return ErrNoServer
	}
	i, err := f.options.Store.Installation(id)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.installed = i.Software
	s.mu.Unlock()
	s.post(message{input: power.Installed{New: other}})
	f.change()
	return nil
}

// unblock lets a server start whose installation has ended and was not told of by the last node.
func (s *server) unblock(ctx context.Context) {
	i, err := s.fleet.options.Store.Installation(s.id)
	switch {
	case err != nil:
		s.fail("look for an installation", err)
	case !i.Holds(s.known()):
		s.step(ctx, power.Installed{}, time.Time{})
	}
}
