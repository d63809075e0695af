package node

import (
	"errors"
	"path/filepath"

	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/node/fleet"
	"github.com/modyard/modyard/node/socket"
	"github.com/modyard/modyard/node/store"
)

// newFleet opens the servers of a data folder. wrote is called after a file was written because of the site's settings.
func newFleet(c Config, s *store.Store, wrote func(server, path string)) (supervisor, error) {
	f, err := fleet.New(fleet.Options{
		Dir: c.DataDir, Store: s, Launch: c.Keeper, StandIn: c.StandIn, Java: filepath.Join(c.DataDir, dirJava), Log: c.Log, Plain: c.Plain, Wrote: wrote,
	})
	if err != nil {
		return nil, err
	}
	return fleetOf{f}, nil
}

// fleetOf is a fleet with consoles as the sockets know them.
type fleetOf struct{ *fleet.Fleet }

// Console implements supervisor.
func (f fleetOf) Console(server string) (socket.Console, bool) {
	c, ok := f.Fleet.Console(server)
	if !ok {
		return nil, false
	}
	return c, true
}

// Folder implements supervisor.
func (f fleetOf) Folder(server string) (files.Folder, error) {
	dir, user, err := f.Fleet.Folder(server)
	if errors.Is(err, fleet.ErrNoServer) {
		return files.Folder{}, files.ErrNoServer
	}
	return files.Folder{Dir: dir, User: user}, err
}
