// Package files answers for the files of a node's servers over HTTP: lists, reads and changes them within limits.
//
// The token of a request names the server. Every path is resolved by an os.Root of the server's folder, so that no link leads out of it; the
// last name of a path that is changed is used with calls relative to its opened parent, which follow nothing. What is written grows in the
// folder "stage", which the game cannot see, and is renamed into place when it is whole. What is deleted moves to the folder "trash".
package files

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/limit"
)

// Limits of the service, beside those of the contract.
const (
	// MaxOfAccount is how many requests of an account and a server run at a time, and MaxOfNode how many in all.
	MaxOfAccount = 8
	MaxOfNode    = 64
	// MaxEntries is the largest number of entries that one request copies or extracts.
	MaxEntries = 100_000
	// TrashTime is how long deleted things can be restored.
	TrashTime = 24 * time.Hour

	// stallTime is how long a peer may move no stallBytes.
	stallTime  = time.Minute
	stallBytes = 16 << 10
	// recountEvery is the age at which a counter of bytes is counted anew; sweepEvery is how often that and the trash are looked at.
	recountEvery = 5 * time.Minute
	sweepEvery   = time.Minute
	// maxBody is the largest JSON body in bytes.
	maxBody = 64 << 10
)

// ErrNoServer: a server is not on this node, or it is deleted.
var ErrNoServer = errors.New("the server is not on this node")

// Folder is where a server's files are.
type Folder struct {
	// Dir is the folder with the folder "root" in it. Only the node may write to Dir itself.
	Dir string
	// User owns what is written; the zero value is the node's user.
	User limit.User
}

// Servers are the servers of the node.
type Servers interface {
	// State returns what a server is and shall be; false for a server that is not on this node.
	State(server string) (node.Observed, node.Desired, bool)
	// Observed are all servers.
	Observed() []node.Observed
	// Changed returns a channel that is closed when a server's state or desired state changes after this call.
	Changed(server string) <-chan struct{}
	// Folder returns the folder of a server, which is made if it is missing. It fails with ErrNoServer.
	Folder(server string) (Folder, error)
}

// Writer is who changes files of a server: an account by a session or token.
type Writer struct{ Server, Account, Token string }

// Options are what the service needs.
type Options struct {
	Servers Servers
	// Unpack is the command that reads a 7z or rar archive, as package unpack says; the format is added.
	Unpack []string
	// Clock tells the time; nil is time.Now.
	Clock func() time.Time
	// Stall is how long a peer may move nothing; 0 is a minute.
	Stall time.Duration
	// Packs installs modpacks that are uploaded; nil: none are taken. It is asked for with each upload.
	Packs func() Packs
	// Wrote is called after a request of an account has changed what is at paths or below them; nil: nobody is told.
	Wrote func(ctx context.Context, by Writer, paths ...string)
	// Fault is called before each step of an exchange of a server's files. With syscall.ENOSPC the step fails as on a disk without room; any other
	// error ends the exchange there, as a kill of the node would; nil: there is none.
	Fault func(step string) error
	Log   *slog.Logger
}
