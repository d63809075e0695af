package install

import (
	"context"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/node/store"
)

// Refusal is the sentence with which an upload is refused.
func (e *PackError) Refusal() string { return e.Shown }

// Reserve implements files.Packs.
func (s *Service) Reserve(server string) (release func(), err error) {
	o, d, known := s.Servers.State(server)
	if !known || d.Deleted {
		return nil, files.ErrNoServer
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.Store.Installation(server)
	if err != nil {
		return nil, err
	}
	if _, taken := s.busy[server]; taken || i.Holds(d) {
		return nil, files.ErrBusy
	}
	if o.Process() {
		return nil, files.ErrRunning
	}
	s.busy[server] = nil
	return func() {
		s.mu.Lock()
		delete(s.busy, server)
		s.mu.Unlock()
		s.lookAgain()
	}, nil
}

// Take implements files.Packs. The server may have been started during the upload; after this it cannot.
func (s *Service) Take(ctx context.Context, a *files.Assembly, u files.PackUpload) error {
	f, err := a.Pack(false)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	if _, err := openPack(ctx, a, f, s.Fetcher.Allowed); err != nil {
		return err
	}
	if o, _, _ := s.Servers.State(u.Server); o.Process() {
		return files.ErrRunning
	}
	i, err := s.Store.Installation(u.Server)
	if err != nil {
		return err
	}
	i.Doing = &store.Installing{Step: store.InstallBegun, Told: true, Began: s.Clock().UnixMilli()}
	i.Doing.Hard, i.Doing.Upload = u.Hard, &u.InstallUpload
	return s.Store.SaveInstallation(u.Server, i, node.Report{
		Kind: node.ReportInstallStarted, At: time.UnixMilli(i.Doing.Began).UTC(), Install: &node.InstallReport{Hard: u.Hard, Upload: &u.InstallUpload},
	})
}
