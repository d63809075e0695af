// Package install installs software and modpacks on servers.
//
// An installation is one operation: its files are fetched, verified and assembled in a folder that the game cannot see, while the server does not
// run and cannot start. Then they are exchanged with the former ones by moves that are written down before. A node that is killed at any point
// leaves a server that the next node finds as it was, or finishes. What was done is in the node's store together with the reports about it.
package install

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/fetch"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/node/store"
	"github.com/modyard/modyard/platform/software"
)

const (
	// atOnce is how many servers are installed on at a time.
	atOnce = 2
	// fetchesAtOnce is how many files of a modpack are fetched at a time.
	fetchesAtOnce = 4
	// lookEvery is the time between two looks at what waits.
	lookEvery = 2 * time.Second
	// tellEvery is the time between two progresses of the same phase.
	tellEvery = 500 * time.Millisecond
	// logsKept is how many logs stand in a server's folder.
	logsKept = 5
)

// Servers are the servers of the node.
type Servers interface {
	Observed() []node.Observed
	State(server string) (node.Observed, node.Desired, bool)
	Changed(server string) <-chan struct{}
	// Unsettle has the settings of a server written again.
	Unsettle(ctx context.Context, server string) error
	// Installed tells of the end of an installation that is stored; other: there is other software now.
	Installed(server string, other bool) error
}

// Store keeps what was done.
type Store interface {
	Installation(server string) (store.Installation, error)
	SaveInstallation(server string, i store.Installation, reports ...node.Report) error
}

// Fetcher fetches files.
type Fetcher interface {
	File(ctx context.Context, s fetch.Source, dst *os.File) error
	Allowed(address string) error
}

// Options are what the service needs.
type Options struct {
	Servers Servers
	Store   Store
	Files   *files.Service
	Fetcher Fetcher
	// Software is what there is to install; nil: nothing.
	Software software.Source
	// Exclude keeps everybody else from changing a server as a whole; false: somebody does.
	Exclude func(server string) (release func(), ok bool)
	// Changed is called when a progress has changed; nil: nobody is told.
	Changed func()
	// Replaced is called after a server's files were exchanged and before that is stored, perhaps again after a kill; nil: nobody is told.
	Replaced func(server string) error
	// Announce sends a document to those who look at a server; nil: nobody is told.
	Announce func(server string, document any)
	Clock    func() time.Time
	// Every is the time between two looks at what waits; 0 is 2 s.
	Every time.Duration
	// Wait waits between attempts to ask for software, or until the context ends (false); nil is pause.For.
	Wait func(ctx context.Context, d time.Duration) bool
	Log  *slog.Logger
}

// Errors that end an installation before it was put in place.
var (
	errSoftware  = errors.New("there is no such software for this node")
	errMetadata  = errors.New("what belongs to the software could not be learned")
	errRunning   = errors.New("the server runs")
	errCancelled = errors.New("the installation was cancelled")
)

// reasonOf is the reason of a report for an error, with what it is about.
func reasonOf(err error) (reason, subject string) {
	var bad *PackError
	var about *subjectError
	if errors.As(err, &about) {
		subject = about.subject
	}
	switch {
	case errors.As(err, &bad) && bad.Disk:
		return node.ReasonDisk, bad.Subject
	case errors.As(err, &bad):
		return node.ReasonPack, bad.Subject
	case errors.Is(err, errCancelled), errors.Is(err, context.Canceled):
		return node.ReasonCancelled, ""
	case errors.Is(err, errRunning):
		return node.ReasonRunning, ""
	case errors.Is(err, errSoftware):
		return node.ReasonSoftware, subject
	case errors.Is(err, fetch.ErrHash), errors.Is(err, fetch.ErrSize):
		return node.ReasonHash, subject
	case errors.Is(err, fetch.ErrUnreachable), errors.Is(err, fetch.ErrSource), errors.Is(err, errMetadata):
		return node.ReasonFetch, subject
	}
	switch files.CodeOf(err) {
	case "", node.FileQuota:
		return node.ReasonDisk, subject
	case node.FileExists:
		return node.ReasonConflict, subject
	}
	return node.ReasonPath, subject
}

// subjectError is an error of one file or software.
type subjectError struct {
	subject string
	err     error
}

func (e *subjectError) Error() string { return e.subject + ": " + e.err.Error() }
func (e *subjectError) Unwrap() error { return e.err }

// maxSubject is the longest subject of a report, in characters.
const maxSubject = 200

func about(subject string, err error) error {
	if err == nil {
		return nil
	}
	return &subjectError{cut(subject, maxSubject), err}
}
