package fleet

import (
	"errors"

	"github.com/modyard/modyard/node/limit"
)

// ErrNoServer: the fleet has no such server, or it is deleted.
var ErrNoServer = errors.New("no such server")

// Folder returns the folder of a server and the user that owns its files; the zero user is the node's. What is missing of the folder is made.
func (f *Fleet) Folder(id string) (dir string, user limit.User, err error) {
	s := f.server(id)
	if s == nil {
		return "", limit.User{}, ErrNoServer
	}
	s.made.Lock()
	defer s.made.Unlock()
	if d := s.known(); d.Server == "" || d.Deleted {
		return "", limit.User{}, ErrNoServer
	}
	user, err = s.prepare()
	return s.folder, user, err
}
