package configs

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/modyard/modyard/node/files"
)

// sendAll sends contents that wait until the context ends.
func (s *Service) sendAll(ctx context.Context) {
	tick := time.NewTicker(sendEvery)
	defer tick.Stop()
	for {
		for _, o := range s.Servers.Observed() {
			if ctx.Err() != nil || !s.Ready() {
				break
			}
			if err := s.sendOf(ctx, o.Server); err != nil && ctx.Err() == nil && !errors.Is(err, files.ErrNoServer) {
				s.Log.WarnContext(ctx, "send the configuration files of a server", "server", o.Server, "error", err)
			}
		}
		select {
		case <-s.send:
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// sendOf sends the contents of a server that wait. One that cannot be sent now stays for later, with those after it.
func (s *Service) sendOf(ctx context.Context, server string) error {
	c, err := s.folder(server)
	if err != nil {
		return err
	}
	hashes, err := c.hashes()
	if err != nil {
		return err
	}
	for _, hash := range hashes {
		content, err := c.read(hash)
		if errors.Is(err, fs.ErrNotExist) {
			continue // the server is removed
		}
		if err == nil {
			err = s.Send(ctx, server, hash, content)
		}
		if err != nil && !errors.Is(err, ErrUnwanted) {
			return err
		}
		s.sentOne(server, hash)
		if err := c.remove(hash); err != nil {
			return err
		}
	}
	return nil
}

// sentOne remembers that the site has a content.
func (s *Service) sentOne(server, hash string) {
	k := s.known(server)
	k.looking.Lock()
	defer k.looking.Unlock()
	if len(k.sent) >= maxSent {
		clear(k.sent)
	}
	k.sent[hash] = true
}
