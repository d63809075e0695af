package node

import (
	"context"
	"sync"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/backup"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/node/socket"
)

// supervisor is what the node needs of the fleet.
type supervisor interface {
	Adopt(ctx context.Context) error
	Apply(ctx context.Context, desired []contract.Desired, complete bool) error
	Observed() []contract.Observed
	Desired(server string) (contract.Desired, bool)
	Changed() <-chan struct{}
	Console(server string) (socket.Console, bool)
	Watch(server string) (release func())
	// Folder returns the folder of a server.
	Folder(server string) (files.Folder, error)
	// Unsettle has the settings of a server written again, and Installed tells it of the end of an installation.
	Unsettle(ctx context.Context, server string) error
	Installed(server string, other bool) error
	// Host describes the machine and what is enforced on it.
	Host() contract.Host
	Close(stopServers bool) error
}

// servers are the fleet as the link and the sockets see it.
type servers struct {
	fleet    supervisor
	reported <-chan struct{}
	// listed are the archives of a server's content; nil where they are not known. It is set before the servers are followed.
	listed func(server string) *contract.Contents
	// progress is the newest operation on the backups of a server; set before the first use.
	progress func(server string) (contract.BackupProgress, bool)
	// installing is the installation in progress; set before the first use.
	installing func(server string) *contract.InstallProgress

	mu     sync.Mutex
	change chan struct{} // closed at the next change
}

func newServers(fleet supervisor, reported <-chan struct{}) *servers {
	return &servers{fleet: fleet, reported: reported, change: make(chan struct{})}
}

// follow tells those who wait of each change, until the context ends.
func (s *servers) follow(ctx context.Context) {
	for {
		select {
		case <-s.fleet.Changed():
		case <-s.reported:
		case <-ctx.Done():
			return
		}
		s.tell()
	}
}

func (s *servers) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.change)
	s.change = make(chan struct{})
}

func (s *servers) changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.change
}

// Changed implements socket.Servers. The change may be that of another server.
func (s *servers) Changed(string) <-chan struct{} { return s.changed() }

// Console implements socket.Servers.
func (s *servers) Console(server string) (socket.Console, bool) { return s.fleet.Console(server) }

// Watch implements socket.Servers.
func (s *servers) Watch(server string) (release func()) { return s.fleet.Watch(server) }

// State implements socket.Servers.
func (s *servers) State(server string) (contract.Observed, contract.Desired, bool) {
	desired, known := s.fleet.Desired(server)
	for _, o := range s.fleet.Observed() {
		if o.Server == server {
			return s.withOperations(o), desired, known
		}
	}
	return contract.Observed{Server: server}, desired, known
}

// Folder implements files.Servers.
func (s *servers) Folder(server string) (files.Folder, error) { return s.fleet.Folder(server) }

// Observed implements link.Fleet, files.Servers and content.Servers.
func (s *servers) Observed() []contract.Observed {
	all := s.fleet.Observed()
	for i, o := range all {
		if all[i] = s.withOperations(o); all[i].Backup != nil && all[i].Backup.State != contract.ProgressOngoing {
			all[i].Backup = nil // its end is a report
		}
		if s.listed != nil {
			all[i].Contents = s.listed(o.Server)
		}
	}
	return all
}

// withOperations adds the newest operation on backups and the installation in progress to what is observed.
func (s *servers) withOperations(o contract.Observed) contract.Observed {
	if s.installing != nil {
		o.Install = s.installing(o.Server)
	}
	if s.progress != nil {
		if p, ok := s.progress(o.Server); ok {
			o.Backup = &p
		}
	}
	return o
}

// Place implements backup.Servers.
func (s *servers) Place(server string) (string, limit.User, error) {
	f, err := s.fleet.Folder(server)
	return f.Dir, f.User, err
}

// Lines implements backup.Servers.
func (s *servers) Lines(server string) (backup.Console, bool) { return s.fleet.Console(server) }

// Unsettle implements install.Servers.
func (s *servers) Unsettle(ctx context.Context, server string) error {
	return s.fleet.Unsettle(ctx, server)
}

// Installed implements install.Servers.
func (s *servers) Installed(server string, other bool) error { return s.fleet.Installed(server, other) }

// Apply implements link.Fleet.
func (s *servers) Apply(ctx context.Context, desired []contract.Desired, complete bool) error {
	if err := s.fleet.Apply(ctx, desired, complete); err != nil {
		return err
	}
	s.tell()
	return nil
}
