// Package configs follows the configuration files of servers: it reports which have changed, when and by what, and gives the site each content
// once.
//
// It looks when a server starts and stops, when somebody changes files by the node, after an installation and a restore, and every half minute
// while the server runs. What it knows is in the node's store together with the reports about it; contents that the site does not have yet lie
// beside the server's folder. A killed node goes on with both.
package configs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
)

const (
	// lookEvery is the time between two looks at a server that runs.
	lookEvery = 30 * time.Second
	// tickEvery is how often it is seen who is due, and sendEvery how often contents are sent that could not be sent before.
	tickEvery = 5 * time.Second
	sendEvery = 10 * time.Second
	// quietLeast and quietMost bound how long a file is left alone that its process changes again and again.
	quietLeast = time.Minute
	quietMost  = time.Hour
	// maxKept bounds the contents of a server that wait for the site, in bytes, and maxSent how many hashes of sent ones are remembered.
	maxKept = 64 << 20
	maxSent = 4096
)

// ErrUnwanted means that the site does not take a content, and will not later.
var ErrUnwanted = errors.New("the site does not want the content")

// Cause is why files have changed.
type Cause struct {
	// Kind is one of the constants node.Configuration….
	Kind string
	// Account and Token are those of a request.
	Account, Token string
}

// Servers are the servers of the node.
type Servers interface {
	// Observed are all servers.
	Observed() []node.Observed
	// State returns what a server is and shall be; false for a server that is not on this node.
	State(server string) (node.Observed, node.Desired, bool)
	// Changed returns a channel that is closed when a server's state or desired state changes after this call.
	Changed(server string) <-chan struct{}
	// Folder returns the folder of a server.
	Folder(server string) (files.Folder, error)
}

// Files reach the folders of servers.
type Files interface {
	Texts(ctx context.Context, server string, r files.TextRules, visit func(files.Text) error) (whole bool, err error)
}

// Store keeps what was reported.
type Store interface {
	SaveConfigurations(server string, state any, reports ...node.Report) error
	Configurations(server string, into any) (found bool, err error)
}

// Options are what the service needs.
type Options struct {
	Servers Servers
	Files   Files
	Store   Store
	// Ready says whether contents can be sent now.
	Ready func() bool
	// Send gives the site a content. ErrUnwanted: it is not sent again.
	Send func(ctx context.Context, server, hash string, content []byte) error
	// Clock tells the time; nil is time.Now.
	Clock func() time.Time
	Log   *slog.Logger
}
