package kurrent

import (
	"errors"
	"net/url"
	"strings"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"
)

// schemes are those that the client accepts.
var schemes = []string{"esdb", "kdb", "kurrent", "kurrentdb"}

// Known is true for the address of a KurrentDB cluster.
func Known(address string) bool {
	scheme, _, ok := strings.Cut(address, "://")
	scheme = strings.TrimSuffix(scheme, "+discover")
	for _, known := range schemes {
		if ok && scheme == known {
			return true
		}
	}
	return false
}

// Check returns why an address is invalid, without connecting and without its secrets.
func Check(address string) error {
	_, err := parse(address)
	return err
}

// parse parses a connection string. The errors of the client and of net/url contain parts of their input, so they are
// not included if the string contains a password.
func parse(address string) (*kurrentdb.Configuration, error) {
	if !Known(address) {
		return nil, errors.New("it must begin with kurrentdb:// or kurrentdb+discover://")
	}
	config, err := kurrentdb.ParseConnectionString(address)
	if err != nil {
		if strings.Contains(address, "@") {
			return nil, errors.New("it is invalid (its parts are not shown, because it contains credentials); " +
				"special characters in the user name and the password must be percent-encoded")
		}
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err
		}
		return nil, err
	}
	if err := config.Validate(); err != nil {
		return nil, err
	}
	// Appends and the reads after them must use the same node: the client's RequiresLeader has no effect.
	config.NodePreference = kurrentdb.NodePreferenceLeader
	// The client ends itself after this many failed discoveries, and blocks its callers meanwhile. Here one goroutine
	// discovers, once for each client, and callers wait for a connected client.
	config.MaxDiscoverAttempts = 1
	config.DiscoveryInterval = 1
	return config, nil
}
