package kurrenttest

import (
	"crypto/tls"
	"fmt"
	"strconv"
	"strings"
)

// The server versions with different behaviour for a client.
const (
	V24_10 = "24.10.0" // the last EventStoreDB: no append to several streams, a caught-up message without a position
	V25_0  = "25.0.1"  // a caught-up message with a position, at most 1 MiB for an append
	V25_1  = "25.1.0"  // append to several streams, 256 MiB for an append
	V26_1  = "26.1.0"  // records with consistency checks

	// VHasty is the release whose filtered subscriptions, after a full page and then an empty one, receive the end of
	// the log as a checkpoint with prepare position zero. A client that stores only the commit position and continues
	// there misses the next event (KurrentDB issue 4970).
	VHasty = "25.0.0"
)

// Options configures the simulated node. The zero value is an open node of the newest version.
type Options struct {
	// Version is the version that the node reports, "major.minor.patch"; empty means V26_1. It determines which calls
	// exist, how large an append may be and which messages subscriptions receive.
	Version string
	// Secure makes the node use TLS with a certificate for 127.0.0.1 and localhost, and require credentials. Otherwise
	// it allows everything, like a node with --insecure.
	Secure bool
	// CAFile is where a secure node writes the PEM of its certificate authority. Start chooses one.
	CAFile string
	// Users are the names and passwords of a secure node; nil means admin and ops, both "changeit".
	// The user "admin" may do everything.
	Users map[string]string
	// MaxAppendBytes and MaxEventBytes replace the version's limits if they are not zero.
	MaxAppendBytes, MaxEventBytes int
	// LiveBuffer is how many events a live subscription may be late before it falls behind; zero means 32.
	LiveBuffer int

	certificate *tls.Certificate // one for all nodes of a cluster
}

// version is a parsed Options.Version with its features.
type version struct {
	text                string
	major, minor, patch int
}

func parseVersion(s string) (version, error) {
	if s == "" {
		s = V26_1
	}
	v := version{text: s}
	parts := strings.SplitN(s, ".", 3)
	if len(parts) < 2 {
		return v, fmt.Errorf("version %q: want major.minor.patch", s)
	}
	var err error
	if v.major, err = strconv.Atoi(parts[0]); err != nil {
		return v, fmt.Errorf("version %q: %w", s, err)
	}
	if v.minor, err = strconv.Atoi(parts[1]); err != nil {
		return v, fmt.Errorf("version %q: %w", s, err)
	}
	if len(parts) == 3 {
		patch, _, _ := strings.Cut(parts[2], "-") // "26.1.0-rc.1"
		if v.patch, err = strconv.Atoi(patch); err != nil {
			return v, fmt.Errorf("version %q: %w", s, err)
		}
	}
	return v, nil
}

func (v version) atLeast(major, minor int) bool {
	return v.major > major || v.major == major && v.minor >= minor
}

func (v version) appendsToMany() bool    { return v.atLeast(25, 1) }
func (v version) appendsRecords() bool   { return v.atLeast(26, 1) }
func (v version) tellsCheckpoints() bool { return v.atLeast(25, 0) && !v.hasty() }
func (v version) hasty() bool            { return v.major == 25 && v.minor == 0 && v.patch == 0 }

const (
	mebibyte = 1 << 20
	// maxRecordBytes is the maximum size of a record: 16 MiB less 10 000 bytes of frame.
	maxRecordBytes = 16*mebibyte - 10_000
	// maxMessageBytes is the maximum size of a gRPC message.
	maxMessageBytes = 17 * mebibyte
	// maxStreams is the maximum number of open calls of a connection: the default of a node's HTTP server. A
	// subscription is a call that stays open.
	maxStreams = 100
)

// maxAppend is the size limit of one append.
func (o Options) maxAppend(v version) int {
	switch {
	case o.MaxAppendBytes > 0:
		return o.MaxAppendBytes
	case v.atLeast(25, 1):
		return 256 * mebibyte
	default:
		return mebibyte
	}
}

// maxEvent is the size limit of one event.
func (o Options) maxEvent() int {
	if o.MaxEventBytes > 0 {
		return o.MaxEventBytes
	}
	return maxRecordBytes
}

func (o Options) liveBuffer() int {
	if o.LiveBuffer > 0 {
		return o.LiveBuffer
	}
	return 32
}

func (o Options) users() map[string]string {
	if o.Users != nil {
		return o.Users
	}
	return map[string]string{"admin": "changeit", "ops": "changeit"}
}
