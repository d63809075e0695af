// Package content puts the files that the site decides into the folders of servers, also while they run, and lists what lies there.
//
// It follows the desired states: each file is installed or removed once for each generation that brings it. What was done is in the node's
// store, together with the reports about it, so that a killed node does the rest and reports each result once. A file that was installed
// belongs to the server's owner afterwards: it may be disabled by renaming, changed or deleted, and stays so until it is decided again.
package content

import (
	"context"
	"log/slog"
	"os"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/fetch"
	"github.com/modyard/modyard/node/files"
)

const (
	// atOnce is how many servers get content at a time; each fetches one file at a time.
	atOnce = 4
	// lookEvery is the time between two looks at the folders of all servers.
	lookEvery = 10 * time.Second
)

// Servers are the servers of the node.
type Servers interface {
	// Observed are all servers.
	Observed() []node.Observed
	// State returns what a server is and shall be; false for a server that is not on this node.
	State(server string) (node.Observed, node.Desired, bool)
	// Changed returns a channel that is closed when a server's state or desired state changes after this call.
	Changed(server string) <-chan struct{}
}

// Files change the folders of servers.
type Files interface {
	Install(ctx context.Context, server string, in files.Install) error
	Remove(ctx context.Context, server, path, sum string) error
	// Standing are those of some paths that have a file, enabled or disabled.
	Standing(server string, paths ...string) (map[string]bool, error)
	Archives(ctx context.Context, server string, known *files.Hashes, folders ...string) (node.Contents, error)
}

// Fetcher fetches a file.
type Fetcher interface {
	File(ctx context.Context, s fetch.Source, dst *os.File) error
}

// Store keeps what was done.
type Store interface {
	SaveContent(server string, known any, reports ...node.Report) error
	Content(server string, into any) (found bool, err error)
}

// Options are what the service needs.
type Options struct {
	Servers Servers
	Files   Files
	Fetcher Fetcher
	Store   Store
	// Held says that a server's content waits, since something is being installed; nil: it never does.
	Held func(server string) bool
	// Changed is called after the list of a server's files has changed; nil: nobody is told.
	Changed func()
	// Installed is called after a version was installed on a server; nil: nobody is told.
	Installed func(server, project, version string)
	Clock     func() time.Time
	// Every is the time between two looks at the folders of all servers; 0 is 10 s.
	Every time.Duration
	Log   *slog.Logger
}
