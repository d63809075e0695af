package content

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
)

// folders are what is known of a server's folders of content.
type folders struct {
	looking sync.Mutex // held while somebody looks
	hashes  files.Hashes
	listed  *node.Contents // guarded by Service.mu
}

// Listed are the archives of a server as the last look saw them; nil before the first. The same list is the same pointer.
func (s *Service) Listed(server string) *node.Contents {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.folders[server]; f != nil {
		return f.listed
	}
	return nil
}

// Relist has the folders of all servers looked at soon, since other files stand there. It does not wait.
func (s *Service) Relist() {
	select {
	case s.poke <- struct{}{}:
	default:
	}
}

// look looks at the folders of all servers until the context ends.
func (s *Service) look(ctx context.Context) {
	tick := time.NewTicker(s.Every)
	defer tick.Stop()
	for {
		there := map[string]bool{}
		for _, o := range s.Servers.Observed() {
			if ctx.Err() != nil {
				return
			}
			there[o.Server] = true
			s.list(ctx, o.Server)
		}
		s.drop(there)
		select {
		case <-tick.C:
		case <-s.poke:
		case <-ctx.Done():
			return
		}
	}
}

// drop forgets servers that are gone.
func (s *Service) drop(there map[string]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for server := range s.folders {
		if !there[server] {
			delete(s.folders, server)
		}
	}
}

// list looks at the folders of a server.
func (s *Service) list(ctx context.Context, server string) {
	s.mu.Lock()
	f := s.folders[server]
	if f == nil {
		f = &folders{}
		s.folders[server] = f
	}
	s.mu.Unlock()
	f.looking.Lock()
	defer f.looking.Unlock()
	list, err := s.Files.Archives(ctx, server, &f.hashes, "/mods", "/plugins", "/world/datapacks")
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, files.ErrNoServer) {
			s.Log.Error("list a server's content", "server", server, "error", err)
		}
		return
	}
	s.mu.Lock()
	changed := f.listed == nil || !reflect.DeepEqual(*f.listed, list)
	if changed {
		f.listed = &list
	}
	s.mu.Unlock()
	if changed && s.Changed != nil {
		s.Changed()
	}
}
