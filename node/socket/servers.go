// Package socket shows consoles of servers to browsers and takes their commands, over WebSockets.
//
// One hub for each server that somebody looks at reads the console once and keeps the newest lines as encoded frames. A socket has no queue
// but a position in them: a reader that is too slow loses what has left the hub's memory, is told how much, and delays nobody.
package socket

import (
	"context"
	"time"

	"github.com/modyard/modyard/contract/node"
)

// Path is the pattern of the handler.
const Path = "GET /modyard/v0/servers/{id}/ws"

// Limits of sockets.
const (
	MaxOfNode    = 2000
	MaxOfServer  = 64
	MaxOfAccount = 8 // of one account at one server
	// maxPending is how many sockets may be without a valid token at a time.
	maxPending = 256
	// maxAttempts is how many tokens a socket may show until one is valid.
	maxAttempts = 3

	authTime      = 5 * time.Second
	expiringAhead = 30 * time.Second
	pingEvery     = 20 * time.Second
	pongTime      = 20 * time.Second
	writeTime     = 30 * time.Second
	// closeTime is how long a peer has to answer a close frame; then its connection is cut.
	closeTime = 900 * time.Millisecond
	// commandTime is how long a server may take to accept a command.
	commandTime = 5 * time.Second
)

// Console is the console of a server.
type Console interface {
	// Since returns at most limit lines after a number, and how many before the first of them are not kept any more.
	Since(number uint64, limit int) (lines []node.Line, missing uint64, err error)
	// Last returns at most limit of the newest lines, oldest first.
	Last(limit int) ([]node.Line, error)
	// Wait returns nil when there is a line after a number.
	Wait(ctx context.Context, number uint64) error
	// Write gives a line to the server. It fails if the server does not run.
	Write(ctx context.Context, line string) error
}

// Servers are the servers of the node.
type Servers interface {
	// Console returns the console of a server; false if it has none yet.
	Console(server string) (Console, bool)
	// State returns what a server is and shall be; false for a server that is not on this node.
	State(server string) (node.Observed, node.Desired, bool)
	// Watch has figures measured each second until release is called.
	Watch(server string) (release func())
	// Changed returns a channel that is closed when a server's state or desired state changes after this call.
	Changed(server string) <-chan struct{}
}
